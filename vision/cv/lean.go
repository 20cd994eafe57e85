//go:build cgo

package cv

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// A camera that looks at the tray from the side sees two faces of a die, the top one above and foreshortened, and the reader, which learned from dice any way up, now and then
// reads the other or both together. Where several dice whose pips it doubts look likelier with their top faces cut out and straightened, as the camera would have to lean for
// that, all dice of the picture are read so as well.
const (
	// leaningDice at least tell how the camera leans, tellingDice at most.
	leaningDice, tellingDice = 3, 8
	// leanFace is the side of the top face in a crop, px.
	leanFace = 40
	// mostlyPips is the probability of some pips from which a die tells.
	mostlyPips = .5
	// plainlyLeaning is by how much surer the readers must be of straightened faces, in the mean.
	plainlyLeaning = .1
)

// lean is how a camera leans: the angle between its line of sight and straight down, degrees, and where in the picture what stands up points to.
type lean struct {
	degrees float64
	up      [2]float64
}

// leanings are the angles that are tried, degrees, and ups the ways what stands up may point in a picture.
func leanings() [3]float64 { return [3]float64{25, 40, 55} }
func ups() [4][2]float64   { return [4][2]float64{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} }

// leanBlurs are how much the crops are blurred, px; the first one tells how the camera leans.
func leanBlurs() []float64 { return []float64{1.3, 2} }

// topCrop cuts out a cube's top face as it would look from straight above, networks.CropPx square, seen by a camera that leans. The caller closes it.
func (s shrinks) topCrop(f found, how lean) gocv.Mat {
	sin, cos := math.Sincos(how.degrees * math.Pi / 180)
	// A cube turned any way is 4/π of its side wide in the middle, and as high as its top face and its front.
	side := math.Sqrt(f.width()*f.height()) / (4 / math.Pi * math.Sqrt(cos+sin*math.Pi/4))
	x, y := f.center()
	x, y = x+how.up[0]*sin*side/2, y+how.up[1]*sin*side/2
	w := side * networks.CropPx / leanFace
	h := w
	if how.up[0] != 0 {
		w *= cos
	} else {
		h *= cos
	}
	img, px := s.by(min(w, h) / (2 * networks.CropPx))
	return cropTo(img, x/px, y/px, w/px, h/px, networks.CropPx)
}

// readLeaning reads again all dice of a picture that looks taken from the side.
func (r *firstRead) readLeaning() error {
	var telling []int
	for i, says := range r.says {
		if len(r.raw[i]) > 0 && says.pips() >= mostlyPips && slices.Max(says.mark) <= sureAtOnce {
			telling = append(telling, i)
		}
	}
	if len(telling) < leaningDice {
		return nil
	}
	slices.SortStableFunc(telling, func(a, b int) int { return cmp.Compare(r.dice[b].score, r.dice[a].score) })
	telling = telling[:min(len(telling), tellingDice)]
	camera, leaning, err := r.camera(telling)
	if err != nil || !leaning {
		return err
	}
	for i, says := range r.says {
		if len(r.raw[i]) == 0 || says.pips() < mostlyPips {
			continue
		}
		var rows []float32
		for _, blur := range leanBlurs() {
			more, err := r.topRows(i, camera, blur, r.nets.readers()...)
			if err != nil {
				return err
			}
			rows = append(rows, more...)
		}
		r.says[i] = says.aslant(joined(rows, networks.ReaderNumbers))
	}
	return nil
}

// camera is how the camera leans as far as some dice tell; false where it doesn't. A front face looks like a top one of a camera that is held upside down,
// but not at every angle: the way up at which the reader is surest at all of them together counts. Across it, and straight, all readers must be plainly less sure.
func (r *firstRead) camera(telling []int) (how lean, leaning bool, err error) {
	var best [4]lean
	var sum [4]float64
	for k, up := range ups() {
		most := 0.0
		for _, degrees := range leanings() {
			sure, err := r.sureOf(telling, lean{degrees, up}, r.nets.reader)
			if err != nil {
				return lean{}, false, err
			}
			if sum[k] += sure; sure > most {
				most, best[k] = sure, lean{degrees, up}
			}
		}
	}
	k := slices.Index(sum[:], slices.Max(sum[:]))
	var sure [4]float64
	for i, how := range []lean{best[k], {}, best[(k+1)%4], best[(k+3)%4]} {
		if sure[i], err = r.sureOf(telling, how, r.nets.readers()...); err != nil {
			return lean{}, false, err
		}
	}
	return best[k], sure[0] >= slices.Max(sure[1:])+plainlyLeaning, nil
}

// sureOf is how sure some readers are of some dice's pips in the mean, under a camera that leans so far.
func (r *firstRead) sureOf(dice []int, camera lean, readers ...*gocv.Net) (float64, error) {
	sum := 0.0
	for _, i := range dice {
		rows, err := r.topRows(i, camera, leanBlurs()[0], readers...)
		if err != nil {
			return 0, err
		}
		sum += slices.Max(joined(rows, networks.ReaderNumbers).mark[:networks.MostPips])
	}
	return sum / float64(len(dice)), nil
}

// topRows is what some readers say of a find's top face under a camera that leans so far, blurred.
func (r *firstRead) topRows(i int, camera lean, blur float64, readers ...*gocv.Net) ([]float32, error) {
	crop := r.pic.topCrop(r.dice[i], camera)
	defer crop.Close()
	gocv.GaussianBlur(crop, &crop, image.Point{}, blur, blur, gocv.BorderReflect101)
	rows, err := evened([]gocv.Mat{crop}, networks.CropPx, readers...)
	if err != nil {
		return nil, fmt.Errorf("read a top face: %w", err)
	}
	return slices.Concat(rows...), nil
}

// aslant is the mean of what the readers say of a die and of its straightened top face; of which number it is it becomes no surer.
func (a answer) aslant(top answer) answer {
	half := func(x, y []float64) []float64 {
		out := make([]float64, len(x))
		for i := range x {
			out[i] = (x[i] + y[i]) / 2
		}
		return out
	}
	both := answer{half(a.shape, top.shape), half(a.mark, top.mark), half(a.text, top.text)}
	k, before, after := a.likeliestPips(), a.pips(), both.pips()
	if k == both.likeliestPips() && both.mark[k-1]/after > a.mark[k-1]/before {
		for i, p := range a.mark[:networks.MostPips] {
			both.mark[i] = after * p / before
		}
	}
	return both
}
