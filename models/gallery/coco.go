package gallery

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"astragal/models"
	"astragal/models/dataset"
)

// document is annotations.json: a COCO data set with more fields for shots.
type document struct {
	Info        info               `json:"info"`
	Categories  []dataset.Category `json:"categories"`
	Images      []picture          `json:"images"`
	Annotations []annotation       `json:"annotations"`
}

type info struct {
	Description string `json:"description,omitempty"`
	// Format is the form of the document. It is missing in documents of the first form that older programs wrote.
	Format int `json:"format,omitempty"`
	// Version is the number of changes to the gallery.
	Version int `json:"version"`
}

// format is the newest form of a gallery's document that this program knows.
const format = 1

// errNoJSON says that a document is no JSON, or has other things in it than a gallery.
var errNoJSON = errors.New("not the JSON of a gallery")

type picture struct {
	ID       int    `json:"id"`
	FileName string `json:"file_name"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	SHA256   string `json:"sha256"`
}

type annotation struct {
	ID         int              `json:"id"`
	ImageID    int              `json:"image_id"`
	CategoryID int              `json:"category_id"`
	BBox       dataset.Box      `json:"bbox"`
	Outlines   dataset.Polygons `json:"segmentation,omitempty"`
	Area       float64          `json:"area"`
	Crowd      int              `json:"iscrowd"`
	Attributes attributes       `json:"attributes"`
}

type attributes struct {
	Die     string    `json:"die,omitempty"`
	Face    *int      `json:"face"`
	Race    string    `json:"race,omitempty"`
	Icon    string    `json:"icon,omitempty"`
	Art     string    `json:"art,omitempty"`
	ID      bool      `json:"id_face,omitempty"`
	Count   int       `json:"count,omitempty"`
	Value   *int      `json:"value"`
	Colors  []string  `json:"colors,omitempty"`
	SizeMM  float64   `json:"measured_mm,omitempty"`
	Palette []float32 `json:"palette,omitempty"`
	From    string    `json:"labelled_by,omitempty"`
	Of      string    `json:"of,omitempty"`
	At      time.Time `json:"at,omitzero"`
}

// UnmarshalJSON refuses what this program doesn't know of a shot: it would be lost when the document is written anew.
func (a *attributes) UnmarshalJSON(raw []byte) error {
	type plain attributes
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode((*plain)(a))
	if err != nil && strings.HasPrefix(err.Error(), unknownField) {
		return ErrNewer
	}
	return err
}

// unknownField begins the error of encoding/json for a field that has no place.
const unknownField = "json: unknown field "

const description = "dice taught to Astragal: one die a picture"

// documentOf writes shots as COCO.
func documentOf(shots []Shot, version int) document {
	d := document{Info: info{description, format, version}, Categories: dataset.Categories(), Images: []picture{}, Annotations: []annotation{}}
	for _, s := range shots {
		d.Images = append(d.Images, picture{s.ID, s.File, s.Width, s.Height, s.SHA256})
		var face *int
		if s.Die != "" {
			face = &s.Face
		}
		d.Annotations = append(d.Annotations, annotation{
			ID: s.ID, ImageID: s.ID, CategoryID: slices.Index(dataset.Shapes(), s.Shape) + 1,
			BBox: s.Box, Outlines: s.Outline, Area: s.Box[2] * s.Box[3],
			Attributes: attributes{
				Die: s.Die, Face: face, Race: s.Race, Icon: s.Shows.Icon, Art: s.Shows.Art, ID: s.Shows.ID, Count: s.Shows.Count,
				Value: s.Shows.Value, Colors: s.Colors, SizeMM: s.SizeMM, Palette: s.Palette, From: s.From, Of: s.Of, At: s.At,
			},
		})
	}
	return d
}

// parse reads annotations.json strictly. Each picture must hold one die, and each must be a shot that says what it
// shows.
func parse(raw []byte) ([]Shot, int, error) {
	var of struct {
		Info struct {
			Format int `json:"format"`
		} `json:"info"`
	}
	if json.Unmarshal(raw, &of) == nil && of.Info.Format > format { // another form may have other things in the same places
		return nil, 0, ErrNewer
	}
	var d document
	if err := json.Unmarshal(raw, &d); errors.Is(err, ErrNewer) {
		return nil, 0, ErrNewer
	} else if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errNoJSON, err)
	}
	if d.Images == nil || d.Annotations == nil {
		return nil, 0, fmt.Errorf(`not a gallery: "images" and "annotations" must be there, even when they are empty`)
	}
	shots, err := d.shots()
	if err != nil {
		return nil, 0, err
	}
	if err := checkAll(shots); err != nil {
		return nil, 0, err
	}
	return shots, d.Info.Version, nil
}

// shots are the document's shots. Each field that a shot is made of is checked.
func (d document) shots() ([]Shot, error) {
	shapes, pictures := map[int]string{}, map[int]picture{}
	for _, c := range d.Categories {
		shapes[c.ID] = c.Name
	}
	for _, p := range d.Images {
		if _, twice := pictures[p.ID]; twice {
			return nil, fmt.Errorf("the picture id %d is used twice", p.ID)
		}
		pictures[p.ID] = p
	}
	var shots []Shot
	claimed := map[int]bool{}
	for _, a := range d.Annotations {
		p, ok := pictures[a.ImageID]
		switch {
		case !ok:
			return nil, fmt.Errorf("shot %d speaks of picture %d, which isn't listed", a.ID, a.ImageID)
		case claimed[p.ID]:
			return nil, fmt.Errorf("shot %d: the picture %s has two dice: a shot shows one", a.ID, p.FileName)
		case a.Attributes.Die != "" && a.Attributes.Face == nil:
			return nil, fmt.Errorf("shot %d (%s): it doesn't say which face of %s is up", a.ID, p.FileName, a.Attributes.Die)
		case a.Attributes.Die == "" && a.Attributes.Face != nil:
			return nil, fmt.Errorf("shot %d (%s): it says which face is up but not of which die", a.ID, p.FileName)
		}
		claimed[p.ID] = true
		shots = append(shots, a.shot(p, shapes[a.CategoryID]))
	}
	for _, p := range d.Images {
		if !claimed[p.ID] {
			return nil, fmt.Errorf("the picture %s has no die in it: label it or take it out", p.FileName)
		}
	}
	return shots, nil
}

func (a annotation) shot(p picture, shape string) Shot {
	t := a.Attributes
	face := 0
	if t.Face != nil {
		face = *t.Face
	}
	return Shot{
		ID: a.ID, File: p.FileName, SHA256: p.SHA256, Width: p.Width, Height: p.Height, Box: a.BBox, Outline: a.Outlines, Shape: shape,
		Die: t.Die, Face: face, Race: t.Race, Shows: models.Face{Icon: t.Icon, Art: t.Art, ID: t.ID, Count: t.Count, Value: t.Value},
		SizeMM: t.SizeMM, Palette: t.Palette, Colors: t.Colors, From: t.From, Of: t.Of, At: t.At,
	}
}
