package dragondice_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"astragal/engine"
	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// Two players have three terrains: each may bring four minor terrains, and not one more.
func TestMinorTerrainsAreBounded(t *testing.T) {
	e, err := dragondice.Find("4.01d")
	require.NoError(t, err)
	players := []engine.Player{{Name: "Ann"}, {Name: "Bob"}}
	r := rand.New(rand.NewPCG(1, 2))
	s := dragondice.Settings{Size: 24}
	for range players {
		s.Forces = append(s.Forces, randomForce(t, e, 24, r))
	}
	for i := range s.Forces {
		s.Forces[i].Pool = onlyDragons(t, s.Forces[i].Pool)
	}
	some := []string{"minor_flatland_bridge", "minor_flatland_knoll", "minor_flatland_village", "minor_flatland_woods", "minor_feyland_bridge"}
	bob := s.Forces[1].Pool
	for n, legal := range map[int]bool{4: true, 5: false} {
		s.Forces[1].Pool = append(append([]string(nil), bob...), some[:n]...)
		raw, err := json.Marshal(s)
		require.NoError(t, err)
		_, err = dragondice.New("4.01d", "minors", players, raw, kinds(t))
		if legal {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, "the force of Bob: it brings 5 minor terrains, at most 4 come to a game with 3 terrains")
		}
	}
}

func onlyDragons(t *testing.T, pool []string) []string {
	t.Helper()
	var out []string
	for _, k := range kinds(t) {
		for _, id := range pool {
			if k.ID == id && (k.Kind == "drake" || k.Kind == "wyrm") {
				out = append(out, id)
			}
		}
	}
	return out
}
