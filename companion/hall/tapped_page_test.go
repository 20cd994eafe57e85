package hall_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// tapping is what the page does for the bot: it finds where something lies, and taps there.
//
//go:embed testdata/tapping.js
var tapping string

// tapper plays at the table's screen by tapping what lies on the board and what stands in the bar over it.
type tapper struct {
	*tabletest.Tab
	tb     *tabletest.Table
	id     int
	chance *rand.Rand
	// taps is how many taps a choice needs, rolled how many say what dice show, handed how many hand the screen on.
	taps, rolled, handed int
	answers, rolls       int
	long                 int            // after so many answers a player gives up
	steps                map[string]int // the taps that choices need, by the step of the turn
	parts                [][]string
	meant                map[string][]string // answers that were drawn for questions that come next, by the questions' keys
	waits                []float64           // ms from the tap that answers to the picture of the next question
}

// tap lets the page do one thing, and returns how many taps that took.
func (p *tapper) tap(call string) int {
	p.T.Helper()
	n := tabletest.Value[int](p.Tab, "window.tapping."+call)
	require.GreaterOrEqual(p.T, n, 0, "%s: %s", call, tabletest.Value[string](p.Tab, `window.tapping.why + "\n" + document.querySelector(".bar")?.innerText`))
	return n
}

// step answers a question. It returns false if the game is over.
func (p *tapper) step() bool {
	p.T.Helper()
	v, _ := tabletest.GameOf(p.T, p.tb.Session, p.id, 0)
	if v.Play.Outcome != nil {
		return false
	}
	if len(v.Play.Pending) == 0 {
		require.NotEmpty(p.T, v.Play.Waiting, "nothing is asked, and the game isn't over")
		v = p.takes(v.Play.Waiting)
	}
	q, before := v.Play.Pending[0], p.taps
	p.Sees(fmt.Sprintf(`window.tapping.ready(%s) || window.tapping.hands()`, tabletest.Quote(q.ID)))
	if tabletest.Value[bool](p.Tab, `window.tapping.hands()`) {
		p.taps += p.tap(`chip("hands-done")`)
		p.Sees(fmt.Sprintf(`window.tapping.ready(%s)`, tabletest.Quote(q.ID)))
	}
	if len(q.Part) > 0 && (len(p.parts) == 0 || !slices.Equal(p.parts[len(p.parts)-1], q.Part)) {
		p.parts = append(p.parts, q.Part)
	}
	p.answers++
	if q.Kind == engine.KindRoll {
		p.rolls++
		for _, d := range engine.Random(q, p.chance).Dice {
			p.rolled += p.tap(fmt.Sprintf(`face(%s, %d)`, tabletest.Quote(d.ID), p.chance.IntN(1000)))
		}
		p.rolled += p.tap(`chip("hand")`)
	} else if a, way := p.decide(q); way != "" {
		p.taps += p.tap(fmt.Sprintf(`way(%s)`, tabletest.Quote(way)))
	} else {
		p.taps += p.choose(q, a)
	}
	if len(q.Part) > 1 {
		p.steps[q.Part[1]] += p.taps - before
	}
	p.Sees(fmt.Sprintf(`window.tapping.gone(%s)`, tabletest.Quote(q.ID)))
	if ms := tabletest.Value[float64](p.Tab, `window.tapping.waited`); ms > 0 {
		p.waits = append(p.waits, ms)
	}
	return true
}

// takes hands the screen to one of the seats that are asked in secret, unless the screen is such a seat's already.
func (p *tapper) takes(seats []engine.Seat) protocol.GameView {
	p.T.Helper()
	asked := tabletest.Value[string](p.Tab, `document.querySelector(".bar")?.dataset.asked ?? ""`)
	for _, s := range seats {
		if v, _ := tabletest.GameOf(p.T, p.tb.Session, p.id, s); v.Play.Pending[0].ID == asked {
			return v
		}
	}
	p.handed += p.tap(fmt.Sprintf(`chip("hand %d")`, seats[0]))
	v, _ := tabletest.GameOf(p.T, p.tb.Session, p.id, seats[0])
	return v
}

// answer draws an answer that doesn't give the game up. If the game has lasted long, it gives up as soon as it can,
// because random answers alone may play for ever.
func (p *tapper) answer(q engine.Question) engine.Answer {
	for {
		a := engine.Random(q, p.chance)
		if p.answers > p.long && q.Declare != nil {
			if i := slices.IndexFunc(q.Declare.Options, func(o engine.Option) bool { return strings.Contains(o.ID, "concede") }); i >= 0 {
				return engine.Answer{Chosen: []string{q.Declare.Options[i].ID}}
			}
		}
		if !slices.ContainsFunc(a.Chosen, func(id string) bool { return strings.Contains(id, "concede") }) {
			return a
		}
	}
}

// decide draws an answer. If the question has ways that answer the next questions too, it also draws those answers. It returns the way that says all of
// it, if there is one; else the rest is said when it is asked.
func (p *tapper) decide(q engine.Question) (engine.Answer, string) {
	moment, _, _ := strings.Cut(q.Key, "#")
	a := p.answer(q)
	if chosen, ok := p.meant[moment]; ok {
		a.Chosen = chosen
	}
	if len(q.Ways) == 0 {
		return a, ""
	}
	// Answers that were drawn for an earlier question of this kind are forgotten, except those for this very run of questions.
	if q.Kind != engine.KindPick || p.meant == nil {
		p.meant = map[string][]string{}
	}
	ways := slices.DeleteFunc(slices.Clone(q.Ways), func(w engine.Way) bool { return !slices.Equal(w.Chosen, a.Chosen) })
	if len(ways) == 0 {
		return a, ""
	}
	if q.Kind == engine.KindPick {
		if _, known := p.meant[moment]; known {
			return a, "" // its ways were drawn against
		}
		for i, s := range ways[0].Then {
			if next := p.answer(q); len(next.Chosen) > 0 {
				for _, before := range ways[0].Then[:i] {
					p.meant[before.Key] = nil
				}
				p.meant[s.Key] = next.Chosen
				return a, ""
			}
		}
		return a, ways[0].ID
	}
	turns := slices.IndexFunc(ways, func(w engine.Way) bool { return slices.Equal(w.Then[0].Chosen, []string{"yes"}) })
	if turns >= 0 && p.chance.IntN(2) == 0 {
		return a, ways[turns].ID
	}
	acts := slices.DeleteFunc(slices.Clone(ways), func(w engine.Way) bool { return slices.Equal(w.Then[0].Chosen, []string{"yes"}) })
	if n := p.chance.IntN(len(acts) + 1); n < len(acts) {
		return a, acts[n].ID
	}
	turn := strings.TrimSuffix(moment, "/march 1")
	turn = strings.TrimSuffix(turn, "/march 2")
	p.meant[turn+"/maneuver"], p.meant[turn+"/action"] = []string{"no"}, []string{"none"}
	return a, ""
}

// choose taps an answer where it lies, and returns how many taps it took.
func (p *tapper) choose(q engine.Question, a engine.Answer) int {
	p.T.Helper()
	n := 0
	chosen := a.Chosen
	if q.Kind == engine.KindArrange && len(chosen) > 1 {
		chosen = chosen[:len(chosen)-1] // the last one can go to one place only
	}
	if q.Kind == engine.KindPick && q.Pick.Max == len(q.Pick.Options) {
		for _, lot := range tabletest.Value[[][]string](p.Tab, `window.tapping.together()`) {
			in := slices.DeleteFunc(slices.Clone(lot), func(id string) bool { return !slices.Contains(chosen, id) })
			if 1+len(lot)-len(in) >= len(in) {
				continue
			}
			n += p.tap(fmt.Sprintf(`all(%s)`, tabletest.Quote(lot[0])))
			others := slices.DeleteFunc(slices.Clone(lot), func(id string) bool { return slices.Contains(in, id) })
			chosen = slices.DeleteFunc(slices.Clone(chosen), func(id string) bool { return slices.Contains(in, id) })
			chosen = append(chosen, others...) // a second tap takes each back
		}
	}
	for _, id := range chosen {
		n += p.tap(fmt.Sprintf(`option(%s, %s)`, tabletest.Quote(id), lies(q, id)))
	}
	if q.Kind == engine.KindAllot {
		for i, r := range q.Allot.Rows {
			for range a.Points[i] - r.Min {
				if tabletest.Value[bool](p.Tab, fmt.Sprintf(`window.tapping.sent(%s)`, tabletest.Quote(q.ID))) {
					break // the rest can go one way only
				}
				n += p.tap(fmt.Sprintf(`option(%s, %s)`, tabletest.Quote(r.ID), list(r.On)))
			}
		}
	}
	return n + p.tap(fmt.Sprintf(`take(%s)`, tabletest.Quote(q.ID)))
}

// lies is the place of a question's option on the board, as a list for the page; empty if it lies nowhere.
func lies(q engine.Question, id string) string {
	var options []engine.Option
	switch {
	case q.Declare != nil:
		options = q.Declare.Options
	case q.Pick != nil:
		options = q.Pick.Options
	case q.Arrange != nil:
		options = q.Arrange.Items
	}
	for _, o := range options {
		if o.ID == id && len(o.On) == 0 && o.Die != "" {
			return list([]string{o.Die})
		}
		if o.ID == id {
			return list(o.On)
		}
	}
	return "[]"
}

func list(ids []string) string {
	raw, _ := json.Marshal(append([]string{}, ids...))
	return string(raw)
}

// count is how often a part of the game with the word in its name was entered, by the part's depth.
func (p *tapper) count(depth int, word string) int {
	n, last := 0, ""
	for _, part := range p.parts {
		if len(part) < depth {
			continue
		}
		now := strings.Join(part[:depth], " / ")
		if now != last && strings.Contains(strings.ToLower(part[depth-1]), word) {
			n++
		}
		last = now
	}
	return n
}

// Everything that can be chosen is tapped where it lies on the board, or in the bar over it if it lies nowhere. A game of each rulebook is
// played that way, without the list of buttons. This test plays a short part of each; the soak plays whole ones.
func TestTheBoardAloneIsEnough(t *testing.T) {
	tapped(t, 24, 8)
}

// TestSoakWholeGamesOnTheBoardAlone plays ASTRAGAL_GAMES games of each rulebook (1), the first with the seed ASTRAGAL_SEED (8).
func TestSoakWholeGamesOnTheBoardAlone(t *testing.T) {
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes minutes: make soak")
	}
	number := func(name string, otherwise uint64) uint64 {
		if os.Getenv(name) == "" {
			return otherwise
		}
		n, err := strconv.ParseUint(os.Getenv(name), 10, 64)
		require.NoError(t, err, name)
		return n
	}
	first := number("ASTRAGAL_SEED", 8)
	for seed := range number("ASTRAGAL_GAMES", 1) {
		tapped(t, wholeGame, first+seed)
	}
}

// wholeGame is more answers than any game lasts here.
const wholeGame = 3000

// tapped plays a game of each rulebook, to its end or through so many answers.
func tapped(t *testing.T, most int, seed uint64) {
	t.Helper()
	games := map[string]protocol.NewGame{"vera": {Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}}}
	for edition, size := range map[string]int{"4.01d": 15, "3.04a": 15, "1996": 15, "starter": 30} {
		games[edition] = tabletest.DragonGame(t, edition, size, seed-3, "Ann", "Ben")
	}
	for name, n := range games {
		t.Run(name, func(t *testing.T) {
			tb := tabletest.NewTable(t)
			tb.Serve("127.0.0.1:0")
			id, err := tb.Session.Games().Begin(t.Context(), n)
			require.NoError(t, err)
			page := tabletest.Open(t, fmt.Sprintf("http://%s/games/%d", tb.Address, id))
			page.Still()
			page.Size(1366, 768)
			page.JS(tapping + "\n;undefined")
			p := &tapper{Tab: page, tb: tb, id: id, chance: rand.New(rand.NewPCG(seed, 8)), long: 250, steps: map[string]int{}}
			over := false
			for p.answers < most && !over {
				over = !p.step()
			}
			require.Equal(t, most == wholeGame, over, "the game's end")
			slices.Sort(p.waits)
			told, _ := json.Marshal(map[string]any{"answers": p.answers, "rolls": p.rolls, "taps": p.taps, "taps that say what dice show": p.rolled, "taps that hand the screen on": p.handed,
				"taps by step": p.steps, "turns": p.count(1, ""), "marches": p.count(2, "march")})
			t.Logf("%s, seed %d: %s", name, seed, told)
			if len(p.waits) > 0 {
				t.Logf("%s: from an answer to the picture, of %d: median %.0f ms, 95 %% %.0f ms", name, len(p.waits), p.waits[len(p.waits)/2], p.waits[len(p.waits)*19/20])
			}
		})
	}
}
