package eye_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"astragal/vision"
	"astragal/vision/eye"
)

// The test binary is also the child. If it is started with "eye", it behaves as its source says.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "eye" {
		if err := beChild(os.Args[len(os.Args)-1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "parent" {
		beParent(os.Args[2])
	}
	os.Exit(m.Run())
}

// beParent starts a child that streams, and prints the child's pid. The test then kills it.
func beParent(source string) {
	child, err := eye.NewChild(eye.Settings{Args: []string{"eye"}, Source: source})
	if err != nil {
		panic(err)
	}
	_ = child.Watch(context.Background(), func(e vision.Event) {
		if e.Kind == vision.EventQuality {
			fmt.Println(strings.Join(e.Quality.Words, " "))
		}
	})
}

// beChild does what "MODE" or "MODE:FILE" says. If there is a file, only the first process that gets the file does
// it. Later ones stream.
func beChild(source string) error {
	mode, file, once := strings.Cut(source, ":")
	if once {
		if _, err := os.Stat(file); err == nil {
			mode = "stream"
		} else if err := os.WriteFile(file, nil, 0o600); err != nil {
			return err
		}
	}
	in, out, err := eye.Pipes()
	if err != nil {
		return err
	}
	switch mode {
	case "garbage":
		_, err := out.Write(bytes.Repeat([]byte("[ WARN:0] VIDEOIO "), 1000))
		time.Sleep(time.Hour)
		return err
	case "orders":
		raw, err := eye.OrderBytes(vision.Order{Do: "throw"})
		if err != nil {
			return err
		}
		_, err = out.Write(raw)
		time.Sleep(time.Hour)
		return err
	case "mute":
		time.Sleep(time.Hour)
	case "deaf": // it never ends when it is told to, and holds its pipes
		defer time.Sleep(time.Hour)
	}
	return eye.Serve(context.Background(), in, out, func(ctx context.Context, line eye.Line) error {
		return watch(ctx, mode, line)
	})
}

func watch(ctx context.Context, mode string, line eye.Line) error {
	line.Tell(vision.Event{Kind: vision.EventSource, Source: "a test's eye"})
	line.Tell(pidEvent(os.Getpid()))
	line.Tell(vision.Event{Kind: vision.EventSettled, Frame: 7, Time: time.Second, Scene: scene(10, 20)})
	switch mode {
	case "exit":
		os.Exit(3)
	case "panic":
		panic("a Mat without pixels")
	case "abort", "segv":
		fmt.Fprintln(os.Stderr, "terminate called after throwing an instance of 'cv::Exception'")
		fmt.Fprintln(os.Stderr, "  what():  OpenCV(4.6.0) error: (-215:Assertion failed) !_src.empty()")
		_ = syscall.Kill(os.Getpid(), map[string]syscall.Signal{"abort": syscall.SIGABRT, "segv": syscall.SIGSEGV}[mode])
		time.Sleep(time.Hour)
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "hang":
		time.Sleep(time.Hour)
	case "fails":
		return errors.New("the camera C920 is in use by obs: close it there")
	case "ends":
		return nil
	case "chatty":
		for range 1000 {
			fmt.Fprintln(os.Stderr, strings.Repeat("libpng warning ", 100))
		}
	case "leaves": // it starts a grandchild that would outlive us
		cmd := exec.Command("sleep", "3600")
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			return err
		}
		line.Tell(pidEvent(cmd.Process.Pid))
	}
	return answer(ctx, mode, line)
}

// pidEvent tells the test a process's pid.
func pidEvent(pid int) vision.Event {
	return vision.Event{Kind: vision.EventQuality, Quality: &vision.Quality{Words: []string{"pid", strconv.Itoa(pid)}}}
}

// answer streams previews and tells the orders that it gets.
func answer(ctx context.Context, mode string, line eye.Line) error {
	line.Tell(vision.Event{Kind: vision.EventState, Frame: 8, Time: 2 * time.Second, State: vision.Settled})
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case o := <-line.Orders:
			line.Tell(vision.Event{Kind: vision.EventQuality, Quality: &vision.Quality{
				Words: []string{mode, o.Do, o.Source, strconv.Itoa(len(o.Picture))}}})
			if o.Do == "look" {
				return errors.New("told to end")
			}
		case <-time.After(20 * time.Millisecond):
			line.Tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("jpeg")})
		}
	}
}

// scene is two dice.
func scene(x, y float64) *vision.Scene {
	return &vision.Scene{Width: 640, Height: 480, Sightings: []vision.Sighting{
		{Box: vision.Box{x, y, 40, 40}}, {Box: vision.Box{x + 100, y, 40, 40}}}}
}
