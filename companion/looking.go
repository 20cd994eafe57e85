package companion

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"astragal/companion/hall"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/studio/lesson"
	"astragal/companion/throw"
	"astragal/companion/tray"
	"astragal/companion/trouble"
	"astragal/engine"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/familiar"
	"astragal/vision/match"
)

const (
	firstRest   = time.Second
	longestRest = 30 * time.Second
)

// Watch looks through the eye until ctx ends. If the eye fails, Watch tells the screens and tries again after a rest.
func (s *Session) Watch(ctx context.Context) error {
	eye := s.eye
	if eye == nil {
		<-ctx.Done()
		return nil
	}
	rest := firstRest
	for {
		began := time.Now()
		err := eye.Watch(ctx, func(e vision.Event) { s.see(ctx, e) })
		if ctx.Err() != nil {
			return nil //nolint:nilerr // told to stop
		}
		if time.Since(began) > longestRest {
			rest = firstRest
		}
		why := "The picture has come to its end."
		if err != nil {
			why = err.Error()
			s.log.Warn("eye stopped", "err", err)
		}
		s.see(ctx, vision.Event{Kind: vision.EventState, State: vision.NoCamera})
		s.see(ctx, vision.Event{Kind: vision.EventProblem, Problem: why})
		if err == nil {
			<-ctx.Done()
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(rest):
		}
		rest = min(2*rest, longestRest)
	}
}

// see takes one event of the eye in.
func (s *Session) see(ctx context.Context, e vision.Event) {
	if e.Kind == vision.EventPreview {
		s.mu.Lock()
		s.frames++
		f := Frame{Seq: s.frames, JPEG: e.Preview}
		if s.lying.tray.HandBack(s.now()) {
			s.publish()
		}
		s.mu.Unlock()
		s.Previews.Publish(f)
		s.aired.reel.Add(s.now(), e.Preview)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	before, back := s.lying.tray.Eye, s.lying.tray.HandBack(s.now())
	s.lying.tray.Hears(e)
	switch e.Kind {
	case vision.EventState:
		s.aired.reel.State(s.now(), e.State)
	case vision.EventSettled:
		if !s.lying.studied(ctx, e) {
			before := s.book.Throws.Len()
			s.lying.settled(ctx, e)
			if n := s.book.Throws.Len(); n > before {
				s.aired.reel.Cut(n)
			}
		}
	case vision.EventSeen:
		last, there := s.book.Throws.Last()
		switch {
		case s.lying.studied(ctx, e), s.lying.tray.SeesOffered(e, s.now()):
		case s.lying.tray.Strange(e.Scene, last, there):
			s.lying.tray.OfferStart(*e.Scene, s.now())
		case s.lying.tray.ForTeaching() && !e.Anew:
		case e.Anew:
			s.lying.lookedAnew(ctx, e)
		default:
			s.lying.lookedAgain(e.Scene, e.Found)
		}
	case vision.EventCleared:
		s.lying.tray.Clears(e)
		if t, ok := s.book.Throws.Last(); ok {
			s.book.Throws.Put(t.Cleared())
		}
	default: // a newer program's eye may tell more
	}
	s.events.Inform(ctx)
	s.book.putAway(ctx, 1)
	if back || e.Scene != nil || e.Kind == vision.EventCleared || !tray.SameEye(before, s.lying.tray.Eye) {
		s.publish()
	}
}

// lying is what lies on a table's tray and what becomes of it. It becomes a throw of the game or count that waits for one, or the page asks a person
// about it. The table's lock guards it.
type lying struct {
	tray    tray.Tray
	book    *book
	hall    *hall.Hall
	owned   owned
	lessons *lesson.Memory
	trouble *trouble.Told
	// evening are the looks of the dice that lay here in throws before.
	evening familiar.Dice
	log     *slog.Logger
	now     func() time.Time
}

// settled takes in a scene that has come to rest.
func (l *lying) settled(ctx context.Context, e vision.Event) {
	if e.Scene == nil {
		return
	}
	scene := *e.Scene
	before := l.book.Throws.LastSeen().LayBefore(scene)
	readings := throw.ReadApart(scene, before, l.read)
	again, start := l.tray.Rests()
	if t, ok := l.book.Throws.Last(); again && ok && t.IsOf(scene, readings) {
		l.lookedAgain(e.Scene, 0)
		return
	}
	if len(scene.Sightings) == 0 {
		if len(scene.Problems) > 0 {
			l.tray.Eye.Problem = scene.Problems[0]
		}
		return
	}
	if len(readings)-len(before) > throw.MostDice {
		l.tray.Eye.Problem = "More things lie on the tray than can be dice: clear it, or look at the camera's place."
		return
	}
	l.tray.Forget()
	if start {
		if t, ok := l.book.Throws.Last(); ok {
			l.book.Throws.Put(t.Beside(scene))
		}
		l.tray.OfferStart(scene, l.now())
		return
	}
	l.tray.Offer = nil
	if l.hall.Play == 0 && l.book.over() {
		l.tray.OfferOver(withoutSightings(scene, before), l.now())
		return
	}
	if err := l.takeIn(ctx, l.tray.Eye.Source, scene, readings, before); err != nil {
		l.trouble.Lost(err)
	}
}

// withoutSightings is a scene without some of its sightings, by index.
func withoutSightings(scene vision.Scene, out []int) vision.Scene {
	kept := make([]vision.Sighting, 0, len(scene.Sightings))
	for i, d := range scene.Sightings {
		if !slices.Contains(out, i) {
			kept = append(kept, d)
		}
	}
	scene.Sightings = kept
	return scene
}

// takeIn makes a throw of a source's scene. before are the indices of the sightings that lay there before.
func (l *lying) takeIn(ctx context.Context, source string, scene vision.Scene, readings []vision.Reading, before []int) error {
	readings = l.meets(scene, readings)
	var own []engine.Die
	if l.hall.Play == 0 || l.waits().Fate {
		own = l.owned.named(readings)
	}
	t := throw.Saw(l.book.Throws.Len()+1, l.now(), scene, readings, own...).Without(before)
	t.Source = source
	if l.hall.Play == 0 {
		t.Seat = l.book.Newest().Seat(l.book.seat)
	}
	note := record.ThrowNote{ID: t.ID, Seat: t.Seat, Source: source, Scene: tray.WithoutCrops(scene), Readings: readings, Before: before, Own: own, Crops: cropSums(scene)}
	l.lessons.Remember(t.ID, scene)
	return l.enter(ctx, t, note, cropsOf(t.ID, scene))
}

// lookedAgain moves the outlines of the last throw to where its dice lie. It makes no new roll. found is how many overlooked dice the eye reports.
func (l *lying) lookedAgain(scene *vision.Scene, found int) {
	t, ok := l.book.Throws.Last()
	if scene == nil || !ok {
		return
	}
	l.book.Throws.Put(t.Seen(*scene))
	l.tray.Seen(*scene, l.read(*scene), found, t.Rev)
}

// reframed is the question about dice in a picture of another geometry that aren't surely those that were counted.
const reframed = "The camera's picture was turned, cut or zoomed, and these may be dice that lay there before: count them only if they were thrown since."

// lookedAnew takes in a scene in a picture of another geometry. It makes no new roll: it finds the dice of the last throw again, or a person is asked.
func (l *lying) lookedAnew(ctx context.Context, e vision.Event) {
	if e.Scene == nil || len(e.Scene.Sightings) == 0 {
		return
	}
	scene := *e.Scene
	readings := l.read(scene)
	if last, there := l.book.Throws.Last(); there {
		if t, ok := last.Refound(scene, readings); ok {
			l.book.Throws.Put(t)
			l.tray.Refound(scene, readings, t.Rev)
			return
		}
	}
	scene.Problems = append(slices.Clone(scene.Problems), reframed)
	e.Scene = &scene
	l.settled(ctx, e)
}

func cropsOf(id int, s vision.Scene) []journal.Crop {
	var crops []journal.Crop
	for i, d := range s.Sightings {
		if len(d.Crop) > 0 {
			crops = append(crops, journal.Crop{Throw: id, Die: i + 1, JPEG: d.Crop})
		}
	}
	return crops
}

// cropSums are the hashes of a scene's crops. With them the log proves what was seen.
func cropSums(s vision.Scene) []string {
	sums := make([]string, len(s.Sightings))
	for i, d := range s.Sightings {
		if len(d.Crop) > 0 {
			sums[i] = journal.SumOf(d.Crop)
		}
	}
	return sums
}

// orderOf is the order to the eye that an act means.
func orderOf(a protocol.Act) (vision.Order, bool) {
	switch a.Do {
	case protocol.DoThrow:
		return vision.Order{Do: "throw"}, true
	case protocol.DoLook:
		return vision.Order{Do: "look"}, true
	case protocol.DoAgain:
		return vision.Order{Do: "again"}, true
	case protocol.DoNext:
		return vision.Order{Do: "next"}, true
	case protocol.DoLock:
		return vision.Order{Do: "lock"}, true
	case protocol.DoUnlock:
		return vision.Order{Do: "unlock"}, true
	case protocol.DoSource:
		return vision.Order{Do: "source", Source: a.Source}, true
	default:
		return vision.Order{}, false
	}
}

func (s *Session) doOrder(ctx context.Context, a protocol.Act, o vision.Order) error {
	if a.Do == protocol.DoSource {
		a.Source = vision.Address(a.Source)
		o.Source = a.Source
	}
	if a.Do == protocol.DoSource && !mayLookAt(a.Source) {
		return protocol.Malformed("the act \"source\" needs a \"source\" of /api/sources or a camera's address (http, https or rtsp); files are chosen with --source when the program starts")
	}
	if a.Do == protocol.DoThrow {
		var err error
		s.mu.Lock()
		o.Dice, err = s.lying.toThrow()
		s.mu.Unlock()
		if err != nil {
			return err
		}
	}
	if err := s.Order(ctx, o); err != nil {
		return protocol.NoEye("%v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch a.Do {
	case protocol.DoSource:
		s.chosen = a.Source
	case protocol.DoLook:
		// What lies there may be known already. If not, somebody wants it read.
		s.lying.tray.LookAnew()
	case protocol.DoAgain:
		t, ok := s.book.Throws.Last()
		s.lying.tray.LookAgain(!ok || t.Status != protocol.ThrowDiscarded) // if somebody forgot the throw, the dice are read anew
	case protocol.DoLock, protocol.DoUnlock:
		s.lying.tray.Eye.Locked = a.Do == protocol.DoLock
	default: // the eye tells what comes of the order
	}
	s.publish()
	return nil
}

// Eye is what is known of the camera.
func (s *Session) Eye() protocol.EyeView {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lying.eyeView()
}

// Trouble says what was lost or can't be kept; empty if all is well.
func (s *Session) Trouble() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble.Now()
}

// Chosen is what somebody told the eye to look at since the program began; empty if nobody did.
func (s *Session) Chosen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chosen
}

// TellProblem shows a sentence about the camera on every screen, until the eye says something else.
func (s *Session) TellProblem(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lying.tray.Eye.Problem = text
	s.publish()
}

// mayLookAt says whether a screen may choose that source. Files of this machine are not allowed.
func mayLookAt(source string) bool {
	kind, _, _ := strings.Cut(source, ":")
	return len(source) <= 500 && slices.Contains([]string{"auto", "virtual", "camera", "picam", "phone", "http", "https", "rtsp", "rtsps"}, strings.ToLower(kind))
}

// orderWithin bounds how long an order may take.
const orderWithin = 5 * time.Second

// Order passes an order to the eye. The error is a sentence.
func (s *Session) Order(ctx context.Context, o vision.Order) error {
	if s.eye == nil {
		return errors.New(cmp.Or(s.lying.tray.Eye.Blind, "this table looks at nothing: type the roll in"))
	}
	ctx, stop := context.WithTimeout(ctx, orderWithin)
	defer stop()
	s.mu.Lock()
	s.lying.tray.Study.Photo = false // a press reads the tray anew, until another picture comes
	if o.Do == "picture" {           // somebody sends a picture to be read
		s.lying.tray.SentPicture()
	}
	s.mu.Unlock()
	return s.eye.Order(ctx, o)
}

// read makes readings of a scene. If a game asks for certain dice, it matches what the camera saw with these: which die it is and which of its faces is
// up are one question then.
func (l *lying) read(scene vision.Scene) []vision.Reading {
	return l.named(scene, l.readAlone(scene))
}

// readAlone makes readings of a scene as if no dice had lain here before.
func (l *lying) readAlone(scene vision.Scene) []vision.Reading {
	names, dice, ok := l.hall.Expects(throw.Throw{})
	if !ok {
		return l.owned.read(scene, l.waits())
	}
	var shots *gallery.Index
	if l.owned.taught != nil {
		shots = l.owned.taught()
	}
	return match.New(dice, shots).Read(scene, names).Readings
}

// waits says whether the game that has the tray, or else the count, waits for Fate dice and for other dice with six faces.
func (l *lying) waits() vision.Waits {
	_, c := l.book.Waits()
	fate, d6 := c.SixSided()
	if l.hall.Play > 0 {
		fate, d6 = l.hall.SixSided()
	}
	return vision.Waits{Fate: fate, D6: d6}
}

// toThrow are the dice that the virtual table throws next; none if any dice will do. The error says why no dice may be thrown.
func (l *lying) toThrow() ([]string, error) {
	if l.hall.Play == 0 {
		return l.book.ToThrow()
	}
	return l.hall.ToThrow()
}
