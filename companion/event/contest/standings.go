package contest

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/names"
)

// Played is the result of a game as its table sent it, if that counts.
type Played struct {
	Round int
	Table string
	Seats []event.Place
	// Begun is when the game was begun. It is zero if that isn't known, or if a judge lets the result count whenever that was.
	Begun time.Time
}

// before says that a game was begun before the round was paired. So it isn't the game of a pairing.
func (r Round) before(begun time.Time) bool { return !begun.IsZero() && begun.Before(r.At) }

// Rolled are the sums of a player's rolls.
type Rolled struct {
	Rolls, Total int
	// Best is the highest roll; null before the first roll with a total.
	Best *int
	// Shown says how many dice showed each number. Entered is how many hits judges entered.
	Shown   map[int]int
	Entered int
	// Games are those played without a pairing. They bring points as long as nobody is paired.
	Games, Wins, Draws, Losses int
}

// Hits is how many dice showed at least from.
func (r Rolled) Hits(from int) int {
	n := r.Entered
	for value, count := range r.Shown {
		if value >= from {
			n += count
		}
	}
	return n
}

// State is how far a table of a round is.
type State string

// How far a table is. Twofold says that it has sent two results that differ, so that a judge must say which holds.
const (
	Open    State = "open"
	Ended   State = "ended"
	Twofold State = "twofold"
)

// End is how a table's game ended.
type End struct {
	State  State
	Placed []Placed
	// By is the judge who entered it, empty if the table sent it.
	By string
}

// ends are the results of pairings that the tables sent, by round and players.
type ends map[string][]Played

func (c *Contest) ended(played []Played) ends {
	out := ends{}
	for _, p := range played {
		if c.Rounds[p.Round].before(p.Begun) {
			continue
		}
		ids := make([]int, 0, len(p.Seats))
		for _, s := range p.Seats {
			e, ok := c.Find(s.Player)
			if !ok {
				ids = nil
				break
			}
			ids = append(ids, e.ID)
		}
		if len(ids) > 0 {
			k := together(p.Round, ids)
			out[k] = append(out[k], p)
		}
	}
	return out
}

// together is a key for players who play together in a round.
func together(round int, ids []int) string {
	sorted := slices.Sorted(slices.Values(ids))
	out := []byte{byte(round), byte(round >> 8)}
	for _, id := range sorted {
		out = append(out, byte(id), byte(id>>8), ',')
	}
	return string(out)
}

// of is how a pairing ended: as a judge said, or else as the players' table sent it, whatever its name.
func (e ends) of(c *Contest, p Pairing) End {
	if len(p.Said) > 0 {
		return End{State: Ended, Placed: p.Said, By: p.By}
	}
	out := End{State: Open}
	for _, played := range e[together(p.Round, p.Players)] {
		placed := c.placed(played.Seats)
		if out.State == Ended && !alike(out.Placed, placed) {
			return End{State: Twofold}
		}
		out = End{State: Ended, Placed: placed}
	}
	return out
}

// Decided says whether players are paired with each other in a round, and a result among those that were played says how their game ended.
func (c *Contest) Decided(round int, seats []event.Place, played []Played) bool {
	return c.Paired(round, seats) && len(c.ended(played)[c.together(round, seats)]) > 0
}

// Pairing is the pairing of players who are paired with each other in a round.
func (c *Contest) Pairing(round int, seats []event.Place) (p Pairing, paired bool) {
	key, all := c.together(round, seats), c.Rounds[round].Pairings
	i := slices.IndexFunc(all, func(p Pairing) bool { return together(round, p.Players) == key })
	if key == "" || i < 0 {
		return Pairing{}, false
	}
	return all[i], true
}

// Paired says whether players are paired with each other in a round.
func (c *Contest) Paired(round int, seats []event.Place) bool {
	_, paired := c.Pairing(round, seats)
	return paired
}

// Early says that players are paired with each other in a round, and their game was begun before that was so.
func (c *Contest) Early(round int, seats []event.Place, begun time.Time) bool {
	return c.Rounds[round].before(begun) && c.Paired(round, seats)
}

// RoundOf is the round to which a game of these players belongs that ended at that time; 0 if they were not paired with each other by then. held is the
// round whose pairings held when it was begun, over says whether a round was over then. A game of players who were paired otherwise then belongs to the
// first round that was not over, or else to the last one.
func (c *Contest) RoundOf(seats []event.Place, ended time.Time, held int, over func(round int) bool) int {
	open, done := 0, 0
	for _, n := range c.PairedRounds() {
		switch {
		case c.Rounds[n].At.After(ended) || !c.Paired(n, seats):
		case n == held:
			return n
		case over(n):
			done = n
		case open == 0:
			open = n
		}
	}
	return cmp.Or(open, done)
}

// together is the key of players who play together in a round; empty if one of them takes no part.
func (c *Contest) together(round int, seats []event.Place) string {
	for key := range c.ended([]Played{{Round: round, Seats: seats}}) {
		return key
	}
	return ""
}

func alike(a, b []Placed) bool {
	return slices.EqualFunc(a, b, func(x, y Placed) bool { return x.ID == y.ID && x.Result == y.Result })
}

// placed is a table's result by its players' numbers. A count names no winner, so the player with the highest total has won. If the standings go by
// something else that was rolled, a count's result has no winner: its totals don't say who has most of that. In other games without a winner all have
// drawn.
func (c *Contest) placed(seats []event.Place) []Placed {
	won := slices.ContainsFunc(seats, func(p event.Place) bool { return p.Won })
	open := Summed(seats) && (c.Settings.Counts == ByBest || c.Settings.Counts == ByHits)
	if !won {
		seats, won = byTotals(seats)
	}
	out := make([]Placed, 0, len(seats))
	for _, s := range seats {
		e, _ := c.Find(s.Player)
		p := Placed{ID: e.ID, Result: Lost, Total: s.Total}
		switch {
		case open:
			p.Result = ""
		case !won:
			p.Result = Drawn
		case s.Won:
			p.Result = Won
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(x, y Placed) int { return cmp.Compare(x.ID, y.ID) })
	return out
}

// Judge says who won a result: its seats, with Won at the winner's, and Won or Drawn for how it ended. A count names no winner, so the player with the
// highest total has won. how is empty if nobody can say: a count with one player, or one in which a total isn't known.
func Judge(r event.Result) (seats []event.Place, how string) {
	won, totals := 0, 0
	for _, p := range r.Seats {
		if p.Won {
			won++
		}
		if p.Total != nil {
			totals++
		}
	}
	counts := totals > 0 || strings.HasPrefix(r.ID, "c")
	switch {
	case won > 0:
		return r.Seats, Won
	case counts && (len(r.Seats) < 2 || totals < len(r.Seats)):
		return r.Seats, ""
	}
	if seats, won := byTotals(r.Seats); won {
		return seats, Won
	}
	return r.Seats, Drawn
}

// Summed says that a result names no winner, so that its players' totals say who has won.
func Summed(seats []event.Place) bool {
	return len(seats) > 0 && !slices.ContainsFunc(seats, func(p event.Place) bool { return p.Won || p.Total == nil })
}

// byTotals gives the win to the player with the highest total; false if a total is missing, or several have the highest.
func byTotals(seats []event.Place) ([]event.Place, bool) {
	if slices.ContainsFunc(seats, func(p event.Place) bool { return p.Total == nil }) || len(seats) == 0 {
		return seats, false
	}
	sorted := slices.SortedFunc(slices.Values(seats), func(x, y event.Place) int { return cmp.Compare(*y.Total, *x.Total) })
	if len(sorted) > 1 && *sorted[0].Total == *sorted[1].Total {
		return seats, false
	}
	sorted[0].Won = true
	return sorted, true
}

// Ends is how each table of a round ended, in the order of its pairings.
func (c *Contest) Ends(round int, played []Played) []End {
	ended := c.ended(played)
	out := make([]End, 0, len(c.Rounds[round].Pairings))
	for _, p := range c.Rounds[round].Pairings {
		out = append(out, ended.of(c, p))
	}
	return out
}

// Said is how the games of a round ended for each of its players, by name. The result is empty if nobody has said it. Figures are those that a judge
// entered.
func (c *Contest) Said(round int, played []Played) map[string]Placed {
	out := map[string]Placed{}
	ends := c.Ends(round, played)
	for i, p := range c.Rounds[round].Pairings {
		for _, id := range p.Players {
			out[c.Name(id)] = Placed{ID: id}
		}
		for _, x := range ends[i].Placed {
			if ends[i].By == "" {
				x.Total = nil // the rolls say it
			}
			out[c.Name(x.ID)] = x
		}
	}
	return out
}

// Entered are the figures that judges entered, by round and name. Each takes the place of what the player rolled in that round.
func (c *Contest) Entered() map[int]map[string]Placed {
	out := map[int]map[string]Placed{}
	for n, r := range c.Rounds {
		for _, p := range r.Pairings {
			for _, x := range p.Said {
				if x.Total == nil && x.Best == nil && x.Hits == nil {
					continue
				}
				if out[n] == nil {
					out[n] = map[string]Placed{}
				}
				out[n][c.Name(x.ID)] = x
			}
		}
	}
	return out
}

// Line is where a player stands.
type Line struct {
	ID    int
	Name  string
	Place int
	// Points are those of games and byes. Opponents is the sum of all opponents' points; for a bye it adds the player's own points. Beaten is the sum
	// of the points of players whom this one beat, and half of those drawn with. It is doubled, so that it is a whole number.
	Points, Opponents, Beaten        int
	Games, Wins, Draws, Losses, Byes int
	Rolls, Total, Hits               int
	Best                             *int
	Here, Out                        bool
}

// figure is the number by which the standings are ordered.
func (s Settings) figure(l Line) int {
	switch s.Counts {
	case ByPoints:
		return l.Points
	case ByBest:
		return value(l.Best)
	case ByHits:
		return l.Hits
	default:
		return l.Total
	}
}

func value(n *int) int {
	if n == nil {
		return -event.MostTotal - 1
	}
	return *n
}

// Ties names what decides between equals, in order.
func (s Settings) Ties() []string {
	switch s.Counts {
	case ByPoints:
		return []string{"opponents’ points", "points of those beaten", "games won", "sum of the rolls"}
	case ByBest:
		return []string{"sum of the rolls"}
	case ByHits:
		return []string{"sum of the rolls", "best roll"}
	default:
		return []string{"best roll"}
	}
}

// compare puts the better one first.
func (s Settings) compare(a, b Line) int {
	down := func(x, y int) int { return cmp.Compare(y, x) }
	first := down(s.figure(a), s.figure(b))
	switch s.Counts {
	case ByPoints:
		return cmp.Or(first, down(a.Opponents, b.Opponents), down(a.Beaten, b.Beaten), down(a.Wins, b.Wins), down(a.Total, b.Total))
	case ByBest:
		return cmp.Or(first, down(a.Total, b.Total))
	case ByHits:
		return cmp.Or(first, down(a.Total, b.Total), down(value(a.Best), value(b.Best)))
	default:
		return cmp.Or(first, down(value(a.Best), value(b.Best)))
	}
}

// line is where a player stands without the paired games.
func (c *Contest) line(name string, r Rolled) Line {
	l := Line{Name: name, Rolls: r.Rolls, Total: r.Total, Best: r.Best, Hits: r.Hits(c.Settings.HitsFrom)}
	if len(c.Rounds) == 0 {
		l.Games, l.Wins, l.Draws, l.Losses = r.Games, r.Wins, r.Draws, r.Losses
		l.Points = r.Wins*c.Settings.Win + r.Draws*c.Settings.Draw
	}
	return l
}

// Standings are all who take part, and all who rolled without taking part, the best first. Players who are equal in everything share a place. Who gave
// up before the first game isn't among them. rolled is by the entrants' names. begun is the newest round that has begun: a bye counts from the beginning of
// its round on, so that nobody leads by a round that nobody could play yet.
func (c *Contest) Standings(played []Played, rolled map[string]Rolled, begun int) []Line {
	lines := make([]Line, len(c.Entrants), len(c.Entrants)+len(rolled))
	for i, e := range c.Entrants {
		lines[i] = c.line(e.Name, rolled[e.Name])
		lines[i].ID, lines[i].Here, lines[i].Out = e.ID, e.Here, e.Out
	}
	for name, r := range rolled {
		if _, in := c.Find(name); !in && r.Rolls+r.Games > 0 {
			lines = append(lines, c.line(name, r))
		}
	}
	ended := c.ended(played)
	for n, r := range c.Rounds {
		for _, p := range r.Pairings {
			c.score(lines, ended.of(c, p).Placed)
		}
		if n > begun {
			continue
		}
		for _, id := range r.Byes {
			lines[id-1].Byes++
			lines[id-1].Points += c.Settings.Bye
		}
	}
	for _, r := range c.Rounds {
		for _, p := range r.Pairings {
			ties(lines, ended.of(c, p).Placed)
		}
	}
	for i := range lines {
		lines[i].Opponents += lines[i].Byes * lines[i].Points
	}
	lines = slices.DeleteFunc(lines, func(l Line) bool { return l.Out && l.Games+l.Byes+l.Rolls == 0 && !everPaired(c.Rounds, l.ID) })
	byName := names.Order()
	slices.SortFunc(lines, func(a, b Line) int { return cmp.Or(c.Settings.compare(a, b), byName(a.Name, b.Name)) })
	for i := range lines {
		lines[i].Place = i + 1
		if i > 0 && c.Settings.compare(lines[i-1], lines[i]) == 0 {
			lines[i].Place = lines[i-1].Place
		}
	}
	return lines
}

// everPaired says whether an entrant is or was sent to a table.
func everPaired(rounds map[int]Round, id int) bool {
	for _, r := range rounds {
		if slices.ContainsFunc(r.Pairings, func(p Pairing) bool { return slices.Contains(p.Players, id) }) {
			return true
		}
	}
	return false
}

func (c *Contest) score(lines []Line, placed []Placed) {
	for _, p := range placed {
		l := &lines[p.ID-1]
		l.Games++
		switch p.Result {
		case Won:
			l.Wins++
			l.Points += c.Settings.Win
		case Drawn:
			l.Draws++
			l.Points += c.Settings.Draw
		case "": // nobody has won or lost
		default:
			l.Losses++
		}
	}
}

// ties adds up the opponents' points, once everybody's points are known.
func ties(lines []Line, placed []Placed) {
	for _, p := range placed {
		for _, o := range placed {
			if o.ID == p.ID {
				continue
			}
			points := lines[o.ID-1].Points
			lines[p.ID-1].Opponents += points
			switch {
			case p.Result == Won && o.Result == Lost:
				lines[p.ID-1].Beaten += 2 * points
			case p.Result == Drawn && o.Result == Drawn:
				lines[p.ID-1].Beaten += points
			}
		}
	}
}
