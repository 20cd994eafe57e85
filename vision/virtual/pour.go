package virtual

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

// carry shows a cup in a hand. It comes upright until times[1], tips until times[2], stays until times[3] and leaves.
func (t *Table) carry(k cup, way, mouth vec, times [4]float64, end float64) {
	up := vec{0, 0, 1}
	tipped := way.add(vec{0, 0, -0.25}).unit()
	beyond := t.away(mouth, way)
	t.waves = append(t.waves, gesture{times[0], end, func(at float64) ([]limb, []cup) {
		lean := smooth(times[1]-0.1, times[2], at) * (1 - smooth(times[3], end, at))
		axis := up.mul(1-lean).along(tipped, lean).unit()
		come := smooth(times[0], times[1], at) * (1 - smooth(times[3], end, at))
		// The mouth rises while the cup is upright.
		where := beyond.add(mouth.sub(beyond).mul(come)).add(vec{0, 0, 45 * (1 - lean)}).along(way, -40*(1-lean))
		held := k.hold(where, axis)
		grip := where.along(axis, -50).add(vec{0, 0, 14}).along(way, 22*(1-lean))
		return t.person.hand(grip, way, 0.5), []cup{held}
	}})
}
