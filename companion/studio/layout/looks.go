package layout

import (
	"math"

	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
)

// The weights of two faces' likeness, in nats, as the matcher has them. Above 0 the faces are more likely the same print than not.
const (
	sameWeight, sameUnknown = 1.4, -3.7
	faceWeight, faceUnknown = 14.5, .62
	// If the likeness is below plainlyOther, two faces aren't compared place by place, and farLook is their score.
	plainlyOther, farLook = .3, -12.0
)

// Looks compares faces with each other. It isn't safe for concurrent use.
type Looks struct {
	index *gallery.Index
	seen  []gallery.Seen
	// at is the index of a face in the comparison; -1 for a sighting whose face can't be seen.
	at    []int
	faces map[int]gallery.Face
	known map[[2]int]float64
}

// NewLooks prepares faces for comparing. A face is named by its index in the list.
func NewLooks(faces []vision.Sighting) (*Looks, error) {
	var seen []gallery.Seen
	for _, d := range faces {
		seen = append(seen, gallery.Seen{Embedding: d.Embedding, Turns: d.Turns, Copies: d.Copies, Places: d.Places})
	}
	return LooksOf(seen)
}

// LooksOf prepares faces of which the networks' output is kept.
func LooksOf(faces []gallery.Seen) (*Looks, error) {
	l := &Looks{seen: faces, faces: map[int]gallery.Face{}, known: map[[2]int]float64{}}
	var shots []gallery.Shot
	var seen []gallery.Seen
	for _, v := range faces {
		if v.Turns < 1 || len(v.Embedding) == 0 || len(v.Embedding) > v.Turns*networks.RowDims {
			l.at = append(l.at, -1)
			continue
		}
		l.at = append(l.at, len(shots))
		shots, seen = append(shots, gallery.Shot{ID: len(shots) + 1, Shape: "d6", Shows: models.Face{Icon: "any"}}), append(seen, v)
	}
	var err error
	l.index, err = gallery.NewIndex(shots, seen)
	return l, err
}

// Visible says whether the face can be compared.
func (l *Looks) Visible(i int) bool { return l.at[i] >= 0 }

// Alike says how alike two faces look, in nats: about -4 and less if they are different prints, 1 and more if they are the same.
func (l *Looks) Alike(i, k int) float64 {
	if l.at[i] < 0 || l.at[k] < 0 {
		return math.Inf(-1)
	}
	key := [2]int{min(i, k), max(i, k)}
	if v, ok := l.known[key]; ok {
		return v
	}
	v := (l.oneWay(i, k) + l.oneWay(k, i)) / 2
	l.known[key] = v
	return v
}

func (l *Looks) oneWay(i, k int) float64 {
	like := l.index.Like(l.seen[i], l.at[k])
	if like.Face < plainlyOther {
		return farLook
	}
	face, ok := l.faces[i]
	if !ok {
		if face, ok = l.index.Ready(l.seen[i]); !ok {
			return faceWeight * (like.Face - faceUnknown)
		}
		l.faces[i] = face
	}
	same, ok := l.index.Same(face, l.at[k], like.Turn)
	if !ok {
		return faceWeight * (like.Face - faceUnknown)
	}
	return sameWeight*(same-sameUnknown) + faceWeight*(like.Face-faceUnknown)
}
