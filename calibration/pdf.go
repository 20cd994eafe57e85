package calibration

import (
	"fmt"
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Paper is a paper size of home printers.
type Paper string

// The papers that the card is made for.
const (
	A4     Paper = "A4"
	Letter Paper = "Letter"
)

// ParsePaper reads the name of a paper size, in any case.
func ParsePaper(name string) (Paper, error) {
	for _, p := range []Paper{A4, Letter} {
		if strings.EqualFold(name, string(p)) {
			return p, nil
		}
	}
	return "", fmt.Errorf("paper %q is not known: use a4 or letter", name)
}

// WriteCard writes the printable card as a PDF. It always writes the same bytes.
func WriteCard(w io.Writer, paper Paper) error {
	if paper != A4 && paper != Letter {
		return fmt.Errorf("paper %q is not known: use a4 or letter", paper)
	}
	pdf := fpdf.New("P", "mm", string(paper), "")
	pdf.SetCreationDate(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	pdf.SetModificationDate(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	pdf.SetCatalogSort(true)
	pdf.SetTitle("Astragal calibration card", false)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddPage()
	frame := CardFrame()
	width, _ := pdf.GetPageSize()
	left, top := (width-frame.W)/2, 15.0
	c := cardPage{pdf: pdf, dx: left - frame.X, dy: top - frame.Y}
	c.frame(frame)
	c.board()
	c.patches()
	c.ruler()
	c.words(left, top+frame.H+10, frame.W)
	if err := pdf.Output(w); err != nil {
		return fmt.Errorf("write card: %w", err)
	}
	return nil
}

// cardPage draws in the card's coordinates. Their origin lies at dx, dy on the sheet.
type cardPage struct {
	pdf    *fpdf.Fpdf
	dx, dy float64
}

func (c cardPage) fill(r Rect, rgb [3]uint8) {
	c.pdf.SetFillColor(int(rgb[0]), int(rgb[1]), int(rgb[2]))
	c.pdf.Rect(c.dx+r.X, c.dy+r.Y, r.W, r.H, "F")
}

func (c cardPage) frame(r Rect) {
	c.pdf.SetDrawColor(150, 150, 150)
	c.pdf.SetLineWidth(0.2)
	c.pdf.SetDashPattern([]float64{2, 2}, 0)
	c.pdf.Rect(c.dx+r.X, c.dy+r.Y, r.W, r.H, "D")
	c.pdf.SetDashPattern([]float64{}, 0)
	m := CardMark()
	c.pdf.SetFillColor(0, 0, 0)
	c.pdf.Polygon([]fpdf.PointType{
		{X: c.dx + m[0][0], Y: c.dy + m[0][1]},
		{X: c.dx + m[1][0], Y: c.dy + m[1][1]},
		{X: c.dx + m[2][0], Y: c.dy + m[2][1]},
	}, "F")
	c.text(2, -21, 9, "B", "ASTRAGAL CARD")
	c.text(35, -21, 9, "", "flat on the floor of the tray, all of it in the picture")
}

func (c cardPage) board() {
	for _, r := range CardSquares() {
		c.fill(r, [3]uint8{})
	}
}

func (c cardPage) patches() {
	for _, p := range CardPatches() {
		c.fill(p.Rect, p.RGB)
	}
	first := CardPatches()[0].Rect
	c.pdf.SetDrawColor(200, 200, 200)
	c.pdf.SetLineWidth(0.1)
	c.pdf.Rect(c.dx+first.X, c.dy+first.Y, float64(len(CardPatches()))*first.W, first.H, "D")
}

func (c cardPage) ruler() {
	c.pdf.SetDrawColor(0, 0, 0)
	c.pdf.SetLineWidth(0.15)
	for mm := 0; mm <= int(CardRuler); mm++ {
		length := 2.0
		switch {
		case mm%10 == 0:
			length = 5
			c.text(float64(mm)-1, rulerTop+8.5, 7, "", fmt.Sprint(mm))
		case mm%5 == 0:
			length = 3.5
		}
		x := c.dx + float64(mm)
		c.pdf.Line(x, c.dy+rulerTop, x, c.dy+rulerTop+length)
	}
	c.pdf.Line(c.dx, c.dy+rulerTop, c.dx+CardRuler, c.dy+rulerTop)
	c.text(CardRuler+4, rulerTop+8.5, 7, "", "mm")
}

// text writes one line. x, y is the start of its base line in the card's coordinates.
func (c cardPage) text(x, y, size float64, style, s string) {
	c.pdf.SetFont("Helvetica", style, size)
	c.pdf.SetTextColor(0, 0, 0)
	c.pdf.Text(c.dx+x, c.dy+y, s)
}

func (c cardPage) words(left, top, width float64) {
	c.pdf.SetXY(left, top)
	c.pdf.SetFont("Helvetica", "B", 12)
	c.pdf.MultiCell(width, 6, "How to use this card", "", "L", false)
	c.pdf.SetFont("Helvetica", "", 10.5)
	for i, s := range []string{
		"Print this sheet at 100 % (\"actual size\"), on plain, not shiny paper.",
		"Hold a real ruler against the printed one. If its 100 mm are not 100 mm, note what they are and add --ruler with that number.",
		"Cut the card out along the dashed line and lay it flat in the middle of the empty tray. It may lie any way round.",
		"Put the camera and the lamp where they stay during the game. No hand, no shadow, no shine on the card.",
		"Run:  astragal calibrate --source CAMERA",
		"Take the card out. Calibrate again when the camera or the tray was moved.",
	} {
		c.pdf.SetX(left)
		c.pdf.MultiCell(width, 5.2, fmt.Sprintf("%d.  %s", i+1, s), "", "L", false)
		c.pdf.Ln(1.2)
	}
}
