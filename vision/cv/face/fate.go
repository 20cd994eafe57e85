//go:build cgo

package face

import (
	"astragal/models/networks"
	"astragal/vision/cv/picture"
)

// FateFace is how likely a top face is a Fate die's plus, minus or blank, or none of these (networks.FateClasses).
func (n *Networks) FateFace(pic picture.Pyramid, at Top) ([]float32, error) {
	rows, err := n.PipRows(pic, at)
	if err != nil {
		return nil, err
	}
	return networks.Fate(rows), nil
}
