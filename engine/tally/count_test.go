package tally_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"astragal/engine"
	"astragal/engine/tally"

	"github.com/stretchr/testify/require"
)

func dice(t *testing.T, text string) []engine.Thrown {
	t.Helper()
	d, err := engine.ParseDice(text)
	require.NoError(t, err)
	return d
}

func six() *int { v := 6; return &v }

func TestCountOfOneRoll(t *testing.T) {
	for name, try := range map[string]struct {
		settings tally.Settings
		dice     string
		text     string
		total    int // −99 means no total
	}{
		"one die":           {tally.Settings{}, "d6: 4", "4 (one d6)", 4},
		"three dice":        {tally.Settings{}, "3d6: 6 5 3", "14 = 6 + 5 + 3 (three d6)", 14},
		"a modifier":        {tally.Settings{Modifier: 3}, "2d6: 6 5", "14 = 11 + 3, and 11 = 6 + 5 (two d6)", 14},
		"less than nothing": {tally.Settings{Modifier: -5}, "d4: 1", "-4 = 1 − 5, and 1 (one d4)", -4},
		"a bare number":     {tally.Settings{}, "17", "17 (one die)", 17},
		"one unread":        {tally.Settings{}, "3d6: 6 ? 3", "incomplete, one die not read: 9 + ? = 6 + 3 + ? (three d6)", -99},
		"none read":         {tally.Settings{}, "2d6: ? ?", "incomplete, two dice not read: 0 + ? = ? + ? (two d6)", -99},
		"unread, modifier":  {tally.Settings{Modifier: 1}, "2d6: 6 ?", "incomplete, one die not read: 6 + ? = 6 + ? (two d6), modifier +1", -99},
		"pool, one unread":  {tally.Settings{Mode: tally.Pool, Target: 5}, "3d6: 6 ? 3", "incomplete, one die not read: 1 success: 6 (threshold 5)", -99},
		"keep, one unread":  {tally.Settings{Mode: tally.Keep, Keep: 1}, "2d6: 6 ?", "incomplete, one die not read: 6 (the highest one of two d6: 6, ?)", -99},
		"faces, one unread": {tally.Settings{Mode: tally.Faces}, "2d6: 6 ?", "incomplete, one die not read: 6 ×1 (two d6)", -99},
		"pool":              {tally.Settings{Mode: tally.Pool, Target: 5}, "3d6: 5 6 2", "2 successes: 5, 6 (threshold 5)", 2},
		"pool, doubled":     {tally.Settings{Mode: tally.Pool, Target: 5, Double: six()}, "3d6: 5 6 2", "3 successes: 5, 6 twice (threshold 5)", 3},
		"pool, below":       {tally.Settings{Mode: tally.Pool, Target: 2, Below: true}, "3d6: 5 1 2", "2 successes: 1, 2 (threshold 2 or less)", 2},
		"highest":           {tally.Settings{Mode: tally.Keep, Keep: 2}, "3d6: 3 5 4", "9 = 5 + 4 (the highest two of three d6: 3, 5, 4)", 9},
		"lowest":            {tally.Settings{Mode: tally.Keep, Keep: 1, Lowest: true}, "3d6: 3 5 4", "3 (the lowest one of three d6: 3, 5, 4)", 3},
		"faces":             {tally.Settings{Mode: tally.Faces}, "3d6: 3 5 3", "5 ×1, 3 ×2 (three d6)", -99},
		"icons":             {tally.Settings{Mode: tally.Pool, Target: 1}, "2d6: star 1", "1 success: 1 (threshold 1)", 1},
		"only icons":        {tally.Settings{}, "d6: star", "0 (one d6, one without a number)", 0},
		"colours, kept":     {tally.Settings{Mode: tally.Keep, Keep: 1, ByColor: true}, "red 2d6: 3 5; blue 2d6: 1 2", "7 = blue 2 + red 5", 7},
		"colours, modified": {tally.Settings{ByColor: true, Modifier: 2}, "red d6: 3; blue d6: 1", "6 = 4 + 2, and 4 = blue 1 + red 3", 6},
		"nothing":           {tally.Settings{}, "", "0 (no dice)", 0},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, try.settings.Check())
			var thrown []engine.Thrown
			if try.dice != "" {
				thrown = dice(t, try.dice)
			}
			r := tally.Count(try.settings, thrown)
			require.Equal(t, try.text, r.Text)
			if try.total == -99 {
				require.Nil(t, r.Total)
				return
			}
			require.True(t, r.Complete())
			require.Equal(t, try.total, *r.Total)
		})
	}
}

// All rolls of some dice are counted. The frequencies were worked out by hand or stand in books on dice.
func TestCountsOverAllFacesOfSomeDice(t *testing.T) {
	every := func(s tally.Settings, n int) map[int]int {
		counts := map[int]int{}
		thrown := make([]engine.Thrown, n)
		for k, all := 0, power(6, n); k < all; k++ {
			for i, rest := 0, k; i < n; i, rest = i+1, rest/6 {
				v := 1 + rest%6
				thrown[i] = engine.Thrown{ID: fmt.Sprint(i), Shape: "d6", Value: &v, How: engine.Typed}
			}
			counts[*tally.Count(s, thrown).Total]++
		}
		return counts
	}
	require.Equal(t, map[int]int{2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}, every(tally.Settings{}, 2))
	require.Equal(t, map[int]int{0: 64, 1: 96, 2: 48, 3: 8}, every(tally.Settings{Mode: tally.Pool, Target: 5}, 3))
	require.Equal(t, map[int]int{0: 16, 1: 8, 2: 9, 3: 2, 4: 1}, every(tally.Settings{Mode: tally.Pool, Target: 5, Double: six()}, 2))
	require.Equal(t, map[int]int{1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 11}, every(tally.Settings{Mode: tally.Keep, Keep: 1}, 2))
	require.Equal(t, map[int]int{1: 11, 2: 9, 3: 7, 4: 5, 5: 3, 6: 1}, every(tally.Settings{Mode: tally.Keep, Keep: 1, Lowest: true}, 2))
	// Of four dice the highest three count: there are 1,296 rolls, and 21 of them make 18.
	best := every(tally.Settings{Mode: tally.Keep, Keep: 3}, 4)
	require.Equal(t, map[int]int{3: 1, 4: 4, 5: 10, 6: 21, 7: 38, 8: 62, 9: 91, 10: 122, 11: 148, 12: 167, 13: 172, 14: 160, 15: 131, 16: 94, 17: 54, 18: 21}, best)
}

func power(base, n int) int {
	p := 1
	for range n {
		p *= base
	}
	return p
}

func TestSettingsThatCantBeAreNamed(t *testing.T) {
	two := 2
	for want, s := range map[string]tally.Settings{
		`mode "best" is not one of`:           {Mode: "best"},
		`order "mine" is neither`:             {Order: "mine"},
		"modifier 5000 is outside":            {Modifier: 5000},
		"no total that a modifier":            {Mode: tally.Faces, Modifier: 1},
		"-1 rounds are outside":               {Rounds: -1},
		"3 to 2 dice a roll can't be":         {Min: 3, Max: 2},
		`"d7" is no shape`:                    {Shapes: []string{"d7"}},
		`belong to the mode "pool"`:           {Target: 5},
		"needs a target of 1 to 1000, not 0":  {Mode: tally.Pool},
		"a 2 can't count twice":               {Mode: tally.Pool, Target: 5, Double: &two},
		`belong to the mode "keep"`:           {Lowest: true},
		"keep needs 1 to 200 dice":            {Mode: tally.Keep},
		"say which values, or that the playe": {Again: &tally.Again{}},
	} {
		require.ErrorContains(t, s.Check(), want)
		_, err := tally.New("", nil, s)
		require.ErrorContains(t, err, want)
	}
	for raw, want := range map[string]string{
		`{"mood":"good"}`: `there is no setting "mood": a newer version of this program may know it`,
		`{"mode":3}`:      "settings of a count",
		`{"keep":3}`:      `belong to the mode "keep"`,
		`[`:               "settings of a count",
	} {
		_, err := tally.ParseSettings([]byte(raw))
		require.ErrorContains(t, err, want)
	}
}

func TestPlayersThatCantBeAreNamed(t *testing.T) {
	for want, players := range map[string][]engine.Player{
		"player 2 needs a name":         {{Name: "Ann"}, {}},
		`two players are called "Ann"`:  {{Name: "Ann"}, {Name: "Ann"}},
		"needs a name of 1 to 60":       {{Name: strings.Repeat("x", 61)}},
		"101 players are more than 100": make([]engine.Player, 101),
	} {
		_, err := tally.New("", players, tally.Settings{})
		require.ErrorContains(t, err, want)
	}
	_, err := tally.Open(engine.Header{Rulebook: "go"})
	require.ErrorContains(t, err, `a game of "go"`)
}

func TestSettingsAreSaidInWords(t *testing.T) {
	require.Equal(t, "sum", tally.Settings{}.Words())
	require.Equal(t, "pool, 5 or more, a 6 counts twice, by colour, +1", tally.Settings{Mode: tally.Pool, Target: 5, Double: six(), ByColor: true, Modifier: 1}.Words())
	require.Equal(t, "keep, the lowest 2, rolled again once: 1, chosen dice", tally.Settings{Mode: tally.Keep, Keep: 2, Lowest: true, Again: &tally.Again{Values: []int{1}, Chosen: true}}.Words())
}

func TestARollThatNobodyHasReadCountsNothing(t *testing.T) {
	book, err := tally.New("", []engine.Player{{Name: "=Ann"}, {Name: "Bob", Team: "@Reds"}}, tally.Settings{})
	require.NoError(t, err)
	g, err := engine.New(book)
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	for i, text := range []string{"2d6: 6 5", "red d20: 3", "d6: 1"} {
		require.NoError(t, g.Answer(engine.Answer{To: g.Pending()[0].ID, Seat: engine.Seat(1 + i%2), Dice: dice(t, text)}))
	}
	require.NoError(t, g.Answer(engine.Answer{To: g.Pending()[0].ID, Seat: 1, Dice: dice(t, "d6: ?")}))
	st, ok := tally.StateOf(g)
	require.True(t, ok)
	var how []string
	for _, r := range st.All() {
		how = append(how, r.Result.Text)
	}
	require.Equal(t, []string{"11 = 6 + 5 (two d6)", "3 (one d20)", "1 (one d6)"}, how, "the roll that nobody has read is none yet")
	raw, err := json.Marshal(g.View(1))
	require.NoError(t, err)
	require.Contains(t, string(raw), `"unread":["d1"]`)
}

// session plays n rolls of three dice; the players take turns.
func session(tb testing.TB, n int) (*tally.Book, *engine.Game) {
	tb.Helper()
	book, err := tally.New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, tally.Settings{Order: tally.Turns})
	require.NoError(tb, err)
	g, err := engine.New(book)
	require.NoError(tb, err)
	tb.Cleanup(g.Stop)
	for i := range n {
		answer(tb, g, i)
	}
	return book, g
}

func answer(tb testing.TB, g *engine.Game, i int) {
	tb.Helper()
	q := g.Pending()[0]
	a, b, c := 1+i%6, 1+i%5, 1+i%4
	require.NoError(tb, g.Answer(engine.Answer{To: q.ID, Seat: q.Seats[0], Dice: []engine.Thrown{
		{ID: "d1", Shape: "d6", Value: &a, How: engine.Read}, {ID: "d2", Shape: "d6", Value: &b, How: engine.Read}, {ID: "d3", Shape: "d6", Value: &c, How: engine.Read}}}))
}

// BenchmarkReplay replays a log of 1,000 answers.
func BenchmarkReplay(b *testing.B) {
	book, g := session(b, 1000)
	log := g.Log()
	for b.Loop() {
		again, err := engine.Replay(book, log)
		require.NoError(b, err)
		require.Nil(b, again.Diverged())
		again.Stop()
	}
}

// BenchmarkAnswer gives one answer to a game of 1,000.
func BenchmarkAnswer(b *testing.B) {
	_, g := session(b, 1000)
	n := 0
	for b.Loop() {
		answer(b, g, n)
		n++
	}
}

// BenchmarkAmend corrects the first of 1,000 answers. Everything is computed again.
func BenchmarkAmend(b *testing.B) {
	_, g := session(b, 1000)
	n := 0
	for b.Loop() {
		v := 1 + n%6
		n++
		_, a, _ := g.Question(1)
		a.Dice = []engine.Thrown{{ID: "d1", Shape: "d6", Value: &v, How: engine.Typed}}
		require.NoError(b, g.Amend(1, a))
	}
}

// BenchmarkView makes what a screen gets after 1,000 answers, as JSON.
func BenchmarkView(b *testing.B) {
	_, g := session(b, 1000)
	size := 0
	for b.Loop() {
		raw, err := json.Marshal(g.View(1))
		require.NoError(b, err)
		size = len(raw)
	}
	b.ReportMetric(float64(size), "bytes/view")
}

// BenchmarkCount counts one roll of forty dice.
func BenchmarkCount(b *testing.B) {
	thrown := make([]engine.Thrown, 40)
	for i := range thrown {
		v := 1 + i%6
		thrown[i] = engine.Thrown{ID: fmt.Sprint(i), Shape: "d6", Colors: []string{[]string{"red", "blue"}[i%2]}, Value: &v, How: engine.Read}
	}
	for b.Loop() {
		tally.Count(tally.Settings{Mode: tally.Pool, Target: 4, Double: six(), ByColor: true}, thrown)
	}
}
