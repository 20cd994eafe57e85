package pairing

import "slices"

// Groups seats players at tables of size, or of one less if the numbers don't come out even. Players with like scores sit together. Then players change
// places as long as that brings people together who have met less often. Nobody has a bye, except a single player.
func Groups(players []Player, size int, lot uint64) Round {
	list := ranked(players, lot)
	if len(list) == 1 {
		return Round{Byes: []int{list[0].ID}}
	}
	seats := make([][]int, 0, len(list)/max(size, 1)+1)
	for at, left := 0, tablesFor(len(list), size); left > 0; left-- {
		n := (len(list) - at + left - 1) / left
		seat := make([]int, n)
		for i := range seat {
			seat[i] = at + i
		}
		seats = append(seats, seat)
		at += n
	}
	mix(list, seats)
	var out Round
	for _, seat := range seats {
		ids := make([]int, 0, len(seat))
		for _, i := range seat {
			ids = append(ids, list[i].ID)
		}
		out.Tables = append(out.Tables, ids)
	}
	return out
}

// tablesFor is how many tables so many players need, so that nobody sits alone.
func tablesFor(players, size int) int {
	size = max(size, 2)
	tables := (players + size - 1) / size
	for tables > 1 && players/tables < 2 {
		tables--
	}
	return tables
}

const (
	// mixRounds bounds how often all tables are gone through. mixReach is how far players move.
	mixRounds = 8
	mixReach  = 12
)

// mix swaps players of tables near each other as long as that lessens how often people meet again.
func mix(list []Player, seats [][]int) {
	met := func(table []int, i, but int) int {
		n := 0
		for _, j := range table {
			if j != but && j != i {
				n += times(list[i], list[j])
			}
		}
		return n
	}
	for range mixRounds {
		better := false
		for a := range seats {
			for b := a + 1; b < min(len(seats), a+1+mixReach); b++ {
				for i := range seats[a] {
					for j := range seats[b] {
						x, y := seats[a][i], seats[b][j]
						now := met(seats[a], x, x) + met(seats[b], y, y)
						if now > 0 && met(seats[b], x, y)+met(seats[a], y, x) < now {
							seats[a][i], seats[b][j] = y, x
							better = true
						}
					}
				}
			}
		}
		if !better {
			break
		}
	}
	for _, s := range seats {
		slices.Sort(s)
	}
}
