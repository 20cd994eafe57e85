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

// take picks dice that do not lie on the table, the same as before where it can.
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

// side is the way in which an arm reaches into the picture.
func (t *Table) side() vec {
	way := vec{(t.rng.Float64() - 0.5) * 0.9, 1, 0}
	switch t.rng.IntN(4) {
	case 0:
		way = vec{1, (t.rng.Float64() - 0.5) * 0.9, 0}
	case 1:
		way = vec{-1, (t.rng.Float64() - 0.5) * 0.9, 0}
	}
	return way.unit()
}

// away is a point from which a hand that reaches along way is out of the picture.
func (t *Table) away(p, way vec) vec {
	back := 0.0
	for ; back < 900; back += 10 {
		q := p.along(way, -back)
		if math.Abs(q.x) > t.o.Look.View/2+60 || math.Abs(q.y) > t.o.Look.View/2*float64(t.o.Height)/float64(t.o.Width)+60 {
			break
		}
	}
	return p.along(way, -back)
}

// stop is a place that a hand passes at a time, and how far it is closed.
type stop struct {
	at   float64
	tip  vec
	grip float64
}

// guide is where a hand is between stops.
func guide(stops []stop, t float64) (vec, float64) {
	for i := 1; i < len(stops); i++ {
		if a, b := stops[i-1], stops[i]; t <= b.at {
			k := smooth(a.at, b.at, t)
			return a.tip.add(b.tip.sub(a.tip).mul(k)), a.grip + (b.grip-a.grip)*k
		}
	}
	last := stops[len(stops)-1]
	return last.tip, last.grip
}

// wave shows a hand that passes some stops.
func (t *Table) wave(way vec, stops []stop) {
	t.waves = append(t.waves, gesture{stops[0].at, stops[len(stops)-1].at, func(at float64) ([]limb, []cup) {
		tip, grip := guide(stops, at)
		return t.person.hand(tip, way, grip), nil
	}})
}

func (t *Table) hover(seconds float64) {
	l := t.o.Look
	spot := func() vec {
		return vec{(t.rng.Float64() - 0.5) * 0.7 * l.TrayWidth, (t.rng.Float64() - 0.5) * 0.7 * l.TrayHeight, 25 + 30*t.rng.Float64()}
	}
	p := spot()
	way := t.side()
	in, out := 0.35+0.2*t.rng.Float64(), 0.35+0.2*t.rng.Float64()
	stops := []stop{{t.now, t.away(p, way), 0.2}, {t.now + in, p, 0.2}}
	for at := t.now + in; at < t.now+in+seconds; {
		step := min(0.4+0.4*t.rng.Float64(), t.now+in+seconds-at+1e-3)
		at += step
		if t.rng.IntN(2) == 0 {
			p = p.add(vec{(t.rng.Float64() - 0.5) * 50, (t.rng.Float64() - 0.5) * 40, 0})
		}
		stops = append(stops, stop{at, p, t.rng.Float64() * 0.6})
	}
	end := stops[len(stops)-1].at + out
	stops = append(stops, stop{end, t.away(p, way), 0.2})
	t.wave(way, stops)
	t.tell(DoHand, t.now, end, 0)
	t.now = end
}

// pickUp takes dice away, one after the other.
func (t *Table) pickUp(count int) {
	for n := 0; count == 0 || n < count; n++ {
		present := t.present(t.now)
		if len(present) == 0 {
			return
		}
		t.pickOne(present[t.rng.IntN(len(present))])
	}
}

func (t *Table) pickOne(a *actor) {
	from := a.pose(t.now)
	way := t.side()
	tip := from.at.add(vec{0, 0, 4})
	high := tip.add(vec{0, 0, 55})
	out := t.away(high, way)
	t0 := t.now
	t1 := t0 + 0.4 + 0.2*t.rng.Float64()
	t2 := t1 + 0.25
	t3 := t2 + 0.2
	t4 := t3 + 0.45 + 0.2*t.rng.Float64()
	stops := []stop{{t0, out, 0.1}, {t1, tip.add(vec{0, 0, 12}), 0.2}, {t2, tip, 0.8}, {t3, high, 0.9}, {t4, out, 0.9}}
	t.wave(way, stops)
	const every = 1.0 / 60
	var poses []pose
	for at := t2; at < t4; at += every {
		p, _ := guide(stops, at)
		poses = append(poses, pose{p.sub(vec{0, 0, 4}), from.turn})
	}
	a.moves = append(a.moves, move{t2, every, poses})
	a.gone = t4
	t.tell(DoPickUp, t0, t4, 1)
	t.now = t4
}

// clear takes all dice into one hand.
func (t *Table) clear() {
	present := t.present(t.now)
	if len(present) == 0 {
		return
	}
	way := t.side()
	start := t.now
	var order []*actor
	at := t.away(vec{}, way)
	here := at
	for rest := slices.Clone(present); len(rest) > 0; {
		best := 0
		for i, a := range rest {
			if a.pose(t.now).at.sub(here).len() < rest[best].pose(t.now).at.sub(here).len() {
				best = i
			}
		}
		order = append(order, rest[best])
		here = rest[best].pose(t.now).at
		rest = slices.Delete(rest, best, best+1)
	}
	stops := []stop{{start, at, 0.1}}
	when := start + 0.35
	for i, a := range order {
		// The palm, not the fingertips, comes over the die.
		p := a.pose(start).at
		tip := p.along(way, 48).add(vec{0, 0, 8 - p.z})
		if i > 0 {
			when += clamp(p.sub(order[i-1].pose(start).at).len()/700, 0.08, 0.3)
		}
		stops = append(stops, stop{when, tip, 0.35})
		a.gone = when + 0.02
		here = tip
	}
	end := when + 0.45
	stops = append(stops, stop{end, t.away(here.add(vec{0, 0, 30}), way), 0.7})
	t.wave(way, stops)
	t.tell(DoClear, start, end, len(order))
	t.now = end
}

// nudge moves a die a little along the floor.
func (t *Table) nudge(byHand bool) {
	present := t.present(t.now)
	if len(present) == 0 {
		return
	}
	a := present[t.rng.IntN(len(present))]
	from := a.pose(t.now)
	to, ok := t.besides(a, from)
	if !ok {
		return
	}
	push := to.at.sub(from.at)
	start, begin := t.now, t.now
	seconds := 0.12 + 0.25*t.rng.Float64()
	end := begin + seconds
	if byHand {
		way := push.unit()
		tip := from.at.along(way, -a.solid.outer*a.size-4).add(vec{0, 0, 2})
		tip.z = 9
		begin = start + 0.45
		end = begin + seconds
		out := t.away(tip.add(vec{0, 0, 25}), way)
		stops := []stop{{start, out, 0.2}, {begin, tip, 0.3}, {end, tip.add(push), 0.3}, {end + 0.45, out, 0.2}}
		t.wave(way, stops)
	}
	const every = 1.0 / 60
	n := int(math.Ceil(seconds/every)) + 1
	poses := make([]pose, n)
	for k := range poses {
		poses[k] = from.to(to, smooth(0, float64(n-1), float64(k)))
	}
	a.moves = append(a.moves, move{begin, every, poses})
	t.now = begin + float64(n-1)*every
	if byHand {
		t.now = max(t.now, end+0.45)
	}
	t.tell(DoNudge, start, t.now, 1)
}

// besides finds a free place near a lying die, the way there free as well.
func (t *Table) besides(a *actor, from pose) (pose, bool) {
	var others []placed
	for _, o := range t.present(t.now) {
		if o != a {
			others = append(others, placed{o.die, o.pose(t.now)})
		}
	}
	for range 60 {
		angle := 2 * math.Pi * t.rng.Float64()
		far := 4 + 22*t.rng.Float64()
		yaw := (t.rng.Float64() - 0.5) * 1.6
		to := pose{from.at.add(vec{far * math.Cos(angle), far * math.Sin(angle), 0}), turn(vec{0, 0, 1}, yaw).mul(from.turn)}
		ok := t.o.Look.inField(to.at.x, to.at.y, a.pointy())
		for k := 1; ok && k <= 8; k++ {
			ok = free(placed{a.die, from.to(to, float64(k)/8)}, others)
		}
		if ok {
			return to, true
		}
	}
	return pose{}, false
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

// pour brings a cup, tips it, lets the dice out and takes it away.
func (t *Table) pour(ids []string) error {
	dice, err := t.take(ids)
	if err != nil {
		return err
	}
	l := *t.o.Look
	var way, mouth vec
	from := func() origin {
		way = t.side()
		mouth = way.mul(-0.22 * l.TrayWidth).add(vec{(t.rng.Float64() - 0.5) * 30, (t.rng.Float64() - 0.5) * 20, 52})
		mouth.y = clamp(mouth.y, -0.3*l.TrayHeight, 0.3*l.TrayHeight)
		return origin{mouth.add(vec{0, 0, -4}), way, 420 + 150*t.rng.Float64(), 12 + 10*t.rng.Float64(), 0.5, 0.075}
	}
	const come, tip, leave = 0.5, 0.3, 0.55
	p, ok := throwDice(dice, t.lying(), l, from, t.rng)
	if !ok {
		return errCrowded
	}
	start := t.now
	out := start + come + tip
	poured := out + float64(len(dice)-1)*0.075 + 0.15
	t.carry(newCup(t.rng), way, mouth, [4]float64{start, out - tip, out, poured}, poured+leave)
	t.enter(dice, p, out)
	t.events = append(t.events, Event{DoPour, t.frame(out), t.frame(out + p.rest), len(dice)})
	t.tell(DoHand, start, poured+leave, 0)
	t.now = max(out+p.rest, poured+leave)
	return nil
}

// carry shows a cup in a hand: it comes upright until times[1], tips until
// times[2], stays until times[3] and leaves.
func (t *Table) carry(k cup, way, mouth vec, times [4]float64, end float64) {
	up := vec{0, 0, 1}
	tipped := way.add(vec{0, 0, -0.25}).unit()
	beyond := t.away(mouth, way)
	t.waves = append(t.waves, gesture{times[0], end, func(at float64) ([]limb, []cup) {
		lean := smooth(times[1]-0.1, times[2], at) * (1 - smooth(times[3], end, at))
		axis := up.mul(1-lean).along(tipped, lean).unit()
		come := smooth(times[0], times[1], at) * (1 - smooth(times[3], end, at))
		// The mouth rises while the cup stands.
		where := beyond.add(mouth.sub(beyond).mul(come)).add(vec{0, 0, 45 * (1 - lean)}).along(way, -40*(1-lean))
		held := k.hold(where, axis)
		grip := where.along(axis, -50).add(vec{0, 0, 14}).along(way, 22*(1-lean))
		return t.person.hand(grip, way, 0.5), []cup{held}
	}})
}
