package settle_test

import (
	"testing"
	"time"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

// table is a settler that gets 30 frames a second, with made-up pixels.
type table struct {
	t      *testing.T
	s      settle.Settler
	frame  int
	looks  int
	lying  []vision.Sighting // what a look sees
	pixels *pixels           // nil until a picture was kept
	events []vision.EventKind
	scene  vision.Scene
	told   vision.Scene // the scene of the last event
	fps    int
	size   [2]int // the size of the picture, px
}

// pixels is made-up evidence.
type pixels struct {
	touched map[vision.Box]bool // places over which something moved
	changed map[vision.Box]bool // places that look different
	sudden  map[vision.Box]bool // places that changed from one frame to the next
	alike   float64
	like    map[[2]vision.Box]settle.Likeness // of a place of the last look and one of this look. It replaces alike.
	hand    bool
	relit   bool
	doubt   bool // something lies where no die was read
	left    map[vision.Box]bool
	back    map[vision.Box]bool
	near    bool // something may lie beside the place of a die that is gone
	shift   float64
	hidden  map[vision.Box]bool // places over which something lies
	first   bool                // no picture was kept yet
}

func (p *pixels) Kept() bool { return !p.first }

func (p *pixels) Carry(b vision.Box) vision.Box { b[0] += p.shift; return b }
func (p *pixels) Place(b vision.Box) settle.Place {
	at := settle.Place{Same: 1, Sudden: p.sudden[b]}
	if holds(p.touched, b) {
		at.Touched = 1
	}
	if holds(p.changed, b) {
		at.Same, at.Changed = 0, 1
	}
	return at
}

// holds says whether a place is marked. If nothing is known of it, it says whether it is part of a marked place.
func holds(marked map[vision.Box]bool, b vision.Box) bool {
	if is, known := marked[b]; known {
		return is
	}
	for m, is := range marked {
		if is && b[0] >= m[0] && b[1] >= m[1] && b[0]+b[2] <= m[0]+m[2] && b[1]+b[3] <= m[1]+m[3] {
			return true
		}
	}
	return false
}

func (p *pixels) Liken(from, to vision.Box) settle.Likeness {
	if l, ok := p.like[[2]vision.Box{from, to}]; ok {
		return l
	}
	return settle.Likeness{Face: p.alike}
}
func (p *pixels) Hand([]vision.Box) bool        { return p.hand }
func (p *pixels) Relit() bool                   { return p.relit }
func (p *pixels) Bumped() bool                  { return p.shift > 0 }
func (p *pixels) Unexplained([]vision.Box) bool { return p.doubt }
func (p *pixels) Left(b vision.Box) bool        { return p.left[b] }
func (p *pixels) Back(b vision.Box) bool        { return p.back[b] }
func (p *pixels) Hidden(b vision.Box, _ []vision.Box) bool {
	return p.hidden[b]
}
func (p *pixels) Near(vision.Box, []vision.Box) bool {
	return p.near
}

func newTable(t *testing.T) *table { return &table{t: t, fps: 30} }

func (b *table) add(n int, g settle.Glance) {
	for range n {
		g.Frame = b.frame
		g.Time = time.Duration(b.frame) * time.Second / time.Duration(b.fps)
		b.frame++
		if b.s.Add(g) {
			b.look()
		}
	}
}

func (b *table) look() {
	b.looks++
	var ev settle.Evidence
	if b.pixels != nil {
		ev = b.pixels
	}
	kind, scene, keep := b.s.Judge(vision.Scene{Width: b.size[0], Height: b.size[1], Sightings: b.lying}, ev)
	b.scene = scene
	if kind != "" {
		b.events, b.told = append(b.events, kind), scene
	}
	if keep {
		b.pixels = &pixels{touched: map[vision.Box]bool{}, changed: map[vision.Box]bool{}, left: map[vision.Box]bool{}, hidden: map[vision.Box]bool{}, alike: -1}
	}
}

func (b *table) still(n int) { b.add(n, settle.Glance{}) }
func (b *table) move(n int)  { b.add(n, settle.Glance{Moving: true}) }

// put makes dice lie at the places. Each place has changed since the last look.
func (b *table) put(places ...float64) {
	b.lying = nil
	for _, x := range places {
		b.lying = append(b.lying, die(x))
		b.change(x)
	}
}

func (b *table) change(x float64) {
	if b.pixels != nil {
		b.pixels.touched[die(x).Box], b.pixels.changed[die(x).Box] = true, true
	}
}

func (b *table) want(kinds ...vision.EventKind) {
	b.t.Helper()
	require.Equal(b.t, kinds, b.events)
	b.events = nil
}

func die(x float64) vision.Sighting {
	return vision.Sighting{Found: 1, Box: vision.Box{x, 100, 40, 40}, Outline: []vision.Point{{x, 100}, {x + 40, 100}, {x + 40, 140}}}
}
