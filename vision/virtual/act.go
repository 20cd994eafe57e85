package virtual

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

func (t *Table) play(s Step) error {
	if s.Seconds < 0 || s.Seconds > 3600 || math.IsNaN(s.Seconds) {
		return fmt.Errorf("%g seconds are outside 0 to 3600", s.Seconds)
	}
	switch s.Do {
	case DoWait:
		t.now += s.Seconds
	case DoThrow:
		return t.throw(s.Dice)
	case DoPour:
		return t.pour(s.Dice)
	case DoHand:
		t.hover(max(s.Seconds, 0.3))
	case DoPickUp:
		t.pickUp(s.Count)
	case DoNudge:
		t.nudge(s.Seconds > 0)
	case DoLamp:
		t.lamp(clamp(s.Level, 0, 1), max(s.Seconds, 0.01))
	case DoBump:
		t.bump()
	case DoClear:
		t.clear()
	case DoLay:
		return t.lay(s)
	default:
		return errors.New("no such step")
	}
	return nil
}

// frame is the first frame at or after a time.
func (t *Table) frame(at float64) int { return int(math.Ceil(at*t.o.FPS - 1e-6)) }

func (t *Table) tell(what Do, start, end float64, dice int) {
	t.events = append(t.events, Event{what, t.frame(start), t.frame(end), dice})
}

// take picks dice that don't lie on the table, if possible the same as before.
func (t *Table) take(ids []string) ([]*die, error) {
	if len(ids) == 0 {
		return nil, errors.New("no dice are named")
	}
	if len(ids)+len(t.present(t.now)) > maxDice {
		return nil, fmt.Errorf("%d dice are too many, at most %d fit", len(ids), maxDice)
	}
	busy := map[*die]bool{}
	for _, a := range t.actors {
		if a.gone > t.now {
			busy[a.die] = true
		}
	}
	var out []*die
	for _, id := range ids {
		i := slices.IndexFunc(t.pool, func(d *die) bool { return d.def.ID == id && !busy[d] })
		if i < 0 {
			made, err := t.o.make(t.shop, []string{id}, t.rng)
			if err != nil {
				return nil, err
			}
			i = len(t.pool)
			t.pool = append(t.pool, made...)
		}
		busy[t.pool[i]] = true
		out = append(out, t.pool[i])
	}
	t.thrown = slices.Clone(ids)
	return out, nil
}

func (t *Table) lying() []placed {
	var out []placed
	for _, a := range t.present(t.now) {
		out = append(out, placed{a.die, a.pose(t.now)})
	}
	return out
}

// enter puts thrown dice onto the table.
func (t *Table) enter(dice []*die, p paths, start float64) {
	for i, d := range dice {
		from := max(p.from[i], 0)
		t.actors = append(t.actors, &actor{die: d, gone: math.Inf(1), moves: []move{
			{start + float64(from)*sampling, sampling, p.poses[i][from:]},
		}})
	}
}

var errCrowded = errors.New("the dice do not come to lie beside each other: throw fewer, or clear the tray")

func (t *Table) throw(ids []string) error {
	dice, err := t.take(ids)
	if err != nil {
		return err
	}
	p, ok := throwDice(dice, t.lying(), *t.o.Look, func() origin { return randomOrigin(*t.o.Look, t.rng) }, t.rng)
	if !ok {
		return errCrowded
	}
	t.enter(dice, p, t.now)
	t.tell(DoThrow, t.now, t.now+p.rest, len(dice))
	t.now += p.rest
	return nil
}

func (t *Table) lay(s Step) error {
	o := Options{Dice: s.Dice, Up: s.Up, At: s.At, Look: t.o.Look}
	if _, err := o.filled(0); err != nil {
		return err
	}
	for _, a := range t.present(t.now) {
		a.gone = t.now
	}
	dice, err := t.take(s.Dice)
	if err != nil {
		return err
	}
	lying, err := scatterDice(dice, o, t.rng)
	if err != nil {
		return err
	}
	for _, p := range lying {
		t.actors = append(t.actors, &actor{die: p.die, gone: math.Inf(1), moves: []move{{t.now, 1, []pose{p.pose}}}})
	}
	t.tell(DoLay, t.now, t.now, len(dice))
	return nil
}

func (t *Table) lamp(level, seconds float64) {
	t.lamps = append(t.lamps, fader{t.now, seconds, t.level(t.now), level})
	t.tell(DoLamp, t.now, t.now+seconds+0.95, 0)
	t.now += seconds
}

func (t *Table) bump() {
	k := float64(t.o.Width) / 1280
	angle := 2 * math.Pi * t.rng.Float64()
	far := (5 + 9*t.rng.Float64()) * k
	t.knocks = append(t.knocks, knock{t.now, far * math.Cos(angle), far * math.Sin(angle)})
	t.tell(DoBump, t.now, t.now+0.4, 0)
	t.now += 0.4
}
