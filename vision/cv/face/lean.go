//go:build cgo

package face

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// A camera that looks at the tray from the side sees two faces of a die; the top one is foreshortened. The reader, which learned on dice any way up, may read the other face, or both
// together. If the camera is calibrated, its profile knows how it leans. If it isn't, several ways to lean are tried on the dice whose pips the reader doubts: their top faces are cut
// out and straightened for each. If one way makes the reader plainly surer, the camera leans so. All dice of the picture are then read straightened as well.
const (
	// leaningDice at least tell how the camera leans, tellingDice at most.
	leaningDice, tellingDice = 3, 8
	// leanFace is the side of the top face in a crop, px.
	leanFace = 40
	// mostlyPips is the probability of some pips from which a die tells.
	mostlyPips = .5
	// From leastLean, degrees, doubtful dice are read again, from muchLean the sure ones too: the more a camera leans, the more of these are read by their front.
	leastLean, muchLean = 15, 25
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
func topCrop(pic picture.Pyramid, f find.Found, how lean) gocv.Mat {
	sin, cos := math.Sincos(how.degrees * math.Pi / 180)
	// A cube turned any way is 4/π of its side wide in the middle, and as high as its top face and its front.
	side := math.Sqrt(f.Width()*f.Height()) / (4 / math.Pi * math.Sqrt(cos+sin*math.Pi/4))
	img, px := pic.By(side * cos / (2 * leanFace))
	x, y := f.Center()
	x, y = (x+how.up[0]*sin*side/2)/px-.5, (y+how.up[1]*sin*side/2)/px-.5
	// A step in the crop is one in the picture, shorter where it goes up.
	step, shorter := side/leanFace/px, 1-cos
	xx, xy, yy := step*(1-shorter*how.up[0]*how.up[0]), -step*shorter*how.up[0]*how.up[1], step*(1-shorter*how.up[1]*how.up[1])
	const middle = (networks.CropPx - 1) / 2.
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for i, v := range []float64{xx, xy, x - (xx+xy)*middle, xy, yy, y - (xy+yy)*middle} {
		m.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	gocv.WarpAffineWithParams(img, &out, m, image.Pt(networks.CropPx, networks.CropPx), gocv.InterpolationLinear|gocv.WarpInverseMap, gocv.BorderReplicate, color.RGBA{})
	return out
}

// leanTo is how a camera leans at a place. up is which way things stand up there, as calibration.Profile.Up gives it.
func leanTo(up vision.Point) lean {
	sin := math.Hypot(up[0], up[1])
	if sin == 0 {
		return lean{}
	}
	return lean{math.Asin(min(sin, 1)) * 180 / math.Pi, [2]float64{up[0] / sin, up[1] / sin}}
}

// ReadLeaning reads again the dice of a picture that is taken from the side: as the camera's profile knows, or else as the dice tell.
func (r *FirstRead) ReadLeaning(profile *calibration.Profile) error {
	leans, known, err := r.leans(profile)
	if err != nil {
		return err
	}
	tops := map[int]Answer{} // of dice
	surer := 0.0
	for i, how := range leans {
		says := r.Says[i]
		if sure := slices.Max(says.mark) > sureAtOnce; how.degrees < leastLean || sure && how.degrees < muchLean || len(r.Raw[i]) == 0 || says.Pips() < mostlyPips {
			continue
		}
		var rows []float32
		for _, blur := range leanBlurs() {
			more, err := r.topRows(i, how, blur, r.nets.readers()...)
			if err != nil {
				return err
			}
			rows = append(rows, more...)
		}
		tops[i] = joined(rows, networks.ReaderNumbers)
		surer += slices.Max(tops[i].mark) - slices.Max(says.mark)
	}
	// Somebody may have moved the camera since its profile was made. The profile surely holds in two cases: several dice are read more surely with it, or a die shows the same either way.
	holds := len(tops) >= leaningDice && surer/float64(len(tops)) >= plainlyLeaning
	for i, top := range tops {
		if same := top.likeliestPips() == r.Says[i].likeliestPips(); known && leans[i].degrees >= muchLean && (holds || same) {
			r.Says[i] = top
		} else {
			r.Says[i] = r.Says[i].aslant(top)
		}
	}
	return nil
}

// leans are how the camera leans at each die; none if it doesn't lean. known says that the camera's profile tells so. If the profile knows of no lean, the dice are asked: somebody
// may have moved the camera since.
func (r *FirstRead) leans(profile *calibration.Profile) (at []lean, known bool, err error) {
	leaning := false
	for _, f := range r.dice {
		if up, ok := upAt(profile, r.pic.Image, f); ok {
			at = append(at, leanTo(up))
			leaning = leaning || at[len(at)-1].degrees >= leastLean
		}
	}
	if leaning && len(at) == len(r.dice) {
		return at, true, nil
	}
	var telling []int
	for i, says := range r.Says {
		if len(r.Raw[i]) > 0 && says.Pips() >= mostlyPips && slices.Max(says.mark) <= sureAtOnce {
			telling = append(telling, i)
		}
	}
	if len(telling) < leaningDice {
		return nil, false, nil
	}
	slices.SortStableFunc(telling, func(a, b int) int { return cmp.Compare(r.dice[b].Score, r.dice[a].Score) })
	camera, leaning, err := r.camera(telling[:min(len(telling), tellingDice)])
	if err != nil || !leaning {
		return nil, false, err
	}
	return slices.Repeat([]lean{camera}, len(r.dice)), false, nil
}

// camera is how the camera leans by what some dice tell; false if it doesn't. A front face looks like the top face of a camera that is held upside down, but not at every angle.
// So the way up counts at which the reader is surest over all angles together. Across it, and straight, all readers must be plainly less sure.
func (r *FirstRead) camera(telling []int) (how lean, leaning bool, err error) {
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
func (r *FirstRead) sureOf(dice []int, camera lean, readers ...*gocv.Net) (float64, error) {
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
func (r *FirstRead) topRows(i int, camera lean, blur float64, readers ...*gocv.Net) ([]float32, error) {
	crop := topCrop(r.pic, r.dice[i], camera)
	defer crop.Close()
	gocv.GaussianBlur(crop, &crop, image.Point{}, blur, blur, gocv.BorderReflect101)
	rows, err := evened([]gocv.Mat{crop}, networks.CropPx, readers...)
	if err != nil {
		return nil, fmt.Errorf("read a top face: %w", err)
	}
	return slices.Concat(rows...), nil
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
