package main

import (
	"context"
	"fmt"
	"os"

	"astragal/vision/stage"

	"github.com/spf13/cobra"
)

// staging holds the flags of stage.
type staging struct {
	stage.Staging
	icons, reserved string
	// plain throws the built-in dice with pips and numerals. It makes up no dice and paints no faces for teaching.
	plain bool
}

// newStageCommand paints labelled sets of made-up dice with icons.
func (p *program) newStageCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "stage --icons FILE --out DIR",
		Short: "paint labelled pictures of made-up icon dice, to measure with",
		Long: `Makes up dice with icons of an Iconify collection (the npm package
@iconify-json/game-icons holds one) that training never uses, and paints on the
virtual table: DIR/dice.json, DIR/enroll (every face, for teach) and DIR/rolls
(throws, for evaluate). The same seed paints the same pictures. What is measured
on them shows that reading works, never how well real dice are read.

With --plain the built-in dice with pips and numerals are thrown instead, as they
roll and come to rest, with --hidden only throws in which so much of a die lies
behind others: d4s half under larger ones. There is DIR/rolls alone then.`,
		Args: needs(cobra.NoArgs, "stage takes flags only"),
	}
	var s staging
	c.Flags().StringVar(&s.icons, "icons", "", "icons.json of an Iconify collection")
	c.Flags().StringVar(&s.reserved, "reserved", "", "file of icon names, one a line, that may not be used")
	c.Flags().StringVar(&s.Out, "out", "", "new folder for the sets")
	c.Flags().Uint64Var(&s.Seed, "seed", 1, "what to begin chance with")
	c.Flags().IntVar(&s.Rolls, "rolls", 20, "how many throws to paint")
	c.Flags().IntVar(&s.Shots, "shots", 3, "how often to paint each face for teaching")
	c.Flags().Uint64Var(&s.Light, "light", 0, "teach all faces on one table in one light, picked by this number; the throws lie in others")
	c.Flags().Float64Var(&s.Lean, "lean", 0, "degrees by which the camera leans over the throws (0 to 50); 0 leaves it to chance, 3 at the most")
	c.Flags().Float64Var(&s.Far, "far", 1, "how many times as far off the camera is over the throws (0.7 to 2)")
	c.Flags().Float64Var(&s.Cocked, "cocked", 0, "share of the thrown dice that lean on the rim or on another die (0 to 1)")
	c.Flags().BoolVar(&s.plain, "plain", false, "throw the built-in dice with pips and numerals; goes with --out, --seed, --rolls and --hidden alone")
	c.Flags().Float64Var(&s.Hidden, "hidden", 0, "with --plain: paint only throws in which at least this share of a die lies behind others (0 to 0.4)")
	c.RunE = func(c *cobra.Command, _ []string) error { return p.stage(c.Context(), s) }
	return c
}

func (p *program) stage(ctx context.Context, s staging) error {
	switch {
	case s.icons == "" && !s.plain:
		return misuse("say --icons FILE, the icons.json of an Iconify collection, or --plain for dice without icons")
	case s.plain && (s.icons != "" || s.Light != 0 || s.Lean != 0 || s.Far != 1 || s.Cocked != 0):
		return misuse("--plain goes with --out, --seed, --rolls and --hidden alone")
	case !(s.Hidden >= 0 && s.Hidden <= .4) || s.Hidden > 0 && !s.plain:
		return misuse("--hidden must be 0 to 0.4, and goes with --plain")
	case s.Out == "":
		return misuse("say --out DIR: a new folder for the pictures")
	case s.Rolls < 0 || s.Rolls > 10000 || s.Shots < 0 || s.Shots > 20:
		return misuse("--rolls must be 0 to 10000 and --shots 0 to 20")
	case !(s.Lean >= 0 && s.Lean <= 50) || !(s.Far >= .7 && s.Far <= 2):
		return misuse("--lean must be 0 to 50 degrees and --far 0.7 to 2")
	case !(s.Cocked >= 0 && s.Cocked <= 1):
		return misuse("--cocked must be 0 to 1")
	}
	if entries, err := os.ReadDir(s.Out); err == nil && len(entries) > 0 {
		return misuse("%s is not empty: name a new folder", s.Out)
	}
	if s.plain {
		return s.Plain(ctx)
	}
	icons, err := stage.Icons(s.icons, s.reserved)
	if err != nil {
		return usageError{fmt.Errorf("read the icons: %w", err)}
	}
	return s.Sets(ctx, icons)
}
