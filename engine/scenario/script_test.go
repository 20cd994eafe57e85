package scenario_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"astragal/engine"
	"astragal/engine/scenario"
	"astragal/engine/tally"

	"github.com/stretchr/testify/require"
)

func open(h engine.Header) (engine.Rulebook, error) { return tally.Open(h) }

func run(t *testing.T, text string) (scenario.Report, error) {
	t.Helper()
	script, err := scenario.Parse(strings.NewReader(text))
	require.NoError(t, err)
	return script.Run(open)
}

const evening = `game: tally
player: Ann
player: Bob, team Reds
setting: mode = sum
`

func TestAReportIsRead(t *testing.T) {
	script, err := scenario.Parse(strings.NewReader(evening + `
# a comment
Bob rolls: d6: 4
amend "roll 1: x" for Ann chooses: skip
line tally.sum: 4 (one d6)
state next/0 = [1, 2]
undo last
`))
	require.NoError(t, err)
	require.Equal(t, []engine.Player{{Name: "Ann"}, {Name: "Bob", Team: "Reds"}}, script.Header.Players)
	require.JSONEq(t, `{"mode": "sum"}`, string(script.Header.Settings))
	ann, bob := engine.Seat(1), engine.Seat(2)
	require.Equal(t, []scenario.Step{
		{Line: 7, Verb: scenario.Rolls, Who: &bob, Text: "d6: 4"},
		{Line: 8, Verb: scenario.Chooses, Who: &ann, Amend: true, Key: "roll 1: x", Text: "skip"},
		{Line: 9, Verb: scenario.Line, Name: "tally.sum", Text: "4 (one d6)"},
		{Line: 10, Verb: scenario.State, Name: "next/0", Text: "[1, 2]"},
		{Line: 11, Verb: scenario.Undo},
	}, script.Steps)
}

func TestATypoIsNamedWithItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                               "doesn't say which game",
		evening + "Carol rolls: d6: 1":                   `line 5: nobody is called "Carol"`,
		evening + "Ann throws: d6: 1":                    `line 5: "throws" is none of rolls, chooses, allots`,
		evening + "Ann sleeps":                           `line 5: "Ann sleeps" is no line of a report`,
		evening + "told:":                                "line 5",
		evening + "told Ann: x":                          `nothing stands between "told" and the colon`,
		evening + "state a = b":                          "the value as JSON",
		evening + "undo roll 1":                          "in quotation marks",
		evening + `undo "roll 1" now`:                    `"now" stands behind`,
		evening + `amend "roll 1" rolls:`:                "says no answer",
		evening + `amend roll 1 rolls: d6: 1`:            "in quotation marks",
		evening + "setting: mode":                        "write name = value",
		evening + "setting: mode = pool":                 "is there twice",
		evening + "asks nothing\nplayer: Cora":           `line 6: "player" belongs to the setup`,
		evening + "asks Cora: x":                         "nobody is called",
		"game:":                                          `line 1: "game" says nothing`,
		"game: tally\n" + strings.Repeat("# x\n", 1<<19): "longer than",
	} {
		_, err := scenario.Parse(strings.NewReader(text))
		require.ErrorContains(t, err, want)
	}
}

func TestAReportThatTellsAnotherStoryFails(t *testing.T) {
	for text, want := range map[string]string{
		"Ann rolls: d6: 4\ntold: Ann: 5 (one d6)":                            "line 6: that wasn't told; since then:\ntold: Ann: 4 (one d6)",
		"Ann rolls: d6: 4\ntold: Ann: 4 (one d6)\nline: 5":                   "there is no such line",
		"Ann rolls: d6: 4\ntold: Ann: 4 (one d6)\nline x.y: total 4 = 0 + 4": "there is no such line",
		"line: 5":                                  "which fact it explains",
		"Ann rolls: d6: 9":                         "can't show 9",
		"Ann rolls: d6: 4\nrefused: because":       "nothing was refused",
		"Ann rolls: d6: 9\nrefused: because":       "refused it was, but so",
		"Ann rolls: 3d6: 9":                        "it says 3 dice and lists 1",
		"Ann allots: 1":                            "is asked nothing that this answers",
		"Ann allots: one":                          `"one" is no number`,
		"asks: Roll!":                              `asked is: "Throw the dice."`,
		"asks nothing":                             "asked is",
		"offers: a":                                "say what is asked before",
		"asks: Throw the dice.\noffers: end, skip": "offered are: skip, end",
		"state standings/0/total = 3":              "standings/0/total is 0",
		"state standings/9/total = 3":              `no place "9" of 2`,
		"state stands = 3":                         `no "stands"`,
		"state next/0/x = 3":                       "ends before",
		"over: Ann wins":                           "it is not over",
		"Ann chooses: end\nover: Ann wins":         "it ended so: Ann 0, Bob 0",
		`undo "roll 7"`:                            `nothing was answered at "roll 7"`,
		`amend "roll 7" rolls: d6: 1`:              `nothing was answered at "roll 7"`,
	} {
		_, err := run(t, evening+text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestASetupThatCantBeIsAnError(t *testing.T) {
	_, err := run(t, "game: go")
	require.ErrorContains(t, err, "report: setup:")
	script, err := scenario.Parse(strings.NewReader("game: tally\nsetting: mood = good"))
	require.NoError(t, err)
	_, err = script.Run(open)
	require.ErrorContains(t, err, `there is no setting "mood"`)
}

// fickle plays differently the second time.
type fickle struct {
	*tally.Book
	times *int
}

func (f fickle) Play(t *engine.Table) engine.Outcome {
	*f.times++
	t.Tell(engine.Fact{Kind: engine.FactResult, Text: "times", Value: f.times})
	return f.Book.Play(t)
}

func TestAReportIsReplayed(t *testing.T) {
	script, err := scenario.Parse(strings.NewReader(evening + "Ann rolls: d6: 4"))
	require.NoError(t, err)
	_, err = script.Run(func(h engine.Header) (engine.Rulebook, error) {
		book, err := tally.Open(h)
		return fickle{book, new(int)}, err
	})
	require.ErrorContains(t, err, "the game is another one from entry 0 on")
}

func FuzzReport(f *testing.F) {
	paths, err := filepath.Glob("../tally/testdata/*.txt")
	require.NoError(f, err)
	require.NotEmpty(f, paths)
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(string(raw))
	}
	f.Fuzz(func(t *testing.T, text string) {
		script, err := scenario.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		_, err = script.Run(open)
		require.NotErrorIs(t, err, engine.ErrRules)
	})
}
