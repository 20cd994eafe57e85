package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Set is a folder of pictures with their truth.
type Set struct {
	Dir  string
	Name string
	// UnlabelledExtras says that some dice in view have no label. A die that is found where none is labelled then
	// proves nothing.
	UnlabelledExtras bool
	// Pictures are sorted by file name.
	Pictures []Picture
}

// Picture is one picture and the dice in it.
type Picture struct {
	File   string // the name in the document
	Path   string // the place on disk
	Width  int    // px
	Height int    // px
	Dice   []Die
	// PxPerMM is the scale on the table. It is 0 if the set doesn't give it.
	PxPerMM float64
}

// Die is one die of the truth.
type Die struct {
	ID    int    `json:"id"`
	Shape string `json:"shape"`
	Box   Box    `json:"bbox"`
	// Outlines are the die's contours, px. They are empty if they aren't known.
	Outlines Polygons `json:"-"`
	// NeverTaught says that the reader was never shown this face. Then "unknown" is the right answer.
	NeverTaught bool `json:"never_taught,omitempty"`
	Attributes
}

// Open reads the set in a folder: DIR/annotations.json, or else the only COCO document in the folder. Its error says
// what is missing and where.
func Open(dir string) (Set, error) {
	path, err := document(dir)
	if err != nil {
		return Set{}, fmt.Errorf("open the data set %s: %w", dir, err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return Set{}, fmt.Errorf("open the data set: %w", err)
	}
	f, err := Parse(raw)
	if err != nil {
		return Set{}, fmt.Errorf("open the data set: %s: %w", path, err)
	}
	return f.set(dir)
}

// document is the file that holds a set's truth.
func document(dir string) (string, error) {
	usual := filepath.Join(dir, "annotations.json")
	if _, err := os.Stat(usual); err == nil {
		return usual, nil
	}
	if _, err := os.ReadDir(dir); err != nil {
		return "", err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return "", err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !looksLikeCOCO(name) })
	switch len(names) {
	case 1:
		return names[0], nil
	case 0:
		return "", errors.New("it has no annotations.json and no other COCO document")
	}
	return "", fmt.Errorf("it has %d COCO documents and none is called annotations.json", len(names))
}

// looksLikeCOCO says whether a JSON file is a document of pictures.
func looksLikeCOCO(path string) bool {
	raw, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	var keys struct{ Images, Annotations json.RawMessage }
	return json.Unmarshal(raw, &keys) == nil && keys.Images != nil && keys.Annotations != nil
}

func (f File) set(dir string) (Set, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Set{}, fmt.Errorf("open the data set: %w", err)
	}
	s := Set{Dir: dir, Name: filepath.Base(abs)}
	s.UnlabelledExtras, _ = f.Info["unlabelled_extras"].(bool)
	shapes, dice := map[int]string{}, map[int][]Die{}
	for _, c := range f.Categories {
		shapes[c.ID] = c.Name
	}
	for _, a := range f.Annotations {
		dice[a.ImageID] = append(dice[a.ImageID], Die{
			ID: a.ID, Shape: shapes[a.CategoryID], Box: a.BBox, Outlines: a.Outlines, Attributes: a.Attributes,
		})
	}
	for _, m := range f.Images {
		if !fs.ValidPath(m.FileName) {
			return Set{}, fmt.Errorf("open the data set %s: the picture %q is not a path inside the set", dir, m.FileName)
		}
		s.Pictures = append(s.Pictures, Picture{
			File: m.FileName, Path: filepath.Join(dir, m.FileName), Width: m.Width, Height: m.Height, Dice: dice[m.ID], PxPerMM: m.PxPerMM,
		})
	}
	slices.SortFunc(s.Pictures, func(a, b Picture) int { return strings.Compare(a.File, b.File) })
	return s, nil
}

// Write saves a set's truth as DIR/annotations.json. The pictures must be there already. The document appears
// completely or not at all.
func Write(s Set, info map[string]any) error {
	raw, err := json.MarshalIndent(s.file(info), "", " ")
	if err != nil {
		return fmt.Errorf("write the data set %s: %w", s.Dir, err)
	}
	f, err := os.CreateTemp(s.Dir, "annotations-*.json")
	if err != nil {
		return fmt.Errorf("write the data set: %w", err)
	}
	defer os.Remove(f.Name()) // if all went well, it doesn't exist any more
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Sync(), f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(s.Dir, "annotations.json"))
	}
	if err != nil {
		return fmt.Errorf("write the data set: %w", err)
	}
	return nil
}

func (s Set) file(info map[string]any) File {
	f := File{Info: info, Categories: Categories(), Images: []Image{}, Annotations: []Annotation{}}
	for i, p := range s.Pictures {
		f.Images = append(f.Images, Image{ID: i + 1, FileName: p.File, Width: p.Width, Height: p.Height, PxPerMM: p.PxPerMM})
		for _, d := range p.Dice {
			f.Annotations = append(f.Annotations, Annotation{
				ID: len(f.Annotations) + 1, ImageID: i + 1, CategoryID: slices.Index(Shapes(), d.Shape) + 1,
				BBox: d.Box, Outlines: d.Outlines, Area: d.Box[2] * d.Box[3], Attributes: d.Attributes,
			})
		}
	}
	return f
}
