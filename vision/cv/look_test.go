//go:build cgo

package cv_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"astragal/vision/cv"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// BenchmarkLook reads a settled 1280×720 picture of a tray. Its "decodes" metric is the cost in
// units of gocv.IMDecode of the same picture's JPEG bytes, measured in the same run.
func BenchmarkLook(b *testing.B) {
	raw, err := os.ReadFile(benchPicture(b))
	require.NoError(b, err)
	img, err := cv.Decode(raw)
	require.NoError(b, err)
	defer img.Close()
	l, err := cv.NewLooker()
	require.NoError(b, err)
	defer l.Close()
	var decode, look time.Duration
	for b.Loop() {
		start := time.Now()
		m, err := gocv.IMDecode(raw, gocv.IMReadColor)
		decode += time.Since(start)
		require.NoError(b, err)
		m.Close()
		start = time.Now()
		_, err = l.Look(img, cv.Looking{})
		look += time.Since(start)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(look)/float64(decode), "decodes")
}

func benchPicture(b *testing.B) string {
	files, _ := filepath.Glob("../../../shared/data/real/yahtzee_box/images/*.jpg")
	if len(files) == 0 {
		b.Skip("needs ../shared/data/real/yahtzee_box")
	}
	return files[0]
}
