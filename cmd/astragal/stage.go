package main

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

	"github.com/spf13/cobra"
)

// staging is what stage is asked to do.
type staging struct {
	icons, reserved, out string
	seed                 uint64
	rolls, shots         int
	// light is the seed of the one table at which all faces are taught; 0 for another one in each picture.
	light uint64
	// lean is by how many degrees the camera leans over the throws, far how many times as far off it is as over the faces.
	lean, far float64
	// cocked is the share of thrown dice that lean on the rim or on another die.
	cocked float64
	// plain throws the built-in dice with pips and numerals, and neither makes up dice nor paints faces to be taught.
	plain bool
	// hidden is the share of a die that lies behind others in each of these throws, at least; 0 takes all throws.
	hidden float64
}

// newStageCommand paints labelled sets of made-up dice with icons.
func (p *program) newStageCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "stage --icons FILE --out DIR",
		Short: "paint labelled pictures of made-up icon dice, to measure with",
		Long: `Makes up dice with icons of an Iconify collection (the npm package
@iconify-json/game-icons holds one) that training never uses, and paints on the
virtual table: DIR/dice.json, DIR/enroll (every face, for teach) and DIR/rolls
(throws, for evaluate). The same seed paints the same pictures. What is measured
on them shows that reading works, never how well real dice are read.

With --plain the built-in dice with pips and numerals are thrown instead, as they
roll and come to rest, with --hidden only throws in which so much of a die lies
behind others: d4s half under larger ones. There is DIR/rolls alone then.`,
		Args: needs(cobra.NoArgs, "stage takes flags only"),
	}
	var s staging
	c.Flags().StringVar(&s.icons, "icons", "", "icons.json of an Iconify collection")
	c.Flags().StringVar(&s.reserved, "reserved", "", "file of icon names, one a line, that may not be used")
	c.Flags().StringVar(&s.out, "out", "", "new folder for the sets")
	c.Flags().Uint64Var(&s.seed, "seed", 1, "what to begin chance with")
	c.Flags().IntVar(&s.rolls, "rolls", 20, "how many throws to paint")
	c.Flags().IntVar(&s.shots, "shots", 3, "how often to paint each face for teaching")
	c.Flags().Uint64Var(&s.light, "light", 0, "teach all faces on one table in one light, picked by this number; the throws lie in others")
	c.Flags().Float64Var(&s.lean, "lean", 0, "degrees by which the camera leans over the throws (0 to 25); 0 leaves it to chance, 3 at the most")
	c.Flags().Float64Var(&s.far, "far", 1, "how many times as far off the camera is over the throws (0.7 to 2)")
	c.Flags().Float64Var(&s.cocked, "cocked", 0, "share of the thrown dice that lean on the rim or on another die (0 to 1)")
	c.Flags().BoolVar(&s.plain, "plain", false, "throw the built-in dice with pips and numerals; goes with --out, --seed, --rolls and --hidden alone")
	c.Flags().Float64Var(&s.hidden, "hidden", 0, "with --plain: paint only throws in which at least this share of a die lies behind others (0 to 0.4)")
	c.RunE = func(c *cobra.Command, _ []string) error { return p.stage(c.Context(), s) }
	return c
}

func (p *program) stage(ctx context.Context, s staging) error {
	switch {
	case s.icons == "" && !s.plain:
		return misuse("say --icons FILE, the icons.json of an Iconify collection, or --plain for dice without icons")
	case s.plain && (s.icons != "" || s.light != 0 || s.lean != 0 || s.far != 1 || s.cocked != 0):
		return misuse("--plain goes with --out, --seed, --rolls and --hidden alone")
	case !(s.hidden >= 0 && s.hidden <= .4) || s.hidden > 0 && !s.plain:
		return misuse("--hidden must be 0 to 0.4, and goes with --plain")
	case s.out == "":
		return misuse("say --out DIR: a new folder for the pictures")
	case s.rolls < 0 || s.rolls > 10000 || s.shots < 0 || s.shots > 20:
		return misuse("--rolls must be 0 to 10000 and --shots 0 to 20")
	case !(s.lean >= 0 && s.lean <= 25) || !(s.far >= .7 && s.far <= 2):
		return misuse("--lean must be 0 to 25 degrees and --far 0.7 to 2")
	case !(s.cocked >= 0 && s.cocked <= 1):
		return misuse("--cocked must be 0 to 1")
	}
	if entries, err := os.ReadDir(s.out); err == nil && len(entries) > 0 {
		return misuse("%s is not empty: name a new folder", s.out)
	}
	if s.plain {
		return s.plainThrows(ctx)
	}
	pictures, err := spareIcons(s.icons, s.reserved)
	if err != nil {
		return usageError{fmt.Errorf("read the icons: %w", err)}
	}
	rng := rand.New(rand.NewPCG(s.seed, 0x57a6e))
	dice := madeUpDice(slices.Sorted(maps.Keys(pictures)), rng)
	if err := models.CheckDice(dice); err != nil {
		return fmt.Errorf("make up dice: %w", err)
	}
	world := virtual.Options{Own: dice, Pictures: pictures}
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
	return os.WriteFile(filepath.Join(s.out, "dice.json"), raw, 0o644)
}

// spare tells the icons that training never uses: a tenth of the first words of their names, as
// held_out in models/train/train_faces.py has it.
func spare(name string) bool {
	sum := 0
	first, _, _ := strings.Cut(name, "-")
	for _, r := range first {
		sum += int(r)
	}
	return sum%10 == 3
}

var onePath = regexp.MustCompile(`^<path [^>]*\bd="([^"]+)"[^>]*/>$`)

func spareIcons(path, reserved string) (map[string]string, error) {
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
		if m := onePath.FindStringSubmatch(icon.Body); m != nil && spare(name) && !not[name] {
			out[name] = m[1]
		}
	}
	if len(out) < 60 {
		return nil, fmt.Errorf("%s holds only %d icons that may be used: 60 are needed", path, len(out))
	}
	return out, nil
}

// plastics are colours as makers mix them.
func plastics() [][]string {
	return [][]string{
		{"red", "black"}, {"green", "yellow"}, {"blue", "white"}, {"purple", "pink"}, {"orange", "brown"}, {"teal", "blue"}, {"white", "grey"},
		{"black", "purple"}, {"ivory", "brown"}, {"light blue", "white"}, {"gold", "red"}, {"green", "black"}, {"yellow", "orange"}, {"grey", "black"},
	}
}

// madeUpDice are two races of four d6 and a handful of larger dice, with icons and colours that chance picks.
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

// enrollDice lie in one picture of faces to be taught.
const enrollDice = 6

// enroll paints every face, several dice in a picture.
func (s staging) enroll(ctx context.Context, world virtual.Options, rng *rand.Rand) error {
	type face struct {
		die string
		up  int
	}
	var all []face
	for range s.shots {
		var once []face
		for _, d := range world.Own {
			for f := range d.Faces {
				once = append(once, face{d.ID, f})
			}
		}
		rng.Shuffle(len(once), func(i, k int) { once[i], once[k] = once[k], once[i] })
		all = append(all, once...)
	}
	if s.shots == 0 {
		return nil
	}
	set := dataset.Set{Dir: filepath.Join(s.out, "enroll")}
	for n := 0; len(all) > 0; n++ {
		o := world
		few := all[:min(enrollDice, len(all))]
		all = all[len(few):]
		for _, f := range few {
			o.Dice, o.Up = append(o.Dice, f.die), append(o.Up, f.up)
		}
		if s.light != 0 {
			look := virtual.RandomLook(s.light)
			o.Look = &look
		}
		if err := paintInto(ctx, &set, fmt.Sprintf("faces_%04d.jpg", n), s.seed<<20+uint64(n), o); err != nil {
			return err
		}
	}
	return dataset.Write(set, map[string]any{"description": "painted faces of made-up dice"})
}

// throws paints rolls of some of the dice, some of them touching. Where the camera stands changes nothing of what lies there.
func (s staging) throws(ctx context.Context, world virtual.Options, rng *rand.Rand) error {
	if s.rolls == 0 {
		return nil
	}
	ways := rand.New(rand.NewPCG(s.seed, 0x1ea5))
	set := dataset.Set{Dir: filepath.Join(s.out, "rolls")}
	for n := range s.rolls {
		o := world
		for _, k := range rng.Perm(len(world.Own))[:min(len(world.Own), 5+rng.IntN(9))] {
			o.Dice = append(o.Dice, world.Own[k].ID)
		}
		o.Touching, o.Cocked = .25*rng.Float64(), s.cocked
		seed := s.seed<<20 + uint64(n) + 1<<19
		if s.lean > 0 || s.far != 1 {
			look := s.moved(virtual.RandomLook(seed), ways)
			o.Look = &look
		}
		if err := paintInto(ctx, &set, fmt.Sprintf("roll_%04d.jpg", n), seed, o); err != nil {
			return err
		}
	}
	return dataset.Write(set, map[string]any{"description": "painted throws of made-up dice"})
}

// moved is a look with its camera where the throws are to be seen from: leaning some way, and nearer or further off. Who leans a
// camera points it at the tray: it stays aimed at the middle, and as far off as it takes to see the whole tray.
func (s staging) moved(l virtual.Look, rng *rand.Rand) virtual.Look {
	l.Height, l.View = s.far*l.Height, s.far*l.View
	if s.lean > 0 {
		way := 2 * math.Pi * rng.Float64()
		l = l.Leaning([2]float64{s.lean * math.Cos(way), s.lean * math.Sin(way)})
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

// coveredShare is the share of a face's middle that other dice must hide for nobody to be able to tell what it shows.
const coveredShare = .5

// labelOf is a painted die's truth in the words of a data set.
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

// kindOf tells what is printed on a painted die.
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
