package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// least is the cost of the cheapest pairing. It tries all pairings.
func least(left []int, cost func(i, j int) int64) int64 {
	if len(left) == 0 {
		return 0
	}
	best := int64(-1)
	for k := 1; k < len(left); k++ {
		rest := slices.Concat(left[1:k], left[k+1:])
		if c := cost(left[0], left[k]) + least(rest, cost); best < 0 || c < best {
			best = c
		}
	}
	return best
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestNoPairingIsCheaper(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for run := range 6000 {
		n := 2 + 2*r.IntN(4)
		if run%300 == 0 {
			n = 10
		}
		most := []int64{1, 2, 5, 40, 1 << 50}[r.IntN(5)]
		costs := map[[2]int]int64{}
		for i := range n {
			for j := range i {
				costs[[2]int{j, i}] = r.Int64N(most + 1)
			}
		}
		cost := func(i, j int) int64 { return costs[[2]int{min(i, j), max(i, j)}] }
		mates := cheapest(n, cost)
		var sum int64
		for i, j := range mates {
			require.Equal(t, i, mates[j])
			require.NotEqual(t, i, j)
			if i < j {
				sum += cost(i, j)
			}
		}
		require.Equal(t, least(upTo(n), cost), sum, "run %d, n %d, %v", run, n, costs)
	}
}

// field are an event's players in the course of the event.
type field struct {
	players map[int]*Player
	next    int
}

func (f *field) come(n int) {
	for range n {
		f.next++
		f.players[f.next] = &Player{ID: f.next, Met: map[int]int{}}
	}
}

func (f *field) list() []Player {
	out := make([]Player, 0, len(f.players))
	for _, p := range f.players {
		out = append(out, *p)
	}
	return out
}

// play checks that everybody is placed once, and plays the paired games.
func (f *field) play(t *testing.T, round Round, r *rand.Rand) {
	seen := map[int]int{}
	for _, table := range round.Tables {
		for _, id := range table {
			seen[id]++
		}
	}
	for _, id := range round.Byes {
		seen[id]++
	}
	require.Len(t, seen, len(f.players))
	for id, n := range seen {
		require.Equal(t, 1, n, "player %d", id)
		require.NotNil(t, f.players[id])
	}
	for _, id := range round.Byes {
		f.players[id].Byes++
		f.players[id].Score += 3
	}
	for _, table := range round.Tables {
		for _, a := range table {
			for _, b := range table {
				if a != b {
					f.players[a].Met[b]++
				}
			}
		}
		switch won := r.IntN(len(table) + 1); won {
		case len(table):
			for _, id := range table {
				f.players[id].Score++
			}
		default:
			f.players[table[won]].Score += 3
		}
	}
}

// costOf is what a round costs: rematches, byes that are repeated or of a high score, and steps between scores.
func costOf(players []Player, round Round) (again, byes int, steps int64) {
	at := map[int]Player{}
	scores := []int{}
	for _, p := range players {
		at[p.ID] = p
		scores = append(scores, p.Score)
	}
	slices.Sort(scores)
	scores = slices.Compact(scores)
	step := func(id int) int { return slices.Index(scores, at[id].Score) }
	for _, table := range round.Tables {
		again += at[table[0]].Met[table[1]]
		d := int64(step(table[0]) - step(table[1]))
		steps += d * d
	}
	for _, id := range round.Byes {
		byes += 100*at[id].Byes + step(id) // players without a bye go first, then those of the lowest score
		steps += int64(step(id)) * int64(step(id))
	}
	return again, byes, steps
}

// bestOf is the least cost of any pairing. It tries all pairings.
func bestOf(players []Player) (again, byes int, steps int64) {
	first := true
	var try func(left []Player, r Round)
	try = func(left []Player, r Round) {
		if len(left) == 0 {
			a, b, s := costOf(players, r)
			if first || a < again || a == again && (b < byes || b == byes && s < steps) {
				again, byes, steps, first = a, b, s, false
			}
			return
		}
		if len(left)%2 == 1 {
			for k := range left {
				try(slices.Concat(left[:k], left[k+1:]), Round{Byes: []int{left[k].ID}})
			}
			return
		}
		for k := 1; k < len(left); k++ {
			try(slices.Concat(left[1:k], left[k+1:]), Round{Tables: append(slices.Clone(r.Tables), []int{left[0].ID, left[k].ID}), Byes: r.Byes})
		}
	}
	try(players, Round{})
	return again, byes, steps
}

// Thousands of small events have late entries and drops. Each round is legal. No other round would have fewer
// rematches, fewer repeated byes, a bye of a lower score, or fewer and shorter steps between scores.
func TestASwissRoundIsTheBestThereIs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for run := range 3000 {
		f := field{players: map[int]*Player{}}
		f.come(2 + r.IntN(6))
		for n := range 2 + r.IntN(5) {
			if n > 0 && r.IntN(4) == 0 && len(f.players) < 8 {
				f.come(1)
			}
			if n > 0 && r.IntN(4) == 0 && len(f.players) > 2 {
				for id := range f.players {
					delete(f.players, id)
					break
				}
			}
			round := Swiss(f.list(), r.Uint64())
			require.Len(t, round.Byes, len(f.players)%2)
			a, b, s := costOf(f.list(), round)
			wa, wb, ws := bestOf(f.list())
			require.Equal(t, fmt.Sprint(wa, wb, ws), fmt.Sprint(a, b, s), "run %d round %d: rematches, byes again, steps", run, n)
			f.play(t, round, r)
		}
	}
}

// In events of the size of a hall nobody meets anybody twice, and nobody has two byes.
func TestAHallOfPlayersNeverMeetsTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		f := field{players: map[int]*Player{}}
		f.come(9 + r.IntN(60))
		for range 5 {
			if r.IntN(2) == 0 {
				f.come(r.IntN(3))
			}
			round := Swiss(f.list(), r.Uint64())
			again, byes, _ := costOf(f.list(), round)
			require.Zero(t, again)
			require.Zero(t, byes)
			f.play(t, round, r)
		}
	}
}

func TestTheLotDecidesAmongEquals(t *testing.T) {
	f := field{players: map[int]*Player{}}
	f.come(16)
	seen := map[string]bool{}
	for lot := range uint64(50) {
		one, other := Swiss(f.list(), lot), Swiss(f.list(), lot)
		require.Equal(t, one, other, "the same lot makes the same round")
		seen[fmt.Sprint(one)] = true
	}
	require.Greater(t, len(seen), 40)
}

func TestARoundRobinMeetsEverybodyOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for n := 2; n <= 21; n++ {
		f := field{players: map[int]*Player{}}
		f.come(n)
		rounds := n - 1 + n%2
		for k := range rounds {
			round := RoundRobin(f.list(), k+1)
			require.Len(t, round.Byes, n%2, "%d players, round %d", n, k+1)
			again, _, _ := costOf(f.list(), round)
			require.Zero(t, again)
			f.play(t, round, r)
		}
		for _, p := range f.players {
			require.Len(t, p.Met, n-1)
		}
	}
}

// If players enter late and drop out, everybody who is there still meets everybody once, in more rounds if need be.
func TestARoundRobinGoesOnWhenPlayersComeAndGo(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for run := range 400 {
		f := field{players: map[int]*Player{}}
		f.come(3 + r.IntN(8))
		for n := 1; ; n++ {
			require.Less(t, n, 60, "run %d never ends", run)
			if n == 2 {
				f.come(1 + r.IntN(2))
			}
			if n == 3 {
				for id := range f.players {
					delete(f.players, id)
					break
				}
			}
			round := RoundRobin(f.list(), n)
			again, _, _ := costOf(f.list(), round)
			require.Zero(t, again)
			if n > 3 && len(round.Tables) == 0 {
				break
			}
			f.play(t, round, r)
		}
		for id, p := range f.players {
			for other := range f.players {
				if id != other {
					require.Equal(t, 1, p.Met[other], "run %d: %d and %d", run, id, other)
				}
			}
		}
	}
}

func TestTablesOfSeveral(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		f := field{players: map[int]*Player{}}
		size := 2 + r.IntN(5)
		f.come(1 + r.IntN(70))
		for range 3 {
			round := Groups(f.list(), size, r.Uint64())
			for _, table := range round.Tables {
				require.True(t, len(table) >= 2 && len(table) <= max(size, 3), "%d players at tables of %d: %v", len(f.players), size, round)
			}
			require.Equal(t, len(f.players) == 1, len(round.Byes) == 1)
			f.play(t, round, r)
		}
	}
}

func TestTwoThousandPlayersArePaired(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	f := field{players: map[int]*Player{}}
	f.come(2001)
	for n := range 4 {
		began := time.Now()
		round := Swiss(f.list(), r.Uint64())
		t.Logf("round %d of 2,001 players: %v", n+1, time.Since(began).Round(time.Millisecond))
		again, byes, _ := costOf(f.list(), round)
		require.Zero(t, again)
		require.Zero(t, byes)
		f.play(t, round, r)
	}
}

func FuzzSwiss(f *testing.F) {
	f.Add([]byte{3, 1, 4, 1, 5, 9, 2, 6}, uint64(1))
	f.Fuzz(func(t *testing.T, scores []byte, lot uint64) {
		if len(scores) > 40 {
			return
		}
		players := make([]Player, len(scores))
		for i, s := range scores {
			players[i] = Player{ID: i + 1, Score: int(s), Byes: int(s) % 3, Met: map[int]int{1 + int(s)%len(scores): 1}}
		}
		round := Swiss(players, lot)
		if len(round.Tables)*2+len(round.Byes) != len(players) || len(round.Byes) != len(players)%2 {
			t.Fatalf("%v of %d players", round, len(players))
		}
	})
}

// A bye is a game won. It goes to a player of the lowest score, also if a leader's pairing wouldn't suffer. Players
// who had one are spared.
func TestAByeGoesToOneOfTheLowestScore(t *testing.T) {
	for lot := range uint64(200) {
		players := []Player{{ID: 1, Score: 3}, {ID: 2, Score: 3}, {ID: 3, Score: 3}, {ID: 4}, {ID: 5}}
		r := Swiss(players, lot)
		require.Len(t, r.Byes, 1)
		require.Contains(t, []int{4, 5}, r.Byes[0], "lot %d", lot)
		players[3].Byes, players[4].Byes = 1, 1
		require.Contains(t, []int{1, 2, 3}, Swiss(players, lot).Byes[0], "lot %d", lot)
	}
}
