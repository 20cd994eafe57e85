package holdback_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/holdback"
)

var begin = time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)

func at(seconds float64) time.Time { return begin.Add(time.Duration(seconds * float64(time.Second))) }

func items(as ...string) []holdback.Item {
	var out []holdback.Item
	for i, a := range as {
		if a != "" {
			out = append(out, holdback.Item{Key: i + 1, As: a, At: begin})
		}
	}
	return out
}

const hold = 5 * time.Second

func TestAStateIsShownWhenItHasStoodForAWhile(t *testing.T) {
	var l holdback.Line[string]
	l.Add(at(0), "count", nil, "nothing")
	require.Equal(t, "nothing", l.Shown(at(0), hold).Value)
	l.Add(at(10), "count", items("7"), "seven")
	got := l.Shown(at(14.9), hold)
	require.Equal(t, "nothing", got.Value)
	require.True(t, got.Held)
	require.Equal(t, at(15), got.Next)
	require.Equal(t, "seven", l.Shown(at(15), hold).Value)
	require.Equal(t, "seven", l.Shown(at(10), 0).Value, "without holding back it is there at once")
	require.False(t, l.Shown(at(15), hold).Held)
}

func TestAMisreadThatWasCorrectedIsNeverShown(t *testing.T) {
	var l holdback.Line[string]
	l.Add(at(0), "count", nil, "nothing")
	l.Add(at(1), "count", items("7"), "seven")
	l.Add(at(3), "count", items("9"), "nine")
	require.Equal(t, "nothing", l.Shown(at(5.9), hold).Value)
	require.Equal(t, "nine", l.Shown(at(6), hold).Value, "what is right comes when the misread would have")
	// One that is on the air already is corrected at once.
	l.Add(at(20), "count", items("8"), "eight")
	require.Equal(t, "eight", l.Shown(at(20), hold).Value)
}

func TestACorrectionDoesNotBringALaterRollForward(t *testing.T) {
	var l holdback.Line[string]
	l.Add(at(0), "count", items("7"), "seven")
	l.Add(at(3), "count", items("7", "2"), "seven and two")
	l.Add(at(4), "count", items("6", "2"), "six and two")
	require.Zero(t, l.Shown(at(7.9), hold).Serial, "the first was wrong, the second is too young")
	require.Equal(t, "six and two", l.Shown(at(8), hold).Value)
}

func TestWhatIsTakenBackIsNeverShown(t *testing.T) {
	var l holdback.Line[string]
	l.Add(at(0), "game", items("a"), "a")
	l.Add(at(10), "game", items("a", "b"), "b")
	l.Add(at(12), "game", items("a"), "a again")
	for s := 12.0; s < 30; s++ {
		require.NotEqual(t, "b", l.Shown(at(s), hold).Value)
	}
	// If an item drops out at the old end of the list, it wasn't taken back.
	l.Add(at(40), "game", []holdback.Item{{Key: 5, As: "e"}}, "e")
	require.Equal(t, "a again", l.Shown(at(41), hold).Value)
}

func TestAnotherSubjectContradictsNothing(t *testing.T) {
	var l holdback.Line[string]
	l.Add(at(0), "game 1", items("a"), "a")
	l.Add(at(6), "game 2", items("b"), "b")
	require.Equal(t, "a", l.Shown(at(6), hold).Value)
}

func TestAProgramThatBeginsKnowsHowOldThingsAre(t *testing.T) {
	var l holdback.Line[string]
	l.Add(at(100), "count", items("7"), "seven") // written down at 0
	require.Equal(t, "seven", l.Shown(at(100), hold).Value)
	var young holdback.Line[string]
	young.Add(at(2), "count", items("7"), "seven")
	require.Zero(t, young.Shown(at(4.9), hold).Serial)
	require.Equal(t, "seven", young.Shown(at(5), hold).Value)
}

// In any case, what is shown has stood for the whole time and was right until then. Nothing that is due is held back
// for ever.
func TestAnythingShownHasStood(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		var l holdback.Line[[]string]
		var now []string
		history := map[string]float64{} // when "key as" was first told
		from := map[int]float64{}
		shownWrong := func(state []string, s float64) {
			for i, as := range state {
				key := fmt.Sprint(i, as)
				require.Contains(t, history, key)
				require.GreaterOrEqual(t, s+1e-9, from[i]+hold.Seconds(), "shown too soon")
			}
		}
		corrected := map[string]float64{}
		s := 0.0
		for range 60 {
			s += rng.Float64() * 3
			switch k := rng.IntN(3); {
			case k == 0 && len(now) > 0:
				i := rng.IntN(len(now))
				corrected[fmt.Sprint(i, now[i])] = s
				now = append([]string{}, now...)
				now[i] += "'"
			case k == 1:
				now = append(append([]string{}, now...), fmt.Sprint("r", len(now)))
				from[len(now)-1] = s
			}
			for i, as := range now {
				if _, ok := history[fmt.Sprint(i, as)]; !ok {
					history[fmt.Sprint(i, as)] = s
				}
			}
			told := items(now...)
			for i := range told {
				told[i].At = at(from[i])
			}
			l.Add(at(s), "count", told, now)
			got := l.Shown(at(s), hold)
			if got.Serial == 0 {
				continue
			}
			shownWrong(got.Value, s)
			for i, as := range got.Value {
				_, wrong := corrected[fmt.Sprint(i, as)]
				require.False(t, wrong, "a misread that is known is on the air")
			}
		}
		require.Equal(t, now, l.Shown(at(s+5), hold).Value)
	}
}
