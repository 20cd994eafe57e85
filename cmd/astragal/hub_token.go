package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/tokens"
	"astragal/companion/settings"
)

// tokenDays is how many days a token is valid if --days doesn't say it: the days before an event, the event, and a
// week.
const tokenDays = 30

// newTokenCommand prints the token of a table or a person, lists the tokens that were made, and withdraws one.
func (p *program) newTokenCommand(s *hubSettings) *cobra.Command {
	var days int
	var list bool
	var withdraw string
	c := &cobra.Command{
		Use:   "token table|judge|spectator NAME",
		Short: "make the token of a table, a judge or a spectator",
		Long: `Prints the token with which a table of that name may send, or a judge or spectator
may open the pages. Without --event it is for the event of the hub that was last
started with the same data folder.

A token holds for 30 days, or as many as --days says. --list shows the tokens that
were made, each with a number. --withdraw NUMBER makes one worthless at once. If
the file hub.key in the hub's folder is deleted, all of them are.`,
		Args: func(_ *cobra.Command, args []string) error {
			switch wants := len(args) == 2; {
			case list && withdraw != "":
				return misuse("token takes --list or --withdraw, not both")
			case (list || withdraw != "") && len(args) > 0:
				return misuse("token takes no role and no name beside --list and --withdraw")
			case !list && withdraw == "" && !wants:
				return misuse("token takes a role (table, judge or spectator) and a name")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := p.config(c)
			if err != nil {
				return err
			}
			dir := filepath.Join(cfg.DataDir, hubFolder)
			if list || withdraw != "" {
				made, err := tokens.Open(dir)
				if err != nil {
					return err
				}
				if list {
					return made.Write(p.out, time.Now())
				}
				return p.withdrawToken(made, withdraw)
			}
			if days < 0 || days > 3660 {
				return misuse("days is %d: it must be from 1 to 3660, or 0 for a token without an end", days)
			}
			kept := hub.Event(dir)
			if kept != "" && !c.Flags().Changed("event") {
				s.event = kept
			}
			pass := event.Pass{Role: event.Role(args[0]), Event: s.event, Name: args[1]}
			if days > 0 {
				pass.Until = time.Now().AddDate(0, 0, days).Truncate(time.Second)
			}
			if kept != "" && kept != s.event {
				fmt.Fprintf(p.errs, "astragal: the hub in this folder keeps the event %q: it refuses this token for %q\n", kept, s.event)
			}
			return p.makeToken(cfg, dir, pass)
		},
	}
	f := c.Flags()
	f.IntVar(&days, "days", tokenDays, "for how many days the token holds; 0: without an end, which tables of 0.1 and older can read too")
	f.BoolVar(&list, "list", false, "list the tokens that were made")
	f.StringVar(&withdraw, "withdraw", "", "make the token with this number worthless")
	return c
}

// makeToken puts a token on the list and prints it.
func (p *program) makeToken(cfg settings.Config, dir string, pass event.Pass) error {
	key, err := hub.Key(dir)
	if err != nil {
		return err
	}
	token, err := pass.Sign(key)
	if err != nil {
		return misuse("%w", err)
	}
	signed, err := event.ReadToken(token) // the token's names as the hub keeps them
	if err != nil {
		return err
	}
	made, err := tokens.Open(dir)
	if err != nil {
		return err
	}
	if err := made.Add(signed, time.Now()); err != nil {
		return err
	}
	withdraw := p.launch().Command(append([]string{"hub", "token", "--withdraw", signed.ID()}, p.dataDirFlag(cfg)...)...)
	fmt.Fprintf(p.errs, "astragal: this token of the %s %q %s; to withdraw it: %s\n", signed.Role, signed.Name, tokens.HoldsUntil(signed.Until), withdraw)
	_, err = fmt.Fprintln(p.out, token)
	return err
}

func (p *program) withdrawToken(made *tokens.List, id string) error {
	t, err := made.Withdraw(id, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "The token of the %s %q is withdrawn. A hub that runs ends its connections within seconds.\n", t.Role, t.Name)
	return nil
}
