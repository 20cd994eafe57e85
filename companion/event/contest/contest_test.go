package contest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
)

// game is a contest and the results that its tables sent.
type game struct {
	t     *testing.T
	c     *Contest
	w     World
	notes [][]byte
}

func begin(t *testing.T, s Settings) *game {
	g := &game{t: t, c: New(), w: World{Now: time.Unix(1000, 0), By: "Kim", Round: 1, Rolled: map[string]Rolled{}}}
	g.do(Act{Do: "settings", Settings: &s})
	return g
}

// do does an act that must succeed. It writes the act's note and reads it again, as a restart does.
func (g *game) do(a Act) Note {
	g.t.Helper()
	n, err := g.c.Decide(a, g.w)
	require.NoError(g.t, err)
	raw, err := json.Marshal(n)
	require.NoError(g.t, err)
	g.notes = append(g.notes, raw)
	var back Note
	require.NoError(g.t, json.Unmarshal(raw, &back))
	g.c.Apply(back)
	return back
}

func (g *game) no(a Act, why string) {
	g.t.Helper()
	_, err := g.c.Decide(a, g.w)
	require.ErrorContains(g.t, err, why)
}

func points() Settings {
	s := Usual()
	s.System, s.Counts = Swiss, ByPoints
	return s
}

// sent adds a table's result. The first of the players won, or with draw nobody.
func (g *game) sent(round int, table string, draw bool, players ...int) {
	var seats []event.Place
	for i, id := range players {
		seats = append(seats, event.Place{Player: g.c.Name(id), Won: i == 0 && !draw})
	}
	g.w.Played = append(g.w.Played, Played{Round: round, Table: table, Seats: seats})
}

func TestPastedLists(t *testing.T) {
	for text, want := range map[string][]string{
		"Ann\nBo\n\n  Cleo ":                {"Ann", "Bo", "Cleo"},
		"Ann, Bo; Cleo":                     {"Ann", "Bo", "Cleo"},
		"1. Ann\r\n2) Bo\r\n- Cleo":         {"Ann", "Bo", "Cleo"},
		"1\tAnn\t1650\n2\tBo\t1500":         {"Ann", "Bo"},
		"Miller, Ann\nSmith, Bo":            {"Miller, Ann", "Smith, Bo"},
		"\"Ann\"\n7 of 9\n":                 {"Ann", "7 of 9"},
		"":                                  nil,
		"\n\n":                              nil,
		"Zoë\n李雷\n":                         {"Zoë", "李雷"},
		"3":                                 {"3"},
		"Ann\tTeam Red\tann@example.org\n2": {"Ann", "2"},
	} {
		require.Equal(t, want, Listed(text), "%q", text)
	}
}

func FuzzListed(f *testing.F) {
	f.Add("1. Ann\n2. Bo\t7\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := New()
		n, err := c.Decide(Act{Do: "enter", Names: text}, World{})
		if err != nil {
			return
		}
		c.Apply(n)
		for _, e := range c.Entrants {
			if got, ok := c.Find(e.Name); !ok || got.ID != e.ID {
				t.Fatalf("%q is not found", e.Name)
			}
		}
	})
}

func TestWhatAContestRefuses(t *testing.T) {
	g := begin(t, points())
	g.no(Act{Do: "pair"}, "checked in")
	g.no(Act{Do: "enter", Names: " \n"}, "at least one")
	g.no(Act{Do: "enter", Names: "Ann\nann"}, "twice")
	g.do(Act{Do: "enter", Names: "Ann\nBo\nCleo\nDee", Here: true})
	g.no(Act{Do: "enter", Names: "ANN"}, "already")
	g.no(Act{Do: "here", IDs: []int{9}}, "no player number 9")
	g.do(Act{Do: "pair"})
	g.no(Act{Do: "pair"}, "paired already")
	p := g.c.Rounds[1].Pairings[0]
	g.no(Act{Do: "result", Round: 1, Table: p.Table, Placed: []Placed{{ID: p.Players[0], Result: Won}}}, "each player")
	g.no(Act{Do: "result", Round: 1, Table: p.Table, Placed: []Placed{{ID: p.Players[0], Result: Won}, {ID: p.Players[1], Result: Won}}}, "can't have won")
	g.no(Act{Do: "result", Round: 1, Table: p.Table, Placed: []Placed{{ID: p.Players[0], Result: Drawn}, {ID: p.Players[1], Result: Lost}}}, "draw alone")
	g.no(Act{Do: "result", Round: 1, Table: "Table 77"}, "nobody is paired")
	g.do(Act{Do: "result", Round: 1, Table: p.Table, Placed: []Placed{{ID: p.Players[0], Result: Won}, {ID: p.Players[1], Result: Lost}}})
	g.no(Act{Do: "unpair", Round: 1}, "has a result")
	g.no(Act{Do: "swap", Round: 1, IDs: []int{1, 2}}, "has a result")
	g.w.Round = 2
	g.no(Act{Do: "pair"}, "results are missing: Table 2 in round 1")
	g.do(Act{Do: "pair", Anyway: true})
	for _, s := range []Settings{{}, {System: Swiss}, {System: Swiss, Counts: BySum, Seats: 1}, {System: Swiss, Counts: BySum, Seats: 2, HitsFrom: 5, Win: 1, Draw: 2}} {
		_, err := g.c.Decide(Act{Do: "settings", Settings: &s}, g.w)
		require.Error(t, err)
	}
}

func TestAResultIsTheTablesOrTheJudges(t *testing.T) {
	g := begin(t, points())
	g.do(Act{Do: "enter", Names: "Ann\nBo\nCleo\nDee\nEli", Here: true})
	g.do(Act{Do: "pair"})
	one := g.c.Rounds[1].Pairings[0]
	require.Equal(t, Open, g.c.Ends(1, g.w.Played)[0].State)

	// The table that sends it may stand elsewhere, because the players decide which game it is.
	g.sent(1, "Table 9", false, one.Players[1], one.Players[0])
	end := g.c.Ends(1, g.w.Played)[0]
	require.Equal(t, Ended, end.State)
	require.Contains(t, end.Placed, Placed{ID: one.Players[1], Result: Won})

	// If the same result comes twice, it is one. If another one comes, a judge decides.
	g.sent(1, "Table 9", false, one.Players[1], one.Players[0])
	require.Equal(t, Ended, g.c.Ends(1, g.w.Played)[0].State)
	g.sent(1, "Table 9", true, one.Players[1], one.Players[0])
	require.Equal(t, Twofold, g.c.Ends(1, g.w.Played)[0].State)
	g.w.Round = 2
	g.no(Act{Do: "pair"}, "results are missing: Table 1 in round 1")
	g.do(Act{Do: "result", Round: 1, Table: one.Table, Placed: []Placed{{ID: one.Players[0], Result: Drawn}, {ID: one.Players[1], Result: Drawn}}})
	require.Equal(t, "Kim", g.c.Ends(1, g.w.Played)[0].By)
	for _, l := range g.c.Standings(g.w.Played, nil, g.c.Last()) {
		switch {
		case slices.Contains(one.Players, l.ID):
			require.Equal(t, []int{1, 1, 1}, []int{l.Points, l.Games, l.Draws})
		case slices.Contains(g.c.Rounds[1].Byes, l.ID):
			require.Equal(t, []int{3, 0, 1, 1, 3}, []int{l.Points, l.Games, l.Byes, l.Place, l.Opponents})
		default:
			require.Zero(t, l.Points)
		}
	}
	g.do(Act{Do: "clear", Round: 1, Table: one.Table})
	require.Equal(t, Twofold, g.c.Ends(1, g.w.Played)[0].State)
}

// The result of a count names no winner. The highest total wins.
func TestACountIsWonByWhoHasMost(t *testing.T) {
	g := begin(t, points())
	g.do(Act{Do: "enter", Names: "Ann\nBo", Here: true})
	g.do(Act{Do: "pair"})
	five, nine := 5, 9
	for _, c := range []struct {
		ann, bo *int
		want    string
	}{{&five, &nine, Lost}, {&nine, &five, Won}, {&five, &five, Drawn}, {&five, nil, Drawn}} {
		g.w.Played = []Played{{Round: 1, Seats: []event.Place{{Player: "Ann", Total: c.ann}, {Player: "Bo", Total: c.bo}}}}
		require.Equal(t, c.want, g.c.Ends(1, g.w.Played)[0].Placed[0].Result)
	}
}

func TestTieBreaks(t *testing.T) {
	g := begin(t, points())
	g.do(Act{Do: "enter", Names: "Ann\nBo\nCleo\nDee", Here: true})
	pairs := func(round int, pairs ...[]int) {
		n := Note{Kind: NotePair, Round: round}
		for i, p := range pairs {
			n.Pairings = append(n.Pairings, Pairing{Round: round, Table: fmt.Sprintf("Table %d", i+1), Players: p})
		}
		g.c.Apply(n)
	}
	pairs(1, []int{1, 2}, []int{3, 4})
	pairs(2, []int{1, 3}, []int{2, 4})
	pairs(3, []int{1, 4}, []int{2, 3})
	g.sent(1, "Table 1", false, 1, 2)
	g.sent(1, "Table 2", false, 3, 4)
	g.sent(2, "Table 1", true, 1, 3)
	g.sent(2, "Table 2", false, 2, 4)
	g.sent(3, "Table 1", true, 1, 4)
	g.sent(3, "Table 2", true, 2, 3)
	// Ann 3+1+1=5, Bo 0+3+1=4, Cleo 3+1+1=5, Dee 0+0+1=1.
	var got []string
	for _, l := range g.c.Standings(g.w.Played, nil, g.c.Last()) {
		got = append(got, fmt.Sprintf("%d %s %d opp %d beaten %d", l.Place, l.Name, l.Points, l.Opponents, l.Beaten))
	}
	// Opponents: Ann 4+5+1=10, Cleo 1+5+4=10, Bo 5+1+5=11, Dee 5+4+5=14. Beaten (doubled): Ann 2*4+5+1=14, Cleo 2*1+5+4=11.
	require.Equal(t, []string{"1 Ann 5 opp 10 beaten 14", "2 Cleo 5 opp 10 beaten 11", "3 Bo 4 opp 11 beaten 7", "4 Dee 1 opp 14 beaten 5"}, got)
}

// A player who gets another name keeps what was rolled and played under the old one.
func TestAnotherName(t *testing.T) {
	g := begin(t, points())
	g.do(Act{Do: "enter", Names: "Anne\nBo", Here: true})
	g.do(Act{Do: "pair"})
	p := g.c.Rounds[1].Pairings[0]
	g.sent(1, p.Table, false, 1, 2)
	g.do(Act{Do: "rename", IDs: []int{1}, Name: "Ann"})
	g.no(Act{Do: "rename", IDs: []int{1}, Name: "bo"}, "already")
	require.Equal(t, "Ann", g.c.Standings(g.w.Played, nil, g.c.Last())[0].Name)
	was, ok := g.c.Find("ANNE")
	require.True(t, ok)
	require.Equal(t, "Ann", was.Name)
	g.no(Act{Do: "enter", Names: "anne"}, `"anne" is what "Ann" was called before`)
	g.do(Act{Do: "enter", Names: "Anne B."})
	require.Equal(t, Ended, g.c.Ends(1, g.w.Played)[0].State, "another player takes no result away")
}

// What nobody in particular rolls at a table counts under the table's name. So no player ever has one, and no game goes to a player.
func TestNoPlayerHasATablesName(t *testing.T) {
	g := begin(t, points())
	g.w.Tables = []string{"North"}
	g.do(Act{Do: "enter", Names: "Ann\nBo\nTable 1\nDee", Here: true})
	g.do(Act{Do: "rename", IDs: []int{4}, Name: "Cleo"})
	g.no(Act{Do: "rename", IDs: []int{1}, Name: "north"}, "is a table: a player needs another name")
	g.no(Act{Do: "enter", Names: "NORTH"}, "is a table: a player needs another name")
	g.do(Act{Do: "pair"})
	require.Equal(t, "North", g.c.Rounds[1].Pairings[0].Table)
	require.Equal(t, "Table 2", g.c.Rounds[1].Pairings[1].Table, "Table 1 is a player")
	for _, table := range []string{"north", "TABLE 2"} {
		g.no(Act{Do: "rename", IDs: []int{1}, Name: table}, "is a table: a player needs another name")
		g.no(Act{Do: "enter", Names: table}, "is a table: a player needs another name")
	}
	for _, player := range []string{"Bo", "dee"} {
		g.no(Act{Do: "move", Round: 1, Table: "North", To: player}, "is a player: name the table")
	}
	g.do(Act{Do: "move", Round: 1, Table: "North", To: "Table 2"})
	g.no(Act{Do: "rename", IDs: []int{1}, Name: "Dee"}, `"Dee" is what "Cleo" was called before`)
	g.do(Act{Do: "rename", IDs: []int{4}, Name: "dee"})
}

// The log says who got another name, and its older lines keep the old one.
func TestTheLogSaysWhoGotAnotherName(t *testing.T) {
	g := begin(t, points())
	g.do(Act{Do: "enter", Names: "Anne\nBo", Here: true})
	n, err := g.c.Decide(Act{Do: "rename", IDs: []int{1}, Name: "Ann"}, g.w)
	require.NoError(t, err)
	require.Equal(t, "gave Anne the name Ann", n.Words(g.c, 0))
}

// Whom a round is paired with goes by the byes of the rounds before it: who had one has the points of a win, and meets winners.
func TestAPairingKnowsTheByesBeforeIt(t *testing.T) {
	met := false
	for lot := range uint64(20) {
		g := begin(t, points())
		g.do(Act{Do: "enter", Names: "Ann, Bo, Cleo, Dee, Eli", Here: true})
		g.w.Lot = lot
		g.do(Act{Do: "pair"})
		bye := g.c.Rounds[1].Byes[0]
		winners := []int{bye}
		for _, p := range g.c.Rounds[1].Pairings {
			g.sent(1, p.Table, false, p.Players...)
			winners = append(winners, p.Players[0])
		}
		g.w.Round = 2
		g.do(Act{Do: "pair"})
		for _, p := range g.c.Rounds[2].Pairings {
			met = met || slices.Contains(p.Players, bye) && slices.Contains(winners, p.Players[0]) && slices.Contains(winners, p.Players[1])
		}
	}
	require.True(t, met, "in none of 20 lots did who had a bye meet a winner")
}

// Who gave up before the first game is no line of the standings: somebody who never came, or a heading that was pasted with the list. Who was sent to
// a table stays.
func TestWhoNeverPlayedLeavesTheStandings(t *testing.T) {
	g := begin(t, points())
	g.do(Act{Do: "enter", Names: "Name\nAnn\nBo\nCleo\nDee"})
	g.do(Act{Do: "here", IDs: []int{2, 3, 4, 5}})
	g.do(Act{Do: "pair"})
	g.do(Act{Do: "out", IDs: []int{1, 2}})
	names := func() (out []string) {
		for _, l := range g.c.Standings(g.w.Played, g.w.Rolled, g.c.Last()) {
			out = append(out, l.Name)
		}
		slices.Sort(out)
		return out
	}
	require.Equal(t, []string{"Ann", "Bo", "Cleo", "Dee"}, names())
	g.w.Rolled["Name"] = Rolled{Rolls: 1, Total: 4}
	require.Contains(t, names(), "Name", "who rolled stays")
	delete(g.w.Rolled, "Name")
	g.do(Act{Do: "in", IDs: []int{1}})
	require.Contains(t, names(), "Name", "who is back in is there again")
}

func TestWhatACountGoesBy(t *testing.T) {
	seven, nine := 7, 9
	rolled := map[string]Rolled{
		"Ann": {Rolls: 3, Total: 15, Best: &seven, Shown: map[int]int{5: 1, 2: 5}},
		"Bo":  {Rolls: 2, Total: 12, Best: &nine, Shown: map[int]int{5: 1, 6: 1, 1: 1}},
	}
	for counts, first := range map[Counts]string{BySum: "Ann", ByBest: "Bo", ByHits: "Bo"} {
		s := Usual()
		s.Counts = counts
		g := begin(t, s)
		g.do(Act{Do: "enter", Names: "Ann, Bo, Cleo"})
		list := g.c.Standings(nil, rolled, 0)
		require.Equal(t, first, list[0].Name, counts)
		require.Equal(t, "Cleo", list[2].Name)
	}
}

// Random events run from the first to the last round, with late entries, drops, swapped tables and players, and
// results of judges and tables. Every round is legal, the sums are right, and the notes alone make the same contest.
func TestThousandsOfEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for run := range 2500 {
		s := points()
		s.System = []System{Swiss, Swiss, Robin, Groups}[r.IntN(4)]
		g := begin(t, s)
		count := 2 + r.IntN(14)
		enter := func(n int) {
			var list []string
			for range n {
				list = append(list, fmt.Sprintf("P%d", len(g.c.Entrants)+len(list)+1))
			}
			g.do(Act{Do: "enter", Names: strings.Join(list, "\n"), Here: true})
		}
		enter(count)
		given := 0
		for round := 1; round <= 4; round++ {
			g.w.Round, g.w.Lot = round, r.Uint64()
			if round > 1 && r.IntN(3) == 0 {
				enter(1)
			}
			if round > 1 && r.IntN(3) == 0 {
				g.do(Act{Do: "out", IDs: []int{1 + r.IntN(len(g.c.Entrants))}})
			}
			n, err := g.c.Decide(Act{Do: "pair"}, g.w)
			if err != nil {
				require.Regexp(t, "everybody has played everybody|two players", err.Error())
				break
			}
			g.c.Apply(n)
			raw, _ := json.Marshal(n)
			g.notes = append(g.notes, raw)
			legal(t, g.c, round, s.System)
			if r.IntN(4) == 0 {
				p := g.c.Rounds[round].Pairings
				g.do(Act{Do: "move", Round: round, Table: p[0].Table, To: p[len(p)-1].Table})
			}
			if p := g.c.Rounds[round].Pairings; r.IntN(5) == 0 && len(p) > 1 {
				g.do(Act{Do: "swap", Round: round, IDs: []int{p[0].Players[0], p[1].Players[0]}})
				require.Len(t, g.c.Rounds[round].Pairings, len(p))
			}
			for _, p := range g.c.Rounds[round].Pairings {
				draw := r.IntN(4) == 0
				if r.IntN(3) > 0 {
					g.sent(round, p.Table, draw, p.Players...)
				} else {
					var placed []Placed
					for i, id := range p.Players {
						how := Lost
						if draw {
							how = Drawn
						} else if i == 0 {
							how = Won
						}
						placed = append(placed, Placed{ID: id, Result: how})
					}
					g.do(Act{Do: "result", Round: round, Table: p.Table, Placed: placed})
				}
				if given += s.Win; draw {
					given += len(p.Players)*s.Draw - s.Win
				}
			}
			given += len(g.c.Rounds[round].Byes) * s.Bye
		}
		sum := 0
		list := g.c.Standings(g.w.Played, nil, g.c.Last())
		for i, l := range list {
			sum += l.Points
			require.True(t, i == 0 || l.Place == i+1 || l.Place == list[i-1].Place)
			require.Equal(t, l.Wins+l.Draws+l.Losses, l.Games)
		}
		require.Equal(t, given, sum, "run %d: no point is lost or doubled", run)
		again := New()
		for _, raw := range g.notes {
			var n Note
			require.NoError(t, json.Unmarshal(raw, &n))
			again.Apply(n)
		}
		require.Equal(t, list, again.Standings(g.w.Played, nil, g.c.Last()), "the notes are the contest")
	}
}

// legal checks that every player who is checked in is placed once, that each table's name is there once, and that
// nobody else is placed.
func legal(t *testing.T, c *Contest, round int, system System) {
	t.Helper()
	seen, tables := map[int]int{}, map[string]bool{}
	for _, p := range c.Rounds[round].Pairings {
		require.False(t, tables[p.Table], "two games at %s", p.Table)
		tables[p.Table] = true
		require.GreaterOrEqual(t, len(p.Players), 2)
		require.True(t, system == Groups || len(p.Players) == 2)
		for _, id := range p.Players {
			seen[id]++
		}
	}
	for _, id := range c.Rounds[round].Byes {
		seen[id]++
	}
	for _, e := range c.Entrants {
		want := 0
		if e.Here && !e.Out {
			want = 1
		}
		require.Equal(t, want, seen[e.ID], "%s in round %d", e.Name, round)
	}
}

// A judge enters a player's total, best roll or hits. If a number can't be one of these, it is refused.
func TestFiguresOfAResult(t *testing.T) {
	s := Usual()
	s.System = Swiss
	g := begin(t, s)
	g.do(Act{Do: "enter", Names: "Ann, Bo", Here: true})
	g.do(Act{Do: "pair"})
	n := func(i int) *int { return &i }
	p := g.c.Rounds[1].Pairings[0]
	g.no(Act{Do: "result", Round: 1, Table: p.Table, Placed: []Placed{{ID: 1, Result: Won, Hits: n(-1)}, {ID: 2, Result: Lost}}}, "hits can't be less")
	g.no(Act{Do: "result", Round: 1, Table: p.Table, Placed: []Placed{{ID: 1, Result: Won, Best: n(2_000_000_000)}, {ID: 2, Result: Lost}}}, "larger than any roll's")
	require.Empty(t, g.c.Entered())
	g.do(Act{Do: "result", Round: 1, Table: p.Table, Placed: []Placed{{ID: 1, Result: Won, Total: n(30)}, {ID: 2, Result: Lost}}})
	require.Equal(t, 30, *g.c.Entered()[1]["Ann"].Total)
	require.NotContains(t, g.c.Entered()[1], "Bo")
	require.Equal(t, 30, *g.c.Said(1, nil)["Ann"].Total)
	g.do(Act{Do: "clear", Round: 1, Table: p.Table})
	require.Empty(t, g.c.Entered())
}

// Whoever counts alone has neither won nor drawn, whether the count was begun as a game or not.
func TestNobodyWinsACountAlone(t *testing.T) {
	total := 12
	for _, id := range []string{"c1", "g1"} {
		_, how := Judge(event.Result{ID: id, Over: true, Seats: []event.Place{{Player: "Ann", Total: &total}}})
		require.Empty(t, how, id)
	}
}
