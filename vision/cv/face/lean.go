//go:build cgo

package face

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// A camera that looks at the tray from the side sees two faces of a die; the top one is foreshortened. The reader, which learned on dice any way up, may read the other face, or both
// together. So their top faces are cut out and straightened, and read as well.
const (
	// leaningDice at least must be read more surely, by plainlyLeaning in the mean, to show that a camera leans as is known of it.
	leaningDice    = 3
	plainlyLeaning = .1
	// leanGrown is how much larger than the die the crop's share of its own picture is: a cube's top face is 40 px of the crop's 64 wide then.
	leanGrown = 1.1
	// mostlyPips is the probability of some pips from which a die tells.
	mostlyPips = .5
	// From muchLean, degrees, sure dice are read again as well as doubtful ones: the more a camera leans, the more of these are read by their front.
	muchLean = 25
)

// lean is how a camera leans: the angle between its line of sight and straight down, degrees, and where in the picture what stands up points to.
type lean struct {
	degrees float64
	up      [2]float64
}

// leanBlurs are how much the crops are blurred, px.
func leanBlurs() []float64 { return []float64{1.3, 2} }

// leanTo is how a camera leans at a place. up is which way things stand up there, as calibration.Profile.Up gives it.
func leanTo(up vision.Point) lean {
	sin := math.Hypot(up[0], up[1])
	if sin == 0 {
		return lean{}
	}
	return lean{math.Asin(min(sin, 1)) * 180 / math.Pi, [2]float64{up[0] / sin, up[1] / sin}}
}

// ReadLeaning reads the dice again whose pictures are straightened (seen).
func (r *FirstRead) ReadLeaning(seen []Seen) error {
	tops := map[int]Answer{} // of dice
	surer := 0.0
	for i, says := range r.Says {
		if sure := slices.Max(says.mark) > sureAtOnce; seen[i].Lean == 0 || sure && seen[i].Lean < muchLean || len(r.Raw[i]) == 0 || says.Pips() < mostlyPips {
			continue
		}
		top, err := r.top(seen[i])
		if err != nil {
			return err
		}
		tops[i] = top
		surer += slices.Max(top.mark) - slices.Max(says.mark)
	}
	// What is known of the camera may be wrong. It surely holds in two cases: several dice are read more surely with it, or a die shows the same either way.
	holds := len(tops) >= leaningDice && surer/float64(len(tops)) >= plainlyLeaning
	for i, top := range tops {
		if same := top.likeliestPips() == r.Says[i].likeliestPips(); seen[i].Lean >= muchLean && (holds || same) {
			r.Says[i] = top
		} else {
			r.Says[i] = r.Says[i].aslant(top)
		}
	}
	return nil
}

// top is what the readers say of a die's straightened top face.
func (r *FirstRead) top(seen Seen) (Answer, error) {
	var all []float32
	for _, blur := range leanBlurs() {
		crop := seen.Find.Grown(leanGrown).FaceCrop(seen.Pic)
		gocv.GaussianBlur(crop, &crop, image.Point{}, blur, blur, gocv.BorderReflect101)
		rows, err := evened([]gocv.Mat{crop}, networks.CropPx, r.nets.readers()...)
		if err = errors.Join(err, crop.Close()); err != nil {
			return Answer{}, fmt.Errorf("read a top face: %w", err)
		}
		all = append(all, slices.Concat(rows...)...)
	}
	return joined(all, networks.ReaderNumbers), nil
}

// aslant is the mean of what the readers say of a die and of its straightened top face. The number of pips gets no surer by it.
func (a Answer) aslant(top Answer) Answer {
	half := func(x, y []float64) []float64 {
		out := make([]float64, len(x))
		for i := range x {
			out[i] = (x[i] + y[i]) / 2
		}
		return out
	}
	both := Answer{half(a.shape, top.shape), half(a.mark, top.mark), half(a.text, top.text)}
	k, before, after := a.likeliestPips(), a.Pips(), both.Pips()
	if k == both.likeliestPips() && both.mark[k-1]/after > a.mark[k-1]/before {
		for i, p := range a.mark[:networks.MostPips] {
			both.mark[i] = after * p / before
		}
	}
	return both
}
