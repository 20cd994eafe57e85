//go:build cgo

package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"astragal/companion/scholar"
	"astragal/companion/studio/lesson"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision/known"
	"astragal/vision/pictures"

	"github.com/stretchr/testify/require"
)

func TestALessonIsReadTheNextTime(t *testing.T) {
	set := fewPictures(t, nil, "thorn_bear_f02_0.jpg", "thorn_bear_f02_1.jpg")
	home := filepath.Join(t.TempDir(), "gallery")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	know := known.Knowledge{Gallery: home}
	store, err := gallery.OpenOrMake(home)
	require.NoError(t, err)
	eye := pictures.Open(builtProgram, know.How())
	s, err := scholar.Open(ctx, know, store, eye, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.Empty(t, s.Taught().Shots, "play may start with an empty gallery")
	seen, err := eye.Ask(ctx, pictures.Ask{Path: filepath.Join(set, "thorn_bear_f02_0.jpg"), Crops: true})
	require.NoError(t, err)
	require.Len(t, seen.Scene.Sightings, 1)
	done := make(chan error, 1)
	var told atomic.Int32

	dice, err := models.LoadDice(filepath.Join(rendered(t), "dice.json"))
	require.NoError(t, err)
	l := lesson.Lesson{Face: 2, Seen: seen.Scene.Sightings[0], How: "corrected"}
	for _, d := range dice {
		if d.ID == "thorn_bear" {
			l.Die = d
		}
	}
	again, err := eye.Ask(ctx, pictures.Ask{Path: filepath.Join(set, "thorn_bear_f02_1.jpg")})
	require.NoError(t, err)
	taught := known.Taught{Dice: dice}
	got := taught.Read(again.Scene, []string{"thorn_bear"})
	require.False(t, got.Readings[0].Accepted)

	bad := l
	bad.Face = 9
	s.Learn(bad)
	s.Learn(l)
	go func() { done <- s.Study(ctx, func(context.Context) { told.Add(1) }) }()
	require.Eventually(t, func() bool { return len(s.Taught().Shots) == 1 }, hang, 10*time.Millisecond)
	require.Eventually(t, func() bool { return told.Load() > 0 }, hang, 10*time.Millisecond, "nobody is told that the gallery has changed")
	stop()
	require.NoError(t, <-done)
	require.Equal(t, "corrected", s.Taught().Shots[0].From)
	require.Len(t, store.Dice(), 1, "a die that nobody had defined is kept with the gallery")

	read := astragal(t, "read", "--gallery", home, filepath.Join(set, "thorn_bear_f02_1.jpg"))
	require.Equal(t, statusOK, read.status, read.errs)
	require.Contains(t, read.out, `"icon":"wood-axe"`)
}
