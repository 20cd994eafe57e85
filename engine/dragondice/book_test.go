package dragondice_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"astragal/engine"
	"astragal/engine/bot"
	"astragal/engine/dragondice"
	"astragal/models/catalog"

	"github.com/stretchr/testify/require"
)

// catalogue returns the dice that games are made of.
var catalogue = sync.OnceValues(func() ([]dragondice.Kind, error) {
	dice, err := catalog.DragonDice()
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(dice)
	if err != nil {
		return nil, err
	}
	return dragondice.ParseKinds(raw)
})

func kinds(t testing.TB) []dragondice.Kind {
	t.Helper()
	k, err := catalogue()
	require.NoError(t, err)
	return k
}

// open makes a rulebook of a header with the dice of the catalogue.
func open(h engine.Header) (engine.Rulebook, error) {
	k, err := catalogue()
	if err != nil {
		return nil, err
	}
	if h, err = dragondice.Prepare(h, k); err != nil {
		return nil, err
	}
	return dragondice.Open(h)
}

// randomForce draws forces until one is legal.
func randomForce(t testing.TB, e dragondice.Edition, size int, r *rand.Rand) dragondice.Force {
	t.Helper()
	byID := map[string]*dragondice.Kind{}
	for _, k := range kinds(t) {
		byID[k.ID] = &k
	}
	for range 1000 {
		if f := anyForce(t, e, size, r); e.CheckForce(size, f, byID) == nil {
			return f
		}
	}
	t.Fatalf("no legal force of %d among 1000", size)
	return dragondice.Force{}
}

// anyForce draws a force from the kinds that an edition knows. Most units are of one race. It has
// items, Dragonkin and minor terrains if the edition has any.
func anyForce(t testing.TB, e dragondice.Edition, size int, r *rand.Rand) dragondice.Force {
	t.Helper()
	byKind := map[string][]dragondice.Kind{}
	races := []string{}
	for _, k := range kinds(t) {
		switch {
		case k.Kind == "drake" || k.Kind == "wyrm":
			if e.KnowsDragon(&k) {
				byKind["dragon"] = append(byKind["dragon"], k)
			}
		case k.Kind == "major_terrain":
			if e.KnowsTerrain(&k) {
				byKind[k.Kind] = append(byKind[k.Kind], k)
			}
		case e.Knows(&k):
			byKind[k.Kind] = append(byKind[k.Kind], k)
			if k.Kind == "unit" && !slices.Contains(races, k.Race) {
				races = append(races, k.Race)
			}
		}
	}
	any := func(kind string) dragondice.Kind { return byKind[kind][r.IntN(len(byKind[kind]))] }
	race := races[r.IntN(len(races))]
	var f dragondice.Force
	lacking := 0 // of the dragons
	if e.Force.LackingDragon > 0 && r.IntN(4) == 0 {
		lacking = 1
		size -= e.Force.LackingDragon
	}
	var list []*dragondice.Kind
	for tries := 0; ; tries++ {
		k := any("unit")
		if item := []string{"equipment", "artifact", "medallion", "relic"}[r.IntN(4)]; r.IntN(8) == 0 && len(byKind[item]) > 0 && len(list) > 6 {
			k = any(item)
		} else if k.Race != race && r.IntN(6) > 0 {
			continue
		}
		if n := e.Points(append(list, &k)); n > size {
			continue
		} else if list, f.Dice = append(list, &k), append(f.Dice, k.ID); n == size {
			break
		}
	}
	if i := slices.IndexFunc(list, func(k *dragondice.Kind) bool { return k.Health == 4 }); i >= 0 && len(byKind["royalty"]) > 0 && r.IntN(3) == 0 {
		f.Dice[i] = any("royalty").ID
	}
	for n := e.DragonsOf(size+lacking*e.Force.LackingDragon) - lacking; n > 0; {
		k := any("dragon")
		counts := 1
		if k.Class == "white" {
			counts = 2
		}
		if counts <= n {
			f.Pool = append(f.Pool, k.ID)
			n -= counts
		}
	}
	for _, kind := range []string{"dragonkin", "minor_terrain"} {
		for n := r.IntN(4); n > 0 && len(byKind[kind]) > 0; n-- {
			f.Pool = append(f.Pool, any(kind).ID)
		}
	}
	home := any("major_terrain")
	for home.Class == "major_advanced" { // these are for the frontier
		home = any("major_terrain")
	}
	f.Terrain, f.Frontier = home.ID, any("major_terrain").ID
	return f
}

func randomBook(t testing.TB, edition string, seed uint64) dragondice.Book {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	e, err := dragondice.Find(edition)
	require.NoError(t, err)
	if seed%3 == 2 {
		return middleBook(t, e, r)
	}
	sizes := e.Force.Sizes
	size := sizes[r.IntN(len(sizes))]
	n := e.Force.MinPlayers
	for n < e.Force.MaxPlayers && r.IntN(4) == 0 {
		n++
	}
	s := dragondice.Settings{Size: size}
	var players []engine.Player
	for i := range n {
		players = append(players, engine.Player{Name: []string{"Ann", "Bob", "Cleo", "Dag", "Eve", "Finn"}[i]})
		s.Forces = append(s.Forces, randomForce(t, e, size, r))
	}
	raw, err := json.Marshal(s)
	require.NoError(t, err)
	b, err := dragondice.New(edition, "bot", players, raw, kinds(t))
	require.NoError(t, err, "%s seed %d", edition, seed)
	return b
}

// middleBook begins in the middle of a game, so that games meet what is otherwise rare. Dragons of any
// kind stand at terrains and in pools. Each army is of one race and often rich in magic. Some units are
// dead.
func middleBook(t testing.TB, e dragondice.Edition, r *rand.Rand) dragondice.Book {
	t.Helper()
	units := map[string][]string{}
	var races, dragons, terrains, advanced, kin, others, large, monsters []string
	champions, theirs := map[string][]string{}, map[string][]string{} // by element; theirs are the dragons of it
	for _, k := range kinds(t) {
		for _, element := range k.Elements {
			switch {
			case k.Race == "eldarim" && k.Class == "champion" && e.Knows(&k):
				champions[element] = append(champions[element], k.ID)
			case e.KnowsDragon(&k):
				theirs[element] = append(theirs[element], k.ID)
			}
		}
		if k.Kind == "equipment" && k.Size == "large" && e.Knows(&k) {
			large = append(large, k.ID)
		} else if k.Class == "monster" && e.Knows(&k) {
			monsters = append(monsters, k.ID)
		}
		switch {
		case k.Kind == "unit" && e.Knows(&k):
			if units[k.Race] == nil {
				races = append(races, k.Race)
			}
			units[k.Race] = append(units[k.Race], k.ID)
			if k.Class == "magic" {
				units[k.Race+" magic"] = append(units[k.Race+" magic"], k.ID)
			}
		case e.KnowsDragon(&k):
			dragons = append(dragons, k.ID)
			if k.Class == "white" || k.Class == "ivory" { // there are two of these and forty of the others
				dragons = append(dragons, k.ID, k.ID, k.ID, k.ID)
			}
		case e.KnowsTerrain(&k) && k.Class != "major_advanced":
			terrains = append(terrains, k.ID)
		case e.KnowsTerrain(&k):
			advanced = append(advanced, k.ID)
		case k.Kind == "dragonkin" && e.Knows(&k):
			kin = append(kin, k.ID)
		case k.Kind == "medallion" && e.Knows(&k), k.Kind == "artifact" && e.Knows(&k), k.Kind == "royalty" && e.Knows(&k):
			others = append(others, k.ID)
		}
	}
	some := func(from []string, n int) string {
		words := make([]string, n)
		for i := range words {
			words[i] = from[r.IntN(len(from))]
		}
		return strings.Join(words, ", ")
	}
	lines := []string{
		fmt.Sprintf("home of Ann: %s at %d", some(terrains, 1), 1+r.IntN(7)), fmt.Sprintf("home of Bob: %s at %d", some(terrains, 1), 1+r.IntN(7)),
		fmt.Sprintf("frontier: %s at %d", some(terrains, 1), 1+r.IntN(3))}
	for _, who := range []string{"Ann", "Bob"} {
		race := races[r.IntN(len(races))]
		for _, where := range []string{"home of Ann", "home of Bob", "frontier"} {
			from := units[race]
			if magic := units[race+" magic"]; len(magic) > 0 && r.IntN(2) == 0 {
				from = magic
			}
			lines = append(lines, fmt.Sprintf("%s at %s: %s", who, where, some(from, 3+r.IntN(4))))
			if r.IntN(2) == 0 {
				lines = append(lines, fmt.Sprintf("%s at %s: %s", who, where, some(dragons, 1+r.IntN(2))))
			}
		}
		lines = append(lines, fmt.Sprintf("%s in pool: %s", who, some(dragons, 3)), fmt.Sprintf("%s in dead: %s", who, some(units[race], 4)))
	}
	if len(advanced) > 0 && r.IntN(3) == 0 {
		lines[2] = fmt.Sprintf("frontier: %s at 8, held by Bob", some(advanced, 1))
	}
	for _, who := range []string{"Ann", "Bob"} {
		if len(kin) > 0 && r.IntN(3) == 0 {
			lines = append(lines, fmt.Sprintf("%s at frontier: %s", who, some(kin, 1+r.IntN(2))), fmt.Sprintf("%s in pool: %s", who, some(kin, 2)), fmt.Sprintf("%s in buried: %s", who, some(kin, 1)))
		}
		if len(others) > 0 && r.IntN(3) == 0 {
			porters := units["amazon"] // Amazons carry any item
			if porters == nil {
				porters = units[races[r.IntN(len(races))]]
			}
			lines = append(lines, fmt.Sprintf("%s in reserve: %s, %s", who, some(porters, 2), some(others, 2)))
		}
		if len(large) > 0 && len(units["amazon"]) > 0 && r.IntN(2) == 0 { // Amazons carry any item
			lines = append(lines, fmt.Sprintf("%s at frontier: %s, %s, %s", who, some(units["amazon"], 1), some(large, 1), some(monsters, 1)))
		}
		if element := []string{"air", "death", "earth", "fire", "water"}[r.IntN(5)]; len(champions) > 0 && r.IntN(2) == 0 {
			lines = append(lines, fmt.Sprintf("%s at home of %s: %s, %s, %s", who, who, some(champions[element], 2), some(theirs[element], 1), some(others, 1)))
			if len(units["amazon"]) > 0 { // an Amazon carries the item
				lines[len(lines)-1] += ", " + some(units["amazon"], 1)
			}
			if len(kin) > 0 {
				lines = append(lines, fmt.Sprintf("%s at home of %s: %s", who, who, some(kin, 2)))
			}
		}
	}
	raw, err := json.Marshal(map[string]any{"position": lines})
	require.NoError(t, err)
	b, err := dragondice.New(e.ID, "bot", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, raw, kinds(t))
	require.NoError(t, err)
	return b
}

// incline makes a bot that likes to attack. In three of four cases it marches, acts and casts. It
// seldom retreats, and hardly ever concedes.
func incline(q engine.Question, c engine.Chance) (engine.Answer, bool) {
	a := engine.Answer{To: q.ID, By: "bot"}
	if len(q.Seats) > 0 {
		a.Seat = q.Seats[0]
	}
	switch {
	case q.Kind == engine.KindDeclare:
		lazy := []string{"none", "none-at-all", "no", "concede", "done", "nobody"}
		eager := slices.DeleteFunc(slices.Clone(q.Declare.Options), func(o engine.Option) bool { return slices.Contains(lazy, o.ID) })
		concedes := slices.ContainsFunc(q.Declare.Options, func(o engine.Option) bool { return o.ID == "concede" })
		if len(eager) == 0 || c.IntN(4) == 0 && !(concedes && c.IntN(50) > 0) {
			return a, false
		}
		a.Chosen = []string{eager[c.IntN(len(eager))].ID}
		return a, true
	case q.Kind == engine.KindPick && strings.Contains(q.Key, "/retreat") && c.IntN(8) > 0:
		return a, true
	}
	return a, false
}

// soaked is what was seen in many games.
type soaked struct {
	sync.Mutex
	games, answers, longest int
	met                     map[string]int
}

// sound is Check, and it also reads the questions.
func sound(g *engine.Game) error {
	if wrong := bot.Asked(g); wrong != "" {
		return errors.New(wrong)
	}
	return dragondice.Check(g)
}

// play plays one game, reads all that it tells and adds it up.
func (s *soaked) play(t testing.TB, edition string, seed uint64) error {
	b := bot.Bot{Check: sound, Seldom: 2000, Often: 200, Changes: 1, Incline: incline, Most: 60_000} // Kings' Dice recruit for ever
	res, err := b.Play(randomBook(t, edition, seed), seed)
	s.Lock()
	defer s.Unlock()
	s.games++
	s.answers += res.Answers
	s.longest = max(s.longest, res.Answers)
	for rule, times := range res.Cited {
		s.met[rule] += times
	}
	if wrong := bot.Told(res.Log); err == nil && wrong != "" {
		return errors.New(wrong)
	}
	return err
}

// playGames plays n games of an edition, with the seeds from `from` on, several at the same time.
func playGames(t *testing.T, edition string, from, n int) map[string]int {
	t.Helper()
	const tables = 8
	s := soaked{met: map[string]int{}}
	var group sync.WaitGroup
	for p := range tables {
		group.Go(func() {
			for seed := from + p; seed < from+n && !t.Failed(); seed += tables {
				if err := s.play(t, edition, uint64(seed)); err != nil {
					t.Errorf("%s seed %d: %v", edition, seed, err)
				}
			}
		})
	}
	group.Wait()
	t.Logf("%s: %d games, %d answers, the longest game %d", edition, s.games, s.answers, s.longest)
	return s.met
}

func TestBotPlaysWholeGames(t *testing.T) {
	for _, edition := range dragondice.Editions() {
		t.Run(edition.ID, func(t *testing.T) { playGames(t, edition.ID, 0, 6) })
	}
}

// TestSoak plays as many games of each edition as ASTRAGAL_SOAK says. ASTRAGAL_EDITION names one
// edition alone. ASTRAGAL_FROM is the first seed.
func TestSoak(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK"))
	if err != nil {
		t.Skip("ASTRAGAL_SOAK doesn't say how many games to play")
	}
	only := os.Getenv("ASTRAGAL_EDITION")
	from, _ := strconv.Atoi(os.Getenv("ASTRAGAL_FROM")) // 0 if it says nothing
	for _, edition := range dragondice.Editions() {
		if only != "" && edition.ID != only {
			continue
		}
		t.Run(edition.ID, func(t *testing.T) {
			rare := rarelyMet(t, edition, playGames(t, edition.ID, from, n))
			t.Logf("met fewer than 20 times: %v", rare)
			if n >= 2000 {
				require.Empty(t, rare)
			}
		})
	}
}

// rarelyMet returns the items that games met fewer than 20 times. It leaves out items whose text is not
// known, and the counting of one roll.
func rarelyMet(t *testing.T, e dragondice.Edition, met map[string]int) []string {
	t.Helper()
	var rare []string
	for _, item := range e.Items() {
		if !item.Uncertain && item.ID != "step/count" && met[item.ID] < 20 {
			rare = append(rare, fmt.Sprintf("%s %d", item.ID, met[item.ID]))
		}
	}
	return rare
}
