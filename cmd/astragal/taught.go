package main

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
)

// taught reads scenes with what is known: definitions, a gallery, or neither.
type taught struct {
	matcher *match.Matcher // nil: pips and numerals alone
	dice    []models.Die
	shots   *gallery.Index // nil without a gallery
}

// openTaught opens the gallery, if one was named, joins it with the definitions, and sees its shots. dir is the
// data set's folder or empty.
func (k *knowledge) openTaught(ctx context.Context, eye *pictures, dir string) (taught, error) {
	dice, store, err := k.openBooks(dir)
	if err != nil {
		return taught{}, err
	}
	return k.seeTaught(ctx, eye, dice, store)
}

// openBooks opens what can be opened without looking at any picture: the definitions, joined with those of the
// gallery, and the gallery, nil without one.
func (k *knowledge) openBooks(dir string) ([]models.Die, *gallery.Store, error) {
	dice, own, err := k.definitions(dir)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if k.gallery == "" {
		return dice, nil, nil
	}
	store, err := gallery.Open(k.gallery)
	if err != nil {
		return nil, nil, usageError{err}
	}
	if dice, err = withTaught(dice, own, store); err != nil {
		return nil, nil, usageError{err}
	}
	return dice, store, nil
}

// seeTaught looks at the shots that the networks of now haven't seen yet, and makes the gallery's index.
func (k *knowledge) seeTaught(ctx context.Context, eye *pictures, dice []models.Die, store *gallery.Store) (taught, error) {
	if store == nil {
		return taught{dice: dice}, nil
	}
	name, err := k.network()
	if err != nil {
		return taught{}, err
	}
	shots, seen, err := store.See(name, func(shot gallery.Shot, _ []byte) (gallery.Seen, error) { return seeAgain(ctx, eye, store.Dir(), shot) })
	if err != nil {
		return taught{}, err
	}
	index, err := gallery.NewIndex(shots, seen)
	if err != nil {
		return taught{}, err
	}
	return taught{match.New(dice, index), dice, index}, nil
}

// withTaught adds the dice that a gallery keeps. A file of definitions that says otherwise is an error; the
// built-in ones step back.
func withTaught(dice []models.Die, own bool, store *gallery.Store) ([]models.Die, error) {
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

// network is the checksum of the networks that make vectors of faces.
func (k *knowledge) network() (string, error) {
	load := networks.Load
	if k.networks != "" {
		load = func() (networks.Set, error) { return networks.LoadDir(k.networks) }
	}
	set, err := load()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(set.Aligner.SHA256 + set.Icons.SHA256))
	return hex.EncodeToString(sum[:]), nil
}

// seeAgain looks at a shot's picture with the networks of now.
func seeAgain(ctx context.Context, eye *pictures, dir string, shot gallery.Shot) (gallery.Seen, error) {
	seen, err := eye.LookAt(ctx, filepath.Join(dir, filepath.FromSlash(shot.File)), []vision.Box{vision.Box(shot.Box)})
	if err != nil {
		return gallery.Seen{}, err
	}
	if len(seen.Scene.Sightings) != 1 {
		return gallery.Seen{}, errors.New("the eye answered with another number of dice than it was asked about")
	}
	return seenOf(seen.Scene.Sightings[0]), nil
}

// seenOf is what the networks made of a sighting's face.
func seenOf(d vision.Sighting) gallery.Seen {
	kept := networks.TurnsKept(d.Turns, len(d.Embedding)/networks.RowDims) * networks.PlacesSize
	return gallery.Seen{Embedding: d.Embedding, Turns: d.Turns, Copies: d.Copies, Places: d.Places[:min(len(d.Places), kept)]}
}

// read reads a scene; expected is nil where nobody said which dice were thrown.
func (t taught) read(s vision.Scene, expected []string) match.Matched {
	m := t.matcher
	if m == nil && expected == nil {
		return match.Matched{Readings: vision.Read(s), Problems: s.Problems}
	}
	if m == nil {
		m = match.New(t.dice, nil)
	}
	return m.Read(s, expected)
}

// knows tells whether a face of a die was taught.
func (t taught) knows(die string, face int) bool {
	d, err := catalog.ByID(t.dice, die)
	return err == nil && t.shots != nil && face >= 0 && face < len(d.Faces) && t.shots.Knows(gallery.ClassOf(d, face))
}
