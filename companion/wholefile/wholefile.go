// Package wholefile writes small files whole or not at all.
package wholefile

import (
	"errors"
	"os"
	"path/filepath"
)

// Write puts raw in place of the file at path, for its owner alone. If it fails, what was there before is there still;
// if it returns without an error, the new file is on the disk.
func Write(path string, raw []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // 0600
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
