package companion_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/commission"
	"astragal/companion/event/tokens"
	"astragal/companion/guests"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/studio/course"
	"astragal/companion/studio/known"
	"astragal/companion/studio/thrown"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// rewritten is a copy of a table's file, with a chain of its own, in which a newer program wrote the notes that change returns.
func rewritten(t *testing.T, path string, change func(journal.Note) journal.Note) string {
	t.Helper()
	from := tabletest.OpenFile(t, path, journal.Limits{})
	to := filepath.Join(t.TempDir(), "table.db")
	j := tabletest.OpenFile(t, to, journal.Limits{})
	changed := false
	require.NoError(t, from.Notes(t.Context(), func(n journal.Note) error {
		now := change(n)
		changed = changed || now.Kind != n.Kind || string(now.Body) != string(n.Body)
		return j.Append(t.Context(), []journal.Note{{At: now.At, Kind: now.Kind, Body: now.Body}}, nil)
	}))
	require.True(t, changed)
	require.NoError(t, j.Close())
	require.NoError(t, from.Close())
	return to
}

// notesOf are all notes of a file, as text.
func notesOf(t *testing.T, path string) []string {
	t.Helper()
	j, err := journal.OpenToRead(t.Context(), path)
	require.NoError(t, err)
	defer func() { require.NoError(t, j.Close()) }()
	var out []string
	require.NoError(t, j.Notes(t.Context(), func(n journal.Note) error {
		out = append(out, n.Kind+" "+string(n.Body))
		return nil
	}))
	return out
}

// What a newer program wrote and this one doesn't know is refused with a sentence that says so, or it is only read. Nothing of it is overwritten.
func TestWhatANewerProgramWroteIsNotOverwritten(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: 1, Rev: tb.View().Rolls[0].Throw.Rev, Die: 1, Value: tabletest.Ptr(4)})
	id := tb.BeginDuel()
	tb.StancesOf(id)
	tb.Stop()
	body := func(kind, was, is string) func(journal.Note) journal.Note {
		return func(n journal.Note) journal.Note {
			if n.Kind == kind {
				n.Body = json.RawMessage(strings.Replace(string(n.Body), was, is, 1))
			}
			return n
		}
	}
	open := func(path string) (*companion.Session, *journal.Journal, error) {
		j := tabletest.OpenFile(t, path, journal.Limits{})
		s, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler), Eye: tabletest.NewEye(),
			Games: append([]rulebook.Kind{tabletest.DuelKind()}, rulebook.All()...)})
		return s, j, err
	}
	for name, c := range map[string]struct {
		change func(journal.Note) journal.Note
		says   string
	}{
		"a kind of note":          {func(n journal.Note) journal.Note { n.Kind = strings.Replace(n.Kind, "act", "deed", 1); return n }, `a note of kind "deed" is not known: was it written by a newer version of this program?`},
		"a deed":                  {body("act", `"fix"`, `"polish"`), `what was done to throw 1 ("polish") is not known: was it written by a newer version of this program?`},
		"a kind of entry":         {body("game", `"kind":"answer"`, `"kind":"reply"`), `the kind "reply" is not known: a newer program may read it`},
		"a format of games":       {body("game", `"format":1`, `"format":2`), "it is in format 2, this program knows format 1: a newer program may read it"},
		"a rulebook":              {body("game", `"rulebook":"duel"`, `"rulebook":"joust"`), `a newer version of this program may know more`},
		"a kind of count's entry": {body("entry", `"kind":"answer"`, `"kind":"reply"`), `the kind "reply" is not known: a newer program may read it`},
		"a way to count":          {body("entry", `"rulebook":"tally"`, `"rulebook":"tally2"`), `the log is of a game of "tally2", not of "tally": a newer version of this program may know it`},
		"a setting of a count":    {body("entry", `"settings":{}`, `"settings":{"mood":"good"}`), `there is no setting "mood": a newer version of this program may know it`},
		"rules of a game":         {body("game", `"rulebook":"duel","revision":1`, `"rulebook":"duel","revision":99`), ""},
		"rules of a count":        {body("entry", `"rulebook":"tally","revision":3`, `"rulebook":"tally","revision":99`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := rewritten(t, tb.Path, c.change)
			before := notesOf(t, path)
			s, j, err := open(path)
			if c.says != "" {
				require.ErrorContains(t, err, c.says)
			} else { // it is read, and takes nothing more
				require.NoError(t, err)
				if name == "rules of a game" {
					v, _ := tabletest.GameOf(t, s, id, engine.Everyone)
					require.Equal(t, protocol.GameStopped, v.Game.Status)
					require.Contains(t, v.Play.Diverged.Why, "a newer program played this with revision 99")
				} else {
					snap, _ := s.Views.Last()
					require.Equal(t, 9, *tabletest.Parse(t, snap.JSON).Rolls[0].Total, "it is shown as it stands")
					require.NoError(t, s.Do(t.Context(), protocol.Act{Do: protocol.DoPause, Game: id}))
					require.NoError(t, s.Do(t.Context(), tabletest.Typed(protocol.TypedDie{Shape: "d6", Value: 4})))
					snap, _ = s.Views.Last()
					v := tabletest.Parse(t, snap.JSON)
					require.Len(t, v.Rolls, 1)
					require.Len(t, v.Waiting, 1, "the roll is kept, and says why it isn't counted")
					require.Contains(t, v.Waiting[0].Blocked, "ewer program played this with revision 99")
				}
				s.Close()
			}
			require.NoError(t, j.Close())
			require.Equal(t, before, notesOf(t, path)[:len(before)])
		})
	}
}

// A list or a course that a newer program wrote is refused too: to write it anew would lose what this program doesn't know of it.
func TestListsOfANewerProgramStayAsTheyAre(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		open func(path string) error
	}{
		"devices.json": {`{"codes": 1, "guests": [], "groups": []}`, func(path string) error { _, err := guests.Open(path); return err }},
		"pages.json":   {`{"origins": [], "until": 3}`, func(path string) error { _, err := commission.Open(path, nil); return err }},
		"tokens.json": {`[{"id": "a", "role": "judge", "may": "rule"}]`, func(path string) error {
			_, err := tokens.Open(filepath.Dir(path))
			return err
		}},
		"proof.json": {`{"army": [], "light": 3}`, func(path string) error {
			_, err := known.OpenProof(filepath.Dir(path))
			return err
		}},
		"heap.json": {`{"army": [], "light": 3}`, func(path string) error {
			_, err := thrown.Open(filepath.Dir(path))
			return err
		}},
		"fresh.json": {`{"light": 3}`, func(path string) error {
			_, err := thrown.OpenFresh(filepath.Dir(path))
			return err
		}},
		"course.json": {`{"army": [], "light": 3}`, func(path string) error {
			_, err := course.Open(filepath.Dir(path))
			return err
		}},
	} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		err := c.open(path)
		require.ErrorContains(t, err, "a newer version of this program wrote it (update this program)", name)
		require.ErrorContains(t, err, filepath.Dir(path), name)
		there, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, c.text, string(there), name)
	}
}
