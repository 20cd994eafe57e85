package hub

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// anew says that a player who is paired has begun anew in a round: rolls of another game or count count already or are held, and if further ones counted,
// whoever begins more often would have more. It is empty if that isn't so, if the roll doesn't change the standings, and if a judge has let another roll of
// its game count, which still does.
func anew(ctx context.Context, tx *sql.Tx, board *board, r rollRow) (string, error) {
	once, byHits := oncePerRound(board, r)
	if r.play == "" || !once {
		return "", nil
	}
	of := "FROM roll WHERE source = ? AND round = ? AND NOT annulled AND NOT " + rollOut + " AND play "
	var let int
	if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) "+of+"= ? AND n <> ? AND judgement = ? AND NOT held AND (ruled = '' OR judged IS NOT NULL)",
		r.source, r.round, r.play, r.n, letCount).Scan(&let); err != nil || let > 0 {
		return "", err
	}
	rows, err := tx.QueryContext(ctx, "SELECT player, MIN(held) "+of+"NOT IN ('', ?) AND (COALESCE(judged, total) IS NOT NULL OR ? AND faces || ruledfaces <> '') GROUP BY player",
		r.source, r.round, r.play, byHits)
	if err != nil {
		return "", err
	}
	defer func() { _ = rows.Close() }()
	why := ""
	for rows.Next() {
		var player string
		var held bool
		if err := rows.Scan(&player, &held); err != nil {
			return "", err
		}
		switch {
		case board.called(player) != r.player:
		case !held:
			why = fmt.Sprintf("%q has begun anew: rolls of another game of this round count already", r.player)
		case why == "":
			why = fmt.Sprintf("%q has begun anew: rolls of another game of this round are held by a judge", r.player)
		}
	}
	return why, rows.Err()
}

// notTwice is a roll that a ruling changes, or its table under a ruling, and after is what it is about to count. If that would bring its player something
// that it didn't bring before, and rolls of another game of the round count or are held by now, it waits with that reason. If a judge has seen the reason
// already, it doesn't.
func notTwice(ctx context.Context, tx *sql.Tx, board *board, was, now rollRow, after counting) (rollRow, error) {
	before := was.counting()
	if !after.counts || before.counts && before.player == after.player && (before.total != nil || after.total == nil) {
		return now, nil
	}
	asked := now
	asked.total, asked.faces = after.total, after.faces
	why, err := anew(ctx, tx, board, asked)
	if err != nil || why == "" || strings.Contains(was.waits, why) {
		return now, err
	}
	if was.later != 0 && now.later == 0 && now.ruling == was.ruling { // the correction that would count goes on waiting, and the roll counts as before
		now = was
	}
	now.waiting = waiting{waits: joined(was.waits, why)}
	return now, nil
}
