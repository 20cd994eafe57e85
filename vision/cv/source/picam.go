//go:build cgo

package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"gocv.io/x/gocv"
)

// picamRate is frames per second: a Raspberry Pi 5 has no encoder in hardware.
const picamRate = 15

// newPicam is the Raspberry Pi's own camera, which OpenCV can't open: read
// through the pipe of rpicam-vid where that is installed, else through
// GStreamer's libcamerasrc.
func newPicam(size [2]int) Source {
	return newLive("Raspberry Pi camera", "picam", func(ctx context.Context) (device, error) {
		for _, name := range []string{"rpicam-vid", "libcamera-vid"} {
			if path, err := exec.LookPath(name); err == nil {
				return openPipe(ctx, path, size)
			}
		}
		return openGStreamer(size)
	})
}

// errNoPicam says how to get what reads a Raspberry Pi's camera.
var errNoPicam = errors.New("the Raspberry Pi camera can't be opened: install rpicam-apps (sudo apt install rpicam-apps) and see that rpicam-hello --list-cameras names a camera")

// libcameraPlugin says whether GStreamer has libcamerasrc. OpenCV waits for ever on a pipeline whose
// first element is missing, so it must not be asked.
func libcameraPlugin() bool {
	folders := append(filepath.SplitList(os.Getenv("GST_PLUGIN_PATH")), filepath.SplitList(os.Getenv("GST_PLUGIN_SYSTEM_PATH"))...)
	folders = append(folders, "/usr/lib/*/gstreamer-1.0", "/usr/lib/gstreamer-1.0", "/usr/lib64/gstreamer-1.0", "/usr/local/lib/*/gstreamer-1.0", "/usr/local/lib/gstreamer-1.0")
	for _, folder := range folders {
		if found, err := filepath.Glob(filepath.Join(folder, "libgstlibcamera.so")); err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}

func openGStreamer(size [2]int) (device, error) {
	if !libcameraPlugin() {
		return nil, errNoPicam
	}
	line := fmt.Sprintf("libcamerasrc ! video/x-raw,width=%d,height=%d,framerate=%d/1 ! videoconvert ! video/x-raw,format=BGR ! appsink drop=true max-buffers=1 sync=false",
		size[0], size[1], picamRate)
	video, err := gocv.OpenVideoCaptureWithAPI(line, gocv.VideoCaptureGstreamer)
	if err != nil {
		return nil, errNoPicam
	}
	return &gstreamer{video}, nil
}

type gstreamer struct{ video *gocv.VideoCapture }

func (g *gstreamer) grab(_ context.Context, img *gocv.Mat) error {
	if !g.video.Read(img) {
		return errors.New("the Raspberry Pi camera gives no more pictures: look at its ribbon cable")
	}
	return nil
}

func (g *gstreamer) close() error { return g.video.Close() }

// pipe is a running rpicam-vid that writes MJPEG to its stdout.
type pipe struct {
	cmd    *exec.Cmd
	cancel context.CancelFunc
	split  *splitter
	said   *tail
}

func openPipe(ctx context.Context, path string, size [2]int) (device, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, path, "--timeout", "0", "--nopreview", "--codec", "mjpeg", "--quality", "90",
		"--width", strconv.Itoa(size[0]), "--height", strconv.Itoa(size[1]), "--framerate", strconv.Itoa(picamRate),
		"--flush", "--output", "-")
	dieWithParent(cmd)
	p := &pipe{cmd: cmd, cancel: cancel, said: &tail{}}
	cmd.Stderr = p.said
	cmd.WaitDelay = time.Second
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("the Raspberry Pi camera can't be started (%s: %w)", path, err)
	}
	p.split = newSplitter(out)
	return p, nil
}

func (p *pipe) grab(_ context.Context, img *gocv.Mat) error {
	silent := time.AfterFunc(2*answerWithin, p.cancel) // its first picture takes seconds
	defer silent.Stop()
	err := p.split.picture(img)
	var odd unreadable
	if errors.As(err, &odd) {
		return fmt.Errorf("the Raspberry Pi camera %w: look at its ribbon cable", odd)
	}
	if err != nil {
		return p.ended(err)
	}
	return nil
}

// ended says why the program stopped, in its own last words.
func (p *pipe) ended(err error) error {
	p.cancel()
	_ = p.cmd.Wait() // its status says less than its words
	words := p.said.last()
	switch {
	case strings.Contains(words, "no cameras available"):
		return errors.New("the Raspberry Pi finds no camera: switch it off, look at the ribbon cable, and see that rpicam-hello --list-cameras names it")
	case strings.Contains(words, "Pipeline handler in use"), strings.Contains(words, "failed to acquire camera"):
		return errors.New("the Raspberry Pi camera is in use by another program: close that one")
	case words != "":
		return fmt.Errorf("the Raspberry Pi camera has stopped: %s", words)
	case errors.Is(err, io.EOF):
		return errors.New("the Raspberry Pi camera has stopped: see whether rpicam-hello shows a picture")
	}
	return fmt.Errorf("the Raspberry Pi camera has stopped (%w)", err)
}

func (p *pipe) close() error {
	p.cancel()
	_ = p.cmd.Wait() // it was killed: that it says so is no error
	return nil
}

// tail keeps the end of what a program writes.
type tail struct {
	mu  sync.Mutex
	end []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, p...)
	if over := len(t.end) - 2000; over > 0 {
		t.end = bytes.Clone(t.end[over:])
	}
	return len(p), nil
}

// last is the last line.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.end)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
