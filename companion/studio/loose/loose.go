// Package loose takes in pictures of dice that nobody laid out for the camera. They are either pictures of one die each, named by what they show, or
// one picture of rows of dice with a text that names them.
package loose

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/studio/layout"
	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/known"
	"astragal/vision/pictures"
	"astragal/vision/teach"
)

// Source is where the pictures are: a folder, or a sheet and the text that names its dice.
type Source struct {
	// Pictures is a folder of pictures whose names say what they show.
	Pictures string
	// Sheet is one picture of rows of dice. Names is the file that names them.
	Sheet, Names string
}

// Dir is the folder that the pictures are in.
func (s Source) Dir() string {
	if s.Sheet != "" {
		return filepath.Dir(s.Sheet)
	}
	return s.Pictures
}

// shownFace is a face that a picture shows, by its name or its place on a sheet.
type shownFace struct {
	die  models.Die
	face int
}

// faceNamed finds the face that some words name. The words are its number from 0 (also as f2), or what it shows ("melee x3", "melee-3", "id").
func faceNamed(d models.Die, words string) (int, error) {
	plain := strings.ToLower(strings.TrimSpace(words))
	if n, err := strconv.Atoi(strings.TrimPrefix(plain, "f")); err == nil {
		if n < 0 || n >= len(d.Faces) {
			return 0, fmt.Errorf("%s has the faces 0 to %d, not %d", d.ID, len(d.Faces)-1, n)
		}
		return n, nil
	}
	tidy := strings.NewReplacer("×", "", " x", " ", "-", " ", "_", " ", "(", "", ")", "").Replace
	var all []string
	for i := range d.Faces {
		is := gallery.ClassOf(d, i).Words()
		if is != "" && strings.Join(strings.Fields(tidy(is)), " ") == strings.Join(strings.Fields(tidy(plain)), " ") {
			return i, nil
		}
		if is != "" && !slices.Contains(all, is) {
			all = append(all, is)
		}
	}
	return 0, fmt.Errorf("%s has no face %q: it has %s", d.ID, words, strings.Join(all, ", "))
}

// pictureName is the form of a picture's name. It is the die's id and then either two underlines and the face, or _f and the face's number. What
// follows after two more underlines, or after one, only tells pictures apart.
var pictureName = regexp.MustCompile(`^(.+?)(?:__(.+?)(?:__.*)?|_f(\d+)(?:_.*)?)\.(?i:jpe?g|png)$`)

// namedPicture is what a loose picture's name says.
func namedPicture(file string, dice []models.Die) (shownFace, error) {
	m := pictureName.FindStringSubmatch(file)
	if m == nil {
		return shownFace{}, errors.New("its name doesn't say which face it shows: call it DIE__FACE.jpg, as oak_lord__melee-3.jpg or oak_lord__2.jpg")
	}
	d, err := catalog.ByID(dice, m[1])
	if err != nil {
		return shownFace{}, fmt.Errorf("no die has the id %q: define it in the file that --dice names", m[1])
	}
	words := m[2]
	if words == "" {
		words = m[3]
	}
	face, err := faceNamed(d, words)
	return shownFace{d, face}, err
}

// loosePictures are the pictures of a folder, and what their names say.
func loosePictures(dir string, dice []models.Die) (files []string, says []shownFace, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("read the folder of pictures: %w", err)
	}
	for _, e := range entries {
		ext := strings.ToLower(filepath.Ext(e.Name()))
		if e.IsDir() || ext != ".jpg" && ext != ".jpeg" && ext != ".png" {
			continue
		}
		s, err := namedPicture(e.Name(), dice)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", filepath.Join(dir, e.Name()), err)
		}
		files, says = append(files, filepath.Join(dir, e.Name())), append(says, s)
	}
	if len(files) == 0 {
		return nil, nil, fmt.Errorf("there is no picture (jpg, png) in %s", dir)
	}
	return files, says, nil
}

// sheetNames reads the names of a sheet. It has a line for each row from above, and in it the dice from the left with commas between, each its id and
// its face ("oak_lord 2", "oak_lord melee x3"). Lines that begin with # are comments.
func sheetNames(raw string, dice []models.Die) (layout.Tray, []shownFace, error) {
	var tray layout.Tray
	var says []shownFace
	row := 0
	for n, line := range strings.Split(raw, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		for column, cell := range strings.Split(line, ",") {
			id, words, _ := strings.Cut(strings.TrimSpace(cell), " ")
			d, err := catalog.ByID(dice, id)
			if err != nil {
				return nil, nil, fmt.Errorf("line %d: no die has the id %q: define it in the file that --dice names", n+1, id)
			}
			face, err := faceNamed(d, words)
			if err != nil {
				return nil, nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			tray, says = append(tray, layout.Place{Die: d, Row: row, Column: column}), append(says, shownFace{d, face})
		}
		row++
	}
	if len(tray) == 0 {
		return nil, nil, errors.New("it names no die")
	}
	return tray, says, nil
}

// onSheet finds the dice of a sheet and checks that they can be what the text says.
func onSheet(tray layout.Tray, says []shownFace, seen []vision.Sighting) ([]vision.Sighting, error) {
	found := tray.Find(seen, 0)
	if len(found.Words) > 0 {
		return nil, errors.New(strings.Join(found.Words, "; "))
	}
	out := make([]vision.Sighting, len(says))
	var claims []layout.Claim
	for i, at := range found.At {
		out[i] = seen[at]
		claims = append(claims, layout.Claim{Place: i, Die: says[i].die, Face: says[i].face, Seen: seen[at]})
	}
	v, err := layout.Check(nil, claims, nil)
	if err != nil {
		return nil, err
	}
	for _, d := range v.Doubts {
		return nil, fmt.Errorf("%s: put that right on the sheet or in its names", d.Words)
	}
	return out, nil
}

// onlyDie is the only die of a picture.
func onlyDie(seen []vision.Sighting) (vision.Sighting, error) {
	seen = slices.DeleteFunc(slices.Clone(seen), func(d vision.Sighting) bool { return d.Found < vision.Usual().Found })
	switch {
	case len(seen) == 0:
		return vision.Sighting{}, errors.New("no die is seen in it")
	case len(seen) > 1:
		return vision.Sighting{}, fmt.Errorf("%d dice are seen in it: cut it to one, or use --sheet", len(seen))
	}
	return seen[0], nil
}

// Look makes shots of all dice in the pictures; all or none.
func (s Source) Look(ctx context.Context, eye *pictures.Eye, dice []models.Die) ([]gallery.NewShot, []gallery.Seen, error) {
	var shots []gallery.NewShot
	var seen []gallery.Seen
	take := func(file string, is shownFace, d vision.Sighting) {
		n := teach.ShotOf(d)
		n.Die, n.Face, n.Race, n.Shows, n.Shape, n.Colors = is.die.ID, is.face, is.die.Race, is.die.Faces[is.face], is.die.Shape, is.die.Colors
		n.From, n.Of = "taught", filepath.Base(file)
		shots, seen = append(shots, n), append(seen, known.SeenOf(d))
	}
	if s.Sheet != "" {
		raw, err := os.ReadFile(s.Names)
		if err != nil {
			return nil, nil, fmt.Errorf("read the names of the sheet: %w", err)
		}
		tray, says, err := sheetNames(string(raw), dice)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.Names, err)
		}
		found, err := eye.Ask(ctx, pictures.Ask{Path: s.Sheet, Crops: true})
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.Sheet, err)
		}
		there, err := onSheet(tray, says, found.Scene.Sightings)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", s.Sheet, err)
		}
		for i, d := range there {
			take(s.Sheet, says[i], d)
		}
		return shots, seen, nil
	}
	files, says, err := loosePictures(s.Pictures, dice)
	if err != nil {
		return nil, nil, err
	}
	for i, file := range files {
		found, err := eye.Ask(ctx, pictures.Ask{Path: file, Crops: true})
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		d, err := onlyDie(found.Scene.Sightings)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		take(file, says[i], d)
	}
	return shots, seen, nil
}
