package tally

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"astragal/engine"
)

// stateRolls is how many of the latest rolls a screen gets.
const stateRolls = 20

// Roll is one roll of a session.
type Roll struct {
	// Key is the question's key. All log entries with it (an answer, then amendments) are about this roll.
	Key string `json:"key"`
	// N is the roll's number, from 1. Rolls that were skipped have numbers too.
	N    int             `json:"n"`
	Seat engine.Seat     `json:"seat"`
	Dice []engine.Thrown `json:"dice"`
	// Result has no total while a die is unread or has to be rolled again.
	Result Result `json:"result"`
	// Running is the player's total after the roll.
	Running *int `json:"running,omitempty"`
	before  []engine.Line
}

// Standing is what one player has so far. Seat 0 is a table without players.
type Standing struct {
	Seat  engine.Seat `json:"seat"`
	Name  string      `json:"name,omitempty"`
	Team  string      `json:"team,omitempty"`
	Rolls int         `json:"rolls"`
	// Total is nil in mode Faces.
	Total *int        `json:"total"`
	Faces []FaceCount `json:"faces"`
}

// Plus adds what the same player had in another session.
func (s Standing) Plus(other Standing) Standing {
	s.Rolls += other.Rolls
	if s.Total != nil && other.Total != nil {
		sum := *s.Total + *other.Total
		s.Total = &sum
	}
	s.Faces = slices.Clone(s.Faces)
	for _, f := range other.Faces {
		s.Faces = addFace(s.Faces, f)
	}
	return s
}

// Words say what a player has: a total, or faces.
func (s Standing) Words() string {
	what := FacesText(s.Faces)
	if s.Total != nil {
		what = fmt.Sprint(*s.Total)
	}
	return strings.TrimSpace(s.Name + " " + what)
}

// State is what a screen shows of a session.
type State struct {
	Settings Settings `json:"settings"`
	Words    string   `json:"words"`
	// Preset is the number of the preset in use, from 1. 0 means the settings' own notation.
	Preset int `json:"preset,omitempty"`
	// Next are the seats that may roll; seat 0 is a table without players. It is empty when the count is over.
	Next []engine.Seat `json:"next"`
	// Rolls are the latest, oldest first.
	Rolls []Roll `json:"rolls"`
	// Open is the roll that waits until dice are read or rolled again. Its result is incomplete.
	Open      *Roll      `json:"open,omitempty"`
	Standings []Standing `json:"standings"`
	// Teams are the sums of players of one team; empty where there are none.
	Teams []Standing `json:"teams,omitempty"`
	all   []Roll
	said  map[string]string
}

// state is how the session stands. It shares no memory that changes later.
func (s *session) state() State {
	st := State{Settings: s.book.settings, Words: s.rules().Words(), Preset: s.preset + 1, Next: s.next, all: slices.Clip(s.rolls), said: maps.Clone(s.said)}
	st.Rolls = st.all[max(0, len(st.all)-stateRolls):]
	if s.open != nil {
		open := *s.open
		open.Dice = slices.Clone(open.Dice)
		open.Result = Count(s.rules(), open.Dice)
		open.Result.Lines = slices.Concat(open.before, open.Result.Lines)
		st.Open = &open
	}
	for _, sum := range s.sums[min(1, len(s.sums)-1):] {
		sum.Faces = slices.Clone(sum.Faces)
		st.Standings = append(st.Standings, sum)
	}
	st.Teams = Teams(st.Standings)
	return st
}

// Teams adds up the players of each team. Teams come in the order of their first players.
func Teams(players []Standing) []Standing {
	var list []Standing
	for _, p := range players {
		if p.Team == "" {
			continue
		}
		at := slices.IndexFunc(list, func(t Standing) bool { return t.Team == p.Team })
		if at < 0 {
			at = len(list)
			list = append(list, Standing{Name: p.Team, Team: p.Team, Faces: []FaceCount{}})
		}
		t := &list[at]
		t.Rolls += p.Rolls
		if p.Total != nil {
			if t.Total == nil {
				t.Total = new(int)
			}
			*t.Total += *p.Total
		}
		for _, f := range p.Faces {
			t.Faces = addFace(t.Faces, f)
		}
	}
	return list
}

// StateOf returns the state of a session. It is false if g is no count or its rules stopped with a fault.
func StateOf(g *engine.Game) (State, bool) {
	st, ok := g.View(engine.Everyone).State.(State)
	return st, ok
}

// All are all rolls of the session, oldest first.
func (st State) All() []Roll { return st.all }

// Roll is the roll of the question with that key; empty if that roll doesn't count.
func (st State) Roll(key string) Roll {
	_, number, _ := strings.Cut(key, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return Roll{}
	}
	i, there := slices.BinarySearchFunc(st.all, n, func(r Roll, n int) int { return r.N - n })
	if !there || st.all[i].Key != key {
		return Roll{}
	}
	return st.all[i]
}
