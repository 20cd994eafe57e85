package virtual

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
)

// Table is a virtual table on which a script happens. It isn't safe for concurrent use.
type Table struct {
	o      Options
	rng    *rand.Rand
	render *renderer
	actors []*actor
	pool   []*die
	shop   *workshop
	waves  []gesture
	lamps  []fader
	knocks []knock
	events []Event
	person person
	// now is the time at which the script so far ends, in seconds.
	now float64
	// thrown are the ids of the dice of the last throw.
	thrown []string
}

// actor is a die on the table and how it moves.
type actor struct {
	*die
	moves []move
	// gone is the time at which the die is taken away, in seconds. It is +Inf while the die stays.
	gone float64
}

// move is a piece of a die's path: poses every `every` seconds from start on.
type move struct {
	start, every float64
	poses        []pose
}

// gesture is a hand or cup that is in the picture for a while.
type gesture struct {
	start, end float64
	show       func(t float64) ([]limb, []cup)
}

// fader is a change of the lamps.
type fader struct{ start, seconds, from, to float64 }

// knock is a bump of the camera, px.
type knock struct{ start, dx, dy float64 }

// New makes a table from a seed and plays a script on it. The script may be empty and continue with Do.
func New(seed uint64, o Options, script ...Step) (*Table, error) {
	o, err := o.filled(seed)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x7ab1e))
	w, err := o.workshop()
	if err != nil {
		return nil, err
	}
	t := &Table{o: o, rng: rng, shop: w, render: newRenderer(*o.Look, o.Width, o.Height, seed), person: newPerson(rng)}
	if err := t.Do(0, script...); err != nil {
		return nil, err
	}
	return t, nil
}

// Do adds more steps: after those there are, and not before a frame.
func (t *Table) Do(frame int, script ...Step) error {
	t.now = max(t.now, float64(frame)/t.o.FPS)
	t.forget(float64(frame) / t.o.FPS)
	for i, s := range script {
		if err := t.play(s); err != nil {
			return fmt.Errorf("step %d (%s): %w", i+1, s.Do, err)
		}
	}
	return nil
}

// Throw throws dice from a frame on. If dice lie on the tray, it clears it first. If no dice are named, it throws
// those of the last throw. It returns the frame at which they lie.
func (t *Table) Throw(frame int, dice ...string) (int, error) {
	if len(dice) == 0 {
		dice = t.thrown
	}
	if len(dice) == 0 {
		dice = []string{"d6", "d6", "d6", "d6", "d6"}
	}
	for _, id := range dice {
		if _, err := t.o.definition(id); err != nil {
			return 0, fmt.Errorf("virtual table: %w", err)
		}
	}
	t.now = max(t.now, float64(frame)/t.o.FPS)
	var script []Step
	if len(t.present(t.now)) > 0 {
		script = append(script, Clear(), Wait(0.7))
	}
	if err := t.Do(frame, append(script, Throw(dice...))...); err != nil {
		return 0, err
	}
	return t.Frames() - 1, nil
}

// forget drops what can't be seen any more, so that a long evening needs no more memory.
func (t *Table) forget(before float64) {
	t.actors = slices.DeleteFunc(t.actors, func(a *actor) bool { return a.gone < before-60 })
	t.waves = slices.DeleteFunc(t.waves, func(g gesture) bool { return g.end < before-60 })
	if len(t.events) > 4096 {
		t.events = slices.Clone(t.events[2048:])
	}
}

// Frames is how many frames the script has so far.
func (t *Table) Frames() int { return int(math.Ceil(t.now*t.o.FPS-1e-9)) + 1 }

// FPS is the number of frames a second.
func (t *Table) FPS() float64 { return t.o.FPS }

// Look is how the table looks.
func (t *Table) Look() Look { return *t.o.Look }

// Events tells what happens, in the order of the starts.
func (t *Table) Events() []Event {
	out := slices.Clone(t.events)
	slices.SortStableFunc(out, func(a, b Event) int { return a.Start - b.Start })
	return out
}

// Frame renders frame n. After the script's end nothing changes. Frames are rendered fastest in order.
func (t *Table) Frame(n int) *image.RGBA {
	return t.render.draw(t.moment(float64(n)/t.o.FPS), n)
}

// Truth says what frame n shows.
func (t *Table) Truth(n int) Truth {
	at := float64(n) / t.o.FPS
	m := t.moment(at)
	out := m.truth(*t.o.Look, t.render.cam)
	out.Frame = n
	for i, a := range t.present(at) {
		out.Dice[i].Moving = a.moving(at)
	}
	return out
}

func (t *Table) moment(at float64) moment {
	m := moment{level: t.level(at), exposure: t.exposure(at)}
	for _, a := range t.present(at) {
		m.dice = append(m.dice, placed{a.die, a.pose(at)})
	}
	for _, g := range t.waves {
		if at >= g.start && at < g.end {
			limbs, cups := g.show(at)
			m.limbs, m.cups = append(m.limbs, limbs...), append(m.cups, cups...)
		}
	}
	m.dx, m.dy = t.shift(at)
	return m
}

func (t *Table) present(at float64) []*actor {
	var out []*actor
	for _, a := range t.actors {
		if at >= a.moves[0].start-1e-9 && at < a.gone {
			out = append(out, a)
		}
	}
	return out
}

func (m move) end() float64 { return m.start + float64(len(m.poses)-1)*m.every }

func (a *actor) pose(at float64) pose {
	m := a.moves[0]
	for _, later := range a.moves[1:] {
		if at >= later.start {
			m = later
		}
	}
	k := (at - m.start) / m.every
	i := int(k)
	switch {
	case k <= 0:
		return m.poses[0]
	case i >= len(m.poses)-1:
		return m.poses[len(m.poses)-1]
	}
	return m.poses[i].to(m.poses[i+1], k-float64(i))
}

func (a *actor) moving(at float64) bool {
	return slices.ContainsFunc(a.moves, func(m move) bool { return at > m.start-1e-9 && at < m.end()-1e-9 })
}

// level is how bright the lamps are.
func (t *Table) level(at float64) float64 {
	level := 1.0
	for _, f := range t.lamps {
		if at >= f.start {
			level = f.from + (f.to-f.from)*smooth(f.start, f.start+f.seconds, at)
		}
	}
	return math.Round(level*64) / 64
}

// exposure is the camera's reaction to the lamps. It follows their changes with a delay.
func (t *Table) exposure(at float64) float64 {
	out := 1.0
	for _, f := range t.lamps {
		if at >= f.start {
			a, b := t.wanted(f.from), t.wanted(f.to)
			out = a + (b-a)*smooth(f.start+0.2, f.start+f.seconds+0.9, at)
		}
	}
	return math.Round(out*64) / 64
}

func (t *Table) wanted(level float64) float64 {
	l := t.o.Look
	return min(math.Pow(1/(l.Ambient+(1-l.Ambient)*level), 0.7), 3)
}

// shift is how far the picture has moved.
func (t *Table) shift(at float64) (int, int) {
	x, y := 0.0, 0.0
	for _, k := range t.knocks {
		if at >= k.start {
			age := at - k.start
			swing := 1 - math.Exp(-age/0.06)*math.Cos(age*38)
			x, y = x+k.dx*swing, y+k.dy*swing
		}
	}
	limit := func(v float64) int { return int(clamp(math.Round(v), -margin, margin)) }
	return limit(x), limit(y)
}

// Rolls lists the throws that come to rest. Each should be read once.
func (t *Table) Rolls() []Roll {
	var out []Roll
	events := t.Events()
	for i, e := range events {
		if e.What != DoThrow && e.What != DoPour {
			continue
		}
		r := Roll{Start: e.Start, Rest: e.End, Clear: e.End, Until: -1, Dice: len(t.present(float64(e.End) / t.o.FPS))}
		for moved := true; moved; {
			moved = false
			for _, o := range events {
				if o.What != DoThrow && o.Start <= r.Clear && o.End > r.Clear {
					r.Clear, moved = o.End, true
				}
			}
		}
		for _, o := range events[i+1:] {
			if ends := o.What == DoThrow || o.What == DoPour || o.What == DoPickUp || o.What == DoClear; ends && o.Start >= r.Rest {
				r.Until = o.Start
				break
			}
		}
		out = append(out, r)
	}
	return out
}
