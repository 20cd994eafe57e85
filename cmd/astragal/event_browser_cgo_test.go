//go:build cgo

package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
)

const springCup = "Spring cup"

// cup is an event on loopback.
type cup struct {
	t             *testing.T
	hub           *hub.Hub
	pages, tables string
}

func openCup(t *testing.T) *cup {
	t.Helper()
	tables := doortest.Address(t)
	h, err := hub.Open(t.Context(), hub.Options{Dir: filepath.Join(t.TempDir(), "hub"), Event: springCup, Order: hub.ByTotal, Tables: tables, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { _ = h.Run(ctx) })
	wg.Go(func() { _ = h.Serve(ctx, l) })
	t.Cleanup(func() {
		cancel()
		wg.Wait()
		require.NoError(t, h.Close())
	})
	return &cup{t: t, hub: h, pages: "http://" + l.Addr().String(), tables: "nats://" + tables + "/Spring%20cup"}
}

// token writes a table's token to a file.
func (c *cup) token(name string) string {
	c.t.Helper()
	token, err := c.hub.Token(event.RoleTable, name)
	require.NoError(c.t, err)
	path := filepath.Join(c.t.TempDir(), "token")
	require.NoError(c.t, os.WriteFile(path, []byte(token), 0o600))
	return path
}

// real is the program with a virtual table that its eye's process watches.
func (c *cup) real(n int, player string) *openTable {
	c.t.Helper()
	table := keepTable(c.t, c.t.TempDir(), "--source", fmt.Sprintf("virtual:%d", 40+n), "--dice", "d6", "--dice", "d6", "--dice", "d6",
		"--hub", c.tables, "--hub-credentials", c.token(fmt.Sprintf("Table %d", n)))
	require.Equal(c.t, "done", table.act(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: player}}}}).Type)
	return table
}

// scripted is a table whose dice are typed.
func (c *cup) scripted(n int, player string) *companion.Session {
	c.t.Helper()
	name := fmt.Sprintf("Table %d", n)
	address, err := event.ParseAddress(c.tables)
	require.NoError(c.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	log := slog.New(slog.DiscardHandler)
	file, err := journal.Open(ctx, filepath.Join(c.t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(c.t, err)
	box, err := companion.OutboxOf(ctx, file, springCup)
	require.NoError(c.t, err)
	session, err := companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: log, Outbox: box, Table: name, Event: springCup})
	require.NoError(c.t, err)
	relay := &outbox.Relay{Store: box, Dial: outbox.Dial{Address: address, Credentials: c.token(name)}, Table: name, Log: log,
		Tell: session.Event().Linked, Health: session.Event().Health, Rule: session.Event().Rule, Picture: session.Event().Picture, Played: session.Event().Played}
	done := make(chan error, 1)
	go func() { done <- relay.Run(ctx) }()
	c.t.Cleanup(func() {
		cancel()
		require.NoError(c.t, <-done)
		session.Close()
		require.NoError(c.t, file.Close())
	})
	require.NoError(c.t, session.Do(ctx, protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: player}}}}))
	return session
}

// reads makes the virtual table throw until it has so many rolls. It says at the table what the eye isn't sure of, as
// a player does.
func (o *openTable) reads(rolls int) {
	o.t.Helper()
	thrown := 0
	require.Eventually(o.t, func() bool {
		v := o.view()
		if len(v.Waiting) > 0 && v.Tray != nil {
			for _, d := range v.Tray.Dice {
				if d.Asks && len(d.Choices) > 0 {
					o.act(protocol.Act{Do: protocol.DoFix, Throw: v.Tray.ID, Rev: v.Tray.Rev, Die: d.N, Value: &d.Choices[0].Value})
					return false
				}
			}
			return false
		}
		if len(v.Rolls) >= rolls {
			return true
		}
		if len(v.Rolls) == thrown && o.act(protocol.Act{Do: protocol.DoThrow}).Type == "done" {
			thrown++
		}
		return false
	}, hang, 200*time.Millisecond, "%s", o.errs)
}

// 20 tables play a round of an event. Three of them are whole: rendered throws, the eye's process, its readings. A
// judge corrects a roll that an eye read. The table, its overlay, the hub's overlay and the standings then show the
// correction.
func TestARoundOfAnEventWithEyesThatRead(t *testing.T) {
	const tables, eyes = 20, 3
	c := openCup(t)
	open := browsers(t)
	judge := open(c.pages + "/judge")
	judge.choose(`input[name="name"]`, "Round 1")
	judge.press("#start-round")
	judge.sees(`document.querySelector("#timer")?.textContent.startsWith("Round 1")`)

	want := map[string]int{}
	for n := eyes + 1; n <= tables; n++ {
		player := fmt.Sprintf("Ann %d", n)
		table := c.scripted(n, player)
		for roll := range 3 {
			a, b := 1+(n+roll)%6, 1+(n*roll)%6
			require.NoError(t, table.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: a}, {Shape: "d6", Value: b}}}))
			want[player] += a + b
		}
	}
	var real []*openTable
	for n := 1; n <= eyes; n++ {
		table := c.real(n, fmt.Sprintf("Ann %d", n))
		table.reads(2)
		for _, r := range table.view().Rolls {
			require.NotNil(t, r.Total)
			want[fmt.Sprintf("Ann %d", n)] += *r.Total
		}
		real = append(real, table)
	}

	// This finds the newest roll with a die that the eye was sure of by itself.
	at, die, was := 0, "", 0
	for i, table := range real {
		for _, d := range table.view().Rolls[0].Dice {
			if die == "" && d.How == engine.Read && d.Shape == "d6" && d.Value != nil {
				at, die, was = i, d.ID, *d.Value
			}
		}
	}
	require.NotEmpty(t, die, "no eye read a die")
	table, name := real[at], fmt.Sprintf("Table %d", at+1)
	total := *table.view().Rolls[0].Total
	overlay := open(table.address + "overlay")
	air := open(fmt.Sprintf("%s/overlay?table=Table+%d&parts=dice,total,board", c.pages, at+1))
	says := func(total int) string {
		return fmt.Sprintf(`document.querySelector("#total")?.textContent === "%d"`, total)
	}
	overlay.sees(says(total))
	air.sees(says(total))

	judge.choose("#table", name)
	judge.sees(fmt.Sprintf(`document.querySelector("#rolls button b")?.textContent === %q`, name))
	judge.press("#rolls li:first-child button")
	judge.sees(`[...document.querySelectorAll(".hub-dice img")].filter((i) => i.naturalWidth > 16).length === 3`) // the pictures that the eye took
	other := was%6 + 1
	judge.choose(fmt.Sprintf(`[data-die=%q]`, die), fmt.Sprint(other))
	judge.choose("#reason", "the die leant on the rim")
	judge.press("#correct")
	judge.sees(`document.querySelector("#rulings")?.textContent.includes("done at the table")`)
	total += other - was
	want[fmt.Sprintf("Ann %d", at+1)] += other - was

	for _, screen := range []*page{overlay, air} {
		screen.sees(says(total))
		screen.sees(`!!document.querySelector("#corrected")`)
	}
	require.Equal(t, total, *table.view().Rolls[0].Total)
	places := open(c.pages + "/standings")
	for player, sum := range want {
		places.sees(fmt.Sprintf(`document.querySelector('#all [data-player=%q] .hub-total')?.textContent === "%d"`, player, sum))
	}
	places.picture("event-standings")

	// The dice with an eye come from virtual tables. The other tables' dice were seen by nobody.
	stats := open(c.pages + "/statistics")
	stats.sees(fmt.Sprintf(`document.querySelector("#counted")?.textContent === "0 dice rolled; %d more that no camera saw; %d more of virtual tables."`, 6*(tables-eyes), 6*eyes))
}
