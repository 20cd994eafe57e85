//go:build cgo

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/pictures"
	"astragal/vision/signs"
	"astragal/vision/teach"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// painted draws the catalogue's dice as the virtual table does.
func painted(t *testing.T, seed uint64) virtual.Options {
	t.Helper()
	pictures, err := signs.Pictures()
	require.NoError(t, err)
	look := virtual.RandomLook(seed)
	return virtual.Options{Look: &look, Pictures: pictures, PictureSide: signs.Side}
}

// onPaper makes a picture of dice at rest, with the named faces up. If no faces are named, chance decides.
func onPaper(t *testing.T, seed uint64, world virtual.Options) ([]byte, virtual.Truth) {
	t.Helper()
	img, truth, err := virtual.Still(seed, world)
	require.NoError(t, err)
	var jpg bytes.Buffer
	require.NoError(t, jpeg.Encode(&jpg, img, &jpeg.Options{Quality: 92}))
	return jpg.Bytes(), truth
}

// taughtOf makes a gallery with so many shots of every face of some d6, seen on the table of one look.
func taughtOf(t *testing.T, home string, kinds []string, shots int, look uint64) {
	t.Helper()
	store, err := gallery.OpenOrMake(home)
	require.NoError(t, err)
	eye := pictures.Open(builtProgram, pictures.How{Faces: true})
	defer func() { require.NoError(t, eye.Close()) }()
	world := painted(t, look)
	file := filepath.Join(t.TempDir(), "faces.jpg")
	for n := range shots * 6 {
		for some := range slices.Chunk(kinds, 10) {
			world.Dice, world.Up = some, slices.Repeat([]int{n % 6}, len(some))
			jpg, truth := onPaper(t, look*100+uint64(n), world)
			require.NoError(t, os.WriteFile(file, jpg, 0o600))
			seen, err := eye.Ask(t.Context(), pictures.Ask{Path: file, Crops: true})
			require.NoError(t, err)
			var lessons []gallery.NewShot
			for _, d := range seen.Scene.Sightings {
				if was := underneath(truth, d.Box); was != nil && len(d.Doubts) == 0 {
					lessons = append(lessons, lessonOf(t, *was, d))
				}
			}
			_, err = store.Add(lessons...)
			require.NoError(t, err)
		}
	}
}

func lessonOf(t *testing.T, was virtual.DieTruth, d vision.Sighting) gallery.NewShot {
	t.Helper()
	die, err := catalog.Find(was.Die)
	require.NoError(t, err)
	s := teach.ShotOf(d)
	s.Die, s.Face, s.Race, s.Shows, s.Shape, s.Colors, s.From = die.ID, was.Face, die.Race, die.Faces[was.Face], die.Shape, die.Colors, "taught"
	return s
}

// camera lays the dice of a roll under the camera. The player taps only the dice that the program asks about.
type camera struct {
	*duel
	world virtual.Options
	seed  uint64
	// rolls counts the rolls with several dice, dice the dice in them, and asked those of them that the program asked
	// about. wrong counts results that counted although other faces lay there.
	rolls, dice, asked, wrong int
	// lay are the dice that were thrown for the roll. made are the rolls that still have to be judged. A secret
	// answer can delay that.
	lay  []virtual.DieTruth
	made []made
}

// made is a roll with the dice that truly lay there.
type made struct {
	q   engine.Question
	lay []virtual.DieTruth
}

// roll throws what a question asks for, in as many throws as the tray needs.
func (h *camera) roll(p *page, q engine.Question) {
	h.t.Helper()
	h.lay = nil
	kept := func(id string) bool {
		return slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == id })
	}
	var kinds []string
	for _, d := range q.Roll.Dice {
		if !kept(d.ID) {
			kinds = append(kinds, d.Kind)
		}
	}
	for some := range slices.Chunk(kinds, 10) {
		h.seed++
		world := h.world
		world.Dice = some
		jpg, truth := onPaper(h.t, h.seed, world)
		before := h.throws(p)
		h.table.show(jpg)
		require.Eventually(h.t, func() bool { return h.throws(p) != before }, screenPatience, 100*time.Millisecond, h.looker.text())
		h.lay = append(h.lay, truth.Dice...)
		if len(kinds) > 1 {
			p.picture(fmt.Sprintf("taught-roll-%d", h.rolls+1))
		}
		h.answerAsked(p, q, truth)
	}
	p.sees(fmt.Sprintf(`!document.querySelector("[data-id='%s']")`, q.ID))
	if len(kinds) > 1 {
		h.rolls++
		h.dice += len(kinds)
		h.made = append(h.made, made{q, h.lay})
	}
}

// throws is the number of the throw on the tray. It is 0 if there is none.
func (h *camera) throws(p *page) int {
	if tray := h.view(p).Tray; tray != nil {
		return tray.ID
	}
	return 0
}

// answerAsked says, for each die on the tray that the program isn't sure of, what it truly shows.
func (h *camera) answerAsked(p *page, q engine.Question, truth virtual.Truth) {
	h.t.Helper()
	for range 40 {
		v := h.view(p)
		if v.Roll == nil || v.Roll.Question != q.ID || v.Tray == nil {
			return
		}
		act, asks := protocol.Act{Do: protocol.DoShow, Throw: v.Tray.ID, Rev: v.Tray.Rev}, false
		for _, d := range v.Tray.Dice {
			was := underneath(truth, d.Box)
			open := slices.ContainsFunc(v.Roll.Dice, func(o protocol.RollDie) bool { return o.Throw == v.Tray.ID && o.N == d.N && o.Shows == nil }) ||
				slices.ContainsFunc(v.Roll.Unnamed, func(o protocol.StrayDie) bool { return o.Throw == v.Tray.ID && o.N == d.N })
			if !open || was == nil {
				continue
			}
			for i, o := range v.Roll.Dice { // the die of that kind that isn't known yet
				if q.Roll.Dice[i].Kind == was.Die && o.Shows == nil {
					face := was.Face
					act.Die, act.As, act.Face, asks = d.N, o.ID, &face, true
				}
			}
			if asks {
				break
			}
		}
		if !asks {
			require.Empty(h.t, v.Roll.Doubts, "%+v", v.Roll)
			return
		}
		if len(q.Roll.Dice) > 1 {
			h.asked++
		}
		raw, err := json.Marshal(act)
		require.NoError(h.t, err)
		inPage[bool](p, fmt.Sprintf(`fetch("/api/act", {method: "POST", body: JSON.stringify({...%s, id: crypto.randomUUID()})}).then((r) => { if (!r.ok) throw new Error(r.status); return true; })`, raw))
	}
	require.FailNow(h.t, "the program goes on asking", h.looker.text())
}

// secret says whether the log can't be had because somebody's answer is still secret.
func (h *camera) secret() bool {
	h.t.Helper()
	r, err := http.Get(h.table.address + "games/1/game.jsonl")
	require.NoError(h.t, err)
	defer r.Body.Close()
	return r.StatusCode != http.StatusOK
}

// judge compares the counted faces with those that lay there: icons, their numbers, and whose ID it is.
func (h *camera) judge(roll made, log []engine.Entry) {
	h.t.Helper()
	q := roll.q
	count := map[string]int{}
	name := func(kind string, f models.Face) string {
		if f.ID {
			return "id of " + kind
		}
		return fmt.Sprintf("%s %d", f.Icon, f.Count)
	}
	for _, d := range roll.lay {
		die, err := catalog.Find(d.Die)
		require.NoError(h.t, err)
		count[name(d.Die, die.Faces[d.Face])]++
	}
	for _, e := range log {
		if e.Answer == nil || e.Answer.To != q.ID {
			continue
		}
		for _, d := range e.Answer.Dice {
			die, err := catalog.Find(d.Kind)
			require.NoError(h.t, err)
			if !slices.ContainsFunc(q.Kept, func(k engine.Thrown) bool { return k.ID == d.ID }) {
				count[name(d.Kind, die.Faces[*d.Face])]--
			}
		}
	}
	for what, n := range count {
		if n > 0 {
			h.wrong += n
			h.t.Logf("%s: %d × %s lay there and was taken for something else: %v", q.Text, n, what, count)
		}
	}
}

// The dice of two armies were taught with one shot of each face. The rolls for who begins are read by their icons
// under the camera. Nobody says what a die shows unless the program asks.
func TestATaughtArmyRollsToBegin(t *testing.T) {
	open := browsers(t)
	const look = 31
	grove := []string{"treefolk_noble_willow", "treefolk_lady_nereid", "treefolk_oak", "treefolk_oak", "treefolk_willow", "treefolk_pine",
		"treefolk_dryad", "treefolk_darktree", "treefolk_satyr", "treefolk_nymph", "treefolk_oakling", "treefolk_pineling", "treefolk_pineling", "treefolk_willowling", "treefolk_hamadryad"}
	embers := []string{"firewalker_expeditioner", "firewalker_expeditioner", "firewalker_guardian", "firewalker_guardian", "firewalker_genie", "firewalker_gorgon",
		"firewalker_salamander", "firewalker_firemaster", "firewalker_sunburst", "firewalker_ashbringer", "firewalker_fireshadow"}
	home := filepath.Join(t.TempDir(), "gallery")
	kinds := slices.Concat(grove, embers)
	slices.Sort(kinds)
	taughtOf(t, home, slices.Compact(kinds), 1, look)
	m := &duel{t: t, dir: t.TempDir()}
	m.table = keepTable(t, m.dir, "--source", "phone", "--gallery", home)
	m.keep(armyFile("The grove", grove, []string{"dragon_green_drake", "dragon_yellow_wyrm"}, "terrain_coastland_temple", "terrain_wasteland_city"))
	m.keep(armyFile("The embers", embers, []string{"dragon_red_drake", "dragon_blue_wyrm"}, "terrain_flatland_temple", "terrain_highland_tower"))
	desk := m.begins(open)
	ann, ben := desk, open(m.table.address+"games/1")
	ann.seat, ben.seat = 1, 2
	m.players, m.looker = []*page{ann, ben}, ann
	for _, p := range m.players {
		p.press(fmt.Sprintf("[data-sit='%d']", p.seat))
		p.sees(`!!document.querySelector("#my-seat")`)
	}
	h := &camera{duel: m, world: painted(t, look), seed: look * 1000}
	m.roll = h.roll
	for h.rolls < 1 && m.step() {
		require.Less(t, m.answers, 300, "nobody rolls")
	}
	for h.secret() {
		require.True(t, m.step(), "a secret answer is never opened")
	}
	log := h.log()
	for _, roll := range h.made {
		h.judge(roll, log)
	}
	t.Logf("%d rolls with %d dice: %d read for sure, %d asked about and answered, %d counted and wrong", h.rolls, h.dice, h.dice-h.asked, h.asked, h.wrong)
	require.Zero(t, h.wrong)
	require.Greater(t, h.dice, 2*h.asked, "most dice are read without a word")
	ann.picture("taught-game")
	m.table.close()
}

// If a gallery folder is new or empty, the program says so, because its name may be misspelt.
func TestAGalleryThatIsNewOrEmptyIsSaid(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "galery")
	first := keepTable(t, t.TempDir(), "--source", t.TempDir(), "--gallery", dir)
	require.Contains(t, first.errs.String(), "The gallery "+dir+" was not there: it is new and empty.")
	first.close()
	again := keepTable(t, t.TempDir(), "--source", t.TempDir(), "--gallery", dir)
	require.Contains(t, again.errs.String(), "The gallery "+dir+" is empty.")
	own := keepTable(t, t.TempDir(), "--source", t.TempDir())
	require.NotContains(t, own.errs.String(), "gallery")
}
