package hall_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// One tap says which army marches, that it doesn't maneuver, and what it does. Each of these is an answer of its own,
// so the last can be taken back alone.
func TestAMarchIsSaidInOneTap(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "4.01d", 24, 5, "Ann", "Ben"))
	require.NoError(t, err)
	require.True(t, walk(t, tb, id, rand.New(rand.NewPCG(3, 9)), func(_ protocol.GameView, q engine.Question) bool {
		return len(q.Ways) > 0 && q.Declare != nil && len(q.Ways[0].Then) == 2
	}))
	v, _ := tabletest.GameOf(t, tb.Session, id, 0)
	before, way := v.Play.Entries, v.Play.Pending[0].Ways[0]
	page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
	page.Still()
	page.Size(1280, 800)
	page.Sees(fmt.Sprintf(`document.querySelector(".bar-act")?.dataset.ready === "yes" && !!document.querySelector(".a-board [data-way='%s']")`, way.ID))
	page.Accessible("a march in one tap")
	page.Click(fmt.Sprintf(`.a-board [data-way='%s']`, way.ID))
	page.Sees(fmt.Sprintf(`document.querySelector("[data-entries]")?.dataset.entries === "%d"`, before+3))
	page.Click("#undo")
	page.Sees(fmt.Sprintf(`document.querySelector("[data-entries]")?.dataset.entries === "%d"`, before+4))
	v, _ = tabletest.GameOf(t, tb.Session, id, 0)
	require.Contains(t, v.Play.Pending[0].Key, "/action", "the action is asked again, the army and the maneuver stand")
}
