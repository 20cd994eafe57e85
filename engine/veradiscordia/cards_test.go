package veradiscordia_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"astragal/engine"
	"astragal/engine/veradiscordia"

	"github.com/stretchr/testify/require"
)

func TestTheDemoIsMadeUpAndCarriesEveryAbility(t *testing.T) {
	var all []veradiscordia.Ability
	demo := veradiscordia.Demo()
	require.Len(t, demo, 2)
	for _, f := range demo {
		require.NoError(t, f.Check())
		require.True(t, f.MadeUp, f.Name)
		require.Len(t, f.Generals, 3)
		for _, c := range f.Units {
			all = append(all, c.Abilities...)
		}
		for _, n := range f.Generals {
			all = append(all, n.Heroism.Abilities...)
		}
	}
	for _, a := range veradiscordia.Abilities() {
		require.Contains(t, all, a)
	}
}

func TestCardsAreWrittenAndReadAgain(t *testing.T) {
	raw, err := json.Marshal(veradiscordia.Demo())
	require.NoError(t, err)
	again, err := veradiscordia.ParseFactions(raw)
	require.NoError(t, err)
	require.Equal(t, veradiscordia.Demo(), again)
	one, err := json.Marshal(veradiscordia.Demo()[1])
	require.NoError(t, err)
	alone, err := veradiscordia.ParseFactions(one)
	require.NoError(t, err)
	require.Equal(t, veradiscordia.Demo()[1:], alone)
}

const (
	card  = `{"name": "A", "rank": "basic", "copies": 9, "dice": ["white"], "shields": {"white": 3, "blue": 4, "purple": 4, "orange": "X"}}`
	elite = `{"name": "B", "rank": "elite", "copies": 6, "dice": ["red"], "shields": {"white": 3, "blue": 4, "purple": 4, "orange": 4}}`
	crown = `{"name": "C", "rank": "legendary", "copies": 2, "dice": [], "shields": {"white": 3, "blue": 4, "purple": 4, "orange": 4}}`
)

func deck(units, generals string) string {
	return `{"name": "F",` + "\n" + `"units": [` + units + `],` + "\n" + `"generals": [` + generals + `]}`
}

func TestAWrongCardIsNamedWithWhatIsWrong(t *testing.T) {
	good := strings.Join([]string{card, elite, crown}, ",\n")
	_, err := veradiscordia.ParseFactions([]byte(deck(good, "")))
	require.NoError(t, err)
	change := func(from, to string) string { return strings.Replace(deck(good, ""), from, to, 1) }
	for text, want := range map[string]string{
		"":                                       "the file ends before all brackets are closed",
		"[]":                                     "no faction",
		"[7]":                                    "line 1: this number can't stand there",
		"[" + deck(good, "") + "] 1":             "something stands behind the end",
		change(`"F"`, `""`):                      "a faction needs a name",
		change(`"A"`, `"a,b"`):                   "no comma",
		change(`"basic"`, `"royal"`):             `the rank "royal" is none of`,
		change(`"copies": 9`, `"copies": 3`):     "it has 3 basic units, there must be 9",
		change(`"copies": 9`, `"copies": 10`):    "10 copies can't be",
		change(`["white"]`, `["orange"]`):        `"orange" is no attack die`,
		change(`"orange": "X"`, `"orange": 7`):   "the shield 7 is neither",
		change(`"orange": "X"`, `"orange": "Y"`): `the shield "Y" is neither`,
		change(`, "orange": "X"`, ``):            "the orange shield is missing",
		change(`"dice": ["white"]`, `"dices": ["white"]`):                                                         `there is no key "dices"`,
		change(`"copies": 9`, `"copies": 9, "abilities": ["terror", "terror"]`):                                   "is there twice",
		change(`"copies": 9`, `"copies": 9, "abilities": ["fear"]`):                                               `"fear" is no ability`,
		change(`"copies": 9`, `"copies": 9, "abilities": ["guards"]`):                                             "Heroism only",
		change(`"copies": 9`, `"copies": 9, "abilities": ["bravery", "cowardice"]`):                               "contradict",
		change(`"copies": 9`, `"copies": 9, "abilities": ["expendable", "prominent"]`):                            "contradict",
		change(`"copies": 9`, `"copies": 9, "abilities": ["maximum_life"]`):                                       `give "life" too`,
		change(`"copies": 9`, `"copies": 9, "life": 13`):                                                          "13 life points are outside",
		change(`"copies": 9, "dice": ["white"]`, `"copies": 9, "dice": ["blue"], "abilities": ["metamorphosis"]`): "direct attacks only",
		change(`"name": "B"`, `"name": "a"`):                                                                      "two types of units are called",
		"[" + deck(good, "") + "," + deck(good, "") + "]":                                                         "two factions are called",
		deck(good, `{"name": ""}`):                                                                                "a general needs a name",
		deck(good, `{"name": "G"}, {"name": "g"}`):                                                                "two generals are called",
		deck(good, `{"name": "G", "heroism": {"dice": ["gold"]}}`):                                                `"gold" is no attack die`,
		deck(good, `{"name": "G", "heroism": {"abilities": ["metamorphosis"]}}`):                                  "belongs on a unit",
		deck(good, `{"name": "G", "leadership": {"ranks": ["royal"]}}`):                                           "is none of",
		deck(good, `{"name": "G", "leadership": {"recruit": {"basic": 4}}}`):                                      "it recruits 7 units",
		deck(good, `{"name": "G", "leadership": {"without": ["A"]}}`):                                             "5 basic units can't be recruited from 0",
		deck(good, `{"name": "G", "leadership": {"without": ["Z"]}}`):                                             `there is no unit "Z"`,
		deck(good, `{"name": "G", "strategy": {"kind": "moon"}}`):                                                 `the kind "moon"`,
		deck(good, `{"name": "G", "strategy": {"kind": "star"}}`):                                                 "it does nothing",
		deck(good, `{"name": "G", "strategy": {"kind": "star", "when": "turn", "dice": 1}}`):                      "names no other time",
		deck(good, `{"name": "G", "strategy": {"kind": "diamond", "life": 1}}`):                                   "is used at",
		deck(good, `{"name": "G", "strategy": {"kind": "diamond", "when": "turn", "dice": 1}}`):                   "only a star adds dice",
	} {
		_, err := veradiscordia.ParseFactions([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
	_, err = veradiscordia.ParseFactions([]byte("[\n" + strings.Replace(deck(good, ""), `"copies": 9`, `"copies": "nine"`, 1) + "]"))
	require.ErrorContains(t, err, "line 3")
}

func TestAGameHoldsItsCards(t *testing.T) {
	book, err := veradiscordia.New("", players(), veradiscordia.Settings{HurryUp: true})
	require.NoError(t, err)
	s, err := veradiscordia.ParseSettings(book.Header().Settings)
	require.NoError(t, err)
	require.Equal(t, veradiscordia.Demo(), s.Cards)
	require.True(t, s.HurryUp)
	again, err := veradiscordia.Open(book.Header())
	require.NoError(t, err)
	require.Equal(t, book.Header(), again.Header())
}

func players() []engine.Player { return []engine.Player{{Name: "Ann"}, {Name: "Bob"}} }

func TestWrongSettingsAreNamed(t *testing.T) {
	ten := 10
	side := func(vanguard ...string) *veradiscordia.Start {
		return &veradiscordia.Start{Faction: "Brass Harbour", Vanguard: append(vanguard, slices.Repeat([]string{"-"}, 4-len(vanguard))...), Motivation: &ten}
	}
	for want, s := range map[string]veradiscordia.Settings{
		"choose five colours":                                 {Dice: map[veradiscordia.Color]string{veradiscordia.Red: "blue"}},
		`as the table's colour for "pink"`:                    {Dice: map[veradiscordia.Color]string{"pink": "blue"}},
		`there is no ruling "x"`:                              {Rulings: map[string]string{"x": "y"}},
		`is one of may, must, not "never"`:                    {Rulings: map[string]string{"riposte": "never"}},
		`there is no item "vera.x"`:                           {Without: []string{"vera.x"}},
		"one for each of two seats":                           {Championship: []string{"Petra Sill"}},
		`no faction has a general "Nobody"`:                   {Championship: []string{"Petra Sill", "Nobody"}},
		"takes two copies":                                    {Championship: []string{"Petra Sill", "Orla Brask"}},
		"no two may play with one general":                    {Championship: []string{"Petra Sill", "Petra Sill"}},
		"are noted already":                                   {Championship: []string{"Petra Sill", "Tam Hollin"}, Competitive: true},
		"too few generals":                                    {Cards: veradiscordia.Demo()[:1]},
		"one faction for two players":                         {Cards: veradiscordia.Demo()[:1], NoGenerals: true},
		"outside 0 to 1000":                                   {MostRounds: -1},
		"belong to a described position":                      {Terrain: []veradiscordia.Terrain{veradiscordia.Plains}},
		"needs both sides":                                    {First: side()},
		`begin: "noon"`:                                       {First: side(), Second: side(), Begin: "noon"},
		"it is given for 1 of 4 columns":                      {First: side(), Second: side(), Terrain: []veradiscordia.Terrain{veradiscordia.Plains}},
		`"swamp" is none of`:                                  {First: side(), Second: side(), Terrain: []veradiscordia.Terrain{"swamp", "swamp", "swamp", "swamp"}},
		`there is no faction "Z"`:                             {First: &veradiscordia.Start{Faction: "Z"}, Second: side()},
		`has no general "Z"`:                                  {First: &veradiscordia.Start{Faction: "Brass Harbour", General: "Z"}, Second: side()},
		`v1: the faction "Brass Harbour" has no unit "Frogs"`: {First: side("Frogs"), Second: side()},
		`v2: "asleep" says nothing`:                           {First: side("-", "Pikes, asleep"), Second: side()},
		"lp 7 is outside 1 to 6":                              {First: side("Pikes, lp 7"), Second: side()},
		"a unit is the general, but the side names none":      {First: side("Bell Guard, general"), Second: side()},
		"2 units are the general: only one can be":            {First: side("Bell Guard, general", "Pikes, general"), Second: side()},
		"no unit with all that is announced":                  {First: side("?, has rage"), Second: side()},
		"only a unit that is not known":                       {First: side("Pikes, has rage"), Second: side()},
		`discarded: 10 of the order "attack" can't be`:        {First: &veradiscordia.Start{Faction: "Brass Harbour", Discarded: map[veradiscordia.Order]int{"attack": 10}}, Second: side()},
		"there are more than 27 orders":                       {First: &veradiscordia.Start{Faction: "Brass Harbour", Hand: 28}, Second: side()},
	} {
		_, err := veradiscordia.New("", players(), s)
		require.ErrorContains(t, err, want)
	}
	_, err := veradiscordia.New("", players()[:1], veradiscordia.Settings{})
	require.ErrorContains(t, err, "a game for 2 players, not 1")
	_, err = veradiscordia.New("", []engine.Player{{Name: "Ann"}, {Name: "Ann"}}, veradiscordia.Settings{})
	require.ErrorContains(t, err, `two players are called "Ann"`)
	_, err = veradiscordia.ParseSettings([]byte(`{"speed": 1}`))
	require.ErrorContains(t, err, `there is no key "speed"`)
}

func FuzzParseFactions(f *testing.F) {
	raw, err := json.Marshal(veradiscordia.Demo())
	require.NoError(f, err)
	f.Add(raw)
	f.Add([]byte(deck(strings.Join([]string{card, elite, crown}, ","), `{"name": "G", "strategy": {"kind": "star", "dice": 1}}`)))
	f.Add([]byte(`[{"name":"x","units":[{"shields":{"white":"X"}}]}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		list, err := veradiscordia.ParseFactions(raw)
		if err != nil {
			return
		}
		again, err := json.Marshal(list)
		require.NoError(t, err)
		_, err = veradiscordia.ParseFactions(again)
		require.NoError(t, err)
		// Cards that pass their check make a game that can be played.
		book, err := veradiscordia.New("", players(), veradiscordia.Settings{Cards: list, NoGenerals: true, TwoCopies: true})
		require.NoError(t, err)
		goOn(t, book)
	})
}

// goOn begins a game and answers a few of its questions.
func goOn(t *testing.T, book *veradiscordia.Book) {
	t.Helper()
	game, err := engine.New(book)
	require.NoError(t, err)
	defer game.Stop()
	c := rand.New(rand.NewPCG(1, 6))
	for range 150 {
		open := game.Pending()
		if len(open) == 0 {
			break
		}
		require.NoError(t, game.Answer(engine.Random(open[0], c)))
	}
	require.True(t, game.Outcome() != nil || len(game.Pending()) > 0)
}

func FuzzParseSettings(f *testing.F) {
	f.Add([]byte(`{"first": {"faction": "Brass Harbour", "vanguard": ["Pikes, lp 3, order", "?", "-", "-"]}, "second": {"faction": "Hollow Wood"}}`))
	f.Add([]byte(`{"rulings": {"riposte": "must"}, "dice": {"red": "pink"}, "most_rounds": 3}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := veradiscordia.ParseSettings(raw)
		if err != nil {
			return
		}
		book, err := veradiscordia.New("", players(), s)
		require.NoError(t, err)
		goOn(t, book)
	})
}
