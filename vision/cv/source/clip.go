//go:build cgo

package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

// clip is a video file: every frame, with media time.
type clip struct {
	path  string
	video *gocv.VideoCapture
	fps   float64
	total int // frames that its header announces; 0 where it doesn't
	size  [2]int
	next  picture.Stamp
}

// newClip opens a video file.
func newClip(path string) (Source, error) {
	if info, err := os.Stat(path); err == nil && info.Size() == 0 {
		return nil, fmt.Errorf("the clip %s is empty (0 bytes): copy it again", path)
	}
	video, err := gocv.OpenVideoCaptureWithAPI(path, gocv.VideoCaptureFFmpeg)
	if err != nil {
		return nil, fmt.Errorf("%s is no video that can be read, or its end is missing: copy it again, or save it as MP4 (H.264)", path)
	}
	c := &clip{
		path: path, video: video, fps: video.Get(gocv.VideoCaptureFPS),
		total: int(max(0, video.Get(gocv.VideoCaptureFrameCount))),
		size:  [2]int{int(video.Get(gocv.VideoCaptureFrameWidth)), int(video.Get(gocv.VideoCaptureFrameHeight))},
	}
	if !(c.fps > 0 && c.fps <= 1000) { // some files don't say
		c.fps = 25
	}
	if err := c.check(); err != nil {
		return nil, errors.Join(err, video.Close())
	}
	return c, nil
}

func (c *clip) check() error {
	w, h := c.size[0], c.size[1]
	if w < picture.MinSide || h < picture.MinSide || w > picture.MaxPx/h {
		return fmt.Errorf("the clip %s has pictures of %d × %d px: at least %d px a side and at most %d million pixels are read",
			c.path, w, h, picture.MinSide, picture.MaxPx/1_000_000)
	}
	return nil
}

// Name is the file's.
func (c *clip) Name() string { return "clip " + filepath.Base(c.path) }

// Close closes the file.
func (c *clip) Close() error { return c.video.Close() }

// Next reads the next frame; none is left out.
func (c *clip) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if err := ctx.Err(); err != nil {
		return picture.Stamp{}, err
	}
	if !c.video.Read(img) || img.Empty() {
		return picture.Stamp{}, c.atEnd()
	}
	if img.Type() != gocv.MatTypeCV8UC3 {
		return picture.Stamp{}, fmt.Errorf("the clip %s has pictures of an unknown kind: save it as MP4 (H.264)", c.path)
	}
	now := c.next
	now.Time = c.time(now)
	c.next = picture.Stamp{Frame: now.Frame + 1, Time: now.Time + time.Duration(float64(time.Second)/c.fps)}
	return now, nil
}

// time is the frame's place in the clip: what the file says of it where that
// goes forward (the rate of a phone's clip varies), else counted by the rate.
func (c *clip) time(s picture.Stamp) time.Duration {
	said := time.Duration(c.video.Get(gocv.VideoCapturePosMsec) * float64(time.Millisecond))
	step := time.Duration(float64(time.Second) / c.fps)
	if s.Frame == 0 {
		return 0
	}
	if last := s.Time - step; said > last && said < last+time.Minute {
		return said
	}
	return s.Time
}

// atEnd tells a clip's end from a clip that breaks off. Some files only
// estimate their frames, so a few missing ones are no loss.
func (c *clip) atEnd() error {
	read := c.next.Frame
	if read == 0 {
		return fmt.Errorf("the clip %s gives no picture: copy it again, or save it as MP4 (H.264)", c.path)
	}
	if missing := c.total - read; missing > 3 && missing > c.total/50 {
		return brokenOff(fmt.Sprintf("the clip %s breaks off: %d of %d frames could be read; copy it again", c.path, read, c.total))
	}
	return io.EOF
}

// brokenOff is an io.ErrUnexpectedEOF in words for people.
type brokenOff string

func (b brokenOff) Error() string        { return string(b) }
func (b brokenOff) Is(target error) bool { return target == io.ErrUnexpectedEOF }
