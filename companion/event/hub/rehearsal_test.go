package hub_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/rehearsal"
)

// When a rehearsal's last round is over, its tables are still there: a judge tries a ruling, and the table carries it out.
func TestARehearsalsTablesStayForTheJudge(t *testing.T) {
	h := openHall(t)
	address, err := event.ParseAddress("nats://" + h.tables + "/Spring%20cup")
	require.NoError(t, err)
	tried := false
	require.NoError(t, rehearsal.Run(t.Context(), rehearsal.Plan{Pages: h.pages, Dir: t.TempDir(), Tables: 2, Rounds: 1, Address: address, Out: io.Discard, Log: slog.New(slog.DiscardHandler),
		Token: func(table string) (string, error) { return h.hub.Token(event.RoleTable, table) },
		Stay: func(context.Context) {
			tried = true
			status, answer := post(t, h.pages+"/api/rule", hub.RuleAct{N: 1, Do: event.Annul, Reason: "a try"})
			require.Equal(t, http.StatusOK, status, answer)
			require.Eventually(t, func() bool {
				v := h.hubView()
				return v.Counts.Pending == 0 && v.Counts.Online == 2 && v.Desk.Rulings[0].State == "done"
			}, 15*time.Second, 20*time.Millisecond, "the table has not carried it out")
		}}))
	require.True(t, tried)
}
