package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"astragal/engine"
	"astragal/engine/bot"
	"astragal/engine/tally"

	"github.com/stretchr/testify/require"
)

// notations hold every feature of dice notation.
var notations = []string{"2d20kh1+5", "4d6r1dl1", "5d10>=8!", "6d6!>=5", "d100<=45", "3d100", "4dF+2d8-1d4", "10d6>=3 then >=4 then not>=5", "8d10>=5f1", "2d6rr<=4"}

// count makes a session with settings drawn from a seed.
func count(t *testing.T, seed uint64) *tally.Book {
	t.Helper()
	c := rand.New(rand.NewPCG(seed, 1))
	s := tally.Settings{Mode: tally.Modes()[c.IntN(len(tally.Modes()))], ByColor: c.IntN(3) == 0, Rounds: c.IntN(6)}
	switch s.Mode {
	case tally.Notation:
		s.ByColor, s.Notation = false, notations[c.IntN(len(notations))]
		s.Presets = []tally.Preset{{Name: "Other", Notation: notations[c.IntN(len(notations))]}, {Name: "Chain", Notation: "6d6>=2 then >=2"}}
	case tally.Pool:
		s.Target, s.Below = 1+c.IntN(8), c.IntN(2) == 0
		if c.IntN(2) == 0 {
			s.Double = &s.Target
		}
	case tally.Keep:
		s.Keep, s.Lowest = 1+c.IntN(4), c.IntN(2) == 0
	}
	if s.Mode != tally.Faces && s.Mode != tally.Notation {
		s.Modifier = c.IntN(5) - 2
	}
	if c.IntN(2) == 0 {
		s.Order = tally.Turns
	}
	if c.IntN(2) == 0 && s.Mode != tally.Notation {
		s.Again = &tally.Again{Values: []int{1, 1 + c.IntN(6)}, Chosen: c.IntN(2) == 0}
	}
	var players []engine.Player
	for i := range c.IntN(5) {
		players = append(players, engine.Player{Name: fmt.Sprintf("Player %c", 'A'+i), Team: []string{"", "Reds", "Blues"}[c.IntN(3)]})
	}
	book, err := tally.New("", players, s)
	require.NoError(t, err)
	return book
}

// adds checks that totals are the sums of the rolls and that no unread die was counted. It also checks the wording
// of the questions.
func adds(g *engine.Game) error {
	if wrong := bot.Asked(g); wrong != "" {
		return errors.New(wrong)
	}
	st, ok := tally.StateOf(g)
	if !ok {
		return fmt.Errorf("no state: %s", g.View(0).Problem)
	}
	sums, rolls := map[engine.Seat]int{}, map[engine.Seat]int{}
	for _, r := range st.All() {
		rolls[r.Seat]++
		if !r.Result.Complete() {
			return fmt.Errorf("%s was counted with unread dice", r.Key)
		}
		if r.Result.Total != nil {
			sums[r.Seat] += *r.Result.Total
		}
	}
	for _, p := range st.Standings {
		if p.Rolls != rolls[p.Seat] || p.Total != nil && *p.Total != sums[p.Seat] {
			return fmt.Errorf("seat %d stands at %v, its rolls make %d", p.Seat, p.Total, sums[p.Seat])
		}
	}
	if st.Open != nil && len(st.Open.Result.Unread) > 0 && st.Open.Result.Total != nil {
		return fmt.Errorf("%s has a total and unread dice", st.Open.Key)
	}
	return nil
}

// games plays n games of tally and checks the wording of all that they tell. It returns how often each rule was
// cited.
func games(t *testing.T, n int) map[string]int {
	t.Helper()
	b := bot.Bot{Most: 8000, Changes: 4, Check: adds}
	met, wrong := map[string]int{}, 0
	for seed := range uint64(n) {
		r, err := b.Play(count(t, seed), seed)
		require.NoError(t, err)
		require.Empty(t, bot.Told(r.Log), "seed %d", seed)
		for rule, k := range r.Cited {
			met[rule] += k
		}
		wrong += r.Wrong
	}
	require.Greater(t, wrong, n, "too few wrong answers were tried")
	return met
}

func TestRandomGamesOfTallyEndAndHoldTogether(t *testing.T) {
	met := games(t, 200)
	for _, rule := range tally.Rules() {
		if rule.ID != "tally.no-number" { // the bot throws dice that all have numbers
			require.GreaterOrEqual(t, met[rule.ID], 5, rule.ID)
		}
	}
}

// TestSoak plays as many games as ASTRAGAL_SOAK says.
func TestSoak(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK"))
	if err != nil || n < 1 {
		t.Skip("ASTRAGAL_SOAK doesn't say how many games to play")
	}
	t.Logf("%d games met the rules so often: %v", n, games(t, n))
}

func TestTheSameSeedPlaysTheSameGame(t *testing.T) {
	b := bot.Bot{Changes: 3}
	one, err := b.Play(count(t, 7), 7)
	require.NoError(t, err)
	two, err := b.Play(count(t, 7), 7)
	require.NoError(t, err)
	require.Equal(t, one, two)
}

// endless asks for ever, deaf asks a question that nobody can answer, and lost isn't deterministic.
type endless struct{}

func (endless) Header() engine.Header { return engine.Header{Rulebook: "endless"} }

func (endless) Play(t *engine.Table) engine.Outcome {
	for {
		t.Ask(engine.Question{Key: "again", Kind: engine.KindDeclare, Text: "Again?", Declare: &engine.Declare{Options: engine.YesNo()}})
	}
}

// moody plays differently each time.
type moody struct{ times *int }

func (moody) Header() engine.Header { return engine.Header{Rulebook: "moody"} }

func (m moody) Play(t *engine.Table) engine.Outcome {
	*m.times++
	for range 30 {
		t.Ask(engine.Question{Key: "mood", Kind: engine.KindDeclare, Text: "Well?", Declare: &engine.Declare{Options: engine.YesNo()}})
		t.Tell(engine.Fact{Kind: engine.FactResult, Text: "mood", Value: m.times})
	}
	return engine.Outcome{}
}

// touchy stops with a fault when it is played a second time, or at a "no".
type touchy struct {
	times *int
	onNo  bool
}

func (touchy) Header() engine.Header { return engine.Header{Rulebook: "touchy"} }

func (m touchy) Play(t *engine.Table) engine.Outcome {
	*m.times++
	for n := range 30 {
		a := t.Ask(engine.Question{Key: fmt.Sprintf("mood %d", n), Kind: engine.KindDeclare, Text: "Well?", Declare: &engine.Declare{Options: engine.YesNo()}})
		if m.onNo && a.Chosen[0] == "no" || !m.onNo && *m.times > 1 {
			panic("nobody thought of that")
		}
	}
	return engine.Outcome{}
}

func TestTheBotFindsWhatBreaksOnAChange(t *testing.T) {
	yes := func(q engine.Question, _ engine.Chance) (engine.Answer, bool) {
		return engine.Answer{To: q.ID, Chosen: []string{"yes"}}, true
	}
	_, err := bot.Bot{Changes: 30, Seldom: 1, Incline: yes}.Play(touchy{new(int), true}, 1)
	require.ErrorContains(t, err, "can't be amended to the legal answer")
	require.ErrorContains(t, err, "nobody thought of that")
	said := ""
	for seed := range uint64(10) {
		_, err := bot.Bot{Changes: 1, Seldom: 1}.Play(touchy{new(int), false}, seed)
		require.ErrorContains(t, err, "nobody thought of that")
		said += err.Error() + "\n"
	}
	require.Regexp(t, `entry \d+ can't be taken back: .*nobody`, said)
}

func TestTheBotFindsWhatIsWrongWithARulebook(t *testing.T) {
	_, err := bot.Bot{Most: 50}.Play(endless{}, 1)
	require.ErrorContains(t, err, "has not ended after 50 answers")
	_, err = bot.Bot{}.Play(moody{times: new(int)}, 1)
	require.ErrorContains(t, err, "replayed, the game differs from entry")
	_, err = bot.Bot{Check: func(*engine.Game) error { return fmt.Errorf("a die is lost") }}.Play(count(t, 3), 3)
	require.ErrorContains(t, err, "seed 3, after entry 0: a die is lost")
}
