package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
)

// waitingShown is how many waiting rolls, and how many waiting results, the desk lists.
const waitingShown = 100

// WaitingAct is what a judge says of things that wait.
type WaitingAct struct {
	// Do is "count" or "leave", or "stop", which ends that what follows of a game counts by itself.
	Do event.Deed `json:"do"`
	// Rolls are rolls' numbers, Results results as the desk names them. Whole says that each roll stands for its line at the desk: also for the earlier rolls
	// of its game and round that wait for the same reason. What came later goes on waiting.
	Rolls   []int64  `json:"rolls"`
	Whole   bool     `json:"whole"`
	Results []string `json:"results"`
	// Reason may be empty.
	Reason string `json:"reason"`
	// Onwards says, with "count", that the rolls' tables may count so far beyond their dice from now on.
	Onwards bool `json:"onwards"`
	// Follow says, with "count" and one roll, that all that waits in the roll's line counts, and what its game brings afterwards, until that ends. What waits
	// for another reason, and corrections, go on waiting.
	Follow bool `json:"follow"`
	// Stop is the number of what "stop" ends, as the desk has it.
	Stop int64 `json:"stop"`
}

// decide lets what waits count, or leaves it out. The decision is on disk before it returns.
func (h *Hub) decide(ctx context.Context, judge string, a WaitingAct) error {
	switch {
	case a.Do == stop:
		return unfollow(ctx, h, judge, a.Stop)
	case a.Do != event.Count && a.Do != event.Leave:
		return refuse("%.20q can't be done with what waits: count, leave or stop", a.Do)
	case len(a.Rolls)+len(a.Results) == 0 || len(a.Rolls)+len(a.Results) > 2*waitingShown:
		return refuse("name 1 to %d of those that wait", 2*waitingShown)
	case a.Onwards && a.Do != event.Count:
		return refuse("only what counts may count so from now on")
	case a.Follow && (a.Do != event.Count || len(a.Rolls) != 1 || len(a.Results) > 0):
		return refuse("name one roll of the game of which what follows is to count")
	}
	if strings.TrimSpace(a.Reason) == "" {
		a.Reason = "looked at by a judge"
	}
	rolls := a.Rolls
	var err error
	switch {
	case a.Follow:
		if rolls, err = follow(ctx, h, judge, a.Rolls[0]); err != nil {
			return err
		}
	case a.Whole:
		if rolls, err = h.store.linesOf(ctx, a.Rolls); err != nil {
			return err
		}
	}
	for _, n := range rolls {
		if a.Onwards {
			if err := h.allow(ctx, n); err != nil {
				return err
			}
		}
		if _, err := h.rule(ctx, judge, RuleAct{N: n, Do: a.Do, Reason: a.Reason}); err != nil {
			return err
		}
	}
	for _, key := range a.Results {
		if err := h.decideResult(ctx, key, a.Do); err != nil {
			return err
		}
	}
	return nil
}

// allow lets a roll's table count as far beyond its dice as that roll does, from now on.
func (h *Hub) allow(ctx context.Context, n int64) error {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	var source, body string
	err := h.store.read.QueryRowContext(ctx, "SELECT roll.source, entry.body FROM roll JOIN entry ON entry.source = roll.source AND entry.seq = CASE WHEN later = 0 THEN roll.seq ELSE later END WHERE n = ?", n).Scan(&source, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return refuse("there is no roll %d", n)
	}
	if err != nil {
		return explain(err)
	}
	beyond := beyondOf(body)
	if beyond == 0 {
		return nil
	}
	if _, err := h.store.write.ExecContext(ctx, "UPDATE source SET beyond = max(beyond, ?) WHERE source = ?", beyond, source); err != nil {
		return explain(err)
	}
	h.board.allow(source, beyond)
	return nil
}

func (b *board) allow(source string, beyond int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	row := b.sources[source]
	row.beyond = max(row.beyond, beyond)
	b.sources[source] = row
}

// beyondOf is how far the roll of a message lies beyond its dice, above or below.
func beyondOf(body string) int {
	m, err := event.Parse([]byte(body))
	if err != nil || m.Roll == nil {
		return 0
	}
	beyond := addsUp(*m.Roll).beyond
	return max(beyond, -beyond)
}

// decideResult lets a result count, or leaves it out.
func (h *Hub) decideResult(ctx context.Context, key string, do event.Deed) error {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	source, id, _ := strings.Cut(key, "/")
	tx, err := h.store.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	r, err := scanResult(tx.QueryRowContext(ctx, "SELECT "+resultColumns+" FROM result WHERE source = ? AND id = ?", source, id))
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && r.waits == "":
		return refuse("this result doesn't wait for a judge")
	case err != nil:
		return explain(err)
	case do == event.Leave:
		r.judgement = leftOut
	default:
		if r.later != nil {
			r.result, r.later = *r.later, nil
		}
		r.waiting = waiting{judgement: letCount}
	}
	if err := putResult(ctx, tx, r); err != nil {
		return explain(err)
	}
	if err := tx.Commit(); err != nil {
		return explain(err)
	}
	h.board.decided(change{table: r.table, result: &r})
	h.push(r.source)
	return nil
}

// decided shows a change that no message made.
func (b *board) decided(c change) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.change(c)
	b.desked = b.version
}

// waitingLines are the newest rolls and results that wait for a judge.
func (s *store) waitingLines(ctx context.Context) ([]WaitingLine, error) {
	out := []WaitingLine{}
	rounds, err := s.rounds(ctx)
	if err != nil {
		return out, err
	}
	names := map[int]string{}
	for _, r := range rounds {
		names[r.n] = r.name
	}
	err = s.each(ctx, "SELECT "+rollColumns+`, (SELECT body FROM entry WHERE entry.source = roll.source AND entry.seq = CASE WHEN later = 0 THEN roll.seq ELSE later END), rolls
		FROM (SELECT *, COUNT(*) OVER line AS rolls, MAX(n) OVER line AS newest, ROW_NUMBER() OVER (PARTITION BY `+waitingLine+` ORDER BY n DESC) AS place
			FROM roll WHERE waits <> '' AND judgement = '' WINDOW line AS (PARTITION BY `+waitingLine+`)) AS roll
		WHERE place <= ? ORDER BY newest DESC, n DESC LIMIT ?`, func(row scanner) error {
		var rolls int
		r, m, body, err := scanTold(withMore{row, []any{&rolls}})
		if err != nil || m.Roll == nil {
			return err
		}
		line := r.waitingLine(*m.Roll, beyondOf(body))
		line.Follows = r.follows(names[r.round])
		if last := len(out) - 1; last >= 0 && len(out[last].Others)+1 < min(out[last].Rolls, othersShown+1) {
			out[last].Others = append(out[last].Others, WaitingRoll{line.Roll, line.Called, line.At, line.Player, line.Text, line.Counts})
			return nil
		}
		line.Rolls = rolls
		out = append(out, line)
		return nil
	}, othersShown+1, waitingShown*(othersShown+1))
	out = first(out, waitingShown)
	if err != nil {
		return out, explain(err)
	}
	err = s.each(ctx, "SELECT "+resultColumns+" FROM result WHERE waits <> '' AND judgement = '' ORDER BY round DESC, source, id LIMIT ?", func(row scanner) error {
		r, err := scanResult(row)
		if err == nil {
			out = append(out, r.waitingLine())
		}
		return err
	}, waitingShown)
	return out, explain(err)
}

// othersShown is how many further rolls of a line the desk lists.
const othersShown = 20

// waitingLine is what rolls have in common that wait in one line: their game or count, their round, and the reason. Older programs name no game, so their
// rolls are parted by players.
const waitingLine = "source, play, CASE WHEN play = '' THEN player ELSE '' END, round, waits, later <> 0"

// linesOf are the rolls that wait in the lines of these rolls, and came no later, oldest first. A roll that doesn't wait stands for itself.
func (s *store) linesOf(ctx context.Context, rolls []int64) ([]int64, error) {
	found := map[int64]bool{}
	for _, n := range rolls {
		found[n] = true
		err := s.each(ctx, `SELECT n FROM roll WHERE n <= ?1 AND waits <> '' AND judgement = '' AND (`+waitingLine+`) =
			(SELECT `+waitingLine+` FROM roll WHERE n = ?1 AND waits <> '' AND judgement = '')`, func(row scanner) error {
			var one int64
			err := row.Scan(&one)
			found[one] = true
			return err
		}, n)
		if err != nil {
			return nil, explain(err)
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// textShown is how much of a table's words a list shows.
const textShown = 300

func (r rollRow) waitingLine(sent event.Roll, beyond int) WaitingLine {
	line := WaitingLine{Roll: r.n, Rolls: 1, Others: []WaitingRoll{}, Called: r.called(), Table: r.table, At: r.at.UTC().Format(time.RFC3339), Round: r.round, Player: r.player, Why: r.waits, Beyond: beyond, Of: r.play,
		Text: short(sent.Text, textShown)}
	if sent.Total != nil {
		line.Text = fmt.Sprintf("%d (%s)", *sent.Total, line.Text)
	}
	if r.later == 0 {
		return line
	}
	if sent.Status == event.RollAnnulled {
		line.Text = "It counts no more."
	}
	if to := r.asSent(event.Message{Table: r.table, Roll: &sent}).player; to != r.player {
		line.Text += fmt.Sprintf(" For %q.", to)
	}
	line.Counts = "nothing"
	if c := r.counting(); c.counts && c.total != nil {
		line.Counts = fmt.Sprintf("%d for %s", *c.total, c.player)
	}
	return line
}

func (r resultRow) waitingLine() WaitingLine {
	sent := r.result
	line := WaitingLine{Others: []WaitingRoll{}, Result: r.source + "/" + r.result.ID, Table: r.table, Round: r.round, Why: r.waits, Of: r.result.Of}
	if r.later != nil {
		sent, line.Counts = *r.later, short(r.result.Text, textShown)
	}
	line.Text = short(sent.Text, textShown)
	var won []string
	for _, p := range sent.Seats {
		if p.Won {
			won = append(won, p.Player)
		}
	}
	line.Player = short(strings.Join(won, ", "), textShown)
	return line
}
