//go:build cgo

package watch

import (
	"fmt"
	"image"
	"time"

	"astragal/vision"
	"astragal/vision/cv/source"

	"gocv.io/x/gocv"
)

const (
	previewSide    = 960 // px, the longer side at most
	previewQuality = 75  // of JPEG
	stillPreviews  = 5   // a still tray is shown so many times less often
	meterEvery     = 2 * time.Second
	frozenFor      = 10 * time.Second
)

// preview tells a picture of the tray when it is time, or now.
func (e *watch) preview(now bool) {
	if e.PreviewEvery <= 0 {
		return
	}
	every := e.PreviewEvery
	if e.state == vision.Settled || e.state == vision.Empty {
		every *= stillPreviews
	}
	if e.begun && !now && e.at.Time-e.shown < every {
		return
	}
	e.begun, e.shown = true, e.at.Time
	jpeg, err := previewOf(e.img)
	if err != nil {
		e.Log.Warn("make a preview", "error", err)
		return
	}
	e.tell(vision.Event{Kind: vision.EventPreview, Preview: jpeg})
}

// previewOf makes a small JPEG of a picture.
func previewOf(img gocv.Mat) ([]byte, error) {
	small := img
	if long := max(img.Cols(), img.Rows()); long > previewSide {
		small = gocv.NewMat()
		defer small.Close()
		size := image.Pt(max(1, img.Cols()*previewSide/long), max(1, img.Rows()*previewSide/long))
		gocv.Resize(img, &small, size, 0, 0, gocv.InterpolationArea)
	}
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, small, []int{gocv.IMWriteJpegQuality, previewQuality})
	if err != nil {
		return nil, fmt.Errorf("encode a preview: %w", err)
	}
	defer buf.Close()
	return append([]byte(nil), buf.GetBytes()...), nil
}

// meter tells the picture's quality while the tray lies still, or can't be seen for want of light.
func (e *watch) meter() {
	if e.Meter == nil || e.state != vision.Settled && e.state != vision.Empty && e.state != vision.TooDark {
		return
	}
	dark := e.state == vision.TooDark
	if e.inDark == dark && e.judged > 0 && e.at.Time-e.judged < meterEvery {
		return
	}
	e.judged, e.inDark = e.at.Time, dark
	q := vision.Quality{Words: []string{"too dark: put more light on the tray, or take away what covers the lens"}}
	if !dark {
		q = e.Meter(e.img, e.scene, e.Profile)
	}
	e.tell(vision.Event{Kind: vision.EventQuality, Quality: &q})
}

// frozen notices a source that gives the very same picture again and again.
type frozen struct {
	since time.Duration
	said  bool
}

func (e *watch) watchFrozen() {
	if _, camera := e.Source.(source.Locker); !camera || !e.motion.Identical() {
		if e.frozen.said {
			e.tellProblem("")
		}
		e.frozen = frozen{since: e.at.Time}
		return
	}
	if !e.frozen.said && e.at.Time-e.frozen.since >= frozenFor {
		e.frozen.said = true
		e.tellProblem(fmt.Sprintf("%s has given the very same picture for %d seconds: it may hang; pull its plug and put it back, or choose another camera",
			e.Source.Name(), int(frozenFor.Seconds())))
	}
}
