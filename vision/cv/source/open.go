//go:build cgo

package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// Opening says how sources are opened. The zero value is ready for cameras,
// addresses, files and folders.
type Opening struct {
	// Virtual makes the virtual table; nil where there is none. A seed of 0 means: another each time.
	Virtual func(seed uint64) (Source, error)
	// Size is what a camera is asked for, px; 1280 × 720 where empty.
	Size [2]int
	// Paced plays files as fast as they were taken, a folder's pictures one by one, and leaves the last picture there (a Medium);
	// otherwise they are read as fast as it goes.
	Paced bool
	// Frames are the pictures (JPEG) of the source "phone"; nil where none can come.
	Frames <-chan []byte
	// Folders are where cameras are listed; the system's where empty.
	Folders Folders
}

// Sources says in words what Open takes.
const Sources = "virtual, virtual:SEED, camera, camera:NAME, picam, phone, http://…, rtsp://…, or the path of a clip, a picture or a folder"

// Open opens the source that spec names: "auto" (the first camera, the virtual
// table where there is none), "virtual", "virtual:SEED", "camera",
// "camera:NAME", "picam", "phone", an http, https, rtsp or rtsps address, a
// camera's device or number, or the path of a clip, a picture or a folder. Its
// error is one sentence that says what there is instead. Addresses may lack their beginning, as vision.Address has it.
func (o Opening) Open(ctx context.Context, spec string) (Source, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	o.Folders = o.Folders.orSystem()
	if o.Size[0] <= 0 || o.Size[1] <= 0 {
		o.Size = [2]int{1280, 720}
	}
	spec = strings.TrimSpace(spec)
	if _, err := os.Stat(spec); err != nil { // a file may be called as it likes
		spec = vision.Address(spec)
	}
	kind, rest, _ := strings.Cut(spec, ":")
	_, err := strconv.ParseUint(spec, 10, 8)
	switch {
	case spec == "" || spec == "auto":
		return o.first()
	case kind == "virtual":
		return o.virtual(rest)
	case kind == "camera":
		return newWebcam(o.Folders, rest, o.Size)
	case err == nil || strings.HasPrefix(spec, o.Folders.Dev+"/"):
		return newWebcam(o.Folders, spec, o.Size)
	case spec == "picam":
		return newPicam(o.Size), nil
	case spec == "phone":
		return newPhone(o.Frames), nil
	case strings.Contains(spec, "://"):
		return openAddress(spec)
	}
	return o.file(spec)
}

// first is a camera where one is plugged in, else the virtual table.
func (o Opening) first() (Source, error) {
	s, err := newWebcam(o.Folders, "", o.Size)
	var none notPlugged
	if errors.As(err, &none) && o.Virtual != nil {
		return o.Virtual(0)
	}
	return s, err
}

func (o Opening) virtual(seed string) (Source, error) {
	if o.Virtual == nil {
		return nil, errors.New("there is no virtual table here: choose a camera, a file or an address")
	}
	if seed == "" {
		return o.Virtual(0)
	}
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the virtual table's seed %q is no whole number: write virtual:7, for example", seed)
	}
	return o.Virtual(n)
}

func openAddress(spec string) (Source, error) {
	u, err := url.Parse(spec)
	if err != nil || u.Hostname() == "" {
		return nil, errors.New("the address of the camera can't be read: write it like http://192.168.1.20:8080/video (in a name or a password a sign like @, / or : is written %40, %2F or %3A)")
	}
	switch u.Scheme {
	case "http", "https":
		return newHTTP(u), nil
	case "rtsp", "rtsps":
		return newRTSP(u), nil
	}
	return nil, fmt.Errorf("addresses that begin with %s:// aren't read: http, https and rtsp are", u.Scheme)
}

// file opens what lies at a path.
func (o Opening) file(path string) (Source, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no file or folder %q: a source is %s; %s", path, Sources, o.plugged())
	}
	if err == nil {
		err = mayRead(path)
	}
	switch {
	case errors.Is(err, os.ErrPermission):
		return nil, fmt.Errorf("%s may not be read by this user: mend its rights (chmod a+r), or copy it to a folder of yours", path)
	case err != nil:
		return nil, fmt.Errorf("open the source: %w", err)
	case info.IsDir() && o.Paced:
		paths, err := picturesIn(path)
		if err != nil {
			return nil, err
		}
		return newShown("folder "+filepath.Base(path), paths), nil
	case info.IsDir():
		return newFolder(path)
	case isPicture(path) && o.Paced:
		return newShown("picture "+filepath.Base(path), []string{path}), nil
	case isPicture(path):
		return newStills("picture "+filepath.Base(path), []string{path}), nil
	}
	s, err := newClip(path)
	if err == nil && o.Paced {
		err = s.Close() // it can be opened
		s = newShown("clip "+filepath.Base(path), []string{path})
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// mayRead tells why a file or a folder can't be opened.
func mayRead(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return f.Close()
}

// cameras counts those that are plugged in.
func (o Opening) cameras() int {
	all, err := o.Folders.orSystem().List()
	if err != nil {
		return 0
	}
	return len(all)
}

// orSystem are these folders, the system's where none are named.
func (f Folders) orSystem() Folders {
	return Folders{Dev: cmp.Or(f.Dev, "/dev"), Sys: cmp.Or(f.Sys, "/sys")}
}

// plugged names the cameras that are there.
func (o Opening) plugged() string {
	all, err := o.Folders.List()
	if err != nil || len(all) == 0 {
		return "no camera is plugged in"
	}
	return "plugged in is " + these(all)
}

// paced gives the frames of a file as fast as they were taken.
type paced struct {
	Source
	begun time.Time
	ahead picture.Stamp
	ready bool // a frame has been read and waits for its time
	frame gocv.Mat
}

// Next waits until the frame's time has come, at most a second at once.
func (p *paced) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if p.begun.IsZero() {
		p.begun, p.frame = time.Now(), gocv.NewMat()
	}
	if !p.ready {
		at, err := p.Source.Next(ctx, &p.frame)
		if err != nil {
			return picture.Stamp{}, err
		}
		p.ahead, p.ready = at, true
	}
	due := time.Until(p.begun.Add(p.ahead.Time))
	select {
	case <-ctx.Done():
		return picture.Stamp{}, ctx.Err()
	case <-time.After(min(due, waitForFrame)):
	}
	if due > waitForFrame {
		return picture.Stamp{}, ErrNoFrame
	}
	p.ready = false
	p.frame.CopyTo(img)
	return p.ahead, nil
}

// Close closes the file and frees the frame that waits.
func (p *paced) Close() error {
	if p.begun.IsZero() {
		return p.Source.Close()
	}
	return errors.Join(p.frame.Close(), p.Source.Close())
}
