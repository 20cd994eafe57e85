//go:build cgo

// Package watch looks at a source frame by frame and tells what happens over the tray.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/look"
	"astragal/vision/cv/motion"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/source"
	"astragal/vision/settle"

	"gocv.io/x/gocv"
)

// Reader reads the dice of one picture (BGR, 8 bits), which stays the caller's. Looker is one.
type Reader interface {
	Look(img gocv.Mat, how look.Looking) (vision.Scene, error)
}

// Watching says what is to be watched and how.
type Watching struct {
	// Source is looked at first. Watch closes it.
	Source source.Source
	// Open makes the source that a "source" order names; nil refuses such orders.
	Open func(ctx context.Context, name string) (source.Source, error)
	// Reader reads the dice once they lie still.
	Reader Reader
	// Profile is the camera's calibration; nil where none was made.
	Profile *calibration.Profile
	// Crops asks for a JPEG of each die.
	Crops bool
	// PreviewEvery is how often a preview is told while something moves; a still tray is shown a
	// fifth as often. Zero tells none.
	PreviewEvery time.Duration
	// Meter judges a still picture's quality; nil tells none.
	Meter func(img gocv.Mat, scene vision.Scene, profile *calibration.Profile) vision.Quality
	// Log takes what goes wrong; nil drops it.
	Log *slog.Logger
}

// Run looks at a source until ctx ends (then it returns ctx's error), until
// the medium ends (nil) or until nothing can be seen any more. It tells what
// happens over the tray, and carries out orders between two frames; orders may be nil.
func Run(ctx context.Context, w Watching, tell func(vision.Event), orders <-chan vision.Order) error {
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	e := &watch{Watching: w, send: tell, motion: motion.New(), img: gocv.NewMat(), next: gocv.NewMat(), settler: &settle.Settler{}}
	defer e.close()
	e.tellSource()
	for {
		if err := e.obey(ctx, orders); err != nil {
			return err
		}
		at, err := e.Source.Next(ctx, &e.next)
		if err == nil {
			e.img, e.next = e.next, e.img
			e.frame(at)
			continue
		}
		if done, err := e.without(err); done {
			return err
		}
	}
}

// watch is one run of Watch. Everything in it belongs to that goroutine.
type watch struct {
	Watching
	send    func(vision.Event)
	motion  *motion.Motion
	settler *settle.Settler
	img     gocv.Mat      // the newest frame
	next    gocv.Mat      // the one after it; a source may spoil it when it gives none
	at      picture.Stamp // of img
	seen    bool          // there is a newest frame
	held    bool          // it came before: a still that is shown for a while
	rested  picture.Stamp // of the frame that was remembered

	stands  look.Standing // the camera, as long as it stands still
	state   vision.State
	scene   vision.Scene // of the last look
	trouble string       // what the source says is wrong
	problem string       // what else was told
	shown   time.Duration
	judged  time.Duration
	named   string      // the source's name as it was told last
	file    vision.File // as it was told last; the zero value where no file is looked at
	rolls   int         // told since the file began
	photo   bool        // a picture that was sent is shown, because the source gives none
	inDark  bool        // the meter spoke last of a picture in which nothing can be seen
	begun   bool        // a preview was told
	frozen  frozen
}

func (e *watch) close() {
	e.motion.Close()
	e.img.Close()
	e.next.Close()
	if err := e.Source.Close(); err != nil {
		e.Log.Warn("close source", "source", e.Source.Name(), "error", err)
	}
}

// tell adds when it was and sends an event.
func (e *watch) tell(ev vision.Event) {
	ev.Frame, ev.Time = e.at.Frame, e.at.Time
	e.send(ev)
}

func (e *watch) tellState(s vision.State) {
	if s != e.state && s != "" {
		e.state = s
		e.tell(vision.Event{Kind: vision.EventState, State: s})
	}
}

// tellProblem tells a problem once; an empty one says that it is over.
func (e *watch) tellProblem(says string) {
	if says != e.problem {
		e.problem = says
		e.tell(vision.Event{Kind: vision.EventProblem, Problem: says})
	}
}

// without deals with a frame that did not come; done ends the watch with err.
func (e *watch) without(err error) (done bool, _ error) {
	var trouble *source.Trouble
	switch {
	case errors.Is(err, source.ErrNoFrame):
		return false, nil
	case errors.Is(err, source.ErrOver):
		e.fileOver()
		return false, nil
	case errors.As(err, &trouble):
		e.tellFile(vision.File{})
		e.trouble = trouble.Says
		e.tellProblem(trouble.Says)
		if trouble.Away && !e.photo {
			e.tellState(vision.NoCamera)
		}
		return false, nil
	case errors.Is(err, io.EOF):
		e.lastLook()
		return true, nil
	case errors.Is(err, io.ErrUnexpectedEOF): // what was seen until then is not lost
		e.lastLook()
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return true, err
	}
	return true, fmt.Errorf("watch %s: %w", e.Source.Name(), err)
}

// lastLook reads what lies still in the last frame of a medium and was not told yet.
func (e *watch) lastLook() {
	if e.seen && e.settler.End() {
		e.look()
	}
}

// frame takes the newest frame.
func (e *watch) frame(at picture.Stamp) {
	again := e.seen && at.Frame == e.at.Frame
	if e.held && !again {
		e.motion.Forget() // after a still that was held comes one that has nothing to do with it
	}
	e.at, e.seen, e.held, e.photo = at, true, again, false
	e.tellSource()
	e.tellFile(vision.File{Dice: e.file.Dice, Rolls: e.file.Rolls})
	if e.trouble != "" {
		e.trouble = ""
		e.tellProblem("")
		e.state = ""
	}
	g := e.motion.Add(e.img, at)
	if !again {
		e.watchFrozen()
	}
	look := e.settler.Add(g)
	e.tellState(e.settler.State())
	switch {
	case look:
		motion.Drop(e.motion)
		e.look()
	case e.settler.Remember():
		motion.Remember(e.motion, e.img)
		e.rested = at
	case e.settler.Snatched():
		e.lookBack()
	}
	e.preview(false)
	e.meter()
}

// compare holds the last picture that was kept against img; nil where there is none. If the camera may look from elsewhere now, it forgets how it stood. The caller closes the comparison.
func (e *watch) compare() *motion.Comparison {
	c := e.motion.Compare(e.img)
	if c == nil || c.Bumped() {
		e.stands.Forget()
	}
	return c
}

// look reads the tray and tells what that means.
func (e *watch) look() {
	c := e.compare()
	if c != nil {
		defer c.Close()
	}
	scene, ok := e.read()
	if !ok {
		e.settler.Failed()
		return
	}
	kind, scene := e.judge(scene, c)
	e.tellLook(kind, scene)
}

// tellLook tells what a look at the picture in img means. kind is empty if nothing changed.
func (e *watch) tellLook(kind vision.EventKind, scene vision.Scene) {
	e.scene = scene
	if kind != "" {
		e.preview(true)
	}
	e.tellState(e.settler.State())
	if kind == vision.EventSettled {
		e.rolls++
		e.stands.Thrown()
	}
	if kind != "" {
		told := vision.Event{Kind: kind, State: e.state, Scene: &scene}
		if kind == vision.EventSeen {
			told.Found, told.Anew = e.settler.Fate().Found, e.settler.Fate().Anew
		}
		e.tell(told)
	}
}

// lookBack reads dice that a hand may be taking up, in the frame that was kept before it came, and tells them if they are a throw.
func (e *watch) lookBack() {
	motion.Recall(e.motion, func(frame gocv.Mat, changed func(vision.Box) float64) {
		was := e.img
		e.img = frame
		defer func() { e.img = was }()
		c := e.compare()
		var ev settle.Evidence
		if c != nil {
			defer c.Close()
			ev = c
		}
		scene, ok := e.read()
		if !ok {
			return
		}
		if c == nil || !c.Kept() {
			scene = e.layAtFirst(scene)
		}
		scene.Frame, scene.Time = e.rested.Frame, e.rested.Time
		throw, scene := e.settler.JudgeKept(scene, ev, changed)
		e.Log.Debug("looked back", "frame", e.at.Frame, "throw", throw)
		if !throw {
			return
		}
		e.keep(c)
		e.tellLook(vision.EventSettled, scene)
	})
	e.tellState(e.settler.State())
}

// judge compares the scene with the last one by c, nil where there is none, and keeps the picture for the next comparison.
func (e *watch) judge(scene vision.Scene, c *motion.Comparison) (vision.EventKind, vision.Scene) {
	var ev settle.Evidence
	if c != nil {
		ev = c
	}
	if c == nil || !c.Kept() {
		scene = e.layAtFirst(scene)
	}
	kind, scene, keep := e.settler.Judge(scene, ev)
	e.Log.Debug("looked", "frame", e.at.Frame, "kind", kind, "state", e.settler.State(), "fate", e.settler.Fate(), "camera known", e.stands.Known())
	switch {
	case keep:
		e.keep(c)
	case e.settler.State() != vision.HandInTray:
		e.motion.Glimpse()
	}
	return kind, scene
}

// layAtFirst says of a scene before which no picture was kept what lay there when the medium began.
func (e *watch) layAtFirst(scene vision.Scene) vision.Scene {
	first := motion.CompareFirst(e.motion, e.img)
	if first == nil {
		return scene
	}
	defer first.Close()
	return settle.LayAtFirst(scene, first.Place)
}

// keep remembers this frame, and where dice lie in it, for the next comparison. c holds the last one against it, nil where
// nothing of that counts any more.
func (e *watch) keep(c *motion.Comparison) {
	if c == nil {
		e.motion.ForgetLost()
	} else {
		c.Lose(e.settler.Lost())
	}
	e.motion.Keep(e.img)
	e.motion.Mind(e.settler.Places())
}

// read reads the newest frame; a failure is told.
func (e *watch) read() (vision.Scene, bool) {
	e.tellState(vision.ReadingNow)
	how := look.Looking{Profile: e.Profile, Crops: e.Crops, Closer: e.settler.Closer()}
	if e.file.Kind != vision.PictureFile {
		how.Standing = &e.stands
	}
	scene, err := e.Reader.Look(e.img, how)
	if err != nil {
		e.Log.Warn("read the tray", "frame", e.at.Frame, "error", err)
		e.tellProblem(fmt.Sprintf("the tray can't be read: %v", err))
		return scene, false
	}
	scene.Frame, scene.Time = e.at.Frame, e.at.Time
	e.tellProblem("")
	return scene, true
}
