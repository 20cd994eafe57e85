package companion

import (
	"slices"
	"sync"

	"astragal/models"
	"astragal/models/catalog"
)

// trayful is how many dice the virtual table throws at once for a game: more make several throws, as
// on a real tray.
const trayful = 12

// drawable are the dice that the virtual table can draw.
var drawable = sync.OnceValue(func() map[string]bool {
	ids := map[string]bool{}
	for _, d := range append(catalog.Generic(), catalog.Demo()...) {
		ids[d.ID] = true
	}
	dragons, err := catalog.DragonDice()
	if err != nil {
		return ids // then a shape is thrown in the die's place, and asked about
	}
	for _, d := range dragons {
		ids[d.ID] = true
	}
	return ids
})

// toThrow are the dice that a game waits for, for the virtual table; none where the dice are counted.
func (s *Session) toThrow() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.play == 0 {
		return nil
	}
	g := s.games[s.play-1]
	if g.showing != nil {
		return shownOnVirtual(g.showing)
	}
	q, ok := g.rolling()
	if !ok {
		return nil
	}
	var dice []string
	r := s.gather(g, q)
	for _, i := range r.open() {
		d := r.dice[i].die
		switch {
		case len(dice) == trayful:
			return dice
		case drawable()[d.Kind]:
			dice = append(dice, d.Kind)
		default:
			dice = append(dice, inColor(d.Shape, d.Colors))
		}
	}
	return dice
}

// inColor is a plain die for the virtual table, of the first colour where that is one that it can mix.
func inColor(shape string, colors []string) string {
	if len(colors) == 0 || !slices.Contains(models.ColorNames(), colors[0]) {
		return shape
	}
	return shape + ":" + colors[0]
}

// shownEach is how many dice of each colour the virtual table shows.
const shownEach = 2

func shownOnVirtual(colors []string) []string {
	var dice []string
	for _, c := range colors {
		dice = append(dice, slices.Repeat([]string{inColor("d6", []string{c})}, shownEach)...)
	}
	return dice
}
