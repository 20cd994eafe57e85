//go:build cgo

package motion

import (
	"image"

	"gocv.io/x/gocv"
)

// blob is a connected patch of a mask.
type blob struct {
	px  []int // where its pixels are, row by row: y*width + x
	box image.Rectangle
}

// blobsOf gives the patches (8-connected) of a mask (one channel, 8 bits, its own memory).
func blobsOf(mask gocv.Mat) []blob {
	raw, err := mask.DataPtrUint8()
	if err != nil {
		return nil
	}
	w, h := mask.Cols(), mask.Rows()
	seen := make([]bool, len(raw))
	var out []blob
	for start, v := range raw {
		if v == 0 || seen[start] {
			continue
		}
		seen[start] = true
		out = append(out, flood(raw, seen, start, w, h))
	}
	return out
}

func flood(raw []uint8, seen []bool, start, w, h int) blob {
	b := blob{px: []int{start}, box: image.Rect(start%w, start/w, start%w+1, start/w+1)}
	for i := 0; i < len(b.px); i++ {
		x, y := b.px[i]%w, b.px[i]/w
		b.box = b.box.Union(image.Rect(x, y, x+1, y+1))
		for ny := max(0, y-1); ny <= min(h-1, y+1); ny++ {
			for nx := max(0, x-1); nx <= min(w-1, x+1); nx++ {
				if at := ny*w + nx; raw[at] != 0 && !seen[at] {
					seen[at] = true
					b.px = append(b.px, at)
				}
			}
		}
	}
	return b
}

// paint sets the blob's pixels in a mask of the same size.
func (b blob) paint(mask gocv.Mat, v uint8) {
	raw, err := mask.DataPtrUint8()
	if err != nil {
		return
	}
	for _, at := range b.px {
		raw[at] = v
	}
}

// atEdge tells whether the blob comes within margin px of the edge of a picture of w × h px.
func (b blob) atEdge(w, h, margin int) bool {
	return b.box.Min.X <= margin || b.box.Min.Y <= margin || b.box.Max.X >= w-margin || b.box.Max.Y >= h-margin
}
