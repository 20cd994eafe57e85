package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/place"
	"astragal/companion/protocol"
	"astragal/vision"
)

func (t Table) aboutProgram() Finding {
	return Finding{"program", ok, fmt.Sprintf("astragal %s on %s/%s, %d cores", t.Version, runtime.GOOS, runtime.GOARCH, runtime.NumCPU()), ""}
}

func (t Table) aboutOpenCV() Finding {
	if t.Pixels != nil {
		found, do, _ := strings.Cut(t.Pixels.Error(), ": ")
		return Finding{"OpenCV", bad, found, do}
	}
	return Finding{"OpenCV", ok, "built in", ""}
}

// aboutCameras says which webcams there are, and whether this user may open them.
func (t Table) aboutCameras() []Finding {
	if t.Pixels != nil {
		return nil // a camera is of no use to this build, as aboutOpenCV says
	}
	devices, err := filepath.Glob("/dev/video*")
	wanted := strings.HasPrefix(t.Source, "camera")
	if err != nil || len(devices) == 0 {
		f := Finding{"camera", note, "no webcam is plugged in; the virtual table is taken in its place", "plug one in, or use a Raspberry Pi camera (--source picam), a network camera (--source http://…) or a phone (--source phone)"}
		if wanted {
			f.State, f.Found = bad, fmt.Sprintf("the source is %q, and no webcam is plugged in", t.Source)
		}
		return []Finding{f}
	}
	var out []Finding
	for _, d := range devices {
		if f := openable(d, tryOpen(d)); f.State != ok {
			out = append(out, f)
		}
	}
	if len(out) > 0 {
		return out
	}
	names := t.Cameras()
	if len(names) == 0 {
		return []Finding{{"camera", note, fmt.Sprintf("%s may be opened, but none of them gives pictures", strings.Join(devices, ", ")), "plug in a webcam, or choose another --source"}}
	}
	return []Finding{{"camera", ok, strings.Join(names, ", "), ""}}
}

func tryOpen(device string) error {
	f, err := os.OpenFile(device, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// openable puts into words what opening a device came to.
func openable(device string, err error) Finding {
	who := "you"
	if u, uerr := user.Current(); uerr == nil {
		who = u.Username
	}
	switch {
	case err == nil:
		return Finding{"camera", ok, device, ""}
	case errors.Is(err, fs.ErrPermission):
		return Finding{"camera", bad, fmt.Sprintf("%s may not open %s", who, device), fmt.Sprintf("sudo adduser %s video, then log in again (a service: systemctl restart astragal)", who)}
	case errors.Is(err, syscall.EBUSY):
		return Finding{"camera", bad, device + " is in use by another program", "close what uses it (fuser " + device + " says which): a browser, OBS, another astragal"}
	}
	return Finding{"camera", bad, fmt.Sprintf("%s can't be opened: %v", device, err), "plug it out and in again"}
}

// aboutPicture opens the source for a while and says what it sees.
func (t Table) aboutPicture(ctx context.Context, within time.Duration) []Finding {
	eye, err := t.Eye()
	if err != nil {
		return nil // aboutOpenCV has said it
	}
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	var seen looked
	err = eye.Watch(ctx, func(e vision.Event) {
		seen.take(e)
		if seen.enough() {
			stop()
		}
	})
	if err != nil && seen.problem == "" {
		seen.problem = err.Error()
	}
	return seen.findings(t.Source)
}

// looked is what an eye told in a short while.
type looked struct {
	source, problem string
	state           vision.State
	picture         bool
	quality         *vision.Quality
}

func (l *looked) take(e vision.Event) {
	switch e.Kind {
	case vision.EventSource:
		l.source = e.Source
	case vision.EventProblem:
		l.problem = e.Problem
	case vision.EventState:
		l.state = e.State
	case vision.EventPreview:
		l.picture = true
	case vision.EventQuality:
		l.quality = e.Quality
	default: // dice are not what it looks for
	}
}

func (l *looked) enough() bool { return l.picture && l.quality != nil && l.source != "" }

func (l *looked) findings(source string) []Finding {
	if !l.picture {
		found := "no picture came"
		if source != "" { // a table whose eye never saw anything names none
			found += " from " + source
		}
		if l.problem != "" {
			found += ": " + l.problem
		}
		return []Finding{{"picture", bad, found, "look at its cable and address; the source virtual shows whether the rest works"}}
	}
	out := []Finding{{"picture", ok, "a picture comes from " + l.source, ""}}
	if l.problem != "" {
		out = append(out, Finding{"picture", note, l.problem, ""})
	}
	if l.quality == nil {
		return append(out, Finding{"light", note, "not judged: it takes a picture that lies still", "keep hands off the tray and run this again"})
	}
	if len(l.quality.Words) == 0 {
		return append(out, Finding{"light", ok, "nothing spoils the picture", ""})
	}
	for _, w := range l.quality.Words {
		out = append(out, Finding{"light", note, w, "docs/calibration.md says what helps"})
	}
	return out
}

// Running is the view of a table that runs here already.
type Running struct{ protocol.View }

// TableAt asks the address for a table.
func TableAt(ctx context.Context, listen string) (Running, bool) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port == "0" {
		return Running{}, false
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, stop := context.WithTimeout(ctx, 3*time.Second)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/api/view", nil)
	if err != nil {
		return Running{}, false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return Running{}, false
	}
	defer func() { _ = res.Body.Close() }()
	var m protocol.Message
	var r Running
	if json.NewDecoder(io.LimitReader(res.Body, 8<<20)).Decode(&m) != nil || m.Type != "view" || json.Unmarshal(m.View, &r.View) != nil {
		return Running{}, false
	}
	return r, true
}

func (r Running) aboutPicture() []Finding {
	l := looked{source: r.Eye.Source, problem: r.Eye.Problem, state: r.Eye.State, picture: r.Eye.State != vision.NoCamera && r.Eye.State != vision.Starting, quality: &r.Eye.Quality}
	return l.findings(r.Eye.Source)
}

func aboutPort(listen string, there bool) Finding {
	if there {
		return Finding{"port", ok, "the table runs here already, at " + listen, ""}
	}
	l, err := net.Listen("tcp", listen)
	if err == nil {
		_ = l.Close()
		return Finding{"port", ok, listen + " is free", ""}
	}
	f := Finding{"port", bad, fmt.Sprintf("%s can't be listened on: %v", listen, err), "choose another address with --listen or the setting listen"}
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		f.Found, f.Do = "another program listens on "+listen, "stop it (ss -ltnp says which), or choose another port with --listen"
	case errors.Is(err, fs.ErrPermission):
		f.Found, f.Do = listen+" is only for root", "choose a port above 1023 with --listen"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		f.Found, f.Do = listen+" is no address of this machine", "ip address says which there are"
	}
	return f
}

// aboutNetwork says who can reach the table: the one that runs, if one does, else one with these settings.
func (t Table) aboutNetwork(table Running, there bool) Finding {
	host, port, _ := net.SplitHostPort(t.Listen)
	if there && table.Network {
		return Finding{"network", ok, "the table that runs lets other devices in; its start and the QR code on its page say where", ""}
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return Finding{"network", note, "only this machine can see the table", "to let phones and other screens in: " + t.Launch.Again("listen", ":"+port)}
	}
	lan, found := place.LAN()
	if !found {
		return Finding{"network", bad, "this machine has no address in any network", "connect it to the network of the phones"}
	}
	return Finding{"network", ok, fmt.Sprintf("others find the table at http://%s", net.JoinHostPort(lan.String(), port)), ""}
}

// How much room the log and the pictures should find, bytes.
const (
	leastRoom = 50 << 20
	goodRoom  = 200 << 20
)

func (t Table) aboutDisk() []Finding {
	if err := os.MkdirAll(t.DataDir, 0o700); err != nil {
		return []Finding{{"disk", bad, fmt.Sprintf("the data folder %s can't be made: %v", t.DataDir, err), "choose another with --data-dir, or mend its rights"}}
	}
	f, err := os.CreateTemp(t.DataDir, ".doctor-*")
	if err != nil {
		return []Finding{{"disk", bad, fmt.Sprintf("nothing can be written to %s: %v", t.DataDir, err), "mend its rights (the service's belongs to the user astragal), or choose another with --data-dir"}}
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	var st unix.Statfs_t
	if err := unix.Statfs(t.DataDir, &st); err != nil {
		return []Finding{{"disk", note, fmt.Sprintf("%s can be written; how much room there is can't be told: %v", t.DataDir, err), ""}}
	}
	room := int64(st.Bavail) * st.Bsize
	said := fmt.Sprintf("%s can be written, %s are free", t.DataDir, megabytes(room))
	switch {
	case room < leastRoom:
		return []Finding{{"disk", bad, said, "free some space: on a full disk nothing is counted"}}
	case room < goodRoom+int64(t.CropsMB)<<20:
		return []Finding{{"disk", note, said, fmt.Sprintf("that is less than the log and the pictures of dice may take (crops_mb = %d): free some space, or set crops_mb lower", t.CropsMB)}}
	}
	return []Finding{{"disk", ok, said, ""}}
}

func megabytes(n int64) string { return strconv.FormatInt(n>>20, 10) + " MB" }

func (t Table) aboutFile(ctx context.Context, there bool) Finding {
	path := t.File
	if there {
		return Finding{"log", ok, "the running table holds " + path + "; its page /statistics checks it", ""}
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return Finding{"log", ok, "no evening was kept yet", ""}
	}
	v, err := companion.VerifyJournal(ctx, path)
	switch {
	case errors.Is(err, journal.ErrUnchained):
		return Finding{"log", note, err.Error(), ""}
	case err != nil:
		return Finding{"log", bad, err.Error(), ""}
	case v.Fault != nil:
		return Finding{"log", bad, path + ": " + v.Fault.Text, t.Launch.Command("verify", path) + " says more; keep the file as it is"}
	}
	return Finding{"log", ok, fmt.Sprintf("%s: all %d entries are as they were written", path, v.Entries), ""}
}
