package gallery

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"astragal/models"
)

// diceName is the file of definitions inside an exported gallery.
const diceName = "dice.json"

// mostDocument limits the JSON of an imported gallery, mostUnpacked the unpacked size of a zip file, in bytes. A
// gallery with eight shots of every face of Dragon Dice has 20 MB of JSON.
const (
	mostDocument = 32 << 20
	mostUnpacked = 256 << 20
)

// Export writes the shots for which keep returns true as a zip. If keep is nil, it writes all. The zip is a data set
// like the gallery, with the definitions of its dice as far as dice holds them.
func (s *Store) Export(w io.Writer, dice []models.Die, keep func(Shot) bool) error {
	if err := s.export(w, dice, keep); err != nil {
		return fmt.Errorf("export the gallery: %w", err)
	}
	return nil
}

func (s *Store) export(w io.Writer, dice []models.Die, keep func(Shot) bool) error {
	shots := s.Shots()
	if keep != nil {
		shots = slices.DeleteFunc(shots, func(shot Shot) bool { return !keep(shot) })
	}
	if len(shots) == 0 {
		return errors.New("there is no such shot in it")
	}
	z := zip.NewWriter(w)
	doc, err := json.MarshalIndent(documentOf(shots, s.Version()), "", " ")
	if err != nil {
		return err
	}
	if err := zipFile(z, documentName, doc, zip.Deflate); err != nil {
		return err
	}
	dice, err = joined(s.Dice(), dice)
	if err != nil {
		return err
	}
	dice = slices.DeleteFunc(dice, func(d models.Die) bool {
		return !slices.ContainsFunc(shots, func(shot Shot) bool { return shot.Die == d.ID })
	})
	if len(dice) > 0 {
		defs, err := json.MarshalIndent(models.Dice{Dice: dice}, "", " ")
		if err != nil {
			return err
		}
		if err := zipFile(z, diceName, defs, zip.Deflate); err != nil {
			return err
		}
	}
	for _, shot := range shots {
		crop, err := s.Crop(shot)
		if err != nil {
			return err
		}
		if err := zipFile(z, shot.File, crop, zip.Store); err != nil {
			return err
		}
	}
	return z.Close()
}

func zipFile(z *zip.Writer, name string, raw []byte, method uint16) error {
	f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	return err
}

// Bundle is an imported gallery that was checked but not added yet.
type Bundle struct {
	Shots []NewShot
	// Dice are the definitions in the import.
	Dice []models.Die
}

// ReadZip checks an exported gallery.
func ReadZip(raw []byte) (Bundle, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return Bundle{}, fmt.Errorf("import a gallery: it is no zip file: %w", err)
	}
	if err := unpackable(z); err != nil {
		return Bundle{}, fmt.Errorf("import a gallery: %w", err)
	}
	return ReadFS(z)
}

// unpackable checks the sizes in a zip file's directory, before anything is unpacked.
func unpackable(z *zip.Reader) error {
	var all uint64
	for _, f := range z.File {
		if f.UncompressedSize64 > mostDocument {
			return fmt.Errorf("%.60q in it would take %d MB unpacked: %d are allowed", f.Name, f.UncompressedSize64>>20, mostDocument>>20)
		}
		all += f.UncompressedSize64
	}
	if all > mostUnpacked {
		return fmt.Errorf("it would take %d MB unpacked: %d are allowed", all>>20, mostUnpacked>>20)
	}
	return nil
}

// ReadFS checks a gallery: its document, its pictures with their checksums, and its dice.
func ReadFS(from fs.FS) (Bundle, error) {
	b, err := readBundle(from)
	if err != nil {
		return Bundle{}, fmt.Errorf("import a gallery: %w", err)
	}
	return b, nil
}

func readBundle(from fs.FS) (Bundle, error) {
	raw, err := readUpTo(from, documentName, mostDocument)
	if err != nil {
		return Bundle{}, err
	}
	shots, _, err := parse(raw)
	if err != nil {
		return Bundle{}, fmt.Errorf("%s: %w", documentName, err)
	}
	var b Bundle
	switch raw, err := readUpTo(from, diceName, mostDocument); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return Bundle{}, err
	default:
		if b.Dice, err = models.ParseDice(raw); err != nil {
			return Bundle{}, fmt.Errorf("%s: %w", diceName, err)
		}
		if err := Check(shots, b.Dice); err != nil {
			return Bundle{}, err
		}
	}
	for _, shot := range shots {
		crop, err := readUpTo(from, shot.File, mostCrop)
		if err != nil {
			return Bundle{}, fmt.Errorf("the picture of %s: %w", shot.name(), err)
		}
		if sum(crop) != shot.SHA256 {
			return Bundle{}, fmt.Errorf("the picture of %s is not the one that was taught: its checksum differs", shot.name())
		}
		b.Shots = append(b.Shots, NewShot{Shot: shot, Crop: crop})
	}
	return b, nil
}

func readUpTo(from fs.FS, name string, most int64) ([]byte, error) {
	f, err := from.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(raw)) > most {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, most)
	}
	return raw, nil
}

// Import adds a whole bundle or nothing, and returns the shots that are new.
func (s *Store) Import(b Bundle) ([]Shot, error) {
	if err := s.KeepDice(b.Dice); err != nil {
		return nil, fmt.Errorf("import a gallery: %w", err)
	}
	return s.add("import", b.Shots)
}
