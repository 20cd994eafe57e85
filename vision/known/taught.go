package known

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"

	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/match"
	"astragal/vision/pictures"
)

// Taught reads scenes with what is known: definitions, a gallery, both or neither.
type Taught struct {
	matcher *match.Matcher // If it is nil, only pips and numerals are read.
	// Dice are the definitions. Shots is the gallery's index, nil without a gallery.
	Dice  []models.Die
	Shots *gallery.Index
}

// Open opens the gallery if one is named, joins its definitions with the others, and looks at its shots. dir is the
// data set's folder or empty.
func (k Knowledge) Open(ctx context.Context, eye *pictures.Eye, dir string) (Taught, error) {
	dice, store, err := k.Books(dir)
	if err != nil {
		return Taught{}, err
	}
	return k.See(ctx, eye, dice, store)
}

// Books opens what can be opened without looking at any picture: the definitions, joined with those of the gallery,
// and the gallery. The gallery is nil if none is named.
func (k Knowledge) Books(dir string) ([]models.Die, *gallery.Store, error) {
	dice, own, err := k.Definitions(dir)
	if err != nil {
		return nil, nil, err
	}
	if k.Gallery == "" {
		return dice, nil, nil
	}
	store, err := gallery.Open(k.Gallery)
	if err != nil {
		return nil, nil, err
	}
	if dice, err = WithTaught(dice, own, store); err != nil {
		return nil, nil, err
	}
	return dice, store, nil
}

// See looks at the shots that the current networks haven't seen yet, and makes the gallery's index.
func (k Knowledge) See(ctx context.Context, eye *pictures.Eye, dice []models.Die, store *gallery.Store) (Taught, error) {
	if store == nil {
		return Taught{Dice: dice}, nil
	}
	name, err := k.Network()
	if err != nil {
		return Taught{}, err
	}
	shots, seen, err := store.See(name, func(shot gallery.Shot, _ []byte) (gallery.Seen, error) { return SeeAgain(ctx, eye, store.Dir(), shot) })
	if err != nil {
		return Taught{}, err
	}
	index, err := gallery.NewIndex(shots, seen)
	if err != nil {
		return Taught{}, err
	}
	return Taught{match.New(dice, index), dice, index}, nil
}

// WithTaught adds the dice that a gallery keeps. If a file of definitions contradicts them, that is an error.
// Built-in definitions give way.
func WithTaught(dice []models.Die, own bool, store *gallery.Store) ([]models.Die, error) {
	if own {
		if err := gallery.Check(store.Shots(), dice); err != nil {
			return nil, fmt.Errorf("the gallery %s doesn't fit the die definitions: %w", store.Dir(), err)
		}
	}
	out, known := dice, map[string]bool{}
	if own {
		for _, d := range dice {
			known[d.ID] = true
		}
		for _, d := range store.Dice() {
			if !known[d.ID] {
				out = append(out, d)
			}
		}
		return out, nil
	}
	for _, d := range store.Dice() {
		known[d.ID] = true
	}
	out = store.Dice()
	for _, d := range dice {
		if !known[d.ID] {
			out = append(out, d)
		}
	}
	if err := gallery.Check(store.Shots(), out); err != nil {
		return nil, fmt.Errorf("the gallery %s doesn't fit the die definitions (name their file with --dice): %w", store.Dir(), err)
	}
	return out, nil
}

// Network is the checksum of what makes vectors of faces: the networks, and the way in which faces are cut out for
// them.
func (k Knowledge) Network() (string, error) {
	load := networks.Load
	if k.Networks != "" {
		load = func() (networks.Set, error) { return networks.LoadDir(k.Networks) }
	}
	set, err := load()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(set.Aligner.SHA256 + set.Icons.SHA256 + networks.FaceCut))
	return hex.EncodeToString(sum[:]), nil
}

// SeeAgain looks at a shot's picture with the current networks.
func SeeAgain(ctx context.Context, eye *pictures.Eye, dir string, shot gallery.Shot) (gallery.Seen, error) {
	seen, err := eye.LookAt(ctx, filepath.Join(dir, filepath.FromSlash(shot.File)), []vision.Box{vision.Box(shot.Box)})
	if err != nil {
		return gallery.Seen{}, err
	}
	if len(seen.Scene.Sightings) != 1 {
		return gallery.Seen{}, errors.New("the eye answered with another number of dice than it was asked about")
	}
	return SeenOf(seen.Scene.Sightings[0]), nil
}

// SeenOf is what the networks saw of a sighting's face.
func SeenOf(d vision.Sighting) gallery.Seen {
	kept := networks.TurnsKept(d.Turns, len(d.Embedding)/networks.RowDims) * networks.PlacesSize
	return gallery.Seen{Embedding: d.Embedding, Turns: d.Turns, Copies: d.Copies, Places: d.Places[:min(len(d.Places), kept)]}
}

// Read reads a scene. expected is nil if nobody said which dice were thrown.
func (t Taught) Read(s vision.Scene, expected []string) match.Matched {
	m := t.matcher
	if m == nil && expected == nil {
		return match.Matched{Readings: vision.Read(s), Problems: s.Problems}
	}
	if m == nil {
		m = match.New(t.Dice, nil)
	}
	return m.Read(s, expected)
}

// Knows says whether a face of a die was taught.
func (t Taught) Knows(die string, face int) bool {
	d, err := catalog.ByID(t.Dice, die)
	return err == nil && t.Shots != nil && face >= 0 && face < len(d.Faces) && t.Shots.Knows(gallery.ClassOf(d, face))
}
