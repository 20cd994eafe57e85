// Package wholefile writes small files whole or not at all, and reads nothing of which it would lose a part.
package wholefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Parse reads the JSON of a whole file that the program writes anew if something changes. If the file has a field that into doesn't have, Parse refuses
// it: the field would be lost.
func Parse(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			return errors.New("there is something behind its end")
		}
		return nil
	}
	if field, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return fmt.Errorf("its field %s is not known, so a newer version of this program wrote it (update this program)", field)
	}
	return err
}

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
