//go:build cgo

package face

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// A camera that looks at the tray from the side sees two faces of a die; the top one is foreshortened. The reader, which learned on dice any way up, may read the other face, or both
// together. So their top faces are cut out and straightened, and read as well.
const (
	// leaningDice at least must be read more surely, by plainlyLeaning in the mean, to show that a camera leans as is known of it.
	leaningDice    = 3
	plainlyLeaning = .1
	// leanFace is the side of the top face in a crop, px.
	leanFace = 40
	// mostlyPips is the probability of some pips from which a die tells.
	mostlyPips = .5
	// From leastLean, degrees, doubtful dice are read again, from muchLean the sure ones too: the more a camera leans, the more of these are read by their front.
	leastLean, muchLean = 15, 25
)

// lean is how a camera leans: the angle between its line of sight and straight down, degrees, and where in the picture what stands up points to.
type lean struct {
	degrees float64
	up      [2]float64
}

// leanBlurs are how much the crops are blurred, px.
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

// ReadLeaning reads again the dice of a picture that is taken from the side, as far as is known how the camera leans.
func (r *FirstRead) ReadLeaning(camera *Leaning) error {
	tops := map[int]Answer{} // of dice
	much := map[int]bool{}
	surer := 0.0
	for i, says := range r.Says {
		how := camera.at(r.pic.Image, r.dice[i])
		much[i] = how.degrees >= muchLean
		if sure := slices.Max(says.mark) > sureAtOnce; how.degrees < leastLean || sure && !much[i] || len(r.Raw[i]) == 0 || says.Pips() < mostlyPips {
			continue
		}
		top, err := r.top(i, how)
		if err != nil {
			return err
		}
		tops[i] = top
		surer += slices.Max(top.mark) - slices.Max(says.mark)
	}
	// What is known of the camera may be wrong. It surely holds in two cases: several dice are read more surely with it, or a die shows the same either way.
	holds := len(tops) >= leaningDice && surer/float64(len(tops)) >= plainlyLeaning
	for i, top := range tops {
		if same := top.likeliestPips() == r.Says[i].likeliestPips(); much[i] && (holds || same) {
			r.Says[i] = top
		} else {
			r.Says[i] = r.Says[i].aslant(top)
		}
	}
	return nil
}

// top is what the readers say of a find's top face under a camera that leans so far.
func (r *FirstRead) top(i int, camera lean) (Answer, error) {
	var all []float32
	for _, blur := range leanBlurs() {
		crop := topCrop(r.pic, r.dice[i], camera)
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
