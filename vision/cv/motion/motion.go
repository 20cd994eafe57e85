//go:build cgo

// Package motion says what changed over the tray from frame to frame: what moves, a hand, a lamp, a bumped camera, which dice still lie.
package motion

import (
	"image"
	"time"

	"astragal/vision/cv/picture"
	"astragal/vision/settle"

	"gocv.io/x/gocv"
)

// The scale and the thresholds of motion. Sizes are in px of the small picture.
const (
	// smallSide is what the longer side of a frame is at most brought down to.
	smallSide = 480
	// levelFloor and levelPerNoise give the difference (0 to 255) from which a pixel has changed:
	// the floor, plus so many times the camera's own noise.
	levelFloor, levelPerNoise = 7.0, 5.0
	// wide is the share of the picture that must change before a shaken camera or another light
	// is thought of.
	wide = 0.02
	// explained is which part of a wide change may remain once it is explained.
	explained = 0.4
	// shifted is how far the camera must have moved for the tray to be read again.
	shifted = 3.0
	// afterwards is for how many still frames hands are still looked for.
	afterwards = 3
)

// Motion tells from one frame to the next whether anything on the tray moves,
// cheaply: it looks at a small copy. Something that creeps adds up; a shift of
// the whole picture and a change of its light do not count. It keeps the last
// still picture, so that what lies there now can be compared with what lay
// there then. Not safe for concurrent use.
type Motion struct {
	full image.Point // size of the frames, px
	by   int         // how many px of a frame one px of the small picture stands for

	now    *still // this frame
	anchor *still // the frame that it is held against
	ref    *still // the last still picture without a hand, small
	// refFull is the same as the camera gave it.
	refFull gocv.Mat
	// first is the first picture of the medium; empty once another geometry came.
	first *still
	// short is the frame that was remembered, shortFull as the camera gave it.
	short     *still
	shortFull gocv.Mat
	// glimpsed: ref shows what is there before anything was kept, to tell hands by and nothing else.
	glimpsed bool
	before   gocv.Mat
	noise    float64
	calm     int  // frames since something moved
	equal    bool // the last two frames were the same

	lo, hi  gocv.Mat // the anchor's darkest and lightest value within one px
	changed gocv.Mat // mask: what differs from the anchor
	touched gocv.Mat // mask: where something moved since ref was kept
	often   gocv.Mat // in how many frames it moved there
	last    time.Duration
	spare   [6]gocv.Mat

	// minded are the places of the dice in ref.
	minded []minded
	// lost are the dice that went out of sight when ref was kept.
	lost []lost
	// drift is how the camera has moved since ref was kept, as far as it was noticed.
	drift similar

	hand    bool
	hands   []blob // what reached in when that was looked for last, px of the small picture
	covered bool
}

// still is one small picture and its light.
type still struct {
	pic   gocv.Mat // BGR
	light light
}

func newStill() *still { return &still{pic: gocv.NewMat()} }

func (s *still) set(from *still) {
	from.pic.CopyTo(&s.pic)
	s.light = from.light
}

// New makes a Motion that has seen nothing. The caller closes it.
func New() *Motion {
	m := &Motion{drift: unmoved(), now: newStill(), anchor: newStill(), ref: newStill(), first: newStill(), short: newStill(), shortFull: gocv.NewMat(), before: gocv.NewMat(), refFull: gocv.NewMat(),
		lo: gocv.NewMat(), hi: gocv.NewMat(), changed: gocv.NewMat(), touched: gocv.NewMat(), often: gocv.NewMat()}
	for i := range m.spare {
		m.spare[i] = gocv.NewMat()
	}
	return m
}

// Close frees the pictures.
func (m *Motion) Close() error {
	for _, mat := range []*gocv.Mat{&m.now.pic, &m.anchor.pic, &m.ref.pic, &m.first.pic, &m.short.pic, &m.shortFull, &m.refFull, &m.before, &m.lo, &m.hi, &m.changed, &m.touched, &m.often} {
		mat.Close()
	}
	for i := range m.spare {
		m.spare[i].Close()
	}
	m.ForgetLost()
	return nil
}

// Add takes the next frame (BGR, 8 bits, not empty; another geometry starts
// afresh), which stays the caller's.
func (m *Motion) Add(img gocv.Mat, at picture.Stamp) settle.Glance {
	g := settle.Glance{Frame: at.Frame, Time: at.Time}
	first := m.full == image.Point{}
	if !m.load(img) {
		m.setAnchor()
		if g.Other, g.Reframed = first, !first; first {
			m.first.set(m.now)
		}
		return g
	}
	m.hear()
	still := m.calm > 0
	if g.Moving = m.moves(); g.Moving && still && m.reframed() {
		m.begin()
		m.setAnchor()
		g.Moving, g.Reframed = false, true
		return g
	}
	m.calm++
	if g.Moving {
		m.calm = 0
		g.Slight = gocv.CountNonZero(m.changed) < 4*m.grain()
		gocv.BitwiseOr(m.touched, m.changed, &m.touched)
		count(m, at.Time-m.last)
	}
	m.last = at.Time
	g.Shifted = m.drift.far(m.small()) > shifted
	if m.calm < afterwards {
		m.hand, m.covered = m.reachesIn()
	}
	g.Hand, g.Covered, g.Dark = m.hand, m.covered, m.blank()
	return g
}

// Identical tells whether the last two frames were the same to the last bit, which no
// camera's are.
func (m *Motion) Identical() bool { return m.equal }

// Forget drops all pictures: the next frame is the first.
func (m *Motion) Forget() { m.full = image.Point{} }

// Keep makes this frame, the one added last, the still picture that later ones
// are compared with. Where dice lie in it, Mind tells.
func (m *Motion) Keep(frame gocv.Mat) {
	m.ref.set(m.now)
	frame.CopyTo(&m.refFull)
	m.touched.SetTo(gocv.Scalar{})
	m.often.SetTo(gocv.Scalar{})
	m.hand, m.hands, m.covered, m.drift, m.minded, m.glimpsed = false, nil, false, unmoved(), nil, false
}

// Glimpse remembers this frame while no still picture was kept yet, so that a hand is known that comes in from now on.
func (m *Motion) Glimpse() {
	if m.ref.pic.Empty() || m.glimpsed {
		m.ref.set(m.now)
		m.glimpsed, m.drift = true, unmoved()
	}
}

// load brings the frame down to the small picture; false means that there is none before it.
func (m *Motion) load(img gocv.Mat) bool {
	full := image.Pt(img.Cols(), img.Rows())
	again := full == m.full
	if !again {
		m.full = full
		m.by = max(1, (max(full.X, full.Y)+smallSide-1)/smallSide)
		m.noise = 0
		m.begin()
	} else {
		m.now.pic.CopyTo(&m.before)
	}
	reduce(img, &m.spare[0], m.small())
	gocv.Blur(m.spare[0], &m.now.pic, image.Pt(3, 3))
	m.now.light = lightOf(m.now.pic)
	return again
}

// begin forgets all that was seen before.
func (m *Motion) begin() {
	m.calm, m.hand, m.hands, m.covered, m.drift, m.minded, m.glimpsed = 0, false, nil, false, unmoved(), nil, false
	for _, s := range []*still{m.ref, m.first, m.short} {
		s.pic.Close()
		s.pic = gocv.NewMat()
	}
	m.ForgetLost()
	m.touched.Close()
	m.touched = gocv.Zeros(m.small().Y, m.small().X, gocv.MatTypeCV8U)
	m.often.Close()
	m.often = gocv.Zeros(m.small().Y, m.small().X, gocv.MatTypeCV8U)
}

// small is the size of the small picture, px.
func (m *Motion) small() image.Point {
	return image.Pt(max(1, m.full.X/m.by), max(1, m.full.Y/m.by))
}

// reduce makes a picture smaller. Halving first is many times quicker than one
// step of any other size.
func reduce(src gocv.Mat, dst *gocv.Mat, size image.Point) {
	half := image.Pt(src.Cols()/2, src.Rows()/2)
	if half.X < size.X || half.Y < size.Y {
		gocv.Resize(src, dst, size, 0, 0, gocv.InterpolationLinear)
		return
	}
	part := gocv.NewMat()
	defer part.Close()
	gocv.Resize(src, &part, half, 0, 0, gocv.InterpolationArea)
	reduce(part, dst, size)
}
