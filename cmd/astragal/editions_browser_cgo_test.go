//go:build cgo

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// oldGame is a game of an edition that two people play to its end.
type oldGame struct {
	edition string
	size    int
	armies  [2]protocol.Army
	// seed is the seed of a short game that meets all of meets. If the rules have changed, the next such seed is
	// looked for.
	seed  uint64
	meets []string
	// picture is a rule. A picture is taken when the rule first asks something.
	picture string
}

func oldArmy(edition, name string, dice, pool []string, terrain, frontier string) protocol.Army {
	a := armyFile(name, dice, pool, terrain, frontier)
	a.Rulebook = edition
	return a
}

func oldGames() []oldGame {
	return []oldGame{
		{edition: "3.04a", size: 27, seed: 813, picture: "step/dragon-defense",
			meets: []string{"step/dragon-defense", "step/dragon-response", "spell/summon_dragon", "spell/summon_dragonkin", "item/artifact", "species/highland-dodge"},
			armies: [2]protocol.Army{
				oldArmy("3.04a", "The riders", []string{"eldarim_white_dragonlord", "eldarim_fire_disciple", "eldarim_fire_enthraller", "eldarim_fire_enthraller", "eldarim_fire_sorcerer",
					"eldarim_fire_devotee", "item_fire_blade_golem", "eldarim_fire_follower", "eldarim_fire_follower", "eldarim_fire_bodyguard", "eldarim_fire_escort"},
					[]string{"dragon_red_drake", "dragon_red_wyrm", "dragonkin_fire_dragonmount"}, "terrain_highland_city", "terrain_feyland_dragons_lair"),
				oldArmy("3.04a", "The hunters", []string{"lava_elf_adept", "lava_elf_adept", "lava_elf_warlock", "lava_elf_warlock", "lava_elf_necromancer", "lava_elf_duelist", "lava_elf_duelist",
					"lava_elf_conqueror", "lava_elf_conqueror", "lava_elf_scout", "lava_elf_spy", "lava_elf_bladesman", "eldarim_fire_dragonhunter"},
					[]string{"dragon_black_drake", "dragon_red_ivory_wyrm"}, "terrain_highland_tower", "terrain_feyland_dragons_lair"),
			}},
		{edition: "1996", size: 24, seed: 192, picture: "step/charge",
			meets: []string{"step/charge", "step/skirmish", "species/dwarves", "spell/reanimate_dead"},
			armies: [2]protocol.Army{
				oldArmy("1996", "The mine", []string{"dwarf_warlord", "dwarf_sergeant", "dwarf_sergeant", "dwarf_sergeant", "dwarf_lizard_rider", "dwarf_mammoth_rider", "dwarf_marksman",
					"dwarf_footman", "dwarf_footman", "dwarf_crossbowman", "dwarf_crossbowman", "dwarf_thaumaturgist", "dwarf_theurgist", "dwarf_theurgist"},
					[]string{"dragon_red_drake"}, "terrain_highland_city", "terrain_swampland_temple"),
				oldArmy("1996", "The marsh", []string{"goblin_marauder", "goblin_cutthroat", "goblin_cutthroat", "goblin_cutthroat", "goblin_wolf_rider", "goblin_leopard_rider", "goblin_slingman",
					"goblin_thug", "goblin_thug", "goblin_pelter", "goblin_pelter", "goblin_hedge_wizard", "goblin_trickster", "goblin_trickster"},
					[]string{"dragon_black_drake"}, "terrain_coastland_tower", "terrain_highland_tower"),
			}},
	}
}

// given is an answer of a game that was played without a screen.
type given struct {
	question engine.Question
	answer   engine.Answer
}

// rehearse plays games with random answers, from a seed on, until a game is short and meets all of meets. It returns
// the answers and the game.
func (e oldGame) rehearse(t *testing.T, h engine.Header) ([]given, *engine.Game) {
	t.Helper()
	const most, tries = 240, 1000
	book, err := dragondice.Open(h)
	require.NoError(t, err)
	for seed := e.seed; seed < e.seed+tries; seed++ {
		g, err := engine.New(book)
		require.NoError(t, err)
		chance := rand.New(rand.NewPCG(seed, 3))
		var answers []given
		for len(g.Pending()) > 0 && len(answers) < most {
			q := g.Pending()[0]
			if strings.Contains(q.Text, "divided so") {
				break // the page enforces what a division must do, so it never asks for it again
			}
			a := daring(q, chance)
			for n := 0; n < 200 && !divides(q, a); n++ {
				a = daring(q, chance)
			}
			require.NoError(t, g.Answer(a))
			answers = append(answers, given{q, a})
		}
		if g.Outcome() != nil && e.met(g) {
			if seed != e.seed {
				t.Logf("%s: seed %d now", e.edition, seed)
			}
			t.Cleanup(g.Stop)
			return answers, g
		}
		g.Stop()
	}
	require.FailNow(t, "no game of chance is short and meets all that it shall", "%s %v", e.edition, e.meets)
	return nil, nil
}

func (e oldGame) met(g *engine.Game) bool {
	cited := map[string]bool{}
	for _, f := range g.Facts() {
		cited[f.Rule] = true
		for _, l := range f.Lines {
			cited[l.Rule] = true
		}
	}
	return !slices.ContainsFunc(e.meets, func(rule string) bool { return !cited[rule] })
}

// divides says whether an answer leaves enough of a force for the armies that are made after this one.
func divides(q engine.Question, a engine.Answer) bool {
	if q.Pick == nil || q.Pick.Parts == nil {
		return true
	}
	weight, needed := 0, 0
	for _, o := range q.Pick.Options {
		if slices.Contains(a.Chosen, o.ID) {
			continue
		}
		weight += o.Weight
		if slices.Contains(q.Pick.Parts.Of, o.ID) {
			needed++
		}
	}
	return weight <= q.Pick.Parts.More**q.Pick.Limit && needed >= q.Pick.Parts.More && slices.ContainsFunc(a.Chosen, func(id string) bool { return slices.Contains(q.Pick.Parts.Of, id) })
}

// daring answers at random. But it marches and attacks three times out of four, and never concedes.
func daring(q engine.Question, chance engine.Chance) engine.Answer {
	a := engine.Answer{To: q.ID}
	if len(q.Seats) > 0 {
		a.Seat = q.Seats[0]
	}
	switch {
	case q.Kind == engine.KindDeclare && chance.IntN(4) > 0:
		o := slices.DeleteFunc(slices.Clone(q.Declare.Options), func(o engine.Option) bool {
			return slices.Contains([]string{"none", "no", "concede", "done", "stay"}, o.ID)
		})
		if len(o) > 0 {
			a.Chosen = []string{o[chance.IntN(len(o))].ID}
			return a
		}
	case q.Kind == engine.KindPick && strings.Contains(q.Key, "/retreat") && engine.Legal(q, a) == nil:
		return a
	}
	a = engine.Random(q, chance)
	for i := range a.Dice { // the page shows equal faces as one
		d := q.Roll.Dice[i]
		face := slices.IndexFunc(d.Faces, func(f engine.Face) bool { return alike(f, d.Faces[*a.Dice[i].Face]) })
		a.Dice[i].Face = &face
	}
	if len(a.Chosen) == 1 && a.Chosen[0] == "concede" {
		a.Chosen[0] = "none"
	}
	return a
}

// alike says whether two faces show the same.
func alike(a, b engine.Face) bool {
	return a.Icon == b.Icon && a.Count == b.Count && (a.Value == nil) == (b.Value == nil) && (a.Value == nil || *a.Value == *b.Value)
}

// taps are the buttons that a person presses to give an answer.
func taps(q engine.Question, a engine.Answer) []string {
	var out []string
	switch q.Kind {
	case engine.KindRoll:
		for _, d := range a.Dice {
			out = append(out, fmt.Sprintf("[data-die='%s'] [data-face='%d']", d.ID, *d.Face))
		}
		return append(out, "[data-do='hand']")
	case engine.KindDeclare:
		return []string{fmt.Sprintf("[data-option='%s']", a.Chosen[0])}
	case engine.KindAllot:
		for i, n := range a.Points {
			for range n - q.Allot.Rows[i].Min {
				out = append(out, fmt.Sprintf("[data-row='%s'] [data-more]", q.Allot.Rows[i].ID))
			}
		}
	default:
		for _, id := range a.Chosen {
			out = append(out, fmt.Sprintf("[data-option='%s']", id))
		}
	}
	return append(out, "[data-do='take']")
}

// gives taps an answer into the page, one button after the other, and waits until the question is gone.
func (s *page) gives(x given) {
	s.t.Helper()
	at, _ := json.Marshal(fmt.Sprintf("[data-id='%s']", x.question.ID))
	list, _ := json.Marshal(taps(x.question, x.answer))
	said := inPage[string](s, fmt.Sprintf(`(async () => {
		const at = %s, breath = (ms) => new Promise((r) => setTimeout(r, ms));
		const until = async (what, f) => {
			for (const end = Date.now() + 40000; Date.now() < end; await breath(6)) { const v = f(); if (v) return v; }
			throw new Error("waited in vain for " + what + "\n" + document.body.innerText.slice(0, 3000));
		};
		try {
			await until(at, () => document.querySelector(at)?.dataset.ready === "yes");
			for (const sel of %s) {
				const e = await until(sel, () => { const e = document.querySelector(at + " " + sel); return e && !e.disabled && e.getAttribute("aria-disabled") !== "true" && e; });
				e.click();
				await breath(0);
			}
			await until("the next question after " + at, () => !document.querySelector(at));
			return "";
		} catch (e) { return String(e); }
	})()`, at, list))
	require.Empty(s.t, said, "%s: %s", x.question.Key, x.question.Text)
}

// Two people play a game of each older edition of Dragon Dice to its end, each in their own browser, by what their
// screens show. The outcome must be that of the same game without a screen.
func TestOlderEditionsArePlayedToTheirEnd(t *testing.T) {
	open := browsers(t)
	for _, e := range oldGames() {
		t.Run(e.edition, func(t *testing.T) {
			m := &duel{t: t, dir: t.TempDir()}
			m.table = keepTable(t, m.dir, "--source", "virtual:11")
			desk := open(m.table.address + "games")
			desk.t = t
			for _, a := range e.armies {
				m.keep(a)
			}
			desk.press("#new-game")
			desk.choose("#rulebook", e.edition)
			desk.choose("#force-size", fmt.Sprint(e.size))
			desk.choose("[data-player='1']", "Ann")
			desk.choose("[data-player='2']", "Ben")
			for i := 1; i <= 2; i++ {
				desk.choose(fmt.Sprintf("[data-force='%d']", i), fmt.Sprint(i))
				desk.sees(fmt.Sprintf(`!!document.querySelector("[data-brings='%d']")`, i))
			}
			desk.press("#begin-game")
			desk.sees(`location.pathname === "/games/1"`)
			m.players = []*page{desk, open(m.table.address + "games/1")}
			for i, p := range m.players {
				p.t, p.seat = t, engine.Seat(i+1)
				p.press(fmt.Sprintf("[data-sit='%d']", p.seat))
				p.sees(`!!document.querySelector("#my-seat")`)
			}
			m.looker = m.players[1]

			answers, rehearsed := e.rehearse(t, *m.log()[0].Header)
			shown := false
			for _, x := range answers {
				by := m.players[max(x.answer.Seat, 1)-1]
				if x.question.Rule == e.picture && !shown {
					shown = true
					by.picture(e.edition + "-" + strings.ReplaceAll(e.picture, "/", "-"))
				}
				by.gives(x)
			}
			for _, p := range m.players {
				p.sees(`document.querySelector("#outcome")?.textContent.length > 3`)
			}
			desk.picture(e.edition + "-over")
			played := m.game()
			require.Equal(t, rehearsed.Outcome(), played.Outcome())
			require.Equal(t, rehearsed.Facts(), played.Facts())
			require.NoError(t, dragondice.Check(played))
			t.Logf("%s: %d answers, %s", e.edition, len(answers), played.Outcome().Text)
		})
	}
}
