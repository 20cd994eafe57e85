package virtual

import (
	"math"

	"astragal/vision"
)

// DieTruth is the truth about one die of a frame.
type DieTruth struct {
	// Die is the definition's id, Shape the die's solid.
	Die   string       `json:"die"`
	Shape vision.Shape `json:"shape"`
	// SizeMM is the definition's size. SizePx is that size in the picture, at the die's height.
	SizeMM float64 `json:"size_mm"`
	SizePx float64 `json:"size_px"`
	// Colors are names of vision.Colors(), the body's colour first.
	Colors []string `json:"colors"`
	// Second is how much of the plastic seen from above has the second colour, 0 to 1. Only the plastic around the
	// middle of the top face counts, or of a d4's upper three faces.
	Second float64 `json:"second,omitempty"`
	// Face is the result on top (a d4's corner), with what it shows. Value is nil and Icon empty if the die has none.
	Face  int    `json:"face"`
	Icon  string `json:"icon,omitempty"`
	Count int    `json:"count,omitempty"`
	Value *int   `json:"value,omitempty"`
	// Outline is the contour of the whole die, clockwise, px, with its hidden parts and parts outside the picture.
	// Box is its box, clipped to the picture.
	Outline []vision.Point `json:"outline"`
	Box     vision.Box     `json:"bbox"`
	// Moving says that the die moves or is held.
	Moving bool `json:"moving,omitempty"`
	// MM is the die's middle, in mm from the tray's middle: x, y to the picture's top, z up.
	MM [3]float64 `json:"mm"`
	// Touching says that another die lies against it, CutOff that the picture's edge cuts it.
	Touching bool `json:"touching,omitempty"`
	CutOff   bool `json:"cut_off,omitempty"`
	// Tilt is how many degrees the die leans away from lying flat, if that is more than a little. Cocked then says
	// so.
	Tilt   float64 `json:"tilt_deg,omitempty"`
	Cocked bool    `json:"cocked,omitempty"`
	// FaceCenter is the middle of the top face (a d4's upper corner) in the picture, px, even if it is hidden or
	// outside. FaceCovered is the share of the face's middle that other dice hide from the camera, 0 to 1.
	FaceCenter  vision.Point `json:"face_center"`
	FaceCovered float64      `json:"face_covered,omitempty"`
	// FaceLooks is where the top face (a d4's upper corner) looks, as the camera sees the die: the part of its normal
	// across the line of sight, to the right and down. Its length is the sine of the angle between normal and line of
	// sight.
	FaceLooks vision.Point `json:"face_looks"`
	// FaceUp is where the top of that face's print points in the picture, a unit vector. It means nothing for a d4.
	FaceUp vision.Point `json:"face_up"`
	// Behind is the share of its contour that lies behind nearby dice that stand higher, 0 to 1.
	Behind float64 `json:"behind,omitempty"`
	// Hidden is the share of its part in the picture that a hand or a cup hides, 0 to 1.
	Hidden float64 `json:"hidden,omitempty"`
}

// Truth is the truth about one frame.
type Truth struct {
	Frame   int        `json:"frame"`
	Width   int        `json:"width"`
	Height  int        `json:"height"`
	PxPerMM float64    `json:"px_per_mm"`
	Dice    []DieTruth `json:"dice"`
	// Hand says that a hand or cup is in the picture.
	Hand bool `json:"hand,omitempty"`
	// Tray is the outline of the floor inside the rim, px. It is empty if there is no tray.
	Tray []vision.Point `json:"tray,omitempty"`
}

// touchGap is a distance in mm. Dice that are nearer to each other touch.
const touchGap = 0.6

func (d placed) truth(c camera) DieTruth {
	face, tilt := d.solid.top(d.turn)
	f := d.def.Faces[face]
	t := DieTruth{
		Die: d.def.ID, Shape: vision.Shape(d.def.Shape), SizeMM: d.size, SizePx: d.size * c.scale(d.at.add(vec{0, 0, d.solid.rest * d.size})),
		Colors: d.colors, Face: face, Icon: f.Icon, Count: f.Count, Value: f.Value,
		Outline: d.outline(d.pose, c), FaceCenter: c.see(d.middleOf(face)), MM: [3]float64{d.at.x, d.at.y, d.at.z},
	}
	t.Second = d.secondSeen(face)
	t.FaceUp = d.printUp(face, c)
	t.FaceLooks = c.facing(d.at, d.turn.rotate(d.solid.ups[face]))
	if tilt > cockedTilt {
		t.Tilt, t.Cocked = tilt*180/math.Pi, true
	}
	x0, y0, x1, y1 := bounds(t.Outline)
	w, h := float64(c.width), float64(c.height)
	t.CutOff = x0 < 0 || y0 < 0 || x1 > w || y1 > h
	x0, y0, x1, y1 = clamp(x0, 0, w), clamp(y0, 0, h), clamp(x1, 0, w), clamp(y1, 0, h)
	t.Box = vision.Box{x0, y0, x1 - x0, y1 - y0}
	return t
}

// printUp is where the top of a face's print points in the picture.
func (d placed) printUp(face int, c camera) vision.Point {
	f := d.solid.faces[face]
	from, to := c.see(d.place(f.middle.mul(d.size))), c.see(d.place(f.middle.add(f.up.mul(f.reach)).mul(d.size)))
	x, y := to[0]-from[0], to[1]-from[1]
	l := max(math.Hypot(x, y), 1e-9)
	return vision.Point{x / l, y / l}
}

// secondSeen is how much of a lying die's plastic, seen from above, has its second colour.
func (d placed) secondSeen(face int) float64 {
	if d.solid.shape != vision.D4 {
		return d.skin.second[face]
	}
	sum := -d.skin.second[face] // it lies on this face
	for _, s := range d.skin.second {
		sum += s
	}
	return sum / 3
}

// truth describes a moment.
func (m moment) truth(l Look, c camera) Truth {
	c = c.shifted(float64(m.dx), float64(m.dy))
	t := Truth{Width: c.width, Height: c.height, PxPerMM: c.scale(vec{}), Hand: len(m.limbs)+len(m.cups) > 0}
	for i, d := range m.dice {
		dt := d.truth(c)
		var over [][]vision.Point
		dt.Hidden, dt.FaceCovered = m.hidden(dt.Outline, c), m.covered(i, dt.Face, c.at)
		for j, o := range m.dice {
			if i != j && d.at.sub(o.at).len() < d.size+o.size {
				if deeper(d, o, -touchGap) {
					dt.Touching = true
				}
				if o.at.z > d.at.z {
					over = append(over, o.outline(o.pose, c))
				}
			}
		}
		dt.Behind = behind(dt.Outline, over)
		t.Dice = append(t.Dice, dt)
	}
	if l.RimHeight > 0 {
		for _, k := range [][2]float64{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}} {
			t.Tray = append(t.Tray, c.see(vec{k[0] * l.TrayWidth / 2, k[1] * l.TrayHeight / 2, 0}))
		}
	}
	return t
}

// pointy is how far a die reaches sideways when it lies.
func (d *die) pointy() float64 { return math.Sqrt(d.solid.outer*d.solid.outer) * d.size }
