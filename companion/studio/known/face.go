// Package known says how surely a gallery knows each face of some dice, and keeps the results of a test by throws. It holds no pixels except the
// pictures that it is given.
package known

import (
	"fmt"
	"math"

	"astragal/companion/studio/layout"
	"astragal/models"
	"astragal/models/gallery"
)

// Level is how surely a face is known.
type Level string

// The levels, from the least.
const (
	Missing Level = "missing" // it was never taught
	Weak    Level = "weak"    // something speaks against its pictures
	Once    Level = "once"    // one picture, and nothing speaks against it
	Well    Level = "well"    // several pictures that look like each other and like no other face
)

// Face is how surely a face is known.
type Face struct {
	Class gallery.Class
	Level Level
	// Why says what speaks against it, and what to do; empty if nothing does.
	Why string
	// Shot is a picture of it, Like a picture of a face for which it may be taken. Both are ids of shots, 0 if there is none.
	Shot, Like int
}

const (
	// ownLike is how alike two pictures of a face should look, in nats. aheadBy is how much more alike they should be than to pictures of any other
	// face.
	ownLike, aheadBy = 1.5, 3.0
	// mostShots is how many shots of each class are compared.
	mostShots = 4
)

// unlike says what speaks against a face whose pictures differ.
const unlike = "its pictures don't look alike: show it once more, and take away those that are wrong"

// kind is a class on one solid. Faces of different solids don't look alike and aren't mixed up.
type kind struct {
	class gallery.Class
	shape string
}

// Faces says of each class of the dice how surely it is known. Each class is there once, in the dice's order.
func Faces(index *gallery.Index, dice []models.Die) ([]Face, error) {
	shots := map[kind][]int{} // indices into pictures
	var order []kind
	var pictures []gallery.Seen
	var ids []int
	for _, d := range dice {
		for f, face := range d.Faces {
			k := kind{gallery.ClassOf(d, f), d.Shape}
			if _, done := shots[k]; done || face.Icon == "" && face.Value == nil {
				continue
			}
			shots[k] = []int{}
			order = append(order, k)
			for _, s := range index.ShotsOf(k.class) {
				if index.Shots[s].Shape == d.Shape && len(shots[k]) < mostShots {
					shots[k] = append(shots[k], len(pictures))
					pictures, ids = append(pictures, index.Seen[s]), append(ids, index.Shots[s].ID)
				}
			}
		}
	}
	looks, err := layout.LooksOf(pictures)
	if err != nil {
		return nil, fmt.Errorf("compare the gallery's faces: %w", err)
	}
	var out []Face
	for _, k := range order {
		f := Face{Class: k.class, Level: Missing}
		if len(shots[k]) > 0 {
			f = weigh(k, shots, order, looks)
			f.Shot = ids[shots[k][0]]
			if f.Like >= 0 {
				f.Like = ids[f.Like]
			} else {
				f.Like = 0
			}
		}
		out = append(out, f)
	}
	return oncePerClass(out), nil
}

// weigh compares a class's pictures with each other and with those of other classes. The result's Like is an index of a picture, -1 if there is none.
func weigh(k kind, shots map[kind][]int, order []kind, looks *layout.Looks) Face {
	f := Face{Class: k.class, Level: Well, Like: -1}
	own := shots[k]
	if len(own) == 1 {
		f.Level = Once
	}
	for _, i := range own {
		like, other, at, as := math.Inf(-1), math.Inf(-1), -1, kind{}
		for _, n := range own {
			if n != i {
				like = max(like, looks.Alike(i, n))
			}
		}
		for _, o := range order {
			if o == k || o.shape != k.shape || layout.MayLookTheSame(o.class, k.class) || o.class.Drawing == k.class.Drawing {
				continue
			}
			for _, n := range shots[o] {
				if v := looks.Alike(i, n); v > other {
					other, at, as = v, n, o
				}
			}
		}
		switch {
		case len(own) == 1 && other > layout.SeemsOther(k.shape), len(own) > 1 && other > max(like, ownLike)-aheadBy:
			f.Level, f.Like, f.Why = Weak, at, fmt.Sprintf("it looks much like %s: show both once more, close to each other", as.class.Words())
		case len(own) > 1 && like < ownLike && f.Like < 0:
			f.Level, f.Why = Weak, unlike
		}
	}
	return f
}

// oncePerClass keeps one face of a class that several solids have: the least sure one.
func oncePerClass(all []Face) []Face {
	rank := map[Level]int{Missing: 0, Weak: 1, Once: 2, Well: 3}
	at := map[gallery.Class]int{}
	var out []Face
	for _, f := range all {
		i, ok := at[f.Class]
		switch {
		case !ok:
			at[f.Class] = len(out)
			out = append(out, f)
		case f.Level == Missing: // another solid shows the class, so it is known there
		case out[i].Level == Missing || rank[f.Level] < rank[out[i].Level]:
			out[i] = f
		}
	}
	return out
}

// Fits compares shots that were added to a gallery with those that it had. both is how many classes have old and new shots; alike is how many of these
// have new shots that look like the old ones.
func Fits(before, now *gallery.Index, added []gallery.Shot) (both, alike int, err error) {
	news := map[int]bool{}
	for _, s := range added {
		news[s.ID] = true
	}
	for _, c := range before.Classes() {
		var pictures []gallery.Seen
		var old, fresh []int
		for _, i := range now.ShotsOf(c) {
			into := &old
			if news[now.Shots[i].ID] {
				into = &fresh
			}
			if len(*into) < mostShots {
				*into = append(*into, len(pictures))
				pictures = append(pictures, now.Seen[i])
			}
		}
		if len(old) == 0 || len(fresh) == 0 {
			continue
		}
		looks, err := layout.LooksOf(pictures)
		if err != nil {
			return 0, 0, fmt.Errorf("compare the galleries: %w", err)
		}
		best := math.Inf(-1)
		for _, i := range old {
			for _, k := range fresh {
				best = max(best, looks.Alike(i, k))
			}
		}
		if both++; best >= ownLike {
			alike++
		}
	}
	return both, alike, nil
}
