package pairing

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Player is somebody who plays the next round.
type Player struct {
	ID int
	// Score orders the players: more is better.
	Score int
	// Met is how often this player has played against each other one, by id. Byes is how many rounds the player had without an opponent.
	Met  map[int]int
	Byes int
}

// Round is who plays whom. The table of the best players comes first.
type Round struct {
	// Tables are the players' ids by table. Byes are the players without an opponent.
	Tables [][]int
	Byes   []int
}

// nobody is the opponent of a player with a bye.
const nobody = -1

const (
	// atOnce is how many players are paired together. If there are more, they are cut into parts by their scores. A player has met far fewer than half
	// of a part, so each part can be paired without a rematch too.
	atOnce = 400
	// timesMost is the largest number of earlier meetings that makes a difference.
	timesMost = 15
	lotMost   = 64
	// highMost is the largest number of score steps above the lowest that makes a difference for a bye.
	highMost = 15
)

// Swiss pairs players with like scores. These count, in this order:
//   - as few pairs as possible that have played before
//   - a bye for a player who had fewer before
//   - a bye for a player with the lowest score
//   - as few and as short steps between scores as possible: the sum of their squares counts
//
// Between equals the lot decides.
func Swiss(players []Player, lot uint64) Round {
	list := ranked(players, lot)
	if len(list)%2 == 1 {
		list = append(list, Player{ID: nobody})
	}
	var out Round
	for len(list) > 0 {
		n := len(list)
		if n > atOnce+atOnce/2 {
			n = atOnce
		}
		out.add(list[:n], swissCost(list[:n], lot))
		list = list[n:]
	}
	return out
}

// RoundRobin pairs players who have not met, so that in the end everybody has played everybody. n counts the rounds from 1. As long as nobody comes
// late or leaves, the rounds are those of the circle method: one player stands, the others walk around. A player who has met all that are free has a
// bye. Nobody meets twice.
func RoundRobin(players []Player, n int) Round {
	list := slices.Clone(players)
	slices.SortFunc(list, func(a, b Player) int { return cmp.Compare(a.ID, b.ID) })
	if len(list)%2 == 1 {
		list = append(list, Player{ID: nobody})
	}
	partner := circle(len(list), n)
	var out Round
	out.add(list, func(i, j int) int64 {
		c := int64(1)
		if partner[i] == j {
			c = 0
		}
		return c + int64(times(list[i], list[j]))*int64(len(list)+1)
	})
	met := map[int]map[int]int{}
	for _, p := range players {
		met[p.ID] = p.Met
	}
	kept := out.Tables[:0]
	for _, t := range out.Tables {
		if met[t[0]][t[1]] > 0 {
			out.Byes = append(out.Byes, t...)
			continue
		}
		kept = append(kept, t)
	}
	out.Tables = kept
	return out
}

// circle is each player's partner in a round of the circle method: the last player stands, the others walk.
func circle(n, round int) []int {
	out := make([]int, n)
	walk := n - 1
	if walk <= 0 {
		return out
	}
	for i := range walk {
		out[i] = ((round-1-i)%walk + walk) % walk
		if out[i] == i {
			out[i], out[walk] = walk, i
		}
	}
	return out
}

// add pairs the players of list, or gives one of them a bye.
func (r *Round) add(list []Player, cost func(i, j int) int64) {
	if len(list) == 0 {
		return
	}
	for i, j := range cheapest(len(list), cost) {
		switch {
		case list[i].ID == nobody:
		case list[j].ID == nobody:
			r.Byes = append(r.Byes, list[i].ID)
		case i < j:
			r.Tables = append(r.Tables, []int{list[i].ID, list[j].ID})
		}
	}
}

// ranked are the players, best first. Players with the same score are in the lot's order.
func ranked(players []Player, lot uint64) []Player {
	out := slices.Clone(players)
	slices.SortFunc(out, func(a, b Player) int { return cmp.Compare(a.ID, b.ID) })
	rand.New(rand.NewPCG(lot, 0)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	slices.SortStableFunc(out, func(a, b Player) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// swissCost is the cost of a pair. A less important reason never outweighs a more important one.
func swissCost(list []Player, lot uint64) func(i, j int) int64 {
	steps := make([]int64, len(list))
	for i := 1; i < len(list); i++ {
		steps[i] = steps[i-1]
		if list[i].ID != nobody && list[i].Score != list[i-1].Score {
			steps[i]++
		}
	}
	n := int64(len(list))
	step := n * lotMost              // more than all lots together
	high := step * n * n * (n/2 + 1) // more than all steps together
	bye := high * (highMost + 1)     // more than the largest cost of a score: there is at most one bye
	again := bye * (timesMost + 1)   // more than the worst bye
	return func(i, j int) int64 {
		a, b := list[i], list[j]
		d := steps[i] - steps[j]
		c := d*d*step + drawn(lot, a.ID, b.ID)
		switch {
		case a.ID == nobody:
			return c + high*min(max(d, -d), highMost) + bye*int64(min(b.Byes, timesMost))
		case b.ID == nobody:
			return c + high*min(max(d, -d), highMost) + bye*int64(min(a.Byes, timesMost))
		}
		return c + again*int64(times(a, b))
	}
}

// times is how often two players have met. If one of them is nobody, it is how often the other had a bye.
func times(a, b Player) int {
	if a.ID == nobody || b.ID == nobody {
		return min(a.Byes+b.Byes, timesMost)
	}
	return min(max(a.Met[b.ID], b.Met[a.ID]), timesMost)
}

// drawn is the lot's number for a pair.
func drawn(lot uint64, a, b int) int64 {
	h := fnv.New64a()
	x, y := min(a, b), max(a, b)
	_, _ = h.Write([]byte{byte(lot), byte(lot >> 8), byte(lot >> 16), byte(lot >> 24), byte(x), byte(x >> 8), byte(x >> 16), byte(y), byte(y >> 8), byte(y >> 16)})
	return int64(h.Sum64() % lotMost)
}
