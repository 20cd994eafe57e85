package main

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

// pictureTimeout is how long one picture may take: a hundred times what a large one needs.
const pictureTimeout = 2 * time.Minute

// picturesCommand is the hidden subcommand that looks at pictures for pictures.
const picturesCommand = "look-at-pictures"

// ask is a line to the child: one picture to look at.
type ask struct {
	Path string `json:"path"`
	// Places are where its dice are known to lie; empty has them looked for.
	Places []vision.Box `json:"places,omitempty"`
	// Crops asks for a picture of each die.
	Crops bool `json:"crops,omitempty"`
}

// pictureSeen is the child's line about one picture.
type pictureSeen struct {
	Scene vision.Scene `json:"scene"`
	// TookMS counts decoding and looking, not loading the networks.
	TookMS float64 `json:"took_ms"`
	// Error says in one sentence why the picture can't be read.
	Error string `json:"error,omitempty"`
}

// pictures looks at picture files through a child process of this program: an
// OpenCV exception ends its process, and then only the picture at fault is
// lost. The networks are loaded once for each child.
type pictures struct {
	exe  string
	args []string
	// patience is how long one picture may take.
	patience time.Duration

	child *pictureChild
}

// openPictures makes ready to look at pictures with what is known of camera and networks.
func (p *program) openPictures(know knowledge) (*pictures, error) {
	if err := hasPixels(); err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program's own file: %w", err)
	}
	args := []string{picturesCommand}
	if know.profile != "" {
		args = append(args, "--profile", know.profile)
	}
	if know.networks != "" {
		args = append(args, "--networks", know.networks)
	}
	if know.gallery != "" {
		args = append(args, "--faces")
	}
	return &pictures{exe: exe, args: args, patience: pictureTimeout}, nil
}

// Look reads one picture. An error speaks of this picture alone, or of ctx.
func (ps *pictures) Look(ctx context.Context, path string) (pictureSeen, error) {
	return ps.ask(ctx, ask{Path: path})
}

// LookAt reads the dice at places that are known, in their order.
func (ps *pictures) LookAt(ctx context.Context, path string, places []vision.Box) (pictureSeen, error) {
	return ps.ask(ctx, ask{Path: path, Places: places})
}

func (ps *pictures) ask(ctx context.Context, what ask) (pictureSeen, error) {
	if err := ctx.Err(); err != nil {
		return pictureSeen{}, err
	}
	if ps.child == nil {
		child, err := startPictureChild(ps.exe, ps.args)
		if err != nil {
			return pictureSeen{}, err
		}
		ps.child = child
	}
	seen, err := ps.child.look(ctx, what, ps.patience)
	if err != nil {
		why := ps.child.stop()
		ps.child = nil
		if ctx.Err() != nil {
			return pictureSeen{}, ctx.Err()
		}
		return pictureSeen{}, fmt.Errorf("%w%s", err, why)
	}
	if seen.Error != "" {
		return pictureSeen{}, errors.New(seen.Error)
	}
	return seen, nil
}

// Close ends the child and waits for it.
func (ps *pictures) Close() error {
	if ps.child != nil {
		ps.child.stop()
		ps.child = nil
	}
	return nil
}

// pictureChild is one run of the hidden subcommand.
type pictureChild struct {
	cmd     *exec.Cmd
	asks    io.WriteCloser
	answers *bufio.Reader
	pipe    *os.File // the answers' end of ours
	words   *lastWords
}

func startPictureChild(exe string, args []string) (*pictureChild, error) {
	ours, theirs, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a pipe for the eye: %w", err)
	}
	defer theirs.Close()
	words := &lastWords{}
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
	return &pictureChild{cmd: cmd, asks: asks, answers: bufio.NewReaderSize(ours, 1<<16), pipe: ours, words: words}, nil
}

// look asks for one picture. After an error the child is of no more use.
func (c *pictureChild) look(ctx context.Context, what ask, patience time.Duration) (pictureSeen, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	calm := context.AfterFunc(ctx, c.kill)
	defer calm()

	if err := json.NewEncoder(c.asks).Encode(what); err != nil {
		return pictureSeen{}, errors.New("the eye broke off before this picture")
	}
	line, err := c.answers.ReadBytes('\n')
	if ctx.Err() != nil {
		return pictureSeen{}, fmt.Errorf("reading it took longer than %v and was given up; save it smaller", patience)
	}
	if err != nil {
		return pictureSeen{}, errors.New("the eye broke off while it read this picture")
	}
	var seen pictureSeen
	if err := json.Unmarshal(line, &seen); err != nil {
		return pictureSeen{}, fmt.Errorf("understand the eye's answer: %w", err)
	}
	return seen, nil
}

// stop ends the child, waits for it, and returns its last words, if any.
func (c *pictureChild) stop() string {
	c.asks.Close()
	c.pipe.Close()
	gone := time.AfterFunc(5*time.Second, c.kill)
	defer gone.Stop()
	_ = c.cmd.Wait() // its status adds nothing to its words
	return c.words.reason()
}

func (c *pictureChild) kill() { _ = c.cmd.Process.Kill() }

// lastWords keeps the end of what a process prints.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

func (w *lastWords) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text = append(w.text, b...)
	if len(w.text) > 4096 {
		w.text = append([]byte{}, w.text[len(w.text)-4096:]...)
	}
	return len(b), nil
}

// reason is the line of the last words that says why, as an end of a sentence.
func (w *lastWords) reason() string {
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
