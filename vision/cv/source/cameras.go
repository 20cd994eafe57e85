//go:build cgo

package source

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Camera is a webcam that is plugged in.
type Camera struct {
	// Name is the stable name: the one under /dev/v4l/by-id, else under /dev/v4l/by-path, else the
	// device's own. It finds the same camera again after a restart and in another order of plugging.
	Name string `json:"name"`
	// Label is what the camera calls itself ("HD Pro Webcam C920"); two may share it.
	Label string `json:"label"`
	// Device is where it is now ("/dev/video0").
	Device string `json:"device"`
}

// Folders are where the kernel and udev list cameras.
type Folders struct {
	Dev string // "/dev"
	Sys string // "/sys"
}

// ListCameras lists the webcams that are plugged in, by device number.
func ListCameras() ([]Camera, error) { return Folders{Dev: "/dev", Sys: "/sys"}.List() }

// List lists the cameras of these folders. No folder means no camera.
func (f Folders) List() ([]Camera, error) {
	entries, err := os.ReadDir(filepath.Join(f.Sys, "class/video4linux"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("list the cameras: %w", err)
	}
	stable := f.stableNames()
	var found []Camera
	for _, e := range entries {
		if c, ok := f.camera(e.Name(), stable); ok {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b Camera) int { return cmp.Compare(number(a.Device), number(b.Device)) })
	return found, nil
}

// stableNames maps a device ("video0") to its link's name; by-id wins over by-path.
func (f Folders) stableNames() map[string]string {
	names := map[string]string{}
	for _, by := range []string{"by-path", "by-id"} {
		links, err := os.ReadDir(filepath.Join(f.Dev, "v4l", by))
		if err != nil {
			continue // udev has made none
		}
		for _, l := range links {
			to, err := os.Readlink(filepath.Join(f.Dev, "v4l", by, l.Name()))
			if err == nil {
				names[filepath.Base(to)] = l.Name()
			}
		}
	}
	return names
}

// camera reads what sysfs says of one video device and leaves out what gives
// no pictures: second nodes for metadata, codecs, image processors.
func (f Folders) camera(device string, stable map[string]string) (Camera, bool) {
	if !strings.HasPrefix(device, "video") {
		return Camera{}, false
	}
	about := func(file string) string {
		raw, err := os.ReadFile(filepath.Join(f.Sys, "class/video4linux", device, file))
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(raw))
	}
	label := about("name")
	if index := about("index"); index != "" && index != "0" || notACamera(label) {
		return Camera{}, false
	}
	path := filepath.Join(f.Dev, device)
	if captures, known := canCapture(path); known && !captures {
		return Camera{}, false
	}
	return Camera{Name: cmp.Or(stable[device], device), Label: cmp.Or(label, device), Device: path}, true
}

// notACamera knows the Raspberry Pi's video devices that give no picture by
// themselves: its camera is reached as "picam".
func notACamera(label string) bool {
	label = strings.ToLower(label)
	return slices.ContainsFunc([]string{"bcm2835-codec", "bcm2835-isp", "unicam", "pispbe", "rp1-cfe", "rpi-hevc", "rpivid"},
		func(p string) bool { return strings.HasPrefix(label, p) })
}

func number(device string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(device), "video"))
	if err != nil {
		return -1
	}
	return n
}

// notPlugged is the error of a camera that is not plugged in now.
type notPlugged string

func (n notPlugged) Error() string { return string(n) }

// Find finds a camera by its stable name, its device, its number, or a part of
// either name that only one camera has; an empty name means the first.
func (f Folders) Find(name string) (Camera, error) {
	all, err := f.List()
	if err != nil {
		return Camera{}, err
	}
	if len(all) == 0 {
		return Camera{}, notPlugged(`no camera is plugged in: plug one in, or choose "virtual", a file or an address`)
	}
	if name == "" {
		return all[0], nil
	}
	for _, c := range all {
		if slices.Contains([]string{c.Name, c.Device, filepath.Base(c.Device), strconv.Itoa(number(c.Device))}, name) {
			return c, nil
		}
	}
	like := slices.DeleteFunc(slices.Clone(all), func(c Camera) bool {
		return !strings.Contains(strings.ToLower(c.Name+" "+c.Label), strings.ToLower(name))
	})
	switch len(like) {
	case 1:
		return like[0], nil
	case 0:
		return Camera{}, notPlugged(fmt.Sprintf("no camera %q is plugged in; there is %s", name, these(all)))
	}
	return Camera{}, fmt.Errorf("%q may be any of several cameras: use the full name, %s", name, these(like))
}

func these(cameras []Camera) string {
	var names []string
	for _, c := range cameras {
		names = append(names, fmt.Sprintf("%q (%s)", c.Name, c.Label))
	}
	return strings.Join(names, ", ")
}
