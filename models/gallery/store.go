package gallery

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"astragal/models"
)

const (
	documentName = "annotations.json"
	historyName  = "history.jsonl"
	cropsName    = "crops"
	// mostShots and mostCrop limit what a gallery may hold, so that a broken file can't fill the memory.
	mostShots = 200_000
	mostCrop  = 8 << 20 // bytes of one picture
)

// Store is a gallery on disk. Several goroutines may use it. A change is completely on disk before its method
// returns.
type Store struct {
	dir string

	mu      sync.Mutex
	version int
	shots   []Shot // by id
	dice    []models.Die
	history []Change
	// written is how many bytes of the history count. After a crash, half a line may follow them.
	written int64
}

// Open opens the gallery in an existing folder. A folder without annotations.json is an empty gallery. If anything is
// wrong in it, the error says exactly what, and the gallery isn't opened.
func Open(dir string) (*Store, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("open the gallery: %w", err)
	}
	s := &Store{dir: dir}
	raw, err := os.ReadFile(filepath.Join(dir, documentName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !ours(e.Name()) }) {
			return nil, fmt.Errorf("open the gallery %s: it has no %s and holds other things: name a gallery, or an empty folder for a new one", dir, documentName)
		}
	case err != nil:
		return nil, fmt.Errorf("open the gallery: %w", err)
	default:
		if s.shots, s.version, err = parse(raw); err != nil {
			return nil, fmt.Errorf("open the gallery: %s: %w", filepath.Join(dir, documentName), err)
		}
	}
	if err := s.readHistory(); err != nil {
		return nil, fmt.Errorf("open the gallery: %w", err)
	}
	slices.SortFunc(s.shots, byID)
	if err := s.readDice(); err != nil {
		return nil, fmt.Errorf("open the gallery: %w", err)
	}
	for _, shot := range s.shots {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(shot.File))); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			return nil, fmt.Errorf("open the gallery %s: the picture of %s is missing: put it back, or remove the shot", dir, shot.name())
		}
	}
	return s, nil
}

// ours says whether a gallery writes a file of that name before its document exists.
func ours(name string) bool {
	return name == historyName || name == diceName || name == cropsName || filepath.Ext(name) == ".new"
}

// OpenOrMake opens a gallery. If its folder doesn't exist, it makes the folder.
func OpenOrMake(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the gallery's folder: %w", err)
	}
	return Open(dir)
}

func byID(a, b Shot) int { return a.ID - b.ID }

// Dir is the gallery's folder.
func (s *Store) Dir() string { return s.dir }

// Version is the number of changes. It is 0 for an empty gallery.
func (s *Store) Version() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.version
}

// Shots are all shots, ordered by id.
func (s *Store) Shots() []Shot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.shots)
}

// Crop is the picture of a shot. It checks that the picture is still the one that was taught.
func (s *Store) Crop(shot Shot) ([]byte, error) {
	raw, err := readSome(filepath.Join(s.dir, filepath.FromSlash(shot.File)))
	if err != nil {
		return nil, fmt.Errorf("the picture of %s: %w", shot.name(), err)
	}
	if sum(raw) != shot.SHA256 {
		return nil, fmt.Errorf("the picture of %s has been changed since it was taught: put the old one back, or remove the shot", shot.name())
	}
	return raw, nil
}

func readSome(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > mostCrop {
		return nil, fmt.Errorf("%s has %d bytes: a shot has at most %d", path, info.Size(), mostCrop)
	}
	return os.ReadFile(path)
}

func sum(raw []byte) string {
	s := sha256.Sum256(raw)
	return hex.EncodeToString(s[:])
}
