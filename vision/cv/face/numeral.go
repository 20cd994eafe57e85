//go:build cgo

package face

import (
	"fmt"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/dnn"
	"astragal/vision/cv/picture"
)

// mayBeNumeral is the least probability of something other than pips with which a numeral is looked for. If faces are compared with a gallery, most dice show no
// numeral; then the reader itself must give a numeral that probability.
const mayBeNumeral = .1

// MayBeNumbered tells whether a numeral is worth looking for.
func (a Answer) MayBeNumbered(icons bool) bool {
	p := a.mark[networks.NumeralMark]
	if !icons {
		p += a.mark[networks.UnknownMark]
	}
	return p >= mayBeNumeral
}

// numeral is what the reader of numerals says of an upright face.
type numeral struct {
	text []float64 // probabilities of networks.Strings(), given that there is one
	is   float64   // probability that there is one
}

// standing is the least sum, over a face's turns, of the probabilities that a numeral stands upright in that turn, with which the turns between them aren't
// tried. Some makers print numerals towards an edge, others towards a corner; so a numeral may stand upright only in the turns between.
const standing = .5

// likelyNumeral is the least probability of a numeral with which the turns between, and those of other solids, are tried, if faces are compared with a gallery. Most
// prints are no numeral there, and the page asks about one that may be.
const likelyNumeral = .5

// firstLook is the least probability of a numeral, upright or not, in the first turn of the likeliest solid's face with which its other turns are looked at, if faces
// are compared with a gallery. Of 170 numbered dice of the virtual table one shows less, and more than half of the dice with icons do.
const firstLook = .15

// secondSolid is the least probability of another solid with which its turns are tried, if those of the likeliest solid say nothing.
const secondSolid = .1

// AddNumeral replaces the reader's guess of a numeral by what the reader of numerals says of the upright top face: the reader sees the whole die, any way up, and the
// numeral at half the size. joined says that the aligner's word on the solid is in says already. If it isn't, that word counts as far as the die shows no pips.
func (n *Networks) AddNumeral(says *Answer, pic picture.Pyramid, at Top, joined bool) error {
	shape := says.shape
	if !joined {
		shape = at.agreed(shape)
	}
	best, err := n.likeliestNumeral(Answer{shape: shape, mark: says.mark}.solidsWorth(), pic, at, joined)
	if err != nil {
		return err
	}
	bare := says.mark[networks.NumeralMark] + says.mark[networks.UnknownMark]
	for i := range says.shape {
		says.shape[i] += bare * (shape[i] - says.shape[i])
	}
	best.is = likelier(best.is)
	says.believe(best)
	return nil
}

// likeliestNumeral reads the face as that of one solid after the other, until a numeral stands upright. icons says that faces are
// compared with a gallery.
func (n *Networks) likeliestNumeral(worth []vision.Shape, pic picture.Pyramid, at Top, icons bool) (numeral, error) {
	least := mayBeNumeral
	if icons {
		least = likelyNumeral
	}
	best, found := numeral{}, false
	for _, solid := range worth {
		before, hinted := numeral{}, 0.0 // what the first turns of this solid say
		for half := range 2 {
			got, upright, err := n.numeral(pic, at, solid, half, icons && !found)
			if err != nil {
				return numeral{}, err
			}
			if !found || upright >= standing {
				best, found = got, true
			}
			if half == 1 && upright >= standing {
				best.text = eitherTurn(got.text, before.text, upright, hinted)
			}
			if upright >= standing || got.is < least {
				return best, nil
			}
			before, hinted = got, upright
		}
	}
	return best, nil
}

// eitherTurn joins the texts of the turns between with those of the turns before, in which no numeral stands upright for sure. upright and hinted are how upright one stands in each, summed over their turns.
// A 00 lies like an 8 in the turns between.
func eitherTurn(between, before []float64, upright, hinted float64) []float64 {
	out, total := make([]float64, len(between)), 0.0
	for i := range out {
		out[i] = between[i]*max(upright, 1) + before[i]*max(hinted, 1)
		total += out[i]
	}
	for i := range out {
		out[i] /= max(total, 1) // a d4's edges may say more than its upright corners hint
	}
	return out
}

// solidsWorth are the likely solids, without those whose face is cut like that of a likelier one.
func (a Answer) solidsWorth() []vision.Shape {
	type cut struct {
		ways        int
		share, down float64
	}
	var out []vision.Shape
	seen := map[cut]bool{}
	for _, s := range a.Shapes() {
		c := cut{ways: waysUp(s.Shape)}
		c.share, c.down = numeralCut(s.Shape)
		if !seen[c] && (len(out) == 0 || s.P >= secondSolid) {
			seen[c] = true
			out = append(out, s.Shape)
		}
	}
	return out
}

// numeralCut is how a solid's numeral is looked at: so much of the face's square is cut out, so far below its middle (both in halves of the square). On a d10's
// long kite and round a d4's upper corner numerals are small. models/train/train_numerals.py cuts the same.
func numeralCut(solid vision.Shape) (share, below float64) {
	switch solid {
	case vision.D10:
		return .62, 0
	case vision.D4:
		return .42, .2
	default:
		return 1, 0
	}
}

// numeral reads the face in its turns (half 0) or in those between (half 1); upright is the sum over
// these of the probability that a numeral stands upright. briefly: one turn that shows none will do.
func (n *Networks) numeral(pic picture.Pyramid, at Top, solid vision.Shape, half int, briefly bool) (says numeral, upright float64, err error) {
	ways := waysUp(solid)
	looks := ways
	if ways == 1 { // a kite's numeral may stand on its head
		looks = 2
	}
	step := 2 * math.Pi / float64(looks)
	turn := at.turnFor(ways) + step/2*float64(half)
	var rows [][]float64
	if briefly {
		if at.printed != nil && at.printedSolid == solid && half == 0 {
			rows = [][]float64{at.printed}
		} else if rows, err = n.numeralTurns(pic, at, solid, turn, step, 1); err != nil {
			return numeral{}, 0, err
		}
		if says, _ = joinedNumeral(rows); says.is < firstLook {
			return says, 0, nil
		}
		turn, looks = turn+step, looks-1
	}
	rest, err := n.numeralTurns(pic, at, solid, turn, step, looks)
	if err != nil {
		return numeral{}, 0, err
	}
	rows = append(rows, rest...)
	says, upright = joinedNumeral(rows)
	if solid == vision.D4 && half == 0 {
		if says.text, err = n.onEachSide(pic, at, rows, says.text); err != nil {
			return numeral{}, 0, err
		}
	}
	return says, upright, nil
}

// numeralTurns reads a solid's face in so many turns: the probabilities of the reader's classes in each.
func (n *Networks) numeralTurns(pic picture.Pyramid, at Top, solid vision.Shape, turn, step float64, looks int) ([][]float64, error) {
	return n.readNumerals(looks, func(to []float32) error { return at.closeCuts(pic, solid, turn, step, to) })
}

// readNumerals gives the probabilities of the classes of the reader of numerals for each of some cuts.
func (n *Networks) readNumerals(looks int, write func(to []float32) error) ([][]float64, error) {
	net, err := n.numeralsOf(looks)
	if err != nil {
		return nil, err
	}
	raw, err := dnn.ForwardFilled(net, []int{looks, 3, topPx, topPx}, write)
	if err != nil {
		return nil, err
	}
	width := len(networks.Strings()) + networks.OtherClasses
	if len(raw) != looks*width {
		return nil, fmt.Errorf("the reader of numerals gave %d numbers for %d cuts, expected %d: it isn't the one this program was made for", len(raw), looks, looks*width)
	}
	rows := make([][]float64, looks)
	for i := range rows {
		rows[i] = make([]float64, width)
		addSoftmax(rows[i], raw[i*width:(i+1)*width], 1)
	}
	return rows, nil
}

// joinedNumeral joins what was read in several turns of a face.
func joinedNumeral(rows [][]float64) (says numeral, upright float64) {
	strings := len(networks.Strings())
	says.text = make([]float64, strings)
	for _, row := range rows {
		for i, p := range row[:strings] {
			says.text[i] += p
			upright += p
		}
		says.is += numberIn(row) / float64(len(rows))
	}
	// Where no turn is upright for sure, what is read in them is worth little.
	for i := range says.text {
		says.text[i] /= max(upright, 1)
	}
	return says, upright
}

// numberIn is the probability that a cut shows a numeral, upright or not.
func numberIn(row []float64) float64 {
	is := 0.0
	for _, p := range row[:len(networks.Strings())+1] {
		is += p
	}
	return is
}

// closeCuts writes cuts of a face where a solid's numeral is: the spot goes round with the turns.
func (t Top) closeCuts(pic picture.Pyramid, solid vision.Shape, turn, step float64, to []float32) error {
	share, below := numeralCut(solid)
	if below == 0 {
		t.half *= share
		return t.cuts(pic, turn, step, to)
	}
	return t.cutsBelow(pic, share, below, turn, step, to)
}

// cutsBelow writes evened squares of so large a share of the face, so far below its middle (both in halves of the face's square), the first turned upright by turn, each next one by step more (rad).
func (t Top) cutsBelow(pic picture.Pyramid, share, below, turn, step float64, to []float32) error {
	for i := range len(to) / facePlane {
		a, spot := turn+step*float64(i), t
		spot.x, spot.y, spot.half = t.x-below*t.half*math.Sin(a), t.y+below*t.half*math.Cos(a), share*t.half
		if err := spot.cuts(pic, a, 0, to[i*facePlane:(i+1)*facePlane]); err != nil {
			return err
		}
	}
	return nil
}

// wholeShare is the power to which the reader's probabilities of a string are raised, wholeLeast the least of them. The reader sees the string at half the size and any
// way up, but it learned on photographs.
const wholeShare, wholeLeast = .25, 1e-3

// with are the strings' probabilities together with those that the reader of the whole die gives. Whether a numeral is a 6 or a 9 says the upright face alone.
func (n numeral) with(whole []float64) []float64 {
	whole = eitherWayUp(whole)
	out := make([]float64, len(n.text))
	before, after := 0.0, 0.0
	for i, p := range n.text {
		out[i] = p * math.Pow(max(whole[i], wholeLeast), wholeShare)
		before, after = before+p, after+out[i]
	}
	for i := range out {
		out[i] *= before / max(after, 1e-12)
	}
	return out
}

// eitherWayUp shares the probability of a 6 and of a 9 equally between them. Who sees a die any way up can't tell one from the other.
func eitherWayUp(text []float64) []float64 {
	out := slices.Clone(text)
	six, nine := slices.Index(networks.Strings(), "6"), slices.Index(networks.Strings(), "9")
	out[six] = (text[six] + text[nine]) / 2
	out[nine] = out[six]
	return out
}

// readerShare is the power to which the reader's probability of a numeral is raised: it knows few fonts, and takes many numerals for icons.
const readerShare = .35

// numeralOdds is how many times likelier a numeral is than the reader of numerals says: on photographs it takes them for something else
// more often than on the drawn dice that it learned from. Chosen with readerShare on the odd pictures of bartek_mixed.
const numeralOdds = 3

// likelier is the probability of something whose odds are numeralOdds times as high.
func likelier(p float64) float64 { return numeralOdds * p / (numeralOdds*p + 1 - p) }

// believe joins the reader's marks with what was read on the upright face.
func (a *Answer) believe(n numeral) {
	weight := func(i int) float64 {
		p := math.Pow(max(a.mark[i], 1e-4), readerShare)
		if i == networks.NumeralMark {
			return p * n.is
		}
		return p * (1 - n.is)
	}
	rest := a.mark[networks.NumeralMark] + a.mark[networks.UnknownMark]
	num, unknown := weight(networks.NumeralMark), weight(networks.UnknownMark)
	was, now := a.mark[networks.NumeralMark], rest*num/(num+unknown)
	a.mark[networks.NumeralMark] = now
	if now > was {
		a.mark[networks.UnknownMark] -= now - was
	} else { // pips gain a share of what the numeral loses
		k := (1 - now) / max(1-was, 1e-9)
		for i := range a.mark {
			if i != networks.NumeralMark {
				a.mark[i] *= k
			}
		}
	}
	a.text = n.with(a.text)
	// What is printed tells solids apart: only a d20 says 17.
	carries, total := make([]float64, len(a.shape)), 0.0
	for k, shape := range vision.Shapes() {
		for i, text := range networks.Strings() {
			if _, ok := printed(shape, text); ok {
				carries[k] += a.text[i]
			}
		}
		carries[k] = 1 - n.is + n.is*max(carries[k], .02)
		total += carries[k] * a.shape[k]
	}
	for k := range a.shape {
		a.shape[k] *= carries[k] / total
	}
}
