package hub

import (
	"fmt"
	"strings"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"astragal/companion/event"
)

// refuses says why a token with a good seal isn't valid any more; empty if it is.
func (h *Hub) refuses(p event.Pass) string {
	if p.Over(h.now()) {
		return "it ended on " + p.Until.Format(time.DateTime) + ": the organiser makes a new one"
	}
	gone, err := h.tokens.Withdrawn(p.ID())
	if err != nil {
		h.log.Warn("whether tokens were withdrawn", "err", err)
	}
	if gone {
		return "it was withdrawn"
	}
	return ""
}

// userOf is what the tables' server calls a connection: the token's number, and the name. The number tells two tokens of one name apart.
func userOf(p event.Pass) string { return p.ID() + " " + p.Name }

// dropWithdrawn ends the connections of tables whose tokens were withdrawn. It looks each time: a connection may come in
// while its token is being withdrawn.
func (h *Hub) dropWithdrawn() {
	if h.broker == nil {
		return
	}
	list, err := h.tokens.All()
	if err != nil {
		return // refuses says it
	}
	gone := map[string]bool{}
	for _, t := range list {
		if !t.Withdrawn.IsZero() {
			gone[t.ID] = true
		}
	}
	if len(gone) == 0 {
		return
	}
	there, err := h.broker.server.Connz(&natsserver.ConnzOptions{Username: true, Limit: connections})
	if err != nil {
		h.log.Warn("look at the tables' connections", "err", err)
		return
	}
	for _, c := range there.Conns {
		id, name, _ := strings.Cut(c.AuthorizedUser, " ")
		if !gone[id] {
			continue
		}
		h.log.Info("a table's token was withdrawn", "table", name)
		if err := h.broker.server.DisconnectClientByID(c.Cid); err != nil {
			h.log.Warn("end a table's connection", "table", name, "err", fmt.Sprint(err))
		}
	}
}
