//go:build cgo

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/veradiscordia"
	"astragal/models"
	"astragal/vision"

	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"
)

// What is rolled at each table, and the first seeds. No other test uses these tables, and no bound was tuned on them.
const (
	colouredTables  = 40
	colouredRolls   = 3
	colouredDice    = 10
	printedFrom     = 62000
	anyFiveFrom     = 62100
	colouredAtLeast = 0.99
)

// paints are the colours of the virtual table's dice.
var paints = map[string]uint32{
	"white": 0xf2f2ee, "ivory": 0xeee3c4, "grey": 0x84868a, "black": 0x17171a, "red": 0xb9161d, "pink": 0xe88bae, "orange": 0xe8711a,
	"brown": 0x6b4023, "yellow": 0xf1cd1b, "green": 0x168043, "teal": 0x0f8078, "light blue": 0x86b6e4, "blue": 0x1c45ad, "purple": 0x5b2a8c,
}

// Coloured rolls of ten dice go through the reader, the session and the matching as a game's rolls do. Each table has
// its own light, camera, floor and batches of plastic. ASTRAGAL_SOAK is the number of tables of each kind, 40 at
// most.
func TestSoakColouredRolls(t *testing.T) {
	tables, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK"))
	if err != nil || tables < 1 {
		t.Skip("it takes minutes: ASTRAGAL_SOAK=40 go test -run SoakColouredRolls -v ./cmd/astragal")
	}
	tables = min(tables, colouredTables)
	looker, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, looker.Close()) }()
	var printed, named, five colouredScore
	for seed := uint64(printedFrom); seed < printedFrom+uint64(tables); seed++ {
		c := newColouredTable(t, looker, seed, []string{"white", "blue", "purple", "red", "yellow"})
		c.play(&printed, true)
		c.play(&named, false)
	}
	names := make([]string, 0, len(paints))
	for name := range paints {
		names = append(names, name)
	}
	slices.Sort(names)
	for seed := uint64(anyFiveFrom); seed < anyFiveFrom+uint64(tables); seed++ {
		rng := rand.New(rand.NewPCG(seed, 5))
		rng.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		newColouredTable(t, looker, seed, slices.Clone(names[:5])).play(&five, true)
		slices.Sort(names)
	}
	t.Logf("printed colours, shown once: %s", printed)
	t.Logf("printed colours, by the camera's names: %s", named)
	t.Logf("any five colours, shown once: %s", five)
	require.GreaterOrEqual(t, printed.share(), colouredAtLeast)
}

// colouredScore counts dice: colour and value right without a question, asked about, or silently wrong.
type colouredScore struct {
	tables, refused, dice, right, asked, wrongColour, wrongValue int
	notes                                                        []string
}

func (s colouredScore) share() float64 { return float64(s.right) / float64(max(s.dice, 1)) }

func (s colouredScore) String() string {
	return fmt.Sprintf("%d tables (%d where the dice were refused as too alike), %d dice: %d right (%.2f %%), %d asked about, %d of a wrong colour, %d of a wrong value %s",
		s.tables, s.refused, s.dice, s.right, 100*s.share(), s.asked, s.wrongColour, s.wrongValue, strings.Join(s.notes, "; "))
}

// colouredTable is a table with its own light and its own batch of five paints.
type colouredTable struct {
	t      *testing.T
	looker *look.Looker
	seed   uint64
	rng    *rand.Rand
	colors []string
	own    []models.Die
	look   virtual.Look
	shots  []tableShot
}

// tableShot is a picture of dice: what was read in it, and what truly lies there.
type tableShot struct {
	scene vision.Scene
	truth []virtual.DieTruth
	dice  []string
}

func newColouredTable(t *testing.T, looker *look.Looker, seed uint64, colors []string) *colouredTable {
	t.Helper()
	c := &colouredTable{t: t, looker: looker, seed: seed, rng: rand.New(rand.NewPCG(seed, 0xc010)), colors: colors, look: virtual.RandomLook(seed)}
	for _, name := range colors {
		d := models.Die{ID: name, Shape: "d6", Pattern: []string{"plain", "plain", "pearl"}[c.rng.IntN(3)], Colors: []string{c.batch(paints[name])}}
		for v := range 6 {
			value := v + 1
			d.Faces = append(d.Faces, models.Face{Value: &value})
		}
		c.own = append(c.own, d)
	}
	c.shoot(slices.Concat(colors, colors))
	for range colouredRolls {
		dice := slices.Clone(colors)
		for len(dice) < colouredDice {
			dice = append(dice, colors[c.rng.IntN(len(colors))])
		}
		c.shoot(dice)
	}
	return c
}

// batch is a plastic of slightly another colour, as different makers have it.
func (c *colouredTable) batch(v uint32) string {
	light := 0.9 + 0.2*c.rng.Float64()
	channel := func(shift int) int {
		return int(min(250, float64(v>>shift&255)*light*(0.95+0.1*c.rng.Float64())))
	}
	return fmt.Sprintf("#%02x%02x%02x", channel(16), channel(8), channel(0))
}

// shoot takes a picture of thrown dice and reads it.
func (c *colouredTable) shoot(dice []string) {
	c.t.Helper()
	drawn, truth, err := virtual.Still(c.seed*10+uint64(len(c.shots)), virtual.Options{Dice: dice, Own: c.own, Look: &c.look})
	require.NoError(c.t, err)
	var b bytes.Buffer
	require.NoError(c.t, png.Encode(&b, drawn))
	img, err := picture.Decode(b.Bytes())
	require.NoError(c.t, err)
	defer img.Close()
	scene, err := c.looker.Look(img, look.Looking{})
	require.NoError(c.t, err)
	c.shots = append(c.shots, tableShot{scene, truth.Dice, dice})
}

// handEye is an eye that tells a session what the test says.
type handEye struct{ tell chan func(vision.Event) }

func (e handEye) Watch(ctx context.Context, tell func(vision.Event)) error {
	e.tell <- tell
	<-ctx.Done()
	return nil
}

func (handEye) Order(context.Context, vision.Order) error { return nil }

// play makes the rolls at a new table and counts the dice.
func (c *colouredTable) play(score *colouredScore, show bool) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	defer cancel()
	file, err := journal.Open(ctx, filepath.Join(c.t.TempDir(), "table.db"), journal.Limits{Crops: 1 << 20})
	require.NoError(c.t, err)
	defer file.Close()
	eye := handEye{make(chan func(vision.Event))}
	s, err := companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Eye: eye})
	require.NoError(c.t, err)
	defer s.Close()
	watched := make(chan error, 1)
	go func() { watched <- s.Watch(ctx) }()
	tell := <-eye.tell
	defer func() { cancel(); require.NoError(c.t, <-watched) }()
	tell(vision.Event{Kind: vision.EventSource, Source: "stills"})
	score.tables++
	if show {
		if !c.show(ctx, s, tell) {
			score.refused++
			return
		}
	}
	for _, shot := range c.shots[1:] {
		id := c.begin(ctx, s, shot.dice)
		before := viewOf(c.t, s, id)
		tell(vision.Event{Kind: vision.EventCleared})
		tell(vision.Event{Kind: vision.EventSettled, Scene: &shot.scene})
		c.count(score, shot, before, viewOf(c.t, s, id), s, id)
	}
}

func viewOf(t *testing.T, s *companion.Session, id int) protocol.GameView {
	t.Helper()
	raw, err := s.Games().JSON(id, protocol.Who{May: true}, 0)
	require.NoError(t, err)
	var v protocol.GameView
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

// begin begins a game in which a unit attacks with these dice.
func (c *colouredTable) begin(ctx context.Context, s *companion.Session, dice []string) int {
	c.t.Helper()
	kinds := map[string]veradiscordia.Color{}
	own := map[veradiscordia.Color]string{}
	for i, k := range veradiscordia.Colors() {
		kinds[c.colors[i]], own[k] = k, c.colors[i]
	}
	shields := veradiscordia.Shields{White: 4, Blue: 4, Purple: 4, Orange: 4}
	unit := veradiscordia.Card{Name: "Ten", Rank: veradiscordia.Basic, Copies: 9, Shields: shields}
	for _, d := range dice {
		unit.Dice = append(unit.Dice, kinds[d])
	}
	few := []veradiscordia.Color{veradiscordia.White}
	f := veradiscordia.Faction{Name: "Measure", MadeUp: true, Units: []veradiscordia.Card{unit,
		{Name: "Elite", Rank: veradiscordia.Elite, Copies: 6, Dice: few, Shields: shields}, {Name: "Legend", Rank: veradiscordia.Legendary, Copies: 2, Dice: few, Shields: shields}}}
	setup, err := json.Marshal(veradiscordia.Settings{Cards: []veradiscordia.Faction{f}, TwoCopies: true, Dice: own,
		First: &veradiscordia.Start{Faction: "Measure", Vanguard: []string{"Ten, attack", "-", "-", "-"}}, Second: &veradiscordia.Start{Faction: "Measure", Vanguard: []string{"Ten", "-", "-", "-"}}})
	require.NoError(c.t, err)
	id, err := s.Games().Begin(ctx, protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: setup})
	require.NoError(c.t, err)
	return id
}

// show shows the table's dice to the camera. It returns false if the session finds two colours too much alike.
func (c *colouredTable) show(ctx context.Context, s *companion.Session, tell func(vision.Event)) bool {
	c.t.Helper()
	id := c.begin(ctx, s, c.shots[1].dice)
	require.NoError(c.t, s.Do(ctx, protocol.Act{Do: protocol.DoShowing, Game: id, Colors: c.colors}))
	tell(vision.Event{Kind: vision.EventSettled, Scene: &c.shots[0].scene})
	v := viewOf(c.t, s, id)
	act := protocol.Act{Do: protocol.DoDyes, Game: id, Throw: v.Shown}
	for _, d := range v.Tray.Dice {
		if i := lieAt(c.shots[0].truth, d.Box); i >= 0 {
			act.Dyes = append(act.Dyes, protocol.DyedDie{Die: d.N, Color: c.shots[0].truth[i].Die})
		}
	}
	return s.Do(ctx, act) == nil
}

// lieAt is the index of the die that truly lies in a box. It is -1 if none does.
func lieAt(truth []virtual.DieTruth, box vision.Box) int {
	return slices.IndexFunc(truth, func(d virtual.DieTruth) bool { return vision.Overlap(d.Box, box) > .4 })
}

// count says for each die that truly lies there whether it was read right.
func (c *colouredTable) count(score *colouredScore, shot tableShot, before, after protocol.GameView, s *companion.Session, id int) {
	c.t.Helper()
	color := map[string]string{}
	for _, d := range before.Play.Pending[0].Roll.Dice {
		color[d.ID] = d.Colors[0]
	}
	values := map[string]int{}
	if len(after.Log) > 0 {
		e, err := s.Games().Entry(c.t.Context(), id, protocol.Who{May: true}, 0, after.Log[0].N)
		require.NoError(c.t, err)
		for _, d := range e.Answer.Dice {
			values[d.ID] = *d.Value
		}
	} else {
		for _, d := range after.Roll.Dice {
			if d.Shows != nil {
				values[d.ID] = *d.Shows.Value
			}
		}
	}
	for i, d := range shot.truth {
		score.dice++
		k := slices.IndexFunc(after.Tray.Dice, func(x protocol.DieView) bool { return lieAt(shot.truth, x.Box) == i })
		value, known := 0, false
		if k >= 0 {
			value, known = values[after.Tray.Dice[k].As], after.Tray.Dice[k].As != "" && values[after.Tray.Dice[k].As] > 0
		}
		switch {
		case !known:
			score.asked++
			score.notes = append(score.notes, fmt.Sprintf("table %d: %s asked", c.seed, d.Die))
		case color[after.Tray.Dice[k].As] != d.Die:
			score.wrongColour++
			score.notes = append(score.notes, fmt.Sprintf("table %d: %s taken for %s", c.seed, d.Die, color[after.Tray.Dice[k].As]))
		case value != *d.Value:
			score.wrongValue++
			score.notes = append(score.notes, fmt.Sprintf("table %d: %s %d read as %d", c.seed, d.Die, *d.Value, value))
		default:
			score.right++
		}
	}
}
