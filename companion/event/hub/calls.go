package hub

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
)

// callRow is a call for a judge. taken and done are zero while nobody has gone there, or answered.
type callRow struct {
	n                     int64
	at, taken, done       time.Time
	table, player, reason string
	taker, answer         string
	// source and ref are the table's file and its id of the call, empty for a call that no table's own page made.
	source, ref string
}

// CallLine is a call for a judge.
type CallLine struct {
	N  int64  `json:"n"`
	At string `json:"at"`
	// Table is where the judge is wanted, Player who called; one of them may be empty.
	Table  string `json:"table"`
	Player string `json:"player"`
	Reason string `json:"reason"`
	// Taker is the judge who is on the way since Taken; Done is when it was over, Answer what was said.
	Taker  string `json:"taker"`
	Taken  string `json:"taken"`
	Done   string `json:"done"`
	Answer string `json:"answer"`
}

// CallAct is what a judge does with a call.
type CallAct struct {
	N int64 `json:"n"`
	// Do is "take" (I go there) or "done", with the answer.
	Do     string `json:"do"`
	Answer string `json:"answer"`
}

// callsKept is how many calls that are over stay in memory; the file has all.
const callsKept = 200

// logged is what the judges' log says of a call: that somebody called, who went there after how long, and how it was settled.
func (c callRow) logged() []LogLine {
	l := c.line()
	out := []LogLine{{At: l.At, Who: cmp.Or(l.Player, l.Table), What: "called a judge", Table: l.Table, Reason: l.Reason}}
	later := func(at time.Time, what, answer string) {
		if !at.IsZero() {
			state := joined("after "+at.Sub(c.at).Round(time.Second).String(), answer)
			out = append(out, LogLine{At: stamp(at), Who: cmp.Or(l.Taker, l.Player, l.Table), What: what, Table: l.Table, Reason: l.Reason, State: state})
		}
	}
	later(c.taken, "took the call", "")
	later(c.done, "settled the call", l.Answer)
	return out
}

func (c callRow) line() CallLine {
	l := CallLine{N: c.n, At: stamp(c.at), Table: c.table, Player: c.player, Reason: c.reason, Taker: c.taker, Answer: c.answer}
	if !c.taken.IsZero() {
		l.Taken = stamp(c.taken)
	}
	if !c.done.IsZero() {
		l.Done = stamp(c.done)
	}
	return l
}

func callNumber(c *CallLine) int64 {
	if c == nil {
		return 0
	}
	return c.N
}

// call calls a judge. The call is on disk before it returns. If somebody calls again before anybody came, the call gets the new words.
func (h *Hub) call(ctx context.Context, table, player, reason string) error {
	reason = strings.Join(strings.Fields(reason), " ")
	switch {
	case reason == "" || len([]rune(reason)) > event.ReasonRunes:
		return refuse("say in 1 to %d letters what the judge is wanted for", event.ReasonRunes)
	case table == "" && player == "":
		return refuse("say at which table the judge is wanted")
	}
	h.ledger.Lock()
	defer h.ledger.Unlock()
	c := callRow{at: h.now(), table: table, player: player, reason: reason}
	if was, ok := h.board.openCall(table, player); ok {
		if was.reason == reason {
			return nil
		}
		was.reason = short(was.reason+"; "+reason, 2*event.ReasonRunes)
		c = was
	}
	return h.putCall(ctx, c)
}

// answerCall takes in that a judge goes to a table, or that it is settled.
func (h *Hub) answerCall(ctx context.Context, judge string, a CallAct) error {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	h.board.mu.Lock()
	i := slices.IndexFunc(h.board.calls, func(c callRow) bool { return c.n == a.N })
	var c callRow
	if i >= 0 {
		c = h.board.calls[i]
	}
	h.board.mu.Unlock()
	switch {
	case i < 0:
		return refuse("there is no call %d", a.N)
	case !c.done.IsZero():
		return refuse("this call is settled already: %s", c.answer)
	case a.Do == "take" && c.taker != "" && c.taker != judge:
		return refuse("this call is taken already: %s", c.taker)
	case a.Do == "take":
		c.taken, c.taker = h.now(), judge
	case a.Do == "done":
		c.done, c.answer = h.now(), short(cmp.Or(strings.Join(strings.Fields(a.Answer), " "), "settled"), event.ReasonRunes)
		c.taker = cmp.Or(c.taker, judge)
	default:
		return refuse("%.20q can't be done with a call: take or done", a.Do)
	}
	return h.putCall(ctx, c)
}

// putCall writes a call down and shows it. The caller holds the ledger.
func (h *Hub) putCall(ctx context.Context, c callRow) error {
	n := any(c.n)
	if c.n == 0 {
		n = nil
	}
	done, err := h.store.write.ExecContext(ctx, "INSERT OR REPLACE INTO call ("+callColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		n, c.at.UnixMilli(), c.table, c.player, c.reason, millis(c.taken), c.taker, millis(c.done), c.answer, c.source, c.ref)
	if err != nil {
		return explain(err)
	}
	if c.n == 0 {
		if c.n, err = done.LastInsertId(); err != nil {
			return explain(err)
		}
	}
	h.board.putCall(c)
	if c.source != "" {
		h.push(c.source)
	}
	return nil
}

func scanCall(row scanner) (callRow, error) {
	var c callRow
	var at, taken, done int64
	err := row.Scan(&c.n, &at, &c.table, &c.player, &c.reason, &taken, &c.taker, &done, &c.answer, &c.source, &c.ref)
	c.at, c.taken, c.done = fromMillis(at), fromMillis(taken), fromMillis(done)
	return c, err
}

const callColumns = "n, at, tbl, player, reason, taken, taker, done, answer, source, ref"

func (s *store) loadCalls(ctx context.Context, b *board) error {
	return s.each(ctx, "SELECT "+callColumns+" FROM call WHERE done = 0 OR n > (SELECT COALESCE(MAX(n), 0) FROM call) - ? ORDER BY n", func(row scanner) error {
		c, err := scanCall(row)
		b.calls = append(b.calls, c)
		return err
	}, callsKept)
}

func (b *board) putCall(c callRow) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.version++
	b.desked = b.version
	if t := b.tables[c.table]; t != nil {
		t.view.Calls = c.done.IsZero()
		b.touch(t)
	}
	if i := slices.IndexFunc(b.calls, func(x callRow) bool { return x.n == c.n }); i >= 0 {
		b.calls[i] = c
		return
	}
	b.calls = append(b.calls, c)
	if over := len(b.calls) - 2*callsKept; over > 0 {
		b.calls = slices.DeleteFunc(b.calls, func(x callRow) bool { over--; return over >= 0 && !x.done.IsZero() })
	}
}

// openCall is the call of a table, or of a player without one, that nobody has settled.
func (b *board) openCall(table, player string) (callRow, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.calls {
		if c.done.IsZero() && (table != "" && c.table == table || table == "" && c.player == player) {
			return c, true
		}
	}
	return callRow{}, false
}

// calls are those for a judge, oldest first.
type calls []callRow

// of is the newest call of a table or a player; nil if there is none.
func (list calls) of(table, player string) *CallLine {
	for _, c := range slices.Backward(list) {
		if table != "" && c.table == table || player != "" && c.player == player {
			l := c.line()
			return &l
		}
	}
	return nil
}

// callsSettled is how many settled calls the desk lists.
const callsSettled = 30

// forDesk are the calls that wait, the longest first, and then the last ones that were settled.
func (list calls) forDesk() []CallLine {
	out := []CallLine{}
	for _, c := range list {
		if c.done.IsZero() {
			out = append(out, c.line())
		}
	}
	settled := 0
	for _, c := range slices.Backward(list) {
		if !c.done.IsZero() && settled < callsSettled {
			settled++
			out = append(out, c.line())
		}
	}
	return out
}

func (s *server) callAct(w http.ResponseWriter, r *http.Request, pass event.Pass) {
	var a CallAct
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := s.hub.answerCall(context.WithoutCancel(r.Context()), pass.Name, a); err != nil {
		s.fail(w, err)
		return
	}
	answer(w, map[string]bool{"done": true})
}
