package settle

import (
	"slices"
	"time"

	"astragal/vision"
)

// The limits of dice that a hand takes up before they have lain still for long enough.
const (
	// snatchedWithin is how long after a short stillness a hand must reach in.
	snatchedWithin = 700 * time.Millisecond
	// stayed is the largest share of a die's place that may look different when the hand reaches in.
	stayed = 0.15
)

// rest is a stillness that may have been too short for a look.
type rest struct {
	at   time.Duration // when it was long enough to be remembered
	kept bool
	over bool // something has moved since
}

// remember follows short stillnesses. Only dice on a tray that was empty before are waited for: who gathers dice one by one pauses as shortly.
func (s *Settler) remember(stirs bool) {
	g := s.last
	switch {
	case stirs && s.rest.kept:
		s.rest.over = true
	case stirs, !s.open, s.looks > 0, len(s.lying) > 0, g.Hand, g.Covered, g.Dark, s.frames < stillFrames, g.Time-s.moved < stillAtEnd:
	case !s.rest.kept || s.rest.over:
		s.rest = rest{at: g.Time, kept: true}
	}
}

// Remember says that the newest frame must be kept, as the picture of a stillness that may turn out to be too short for a look.
func (s *Settler) Remember() bool { return s.rest.kept && !s.rest.over && s.rest.at == s.last.Time }

// Snatched says that a hand reaches in so soon after the frame that was kept that its dice may be taken up before they are read. That
// frame is read then, and JudgeKept judges it.
func (s *Settler) Snatched() bool {
	return s.rest.kept && s.rest.over && s.last.Hand && s.last.Time-s.rest.at <= snatchedWithin
}

// JudgeKept says whether the scene of the frame that was kept is a throw. ev holds the last still picture against that frame, as in Judge;
// it is nil if there is none. changed is the share of a place (px of the frame) that looks different in the newest frame. It is a throw if
// Judge would call it one and each of its dice still lies as it lay. If no picture was kept before, each of them must also be surely read, because
// nothing else tells them from what lay there. Then the settler has taken it. Otherwise the settler is as it was before.
func (s *Settler) JudgeKept(scene vision.Scene, ev Evidence, changed func(vision.Box) float64) (throw bool, now vision.Scene) {
	s.rest = rest{}
	for _, d := range dice(scene) {
		if changed(d.Box) > stayed {
			return false, scene
		}
	}
	if ev == nil || !ev.Kept() {
		fresh := slices.DeleteFunc(dice(scene), func(d vision.Sighting) bool { return d.Lay })
		if len(fresh) == 0 || slices.ContainsFunc(fresh, func(d vision.Sighting) bool { return !vision.ReadOne(d, vision.Usual()).Accepted }) {
			return false, scene
		}
	}
	trial := *s
	trial.last.Hand = false // none was there
	kind, now, _ := trial.Judge(scene, ev)
	if kind != vision.EventSettled || trial.fate.Anew {
		return false, scene
	}
	g := s.last
	*s = trial
	s.last, s.open, s.moved, s.stirred, s.frames, s.looks, s.doubt = g, true, g.Time, g.Time, 0, 0, false
	return true, now
}
