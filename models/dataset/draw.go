package dataset

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	_ "image/png" // data sets also hold PNG files
	"os"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Flawless says that nothing was wrong and nothing was asked.
func Flawless(judgements []Judgement) bool {
	for _, j := range judgements {
		if len(j.Wrong) > 0 || (j.Read != nil && !j.Read.Accepted) {
			return false
		}
	}
	return true
}

// Draw writes a JPEG of a picture with its judgements over it. Green is right and accepted, yellow was asked about,
// red is wrong (missed, extra, misread). Each box says what is true and what was read.
func Draw(path string, p Picture, judgements []Judgement) error {
	in, err := os.Open(p.Path)
	if err != nil {
		return fmt.Errorf("draw the failures: %w", err)
	}
	defer in.Close()
	src, _, err := image.Decode(in)
	if err != nil {
		return fmt.Errorf("draw the failures of %s: %w", p.Path, err)
	}
	canvas := image.NewRGBA(src.Bounds())
	draw.Draw(canvas, canvas.Bounds(), src, src.Bounds().Min, draw.Src)
	for _, j := range judgements {
		drawJudgement(canvas, j)
	}
	out, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("draw the failures: %w", err)
	}
	if err := errors.Join(jpeg.Encode(out, canvas, &jpeg.Options{Quality: 88}), out.Close()); err != nil {
		return fmt.Errorf("draw the failures: %w", err)
	}
	return nil
}

func drawJudgement(canvas draw.Image, j Judgement) {
	ink := j.ink()
	if j.Truth != nil && (j.Read == nil || len(j.Wrong) > 0) {
		frame(canvas, j.Truth.Box, color.RGBA{0, 160, 255, 255}, 1)
	}
	var box Box
	var label string
	switch {
	case j.Read == nil:
		box, label = j.Truth.Box, "missed "+j.Truth.shown()
	case j.Truth == nil:
		box, label = j.Read.Box, "extra "+j.Read.said()
	default:
		box, label = j.Read.Box, j.Truth.shown()+">"+j.Read.said()
		if j.Truth.Shape != j.Read.Shape {
			label += " " + j.Truth.Shape + ">" + shapeWord(*j.Read)
		}
	}
	if j.Read != nil {
		label += fmt.Sprintf(" .%03.0f", min(999, 1000*j.Read.Confidence))
	}
	frame(canvas, box, ink, 2)
	write(canvas, int(box[0]), int(box[1])-3, label, ink)
}

// ink is the colour for a judgement.
func (j Judgement) ink() color.RGBA {
	bad := j.Truth == nil || j.Read == nil || (j.Truth.judgesFace() && !j.Truth.faceRight(*j.Read) && j.Read.saysSomething())
	switch {
	case bad:
		return color.RGBA{255, 30, 30, 255}
	case !j.Read.Accepted:
		return color.RGBA{255, 220, 0, 255}
	}
	return color.RGBA{0, 220, 60, 255}
}

// frame draws a box's edge, thick px wide.
func frame(canvas draw.Image, b Box, ink color.Color, thick int) {
	r := image.Rect(int(b[0]), int(b[1]), int(b[0]+b[2]), int(b[1]+b[3]))
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+thick)},
		{image.Pt(r.Min.X, r.Max.Y-thick), r.Max},
		{r.Min, image.Pt(r.Min.X+thick, r.Max.Y)},
		{image.Pt(r.Max.X-thick, r.Min.Y), r.Max},
	} {
		draw.Draw(canvas, side, image.NewUniform(ink), image.Point{}, draw.Src)
	}
}

// write puts a line of text on a dark ground. Its bottom left corner is at x, y.
func write(canvas draw.Image, x, y int, text string, ink color.Color) {
	face := basicfont.Face7x13
	x, y = max(x, 0), max(y, 12)
	ground := image.Rect(x, y-11, x+7*len(text)+2, y+3)
	draw.Draw(canvas, ground, image.NewUniform(color.RGBA{0, 0, 0, 200}), image.Point{}, draw.Over)
	pen := font.Drawer{Dst: canvas, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(x+1, y)}
	pen.DrawString(text)
}
