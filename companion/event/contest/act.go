package contest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"astragal/companion/event"
	"astragal/companion/event/pairing"
	"astragal/companion/names"
)

// Act is what a judge does with the contest.
type Act struct {
	// Do is one of these:
	//   - "settings"
	//   - "enter" (Names); "here", "away", "out", "in" (IDs); "rename" (IDs, Name)
	//   - "pair" (Round; if Anyway is set, also while results are missing); "unpair" (Round)
	//   - "swap" (Round, two IDs); "move" (Round, Table, To)
	//   - "result" (Round, Table, Placed: how the game ended, and its figures if they are to count instead of the rolls); "clear" (Round, Table), after which the table's own result counts again
	Do       string    `json:"do"`
	Settings *Settings `json:"settings"`
	// Names are players, one a line, as people have them in lists. Here checks them in at once.
	Names  string   `json:"names"`
	Here   bool     `json:"here"`
	IDs    []int    `json:"ids"`
	Name   string   `json:"name"`
	Round  int      `json:"round"`
	Anyway bool     `json:"anyway"`
	Table  string   `json:"table"`
	To     string   `json:"to"`
	Placed []Placed `json:"placed"`
}

// World is what an act needs to know of the event.
type World struct {
	Now time.Time
	// By is who does it.
	By string
	// Round is the round that may be paired: the one that is being played, or the next.
	Round int
	// Tables are the tables that are there, in order. Further ones are called by the next numbers.
	Tables []string
	// Played are the results that the tables sent. Rolled are the sums of players' rolls, by name.
	Played []Played
	Rolled map[string]Rolled
	Lot    uint64
}

const (
	// A table takes no longer name of a player. An entrant with a longer name could score at no table.
	nameLetters = 60
	// entrantsMost is how many may take part, robinMost how many if everybody plays everybody.
	entrantsMost = 5000
	robinMost    = 200
	seatsMost    = 60
	pointsMost   = 1000
)

// Decide makes the note of an act, or says in a sentence why it can't be done.
func (c *Contest) Decide(a Act, w World) (Note, error) {
	n := Note{At: w.Now, By: w.By, Round: a.Round}
	var err error
	switch a.Do {
	case "settings":
		n.Kind, n.Settings = NoteSettings, a.Settings
		err = c.checkSettings(a.Settings)
	case "enter":
		n.Kind = NoteEnter
		n.Entrants, err = c.enter(a, w)
	case "here", "away", "out", "in":
		n.Kind = NoteState
		n.Entrants, err = c.states(a)
	case "rename":
		n.Kind = NoteRename
		n.Entrants, err = c.rename(a, w)
	case "pair":
		return c.pair(a, w, n)
	case "unpair":
		n.Kind = NoteUnpair
		err = c.mayUnpair(a.Round, w)
	case "swap":
		n.Kind, n.IDs = NoteSwap, a.IDs
		err = c.maySwap(a, w)
	case "move":
		n.Kind, n.Table = NoteMove, a.Table
		n.To, err = c.mayMove(a, w)
	case "result", "clear":
		n.Kind, n.Table = NoteResult, a.Table
		n.Placed, err = c.result(a)
	default:
		err = fmt.Errorf("%.20q can't be done: settings, enter, here, away, out, in, rename, pair, unpair, swap, move, result or clear", a.Do)
	}
	return n, err
}

func (c *Contest) checkSettings(s *Settings) error {
	switch {
	case s == nil:
		return errors.New("say the settings")
	case !slices.Contains([]System{Free, Swiss, Robin, Groups}, s.System):
		return fmt.Errorf("%.20q is no way of pairing: free, swiss, robin or groups", s.System)
	case !slices.Contains([]Counts{ByPoints, BySum, ByBest, ByHits}, s.Counts):
		return fmt.Errorf("the standings can't go by %.20q: points, sum, best or hits", s.Counts)
	case s.Seats < 2 || s.Seats > seatsMost:
		return fmt.Errorf("%d players at a table: it must be 2 to %d", s.Seats, seatsMost)
	case s.HitsFrom < 1 || s.HitsFrom > pointsMost:
		return fmt.Errorf("a hit from %d: it must be 1 to %d", s.HitsFrom, pointsMost)
	case min(s.Win, s.Draw, s.Bye) < 0 || max(s.Win, s.Draw, s.Bye) > pointsMost:
		return fmt.Errorf("points must be 0 to %d", pointsMost)
	case s.Draw > s.Win:
		return errors.New("a draw can't bring more points than a win")
	}
	return nil
}

// numbering is what stands before a name in a pasted list: "12." or "3)" or a bullet.
var numbering = regexp.MustCompile(`^\s*(?:\d{1,4}\s*[.):]|[-*•])\s*`)

// Listed are the names of a pasted list: one a line, without the number before it and without further columns. A single line may have several names,
// with commas or semicolons between.
func Listed(text string) []string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	if len(lines) == 1 && !strings.Contains(lines[0], "\t") {
		lines = strings.FieldsFunc(lines[0], func(r rune) bool { return r == ',' || r == ';' })
	}
	var out []string
	for _, line := range lines {
		name := line
		for cell := range strings.SplitSeq(line, "\t") {
			name = numbering.ReplaceAllString(cell, "")
			if strings.ContainsFunc(name, unicode.IsLetter) {
				break
			}
		}
		if name = strings.Trim(strings.TrimSpace(name), `"`); name != "" {
			out = append(out, name)
		}
	}
	return out
}

func (c *Contest) enter(a Act, w World) ([]Entrant, error) {
	list := Listed(a.Names)
	switch {
	case len(list) == 0:
		return nil, errors.New("name at least one player, one a line")
	case len(c.Entrants)+len(list) > entrantsMost:
		return nil, fmt.Errorf("%d players may take part at the most", entrantsMost)
	}
	late := 0
	if len(c.Rounds) > 0 {
		late = c.Last() + 1
	}
	seen := map[string]bool{}
	var out []Entrant
	for i, text := range list {
		name, err := names.Given(fmt.Sprintf("player %d of the list", i+1), text, nameLetters)
		if err != nil {
			return nil, err
		}
		switch was, there := c.Find(name); {
		case there && key(was.Name) == key(name):
			return nil, fmt.Errorf("%q takes part already: write what tells two of one name apart", was.Name)
		case there: // tables may still send results under the old name
			return nil, former(name, was)
		}
		if seen[key(name)] {
			return nil, fmt.Errorf("%q is on the list twice: write what tells two of one name apart", name)
		}
		if c.isTable(name, w) {
			return nil, noTable(name)
		}
		seen[key(name)] = true
		out = append(out, Entrant{ID: len(c.Entrants) + len(out) + 1, Name: name, Here: a.Here, Late: late})
	}
	return out, nil
}

// former says that another entrant had the name before.
func former(name string, was Entrant) error {
	return fmt.Errorf("%q is what %q was called before, and results under it are theirs: write what tells the two apart", name, was.Name)
}

// noTable says that a player can't have a table's name: what nobody in particular rolls at the table counts under it.
func noTable(name string) error {
	return fmt.Errorf("%q is a table: a player needs another name", name)
}

// isTable says whether a table has that name, in any spelling: one that is there, or one to which players are sent.
func (c *Contest) isTable(name string, w World) bool {
	called := func(t string) bool { return key(t) == key(name) }
	for _, r := range c.Rounds {
		if slices.ContainsFunc(r.Pairings, func(p Pairing) bool { return called(p.Table) }) {
			return true
		}
	}
	return slices.ContainsFunc(w.Tables, called)
}

func (c *Contest) chosen(ids []int) ([]Entrant, error) {
	if len(ids) == 0 {
		return nil, errors.New("say which players")
	}
	var out []Entrant
	for _, id := range ids {
		e, ok := c.Entrant(id)
		if !ok {
			return nil, fmt.Errorf("there is no player number %d", id)
		}
		out = append(out, e)
	}
	return out, nil
}

func (c *Contest) states(a Act) ([]Entrant, error) {
	list, err := c.chosen(a.IDs)
	for i := range list {
		switch a.Do {
		case "here":
			list[i].Here = true
		case "away":
			list[i].Here = false
		case "out":
			list[i].Out = true
		case "in":
			list[i].Out, list[i].Here = false, true
		}
	}
	return list, err
}

func (c *Contest) rename(a Act, w World) ([]Entrant, error) {
	list, err := c.chosen(a.IDs)
	if err != nil {
		return nil, err
	}
	if len(list) > 1 {
		return nil, errors.New("one player at a time gets another name")
	}
	if list[0].Name, err = names.Given("the player", a.Name, nameLetters); err != nil {
		return nil, err
	}
	switch was, there := c.Find(list[0].Name); {
	case there && was.ID == list[0].ID: // another spelling, or back to a name of before
	case there && key(was.Name) != key(list[0].Name):
		return nil, former(list[0].Name, was)
	case there:
		return nil, fmt.Errorf("%q takes part already", was.Name)
	case c.isTable(list[0].Name, w):
		return nil, noTable(list[0].Name)
	}
	return list, nil
}

// pair makes a round's pairings.
func (c *Contest) pair(a Act, w World, n Note) (Note, error) {
	n.Kind, n.Round, n.Lot = NotePair, w.Round, w.Lot
	var here []int
	for _, e := range c.Entrants {
		if e.Here && !e.Out {
			here = append(here, e.ID)
		}
	}
	_, paired := c.Rounds[w.Round]
	switch {
	case c.Settings.System == Free:
		return n, errors.New("this event pairs nobody: choose Swiss, everybody against everybody, or groups first")
	case len(here) < 2:
		return n, errors.New("at least two players must be checked in")
	case c.Settings.System == Robin && len(here) > robinMost:
		return n, fmt.Errorf("everybody against everybody goes with %d players at the most: choose Swiss", robinMost)
	case paired:
		return n, fmt.Errorf("round %d is paired already: take its pairings back first", w.Round)
	}
	if open := c.open(w); len(open) > 0 && !a.Anyway && c.Settings.Counts == ByPoints {
		return n, fmt.Errorf("results are missing: %s", strings.Join(open, ", "))
	}
	made := c.made(here, w)
	if len(made.Tables) == 0 {
		return n, errors.New("everybody has played everybody: the event is over")
	}
	tables := c.enough(w.Tables, len(made.Tables))
	for i, players := range made.Tables {
		n.Pairings = append(n.Pairings, Pairing{Round: w.Round, Table: tables[i], Players: players})
	}
	n.Byes = made.Byes
	return n, nil
}

func (c *Contest) made(here []int, w World) pairing.Round {
	met, byes := c.met()
	scores := map[int]int{}
	for _, l := range c.Standings(w.Played, w.Rolled, w.Round-1) {
		scores[l.ID] = c.Settings.figure(l)
	}
	var players []pairing.Player
	for _, id := range here {
		players = append(players, pairing.Player{ID: id, Score: scores[id], Met: met[id], Byes: byes[id]})
	}
	switch c.Settings.System {
	case Robin:
		return pairing.RoundRobin(players, len(c.Rounds)+1)
	case Groups:
		return pairing.Groups(players, c.Settings.Seats, w.Lot)
	default: // Swiss. A free event has no pairings
		return pairing.Swiss(players, w.Lot)
	}
}

// met is how often each pair has played against each other, and how many byes everybody had.
func (c *Contest) met() (met map[int]map[int]int, byes map[int]int) {
	met, byes = map[int]map[int]int{}, map[int]int{}
	for _, r := range c.Rounds {
		for _, p := range r.Pairings {
			for _, a := range p.Players {
				if met[a] == nil {
					met[a] = map[int]int{}
				}
				for _, b := range p.Players {
					if a != b {
						met[a][b]++
					}
				}
			}
		}
		for _, id := range r.Byes {
			byes[id]++
		}
	}
	return met, byes
}

// enough are n tables: those that are there, and then "Table" with the next numbers. No table gets a player's name.
func (c *Contest) enough(there []string, n int) []string {
	out := slices.Clone(there[:min(n, len(there))])
	for k := 1; len(out) < n; k++ {
		name := "Table " + strconv.Itoa(k)
		if _, player := c.Find(name); !player && !slices.Contains(there, name) {
			out = append(out, name)
		}
	}
	return out
}

// missingSaid is how many missing results a sentence lists.
const missingSaid = 5

// open are the tables of all rounds that lack a result, in words.
func (c *Contest) open(w World) []string {
	var out []string
	ended := c.ended(w.Played)
	for _, n := range c.PairedRounds() {
		for _, p := range c.Rounds[n].Pairings {
			if n != w.Round && ended.of(c, p).State != Ended {
				out = append(out, fmt.Sprintf("%s in round %d", p.Table, n))
			}
		}
	}
	if len(out) > missingSaid {
		out = append(out[:missingSaid], fmt.Sprintf("and %d more", len(out)-missingSaid))
	}
	return out
}

func (c *Contest) table(round int, table string) (Pairing, error) {
	for _, p := range c.Rounds[round].Pairings {
		if p.Table == table {
			return p, nil
		}
	}
	return Pairing{}, fmt.Errorf("nobody is paired at %.60q in round %d", table, round)
}

// mayUnpair says why a round can't be unpaired: it isn't the last, or it has a result.
func (c *Contest) mayUnpair(round int, w World) error {
	r, there := c.Rounds[round]
	switch {
	case !there:
		return fmt.Errorf("round %d is not paired", round)
	case round != c.Last():
		return fmt.Errorf("round %d is not the last one", round)
	}
	ended := c.ended(w.Played)
	for _, p := range r.Pairings {
		if ended.of(c, p).State != Open {
			return fmt.Errorf("%s has a result: the pairings of round %d stand", p.Table, round)
		}
	}
	return nil
}

func (c *Contest) maySwap(a Act, w World) error {
	if len(a.IDs) != 2 || a.IDs[0] == a.IDs[1] {
		return errors.New("name the two players who change places")
	}
	ended := c.ended(w.Played)
	for _, id := range a.IDs {
		p, _, ok := c.At(a.Round, id)
		if !ok {
			return fmt.Errorf("%q is not paired in round %d", c.Name(id), a.Round)
		}
		if len(p.Players) > 0 && ended.of(c, p).State != Open {
			return fmt.Errorf("%s has a result: its players stay", p.Table)
		}
	}
	return nil
}

func (c *Contest) mayMove(a Act, w World) (string, error) {
	if _, err := c.table(a.Round, a.Table); err != nil {
		return "", err
	}
	to, err := event.GiveName("the table", a.To)
	if err != nil {
		return "", err
	}
	if e, player := c.Find(to); player && !c.isTable(to, w) {
		return "", fmt.Errorf("%q is a player: name the table to which the game moves", e.Name)
	}
	return to, nil
}

func (c *Contest) result(a Act) ([]Placed, error) {
	p, err := c.table(a.Round, a.Table)
	if err != nil || a.Do == "clear" {
		return nil, err
	}
	won, drawn := 0, 0
	var said []int
	for _, x := range a.Placed {
		for _, figure := range []*int{x.Total, x.Best, x.Hits} {
			if err := event.CheckTotal(figure); err != nil {
				return nil, err
			}
		}
		if x.Hits != nil && *x.Hits < 0 {
			return nil, errors.New("hits can't be less than 0")
		}
		switch x.Result {
		case Won:
			won++
		case Drawn:
			drawn++
		case Lost:
		default:
			return nil, fmt.Errorf("%.20q is no result: won, drawn or lost", x.Result)
		}
		said = append(said, x.ID)
	}
	slices.Sort(said)
	if want := slices.Sorted(slices.Values(p.Players)); !slices.Equal(said, want) {
		return nil, fmt.Errorf("say for each player of %s how the game ended", p.Table)
	}
	if won == len(said) {
		return nil, errors.New("all can't have won: say that it was drawn")
	}
	if won > 0 && drawn > 0 {
		return nil, errors.New("a game is won or drawn, not both")
	}
	if drawn == 1 {
		return nil, errors.New("one can't draw alone")
	}
	return a.Placed, nil
}
