package tally

// Rule is one thing that the count does. Facts and questions cite its id.
type Rule struct {
	ID   string
	Text string
}

// The ids of the rules.
const (
	ruleRoll     = "tally.roll"
	ruleRead     = "tally.read"
	ruleLeft     = "tally.left-out"
	ruleSum      = "tally.sum"
	ruleFaces    = "tally.faces"
	rulePool     = "tally.pool"
	ruleDouble   = "tally.double"
	ruleKeep     = "tally.keep"
	ruleAgain    = "tally.again"
	ruleColor    = "tally.color"
	ruleModifier = "tally.modifier"
	ruleNumber   = "tally.no-number"
	ruleTotal    = "tally.total"
	ruleSkip     = "tally.skip"
	ruleEnd      = "tally.end"
	ruleHundred  = "tally.d100"
	ruleTenth    = "tally.tenth"
	ruleBurst    = "tally.further"
	ruleThen     = "tally.then"
	ruleMiss     = "tally.miss"
	ruleUse      = "tally.use"
)

// Rules lists them all.
func Rules() []Rule {
	return []Rule{
		{ruleRoll, "A player throws dice; what lies up counts."},
		{ruleRead, "A die that nobody has read has no value: the total waits until somebody says what it shows."},
		{ruleLeft, "A die that is left out counts for nothing."},
		{ruleSum, "The values of all dice are added."},
		{ruleFaces, "Equal faces of equal dice are counted."},
		{rulePool, "A die that reaches the threshold is a success."},
		{ruleDouble, "A die showing the double value is two successes."},
		{ruleKeep, "Only the highest or lowest dice count."},
		{ruleAgain, "Dice are rolled again, each once."},
		{ruleColor, "The dice of each colour are counted for themselves, then added up."},
		{ruleModifier, "A fixed number is added to the result."},
		{ruleNumber, "A face without a number has no part in a sum."},
		{ruleTotal, "Results are added to the player's total."},
		{ruleSkip, "A roll is skipped: nothing is counted."},
		{ruleHundred, "A die with tens and another ten-sided die are one d100; 00 and 0 are 100."},
		{ruleTenth, "A die with tens alone counts as a d10 where somebody says so."},
		{ruleBurst, "A face that says so brings a further die, which counts too."},
		{ruleThen, "The dice that succeeded are rolled again; what they show then counts."},
		{ruleMiss, "Each die of a face that says so takes a success away."},
		{ruleUse, "The dice of another preset are thrown from now on."},
		{ruleEnd, "The count ends when it is ended or all rounds are played."},
	}
}
