//go:build cgo

package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

// Each picture of a folder is shown for a while, like a throw that lies still.
const (
	stillHold = time.Second
	stillStep = 100 * time.Millisecond
)

// folder is a series of still pictures, by file name.
type folder struct {
	name  string
	paths []string
	at    int // in paths
	held  time.Duration
	begun time.Duration // media time at which this picture came
	now   gocv.Mat      // this picture; empty while none is shown
}

// newFolder lists the pictures of a folder.
func newFolder(path string) (Source, error) {
	paths, err := picturesIn(path)
	if err != nil {
		return nil, err
	}
	return newStills("folder "+filepath.Base(path), paths), nil
}

// picturesIn are the pictures in a folder, by name.
func picturesIn(path string) ([]string, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("open the folder %s: %w", path, err)
	}
	var paths []string
	for _, e := range entries {
		if !e.IsDir() && isPicture(e.Name()) {
			paths = append(paths, filepath.Join(path, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("the folder %s holds no picture (JPEG, PNG, WebP or BMP): put some there, or choose another source", path)
	}
	slices.Sort(paths)
	return paths, nil
}

func newStills(name string, paths []string) *folder {
	return &folder{name: name, paths: paths, now: gocv.NewMat()}
}

// isPicture goes by a file's name; what is in it shows when it is decoded.
func isPicture(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return !strings.HasPrefix(name, ".") &&
		slices.Contains([]string{".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic", ".heif"}, ext)
}

// Name is the folder's.
func (f *folder) Name() string { return f.name }

// Close frees the picture that is shown.
func (f *folder) Close() error { return f.now.Close() }

// Next shows each picture for a second of media time. One that can't be read
// is a Trouble and is passed over.
func (f *folder) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	if err := ctx.Err(); err != nil {
		return picture.Stamp{}, err
	}
	if f.held >= stillHold {
		f.turn()
	}
	if f.at >= len(f.paths) {
		return picture.Stamp{}, io.EOF
	}
	if f.held == 0 {
		if err := f.load(); err != nil {
			f.turn()
			return picture.Stamp{}, err
		}
	}
	f.now.CopyTo(img)
	s := picture.Stamp{Frame: f.at, Time: f.begun + f.held}
	f.held += stillStep
	return s, nil
}

// turn goes on to the next picture.
func (f *folder) turn() {
	f.begun += f.held
	f.at, f.held = f.at+1, 0
}

func (f *folder) load() error {
	path := f.paths[f.at]
	raw, err := readPicture(path)
	if err == nil {
		err = decodeInto(raw, &f.now)
	}
	if err != nil {
		return &Trouble{Says: fmt.Sprintf("%s is left out: %v", filepath.Base(path), err), Cause: err}
	}
	return nil
}

// readPicture reads a file, but no more of it than a picture may have.
func readPicture(path string) (_ []byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(io.LimitReader(file, picture.MaxBytes+1))
}
