// Package vision holds the words for what lies on a tray: scenes, the sightings of dice in them, the readings of
// these, and what an eye tells. It holds no pixels. Those stay in vision/cv.
package vision

import (
	"math"
	"time"

	"astragal/models/networks"
)

// Shape is the solid of a die.
type Shape string

// The solids. ShapeUnknown means that the solid isn't known.
const (
	ShapeUnknown Shape = ""
	D4           Shape = "d4"
	D6           Shape = "d6"
	D8           Shape = "d8"
	D10          Shape = "d10"
	D12          Shape = "d12"
	D20          Shape = "d20"
)

// Shapes lists the solids in the order in which networks and reports use them.
func Shapes() []Shape { return []Shape{D4, D6, D8, D10, D12, D20} }

// Point is a place in the picture, px, origin at the top left.
type Point [2]float64

// Box is x, y, width, height in px.
type Box [4]float64

// MarkKind says how a face shows its result.
type MarkKind string

// The kinds of mark. MarkUnknown covers icons, logos, blanks and everything that was never taught. It never becomes
// pips.
const (
	MarkUnknown MarkKind = "unknown"
	MarkPips    MarkKind = "pips"
	MarkNumeral MarkKind = "numeral"
)

// Mark is one thing that the top face may show, and how likely that is.
type Mark struct {
	Kind MarkKind `json:"kind"`
	// Value is the number of pips or the printed number (a d10's 0 is 10). It is 0 for unknown.
	Value int `json:"value"`
	// P is a calibrated probability, 0 to 1.
	P float64 `json:"p"`
}

// ShapeScore is one solid that a die may be, and how likely that is (0 to 1).
type ShapeScore struct {
	Shape Shape   `json:"shape"`
	P     float64 `json:"p"`
}

// Sighting is the evidence for one die in one picture. It holds likelihoods and no decisions, so that a reading can
// be made again without the pixels.
type Sighting struct {
	// Box holds the die with its visible sides, without its shadow, clipped to the picture.
	Box Box `json:"box"`
	// Outline is the die's contour, px, clockwise.
	Outline []Point `json:"outline"`
	// Found is how sure the program is that this is one whole die (0 to 1).
	Found float64 `json:"found"`
	// Shapes is sorted, likeliest first.
	Shapes []ShapeScore `json:"shapes"`
	// Marks is sorted, likeliest first; the sum of P is 1.
	Marks []Mark `json:"marks"`
	// Colors are names from Colors(). The body's colour comes first, a second colour of the plastic after it.
	Colors []string `json:"colors"`
	// Palette are the shares of tints on the whole die, with the paint. They sum to 1.
	Palette []float32 `json:"palette,omitempty"`
	// Tint is the plastic's own colour as the camera saw it, uncorrected: red, green and blue from 0 to 1. Each is
	// the median of the die's pixels, so that pips and a glint don't count. TintGap compares two.
	Tint []float32 `json:"tint,omitempty"`
	// SizePx is the die's size from edge to edge in px. For a d6 it is the side of its top face.
	SizePx float64 `json:"size_px"`
	// SizeMM is the same size in mm. It is 0 if no scale is known.
	SizeMM float64 `json:"size_mm,omitempty"`
	// Doubts are reasons to ask although a reading looks sure ("cut off by the picture's edge").
	Doubts []string `json:"doubts,omitempty"`
	// Lay, in a throw that has come to rest, says that the die lies where it lay before anything moved and looks as
	// it did then. So it wasn't thrown.
	Lay bool `json:"lay,omitempty"`
	// Crop is a square JPEG of the die, for people and for galleries. Its middle is the middle of Box, and its side
	// is CropMargin times the longer side of Box. It is empty if nobody asked for it.
	Crop []byte `json:"crop,omitempty"`
	// Embedding describes the top face for the gallery: a row of networks.RowDims for each of the first
	// networks.TurnsSeen ways in which a face of its outline may be turned, in steps of 360°/Turns. networks.Alike
	// compares two. It is empty if nobody asked for it.
	Embedding []float32 `json:"embedding,omitempty"`
	// Turns is in how many ways the face may be turned: 4 for a square face, 3 for a triangle or a d4, 5 for a
	// pentagon, 1 for a kite.
	Turns int `json:"turns,omitempty"`
	// Places describes each place of the face: networks.PlacesSize bytes for each row of Embedding, for
	// networks.Comparer.
	Places []byte `json:"places,omitempty"`
	// FacePx is the size of the top face, px. It measures the die without the sides in view.
	FacePx float64 `json:"face_px,omitempty"`
	// PipLike is how much more the top face looks like pips than like a drawing, in nats (networks.PipLike and
	// PipRead). It is nil if nobody asked for it.
	PipLike *float64 `json:"pip_like,omitempty"`
	// Fate is how likely the face is a Fate die's plus, minus or blank, or none of these (networks.FateClasses). It
	// is empty if nobody asked for it.
	Fate []float32 `json:"fate,omitempty"`
	// Copies is how likely the face shows 1, 2, … networks.MaxCopies of one icon. It is empty if Embedding is.
	Copies []float32 `json:"copies,omitempty"`
	// Beside is how likely each number from 1 to MostBeside stands beside a triangle's icon. Their sum is how likely
	// there is such a number. It is empty if Embedding is, and for solids other than a d8.
	Beside []float32 `json:"beside,omitempty"`
}

// Cocked is the doubt about a die that doesn't seem to lie flat.
const Cocked = "it leans: is it cocked?"

// TooFlat is a doubt about all dice of a picture, and the picture's problem. The camera then sees the dice's sides as
// squarely as their tops, or more so.
const TooFlat = "too flat: the camera can't tell the dice's tops from their sides; raise it and let it look down"

// MostBeside is the largest number that is looked for beside an icon.
const MostBeside = 12

// CropMargin is how many times larger a sighting's crop is than its box, and CropPx the crop's side, px.
const (
	CropMargin = 1.3
	CropPx     = 128
)

// Overlap is the intersection of two boxes over their union, 0 to 1.
func Overlap(a, b Box) float64 {
	w := min(a[0]+a[2], b[0]+b[2]) - max(a[0], b[0])
	h := min(a[1]+a[3], b[1]+b[3]) - max(a[1], b[1])
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / (a[2]*a[3] + b[2]*b[3] - w*h)
}

// Apart is the distance between the middles of two boxes, in sizes of the dice in them. It is infinite if the boxes
// are empty.
func Apart(a, b Box) float64 {
	size := (a[2] + a[3] + b[2] + b[3]) / 4
	if size <= 0 {
		return math.Inf(1)
	}
	return math.Hypot(a[0]+a[2]/2-b[0]-b[2]/2, a[1]+a[3]/2-b[1]-b[3]/2) / size
}

// Scene is everything seen in one picture.
type Scene struct {
	// Frame counts the medium's pictures from 0. Time is the medium's time.
	Frame int           `json:"frame"`
	Time  time.Duration `json:"time_ns"`
	// Width and Height are the size of the picture, px.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Tray is the tray's outline in px. If it is empty, no tray was found and the whole picture counts.
	Tray []Point `json:"tray,omitempty"`
	// PxPerMM is the scale on the tray's floor. It is 0 if it isn't known. ScaleFrom says where it comes from
	// ("profile", or "dice" if it was guessed from dice taken to be 16 mm).
	PxPerMM   float64    `json:"px_per_mm,omitempty"`
	ScaleFrom string     `json:"scale_from,omitempty"`
	Sightings []Sighting `json:"sightings"`
	// Problems are sentences for people ("two dice lie on each other near the middle").
	Problems []string `json:"problems,omitempty"`
}

// Colors lists every name that Sighting.Colors may hold.
func Colors() []string {
	return []string{
		"white", "ivory", "grey", "black", "red", "pink", "orange", "brown",
		"yellow", "gold", "green", "teal", "cyan", "light blue", "blue", "purple", "silver",
	}
}

// Measure is the size by which dice are told apart, px: that of the top face if it was looked for, otherwise SizePx.
func (d Sighting) Measure() float64 {
	if d.FacePx > 0 {
		return d.FacePx
	}
	return d.SizePx
}

// Rows is the top face as networks.Alike compares it. It has no numbers if nobody asked for them.
func (d Sighting) Rows() networks.Rows {
	return networks.Rows{Numbers: d.Embedding, Turns: d.Turns}
}

// InCrop is the die's box in its crop, and the crop's side, px.
func (d Sighting) InCrop() (Box, int) {
	w, h := d.Box[2], d.Box[3]
	scale := CropPx / (CropMargin * max(w, h, 1))
	return Box{CropPx/2 - w*scale/2, CropPx/2 - h*scale/2, w * scale, h * scale}, CropPx
}

// MovedTo is the sighting moved to another place.
func (d Sighting) MovedTo(b Box) Sighting {
	dx, dy := b[0]+b[2]/2-d.Box[0]-d.Box[2]/2, b[1]+b[3]/2-d.Box[1]-d.Box[3]/2
	outline := make([]Point, len(d.Outline))
	for i, p := range d.Outline {
		outline[i] = Point{p[0] + dx, p[1] + dy}
	}
	d.Box, d.Outline = b, outline
	return d
}
