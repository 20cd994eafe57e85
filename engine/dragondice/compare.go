package dragondice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// Comparison is one roll counted by every edition that knows its dice.
type Comparison struct {
	Roll     string     `json:"roll"`
	Editions []Compared `json:"editions"`
	// Rows show what made the numbers: one row for each rule, with its change in each edition.
	Rows []CompareRow `json:"rows"`
	// Why says in sentences where the editions differ.
	Why []string `json:"why"`
}

// Compared is the roll under one edition.
type Compared struct {
	Edition string `json:"edition"`
	Title   string `json:"title"`
	// Unknown lists what the edition has no rules for, each with the reason. If there is any, the edition counts
	// nothing.
	Unknown []string `json:"unknown"`
	// Asks is the question that waits for an answer; nil once the roll is counted.
	Asks *engine.Question `json:"asks,omitempty"`
	// Result is the whole in words. Facts are what was told, with the lines of each sum.
	Result string        `json:"result"`
	Facts  []engine.Fact `json:"facts"`
}

// Counted reports whether the edition came to a result.
func (c Compared) Counted() bool { return c.Result != "" }

// CompareRow is what one rule did to the number in each edition that counted the roll.
type CompareRow struct {
	Rule string `json:"rule"`
	Name string `json:"name"`
	// Cells are in the order of the editions. A cell is empty if its edition counted nothing.
	Cells []CompareCell `json:"cells"`
	// Differs: the editions that counted the roll don't all have the same change.
	Differs bool `json:"differs"`
}

// CompareCell is what a rule did in one edition.
type CompareCell struct {
	// By is the change. Lines explain it.
	By    int           `json:"by"`
	Lines []engine.Line `json:"lines"`
}

// Answers returns answers to a question that an edition asks, the best first. Answers that are not legal are skipped.
type Answers func(edition string, q engine.Question) []engine.Answer

// Compare counts a roll under every edition. The header is that of the roll where it was counted. Thrown are the faces
// of its dice, in their order. Compare returns an error if the header isn't that of a single roll, or if an edition
// refuses the faces.
func Compare(h engine.Header, thrown []engine.Thrown, answers Answers) (Comparison, error) {
	s, err := ReadSettings(h)
	if err != nil {
		return Comparison{}, err
	}
	if s.Count == nil {
		return Comparison{}, fmt.Errorf("compare: the game is no single roll")
	}
	out := Comparison{Roll: s.Count.Roll, Editions: []Compared{}, Rows: []CompareRow{}, Why: []string{}}
	for _, e := range Editions() {
		one, err := e.compared(h, s, thrown, answers)
		if err != nil {
			return Comparison{}, fmt.Errorf("compare: by %s: %w", e.Title, err)
		}
		out.Editions = append(out.Editions, one)
	}
	out.tabulate()
	return out, nil
}

// compared counts the roll under one edition.
func (e Edition) compared(h engine.Header, s Settings, thrown []engine.Thrown, answers Answers) (Compared, error) {
	out := Compared{Edition: e.ID, Title: e.Title, Unknown: []string{}, Facts: []engine.Fact{}}
	count := *s.Count
	for i := range s.Kinds {
		if why := e.WhyNot(&s.Kinds[i]); why != "" {
			out.Unknown = append(out.Unknown, fmt.Sprintf("%s: %s", s.Kinds[i].Name, why))
		}
	}
	count.Spells = slices.Clone(count.Spells)
	for i, word := range count.Spells {
		id, ok := e.likeSpell(word)
		if count.Spells[i] = id; !ok {
			out.Unknown = append(out.Unknown, fmt.Sprintf("the spell %s: it has none of that name", strings.ReplaceAll(word, "_", " ")))
		}
	}
	if (count.Roll == "charge" || count.Against == "charge") && !e.charges() {
		out.Unknown = append(out.Unknown, "charge: it has no such attack")
	}
	if len(out.Unknown) > 0 {
		return out, nil
	}
	s.Count = &count
	raw, err := json.Marshal(s)
	if err != nil {
		return out, err
	}
	h.Rulebook, h.Revision, h.Settings = e.ID, e.Revision, raw
	book, err := Open(h)
	if err != nil {
		return out, err
	}
	game, err := engine.New(book)
	if err != nil {
		return out, err
	}
	defer game.Stop()
	err = out.play(game, thrown, answers)
	return out, err
}

// play answers what the edition asks. The first answer is the throw.
func (c *Compared) play(game *engine.Game, thrown []engine.Thrown, answers Answers) error {
	for first := true; game.Outcome() == nil; first = false {
		open := game.Pending()
		if len(open) == 0 {
			return game.Err()
		}
		q := open[0]
		var tries []engine.Answer
		if first {
			tries = []engine.Answer{{Dice: thrown}}
		} else if answers != nil {
			tries = answers(c.Edition, q)
		}
		taken := false
		for _, a := range tries {
			a.To = q.ID
			if a.Seat == 0 && len(q.Seats) > 0 {
				a.Seat = q.Seats[0]
			}
			err := game.Answer(a)
			if taken = err == nil; taken {
				break
			}
			if first {
				return err
			}
		}
		if !taken {
			c.Asks = &q
			return nil
		}
	}
	c.Result = game.Outcome().Text
	c.Facts = game.Facts()
	return nil
}

// charges reports whether the edition has charges.
func (e Edition) charges() bool {
	return slices.ContainsFunc(e.Actions, func(a Action) bool { return a.ID == "step/charge" })
}

// likeSpell returns this edition's word for a spell that another edition wrote. It keeps the number of castings. It
// returns false if the edition has no spell of that name.
func (e Edition) likeSpell(word string) (string, bool) {
	id, number, many := strings.Cut(word, " ")
	for _, s := range e.Spells {
		if alike(s.ID) == alike("spell/"+id) {
			id = strings.TrimPrefix(s.ID, "spell/")
			if many {
				id += " " + number
			}
			return id, true
		}
	}
	return word, false
}

// alike returns an id without the signs that editions write differently.
func alike(id string) string { return strings.NewReplacer("_", "", "-", "").Replace(id) }

// tabulate makes a row for each rule that changed a number.
func (c *Comparison) tabulate() {
	at := map[string]int{}
	for i, e := range c.Editions {
		for _, f := range e.Facts {
			if f.Kind != engine.FactResult {
				continue
			}
			for _, l := range f.Lines {
				if l.Before == nil || l.After == nil {
					continue
				}
				key := alike(l.Rule)
				n, met := at[key]
				if !met {
					n = len(c.Rows)
					at[key] = n
					c.Rows = append(c.Rows, CompareRow{Rule: l.Rule, Name: itemName(e.Edition, l.Rule), Cells: make([]CompareCell, len(c.Editions))})
					for j := range c.Rows[n].Cells {
						c.Rows[n].Cells[j].Lines = []engine.Line{}
					}
				}
				cell := &c.Rows[n].Cells[i]
				cell.By += *l.After - *l.Before
				cell.Lines = append(cell.Lines, l)
			}
		}
	}
	for i := range c.Rows {
		c.explain(&c.Rows[i])
	}
}

// explain says whether the editions differ in a row, and how.
func (c *Comparison) explain(row *CompareRow) {
	var parts []string
	for i, e := range c.Editions {
		if !e.Counted() {
			continue
		}
		cell := row.Cells[i]
		for j, other := range row.Cells {
			row.Differs = row.Differs || c.Editions[j].Counted() && other.By != cell.By
		}
		switch {
		case len(cell.Lines) == 0:
			parts = append(parts, e.Title+": nothing")
		default:
			parts = append(parts, fmt.Sprintf("%s: %+d (%s)", e.Title, cell.By, cell.Lines[len(cell.Lines)-1].Cite))
		}
	}
	if row.Differs {
		c.Why = append(c.Why, row.Name+". "+strings.Join(parts, "; ")+".")
	}
}

// itemName returns the name that an edition gives a rule item.
func itemName(edition, id string) string {
	e, err := Find(edition)
	if err == nil {
		for _, item := range e.Items() {
			if item.ID == id {
				return item.Name
			}
		}
	}
	return id
}
