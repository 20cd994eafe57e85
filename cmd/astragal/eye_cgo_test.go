//go:build cgo

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"astragal/vision"
	"astragal/vision/eye"

	"github.com/stretchr/testify/require"
)

// seeing is the eye of the real program at work.
type seeing struct {
	t      *testing.T
	child  *eye.Child
	events chan vision.Event
}

func startEye(t *testing.T, source string) *seeing {
	t.Helper()
	child, err := eye.NewChild(eye.Settings{
		Path: builtProgram, Source: source, Backoff: time.Millisecond,
		Args: []string{eyeCommand, "--dice", "d6", "--dice", "d6", "--data-dir", t.TempDir()},
		Log:  slog.New(slog.NewTextHandler(testLog{t}, nil)),
	})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	s := &seeing{t, child, make(chan vision.Event, 10000)}
	done := make(chan error, 1)
	go func() { done <- child.Watch(ctx, func(e vision.Event) { s.events <- e }) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-done)
	})
	return s
}

type testLog struct{ t *testing.T }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

// until waits for an event that fits.
func (s *seeing) until(what string, fits func(vision.Event) bool) vision.Event {
	s.t.Helper()
	late := time.After(hang)
	for {
		select {
		case e := <-s.events:
			if fits(e) {
				return e
			}
		case <-late:
			require.FailNow(s.t, "never came: "+what)
		}
	}
}

func (s *seeing) kind(k vision.EventKind) vision.Event {
	s.t.Helper()
	return s.until(string(k), func(e vision.Event) bool { return e.Kind == k })
}

// eyePID finds our process that watches a source.
func eyePID(t *testing.T, source string) int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	require.NoError(t, err)
	for _, e := range entries {
		line, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err != nil || !strings.Contains(string(line), "\x00"+eyeCommand+"\x00") || !strings.Contains(string(line), source) {
			continue
		}
		var pid, parent int
		var name, state string
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		if _, err := fmt.Sscan(string(stat), &pid, &name, &state, &parent); err == nil && parent == os.Getpid() {
			return pid
		}
	}
	require.Fail(t, "no eye runs")
	return 0
}

func TestEyeSeesTheVirtualTable(t *testing.T) {
	s := startEye(t, "virtual:7")
	require.Equal(t, "virtual table", s.kind(vision.EventSource).Source)
	preview := s.kind(vision.EventPreview).Preview
	require.True(t, strings.HasPrefix(string(preview), "\xff\xd8"), "a JPEG")
	settled := s.kind(vision.EventSettled)
	require.Equal(t, 1280, settled.Scene.Width)
	for _, d := range settled.Scene.Sightings { // other tests measure how well it reads
		require.NotEmpty(t, d.Crop)
	}

	// The process crashes while the dice stay as they are. That makes no new throw.
	require.NoError(t, syscall.Kill(eyePID(t, "virtual:7"), syscall.SIGABRT))
	s.until("the problem", func(e vision.Event) bool { return strings.Contains(e.Problem, "SIGABRT") })
	s.until("its end", func(e vision.Event) bool { return e.Kind == vision.EventProblem && e.Problem == "" })

	require.NoError(t, s.child.Order(t.Context(), vision.Order{Do: "throw", Dice: []string{"d6", "d6", "d6"}}))
	s.kind(vision.EventSettled)
}

func TestEyeTakesOrders(t *testing.T) {
	s := startEye(t, "phone")
	require.Equal(t, "pictures from a phone", s.kind(vision.EventSource).Source)
	says := func(what string) {
		t.Helper()
		s.until(what, func(e vision.Event) bool { return strings.Contains(e.Problem, what) })
	}
	for _, o := range []struct {
		order vision.Order
		says  string
	}{
		{vision.Order{Do: "picture", Picture: []byte("no picture")}, "not a picture"},
		{vision.Order{Do: "throw"}, "throw your own"},
		{vision.Order{Do: "lock"}, "no exposure to hold"},
		{vision.Order{Do: "source", Source: "/nowhere.mp4"}, "there is no file or folder"},
	} {
		require.NoError(t, s.child.Order(t.Context(), o.order))
		says(o.says)
	}
	require.NoError(t, s.child.Order(t.Context(), vision.Order{Do: "source", Source: "virtual:3"}))
	s.until("the new source", func(e vision.Event) bool { return e.Source == "virtual table" })
	s.kind(vision.EventSettled)
}

func TestEyeIsNotForTyping(t *testing.T) {
	got := astragal(t, eyeCommand)
	require.Equal(t, statusFailed, got.status)
	require.Contains(t, got.errs, "not for typing")
}
