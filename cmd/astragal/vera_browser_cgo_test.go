//go:build cgo

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/veradiscordia"
	"astragal/vision"
	"astragal/vision/tend"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// veraSeed is the seed of the virtual table in these games.
const veraSeed = 11

// colourful is a game of Vera Discordia in two browsers. The virtual table throws every die and the camera reads it.
// twin is the same virtual table, made by the test. It says what truly lies there.
type colourful struct {
	duel
	twin *virtual.Table
	// plan are the units and attacks that each seat prefers, in this order.
	plan map[engine.Seat][]string
	// rolls and dice count what was thrown. asked counts the dice that a player had to say something about.
	rolls, dice, asked int
}

// beginColourful opens a table and two browsers, and begins a game with these settings.
func beginColourful(t *testing.T, setup veradiscordia.Settings, plan map[engine.Seat][]string) *colourful {
	t.Helper()
	require.NoError(t, setup.Check())
	open := browsers(t)
	m := &colourful{duel: duel{t: t, dir: t.TempDir()}, plan: plan}
	m.table = keepTable(t, m.dir, "--source", fmt.Sprintf("virtual:%d", veraSeed), "--dice", "d6")
	twin, err := tend.Table(veraSeed, []string{"d6"})
	require.NoError(t, err)
	m.twin = twin
	m.table.countFirst()
	raw, err := json.Marshal(protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: asJSON(t, setup)})
	require.NoError(t, err)
	desk := open(m.table.address + "games")
	inPage[string](desk, fmt.Sprintf(`fetch("/api/games", {method: "POST", body: %q}).then((r) => r.text())`, raw))
	ann, ben := open(m.table.address+"games/1"), open(m.table.address+"games/1")
	ann.seat, ben.seat = 1, 2
	m.players, m.looker = []*page{ann, ben}, desk
	for _, p := range m.players {
		p.press(fmt.Sprintf("[data-sit='%d']", p.seat))
		p.sees(`!!document.querySelector("#my-seat")`)
	}
	return m
}

func asJSON(t *testing.T, v any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return raw
}

// play goes on until the game is over.
func (m *colourful) play() {
	m.t.Helper()
	for m.turn() {
		m.answers++
		require.Less(m.t, m.answers, 120, "the game doesn't end")
	}
}

// turn lets a player who is asked answer. It returns false if the game is over.
func (m *colourful) turn() bool {
	m.t.Helper()
	for _, p := range m.players {
		v := m.view(p)
		if v.Play.Outcome != nil {
			return false
		}
		for _, q := range v.Play.Pending {
			if q.Seats[0] != p.seat {
				continue
			}
			p.sees(fmt.Sprintf(`document.querySelector("[data-id='%s']")?.dataset.ready === "yes"`, q.ID))
			if q.Kind == engine.KindRoll {
				m.camera(p, q)
			} else {
				m.tap(p, q, m.decide(q))
			}
			return true
		}
	}
	require.FailNow(m.t, "nobody is asked, and the game is not over", m.looker.text())
	return false
}

// decide answers as planned. If nothing planned is offered, it does as little as possible.
func (m *colourful) decide(q engine.Question) engine.Answer {
	a := engine.Answer{To: q.ID, Seat: q.Seats[0]}
	if q.Kind == engine.KindDeclare {
		ids := make([]string, 0, len(q.Declare.Options))
		for _, o := range q.Declare.Options {
			ids = append(ids, o.ID)
		}
		a.Chosen = ids[:1]
		for i, wish := range append(slices.Clone(m.plan[a.Seat]), "none", "decline") {
			if slices.Contains(ids, wish) {
				a.Chosen = []string{wish}
				if i < len(m.plan[a.Seat]) {
					m.plan[a.Seat] = slices.Delete(m.plan[a.Seat], i, i+1)
				}
				break
			}
		}
		return a
	}
	return engine.Random(q, firstChance{})
}

// tap answers with the page's buttons.
func (m *colourful) tap(p *page, q engine.Question, a engine.Answer) {
	m.t.Helper()
	at := fmt.Sprintf("[data-id='%s'] ", q.ID)
	last := at + "[data-do='take']"
	for _, id := range a.Chosen {
		if last = fmt.Sprintf("%s[data-option='%s']", at, id); q.Kind != engine.KindDeclare {
			p.press(last)
			last = at + "[data-do='take']"
		}
	}
	// On a busy machine the connection may be lost for a moment, and a tap with it. So the test taps until the
	// question is gone.
	tap, _ := json.Marshal(last)
	require.Eventually(m.t, func() bool {
		return inPage[bool](p, fmt.Sprintf(`(() => {
			const now = document.querySelector("[data-id='%s']"), e = document.querySelector(%s);
			if (now?.dataset.ready === "yes" && e && !e.disabled) e.click();
			return !now;
		})()`, q.ID, tap))
	}, screenPatience, 400*time.Millisecond, "%s", m.looker.text())
}

// throws makes the virtual table and the twin throw, and says what then lies there.
func (m *colourful) throws(p *page, dice []string) []virtual.DieTruth {
	m.t.Helper()
	_, err := m.twin.Throw(m.twin.Frames(), dice...)
	require.NoError(m.t, err)
	p.press("#throw")
	return m.twin.Truth(m.twin.Frames() - 1).Dice
}

// camera throws the dice of a roll under the camera. The player says what the camera isn't sure of. What it counted
// without asking must be true, colour and value.
func (m *colourful) camera(p *page, q engine.Question) {
	m.t.Helper()
	var dice []string
	for _, d := range q.Roll.Dice {
		name := "d6"
		if len(d.Colors) > 0 {
			name += ":" + d.Colors[0]
		}
		dice = append(dice, name)
	}
	truth := m.throws(p, dice)
	m.rolls, m.dice = m.rolls+1, m.dice+len(dice)
	asked := map[int]bool{}
	require.Eventually(m.t, func() bool {
		v := m.view(p)
		if !slices.ContainsFunc(v.Play.Pending, func(x engine.Question) bool { return x.ID == q.ID }) {
			return true
		}
		if v.Roll == nil || v.Roll.Question != q.ID || v.Roll.Throws == 0 || v.Tray == nil {
			return false
		}
		m.help(p, v, q, truth, asked)
		return false
	}, screenPatience, 200*time.Millisecond, "%s", m.looker.text())
	m.asked += len(asked)
	_, _, thrown := m.lastRoll(p)
	var want, got []string
	for _, d := range truth {
		want = append(want, fmt.Sprintf("%s %d", d.Die, *d.Value))
	}
	for i, d := range thrown {
		require.Equal(m.t, q.Roll.Dice[i].ID, d.ID)
		got = append(got, fmt.Sprintf("%s %d", dice[i], *d.Value))
	}
	require.ElementsMatch(m.t, want, got, "read otherwise than it lay, of these %d were asked", len(asked))
}

// lastRoll is the newest counted roll: its entry, the dice of its question, and what was thrown.
func (m *colourful) lastRoll(p *page) (entry int, asked []engine.Die, thrown []engine.Thrown) {
	m.t.Helper()
	lines := m.view(p).Log
	i := slices.IndexFunc(lines, func(l protocol.LogLine) bool { return l.Roll })
	require.GreaterOrEqual(m.t, i, 0, "no roll was counted")
	var is struct {
		Question engine.Question
		Answer   engine.Answer
	}
	raw := inPage[string](p, fmt.Sprintf(`fetch("/api/games/1/entries/%d").then((r) => r.text())`, lines[i].N))
	require.NoError(m.t, json.Unmarshal([]byte(raw), &is), raw)
	return lines[i].N, is.Question.Roll.Dice, is.Answer.Dice
}

// help taps what the camera isn't sure of, one thing at a time.
func (m *colourful) help(p *page, v protocol.GameView, q engine.Question, truth []virtual.DieTruth, asked map[int]bool) {
	m.t.Helper()
	lies := func(n int) virtual.DieTruth {
		i := slices.IndexFunc(v.Tray.Dice, func(d protocol.DieView) bool { return d.N == n })
		best := slices.MaxFunc(truth, func(a, b virtual.DieTruth) int {
			return int(1000 * (vision.Overlap(a.Box, v.Tray.Dice[i].Box) - vision.Overlap(b.Box, v.Tray.Dice[i].Box)))
		})
		require.Greater(m.t, vision.Overlap(best.Box, v.Tray.Dice[i].Box), .3, "no die lies where one was seen")
		return best
	}
	at := fmt.Sprintf("[data-id='%s'] ", q.ID)
	for _, d := range v.Roll.Dice {
		if d.Throw > 0 && d.Shows == nil {
			asked[d.N] = true
			p.press(fmt.Sprintf("%s[data-die='%s'] [data-face='%d']", at, d.ID, *lies(d.N).Value))
			return
		}
	}
	for _, d := range v.Roll.Unnamed {
		die := lies(d.N)
		for _, w := range q.Roll.Dice {
			if slices.Contains(v.Roll.Missing, w.ID) && "d6:"+w.Colors[0] == die.Die {
				asked[d.N] = true
				inPage[bool](p, fmt.Sprintf(`(document.querySelector(".marks [data-die='%d']").dispatchEvent(new MouseEvent("click", {bubbles: true})), true)`, d.N))
				p.press(fmt.Sprintf("#name-die [data-name='%s']", w.ID))
				p.press(fmt.Sprintf("#name-die [data-face='%d']", *die.Value))
				return
			}
		}
	}
	if len(v.Roll.Doubts) > 0 {
		p.press(at + "[data-do='confirm']")
	}
}

// game replays the log.
func (m *colourful) game() *engine.Game {
	m.t.Helper()
	log := m.log()
	book, err := veradiscordia.Open(*log[0].Header)
	require.NoError(m.t, err)
	g, err := engine.Replay(book, log)
	require.NoError(m.t, err)
	m.t.Cleanup(g.Stop)
	require.Nil(m.t, g.Diverged())
	return g
}

// over checks that every screen shows this end of the game, and that attacks of all three kinds were made.
func (m *colourful) over(words string) {
	m.t.Helper()
	for _, p := range m.players {
		p.sees(fmt.Sprintf(`document.querySelector("#outcome")?.textContent === %q`, words))
	}
	g := m.game()
	for _, kind := range []veradiscordia.AttackKind{veradiscordia.Direct, veradiscordia.Indirect, veradiscordia.Aerial} {
		require.True(m.t, slices.ContainsFunc(g.Facts(), func(f engine.Fact) bool { return f.Rule == "vera.attack."+string(kind) }), "no %s attack was made", kind)
	}
	m.t.Logf("%d rolls of %d dice, all by camera; %d dice were asked about", m.rolls, m.dice, m.asked)
}
