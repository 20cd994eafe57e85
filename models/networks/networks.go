// Package networks holds the files of the networks that find dice, read one die, find its top face and make a vector
// of that face. It also holds their classes and turns their outputs into probabilities. CARD.md says how they were
// made and what they can't do. vision/cv runs them.
package networks

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed finder.onnx
var finder []byte

//go:embed reader.onnx
var reader []byte

//go:embed second.onnx
var second []byte

//go:embed under.onnx
var under []byte

//go:embed numerals.onnx
var numerals []byte

//go:embed aligner.onnx
var aligner []byte

//go:embed icons.onnx
var icons []byte

//go:embed leaning.onnx
var leaning []byte

//go:embed things.onnx
var things []byte

//go:embed manifest.json
var manifest []byte

// FaceCut names the way in which a top face is cut out for the icon network. Vectors of faces that were cut in
// different ways can't be compared. If you change the cut, change this name too, so that galleries look at their
// pictures again.
const FaceCut = "kites turned closely, neighbours hidden"

// CropPx is the side of the reader's input. A die's longer side is DiePx in it.
const (
	CropPx = 80
	DiePx  = 56
)

// The reader's outputs: 6 shapes, then 8 marks (pips 1 to 6, a numeral, unknown), then the printed strings.
const (
	ShapeClasses = 6
	MarkClasses  = 8
	NumeralMark  = 6
	UnknownMark  = 7
	// ReaderNumbers is how many outputs the reader has.
	ReaderNumbers = ShapeClasses + MarkClasses + 29
)

// OtherClasses is how many outputs the reader of numerals has after the strings: a numeral that doesn't stand upright,
// neither numeral nor pips, and 1 to MostPips pips.
const (
	OtherClasses = 2 + MostPips
	MostPips     = 6
)

// Strings lists what a numeral may say. Its order is that of the reader's last outputs and of the numeral reader's
// first ones.
func Strings() []string {
	out := make([]string, 0, 29)
	for i := 1; i <= 20; i++ {
		out = append(out, fmt.Sprint(i))
	}
	out = append(out, "0", "00")
	for i := 30; i < 100; i += 10 {
		out = append(out, fmt.Sprint(i))
	}
	return out
}

// Network is one network's file and what the manifest says of it.
type Network struct {
	// ONNX is the file's content.
	ONNX []byte
	// SHA256 is its checksum, hex.
	SHA256 string `json:"sha256"`
	// SampleShape is the shape of the stored sample's input (n, channels, height, width).
	SampleShape []int `json:"sample_shape"`
}

// Set is the networks that work together. Second is a second reader that was trained independently of the first. It
// is asked if the first is in doubt. Under is a finder that was trained on dice that lie half under others. Aligner,
// Icons and Numerals are for upright top faces: they find the face, make vectors of it, and read numerals. Leaning
// says how the camera leans, Things whether something is a die.
type Set struct {
	Finder, Reader           Network
	Second, Under            Network // empty if the set has none
	Numerals, Aligner, Icons Network
	Leaning, Things          Network
}

// Load returns the built-in networks. It checks that the files are the ones in the manifest.
func Load() (Set, error) {
	set, err := checked(manifest, map[string][]byte{"finder": finder, "reader": reader, "second": second, "under": under})
	if err != nil {
		return Set{}, err
	}
	return set.withRest()
}

// withRest adds the networks that all sets share. Those for faces have never been trained on a photograph of a late
// set.
func (s Set) withRest() (Set, error) {
	var known map[string]Network
	err := json.Unmarshal(manifest, &known)
	if err != nil {
		return Set{}, fmt.Errorf("the networks' manifest isn't JSON: %w", err)
	}
	if s.Numerals, err = known["numerals"].holding("numerals", numerals); err != nil {
		return Set{}, err
	}
	if s.Aligner, err = known["aligner"].holding("aligner", aligner); err != nil {
		return Set{}, err
	}
	if s.Icons, err = known["icons"].holding("icons", icons); err != nil {
		return Set{}, err
	}
	if s.Leaning, err = known["leaning"].holding("leaning", leaning); err != nil {
		return Set{}, err
	}
	s.Things, err = known["things"].holding("things", things)
	return s, err
}

// LoadDir returns the networks of a folder: finder.onnx, reader.onnx, manifest.json, and second.onnx and under.onnx
// if they are there. All others are the built-in ones. Such folders serve to measure figures on sets that these
// networks weren't trained on.
func LoadDir(dir string) (Set, error) {
	known, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		return Set{}, fmt.Errorf("load networks: %w", err)
	}
	files := map[string][]byte{}
	for _, name := range []string{"finder", "reader", "second", "under"} {
		raw, err := os.ReadFile(filepath.Join(dir, name+".onnx"))
		if optional(name) && errors.Is(err, fs.ErrNotExist) {
			continue // the built-in one may have been trained on what these are measured on
		}
		if err != nil {
			return Set{}, fmt.Errorf("load networks: %w", err)
		}
		files[name] = raw
	}
	set, err := checked(known, files)
	if err != nil {
		return Set{}, fmt.Errorf("networks in %s: %w", dir, err)
	}
	return set.withRest()
}

// optional says which networks a set may lack.
func optional(name string) bool { return name == "second" || name == "under" }

// checked makes a set from a manifest and files by name. It checks the files against the manifest.
func checked(manifest []byte, files map[string][]byte) (Set, error) {
	var known map[string]Network
	if err := json.Unmarshal(manifest, &known); err != nil {
		return Set{}, fmt.Errorf("the networks' manifest isn't JSON (%w): make it again with models/train/export.py", err)
	}
	var out Set
	for _, n := range []struct {
		name string
		to   *Network
	}{{"finder", &out.Finder}, {"reader", &out.Reader}, {"second", &out.Second}, {"under", &out.Under}} {
		_, named := known[n.name]
		if file := files[n.name]; named || file != nil || !optional(n.name) {
			var err error
			if *n.to, err = known[n.name].holding(n.name, file); err != nil {
				return Set{}, err
			}
		}
	}
	return out, nil
}

// holding is the network with its file. It returns an error if the file isn't the one in the manifest.
func (n Network) holding(name string, file []byte) (Network, error) {
	sum := sha256.Sum256(file)
	if got := hex.EncodeToString(sum[:]); got != n.SHA256 {
		return Network{}, fmt.Errorf("%s.onnx isn't the file that the manifest names (sha256 %.12s, expected %.12q): make both again with models/train/export.py", name, got, n.SHA256)
	}
	n.ONNX = file
	return n, nil
}
