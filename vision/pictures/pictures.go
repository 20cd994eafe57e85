// Package pictures looks at picture files through a child process of the program. An exception of OpenCV ends only
// that process, and only the picture that caused it is lost. vision/tend is what the child does.
package pictures

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"astragal/vision"
)

// timeout is how long one picture may take. A large one needs a hundredth of that.
const timeout = 2 * time.Minute

// Command is the program's hidden subcommand for the child process.
const Command = "look-at-pictures"

// Ask is a line to the child: one picture to look at.
type Ask struct {
	Path string `json:"path"`
	// Places are the known places of its dice. If they are empty, the child looks for dice.
	Places []vision.Box `json:"places,omitempty"`
	// Crops asks for a picture of each die.
	Crops bool `json:"crops,omitempty"`
}

// Seen is the child's answer about one picture, a line.
type Seen struct {
	Scene vision.Scene `json:"scene"`
	// TookMS is the time for decoding and looking, without loading the networks.
	TookMS float64 `json:"took_ms"`
	// Error says in one sentence why the picture can't be read.
	Error string `json:"error,omitempty"`
}

// Eye looks at picture files. Each child loads the networks once. It isn't safe for concurrent use.
type Eye struct {
	exe  string
	args []string
	// patience is how long one picture may take.
	patience time.Duration

	child *child
}

// How says how pictures are looked at.
type How struct {
	// Profile is the file of a calibration. Networks is a folder of networks to use instead of the built-in ones.
	// Either may be empty.
	Profile, Networks string
	// Faces asks for what a gallery compares.
	Faces bool
}

// Open prepares to look at pictures. exe is the program's own file. The child is started for the first picture.
func Open(exe string, how How) *Eye {
	args := []string{Command}
	if how.Profile != "" {
		args = append(args, "--profile", how.Profile)
	}
	if how.Networks != "" {
		args = append(args, "--networks", how.Networks)
	}
	if how.Faces {
		args = append(args, "--faces")
	}
	return &Eye{exe: exe, args: args, patience: timeout}
}

// Look reads one picture. Its error concerns only this picture, or ctx.
func (e *Eye) Look(ctx context.Context, path string) (Seen, error) {
	return e.Ask(ctx, Ask{Path: path})
}

// LookAt reads the dice at known places, in their order.
func (e *Eye) LookAt(ctx context.Context, path string, places []vision.Box) (Seen, error) {
	return e.Ask(ctx, Ask{Path: path, Places: places})
}

// Ask looks at a picture as asked. Its error concerns only this picture, or ctx.
func (e *Eye) Ask(ctx context.Context, what Ask) (Seen, error) {
	if err := ctx.Err(); err != nil {
		return Seen{}, err
	}
	if e.child == nil {
		child, err := startChild(e.exe, e.args)
		if err != nil {
			return Seen{}, err
		}
		e.child = child
	}
	seen, err := e.child.look(ctx, what, e.patience)
	if err != nil {
		why := e.child.stop()
		e.child = nil
		if ctx.Err() != nil {
			return Seen{}, ctx.Err()
		}
		return Seen{}, fmt.Errorf("%w%s", err, why)
	}
	if seen.Error != "" {
		return Seen{}, errors.New(seen.Error)
	}
	return seen, nil
}

// Close ends the child and waits for it.
func (e *Eye) Close() error {
	if e.child != nil {
		e.child.stop()
		e.child = nil
	}
	return nil
}

// child is one run of the hidden subcommand.
type child struct {
	cmd     *exec.Cmd
	asks    io.WriteCloser
	answers *bufio.Reader
	pipe    *os.File // our end of the pipe for answers
	words   *LastWords
}

func startChild(exe string, args []string) (*child, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe for the eye: %w", err)
	}
	defer theirs.Close()
	words := &LastWords{}
	cmd := exec.Command(exe, args...)
	cmd.Stdout, cmd.Stderr = words, words // OpenCV prints to both. The answers come on descriptor 3.
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.WaitDelay = time.Second
	asks, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		ours.Close()
		return nil, fmt.Errorf("start the eye: %w", err)
	}
	return &child{cmd: cmd, asks: asks, answers: bufio.NewReaderSize(ours, 1<<16), pipe: ours, words: words}, nil
}

// look asks for one picture. After an error the child can't be used any more.
func (c *child) look(ctx context.Context, what Ask, patience time.Duration) (Seen, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	calm := context.AfterFunc(ctx, c.kill)
	defer calm()

	if err := json.NewEncoder(c.asks).Encode(what); err != nil {
		return Seen{}, errors.New("the eye broke off before this picture")
	}
	line, err := c.answers.ReadBytes('\n')
	if ctx.Err() != nil {
		return Seen{}, fmt.Errorf("reading it took longer than %v and was given up; save it smaller", patience)
	}
	if err != nil {
		return Seen{}, errors.New("the eye broke off while it read this picture")
	}
	var seen Seen
	if err := json.Unmarshal(line, &seen); err != nil {
		return Seen{}, fmt.Errorf("understand the eye's answer: %w", err)
	}
	return seen, nil
}

// stop ends the child, waits for it, and returns its last words, if there are any.
func (c *child) stop() string {
	c.asks.Close()
	c.pipe.Close()
	gone := time.AfterFunc(5*time.Second, c.kill)
	defer gone.Stop()
	_ = c.cmd.Wait() // its status adds nothing to its words
	return c.words.Reason()
}

func (c *child) kill() { _ = c.cmd.Process.Kill() }

// LastWords keeps the end of what a process prints.
type LastWords struct {
	mu   sync.Mutex
	text []byte
}

func (w *LastWords) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, b...)
	if len(w.text) > 4096 {
		w.text = append([]byte{}, w.text[len(w.text)-4096:]...)
	}
	return len(b), nil
}

// Reason is the line of the last words that says why the process ended, as the end of a sentence.
func (w *LastWords) Reason() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := ""
	for line := range strings.Lines(string(w.text)) {
		line = strings.TrimSpace(line)
		if strings.Contains(line, "error:") || strings.HasPrefix(line, "astragal:") || strings.HasPrefix(line, "panic:") {
			last = line
		}
	}
	if last == "" {
		return ""
	}
	return ": " + strings.TrimPrefix(last, "astragal: ")
}
