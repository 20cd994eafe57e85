package companion

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"astragal/companion/fairness"
	"astragal/engine"
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

// DieStatistics are the counts of one die, or of all dice of one look.
type DieStatistics struct {
	Die   string      `json:"die"`
	Rolls int         `json:"rolls"`
	Faces []FaceCount `json:"faces"`
	// Read is how many were read by the camera alone, Confirmed and Typed how many somebody vouched
	// for or said: what a camera misreads makes a fair die look uneven.
	Read      int `json:"read"`
	Confirmed int `json:"confirmed"`
	Typed     int `json:"typed"`
	// Verdict is what can be said of it; Untested says why nothing can be, whatever the sample.
	Verdict  fairness.Verdict `json:"verdict"`
	Untested string           `json:"untested,omitempty"`
}

// FaceCount is how often a face was up.
type FaceCount struct {
	Face string `json:"face"`
	// On is on how many sides it is, Count how often it was up, Expected how often a fair die's would be.
	On       int     `json:"on"`
	Count    int     `json:"count"`
	Expected float64 `json:"expected"`
}

// Statistics counts the dice of the table's file.
func (s *Session) Statistics(of StatisticsOf) (Statistics, error) { return CountDice(s.Observed(), of) }

// CountDice counts dice by name, oldest first as they come.
func CountDice(observed []Observed, of StatisticsOf) (Statistics, error) {
	out := Statistics{Asked: of, Dice: []DieStatistics{}, Players: []string{}, Games: []string{}, Tables: []string{}}
	byDie := map[string][]Observed{}
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
		byDie[o.Die] = append(byDie[o.Die], o)
	}
	for names, list := range map[*map[string]bool]*[]string{&players: &out.Players, &games: &out.Games, &tables: &out.Tables} {
		delete(*names, "")
		*list = append(*list, slices.Sorted(maps.Keys(*names))...)
	}
	for _, die := range slices.Sorted(maps.Keys(byDie)) {
		d, err := countDie(die, byDie[die], len(byDie))
		if err != nil {
			return out, err
		}
		if _, tens := byDie[die+" (tens)"]; tens || d.Untested == "" && isTensName(die) {
			d.Untested = "A 10 may be of a d10 or of one with tens, and these dice lie together: not tested."
		}
		out.Dice = append(out.Dice, d)
	}
	slices.SortStableFunc(out.Dice, func(a, b DieStatistics) int { return cmp.Compare(b.Rolls, a.Rolls) })
	out.Words = fmt.Sprintf("Each die is judged alone by a chi-squared test, at looks fixed beforehand: first after as many rolls as it takes to find out %.0f in 100 dice with a face that is half again as likely as it should be, then after twice as many, and so on. Of tables where all dice are fair, fewer than %.0f in 100 show one that is called uneven here. Dice of one look are counted together.", 100*fairness.Power, 100*fairness.Level)
	return out, nil
}

func isTensName(die string) bool { return len(die) > 6 && die[len(die)-6:] == "(tens)" }

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

func countDie(name string, rolls []Observed, dice int) (DieStatistics, error) {
	d := DieStatistics{Die: name, Rolls: len(rolls)}
	sides := rolls[0].Sides
	var shares []int
	total := 0
	for _, s := range sides {
		d.Faces = append(d.Faces, FaceCount{Face: s.Text, On: s.On})
		shares, total = append(shares, s.On), total+s.On
	}
	var shown []int
	for _, o := range rolls {
		if !slices.Equal(o.Sides, sides) {
			d.Untested = "Dice of this name have other faces in another game: not tested."
			continue
		}
		d.Faces[o.Shows].Count++
		shown = append(shown, o.Shows)
		switch o.How {
		case engine.Read:
			d.Read++
		case engine.Confirmed:
			d.Confirmed++
		default:
			d.Typed++
		}
	}
	for i := range d.Faces {
		d.Faces[i].Expected = rounded(float64(len(shown)*shares[i])/float64(total), 2)
	}
	var err error
	if d.Verdict, err = fairness.Judge(shares, shown, dice); err != nil {
		return d, fmt.Errorf("judge the die %q: %w", name, err)
	}
	return d, nil
}
