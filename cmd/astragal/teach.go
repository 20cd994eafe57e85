package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"astragal/companion/studio/loose"
	"astragal/models/dataset"
	"astragal/models/gallery"
	"astragal/vision/known"
	"astragal/vision/teach"

	"github.com/spf13/cobra"
)

// teaching holds the flags of teach.
type teaching struct {
	know  known.Knowledge
	dir   string
	split string
	loose loose.Source
}

// newTeachCommand adds a labelled set to a gallery.
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
	knowledgeFlags(c, &t.know)
	c.Flags().StringVar(&t.dir, "dataset", "", "folder of the labelled pictures")
	c.Flags().StringVar(&t.loose.Pictures, "pictures", "", "folder of pictures of one die each, named DIE__FACE.jpg")
	c.Flags().StringVar(&t.loose.Sheet, "sheet", "", "one picture of dice that lie in rows")
	c.Flags().StringVar(&t.loose.Names, "names", "", "text file that names the dice of the sheet, row by row")
	c.Flags().StringVar(&t.split, "split", "all", "all, odd or even pictures by file name")
	c.RunE = func(c *cobra.Command, _ []string) error {
		return whole(t.know.Gallery, func() error { return p.teach(c.Context(), t) })
	}
	return c
}

// whole runs learn. If learn fails and has made the gallery's folder, the folder goes while it is empty: it would look like a gallery that lost its
// pictures.
func whole(gallery string, learn func() error) error {
	_, there := os.Stat(gallery)
	err := learn()
	if err != nil && errors.Is(there, fs.ErrNotExist) {
		_ = os.Remove(gallery)
	}
	return err
}

func (p *program) teach(ctx context.Context, t teaching) error {
	part, err := dataset.ParseSplit(t.split)
	switch {
	case err != nil:
		return misuse("--split: %w", err)
	case t.ways() != 1:
		return misuse("say what to learn from: --dataset DIR, --pictures DIR, or --sheet FILE with --names FILE")
	case (t.loose.Sheet == "") != (t.loose.Names == ""):
		return misuse("--sheet FILE and --names FILE belong together")
	case t.know.Gallery == "":
		return misuse("say --gallery DIR: the folder to keep what is learned in")
	}
	if err := t.know.Check(); err != nil {
		return usageError{err}
	}
	if t.dir == "" {
		return p.teachShown(ctx, t)
	}
	set, err := teach.Prepare(t.know, t.dir, part)
	if err != nil {
		return usageError{err}
	}
	eye, err := p.openPictures(t.know)
	if err == nil {
		defer eye.Close()
		err = set.Look(ctx, eye)
	}
	if err != nil {
		return fmt.Errorf("teach from %s: %w", t.dir, err)
	}
	return p.keep(set)
}

// teachShown learns from single pictures whose names say what they show, and from a sheet.
func (p *program) teachShown(ctx context.Context, t teaching) error {
	dice, own, err := t.know.Definitions(t.loose.Dir())
	if err != nil {
		return usageError{err}
	}
	store, err := gallery.OpenOrMake(t.know.Gallery)
	if err != nil {
		return usageError{err}
	}
	if dice, err = known.WithTaught(dice, own, store); err != nil {
		return usageError{err}
	}
	eye, err := p.openPictures(t.know)
	if err != nil {
		return err
	}
	defer eye.Close()
	shots, seen, err := t.loose.Look(ctx, eye, dice)
	if err != nil {
		return usageError{err}
	}
	set, err := teach.Of(t.know, store, dice, shots, seen)
	if err != nil {
		return err
	}
	return p.keep(set)
}

// keep writes what was learned, and says what the gallery holds.
func (p *program) keep(set *teach.Teaching) error {
	if err := set.Keep(); err != nil {
		return usageError{err}
	}
	if err := set.Remember(); err != nil {
		return err
	}
	return set.Tell(p.out)
}

// ways counts the sources that the flags name. Exactly one is allowed.
func (t teaching) ways() int {
	n := 0
	for _, from := range []string{t.dir, t.loose.Pictures, t.loose.Sheet} {
		if from != "" {
			n++
		}
	}
	return n
}
