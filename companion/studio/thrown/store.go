package thrown

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"astragal/companion/wholefile"
	"astragal/vision"
)

// store is a folder for dice that are being taught. One file has what was said of them, and each scene that was seen has a file of its own.
type store struct {
	folder string
	// file is the name of the first. The scenes' files are called scene and a number.
	file, scene string
	// what is the name of the whole in errors.
	what string
}

func heapStore(folder string) store {
	return store{folder, "heap.json", "throw-", "the throws"}
}

func freshStore(folder string) store {
	return store{folder, "fresh.json", "look-", "the new die"}
}

// begin makes the store's folder and empties it.
func (s store) begin() error {
	if err := s.forget(); err != nil {
		return err
	}
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return fmt.Errorf("keep %s: %w", s.what, err)
	}
	return nil
}

// read fills said with what was last said; false if nothing is kept.
func (s store) read(said any) (there bool, err error) {
	raw, err := os.ReadFile(filepath.Join(s.folder, s.file))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = wholefile.Parse(raw, said)
	}
	return true, err
}

// scenes are the first n scenes that were seen.
func (s store) scenes(n int) ([]vision.Scene, error) {
	var out []vision.Scene
	for k := range n {
		var scene vision.Scene
		raw, err := os.ReadFile(s.sceneFile(k))
		if err == nil {
			err = json.Unmarshal(raw, &scene)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, scene)
	}
	return out, nil
}

// broken is the error for a store that can't be read.
func (s store) broken(err error) error {
	return fmt.Errorf("go on with %s in %s: %w: begin anew", s.what, s.folder, err)
}

// keep writes down what was said.
func (s store) keep(said any) error { return s.write(filepath.Join(s.folder, s.file), said) }

// keepScene writes down scene number n.
func (s store) keepScene(n int, scene vision.Scene) error { return s.write(s.sceneFile(n), scene) }

func (s store) sceneFile(n int) string {
	return filepath.Join(s.folder, fmt.Sprintf("%s%03d.json", s.scene, n))
}

func (s store) write(path string, v any) error {
	raw, err := json.Marshal(v)
	if err == nil {
		err = wholefile.Write(path, raw)
	}
	if err != nil {
		return fmt.Errorf("keep %s: %w", s.what, err)
	}
	return nil
}

// forget drops all that is kept. It removes what was said first: scenes without it count as nothing.
func (s store) forget() error {
	scenes, err := filepath.Glob(filepath.Join(s.folder, s.scene+"*.json"))
	if err != nil {
		return err
	}
	for _, name := range append([]string{filepath.Join(s.folder, s.file)}, scenes...) {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget %s: %w", s.what, err)
		}
	}
	return nil
}

// turned makes a change and then does the steps that keep it. If one of the steps fails, it takes the change back.
func turned[T any](of *T, change func(), steps ...func() error) error {
	was := *of
	change()
	for _, step := range steps {
		if err := step(); err != nil {
			*of = was
			return err
		}
	}
	return nil
}
