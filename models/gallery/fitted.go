package gallery

import (
	"cmp"
	"fmt"
	"slices"

	"astragal/models"
)

// mostNamesakes is how many dice of an owner may have one name, those that came from other tables among them.
const mostNamesakes = 9

// fitted makes a bundle fit the dice that are known here. Own are the ids of those that are the owner's.
//   - A die that has the same faces here stays as it is here, also if it has them in another order there.
//   - A die of the owner's that has other faces here comes as another die, under an id of its own. If it came so before, it is that one again.
//   - Else the bundle is refused: a built-in die has the faces that games know.
func fitted(b Bundle, here []models.Die, own []string) (Bundle, error) {
	out := Bundle{Shots: slices.Clone(b.Shots)}
	for _, d := range b.Dice {
		is := d
		if h, ok := dieOf(here, d.ID); ok && !sameFaces(h, d) {
			if !slices.Contains(own, d.ID) {
				return Bundle{}, fmt.Errorf("%s has other faces in this file than here (%s): one of the two programs is older, so update it", cmp.Or(d.Name, d.ID), otherFace(d, h))
			}
			if is, ok = namesake(d, here); !ok {
				return Bundle{}, fmt.Errorf("%s has other faces in this file than here: give one of the two another name", cmp.Or(d.Name, d.ID))
			}
		}
		h, known := dieOf(here, is.ID)
		if !known {
			out.Dice, h = append(out.Dice, is), is
		}
		for i, s := range out.Shots {
			if s.Die == d.ID && s.Face < len(d.Faces) {
				out.Shots[i].Die, out.Shots[i].Face = is.ID, faceLike(h, d, s.Face)
			}
		}
	}
	return out, nil
}

func dieOf(dice []models.Die, id string) (models.Die, bool) {
	i := slices.IndexFunc(dice, func(d models.Die) bool { return d.ID == id })
	if i < 0 {
		return models.Die{}, false
	}
	return dice[i], true
}

// namesake is a die that is called as another one here: one that came before, or a new one.
func namesake(d models.Die, here []models.Die) (models.Die, bool) {
	for n := 2; n <= mostNamesakes; n++ {
		is := d
		is.ID = fmt.Sprintf("%s_%d", d.ID, n)
		if d.Name != "" {
			is.Name = fmt.Sprintf("%s %d", d.Name, n)
		}
		if h, ok := dieOf(here, is.ID); !ok || sameFaces(h, is) {
			return is, true
		}
	}
	return models.Die{}, false
}

// shown are the words for each face of a die, sorted. The die's own id is left out of them.
func shown(d models.Die) []string {
	d.ID = ""
	var out []string
	for i := range d.Faces {
		out = append(out, fmt.Sprintf("%v %v", ClassOf(d, i), d.Faces[i].ID))
	}
	slices.Sort(out)
	return out
}

// sameFaces says whether two dice show the same on the same solid, in whatever order.
func sameFaces(a, b models.Die) bool {
	return a.Shape == b.Shape && a.Race == b.Race && slices.Equal(shown(a), shown(b))
}

// faceLike is the face of a die that shows what a face of another one shows.
func faceLike(d, of models.Die, face int) int {
	of.ID = d.ID
	for i := range d.Faces {
		if ClassOf(d, i) == ClassOf(of, face) && d.Faces[i].ID == of.Faces[face].ID {
			return i
		}
	}
	return face
}

// otherFace says which face a die has and another one hasn't.
func otherFace(d, h models.Die) string {
	if d.Shape != h.Shape || d.Race != h.Race {
		return d.Shape + " " + d.Race
	}
	for i := range d.Faces {
		if f := faceLike(h, d, i); f >= len(h.Faces) || ClassOf(h, f) != ClassOf(d, i) {
			return cmp.Or(ClassOf(d, i).Words(), "blank")
		}
	}
	return "how many of each"
}
