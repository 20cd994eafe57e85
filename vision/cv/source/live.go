//go:build cgo

package source

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

// Times of live sources.
const (
	waitForFrame = time.Second      // Next waits no longer
	patience     = 3 * time.Second  // without a frame before that is said
	slow         = 8 * time.Second  // a read that takes longer is said to hang
	hung         = 40 * time.Second // and is given up; OpenCV's own limits are 10 and 30 s
	firstPause   = 500 * time.Millisecond
	longestPause = 10 * time.Second
)

// errHung says that a device hangs; only the end of the process frees it.
var errHung = errors.New("hangs")

// device is a thing that gives frames one after the other: an open camera or
// stream. It is used by one goroutine.
type device interface {
	// grab waits for the next frame and writes it into img.
	grab(ctx context.Context, img *gocv.Mat) error
	close() error
}

// holder is a device whose exposure and white balance can be held.
type holder interface {
	hold(on bool) error
}

// live is a Source over a device: a goroutine reads it, opens it again when it
// is lost, and keeps the newest frame.
type live struct {
	name  string
	place string // the camera's stable name
	begun time.Time
	stop  context.CancelFunc
	ended chan struct{} // closed when the goroutine has ended
	news  chan struct{} // capacity 1: a frame or a trouble has come
	holds chan holdOrder
	dark  darkness

	mu      sync.Mutex
	frame   gocv.Mat
	at      picture.Stamp // of frame
	fresh   bool          // frame has not been given out
	trouble *Trouble
	since   time.Time // the last frame came; begun when none has
	busy    time.Time // the device has been at work since then; zero while nothing is asked of it
}

type holdOrder struct {
	on   bool
	done chan error
}

// newLive starts reading. name is for people, place the stable name of the
// camera. open is called again after each loss; its error is
// a sentence for people.
func newLive(name, place string, open func(context.Context) (device, error)) *live {
	ctx, stop := context.WithCancel(context.Background())
	l := &live{
		name: name, place: place, begun: time.Now(), stop: stop, ended: make(chan struct{}),
		news: make(chan struct{}, 1), holds: make(chan holdOrder), frame: gocv.NewMat(),
	}
	l.since = l.begun
	l.at.Frame = -1
	go func() {
		defer close(l.ended)
		runtime.LockOSThread() // a program that open starts dies with its thread
		defer runtime.UnlockOSThread()
		l.run(ctx, open)
	}()
	return l
}

// Name says what is being looked at.
func (l *live) Name() string { return l.name }

// Camera is the name that its calibration is kept under.
func (l *live) Camera() string { return l.place }

// Next gives the newest frame that has not been given yet.
func (l *live) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	wait := time.NewTimer(waitForFrame)
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return picture.Stamp{}, ctx.Err()
	case <-l.news:
	case <-wait.C:
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fresh {
		l.fresh = false
		l.frame.CopyTo(img)
		return l.at, l.dark.judge(l.name, *img, l.at.Time)
	}
	return picture.Stamp{}, l.missing(time.Now())
}

// missing says why there is no frame.
func (l *live) missing(now time.Time) error {
	if !l.busy.IsZero() {
		switch stuck := now.Sub(l.busy); {
		case stuck > hung:
			return fmt.Errorf("%s %w: it has not answered for %d s", l.name, errHung, int(stuck.Seconds()))
		case stuck > slow:
			return &Trouble{Says: l.name + " does not answer: pull its plug and put it back, or look at its cable or network", Away: true}
		}
	}
	switch {
	case l.trouble != nil:
		return l.trouble
	case now.Sub(l.since) > patience:
		return &Trouble{Says: l.name + " gives no picture: look at its cable or network", Away: true}
	}
	return ErrNoFrame
}

// Lock holds exposure and white balance as they are, or lets them go.
func (l *live) Lock(ctx context.Context, on bool) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	o := holdOrder{on, make(chan error, 1)}
	select {
	case l.holds <- o:
	case <-l.ended:
		return fmt.Errorf("%s is closed", l.name)
	case <-ctx.Done():
		return fmt.Errorf("%s does not answer, so its exposure stays as it is", l.name)
	}
	select {
	case err := <-o.done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("%s does not answer; its exposure may not be held", l.name)
	}
}

// Close ends the reading. A device that hangs is left behind after a while;
// only the end of the process frees it then.
func (l *live) Close() error {
	l.stop()
	select {
	case <-l.ended:
	case <-time.After(patience):
		return fmt.Errorf("%s hangs and was left behind: pull its plug and put it back", l.name)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.frame.Close()
}

// run opens the device, reads it until it is lost, and tries again.
func (l *live) run(ctx context.Context, open func(context.Context) (device, error)) {
	pause := firstPause
	for ctx.Err() == nil {
		l.atWork(true)
		d, err := open(ctx)
		l.atWork(false)
		if err == nil {
			var frames int
			frames, err = l.read(ctx, d)
			if frames > 0 {
				pause = firstPause
			}
		}
		if ctx.Err() != nil {
			return
		}
		l.tell(err)
		l.sleep(ctx, pause)
		pause = min(2*pause, longestPause)
	}
}

// read reads an open device until it fails, and closes it.
func (l *live) read(ctx context.Context, d device) (frames int, err error) {
	img := gocv.NewMat()
	defer img.Close()
	for ctx.Err() == nil {
		select {
		case o := <-l.holds:
			o.done <- l.holdDevice(d, o.on)
		default:
		}
		l.atWork(true)
		err = d.grab(ctx, &img)
		l.atWork(false)
		if err != nil {
			break
		}
		if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
			continue
		}
		frames++
		l.keep(&img)
	}
	return frames, errors.Join(err, d.close())
}

func (l *live) holdDevice(d device, on bool) error {
	if h, ok := d.(holder); ok {
		return h.hold(on)
	}
	return fmt.Errorf("%s can't hold its exposure and white balance: set them at the camera itself", l.name)
}

// keep makes img the newest frame; the older one becomes the next to be filled.
func (l *live) keep(img *gocv.Mat) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.frame, *img = *img, l.frame
	l.since = time.Now()
	l.at = picture.Stamp{Frame: l.at.Frame + 1, Time: l.since.Sub(l.begun)}
	l.fresh, l.trouble = true, nil
	l.signal()
}

func (l *live) tell(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trouble = &Trouble{Says: err.Error(), Away: true, Cause: err}
	l.signal()
}

func (l *live) atWork(yes bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy = time.Time{}
	if yes {
		l.busy = time.Now()
	}
}

func (l *live) signal() {
	select {
	case l.news <- struct{}{}:
	default:
	}
}

// sleep waits before the device is opened again; what is asked of it meanwhile is refused.
func (l *live) sleep(ctx context.Context, d time.Duration) {
	over := time.NewTimer(d)
	defer over.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-over.C:
			return
		case o := <-l.holds:
			o.done <- fmt.Errorf("%s is not there now: hold its exposure when it is back", l.name)
		}
	}
}
