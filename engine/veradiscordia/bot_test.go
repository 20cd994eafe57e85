package veradiscordia_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"astragal/engine"
	"astragal/engine/bot"
	"astragal/engine/veradiscordia"

	"github.com/stretchr/testify/require"
)

// agreed makes a game whose settings are drawn from a seed.
func agreed(seed uint64) (*veradiscordia.Book, error) {
	c := rand.New(rand.NewPCG(seed, 6))
	s := veradiscordia.Settings{
		TwoCopies: c.IntN(3) == 0, HurryUp: c.IntN(4) == 0, DiceByType: c.IntN(4) == 0, MostRounds: 40,
		NoFlyingAttacks: c.IntN(8) == 0, NoTerrain: c.IntN(8) == 0, NoLegendary: c.IntN(8) == 0, Rulings: map[string]string{},
	}
	switch c.IntN(5) {
	case 0:
		s.Competitive = true
	case 1:
		s.NoGenerals = true
	case 2:
		s.Championship = []string{"Idris Vane", "Old Marrow"}
	}
	for _, item := range veradiscordia.Items() {
		if len(item.Choices) > 0 {
			s.Rulings[item.ID[len("vera.ruling."):]] = item.Choices[c.IntN(len(item.Choices))]
		}
	}
	return veradiscordia.New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, s)
}

// holds checks what must be true at every question.
func holds(g *engine.Game) error {
	v := g.View(engine.Everyone)
	s, ok := v.State.(veradiscordia.State)
	if !ok || v.Problem != "" {
		return fmt.Errorf("no state: %s", v.Problem)
	}
	if wrong := bot.Asked(g); wrong != "" {
		return errors.New(wrong)
	}
	for _, f := range v.Trail {
		if strings.Contains(f.Text, "the The ") {
			return errors.New(f.Text)
		}
	}
	for _, sd := range s.Sides {
		cards, units, generals := sd.Deck+sd.Hand+sd.Discards, len(sd.Waiting)+sd.Destroyed, 0
		if sd.Discards < 0 || sd.Discards == 0 && sd.Top != "" {
			return fmt.Errorf("%s has %d discards, on top of them %q", sd.Name, sd.Discards, sd.Top)
		}
		for _, u := range slices.Concat(sd.Vanguard, sd.Rearguard) {
			if u == nil {
				continue
			}
			units++
			if u.Status != "exhausted" && !u.Marker {
				cards++
			}
			if u.General {
				generals++
			}
			if u.Life != nil && (*u.Life < 0 || *u.Life > *u.MostLife) {
				return fmt.Errorf("%s's %s has %d of %d life points", sd.Name, u.Name, *u.Life, *u.MostLife)
			}
			if u.Status == "busy" && u.Order != veradiscordia.Support && u.Order != veradiscordia.Defense {
				return fmt.Errorf("%s's %s is busy with %q", sd.Name, u.Name, u.Order)
			}
			if u.Holds && u.At[0] != 'v' && g.Outcome() == nil && !rules(g, "passive-castling-and-capture", "keeps") {
				return fmt.Errorf("%s's %s holds a terrain from %s", sd.Name, u.Name, u.At)
			}
		}
		switch {
		case cards != 27:
			return fmt.Errorf("%s has %d orders", sd.Name, cards)
		case sd.Faction != "" && s.Phase != "setup" && units != 8:
			return fmt.Errorf("%s has %d units, dead ones too", sd.Name, units)
		case generals > 1 || sd.Motivation < 0 || sd.Motivation > 10:
			return fmt.Errorf("%s has %d generals and Motivation %d", sd.Name, generals, sd.Motivation)
		}
	}
	return nil
}

func rules(g *engine.Game, ruling, choice string) bool {
	s, err := veradiscordia.ParseSettings(g.Header().Settings)
	return err == nil && s.Rulings[ruling] == choice
}

// watched plays a game in which the bot also tries wrong answers, changes and replays.
func watched(book *veradiscordia.Book, seed uint64) (bot.Result, error) {
	res, err := bot.Bot{Most: 20_000, Changes: 3, Check: holds}.Play(book, seed)
	if wrong := bot.Told(res.Log); err == nil && wrong != "" {
		err = errors.New(wrong)
	}
	return res, err
}

// straight plays a game with random legal answers only. It checks the game now and then and replays it at the end. In
// the same time it plays many more games than watched.
func straight(book *veradiscordia.Book, seed uint64) (bot.Result, error) {
	const now, most = 15, 20_000
	wrong := func(err error) (bot.Result, error) { return bot.Result{}, fmt.Errorf("seed %d: %w", seed, err) }
	g, err := engine.New(book)
	if err != nil {
		return wrong(err)
	}
	defer g.Stop()
	c := rand.New(rand.NewPCG(seed, seed))
	r := bot.Result{Cited: map[string]int{}}
	for ; g.Outcome() == nil; r.Answers++ {
		open := g.Pending()
		if len(open) == 0 || r.Answers == most {
			return wrong(fmt.Errorf("after %d answers the game is stuck: %w", r.Answers, g.Err()))
		}
		if r.Answers%now == 0 {
			if err := holds(g); err != nil {
				return wrong(fmt.Errorf("after %d answers: %w", r.Answers, err))
			}
		}
		if err := g.Answer(engine.Random(open[c.IntN(len(open))], c)); err != nil {
			return wrong(err)
		}
	}
	if said := bot.Told(g.Log()); said != "" {
		return wrong(errors.New(said))
	}
	r.Outcome = *g.Outcome()
	for _, f := range g.Facts() {
		r.Cited[f.Rule]++
		for _, l := range f.Lines {
			r.Cited[l.Rule]++
		}
	}
	again, err := engine.Replay(book, g.Log())
	if err != nil {
		return wrong(err)
	}
	defer again.Stop()
	if again.Diverged() != nil || !reflect.DeepEqual(g.Facts(), again.Facts()) || !reflect.DeepEqual(g.Outcome(), again.Outcome()) {
		return wrong(fmt.Errorf("replayed, the game is another one"))
	}
	return r, nil
}

// games plays n games from a first seed on, on all processors, and returns how often each rule was cited.
func games(t *testing.T, first, n int, play func(*veradiscordia.Book, uint64) (bot.Result, error)) map[string]int {
	t.Helper()
	met, wrong, answers, ends := map[string]int{}, 0, 0, map[string]int{}
	var broken []error
	var lock sync.Mutex
	var all sync.WaitGroup
	next := first
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for {
				lock.Lock()
				seed := next
				next++
				lock.Unlock()
				if seed >= first+n {
					return
				}
				book, err := agreed(uint64(seed))
				var r bot.Result
				if err == nil {
					r, err = play(book, uint64(seed))
				}
				lock.Lock()
				if err != nil {
					broken = append(broken, err)
				}
				for rule, k := range r.Cited {
					met[rule] += k
				}
				wrong += r.Wrong
				answers += r.Answers
				ends[fmt.Sprint(r.Outcome.Winners)]++
				lock.Unlock()
			}
		})
	}
	all.Wait()
	require.Empty(t, broken)
	t.Logf("%d games from seed %d, %d answers, %d wrong ones refused; they ended so, by winners: %v", n, first, answers, wrong, ends)
	return met
}

func TestRandomGamesEndAndHoldTogether(t *testing.T) {
	games(t, 1000, 12, watched)
	met := games(t, 2000, 48, straight)
	for _, rule := range []string{"vera.attack.direct", "vera.attack.indirect", "vera.attack.aerial", "vera.counterattack.must", "vera.maneuver.castling"} {
		require.Positive(t, met[rule], rule)
	}
}

func TestTheSameSeedPlaysTheSameGame(t *testing.T) {
	b := bot.Bot{Changes: 2}
	book, err := agreed(7)
	require.NoError(t, err)
	one, err := b.Play(book, 7)
	require.NoError(t, err)
	two, err := b.Play(book, 7)
	require.NoError(t, err)
	require.Equal(t, one, two)
}

// soaking is how many games ASTRAGAL_SOAK asks for.
func soaking(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK"))
	if err != nil || n < 1 {
		t.Skip("ASTRAGAL_SOAK doesn't say how many games to play")
	}
	return n
}

// TestSoakStraight plays as many games as ASTRAGAL_SOAK says. In 1,000 games or more, nearly all rules must be cited.
func TestSoakStraight(t *testing.T) {
	n := soaking(t)
	met := games(t, 10_000, n, straight)
	var never []string
	for _, item := range veradiscordia.Items() {
		if met[item.ID] == 0 {
			never = append(never, item.ID)
		}
	}
	t.Logf("%d of %d rules were met; never: %v", len(veradiscordia.Items())-len(never), len(veradiscordia.Items()), never)
	if n >= 1000 {
		require.LessOrEqual(t, len(never), 3) // none of the made-up units flies and has a blue X
	}
}

// TestSoakWatched plays as many games again, with wrong answers, changes and replays.
func TestSoakWatched(t *testing.T) { games(t, 0, soaking(t), watched) }
