package hub_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
)

// liar is a table with one roll of 20 about which a judge has ruled.
type liar struct {
	t    *testing.T
	h    *here
	sim  *simTable
	told chan event.Ruling
	rev  int
}

func newLiar(t *testing.T) *liar {
	l := &liar{t: t, h: startHub(t, nil), told: make(chan event.Ruling, 16), rev: 1}
	l.sim = newSim(t, "Table 1", l.h.dial(t, "Table 1"))
	l.sim.ruledBy(func(r event.Ruling) { l.told <- r })
	l.sim.rolled++
	l.sim.tell(rollOf(1, "Ann", 20))
	l.sim.through()
	return l
}

func (l *liar) rule(a hub.RuleAct) event.Ruling {
	l.t.Helper()
	a.N, a.Reason = 1, "looked at"
	l.h.rule(l.t, a)
	return l.hears()
}

// hears is the next ruling that the table is told.
func (l *liar) hears() event.Ruling {
	l.t.Helper()
	select {
	case r := <-l.told:
		return r
	case <-time.After(patience):
		require.FailNow(l.t, "the table was told no ruling")
		return event.Ruling{}
	}
}

// sends sends the roll anew with this total, status and player. It names a ruling, or none.
func (l *liar) sends(total int, status event.RollStatus, player string, ruling *event.Ruling) {
	l.rev++
	m := rollOf(1, player, total)
	m.Kind, m.Roll.Rev, m.Roll.Status, m.Roll.Corrected = event.KindCorrection, l.rev, status, true
	if ruling != nil {
		ref := ruling.Ref()
		m.Roll.Ruling = &ref
	}
	l.sim.tell(m)
}

func (l *liar) saysDone(r event.Ruling) {
	l.sim.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: r.ID, Done: true}})
}

// counts checks what the standings count, and the state of the ruling on the desk.
func (l *liar) counts(total int, state string) {
	l.t.Helper()
	l.sim.through()
	require.Equal(l.t, total, standing(view(l.t, l.h), "Ann").Total)
	var d hub.RollDetail
	get(l.t, l.h.pages+"/api/rolls/1", &d)
	require.Equal(l.t, state, d.Rulings[0].State, d.Rulings[0].Why)
	if state == "otherwise" {
		require.NotEmpty(l.t, d.Rulings[0].Why)
		require.Contains(l.t, d.Roll.Why, "counts as ruled")
	}
}

func six() hub.RuleAct {
	n := 6
	return hub.RuleAct{Do: event.Correct, Dice: []event.RuledDie{{ID: "d2", Value: &n}}}
}

// A roll that a judge corrects has the hits that the judge saw from then on, whatever its table says.
func TestARulingBringsItsHitsAtOnce(t *testing.T) {
	l := newLiar(t)
	pairsAlways(t, l.h.pages, contest.ByHits)
	stands := func() []int {
		s := standing(view(t, l.h), "Ann")
		return []int{s.Rolls, s.Total, s.Hits}
	}
	require.Equal(t, []int{1, 20, 1}, stands())
	total, n := 25, 6
	r := l.rule(hub.RuleAct{Do: event.Correct, Dice: []event.RuledDie{{ID: "d1", Value: &n}}, Total: &total})
	require.Equal(t, []int{1, 25, 2}, stands(), "the table has not answered")
	l.sim.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: r.ID, Why: "it can't"}})
	l.counts(25, "refused")
	require.Equal(t, []int{1, 25, 2}, stands())
	l.h = l.h.again(t)
	require.Equal(t, []int{1, 25, 2}, stands(), "after a restart")
}

func TestATableThatSaysDoneAndDoesNothingIsNotBelieved(t *testing.T) {
	l := newLiar(t)
	r := l.rule(six())
	l.saysDone(r)
	l.counts(0, "otherwise")
	// The table sends the same roll again and says that it follows the ruling.
	l.sends(20, event.RollCounted, "Ann", &r)
	l.counts(0, "otherwise")
	// Then it does what the ruling says.
	l.sends(7, event.RollCounted, "Ann", &r)
	l.counts(7, "done")
}

func TestARollUnderARulingCountsAsRuledUntilItIsReleased(t *testing.T) {
	l := newLiar(t)
	r := l.rule(six())
	l.sends(7, event.RollCounted, "Ann", &r)
	l.saysDone(r)
	l.counts(7, "done")
	for _, lie := range []func(){
		func() { l.sends(20, event.RollCounted, "Ann", nil) },
		func() { l.sends(20, event.RollCounted, "Ann", &r) },
		func() { l.sends(0, event.RollAnnulled, "Ann", nil) },
	} {
		lie()
		l.counts(7, "otherwise")
	}
	l.sends(7, event.RollCounted, "Bob", &r)
	l.counts(7, "done")
	require.Zero(t, standing(view(t, l.h), "Bob").Total, "the roll was given to somebody else")

	l.sends(20, event.RollCounted, "Ann", nil)
	l.counts(7, "otherwise")
	l.h.rule(t, hub.RuleAct{N: 1, Do: event.Release, Reason: "the players are right"})
	l.sim.through()
	require.Equal(t, 20, standing(view(t, l.h), "Ann").Total)
	l.sends(9, event.RollCounted, "Ann", nil)
	l.sim.through()
	require.Equal(t, 9, standing(view(t, l.h), "Ann").Total)
}

// If a judge holds a roll and releases it, an earlier ruling stays as it was.
func TestAHeldRollIsReleasedFromTheHoldAlone(t *testing.T) {
	l := newLiar(t)
	r := l.rule(six())
	l.sends(7, event.RollCounted, "Ann", &r)
	l.counts(7, "done")
	for _, do := range []event.Deed{event.Hold, event.Release} {
		l.h.rule(t, hub.RuleAct{N: 1, Do: do, Reason: "a look at it"})
	}
	require.Equal(t, 7, standing(view(t, l.h), "Ann").Total)
	l.sends(20, event.RollCounted, "Ann", nil)
	l.sim.through()
	require.Equal(t, 7, standing(view(t, l.h), "Ann").Total)
}

func TestAnAnnulledRollIsNotCountedAgainByACorrection(t *testing.T) {
	l := newLiar(t)
	r := l.rule(hub.RuleAct{Do: event.Annul})
	l.sends(0, event.RollAnnulled, "Ann", &r)
	l.saysDone(r)
	l.counts(0, "done")
	l.sends(20, event.RollCounted, "Ann", nil)
	l.counts(0, "otherwise")

	// After a restart the roll still doesn't count.
	l.h.stop()
	again := startHub(t, func(o *hub.Options) { o.Dir = l.h.dir })
	require.Zero(t, standing(view(t, again), "Ann").Total)
}

// What a ruling doesn't name stays as the judge saw it. If a table obeys in one die and changes the other die, adds
// dice, or changes the sum, the hub doesn't believe it.
func TestATableThatChangesMoreThanTheRulingIsNotBelieved(t *testing.T) {
	for name, cheat := range map[string]func(*event.Roll){
		"the other die": func(r *event.Roll) { v := 6; r.Dice[0].Value = &v },
		"one die more": func(r *event.Roll) {
			r.Dice = append(r.Dice, event.Die{ID: "d3", Shape: "d20", Value: r.Total, How: "read"})
		},
		"the sum":          func(r *event.Roll) { most := 900; r.Total = &most },
		"another die's id": func(r *event.Roll) { r.Dice[0].ID = "d9" },
	} {
		t.Run(name, func(t *testing.T) {
			l := newLiar(t)
			r := l.rule(six())
			l.rev++
			m := rollOf(1, "Ann", 7)
			ref := r.Ref()
			m.Kind, m.Roll.Rev, m.Roll.Corrected, m.Roll.Ruling, m.Roll.Text = event.KindCorrection, l.rev, true, &ref, ""
			cheat(m.Roll)
			l.sim.tell(m)
			l.saysDone(r)
			l.counts(0, "otherwise")
			l.sends(7, event.RollCounted, "Ann", &r)
			l.counts(7, "done")
		})
	}
}

// If an annulment is taken back, the roll is again what it was, not what the table says by then.
func TestARestoredRollIsWhatItWas(t *testing.T) {
	l := newLiar(t)
	r := l.rule(hub.RuleAct{Do: event.Annul})
	l.sends(99, event.RollCounted, "Ann", nil)
	l.saysDone(r)
	l.counts(0, "otherwise")
	r = l.rule(hub.RuleAct{Do: event.Restore})
	l.saysDone(r)
	l.counts(0, "otherwise")
	l.sends(99, event.RollCounted, "Ann", &r)
	l.counts(0, "otherwise")
	l.sends(20, event.RollCounted, "Ann", &r)
	l.counts(20, "done")

	// The same holds after an annulment of a held roll that never reached the table.
	l = newLiar(t)
	l.h.rule(t, hub.RuleAct{N: 1, Do: event.Hold, Reason: "a look at it"})
	l.rule(hub.RuleAct{Do: event.Annul})
	r = l.rule(hub.RuleAct{Do: event.Restore})
	l.saysDone(r)
	l.counts(20, "done")
}

// What a table sent and a judge ruled otherwise is no great roll, whether the table obeys, refuses or isn't heard of.
func TestARollThatWasRuledOtherwiseIsNotGreat(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	told := make(chan event.Ruling, 1)
	a.ruledBy(func(r event.Ruling) { told <- r })
	a.rolls("Ann", 21, time.Now())
	great := func() []hub.GreatLine { return view(t, h).Great }
	require.Len(t, great(), 1)
	require.Equal(t, "a natural 20", great()[0].Text)
	h.rule(t, hub.RuleAct{N: 1, Do: event.Hold, Reason: "looked at"})
	require.Empty(t, great())
	total, n := 4, 3
	h.rule(t, hub.RuleAct{N: 1, Do: event.Correct, Dice: []event.RuledDie{{ID: "d2", Value: &n}}, Total: &total, Reason: "a 3"})
	require.Equal(t, 4, standing(view(t, h), "Ann").Total)
	require.Empty(t, great())
	a.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: (<-told).ID, Why: "it can't"}})
	a.through()
	require.Empty(t, great())
	h = h.again(t)
	require.Equal(t, 4, standing(view(t, h), "Ann").Total)
	require.Empty(t, great(), "after a restart")
}

// Where a roll is shown, its total and its dice belong together. If a judge's total counts, the table's own dice don't stand beside it: neither on the table's
// card nor in the files. The judge still sees and corrects them.
func TestAJudgesTotalStandsBesideNoDiceOfTheTable(t *testing.T) {
	l := newLiar(t)
	total, n := 7, 6
	r := l.rule(hub.RuleAct{Do: event.Correct, Dice: []event.RuledDie{{ID: "d2", Value: &n}}, Total: &total})
	check := func(says string, dice int) {
		t.Helper()
		l.sim.through()
		var d hub.RollDetail
		get(t, l.h.pages+"/api/rolls/1", &d)
		var rolls []hub.RollLine
		get(t, l.h.pages+"/rolls.json", &rolls)
		for _, line := range []hub.RollLine{*view(t, l.h).Tables[0].Last, d.Roll, rolls[0]} {
			require.Equal(t, []any{7, says, dice}, []any{*line.Total, line.Text, len(line.Dice)})
		}
		require.Len(t, d.Dice, 2)
	}
	check("as the judge ruled", 0)
	l.sends(20, event.RollCounted, "Ann", nil)
	check("as the judge ruled", 0)
	l.saysDone(r)
	check("as the judge ruled", 0)
	l.sends(7, event.RollCounted, "Ann", nil)
	check("7 = 1 + 6", 2)
	l.sends(20, event.RollCounted, "Ann", nil)
	check("as the judge ruled", 0)
	l.h = l.h.again(t)
	require.Equal(t, "as the judge ruled", view(t, l.h).Tables[0].Last.Text)

	// A table may send what was ruled without saying so, and say afterwards that it is done.
	l = newLiar(t)
	r = l.rule(hub.RuleAct{Do: event.Correct, Dice: []event.RuledDie{{ID: "d2", Value: &n}}, Total: &total})
	l.sends(7, event.RollCounted, "Ann", nil)
	l.saysDone(r)
	check("7 = 1 + 6", 2)
}
