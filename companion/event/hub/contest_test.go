package hub_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
)

func contestOf(t testing.TB, pages string) hub.ContestDetail {
	t.Helper()
	var c hub.ContestDetail
	get(t, pages+"/api/contest", &c)
	return c
}

func does(t testing.TB, pages string, a contest.Act) {
	t.Helper()
	status, answer := post(t, pages+"/api/contest", a)
	require.Equal(t, http.StatusOK, status, answer)
}

func refuses(t testing.TB, pages string, a contest.Act, why string) {
	t.Helper()
	status, answer := post(t, pages+"/api/contest", a)
	require.Equal(t, http.StatusUnprocessableEntity, status, answer)
	require.Contains(t, answer, why)
}

// begins sets an event up: Swiss pairing, standings by points.
func begins(t testing.TB, pages string, players int) {
	t.Helper()
	s := contest.Usual()
	s.System, s.Counts = contest.Swiss, contest.ByPoints
	does(t, pages, contest.Act{Do: "settings", Settings: &s})
	var list []string
	for n := range players {
		list = append(list, fmt.Sprintf("%d. Player %d", n+1, n+1))
	}
	does(t, pages, contest.Act{Do: "enter", Names: strings.Join(list, "\n"), Here: true})
}

// plays sends the result of a game between players. The first of them won, or with draw nobody.
func (s *simTable) plays(game int, draw bool, players ...string) {
	s.tell(resultOf(game, draw, players...))
}

func resultOf(game int, draw bool, players ...string) event.Message {
	r := event.Result{ID: fmt.Sprintf("g%d", game), Rev: 1, Over: true, Text: "over"}
	for i, p := range players {
		r.Seats = append(r.Seats, event.Place{Player: p, Won: i == 0 && !draw})
	}
	return event.Message{At: time.Now(), Kind: event.KindResult, Result: &r}
}

// sums sends the result of a count, which names no winner. A total below 0 stands for one that isn't known.
func (s *simTable) sums(id string, totals map[string]int) {
	r := event.Result{ID: id, Rev: 1, Over: true, Text: "over"}
	for _, player := range slices.Sorted(maps.Keys(totals)) {
		p := event.Place{Player: player}
		if total := totals[player]; total >= 0 {
			p.Total = &total
		}
		r.Seats = append(r.Seats, p)
	}
	s.tell(event.Message{At: time.Now(), Kind: event.KindResult, Result: &r})
}

// The player with the highest total wins a count, also if nobody is paired. Equal totals are a draw. If somebody's
// total isn't known, or one counts alone, nobody has won or drawn.
func TestACountsResultIsNoDrawUnlessTheTotalsAreEqual(t *testing.T) {
	h := startHub(t, nil)
	s := newSim(t, "Table 1", h.dial(t, "Table 1"))
	s.connected()
	for id, totals := range map[string]map[string]int{"c1": {"Ann": 7, "Bo": 5}, "c2": {"Ann": 4, "Bo": 4}, "c3": {"Ann": 6, "Bo": -1}, "c4": {"Ann": 9}} {
		s.sums(id, totals)
	}
	s.through()
	var v hub.View
	get(t, h.pages+"/api/view", &v)
	got := map[string][]int{}
	for _, st := range v.Standings {
		got[st.Player] = []int{st.Games, st.Wins, st.Draws, st.Losses}
	}
	require.Equal(t, map[string][]int{"Ann": {4, 1, 1, 0}, "Bo": {3, 0, 1, 1}}, got)
}

// A player who is checked in stays so under another name, and after a restart. A player who is then checked out is
// out.
func TestARenamedPlayerStaysCheckedIn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "hub")
	at := func(o *hub.Options) { o.Dir = dir }
	h := startHub(t, at)
	does(t, h.pages, contest.Act{Do: "enter", Names: "Anne\nBo", Here: true})
	for table, player := range map[string]string{"Table 1": "Anne", "Table 2": "Bo"} {
		status, answer := post(t, h.pages+"/api/checkin", hub.CheckInAct{Table: table, Players: []string{player}})
		require.Equal(t, http.StatusOK, status, answer)
	}
	does(t, h.pages, contest.Act{Do: "rename", IDs: []int{1}, Name: "Ann"})
	ins := func(h *here) string {
		var v hub.View
		get(t, h.pages+"/api/view", &v)
		return fmt.Sprint(v.Desk.Players)
	}
	require.Equal(t, "[{Table 1 [Ann]} {Table 2 [Bo]}]", ins(h))
	s := newSim(t, "Table 1", h.dial(t, "Table 1"))
	for n, name := range []string{"Ann", "Anne"} {
		s.tell(rollOf(n+1, name, 5))
	}
	s.through()
	var v hub.View
	get(t, h.pages+"/api/view", &v)
	require.Empty(t, v.Desk.Waiting)
	require.Equal(t, 10, v.Standings[0].Total)
	s.stop()
	h.stop()
	h = startHub(t, at)
	require.Equal(t, "[{Table 1 [Ann]} {Table 2 [Bo]}]", ins(h))
	status, answer := post(t, h.pages+"/api/checkin", hub.CheckInAct{Players: []string{"Anne"}})
	require.Equal(t, http.StatusOK, status, answer)
	h.stop()
	h = startHub(t, at)
	require.Equal(t, "[{Table 2 [Bo]}]", ins(h))
}

func namesAt(p hub.PairingView) []string {
	var out []string
	for _, x := range p.Players {
		out = append(out, x.Name)
	}
	return out
}

func startRound(t testing.TB, pages string, n int) {
	t.Helper()
	status, answer := post(t, pages+"/api/round", hub.RoundAct{Do: "start", Name: fmt.Sprintf("Round %d", n), Minutes: 50})
	require.Equal(t, http.StatusOK, status, answer)
}

// A round is paired and its players are bound to their tables. The tables' games bring the results. A hub that is
// killed has all of it when it comes back.
func TestARoundIsPairedAndPlayed(t *testing.T) {
	c := newChild(t)
	c.start()
	pages := "http://" + c.pages
	one, two := newSim(t, "Table 1", dialTo(t, c.dir, c.address(), "Table 1")), newSim(t, "Table 2", dialTo(t, c.dir, c.address(), "Table 2"))
	one.connected()
	two.connected()
	begins(t, pages, 5)
	refuses(t, pages, contest.Act{Do: "enter", Names: "Table 1"}, "is a table")
	does(t, pages, contest.Act{Do: "pair"})
	round := contestOf(t, pages).Rounds[0]
	require.Len(t, round.Byes, 1)
	require.Equal(t, []string{"Table 1", "Table 2"}, []string{round.Pairings[0].Table, round.Pairings[1].Table})
	startRound(t, pages, 1)
	c.kill()
	c.start()
	require.Equal(t, round, contestOf(t, pages).Rounds[0], "who plays whom is on disk before it is said")

	// The table writes a name in another form.
	a, b := namesAt(round.Pairings[0]), namesAt(round.Pairings[1])
	one.tell(rollOf(1, strings.ToUpper(a[0]), 7))
	one.plays(1, false, strings.ToLower(a[0]), a[1])
	one.through()
	// The players of the two tables sat at each other's machines for the second game, so a judge decides.
	one.plays(2, true, b...)
	one.through()
	var v hub.View
	get(t, pages+"/api/view", &v)
	require.Empty(t, v.Desk.Waiting[0].Roll)
	require.Contains(t, v.Desk.Waiting[0].Why, "checked in at \"Table 2\"")
	require.Equal(t, "open", contestOf(t, pages).Rounds[0].Pairings[1].State)
	status, answer := post(t, pages+"/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{v.Desk.Waiting[0].Result}})
	require.Equal(t, http.StatusOK, status, answer)

	c.kill()
	c.start()
	get(t, pages+"/api/view", &v)
	require.Equal(t, 2, v.Contest.Ended)
	require.Equal(t, []string{a[0] + " won", "drawn"}, []string{v.Tables[0].Ended, v.Tables[1].Ended})
	require.Equal(t, a, v.Tables[0].Players)
	points := map[string]int{}
	for _, s := range v.Standings {
		points[s.Player] = s.Points
	}
	require.Equal(t, map[string]int{a[0]: 3, a[1]: 0, b[0]: 1, b[1]: 1, round.Byes[0]: 3}, points)
	require.Equal(t, 7, standing(v, a[0]).Total, "a roll is its player's, however the table writes the name")

	// A judge's result counts instead of the table's, and can be taken back.
	p := round.Pairings[0].Players
	does(t, pages, contest.Act{Do: "result", Round: 1, Table: "Table 1", Placed: []contest.Placed{{ID: p[0].ID, Result: contest.Drawn}, {ID: p[1].ID, Result: contest.Drawn}}})
	require.Equal(t, "the organiser", contestOf(t, pages).Rounds[0].Pairings[0].By)
	does(t, pages, contest.Act{Do: "clear", Round: 1, Table: "Table 1"})
	require.Equal(t, a[0]+" won", contestOf(t, pages).Rounds[0].Pairings[0].Text)
	post(t, pages+"/api/round", hub.RoundAct{Do: "end"})
	does(t, pages, contest.Act{Do: "pair"})
	require.Len(t, contestOf(t, pages).Rounds, 2)
	require.Contains(t, fmt.Sprint(contestOf(t, pages).Log), "paired round 2")
}

// The organiser chooses what the standings go by. Hits are counted from what the dice showed.
func TestStandingsByWhatIsChosen(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.tell(rollOf(1, "Ann", 9)) // 1 and 8
	a.tell(rollOf(2, "Bo", 7))  // 1 and 6
	a.tell(rollOf(3, "Bo", 6))  // 1 and 5
	a.rolled = 3
	a.through()
	first := func(counts contest.Counts, from int) string {
		s := contest.Usual()
		s.Counts, s.HitsFrom = counts, from
		does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
		return view(t, h).Standings[0].Player
	}
	require.Equal(t, "Bo", first(contest.BySum, 5))
	require.Equal(t, "Ann", first(contest.ByBest, 5))
	require.Equal(t, "Bo", first(contest.ByHits, 5))
	require.Equal(t, "Ann", first(contest.ByHits, 7))
	h = h.again(t)
	require.Equal(t, "hits", view(t, h).Contest.Ranks)
	require.Equal(t, 1, standing(view(t, h), "Ann").Hits)
}

// ownPage makes the request of a player's phone.
func ownPage(t testing.TB, pages, code, etag string, act *hub.OwnAct) (int, string, string) {
	t.Helper()
	return ownPageWaits(t, pages, code, etag, act, 0)
}

// ownPageWaits makes the request of a phone that waits so many seconds for something new.
func ownPageWaits(t testing.TB, pages, code, etag string, act *hub.OwnAct, seconds int) (int, string, string) {
	t.Helper()
	a := asksOwnPage(t.Context(), pages, code, etag, act, seconds)
	require.NoError(t, a.err)
	return a.status, a.body, a.etag
}

// ownAnswer is what the hub answers an own page, or why it could not be asked.
type ownAnswer struct {
	status     int
	body, etag string
	err        error
}

func asksOwnPage(ctx context.Context, pages, code, etag string, act *hub.OwnAct, seconds int) ownAnswer {
	method, body := http.MethodGet, ""
	if act != nil {
		method, body = http.MethodPost, fmt.Sprintf(`{"do": %q, "reason": %q}`, act.Do, act.Reason)
	}
	r, err := http.NewRequestWithContext(ctx, method, fmt.Sprintf("%s/api/own?wait=%d", pages, seconds), strings.NewReader(body))
	if err != nil {
		return ownAnswer{err: err}
	}
	r.Header.Set("X-Own", code)
	r.Header.Set("Forwarded", "for=192.0.2.7") // from another machine
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return ownAnswer{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	return ownAnswer{res.StatusCode, string(raw), res.Header.Get("ETag"), err}
}

// A player's own page shows what concerns the player at once. News of the standings alone comes only when the page
// has waited, because in a full hall they change with every roll.
func TestAnOwnPageFollows(t *testing.T) {
	h := startHub(t, nil)
	one := newSim(t, "Table 1", h.dial(t, "Table 1"))
	one.connected()
	begins(t, h.pages, 2)
	var s hub.SheetView
	get(t, h.pages+"/api/sheets", &s)
	code := s.Sheets[0].Code
	_, _, etag := ownPage(t, h.pages, code, "", nil)
	for _, press := range []func(){
		func() { does(t, h.pages, contest.Act{Do: "pair"}) },
		func() { startRound(t, h.pages, 1) },
		func() { h.does(t, "/api/round", hub.RoundAct{Do: "pause"}) },
	} {
		came := make(chan ownAnswer, 1)
		go func() { came <- asksOwnPage(t.Context(), h.pages, code, etag, nil, 20) }()
		press()
		select {
		case a := <-came:
			require.NoError(t, a.err)
			require.Equal(t, http.StatusOK, a.status)
			etag = a.etag
		case <-time.After(15 * time.Second):
			require.FailNow(t, "the page was not told")
		}
	}
	_, _, etag = ownPage(t, h.pages, code, "", nil)
	one.tell(rollOf(1, "Player 1", 7))
	one.through()
	require.Eventually(t, func() bool { return view(t, h).Counts.Rolls == 1 }, 10*time.Second, 20*time.Millisecond)
	begun := time.Now()
	status, answer, _ := ownPageWaits(t, h.pages, code, etag, nil, 3)
	require.GreaterOrEqual(t, time.Since(begun), 3*time.Second, "a roll wakes no page")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, answer, `"rolls":1`)
}

// A player's own page needs no token but its code. It checks the player in, says where to play, and calls a judge.
// What the player says there is kept. Nobody gets the page without the code.
func TestAPlayersOwnPage(t *testing.T) {
	h := startHub(t, nil)
	one := newSim(t, "Table 1", h.dial(t, "Table 1"))
	one.connected()
	begins(t, h.pages, 1)
	does(t, h.pages, contest.Act{Do: "enter", Names: "Ann"})
	var s hub.SheetView
	get(t, h.pages+"/api/sheets", &s)
	ann := s.Sheets[1].Code
	for _, wrong := range []string{"", "p2", "p2.AAAAAAAAAA", "p9.AAAAAAAAAA", strings.Replace(ann, "p2", "p1", 1), "tVGFibGUgMQ.AAAAAAAAAA", "x"} {
		status, answer, _ := ownPage(t, h.pages, wrong, "", nil)
		require.Equal(t, http.StatusForbidden, status, wrong)
		require.Contains(t, answer, "scan")
	}
	status, answer, etag := ownPage(t, h.pages, ann, "", nil)
	require.Equal(t, http.StatusOK, status, answer)
	require.Contains(t, answer, `"here":false`)
	status, _, _ = ownPage(t, h.pages, ann, etag, nil)
	require.Equal(t, http.StatusNotModified, status)
	status, answer, _ = ownPage(t, h.pages, ann, "", &hub.OwnAct{Do: "here"})
	require.Equal(t, http.StatusOK, status, answer)
	does(t, h.pages, contest.Act{Do: "pair"})
	status, answer, etag = ownPage(t, h.pages, ann, etag, nil)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, answer, `"table":"Table 1"`)

	status, answer, _ = ownPage(t, h.pages, ann, "", &hub.OwnAct{Do: "call", Reason: " "})
	require.Equal(t, http.StatusUnprocessableEntity, status, answer)
	status, answer, _ = ownPage(t, h.pages, ann, "", &hub.OwnAct{Do: "call", Reason: "is this die flat?"})
	require.Equal(t, http.StatusOK, status, answer)
	h = h.again(t)
	v := view(t, h)
	require.Equal(t, 1, v.Counts.Calls)
	require.True(t, v.Tables[0].Calls)
	call := v.Desk.Calls[0]
	require.Equal(t, []string{"Table 1", "Ann", "is this die flat?"}, []string{call.Table, call.Player, call.Reason})
	h.does(t, "/api/call", hub.CallAct{N: call.N, Do: "take"})
	_, answer, _ = ownPage(t, h.pages, ann, "", nil)
	require.Contains(t, answer, `"taker":"the organiser"`)
	h.does(t, "/api/call", hub.CallAct{N: call.N, Do: "done", Answer: "roll it again"})
	status, answer = post(t, h.pages+"/api/call", hub.CallAct{N: call.N, Do: "take"})
	require.Equal(t, http.StatusUnprocessableEntity, status)
	require.Contains(t, answer, "settled already")
	v = view(t, h)
	require.Zero(t, v.Counts.Calls)
	require.False(t, v.Tables[0].Calls)
	_, answer, _ = ownPage(t, h.pages, ann, "", nil)
	require.Contains(t, answer, "roll it again")

	// The code on a table's sheet opens the table's page.
	get(t, h.pages+"/api/sheets?of=tables", &s)
	status, answer, _ = ownPage(t, h.pages, s.Sheets[0].Code, "", nil)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, answer, `"with":["`)
	// The address of a code's picture doesn't hold the code. Each code has another picture.
	pictures := map[string]bool{}
	for _, of := range []string{"table=" + url.QueryEscape(s.Sheets[0].Name), "player=1", "player=2"} {
		r, err := http.Get(h.pages + "/api/qr?" + of)
		require.NoError(t, err)
		raw, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		require.Equal(t, "image/png", r.Header.Get("Content-Type"), string(raw))
		require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
		pictures[string(raw)] = true
	}
	require.Len(t, pictures, 3)
	for of, why := range map[string]string{"table=Nowhere": "no table is called", "player=99": "no player has the number 99", "": "say whose code"} {
		r, err := http.Get(h.pages + "/api/qr?" + of)
		require.NoError(t, err)
		raw, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.NoError(t, r.Body.Close())
		require.Equal(t, http.StatusBadRequest, r.StatusCode)
		require.Contains(t, string(raw), why)
	}
	require.NotEmpty(t, etag)
}

// The own page of somebody who gave up before the first game shows no place, and nobody else's: that player isn't in the standings.
func TestAPlayersOwnPageWithoutAPlace(t *testing.T) {
	h := startHub(t, nil)
	begins(t, h.pages, 3)
	does(t, h.pages, contest.Act{Do: "pair"})
	does(t, h.pages, contest.Act{Do: "enter", Names: "Nobody"})
	does(t, h.pages, contest.Act{Do: "out", IDs: []int{4}})
	require.Len(t, view(t, h).Standings, 3)
	var s hub.SheetView
	get(t, h.pages+"/api/sheets", &s)
	status, answer, _ := ownPage(t, h.pages, s.Sheets[3].Code, "", nil)
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, answer, `"out":true`)
	require.Contains(t, answer, `"place":0`)
}

// After the event one file has everything. A spreadsheet takes no name in it for a formula.
func TestOneFileHasEverything(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "enter", Names: "=HYPERLINK(1)\n@Zoë", Here: true})
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	p := contestOf(t, h.pages).Rounds[0].Pairings[0]
	a.tell(rollOf(1, p.Players[0].Name, 7))
	a.tell(rollOf(2, p.Players[0].Name, 6))
	a.plays(1, false, namesAt(p)...)
	a.through()
	h.rule(t, hub.RuleAct{N: 1, Do: event.Hold, Reason: "=look"})
	r, err := http.Get(h.pages + "/event.zip?for=excel&sep=%3B")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range z.File {
		require.WithinDuration(t, time.Now(), f.Modified, time.Minute, "%s says when it was made", f.Name)
		in, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(in)
		require.NoError(t, err)
		files[f.Name] = string(text)
		switch filepath.Ext(f.Name) {
		case ".csv":
			require.True(t, strings.HasPrefix(files[f.Name], "\ufeff"), "%s: Excel reads UTF-8", f.Name)
			require.NotRegexp(t, `(?m)(^|;)"?[=@]`, files[f.Name], "%s: no formula", f.Name)
		case ".svg":
			require.NoError(t, xml.Unmarshal(text, new(struct{})), f.Name)
		case ".json":
			require.True(t, json.Valid(text))
		}
	}
	require.Len(t, files, 8)
	require.Contains(t, files["standings.csv"], "'@Zoë")
	require.Contains(t, files["pairings.csv"], p.Players[0].Name+";won")
	require.Contains(t, files["log.csv"], "'=look")
	require.Contains(t, files["log.csv"], "paired round 1")
	require.Contains(t, files["rolls.csv"], "held by the judge")
	require.Contains(t, files["dice.svg"], "d6 shows 1")
}

// If a game's table sent no figures, or wrong ones, a judge can enter them, whatever the standings go by. They count
// instead of what was rolled in that round, in the event's standings and the round's, until the judge takes them
// back.
func TestAJudgeEntersFigures(t *testing.T) {
	h := startHub(t, nil)
	one := newSim(t, "Table 1", h.dial(t, "Table 1"))
	one.connected()
	begins(t, h.pages, 2)
	pair := func() hub.ContestRound {
		does(t, h.pages, contest.Act{Do: "pair", Anyway: true})
		var c hub.ContestDetail
		get(t, h.pages+"/api/contest", &c)
		return c.Rounds[len(c.Rounds)-1]
	}
	rolls := func(n, total int) {
		one.tell(rollOf(n, "Player 1", total))
		one.through()
		require.Eventually(t, func() bool { return view(t, h).Counts.Rolls == n }, 10*time.Second, 20*time.Millisecond)
	}
	pair()
	startRound(t, h.pages, 1)
	rolls(1, 7)
	rolls(2, 9)
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	round := pair()
	startRound(t, h.pages, 2)
	rolls(3, 19)
	n := func(i int) *int { return &i }
	enter := func(one, two contest.Placed) {
		one.ID, one.Result, two.ID, two.Result = 1, contest.Lost, 2, contest.Won
		does(t, h.pages, contest.Act{Do: "result", Round: 2, Table: round.Pairings[0].Table, Placed: []contest.Placed{one, two}})
	}
	stands := func() (a, b hub.Standing) { v := view(t, h); return standing(v, "Player 1"), standing(v, "Player 2") }
	enter(contest.Placed{Total: n(5)}, contest.Placed{Total: n(40)})
	for range 2 {
		a, b := stands()
		require.Equal(t, []int{21, 40}, []int{a.Total, b.Total})
		require.Equal(t, 19, *a.Best, "what nobody entered is as it was rolled")
		v := view(t, h)
		for _, s := range v.Current {
			require.Equal(t, map[string]int{"Player 1": 5, "Player 2": 40}[s.Player], s.Total)
		}
		h = h.again(t)
	}
	enter(contest.Placed{Best: n(8)}, contest.Placed{Best: n(12)})
	a, b := stands()
	require.Equal(t, []int{9, 12, 35}, []int{*a.Best, *b.Best, a.Total})
	enter(contest.Placed{Hits: n(2)}, contest.Placed{Hits: n(6)})
	a, b = stands()
	require.Equal(t, []int{2 + hitsIn(7, 9), 6}, []int{a.Hits, b.Hits})
	does(t, h.pages, contest.Act{Do: "clear", Round: 2, Table: round.Pairings[0].Table})
	a, b = stands()
	require.Equal(t, []int{35, 19, hitsIn(7, 9, 19), 0}, []int{a.Total, *a.Best, a.Hits, b.Total})
}

// hitsIn is how many dice of these rolls show 5 or more.
func hitsIn(totals ...int) int {
	hits := 0
	for n, total := range totals {
		for _, d := range rollOf(n, "", total).Roll.Dice {
			if d.Value != nil && *d.Value >= 5 {
				hits++
			}
		}
	}
	return hits
}
