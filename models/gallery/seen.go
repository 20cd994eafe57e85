package gallery

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"astragal/models/networks"
)

// Seen is what the networks saw in a shot's picture.
type Seen struct {
	// Embedding is a row of RowDims numbers for each of the face's Turns ways up, or for the first few of them
	// (networks.TurnsSeen). See networks.Alike.
	Embedding []float32
	Turns     int
	// Copies are the probabilities of 1 to 6 copies.
	Copies []float32
	// Places are the icon network's numbers of each place of the face: networks.PlacesSize bytes for each row. A shot
	// keeps them for the first networks.TurnsKept rows.
	Places []byte
}

// Rows is the face as networks.Alike compares it.
func (s Seen) Rows() networks.Rows { return networks.Rows{Numbers: s.Embedding, Turns: s.Turns} }

// seenIn is the number of turns in which the face was seen.
func (s Seen) seenIn() int { return len(s.Embedding) / networks.RowDims }

// Reseeing looks at a shot's picture and returns what the networks see in it.
type Reseeing func(shot Shot, crop []byte) (Seen, error)

// seen is what one network saw in pictures, by their checksums.
type seen map[string]Seen

// cacheForm is the form of the cache. It changes if the cache holds something else.
const cacheForm = "astragal gallery 5\n"

var networkName = regexp.MustCompile(`^[0-9a-f]{12,64}$`)

func (s *Store) cachePath(network string) string {
	return filepath.Join(s.dir, "seen-"+network[:12]+".bin")
}

// See returns what a network saw in each shot, in the order of Shots. network is the network's checksum in hex. Shots
// that aren't in the cache are looked at with again, and kept in it. On an error nothing is kept.
func (s *Store) See(network string, again Reseeing) ([]Shot, []Seen, error) {
	if !networkName.MatchString(network) {
		return nil, nil, fmt.Errorf("see the gallery's shots: %q is not a network's checksum", network)
	}
	shots := s.Shots()
	known := readSeen(s.cachePath(network), network)
	out := make([]Seen, len(shots))
	fresh := false
	for i, shot := range shots {
		if v, ok := known[shot.SHA256]; ok {
			out[i] = v
			continue
		}
		crop, err := s.Crop(shot)
		if err != nil {
			return nil, nil, fmt.Errorf("see the gallery's shots: %w", err)
		}
		v, err := again(shot, crop)
		if err != nil {
			return nil, nil, fmt.Errorf("see %s: %w", shot.name(), err)
		}
		known[shot.SHA256], out[i], fresh = v, v, true
	}
	if fresh {
		if err := s.Keep(network, known); err != nil {
			return nil, nil, err
		}
	}
	return shots, out, nil
}

// Keep adds to the cache what a network saw in pictures, by their checksums.
func (s *Store) Keep(network string, more map[string]Seen) error {
	if !networkName.MatchString(network) {
		return fmt.Errorf("keep the gallery's vectors: %q is not a network's checksum", network)
	}
	all := readSeen(s.cachePath(network), network)
	for sum, v := range more {
		all[sum] = v
	}
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(map[string]Seen(all)); err != nil {
		return fmt.Errorf("keep the gallery's vectors: %w", err)
	}
	head := sha256.Sum256(append([]byte(network), body.Bytes()...))
	raw := append(append([]byte(cacheForm), head[:]...), body.Bytes()...)
	if err := writeWhole(s.cachePath(network), raw); err != nil {
		return fmt.Errorf("keep the gallery's vectors: %w", err)
	}
	return s.dropOldCaches(network)
}

// readSeen reads a cache. A damaged cache, or one of another network, counts as empty.
func readSeen(path, network string) seen {
	raw, err := os.ReadFile(path)
	if err != nil || len(raw) < len(cacheForm)+sha256.Size || string(raw[:len(cacheForm)]) != cacheForm {
		return seen{}
	}
	head, body := raw[len(cacheForm):len(cacheForm)+sha256.Size], raw[len(cacheForm)+sha256.Size:]
	if want := sha256.Sum256(append([]byte(network), body...)); !bytes.Equal(head, want[:]) {
		return seen{}
	}
	out := seen{}
	if err := gob.NewDecoder(bytes.NewReader(body)).Decode((*map[string]Seen)(&out)); err != nil {
		return seen{}
	}
	return out
}

// dropOldCaches removes old caches of other networks.
func (s *Store) dropOldCaches(network string) error {
	names, err := filepath.Glob(filepath.Join(s.dir, "seen-*.bin"))
	if err != nil {
		return err
	}
	for _, name := range names {
		if name == s.cachePath(network) {
			continue
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("drop an old network's vectors: %w", err)
		}
	}
	return nil
}
