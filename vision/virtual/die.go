package virtual

import (
	"fmt"
	"math"
	"math/rand/v2"

	"astragal/models"
	"astragal/vision"

	"golang.org/x/image/font/sfnt"
)

// die is one die with its body and print.
type die struct {
	def    models.Die
	solid  *solid
	size   float64
	skin   *skin
	colors []string
}

// workshop holds what dice share: bodies and typefaces.
type workshop struct {
	bodies map[bodyKind]*solid
	fonts  []*sfnt.Font
	// pictures are icons in addition to the built-in ones.
	pictures map[string]path
	// closePips, lowD4 and material are the Options of these names.
	closePips, lowD4 bool
	material         string
}

type bodyKind struct {
	shape vision.Shape
	round int
}

func newWorkshop() *workshop {
	return &workshop{bodies: map[bodyKind]*solid{}, pictures: map[string]path{}}
}

// roundings is how many degrees of roundness dice have.
const roundings = 5

func (w *workshop) body(shape vision.Shape, rng *rand.Rand) *solid {
	kind := bodyKind{shape, rng.IntN(roundings)}
	if w.bodies[kind] == nil {
		w.bodies[kind] = newSolid(shape, (float64(kind.round)+0.5)/roundings)
	}
	return w.bodies[kind]
}

// makeDie gives a definition a body, colours that differ from the floor, and a print.
func (w *workshop) makeDie(def models.Die, floor rgb, rng *rand.Rand) (*die, error) {
	shape := vision.Shape(def.Shape)
	d := &die{def: def, solid: w.body(shape, rng), size: 16}
	if def.SizeMM != nil {
		d.size = *def.SizeMM
	}
	body, ink, err := d.material(floor, rng)
	if err != nil {
		return nil, err
	}
	p, err := w.printer(def, rng)
	if err != nil {
		return nil, err
	}
	body.glitter = w.material == "glitter"
	if d.skin, err = newSkin(def, d.solid, body, ink, p); err != nil {
		return nil, err
	}
	d.skin.gloss, d.skin.sharp = float32(0.25+0.75*rng.Float64()), float32(0.02+0.1*rng.Float64())
	if w.material != "" {
		d.skin.madeOf(w.material, body.a, ink, rng)
	}
	return d, nil
}

// material picks the plastic and the ink: the definition's own, or common ones.
func (d *die) material(floor rgb, rng *rand.Rand) (plastic, rgb, error) {
	p := plastic{pattern: d.def.Pattern, seed: rng.Uint32(), bend: 6 * rng.Float64()}
	if len(d.def.Colors) > 0 {
		return d.givenMaterial(p)
	}
	name := bodies[rng.IntN(len(bodies))]
	for range 40 {
		if unlike(hex(paint[name]), floor) > 0.3 {
			break
		}
		name = bodies[rng.IntN(len(bodies))]
	}
	p.a, d.colors = named(name, rng), []string{name}
	p.b = p.a
	if p.pattern == "" {
		p.pattern = []string{"plain", "plain", "plain", "pearl", "marble", "swirl", "speckle"}[rng.IntN(7)]
	}
	if p.pattern == "marble" || p.pattern == "swirl" || p.pattern == "speckle" {
		other := partners[name][rng.IntN(len(partners[name]))]
		p.b = named(other, rng)
		d.colors = append(d.colors, other)
	}
	return p, hex(paint[inkOn(p.a, p.b, rng)]), nil
}

// partners are second colours that makers combine with a first one. None is so different from it that no ink would
// show on both.
var partners = map[string][]string{
	"white": {"ivory", "light blue", "pink"}, "ivory": {"white", "yellow", "orange"}, "black": {"red", "blue", "purple", "green"},
	"red": {"black", "purple", "brown"}, "green": {"black", "teal", "blue"}, "blue": {"black", "purple", "teal"},
	"yellow": {"white", "orange", "ivory"}, "orange": {"yellow", "red"}, "purple": {"black", "blue", "red"},
	"teal": {"blue", "green", "black"}, "light blue": {"white", "cyan"}, "pink": {"white", "ivory"},
	"grey": {"black", "blue"}, "brown": {"black", "red"},
}

func (d *die) givenMaterial(p plastic) (plastic, rgb, error) {
	colors := make([]rgb, 2)
	for i, text := range append([]string{d.def.Colors[0]}, d.def.Colors[len(d.def.Colors)-1]) {
		c, err := parseColor(text)
		if err != nil {
			return plastic{}, rgb{}, fmt.Errorf("die %q: %w", d.def.ID, err)
		}
		colors[i] = c
		if name := nearestName(c); i == 0 || name != d.colors[0] {
			d.colors = append(d.colors, name)
		}
	}
	p.a, p.b = colors[0], colors[1]
	ink := hex(paint["white"])
	if p.a.mix(p.b, 0.5).light() > 0.25 {
		ink = hex(paint["black"])
	}
	if d.def.Ink != "" {
		c, err := parseColor(d.def.Ink)
		if err != nil {
			return plastic{}, rgb{}, fmt.Errorf("die %q: ink: %w", d.def.ID, err)
		}
		ink = c
	}
	return p, ink, nil
}

// parseColor reads a colour of a definition: a name of models.ColorNames or a hex value.
func parseColor(text string) (rgb, error) {
	if v, named := paint[text]; named {
		return hex(v), nil
	}
	var v uint32
	if n, err := fmt.Sscanf(text, "#%06x", &v); err != nil || n != 1 || len(text) != 7 {
		return rgb{}, fmt.Errorf("colour %q is neither of the form #rrggbb nor a name that is known", text)
	}
	return hex(v), nil
}

// nearestName is the name in the colour list that looks most like c.
func nearestName(c rgb) string {
	best, least := "", 9.0
	for _, name := range vision.Colors() {
		if d := unlike(c, hex(paint[name])); d < least {
			best, least = name, d
		}
	}
	return best
}

// unlike is how different two colours look, 0 to about 1.7.
func unlike(a, b rgb) float64 {
	dr := display(float64(a.r)) - display(float64(b.r))
	dg := display(float64(a.g)) - display(float64(b.g))
	db := display(float64(a.b)) - display(float64(b.b))
	return math.Sqrt(dr*dr + dg*dg + db*db)
}

// corners are the rounded body's corners in the tray's space.
func (d *die) corners(p pose) []vec {
	out := make([]vec, len(d.solid.rounded))
	for i, v := range d.solid.rounded {
		out[i] = p.place(v.mul(d.size))
	}
	return out
}

// outline is the die's contour in the picture, clockwise, px.
func (d *die) outline(p pose, c camera) []vision.Point {
	corners := d.corners(p)
	pts := make([]vision.Point, len(corners))
	for i, v := range corners {
		pts[i] = c.see(v)
	}
	return hull(pts)
}

// lying is the pose with result up on top, at a place on the floor and turned by yaw.
func (d *die) lying(up int, x, y, yaw float64) pose {
	q := turn(vec{0, 0, 1}, yaw).mul(turnTo(d.solid.ups[up], vec{0, 0, 1}))
	return pose{vec{x, y, d.solid.rest * d.size}, q}
}
