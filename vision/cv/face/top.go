//go:build cgo

package face

import (
	"fmt"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/dnn"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

// topPx is the side of the cut top face that the icon network sees.
const topPx = 64

// Top is where a die's top face lies in the picture.
type Top struct {
	x, y float64 // the face's middle, px
	half float64 // half the side of the square that is cut out, px
	turn float64 // rad, clockwise; one of the ways in which a face of this outline may be turned
	ways int     // how many such ways there are
	// turns are what turn would be for each of symmetries().
	turns [4]float64
	// solids are the probabilities of vision.Shapes().
	solids []float64
	// looks is which way the face looks: its normal's part along the picture (to the right, down), the sine of the angle between it and the line of sight.
	looks vision.Point
	// Cocked: the die doesn't seem to lie flat.
	Cocked bool
	// says is what the aligner said of the find's crop, in one quarter turn after the other.
	says []float32
	find find.Found
	// told is which way the face looks as far as the other dice, or the camera's profile, told the aligner; nil where nobody did.
	told *vision.Point
	// crop is the find's crop as the aligner sees it (cropped).
	crop []float32
	// printed is what the reader of numerals said of the face in its first turn, cut as that of printedSolid; nil if it wasn't asked.
	printed      []float64
	printedSolid vision.Shape
}

// waysUp is how many ways a solid's top face may be turned and look the same but for its print: a d10's face is
// a kite; a d4 is seen from above its upper corner.
func waysUp(s vision.Shape) int {
	switch s {
	case vision.D6:
		return 4
	case vision.D10:
		return 1
	case vision.D12:
		return 5
	default:
		return 3
	}
}

// iconShare is how much of a face's square the icon network sees: of rounded d6 the square's rim is edge and floor, and on a kite and a pentagon there is none
// either, while what is printed there is small. Chosen on rendered/ and staged throws (seeds 882 and 885), between .74 and .92 for d6 and .76 and 1 for the others.
func iconShare(ways int) float64 {
	switch ways {
	case 4:
		return .8
	case 3:
		return .95
	case 1:
		return .86
	}
	return .93
}

// iconRow is what the icon network says of a cut: a row of vectors, how many copies it shows, and its places.
const iconRow = networks.RowDims + networks.MaxCopies + networks.PlacesSize

// LookClose fills in what top faces look like: their vectors for the gallery, how many copies of an icon they show, and a d8's number beside it. A kite is turned
// upright by more looks, and what its neighbours show is hidden (kite.go, mask.go): when it is taught and when it is read alike. pics are what the faces lie in.
func (n *Networks) LookClose(dice []*vision.Sighting, pics []picture.Pyramid, at []Top) error {
	type square struct {
		of     part
		turn   float64
		before func(bgr []byte, px int)
	}
	var squares []square
	at = slices.Clone(at) // kites are placed anew, here alone
	for i, t := range at {
		if t.ways == 1 && len(t.says) > 0 {
			var err error
			if t, err = n.closely(pics[i], t); err != nil {
				return err
			}
			at[i] = t
		}
		near := t.nearer(iconShare(t.ways))
		dice[i].FacePx = 2 * near.half
		of := around(pics[i], near.x, near.y, near.half, topPx)
		defer of.mat.Close()
		for k := range networks.TurnsSeen(t.ways) {
			s := square{of: of, turn: near.turn + near.step()*float64(k)}
			if t.ways == 1 {
				s.before = hideNeighbours
			}
			squares = append(squares, s)
		}
	}
	rows, err := n.iconRows(len(squares), func(i int, to []float32) error {
		return squares[i].of.cutOf(squares[i].turn, topPx, squares[i].before, to)
	})
	if err != nil {
		return err
	}
	for i, t := range at {
		looksLike(dice[i], t.ways, rows[:networks.TurnsSeen(t.ways)])
		rows = rows[networks.TurnsSeen(t.ways):]
		if dice[i].Beside, err = n.numbersBeside(pics[i], t); err != nil {
			return err
		}
	}
	return nil
}

// nearer is the face with so much of its square cut out.
func (t Top) nearer(share float64) Top {
	t.half *= share
	return t
}

// step is the angle between two of the ways in which the face may be turned, rad.
func (t Top) step() float64 { return 2 * math.Pi / float64(t.ways) }

// iconRows asks the icon network about so many cuts, as many at once as takes least time for each.
func (n *Networks) iconRows(cuts int, write func(cut int, to []float32) error) ([][]float32, error) {
	var out [][]float32
	for len(out) < cuts {
		if err := n.loadIcons(); err != nil {
			return nil, err
		}
		first, looks := len(out), min(cuts-len(out), len(n.faces.icons))
		raw, err := dnn.ForwardFilled(n.faces.icons[looks-1], []int{looks, 3, topPx, topPx}, func(to []float32) error {
			for k := range looks {
				if err := write(first+k, to[k*facePlane:(k+1)*facePlane]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(raw) != looks*iconRow {
			return nil, fmt.Errorf("the icon network gave %d numbers for %d cuts, expected %d: it isn't the one this program was made for", len(raw), looks, looks*iconRow)
		}
		for k := range looks {
			out = append(out, raw[k*iconRow:(k+1)*iconRow])
		}
	}
	return out, nil
}

// looksLike fills in what the icon network says of the turns of a face, which may be turned in so many ways.
func looksLike(s *vision.Sighting, ways int, rows [][]float32) {
	s.Turns, s.Copies = ways, make([]float32, networks.MaxCopies)
	s.Embedding, s.Places = make([]float32, 0, len(rows)*networks.RowDims), make([]byte, 0, len(rows)*networks.PlacesSize)
	counts := make([]float64, networks.MaxCopies)
	for _, r := range rows {
		s.Embedding = append(s.Embedding, unitRow(r)...)
		addSoftmax(counts, r[networks.RowDims:networks.RowDims+networks.MaxCopies], float64(len(rows)))
		s.Places = append(s.Places, networks.PackPlaces(r[networks.RowDims+networks.MaxCopies:])...)
	}
	for i, p := range counts {
		s.Copies[i] = float32(p)
	}
}

// unitRow is a row's vectors, of the face and of the icon, each of length 1.
func unitRow(row []float32) []float32 {
	return append(unit(row[:networks.FaceDims]), unit(row[networks.FaceDims:networks.RowDims])...)
}

// leastD6 is the least probability of a d6 that speaks against pips: the aligner takes odd dice for other solids.
const leastD6 = .05

// pipShare is how much of a face's square the judge of pips sees: as much as the icon network learned on, for pips lie towards the rim.
const pipShare = .94

// PipRows are a face's vectors, in all its turns, as the judge of pips sees it.
func (n *Networks) PipRows(pic picture.Pyramid, at Top) ([]float32, error) {
	near := at.nearer(pipShare)
	of := around(pic, near.x, near.y, near.half, topPx)
	defer of.mat.Close()
	rows, err := n.iconRows(near.ways, func(i int, to []float32) error { return of.cut(near.turn+near.step()*float64(i), topPx, to) })
	if err != nil {
		return nil, err
	}
	var out []float32
	for _, r := range rows {
		out = append(out, unitRow(r)...)
	}
	return out, nil
}

// PipLike is a second opinion on a face that was read as pips, of how it looks and of whether the die is one that has pips.
func (n *Networks) PipLike(pic picture.Pyramid, at Top) (float64, error) {
	rows, err := n.PipRows(pic, at)
	if err != nil {
		return 0, err
	}
	return networks.PipLike(rows) + math.Log(max(at.D6(), leastD6)), nil
}

// D6 is the probability that the die is one.
func (t Top) D6() float64 { return t.solids[slices.Index(vision.Shapes(), vision.D6)] }

// If nothing else tells how the camera leans, the aligner sees a die in alignTurns quarter turns. If their answers disagree, it sees it in allTurns. The mean of the
// answers finds oblique faces better than one look does.
const (
	alignTurns = 2
	allTurns   = 4
)

// surelyAligned is the least probability of a solid with which the aligner is believed at once. If it was sure in two looks, nearlyAligned is enough in all turns.
const surelyAligned, nearlyAligned = .85, .8

// AlignAnyway asks where the top face lies. If the aligner isn't sure of the solid, it asks again with the die a little smaller and larger: the finder's box may
// hold some shadow or leave an edge out. The surest answer counts.
func (n *Networks) AlignAnyway(pic picture.Pyramid, f find.Found) (Top, error) {
	at, err := cropped(pic, f)
	if err != nil {
		return Top{}, err
	}
	return n.alignFrom(pic, at)
}

// alignFrom is AlignAnyway for a find's crop, at which the aligner may have looked once.
func (n *Networks) alignFrom(pic picture.Pyramid, at Top) (Top, error) {
	twice, err := n.alignMore(at, alignTurns)
	if err != nil {
		return Top{}, err
	}
	best, err := n.alignOn(twice)
	if err != nil || believed(twice, best) {
		return best, err
	}
	surest := best
	for _, k := range []float64{.84, .92, 1.1} {
		other, err := n.AlignAtOnce(pic, at.find.Grown(k))
		if err != nil {
			return Top{}, err
		}
		if other.surer(surest) {
			surest = other
		}
		if surest.sure() {
			break
		}
	}
	if surest.find == at.find {
		return best, nil
	}
	if surest, err = n.alignMore(surest, alignTurns); err == nil {
		surest, err = n.alignOn(surest)
	}
	if err == nil && surest.surer(best) {
		best = surest
	}
	return best, err
}

// sure tells whether the aligner is believed at once.
func (t Top) sure() bool { return slices.Max(t.solids) >= surelyAligned }

// believed tells whether what the aligner said in two looks, and in as many as were needed, says enough of the solid.
func believed(twice, all Top) bool {
	return all.sure() || twice.sure() && slices.Max(all.solids) >= nearlyAligned
}

// surer tells whether the aligner is surer of the solid than in another answer.
func (t Top) surer(than Top) bool { return slices.Max(t.solids) > slices.Max(than.solids) }

// AlignAtOnce asks where the top face lies in one look.
func (n *Networks) AlignAtOnce(pic picture.Pyramid, f find.Found) (Top, error) {
	at, err := cropped(pic, f)
	if err != nil {
		return Top{}, err
	}
	return n.alignMore(at, 1)
}

// alignOn looks at a face in all turns, if its two looks disagree.
func (n *Networks) alignOn(at Top) (Top, error) {
	const one = networks.AlignerNumbers
	if n.placed(at.says[:one], 0, at.find, nil).agrees(n.placed(at.says[one:2*one], 1, at.find, nil), at.find) {
		return at, nil
	}
	return n.alignMore(at, allTurns)
}

// alignMore asks about a face in further quarter turns, up to so many.
func (n *Networks) alignMore(at Top, turns int) (Top, error) {
	more, err := n.alignerSays(at.crop, len(at.says)/networks.AlignerNumbers, turns)
	if err != nil {
		return Top{}, err
	}
	out := n.placed(slices.Concat(at.says, more), 0, at.find, nil)
	out.crop = at.crop
	return out, nil
}

// cropped is a find with its crop as the aligner sees it, evened, as planes of R, G, B; nothing was asked yet.
func cropped(pic picture.Pyramid, f find.Found) (Top, error) {
	const px = networks.CropPx
	x, y := f.Center()
	die := around(pic, x, y, f.Side()/2*px/networks.DiePx, px)
	defer die.mat.Close()
	at := Top{find: f, crop: make([]float32, 3*px*px)}
	return at, die.cut(0, px, at.crop)
}

// alignerSays is what the aligner says of a crop in the quarter turns from one to before another.
func (n *Networks) alignerSays(crop []float32, from, to int) ([]float32, error) {
	const px = networks.CropPx
	looks := to - from
	net, err := n.alignerOf(looks)
	if err != nil {
		return nil, err
	}
	says, err := dnn.ForwardFilled(net, []int{looks, 3, px, px}, func(to []float32) error {
		for t := range looks {
			turnCrop(crop, to[t*len(crop):(t+1)*len(crop)], px, from+t)
		}
		return nil
	})
	if err == nil && len(says) != looks*networks.AlignerNumbers {
		err = fmt.Errorf("the aligner gave %d numbers, expected %d: it isn't the one this program was made for", len(says), looks*networks.AlignerNumbers)
	}
	return says, err
}

// agrees tells whether two looks at a die put its face in nearly the same place and are sure of the solid.
func (t Top) agrees(o Top, f find.Found) bool {
	const degrees, off, larger, sure = 6, .043, 1.08, .9
	step := 2 * math.Pi / float64(t.ways)
	apart := math.Mod(t.turn-o.turn+2*math.Pi, step)
	return t.ways == o.ways && min(apart, step-apart) < degrees*math.Pi/180 &&
		math.Hypot(t.x-o.x, t.y-o.y) < off*f.Side() && max(t.half/o.half, o.half/t.half) < larger &&
		slices.Max(t.solids)+slices.Max(o.solids) > 2*sure
}

// turnCrop turns planes of px × px by so many quarters (0 to 3) to the left.
func turnCrop(from, to []float32, px, quarters int) {
	last := px - 1
	first, right, down := 0, 1, px // where the turned plane's first number is, and how far on its neighbours are
	switch quarters {
	case 1:
		first, right, down = last, px, -1
	case 2:
		first, right, down = px*px-1, -1, -px
	case 3:
		first, right, down = last*px, -px, 1
	}
	for at := 0; at < len(from); at += px * px {
		for y := range px {
			row, i := to[at+y*px:at+(y+1)*px], at+first+y*down
			for x := range row {
				row[x] = from[i]
				i += right
			}
		}
	}
}

// cuts writes evened squares around the face, the first turned upright by turn, each next one by step more (rad), as many as there is room for.
func (t Top) cuts(pic picture.Pyramid, turn, step float64, to []float32) error {
	part := around(pic, t.x, t.y, t.half, topPx)
	defer part.mat.Close()
	return part.cuts(turn, step, to)
}

// unit scales a vector to length 1.
func unit(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	k := float32(1 / max(1e-9, math.Sqrt(sum)))
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = x * k
	}
	return out
}
