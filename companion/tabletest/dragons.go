package tabletest

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// ForceOf draws a force of one species that may be played.
func ForceOf(t testing.TB, edition string, size int, r *rand.Rand) dragondice.Force {
	t.Helper()
	e, err := rulebook.EditionOf(edition)
	require.NoError(t, err)
	var races, dragons, terrains, homes []string
	for _, k := range e.Kinds {
		switch k.Kind {
		case "unit":
			races = append(races, k.Race)
		case "drake", "wyrm":
			if k.Class == "elemental" {
				dragons = append(dragons, k.ID)
			}
		case "major_terrain":
			terrains = append(terrains, k.ID)
			if k.Home {
				homes = append(homes, k.ID)
			}
		}
	}
	for range 50 {
		race := races[r.IntN(len(races))]
		var f dragondice.Force
		for left, tries := size, 0; left > 0 && tries < 100_000; tries++ {
			k := e.Kinds[r.IntN(len(e.Kinds))]
			if k.Kind == "unit" && k.Race == race && k.Points <= left {
				f.Dice = append(f.Dice, k.ID)
				left -= k.Points
			}
		}
		judged, err := rulebook.ForceCheck{Edition: edition, Size: size, Force: f}.Judge()
		require.NoError(t, err)
		for range judged.Dragons {
			f.Pool = append(f.Pool, dragons[r.IntN(len(dragons))])
		}
		f.Terrain, f.Frontier = homes[r.IntN(len(homes))], terrains[r.IntN(len(terrains))]
		judged, err = rulebook.ForceCheck{Edition: edition, Size: size, Force: f}.Judge()
		require.NoError(t, err)
		if len(judged.Why) == 0 {
			return f
		}
	}
	require.FailNow(t, "no force of the edition may be played")
	return dragondice.Force{}
}

// DragonGame is a new game of Dragon Dice.
func DragonGame(t testing.TB, edition string, size int, seed uint64, names ...string) protocol.NewGame {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	n := protocol.NewGame{Rulebook: edition}
	setup := dragondice.Settings{Size: size}
	for _, name := range names {
		n.Players = append(n.Players, engine.Player{Name: name})
		setup.Forces = append(setup.Forces, ForceOf(t, edition, size, r))
	}
	var err error
	n.Setup, err = json.Marshal(setup)
	require.NoError(t, err)
	return n
}

// GameOf is a game as one seat may see it (0: as somebody who only looks on), and how many bytes a screen gets of it.
func GameOf(t testing.TB, s *companion.Session, id int, seat engine.Seat) (protocol.GameView, int) {
	t.Helper()
	raw, err := s.Games().JSON(id, protocol.Who{May: true}, seat)
	require.NoError(t, err)
	var v protocol.GameView
	require.NoError(t, json.Unmarshal(raw, &v))
	return v, len(raw)
}

// AnswerOne gives one random legal answer for the seat that is asked first; false if the game is over.
func AnswerOne(t testing.TB, s *companion.Session, id int, chance *rand.Rand) bool {
	t.Helper()
	v, _ := GameOf(t, s, id, 0)
	if len(v.Play.Pending) == 0 && len(v.Play.Waiting) > 0 {
		v, _ = GameOf(t, s, id, v.Play.Waiting[0])
	}
	if len(v.Play.Pending) == 0 {
		require.NotNil(t, v.Play.Outcome, "nothing is asked, and the game isn't over: %s", v.Play.Problem)
		return false
	}
	a := engine.Random(v.Play.Pending[0], chance)
	require.NoError(t, s.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
	return true
}
