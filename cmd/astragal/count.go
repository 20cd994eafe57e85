package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"astragal/companion/launch"
	"astragal/engine/dragondice"
	"astragal/engine/library"
	"astragal/engine/oneroll"
)

// newCountCommand counts one roll of dice.
func (p *program) newCountCommand() *cobra.Command {
	var edition, format string
	var dice, throw, spells, answers []string
	var s dragondice.CountSettings
	var compare bool
	c := &cobra.Command{
		Use:   "count --edition EDITION --roll ROLL --dice DICE --throw FACES",
		Short: "count one roll by an edition's rules, without a game",
		Long: `Counts one roll: which edition, what the roll is for, which dice, what they show,
on which terrain and under which spells. It prints the result with its sum.

    astragal count --edition starter --roll melee --dice oak,strangle_vine --throw 2*melee,rend --again melee

Dice are ids of the catalogue, with or without the race. --throw says what each
shows, in their order: an icon (save), several of it (2*melee) or a terrain's
number. Where the rules ask something, --answer answers: one flag for each answer,
in the order of asking. What is put in order is listed with commas.

With --compare every edition counts the roll that knows its dice, line by line;
an answer for one of them begins with its name: --answer "1996: allots: 2 0".`,
		Args: needs(cobra.NoArgs, "count takes flags only"),
	}
	f := c.Flags()
	f.StringVar(&edition, "edition", "", "which rulebook: "+strings.Join(oneroll.Countable(), ", "))
	f.StringVar(&s.Roll, "roll", "", "melee, missile, magic, maneuver, save or dragon; charge where the edition has that")
	f.StringVar(&s.Against, "against", "", "what a save roll answers: melee, missile, magic, dragon or charge")
	f.BoolVar(&s.Counter, "counter", false, "it is a counter-attack or counter-maneuver")
	f.StringSliceVar(&dice, "dice", nil, `the dice: "oak", "2 oak"`)
	f.StringSliceVar(&throw, "throw", nil, `what each shows: "melee", "2*melee"`)
	f.StringArrayVar(&answers, "answer", nil, `an answer to what is asked, one for each flag: "rolls: melee", "chooses: sleep 1, smite 2", "allots: 2 0 1"`)
	f.StringVar(&s.Terrain, "terrain", "", "the terrain; in reserves without one")
	f.IntVar(&s.Face, "face", 0, "the number that the terrain shows")
	f.BoolVar(&s.Holder, "holder", false, "the army has captured the terrain")
	f.StringSliceVar(&spells, "spell", nil, `spells on the army: "stone_skin", "stone_skin 2"`)
	f.BoolVar(&compare, "compare", false, "count it by every edition that knows its dice, and say where they part; without --edition")
	f.StringVar(&format, "format", "text", "text or json")
	c.RunE = func(*cobra.Command, []string) error {
		if format != "text" && format != "json" {
			return misuse("--format is %q: count prints text or json", format)
		}
		s.Dice, s.Spells = dice, spells
		asked := oneroll.Asked{CountSettings: s, Throw: throw, Answers: answers, Quoted: launch.Quoted}
		if compare {
			if edition != "" {
				return misuse("--compare counts by every edition: leave --edition out")
			}
			out, err := oneroll.Compare(asked)
			if err != nil {
				return misuse("%w", err)
			}
			return oneroll.WriteComparison(p.out, out, format)
		}
		r, err := library.Find(edition, func(r library.Ruleset) bool { return slices.Contains(oneroll.Countable(), r.ID) })
		if err != nil {
			return misuse("--edition: %w", err)
		}
		out, err := oneroll.Count(r, asked)
		if err != nil {
			return misuse("%w", err)
		}
		return out.Write(p.out, format)
	}
	return c
}
