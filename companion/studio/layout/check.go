package layout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Claim says that the die at a place shows a face.
type Claim struct {
	// Place is the place's number in the whole army.
	Place int
	Die   models.Die
	Face  int
	Seen  vision.Sighting
	// Tries is how often the same claim was made of this place and doubted.
	Tries int
}

// Class is what the claimed face shows.
func (c Claim) Class() gallery.Class { return gallery.ClassOf(c.Die, c.Face) }

// Words say what the claimed face shows.
func (c Claim) Words() string { return c.Class().Words() }

// Doubt is what speaks against claims.
type Doubt struct {
	// Now are the doubted ones among the claims that are checked, indices. Known are those earlier claims that look otherwise, indices.
	Now, Known []int
	// Words say it in a sentence. Swapped says that the doubted dice changed places.
	Words   string
	Swapped bool
}

// Verdict says which claims may be learned.
type Verdict struct {
	// Right are the claims against which nothing speaks. Withdrawn are the earlier claims that can't be trusted any more.
	Right, Withdrawn []int
	Doubts           []Doubt
}

const (
	// likeOwn is how alike a face must look to another one of its class, in nats. byMore is how much more it must look like that than like any other
	// class.
	likeOwn, byMore = -1.0, 1.0
	// byCount is how much more alike two faces may look that differ only in the count.
	byCount = 7.0
	// proven is how alike two faces of a class must look for each to vouch for the other.
	proven = 1.5
	// The count is doubted if it is less likely than wrongCount, and another count is likelier than otherCount.
	wrongCount, otherCount = .05, .85
	// wrongShape is how unlikely, in nats, a solid may be.
	wrongShape = 3.0
)

// SeemsOther is how alike a face that is shown for the first time may look to one of another class. Solids with slanting neighbours have faces that
// look more alike. It was chosen on 3,400 pairs of prints on virtual tables (docs/measurements.md):
//   - the most alike among different prints: -1.9 (d6), 4.6 (d12), 5.0 (d8), 7.0 (d10)
//   - the least alike among equal prints: 4.0 (d6), 8.3 (d12), 7.0 (d8), 11.5 (d10)
func SeemsOther(shape string) float64 {
	switch shape {
	case "d10":
		return 9
	case "d8", "d12", "d20":
		return 6
	}
	return 4
}

// hearing is a check in progress. all has the earlier claims first, then the new ones.
type hearing struct {
	all   []Claim
	known int
	looks *Looks
	out   map[int]bool // held back or withdrawn
	// like says, for a new claim that is held back, which claim it looks like; -1 if there is none.
	like   map[int]int
	doubts []Doubt
	// before are claims that were doubted or withdrawn. In looks they come after all claims of all.
	before []Claim
}

// Check checks the claims of now. known are earlier claims that hold. before are claims that were doubted or withdrawn and not made again since. The
// caller leaves out all other claims.
func Check(known, now, before []Claim) (Verdict, error) {
	h := &hearing{all: slices.Concat(known, now), known: len(known), before: before, out: map[int]bool{}, like: map[int]int{}}
	var seen []vision.Sighting
	for _, c := range slices.Concat(h.all, before) {
		seen = append(seen, c.Seen)
	}
	var err error
	if h.looks, err = NewLooks(seen); err != nil {
		return Verdict{}, fmt.Errorf("compare the faces: %w", err)
	}
	h.alone()
	h.sizes()
	for h.worst() {
	}
	h.exchanges()
	var out Verdict
	for i := range h.all {
		switch {
		case h.out[i] && i < h.known:
			out.Withdrawn = append(out.Withdrawn, i)
		case !h.out[i] && i >= h.known:
			out.Right = append(out.Right, i-h.known)
		}
	}
	for _, d := range h.doubts {
		for k := range d.Now {
			d.Now[k] -= h.known
		}
		out.Doubts = append(out.Doubts, d)
	}
	return out, nil
}

// hold takes claims out and adds a doubt that says why.
func (h *hearing) hold(words string, now, known []int) {
	for _, i := range slices.Concat(now, known) {
		h.out[i] = true
	}
	h.doubts = append(h.doubts, Doubt{Now: now, Known: known, Words: words})
}

// alone doubts claims whose own picture speaks against them.
func (h *hearing) alone() {
	for i := h.known; i < len(h.all); i++ {
		c := h.all[i]
		p := Place{Die: c.Die}
		switch {
		case len(c.Seen.Doubts) > 0:
			h.hold(fmt.Sprintf("%s can't be read as it lies: %s", nameOf(p), c.Seen.Doubts[0]), []int{i}, nil)
		case p.shapeMisfit(c.Seen) >= wrongShape:
			h.hold(fmt.Sprintf("Where %s should lie, a %s, there seems to be a %s", nameOf(p), c.Die.Shape, c.Seen.Shapes[0].Shape), []int{i}, nil)
		case !h.looks.Visible(i) || len(c.Seen.Crop) == 0:
			h.hold(fmt.Sprintf("The top of %s can't be made out: move it a little, or turn the lamp", nameOf(p)), []int{i}, nil)
		case c.seemsNumber() > 0:
			h.hold(fmt.Sprintf("%s should show %s, but the number beside it seems to be %d", nameOf(p), c.Words(), c.seemsNumber()), []int{i}, nil)
		case h.seemsCount(c) > 0:
			h.hold(fmt.Sprintf("%s should show %s, but there seem to be %d", nameOf(p), c.Words(), h.seemsCount(c)), []int{i}, nil)
		}
	}
}

// seemsCount is how many icons a face plainly shows, if it should show another number of them; 0 if nothing speaks against the claim.
func (h *hearing) seemsCount(c Claim) int {
	n := c.Die.Faces[c.Face].Count
	if n < 1 || n > len(c.Seen.Copies) || c.Tries > 0 || c.Seen.Copies[n-1] >= wrongCount {
		return 0
	}
	if best := slices.Max(c.Seen.Copies); best > otherCount {
		return slices.Index(c.Seen.Copies, best) + 1
	}
	return 0
}

// seemsNumber is the number that plainly stands beside an icon, if another number should stand there and the die has both; 0 if nothing speaks against
// the claim.
func (c Claim) seemsNumber() int {
	own := c.Class()
	if own.Icon == "" || !own.Numbered || own.Value < 1 || own.Value > len(c.Seen.Beside) || c.Tries > 0 || c.Seen.Beside[own.Value-1] >= wrongCount {
		return 0
	}
	best := slices.Max(c.Seen.Beside)
	n := slices.Index(c.Seen.Beside, best) + 1
	has := slices.ContainsFunc(c.Die.Faces, func(f models.Face) bool { return f.Value != nil && *f.Value == n })
	if best > otherCount && has {
		return n
	}
	return 0
}

const (
	// exchangedBy is how much better two dice must fit into each other's place, in size and colours, in nats, to be taken for swapped.
	exchangedBy = 4.5
	// tintWeight is the cost of palettes that share nothing, in nats.
	tintWeight = 20.0
)

// sizes doubts pairs of dice that would fit much better into each other's place. It compares sizes, and colours with how those dice looked before.
func (h *hearing) sizes() {
	var tray Tray
	var seen []vision.Sighting
	for _, c := range h.all[h.known:] {
		tray, seen = append(tray, Place{Die: c.Die}), append(seen, c.Seen)
	}
	scales := tray.scales(seen)
	misfit := func(i, as int) float64 {
		c := h.all[h.known+i]
		out := tray[as].sizeMisfit(c.Seen, scales)
		if tint, ok := h.tintOf(h.all[h.known+as].Place); ok {
			out += tintWeight * (1 - sharing(c.Seen.Palette, tint))
		}
		return out
	}
	for i := range tray {
		for k := i + 1; k < len(tray); k++ {
			if tray[i].Die.ID == tray[k].Die.ID || h.out[h.known+i] || h.out[h.known+k] || tray[i].Die.Shape != tray[k].Die.Shape {
				continue
			}
			if misfit(i, i)+misfit(k, k) > misfit(i, k)+misfit(k, i)+exchangedBy && h.all[h.known+i].Tries == 0 {
				h.hold(swappedWords(tray[i], tray[k])+": their sizes or colours say so", []int{h.known + i, h.known + k}, nil)
				h.doubts[len(h.doubts)-1].Swapped = true
			}
		}
	}
}

func swappedWords(a, b Place) string {
	return fmt.Sprintf("%s and %s seem to have changed places", nameOf(a), nameOf(b))
}

// tintOf is the palette by which a place's die was seen before, the middle one of those there are; false if there is none.
func (h *hearing) tintOf(place int) ([]float32, bool) {
	var all [][]float32
	for i, c := range h.all[:h.known] {
		if c.Place == place && !h.out[i] && len(c.Seen.Palette) > 0 {
			all = append(all, c.Seen.Palette)
		}
	}
	if len(all) == 0 {
		return nil, false
	}
	best, at := -1.0, 0
	for i, a := range all {
		sum := 0.0
		for _, b := range all {
			sum += sharing(a, b)
		}
		if sum > best {
			best, at = sum, i
		}
	}
	return all[at], true
}

// sharing is the Bhattacharyya coefficient of two palettes: 1 for the same, 0 for nothing shared.
func sharing(a, b []float32) float64 {
	if len(a) == 0 || len(a) != len(b) {
		return 1
	}
	sum := 0.0
	for i := range a {
		sum += math.Sqrt(float64(a[i]) * float64(b[i]))
	}
	return min(1, sum)
}

// view says which trusted claims look most like a claim: own is the likeness of the best one of its class, other that of the best one of another class.
type view struct {
	own, other     float64
	ownBy, otherBy int // the claims' indices, -1 if there is none
}

func (h *hearing) view(i int) view {
	v := view{math.Inf(-1), math.Inf(-1), -1, -1}
	c := h.all[i]
	for k, o := range h.all {
		if k == i || h.out[k] {
			continue
		}
		same := o.Class() == c.Class()
		if o.Die.Shape != c.Die.Shape || !same && MayLookTheSame(o.Class(), c.Class()) {
			continue
		}
		switch like := h.looks.Alike(i, k); {
		case same && like > v.own:
			v.own, v.ownBy = like, k
		case !same && like-h.allowance(c, o) > v.other:
			v.other, v.otherBy = like-h.allowance(c, o), k
		}
	}
	return v
}

// allowance is how much more alike the faces of two classes may look, because they differ only in the count and the count says which is which.
func (h *hearing) allowance(c, o Claim) float64 {
	a, b := c.Class(), o.Class()
	if a.Drawing != b.Drawing || a.Count < 1 || b.Count < 1 || len(c.Seen.Copies) < max(a.Count, b.Count) || c.Seen.Copies[a.Count-1] < c.Seen.Copies[b.Count-1] {
		return 0
	}
	return byCount
}

// MayLookTheSame says whether faces of two classes may look the same. They have the same icon. Either another number stands beside it, or the dice are
// of two races, which may draw it alike.
func MayLookTheSame(a, b gallery.Class) bool {
	switch {
	case a.Icon == "" || a.Icon != b.Icon || a.Art != b.Art || a.Count != b.Count:
		return false
	case a.Owner == b.Owner:
		return a.Numbered && b.Numbered
	}
	return strings.HasPrefix(a.Owner, raceOwner) && strings.HasPrefix(b.Owner, raceOwner)
}

// raceOwner begins the owner's name of a drawing that all dice of a race share.
const raceOwner = "race "

// fault is how much a claim contradicts the others; 0 if it doesn't.
func (v view) fault(shape string) float64 {
	switch {
	case v.ownBy < 0:
		return max(0, v.other-SeemsOther(shape))
	case v.other > max(v.own, likeOwn)-byMore && v.other > SeemsOther(shape)/2:
		return v.other - v.own + byMore
	case v.own < likeOwn:
		return likeOwn - v.own
	}
	return 0
}

// worst finds the new claim that contradicts the others most, and takes out the claims that can't be trusted. It is false if no claim contradicts
// others.
func (h *hearing) worst() bool {
	at, most := -1, 0.0
	var v view
	for i := h.known; i < len(h.all); i++ {
		if h.out[i] {
			continue
		}
		o := h.view(i)
		if h.stands(i, o) {
			o.other, o.otherBy = math.Inf(-1), -1
		}
		if fault := o.fault(h.all[i].Die.Shape); fault > most {
			at, most, v = i, fault, o
		}
	}
	if at < 0 {
		return false
	}
	h.judge(at, v)
	return true
}

// standsBy is how much more a face must look like its own doubted picture than like any other, in nats.
const standsBy = 4.0

// stands says whether a claim was made before and doubted, and its face looks the same now and less like that of any other claim. Then somebody looked
// twice, and two faces are drawn much alike.
func (h *hearing) stands(i int, v view) bool {
	own, other := math.Inf(-1), v.other
	for k, o := range h.before {
		if o.Die.Shape != h.all[i].Die.Shape {
			continue
		}
		switch like := h.looks.Alike(i, len(h.all)+k); {
		case o.Place == h.all[i].Place && o.Face == h.all[i].Face:
			own = max(own, like)
		case o.Class() != h.all[i].Class() && !MayLookTheSame(o.Class(), h.all[i].Class()):
			other = max(other, like)
		}
	}
	return own >= proven && own > other+standsBy
}

// judge decides which claim to doubt if a new one contradicts another.
func (h *hearing) judge(i int, v view) {
	c := h.all[i]
	name := nameOf(Place{Die: c.Die})
	if v.other > v.own && v.otherBy >= 0 {
		o := h.all[v.otherBy]
		h.like[i] = v.otherBy
		words := fmt.Sprintf("%s should show %s, but it looks like %s of %s", name, c.Words(), o.Words(), nameOf(Place{Die: o.Die}))
		if o.Place == c.Place {
			words = fmt.Sprintf("%s should show %s now, but it looks as it did with %s up: was it turned?", name, c.Words(), o.Words())
		}
		switch sure := h.vouched(v.otherBy, i); {
		case sure || o.Place == c.Place && v.otherBy < h.known && c.Tries == 0:
			h.hold(words, []int{i}, nil)
		case v.otherBy < h.known:
			h.hold(words+", or that was wrong: both are asked for again", []int{i}, []int{v.otherBy})
		case h.vouched(i, v.otherBy):
			h.like[v.otherBy] = i
			h.hold(fmt.Sprintf("%s should show %s, but it looks like %s of %s", nameOf(Place{Die: o.Die}), o.Words(), c.Words(), name), []int{v.otherBy}, nil)
		default:
			h.like[v.otherBy] = i
			h.hold(fmt.Sprintf("%s and %s look the same, but should show %s and %s", name, nameOf(Place{Die: o.Die}), c.Words(), o.Words()), []int{i, v.otherBy}, nil)
		}
		return
	}
	o := h.all[v.ownBy]
	words := fmt.Sprintf("%s should show %s, but it doesn't look like that of %s", name, c.Words(), nameOf(Place{Die: o.Die}))
	switch {
	case h.vouched(v.ownBy, i), v.ownBy < h.known && c.Tries == 0:
		h.hold(words, []int{i}, nil)
	case v.ownBy < h.known:
		h.hold(words+": both are asked for again", []int{i}, []int{v.ownBy})
	default:
		h.hold(fmt.Sprintf("%s and %s should both show %s, but look different", name, nameOf(Place{Die: o.Die}), c.Words()), []int{i, v.ownBy}, nil)
	}
}

// vouched says whether some claim, other than but, says the same as claim i and looks like it.
func (h *hearing) vouched(i, but int) bool {
	for k := range h.all {
		if k != i && k != but && !h.out[k] && h.sameFace(i, k) {
			return true
		}
	}
	return false
}

// sameFace says whether two claims say the same of dice of one solid, and look alike.
func (h *hearing) sameFace(i, k int) bool {
	a, b := h.all[i], h.all[k]
	return a.Die.Shape == b.Die.Shape && a.Class() == b.Class() && h.looks.Alike(i, k) >= proven
}

// exchanges finds two doubted dice of which each looks as the other one should. It joins their doubts into one: the dice changed places.
func (h *hearing) exchanges() {
	held := func(i int) int {
		return slices.IndexFunc(h.doubts, func(d Doubt) bool { return !d.Swapped && slices.Contains(d.Now, i) })
	}
	for i := h.known; i < len(h.all); i++ {
		for k := i + 1; k < len(h.all); k++ {
			a, b := held(i), held(k)
			if a < 0 || b < 0 || !h.looksAs(i, k) && !h.looksAs(k, i) {
				continue
			}
			both := Doubt{Now: []int{i, k}, Words: swappedWords(Place{Die: h.all[i].Die}, Place{Die: h.all[k].Die}), Swapped: true}
			both.Known = append(slices.Clone(h.doubts[a].Known), h.doubts[b].Known...)
			if a == b && len(h.doubts[a].Now) == 2 && !(h.looksAs(i, k) && h.looksAs(k, i)) {
				continue // the two look the same, or they differ: one of them is wrong
			}
			rest := []Doubt{both}
			for n, d := range h.doubts {
				if n != a && n != b {
					rest = append(rest, d)
				}
			}
			h.doubts = rest
			h.withdrawSince(i, k)
			break
		}
	}
	slices.SortStableFunc(h.doubts, func(a, b Doubt) int { return cmp.Compare(least(a.Now), least(b.Now)) })
}

func least(v []int) int {
	if len(v) == 0 {
		return math.MaxInt
	}
	return slices.Min(v)
}

// looksAs says whether claim i, which is held back, looks like what claim k should show.
func (h *hearing) looksAs(i, k int) bool {
	like, ok := h.like[i]
	return ok && h.all[like].Class() == h.all[k].Class() && h.all[i].Class() != h.all[k].Class()
}

// withdrawSince withdraws all earlier claims about two swapped dice for which no other die vouches. Nobody knows since when the dice have been swapped.
func (h *hearing) withdrawSince(i, k int) {
	for n, c := range h.all[:h.known] {
		if (c.Place == h.all[i].Place || c.Place == h.all[k].Place) && !h.vouchedElsewhere(n) {
			h.out[n] = true
		}
	}
}

// vouchedElsewhere says whether a die at another place vouches for a claim.
func (h *hearing) vouchedElsewhere(i int) bool {
	for k, o := range h.all {
		if o.Place != h.all[i].Place && !h.out[k] && h.sameFace(i, k) {
			return true
		}
	}
	return false
}
