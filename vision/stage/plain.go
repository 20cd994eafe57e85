package stage

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"astragal/models/dataset"
	"astragal/vision/virtual"
)

// throwsTried is how many throws are tried for each one that is painted.
const throwsTried = 200

// Plain paints the built-in dice as they lie after throws from the hand and from a cup.
func (s Staging) Plain(ctx context.Context) error {
	set := dataset.Set{Dir: filepath.Join(s.Out, "rolls")}
	rng := rand.New(rand.NewPCG(s.Seed, 0x91a1))
	for n := uint64(0); len(set.Pictures) < s.Rolls; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n >= throwsTried*uint64(s.Rolls) {
			return fmt.Errorf("paint the throws: of %d throws only %d have a die with %.2f of it behind others: choose a smaller --hidden", n, len(set.Pictures), s.Hidden)
		}
		throw := virtual.Throw(plainDice(rng)...)
		if rng.IntN(2) == 0 {
			throw = virtual.Pour(throw.Dice...)
		}
		table, err := virtual.New(s.Seed<<20+n, virtual.Options{FPS: 15}, throw, virtual.Wait(1.2))
		if err != nil {
			return fmt.Errorf("paint the throws: %w", err)
		}
		last := table.Frames() - 1
		truth := table.Truth(last)
		if truth.Hand || mostBehind(truth.Dice) < s.Hidden {
			continue
		}
		if err := addPicture(&set, fmt.Sprintf("roll_%04d.jpg", len(set.Pictures)), table.Frame(last), truth); err != nil {
			return fmt.Errorf("paint the throws: %w", err)
		}
	}
	return dataset.Write(set, map[string]any{"description": "painted throws of built-in dice"})
}

// plainDice are six to twelve built-in dice. Most of them are d4s and dice that a d4 can lie under.
func plainDice(rng *rand.Rand) []string {
	kinds := []string{"d4", "d4", "d4", "d6", "d8", "d10", "d12", "d12", "d20", "d20"}
	out := make([]string, 6+rng.IntN(7))
	for i := range out {
		out[i] = kinds[rng.IntN(len(kinds))]
	}
	return out
}

// mostBehind is the largest share of any die that lies behind others.
func mostBehind(dice []virtual.DieTruth) (most float64) {
	for _, d := range dice {
		most = max(most, d.Behind)
	}
	return most
}
