package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"astragal/companion"
	"astragal/companion/journal"

	"github.com/spf13/cobra"
)

// verified is what verify prints as JSON. The form is a contract: see docs/commands.md.
type verified struct {
	File string `json:"file"`
	journal.LogVerdict
}

// newVerifyCommand checks the chain of a table's file.
func (p *program) newVerifyCommand() *cobra.Command {
	var heads []string
	c := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "check that the log of a table is as it was written",
		Long: `Checks the hash chain of a table's log, and the pictures of dice that are kept,
and names the first entry that was changed, removed or put in. Without FILE it is
the table's own, in the data folder. The table must not be running; its page
/statistics checks a running one. The status is 0 when all is as it was written, 1
when it isn't or can't be checked.

Who changes a file can compute its chain anew. Write the last entry's link down
elsewhere, and give it back later: --head 812:9f86d0… says that entry 812 must
have that link.`,
		Args: needs(cobra.MaximumNArgs(1), "verify takes one file"),
	}
	c.Flags().StringArrayVar(&heads, "head", nil, "an entry's link that was written down: ENTRY:LINK")
	format := c.Flags().String("format", "text", "text or json")
	c.RunE = func(c *cobra.Command, args []string) error {
		if *format != "text" && *format != "json" {
			return misuse("--format is %q: verify prints text or json", *format)
		}
		known, err := parseHeads(heads)
		if err != nil {
			return err
		}
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		path := filepath.Join(cfg.DataDir, tableFile)
		if len(args) == 1 {
			path = args[0]
		}
		v, err := companion.VerifyJournal(c.Context(), path, known...)
		if err != nil {
			return err
		}
		return p.printVerified(verified{path, v}, *format)
	}
	return c
}

func parseHeads(heads []string) ([]journal.Known, error) {
	var known []journal.Known
	for _, h := range heads {
		entry, link, _ := strings.Cut(h, ":")
		n, err := strconv.ParseInt(entry, 10, 64)
		if err != nil || n < 1 || len(link) != 64 {
			return nil, misuse("--head is %.80q: it must be ENTRY:LINK as verify prints it, with a link of 64 letters", h)
		}
		known = append(known, journal.Known{Entry: n, Head: strings.ToLower(link)})
	}
	return known, nil
}

func (p *program) printVerified(v verified, format string) error {
	var err error
	if format == "json" {
		e := json.NewEncoder(p.out)
		e.SetIndent("", " ")
		err = e.Encode(v)
	} else {
		_, err = fmt.Fprint(p.out, v.text())
	}
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	if v.Fault != nil {
		return errTold
	}
	return nil
}

func (v verified) text() string {
	var b strings.Builder
	if v.Fault != nil {
		fmt.Fprintf(&b, "%s: %s\nThe %d entries before it are as they were written.\n", v.File, v.Fault.Text, v.Entries)
		return b.String()
	}
	switch v.Entries {
	case 0:
		fmt.Fprintf(&b, "%s has no entry yet", v.File)
	case 1:
		fmt.Fprintf(&b, "%s: its one entry is as it was written, at %s", v.File, v.First.Format(time.DateTime))
	default:
		fmt.Fprintf(&b, "%s: all %d entries are as they were written, from %s to %s", v.File, v.Entries, v.First.Format(time.DateTime), v.Last.Format(time.DateTime))
	}
	switch v.Pictures {
	case 0:
		b.WriteString(".\n")
	case 1:
		b.WriteString("; so is the one picture that is kept.\n")
	default:
		fmt.Fprintf(&b, "; so are the %d pictures that are kept.\n", v.Pictures)
	}
	if v.Unsealed > 0 {
		fmt.Fprintf(&b, "%s older than the sealing of pictures: nothing can be said of them.\n", many(v.Unsealed, "picture is", "pictures are"))
	}
	if v.Sealed > 0 {
		fmt.Fprintf(&b, "Entries 1 to %d are older than the chain: they are as they were on %s, when it began; nothing is known of them before.\n", v.Sealed, v.SealedAt.Format(time.DateTime))
	}
	fmt.Fprintf(&b, "To prove it later, write this down elsewhere: %d:%s\n", v.Entries, v.Head)
	return b.String()
}
