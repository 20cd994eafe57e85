package virtual

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// stroke is one piece of a path: 'M', 'L', 'Q' or 'C' with one to three points.
type stroke struct {
	op  byte
	pts [3][2]float64
}

// path is an outline that is filled by the non-zero rule. y points up. It is about 1 high around 0,0.
type path []stroke

// spot says where on a face a path is drawn: its middle, its size and where its top points.
type spot struct {
	x, y, size float64
	// angle is in radians, counter-clockwise.
	angle float64
}

func (s spot) apply(p [2]float64) (x, y float64) {
	sin, cos := math.Sincos(s.angle)
	return s.x + s.size*(p[0]*cos-p[1]*sin), s.y + s.size*(p[0]*sin+p[1]*cos)
}

// mask is the print of one face: alpha over a square of side 2*reach around the face's middle.
type mask struct {
	alpha *image.Alpha
	n     int
	reach float64
}

func newMask(n int, reach float64) mask {
	return mask{image.NewAlpha(image.Rect(0, 0, n, n)), n, reach}
}

// draw adds a path to the mask.
func (m mask) draw(p path, at spot) {
	r := vector.NewRasterizer(m.n, m.n)
	to := func(pt [2]float64) (float32, float32) {
		x, y := at.apply(pt)
		k := float64(m.n) / (2 * m.reach)
		return float32((x + m.reach) * k), float32((m.reach - y) * k)
	}
	for _, s := range p {
		ax, ay := to(s.pts[0])
		bx, by := to(s.pts[1])
		cx, cy := to(s.pts[2])
		switch s.op {
		case 'M':
			r.ClosePath()
			r.MoveTo(ax, ay)
		case 'L':
			r.LineTo(ax, ay)
		case 'Q':
			r.QuadTo(ax, ay, bx, by)
		case 'C':
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
	r.Draw(m.alpha, m.alpha.Bounds(), image.NewUniform(color.Opaque), image.Point{})
}

// text outlines a short word around 0,0, with digits 1 high. It also returns the width.
func text(f *sfnt.Font, word string) (path, float64, error) {
	const em = 1000
	var buf sfnt.Buffer
	var out path
	pen := 0.0
	for _, r := range word {
		i, err := f.GlyphIndex(&buf, r)
		if err != nil {
			return nil, 0, fmt.Errorf("look up %q in the font: %w", r, err)
		}
		segments, err := f.LoadGlyph(&buf, i, fixed.I(em), nil)
		if err != nil {
			return nil, 0, fmt.Errorf("outline %q: %w", r, err)
		}
		for _, s := range segments {
			out = append(out, glyphStroke(s, pen))
		}
		advance, err := f.GlyphAdvance(&buf, i, fixed.I(em), 0)
		if err != nil {
			return nil, 0, fmt.Errorf("measure %q: %w", r, err)
		}
		pen += float64(advance) / 64
	}
	const digit = 0.72 * em
	for i := range out {
		for k := range out[i].pts {
			out[i].pts[k][0] = (out[i].pts[k][0] - pen/2) / digit
			out[i].pts[k][1] = out[i].pts[k][1]/digit - 0.5
		}
	}
	return out, pen / digit, nil
}

func glyphStroke(s sfnt.Segment, pen float64) stroke {
	op := map[sfnt.SegmentOp]byte{
		sfnt.SegmentOpMoveTo: 'M', sfnt.SegmentOpLineTo: 'L',
		sfnt.SegmentOpQuadTo: 'Q', sfnt.SegmentOpCubeTo: 'C',
	}[s.Op]
	out := stroke{op: op}
	for k, p := range s.Args {
		out.pts[k] = [2]float64{float64(p.X)/64 + pen, -float64(p.Y) / 64}
	}
	return out
}

// polygon is a path of straight lines.
func polygon(pts ...[2]float64) path {
	var out path
	for i, p := range pts {
		op := byte('L')
		if i == 0 {
			op = 'M'
		}
		out = append(out, stroke{op, [3][2]float64{p}})
	}
	return out
}

// disc is a round blob. Clockwise discs cut holes into counter-clockwise ones.
func disc(x, y, r float64, clockwise bool) path {
	const sides = 24
	pts := make([][2]float64, sides)
	for i := range pts {
		a := 2 * math.Pi * float64(i) / sides
		if clockwise {
			a = -a
		}
		sin, cos := math.Sincos(a)
		pts[i] = [2]float64{x + r*cos, y + r*sin}
	}
	return polygon(pts...)
}
