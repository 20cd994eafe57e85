package virtual

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// svgPath turns the data of an SVG path, in a square of the given side, into a path.
func svgPath(data string, side float64) (path, error) {
	p := pen{text: data, side: side}
	for {
		op, ok := p.op()
		if !ok {
			break
		}
		if err := p.draw(op); err != nil {
			return nil, fmt.Errorf("path data at %d: %w", p.i, err)
		}
	}
	if p.err != nil {
		return nil, fmt.Errorf("path data at %d: %w", p.i, p.err)
	}
	if len(p.out) < 3 {
		return nil, errors.New("path data: there is nothing in it")
	}
	return p.out, nil
}

// pen follows path data.
type pen struct {
	text string
	i    int
	side float64
	out  path
	err  error

	last       byte
	x, y       float64
	fromX      float64
	fromY      float64
	ctrlX      float64 // of the previous curve, for S and T
	ctrlY      float64
	ctrlOf     byte
	repeatedAs byte
}

func (p *pen) skip() {
	for p.i < len(p.text) && strings.IndexByte(" ,\t\n\r", p.text[p.i]) >= 0 {
		p.i++
	}
}

// op is the next command. Numbers without a command repeat the last one.
func (p *pen) op() (byte, bool) {
	p.skip()
	if p.i >= len(p.text) || p.err != nil {
		return 0, false
	}
	if c := p.text[p.i]; c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
		p.i++
		p.last = c
		p.repeatedAs = c
		switch c {
		case 'M':
			p.repeatedAs = 'L'
		case 'm':
			p.repeatedAs = 'l'
		}
		return c, true
	}
	if p.last == 0 || p.last == 'z' || p.last == 'Z' {
		p.err = errors.New("a number where a command should be")
		return 0, false
	}
	return p.repeatedAs, true
}

func (p *pen) number() float64 {
	p.skip()
	from, dot := p.i, false
	for p.i < len(p.text) {
		c := p.text[p.i]
		exp := p.i > from && (p.text[p.i-1] == 'e' || p.text[p.i-1] == 'E')
		switch {
		case c >= '0' && c <= '9', c == 'e' || c == 'E':
		case (c == '-' || c == '+') && (p.i == from || exp):
		case c == '.' && !dot:
			dot = true
		default:
			return p.parsed(from)
		}
		p.i++
	}
	return p.parsed(from)
}

func (p *pen) parsed(from int) float64 {
	v, err := strconv.ParseFloat(p.text[from:p.i], 64)
	if err != nil && p.err == nil {
		p.err = fmt.Errorf("%q is no number", p.text[from:min(len(p.text), max(p.i, from+1))])
	}
	return v
}

// flag is a 0 or 1 of an arc. No space needs to follow it.
func (p *pen) flag() bool {
	p.skip()
	if p.i >= len(p.text) || p.text[p.i] != '0' && p.text[p.i] != '1' {
		if p.err == nil {
			p.err = errors.New("an arc's flag must be 0 or 1")
		}
		return false
	}
	p.i++
	return p.text[p.i-1] == '1'
}

// point reads a point. Relative ones count from the pen's position.
func (p *pen) point(relative bool) (x, y float64) {
	x, y = p.number(), p.number()
	if relative {
		x, y = x+p.x, y+p.y
	}
	return x, y
}

func (p *pen) place(x, y float64) [2]float64 { return [2]float64{x/p.side - .5, .5 - y/p.side} }

func (p *pen) line(x, y float64) {
	p.out = append(p.out, stroke{'L', [3][2]float64{p.place(x, y)}})
	p.x, p.y = x, y
}

func (p *pen) draw(op byte) error {
	relative := op >= 'a'
	kind := op &^ 0x20
	before := p.ctrlOf
	p.ctrlOf = 0
	switch kind {
	case 'M':
		x, y := p.point(relative)
		p.out = append(p.out, stroke{'M', [3][2]float64{p.place(x, y)}})
		p.x, p.y, p.fromX, p.fromY = x, y, x, y
	case 'L':
		p.line(p.point(relative))
	case 'H':
		x := p.number()
		if relative {
			x += p.x
		}
		p.line(x, p.y)
	case 'V':
		y := p.number()
		if relative {
			y += p.y
		}
		p.line(p.x, y)
	case 'C', 'S':
		p.cubic(kind, relative, before)
	case 'Q', 'T':
		p.quadratic(kind, relative, before)
	case 'A':
		rx, ry, turn := p.number(), p.number(), p.number()
		large, sweep := p.flag(), p.flag()
		x, y := p.point(relative)
		p.arc(math.Abs(rx), math.Abs(ry), turn*math.Pi/180, large, sweep, x, y)
	case 'Z':
		p.line(p.fromX, p.fromY)
	default:
		return fmt.Errorf("%q is no command", string(op))
	}
	return p.err
}

func (p *pen) cubic(kind byte, relative bool, before byte) {
	ax, ay := p.x, p.y
	if kind == 'C' {
		ax, ay = p.point(relative)
	} else if before == 'C' {
		ax, ay = 2*p.x-p.ctrlX, 2*p.y-p.ctrlY
	}
	bx, by := p.point(relative)
	x, y := p.point(relative)
	p.out = append(p.out, stroke{'C', [3][2]float64{p.place(ax, ay), p.place(bx, by), p.place(x, y)}})
	p.x, p.y, p.ctrlX, p.ctrlY, p.ctrlOf = x, y, bx, by, 'C'
}

func (p *pen) quadratic(kind byte, relative bool, before byte) {
	ax, ay := p.x, p.y
	if kind == 'Q' {
		ax, ay = p.point(relative)
	} else if before == 'Q' {
		ax, ay = 2*p.x-p.ctrlX, 2*p.y-p.ctrlY
	}
	x, y := p.point(relative)
	p.out = append(p.out, stroke{'Q', [3][2]float64{p.place(ax, ay), p.place(x, y)}})
	p.x, p.y, p.ctrlX, p.ctrlY, p.ctrlOf = x, y, ax, ay, 'Q'
}

// arcPieces is how many straight pieces an arc is drawn with.
const arcPieces = 16

// arc draws a part of an ellipse from the end points that SVG gives (its implementation notes, B.2.4).
func (p *pen) arc(rx, ry, turn float64, large, sweep bool, x, y float64) {
	if rx == 0 || ry == 0 || (x == p.x && y == p.y) {
		p.line(x, y)
		return
	}
	sin, cos := math.Sincos(turn)
	dx, dy := (p.x-x)/2, (p.y-y)/2
	ux, uy := cos*dx+sin*dy, -sin*dx+cos*dy
	if grow := ux*ux/(rx*rx) + uy*uy/(ry*ry); grow > 1 {
		rx, ry = rx*math.Sqrt(grow), ry*math.Sqrt(grow)
	}
	k := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*uy*uy-ry*ry*ux*ux)/(rx*rx*uy*uy+ry*ry*ux*ux)))
	if large == sweep {
		k = -k
	}
	mx, my := k*rx*uy/ry, -k*ry*ux/rx
	cx, cy := cos*mx-sin*my+(p.x+x)/2, sin*mx+cos*my+(p.y+y)/2
	from := math.Atan2((uy-my)/ry, (ux-mx)/rx)
	by := math.Atan2((-uy-my)/ry, (-ux-mx)/rx) - from
	switch {
	case sweep && by < 0:
		by += 2 * math.Pi
	case !sweep && by > 0:
		by -= 2 * math.Pi
	}
	for i := 1; i < arcPieces; i++ {
		s, c := math.Sincos(from + by*float64(i)/arcPieces)
		p.line(cx+rx*c*cos-ry*s*sin, cy+rx*c*sin+ry*s*cos)
	}
	p.line(x, y)
}
