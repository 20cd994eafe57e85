package dragondice_test

import (
	"encoding/json"
	"strings"
	"testing"

	"astragal/engine"
	"astragal/engine/dragondice"

	"github.com/stretchr/testify/require"
)

// starterForce returns a legal force of the starter.
func starterForce() dragondice.Force {
	return dragondice.Force{
		Home:     []string{"treefolk_oak_lord", "4 treefolk_oak", "treefolk_oakling"},
		Campaign: []string{"3 treefolk_willow", "treefolk_redwood"},
		Horde:    []string{"2 treefolk_naiad", "treefolk_satyr"},
		Pool:     []string{"dragon_green_drake", "dragon_blue_wyrm"},
		Terrain:  "terrain_highland_city", Frontier: "terrain_swampland_temple",
	}
}

var two = []engine.Player{{Name: "Ann"}, {Name: "Bob"}}

func begin(t *testing.T, edition string, players []engine.Player, s dragondice.Settings) (dragondice.Book, error) {
	t.Helper()
	raw, err := json.Marshal(s)
	require.NoError(t, err)
	return dragondice.New(edition, "", players, raw, kinds(t))
}

func TestForcesThatAreNotAllowed(t *testing.T) {
	for name, c := range map[string]struct {
		edition string
		change  func(*dragondice.Force)
		says    string
	}{
		"too few points":         {"starter", func(f *dragondice.Force) { f.Horde = f.Horde[1:] }, "it has 26 points, the game is of 30"},
		"an army over half":      {"starter", func(f *dragondice.Force) { f.Home, f.Horde = append(f.Home, f.Horde[0]), f.Horde[1:] }, "home army has 16 points, more than half of 30"},
		"an army without a unit": {"starter", func(f *dragondice.Force) { f.Campaign, f.Horde = append(f.Campaign, f.Horde...), nil }, "more than half of 30"},
		"a dragon too few":       {"starter", func(f *dragondice.Force) { f.Pool = f.Pool[1:] }, "it brings 1 dragon, a force of 30 brings 2"},
		"a dragon too many":      {"4.01d", func(f *dragondice.Force) { f.Pool = append(f.Pool, "dragon_white_drake") }, "it brings 4 dragons, a force of 30 brings 2"},
		"a white dragon":         {"starter", func(f *dragondice.Force) { f.Pool = []string{"dragon_white_drake"} }, "doesn't know the dragon White Drake"},
		"a species not known":    {"starter", func(f *dragondice.Force) { f.Horde = []string{"2 coral_elf_knight", "treefolk_satyr"} }, "doesn't know the coral_elf Knight"},
		"a dragon in an army":    {"4.01d", func(f *dragondice.Force) { f.Horde = append(f.Horde, "dragon_red_drake") }, "neither unit nor item"},
		"a terrain for a unit":   {"4.01d", func(f *dragondice.Force) { f.Terrain = "treefolk_oak" }, "needs a home terrain"},
		"no frontier":            {"4.01d", func(f *dragondice.Force) { f.Frontier = "" }, "its frontier terrain"},
		"a die that isn't":       {"4.01d", func(f *dragondice.Force) { f.Horde = []string{"treefolk_ok"} }, `no die is called "treefolk_ok"`},
		"a die of many races":    {"4.01d", func(f *dragondice.Force) { f.Horde = []string{"blade_golem"} }, "say which"},
		"a wrong number":         {"4.01d", func(f *dragondice.Force) { f.Horde = []string{"some treefolk_oak"} }, "says no number of dice"},
		"dice in no army":        {"4.01d", func(f *dragondice.Force) { f.Dice, f.Horde = f.Horde, nil }, "in no army"},
		"royalty":                {"4.01d", func(f *dragondice.Force) { f.Horde = []string{"kings_die", "treefolk_satyr"} }, "doesn't know"},
	} {
		t.Run(name, func(t *testing.T) {
			f := starterForce()
			c.change(&f)
			_, err := begin(t, c.edition, two, dragondice.Settings{Size: 30, Forces: []dragondice.Force{f, starterForce()}})
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "\n")
		})
	}
	_, err := begin(t, "starter", two, dragondice.Settings{Forces: []dragondice.Force{starterForce(), starterForce()}})
	require.NoError(t, err)
}

// third returns a legal force of 3.04a.
func third() dragondice.Force {
	return dragondice.Force{
		Home:     []string{"4 goblin_hedge_wizard", "3 goblin_thug"},
		Campaign: []string{"3 goblin_trickster", "goblin_death_mage", "goblin_cutthroat", "goblin_thug"},
		Horde:    []string{"4 goblin_cutthroat", "2 goblin_thug"},
		Pool:     []string{"dragon_green_drake", "dragon_blue_wyrm"},
		Terrain:  "terrain_highland_city", Frontier: "terrain_swampland_temple",
	}
}

func TestForcesOfTheThirdEdition(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*dragondice.Force)
		says   string
	}{
		"too much magic": {func(f *dragondice.Force) {
			f.Horde = []string{"goblin_hedge_wizard", "3 goblin_cutthroat", "2 goblin_thug"}
		}, "16 of its points are magic-capable"},
		"the bronze medallion": {func(f *dragondice.Force) {
			f.Horde = []string{"medallion_bronze", "2 goblin_cutthroat", "2 goblin_thug"}
		}, "18 of its points are magic-capable"},
		"too many Dragonkin": {func(f *dragondice.Force) { f.Pool = append(f.Pool, "11 dragonkin_air_dragonfoal") }, "11 health of Dragonkin, a force of 30 at most 10"},
		"too many minors":    {func(f *dragondice.Force) { f.Pool = append(f.Pool, "6 minor_coastland_bridge") }, "6 minor terrains, at most 5"},
		"a dragon too few":   {func(f *dragondice.Force) { f.Pool = f.Pool[1:] }, "it brings 1 dragon, a force of 30 brings 2"},
		"two Kings' Dice":    {func(f *dragondice.Force) { f.Dice, f.Horde = []string{"2 kings_die"}, []string{"2 goblin_thug"} }, "2 Kings' Dice, at most one"},
		"a king in an army": {func(f *dragondice.Force) {
			f.Horde = []string{"kings_die", "goblin_cutthroat", "goblin_cutthroat", "2 goblin_thug"}
		}, "begins in the reserves"},
		"a Dracolem": {func(f *dragondice.Force) { f.Horde = []string{"dracolem_bronze_promo_champion", "3 goblin_cutthroat"} }, "doesn't know the dragonkin_promo"},
		"a relic": {func(f *dragondice.Force) {
			f.Horde = []string{"relic_earthfang", "2 goblin_cutthroat", "2 goblin_thug"}
		}, "doesn't know"},
		"a grove for a home":     {func(f *dragondice.Force) { f.Terrain = "terrain_highland_grove" }, "for the frontier only"},
		"a lair for a home":      {func(f *dragondice.Force) { f.Terrain = "terrain_highland_dragons_lair" }, "for the frontier only"},
		"a vortex for a home":    {func(f *dragondice.Force) { f.Terrain = "terrain_highland_vortex" }, "for the frontier only"},
		"a castle for a home":    {func(f *dragondice.Force) { f.Terrain = "terrain_highland_castle" }, "for the frontier only"},
		"two dragons, one white": {func(f *dragondice.Force) { f.Pool = []string{"dragon_white_drake", "dragon_green_drake"} }, "it brings 3 dragons"},
	} {
		t.Run(name, func(t *testing.T) {
			f := third()
			c.change(&f)
			_, err := begin(t, "3.04a", two, dragondice.Settings{Size: 30, Forces: []dragondice.Force{f, third()}})
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "\n")
		})
	}
	f := third()
	f.Horde = []string{"3 goblin_cutthroat"}
	f.Dice = []string{"kings_die"}
	f.Pool = []string{"dragon_white_wyrm", "10 dragonkin_air_dragonfoal", "5 minor_coastland_bridge"}
	_, err := begin(t, "3.04a", two, dragondice.Settings{Size: 30, Forces: []dragondice.Force{f, third()}})
	require.NoError(t, err)
	f = third()
	f.Home, f.Horde = []string{"3 eldarim_white_dragonslayer"}, []string{"3 goblin_cutthroat", "2 goblin_thug"}
	f.Campaign = []string{"2 goblin_hedge_wizard", "2 goblin_cutthroat", "2 goblin_thug"}
	_, err = begin(t, "3.04a", two, dragondice.Settings{Size: 30, Forces: []dragondice.Force{f, third()}})
	require.ErrorContains(t, err, "3 of the champion Dragonslayer")
	for _, never := range []string{"kings_die", "dragon_red_drake", "minor_coastland_bridge"} {
		_, err = begin(t, "3.04a", two[:1], dragondice.Settings{Count: &dragondice.CountSettings{Roll: "save", Dice: []string{"oak", never}}})
		require.ErrorContains(t, err, "never rolled with an army")
	}
}

func TestHeadersThatAreNotAllowed(t *testing.T) {
	whole := dragondice.Settings{Size: 30, Forces: []dragondice.Force{starterForce(), starterForce()}}
	_, err := begin(t, "starter", two[:1], whole)
	require.ErrorContains(t, err, "1 players: it is for 2 to 2")
	_, err = begin(t, "5.0", two, whole)
	require.ErrorContains(t, err, `no edition "5.0"`)
	_, err = begin(t, "starter", two, dragondice.Settings{Forces: whole.Forces[:1]})
	require.ErrorContains(t, err, "1 forces for 2 players")
	_, err = begin(t, "starter", two, dragondice.Settings{Forces: whole.Forces, Off: []string{"sai/nothing"}})
	require.ErrorContains(t, err, `no rule item "sai/nothing"`)
	_, err = dragondice.New("starter", "", two, json.RawMessage(`{"sizes": 3}`), kinds(t))
	require.ErrorContains(t, err, "sizes")
	b, err := begin(t, "starter", two, whole)
	require.NoError(t, err)
	h := b.Header()
	h.Dice[0].Faces = h.Dice[0].Faces[:5]
	_, err = dragondice.Open(h)
	require.ErrorContains(t, err, "has 5 faces")
	h = engine.Header{Rulebook: "starter", Players: two}
	_, err = dragondice.Open(h)
	require.ErrorContains(t, err, "no dice yet")
}

func TestPositionsThatAreNotAllowed(t *testing.T) {
	good := []string{"home of Ann: highland_city at 6", "home of Bob: coastland_tower at 3", "frontier: swampland_temple at 2", "Ann at frontier: o1=oak", "Bob at frontier: w1=watcher"}
	for line, says := range map[string]string{
		"Ann at nowhere: oak":                "no such terrain in play",
		"Cleo at frontier: oak":              `nobody is called "Cleo"`,
		"Ann in hell: oak":                   "none of reserve, dead, buried, pool",
		"Ann at frontier: =oak":              "names no die",
		"Ann at frontier: o1=oak":            `two dice are called "o1"`,
		"phase: tea":                         `no phase "tea"`,
		"spell stone_skn by Ann on frontier": `no spell "stone_skn"`,
		"spell stone_skin by Ann on heaven":  "neither an army nor a terrain",
		"home of Ann: oak at 3":              "is no terrain",
		"frontier: swampland_temple":         "say the number",
		"frontier: swampland_temple at 9":    "shows 1 to 8",
		"nonsense":                           "no line of a position",
	} {
		raw, err := json.Marshal(map[string]any{"position": append(append([]string{}, good...), line)})
		require.NoError(t, err)
		_, err = dragondice.New("starter", "", two, raw, kinds(t))
		require.ErrorContains(t, err, says, line)
		require.Equal(t, 0, strings.Count(err.Error(), "\n"))
	}
}

// 3.04a says that units carry the items of a position, one each. 4.01d leaves that to the table.
func TestItemsOfAPositionAreCarried(t *testing.T) {
	lines := func(at string) []string {
		return []string{"home of Ann: highland_city at 6", "home of Bob: coastland_tower at 3", "frontier: swampland_temple at 2", at, "Bob at frontier: thug"}
	}
	for at, says := range map[string]string{
		"Ann at frontier: oakling, item_fire_steel_buckler":                         "Ann's units at frontier can't carry Steel Buckler, one each by a unit of its color: 1 item too many",
		"Ann at frontier: oakling, item_water_steel_buckler, item_earth_dawn_blade": "1 item too many",
		"Ann in reserve: item_water_steel_buckler":                                  "Ann's units in reserve can't carry Steel Buckler",
		"Ann at frontier: oakling, item_water_steel_buckler":                        "",
		"Ann at frontier: amazon_runner, item_fire_steel_buckler":                   "",
		"Ann in buried: item_fire_steel_buckler":                                    "",
	} {
		raw, err := json.Marshal(map[string]any{"position": lines(at)})
		require.NoError(t, err)
		_, err = dragondice.New("3.04a", "", two, raw, kinds(t))
		if says == "" {
			require.NoError(t, err, at)
		} else {
			require.ErrorContains(t, err, says, at)
		}
		_, err = dragondice.New("4.01d", "", two, raw, kinds(t))
		require.NoError(t, err, at)
	}
}

// A screen gets the state of six players with the largest forces in less than 100 KB.
func TestStateIsSmall(t *testing.T) {
	var s dragondice.Settings
	var players []engine.Player
	s.Size = 60
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dag", "Eve", "Finn"} {
		players = append(players, engine.Player{Name: name})
		s.Forces = append(s.Forces, dragondice.Force{
			Home: []string{"10 treefolk_oakling", "10 treefolk_nymph", "10 goblin_thug"}, Campaign: []string{"20 coral_elf_guard", "5 coral_elf_fighter"},
			Horde: []string{"5 coral_elf_evoker"}, Pool: []string{"dragon_green_drake", "dragon_blue_wyrm", "dragon_red_drake"},
			Terrain: "terrain_highland_city", Frontier: "terrain_swampland_temple"})
	}
	b, err := begin(t, "4.01d", players, s)
	require.NoError(t, err)
	g, err := engine.New(b)
	require.NoError(t, err)
	defer g.Stop()
	raw, err := json.Marshal(g.View(1).State)
	require.NoError(t, err)
	require.Less(t, len(raw), 100_000)
}

// Until all have divided their forces, nobody else sees how a player did.
func TestArmiesAreDividedUnseen(t *testing.T) {
	f := starterForce()
	f.Dice, f.Home, f.Campaign, f.Horde = append(append(f.Home, f.Campaign...), f.Horde...), nil, nil, nil
	b, err := begin(t, "starter", two, dragondice.Settings{Forces: []dragondice.Force{f, f}})
	require.NoError(t, err)
	g, err := engine.New(b)
	require.NoError(t, err)
	defer g.Stop()
	q := g.Pending()[0]
	require.True(t, q.Secret)
	require.NoError(t, g.Answer(engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"ann-oak_lord-1", "ann-oak-1"}}))
	for seat := engine.Seat(0); seat <= 2; seat++ {
		raw, err := json.Marshal(g.View(seat))
		require.NoError(t, err)
		require.NotContains(t, string(raw), `"chosen"`)
	}
	require.NoError(t, g.Answer(engine.Answer{To: g.Pending()[0].ID, Seat: 2, Chosen: []string{"bob-oak-1", "bob-oak-2"}}))
	mine, err := json.Marshal(g.View(1).State)
	require.NoError(t, err)
	theirs, err := json.Marshal(g.View(2).State)
	require.NoError(t, err)
	require.Contains(t, string(mine), `"id":"ann-oak-1","kind":"treefolk_oak","owner":1,"army":"home"`)
	require.NotContains(t, string(theirs), `"owner":1,"army"`)

	// The log doesn't show it either before all armies are made up.
	hidden := func(seat engine.Seat) (n int) {
		for _, e := range g.LogFor(seat) {
			if e.Hidden {
				n++
			}
		}
		return n
	}
	require.Equal(t, []int{2, 1, 1}, []int{hidden(0), hidden(1), hidden(2)})
	for _, seat := range []engine.Seat{1, 2} {
		q := g.Pending()[0]
		require.Equal(t, []engine.Seat{seat}, q.Seats)
		a := engine.Answer{To: q.ID, Seat: seat}
		sum := 0
		for _, o := range q.Pick.Options {
			if sum+o.Weight <= *q.Pick.Limit {
				a.Chosen, sum = append(a.Chosen, o.ID), sum+o.Weight
			}
		}
		require.NoError(t, g.Answer(a))
	}
	require.Equal(t, "roll", string(g.Pending()[0].Kind))
	require.Equal(t, []int{0, 0, 0}, []int{hidden(0), hidden(1), hidden(2)})
}
