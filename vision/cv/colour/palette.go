//go:build cgo

package colour

import (
	"math"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// paletteHues is the number of hues that a palette tells apart; black, grey and white follow them.
const paletteHues = 12

// Palette gives the shares of the tints on a die (plastic and paint together) from its crop: hues from
// red on, then black, grey and white. They sum to 1. A tint between two of them is shared out, so that a
// little other light changes a palette little. white holds the factors that make grey paper grey.
func Palette(crop gocv.Mat, white [3]float64) []float32 {
	data, err := crop.DataPtrUint8()
	if err != nil || len(data) < networks.CropPx*networks.CropPx*3 {
		return nil
	}
	const c, r = networks.CropPx / 2, networks.DiePx * 40 / 100
	out := make([]float32, paletteHues+3)
	total := float32(0)
	for y := c - r; y <= c+r; y++ {
		for x := c - r; x <= c+r; x++ {
			if (x-c)*(x-c)+(y-c)*(y-c) > r*r {
				continue
			}
			i := (y*networks.CropPx + x) * 3
			addTint(out, min(255, white[0]*float64(data[i+2])), min(255, white[1]*float64(data[i+1])), min(255, white[2]*float64(data[i])))
			total++
		}
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// addTint shares one pixel out among the tints. Channels 0 to 255.
func addTint(to []float32, r, g, b float64) {
	high, low := max(r, g, b), min(r, g, b)
	chroma := high - low
	// How colourful it looks: chroma itself, not saturation, so that dark noise counts as black.
	hued := smooth(chroma, 22, 70)
	if hued > 0 {
		at := hue(r, g, b, high, chroma) / 360 * paletteHues
		k := math.Floor(at)
		part := at - k
		to[int(k)%paletteHues] += float32(hued * (1 - part))
		to[(int(k)+1)%paletteHues] += float32(hued * part)
	}
	light := (high + low) / 2
	black, white := 1-smooth(light, 40, 90), smooth(light, 130, 190)
	to[paletteHues] += float32((1 - hued) * black)
	to[paletteHues+1] += float32((1 - hued) * (1 - black - white))
	to[paletteHues+2] += float32((1 - hued) * white)
}

// smooth goes from 0 at from to 1 at to.
func smooth(v, from, to float64) float64 { return min(1, max(0, (v-from)/(to-from))) }
