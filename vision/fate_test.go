package vision

import (
	"testing"

	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

// fateSeen is a d6 that looks like that class of a Fate die, with probability p.
func fateSeen(class int, p float32, marks ...Mark) Sighting {
	d := Sighting{Found: .9, Shapes: []ShapeScore{{D6, .95}}, Marks: append(marks, Mark{Kind: MarkUnknown, P: 1}), Fate: make([]float32, networks.FateClasses)}
	d.Fate[class], d.Fate[networks.NoFate] = p, 1-p
	return d
}

func saysOf(readings []Reading) []string {
	var out []string
	for _, r := range readings {
		says := "?"
		switch {
		case r.Accepted && r.Icon != nil:
			says = *r.Icon
		case r.Accepted && r.Value != nil:
			says = "number"
		case r.Die != nil && *r.Die == FateDie:
			says = "a Fate die?"
		}
		out = append(out, says)
	}
	return out
}

func TestAFateFaceIsBelievedOnlyWhereNothingSpeaksAgainstIt(t *testing.T) {
	plus, minus, blank := fateSeen(networks.FatePlus, .99), fateSeen(networks.FateMinus, .99), fateSeen(networks.FateBlank, .99)
	doubtful := fateSeen(networks.FateMinus, .8)
	leaning := plus
	leaning.Doubts = []string{Cocked}
	one := Sighting{Found: .9, Shapes: []ShapeScore{{D6, .95}}, Marks: []Mark{{MarkPips, 1, 1}}}
	five := Sighting{Found: .9, Shapes: []ShapeScore{{D6, .95}}, Marks: []Mark{{MarkPips, 5, 1}}}
	bar := fateSeen(networks.FateMinus, .99)
	bar.Marks = []Mark{{MarkNumeral, 1, 1}}
	d8 := plus
	d8.Shapes = []ShapeScore{{D8, .95}}
	fate, any, both, d6 := Waits{Fate: true}, Waits{}, Waits{Fate: true, D6: true}, Waits{D6: true}
	for _, c := range []struct {
		name  string
		waits Waits
		dice  []Sighting
		says  []string
	}{
		{"waited for", fate, []Sighting{plus, minus, blank, doubtful}, []string{"plus", "minus", "blank", "a Fate die?"}},
		{"waited for, and what looks like a one is asked about", fate, []Sighting{one, bar, five, leaning}, []string{"a Fate die?", "a Fate die?", "number", "a Fate die?"}},
		{"waited for, and another solid is none", fate, []Sighting{minus, d8}, []string{"minus", "?"}},
		{"beside d6 only a plus tells", both, []Sighting{plus, minus, blank}, []string{"plus", "a Fate die?", "a Fate die?"}},
		{"beside d6 a one is asked about", both, []Sighting{one, five}, []string{"a Fate die?", "number"}},
		{"where d6 are waited for none is one", d6, []Sighting{plus, plus, minus, blank}, []string{"?", "?", "?", "?"}},
		{"all of them say so themselves", any, []Sighting{plus, minus, blank}, []string{"plus", "minus", "blank"}},
		{"too few to say so", any, []Sighting{plus, minus}, []string{"?", "?"}},
		{"without a plus", any, []Sighting{minus, minus, blank, blank}, []string{"?", "?", "?", "?"}},
		{"one of them is doubtful", any, []Sighting{plus, minus, blank, doubtful}, []string{"?", "?", "?", "?"}},
		{"one of them is a five", any, []Sighting{plus, minus, blank, five}, []string{"?", "?", "?", "number"}},
		{"one of them is a bar that counts as a one", any, []Sighting{plus, minus, blank, bar}, []string{"?", "?", "?", "number"}},
	} {
		s := Scene{Sightings: c.dice}
		require.Equal(t, c.says, saysOf(ReadFate(s, ReadNumbers(s), c.waits)), c.name)
	}
}

func TestFacesOfAFateDieAreOfferedWhereADieLooksLikeOne(t *testing.T) {
	s := Scene{Sightings: []Sighting{fateSeen(networks.FateMinus, .9)}}
	r := Read(s)[0]
	require.Nil(t, r.Die)
	require.Equal(t, "minus", *r.Alternatives[0].Icon)
	require.Equal(t, FateDie, *r.Alternatives[0].Die)
	require.Equal(t, 2, *r.Alternatives[0].Face)
	require.Empty(t, ReadFate(s, ReadNumbers(s), Waits{D6: true})[0].Alternatives, "d6 are waited for")
}
