// Package scholar keeps the gallery of a running table: what is taught now, and what people's words add to it.
package scholar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"astragal/companion/studio"
	"astragal/companion/studio/lesson"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision/known"
	"astragal/vision/pictures"
	"astragal/vision/teach"
)

// Scholar keeps a gallery.
type Scholar struct {
	know    known.Knowledge
	store   *gallery.Store
	eye     *pictures.Eye
	network string
	log     *slog.Logger
	lessons chan lesson.Lesson
	// learned holds something if the gallery has changed since Study last said so.
	learned chan struct{}
	index   atomic.Pointer[gallery.Index]

	// mu guards the eye, which sees one picture at a time, and dice.
	mu sync.Mutex
	// dice are the definitions that are known beside the lessons' own; builtIn, which of them came with the program.
	dice    []models.Die
	builtIn map[string]bool
}

// mostLessons is how many lessons may wait to be learned. If there are more, they are dropped, which only costs some shots.
const mostLessons = 64

// Open takes a gallery's store over, and looks at what was taught before. The scholar closes the eye when it has studied.
func Open(ctx context.Context, know known.Knowledge, store *gallery.Store, eye *pictures.Eye, log *slog.Logger) (*Scholar, error) {
	s := &Scholar{know: know, store: store, eye: eye, log: log, lessons: make(chan lesson.Lesson, mostLessons), learned: make(chan struct{}, 1), builtIn: map[string]bool{}}
	taught, err := know.Open(ctx, eye, "")
	if err == nil {
		s.network, err = know.Network()
	}
	if err != nil {
		return nil, err
	}
	built, _, err := know.Definitions("")
	if err != nil {
		return nil, err
	}
	for _, d := range built {
		s.builtIn[d.ID] = true
	}
	s.dice = taught.Dice
	s.index.Store(taught.Shots)
	return s, nil
}

// Taught is what the gallery holds now.
func (s *Scholar) Taught() *gallery.Index { return s.index.Load() }

// Learn takes a lesson in. Study learns it a little later.
func (s *Scholar) Learn(l lesson.Lesson) {
	select {
	case s.lessons <- l:
	default:
		s.log.Warn("a die was not learned: too many wait", "die", l.Die.ID)
	}
}

// Study learns lessons until ctx ends. One that can't be learned is named and passed over. Study calls tell after the gallery has changed, whoever changed
// it.
func (s *Scholar) Study(ctx context.Context, tell func(context.Context)) error {
	for {
		select {
		case <-ctx.Done():
			return s.eye.Close()
		case <-s.learned:
			tell(ctx)
		case l := <-s.lessons:
			if err := s.Teach(ctx, []lesson.Lesson{l}); err != nil && ctx.Err() == nil {
				s.log.Warn("a die was not learned", "die", l.Die.ID, "face", l.Face, "err", err)
			}
		}
	}
}

// Teach learns lessons, all or none.
func (s *Scholar) Teach(ctx context.Context, lessons []lesson.Lesson) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var shots []gallery.NewShot
	for _, l := range lessons {
		die, err := s.definition(l.Die)
		if err != nil {
			return err
		}
		if l.Face < 0 || l.Face >= len(die.Faces) {
			return fmt.Errorf("%s has no face %d", die.ID, l.Face)
		}
		face := die.Faces[l.Face]
		if face.Icon == "" && face.Value == nil {
			continue // a blank face teaches nothing
		}
		n := teach.ShotOf(l.Seen)
		n.Die, n.Face, n.Race, n.Shows, n.Shape, n.Colors = die.ID, l.Face, die.Race, face, die.Shape, die.Colors
		n.From, n.SizeMM = l.How, l.Seen.SizeMM
		shots = append(shots, n)
	}
	shots, gone := supersede(s.store.Shots(), shots)
	if err := s.store.Remove(gone...); err != nil {
		return err
	}
	if _, err := s.store.Add(shots...); err != nil {
		return err
	}
	return s.lookThrough(ctx)
}

// supersede tells which shots of the gallery a correction replaces: shots of the same picture that is said to be something else. A shot that was
// learned only because it looks alike gives way to a person's word.
func supersede(old []gallery.Shot, fresh []gallery.NewShot) (keep []gallery.NewShot, gone []int) {
	for _, n := range fresh {
		sum := sha256.Sum256(n.Crop)
		is := hex.EncodeToString(sum[:])
		var other []int
		said := false
		for _, o := range old {
			if o.SHA256 == is && (o.Die != n.Die || o.Class() != n.Class()) {
				other, said = append(other, o.ID), said || o.From != "alike"
			}
		}
		switch {
		case n.From == "alike" && said:
			continue
		case n.From == "alike" || n.From == "corrected":
			gone = append(gone, other...)
		}
		keep = append(keep, n)
	}
	return keep, gone
}

// Changed looks the gallery through after somebody changed its store.
func (s *Scholar) Changed(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lookThrough(ctx)
}

func (s *Scholar) lookThrough(ctx context.Context) error {
	shots, seen, err := s.store.See(s.network, func(shot gallery.Shot, _ []byte) (gallery.Seen, error) {
		return known.SeeAgain(ctx, s.eye, s.store.Dir(), shot)
	})
	if err != nil {
		return err
	}
	index, err := gallery.NewIndex(shots, seen)
	if err != nil {
		return err
	}
	s.index.Store(index)
	select {
	case s.learned <- struct{}{}:
	default:
	}
	return nil
}

// Dice are the definitions that can be taught.
func (s *Scholar) Dice() []models.Die {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.dice)
}

// Studio is the page's way to the gallery.
// folder keeps an army that is being laid out.
func (s *Scholar) Studio(folder string) *studio.Studio {
	return &studio.Studio{Folder: folder, Store: s.store, Taught: s.Taught, Dice: s.Dice, Own: s.Own, Learn: s.Teach, Define: s.Define, Changed: s.Changed}
}

// Own are the dice that are kept with the gallery and didn't come with the program.
func (s *Scholar) Own() []models.Die {
	return slices.DeleteFunc(s.store.Dice(), func(d models.Die) bool { return s.builtIn[d.ID] })
}

// Define keeps the dice in put, each in place of an older one with its id, and drops the dice of drop. It does all of that, or nothing.
func (s *Scholar) Define(_ context.Context, put []models.Die, drop []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.store.ChangeDice(put, drop); err != nil {
		return err
	}
	dice := slices.DeleteFunc(slices.Clone(s.dice), func(d models.Die) bool {
		return slices.Contains(drop, d.ID) || slices.ContainsFunc(put, func(p models.Die) bool { return p.ID == d.ID })
	})
	dice = append(dice, put...)
	s.dice = dice
	return nil
}

// definition is the die as it is known, or the lesson's own, which is then kept with the gallery.
func (s *Scholar) definition(d models.Die) (models.Die, error) {
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
