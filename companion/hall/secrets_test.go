package hall_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/screen"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// Two tables play the same random game and differ in one secret answer. Until the rules open it, both tables send the same bytes to everybody else:
// nothing that leaves a table depends on the answer.

// world is one of two tables that play the same game.
type world struct {
	t       *testing.T
	path    string
	clock   *tabletest.Clock
	journal *journal.Journal
	box     *outbox.Outbox
	session *companion.Session
	server  *screen.Server
	handler http.Handler
	id      int
	close   func()
}

func newWorld(t *testing.T, path string, at time.Time) *world {
	w := &world{t: t, path: path, clock: &tabletest.Clock{Stopped: at}}
	w.open()
	t.Cleanup(func() { w.close() })
	return w
}

// open opens the table's file; it may be called again after close.
func (w *world) open() {
	ctx, t := w.t.Context(), w.t
	var err error
	w.journal, err = journal.Open(ctx, w.path, journal.Limits{})
	require.NoError(t, err)
	w.box, err = companion.OutboxOf(ctx, w.journal, "cup")
	require.NoError(t, err)
	log := slog.New(slog.DiscardHandler)
	w.session, err = companion.OpenSession(ctx, companion.SessionOptions{Journal: w.journal, Log: log, Outbox: w.box, Table: "Table 1", Event: "cup", Now: w.clock.Now})
	require.NoError(t, err)
	secret, err := w.journal.Secret(ctx, "access", access.NewSecret)
	require.NoError(t, err)
	w.server = &screen.Server{Session: w.session, Access: access.New(secret, nil), Log: log}
	w.handler, err = w.server.Handler(ctx)
	require.NoError(t, err)
	leave := w.session.Overlays().Watch()
	w.close = func() {
		leave()
		w.session.Close()
		require.NoError(t, w.journal.Close())
		w.close = func() {}
	}
}

// eyes are a screen that looks at the game, and the seat as which it asks to see the game.
type eyes struct {
	name   string
	remote string
	cookie []*http.Cookie // of this screen, by world
	wants  engine.Seat
}

// get is what a world answers to a screen's request.
func (e eyes) get(w *world, i int, path string) string {
	r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:8437"+path, nil)
	r.RemoteAddr = e.remote
	if e.cookie != nil {
		r.AddCookie(e.cookie[i])
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	return fmt.Sprintf("%s: %d %s\n", path, rec.Code, rec.Body)
}

// hears is all that a screen can get of a game, and what overlays and the event get of it.
func (e eyes) hears(w *world, i int) []string {
	paths := []string{"/api/games", "/api/view", "/api/rolls", "/rolls.csv", "/api/statistics", "/statistics.csv", "/api/disputes", "/api/armies",
		fmt.Sprintf("/api/games/%d?seat=%d", w.id, e.wants), fmt.Sprintf("/api/games/%d/log?seat=%d", w.id, e.wants), fmt.Sprintf("/games/%d/game.jsonl", w.id)}
	n := w.session.Games().List()[0].Entries
	for entry := max(0, n-8); entry <= n; entry++ {
		paths = append(paths, fmt.Sprintf("/api/games/%d/entries/%d?seat=%d", w.id, entry, e.wants))
	}
	var out []string
	for _, p := range paths {
		out = append(out, e.get(w, i, p))
	}
	over, _ := w.session.Overlays().Shown(0)
	raw, err := json.Marshal(over)
	require.NoError(w.t, err)
	told, err := w.box.After(w.t.Context(), 0, 1_000_000)
	require.NoError(w.t, err)
	for i := range told {
		told[i].Source = "" // it differs from table to table
	}
	messages, err := json.Marshal(told)
	require.NoError(w.t, err)
	return append(out, "overlay: "+string(raw), "event: "+string(messages))
}

// twins are two worlds, and who sits at which seat in both.
type twins struct {
	t      *testing.T
	chance *rand.Rand
	w      [2]*world
	seats  int
	who    [2]map[engine.Seat]protocol.Who // devices with seats, by world
	cookie map[engine.Seat][]*http.Cookie
	// of is the seat whose answer differs, from entry on; 0 before that.
	of    engine.Seat
	entry int
	// q is the question that it answers. ids are ids of questions of that seat; others try to answer by them.
	q   engine.Question
	ids []string
	// batch are the keys of the questions that others are asked together with it.
	batch []string
	// alike says that both tables go on with the same answers.
	alike bool
}

func newTwins(t *testing.T, n protocol.NewGame, seed uint64) *twins {
	x := &twins{t: t, chance: rand.New(rand.NewPCG(seed, 17)), seats: len(n.Players), cookie: map[engine.Seat][]*http.Cookie{}}
	at := time.Now()
	for i := range x.w {
		x.w[i] = newWorld(t, filepath.Join(t.TempDir(), "table.db"), at)
		var err error
		x.w[i].id, err = x.w[i].session.Games().Begin(t.Context(), n)
		require.NoError(t, err)
		x.who[i] = map[engine.Seat]protocol.Who{}
	}
	// Nobody sits at a seat of their own, some do, or all.
	for seat := engine.Seat(1); int(seat) <= x.seats; seat++ {
		if x.chance.IntN(3) == 0 {
			continue
		}
		for i, w := range x.w {
			cookie, ok := w.server.Access.Join(w.server.Access.Key(), time.Now())
			require.True(t, ok)
			r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1:8437/", nil)
			r.RemoteAddr = "192.0.2.8:4000"
			r.AddCookie(cookie)
			x.who[i][seat] = w.server.Access.Who(r)
			x.cookie[seat] = append(x.cookie[seat], cookie)
		}
		x.act(seat, protocol.Act{Do: protocol.DoSit, Seat: int(seat)}, protocol.Act{Do: protocol.DoSit, Seat: int(seat)})
	}
	return x
}

// actor is the screen that answers for a seat: the device that sits there, else the table's.
func (x *twins) actor(i int, seat engine.Seat) protocol.Who {
	if who, ok := x.who[i][seat]; ok {
		return who
	}
	return protocol.Who{May: true}
}

// act does an act in both worlds, in each its own.
func (x *twins) act(seat engine.Seat, acts ...protocol.Act) (errs [2]error) {
	for i, w := range x.w {
		w.clock.Forward(time.Second)
		a := acts[i]
		a.Game = w.id
		errs[i] = w.session.DoAs(x.t.Context(), x.actor(i, seat), a)
	}
	return errs
}

// did does acts that must be done.
func (x *twins) did(seat engine.Seat, acts ...protocol.Act) {
	x.t.Helper()
	for _, err := range x.act(seat, acts...) {
		require.NoError(x.t, err)
	}
}

func (x *twins) view(i int, who protocol.Who, seat engine.Seat) protocol.GameView {
	raw, err := x.w[i].session.Games().JSON(x.w[i].id, who, seat)
	require.NoError(x.t, err)
	return tabletest.ParseGame(x.t, raw)
}

// asked are the questions of a seat that its screen may answer.
func (x *twins) asked(i int, seat engine.Seat) []engine.Question {
	return slices.DeleteFunc(x.view(i, x.actor(i, seat), seat).Play.Pending, func(q engine.Question) bool {
		return len(q.Seats) > 0 && !slices.Contains(q.Seats, seat)
	})
}

// others are the screens that must not learn what a seat answered.
func (x *twins) others(of engine.Seat) []eyes {
	list := []eyes{{name: "a stranger", remote: "192.0.2.9:4000"}, {name: "a stranger who asks for the seat", remote: "192.0.2.10:4000", wants: of},
		{name: "the table's screen, covered", remote: "127.0.0.1:4000"}}
	for seat := engine.Seat(1); int(seat) <= x.seats; seat++ {
		cookie, sits := x.cookie[seat]
		switch {
		case seat == of:
		case sits:
			remote := fmt.Sprintf("192.0.2.%d:4000", 20+seat)
			list = append(list, eyes{"another seat's device", remote, cookie, seat}, eyes{"another seat's device that asks for this one", remote, cookie, of})
		default:
			list = append(list, eyes{"the table's screen as another seat", "127.0.0.1:4000", nil, seat})
		}
	}
	if _, sits := x.cookie[of]; sits {
		list = append(list, eyes{"the table's screen that asks for a seat that is taken", "127.0.0.1:4000", nil, of})
	}
	return list
}

// apart says where two worlds differ for a screen that must not be able to tell them apart; empty if they don't.
func (x *twins) apart() string {
	for _, w := range x.w {
		w.clock.Forward(10 * time.Second) // as many requests as the table accepts
	}
	for _, e := range x.others(x.of) {
		one, two := e.hears(x.w[0], 0), e.hears(x.w[1], 1)
		for k := range max(len(one), len(two)) {
			if k >= min(len(one), len(two)) {
				return e.name + " sees more entries at one table"
			}
			if one[k] != two[k] {
				return e.name + ": " + around(one[k], two[k])
			}
		}
	}
	return x.tries()
}

// around is the place where two strings differ, with some text around it.
func around(a, b string) string {
	k := 0
	for k < min(len(a), len(b)) && a[k] == b[k] {
		k++
	}
	from := max(0, k-120)
	return fmt.Sprintf("%.30s: …%.200s… and …%.200s…", a, a[from:], b[from:])
}

// tries are acts of others that must be refused. The refusals must tell nothing either.
func (x *twins) tries() string {
	ids := slices.Clone(x.ids)
	for _, q := range x.asked(0, x.of) {
		if q.Secret {
			ids = append(ids, q.ID) // at the other table that question may offer something else
		}
	}
	for seat := engine.Seat(1); int(seat) <= x.seats; seat++ {
		_, sits := x.who[0][seat]
		if _, of := x.who[0][x.of]; seat == x.of || !sits && !of {
			continue // the table's screen may be handed to the seat
		}
		for _, id := range ids {
			for _, a := range []protocol.Act{
				{Do: protocol.DoReply, Answer: &engine.Answer{To: id, Seat: seat, Chosen: []string{"?"}}},
				{Do: protocol.DoReply, Answer: &engine.Answer{To: id, Chosen: []string{"?"}}},
				{Do: protocol.DoReply, Answer: &engine.Answer{To: id, Seat: x.of, Chosen: []string{"?"}}},
				{Do: protocol.DoHand, Question: id, Shown: []protocol.ShownDie{{Die: "?", Face: 1}}},
				{Do: protocol.DoTray, Question: id},
				{Do: protocol.DoAmend, Entry: x.entry, Answer: &engine.Answer{Chosen: []string{"?"}}},
			} {
				if errs := x.act(seat, a, a); fmt.Sprint(errs[0]) != fmt.Sprint(errs[1]) || errs[0] == nil {
					return fmt.Sprintf("seat %d tries %s: %v and %v", seat, a.Do, errs[0], errs[1])
				}
			}
		}
	}
	return ""
}

// same checks that nobody else can tell the worlds apart.
func (x *twins) same(when string) {
	x.t.Helper()
	require.Empty(x.t, x.apart(), "%s, seat %d's entry %d", when, x.of, x.entry)
}

// restart closes both tables and opens them again.
func (x *twins) restart() {
	for _, w := range x.w {
		w.close()
		w.open()
	}
}

// chosen is a random seat with a question, and one of its questions in both worlds.
func (x *twins) chosen() (seat engine.Seat, q [2]engine.Question, batch []string) {
	type at struct {
		seat engine.Seat
		q    engine.Question
	}
	var all []at
	for seat := range engine.Seat(x.seats + 1) {
		if seat == 0 && x.seats > 0 {
			continue
		}
		for _, q := range x.asked(0, seat) {
			all = append(all, at{seat, q})
			if !slices.Contains(batch, q.Key) {
				batch = append(batch, q.Key)
			}
		}
	}
	if len(all) == 0 {
		return 0, q, nil
	}
	got := all[x.chance.IntN(len(all))]
	q[0] = got.q
	for _, other := range x.asked(1, got.seat) {
		if other.Key == got.q.Key {
			q[1] = other
		}
	}
	return got.seat, q, slices.DeleteFunc(batch, func(key string) bool { return key == got.q.Key })
}

// answers are the answers of both worlds to a question. They are the same, unless the question is asked in secret and is one of the seat whose answer
// differs.
func (x *twins) answers(seat engine.Seat, q [2]engine.Question, apart bool) []protocol.Act {
	a := engine.Random(q[0], x.chance)
	b := a
	if q[0].ID != q[1].ID {
		b = engine.Random(q[1], x.chance)
	}
	if apart {
		for range 30 {
			if b = engine.Random(q[1], x.chance); fmt.Sprint(b.Chosen, b.Points) != fmt.Sprint(a.Chosen, a.Points) {
				break
			}
		}
	}
	for _, p := range []*engine.Answer{&a, &b} {
		if len(q[0].Seats) > 0 {
			p.Seat = seat
		}
	}
	return []protocol.Act{{Do: protocol.DoReply, Answer: &a}, {Do: protocol.DoReply, Answer: &b}}
}

// step answers one question in both worlds; false if none is asked.
func (x *twins) step() bool {
	seat, q, _ := x.chosen()
	if q[0].Key == "" {
		return false
	}
	require.NotEmpty(x.t, q[1].Key, "%s is asked at one table alone", q[0].Key)
	if seat == x.of && q[0].Secret {
		x.ids = append(x.ids, q[0].ID)
	}
	x.did(seat, x.answers(seat, q, seat == x.of && q[0].Secret && !x.alike)...)
	return true
}

// part lets the worlds differ in the next secret answer after so many others; false if there is none.
func (x *twins) part(secrets, most int) bool {
	for range most {
		seat, q, batch := x.chosen()
		if q[0].Key == "" {
			return false
		}
		hidden := q[0].Kind != engine.KindRoll && (len(batch) > 0 || q[0].Hold)
		if hidden {
			secrets--
		}
		acts := x.answers(seat, q, hidden && secrets < 0)
		if fmt.Sprint(acts[0].Answer.Chosen, acts[0].Answer.Points) != fmt.Sprint(acts[1].Answer.Chosen, acts[1].Answer.Points) {
			x.of, x.entry = seat, x.view(0, protocol.Who{}, 0).Game.Entries
			x.q, x.ids, x.batch = q[0], []string{q[0].ID}, batch
			x.did(seat, acts...)
			return true
		}
		x.did(seat, acts...)
	}
	return false
}

// secret says whether the rules still hold the answer back: another seat of its batch hasn't answered, or not all have divided what is divided in
// secret.
func (x *twins) secret() bool {
	for i := range x.w {
		for seat := engine.Seat(1); int(seat) <= x.seats; seat++ {
			for _, q := range x.asked(i, seat) {
				if q.Hold && x.q.Hold || slices.Contains(x.batch, q.Key) {
					return true
				}
			}
		}
	}
	return false
}

// waiting are the seats that somebody waits for, in a world.
func (x *twins) waiting(i int) string {
	v := x.view(i, protocol.Who{}, 0)
	return fmt.Sprint(v.Play.Waiting, v.Game.Entries)
}

// agree lets all seats agree to what is proposed, or one of them object. The proposal itself must tell nothing.
func (x *twins) agree(object bool) {
	for {
		x.same("while something is proposed")
		ask := x.view(0, protocol.Who{}, 0).Ask
		if ask == nil {
			return
		}
		seat := ask.Open[x.chance.IntN(len(ask.Open))]
		a := protocol.Act{Do: protocol.DoAgree, Seat: int(seat), Proposal: ask.ID}
		if object {
			a.Do = protocol.DoObject
		}
		x.did(seat, a, a)
	}
}

// again is an answer of the seat's to the same question.
func (x *twins) again() engine.Answer {
	a := engine.Random(x.q, x.chance)
	a.Seat = x.of
	return a
}

// secretGame is a game of a rulebook that has secrets.
func secretGame(t *testing.T, book string, seed uint64) protocol.NewGame {
	pair := []engine.Player{{Name: "Ann"}, {Name: "Ben"}}
	vera := `{"competitive": true, "hurry_up": true}`
	if seed%2 == 1 {
		vera = `{"hurry_up": true}`
	}
	switch book {
	case "4.01d":
		return tabletest.DragonGame(t, book, 30, seed, "Ann", "Ben", "Cleo")
	case "vera-discordia":
		return protocol.NewGame{Rulebook: book, Players: pair, Setup: json.RawMessage(vera)}
	}
	return tabletest.DragonGame(t, book, 30, seed, "Ann", "Ben")
}

// A random game of each rulebook, a random secret in it, and what may happen to that before it is open.
func TestSoakNobodyTellsTwoSecretsApart(t *testing.T) {
	seeds := tabletest.Soaks(t, 30) / 10
	for _, book := range []string{"starter", "4.01d", "3.04a", "1996", "vera-discordia"} {
		t.Run(book, func(t *testing.T) {
			parted := 0
			for seed := range uint64(seeds) {
				x := newTwins(t, secretGame(t, book, seed), seed)
				if !x.part(x.chance.IntN(4), 40) {
					continue
				}
				if !x.secret() || x.waiting(0) != x.waiting(1) {
					continue // if the last one divides, all divisions are open or one is made again
				}
				parted++
				x.same("when it is answered")
				x.goesOn([]string{"open", "amend", "object", "undo"}[x.chance.IntN(4)])
			}
			require.NotZero(t, parted, "no game had a secret")
			t.Logf("%s: %d games, %d with two answers", book, seeds, parted)
		})
	}
}

// goesOn does to the secret what the word says, and plays on.
func (x *twins) goesOn(how string) {
	if x.chance.IntN(2) == 0 {
		x.restart()
		x.same("after a restart")
	}
	x.refused()
	switch how {
	case "amend":
		x.converge()
	case "object":
		x.amend(x.again(), x.again())
		x.agree(true)
		x.converge()
	case "undo":
		x.undo()
	default:
		x.untilOpen()
		return
	}
	for range 8 {
		x.same("after " + how)
		if !x.step() {
			break
		}
	}
	x.restart()
	x.same("after " + how + ", more answers and a restart")
}

// refused lets the seat say something that isn't allowed. The seat is told so; nobody else is told anything.
func (x *twins) refused() {
	for _, err := range x.act(x.of, protocol.Act{Do: protocol.DoAmend, Entry: x.entry, Answer: &engine.Answer{Chosen: []string{"?"}}},
		protocol.Act{Do: protocol.DoAmend, Entry: x.entry, Answer: &engine.Answer{Chosen: []string{"??"}}}) {
		require.Error(x.t, err)
	}
	x.same("after a refusal")
}

// amend replaces the secret answers, in each world by another one.
func (x *twins) amend(a, b engine.Answer) {
	x.did(x.of, protocol.Act{Do: protocol.DoAmend, Entry: x.entry, Answer: &a}, protocol.Act{Do: protocol.DoAmend, Entry: x.entry, Answer: &b})
}

// converge replaces both secret answers by the same one. The first answers stay the seat's own for good.
func (x *twins) converge() {
	a := x.again()
	x.amend(a, a)
	x.agree(false)
	x.alike = true
}

// undo takes both answers back and gives the same one in both worlds.
func (x *twins) undo() {
	undo := protocol.Act{Do: protocol.DoUndo, Entry: x.entry}
	x.did(x.of, undo, undo)
	x.agree(false)
	x.alike = true
	a := x.again()
	x.did(x.of, protocol.Act{Do: protocol.DoReply, Answer: &a}, protocol.Act{Do: protocol.DoReply, Answer: &a})
}

// untilOpen plays on until the rules open the answers. Then everybody can tell the worlds apart.
func (x *twins) untilOpen() {
	for range 60 {
		if !x.secret() {
			require.NotEmpty(x.t, x.apart(), "the answers are open, and nobody sees them")
			return
		}
		x.same("before it is open")
		if !x.step() || x.waiting(0) != x.waiting(1) {
			return // one division was allowed and the other not, so people see that somebody divides again
		}
	}
}

// A division that the rules refuse stays its seat's own for good: it is not in the log, and not in the saved game, which can be played all the same.
func TestADivisionThatIsNotTakenStaysUnseen(t *testing.T) {
	x := newTwins(t, tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"), 1)
	x.of = 1
	// divide answers a seat's question in both worlds, with one die, its own in each, or with a third of them.
	divide := func(seat engine.Seat, one bool) {
		t.Helper()
		acts := make([]protocol.Act, 2)
		for i := range x.w {
			q := x.asked(i, seat)[0]
			a := engine.Answer{To: q.ID, Seat: seat}
			if one {
				a.Chosen = []string{q.Pick.Options[len(q.Pick.Options)-1-i].ID}
				x.ids = append(x.ids, q.ID)
			}
			sum := 0
			for _, o := range q.Pick.Options {
				if !one && sum+o.Weight <= *q.Pick.Limit*2/3 {
					a.Chosen, sum = append(a.Chosen, o.ID), sum+o.Weight
				}
			}
			acts[i] = protocol.Act{Do: protocol.DoReply, Answer: &a}
		}
		x.did(seat, acts...)
	}
	x.entry = 1
	for range 2 { // home, then horde
		divide(1, true)
		divide(2, false)
		x.same("while it is divided")
	}
	require.Contains(t, x.asked(0, 1)[0].Aside, "is not allowed")
	for range 2 {
		divide(1, false)
		x.same("while it is divided anew")
	}
	x.alike = true
	for range 6 {
		require.True(t, x.step())
		x.same("when all is open")
	}
	for i, w := range x.w {
		log, whole, err := w.session.Games().File(w.id)
		require.NoError(t, err)
		require.False(t, whole)
		copied, err := w.session.Games().Import(t.Context(), log)
		require.NoError(t, err)
		raw, err := w.session.Games().JSON(copied, protocol.Who{}, 0)
		require.NoError(t, err)
		was, now := x.view(i, protocol.Who{}, 0).Play, tabletest.ParseGame(t, raw).Play
		require.Equal(t, was.State, now.State)
		require.Equal(t, was.Waiting, now.Waiting)
	}
}

// Two players roll at the same time, and one die is corrected. Both rolls stay in the statistics, and the event is told of a correction.
func TestARollThatWasMadeAtOnceWithAnotherIsCorrected(t *testing.T) {
	x := newTwins(t, tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"), 1)
	rolled := func() (n int) {
		st, err := x.w[0].session.Copy().Statistics(evidence.StatisticsOf{Typed: true})
		require.NoError(t, err)
		return st.Total
	}
	for rolled() == 0 {
		require.True(t, x.step())
	}
	before, view := rolled(), x.view(0, protocol.Who{}, 0)
	i := slices.IndexFunc(view.Log, func(l protocol.LogLine) bool { return l.Roll && l.Stands })
	n, seat := view.Log[i].N, view.Log[i].Seat
	e, err := x.w[0].session.Games().Entry(x.t.Context(), x.w[0].id, protocol.Who{}, 0, n)
	require.NoError(t, err)
	q, was := e.Question, e.Answer
	face := (*was.Dice[0].Face + 1) % len(q.Roll.Dice[0].Faces)
	a := protocol.Act{Do: protocol.DoAmend, Entry: n, Shown: []protocol.ShownDie{{Die: was.Dice[0].ID, Face: face}}}
	x.did(seat, a, a)
	x.agree(false)
	now, err := x.w[0].session.Games().Entry(x.t.Context(), x.w[0].id, protocol.Who{}, 0, n)
	require.NoError(t, err)
	require.Equal(t, face, *now.Answer.Dice[0].Face)
	require.GreaterOrEqual(t, rolled(), before, "a corrected roll left the statistics")
	told, err := x.w[0].box.After(t.Context(), 0, 1000)
	require.NoError(t, err)
	for _, m := range told {
		if m.Roll != nil {
			require.NotEqual(t, event.RollAnnulled, m.Roll.Status, "a corrected roll was told as annulled")
		}
	}
}
