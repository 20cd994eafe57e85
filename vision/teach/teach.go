// Package teach adds labelled pictures to a gallery: each die is a shot of the face that is up.
package teach

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/known"
	"astragal/vision/pictures"
)

// Teaching is a labelled set that is being added to a gallery.
type Teaching struct {
	know    known.Knowledge
	lessons []lesson
	dice    []models.Die
	store   *gallery.Store
	network string
	shots   []gallery.NewShot
	seen    []gallery.Seen
	// added are the shots that were new, used the dice on which they were taken.
	added []gallery.Shot
	used  []models.Die
}

// Prepare checks the set in a folder against the definitions, and opens the gallery that know names. If the gallery
// doesn't exist, it makes it. It looks at no picture. Its errors say what somebody must mend.
func Prepare(know known.Knowledge, dir string, part dataset.Split) (*Teaching, error) {
	set, err := dataset.Open(dir)
	if err != nil {
		return nil, err
	}
	dice, own, err := know.Definitions(dir)
	if err != nil {
		return nil, err
	}
	lessons, err := lessonsOf(set, part, dice)
	if err != nil {
		return nil, fmt.Errorf("teach from %s: %w", dir, err)
	}
	store, err := gallery.OpenOrMake(know.Gallery)
	if err != nil {
		return nil, err
	}
	if _, err := known.WithTaught(dice, own, store); err != nil {
		return nil, err
	}
	return &Teaching{know: know, lessons: lessons, dice: dice, store: store}, nil
}

// Of is a Teaching whose shots are there already, with what the networks saw in them. dice are the definitions.
func Of(know known.Knowledge, store *gallery.Store, dice []models.Die, shots []gallery.NewShot, seen []gallery.Seen) (*Teaching, error) {
	network, err := know.Network()
	return &Teaching{know: know, dice: dice, store: store, network: network, shots: shots, seen: seen}, err
}

// leastSeen is how sure the finder must be that there is a die at all where a label says so.
const leastSeen = .1

// Look makes shots of the dice at the place where the eye finds them, or else where the label says they are.
func (t *Teaching) Look(ctx context.Context, eye *pictures.Eye) error {
	for _, l := range t.lessons {
		sightings, err := l.sightings(ctx, eye)
		if err != nil {
			return fmt.Errorf("%s: %w", l.picture.File, err)
		}
		for i, d := range sightings {
			t.shots, t.seen = append(t.shots, l.shot(i, d)), append(t.seen, known.SeenOf(d))
		}
	}
	var err error
	t.network, err = t.know.Network()
	return err
}

// sightings are what the eye sees of the lesson's dice, in their order.
func (l lesson) sightings(ctx context.Context, eye *pictures.Eye) ([]vision.Sighting, error) {
	found, err := eye.Ask(ctx, pictures.Ask{Path: l.picture.Path, Crops: true})
	if err != nil {
		return nil, err
	}
	out := make([]vision.Sighting, len(l.dice))
	var places []vision.Box
	var at []int
	for i, d := range l.dice {
		box := vision.Box(d.Box)
		best := slices.MaxFunc(append(found.Scene.Sightings, vision.Sighting{}), func(a, b vision.Sighting) int {
			return cmp.Compare(vision.Overlap(a.Box, box), vision.Overlap(b.Box, box))
		})
		if vision.Overlap(best.Box, box) > leastShared {
			out[i] = best
			continue
		}
		places, at = append(places, box), append(at, i)
	}
	if len(places) == 0 {
		return out, nil
	}
	placed, err := eye.Ask(ctx, pictures.Ask{Path: l.picture.Path, Crops: true, Places: places})
	if err != nil {
		return nil, err
	}
	for k, d := range placed.Scene.Sightings {
		if d.Found < leastSeen {
			return nil, fmt.Errorf("there is no die to be seen at %.0f,%.0f, where %s is said to lie: mend the label", l.dice[at[k]].Box[0], l.dice[at[k]].Box[1], l.faces[at[k]].Icon)
		}
		out[at[k]] = d
	}
	return out, nil
}

// leastShared is how much a find must overlap a label's box to be that die.
const leastShared = .5

// shot is the shot of the lesson's die i.
func (l lesson) shot(i int, d vision.Sighting) gallery.NewShot {
	truth := l.dice[i]
	s := ShotOf(d)
	s.Die, s.Race, s.Shows, s.Colors, s.Shape = truth.Attributes.Die, l.races[i], l.faces[i], l.colors[i], truth.Shape
	if truth.Face != nil && s.Die != "" {
		s.Face = *truth.Face
	}
	s.From, s.Of = "taught", l.picture.File
	if l.picture.PxPerMM > 0 {
		s.SizeMM = d.Measure() / l.picture.PxPerMM
	}
	return s
}

// ShotOf is a sighting as a shot that doesn't say yet what it shows.
func ShotOf(d vision.Sighting) gallery.NewShot {
	box, px := d.InCrop()
	return gallery.NewShot{Crop: d.Crop, Shot: gallery.Shot{
		Width: px, Height: px, Box: dataset.Box(box), Palette: rounded(d.Palette),
	}}
}

// rounded rounds to three decimal places, which is more precise than a palette is.
func rounded(shares []float32) []float32 {
	out := make([]float32, len(shares))
	for i, v := range shares {
		out[i] = float32(math.Round(float64(v)*1000) / 1000)
	}
	return out
}

// Keep adds all shots and the definitions of their dice to the gallery, or nothing.
func (t *Teaching) Keep() (err error) {
	for _, d := range t.dice {
		if slices.ContainsFunc(t.shots, func(s gallery.NewShot) bool { return s.Die == d.ID }) {
			t.used = append(t.used, d)
		}
	}
	if err := t.store.KeepDice(t.used); err != nil {
		return err
	}
	t.added, err = t.store.Add(t.shots...)
	return err
}

// Remember keeps with the gallery what the networks saw in the shots, so that nobody has to look at them again.
func (t *Teaching) Remember() error {
	fresh := map[string]gallery.Seen{}
	for i, s := range t.shots {
		sum := sha256.Sum256(s.Crop)
		fresh[hex.EncodeToString(sum[:])] = t.seen[i]
	}
	return t.store.Keep(t.network, fresh)
}

// Tell says what was learned, what is missing and what contradicts itself.
func (t *Teaching) Tell(to io.Writer) error {
	shots, seen, err := t.store.See(t.network, func(gallery.Shot, []byte) (gallery.Seen, error) { return gallery.Seen{}, nil })
	if err != nil {
		return err
	}
	index, err := gallery.NewIndex(shots, seen)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d new shots; the gallery %s now holds %d shots of %d faces (version %d)\n", len(t.added), t.store.Dir(), len(shots), len(index.Classes()), t.store.Version())
	for _, d := range t.used {
		var missing []string
		for f := range d.Faces {
			if c := gallery.ClassOf(d, f); (c.Icon != "" || c.Numbered) && !index.Knows(c) && !slices.Contains(missing, c.Words()) {
				missing = append(missing, c.Words())
			}
		}
		if len(missing) > 0 {
			fmt.Fprintf(&b, "%s: never taught: %s\n", d.ID, strings.Join(missing, ", "))
		}
	}
	for _, c := range index.Contradictions() {
		fmt.Fprintf(&b, "contradiction: %s\n", c.Words())
	}
	if _, err := fmt.Fprint(to, b.String()); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
