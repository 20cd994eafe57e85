package virtual

import (
	"math"
	"slices"
)

// side is the direction in which an arm reaches into the picture.
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

// away is a point from which a hand that reaches along way is outside the picture.
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

// stop is a place that a hand passes at a time, and how far the hand is closed.
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
		// The palm, not the fingertips, is over the die.
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

// besides finds a free place near a lying die. The way there must be free as well.
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
