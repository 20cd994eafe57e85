package engine_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

func TestANewerProgramThatPlaysDifferentlyStopsAndSaysWhere(t *testing.T) {
	old := played(t)
	g := again(t, duel{rounds: 1, bonus: 1, revision: 2}, old.Log())
	d := g.Diverged()
	require.NotNil(t, d)
	require.Equal(t, 3, d.Entry, "Ann's roll is the first that comes out differently")
	require.Equal(t, []string{"seat 1 rolls 11"}, texts(d.Was))
	require.Equal(t, []string{"seat 1 rolls 12"}, texts(d.Now))
	require.Contains(t, d.Why, "it was played by revision 0 of duel, this program has revision 2")
	require.Empty(t, g.Pending())
	require.Nil(t, g.Outcome())
	require.ErrorIs(t, g.Answer(engine.Answer{}), engine.ErrDiverged)
	require.ErrorIs(t, g.Amend(3, engine.Answer{}), engine.ErrDiverged)
	require.Equal(t, d.Entry, g.View(1).Diverged.Entry)

	// After Accept, the answers that still fit stay. Both sides roll one more die; nothing else changes.
	require.NoError(t, g.Accept())
	require.Nil(t, g.Diverged())
	require.Equal(t, "1 to 0", g.Outcome().Text)
	require.Equal(t, []string{"seat 1 rolls 12", "seat 2 rolls 9"}, texts(g.Facts())[:2])
	require.Nil(t, again(t, duel{rounds: 1, bonus: 1, revision: 2}, g.Log()).Diverged(), "accepted once is accepted")
	back := again(t, duel{rounds: 1}, g.Log()).Diverged()
	require.NotNil(t, back, "the old program now is the other one")
	require.Contains(t, back.Why, "it was played by revision 2 of duel, this program is older")
	require.ErrorIs(t, g.Accept(), engine.ErrStale)
}

func TestADivergedGameCanBeTakenBackToWhereItWasRight(t *testing.T) {
	g := again(t, duel{rounds: 1, bonus: 1}, played(t).Log())
	require.NoError(t, g.Undo(3))
	require.Nil(t, g.Diverged())
	require.Equal(t, "roll 1 of 1", g.Pending()[0].Key)
}

func TestWordsMayChangeAndTheLogIsStillTheSame(t *testing.T) {
	var lines bytes.Buffer
	require.NoError(t, engine.WriteLog(&lines, played(t).Log()))
	log, err := engine.ReadLog(strings.NewReader(strings.ReplaceAll(lines.String(), "rolls", "has rolled")))
	require.NoError(t, err)
	require.Nil(t, again(t, duel{rounds: 1}, log).Diverged())
}

func TestALogThatSomebodyEditedIsFoundOut(t *testing.T) {
	edit := func(change func(log []engine.Entry) []engine.Entry) (*engine.Game, error) {
		log := played(t).Log()
		for i := range log { // nothing shared with the game
			if log[i].Answer != nil {
				a := *log[i].Answer
				log[i].Answer = &a
			}
		}
		g, err := engine.Replay(duel{rounds: 1}, change(log))
		if g != nil {
			t.Cleanup(g.Stop)
		}
		return g, err
	}
	g, err := edit(func(log []engine.Entry) []engine.Entry {
		log[3].Answer.Dice = typed(1, 6, 6)
		return log
	})
	require.NoError(t, err)
	require.Equal(t, 3, g.Diverged().Entry)

	g, err = edit(func(log []engine.Entry) []engine.Entry {
		log[4].Answer.Dice = typed(2, 4, 3, 9)
		return log
	})
	require.NoError(t, err)
	require.Equal(t, 4, g.Diverged().Entry)
	require.Contains(t, g.Diverged().Why, "not allowed any more")

	g, err = edit(func(log []engine.Entry) []engine.Entry {
		log[6].Key = "elsewhere"
		return log
	})
	require.NoError(t, err)
	require.Equal(t, 6, g.Diverged().Entry)

	for name, change := range map[string]func([]engine.Entry) []engine.Entry{
		"an entry is missing":     func(l []engine.Entry) []engine.Entry { return append(l[:2:2], l[3:]...) },
		"it begins in the middle": func(l []engine.Entry) []engine.Entry { return l[1:] },
		"it is empty":             func(l []engine.Entry) []engine.Entry { return nil },
		"a second header":         func(l []engine.Entry) []engine.Entry { l[1].Kind = engine.EntryHeader; return l },
		"an unknown kind":         func(l []engine.Entry) []engine.Entry { l[1].Kind = "magic"; return l },
		"an answer without one":   func(l []engine.Entry) []engine.Entry { l[1].Answer = nil; return l },
		"an undo of what comes":   func(l []engine.Entry) []engine.Entry { l[2].Kind, l[2].Of = engine.EntryUndo, 5; return l },
		"an amendment of nothing": func(l []engine.Entry) []engine.Entry { l[2].Kind, l[2].Of = engine.EntryAmend, 0; return l },
		"an amendment of another": func(l []engine.Entry) []engine.Entry { l[2].Kind, l[2].Of = engine.EntryAmend, 1; return l },
		"another game": func(l []engine.Entry) []engine.Entry {
			l[0].Header = &engine.Header{Format: 1, Rulebook: "go"}
			return l
		},
		"a format of the future": func(l []engine.Entry) []engine.Entry {
			l[0].Header = &engine.Header{Format: 9, Rulebook: "duel"}
			return l
		},
		"undone twice": func(l []engine.Entry) []engine.Entry {
			l[4], l[5] = engine.Entry{N: 4, Kind: engine.EntryUndo, Of: 2}, engine.Entry{N: 5, Kind: engine.EntryUndo, Of: 3}
			return l
		},
	} {
		_, err := edit(change)
		require.ErrorIs(t, err, engine.ErrLog, name)
	}
}

func TestALogCutOffInTheMiddleKeepsWhatIsWhole(t *testing.T) {
	var lines bytes.Buffer
	require.NoError(t, engine.WriteLog(&lines, played(t).Log()))
	text := lines.String()
	log, err := engine.ReadLog(strings.NewReader(text[:len(text)-20]))
	require.ErrorIs(t, err, engine.ErrLog)
	require.ErrorContains(t, err, "line 7: it is cut off")
	require.Len(t, log, 6)
	require.Equal(t, "spread 1", again(t, duel{rounds: 1}, log).Pending()[0].Key)

	for name, line := range map[string]string{
		"unknown field":   `{"n":1,"kind":"undo","oof":3}`,
		"two on one line": `{"n":1,"kind":"undo"} {"n":2,"kind":"undo"}`,
		"not JSON":        `hello`,
		"a wrong type":    `{"n":"one"}`,
	} {
		_, err := engine.ReadLog(strings.NewReader(line))
		require.ErrorIs(t, err, engine.ErrLog, name)
	}
}

// brittle stops with a fault at a "no". If it is strict, it also stops after a second "yes", when it shows itself.
type brittle struct{ strict bool }

func (brittle) Header() engine.Header { return engine.Header{Rulebook: "brittle"} }

func (b brittle) Play(t *engine.Table) engine.Outcome {
	said := 0
	t.Show(func(engine.Seat) any {
		if said > 1 {
			panic("too much to show")
		}
		return said
	})
	for {
		a := t.Ask(engine.Question{Key: "q", Kind: engine.KindDeclare, Text: "Well?", Declare: &engine.Declare{Options: engine.YesNo()}})
		if a.Chosen[0] == "no" && !b.strict {
			var none []int
			said = none[3]
		}
		if b.strict && said == 1 {
			panic(errors.New("one too many"))
		}
		said++
	}
}

func TestAMistakeInTheRulesLeavesTheGameAsItWas(t *testing.T) {
	g, err := engine.New(brittle{})
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	no := engine.Answer{To: g.Pending()[0].ID, Chosen: []string{"no"}}
	err = g.Answer(no)
	require.ErrorIs(t, err, engine.ErrRules)
	require.ErrorContains(t, err, `after "q"`)
	require.Len(t, g.Log(), 1)
	require.NoError(t, g.Err())
	require.Equal(t, no.To, g.Pending()[0].ID, "the same is asked again")

	yes := engine.Answer{To: no.To, Chosen: []string{"yes"}}
	require.NoError(t, g.Answer(yes))
	require.ErrorIs(t, g.Amend(1, engine.Answer{Chosen: []string{"no"}}), engine.ErrRules)
	require.Len(t, g.Log(), 2)
	require.NoError(t, g.Answer(engine.Answer{To: g.Pending()[0].ID, Chosen: []string{"yes"}}))
	v := g.View(1)
	require.Contains(t, v.Problem, "too much to show")
	require.Len(t, v.Pending, 1)

	// A program whose rules stop within an old log says where. The log can be taken back to before that.
	r, err := engine.Replay(brittle{strict: true}, g.Log())
	require.NoError(t, err)
	t.Cleanup(r.Stop)
	require.ErrorIs(t, r.Err(), engine.ErrRules)
	require.Contains(t, r.Diverged().Why, "one too many")
	require.Equal(t, 2, r.Diverged().Entry)
	require.NotEmpty(t, r.View(0).Problem)
	require.ErrorIs(t, r.Accept(), engine.ErrRules)
	require.NoError(t, r.Undo(2))
	require.Len(t, r.Pending(), 1)
}

// stuck asks a question that nobody can answer.
type stuck struct{ question engine.Question }

func (stuck) Header() engine.Header { return engine.Header{Rulebook: "stuck"} }

func (s stuck) Play(t *engine.Table) engine.Outcome {
	t.Ask(s.question)
	return engine.Outcome{}
}

func TestAQuestionThatNobodyCanAnswerIsAMistakeInTheRules(t *testing.T) {
	limit := 1
	options := []engine.Option{{ID: "a", Weight: 2}, {ID: "b", Weight: 2}}
	for name, q := range map[string]engine.Question{
		"no kind":             {},
		"a kind without form": {Kind: engine.KindPick},
		"no options":          {Kind: engine.KindDeclare, Declare: &engine.Declare{}},
		"an option twice":     {Kind: engine.KindDeclare, Declare: &engine.Declare{Options: []engine.Option{{ID: "a"}, {ID: "a"}}}},
		"too few options":     {Kind: engine.KindPick, Pick: &engine.Pick{Options: options, Min: 3, Max: 3}},
		"all too heavy":       {Kind: engine.KindPick, Pick: &engine.Pick{Options: options, Min: 1, Max: 2, Limit: &limit}},
		"most without limit":  {Kind: engine.KindPick, Pick: &engine.Pick{Options: options, Max: 2, Most: true}},
		"points left over":    {Kind: engine.KindAllot, Allot: &engine.Allot{Points: 3, Rows: []engine.Row{{ID: "a", Max: 2}}}},
		"points too few":      {Kind: engine.KindAllot, Allot: &engine.Allot{Points: 1, Rows: []engine.Row{{ID: "a", Min: 2, Max: 2}}}},
		"no rows":             {Kind: engine.KindAllot, Allot: &engine.Allot{}},
		"nothing to arrange":  {Kind: engine.KindArrange, Arrange: &engine.Arrange{}},
		"a roll of nothing":   {Kind: engine.KindRoll, Roll: &engine.Roll{}},
		"a die twice":         {Kind: engine.KindRoll, Roll: &engine.Roll{Dice: []engine.Die{{ID: "a", Shape: "d6"}, {ID: "a", Shape: "d6"}}}},
		"no such shape":       {Kind: engine.KindRoll, Roll: &engine.Roll{Max: 1, Shapes: []string{"d7"}}},
	} {
		_, err := engine.New(stuck{q})
		require.ErrorIs(t, err, engine.ErrRules, name)
	}
}

func TestStopLeavesAGameReadable(t *testing.T) {
	g := begin(t, duel{rounds: 1})
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"iii"}})
	view := g.View(2)
	g.Stop()
	g.Stop()
	require.Equal(t, view, g.View(2))
	require.Error(t, g.Answer(engine.Answer{To: g.View(1).Pending[0].ID, Seat: 1, Chosen: []string{"i"}}))
}

// A log that newer rules played is only read, even if it comes out the same so far: what was answered next would be by rules that the newer program
// doesn't expect there. It goes on after a person accepts that.
func TestALogOfNewerRulesIsOnlyRead(t *testing.T) {
	newer, older := duel{rounds: 1, revision: 9}, duel{rounds: 1, revision: 2}
	begun, err := engine.New(newer)
	require.NoError(t, err)
	log := slices.Clone(played(t).Log())
	header := *log[0].Header
	header.Revision = 9
	log[0].Header = &header
	for name, log := range map[string][]engine.Entry{"just begun": begun.Log(), "played": log} {
		g := again(t, older, log)
		require.NotNil(t, g.Diverged(), name)
		require.Equal(t, "a newer program played this with revision 9 of its rules, and this program has revision 2: update this program", g.Diverged().Why)
		require.Empty(t, g.Pending())
		err := g.Answer(engine.Answer{})
		require.ErrorIs(t, err, engine.ErrDiverged)
		require.ErrorContains(t, err, "update this program")
		require.Equal(t, len(log), g.Entries(), "nothing was written")
		require.Nil(t, again(t, newer, g.Log()).Diverged(), "the newer program goes on with it")

		require.NoError(t, g.Accept())
		require.Nil(t, g.Diverged(), name)
		require.Nil(t, again(t, older, g.Log()).Diverged(), "accepted once is accepted")
	}
}
