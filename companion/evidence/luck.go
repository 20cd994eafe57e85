package evidence

import "astragal/engine"

// Luck is what the dice of a roll counted, and what fair dice would have counted: Fair is the mean and Spread the variance.
type Luck struct{ Got, Fair, Spread float64 }

// LuckOf compares the dice of a roll with fair ones, by what each of their faces is worth in it. It leaves out a die that shows nothing known.
func LuckOf(roll *engine.Roll, thrown []engine.Thrown) Luck {
	shown := map[string]engine.Thrown{}
	for _, t := range thrown {
		shown[t.ID] = t
	}
	var l Luck
	for i, d := range roll.Dice {
		t, is := shown[d.ID]
		if !is || i >= len(roll.Worth) {
			continue
		}
		at, worth := t.Face, roll.Worth[i]
		if len(d.Faces) == 0 {
			at = t.Value
			worth = worth[min(1, len(worth)):] // a die without faces of its own never shows 0
		}
		if at == nil || *at < 0 || *at >= len(roll.Worth[i]) {
			continue
		}
		sum, squares := 0.0, 0.0
		for _, w := range worth {
			sum, squares = sum+float64(w), squares+float64(w*w)
		}
		mean := sum / float64(len(worth))
		l.Got += float64(roll.Worth[i][*at])
		l.Fair += mean
		l.Spread += squares/float64(len(worth)) - mean*mean
	}
	return l
}
