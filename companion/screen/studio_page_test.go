package screen_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/models"
	"astragal/models/catalog"
)

// An army that the table keeps is laid out with one tap, and its twelve dice stand side by side on the narrowest phone.
func TestAKeptArmyIsLaidOutWithOneTap(t *testing.T) {
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	var army []models.Die
	var ids []string
	for _, d := range catalog.OfRace(every, "firewalker") {
		if d.Shape == "d6" && len(army) < 12 {
			army, ids = append(army, d), append(ids, d.ID)
		}
	}
	tb, _ := tabletest.Studying(t, army...)
	tb.Server.Studio.Folder = t.TempDir()
	force, err := json.Marshal(map[string]any{"dice": ids})
	require.NoError(t, err)
	_, err = tb.Session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: "starter", Name: "Ash and Ember", Force: force})
	require.NoError(t, err)
	page := tabletest.Open(t, "http://"+tb.Address+"/studio")
	page.Shows(`[data-lay="1"]`, fmt.Sprintf("Lay Ash and Ember out, face by face (%d dice)", len(ids)))
	page.Fits("studio kept army")
	page.Click(`[data-lay="1"]`)
	page.Sees(`document.querySelectorAll(".course-die").length === 12`)
	page.Fits("studio course")
	page.Sees(`[...document.querySelectorAll(".course-rows")].every((r) => r.scrollWidth <= r.clientWidth)`)
	page.Size(320, 720)
	page.Sees(`[...document.querySelectorAll(".course-rows")].every((r) => r.scrollWidth <= r.clientWidth)`)
	page.Accessible("an army that is laid out")
}
