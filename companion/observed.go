package companion

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"astragal/companion/count"
	"astragal/companion/dicecount"
	"astragal/companion/event"
	"astragal/companion/evidence"
	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
)

// What dice showed is kept in companion/evidence; these are its words as the table uses them.
type (
	Observed = evidence.Observed
	Side     = evidence.Side
	By       = evidence.By
)

// Who rolled and who saw it.
const (
	BySight   = evidence.BySight
	ByVirtual = evidence.ByVirtual
	ByWord    = evidence.ByWord
)

// seenBy says where a throw comes from.
func seenBy(t throw.Throw) By {
	switch {
	case t.By != throw.ByCamera:
		return ByWord
	case strings.Contains(t.Source, "virtual"):
		return ByVirtual
	}
	return BySight
}

// observedCount are the dice of a throw that was counted. What only lay there is none of them. Which of
// two d10s was the one with tens, the roll's result tells.
func (r *record) observedCount(t throw.Throw, results *count.Results) []Observed {
	c := r.counts[t.Count]
	_, a, _ := c.Game.Question(t.Entry)
	var out []Observed
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
		out = append(out, Observed{At: t.At, Player: c.Name(a.Seat), Die: look, Sides: sides, Shows: shows, How: d.How, By: seenBy(t)})
	}
	return out
}

// observedGame are the dice of a game's rolls that stand, each once for each time it was rolled, from entry n of its log on.
func (r *record) observedGame(g *hall.Game, n int) []Observed {
	var out []Observed
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
		out = append(out, r.observedAnswer(g, q, a, e.N, at)...)
	}
	return out
}

// observedAnswer are the dice that were rolled for one question of a game. What was kept isn't one.
func (r *record) observedAnswer(g *hall.Game, q engine.Question, a engine.Answer, n int, at time.Time) []Observed {
	var out []Observed
	for _, d := range a.Dice {
		kept := slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID })
		name, sides, shows, ok := sidesIn(q, d)
		if kept || !ok {
			continue
		}
		o := Observed{At: at, Game: g.Title(), Die: name, Sides: sides, Shows: shows, How: d.How, By: ByWord}
		if a.Seat > 0 {
			o.Player = g.Name(a.Seat)
		}
		if lies, seen := g.Seen[n][d.ID]; seen {
			o.By = seenBy(r.throws.Get(lies.Throw))
		}
		out = append(out, o)
	}
	return out
}

// fallenOf puts those dice together, as an event is told of them, that fell alike but for what they show.
func fallenOf(observed []Observed) []event.Fallen {
	var out []event.Fallen
	for _, o := range observed {
		sides := make([]event.Side, len(o.Sides))
		for i, s := range o.Sides {
			sides[i] = event.Side(s)
		}
		i := slices.IndexFunc(out, func(f event.Fallen) bool {
			return f.Die == o.Die && f.How == string(o.How) && f.By == string(o.By) && slices.Equal(f.Sides, sides)
		})
		if i < 0 {
			i, out = len(out), append(out, event.Fallen{Die: o.Die, Sides: sides, How: string(o.How), By: string(o.By)})
		}
		out[i].Shows = append(out[i].Shows, o.Shows)
	}
	return out
}

// sidesIn are the sides of a die of a game's roll, and which it shows.
func sidesIn(q engine.Question, d engine.Thrown) (name string, sides []Side, shows int, ok bool) {
	i := slices.IndexFunc(q.Roll.Dice, func(w engine.Die) bool { return w.ID == d.ID })
	if i < 0 || len(q.Roll.Dice[i].Faces) == 0 {
		sides, shows, ok = numbered(d)
		return lookOf(d), sides, shows, ok
	}
	w := q.Roll.Dice[i]
	shows = -1
	for f, face := range w.Faces {
		text := faceText(face)
		k := slices.IndexFunc(sides, func(s Side) bool { return s.Text == text })
		if k < 0 {
			k, sides = len(sides), append(sides, Side{Text: text})
		}
		sides[k].On++
		if d.Face != nil && *d.Face == f {
			shows = k
		}
	}
	return cmp.Or(w.Kind, w.ID), sides, shows, shows >= 0
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
func numbered(d engine.Thrown) (sides []Side, shows int, ok bool) {
	if d.Value == nil {
		return nil, 0, false
	}
	return dicecount.Numbered(d.Shape, d.Kind, *d.Value)
}

// ReadEvidence is what the dice of a table's file showed that no program has open; the file stays as it is.
func ReadEvidence(ctx context.Context, path string, games []rulebook.Kind) ([]evidence.Source, error) {
	j, err := journal.OpenToRead(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = j.Close() }()
	s := newSession(SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler), Now: time.Now, Games: games})
	defer s.Close()
	if err := s.recall(ctx); err != nil {
		return nil, err
	}
	sources := s.Copy().Sources()
	for i := range sources {
		sources[i].Table = path
	}
	return sources, nil
}
