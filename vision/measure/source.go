//go:build cgo

package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"astragal/calibration"

	"astragal/vision/cv/card"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/source"
	"astragal/vision/cv/tray"
)

const (
	stillPx     = 1.5                    // a card that moves less than this between two looks lies still
	anotherPx   = 40.0                   // a card that moved more than this shows another view
	betweenCard = 300 * time.Millisecond // the source's time between two looks for the card
)

// session calibrates a source. It first looks for the card, then for the empty tray.
type session struct {
	how    Card
	source source.Source
	camera string
	frame  picture.Picture
	last   time.Duration // the last time at which it looked for the card
	said   string
}

// NoName says that a source's camera has no name under which the profile could be kept.
type NoName struct{ Source string }

func (n NoName) Error() string {
	return n.Source + " has no camera's name: say it with --camera NAME, or where the profile goes with --out FILE"
}

// Watch makes the profile from a source: it first looks for the card, then for the empty tray. It closes the source.
func (how Card) Watch(ctx context.Context, from source.Source) error {
	s := &session{how: how, source: from, camera: how.Camera, frame: picture.New(), last: -time.Hour}
	defer s.Close()
	if named, ok := from.(interface{ Camera() string }); ok && s.camera == "" {
		s.camera = named.Camera()
	}
	if s.camera == "" && how.Out == "" {
		return NoName{from.Name()}
	}
	return s.run(ctx)
}

// Close releases the camera.
func (s *session) Close() error { return errors.Join(s.source.Close(), s.frame.Close()) }

func (s *session) run(ctx context.Context) error {
	views, err := s.views(ctx)
	if err != nil {
		return err
	}
	profile, notes, err := card.Calibrate(views, s.how.Ruler)
	if err != nil {
		return err
	}
	profile.Camera, profile.Made = s.camera, time.Now().UTC()
	path, err := s.how.save(profile) // what was measured is kept, whatever follows
	if err != nil {
		return err
	}
	if note := s.empty(ctx, &profile); note != "" {
		notes = append(notes, note)
	} else if path, err = s.how.save(profile); err != nil {
		return err
	}
	return tellProfile(s.how.Result, path, profile, notes)
}

// say tells the person what goes on. It says the same words only once.
func (s *session) say(words string) {
	if words != s.said {
		s.said = words
		fmt.Fprintln(s.how.Says, words) // this is only progress, so the error doesn't matter
	}
}

// views waits for the pictures of the card: the first of the card lying still, the others from other sides.
func (s *session) views(ctx context.Context) ([]card.View, error) {
	var views []card.View
	s.say(s.source.Name() + ": looking for the card")
	for len(views) < s.how.Views {
		view, err := s.nextView(ctx, views)
		if err != nil {
			return nil, err
		}
		views = append(views, view)
		s.say(fmt.Sprintf("picture %d of %d taken", len(views), s.how.Views))
		if len(views) < s.how.Views {
			s.say(fmt.Sprintf("now hold the card at another slant and place, still: picture %d", len(views)+1))
		}
	}
	return views, nil
}

// nextView waits until the card lies still and its view differs from those before.
func (s *session) nextView(ctx context.Context, before []card.View) (card.View, error) {
	waiting, cancel := context.WithTimeout(ctx, s.how.Wait)
	defer cancel()
	var last card.View
	wrong := errors.New("no picture came")
	for looks := 0; ; looks++ {
		if err := s.look(waiting); err != nil {
			if ctx.Err() != nil {
				return last, ctx.Err()
			}
			if last.Corners != nil && looks == 1 && len(before) == 0 {
				return last, nil // the source has only one picture
			}
			return last, fmt.Errorf("%w; the last picture: %w", s.gaveUp(err), wrong)
		}
		view, err := card.Find(s.frame)
		if err != nil {
			wrong, last = err, card.View{}
			s.say(err.Error())
			continue
		}
		wrong = errors.New("the card does not lie still, or where it lay before")
		still := last.Corners != nil && farApart(view, last) < stillPx
		if last = view; still && differs(view, before) {
			return view, nil
		}
	}
}

func differs(view card.View, before []card.View) bool {
	for _, b := range before {
		if farApart(view, b) < anotherPx {
			return false
		}
	}
	return true
}

func (s *session) gaveUp(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no usable picture of the card within %v", s.how.Wait)
	}
	return err
}

// look waits for a frame some time after the last one.
func (s *session) look(ctx context.Context) error {
	for {
		stamp, err := s.source.Next(ctx, &s.frame)
		var trouble *source.Trouble
		switch {
		case errors.As(err, &trouble):
			s.say(trouble.Says)
			if err := ctx.Err(); err != nil {
				return err
			}
			continue
		case errors.Is(err, io.EOF):
			return errOver
		case err != nil:
			return err
		}
		if stamp.Time-s.last >= betweenCard {
			s.last = stamp.Time
			return nil
		}
	}
}

// empty waits until the card is taken out, and keeps the picture of the empty tray. note says why there is none.
func (s *session) empty(ctx context.Context, profile *calibration.Profile) (note string) {
	const none = "the empty tray was not seen; the profile works without it"
	waiting, cancel := context.WithTimeout(ctx, s.how.Wait)
	defer cancel()
	s.say("measured and saved; now take the card out and leave the tray empty (or stop here)")
	before := picture.New()
	defer before.Close()
	for calm := 0; calm < 4; {
		if err := s.look(waiting); err != nil {
			return none
		}
		calm++
		if _, err := card.Find(s.frame); err == nil || !picture.Alike(before, s.frame) {
			calm = 0
		}
		s.frame.CopyTo(&before)
	}
	if err := tray.KeepEmpty(profile, s.frame); err != nil {
		return none + ": " + err.Error()
	}
	return ""
}
