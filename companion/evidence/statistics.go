package evidence

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"astragal/companion/dicecount"
)

// Statistics are how often each die showed each of its faces, over all evenings of a table's file.
type Statistics struct {
	// Asked is what was asked for.
	Asked StatisticsOf `json:"asked"`
	// Dice are the dice by name. Total is how many single dice were rolled. LeftOut is how many other dice of the file were not asked for.
	Dice    []dicecount.DieStatistics `json:"dice"`
	Total   int                       `json:"total"`
	LeftOut int                       `json:"left_out"`
	// Players, Games and Tables are the names that somebody may ask for. First and Last are when the first and the last of these dice were rolled, RFC
	// 3339, empty if there are none.
	Players []string `json:"players"`
	Games   []string `json:"games"`
	Tables  []string `json:"tables"`
	First   string   `json:"first"`
	Last    string   `json:"last"`
	// Words says how the dice were judged.
	Words string `json:"words"`
}

// StatisticsOf says which rolls are counted: empty fields don't restrict.
type StatisticsOf struct {
	Player string `json:"player,omitempty"`
	Game   string `json:"game,omitempty"`
	Table  string `json:"table,omitempty"`
	// Since and Until bound the time of the rolls. Until is the first moment that doesn't count.
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
	// If Typed is set, dice that only a person saw count too. If Virtual is set, dice of the virtual table count too.
	Typed   bool `json:"typed,omitempty"`
	Virtual bool `json:"virtual,omitempty"`
}

// Source is a part that is counted: its sums, and a way to get its dice one by one. Rolled is called only if the sums are not enough.
type Source struct {
	Sums
	Rolled func() ([]byte, error)
	// Table is the file that it is from, if several are counted together.
	Table string
}

// Source is the part with its sums and its dice.
func (p *Part) Source() Source {
	return Source{Sums: p.Sums, Rolled: func() ([]byte, error) { return p.Rolled, nil }}
}

// Count counts the dice of sources that are asked for, and judges them. Of dice that fell at the same time, those of earlier sources come first.
func Count(sources []Source, of StatisticsOf) (Statistics, error) {
	out := Statistics{Asked: of, Dice: []dicecount.DieStatistics{}, Words: dicecount.Words()}
	players, games, tables, all := map[string]bool{}, map[string]bool{}, map[string]bool{}, 0
	for _, s := range sources {
		for _, c := range s.Cells {
			players[c.Player], games[c.Game], tables[s.Table] = true, true, true
			all += c.N()
		}
	}
	out.Players, out.Games, out.Tables = namesOf(players), namesOf(games), namesOf(tables)
	dice := map[string][]*strand{}
	var first, last int64
	for i, s := range sources {
		s, err := s.within(of)
		if err != nil {
			return out, err
		}
		for k, c := range s.Cells {
			if c.N() == 0 || !of.takes(s.Table, c) {
				continue
			}
			if out.Total == 0 || c.First < first {
				first = c.First
			}
			if out.Total == 0 || c.Last > last {
				last = c.Last
			}
			out.Total += c.N()
			dice[c.Die] = append(dice[c.Die], &strand{source: s, order: i, cell: k})
		}
	}
	out.LeftOut = all - out.Total
	if out.Total > 0 {
		out.First, out.Last = time.UnixMilli(first).Format(time.RFC3339), time.UnixMilli(last).Format(time.RFC3339)
	}
	counted := make([]dicecount.Counted, 0, len(dice))
	for _, die := range slices.Sorted(maps.Keys(dice)) {
		c, err := count(die, dice[die])
		if err != nil {
			return out, err
		}
		counted = append(counted, c)
	}
	var err error
	out.Dice, err = dicecount.Judge(counted)
	return out, err
}

func namesOf(names map[string]bool) []string {
	delete(names, "")
	return append([]string{}, slices.Sorted(maps.Keys(names))...)
}

// takes says whether the dice of a cell are asked for, without regard to time.
func (of StatisticsOf) takes(table string, c Cell) bool {
	if of.Player != "" && c.Player != of.Player || of.Game != "" && c.Game != of.Game || of.Table != "" && table != of.Table {
		return false
	}
	return c.By == BySight || c.By == ByWord && of.Typed || c.By == ByVirtual && of.Virtual
}

// in says whether a moment is asked for.
func (of StatisticsOf) in(ms int64) bool {
	at := time.UnixMilli(ms)
	return (of.Since.IsZero() || !at.Before(of.Since)) && (of.Until.IsZero() || at.Before(of.Until))
}

// within is a source's dice of the time that is asked for.
func (s Source) within(of StatisticsOf) (Source, error) {
	all, none := true, true
	for _, c := range s.Cells {
		first, last := of.in(c.First), of.in(c.Last)
		spans := !first && !last && !of.Since.IsZero() && time.UnixMilli(c.First).Before(of.Since) && !time.UnixMilli(c.Last).Before(of.Since)
		all, none = all && first && last, none && !first && !last && !spans
	}
	switch {
	case all:
		return s, nil
	case none:
		return Source{Table: s.Table}, nil
	}
	rolled, err := s.Rolled()
	if err != nil {
		return s, err
	}
	dice, err := (&Part{Sums: s.Sums, Rolled: rolled}).Observed()
	if err != nil {
		return s, err
	}
	part := NewPart(slices.DeleteFunc(dice, func(o Observed) bool { return !of.in(o.At.UnixMilli()) }))
	some := part.Source()
	some.Table = s.Table
	return some, nil
}

// strand are the dice of one name in one cell of a source.
type strand struct {
	source      Source
	order, cell int
}

func (s *strand) of() Cell { return s.source.Cells[s.cell] }

// count adds up the dice of one name. Dice whose sides differ from those of the first die don't count.
func count(die string, strands []*strand) (dicecount.Counted, error) {
	out := dicecount.Counted{Die: die}
	slices.SortStableFunc(strands, func(a, b *strand) int { return cmp.Compare(a.of().First, b.of().First) })
	out.Sides = strands[0].of().Sides
	other := slices.ContainsFunc(strands, func(s *strand) bool { return !slices.Equal(s.of().Sides, out.Sides) })
	if other {
		sides, err := firstSides(strands)
		if err != nil {
			return out, err
		}
		out.Sides, out.Mixed = sides, true
	}
	out.Shown = make([]int, len(out.Sides))
	var same []*strand
	for _, s := range strands {
		c := s.of()
		out.Rolls += c.N()
		if !slices.Equal(c.Sides, out.Sides) {
			continue
		}
		same = append(same, s)
		for i, n := range c.Shown {
			out.Shown[i] += n
		}
		out.Read, out.Confirmed, out.Typed = out.Read+c.Read, out.Confirmed+c.Confirmed, out.Typed+c.Typed
	}
	out.First = func(n int) ([]int, error) { return firstOf(same, len(out.Sides), n) }
	return out, nil
}

// firstSides are the sides of the die that fell first.
func firstSides(strands []*strand) ([]Side, error) {
	var sides []Side
	err := inOrder(knots(strands)[0], func(s *strand, _ int) bool {
		sides = s.of().Sides
		return false
	})
	return sides, err
}

// knots groups strands whose times overlap, the earliest group first. The strands must be sorted by their first time.
func knots(strands []*strand) [][]*strand {
	var out [][]*strand
	var last int64
	for i, s := range strands {
		if i == 0 || s.of().First > last {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], s)
		last = max(last, s.of().Last)
		if i == 0 {
			last = s.of().Last
		}
	}
	return out
}

// firstOf counts what the first n dice showed.
func firstOf(strands []*strand, sides, n int) ([]int, error) {
	shown := make([]int, sides)
	for _, knot := range knots(strands) {
		dice := 0
		for _, s := range knot {
			dice += s.of().N()
		}
		if dice <= n {
			for _, s := range knot {
				for i, k := range s.of().Shown {
					shown[i] += k
				}
			}
			n -= dice
			continue
		}
		err := inOrder(knot, func(_ *strand, shows int) bool {
			if n > 0 {
				shown[shows]++
			}
			n--
			return n > 0
		})
		return shown, err
	}
	return shown, nil
}

// inOrder calls each with the dice of some strands in the order in which they fell, until it returns false.
func inOrder(strands []*strand, each func(s *strand, shows int) bool) error {
	type die struct {
		at    int64
		shows int
		s     *strand
	}
	strands = slices.Clone(strands)
	slices.SortStableFunc(strands, func(a, b *strand) int { return cmp.Compare(a.order, b.order) })
	var dice []die
	for len(strands) > 0 { // all strands of a source are merged at once, so that dice that fell at the same time keep their order
		n := 1
		for n < len(strands) && strands[n].order == strands[0].order {
			n++
		}
		of := map[int]*strand{}
		for _, s := range strands[:n] {
			of[s.cell] = s
		}
		rolled, err := strands[0].source.Rolled()
		if err != nil {
			return err
		}
		err = strands[0].source.unpack(rolled, func(f fallen) {
			if s := of[f.cell]; s != nil {
				dice = append(dice, die{f.at, f.shows, s})
			}
		})
		if err != nil {
			return err
		}
		strands = strands[n:]
	}
	slices.SortStableFunc(dice, func(a, b die) int { return cmp.Compare(a.at, b.at) })
	for _, d := range dice {
		if !each(d.s, d.shows) {
			return nil
		}
	}
	return nil
}

// Rows are the statistics as a table with a head and a line for each face. cell makes a name safe for a spreadsheet.
func (st Statistics) Rows(cell func(string) string) [][]string { return dicecount.Rows(st.Dice, cell) }
