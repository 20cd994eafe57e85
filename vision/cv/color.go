//go:build cgo

package cv

import (
	"cmp"
	"slices"

	"astragal/calibration"
	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// bodyColors names the plastic's colours from a die's crop (BGR, networks.CropPx square): the main
// one, and a second one where it covers a good part of the die. Ink and glare cover less. white
// holds the factors that make grey paper grey.
func bodyColors(crop gocv.Mat, white [3]float64) []string {
	data, err := crop.DataPtrUint8()
	if err != nil || len(data) < networks.CropPx*networks.CropPx*3 {
		return nil
	}
	const c, r = networks.CropPx / 2, networks.DiePx * 38 / 100
	votes, total := map[string]float64{}, 0.0
	for y := c - r; y <= c+r; y++ {
		for x := c - r; x <= c+r; x++ {
			if (x-c)*(x-c)+(y-c)*(y-c) > r*r {
				continue
			}
			i := (y*networks.CropPx + x) * 3
			name, weight := colorName(min(255, white[0]*float64(data[i+2])), min(255, white[1]*float64(data[i+1])), min(255, white[2]*float64(data[i])))
			votes[name] += weight
			total += weight
		}
	}
	names := make([]string, 0, len(votes))
	for n := range votes {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(votes[b], votes[a]), cmp.Compare(a, b)) })
	if len(names) > 1 && votes[names[1]] > .28*total && !kin(names[0], names[1]) {
		return names[:2]
	}
	return names[:min(1, len(names))]
}

// balance gives factors for red, green and blue that make white things white: the profile's, or else
// those under which the picture's brightest places are white, if these can be white at all.
func balance(pic shrinks, p *calibration.Profile) [3]float64 {
	none := [3]float64{1, 1, 1}
	if p != nil && p.WhiteBalance != [3]float64{} {
		return p.WhiteBalance
	}
	small := gocv.NewMat()
	defer small.Close()
	pic.to(160, 120, &small)
	data, err := small.DataPtrUint8()
	if err != nil {
		return none
	}
	var bright [3]float64
	for k := range bright {
		var channel byteCounts
		for i := 2 - k; i < len(data); i += 3 {
			channel[data[i]]++
		}
		bright[k] = float64(channel.ranked(len(data) / 3 * 98 / 100))
	}
	most := slices.Max(bright[:])
	for k := range bright {
		if bright[k]*whiteLimit < most || most < 60 {
			return none
		}
		bright[k] = most / bright[k]
	}
	return bright
}

// whiteLimit: where one channel's brightest places outshine another's by more, nothing white is in the picture.
const whiteLimit = 1.4

// kin: two names that light alone may turn into each other.
func kin(a, b string) bool {
	families := [][]string{
		{"white", "ivory", "grey", "silver"}, {"grey", "black"}, {"yellow", "gold", "ivory", "orange", "brown"},
		{"blue", "light blue", "cyan", "purple"}, {"green", "teal", "cyan"}, {"red", "pink", "orange", "brown"}, {"purple", "pink"},
	}
	return slices.ContainsFunc(families, func(f []string) bool { return slices.Contains(f, a) && slices.Contains(f, b) })
}

// colorName gives a pixel's name and the weight of its vote (glare and deep shade say little). Channels 0 to 255.
func colorName(r, g, b float64) (string, float64) {
	high, low := max(r, g, b), min(r, g, b)
	chroma := high - low
	sat := 0.0
	if high > 0 {
		sat = chroma / high
	}
	switch {
	case high < 28 || high < 50 && sat < .45 || high < 75 && sat < .35: // dark purple is still purple
		return "black", 1
	case sat < .13:
		return grey(high)
	}
	return hued(hue(r, g, b, high, chroma), sat, high), 1
}

func grey(v float64) (string, float64) {
	switch {
	case v > 240:
		return "white", .6 // glare is white on every plastic
	case v > 150:
		return "white", 1
	case v > 90:
		return "grey", 1
	}
	return "black", .8
}

// hue in degrees, 0 to 360.
func hue(r, g, b, high, chroma float64) float64 {
	var h float64
	switch high {
	case r:
		h = (g - b) / chroma
	case g:
		h = (b-r)/chroma + 2
	default:
		h = (r-g)/chroma + 4
	}
	if h < 0 {
		h += 6
	}
	return h * 60
}

func hued(h, sat, v float64) string {
	switch {
	case h >= 20 && h < 75 && sat < .3:
		if v > 150 {
			return "ivory"
		}
		return "grey"
	case sat < .22:
		if v > 150 {
			return "white"
		}
		return "grey"
	case h < 14 || h >= 345:
		if sat < .45 && v > 150 {
			return "pink"
		}
		return "red"
	case h < 40:
		if v < 140 {
			return "brown"
		}
		return "orange"
	case h < 68:
		if v < 130 {
			return "gold"
		}
		return "yellow"
	case h < 160:
		return "green"
	case h < 185:
		return "teal"
	case h < 200:
		return "cyan"
	case h < 220 && v > 140 && sat < .7:
		return "light blue"
	case h < 255:
		return "blue"
	case h < 305:
		return "purple"
	}
	if v < 120 {
		return "purple"
	}
	return "pink"
}
