//go:build cgo && matprofile

package cv_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/vision/cv"
)

// Calibrating, straightening, finding the tray and metering leave no Mat behind.
func TestCalibrationLeavesNoMat(t *testing.T) {
	before := gocv.MatProfile.Count()
	d := bentDesk()
	img, out := d.picture(t), gocv.NewMat()
	v, err := cv.FindCard(img)
	require.NoError(t, err)
	p, _, err := cv.Calibrate([]cv.CardView{v, v, v}, 0)
	require.NoError(t, err)
	away := usualDesk()
	away.shift[0] = 2000
	bare := away.picture(t)
	_, err = cv.FindCard(bare)
	require.Error(t, err)
	bare.Close()
	r, err := cv.NewRectifier(p)
	require.NoError(t, err)
	require.NoError(t, r.Rectify(img, &out))
	require.NoError(t, r.Close())
	_, err = cv.NewTopView(p, 1e6)
	require.Error(t, err)
	top, err := cv.NewTopView(profileOf(t, usualDesk()), 1)
	require.NoError(t, err)
	require.NoError(t, top.Close())
	var m cv.Meter
	m.Measure(img, nil, &p)
	cv.FindTray(img)
	out.Close()
	img.Close()
	if left := gocv.MatProfile.Count(); left != before {
		var where bytes.Buffer
		require.NoError(t, gocv.MatProfile.WriteTo(&where, 1))
		t.Fatalf("%d Mats are left, %d before:\n%s", left, before, where.String())
	}
}
