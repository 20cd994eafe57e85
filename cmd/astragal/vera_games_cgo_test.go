//go:build cgo

package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/engine"
	"astragal/engine/veradiscordia"
	"astragal/vision"
	"astragal/vision/virtual"
)

// A player wins by taking the general. The table's dice have none of the printed colours, so they are shown to the
// camera once. A misread die is corrected in the log after its damage was dealt.
func TestVeraDiscordiaIsWonByTakingTheGeneral(t *testing.T) {
	m := beginColourful(t, veradiscordia.Settings{
		Dice: map[veradiscordia.Color]string{"white": "orange", "purple": "green", "yellow": "black"},
		First: &veradiscordia.Start{Faction: "Hollow Wood", General: "Tam Hollin", Vanguard: []string{"Night Heron, attack", "Bramble Folk, attack", "-", "-"},
			Rearguard: []string{"Moss Giant, attack", "Reed Archers, general", "-", "-"}},
		Second: &veradiscordia.Start{Faction: "Brass Harbour", General: "Petra Sill", Vanguard: []string{"Dockhands, attack", "Sky Lancers, lp 1, general", "-", "-"},
			Rearguard: []string{"-", "-", "-", "The Choir"}},
	}, map[engine.Seat][]string{1: {"v1", "aerial:r4", "r1", "indirect:v1", "v2", "direct:v2"}, 2: {"v1", "indirect:r1"}})
	ann := m.players[0]
	m.show(ann, []string{"orange", "blue", "green", "red", "black"})
	corrected := false
	for m.turn() {
		m.answers++
		require.Less(t, m.answers, 120, "the game doesn't end")
		if !corrected && m.rolls == 1 {
			corrected = true
			m.misread(ann)
		}
	}
	require.True(t, corrected)
	m.over("Ann has taken the general of Ben and wins.")
	ann.picture("vera-general-taken")
}

// show shows the table's dice to the camera, two of each colour, and says which is which.
func (m *colourful) show(p *page, colors []string) {
	m.t.Helper()
	p.press("#show-dice")
	p.sees(`!!document.querySelector("#showing")`)
	var dice []string
	for _, c := range colors {
		dice = append(dice, "d6:"+c, "d6:"+c)
	}
	truth := m.throws(p, dice)
	p.sees(`document.querySelectorAll("[data-shown]").length === 10`)
	for _, d := range m.view(p).Tray.Dice {
		i := slices.IndexFunc(truth, func(x virtual.DieTruth) bool { return vision.Overlap(x.Box, d.Box) > .3 })
		require.GreaterOrEqual(m.t, i, 0)
		p.choose(fmt.Sprintf("[data-shown='%d'] select", d.N), strings.TrimPrefix(truth[i].Die, "d6:"))
	}
	p.picture("vera-show-dice")
	p.press("#keep-dyes")
	p.sees(`!document.querySelector("#showing")`)
	require.Len(m.t, m.view(p).Dyes, 5)
}

// misread changes a die of the first roll after it was counted. The damage is worked out anew.
func (m *colourful) misread(p *page) {
	m.t.Helper()
	entry, _, thrown := m.lastRoll(p)
	d := thrown[0]
	other := *d.Value%6 + 1
	before := m.game().Facts()
	p.picture("vera-before-misread")
	m.correct(p, entry, d.ID, other)
	_, now, ok := m.game().Question(entry)
	require.True(m.t, ok)
	require.Equal(m.t, other, *now.Dice[0].Value)
	require.NotEqual(m.t, before, m.game().Facts())
}

// A player wins because the first player's army has no Motivation left. The dice have the printed colours and were
// never shown: the camera's names of colours are enough.
func TestVeraDiscordiaIsWonByMotivation(t *testing.T) {
	two := 2
	m := beginColourful(t, veradiscordia.Settings{
		First: &veradiscordia.Start{Faction: "Hollow Wood", Motivation: &two, Vanguard: []string{"Poachers, lp 1", "Bramble Folk", "-", "-"},
			Rearguard: []string{"-", "Reed Archers, attack", "-", "Moss Giant"}},
		Second: &veradiscordia.Start{Faction: "Brass Harbour", Vanguard: []string{"Iron Ox, attack", "Sky Lancers, attack", "-", "-"},
			Rearguard: []string{"-", "Powder Crew, attack", "-", "-"}},
		Initiative: 2,
	}, map[engine.Seat][]string{1: {"r2", "indirect:v2"}, 2: {"v2", "aerial:r4", "r2", "indirect:v2", "v1", "direct:v1"}})
	m.play()
	m.over("Ann has no Motivation left: Ben wins.")
	m.players[1].picture("vera-motivation-gone")
}
