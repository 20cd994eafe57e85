// Package pictures looks at picture files through a child process of the program: an exception of OpenCV ends that process,
// and costs the picture at fault alone. What the child does is vision/tend.
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

// timeout is how long one picture may take: a hundred times what a large one needs.
const timeout = 2 * time.Minute

// Command is the hidden subcommand of the program that is the child.
const Command = "look-at-pictures"

// Ask is a line to the child: one picture to look at.
type Ask struct {
	Path string `json:"path"`
	// Places are where its dice are known to lie; empty has them looked for.
	Places []vision.Box `json:"places,omitempty"`
	// Crops asks for a picture of each die.
	Crops bool `json:"crops,omitempty"`
}

// Seen is the child's line about one picture.
type Seen struct {
	Scene vision.Scene `json:"scene"`
	// TookMS counts decoding and looking, not loading the networks.
	TookMS float64 `json:"took_ms"`
	// Error says in one sentence why the picture can't be read.
	Error string `json:"error,omitempty"`
}

// Eye looks at picture files. The networks are loaded once for each child. It isn't safe for concurrent use.
type Eye struct {
	exe  string
	args []string
	// patience is how long one picture may take.
	patience time.Duration

	child *child
}

// How says with what pictures are looked at.
type How struct {
	// Profile is the file of a calibration, Networks a folder of other networks than the built-in ones; either may be empty.
	Profile, Networks string
	// Faces asks for what a gallery compares.
	Faces bool
}

// Open makes ready to look at pictures; exe is the program's own file. The child is started when the first picture is looked at.
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

// Look reads one picture. An error speaks of this picture alone, or of ctx.
func (e *Eye) Look(ctx context.Context, path string) (Seen, error) {
	return e.Ask(ctx, Ask{Path: path})
}

// LookAt reads the dice at places that are known, in their order.
func (e *Eye) LookAt(ctx context.Context, path string, places []vision.Box) (Seen, error) {
	return e.Ask(ctx, Ask{Path: path, Places: places})
}

// Ask looks at a picture as it is asked to. An error speaks of this picture alone, or of ctx.
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
	pipe    *os.File // the answers' end of ours
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
	cmd.Stdout, cmd.Stderr = words, words // OpenCV prints to both; the answers come on descriptor 3
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

// look asks for one picture. After an error the child is of no more use.
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

// stop ends the child, waits for it, and returns its last words, if any.
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

// Reason is the line of the last words that says why, as an end of a sentence.
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
