package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"

	"astragal/companion"
	"astragal/models"
	"astragal/models/gallery"
)

// scholar keeps the gallery of a running table: what is taught now, and what people's words add to it.
type scholar struct {
	know    knowledge
	store   *gallery.Store
	eye     *pictures
	network string
	log     *slog.Logger
	lessons chan companion.Lesson
	index   atomic.Pointer[gallery.Index]
	// dice are the definitions that are known beside the lessons' own.
	dice []models.Die
}

// mostLessons may wait to be learned; more are dropped, which costs a shot and nothing else.
const mostLessons = 64

// newScholar opens the gallery, in a new folder if need be.
func (p *program) newScholar(ctx context.Context, cfg Config, log *slog.Logger) (*scholar, error) {
	s := &scholar{know: knowledge{gallery: cfg.Gallery}, log: log, lessons: make(chan companion.Lesson, mostLessons)}
	store, err := gallery.OpenOrMake(cfg.Gallery)
	if err != nil {
		return nil, err
	}
	s.store = store
	if s.eye, err = p.openPictures(s.know); err != nil {
		return nil, fmt.Errorf("read the gallery %s: %w", cfg.Gallery, err)
	}
	known, err := s.know.openTaught(ctx, s.eye, "")
	if err == nil {
		s.network, err = s.know.network()
	}
	if err != nil {
		return nil, errors.Join(err, s.eye.Close())
	}
	s.dice = known.dice
	s.index.Store(known.shots)
	return s, nil
}

// Taught is what the gallery holds now.
func (s *scholar) Taught() *gallery.Index { return s.index.Load() }

// Learn takes a lesson in; it is learned a little later.
func (s *scholar) Learn(l companion.Lesson) {
	select {
	case s.lessons <- l:
	default:
		s.log.Warn("a die was not learned: too many wait", "die", l.Die.ID)
	}
}

// Study learns lessons until ctx ends. One that can't be learned is named and passed over.
func (s *scholar) Study(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return s.eye.Close()
		case l := <-s.lessons:
			if err := s.study(ctx, l); err != nil && ctx.Err() == nil {
				s.log.Warn("a die was not learned", "die", l.Die.ID, "face", l.Face, "err", err)
			}
		}
	}
}

func (s *scholar) study(ctx context.Context, l companion.Lesson) error {
	die, err := s.definition(l.Die)
	if err != nil {
		return err
	}
	if l.Face < 0 || l.Face >= len(die.Faces) {
		return fmt.Errorf("it has no face %d", l.Face)
	}
	l.Die = die
	if face := l.Die.Faces[l.Face]; face.Icon == "" && face.Value == nil {
		return nil // a blank face teaches nothing
	}
	n := shotOf(l.Seen)
	n.Die, n.Face, n.Race, n.Shows, n.Shape, n.Colors = l.Die.ID, l.Face, l.Die.Race, l.Die.Faces[l.Face], l.Die.Shape, l.Die.Colors
	n.From, n.SizeMM = l.How, l.Seen.SizeMM
	if _, err := s.store.Add(n); err != nil {
		return err
	}
	shots, seen, err := s.store.See(s.network, func(shot gallery.Shot, _ []byte) (gallery.Seen, error) {
		return seeAgain(ctx, s.eye, s.store.Dir(), shot)
	})
	if err != nil {
		return err
	}
	index, err := gallery.NewIndex(shots, seen)
	if err != nil {
		return err
	}
	s.index.Store(index)
	return nil
}

// definition is the die as it is known, or the lesson's own, which is then kept with the gallery.
func (s *scholar) definition(d models.Die) (models.Die, error) {
	for _, known := range s.dice {
		if known.ID == d.ID {
			return known, nil
		}
	}
	if err := s.store.KeepDice([]models.Die{d}); err != nil {
		return d, err
	}
	s.dice = append(s.dice, d)
	return d, nil
}
