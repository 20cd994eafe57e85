//go:build cgo && matprofile

package card_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/vision/cv/card"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/quality"
	"astragal/vision/cv/rectify"
	"astragal/vision/cv/tray"
)

// Calibrating, straightening, finding the tray and metering leave no Mat behind.
func TestCalibrationLeavesNoMat(t *testing.T) {
	before := gocv.MatProfile.Count()
	d := cvtest.BentDesk()
	img, out := d.Picture(t), gocv.NewMat()
	v, err := card.Find(img)
	require.NoError(t, err)
	p, _, err := card.Calibrate([]card.View{v, v, v}, 0)
	require.NoError(t, err)
	away := cvtest.UsualDesk()
	away.Shift[0] = 2000
	bare := away.Picture(t)
	_, err = card.Find(bare)
	require.Error(t, err)
	bare.Close()
	r, err := rectify.New(p)
	require.NoError(t, err)
	require.NoError(t, r.Rectify(img, &out))
	require.NoError(t, r.Close())
	var m quality.Meter
	m.Measure(img, nil, &p)
	tray.Find(img)
	out.Close()
	img.Close()
	if left := gocv.MatProfile.Count(); left != before {
		var where bytes.Buffer
		require.NoError(t, gocv.MatProfile.WriteTo(&where, 1))
		t.Fatalf("%d Mats are left, %d before:\n%s", left, before, where.String())
	}
}
