package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"astragal/companion/count"
	"astragal/companion/dicecount"
	"astragal/companion/evidence"
	"astragal/companion/hall"
	"astragal/companion/throw"
	"astragal/engine"
)

// seenBy says where a throw comes from.
func seenBy(t throw.Throw) evidence.By {
	switch {
	case t.By != throw.ByCamera:
		return evidence.ByWord
	case strings.Contains(t.Source, "virtual"):
		return evidence.ByVirtual
	}
	return evidence.BySight
}

// ObservedCount are the dice of a throw that was counted, without dice that only lay there. The roll's result tells which of two d10s was the one with
// tens.
func (r *Record) ObservedCount(t throw.Throw, results *count.Results) []evidence.Observed {
	c := r.Counts[t.Count]
	_, a, _ := c.Game.Question(t.Entry)
	var out []evidence.Observed
	for _, d := range t.Thrown() {
		for _, as := range results.Of(count.RollKey(t.Key)).Dice {
			if as.ID == d.ID && as.Kind != "" && as.Shape == "d10" && d.Shape == "d10" {
				d.Kind, d.Value = as.Kind, as.Value
			}
		}
		look := lookOf(d)
		sides, shows, ok := numbered(d)
		for _, of := range t.Dice {
			if name, s, k, is := observedOwn(of); is && t.IDOf(of) == d.ID {
				look, sides, shows, ok = name, s, k, true
			}
		}
		if !ok {
			continue
		}
		out = append(out, evidence.Observed{At: t.At, Player: c.Name(a.Seat), Die: look, Sides: sides, Shows: shows, How: d.How, By: seenBy(t)})
	}
	return out
}

// observedGame are the dice of a game's rolls that stand, from entry n of its log on. A die that was rolled again is there once for each time.
func (r *Record) observedGame(g *hall.Game, n int) []evidence.Observed {
	var out []evidence.Observed
	sight := g.Engine.As(engine.Everyone)
	in, _ := g.Engine.InEffect()
	for i := n; i < g.Engine.Entries(); i++ {
		e := g.Engine.Entry(i)
		if e.Kind != engine.EntryAnswer || !in[i] || g.Engine.Replaced(i) {
			continue
		}
		q, a, ok := sight.Asked(e.N)
		if !ok || q.Kind != engine.KindRoll {
			continue
		}
		at := time.Time{}
		if i < len(g.At) {
			at = g.At[i]
		}
		out = append(out, r.ObservedAnswer(g, q, a, e.N, at)...)
	}
	return out
}

// ObservedAnswer are the dice that were rolled for one question of a game, without dice that were kept.
func (r *Record) ObservedAnswer(g *hall.Game, q engine.Question, a engine.Answer, n int, at time.Time) []evidence.Observed {
	var out []evidence.Observed
	for _, d := range a.Dice {
		kept := slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID })
		name, sides, shows, ok := sidesIn(q, d)
		if kept || !ok {
			continue
		}
		o := evidence.Observed{At: at, Game: g.Title(), Die: name, Sides: sides, Shows: shows, How: d.How, By: evidence.ByWord}
		if a.Seat > 0 {
			o.Player = g.Name(a.Seat)
		}
		if lies, seen := g.Seen[n][d.ID]; seen {
			o.By = seenBy(r.Throws.Get(lies.Throw))
		}
		out = append(out, o)
	}
	return out
}

// sidesIn are the sides of a die of a game's roll, and which it shows.
func sidesIn(q engine.Question, d engine.Thrown) (name string, sides []evidence.Side, shows int, ok bool) {
	i := slices.IndexFunc(q.Roll.Dice, func(w engine.Die) bool { return w.ID == d.ID })
	if i < 0 || len(q.Roll.Dice[i].Faces) == 0 {
		sides, shows, ok = numbered(d)
		return lookOf(d), sides, shows, ok
	}
	w := q.Roll.Dice[i]
	shows = -1
	for f, face := range w.Faces {
		text := faceText(face)
		k := slices.IndexFunc(sides, func(s evidence.Side) bool { return s.Text == text })
		if k < 0 {
			k, sides = len(sides), append(sides, evidence.Side{Text: text})
		}
		sides[k].On++
		if d.Face != nil && *d.Face == f {
			shows = k
		}
	}
	return cmp.Or(w.Kind, w.ID), sides, shows, shows >= 0
}

// FacesIn are the words of all faces of a die of a game's roll, in order; none if the die has no faces of its own.
func FacesIn(q engine.Question, d engine.Thrown) []string {
	if q.Roll == nil {
		return nil
	}
	i := slices.IndexFunc(q.Roll.Dice, func(w engine.Die) bool { return w.ID == d.ID })
	if i < 0 {
		return nil
	}
	var out []string
	for _, f := range q.Roll.Dice[i].Faces {
		out = append(out, faceText(f))
	}
	return out
}

func faceText(f engine.Face) string {
	switch {
	case f.Icon != "" && f.Count > 1:
		return fmt.Sprintf("%d %s", f.Count, f.Icon)
	case f.Icon != "" && f.Value != nil:
		return fmt.Sprintf("%s %d", f.Icon, *f.Value)
	case f.Icon != "":
		return f.Icon
	case f.Value != nil:
		return strconv.Itoa(*f.Value)
	}
	return "blank"
}

// lookOf names a die that no game knows.
func lookOf(d engine.Thrown) string {
	value := 1
	if d.Value != nil {
		value = *d.Value
	}
	return dicecount.Name(d.Shape, d.Kind, value, d.Colors)
}

// numbered are the sides of a numbered die, and which it shows.
func numbered(d engine.Thrown) (sides []evidence.Side, shows int, ok bool) {
	if d.Value == nil {
		return nil, 0, false
	}
	return dicecount.Numbered(d.Shape, d.Kind, *d.Value)
}

// observedOwn is what a die of the owner's showed, by its name. It is false if the die isn't the owner's, and for a Fate die, which is counted as a
// Fate die.
func observedOwn(d throw.Die) (name string, sides []evidence.Side, shows int, ok bool) {
	o, is := d.IsOwn()
	if !is || d.Icon == "" {
		return "", nil, 0, false
	}
	for i, f := range o.Faces {
		text := engine.Thrown{How: engine.Read, Face: &i, Icon: f.Icon, Count: f.Count, Value: f.Value}.Shows()
		at := slices.IndexFunc(sides, func(x evidence.Side) bool { return x.Text == text })
		if at < 0 {
			at, sides = len(sides), append(sides, evidence.Side{Text: text})
		}
		sides[at].On++
		if f.Icon == d.Icon && f.Count == d.IconCount && throw.SameNumber(f.Value, d.Value) {
			shows, ok = at, true
		}
	}
	return o.ID, sides, shows, ok
}

// Statistics counts the dice of the copy.
func (c *Copy) Statistics(of evidence.StatisticsOf) (evidence.Statistics, error) {
	return evidence.Count(c.Sources(), of)
}
