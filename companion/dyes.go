package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

// dye is one die of the table's that was shown: what its colour looks like under this light.
type dye struct {
	at     throw.Place
	tint   []float32
	colors []string
}

// dyesNote are the table's dice as they were shown: the dice of a throw, each with the name that
// games give its colour. They take the place of all that was shown before.
type dyesNote struct {
	Throw int                `json:"throw"`
	Dyes  []protocol.DyedDie `json:"dyes"`
}

const (
	// clearlyNearer: a die is of a colour when its tint is so much nearer to it than to any other shown.
	clearlyNearer = 0.5
	// A die that is further from all of them is none of them.
	mostGap     = 0.3
	mostDyes    = 12
	mostDyeName = 60
)

// doShowing lets the next throw show the table's dice: it is no roll.
func (s *Session) doShowing(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if err := g.playing(); err != nil {
		return err
	}
	if len(a.Colors) == 0 || len(a.Colors) > mostDyes {
		return protocol.Malformed("the act \"showing\" needs \"colors\": 1 to %d names", mostDyes)
	}
	for i, c := range a.Colors {
		if c == "" || len(c) > mostDyeName || slices.Contains(a.Colors[:i], c) {
			return protocol.Malformed("the colour %.60q is empty, too long or there twice", c)
		}
	}
	if err := s.write(ctx, []Note{s.note(noteTray, trayNote{Game: g.id, Showing: a.Colors})}, nil); err != nil {
		return err
	}
	s.takeTray(g, "")
	g.showing = slices.Clone(a.Colors)
	return nil
}

// doDyes keeps what the dice of a throw look like, each as the colour that a person says it is.
func (s *Session) doDyes(ctx context.Context, g *game, who protocol.Who, a protocol.Act) error {
	if !who.May {
		return protocol.NotAllowed(protocol.LooksOn)
	}
	if a.Throw < 1 || a.Throw > len(s.throws) || s.throws[a.Throw-1].Game != g.id {
		return protocol.Stale("there is no throw %d of this game", a.Throw)
	}
	body := dyesNote{Throw: a.Throw, Dyes: a.Dyes}
	next, err := s.dyesWith(body)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	if two, gap := confusable(next); gap < leastDyeGap {
		return protocol.Illegal("The %s and %s dice look the same to the camera: take other dice, give more light, or roll by type", two[0], two[1])
	}
	if err := s.write(ctx, []Note{s.note(noteDyes, body)}, nil); err != nil {
		return err
	}
	s.dyes, g.showing, g.shown = next, nil, 0
	return nil
}

// leastDyeGap: dice whose tints are no further apart can't be told apart.
const leastDyeGap = 0.03

// confusable finds the two colours that look most alike.
func confusable(dyes map[string][]dye) (names [2]string, gap float64) {
	gap = math.Inf(1)
	all := slices.Sorted(maps.Keys(dyes))
	for i, one := range all {
		for _, two := range all[i+1:] {
			for _, a := range dyes[one] {
				if d := nearest(dyes[two], a.tint); d < gap {
					names, gap = [2]string{one, two}, d
				}
			}
		}
	}
	return names, gap
}

// dyesWith are the colours of a note.
func (s *Session) dyesWith(n dyesNote) (map[string][]dye, error) {
	if n.Throw < 1 || n.Throw > len(s.throws) {
		return nil, fmt.Errorf("there is no throw %d", n.Throw)
	}
	if len(n.Dyes) == 0 || len(n.Dyes) > throw.MostDice {
		return nil, fmt.Errorf("the act \"dyes\" needs \"dyes\": 1 to %d dice with their colours", throw.MostDice)
	}
	fresh := map[string][]dye{}
	for i, x := range n.Dyes {
		if x.Color == "" || len(x.Color) > mostDyeName {
			return nil, fmt.Errorf("the colour %.60q is empty or too long", x.Color)
		}
		if slices.ContainsFunc(n.Dyes[:i], func(o protocol.DyedDie) bool { return o.Die == x.Die }) {
			return nil, fmt.Errorf("die %d is there twice", x.Die)
		}
		t := s.throws[n.Throw-1]
		k := slices.IndexFunc(t.Dice, func(d throw.Die) bool { return d.N == x.Die })
		if k < 0 {
			return nil, fmt.Errorf("there is no die %d in this throw", x.Die)
		}
		if len(t.Dice[k].Tint) == 0 {
			return nil, fmt.Errorf("no camera has measured the colour of die %d", x.Die)
		}
		fresh[x.Color] = append(fresh[x.Color], dye{throw.Place{Throw: n.Throw, Die: x.Die}, t.Dice[k].Tint, t.Dice[k].Colors})
	}
	return fresh, nil
}

func (s *Session) recallDyes(n Note) error {
	var body dyesNote
	if err := json.Unmarshal(n.Body, &body); err != nil {
		return err
	}
	next, err := s.dyesWith(body)
	if err != nil {
		return err
	}
	s.dyes = next
	if id := s.throws[body.Throw-1].Game; id >= 1 && id <= len(s.reading) {
		s.reading[id-1].showing, s.reading[id-1].shown = nil, 0
	}
	return nil
}

// dyed says of the dice of throws which of the table's dice they look like. It says nothing where dice have
// faces of their own, or a colour that is asked for was never shown: then the camera's names of colours must do.
func (s *Session) dyed(throws []throw.Throw, wanted []engine.Die) {
	if len(wanted) == 0 || len(s.dyes) == 0 {
		return
	}
	for _, w := range wanted {
		if !plain(w) || len(w.Colors) == 0 || len(s.dyes[w.Colors[0]]) == 0 {
			return
		}
	}
	for i, t := range throws {
		throws[i].Dice = slices.Clone(t.Dice)
		for k, d := range t.Dice {
			throws[i].Dice[k].Looks = s.looksLike(d.Tint)
		}
	}
}

// looksLike are the colours shown that a die may be of: one where it is clear, all where it is like
// none of them, none where nothing was measured.
func (s *Session) looksLike(tint []float32) []string {
	if len(tint) == 0 {
		return nil
	}
	least := math.Inf(1)
	for _, those := range s.dyes {
		least = min(least, nearest(those, tint))
	}
	var names []string
	for name, those := range s.dyes {
		if least > mostGap || nearest(those, tint)*clearlyNearer <= least {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// nearest is how far a tint is from the most alike of some dice.
func nearest(those []dye, tint []float32) float64 {
	least := math.Inf(1)
	for _, d := range those {
		least = min(least, vision.TintGap(d.tint, tint))
	}
	return least
}

func (s *Session) dyeViews() []protocol.DyeView {
	out := []protocol.DyeView{}
	for _, name := range slices.Sorted(maps.Keys(s.dyes)) {
		d := s.dyes[name][0]
		v := protocol.DyeView{Color: name, Looks: append([]string{}, d.colors...), RGB: []int{}, Crop: s.cropAt(d.at)}
		for _, c := range d.tint {
			v.RGB = append(v.RGB, int(math.Round(255*float64(c))))
		}
		out = append(out, v)
	}
	return out
}
