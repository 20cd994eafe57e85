package companion

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"astragal/companion/dicecount"
)

// Statistics are how often each die showed each of its faces, over all evenings of a table's file.
type Statistics struct {
	// Asked is what they are of.
	Asked StatisticsOf `json:"asked"`
	// Dice are the dice by name; Total is how many single dice were rolled, LeftOut how many others are
	// in the file that were not asked for.
	Dice    []DieStatistics `json:"dice"`
	Total   int             `json:"total"`
	LeftOut int             `json:"left_out"`
	// Players, Games and Tables are the names to ask for; First and Last when the first and the last of
	// these dice were rolled, RFC 3339, empty where there are none.
	Players []string `json:"players"`
	Games   []string `json:"games"`
	Tables  []string `json:"tables"`
	First   string   `json:"first"`
	Last    string   `json:"last"`
	// Words say how the dice were judged.
	Words string `json:"words"`
}

// StatisticsOf says which rolls are counted: empty fields don't restrict.
type StatisticsOf struct {
	Player string `json:"player,omitempty"`
	Game   string `json:"game,omitempty"`
	Table  string `json:"table,omitempty"`
	// Since and Until bound when they were rolled; Until is the first moment that doesn't count.
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// Typed and Virtual count also dice that nobody but a person saw, and those of the virtual table.
	Typed   bool `json:"typed,omitempty"`
	Virtual bool `json:"virtual,omitempty"`
}

// DieStatistics are the counts of one die, FaceCount those of a face.
type (
	DieStatistics = dicecount.DieStatistics
	FaceCount     = dicecount.FaceCount
)

// Statistics counts the dice of the table's file.
func (s *Session) Statistics(of StatisticsOf) (Statistics, error) { return CountDice(s.Observed(), of) }

// CountDice counts dice by name, oldest first as they come.
func CountDice(observed []Observed, of StatisticsOf) (Statistics, error) {
	out := Statistics{Asked: of, Dice: []DieStatistics{}, Players: []string{}, Games: []string{}, Tables: []string{}}
	var rolled []dicecount.Rolled
	players, games, tables := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, o := range observed {
		players[o.Player], games[o.Game], tables[o.Table] = true, true, true
		if !of.takes(o) {
			out.LeftOut++
			continue
		}
		if out.Total == 0 {
			out.First = o.At.Format(time.RFC3339)
		}
		out.Last = o.At.Format(time.RFC3339)
		out.Total++
		rolled = append(rolled, dicecount.Rolled{Die: o.Die, Sides: o.Sides, Shows: o.Shows, How: o.How})
	}
	for names, list := range map[*map[string]bool]*[]string{&players: &out.Players, &games: &out.Games, &tables: &out.Tables} {
		delete(*names, "")
		*list = append(*list, slices.Sorted(maps.Keys(*names))...)
	}
	dice, err := dicecount.Count(rolled)
	out.Dice, out.Words = dice, dicecount.Words()
	return out, err
}

// takes says whether a die is asked for.
func (of StatisticsOf) takes(o Observed) bool {
	switch {
	case of.Player != "" && o.Player != of.Player, of.Game != "" && o.Game != of.Game, of.Table != "" && o.Table != of.Table:
		return false
	case !of.Since.IsZero() && o.At.Before(of.Since), !of.Until.IsZero() && !o.At.Before(of.Until):
		return false
	}
	return o.By == BySight || o.By == ByWord && of.Typed || o.By == ByVirtual && of.Virtual
}

// PlainCell keeps a spreadsheet from taking a name for a formula.
func PlainCell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// ParseDay reads a day (2026-11-22, by this machine's clock) or a moment (RFC 3339).
func ParseDay(text string) (time.Time, error) {
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, fmt.Errorf("%.40q: it must be a day like 2026-11-22 or a moment like 2026-11-22T19:30:00Z", text)
	}
	return t, nil
}

// Rows are the statistics as a table, a line for each face, with a head.
func (st Statistics) Rows() [][]string { return dicecount.Rows(st.Dice, PlainCell) }
