package virtual

import (
	"errors"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"astragal/models"
	"astragal/models/catalog"
)

// Options say how a table looks and what is thrown on it.
type Options struct {
	// Width and Height are the size of the picture, px. 0 means 1280x720. FPS is 15 if it is 0.
	Width, Height int
	FPS           float64
	// Dice are ids of built-in or own dice. If a Still has none, it throws three to ten d6.
	Dice []string
	// Own are definitions in addition to those of models/catalog.
	Own []models.Die
	// Look is the table. If it is nil, the seed picks one.
	Look *Look
	// Pictures are icons in addition to those of Icons, by name: the data of an SVG path in a square of PictureSide.
	Pictures map[string]string
	// PictureSide is 512 if it is 0.
	PictureSide float64
	// Up says which face of each die is up (Still only). If it is empty, chance decides.
	Up []int
	// At says where each die lies (Still only). If it is empty, chance decides.
	At []Spot
	// Touching is the share of dice that touch another one (Still only).
	Touching float64
	// Cocked is the share of dice that lean on the rim or on another die, so that no face lies level on top (Still
	// only).
	Cocked float64
	// ClosePips prints pips the way many Asian dice have them: a two lies along a side, its pips close together, and a one is large.
	ClosePips bool
	// LowD4 prints a d4's numbers at the edges below, as many older dice have them, and not around its corners.
	LowD4 bool
	// Material is one of Materials, or empty for plastic that nothing is seen through.
	Material string
}

// Spot is where a die's middle lies on the floor, in mm from the tray's middle, y to the picture's top, and how it is
// turned, in radians.
type Spot struct{ X, Y, Yaw float64 }

const maxDice = 60

func (o Options) filled(seed uint64) (Options, error) {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Width < 64 || o.Height < 64 || o.Width > 4096 || o.Height > 4096 {
		return o, fmt.Errorf("virtual table: a picture of %dx%d px is outside 64 to 4096", o.Width, o.Height)
	}
	if o.FPS == 0 {
		o.FPS = 15
	}
	if !(o.FPS >= 1 && o.FPS <= 240) {
		return o, fmt.Errorf("virtual table: %g frames a second are outside 1 to 240", o.FPS)
	}
	if o.Material != "" && !slices.Contains(Materials(), o.Material) {
		return o, fmt.Errorf("virtual table: no dice are of %q: choose one of %v", o.Material, Materials())
	}
	if len(o.Dice) > maxDice {
		return o, fmt.Errorf("virtual table: %d dice are too many for one throw, at most %d fit", len(o.Dice), maxDice)
	}
	if len(o.Up) > 0 && len(o.Up) != len(o.Dice) {
		return o, fmt.Errorf("virtual table: %d faces are to lie up, but of %d dice", len(o.Up), len(o.Dice))
	}
	if len(o.At) > 0 && len(o.At) != len(o.Dice) {
		return o, fmt.Errorf("virtual table: %d spots are given for %d dice", len(o.At), len(o.Dice))
	}
	if o.PictureSide == 0 {
		o.PictureSide = 512
	}
	if o.Look == nil {
		l := RandomLook(seed)
		o.Look = &l
	}
	return o, nil
}

// definition finds a die by its id. Behind a colon, the id may name the colour of its plastic: "d6:blue".
func (o Options) definition(id string) (models.Die, error) {
	for _, d := range o.Own {
		if d.ID == id {
			return d, nil
		}
	}
	plain, color, dyed := strings.Cut(id, ":")
	d, err := catalog.Find(plain)
	if err != nil || !dyed {
		return d, err
	}
	if _, err := parseColor(color); err != nil {
		return d, fmt.Errorf("die %q: %w", id, err)
	}
	d.ID, d.Colors = id, []string{color}
	return d, nil
}

// make builds the dice of some ids.
func (o Options) make(w *workshop, ids []string, rng *rand.Rand) ([]*die, error) {
	var out []*die
	for _, id := range ids {
		def, err := o.definition(id)
		if err != nil {
			return nil, fmt.Errorf("virtual table: %w", err)
		}
		d, err := w.makeDie(def, hex(o.Look.FloorColor), rng)
		if err != nil {
			return nil, fmt.Errorf("virtual table: %w", err)
		}
		out = append(out, d)
	}
	return out, nil
}

// workshop makes dice with the options' own pictures.
func (o Options) workshop() (*workshop, error) {
	w := newWorkshop()
	w.closePips, w.lowD4, w.material = o.ClosePips, o.LowD4, o.Material
	for name, data := range o.Pictures {
		p, err := svgPath(data, o.PictureSide)
		if err != nil {
			return nil, fmt.Errorf("virtual table: the picture of %q: %w", name, err)
		}
		w.pictures[name] = p
	}
	return w, nil
}

// Still renders one picture of dice at rest and returns the truth. The same seed and options give the same picture.
func Still(seed uint64, o Options) (*image.RGBA, Truth, error) {
	o, err := o.filled(seed)
	if err != nil {
		return nil, Truth{}, err
	}
	rng := rand.New(rand.NewPCG(seed, 0xd1ce))
	if len(o.Dice) == 0 {
		for range 3 + rng.IntN(8) {
			o.Dice = append(o.Dice, "d6")
		}
	}
	w, err := o.workshop()
	if err != nil {
		return nil, Truth{}, err
	}
	dice, err := o.make(w, o.Dice, rng)
	if err != nil {
		return nil, Truth{}, err
	}
	lying, err := scatterDice(dice, o, rng)
	if err != nil {
		return nil, Truth{}, err
	}
	r := newRenderer(*o.Look, o.Width, o.Height, seed)
	m := moment{dice: lying, level: 1, exposure: 1}
	return r.draw(m, 0), m.truth(r.look, r.cam), nil
}

// scatterDice lays dice down with uniform faces. Some lie against others and some lean on them.
func scatterDice(dice []*die, o Options, rng *rand.Rand) ([]placed, error) {
	var out []placed
	for i, d := range dice {
		up := rng.IntN(len(d.solid.ups))
		if len(o.Up) > 0 {
			if up = o.Up[i]; up < 0 || up >= len(d.solid.ups) {
				return nil, fmt.Errorf("virtual table: die %d, %q, has no face %d", i+1, d.def.ID, up)
			}
		}
		if len(o.At) > 0 {
			at := o.At[i]
			out = append(out, placed{d, d.lying(up, at.X, at.Y, at.Yaw)})
			continue
		}
		var p pose
		leans := o.Cocked > 0 && rng.Float64() < o.Cocked
		if leans {
			p, leans = findLean(d, up, out, *o.Look, rng)
		}
		ok := leans
		if !leans {
			p, ok = findPlace(d, up, out, *o.Look, rng.Float64() < o.Touching, rng)
		}
		if !ok {
			return nil, errors.New("virtual table: the dice do not fit into the tray: throw fewer")
		}
		out = append(out, placed{d, p})
	}
	return out, nil
}

func findPlace(d *die, up int, others []placed, l Look, touch bool, rng *rand.Rand) (pose, bool) {
	for try := range 400 {
		yaw := 2 * math.Pi * rng.Float64()
		reach := d.pointy()
		x := (rng.Float64() - 0.5) * (l.TrayWidth - 2*reach)
		y := (rng.Float64() - 0.5) * (l.TrayHeight - 2*reach)
		p := d.lying(up, x, y, yaw)
		if touch && len(others) > 0 && try < 200 {
			p = pushAgainst(placed{d, p}, others[rng.IntN(len(others))])
		}
		if l.inField(p.at.x, p.at.y, reach) && free(placed{d, p}, others) {
			return p, true
		}
	}
	return pose{}, false
}

// pushAgainst moves a lying die towards another until they touch.
func pushAgainst(d, other placed) pose {
	way := vec{other.at.x - d.at.x, other.at.y - d.at.y, 0}
	gone, far := 0.0, way.len()
	way = way.unit()
	for gone < far {
		moved := placed{d.die, pose{d.at.along(way, gone), d.turn}}
		depth, _ := overlap(moved, other)
		if depth > -0.12 {
			break
		}
		gone += max(-depth*0.9, 0.05)
	}
	return pose{d.at.along(way, max(gone-0.1, 0)), d.turn}
}

func free(d placed, others []placed) bool {
	for _, o := range others {
		if deeper(d, o, -0.02) {
			return false
		}
	}
	return true
}
