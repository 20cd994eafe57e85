//go:build cgo && linux

package source

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Requests and flags of the kernel's video interface (linux/videodev2.h).
const (
	vidiocQueryCap = 0x80685600 // _IOR('V', 0, struct v4l2_capability), 104 bytes
	vidiocReqBufs  = 0xc0145608 // _IOWR('V', 8, struct v4l2_requestbuffers), 20 bytes

	capVideoCapture = 0x00000001
	capDeviceCaps   = 0x80000000
	bufVideoCapture = 1
	memoryMmap      = 1
)

// capability is struct v4l2_capability.
type capability struct {
	driver       [16]byte
	card         [32]byte
	bus          [32]byte
	version      uint32
	capabilities uint32
	deviceCaps   uint32
	_            [3]uint32
}

// requestBuffers is struct v4l2_requestbuffers.
type requestBuffers struct {
	count, kind, memory, capabilities uint32
	_                                 [4]byte
}

func ioctl(f *os.File, request uintptr, arg unsafe.Pointer) error {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), request, uintptr(arg))
	if errno != 0 {
		return errno
	}
	return nil
}

// canCapture asks a device whether it gives pictures; known is false when it
// can't be asked.
func canCapture(path string) (captures, known bool) {
	f, err := os.OpenFile(path, os.O_RDWR|unix.O_NONBLOCK, 0)
	if err != nil {
		return false, false
	}
	defer f.Close()
	var c capability
	if err := ioctl(f, vidiocQueryCap, unsafe.Pointer(&c)); err != nil {
		return false, !errors.Is(err, unix.EBUSY)
	}
	flags := c.capabilities
	if flags&capDeviceCaps != 0 {
		flags = c.deviceCaps
	}
	return flags&capVideoCapture != 0, true
}

// checkFree says in words why a camera can't be used now: it is busy, not
// ours to open, or gone. OpenCV only says that it didn't work.
func checkFree(c Camera) error {
	f, err := os.OpenFile(c.Device, os.O_RDWR|unix.O_NONBLOCK, 0)
	if err == nil {
		defer f.Close()
		want := requestBuffers{count: 1, kind: bufVideoCapture, memory: memoryMmap}
		err = ioctl(f, vidiocReqBufs, unsafe.Pointer(&want)) // closing the file gives them back
	}
	return whyNotFree(c, err, "/proc")
}

// whyNotFree puts a system's error into words; proc is where the processes are listed.
func whyNotFree(c Camera, err error, proc string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, unix.EBUSY):
		by := "another program"
		if who := users(proc, c.Device); who != "" {
			by = who
		}
		return fmt.Errorf("the camera %s is in use by %s: close it there, or let that program share it as a stream", c.Label, by)
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return fmt.Errorf("the camera %s may not be opened (%s): add yourself to the group video (sudo usermod -aG video $USER) and log in again",
			c.Label, c.Device)
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.ENXIO):
		return notPlugged(fmt.Sprintf("the camera %s has been pulled out: plug it in again", c.Label))
	}
	return fmt.Errorf("the camera %s can't be used (%s: %w): pull its plug and put it back, or choose another", c.Label, c.Device, err)
}

// users names the programs that have a device open, as far as we may see them.
func users(proc, device string) string {
	links, err := filepath.Glob(filepath.Join(proc, "[0-9]*/fd/*"))
	if err != nil {
		return ""
	}
	var names []string
	for _, link := range links {
		to, err := os.Readlink(link)
		if err != nil || to != device {
			continue
		}
		process := filepath.Dir(filepath.Dir(link))
		pid := filepath.Base(process)
		name, err := os.ReadFile(filepath.Join(process, "comm"))
		if err != nil || pid == strconv.Itoa(os.Getpid()) {
			continue
		}
		names = append(names, fmt.Sprintf("%s (process %s)", strings.TrimSpace(string(name)), pid))
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " and ")
}
