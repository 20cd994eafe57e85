// Package contest is an event's competition: who takes part, who plays whom in which round, what the results are and who leads. It is pure. Decide
// makes a note of what a judge wants, or says why that can't be done; Apply takes a note in. The notes in their order are the whole contest, with who
// did what and when.
package contest

import (
	"maps"
	"slices"
	"strings"
	"time"

	"astragal/companion/names"
)

// System is how players are brought together.
type System string

// The systems. Free has no pairings: people choose tables themselves, or a judge names them.
const (
	Free   System = "free"
	Swiss  System = "swiss"
	Robin  System = "robin"
	Groups System = "groups"
)

// Counts is what the standings are ordered by.
type Counts string

// What the standings are ordered by: points of games won and drawn, the sum of the rolls, the best roll, or how many dice showed enough.
const (
	ByPoints Counts = "points"
	BySum    Counts = "sum"
	ByBest   Counts = "best"
	ByHits   Counts = "hits"
)

// Settings are how the contest is played.
type Settings struct {
	System System `json:"system"`
	Counts Counts `json:"counts"`
	// Seats is how many play at a table, if the system is groups.
	Seats int `json:"seats"`
	// HitsFrom is the least number that a die must show to be a hit.
	HitsFrom int `json:"hits_from"`
	// Win, Draw and Bye are the points of a game won, a game drawn and a round without an opponent.
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Bye  int `json:"bye"`
}

// Usual are the settings of a contest that nobody has set up.
func Usual() Settings {
	return Settings{System: Free, Counts: BySum, Seats: 4, HitsFrom: 5, Win: 3, Draw: 1, Bye: 3}
}

// Entrant is a player who takes part.
type Entrant struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	// Here says that the player is checked in. Out says that the player has given up and is paired no more; the results stay.
	Here bool `json:"here"`
	Out  bool `json:"out"`
	// Late is the round before which this player came; 0 for a player who was there from the start.
	Late int `json:"late"`
}

// Pairing is a table of a round.
type Pairing struct {
	Round   int    `json:"round"`
	Table   string `json:"table"`
	Players []int  `json:"players"`
	// Said is the result that a judge entered; it holds whatever the table sends. It is empty if no judge entered one.
	Said []Placed `json:"said,omitempty"`
	By   string   `json:"by,omitempty"`
}

// Placed is how one player ended.
type Placed struct {
	ID int `json:"id"`
	// Result is "won", "drawn" or "lost". It is empty for a count's result that the standings don't go by.
	Result string `json:"result"`
	// Total is the sum of the player's game; null if nothing is added up. Best and Hits are its best roll and its hits; null if no judge entered them.
	Total *int `json:"total,omitempty"`
	Best  *int `json:"best,omitempty"`
	Hits  *int `json:"hits,omitempty"`
}

// The results of a player.
const (
	Won   = "won"
	Drawn = "drawn"
	Lost  = "lost"
)

// Kind says what a note is about.
type Kind string

// The kinds of note.
const (
	NoteSettings Kind = "settings"
	NoteEnter    Kind = "enter"
	NoteState    Kind = "state"
	NoteRename   Kind = "rename"
	NotePair     Kind = "pair"
	NoteUnpair   Kind = "unpair"
	NoteSwap     Kind = "swap"
	NoteMove     Kind = "move"
	NoteResult   Kind = "result"
)

// Note is one thing that happened.
type Note struct {
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at"`
	// By is who did it.
	By       string    `json:"by"`
	Settings *Settings `json:"settings,omitempty"`
	// Entrants are players who come, or whose state has changed.
	Entrants []Entrant `json:"entrants,omitempty"`
	Round    int       `json:"round,omitempty"`
	// Pairings are a round's tables. Byes are players without an opponent. Lot is the number that decides between equals.
	Pairings []Pairing `json:"pairings,omitempty"`
	Byes     []int     `json:"byes,omitempty"`
	Lot      uint64    `json:"lot,omitempty"`
	// Table is the table that it is about, To the table to which that goes. IDs are two players who change places.
	Table  string   `json:"table,omitempty"`
	To     string   `json:"to,omitempty"`
	IDs    []int    `json:"ids,omitempty"`
	Placed []Placed `json:"placed,omitempty"`
}

// Round is who plays whom in one round.
type Round struct {
	// At is when it was paired.
	At       time.Time
	Pairings []Pairing
	Byes     []int
}

// Contest is the state after some notes.
type Contest struct {
	// Set says whether somebody has said how it is played.
	Set      bool
	Settings Settings
	Entrants []Entrant
	Rounds   map[int]Round
	byKey    map[string]int // index in Entrants
	former   map[string]int // names that entrants had before, by key
}

// New is a contest before its first note.
func New() *Contest {
	return &Contest{Settings: Usual(), Rounds: map[int]Round{}, byKey: map[string]int{}, former: map[string]int{}}
}

// key is equal for two names that people would take for the same player's.
func key(name string) string { return strings.ToLower(names.Key(name)) }

// Find is the entrant of that name, in any spelling. It also finds an entrant who had the name before.
func (c *Contest) Find(name string) (Entrant, bool) {
	i, ok := c.byKey[key(name)]
	if !ok {
		return Entrant{}, false
	}
	return c.Entrants[i], true
}

// Entrant is the entrant of that number.
func (c *Contest) Entrant(id int) (Entrant, bool) {
	if id < 1 || id > len(c.Entrants) {
		return Entrant{}, false
	}
	return c.Entrants[id-1], true
}

// Name is what an entrant is called.
func (c *Contest) Name(id int) string {
	e, _ := c.Entrant(id)
	return e.Name
}

// Last is the last round that is paired; 0 if there is none.
func (c *Contest) Last() int {
	last := 0
	for n := range c.Rounds {
		last = max(last, n)
	}
	return last
}

// Apply takes a note in.
func (c *Contest) Apply(n Note) {
	switch n.Kind {
	case NoteSettings:
		c.Settings, c.Set = *n.Settings, true
	case NoteEnter:
		c.Entrants = append(c.Entrants, n.Entrants...)
		c.index()
	case NoteState, NoteRename:
		for _, e := range n.Entrants {
			c.former[key(c.Entrants[e.ID-1].Name)] = e.ID - 1
			c.Entrants[e.ID-1] = e
		}
		c.index()
	case NotePair:
		c.Rounds[n.Round] = Round{At: n.At, Pairings: slices.Clone(n.Pairings), Byes: n.Byes}
	case NoteUnpair:
		delete(c.Rounds, n.Round)
	default:
		c.change(n)
	}
}

// change takes in a change of a round's tables.
func (c *Contest) change(n Note) {
	r := c.Rounds[n.Round]
	r.Pairings, r.Byes = slices.Clone(r.Pairings), slices.Clone(r.Byes)
	switch n.Kind {
	case NoteSwap:
		for i := range r.Pairings {
			r.Pairings[i].Players = swapped(r.Pairings[i].Players, n.IDs)
		}
		r.Byes = swapped(r.Byes, n.IDs)
	case NoteMove:
		for i, p := range r.Pairings {
			switch p.Table {
			case n.Table:
				r.Pairings[i].Table = n.To
			case n.To:
				r.Pairings[i].Table = n.Table
			}
		}
	case NoteResult:
		for i, p := range r.Pairings {
			if p.Table == n.Table {
				r.Pairings[i].Said, r.Pairings[i].By = n.Placed, n.By
			}
		}
	default: // other notes change no table
	}
	c.Rounds[n.Round] = r
}

// swapped are the players, in which the two have changed places.
func swapped(players, two []int) []int {
	out := slices.Clone(players)
	for i, id := range out {
		switch id {
		case two[0]:
			out[i] = two[1]
		case two[1]:
			out[i] = two[0]
		}
	}
	return out
}

func (c *Contest) index() {
	c.byKey = maps.Clone(c.former)
	for i, e := range c.Entrants {
		c.byKey[key(e.Name)] = i
	}
}

// PairedRounds are the rounds that are paired, in order.
func (c *Contest) PairedRounds() []int { return slices.Sorted(maps.Keys(c.Rounds)) }

// At is where an entrant plays in a round. bye is true for a player without an opponent.
func (c *Contest) At(round, id int) (p Pairing, bye, ok bool) {
	r, there := c.Rounds[round]
	if !there {
		return Pairing{}, false, false
	}
	for _, p := range r.Pairings {
		if slices.Contains(p.Players, id) {
			return p, false, true
		}
	}
	bye = slices.Contains(r.Byes, id)
	return Pairing{}, bye, bye
}
