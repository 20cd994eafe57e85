package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxFile limits a profile file, bytes. It holds at most one small picture.
const maxFile = 4 << 20

// Path is the file of a camera's profile under the data directory. Whatever the camera's name is, the file's name is
// safe, and two cameras never share one.
func Path(dataDir, camera string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, camera)
	for strings.Contains(safe, "--") {
		safe = strings.ReplaceAll(safe, "--", "-")
	}
	safe = strings.Trim(safe, "-")
	if len(safe) > 48 {
		safe = strings.TrimRight(safe[:48], "-")
	}
	if safe == "" {
		safe = "camera"
	}
	return filepath.Join(dataDir, "profiles", fmt.Sprintf("%s-%08x.json", safe, crc32.ChecksumIEEE([]byte(camera))))
}

// Load reads a profile from a file. If the file doesn't exist, the error is fs.ErrNotExist. Any other error says what
// is wrong with the file and how to mend it.
func Load(path string) (Profile, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Profile{}, fmt.Errorf("open profile: %w (make one with astragal calibrate)", err)
	}
	if err != nil {
		return Profile{}, fmt.Errorf("open profile: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return Profile{}, fmt.Errorf("read profile %s: %w", path, err)
	}
	p, err := Parse(data)
	if err != nil {
		if errors.Is(err, errNewer) {
			return Profile{}, fmt.Errorf("profile %s: %w, or move the file away and calibrate again", path, err)
		}
		return Profile{}, fmt.Errorf("profile %s: %w; remove the file or calibrate again", path, err)
	}
	return p, nil
}

// errNewer says that a profile is one of a newer program.
var errNewer = errors.New("a newer version of this program wrote it")

// Parse reads a profile and checks it.
func Parse(data []byte) (Profile, error) {
	if len(data) > maxFile {
		return Profile{}, fmt.Errorf("larger than %d MB: this is no profile", maxFile>>20)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return Profile{}, errors.New("the file is empty")
	}
	// The version is read first. A file of a later version is then refused because of its version, and not because of
	// an unknown field.
	var head struct {
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return Profile{}, fmt.Errorf("not a profile: %w", err)
	}
	if head.Version == nil {
		return Profile{}, errors.New("not a profile: it has no version")
	}
	if *head.Version > Version {
		return Profile{}, fmt.Errorf("%w (profile version %d, this one reads %d): update this program", errNewer, *head.Version, Version)
	}
	if *head.Version != Version {
		return Profile{}, fmt.Errorf("not a profile: it has version %d, the first is %d", *head.Version, Version)
	}
	var p Profile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&p); err != nil {
		if field, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
			return Profile{}, fmt.Errorf("%w (its field %s is not known): update this program", errNewer, field)
		}
		return Profile{}, fmt.Errorf("broken profile: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Profile{}, errors.New("broken profile: there is something after its end")
	}
	return p, p.Check()
}

// Save checks the profile and writes it to a file. It writes a new file and then moves it into place, so that a full
// disk or a power cut leaves the old one.
func (p Profile) Save(path string) error {
	p.Version = Version
	if err := p.Check(); err != nil {
		return fmt.Errorf("save profile: %w", err)
	}
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("save profile: %w", err)
	}
	if len(data) >= maxFile {
		return fmt.Errorf("save profile: its picture of the empty tray is too large (%d KB): make it smaller", len(p.Background)>>10)
	}
	if _, err := Load(path); errors.Is(err, errNewer) {
		return fmt.Errorf("save profile: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("save profile: %w", err)
	}
	if err := writeWhole(path, append(data, '\n')); err != nil {
		return fmt.Errorf("save profile %s: %w", path, err)
	}
	return nil
}

// writeWhole writes a file so that it exists completely or not at all.
func writeWhole(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if err = os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
