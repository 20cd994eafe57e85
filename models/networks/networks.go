// Package networks holds the two networks that find dice and read one die:
// their files, their classes, and how their answers become probabilities.
// CARD.md says how they were made and what they can't do. vision/cv runs them.
package networks

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

//go:embed finder.onnx
var finder []byte

//go:embed reader.onnx
var reader []byte

//go:embed manifest.json
var manifest []byte

// CropPx is the side of the reader's input; a die's longer side is DiePx in it.
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
)

// Strings lists what a numeral may say, in the order of the reader's last outputs.
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

// Network is one file and what is known of it.
type Network struct {
	// ONNX is the file's content.
	ONNX []byte
	// SHA256 is its checksum, hex.
	SHA256 string `json:"sha256"`
	// SampleShape is the shape of the stored sample's input (n, channels, height, width).
	SampleShape []int `json:"sample_shape"`
}

// Load returns the finder and the reader after checking that the files are the ones in the manifest.
func Load() (find, read Network, err error) {
	var known map[string]Network
	if err := json.Unmarshal(manifest, &known); err != nil {
		return find, read, fmt.Errorf("read the networks' manifest: %w", err)
	}
	if find, err = checked(known, "finder", finder); err != nil {
		return find, read, err
	}
	read, err = checked(known, "reader", reader)
	return find, read, err
}

func checked(known map[string]Network, name string, file []byte) (Network, error) {
	n, ok := known[name]
	if !ok {
		return Network{}, fmt.Errorf("the networks' manifest doesn't name the %s: make it again with models/train/export.py", name)
	}
	sum := sha256.Sum256(file)
	if got := hex.EncodeToString(sum[:]); got != n.SHA256 {
		return Network{}, fmt.Errorf("%s.onnx isn't the file that the manifest names (sha256 %.12s, expected %.12s): make it again with models/train/export.py", name, got, n.SHA256)
	}
	n.ONNX = file
	return n, nil
}
