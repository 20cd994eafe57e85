package gallery

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

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

// ErrNewer says that a newer program wrote a gallery.
var ErrNewer = errors.New("a newer Astragal made this gallery: update this one")

// Sentences about a file that can't be taken in. Each says what to do.
var (
	errNoGallery = errors.New("this file is no gallery, or only a part of one: take the zip file that \"Save as a file\" makes, whole")
	errOtherSet  = errors.New("this is a set of pictures of another program: unpack it, and learn it with astragal teach --dataset FOLDER")
)

// damaged is an error about a gallery that was changed or broken on its way. what says where.
func damaged(what string) error {
	return fmt.Errorf("this gallery is damaged (%s): fetch the file again, or have it saved once more", what)
}

// ReadZip checks an exported gallery. All of it may lie in one folder of the zip file, as it does if somebody unpacked it and packed it again. An error
// is a sentence that says what to do.
func ReadZip(raw []byte) (Bundle, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return Bundle{}, errNoGallery
	}
	if err := unpackable(z); err != nil {
		return Bundle{}, err
	}
	from, err := fs.Sub(z, folderOf(z))
	if err != nil {
		return Bundle{}, errNoGallery
	}
	return ReadFS(from)
}

// folderOf is the folder of a zip file in which the gallery lies; "." if it lies in none.
func folderOf(z *zip.Reader) string {
	folder := ""
	for _, f := range z.File {
		if path.Base(f.Name) != documentName || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		if dir := path.Dir(f.Name); folder == "" || len(dir) < len(folder) {
			folder = dir
		}
	}
	return cmp.Or(folder, ".")
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
		return fmt.Errorf("the gallery would take %d MB unpacked: %d are allowed", all>>20, mostUnpacked>>20)
	}
	return nil
}

// ReadFS checks a gallery: its document, its pictures with their checksums, and its dice.
func ReadFS(from fs.FS) (Bundle, error) {
	raw, err := readUpTo(from, documentName, mostDocument)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Bundle{}, errNoGallery
	case err != nil:
		return Bundle{}, damaged(documentName)
	}
	shots, _, err := parse(raw)
	switch {
	case errors.Is(err, ErrNewer):
		return Bundle{}, err
	case errors.Is(err, errNoJSON):
		return Bundle{}, damaged(documentName)
	case err != nil && !bytes.Contains(raw, []byte(description)):
		return Bundle{}, errOtherSet
	case err != nil:
		return Bundle{}, damaged(err.Error())
	}
	var b Bundle
	switch raw, err := readUpTo(from, diceName, mostDocument); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return Bundle{}, damaged(diceName)
	default:
		if b.Dice, err = models.ParseDice(raw); err == nil {
			err = Check(shots, b.Dice)
		}
		if err != nil {
			return Bundle{}, damaged(diceName + ": " + err.Error())
		}
	}
	for _, shot := range shots {
		crop, err := readUpTo(from, shot.File, mostCrop)
		if err != nil || sum(crop) != shot.SHA256 {
			return Bundle{}, damaged("the picture of " + shot.says())
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

// Import takes a bundle in, whole or not at all, and returns the shots that are new. Here are the dice that are known, and own the ids of those that
// are the owner's. A known die stays as it is: see fitted.
func (s *Store) Import(b Bundle, here []models.Die, own []string) ([]Shot, error) {
	b, err := fitted(b, here, own)
	if err != nil {
		return nil, err
	}
	var shots []Shot
	for _, n := range b.Shots {
		shots = append(shots, n.Shot)
	}
	if err := Check(shots, here); err != nil {
		return nil, err
	}
	if err := s.disagrees(b.Shots); err != nil {
		return nil, err
	}
	if err := s.KeepDice(b.Dice); err != nil {
		return nil, err
	}
	added, err := s.add("import", b.Shots)
	if err != nil {
		var came []string
		for _, d := range b.Dice {
			came = append(came, d.ID)
		}
		return nil, errors.Join(err, s.ChangeDice(nil, came))
	}
	return added, nil
}

// disagrees finds a picture that is something else in the gallery than among new shots.
func (s *Store) disagrees(shots []NewShot) error {
	is := map[string]Shot{}
	for _, shot := range s.Shots() {
		is[shot.SHA256] = shot
	}
	for _, n := range shots {
		if o, ok := is[n.SHA256]; ok && (o.Die != n.Die || o.Class() != n.Class()) {
			return fmt.Errorf("one picture is %s here and %s in this file: take out the one that is wrong, then take the file in again", o.says(), n.says())
		}
	}
	return nil
}
