package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
)

// scaleSizes names the environment variable that says which tables TestMeasureScale measures: "1000,30000" are
// numbers of rolls, "game 20000" is a game's log of so many answers. scaleKept names the variable with the folder in
// which filled tables are kept between runs.
const (
	scaleSizes = "ASTRAGAL_SCALE"
	scaleKept  = "ASTRAGAL_SCALE_KEPT"
)

// TestMeasureScale prints what a table costs for each size. It runs the real program on a real file and asks over
// HTTP.
func TestMeasureScale(t *testing.T) {
	sizes := os.Getenv(scaleSizes)
	if sizes == "" {
		t.Skip("it measures, and takes minutes: make measure")
	}
	fmt.Println("| in the file | MB | act, median (longest) | statistics | first view | older rolls | an old roll corrected | CSV | act meanwhile, longest | table, MB | eye, MB | opens after a stop | after a kill |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for size := range strings.SplitSeq(sizes, ",") {
		text, game := strings.CutPrefix(strings.TrimSpace(size), "game ")
		n, err := strconv.Atoi(text)
		require.NoError(t, err, "%s must be numbers of rolls", scaleSizes)
		fmt.Println(measureScale(t, n, game))
	}
}

// measureScale fills a table and measures it. It returns a row of the printed table.
func measureScale(t *testing.T, n int, game bool) string {
	dir := t.TempDir()
	what := fmt.Sprintf("%d rolls", n)
	if game {
		what = fmt.Sprintf("a game of %d answers", n)
	}
	filledTable(t, dir, n, game)
	info, err := os.Stat(filepath.Join(dir, tableFile))
	require.NoError(t, err)

	open := func() (*openTable, time.Duration) {
		began := time.Now()
		table := keepTable(t, dir, "--source", t.TempDir())
		return table, time.Since(began)
	}
	table, _ := open() // opening a file of an older version takes longer once
	table.close()
	table, stopped := open()
	view := table.takes("api/view")
	acts := table.acts(100, game, nil)
	statistics := table.takes("api/statistics?typed=yes")
	older := table.takes(fmt.Sprintf("api/rolls?before=%d", max(n/2, 2)))
	var corrected time.Duration
	if !game {
		corrected = table.corrects(max(n/3, 1))
	}
	csvDone := make(chan time.Duration, 1)
	go func() { csvDone <- table.takes("rolls.csv") }()
	var csv time.Duration
	meanwhile := table.acts(100, game, func() bool {
		select {
		case csv = <-csvDone:
			return true
		default:
			return false
		}
	})
	if csv == 0 {
		csv = <-csvDone
	}
	used, eye := sharedMB(t, table.cmd.Process.Pid), 0.0
	if child := firstChild(table.cmd.Process.Pid); child > 0 {
		eye = sharedMB(t, child)
	}
	require.NoError(t, table.cmd.Process.Signal(syscall.SIGKILL))
	_ = table.cmd.Wait()
	table, killed := open()
	table.close()
	return fmt.Sprintf("| %s | %d | %s (%s) | %s | %s | %s | %s | %s | %s | %.0f | %.0f | %.1f s | %.1f s |", what, info.Size()/1e6, ms(acts[len(acts)/2]), ms(acts[len(acts)-1]),
		ms(statistics), ms(view), ms(older), ms(corrected), ms(csv), ms(meanwhile[len(meanwhile)-1]), used, eye, stopped.Seconds(), killed.Seconds())
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

// filledTable puts a table of n rolls into a folder. It copies a kept table, or makes a new one.
func filledTable(t *testing.T, dir string, n int, game bool) {
	path := filepath.Join(dir, tableFile)
	kept := os.Getenv(scaleKept)
	if kept == "" {
		fillTable(t, path, n, game)
		return
	}
	from := filepath.Join(kept, fmt.Sprintf("%d-%v", n, game))
	if _, err := os.Stat(from); err != nil {
		making := from + ".making"
		require.NoError(t, os.RemoveAll(making))
		fillTable(t, filepath.Join(making, tableFile), n, game)
		require.NoError(t, os.Rename(making, from))
	}
	require.NoError(t, os.CopyFS(filepath.Join(dir, "copy"), os.DirFS(from)))
	entries, err := os.ReadDir(filepath.Join(dir, "copy"))
	require.NoError(t, err)
	for _, e := range entries {
		require.NoError(t, os.Rename(filepath.Join(dir, "copy", e.Name()), filepath.Join(dir, e.Name())))
	}
}

// fillTable rolls n times at a table. If n is large, only the first rolls are made. The others are written as copies
// of these, with their own numbers and times, as the table writes them. Then the table is opened once.
func fillTable(t *testing.T, path string, n int, game bool) {
	if game || n <= madeRolls {
		makeRolls(t, path, n, game)
		return
	}
	makeRolls(t, path, madeRolls, false)
	ctx := context.Background()
	file, err := journal.Open(ctx, path, journal.Limits{})
	require.NoError(t, err)
	_, err = file.Database().ExecContext(ctx, "PRAGMA synchronous = OFF")
	require.NoError(t, err)
	copyRolls(t, file, n)
	session, err := companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	require.NoError(t, err)
	require.Equal(t, n, session.Counted())
	session.Close()
	require.NoError(t, file.Close())
}

// madeRolls is how many rolls of a large table are made one by one.
const madeRolls = 30_000

// scaledEntry is the body of a note about an entry of a count.
type scaledEntry struct {
	Count int             `json:"count"`
	Throw int             `json:"throw,omitempty"`
	Entry json.RawMessage `json:"entry"`
	On    bool            `json:"on,omitempty"`
}

// scaledThrow is the body of a note about a typed throw.
type scaledThrow struct {
	ID    int             `json:"id"`
	Typed json.RawMessage `json:"typed"`
}

// copyRolls copies the rolls of a file until there are n. It copies whole counts: all except the first and the last.
func copyRolls(t *testing.T, file *journal.Journal, n int) {
	t.Helper()
	var counts [][]journal.Note
	at, throws := -1, 0
	var before []journal.Note // the throw's note comes before the note of the entry that counts it
	require.NoError(t, file.Between(context.Background(), 1, math.MaxInt64, func(note journal.Note) error {
		var e scaledEntry
		if before = append(before, note); note.Kind != "entry" {
			return nil
		}
		require.NoError(t, json.Unmarshal(note.Body, &e))
		if e.Count > at {
			counts, at = append(counts, nil), e.Count
		}
		counts[at] = append(counts[at], before...)
		before, throws = nil, max(throws, e.Throw)
		return nil
	}))
	last, rolls := len(counts)-1, throws
	whole, first := counts[1:last], 0
	for k := 0; rolls < n; k++ {
		if k%len(whole) == 0 {
			first = rolls
		}
		var notes []journal.Note
		last++
		for _, note := range whole[k%len(whole)] {
			var body any
			if note.Kind == "throw" {
				var b scaledThrow
				require.NoError(t, json.Unmarshal(note.Body, &b))
				if rolls == n {
					break
				}
				rolls++
				b.ID, body = rolls, &b
			} else {
				var b scaledEntry
				require.NoError(t, json.Unmarshal(note.Body, &b))
				b.Count, body = last, &b
				if b.Throw > 0 {
					b.Throw = rolls
				}
			}
			raw, err := json.Marshal(body)
			require.NoError(t, err)
			notes = append(notes, journal.Note{At: note.At.Add(time.Duration(first) * 10 * time.Second), Kind: note.Kind, Body: raw})
		}
		require.NoError(t, file.Append(context.Background(), notes, nil))
	}
}

// makeRolls rolls n times without HTTP: through the session that runs every table, on a file for which SQLite doesn't
// wait for the disk.
func makeRolls(t *testing.T, path string, n int, game bool) {
	ctx := context.Background()
	file, err := journal.Open(ctx, path, journal.Limits{})
	require.NoError(t, err)
	_, err = file.Database().ExecContext(ctx, "PRAGMA synchronous = OFF")
	require.NoError(t, err)
	began, rolls := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), 0
	session, err := companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return began.Add(time.Duration(rolls) * 10 * time.Second) }})
	require.NoError(t, err)
	chance := rand.New(rand.NewPCG(uint64(n), 1))
	if game {
		_, err = session.Games().Import(ctx, longGame(t, n, chance))
		require.NoError(t, err)
	}
	for ; rolls < n && !game; rolls++ {
		a := protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + chance.IntN(6)}, {Shape: "d20", Value: 1 + chance.IntN(20)}}}
		require.NoError(t, session.Do(ctx, a))
	}
	session.Close()
	require.NoError(t, file.Close())
}

// longGame is the saved log of a game of n answers.
func longGame(t *testing.T, n int, chance *rand.Rand) []engine.Entry {
	book, err := tally.New("Many", []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, tally.Settings{})
	require.NoError(t, err)
	g, err := engine.New(book)
	require.NoError(t, err)
	defer g.Stop()
	for range n {
		require.NoError(t, g.Answer(*anAnswer(g.Pending()[0].ID, chance.IntN(6))))
	}
	return g.Log()
}

// asked is the id of the question that the table's first game asks.
func (o *openTable) asked() string {
	r, err := http.Get(o.address + "api/games/1")
	require.NoError(o.t, err)
	defer func() { _ = r.Body.Close() }()
	var v struct{ Game protocol.GameView }
	require.NoError(o.t, json.NewDecoder(r.Body).Decode(&v))
	return v.Game.Play.Pending[0].ID
}

// anAnswer is a roll of one d6 by one of two players.
func anAnswer(question string, i int) *engine.Answer {
	six := 1 + i%6
	return &engine.Answer{To: question, Seat: engine.Seat(1 + i%2), Dice: []engine.Thrown{{ID: "d1", Shape: "d6", Value: &six, How: engine.Typed}}}
}

// takes measures how long a request takes, until its answer is read to the end.
func (o *openTable) takes(what string) time.Duration {
	began := time.Now()
	r, err := http.Get(o.address + what)
	require.NoError(o.t, err)
	_, err = io.Copy(io.Discard, r.Body)
	require.NoError(o.t, err)
	require.NoError(o.t, r.Body.Close())
	require.Equal(o.t, http.StatusOK, r.StatusCode, what)
	return time.Since(began)
}

// acts measures how long acts take, and sorts the times. It makes most acts. If enough returns true after three or
// more, it makes no more.
func (o *openTable) acts(most int, game bool, enough func() bool) []time.Duration {
	var out []time.Duration
	for i := 0; i < most && (i < 3 || enough == nil || !enough()); i++ {
		act := protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + i%6}}}
		if game {
			act = protocol.Act{Do: protocol.DoReply, Game: 1, Answer: anAnswer(o.asked(), i)}
		}
		raw, err := json.Marshal(act)
		require.NoError(o.t, err)
		began := time.Now()
		r, err := http.Post(o.address+"api/act", "application/json", bytes.NewReader(raw))
		require.NoError(o.t, err)
		var m protocol.Message
		require.NoError(o.t, json.NewDecoder(r.Body).Decode(&m))
		require.NoError(o.t, r.Body.Close())
		require.Equal(o.t, "done", m.Type, m.Why)
		out = append(out, time.Since(began))
		time.Sleep(20 * time.Millisecond) // a table accepts 60 acts a second from one program
	}
	slices.Sort(out)
	return out
}

// corrects measures how long it takes to correct an old throw.
func (o *openTable) corrects(throw int) time.Duration {
	value := 6
	began := time.Now()
	m := o.act(protocol.Act{Do: protocol.DoFix, Throw: throw, Rev: 1, Die: 1, Value: &value})
	require.Equal(o.t, "done", m.Type, m.Why)
	return time.Since(began)
}

// firstChild is the id of a child process of a process. It is 0 if there is none.
func firstChild(pid int) int {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range tasks {
		raw, _ := os.ReadFile(file)
		first, _, _ := strings.Cut(string(raw), " ")
		if child, err := strconv.Atoi(first); err == nil {
			return child
		}
	}
	return 0
}

// sharedMB is the memory of a process in MB, with its share of the memory that it shares with others.
func sharedMB(t *testing.T, pid int) float64 {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
			kb, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 64)
			require.NoError(t, err)
			return kb * 1024 / 1e6
		}
	}
	require.FailNow(t, "the system does not tell what a process uses")
	return 0
}
