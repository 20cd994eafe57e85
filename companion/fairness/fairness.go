package fairness

import "fmt"

const (
	// Level is the probability that a fair die is called uneven, over all looks together.
	Level = 0.01
	// Power is the probability that the first look finds a die uneven of which one face is half again as likely as it should be.
	Power = 0.8
	// Excess is how much likelier that face is than it should be, as a share.
	Excess = 0.5
)

// Judgement is what can be said of a die.
type Judgement string

// What can be said of a die.
const (
	TooFew  Judgement = "too few rolls"
	Nothing Judgement = "nothing speaks against it"
	Uneven  Judgement = "uneven"
)

// Verdict is what a die's rolls say.
type Verdict struct {
	Judgement Judgement `json:"judgement"`
	// Rolls is how many there are, Needed how many the first look takes.
	Rolls  int `json:"rolls"`
	Needed int `json:"needed"`
	// Tested is how many rolls, from the first, the last look took; 0 if there was no look yet.
	Tested int `json:"tested"`
	// ChiSquared is the statistic of that look, Freedom its degrees of freedom. P is how often a fair die is as far off or farther. Limit is the P
	// below which this look calls the die uneven.
	ChiSquared float64 `json:"chi_squared"`
	Freedom    int     `json:"freedom"`
	P          float64 `json:"p"`
	Limit      float64 `json:"limit"`
	// Text says it in a sentence.
	Text string `json:"text"`
}

// Judge says what rolls say of a die. shares is on how many of its sides each thing is. first says how often the first n rolls showed each of these; it
// is called only for looks. dice is how many dice are judged together: one in so many stands out by chance alone, so each look is stricter by that
// factor.
func Judge(shares []int, rolls, dice int, first func(n int) ([]int, error)) (Verdict, error) {
	sides := 0
	for _, s := range shares {
		if s < 1 {
			return Verdict{}, fmt.Errorf("a die can't show something on %d of its sides", s)
		}
		sides += s
	}
	v := Verdict{Judgement: TooFew, Rolls: rolls, Freedom: len(shares) - 1}
	if v.Freedom == 0 {
		v.Text = "All its sides show the same."
		return v, nil
	}
	level := Level / float64(max(dice, 1))
	v.Needed = needed(shares, sides, level/2)
	for look, limit := v.Needed, level/2; look <= rolls; look, limit = 2*look, limit/2 {
		counts, err := first(look)
		if err != nil {
			return v, err
		}
		v.Tested, v.Limit = look, limit
		v.ChiSquared = chiSquared(shares, counts, sides, look)
		v.P = beyond(v.ChiSquared, float64(v.Freedom))
		if v.P < limit {
			v.Judgement = Uneven
			v.Text = fmt.Sprintf("Uneven: a fair die comes out as far off once in %s samples of %d rolls.", odds(v.P), v.Tested)
			return v, nil
		}
		v.Judgement = Nothing
	}
	switch v.Judgement {
	case Nothing:
		v.Text = fmt.Sprintf("Nothing speaks against it after %d rolls: as far off as this comes out %.0f in 100 fair dice. A face that is half again as likely would be found out in %.0f of 100 such dice.", v.Tested, 100*v.P, 100*Power)
	default:
		v.Text = fmt.Sprintf("Not enough rolls yet: %d of the %d that it takes to say anything.", v.Rolls, v.Needed)
	}
	return v, nil
}

// odds writes 1/p for people.
func odds(p float64) string {
	if p < 1e-9 {
		return "a thousand million or more"
	}
	return fmt.Sprintf("%.0f", 1/p)
}

// needed finds the sample for the side whose excess is hardest to find.
func needed(shares []int, sides int, level float64) int {
	freedom := float64(len(shares) - 1)
	distance := 0.0 // what one roll adds to the noncentrality
	for _, s := range shares {
		p, more := float64(s)/float64(sides), Excess/float64(sides)
		d := more*more/p + more*more/(1-p)
		if distance == 0 || d < distance {
			distance = d
		}
	}
	limit := quantile(level, freedom)
	least, most := 0.0, 1.0
	for beyondShifted(limit, freedom, most) < Power {
		most *= 2
	}
	for range 60 {
		if middle := (least + most) / 2; beyondShifted(limit, freedom, middle) < Power {
			least = middle
		} else {
			most = middle
		}
	}
	return int(most/distance) + 1
}

// chiSquared is Pearson's statistic.
func chiSquared(shares, counts []int, sides, rolls int) float64 {
	sum := 0.0
	for i, n := range counts {
		expected := float64(rolls) * float64(shares[i]) / float64(sides)
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	return sum
}
