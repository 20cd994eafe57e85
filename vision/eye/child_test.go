package eye_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"astragal/vision"
	"astragal/vision/eye"

	"github.com/stretchr/testify/require"
)

// patience is a deadline that only a failing test reaches.
const patience = 3 * time.Minute

// table is a child that a test watches.
type table struct {
	t      *testing.T
	child  *eye.Child
	events chan vision.Event
	stop   func()
	log    *safeBuffer
}

type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// watchChild starts a child that behaves as source says.
func watchChild(t *testing.T, source string) *table {
	t.Helper()
	log := &safeBuffer{}
	set := eye.Settings{Args: []string{"eye"}, Source: source, Log: slog.New(slog.NewTextHandler(log, nil)), Silence: patience, Hang: patience, Backoff: time.Millisecond}
	switch mode, _, _ := strings.Cut(source, ":"); mode { // on a busy machine the other modes start and run slowly
	case "mute":
		set.Silence = 3 * time.Second
	case "hang":
		set.Hang = time.Second
	}
	child, err := eye.NewChild(set)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	tb := &table{t: t, child: child, events: make(chan vision.Event, 1000), log: log}
	done := make(chan error, 1)
	go func() {
		done <- child.Watch(ctx, func(e vision.Event) {
			select {
			case tb.events <- e:
			default: // the test has seen enough
			}
		})
	}()
	tb.stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			require.NoError(t, err)
		case <-time.After(patience):
			require.Fail(t, "Watch does not end with its context")
		}
	})
	t.Cleanup(tb.stop)
	return tb
}

// until waits for an event that fits. It returns the event and all events before it.
func (tb *table) until(what string, fits func(vision.Event) bool) (vision.Event, []vision.Event) {
	tb.t.Helper()
	var before []vision.Event
	late := time.After(patience)
	for {
		select {
		case e := <-tb.events:
			if fits(e) {
				return e, before
			}
			before = append(before, e)
		case <-late:
			before = slices.DeleteFunc(before, func(e vision.Event) bool { return e.Kind == vision.EventPreview })
			require.FailNow(tb.t, "never came: "+what, "%v\nlog: %s", before, tb.log)
		}
	}
}

func (tb *table) problem(containing string) vision.Event {
	tb.t.Helper()
	e, _ := tb.until("the problem "+containing, func(e vision.Event) bool {
		return e.Kind == vision.EventProblem && strings.Contains(e.Problem, containing)
	})
	return e
}

// pid waits until the child has told its pid.
func (tb *table) pid() int {
	tb.t.Helper()
	e, _ := tb.until("the process id", func(e vision.Event) bool {
		return e.Kind == vision.EventQuality && e.Quality.Words[0] == "pid"
	})
	pid, err := strconv.Atoi(e.Quality.Words[1])
	require.NoError(tb.t, err)
	return pid
}

// gone waits until a process doesn't run any more.
func gone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(stat), ") Z ")
	}, patience, 5*time.Millisecond, "process %d still runs", pid)
}

func TestChildStreams(t *testing.T) {
	tb := watchChild(t, "stream")
	pid := tb.pid()
	settled, _ := tb.until("the throw", func(e vision.Event) bool { return e.Kind == vision.EventSettled })
	require.Equal(t, scene(10, 20), settled.Scene)
	require.Equal(t, 7, settled.Frame)
	require.Equal(t, time.Second, settled.Time)
	preview, _ := tb.until("a preview", func(e vision.Event) bool { return e.Kind == vision.EventPreview })
	require.Equal(t, "jpeg", string(preview.Preview))
	require.Error(t, tb.child.Watch(t.Context(), func(vision.Event) {}), "a second Watch")
	tb.stop()
	gone(t, pid)
	require.Error(t, tb.child.Order(t.Context(), vision.Order{Do: "throw"}), "nothing runs")
}

// A game waits at its question as a coroutine. It must not be resumed from a goroutine that is bound to its thread.
func TestChildTellsFromAFreeGoroutine(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) {
		i := 0
		for yield(i) {
			i++
		}
	})
	defer stop()
	child, err := eye.NewChild(eye.Settings{Args: []string{"eye"}, Source: "stream"})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	last := 0
	require.NoError(t, child.Watch(ctx, func(vision.Event) {
		if last, _ = next(); last == 3 {
			cancel()
		}
	}))
	require.Equal(t, 3, last)
}

func TestChildTakesOrders(t *testing.T) {
	tb := watchChild(t, "stream")
	tb.until("a preview", func(e vision.Event) bool { return e.Kind == vision.EventPreview })
	picture := bytes.Repeat([]byte{7}, 3<<20) // far more than a pipe holds
	require.NoError(t, tb.child.Order(t.Context(), vision.Order{Do: "picture", Picture: picture}))
	tb.until("the picture", func(e vision.Event) bool {
		return e.Kind == vision.EventQuality && strings.Join(e.Quality.Words, " ") == "stream picture  3145728"
	})
	require.ErrorContains(t, tb.child.Order(t.Context(), vision.Order{Do: "dance"}), `"dance" is not known`)
	require.ErrorContains(t, tb.child.Order(t.Context(), vision.Order{Do: "picture", Picture: make([]byte, 65<<20)}), "65 MiB")

	// A new source and a lock also hold for the next process.
	require.NoError(t, tb.child.Order(t.Context(), vision.Order{Do: "source", Source: "other"}))
	require.NoError(t, tb.child.Order(t.Context(), vision.Order{Do: "lock"}))
	require.NoError(t, tb.child.Order(t.Context(), vision.Order{Do: "look"})) // this ends the process
	tb.problem("told to end")
	tb.until("the lock", func(e vision.Event) bool {
		return e.Kind == vision.EventQuality && strings.HasPrefix(strings.Join(e.Quality.Words, " "), "other lock")
	})
}

func TestChildIsStartedAgain(t *testing.T) {
	for mode, says := range map[string]string{
		"exit":    "exit status 3",
		"panic":   "panic: a Mat without pixels",
		"abort":   "(-215:Assertion failed) !_src.empty()",
		"segv":    "(-215:Assertion failed)",
		"killed":  "want of memory",
		"hang":    "has hung for",
		"mute":    "silent for 3 s",
		"garbage": "talks nonsense",
		"orders":  "it gives orders",
		"fails":   "in use by obs",
		"ends":    "nothing more to see",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			tb := watchChild(t, mode+":"+filepath.Join(t.TempDir(), "was-here"))
			lost, before := tb.until("no camera", func(e vision.Event) bool { return e.State == vision.NoCamera })
			problem := tb.problem(says)
			require.Contains(t, problem.Problem, "started again in a moment")
			back, between := tb.until("the end of the problem", func(e vision.Event) bool {
				return e.Kind == vision.EventProblem && e.Problem == ""
			})
			require.GreaterOrEqual(t, back.Time, lost.Time, "time goes on")
			if len(before) > 2 { // it saw the dice before it ended
				require.Equal(t, vision.EventSettled, before[2].Kind)
				seen, _ := tb.until("the dice", func(e vision.Event) bool { return e.Scene != nil })
				require.Equal(t, vision.EventSeen, seen.Kind, "dice that lie untouched are no new throw")
				require.Equal(t, before[2].Frame+7, seen.Frame)
			}
			for _, e := range between {
				require.NotEqual(t, vision.EventSettled, e.Kind)
			}
			tb.until("a preview", func(e vision.Event) bool { return e.Kind == vision.EventPreview })
		})
	}
}

func TestChildKeepsTrying(t *testing.T) {
	tb := watchChild(t, "exit")
	for range 3 {
		tb.problem("exit status 3")
	}
	tb.stop()

	child, err := eye.NewChild(eye.Settings{Path: "/nowhere/astragal"})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	var problem string
	require.NoError(t, child.Watch(ctx, func(e vision.Event) {
		if e.Kind == vision.EventProblem {
			problem = e.Problem
			cancel()
		}
	}))
	require.Contains(t, problem, "can't be started")
	require.Contains(t, problem, "/nowhere/astragal")
}

func TestChildDiesWithItsParent(t *testing.T) {
	for _, mode := range []string{"stream", "mute", "deaf"} {
		t.Run(mode, func(t *testing.T) {
			parent := exec.Command(os.Args[0], "parent", "leaves")
			if mode != "stream" {
				parent.Args[2] = mode
			}
			out, err := parent.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, parent.Start())
			var pid int
			if mode == "mute" { // it says nothing, so the test looks for it
				pid = childOf(t, parent.Process.Pid)
			} else {
				var name string
				_, err = fmt.Fscan(out, &name, &pid)
				require.NoError(t, err)
			}
			require.NoError(t, parent.Process.Signal(syscall.SIGKILL))
			_ = parent.Wait()
			gone(t, pid)
		})
	}
}

// If memory runs out, the kernel ends the eye and not the table. The table then starts the eye again.
func TestTheKernelEndsTheEyeFirst(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux is told which process to end")
	}
	parent := exec.Command(os.Args[0], "parent", "leaves")
	out, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	t.Cleanup(func() { _ = parent.Process.Kill(); _ = parent.Wait() })
	var name string
	var pid int
	_, err = fmt.Fscan(out, &name, &pid)
	require.NoError(t, err)
	of := func(pid int) int {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid))
		require.NoError(t, err)
		n, err := strconv.Atoi(strings.TrimSpace(string(raw)))
		require.NoError(t, err)
		return n
	}
	require.Equal(t, 800, of(pid))
	require.Less(t, of(parent.Process.Pid), 800)
}

func childOf(t *testing.T, parent int) (pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", parent, parent))
		if err == nil && len(bytes.TrimSpace(raw)) == 0 { // another thread has started it
			all, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
			for _, name := range all {
				more, _ := os.ReadFile(name)
				raw = append(raw, more...)
			}
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(raw)))
		return err == nil
	}, patience, 5*time.Millisecond)
	return pid
}

func TestChildTakesItsOwnAlong(t *testing.T) {
	tb := watchChild(t, "leaves")
	tb.pid()
	grandchild := tb.pid()
	t.Cleanup(func() { _ = syscall.Kill(grandchild, syscall.SIGKILL) })
	require.NoError(t, tb.child.Order(t.Context(), vision.Order{Do: "look"}))
	tb.problem("told to end")
	gone(t, grandchild)
}

func TestChildLogIsBounded(t *testing.T) {
	tb := watchChild(t, "chatty")
	tb.until("a preview", func(e vision.Event) bool { return e.Kind == vision.EventPreview })
	tb.stop()
	require.Contains(t, tb.log.String(), "libpng warning")
	all := strings.Count(tb.log.String(), "process says")
	for _, left := range regexp.MustCompile(` lines=(\d+)`).FindAllStringSubmatch(tb.log.String(), -1) {
		n, err := strconv.Atoi(left[1])
		require.NoError(t, err)
		require.Positive(t, n)
		all += n
	}
	require.Equal(t, 1000, all, "every line is logged or counted")
	for _, part := range strings.Split(tb.log.String(), "left out") { // there is one part if the machine writes 1,000 lines in 10 s
		require.LessOrEqual(t, strings.Count(part, "process says"), 40)
		require.Less(t, len(part), 40*600)
	}
}
