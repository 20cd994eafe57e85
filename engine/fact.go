package engine

// FactKind says what sort of thing a fact is.
type FactKind string

// The kinds of fact.
const (
	// FactEvent: something happened.
	FactEvent FactKind = "event"
	// FactResult: a number with its sum, line by line.
	FactResult FactKind = "result"
	// FactSelf: a question had one legal answer and answered itself.
	FactSelf FactKind = "self"
	// FactDoubt: something is not known, and what that leaves incomplete.
	FactDoubt FactKind = "doubt"
)

// Fact is something that the rules tell the table.
type Fact struct {
	Kind FactKind `json:"kind"`
	// Seat is whom it is about.
	Seat Seat `json:"seat,omitempty"`
	// Only lists who may know it; empty means all.
	Only []Seat `json:"only,omitempty"`
	// Rule is the id of the rule item behind it, Cite where it stands in the rulebook.
	Rule string `json:"rule,omitempty"`
	Cite string `json:"cite,omitempty"`
	// Text is a sentence for people ("Ann: 14 = 6 + 5 + 3 (three d6)").
	Text string `json:"text"`
	// Value is the number that a result is about; nil where there is none.
	Value *int `json:"value,omitempty"`
	// Lines explain the number, in the order in which it came about.
	Lines []Line `json:"lines,omitempty"`
	// Sum is the whole in one line, as players say it; nil where there is none.
	Sum *Sum `json:"sum,omitempty"`
}

// Sum is a result in one line: "7 melee − 4 saves = 3 damage".
type Sum struct {
	Terms []Term `json:"terms"`
	// Makes is what comes of them.
	Makes Term `json:"makes"`
}

// Term is a number of a Sum.
type Term struct {
	// Op joins it to what stands before it ("−", "against"); empty for the first.
	Op string `json:"op,omitempty"`
	// N is the number, Of what it is a number of ("saves"). Where N is nil, Of says all ("no damage").
	N  *int   `json:"n,omitempty"`
	Of string `json:"of"`
}

// Many is a term of n things; one of them is called one, several are called more.
func Many(op string, n int, one, more string) Term {
	if n == 1 {
		more = one
	}
	return Term{Op: op, N: &n, Of: more}
}

// Line is one step of a sum: what it did, by how much, why, and where that
// stands.
type Line struct {
	Rule string `json:"rule,omitempty"`
	Cite string `json:"cite,omitempty"`
	Text string `json:"text"`
	// Before and After are the number around the step; nil where it changes none.
	Before *int `json:"before,omitempty"`
	After  *int `json:"after,omitempty"`
	// Dice are the ids of the dice that it is about.
	Dice []string `json:"dice,omitempty"`
}

// Outcome is how a game ended.
type Outcome struct {
	// Winners is empty where nobody won (a draw, a count).
	Winners []Seat `json:"winners,omitempty"`
	Text    string `json:"text"`
}
