package hub

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
)

const keyBytes = 32

func newKey() []byte {
	key := make([]byte, keyBytes)
	// Never fails: crypto/rand ends the program rather than return weak bytes.
	_, _ = rand.Read(key)
	return key
}

// writeNew writes a file that isn't there yet, whole or not at all.
func writeNew(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".key-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), path)
}
