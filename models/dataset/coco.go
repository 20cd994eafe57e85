package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// File is a COCO object detection document.
type File struct {
	Info        map[string]any    `json:"info,omitempty"`
	Licenses    []json.RawMessage `json:"licenses,omitempty"`
	Categories  []Category        `json:"categories"`
	Images      []Image           `json:"images"`
	Annotations []Annotation      `json:"annotations"`
}

// Category is a die's shape. Its name is d4, d6, d8, d10, d12 or d20.
type Category struct {
	ID            int    `json:"id"`
	Name          string `json:"name"`
	Supercategory string `json:"supercategory,omitempty"`
}

// Image is one picture. FileName is relative to the document's folder.
type Image struct {
	ID       int     `json:"id"`
	FileName string  `json:"file_name"`
	Width    int     `json:"width"`  // px
	Height   int     `json:"height"` // px
	PxPerMM  float64 `json:"px_per_mm,omitempty"`
}

// Annotation is one die in a picture.
type Annotation struct {
	ID         int        `json:"id"`
	ImageID    int        `json:"image_id"`
	CategoryID int        `json:"category_id"`
	BBox       Box        `json:"bbox"`
	Outlines   Polygons   `json:"segmentation,omitempty"`
	Area       float64    `json:"area"` // px²
	Crowd      int        `json:"iscrowd"`
	Attributes Attributes `json:"attributes"`
}

// Attributes are the truth about a die besides its place.
type Attributes struct {
	// Value is the number of pips or the printed number. A d10's 0 is 10. It is nil if nobody could tell.
	Value *int `json:"value"`
	// Kind is pips, numerals or icons. If it is empty and there is an icon, it counts as icons.
	Kind string `json:"kind,omitempty"`
	// Colors are all acceptable names for the body's colour. If it is nil, the colour isn't judged.
	Colors []string `json:"colors"`
	// Icon is the picture on the top face, and Count how many of it there are.
	Icon  string `json:"icon,omitempty"`
	Count int    `json:"count,omitempty"`
	// Die names the definition, and Face the face that is up.
	Die  string `json:"die,omitempty"`
	Face *int   `json:"face,omitempty"`
	// Approx says that the box is estimated, Whole that it is the whole picture.
	Approx bool `json:"bbox_approx,omitempty"`
	Whole  bool `json:"bbox_whole,omitempty"`
	// FaceCovered says that another die hides the middle of the top face.
	FaceCovered bool `json:"face_covered,omitempty"`
	// Truncated says that the die reaches beyond the picture.
	Truncated bool `json:"truncated,omitempty"`
	// FaceCenter is the middle of the top face, px.
	FaceCenter *[2]float64 `json:"face_center,omitempty"`
	// Cocked says that the die leans on a wall or another die.
	Cocked bool `json:"cocked,omitempty"`
	// ShapeNote says what is unusual about a die of its shape ("barrel d4").
	ShapeNote string `json:"shape_note,omitempty"`
	// FaceText is the print itself if it differs from the value ("00").
	FaceText string `json:"face_text,omitempty"`
	// Percentile marks a d10 with 0, 10 … 90.
	Percentile bool `json:"percentile,omitempty"`
	// LabelledBy says who labelled the die ("hand", "a player").
	LabelledBy string `json:"labelled_by,omitempty"`
}

// Box is x, y, width, height in px.
type Box [4]float64

// Polygons are outlines, each x, y, x, y … in px. COCO also allows run-length masks. They are left out.
type Polygons [][]float64

// UnmarshalJSON reads a list of polygons. It reads a mask as no polygon.
func (p *Polygons) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '{' {
		*p = nil
		return nil
	}
	var list [][]float64
	if err := json.Unmarshal(raw, &list); err != nil {
		return fmt.Errorf("segmentation: %w", err)
	}
	*p = list
	return nil
}

// Parse reads and checks a COCO document. Its error names the wrong entry.
func Parse(raw []byte) (File, error) {
	var f File
	if err := json.Unmarshal(raw, &f); err != nil {
		return File{}, fmt.Errorf("not a COCO document: %w", err)
	}
	if err := f.check(); err != nil {
		return File{}, err
	}
	return f, nil
}

func (f File) check() error {
	if len(f.Images) == 0 {
		return errors.New(`not a COCO document with pictures: "images" is missing or empty`)
	}
	shapes, images := map[int]bool{}, map[int]bool{}
	for _, c := range f.Categories {
		if !slices.Contains(Shapes(), c.Name) {
			return fmt.Errorf("category %d is %q: categories are %v", c.ID, c.Name, Shapes())
		}
		shapes[c.ID] = true
	}
	for i, m := range f.Images {
		switch {
		case m.FileName == "":
			return fmt.Errorf("picture %d (id %d) has no file_name", i+1, m.ID)
		case images[m.ID]:
			return fmt.Errorf("the picture id %d is used twice", m.ID)
		}
		images[m.ID] = true
	}
	for i, a := range f.Annotations {
		switch {
		case !images[a.ImageID]:
			return fmt.Errorf("annotation %d (id %d) speaks of picture %d, which isn't there", i+1, a.ID, a.ImageID)
		case !shapes[a.CategoryID]:
			return fmt.Errorf("annotation %d (id %d) has the category %d, which isn't there", i+1, a.ID, a.CategoryID)
		case !a.BBox.valid():
			return fmt.Errorf("annotation %d (id %d) has the bbox %v: it must be x, y, width, height, the last two above 0", i+1, a.ID, a.BBox)
		}
	}
	return nil
}

func (b Box) valid() bool {
	for _, v := range b {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return false
		}
	}
	return b[2] > 0 && b[3] > 0
}

// Shapes are the names of categories, in the order of their numbers, from 1.
func Shapes() []string { return []string{"d4", "d6", "d8", "d10", "d12", "d20"} }

// Categories are the shapes as COCO writes them.
func Categories() []Category {
	out := make([]Category, 0, len(Shapes()))
	for i, name := range Shapes() {
		out = append(out, Category{ID: i + 1, Name: name, Supercategory: "die"})
	}
	return out
}
