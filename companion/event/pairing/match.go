package pairing

import (
	"math"
	"slices"
)

// cheapest pairs the numbers 0 to n-1, n even, so that the sum of the pairs' costs is the least possible. Costs are 0 to 1<<58. It returns each
// number's partner. The method is Edmonds' blossom algorithm: trees of alternating pairs grow from those who are alone, odd rings in them shrink to one
// node ("blossoms"), and prices at players and rings prove that no other pairing is cheaper. It takes n³ steps at most.
func cheapest(n int, cost func(i, j int) int64) []int {
	var most int64
	for i := range n {
		for j := range i {
			most = max(most, cost(i, j))
		}
	}
	m := newMatcher(n, func(i, j int) int64 { return most + 1 - cost(i, j) })
	for m.grow() {
	}
	out := make([]int, n)
	for i := range n {
		out[i] = int(m.mate[i+1]) - 1
	}
	return out
}

// link is a possible pair of players and its worth. In a blossom's row it is the best link of the blossom's players.
type link struct {
	from, to int32
	worth    int64
}

// What a node is in the trees: not in one, at an even distance from the root, or at an odd one.
const (
	outside = iota
	even
	odd
)

// matcher finds the pairing of the greatest worth. Players are 1 to n, blossoms the numbers above; 0 is nobody.
type matcher struct {
	n, top int32
	links  [][]link
	// price is the price of a player or a blossom. No pair's worth exceeds the prices of both its players and of the blossoms around the pair.
	price []int64
	// mate is a node's partner, a player. over is the blossom that a node is in. up is the player by which it came into its tree.
	mate, over, up []int32
	// near is the even player to which a node can be joined with the least slack.
	near []int32
	is   []int8
	// in says in which part of a blossom a player is. ring are a blossom's parts, in order.
	in   [][]int32
	ring [][]int32
	seen []int32
	look int32
	todo []int32
}

func newMatcher(n int, worth func(i, j int) int64) *matcher {
	size := n + n/2 + 2
	m := &matcher{n: int32(n), top: int32(n), links: make([][]link, size), price: make([]int64, size), mate: make([]int32, size), over: make([]int32, size),
		up: make([]int32, size), near: make([]int32, size), is: make([]int8, size), in: make([][]int32, size), ring: make([][]int32, size), seen: make([]int32, size)}
	var most int64
	for x := range size {
		m.links[x] = make([]link, size)
		for y := range size {
			m.links[x][y] = link{from: int32(x), to: int32(y)}
			if x >= 1 && x <= n && y >= 1 && y <= n && x != y {
				m.links[x][y].worth = worth(x-1, y-1)
				most = max(most, m.links[x][y].worth)
			}
		}
		m.in[x] = make([]int32, n+1)
		if x >= 1 && x <= n {
			m.over[x], m.in[x][x] = int32(x), int32(x)
		}
	}
	for x := range n {
		m.price[x+1] = most
	}
	return m
}

// slack is how far a link is from joining two trees.
func (m *matcher) slack(l link) int64 {
	return m.price[l.from] + m.price[l.to] - 2*m.links[l.from][l.to].worth
}

// nearer notes that u is the near even player of x, if its slack is less.
func (m *matcher) nearer(u, x int32) {
	if m.near[x] == 0 || m.slack(m.links[u][x]) < m.slack(m.links[m.near[x]][x]) {
		m.near[x] = u
	}
}

func (m *matcher) findNear(x int32) {
	m.near[x] = 0
	for u := int32(1); u <= m.n; u++ {
		if m.links[u][x].worth > 0 && m.over[u] != x && m.is[m.over[u]] == even {
			m.nearer(u, x)
		}
	}
}

// queue adds a node's players to the list of those from which trees grow.
func (m *matcher) queue(x int32) {
	if x <= m.n {
		m.todo = append(m.todo, x)
		return
	}
	for _, part := range m.ring[x] {
		m.queue(part)
	}
}

func (m *matcher) put(x, blossom int32) {
	m.over[x] = blossom
	if x > m.n {
		for _, part := range m.ring[x] {
			m.put(part, blossom)
		}
	}
}

// turn is the even position of a part in a blossom's ring. It reverses the ring if the position is odd.
func (m *matcher) turn(b, part int32) int {
	at := slices.Index(m.ring[b], part)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(m.ring[b][1:])
	return len(m.ring[b]) - at
}

// join makes x the partner of y's player. If x is a blossom, its other parts become partners of each other.
func (m *matcher) join(x, y int32) {
	l := m.links[x][y]
	m.mate[x] = l.to
	if x <= m.n {
		return
	}
	part := m.in[x][l.from]
	at := m.turn(x, part)
	for i := range at {
		m.join(m.ring[x][i], m.ring[x][i^1])
	}
	m.join(part, y)
	m.ring[x] = append(slices.Clone(m.ring[x][at:]), m.ring[x][:at]...)
}

// change swaps paired and unpaired links on the path from x to its tree's root.
func (m *matcher) change(x, y int32) {
	for {
		left := m.over[m.mate[x]]
		m.join(x, y)
		if left == 0 {
			return
		}
		above := m.over[m.up[left]]
		m.join(left, above)
		x, y = above, left
	}
}

// fork is where the paths of two nodes to their roots meet; 0 if they are in two trees.
func (m *matcher) fork(x, y int32) int32 {
	m.look++
	for x != 0 || y != 0 {
		if x != 0 {
			if m.seen[x] == m.look {
				return x
			}
			m.seen[x] = m.look
			if x = m.over[m.mate[x]]; x != 0 {
				x = m.over[m.up[x]]
			}
		}
		x, y = y, x
	}
	return 0
}

// way lists the nodes from x up to the fork. Nodes at odd distances become even in the blossom.
func (m *matcher) way(x, fork int32) []int32 {
	var out []int32
	for x != fork {
		y := m.over[m.mate[x]]
		out = append(out, x, y)
		m.queue(y)
		x = m.over[m.up[y]]
	}
	return out
}

// shrink makes one node of the ring of x, y and their fork.
func (m *matcher) shrink(x, fork, y int32) {
	b := m.n + 1
	for b <= m.top && m.over[b] != 0 {
		b++
	}
	m.top = max(m.top, b)
	m.price[b], m.is[b], m.mate[b], m.up[b] = 0, even, m.mate[fork], m.up[fork]
	first := m.way(x, fork)
	slices.Reverse(first)
	m.ring[b] = append(append([]int32{fork}, first...), m.way(y, fork)...)
	m.put(b, b)
	for x := int32(1); x <= m.top; x++ {
		m.links[b][x].worth, m.links[x][b].worth = 0, 0
	}
	clear(m.in[b])
	for _, part := range m.ring[b] {
		for x := int32(1); x <= m.top; x++ {
			if m.links[part][x].worth > 0 && (m.links[b][x].worth == 0 || m.slack(m.links[part][x]) < m.slack(m.links[b][x])) {
				m.links[b][x], m.links[x][b] = m.links[part][x], m.links[x][part]
			}
		}
		for x := int32(1); x <= m.n; x++ {
			if m.in[part][x] != 0 {
				m.in[b][x] = part
			}
		}
	}
	m.findNear(b)
}

// burst splits an odd blossom into its parts.
func (m *matcher) burst(b int32) {
	for _, part := range m.ring[b] {
		m.put(part, part)
	}
	part := m.in[b][m.links[b][m.up[b]].from]
	at := m.turn(b, part)
	for i := 0; i < at; i += 2 {
		down, up := m.ring[b][i], m.ring[b][i+1]
		m.up[down] = m.links[up][down].from
		m.is[down], m.is[up] = odd, even
		m.near[down] = 0
		m.findNear(up)
		m.queue(up)
	}
	m.is[part], m.up[part] = odd, m.up[b]
	for _, rest := range m.ring[b][at+1:] {
		m.is[rest] = outside
		m.findNear(rest)
	}
	m.over[b] = 0
}

// meet takes a link without slack from an even node. It is true if that pairs two more players.
func (m *matcher) meet(l link) bool {
	x, y := m.over[l.from], m.over[l.to]
	switch m.is[y] {
	case outside:
		m.up[y], m.is[y] = l.from, odd
		next := m.over[m.mate[y]]
		m.near[y], m.near[next] = 0, 0
		m.is[next] = even
		m.queue(next)
	case even:
		if fork := m.fork(x, y); fork != 0 {
			m.shrink(x, fork, y)
			return false
		}
		m.change(x, y)
		m.change(y, x)
		return true
	}
	return false
}

// grow pairs two more players; false if all are paired.
func (m *matcher) grow() bool {
	m.todo = m.todo[:0]
	for x := int32(1); x <= m.top; x++ {
		m.is[x], m.near[x] = outside, 0
	}
	for x := int32(1); x <= m.top; x++ {
		if m.over[x] == x && m.mate[x] == 0 {
			m.up[x], m.is[x] = 0, even
			m.queue(x)
		}
	}
	if len(m.todo) == 0 {
		return false
	}
	for {
		if m.spread() {
			return true
		}
		m.move(m.step())
		m.todo = m.todo[:0]
		for x := int32(1); x <= m.top; x++ {
			if m.over[x] == x && m.near[x] != 0 && m.over[m.near[x]] != x && m.slack(m.links[m.near[x]][x]) == 0 && m.meet(m.links[m.near[x]][x]) {
				return true
			}
		}
		for b := m.n + 1; b <= m.top; b++ {
			if m.over[b] == b && m.is[b] == odd && m.price[b] == 0 {
				m.burst(b)
			}
		}
	}
}

// spread lets the trees grow along all links without slack.
func (m *matcher) spread() bool {
	for len(m.todo) > 0 {
		u := m.todo[0]
		m.todo = m.todo[1:]
		if m.is[m.over[u]] == odd {
			continue
		}
		for v := int32(1); v <= m.n; v++ {
			if m.links[u][v].worth == 0 || m.over[u] == m.over[v] {
				continue
			}
			if m.slack(m.links[u][v]) > 0 {
				m.nearer(u, m.over[v])
			} else if m.meet(m.links[u][v]) {
				return true
			}
		}
	}
	return false
}

// step is how far prices may move until another link or blossom has no slack.
func (m *matcher) step() int64 {
	d := int64(math.MaxInt64)
	for x := int32(1); x <= m.top; x++ {
		if m.over[x] != x {
			continue
		}
		if x > m.n && m.is[x] == odd {
			d = min(d, m.price[x]/2)
		}
		if m.near[x] == 0 {
			continue
		}
		switch slack := m.slack(m.links[m.near[x]][x]); m.is[x] {
		case outside:
			d = min(d, slack)
		case even:
			d = min(d, slack/2)
		}
	}
	return d
}

func (m *matcher) move(d int64) {
	for u := int32(1); u <= m.n; u++ {
		switch m.is[m.over[u]] {
		case even:
			m.price[u] -= d
		case odd:
			m.price[u] += d
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if m.over[b] != b {
			continue
		}
		switch m.is[b] {
		case even:
			m.price[b] += 2 * d
		case odd:
			m.price[b] -= 2 * d
		}
	}
}
