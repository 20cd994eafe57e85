//go:build cgo

package face

import (
	"math"
	"slices"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// One camera sees all dice of a picture. If a die lies flat, the way that its top face looks says how the line of sight leans there. Lines of sight change slowly over a
// picture. So the dice together tell better than each one how the camera leans, and an aligner that is told so finds each face better.
const (
	// sightSlope is how much the line of sight changes over the picture's longer side before anything is known of
	// the camera: that side over the focal length. slopeHeld and leanHeld are how firmly that, and a camera that doesn't lean, are held on to beside one for each die of usualSpread.
	sightSlope, slopeHeld, leanHeld = .5, .3, .5
	leastSlope, mostSlope           = .2, 1.3
	usualSpread                     = .08
	// mostLean is the largest lean that a single die may tell of, the sine of the angle.
	mostLean = .6
	// sureSolid is the least probability of its solid with which a die tells of the camera.
	sureSolid = .8
	// leastTelling other dice tell a die of the camera.
	leastTelling = 2
	// staleProfile is the least difference between the profile and most dice (leastWitnesses at least) that means that somebody moved the camera.
	staleProfile = .2
	// leastWitnesses is how many other dice must tell of the camera before a die that tells otherwise counts as cocked.
	leastWitnesses = 4
)

// witness is what a solid's dice are worth as witnesses of the camera.
type witness struct {
	share  float64 // how much of a lean the aligner tells of a die by itself
	spread float64 // by how much what a flat die then tells is off, in the middle
	flat   float64 // the most by which a flat die looks off what the others tell, by the aligner that is told
}

// witnessOf is a fit on the virtual tables of TestSoakSights.
func witnessOf(s vision.Shape) witness {
	switch s {
	case vision.D6:
		return witness{.71, .06, .24}
	case vision.D10:
		return witness{.5, .23, .25}
	case vision.D12:
		return witness{.74, .04, .14}
	case vision.D20:
		return witness{.56, .04, .17}
	default:
		return witness{.88, .03, .2}
	}
}

// sight is what one die tells of the camera: where it lies (of the picture's longer side, from the middle), and how the line of sight leans
// there (to the right, down; the sine of the angle).
type sight struct {
	at, lean vision.Point
	witness
}

// AlignAll asks where the top faces of some of the dice (indices) lie; it gives nil for the others. If no profile tells of the camera, the dice tell each other. once
// are the faces at which the aligner looked once already. A find that is hardly a die is looked at closer only if its solid is one on which the finder is weak.
func (n *Networks) AlignAll(pic picture.Pyramid, dice []find.Found, asked []int, once map[int]Top, hardly map[int]bool, profile *calibration.Profile) ([]*Top, error) {
	p := party{nets: n, pic: pic, dice: dice, tops: make([]*Top, len(dice)), alone: make([]Top, len(dice)), sights: make([]*sight, len(dice)), profile: profile,
		usual: picture.Median(find.Sides(dice))}
	for _, i := range asked {
		at, err := once[i], error(nil)
		switch seen := len(at.says) > 0; {
		case !seen:
			at, err = n.AlignAnyway(pic, dice[i])
		case !hardly[i]:
			at, err = n.alignFrom(pic, at)
		case at.MayBeOverlooked():
			if at, err = n.alignMore(at, alignTurns); err == nil {
				at, err = n.alignOn(at)
			}
		}
		if err != nil {
			return nil, err
		}
		p.look(i, at)
	}
	if p.moved() {
		p.profile = nil
	}
	for range 2 { // a die that is found to lean is no witness the second time
		for _, i := range asked {
			if p.tops[i] = p.told(i); p.tops[i] == nil {
				p.tops[i] = &p.alone[i]
			}
		}
	}
	return p.tops, nil
}

// FirstLooks asks the aligner once about each weak find, before anything is read on it, and drops those that are nothing. once is what it saw of those that stay, by
// their index in stay.
func (n *Networks) FirstLooks(pic picture.Pyramid, dice []find.Found) (stay []find.Found, once map[int]Top, err error) {
	once = map[int]Top{}
	for _, f := range dice {
		if f.Score < find.WeakFound {
			at, err := n.AlignAtOnce(pic, f)
			if err != nil {
				return nil, nil, err
			}
			if nothing(f, at) {
				continue
			}
			once[len(stay)] = at
		}
		stay = append(stay, f)
	}
	return stay, once, nil
}

// nothing tells whether a find is no die by the aligner's one look:
//   - The finder hardly found it, and it is none of the solids on which the finder is weak.
//   - The finder's second looks took it down to FoundFloor, and it looks like no solid.
func nothing(f find.Found, once Top) bool {
	return f.Score < find.FoundFloor && !once.MayBeOverlooked() || f.Score == find.FoundFloor && slices.Max(once.solids) < find.AnySolid
}

// party are the dice of a picture that tell each other of the camera.
type party struct {
	nets    *Networks
	pic     picture.Pyramid
	dice    []find.Found
	profile *calibration.Profile
	usual   float64 // the usual side of a die, px
	alone   []Top   // as each die tells by itself
	sights  []*sight
	tops    []*Top // as far as is known with what the others tell
}

// look takes in what the aligner says of a die by itself.
func (p *party) look(i int, t Top) {
	p.alone[i] = t
	if f := p.dice[i]; t.tells(f) && f.Side() <= 2*p.usual && f.Side() >= p.usual/2 {
		s := sightOf(f, t, p.middle(), p.long())
		p.sights[i] = &s
	}
}

// tells tells whether a find's top face may say which way the die stands: it is surely a solid that has one.
func (t Top) tells(f find.Found) bool {
	return f.Score >= find.WeakFound && slices.Max(t.solids) >= sureSolid && t.Solid() != vision.D4
}

// moved tells whether most dice tell of another camera than the profile does. Then somebody bumped the camera, and the dice are believed: by the profile all of them would lean.
func (p *party) moved() bool {
	var right, down []float64
	for i, s := range p.sights {
		if up, ok := upAt(p.profile, p.pic.Image, p.dice[i]); ok && s != nil {
			right, down = append(right, s.lean[0]-up[0]), append(down, s.lean[1]-up[1])
		}
	}
	return len(right) >= leastWitnesses && math.Hypot(picture.Median(right), picture.Median(down)) > staleProfile
}

func (p *party) long() float64 { return float64(max(p.pic.Image.Cols(), p.pic.Image.Rows())) }

func (p *party) middle() vision.Point {
	return vision.Point{float64(p.pic.Image.Cols()) / 2, float64(p.pic.Image.Rows()) / 2}
}

// told is where a die's top face lies by the aligner that is told how the camera leans; nil if nobody knows that.
func (p *party) told(i int) *Top {
	up, known := upAt(p.profile, p.pic.Image, p.dice[i])
	others := witnesses(p.sights, p.tops, i)
	switch {
	case known:
	case len(others) >= leastTelling:
		up = lineOfSight(others, fromMiddle(p.dice[i], p.middle(), p.long()))
	default:
		return nil
	}
	alone := p.alone[i]
	t := p.nets.placed(alone.says, 0, alone.find, &up)
	if p.sights[i] != nil && (known || len(others) >= leastWitnesses) && t.looksFrom(up) > witnessOf(alone.Solid()).flat {
		t = alone
		t.Cocked = true
	}
	return &t
}

// witnesses are the sights of the dice but one, without those that lean.
func witnesses(sights []*sight, tops []*Top, but int) []*sight {
	var out []*sight
	for i, s := range sights {
		if s != nil && i != but && (tops[i] == nil || !tops[i].Cocked) {
			out = append(out, s)
		}
	}
	return out
}

// looksFrom is how far off the way that a face looks is from another.
func (t Top) looksFrom(up vision.Point) float64 {
	return math.Hypot(t.looks[0]-up[0], t.looks[1]-up[1])
}

// upAt is which way a die that lies flat looks by the camera's profile; false if no profile tells. A profile holds only for pictures of its own size, so not for a crop.
func upAt(p *calibration.Profile, img gocv.Mat, f find.Found) (vision.Point, bool) {
	if p == nil || p.Width != img.Cols() || p.Height != img.Rows() {
		return vision.Point{}, false
	}
	x, y := f.Center()
	up, ok := p.Up(calibration.Point{x, y})
	return vision.Point(up), ok
}

// Solid is what the die most likely is.
func (t Top) Solid() vision.Shape {
	return vision.Shapes()[slices.Index(t.solids, slices.Max(t.solids))]
}

// fromMiddle is where a find lies, of the picture's longer side, from its middle.
func fromMiddle(f find.Found, middle vision.Point, long float64) vision.Point {
	x, y := f.Center()
	return vision.Point{(x - middle[0]) / long, (y - middle[1]) / long}
}

func sightOf(f find.Found, t Top, middle vision.Point, long float64) sight {
	w := witnessOf(t.Solid())
	s := sight{at: fromMiddle(f, middle, long), lean: vision.Point{t.looks[0] / w.share, t.looks[1] / w.share}, witness: w}
	if l := math.Hypot(s.lean[0], s.lean[1]); l > mostLean {
		s.lean[0], s.lean[1] = s.lean[0]*mostLean/l, s.lean[1]*mostLean/l
	}
	return s
}

// lineOfSight is how the line of sight leans at a place: a + b·place, with b, which the focal length makes, the same both ways. Each die counts as much
// as it is worth as a witness.
func lineOfSight(dice []*sight, at vision.Point) vision.Point {
	n := 0.0
	var mid, mean vision.Point
	worth := func(d *sight) float64 { return usualSpread * usualSpread / (d.spread * d.spread) }
	for _, d := range dice {
		w := worth(d)
		n += w
		for k := range 2 {
			mid[k], mean[k] = mid[k]+w*d.at[k], mean[k]+w*d.lean[k]
		}
	}
	for k := range 2 {
		mid[k], mean[k] = mid[k]/n, mean[k]/n
	}
	wide, along := slopeHeld, slopeHeld*sightSlope
	for _, d := range dice {
		for k := range 2 {
			wide += worth(d) * (d.at[k] - mid[k]) * (d.at[k] - mid[k])
			along += worth(d) * (d.at[k] - mid[k]) * (d.lean[k] - mean[k])
		}
	}
	slope := min(max(along/wide, leastSlope), mostSlope)
	var out vision.Point
	for k := range 2 {
		out[k] = n*(mean[k]-slope*mid[k])/(n+leanHeld) + slope*at[k]
	}
	return out
}
