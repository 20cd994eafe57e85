package engine

// Kind says what sort of answer a question wants. There are no others than these five: each has one widget, one
// validator and one bot.
type Kind string

// The kinds of question.
const (
	// KindRoll: roll exactly these dice, or any dice, for one purpose.
	KindRoll Kind = "roll"
	// KindPick: choose some of these options.
	KindPick Kind = "pick"
	// KindAllot: spread points over rows.
	KindAllot Kind = "allot"
	// KindArrange: put all of these in order.
	KindArrange Kind = "arrange"
	// KindDeclare: yes or no, or one named alternative.
	KindDeclare Kind = "declare"
)

// Option is something that can be chosen.
type Option struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Weight is what the option counts against a Pick's limit (health), 0 or more.
	Weight int `json:"weight,omitempty"`
	// Die is the id of the die that the option is about, for a screen that shows dice.
	Die string `json:"die,omitempty"`
	// On are the things on the board that the option stands for, by the ids that the state gives them. A screen
	// lights them, and a tap there chooses the option. If it is empty, the option stands for its Die, if it has one.
	On []string `json:"on,omitempty"`
	// Note tells people what the choice costs and what it leaves.
	Note string `json:"note,omitempty"`
	// Icon is what a screen may draw beside the text, if the ID doesn't say it: an action, an element.
	Icon string `json:"icon,omitempty"`
}

// Roll asks for dice. If Dice is given, it wants exactly these. Otherwise it wants Min to Max dice of Shapes.
type Roll struct {
	// Purpose is the rulebook's word for the roll ("melee", "count").
	Purpose string `json:"purpose"`
	// Dice are the dice to roll, with their faces: what a camera is to expect.
	Dice []Die `json:"dice,omitempty"`
	// Min and Max bound how many dice are thrown if Dice is empty.
	Min int `json:"min,omitempty"`
	Max int `json:"max,omitempty"`
	// Shapes are the shapes allowed if Dice is empty; no shapes means that all are allowed.
	Shapes []string `json:"shapes,omitempty"`
	// Exactly says how many dice of each shape are thrown if Dice is empty; if it is empty too, that is left open.
	// Two d10 can stand for one d100.
	Exactly []Amount `json:"exactly,omitempty"`
	// Unread allows dice that nobody has read yet. The rulebook then asks about them.
	Unread bool `json:"unread,omitempty"`
	// Else are things that may be declared instead of rolling ("finish").
	Else []Option `json:"else,omitempty"`
	// Lying is what the dice that are to be rolled again show now. It is meant for a screen.
	Lying []Thrown `json:"lying,omitempty"`
	// Worth is how much each face of each of Dice adds to what the question Counts, before any rule changes that. A
	// screen makes a running sum of it. A die without faces of its own has one number for each value from 0 on.
	Worth [][]int `json:"worth,omitempty"`
}

// Amount is how many dice there are of a shape.
type Amount struct {
	Shape string `json:"shape"`
	N     int    `json:"n"`
}

// Pick asks for Min to Max of the options.
type Pick struct {
	Options []Option `json:"options"`
	Min     int      `json:"min"`
	Max     int      `json:"max"`
	// Limit is the greatest sum of weights allowed; nil for none.
	Limit *int `json:"limit,omitempty"`
	// Most: the sum of weights must be the greatest that is possible within Limit ("as much as possible but never
	// more"). It needs a Limit.
	Most bool `json:"most,omitempty"`
	// Parts says that the options are divided into parts, and that this answer is the first part.
	Parts *Parts `json:"parts,omitempty"`
}

// Parts says what the options that aren't chosen must still allow, so that a screen can keep to it from the start.
// The rules look at a division only when it is whole. If it isn't allowed, they ask again. So an answer that leaves
// too much is legal here, and Parts is no part of the question's ID.
type Parts struct {
	// More is how many further parts (1 or 2) are made of what is left. Each may be at most the Pick's Limit.
	More int `json:"more"`
	// Of are the options of which each part needs at least one.
	Of []string `json:"of"`
	// Text says it for people.
	Text string `json:"text"`
}

// Row is one line that points can be put on, Min to Max of them.
type Row struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Min  int    `json:"min,omitempty"`
	Max  int    `json:"max"`
	// On are the things on the board that the row stands for, like an Option's.
	On []string `json:"on,omitempty"`
}

// Allot asks to spread Points over Rows.
type Allot struct {
	Points int   `json:"points"`
	Rows   []Row `json:"rows"`
	// Some: points may be left over. Otherwise all must be spent.
	Some bool `json:"some,omitempty"`
}

// Arrange asks to put all Items in order, first to last.
type Arrange struct {
	Items []Option `json:"items"`
}

// Declare asks for one of Options.
type Declare struct {
	Options []Option `json:"options"`
}

// Question is one thing that the rules ask of somebody.
type Question struct {
	// ID is a digest of Key, kind, seats and options. It is unique within a game: a second press
	// of the same button can't answer the next question.
	ID string `json:"id"`
	// Key names the moment in the game ("roll 4"); the engine adds "#2" when a rulebook uses a key again.
	Key string `json:"key"`
	// Seats may answer; one answer is enough. If it is empty, Everyone answers, without a seat.
	Seats []Seat `json:"seats,omitempty"`
	// Text is the question for people. Aside stands beside it: only the seats that are asked ever read it.
	Text  string `json:"text"`
	Aside string `json:"aside,omitempty"`
	// Rule is the id of the rule item that asks. Cite says where that stands in the rulebook.
	Rule string `json:"rule,omitempty"`
	Cite string `json:"cite,omitempty"`
	// About are the things on the board that the question is about, like an Option's On. Counts says what weights,
	// points and dice count here, in the plural ("damage", "health"). Part names the part of the game in which it is
	// asked, the widest first ("Turn 3, Ann", "First march"). These three are no part of the ID.
	About  []string `json:"about,omitempty"`
	Counts string   `json:"counts,omitempty"`
	Part   []string `json:"part,omitempty"`
	// Secret: until all questions asked at the same time are answered, only the seats that are asked see the
	// question.
	Secret bool `json:"secret,omitempty"`
	// Hold: others don't see the answer even then, until the rules call Reveal. It is no part of the ID.
	Hold bool `json:"hold,omitempty"`
	Kind Kind `json:"kind"`
	// Exactly the one that Kind names is set.
	Roll    *Roll    `json:"roll,omitempty"`
	Pick    *Pick    `json:"pick,omitempty"`
	Allot   *Allot   `json:"allot,omitempty"`
	Arrange *Arrange `json:"arrange,omitempty"`
	Declare *Declare `json:"declare,omitempty"`
	// Ways are answers to this question together with those that follow. They are no part of the ID.
	Ways []Way `json:"ways,omitempty"`
	// Before is the answer that was given before an amendment changed the question. It is shown and doesn't count.
	Before *Answer `json:"before,omitempty"`
	// Kept are dice that were rolled for this question before it changed. They stay as they lie: only the others are
	// thrown.
	Kept []Thrown `json:"kept,omitempty"`
}

// Answer is what somebody answers. Which field counts depends on the
// question's kind.
type Answer struct {
	// To is the question's ID.
	To string `json:"to"`
	// Seat answers. If several seats may, the answer counts for this one.
	Seat Seat `json:"seat,omitempty"`
	// Dice answer a Roll.
	Dice []Thrown `json:"dice,omitempty"`
	// Chosen holds the ids of options: a Pick's in any order, an Arrange's first to last, a
	// Declare's one, and a Roll's one of Else.
	Chosen []string `json:"chosen,omitempty"`
	// Points answer an Allot: one number for each row, in the order of the rows.
	Points []int `json:"points,omitempty"`
	// By says who or what gave the answer ("camera", "Ann's phone"), for the record. No rule reads it.
	By string `json:"by,omitempty"`
}
