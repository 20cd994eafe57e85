package hub_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
	"astragal/companion/once"
	"astragal/companion/tabletest"
)

// truth is what really happened. The test keeps it apart from the hub.
type truth struct {
	points map[string]int
	rolls  map[string]int
	totals map[string]int
	met    map[[2]string]int
	byes   map[string]int
}

// A whole event runs in real processes, the hub's and one for each table. While tables play, the hub and a table are
// killed three times, and cables are pulled. Two tables are swapped, and a judge's desk is lost in the middle of a
// ruling. No roll and no result is lost or doubled, every pairing is legal, and the big screen shows the truth. With
// ASTRAGAL_SOAK it is a hall of 40 tables, else a small one.
func TestSoakAWholeEventThroughEverythingThatGoesWrong(t *testing.T) {
	tables := times(40, 6)
	const rounds = 4
	c := newChild(t)
	c.start()
	pages := "http://" + c.pages
	cable := newCable(t, c.tables)
	sims := map[string]*procTable{}
	for n := range tables {
		name := fmt.Sprintf("Table %d", n+1)
		at := "nats://" + cable.address() + "/Spring%20cup"
		sims[name] = newProc(t, name, dialTo(t, c.dir, at, name), at)
	}
	for _, s := range sims {
		s.connected()
	}
	begins(t, pages, 2*tables+1)
	big := tabletest.Open(t, pages+"/screen")
	big.Grow(1920, 1080)
	is := truth{points: map[string]int{}, rolls: map[string]int{}, totals: map[string]int{}, met: map[[2]string]int{}, byes: map[string]int{}}
	games := map[string]int{}
	for n := 1; n <= rounds; n++ {
		switch n {
		case 2:
			does(t, pages, contest.Act{Do: "enter", Names: "Late Lea\nLate Leo", Here: true})
		case 3:
			does(t, pages, contest.Act{Do: "out", IDs: []int{1}})
		}
		does(t, pages, contest.Act{Do: "pair"})
		startRound(t, pages, n)
		all := contestOf(t, pages)
		round := all.Rounds[n-1]
		is.legal(t, all, round)
		for _, name := range round.Byes {
			is.points[name] += 3
		}
		played := slices.Clone(round.Pairings)
		if n == 2 { // the players of two tables sit down at each other's machines, and the organiser enters that
			a, b := played[0].Table, played[1].Table
			does(t, pages, contest.Act{Do: "move", Round: n, Table: a, To: b})
			played[0].Table, played[1].Table = b, a
		}
		var wrong sync.WaitGroup
		wrong.Go(func() {
			wait(20 + rand.N(60))
			cable.pull()
			wait(20 + rand.N(100))
			cable.plug()
		})
		byHand := map[string]bool{}
		for i, p := range played {
			s, names := sims[p.Table], namesAt(p)
			if s == nil { // there are more games than machines, so a judge enters the result
				byHand[p.Table] = true
				is.points[names[0]] += 3
				continue
			}
			for range 3 {
				for _, name := range names {
					s.rolled++
					total := 2 + rand.N(12)
					s.tell(rollOf(s.rolled, name, total))
					is.rolls[name]++
					is.totals[name] += total
				}
			}
			games[p.Table]++
			draw := i%5 == 4
			s.tell(resultOf(games[p.Table], draw, names...))
			if draw {
				is.points[names[0]]++
				is.points[names[1]]++
			} else {
				is.points[names[0]] += 3
			}
			if n < rounds && i == len(played)/2 {
				c.kill()
				c.start()
				s.kill() // the table's machine is killed too: what it said that it had written is there when it comes back
				s.start()
			}
		}
		wrong.Wait()
		for _, p := range played {
			if byHand[p.Table] {
				does(t, pages, contest.Act{Do: "result", Round: n, Table: p.Table, Placed: []contest.Placed{{ID: p.Players[0].ID, Result: contest.Won}, {ID: p.Players[1].ID, Result: contest.Lost}}})
			}
		}
		for _, s := range sims {
			s.settled()
		}
		if n == 3 {
			lostDesk(t, pages)
		}
		var v hub.View
		get(t, pages+"/api/view", &v)
		require.Equal(t, len(played), v.Contest.Ended, "round %d", n)
		is.shown(t, big, v, played)
		big.Picture(fmt.Sprintf("hall-event-%d", n))
		status, answer := post(t, pages+"/api/round", hub.RoundAct{Do: "end"})
		require.Equal(t, http.StatusOK, status, answer)
	}
	var v hub.View
	get(t, pages+"/api/view", &v)
	require.Empty(t, v.Desk.Waiting)
	require.Len(t, v.Standings, min(200, 2*tables+3))
	for i, st := range v.Standings {
		require.Equal(t, []int{is.points[st.Player], is.rolls[st.Player], is.totals[st.Player]}, []int{st.Points, st.Rolls, st.Total}, "%s: nothing is lost, nothing counts twice", st.Player)
		require.True(t, i == 0 || v.Standings[i-1].Points >= st.Points)
	}
	for _, tv := range v.Tables {
		if s := sims[tv.Name]; s != nil {
			require.Equal(t, s.rolled, tv.Rolls, tv.Name)
		}
	}
	t.Logf("%d tables, %d rounds, %d players, %d rolls; the hub was killed %d times", tables, rounds, len(v.Standings), v.Counts.Rolls, rounds-1)
}

// shown checks that the big screen, which was open all the time, shows the truth: who stands at each place of the
// standings and with how many points, and who plays at each table and how it ended.
func (is truth) shown(t *testing.T, big *tabletest.Tab, v hub.View, played []hub.PairingView) {
	t.Helper()
	big.Sees(fmt.Sprintf(`document.querySelector("#games-over")?.textContent === "%[1]d of %[1]d games over" && !document.querySelector(".scr-lost")`, len(played)))
	at := map[string]hub.PairingView{}
	for _, p := range played {
		at[p.Table] = p
	}
	type row struct{ Name, Says string }
	for _, r := range tabletest.Value[[]row](big, `[...document.querySelectorAll(".scr-rows li")].map((e) => ({Name: e.dataset.player, Says: e.querySelector(".scr-figure").textContent}))`) {
		require.Equal(t, fmt.Sprint(is.points[r.Name]), r.Says, r.Name)
	}
	tiles := tabletest.Value[[]row](big, `[...document.querySelectorAll(".scr-tiles li")].map((e) => ({Name: e.dataset.table, Says: [...e.querySelectorAll(".scr-at span")].map((s) => s.textContent).sort().join(" · ")}))`)
	require.NotEmpty(t, tiles)
	for _, r := range tiles {
		names := namesAt(at[r.Name])
		slices.Sort(names)
		require.Equal(t, strings.Join(names, " · "), r.Says, r.Name)
	}
	require.NotEmpty(t, v.Standings)
}

// legal checks that every player who is there is placed once, that nobody meets anybody again, and that nobody has a
// second bye.
func (is truth) legal(t *testing.T, all hub.ContestDetail, round hub.ContestRound) {
	t.Helper()
	seen := map[string]int{}
	at := map[string]bool{}
	for _, p := range round.Pairings {
		names := namesAt(p)
		slices.Sort(names)
		require.Len(t, names, 2)
		require.False(t, at[p.Table], "%s has two games", p.Table)
		at[p.Table] = true
		pair := [2]string{names[0], names[1]}
		is.met[pair]++
		require.Equal(t, 1, is.met[pair], "%v meet again", pair)
		seen[names[0]]++
		seen[names[1]]++
	}
	for _, name := range round.Byes {
		is.byes[name]++
		seen[name]++
		require.Equal(t, 1, is.byes[name], "%s has a second bye", name)
	}
	for _, e := range all.Entrants {
		want := 0
		if e.Here && !e.Out {
			want = 1
		}
		require.Equal(t, want, seen[e.Name], e.Name)
	}
}

// lostDesk is a desk whose machine dies in the middle of a ruling. It sends the ruling and never hears the answer. It
// comes back and sends the ruling again. There is one ruling, and another desk sees it and lifts it.
func lostDesk(t *testing.T, pages string) {
	t.Helper()
	var last []hub.RollLine
	get(t, pages+"/api/rolls", &last)
	n := last[0].N
	body, err := json.Marshal(hub.RuleAct{N: n, Do: event.Hold, Reason: "look"})
	require.NoError(t, err)
	host := strings.TrimPrefix(pages, "http://")
	conn, err := net.Dial("tcp", host)
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "POST /api/rule HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%s: lost-desk\r\nContent-Length: %d\r\n\r\n%s", host, once.Header, len(body), body)
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	r, err := http.NewRequest(http.MethodPost, pages+"/api/rule", bytes.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(once.Header, "lost-desk")
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusOK, res.StatusCode)
	var v hub.View
	get(t, pages+"/api/view", &v)
	require.Equal(t, n, v.Desk.Held[0].N)
	require.Len(t, v.Desk.Rulings, 1, "a ruling that is sent twice counts once")
	status, answer := post(t, pages+"/api/rule", hub.RuleAct{N: n, Do: event.Release, Reason: "fine"})
	require.Equal(t, http.StatusOK, status, answer)
}

// In a full hall 400 tables roll, and 2,000 players' phones wait for news of their pages. In the middle a judge
// pauses the round. The test measures how soon each phone knows. Without ASTRAGAL_SOAK it is a small hall.
func TestSoakAHallOfPhones(t *testing.T) {
	tables, players, seconds := times(400, 8), times(2000, 30), times(60, 2)
	c := newChild(t)
	c.start()
	pages := "http://" + c.pages
	ctx := t.Context()
	var busy sync.WaitGroup
	over := make(chan struct{})
	stores := make([]*memory, tables)
	for i := range tables {
		name := fmt.Sprintf("Table %d", i+1)
		stores[i] = &memory{source: "src-" + name, changed: make(chan struct{}, 1)}
		r := &outbox.Relay{Store: stores[i], Dial: dialTo(t, c.dir, c.address(), name), Table: name, Log: slog.New(slog.DiscardHandler), Health: func() event.Health { return event.Health{Camera: "settled", Good: true} }}
		go func() { _ = r.Run(ctx) }()
	}
	require.Eventually(t, func() bool { return metric(t, c, "astragal_hub_tables_online") == float64(tables) }, 5*time.Minute, time.Second)
	begins(t, pages, players)
	s := contest.Usual()
	s.System, s.Seats = contest.Groups, 5
	does(t, pages, contest.Act{Do: "settings", Settings: &s})
	began := time.Now()
	does(t, pages, contest.Act{Do: "pair"})
	paired := time.Since(began)
	startRound(t, pages, 1)
	var sheets hub.SheetView
	get(t, pages+"/api/sheets", &sheets)
	for i, st := range stores {
		busy.Go(func() {
			wait(rand.N(1000))
			tick := time.NewTicker(2 * time.Second)
			defer tick.Stop()
			for n := 1; ; n++ {
				st.tell(rollOf(n, fmt.Sprintf("Table %d", i+1), 7))
				select {
				case <-over:
					return
				case <-tick.C:
				}
			}
		})
	}
	phones, hangUp := context.WithCancel(ctx)
	defer hangUp()
	var mu sync.Mutex
	var took []time.Duration
	var same, failed, answers, pausedAt atomic.Int64
	client := http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: players, MaxConnsPerHost: players}}
	for _, sheet := range sheets.Sheets {
		busy.Go(func() {
			etag, heard := "", false
			wait(rand.N(8000 * min(seconds, 10) / 10))
			for {
				r, err := http.NewRequestWithContext(phones, http.MethodGet, pages+"/api/own?wait=20", nil)
				if err != nil {
					return
				}
				r.Header.Set("X-Own", sheet.Code)
				r.Header.Set("If-None-Match", etag)
				res, err := client.Do(r)
				if err != nil {
					if phones.Err() == nil {
						failed.Add(1)
					}
				} else {
					raw, _ := io.ReadAll(res.Body)
					_ = res.Body.Close()
					if res.StatusCode == http.StatusNotModified {
						same.Add(1)
					}
					if !heard && bytes.Contains(raw, []byte(`"paused":true`)) {
						heard = true
						mu.Lock()
						took = append(took, time.Since(time.UnixMicro(pausedAt.Load())))
						mu.Unlock()
					}
					answers.Add(1)
					etag = res.Header.Get("ETag")
				}
				select {
				case <-over:
					return
				default:
				}
			}
		})
	}
	wait(seconds * 1000)
	pausedAt.Store(time.Now().UnixMicro())
	status, said := post(t, pages+"/api/round", hub.RoundAct{Do: "pause"})
	require.Equal(t, http.StatusOK, status, said)
	require.Eventually(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(took) == players
	}, time.Minute, 50*time.Millisecond, "not all pages heard of the pause")
	wait(seconds * 500)
	memory := memoryOf(t, c)
	close(over)
	hangUp()
	busy.Wait()
	c.kill()
	require.Zero(t, failed.Load())
	slices.Sort(took)
	at := func(p float64) time.Duration {
		return took[int(p*float64(len(took)-1))].Round(100 * time.Microsecond)
	}
	t.Logf("%d tables, %d players' pages, %d s: %d answers (%d unchanged); a pause on all pages: median %v, 95 %% %v, 99 %% %v, longest %v; pairing took %v; hub's memory %d MB, its processor time %v; load %s",
		tables, players, seconds*3/2, answers.Load(), same.Load(), at(0.5), at(0.95), at(0.99), at(1), paired.Round(time.Millisecond), memory>>20, c.worked.Round(100*time.Millisecond), load())
	if os.Getenv("ASTRAGAL_SOAK") != "" {
		require.Less(t, memory, 500<<20)
	}
}
