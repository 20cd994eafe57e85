// Package rehearsal plays an event by itself, so that an organiser can try everything the evening before. It has virtual tables with real files and
// connections, players, pairings, rolls, results and calls for a judge. It reaches the hub as tables, phones and an organiser's browser do.
package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"astragal/companion"
	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/outbox"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
	"astragal/vision"
)

// Plan says what is played.
type Plan struct {
	// Pages is the hub's address for browsers, "http://127.0.0.1:8440". Address is the one for tables.
	Pages   string
	Address event.Address
	// Token makes a table's token.
	Token func(table string) (string, error)
	// Dir is an empty folder for the tables' files.
	Dir            string
	Tables, Rounds int
	// Pace is about how long a table rests between two rolls.
	Pace time.Duration
	// Stay is called when the last round is over. The tables stay connected until it returns, so that a judge can still rule about their rolls. It may be nil.
	Stay func(context.Context)
	// Out gets a line for each thing that happens.
	Out io.Writer
	Log *slog.Logger
}

const (
	// throws is how often each player rolls in a round, dice how many dice a player rolls.
	throws = 3
	dice   = 3
	// roundMinutes is how long a round's timer runs.
	roundMinutes = 30
	lookEvery    = 200 * time.Millisecond
)

// Run plays the plan. It returns when the last round is over, or ctx ends.
func Run(ctx context.Context, p Plan) error {
	ctx, stop := context.WithCancel(ctx)
	var relays sync.WaitGroup
	defer relays.Wait()
	defer stop()
	tables := map[string]*table{}
	for n := range p.Tables {
		name := fmt.Sprintf("Table %d", n+1)
		t, err := p.open(ctx, name)
		if err != nil {
			return errors.Join(err, closeAll(tables))
		}
		tables[name] = t
		relays.Go(func() { _ = t.relay.Run(ctx) })
	}
	err := p.play(ctx, tables)
	if err == nil && p.Stay != nil {
		p.Stay(ctx)
	}
	stop()
	relays.Wait()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, closeAll(tables))
}

func (p Plan) say(format string, args ...any) { _, _ = fmt.Fprintf(p.Out, format+"\n", args...) }

// table is a virtual table: a real one whose dice the rehearsal throws.
type table struct {
	name    string
	file    *journal.Journal
	session *companion.Session
	relay   *outbox.Relay
}

func closeAll(tables map[string]*table) error {
	var errs []error
	for _, t := range tables {
		t.session.Close()
		errs = append(errs, t.file.Close())
	}
	return errors.Join(errs...)
}

func (p Plan) open(ctx context.Context, name string) (*table, error) {
	dir := filepath.Join(p.Dir, event.Token(name))
	token, err := p.Token(name)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "token"), []byte(token+"\n"), 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("make the token of %s: %w", name, err)
	}
	t := &table{name: name}
	if t.file, err = journal.Open(ctx, filepath.Join(dir, "table.db"), journal.Limits{}); err != nil {
		return nil, fmt.Errorf("open the file of %s: %w", name, err)
	}
	box, err := companion.OutboxOf(ctx, t.file, p.Address.Event)
	if err == nil {
		t.session, err = companion.OpenSession(ctx, companion.SessionOptions{Journal: t.file, Log: p.Log, Outbox: box, Table: name, Event: p.Address.Event})
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", name, err), t.file.Close())
	}
	t.relay = &outbox.Relay{Store: box, Dial: outbox.Dial{Address: p.Address, Credentials: filepath.Join(dir, "token")}, Table: name, Program: "rehearsal", Log: p.Log,
		Tell: t.session.Event().Linked, Health: t.health, Rule: t.session.Event().Rule, Picture: t.session.Event().Picture, Played: t.session.Event().Played, Soon: t.session.Event().Soon(), Called: t.session.Event().Called}
	return t, nil
}

// health is how the table is. Its dice are drawn, so it misses no camera.
func (t *table) health() event.Health {
	h := t.session.Event().Health()
	h.Camera, h.Looks, h.Good = string(vision.Settled), "drawn dice", true
	return h
}

// game lets players roll in turns until the count is over. The table then tells the hub the totals.
func (t *table) game(ctx context.Context, players []string, pace time.Duration) error {
	count := protocol.CountSettings{Rules: tally.Settings{Rounds: throws}, Zero: true}
	for _, name := range players {
		count.Players = append(count.Players, engine.Player{Name: name})
	}
	if err := t.session.Do(ctx, protocol.Act{Do: protocol.DoCount, Count: &count}); err != nil {
		return fmt.Errorf("begin at %s: %w", t.name, err)
	}
	for range throws * len(players) {
		var thrown []protocol.TypedDie
		for range dice {
			thrown = append(thrown, protocol.TypedDie{Shape: "d6", Value: 1 + rand.N(6)})
		}
		if err := rest(ctx, pace/2+rand.N(pace+1)); err != nil {
			return err
		}
		if err := t.session.Do(ctx, protocol.Act{Do: protocol.DoType, Dice: thrown}); err != nil {
			return fmt.Errorf("roll at %s: %w", t.name, err)
		}
	}
	return nil
}

func rest(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// play is the organiser's part.
func (p Plan) play(ctx context.Context, tables map[string]*table) error {
	desk := desk{pages: p.Pages}
	if err := desk.until(ctx, func(s state) bool { return s.View.Counts.Online >= p.Tables }); err != nil {
		return err
	}
	p.say("%d virtual tables are connected.", p.Tables)
	s := contest.Usual()
	s.System, s.Counts = contest.Swiss, contest.ByPoints
	names := playerNames(2*p.Tables + 1)
	if err := errors.Join(desk.contest(ctx, contest.Act{Do: "settings", Settings: &s}), desk.contest(ctx, contest.Act{Do: "enter", Names: strings.Join(names, "\n"), Here: true})); err != nil {
		return err
	}
	p.say("%d players are entered and checked in: Swiss, 3 points for a win, 1 for a draw.", len(names))
	for n := 1; n <= p.Rounds; n++ {
		if err := p.round(ctx, desk, n, tables); err != nil {
			return err
		}
	}
	now, err := desk.state(ctx)
	if err != nil {
		return err
	}
	p.say("The event is over. The first three: %s", now.first(3))
	return nil
}

// round plays a round from its pairings to its end.
func (p Plan) round(ctx context.Context, desk desk, n int, tables map[string]*table) error {
	if err := errors.Join(desk.contest(ctx, contest.Act{Do: "pair"}), desk.post(ctx, "/api/round", map[string]any{"do": "start", "name": fmt.Sprintf("Round %d", n), "minutes": roundMinutes})); err != nil {
		return err
	}
	now, err := desk.state(ctx)
	if err != nil {
		return err
	}
	round := now.Contest.Rounds[len(now.Contest.Rounds)-1]
	p.say("Round %d is paired and runs: %d games, without an opponent: %s", n, len(round.Pairings), strings.Join(round.Byes, ", "))
	var games sync.WaitGroup
	wrong := make(chan error, len(round.Pairings))
	for i, pair := range round.Pairings {
		t := tables[pair.Table]
		if t == nil {
			return fmt.Errorf("the hub sends players to %q, which is no table of the rehearsal", pair.Table)
		}
		games.Go(func() {
			if i%10 == 3 { // some tables need a judge
				wrong <- desk.call(ctx, t.name, "is this die flat?")
			}
			wrong <- t.game(ctx, pair.names(), p.Pace)
		})
	}
	go func() { games.Wait(); close(wrong) }()
	var errs []error
	for err := range wrong {
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if err := desk.until(ctx, func(s state) bool { return s.View.Contest.Ended >= len(round.Pairings) }); err != nil {
		return err
	}
	now, err = desk.state(ctx)
	if err != nil {
		return err
	}
	p.say("Round %d is over; %d calls for a judge wait. In front: %s", n, now.View.Counts.Calls, now.first(3))
	return desk.post(ctx, "/api/round", map[string]any{"do": "end"})
}

// playerNames are so many different names.
func playerNames(n int) []string {
	first := []string{"Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo", "Ida", "Jan", "Kim", "Lea", "Max", "Nora", "Otto", "Pia", "Quin", "Ria", "Sam", "Tess", "Udo", "Vera", "Will", "Xenia", "Yann", "Zoe"}
	out := make([]string, 0, n)
	for i := range n {
		out = append(out, fmt.Sprintf("%s %c.", first[i%len(first)], 'A'+i/len(first)%26))
		if i >= len(first)*26 {
			out[i] = fmt.Sprintf("%s %d", first[i%len(first)], i)
		}
	}
	return out
}
