package virtual

import (
	"math"
	"math/rand/v2"
)

// Look is how a table looks: its floor, rim, lamps and camera.
type Look struct {
	// Floor is one of Floors(). FloorColor is 0xrrggbb.
	Floor      string
	FloorColor uint32
	// TrayWidth and TrayHeight are the size of the floor inside the rim, mm.
	TrayWidth, TrayHeight float64
	// RimHeight and RimWidth are in mm. If the height is 0, there is no tray, and the floor reaches beyond the
	// picture.
	RimHeight, RimWidth float64
	RimColor            uint32
	// Table is what lies around the tray, 0xrrggbb.
	Table uint32
	// Lamps shine in addition to the room's own light, whose share is Ambient (0 to 1).
	Lamps   []Lamp
	Ambient float64
	// RoomKelvin is the colour temperature of the room's light.
	RoomKelvin float64
	// Height is the camera's height over the floor, mm. Lean are its two tilts and Spin its turn, in degrees.
	Height float64
	Lean   [2]float64
	Spin   float64
	// Aimed says that the leaning camera stands where it points at the tray's middle, as people point one. If it is
	// false, the lens is shifted to see the tray. For small tilts that is nearly the same.
	Aimed bool
	// View is the width of a 16:9 picture in mm of the floor.
	View float64
	// Exposure is 1 for a well lit picture. Noise is the sensor's noise at mid grey, in 8 bit levels.
	Exposure, Noise float64
	// Blur is 0 (sharp) to 1 (soft). Vignette is how much darker the picture's corners are, 0 to 1.
	Blur, Vignette float64
	seed           uint32
}

// Lamp is a round lamp.
type Lamp struct {
	// X, Y, Z are in mm from the middle of the floor. Z is up. Radius is the lamp's radius, mm.
	X, Y, Z, Radius float64
	// Strength is the light that it brings to the middle of the floor. All lamps together bring about 1.
	Strength float64
	Kelvin   float64
}

func (l Lamp) at() vec { return vec{l.X, l.Y, l.Z} }

// Floors lists the floors that can be drawn.
func Floors() []string { return []string{"felt", "leather", "wood", "plain", "card"} }

// floorPaint are colours for each floor.
var floorPaint = map[string][]uint32{
	"felt":    {0x1d5b38, 0x14406e, 0x6e1420, 0x2b2b30, 0x4a2a66, 0x0f5c5e, 0x7c7f86},
	"leather": {0x4d2a1a, 0x202022, 0x6b1a16, 0x7a5230, 0x2a3550},
	"wood":    {0x8a5a33, 0xb08652, 0x5a3a22, 0xc79a63, 0x7b4e35},
	"plain":   {0xd8d8d4, 0x9c9ea0, 0x303236, 0x4b6b8c, 0xb7a88f},
	"card":    {0xa7a49b, 0x96948c, 0xb9a88a},
}

// RandomLook makes a table that somebody might have, from a seed.
func RandomLook(seed uint64) Look {
	rng := rand.New(rand.NewPCG(seed, 0x10ca1))
	in := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	l := Look{
		Floor: Floors()[rng.IntN(len(Floors()))], TrayWidth: in(235, 275), TrayHeight: in(130, 142),
		RimHeight: in(14, 34), RimWidth: in(5, 14), RimColor: []uint32{0x5a3a22, 0x1c1c1e, 0x8a5a33, 0x3a3f46, 0xc0b8a8}[rng.IntN(5)],
		Table:   []uint32{0xb9b4aa, 0x6b4a30, 0x8d8f92, 0x39302a, 0xd6d3cc}[rng.IntN(5)],
		Ambient: in(0.35, 0.75), RoomKelvin: in(4200, 7200), Height: in(480, 800),
		Lean: [2]float64{in(-3, 3), in(-3, 3)}, Spin: in(-4, 4),
		Exposure: in(0.75, 1.12), Noise: in(0.6, 3.2), Blur: in(0.1, 0.75), Vignette: in(0, 0.3), seed: rng.Uint32(),
	}
	l.FloorColor = floorPaint[l.Floor][rng.IntN(len(floorPaint[l.Floor]))]
	l.View = max(l.TrayWidth+2*l.RimWidth+in(6, 40), (l.TrayHeight+2*l.RimWidth)*16/9+in(8, 20))
	if rng.IntN(4) == 0 {
		l.RimHeight, l.RimWidth = 0, 0
		l.View = max(l.TrayWidth, l.TrayHeight*16/9) + in(16, 36)
	}
	lamps := 1 + rng.IntN(2)
	for range lamps {
		around, out := in(0, 2*math.Pi), in(150, 700)
		l.Lamps = append(l.Lamps, Lamp{
			X: out * math.Cos(around), Y: out * math.Sin(around), Z: in(450, 1100), Radius: in(20, 130),
			Strength: (1 - l.Ambient) / float64(lamps) * in(0.8, 1.2), Kelvin: in(2900, 6500),
		})
	}
	return l
}

// camera is the look's camera for a picture of a given size.
func (l Look) camera(width, height int) camera {
	wide := min(float64(width), float64(height)*16/9)
	focal := wide * l.Height / l.View
	leanX, leanY := l.Lean[0]*math.Pi/180, l.Lean[1]*math.Pi/180
	// A leaning camera stands aside. Its lens is shifted so that the middle of the tray is in the middle of the
	// picture.
	at := vec{-l.Height * math.Tan(leanY), l.Height * math.Tan(leanX), l.Height}
	c := newCamera(at, leanX, leanY, l.Spin*math.Pi/180, focal, width, height)
	if l.Aimed {
		c.at = c.forward.mul(l.Height / c.forward.z)
		return c
	}
	aim := c.see(vec{})
	return c.shifted(float64(width)/2-aim[0], float64(height)/2-aim[1])
}

// dieHigh is how many mm dice rise above the floor at most, as far as the picture must hold them.
const dieHigh = 28

// Leaning is the look with its camera leaning by two tilts (degrees) and pointed at the tray's middle. The camera
// moves so far off that a 16:9 picture holds the whole floor of the tray and dice at its edge. If it sees them
// already, it doesn't move.
func (l Look) Leaning(tilts [2]float64) Look {
	const step = 1.01
	l.Lean, l.Aimed = tilts, true
	for l.View < 4*l.TrayWidth && !l.seesTray() {
		l.Height, l.View = step*l.Height, step*l.View
	}
	return l
}

const (
	// flattest is how many degrees a camera can lean at most. A flatter one would lie on the floor.
	flattest = 85
	// rimHides is the lean, in degrees, beyond which a tray's rim may hide dice.
	rimHides = 35
)

// From is the look with its camera leaning by so many degrees (0 to 85) and pointed at the tray's middle from a
// distance far (mm). Dice in the middle are as large as before. Dice at the tray's edges may lie outside the picture.
// What stands upright points to the picture's top, or so many quarter turns to the left of it. A camera that leans
// far sees no tray but a table, with the room's wall behind it.
func (l Look) From(degrees float64, quarters int, far float64) Look {
	degrees = clamp(degrees, 0, flattest)
	l.Lean, l.Aimed = [][2]float64{{degrees, 0}, {0, degrees}, {-degrees, 0}, {0, -degrees}}[quarters&3], true
	cos := math.Cos(degrees * math.Pi / 180)
	l.Height, l.View = far*cos, l.View*cos
	if degrees > rimHides {
		l.RimHeight, l.RimWidth = 0, 0
	}
	return l
}

// seesTray says whether a 16:9 picture holds the whole floor and dice at its edge.
func (l Look) seesTray() bool {
	const width, height = 1280, 720
	c := l.camera(width, height)
	for _, k := range [][2]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		for _, z := range []float64{0, dieHigh} {
			p := c.see(vec{k[0] * l.TrayWidth / 2, k[1] * l.TrayHeight / 2, z})
			if p[0] < 0 || p[1] < 0 || p[0] > width || p[1] > height {
				return false
			}
		}
	}
	return true
}

// inField says whether a disc on the floor lies inside the tray.
func (l Look) inField(x, y, margin float64) bool {
	return math.Abs(x) <= l.TrayWidth/2-margin && math.Abs(y) <= l.TrayHeight/2-margin
}
