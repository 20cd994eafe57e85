package known

import (
	"bytes"
	"image"
	"image/jpeg"
)

// Advice says what makes a picture of a die worse than the one by which its face was taught, and what to do; empty if nothing does. Both are JPEGs of
// the die in the middle; taught may be missing.
func Advice(now, taught []byte) string {
	a, ok := measure(now)
	b, known := measure(taught)
	if !known {
		b = light{bright: usualBright}
	}
	switch {
	case !ok:
		return ""
	case a.glare > b.glare+moreGlare:
		return "glare on this one: turn the lamp, or hang a cloth before it"
	case a.bright < b.bright*muchDarker && a.bright < dim:
		return "it lies in the dark: put a lamp nearer"
	case known && a.sharp < b.sharp*muchSofter:
		return "the picture is blurred: bring the camera into focus, or hold it still"
	}
	return ""
}

const (
	// moreGlare is by how much the share of white-out may rise. muchDarker is the least share of the taught brightness that a picture may have,
	// muchSofter the least share of the taught sharpness.
	moreGlare, muchDarker, muchSofter = .05, .6, .5
	// usualBright is the brightness for a taught picture that is missing. dim is the brightness, 0 to 255, below which there is too little light.
	usualBright, dim = 110.0, 70.0
	whiteOut         = 250 // of 255
)

// light is what a picture of a die says of the light: the share of pixels that are white-out, the brightness (0 to 255), and how much neighbouring
// pixels differ.
type light struct{ glare, bright, sharp float64 }

func measure(raw []byte) (light, bool) {
	img, err := jpeg.Decode(bytes.NewReader(raw))
	if err != nil {
		return light{}, false
	}
	b := img.Bounds()
	in := image.Rect(b.Min.X+b.Dx()/4, b.Min.Y+b.Dy()/4, b.Max.X-b.Dx()/4, b.Max.Y-b.Dy()/4) // the die itself, without the floor
	var out light
	n := 0.0
	for y := in.Min.Y; y < in.Max.Y; y++ {
		last := -1.0
		for x := in.Min.X; x < in.Max.X; x++ {
			r, g, bl, _ := img.At(x, y).RGBA()
			luma := (.299*float64(r) + .587*float64(g) + .114*float64(bl)) / 257
			if min(r, g, bl)/257 >= whiteOut {
				out.glare++
			}
			if last >= 0 {
				out.sharp += (luma - last) * (luma - last)
			}
			out.bright, last, n = out.bright+luma, luma, n+1
		}
	}
	if n == 0 {
		return light{}, false
	}
	return light{out.glare / n, out.bright / n, out.sharp / n}, true
}
