package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// subsets lists every subset of options. It is for tests with few options.
func subsets(options []engine.Option) [][]string {
	all := [][]string{}
	for mask := range 1 << len(options) {
		some := []string{}
		for i, o := range options {
			if mask&(1<<i) != 0 {
				some = append(some, o.ID)
			}
		}
		all = append(all, some)
	}
	return all
}

// legalPicks lists the subsets that a Pick allows, by trying each.
func legalPicks(p engine.Pick) [][]string {
	weigh := func(chosen []string) (sum int) {
		for _, o := range p.Options {
			if slices.Contains(chosen, o.ID) {
				sum += o.Weight
			}
		}
		return sum
	}
	best, fit := -1, [][]string{}
	for _, some := range subsets(p.Options) {
		if len(some) >= p.Min && len(some) <= p.Max && (p.Limit == nil || weigh(some) <= *p.Limit) {
			fit = append(fit, some)
			best = max(best, weigh(some))
		}
	}
	if p.Most {
		fit = slices.DeleteFunc(fit, func(some []string) bool { return weigh(some) < best })
	}
	return fit
}

func TestPicksAreSolvedAsListingThemWould(t *testing.T) {
	c := chance(1)
	for range 600 {
		p := engine.Pick{Options: []engine.Option{}}
		for i := range c.IntN(7) {
			p.Options = append(p.Options, engine.Option{ID: fmt.Sprintf("o%d", i), Weight: c.IntN(5)})
		}
		p.Min = c.IntN(len(p.Options) + 1)
		p.Max = p.Min + c.IntN(3)
		if c.IntN(4) > 0 {
			limit := c.IntN(12)
			p.Limit, p.Most = &limit, c.IntN(2) == 0
		}
		legal := legalPicks(p)
		q := engine.Question{Kind: engine.KindPick, Pick: &p}
		if len(legal) == 0 {
			_, err := engine.New(stuck{q})
			require.ErrorIs(t, err, engine.ErrRules, "%+v can't be answered", p)
			continue
		}
		for _, some := range subsets(p.Options) {
			want := slices.ContainsFunc(legal, func(l []string) bool { return slices.Equal(l, some) })
			require.Equal(t, want, engine.Legal(q, engine.Answer{Chosen: some}) == nil, "%v of %+v", some, p)
		}
		only, one := engine.Only(q)
		require.Equal(t, len(legal) == 1, one, "%+v", p)
		if one {
			require.Equal(t, legal[0], only.Chosen)
		}
		for range 5 {
			require.Contains(t, legal, engine.Random(q, c).Chosen)
		}
	}
}

func TestRandomPicksMeetEveryLegalChoice(t *testing.T) {
	limit := 3
	p := engine.Pick{Options: []engine.Option{{ID: "a", Weight: 1}, {ID: "b", Weight: 2}, {ID: "c", Weight: 3}, {ID: "d", Weight: 2}}, Max: 4, Limit: &limit, Most: true}
	met, c := map[string]int{}, chance(2)
	for range 3000 {
		met[fmt.Sprint(engine.Random(engine.Question{Kind: engine.KindPick, Pick: &p}, c).Chosen)]++
	}
	require.Len(t, met, 3)
	for choice, n := range met {
		require.InDelta(t, 1000, n, 150, choice)
	}
}

func TestAnArmyOfFiftyIsSolvedWithoutListingIt(t *testing.T) {
	p := engine.Pick{Max: 50, Most: true}
	for i := range 50 {
		p.Options = append(p.Options, engine.Option{ID: fmt.Sprint(i), Weight: 1 + i%4})
	}
	limit := 61
	p.Limit = &limit
	q := engine.Question{Kind: engine.KindPick, Pick: &p}
	_, one := engine.Only(q)
	require.False(t, one)
	require.NoError(t, engine.Legal(q, engine.Random(q, chance(3))))
}

// allots lists every way to put 0 to 3 points on three rows.
func allots() [][]int {
	var all [][]int
	for a := range 4 {
		for b := range 4 {
			for c := range 4 {
				all = append(all, []int{a, b, c})
			}
		}
	}
	return all
}

func TestAllotsAreSolvedAsListingThemWould(t *testing.T) {
	c := chance(4)
	for range 500 {
		l := engine.Allot{Points: c.IntN(8), Some: c.IntN(2) == 0}
		for i := range 3 {
			low := c.IntN(3)
			l.Rows = append(l.Rows, engine.Row{ID: fmt.Sprint(i), Min: low, Max: low + c.IntN(4-low)})
		}
		var legal [][]int
		for _, p := range allots() {
			sum, fits := 0, true
			for i, r := range l.Rows {
				sum += p[i]
				fits = fits && p[i] >= r.Min && p[i] <= r.Max
			}
			if fits && (sum == l.Points || l.Some && sum <= l.Points) {
				legal = append(legal, p)
			}
		}
		q := engine.Question{Kind: engine.KindAllot, Allot: &l}
		if len(legal) == 0 {
			_, err := engine.New(stuck{q})
			require.ErrorIs(t, err, engine.ErrRules)
			continue
		}
		for _, p := range allots() {
			want := slices.ContainsFunc(legal, func(x []int) bool { return slices.Equal(x, p) })
			require.Equal(t, want, engine.Legal(q, engine.Answer{Points: p}) == nil, "%v of %+v", p, l)
		}
		only, one := engine.Only(q)
		require.Equal(t, len(legal) == 1, one, "%+v", l)
		if one {
			require.Equal(t, legal[0], only.Points)
		}
		for range 5 {
			require.Contains(t, legal, engine.Random(q, c).Points)
		}
	}
}

// knight is a die with faces of its own: an id, two melee, a blank.
func knight() engine.Die {
	return engine.Die{ID: "knight", Kind: "amazon_knight", Shape: "d4", Colors: []string{"red"},
		Faces: []engine.Face{{Icon: "id", Count: 1, ID: true}, {Icon: "melee", Count: 2}, {}, {Icon: "melee", Count: 2}}}
}

func face(n int, icon string, count int) engine.Thrown {
	return engine.Thrown{ID: "knight", Face: &n, Icon: icon, Count: count, How: engine.Read}
}

func TestARollOfKnownDiceShowsFacesThatTheyHave(t *testing.T) {
	q := engine.Question{Kind: engine.KindRoll, Roll: &engine.Roll{Dice: []engine.Die{knight()}}}
	for name, try := range map[string]struct {
		die  engine.Thrown
		want string
	}{
		"a face it has":      {face(1, "melee", 2), ""},
		"its blank":          {face(2, "", 0), ""},
		"another count":      {face(1, "melee", 3), "shows 2 melee, not 3 melee"},
		"another icon":       {face(0, "melee", 2), ", not 2 melee"},
		"a fifth face":       {face(4, "melee", 2), "has no face 4"},
		"a face below":       {face(-1, "melee", 2), "has no face -1"},
		"an icon, no face":   {engine.Thrown{ID: "knight", Icon: "melee", Count: 2, How: engine.Read}, "isn't said which face"},
		"a number":           {engine.Thrown{ID: "knight", Value: value(2), How: engine.Typed}, "isn't said which face"},
		"a stranger":         {engine.Thrown{ID: "oak", Value: value(2), How: engine.Typed}, "not part of this roll"},
		"another shape":      {engine.Thrown{ID: "knight", Shape: "d6", Face: value(2), How: engine.Typed}, "is a d4, not a d6"},
		"unread":             {engine.Thrown{ID: "knight", How: engine.Unread}, "has not been read"},
		"unread but shown":   {engine.Thrown{ID: "knight", Face: value(1), How: engine.Unread}, "said to be unread"},
		"read but not shown": {engine.Thrown{ID: "knight", How: engine.Read}, "not what it shows"},
		"known no one how":   {engine.Thrown{ID: "knight", Face: value(1)}, "must be read, confirmed, typed or unread"},
	} {
		err := engine.Legal(q, engine.Answer{Dice: []engine.Thrown{try.die}})
		if try.want == "" {
			require.NoError(t, err, name)
			continue
		}
		require.ErrorIs(t, err, engine.ErrIllegal, name)
		require.ErrorContains(t, err, try.want, name)
	}
	for seed := range uint64(20) {
		require.NoError(t, engine.Legal(q, engine.Random(q, chance(seed))))
	}
}

func TestARollOfAnyDiceShowsWhatItsShapesCan(t *testing.T) {
	q := engine.Question{Kind: engine.KindRoll, Rule: "x.roll", Cite: "page 3", Roll: &engine.Roll{Min: 1, Max: 2, Unread: true}}
	for text, want := range map[string]string{
		"d6: 6":                  "",
		"d6: ?":                  "",
		"6 17":                   "",
		"d10: 0 90":              "",
		"d20: 20":                "",
		"red d8: d1=3; d4: d9=1": "",
		"d6: 1 2 3":              "1 to 2 dice, not 3",
	} {
		dice, err := engine.ParseDice(text)
		require.NoError(t, err, text)
		err = engine.Legal(q, engine.Answer{Dice: dice})
		if want == "" {
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "(page 3)")
	}
	for name, d := range map[string]engine.Thrown{
		"seven":            {Shape: "d6", Value: value(7), How: engine.Typed},
		"nought":           {Shape: "d6", Value: value(0), How: engine.Typed},
		"fifteen":          {Shape: "d10", Value: value(15), How: engine.Typed},
		"no such shape":    {Shape: "d7", Value: value(1), How: engine.Typed},
		"a huge number":    {Value: value(1 << 40), How: engine.Typed},
		"too many icons":   {Icon: "melee", Count: 99, How: engine.Typed},
		"a throw too soon": {Value: value(1), Throw: -1, How: engine.Typed},
	} {
		require.ErrorIs(t, engine.Legal(q, engine.Answer{Dice: []engine.Thrown{d}}), engine.ErrIllegal, name)
	}
	two := engine.Thrown{ID: "d1", Value: value(1), How: engine.Typed}
	require.ErrorContains(t, engine.Legal(q, engine.Answer{Dice: []engine.Thrown{two, two}}), "there twice")
}

func TestAnswersOfAnotherKindAreRefused(t *testing.T) {
	limit := 2
	questions := []engine.Question{
		{Kind: engine.KindRoll, Roll: &engine.Roll{Min: 1, Max: 3}},
		{Kind: engine.KindPick, Pick: &engine.Pick{Options: engine.YesNo(), Min: 1, Max: 1, Limit: &limit}},
		{Kind: engine.KindAllot, Allot: &engine.Allot{Points: 2, Rows: []engine.Row{{ID: "a", Max: 2}, {ID: "b", Max: 2}}}},
		{Kind: engine.KindArrange, Arrange: &engine.Arrange{Items: engine.YesNo()}},
		{Kind: engine.KindDeclare, Declare: &engine.Declare{Options: engine.YesNo()}},
	}
	c := chance(5)
	for i, q := range questions {
		require.ErrorIs(t, engine.Legal(q, engine.Answer{Chosen: []string{"maybe"}}), engine.ErrIllegal)
		require.ErrorIs(t, engine.Legal(q, engine.Answer{}), engine.ErrIllegal)
		for j, other := range questions {
			a := engine.Random(other, c)
			if i != j && len(a.Chosen) == 0 {
				require.ErrorIs(t, engine.Legal(q, a), engine.ErrIllegal, "%s answered as %s", q.Kind, other.Kind)
			}
		}
		q.Seats = []engine.Seat{2}
		require.ErrorContains(t, engine.Legal(q, engine.Answer{Seat: 1}), "seat 1 is not asked")
	}
	require.ErrorIs(t, engine.Legal(engine.Question{}, engine.Answer{}), engine.ErrIllegal)
}
