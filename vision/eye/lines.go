package eye

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"
)

// Limits for what a child may write into the log.
const (
	maxLine     = 400 // bytes
	maxLines    = 40  // in linesPeriod
	linesPeriod = 10 * time.Second
)

// lines logs what a process writes, line by line, within limits. It keeps the line that says why the process crashed.
// It is an io.Writer.
type lines struct {
	log *slog.Logger

	mu      sync.Mutex
	part    []byte // of a line that isn't complete
	long    bool   // the rest of an overlong line is thrown away
	since   time.Time
	logged  int
	dropped int
	crash   string
}

func newLines(log *slog.Logger) *lines { return &lines{log: log} }

// Write takes what the process wrote. It never fails.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for rest := p; len(rest) > 0; {
		line, after, ended := bytes.Cut(rest, []byte{'\n'})
		if room := maxLine - len(l.part); !l.long {
			l.part = append(l.part, line[:min(room, len(line))]...)
			l.long = len(line) > room
		}
		if ended {
			l.flushLine()
		}
		rest = after
	}
	return len(p), nil
}

// flush logs what is left after the process has ended.
func (l *lines) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flushLine()
	if l.dropped > 0 {
		l.log.Info("lines of the camera's process left out", "lines", l.dropped)
	}
}

func (l *lines) flushLine() {
	line := strings.TrimSpace(strings.ToValidUTF8(string(l.part), "?"))
	l.part, l.long = l.part[:0], false
	if line == "" {
		return
	}
	if l.crash == "" && slices.ContainsFunc(crashWords(), func(w string) bool { return strings.HasPrefix(line, w) }) {
		l.crash = line
	}
	if now := time.Now(); now.Sub(l.since) > linesPeriod {
		if l.dropped > 0 {
			l.log.Info("lines of the camera's process left out", "lines", l.dropped)
		}
		l.since, l.logged, l.dropped = now, 0, 0
	}
	if l.logged++; l.logged > maxLines {
		l.dropped++
		return
	}
	l.log.Info("the camera's process says", "line", line)
}

// crashWords begin the lines in which the C++ library and the Go runtime say why they end a process.
func crashWords() []string {
	return []string{"what():", "panic:", "fatal error:", "SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "unexpected fault"}
}

// lastError is the line that says why the process crashed. It is empty if the process wrote none.
func (l *lines) lastError() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.crash
}
