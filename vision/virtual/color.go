package virtual

import (
	"math"
	"math/rand/v2"
)

// rgb is light in linear units. 1 is white paper in full light.
type rgb struct{ r, g, b float32 }

func (c rgb) mul(k float32) rgb { return rgb{c.r * k, c.g * k, c.b * k} }
func (c rgb) tint(o rgb) rgb    { return rgb{c.r * o.r, c.g * o.g, c.b * o.b} }
func (c rgb) add(o rgb) rgb     { return rgb{c.r + o.r, c.g + o.g, c.b + o.b} }
func (c rgb) mix(o rgb, k float32) rgb {
	return rgb{c.r + (o.r-c.r)*k, c.g + (o.g-c.g)*k, c.b + (o.b-c.b)*k}
}
func (c rgb) light() float32 { return 0.2126*c.r + 0.7152*c.g + 0.0722*c.b }

// hex turns 0xrrggbb (sRGB) into linear light.
func hex(v uint32) rgb {
	return rgb{linear(float64(v>>16&255) / 255), linear(float64(v>>8&255) / 255), linear(float64(v&255) / 255)}
}

func linear(v float64) float32 {
	if v <= 0.04045 {
		return float32(v / 12.92)
	}
	return float32(math.Pow((v+0.055)/1.055, 2.4))
}

func display(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// paint is the colour of the plastic for each colour name.
var paint = map[string]uint32{
	"white": 0xf2f2ee, "ivory": 0xeee3c4, "grey": 0x84868a, "black": 0x17171a,
	"red": 0xb9161d, "pink": 0xe88bae, "orange": 0xe8711a, "brown": 0x6b4023,
	"yellow": 0xf1cd1b, "gold": 0xb98a2b, "green": 0x168043, "teal": 0x0f8078,
	"cyan": 0x2fc4d6, "light blue": 0x86b6e4, "blue": 0x1c45ad, "purple": 0x5b2a8c, "silver": 0xb8bcc2,
	"bronze": 0x8c6239, "metal": 0x8e9094,
}

// bodies are the colours that dice are commonly made of, in order.
var bodies = []string{
	"white", "ivory", "black", "red", "green", "blue", "yellow", "orange",
	"purple", "teal", "light blue", "pink", "grey", "brown",
}

// named is a colour with a small random difference, as two batches of plastic have it.
func named(name string, rng *rand.Rand) rgb {
	c := hex(paint[name])
	k := float32(0.9 + 0.2*rng.Float64())
	return rgb{wobble(c.r*k, rng), wobble(c.g*k, rng), wobble(c.b*k, rng)}
}

func wobble(v float32, rng *rand.Rand) float32 {
	return float32(clamp(float64(v)*(0.95+0.1*rng.Float64()), 0.004, 0.9))
}

// inks are common colours of print. The more common ones are listed more often.
var inks = []string{"white", "white", "white", "black", "black", "gold", "red", "yellow", "silver"}

// inkOn picks a print colour that can be told apart from both colours of the plastic.
func inkOn(a, b rgb, rng *rand.Rand) string {
	var fit []string
	best, most := "white", 0.0
	for _, name := range inks {
		gap := min(contrast(hex(paint[name]), a), contrast(hex(paint[name]), b))
		if gap > 0.4 {
			fit = append(fit, name)
		}
		if gap > most {
			best, most = name, gap
		}
	}
	if len(fit) == 0 {
		return best
	}
	return fit[rng.IntN(len(fit))]
}

// contrast is the difference in brightness of two colours, 0 to 1.
func contrast(a, b rgb) float64 {
	return math.Abs(display(float64(a.light())) - display(float64(b.light())))
}

// kelvin is the tint of a lamp with a colour temperature. Green is 1.
func kelvin(k float64) rgb {
	t := k / 100
	r, b := 1.0, 1.0
	g := clamp(0.39008157876*math.Log(t)-0.63184144378, 0.1, 1)
	switch {
	case t > 66:
		r = clamp(1.292936186*math.Pow(t-60, -0.1332047592), 0, 1)
		g = clamp(1.129890861*math.Pow(t-60, -0.0755148492), 0, 1)
	case t > 19:
		b = clamp(0.54320678911*math.Log(t-10)-1.19625408914, 0, 1)
	default:
		b = 0
	}
	return rgb{linear(r) / linear(g), 1, linear(b) / linear(g)}
}
