package hub

import (
	"context"
	"fmt"
	"time"

	"astragal/companion/event"
	"astragal/companion/names"
)

// checkInMost is how many players may be checked in at once.
const checkInMost = 200

// CheckInAct is what a judge does with who plays where.
type CheckInAct struct {
	// Table is where the players play from now on; empty checks them out.
	Table string `json:"table"`
	// Players are their names. One that is checked in elsewhere moves.
	Players []string `json:"players"`
}

// seated is where a player is checked in.
type seated struct {
	player, table string
}

// checkIn binds players to a table. It is on disk before it returns.
func (h *Hub) checkIn(ctx context.Context, judge string, a CheckInAct) error {
	if len(a.Players) == 0 || len(a.Players) > checkInMost {
		return refuse("name 1 to %d players", checkInMost)
	}
	table := ""
	if a.Table != "" {
		var err error
		if table, err = event.GiveName("the table", a.Table); err != nil {
			return refuse("%w", err)
		}
	}
	var list []seated
	for _, name := range a.Players {
		kept, err := names.Given("the player", name, playerRunes)
		if err != nil {
			return refuse("%w", err)
		}
		list = append(list, seated{h.board.called(kept), table})
	}
	h.ledger.Lock()
	defer h.ledger.Unlock()
	if why := pairedElsewhere(h.board, list); why != "" {
		return refuse("%s", why)
	}
	if err := h.store.seat(ctx, list, judge, h.now()); err != nil {
		return err
	}
	h.board.seat(list)
	tellSent(h)
	return nil
}

// pairedElsewhere says which of the players a pairing sends to another table. The pairing counts more than a check-in.
func pairedElsewhere(b *board, list []seated) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range list {
		if at := b.paired[p.player]; at != "" && p.table != "" && at != p.table {
			return fmt.Sprintf("%q is paired at %q: move that game, or let two players change places, on Players", p.player, at)
		}
	}
	return ""
}

func (s *store) seat(ctx context.Context, list []seated, judge string, now time.Time) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, p := range list {
		if p.table == "" {
			_, err = tx.ExecContext(ctx, "DELETE FROM player WHERE name = ?", p.player)
		} else {
			_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO player (name, tbl, at, judge) VALUES (?, ?, ?, ?)", p.player, p.table, now.UnixMilli(), judge)
		}
		if err != nil {
			return explain(err)
		}
	}
	return explain(tx.Commit())
}

func (b *board) seat(list []seated) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range list {
		if p.table == "" {
			delete(b.seated, p.player)
			continue
		}
		b.seated[p.player] = p.table
	}
	b.version++
	b.desked = b.version
	b.seatAll()
}
