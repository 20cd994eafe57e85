package engine

// FactKind says what sort of thing a fact is.
type FactKind string

// The kinds of fact.
const (
	// FactEvent: something happened.
	FactEvent FactKind = "event"
	// FactResult: a number with its sum, line by line.
	FactResult FactKind = "result"
	// FactSelf: a question had only one legal answer, so the engine answered it.
	FactSelf FactKind = "self"
	// FactDoubt: something is not known; the fact says what that leaves incomplete.
	FactDoubt FactKind = "doubt"
)

// Fact is something that the rules tell the table.
type Fact struct {
	Kind FactKind `json:"kind"`
	// Seat is the seat that the fact is about.
	Seat Seat `json:"seat,omitempty"`
	// Only lists the seats that may know it; empty means all.
	Only []Seat `json:"only,omitempty"`
	// Rule is the id of the rule item behind it. Cite says where that stands in the rulebook.
	Rule string `json:"rule,omitempty"`
	Cite string `json:"cite,omitempty"`
	// Text is a sentence for people ("Ann: 14 = 6 + 5 + 3 (three d6)").
	Text string `json:"text"`
	// Value is the number of a result; nil for facts without one.
	Value *int `json:"value,omitempty"`
	// Lines explain the number step by step, in order.
	Lines []Line `json:"lines,omitempty"`
	// Sum is the whole result in one line, as players say it; nil if there is none.
	Sum *Sum `json:"sum,omitempty"`
}

// Sum is a result in one line: "7 melee − 4 saves = 3 damage".
type Sum struct {
	Terms []Term `json:"terms"`
	// Makes is the result of the terms.
	Makes Term `json:"makes"`
}

// Term is a number of a Sum.
type Term struct {
	// Op joins the term to the one before it ("−", "against"); empty for the first.
	Op string `json:"op,omitempty"`
	// N is the number and Of says what is counted ("saves"). If N is nil, Of says all ("no damage").
	N  *int   `json:"n,omitempty"`
	Of string `json:"of"`
}

// Many is a term of n things. The word is one if n is 1, and more otherwise.
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
	// Before and After are the number before and after the step; nil if the step changes no number.
	Before *int `json:"before,omitempty"`
	After  *int `json:"after,omitempty"`
	// Dice are the ids of the dice that the step is about.
	Dice []string `json:"dice,omitempty"`
}

// Outcome is how a game ended.
type Outcome struct {
	// Winners is empty where nobody won (a draw, a count).
	Winners []Seat `json:"winners,omitempty"`
	Text    string `json:"text"`
}
