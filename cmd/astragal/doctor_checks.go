package main

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
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/vision"
)

func aboutProgram() finding {
	return finding{"program", ok, fmt.Sprintf("astragal %s on %s/%s, %d cores", revision(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU()), ""}
}

func aboutOpenCV() finding {
	if err := hasPixels(); err != nil {
		found, do, _ := strings.Cut(err.Error(), ": ")
		return finding{"OpenCV", bad, found, do}
	}
	return finding{"OpenCV", ok, "built in", ""}
}

// aboutCameras says which webcams there are, and whether this user may open them.
func aboutCameras(source string) []finding {
	if hasPixels() != nil {
		return nil // a camera is of no use to this build, as aboutOpenCV says
	}
	devices, err := filepath.Glob("/dev/video*")
	wanted := strings.HasPrefix(source, "camera")
	if err != nil || len(devices) == 0 {
		f := finding{"camera", note, "no webcam is plugged in; the virtual table is taken in its place", "plug one in, or use a Raspberry Pi camera (--source picam), a network camera (--source http://…) or a phone (--source phone)"}
		if wanted {
			f.State, f.Found = bad, fmt.Sprintf("the source is %q, and no webcam is plugged in", source)
		}
		return []finding{f}
	}
	var out []finding
	for _, d := range devices {
		if f := openable(d, tryOpen(d)); f.State != ok {
			out = append(out, f)
		}
	}
	if len(out) > 0 {
		return out
	}
	names := sourceNames()
	if len(names) == 0 {
		return []finding{{"camera", note, fmt.Sprintf("%s may be opened, but none of them gives pictures", strings.Join(devices, ", ")), "plug in a webcam, or choose another --source"}}
	}
	return []finding{{"camera", ok, strings.Join(names, ", "), ""}}
}

func tryOpen(device string) error {
	f, err := os.OpenFile(device, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// openable puts into words what opening a device came to.
func openable(device string, err error) finding {
	who := "you"
	if u, uerr := user.Current(); uerr == nil {
		who = u.Username
	}
	switch {
	case err == nil:
		return finding{"camera", ok, device, ""}
	case errors.Is(err, fs.ErrPermission):
		return finding{"camera", bad, fmt.Sprintf("%s may not open %s", who, device), fmt.Sprintf("sudo adduser %s video, then log in again (a service: systemctl restart astragal)", who)}
	case errors.Is(err, syscall.EBUSY):
		return finding{"camera", bad, device + " is in use by another program", "close what uses it (fuser " + device + " says which): a browser, OBS, another astragal"}
	}
	return finding{"camera", bad, fmt.Sprintf("%s can't be opened: %v", device, err), "plug it out and in again"}
}

// aboutPicture opens the source for a while and says what it sees.
func (p *program) aboutPicture(ctx context.Context, cfg Config, within time.Duration) []finding {
	quiet := cfg
	quiet.LogLevel = "error"
	child, err := newEye(quiet, p.logger(quiet))
	if err != nil {
		return nil // aboutOpenCV has said it
	}
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	var seen looked
	err = child.Watch(ctx, func(e vision.Event) {
		seen.take(e)
		if seen.enough() {
			stop()
		}
	})
	if err != nil && seen.problem == "" {
		seen.problem = err.Error()
	}
	return seen.findings(cfg.Source)
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

func (l *looked) findings(source string) []finding {
	if !l.picture {
		found := "no picture came"
		if source != "" { // a table whose eye never saw anything names none
			found += " from " + source
		}
		if l.problem != "" {
			found += ": " + l.problem
		}
		return []finding{{"picture", bad, found, "look at its cable and address; the source virtual shows whether the rest works"}}
	}
	out := []finding{{"picture", ok, "a picture comes from " + l.source, ""}}
	if l.problem != "" {
		out = append(out, finding{"picture", note, l.problem, ""})
	}
	if l.quality == nil {
		return append(out, finding{"light", note, "not judged: it takes a picture that lies still", "keep hands off the tray and run this again"})
	}
	if len(l.quality.Words) == 0 {
		return append(out, finding{"light", ok, "nothing spoils the picture", ""})
	}
	for _, w := range l.quality.Words {
		out = append(out, finding{"light", note, w, "docs/calibration.md says what helps"})
	}
	return out
}

// running is the view of a table that runs here already.
type running struct{ protocol.View }

// tableAt asks the address for a table.
func tableAt(ctx context.Context, listen string) (running, bool) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port == "0" {
		return running{}, false
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, stop := context.WithTimeout(ctx, 3*time.Second)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/api/view", nil)
	if err != nil {
		return running{}, false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return running{}, false
	}
	defer func() { _ = res.Body.Close() }()
	var m protocol.Message
	var r running
	if json.NewDecoder(io.LimitReader(res.Body, 8<<20)).Decode(&m) != nil || m.Type != "view" || json.Unmarshal(m.View, &r.View) != nil {
		return running{}, false
	}
	return r, true
}

func (r running) aboutPicture() []finding {
	l := looked{source: r.Eye.Source, problem: r.Eye.Problem, state: r.Eye.State, picture: r.Eye.State != vision.NoCamera, quality: &r.Eye.Quality}
	return l.findings(r.Eye.Source)
}

func aboutPort(listen string, there bool) finding {
	if there {
		return finding{"port", ok, "the table runs here already, at " + listen, ""}
	}
	l, err := net.Listen("tcp", listen)
	if err == nil {
		_ = l.Close()
		return finding{"port", ok, listen + " is free", ""}
	}
	f := finding{"port", bad, fmt.Sprintf("%s can't be listened on: %v", listen, err), "choose another address with --listen or the setting listen"}
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
func (p *program) aboutNetwork(listen string, table running, there bool) finding {
	host, port, _ := net.SplitHostPort(listen)
	if there && table.Network {
		return finding{"network", ok, "the table that runs lets other devices in; its start and the QR code on its page say where", ""}
	}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return finding{"network", note, "only this machine can see the table", "to let phones and other screens in: " + p.launch().again("listen", ":"+port)}
	}
	lan, found := lanAddress()
	if !found {
		return finding{"network", bad, "this machine has no address in any network", "connect it to the network of the phones"}
	}
	return finding{"network", ok, fmt.Sprintf("others find the table at http://%s", net.JoinHostPort(lan.String(), port)), ""}
}

// How much room the log and the pictures should find, bytes.
const (
	leastRoom = 50 << 20
	goodRoom  = 200 << 20
)

func aboutDisk(cfg Config) []finding {
	if err := os.MkdirAll(cfg.DataDir, 0o700); err != nil {
		return []finding{{"disk", bad, fmt.Sprintf("the data folder %s can't be made: %v", cfg.DataDir, err), "choose another with --data-dir, or mend its rights"}}
	}
	f, err := os.CreateTemp(cfg.DataDir, ".doctor-*")
	if err != nil {
		return []finding{{"disk", bad, fmt.Sprintf("nothing can be written to %s: %v", cfg.DataDir, err), "mend its rights (the service's belongs to the user astragal), or choose another with --data-dir"}}
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	var st unix.Statfs_t
	if err := unix.Statfs(cfg.DataDir, &st); err != nil {
		return []finding{{"disk", note, fmt.Sprintf("%s can be written; how much room there is can't be told: %v", cfg.DataDir, err), ""}}
	}
	room := int64(st.Bavail) * st.Bsize
	said := fmt.Sprintf("%s can be written, %s are free", cfg.DataDir, megabytes(room))
	switch {
	case room < leastRoom:
		return []finding{{"disk", bad, said, "free some space: on a full disk nothing is counted"}}
	case room < goodRoom+int64(cfg.CropsMB)<<20:
		return []finding{{"disk", note, said, fmt.Sprintf("that is less than the log and the pictures of dice may take (crops_mb = %d): free some space, or set crops_mb lower", cfg.CropsMB)}}
	}
	return []finding{{"disk", ok, said, ""}}
}

func megabytes(n int64) string { return strconv.FormatInt(n>>20, 10) + " MB" }

func (p *program) aboutTable(ctx context.Context, cfg Config, there bool) finding {
	path := filepath.Join(cfg.DataDir, tableFile)
	if there {
		return finding{"log", ok, "the running table holds " + path + "; its page /statistics checks it", ""}
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return finding{"log", ok, "no evening was kept yet", ""}
	}
	v, err := companion.VerifyJournal(ctx, path)
	switch {
	case errors.Is(err, journal.ErrUnchained):
		return finding{"log", note, err.Error(), ""}
	case err != nil:
		return finding{"log", bad, err.Error(), ""}
	case v.Fault != nil:
		return finding{"log", bad, path + ": " + v.Fault.Text, p.command("verify", path) + " says more; keep the file as it is"}
	}
	return finding{"log", ok, fmt.Sprintf("%s: all %d entries are as they were written", path, v.Entries), ""}
}

// sourceNames are the cameras that give pictures, by name.
func sourceNames() []string {
	var names []string
	for _, s := range sourceChoices(context.Background()) {
		if strings.HasPrefix(s.ID, "camera:") && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}
