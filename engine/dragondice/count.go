package dragondice

import (
	"errors"
	"fmt"
	"strings"

	"astragal/engine"
)

// CountSettings describe one roll that is counted without a game.
type CountSettings struct {
	// Roll is melee, missile, magic, maneuver, save or dragon. It may be charge if the edition has charges.
	Roll string `json:"roll"`
	// Against is what a save roll is made against: melee, missile, magic, dragon or charge. It is empty if the roll is
	// made against nothing.
	Against string `json:"against,omitempty"`
	// Counter: a counter-attack or counter-maneuver.
	Counter bool `json:"counter,omitempty"`
	// Dice are ids of kinds. "2 treefolk_oak" stands for two dice.
	Dice []string `json:"dice"`
	// Terrain is a kind of terrain, empty in the reserves. Face is the number it shows, 1 to 8. Holder: the army has
	// captured it.
	Terrain string `json:"terrain,omitempty"`
	Face    int    `json:"face,omitempty"`
	Holder  bool   `json:"holder,omitempty"`
	// Spells are in force on the army: "stone_skin", "watery_double 3" for three castings.
	Spells []string `json:"spells,omitempty"`
}

// purposes are the rolls that can be counted, with the results that each counts.
var purposes = map[string][]Result{
	"charge": {Melee, Maneuver}, "melee": {Melee}, "missile": {Missile}, "magic": {Magic}, "maneuver": {Maneuver}, "save": {Save}, "dragon": {Melee, Missile, Save},
}

// counted makes the dice of a counted roll.
func (b *builder) counted(c *CountSettings) (err error) {
	if len(b.players) == 0 {
		b.players = []engine.Player{{Name: "Roll"}}
	}
	if purposes[c.Roll] == nil {
		return fmt.Errorf("the roll %q is none of melee, missile, magic, maneuver, save, dragon, charge", c.Roll)
	}
	if len(c.Dice) == 0 {
		return fmt.Errorf("no dice to count")
	}
	if c.Dice, err = b.many(c.Dice, 1); err != nil {
		return err
	}
	if c.Terrain != "" {
		if c.Face < 1 || c.Face > 8 {
			return fmt.Errorf("the terrain shows 1 to 8, not %d", c.Face)
		}
		k, err := b.kind(c.Terrain)
		if err != nil {
			return err
		}
		if !k.isTerrain() {
			return fmt.Errorf("%s is no terrain", k.Name)
		}
		c.Terrain, err = b.named(c.Terrain, 1, "terrain")
		return err
	}
	return nil
}

// checkCount returns an error that says what is wrong with a counted roll, or nil.
func (b Book) checkCount(c CountSettings) error {
	if purposes[c.Roll] == nil {
		return fmt.Errorf("the roll %q is none of melee, missile, magic, maneuver, save, dragon, charge", c.Roll)
	}
	if (c.Roll == "charge" || c.Against == "charge") && !b.edition.charges() {
		return fmt.Errorf("%s has no charges", b.edition.Title)
	}
	if _, on := b.edition.rule("step/count"); !on {
		return fmt.Errorf("%s counts no single roll", b.edition.Title)
	}
	for _, d := range b.header.Dice {
		if k := b.kinds[d.Kind]; k != nil && (k.isRoyalty() || k.isDragon() || k.isMinor()) {
			return fmt.Errorf("%s is never rolled with an army: leave it out of the roll", k.Name)
		}
	}
	for _, word := range c.Spells {
		id, times := castings(word)
		if s := b.edition.spell("spell/" + id); s == nil || times < 1 {
			return fmt.Errorf("%s has no spell %q", b.edition.Title, word)
		}
	}
	if k := b.dieKind(c.Terrain); c.Terrain != "" && (k == nil || !k.isTerrain() || c.Face < 1 || c.Face > 8) {
		return fmt.Errorf("the terrain %q is none or shows nothing", c.Terrain)
	}
	return nil
}

// checkHolder refuses a captured terrain that can't be captured. Only new rolls are checked, so that older logs still
// open.
func (c *CountSettings) checkHolder() error {
	switch {
	case c == nil || !c.Holder:
		return nil
	case c.Terrain == "":
		return errors.New("the army holds a terrain, but no terrain is named: name it, or leave out that it holds one")
	case c.Face != 8:
		return fmt.Errorf("an army holds a terrain only while the eighth face is up, and %d is up: let it show 8, or leave out that the army holds it", c.Face)
	}
	return nil
}

// castings reads "watery_double 3". It returns 0 times if the number can't be read.
func castings(word string) (spell string, times int) {
	spell, number, many := strings.Cut(word, " ")
	if times = 1; many {
		if _, err := fmt.Sscanf(number, "%d", &times); err != nil {
			times = 0
		}
	}
	return spell, times
}

// countOne asks for the dice, resolves the roll and returns the result as the outcome.
func (g *game) countOne() engine.Outcome {
	c := *g.settings.Count
	here := place{area: inReserve}
	if c.Terrain != "" {
		t := &terrain{die: g.byID[c.Terrain]}
		t.die.at = place{area: onField}
		t.turnTo(c.Face)
		if c.Holder {
			t.holder = 1
		}
		g.terrains = append(g.terrains, t)
		here = t.place()
	}
	for _, d := range g.dice {
		if d.at.area == atHand {
			d.at = here
		}
	}
	mine, other := army{1, here}, army{2, here}
	g.marching, g.turn = 1, 1
	for _, word := range c.Spells {
		id, times := castings(word)
		s := g.ed.spell("spell/" + id)
		aim := aimed{army: &mine}
		if t := g.terrainOf(here); t != nil && s.OnTerrain {
			aim = aimed{terrain: t}
		}
		s.Cast(&casting{g: g, spell: s, seat: 1, n: times, element: s.Element, target: aim})
	}
	rule, _ := g.ed.rule("step/count")
	counts := purposes[c.Roll]
	if c.Against == "charge" {
		counts = []Result{Save, Melee}
	}
	r := g.newRoll(cast{purpose: Purpose(c.Roll), counts: counts, rule: rule, army: mine, other: &other, summed: c.Roll == "charge",
		counter: c.Counter, against: Purpose(c.Against), what: c.Roll}).resolve()
	parts := make([]string, len(r.counts))
	sum := 0
	for i, of := range r.counts {
		parts[i] = fmt.Sprintf("%d %s", r.total(of), of)
		sum += r.total(of)
	}
	text := strings.Join(parts, ", ")
	if r.summed {
		text += fmt.Sprintf(": %d damage", sum)
	}
	return engine.Outcome{Text: text}
}
