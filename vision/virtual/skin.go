package virtual

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"astragal/models"
	"astragal/vision"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
)

// texels is the side of a face's texture.
const texels = 112

// skin is the look of a die's faces. For each face it holds the colour of the plastic with its print, over a square
// of side 2*reach.
type skin struct {
	texture [][]rgb
	reach   []float64
	// second is the share of the plastic around each face's middle that is mostly of the second colour, 0 to 1.
	second []float64
	// gloss is how strongly lamps mirror in the die, sharp how small the mirrored lamp is.
	gloss, sharp float32
	// ink is how much of each texel is ink, 0 to 1.
	ink [][]float32
	material
}

// plastic is a die's material: one colour, or two that mix.
type plastic struct {
	pattern string
	a, b    rgb
	seed    uint32
	bend    float64
	// glitter says that flakes shine in it.
	glitter bool
}

// second is how much of its second colour the plastic has at a point of the die (of size 1), 0 to 1.
func (p plastic) second(v vec) float64 {
	switch p.pattern {
	case "marble":
		return smooth(0.42, 0.6, clouds(v.mul(2.6).add(vec{p.bend, 3, 7}), p.seed, 3))
	case "swirl":
		w := clouds(v.mul(1.7), p.seed, 2)
		return smooth(0.3, 0.75, 0.5+0.5*math.Sin(9*(v.x*math.Cos(p.bend)+v.y*math.Sin(p.bend)+0.4*v.z)+7*w))
	case "speckle":
		return smooth(0.72, 0.8, grain(v.mul(19), p.seed))
	}
	return 0
}

// at is the colour of the plastic at a point of the die (of size 1).
func (p plastic) at(v vec) rgb {
	if p.pattern == "pearl" {
		k := clouds(v.mul(3.1), p.seed, 3)
		return p.a.mul(float32(0.72 + 0.56*k))
	}
	fine := float32(0.97 + 0.06*grain(v.mul(40), p.seed+9))
	if p.glitter {
		fine += flakes(v, p.seed)
	}
	if k := p.second(v); k > 0 {
		return p.a.mix(p.b, float32(k)).mul(fine)
	}
	return p.a.mul(fine)
}

// fonts are the typefaces of printed numerals.
func fonts() ([]*sfnt.Font, error) {
	var out []*sfnt.Font
	for _, raw := range [][]byte{gobold.TTF, gobold.TTF, gomedium.TTF} {
		f, err := sfnt.Parse(raw)
		if err != nil {
			return nil, fmt.Errorf("read a typeface: %w", err)
		}
		out = append(out, f)
	}
	return out, nil
}

// printer draws what is printed on a die's faces.
type printer struct {
	font *sfnt.Font
	// pip is the radius of a pip, spread how far pips lie from the middle (side 1).
	pip, spread float64
	// two is how far a two's pips lie from the middle along a side, or 0 if they lie across. one is how much larger a one's pip is.
	two, one float64
	// sign is what marks 6 and 9: "underline", "dot" or "".
	sign     string
	size     float64
	pictures map[string]path
	// out is how far from a d4's face's middle towards a corner the corner's number stands, as a share of the way; less than 0 towards the edge below.
	out float64
	// pips says that a d6 without icons shows pips.
	pips bool
}

func (w *workshop) printer(def models.Die, rng *rand.Rand) (printer, error) {
	if w.fonts == nil {
		all, err := fonts()
		if err != nil {
			return printer{}, err
		}
		w.fonts = all
	}
	p := printer{
		font: w.fonts[rng.IntN(len(w.fonts))], pip: 0.085 + 0.03*rng.Float64(), spread: 0.235 + 0.035*rng.Float64(),
		pictures: w.pictures, sign: "underline", size: 0.9 + 0.2*rng.Float64(), pips: def.Shape == "d6" && def.ID != "d6-numbered",
	}
	if rng.IntN(3) == 0 {
		p.sign = "dot"
	}
	if p.out = 0.47; w.lowD4 {
		p.out = -0.26
	}
	if w.closePips {
		p.two, p.one = 0.13+0.1*rng.Float64(), 1.3+0.9*rng.Float64()
	}
	return p, nil
}

// newSkin prints a die.
func newSkin(def models.Die, s *solid, body plastic, ink rgb, p printer) (*skin, error) {
	out := &skin{}
	for i, f := range s.faces {
		reach := 0.0
		for _, c := range f.corners {
			reach = max(reach, s.verts[c].sub(f.middle).len())
		}
		m := newMask(texels, reach)
		if err := p.face(m, def, s, i); err != nil {
			return nil, fmt.Errorf("die %q, face %d: %w", def.ID, i, err)
		}
		texture, second := dye(m, f, body, ink)
		out.texture, out.second = append(out.texture, texture), append(out.second, second)
		out.ink = append(out.ink, shares(m))
		out.reach = append(out.reach, reach)
	}
	return out, nil
}

// aroundMiddle says for which part of a face the plastic's second colour is measured, as a share of how far the face
// reaches. That part is about what is completely seen of it.
const aroundMiddle = 0.6

// dye gives a face its colours. It returns the share of the plastic around its middle that is mostly of the second
// colour.
func dye(m mask, f face, body plastic, ink rgb) ([]rgb, float64) {
	out := make([]rgb, m.n*m.n)
	step := 2 * m.reach / float64(m.n)
	second, all := 0.0, 0.0
	for j := range m.n {
		up := m.reach - (float64(j)+0.5)*step
		for i := range m.n {
			right := (float64(i)+0.5)*step - m.reach
			at := f.middle.along(f.right, right).along(f.up, up)
			a := float32(m.alpha.Pix[j*m.alpha.Stride+i]) / 255
			out[j*m.n+i] = body.at(at).mix(ink, a)
			if a < 0.5 && math.Hypot(right, up) <= aroundMiddle*m.reach {
				all++
				if body.second(at) >= 0.5 {
					second++
				}
			}
		}
	}
	return out, second / max(all, 1)
}

// shares is how much of each texel is ink, 0 to 1.
func shares(m mask) []float32 {
	out := make([]float32, m.n*m.n)
	for j := range m.n {
		for i := range m.n {
			out[j*m.n+i] = float32(m.alpha.Pix[j*m.alpha.Stride+i]) / 255
		}
	}
	return out
}

func (p printer) face(m mask, def models.Die, s *solid, i int) error {
	f := s.faces[i]
	if s.shape == vision.D4 {
		return p.corners(m, def, s, f)
	}
	d := def.Faces[i]
	if d.Icon != "" {
		return p.picture(m, d, s, f)
	}
	if d.Value == nil {
		return nil
	}
	if p.pips && *d.Value >= 1 && *d.Value <= 6 {
		p.drawPips(m, *d.Value)
		return nil
	}
	at := spot{size: f.reach * 0.95 * p.size}
	switch s.shape {
	case vision.D20:
		at.size = f.reach * 0.8 * p.size
	case vision.D10:
		at.y = -f.reach * 0.12
		at.size = f.reach * 0.8 * p.size
	default:
	}
	return p.numeral(m, p.word(def, *d.Value), at)
}

// word is what is printed for a value. A d10's 10 is 0, a percentile die's 0 is 00.
func (p printer) word(def models.Die, value int) string {
	if def.Shape == "d10" {
		switch {
		case value == 0:
			return "00"
		case value == 10 && !percentile(def):
			return "0"
		}
	}
	return strconv.Itoa(value)
}

func percentile(def models.Die) bool {
	for _, f := range def.Faces {
		if f.Value != nil && *f.Value > 10 {
			return true
		}
	}
	return false
}

func (p printer) numeral(m mask, word string, at spot) error {
	glyphs, wide, err := text(p.font, word)
	if err != nil {
		return err
	}
	if wide > 1.25 {
		at.size *= 1.25 / wide * 1.05
	}
	m.draw(glyphs, at)
	if word != "6" && word != "9" && word != "60" && word != "90" {
		return nil
	}
	if p.sign == "dot" {
		m.draw(disc(wide/2+0.06, -0.43, 0.09, false), at)
	} else {
		w := wide * 0.42
		m.draw(polygon([2]float64{-w, -0.63}, [2]float64{w, -0.63}, [2]float64{w, -0.74}, [2]float64{-w, -0.74}), at)
	}
	return nil
}

// corners prints a d4's face: for each corner it prints the result of that corner, upright if the corner is up.
func (p printer) corners(m mask, def models.Die, s *solid, f face) error {
	for _, c := range f.corners {
		d := s.verts[c].sub(f.middle)
		out := d.unit()
		result := 0
		for i, up := range s.ups {
			if up.dot(s.verts[c].unit()) > 1-1e-6 {
				result = i
			}
		}
		at := spot{
			x: out.dot(f.right) * d.len() * p.out, y: out.dot(f.up) * d.len() * p.out, size: f.reach * 0.72 * p.size,
			angle: math.Atan2(-out.dot(f.right), out.dot(f.up)),
		}
		what := def.Faces[result]
		if what.Icon != "" {
			shape, ok := p.icon(what.Icon)
			if !ok {
				return noIcon(what.Icon)
			}
			m.draw(shape, at)
			continue
		}
		if what.Value != nil {
			if err := p.numeral(m, strconv.Itoa(*what.Value), at); err != nil {
				return err
			}
		}
	}
	return nil
}

// icon is a picture of the table's own, or a built-in one.
func (p printer) icon(name string) (path, bool) {
	if own, ok := p.pictures[name]; ok {
		return own, true
	}
	return icon(name)
}

func noIcon(name string) error {
	return fmt.Errorf("the virtual table has no picture of %q; it can draw %v", name, Icons())
}

func (p printer) drawPips(m mask, n int) {
	spread, radius, places := p.spread, p.pip, pipPlaces(n)
	switch {
	case n == 1 && p.one > 0:
		radius *= p.one
	case n == 2 && p.two > 0:
		spread, places = p.two, [][2]float64{{0, 1}, {0, -1}}
	}
	for _, at := range places {
		m.draw(disc(at[0]*spread, at[1]*spread, radius, false), spot{size: 1})
	}
}

// pipPlaces are the usual places of pips, in units of the spread.
func pipPlaces(n int) [][2]float64 {
	var out [][2]float64
	if n%2 == 1 {
		out = append(out, [2]float64{})
	}
	if n >= 2 {
		out = append(out, [2]float64{-1, 1}, [2]float64{1, -1})
	}
	if n >= 4 {
		out = append(out, [2]float64{1, 1}, [2]float64{-1, -1})
	}
	if n == 6 {
		out = append(out, [2]float64{-1, 0}, [2]float64{1, 0})
	}
	return out
}

func (p printer) picture(m mask, d models.Face, s *solid, f face) error {
	shape, ok := p.icon(d.Icon)
	if !ok {
		return noIcon(d.Icon)
	}
	n := max(d.Count, 1)
	size := []float64{1.25, 0.8, 0.72, 0.68, 0.58, 0.55}[min(n, 6)-1] * f.reach
	places := pipPlaces(n)
	spread := f.reach * 0.46
	var number spot
	middle := 0.0
	if d.Value != nil {
		number = besideIcon(s.shape, f.reach)
		size *= 0.9
		middle = -number.y / 5
	}
	if s.shape != vision.D6 {
		size *= 0.9
		spread *= 0.9
	}
	for _, at := range places {
		m.draw(shape, spot{x: at[0] * spread, y: middle + at[1]*spread, size: size})
	}
	if d.Value != nil && f.reach > 0 {
		return p.numeral(m, strconv.Itoa(*d.Value), number)
	}
	return nil
}

// besideIcon is where a number stands beside a face's icon, as on terrain dice: in a corner, or under the icon if the
// corners are too blunt.
func besideIcon(s vision.Shape, reach float64) spot {
	switch s {
	case vision.D6:
		return spot{x: 0.68 * reach, y: -0.66 * reach, size: 0.36 * reach}
	case vision.D10, vision.D12:
		return spot{y: -0.7 * reach, size: 0.34 * reach}
	default:
		return spot{y: 0.95 * reach, size: 0.6 * reach}
	}
}
