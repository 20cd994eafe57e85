//go:build cgo

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"astragal/companion"
	"astragal/models"
	"astragal/models/gallery"

	"github.com/stretchr/testify/require"
)

func TestALessonIsReadTheNextTime(t *testing.T) {
	set := fewPictures(t, nil, "thorn_bear_f02_0.jpg", "thorn_bear_f02_1.jpg")
	home := filepath.Join(t.TempDir(), "gallery")
	p := &program{in: &bytes.Buffer{}, out: &bytes.Buffer{}, errs: &bytes.Buffer{}}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s, err := p.newScholar(ctx, Config{Gallery: home}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	s.eye.exe = builtProgram
	require.Empty(t, s.Taught().Shots, "play may start with an empty gallery")
	seen, err := s.eye.ask(ctx, ask{Path: filepath.Join(set, "thorn_bear_f02_0.jpg"), Crops: true})
	require.NoError(t, err)
	require.Len(t, seen.Scene.Sightings, 1)
	done := make(chan error, 1)

	dice, err := models.LoadDice(filepath.Join(rendered(t), "dice.json"))
	require.NoError(t, err)
	lesson := companion.Lesson{Face: 2, Seen: seen.Scene.Sightings[0], How: "corrected"}
	for _, d := range dice {
		if d.ID == "thorn_bear" {
			lesson.Die = d
		}
	}
	again, err := s.eye.ask(ctx, ask{Path: filepath.Join(set, "thorn_bear_f02_1.jpg")})
	require.NoError(t, err)
	known := taught{dice: dice}
	got := known.read(again.Scene, []string{"thorn_bear"})
	require.False(t, got.Readings[0].Accepted)

	bad := lesson
	bad.Face = 9
	s.Learn(bad)
	s.Learn(lesson)
	go func() { done <- s.Study(ctx) }()
	require.Eventually(t, func() bool { return len(s.Taught().Shots) == 1 }, hang, 10*time.Millisecond)
	stop()
	require.NoError(t, <-done)
	require.Equal(t, "corrected", s.Taught().Shots[0].From)
	require.Len(t, s.store.Dice(), 1, "a die that nobody had defined is kept with the gallery")

	read := astragal(t, "read", "--gallery", home, filepath.Join(set, "thorn_bear_f02_1.jpg"))
	require.Equal(t, statusOK, read.status, read.errs)
	require.Contains(t, read.out, `"icon":"wood-axe"`)
}

// A correction takes the place of what was learned of the same picture; what was only learned because it looks alike steps back behind a word.
func TestACorrectionSupersedesWhatWasLearned(t *testing.T) {
	shot := func(id int, icon, from string, crop byte) gallery.NewShot {
		sum := sha256.Sum256([]byte{crop})
		return gallery.NewShot{Crop: []byte{crop}, Shot: gallery.Shot{ID: id, Die: "oak", Shows: models.Face{Icon: icon}, From: from, SHA256: hex.EncodeToString(sum[:])}}
	}
	old := []gallery.Shot{shot(1, "melee", "corrected", 1).Shot, shot(2, "melee", "alike", 2).Shot, shot(3, "melee", "taught", 3).Shot}
	keep, gone := supersede(old, []gallery.NewShot{shot(0, "save", "corrected", 1), shot(0, "save", "alike", 2), shot(0, "save", "alike", 3), shot(0, "melee", "corrected", 3)})
	require.Len(t, keep, 3, "what looks alike doesn't change what a person said")
	require.Equal(t, []int{1, 2}, gone)
}
