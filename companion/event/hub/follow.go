package hub

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
)

// stop ends that what follows of a game counts by itself.
const stop event.Deed = "stop"

// ofTime says whether something waits for nothing but its time: it came late, or at no time that fits. Only what waits so may be followed, because every
// other reason needs a look each time.
func ofTime(why string, round int, name string) bool {
	times := []string{fitsNone, fitsNoRound, inNoRound, begunEarly(round)}
	if name != "" {
		times = append(times, cameAfter(name))
	}
	return why != "" && within(why, times)
}

// cameAfter says that something came after the round of that name was over.
func cameAfter(name string) string { return fmt.Sprintf("it came after %q was over", name) }

// within says whether each of the reasons why something waits is among those that were seen.
func within(why string, seen []string) bool {
	return !slices.ContainsFunc(strings.Split(why, reasonEnd), func(one string) bool { return !slices.Contains(seen, one) })
}

// follows says whether a judge may let what follows of a roll's game count by itself.
func (r rollRow) follows(name string) bool {
	return r.open() && r.later == 0 && r.play != "" && ofTime(r.waits, r.round, name)
}

// nameOf is what a round is called; empty for none.
func nameOf(b *board, round int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if round < 1 || round > len(b.rounds) {
		return ""
	}
	return b.rounds[round-1].name
}

// follow writes down that what comes of a roll's game in its round counts by itself from now on, if it waits for no other reason than that roll. It returns
// the rolls that wait with it now, oldest first. It ends with the game, or if a judge ends it.
func follow(ctx context.Context, h *Hub, judge string, n int64) ([]int64, error) {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	tx, err := h.store.write.BeginTx(ctx, nil)
	if err != nil {
		return nil, explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	r, err := scanRoll(tx.QueryRowContext(ctx, "SELECT "+rollColumns+" FROM roll WHERE n = ?", n))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, refuse("there is no roll %d", n)
	case err != nil:
		return nil, explain(err)
	case !r.open():
		return nil, refuse("%s doesn't wait for a judge", r.called())
	case !r.follows(nameOf(h.board, r.round)):
		return nil, refuse("what follows of a game can count by itself only if its rolls wait for nothing but their time")
	}
	var over, there bool
	if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM result WHERE source = ?1 AND COALESCE(NULLIF(body ->> '$.of', ''), id) = ?2 AND body ->> '$.over'), EXISTS (SELECT 1 FROM follow WHERE source = ?1 AND play = ?2 AND round = ?3 AND why = ?4 AND over = 0)",
		r.source, r.play, r.round, r.waits).Scan(&over, &there); err != nil {
		return nil, explain(err)
	}
	if over {
		return nil, refuse("this game is over: nothing follows of it")
	}
	rolls, err := lineOfRoll(ctx, tx, r)
	if err != nil {
		return nil, explain(err)
	}
	if !there {
		if _, err := tx.ExecContext(ctx, "INSERT INTO follow (at, source, play, round, why, tbl, roll, judge) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			h.now().UnixMilli(), r.source, r.play, r.round, r.waits, r.table, slices.Max(rolls), judge); err != nil {
			return nil, explain(err)
		}
	}
	if err := tx.Commit(); err != nil {
		return nil, explain(err)
	}
	toDesk(h.board)
	return rolls, nil
}

// lineOfRoll are the rolls that wait in one line with a roll, oldest first.
func lineOfRoll(ctx context.Context, tx *sql.Tx, r rollRow) ([]int64, error) {
	rows, err := tx.QueryContext(ctx, "SELECT n FROM roll WHERE source = ? AND play = ? AND round = ? AND waits = ? AND later = 0 AND judgement = '' ORDER BY n", r.source, r.play, r.round, r.waits)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var out []int64
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}

// unfollow ends by a judge's word that what follows of a game counts by itself. What has counted goes on counting.
func unfollow(ctx context.Context, h *Hub, judge string, n int64) error {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	done, err := h.store.write.ExecContext(ctx, "UPDATE follow SET over = ?, ender = ? WHERE n = ? AND over = 0", h.now().UnixMilli(), judge, n)
	if err != nil {
		return explain(err)
	}
	switch ended, err := done.RowsAffected(); {
	case err != nil:
		return explain(err)
	case ended == 0:
		return refuse("this has ended already")
	}
	toDesk(h.board)
	return nil
}

// toDesk shows the judges' desk anew.
func toDesk(b *board) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.version++
	b.desked = b.version
}

// followed says whether what waits for these reasons counts by itself: judges have said so of its game and round, and have seen each of the reasons.
func (b *batch) followed(ctx context.Context, source, play string, round int, why string) (bool, error) {
	if play == "" || why == "" {
		return false, nil
	}
	rows, err := b.tx.QueryContext(ctx, "SELECT why FROM follow WHERE source = ? AND play = ? AND round = ? AND over = 0", source, play, round)
	if err != nil {
		return false, err
	}
	defer func() { _ = rows.Close() }()
	var seen []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return false, err
		}
		seen = append(seen, strings.Split(one, reasonEnd)...)
	}
	return within(why, seen), rows.Err()
}

// resultOfGame lets the result of a game count that a judge has let follow. With the result the game is over, and nothing more of it counts by itself.
func (b *batch) resultOfGame(ctx context.Context, now resultRow, received time.Time) (out resultRow, ended bool, err error) {
	play := playOf(now.result)
	if !now.result.Over && now.later == nil {
		return now, false, nil
	}
	if now.open() && now.later == nil {
		counts, err := b.followed(ctx, now.source, play, now.round, now.waits)
		if err != nil {
			return now, false, err
		}
		if counts {
			now.waiting = waiting{judgement: letCount}
		}
	}
	done, err := b.tx.ExecContext(ctx, "UPDATE follow SET over = ? WHERE source = ? AND play = ? AND over = 0", received.UnixMilli(), now.source, play)
	if err != nil {
		return now, false, err
	}
	n, err := done.RowsAffected()
	return now, n > 0, err
}

// playOf is the game or the count that a result is of, as rolls name it.
func playOf(r event.Result) string { return cmp.Or(r.Of, r.ID) }

// FollowLine is a game of which what follows counts by itself.
type FollowLine struct {
	N     int64  `json:"n"`
	Table string `json:"table"`
	// Of names the game or the count of the table. Players have rolled in it.
	Of      string   `json:"of"`
	Round   int      `json:"round"`
	Players []string `json:"players"`
	// Why are the reasons for which it would wait. Judge has let it follow, at At.
	Why   string `json:"why"`
	Judge string `json:"judge"`
	At    string `json:"at"`
	// Rolls is how many have counted so.
	Rolls int `json:"rolls"`
}

// following are the games of which what follows counts by itself, the newest first.
func (s *store) following(ctx context.Context) ([]FollowLine, error) {
	out := []FollowLine{}
	err := s.each(ctx, `SELECT n, at, tbl, play, round, why, judge,
		(SELECT COUNT(*) FROM roll WHERE roll.source = follow.source AND roll.play = follow.play AND roll.round = follow.round AND roll.n > follow.roll AND judgement = '`+letCount+`'),
		(SELECT COALESCE(GROUP_CONCAT(player, char(10)), '') FROM (SELECT DISTINCT player FROM roll WHERE roll.source = follow.source AND roll.play = follow.play))
		FROM follow WHERE over = 0 ORDER BY n DESC LIMIT ?`, func(row scanner) error {
		var l FollowLine
		var at int64
		var players string
		err := row.Scan(&l.N, &at, &l.Table, &l.Of, &l.Round, &l.Why, &l.Judge, &l.Rolls, &players)
		l.At, l.Players = stamp(time.UnixMilli(at)), strings.Split(players, "\n")
		out = append(out, l)
		return err
	}, waitingShown)
	return out, explain(err)
}

// followLog is what judges let follow, for the log.
func (s *store) followLog(ctx context.Context) ([]LogLine, error) {
	var out []LogLine
	err := s.each(ctx, "SELECT at, tbl, round, why, roll, judge, over, ender FROM follow ORDER BY n", func(row scanner) error {
		var at, over, roll int64
		var round int
		var table, why, judge, ender string
		if err := row.Scan(&at, &table, &round, &why, &roll, &judge, &over, &ender); err != nil {
			return err
		}
		of := fmt.Sprintf("what follows of this game of round %d", round)
		out = append(out, LogLine{At: stamp(time.UnixMilli(at)), Who: judge, What: "let count by itself: " + of, Table: table, Roll: roll, Reason: why})
		if over != 0 {
			state := "the game is over"
			if ender != "" {
				state = "a judge ended it"
			}
			out = append(out, LogLine{At: stamp(time.UnixMilli(over)), Who: ender, What: "counts by itself no more: " + of, Table: table, Roll: roll, State: state})
		}
		return nil
	})
	return out, explain(err)
}
