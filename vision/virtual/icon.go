package virtual

import (
	"math"
	"slices"
)

// icon is a picture that the virtual table can draw: a simple shape made up for it.
func icon(name string) (path, bool) {
	switch name {
	case "star":
		return rays(5, 0.5, 0.2), true
	case "burst":
		return append(rays(12, 0.5, 0.36), disc(0, 0, 0.2, true)...), true
	case "moon":
		return moon(), true
	case "leaf":
		return append(lens(0.5, 0.27), polygon([2]float64{-0.03, -0.3}, [2]float64{-0.03, 0.25}, [2]float64{0.03, 0.25}, [2]float64{0.03, -0.3})...), true
	case "drop":
		return drop(), true
	case "bolt":
		return polygon([2]float64{0.05, 0.5}, [2]float64{-0.28, -0.06}, [2]float64{-0.04, -0.06}, [2]float64{-0.12, -0.5},
			[2]float64{0.28, 0.1}, [2]float64{0.04, 0.1}, [2]float64{0.24, 0.5}), true
	case "wave":
		return wave(), true
	case "flower":
		return flower(), true
	case "heart":
		return heart(), true
	case "arrow":
		return polygon([2]float64{0, 0.5}, [2]float64{-0.36, 0.05}, [2]float64{-0.12, 0.05}, [2]float64{-0.12, -0.5},
			[2]float64{0.12, -0.5}, [2]float64{0.12, 0.05}, [2]float64{0.36, 0.05}), true
	case "plus":
		return append(bar(0.46, 0.09), bar(0.09, 0.46)...), true
	case "minus":
		return bar(0.46, 0.09), true
	case "ring":
		return append(disc(0, 0, 0.46, false), disc(0, 0, 0.28, true)...), true
	case "cross":
		return polygon([2]float64{-0.14, 0.46}, [2]float64{-0.14, 0.14}, [2]float64{-0.46, 0.14}, [2]float64{-0.46, -0.14},
			[2]float64{-0.14, -0.14}, [2]float64{-0.14, -0.46}, [2]float64{0.14, -0.46}, [2]float64{0.14, -0.14},
			[2]float64{0.46, -0.14}, [2]float64{0.46, 0.14}, [2]float64{0.14, 0.14}, [2]float64{0.14, 0.46}), true
	}
	return nil, false
}

// Icons lists the names of the pictures that the virtual table can draw on a die.
func Icons() []string {
	return []string{"arrow", "bolt", "cross", "drop", "flower", "heart", "leaf", "moon", "ring", "star", "burst", "wave", "plus", "minus"}
}

// bar is a rectangle in the middle. w and h are half its width and height.
func bar(w, h float64) path {
	return polygon([2]float64{-w, h}, [2]float64{-w, -h}, [2]float64{w, -h}, [2]float64{w, h})
}

func rays(n int, far, near float64) path {
	var pts [][2]float64
	for i := range 2 * n {
		r := far
		if i%2 == 1 {
			r = near
		}
		sin, cos := math.Sincos(math.Pi/2 + math.Pi*float64(i)/float64(n))
		pts = append(pts, [2]float64{r * cos, r * sin})
	}
	return polygon(pts...)
}

func moon() path {
	var pts [][2]float64
	arc := func(x, r, from, to float64) {
		for i := range 25 {
			sin, cos := math.Sincos(from + (to-from)*float64(i)/24)
			pts = append(pts, [2]float64{x + r*cos, r * sin})
		}
	}
	// The inner bow runs back through the same two tips, around a middle further to the right.
	const tip, aside = 0.95, 0.3
	arc(0, 0.48, tip, 2*math.Pi-tip)
	high, x := 0.48*math.Sin(tip), 0.48*math.Cos(tip)
	r, a := math.Hypot(high, x-aside), math.Atan2(high, x-aside)
	arc(aside, r, 2*math.Pi-a, a)
	return polygon(pts...)
}

func lens(tall, wide float64) path {
	return path{
		{'M', [3][2]float64{{0, tall}}},
		{'Q', [3][2]float64{{-2 * wide, 0}, {0, -tall}}},
		{'Q', [3][2]float64{{2 * wide, 0}, {0, tall}}},
	}
}

func drop() path {
	return path{
		{'M', [3][2]float64{{0, 0.5}}},
		{'C', [3][2]float64{{-0.1, 0.2}, {-0.34, 0.05}, {-0.34, -0.16}}},
		{'C', [3][2]float64{{-0.34, -0.62}, {0.34, -0.62}, {0.34, -0.16}}},
		{'C', [3][2]float64{{0.34, 0.05}, {0.1, 0.2}, {0, 0.5}}},
	}
}

func heart() path {
	return path{
		{'M', [3][2]float64{{0, -0.48}}},
		{'C', [3][2]float64{{0.7, 0.02}, {0.46, 0.62}, {0, 0.24}}},
		{'C', [3][2]float64{{-0.46, 0.62}, {-0.7, 0.02}, {0, -0.48}}},
	}
}

func wave() path {
	var upper, lower [][2]float64
	for i := range 33 {
		x := -0.5 + float64(i)/32
		y := 0.16 * math.Sin(x*4*math.Pi)
		upper = append(upper, [2]float64{x, y + 0.1})
		lower = append(lower, [2]float64{x, y - 0.1})
	}
	slices.Reverse(upper)
	return polygon(append(lower, upper...)...)
}

func flower() path {
	var out path
	for i := range 6 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 6)
		out = append(out, disc(0.3*cos, 0.3*sin, 0.17, false)...)
	}
	return append(out, disc(0, 0, 0.11, false)...)
}
