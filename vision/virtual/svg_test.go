package virtual

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"
)

// inked is the share of a drawn mask that is ink.
func inked(t *testing.T, data string, side float64) float64 {
	t.Helper()
	p, err := svgPath(data, side)
	require.NoError(t, err)
	m := newMask(200, .5)
	m.draw(p, spot{size: 1})
	sum := 0
	for _, a := range m.alpha.Pix {
		sum += int(a)
	}
	return float64(sum) / 255 / float64(len(m.alpha.Pix))
}

func TestSVGPathsAreFilled(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		area float64
	}{
		"lines":               {"M25 25L75 25L75 75L25 75Z", .25},
		"relative lines":      {"m25,25 50,0 0,50-50 0z", .25},
		"across and down":     {"M25 25h50v50H25V25z", .25},
		"a circle of arcs":    {"M10 50A40 40 0 0 1 90 50A40 40 0 0 1 10 50z", .5027},
		"arcs without spaces": {"M10 50a40 40 0 0180 0a40 40 0 01-80 0", .5027},
		"a large arc":         {"M50 10A40 40 0 1 1 10 50L50 50z", .377},
		"a curve":             {"M20 80C20 20 80 20 80 80z", .216},
		"a smooth curve":      {"M10 50C10 30 40 30 50 50S90 70 90 50L90 90L10 90z", .32},
		"a bow":               {"M20 80Q50 20 80 80z", .12},
		"two pieces":          {"M0 0h20v20H0zM80 80h20v20H80z", .08},
		"a hole":              {"M10 10h80v80H10zM30 30v40h40V30z", .48},
	} {
		require.InDelta(t, c.area, inked(t, c.data, 100), .012, name)
	}
	m := newMask(10, .5)
	p, err := svgPath("M0 0h50v50H0z", 100)
	require.NoError(t, err)
	m.draw(p, spot{size: 1})
	require.Equal(t, color.Alpha{A: 255}, m.alpha.AlphaAt(1, 1), "y grows downwards: this is the upper left")
	require.Equal(t, color.Alpha{}, m.alpha.AlphaAt(8, 8))
}

func TestSVGPathsThatAreNone(t *testing.T) {
	for _, data := range []string{"", "M", "M1", "1 2", "M0 0L1 x", "M0 0B1 1", "M0 0A1 1 0 2 0 5 5", "M0 0L1e", "zz 3"} {
		_, err := svgPath(data, 100)
		require.ErrorContains(t, err, "path data", data)
	}
}

func FuzzSVGPath(f *testing.F) {
	f.Add("M25 25h50v50H25zM10 50a40 40 0 0180 0")
	f.Fuzz(func(t *testing.T, data string) {
		if p, err := svgPath(data, 512); err == nil {
			require.NotEmpty(t, p)
		}
	})
}
