//go:build cgo

package colour

import "astragal/vision"

// colorID is a name of vision.Colors(), by its place there.
type colorID uint8

const (
	colorWhite colorID = iota
	colorIvory
	colorGrey
	colorBlack
	colorRed
	colorPink
	colorOrange
	colorBrown
	colorYellow
	colorGold
	colorGreen
	colorTeal
	colorCyan
	colorLightBlue
	colorBlue
	colorPurple
	colorSilver
	colorCount = iota
)

func (c colorID) String() string { return vision.Colors()[c] }

// tones are the families of colours that light alone may turn into one another, one bit each, to which a name belongs.
func (c colorID) tones() uint8 {
	const (
		pale, dark, warm, cold, greenish, reddish, mauve = 1, 2, 4, 8, 16, 32, 64
	)
	switch c {
	case colorWhite, colorSilver:
		return pale
	case colorIvory:
		return pale | warm
	case colorGrey:
		return pale | dark
	case colorBlack:
		return dark
	case colorYellow, colorGold:
		return warm
	case colorOrange, colorBrown:
		return warm | reddish
	case colorBlue, colorLightBlue:
		return cold
	case colorCyan:
		return cold | greenish
	case colorGreen, colorTeal:
		return greenish
	case colorRed:
		return reddish
	case colorPink:
		return reddish | mauve
	case colorPurple:
		return cold | mauve
	}
	return 0
}

// kin: two names that light alone may turn into each other.
func kin(a, b colorID) bool { return a.tones()&b.tones() != 0 }

// colorName gives a pixel's name and the weight of its vote (glare and deep shade say little). Channels 0 to 255.
func colorName(r, g, b float64) (colorID, float64) {
	high, low := max(r, g, b), min(r, g, b)
	chroma := high - low
	sat := 0.0
	if high > 0 {
		sat = chroma / high
	}
	switch {
	case high < 28 || high < 50 && sat < .45 || high < 75 && sat < .35: // dark purple is still purple
		return colorBlack, 1
	case sat < .13:
		return grey(high)
	}
	return hued(hue(r, g, b, high, chroma), sat, high), 1
}

func grey(v float64) (colorID, float64) {
	switch {
	case v > 240:
		return colorWhite, .6 // glare is white on every plastic
	case v > 150:
		return colorWhite, 1
	case v > 90:
		return colorGrey, 1
	}
	return colorBlack, .8
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

func hued(h, sat, v float64) colorID {
	switch {
	case h >= 20 && h < 75 && sat < .3:
		if v > 150 {
			return colorIvory
		}
		return colorGrey
	case sat < .22:
		if v > 150 {
			return colorWhite
		}
		return colorGrey
	case h < 14 || h >= 345:
		if sat < .45 && v > 150 {
			return colorPink
		}
		return colorRed
	case h < 40:
		if v < 140 {
			return colorBrown
		}
		return colorOrange
	case h < 68:
		if v < 130 {
			return colorGold
		}
		return colorYellow
	case h < 160:
		return colorGreen
	case h < 185:
		return colorTeal
	case h < 200:
		return colorCyan
	case h < 220 && v > 140 && sat < .7:
		return colorLightBlue
	case h < 255:
		return colorBlue
	case h < 305:
		return colorPurple
	}
	if v < 120 {
		return colorPurple
	}
	return colorPink
}
