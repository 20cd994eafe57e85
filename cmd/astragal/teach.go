package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/models/gallery"
	"astragal/vision"

	"github.com/spf13/cobra"
)

// teaching is what teach is asked to do.
type teaching struct {
	know  knowledge
	dir   string
	split string
	// pictures is a folder of pictures that are named by what they show; sheet is one picture of rows of dice, names the file that names them.
	pictures, sheet, names string
}

// newTeachCommand takes a labelled set into a gallery.
func (p *program) newTeachCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "teach --dataset DIR | --pictures DIR | --sheet FILE --names FILE  --gallery DIR",
		Short: "learn faces from pictures whose dice are labelled",
		Long: `Takes every labelled die of a data set (COCO: DIR/annotations.json, else the
only COCO document in DIR) into a gallery as a shot of the face that is up. The
gallery is made if it isn't there. A set in which anything is wrong is refused
whole. The definitions of the dice are --dice, else DIR/dice.json, else
DIR/../dice.json, else the built-in ones; they are kept with the gallery.

--pictures takes a folder of pictures with one die each, named by what is up:
DIE__FACE.jpg, where FACE is the face's number from 0 or what it shows
(oak_lord__2.jpg, oak_lord__melee-3.jpg, oak_lord__id__again.jpg).

--sheet takes one picture in which dice lie in rows. --names is a text file with
a line for each row from above, and the row's dice from the left with commas
between: "oak_lord 2, oak_lord melee x3". What contradicts itself is refused.`,
		Args: needs(cobra.NoArgs, "teach takes flags only"),
	}
	var t teaching
	t.know.addFlags(c)
	c.Flags().StringVar(&t.dir, "dataset", "", "folder of the labelled pictures")
	c.Flags().StringVar(&t.pictures, "pictures", "", "folder of pictures of one die each, named DIE__FACE.jpg")
	c.Flags().StringVar(&t.sheet, "sheet", "", "one picture of dice that lie in rows")
	c.Flags().StringVar(&t.names, "names", "", "text file that names the dice of the sheet, row by row")
	c.Flags().StringVar(&t.split, "split", "all", "all, odd or even pictures by file name")
	c.RunE = func(c *cobra.Command, _ []string) error { return p.teach(c.Context(), t) }
	return c
}

func (p *program) teach(ctx context.Context, t teaching) error {
	part, err := dataset.ParseSplit(t.split)
	switch {
	case err != nil:
		return misuse("--split: %w", err)
	case t.ways() != 1:
		return misuse("say what to learn from: --dataset DIR, --pictures DIR, or --sheet FILE with --names FILE")
	case (t.sheet == "") != (t.names == ""):
		return misuse("--sheet FILE and --names FILE belong together")
	case t.know.gallery == "":
		return misuse("say --gallery DIR: the folder to keep what is learned in")
	}
	if err := t.know.check(); err != nil {
		return err
	}
	if t.dir == "" {
		return p.teachShown(ctx, t)
	}
	set, err := dataset.Open(t.dir)
	if err != nil {
		return usageError{err}
	}
	dice, own, err := t.know.definitions(t.dir)
	if err != nil {
		return usageError{err}
	}
	lessons, err := lessonsOf(set, part, dice)
	if err != nil {
		return usageError{fmt.Errorf("teach from %s: %w", t.dir, err)}
	}
	store, err := gallery.OpenOrMake(t.know.gallery)
	if err != nil {
		return usageError{err}
	}
	if _, err := withTaught(dice, own, store); err != nil {
		return usageError{err}
	}
	shots, seen, err := p.look(ctx, t.know, lessons)
	if err != nil {
		return fmt.Errorf("teach from %s: %w", t.dir, err)
	}
	return p.keep(t.know, store, dice, shots, seen)
}

// ways is from how many things it was told to learn.
func (t teaching) ways() int {
	n := 0
	for _, from := range []string{t.dir, t.pictures, t.sheet} {
		if from != "" {
			n++
		}
	}
	return n
}

// leastSeen is how sure the finder must be at least that there is a die at all where a label says so.
const leastSeen = .1

// look makes shots of the dice of lessons: as the eye finds them, else where the label says they are.
func (p *program) look(ctx context.Context, know knowledge, lessons []lesson) ([]gallery.NewShot, []gallery.Seen, error) {
	eye, err := p.openPictures(know)
	if err != nil {
		return nil, nil, err
	}
	defer eye.Close()
	var shots []gallery.NewShot
	var seen []gallery.Seen
	for _, l := range lessons {
		sightings, err := l.sightings(ctx, eye)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", l.picture.File, err)
		}
		for i, d := range sightings {
			shots, seen = append(shots, l.shot(i, d)), append(seen, seenOf(d))
		}
	}
	return shots, seen, nil
}

// sightings are what the eye makes of the lesson's dice, in their order.
func (l lesson) sightings(ctx context.Context, eye *pictures) ([]vision.Sighting, error) {
	found, err := eye.ask(ctx, ask{Path: l.picture.Path, Crops: true})
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
	placed, err := eye.ask(ctx, ask{Path: l.picture.Path, Crops: true, Places: places})
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

// leastShared is how much a find must share with a label's box to be that die.
const leastShared = .5

// shot is the shot of the lesson's die i.
func (l lesson) shot(i int, d vision.Sighting) gallery.NewShot {
	truth := l.dice[i]
	s := shotOf(d)
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

// shotOf is a sighting as a shot that doesn't say yet what it shows.
func shotOf(d vision.Sighting) gallery.NewShot {
	box, px := d.InCrop()
	return gallery.NewShot{Crop: d.Crop, Shot: gallery.Shot{
		Width: px, Height: px, Box: dataset.Box(box), Palette: rounded(d.Palette),
	}}
}

// rounded keeps three places, which is more than a palette is worth.
func rounded(shares []float32) []float32 {
	out := make([]float32, len(shares))
	for i, v := range shares {
		out[i] = float32(math.Round(float64(v)*1000) / 1000)
	}
	return out
}

// keep writes what was learned and says what there is now.
func (p *program) keep(know knowledge, store *gallery.Store, dice []models.Die, shots []gallery.NewShot, seen []gallery.Seen) error {
	network, err := know.network()
	if err != nil {
		return err
	}
	var used []models.Die
	for _, d := range dice {
		if slices.ContainsFunc(shots, func(s gallery.NewShot) bool { return s.Die == d.ID }) {
			used = append(used, d)
		}
	}
	if err := store.KeepDice(used); err != nil {
		return usageError{err}
	}
	added, err := store.Add(shots...)
	if err != nil {
		return usageError{err}
	}
	fresh := map[string]gallery.Seen{}
	for i, s := range shots {
		sum := sha256.Sum256(s.Crop)
		fresh[hex.EncodeToString(sum[:])] = seen[i]
	}
	if err := store.Keep(network, fresh); err != nil {
		return err
	}
	return p.tellTaught(store, network, added, used)
}

// tellTaught says what was learned, what is missing and what contradicts itself.
func (p *program) tellTaught(store *gallery.Store, network string, added []gallery.Shot, dice []models.Die) error {
	shots, seen, err := store.See(network, func(gallery.Shot, []byte) (gallery.Seen, error) { return gallery.Seen{}, nil })
	if err != nil {
		return err
	}
	index, err := gallery.NewIndex(shots, seen)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d new shots; the gallery %s now holds %d shots of %d faces (version %d)\n", len(added), store.Dir(), len(shots), len(index.Classes()), store.Version())
	for _, d := range dice {
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
	if _, err := fmt.Fprint(p.out, b.String()); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
