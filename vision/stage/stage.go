// Package stage paints labelled sets of pictures on the virtual table, for measuring.
package stage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/vision"
	"astragal/vision/virtual"
)

// Staging says what is painted.
type Staging struct {
	// Out is the folder of the sets, Seed the seed of all random choices.
	Out  string
	Seed uint64
	// Rolls is how many throws are painted, Shots how many pictures of each face.
	Rolls, Shots int
	// Light is the seed of the one table on which all faces are taught. If it is 0, each picture has another table.
	Light uint64
	// Lean is by how many degrees the camera leans over the throws. Far is how many times as far off it is as over
	// the faces.
	Lean, Far float64
	// Cocked is the share of thrown dice that lean on the rim or on another die.
	Cocked float64
	// Hidden is the least share of a die that lies behind others in each plain throw. If it is 0, all throws are
	// taken.
	Hidden float64
}

// Sets paints made-up dice with icons, whose SVG paths icons holds by name: every face to be taught, throws, and the
// definitions.
func (s Staging) Sets(ctx context.Context, icons map[string]string) error {
	rng := rand.New(rand.NewPCG(s.Seed, 0x57a6e))
	dice := madeUpDice(slices.Sorted(maps.Keys(icons)), rng)
	if err := models.CheckDice(dice); err != nil {
		return fmt.Errorf("make up dice: %w", err)
	}
	world := virtual.Options{Own: dice, Pictures: icons}
	if err := s.enroll(ctx, world, rng); err != nil {
		return fmt.Errorf("paint the faces: %w", err)
	}
	if err := s.throws(ctx, world, rng); err != nil {
		return fmt.Errorf("paint the throws: %w", err)
	}
	raw, err := json.MarshalIndent(models.Dice{Dice: dice, Note: "made up for measuring; icons from game-icons.net, CC BY 3.0"}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.Out, "dice.json"), raw, 0o644)
}

// Spare says whether training never uses an icon. That holds for a tenth of the first words of names, as held_out in
// models/train/train_faces.py has it.
func Spare(name string) bool {
	sum := 0
	first, _, _ := strings.Cut(name, "-")
	for _, r := range first {
		sum += int(r)
	}
	return sum%10 == 3
}

var onePath = regexp.MustCompile(`^<path [^>]*\bd="([^"]+)"[^>]*/>$`)

// Icons are the icons of an Iconify collection that training never uses, as SVG paths by name. If a file of reserved
// names is given, those icons are left out.
func Icons(path, reserved string) (map[string]string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Icons map[string]struct{ Body string }
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("%s is no Iconify collection: %w", path, err)
	}
	not := map[string]bool{}
	if reserved != "" {
		text, err := os.ReadFile(reserved)
		if err != nil {
			return nil, err
		}
		for _, name := range strings.Fields(string(text)) {
			not[name] = true
		}
	}
	out := map[string]string{}
	for name, icon := range file.Icons {
		if m := onePath.FindStringSubmatch(icon.Body); m != nil && Spare(name) && !not[name] {
			out[name] = m[1]
		}
	}
	if len(out) < 60 {
		return nil, fmt.Errorf("%s holds only %d icons that may be used: 60 are needed", path, len(out))
	}
	return out, nil
}

// plastics are combinations of colours that makers use.
func plastics() [][]string {
	return [][]string{
		{"red", "black"}, {"green", "yellow"}, {"blue", "white"}, {"purple", "pink"}, {"orange", "brown"}, {"teal", "blue"}, {"white", "grey"},
		{"black", "purple"}, {"ivory", "brown"}, {"light blue", "white"}, {"gold", "red"}, {"green", "black"}, {"yellow", "orange"}, {"grey", "black"},
	}
}

// madeUpDice are two races of four d6 and a handful of larger dice, with random icons and colours.
func madeUpDice(icons []string, rng *rand.Rand) []models.Die {
	rng.Shuffle(len(icons), func(i, k int) { icons[i], icons[k] = icons[k], icons[i] })
	colors := plastics()
	rng.Shuffle(len(colors), func(i, k int) { colors[i], colors[k] = colors[k], colors[i] })
	take := func(n int) []string {
		out := icons[:n]
		icons = icons[n:]
		return out
	}
	var out []models.Die
	patterns := make([]string, len(colors))
	for i := range patterns {
		patterns[i] = []string{"marble", "swirl", "plain"}[rng.IntN(3)]
	}
	add := func(id, shape, race string, mm float64, color int, faces []models.Face) {
		out = append(out, models.Die{ID: id, Shape: shape, SizeMM: &mm, Race: race, Colors: colors[color], Pattern: patterns[color], Faces: faces})
	}
	for r, race := range []string{"first", "second"} {
		small := take(6)
		for u := range 4 {
			faces := []models.Face{{Icon: take(1)[0], Count: 1, ID: true}}
			for _, k := range rng.Perm(6)[:5] {
				faces = append(faces, models.Face{Icon: small[k], Count: 1 + rng.IntN(1+u)})
			}
			add(fmt.Sprintf("%s_%d", race, u), "d6", race, float64(16+2*u), r, faces)
		}
	}
	big := func(id, shape string, sides, kinds, color int, mm float64, numbered bool) {
		drawn := take(kinds)
		var faces []models.Face
		for f := range sides {
			face := models.Face{Icon: drawn[f%kinds], Count: 1}
			if numbered {
				n := f + 1
				face.Value = &n
			}
			faces = append(faces, face)
		}
		add(id, shape, "", mm, color, faces)
	}
	big("monster_a", "d10", 10, 5, 2, 24, false)
	big("monster_b", "d10", 10, 10, 3, 23, false)
	big("terrain", "d8", 8, 4, 4, 24, true)
	big("dragon_a", "d12", 12, 6, 5, 26, false)
	big("dragon_b", "d12", 12, 12, 6, 26, false)
	return out
}

// enrollDice is how many dice lie in one picture of faces to be taught.
const enrollDice = 6

// enroll paints every face, with several dice in a picture.
func (s Staging) enroll(ctx context.Context, world virtual.Options, rng *rand.Rand) error {
	type face struct {
		die string
		up  int
	}
	var all []face
	for range s.Shots {
		var once []face
		for _, d := range world.Own {
			for f := range d.Faces {
				once = append(once, face{d.ID, f})
			}
		}
		rng.Shuffle(len(once), func(i, k int) { once[i], once[k] = once[k], once[i] })
		all = append(all, once...)
	}
	if s.Shots == 0 {
		return nil
	}
	set := dataset.Set{Dir: filepath.Join(s.Out, "enroll")}
	for n := 0; len(all) > 0; n++ {
		o := world
		few := all[:min(enrollDice, len(all))]
		all = all[len(few):]
		for _, f := range few {
			o.Dice, o.Up = append(o.Dice, f.die), append(o.Up, f.up)
		}
		if s.Light != 0 {
			look := virtual.RandomLook(s.Light)
			o.Look = &look
		}
		if err := paintInto(ctx, &set, fmt.Sprintf("faces_%04d.jpg", n), s.Seed<<20+uint64(n), o); err != nil {
			return err
		}
	}
	return dataset.Write(set, map[string]any{"description": "painted faces of made-up dice"})
}

// throws paints rolls of some of the dice, some of them touching. The place of the camera doesn't change what lies
// there.
func (s Staging) throws(ctx context.Context, world virtual.Options, rng *rand.Rand) error {
	if s.Rolls == 0 {
		return nil
	}
	ways := rand.New(rand.NewPCG(s.Seed, 0x1ea5))
	set := dataset.Set{Dir: filepath.Join(s.Out, "rolls")}
	for n := range s.Rolls {
		o := world
		for _, k := range rng.Perm(len(world.Own))[:min(len(world.Own), 5+rng.IntN(9))] {
			o.Dice = append(o.Dice, world.Own[k].ID)
		}
		o.Touching, o.Cocked = .25*rng.Float64(), s.Cocked
		seed := s.Seed<<20 + uint64(n) + 1<<19
		if s.Lean > 0 || s.Far != 1 {
			look := s.moved(virtual.RandomLook(seed), ways)
			o.Look = &look
		}
		if err := paintInto(ctx, &set, fmt.Sprintf("roll_%04d.jpg", n), seed, o); err != nil {
			return err
		}
	}
	return dataset.Write(set, map[string]any{"description": "painted throws of made-up dice"})
}

// moved is a look whose camera stands where the throws are seen from: leaning in some direction, and nearer or
// further off. It points at the tray's middle, as people point a leaning camera, and stands as far off as it must to
// see the whole tray.
func (s Staging) moved(l virtual.Look, rng *rand.Rand) virtual.Look {
	l.Height, l.View = s.Far*l.Height, s.Far*l.View
	if s.Lean > 0 {
		way := 2 * math.Pi * rng.Float64()
		l = l.Leaning([2]float64{s.Lean * math.Cos(way), s.Lean * math.Sin(way)})
	}
	return l
}

func paintInto(ctx context.Context, set *dataset.Set, name string, seed uint64, o virtual.Options) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	img, truth, err := virtual.Still(seed, o)
	if err != nil {
		return err
	}
	return addPicture(set, name, img, truth)
}

// addPicture writes a picture and adds it to a set with its labels.
func addPicture(set *dataset.Set, name string, img image.Image, truth virtual.Truth) error {
	path := filepath.Join(set.Dir, name)
	if err := writeJPEG(path, img); err != nil {
		return err
	}
	picture := dataset.Picture{File: name, Path: path, Width: truth.Width, Height: truth.Height, PxPerMM: truth.PxPerMM}
	for i, d := range truth.Dice {
		picture.Dice = append(picture.Dice, labelOf(i+1, d))
	}
	set.Pictures = append(set.Pictures, picture)
	return nil
}

func writeJPEG(path string, img image.Image) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(jpeg.Encode(f, img, &jpeg.Options{Quality: 90}), f.Close())
}

// coveredShare is the least share of a face's middle that other dice must hide before nobody can tell what it shows.
const coveredShare = .5

// labelOf is a painted die's truth in the form of a data set.
func labelOf(id int, d virtual.DieTruth) dataset.Die {
	line := make([]float64, 0, 2*len(d.Outline))
	for _, p := range d.Outline {
		line = append(line, p[0], p[1])
	}
	face, center := d.Face, [2]float64(d.FaceCenter)
	return dataset.Die{
		ID: id, Shape: string(d.Shape), Box: dataset.Box(d.Box), Outlines: dataset.Polygons{line},
		Attributes: dataset.Attributes{
			Die: d.Die, Face: &face, Icon: d.Icon, Count: d.Count, Value: d.Value, Colors: namesOf(d.Colors),
			Kind: kindOf(d), Truncated: d.CutOff, Cocked: d.Cocked,
			FaceCenter: &center, FaceCovered: d.FaceCovered > coveredShare,
		},
	}
}

// kindOf says what is printed on a painted die.
func kindOf(d virtual.DieTruth) string {
	switch {
	case d.Icon != "":
		return "icons"
	case d.Die == "d6":
		return "pips"
	}
	return "numerals"
}

// namesOf are the acceptable names of a die's colours.
func namesOf(colors []string) []string {
	var out []string
	for _, c := range colors {
		if slices.Contains(vision.Colors(), c) {
			out = append(out, c)
		}
	}
	return out
}
