package companion_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
)

// atEvent is a table that tells an event; nobody takes its messages away.
type atEvent struct {
	t       *testing.T
	journal *journal.Journal
	box     *outbox.Outbox
	session *companion.Session
}

func goToEvent(t *testing.T, path string, limits journal.Limits) *atEvent {
	t.Helper()
	return goTo(t, "cup", path, limits)
}

// goTo is a table at the event of that name.
func goTo(t *testing.T, name, path string, limits journal.Limits) *atEvent {
	t.Helper()
	file, err := journal.Open(t.Context(), path, limits)
	require.NoError(t, err)
	box, err := companion.OutboxOf(t.Context(), file, name)
	require.NoError(t, err)
	session, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Outbox: box, Table: "Table 1", Event: name,
		Games: append([]rulebook.Kind{tabletest.DuelKind()}, rulebook.All()...)})
	require.NoError(t, err)
	e := &atEvent{t: t, journal: file, box: box, session: session}
	t.Cleanup(e.leave)
	return e
}

func (e *atEvent) leave() {
	if e.session == nil {
		return
	}
	e.session.Close()
	require.NoError(e.t, e.journal.Close())
	e.session = nil
}

func (e *atEvent) do(a protocol.Act) {
	e.t.Helper()
	require.NoError(e.t, e.session.Do(e.t.Context(), a))
}

func (e *atEvent) types(values ...int) {
	e.t.Helper()
	var dice []protocol.TypedDie
	for _, v := range values {
		dice = append(dice, protocol.TypedDie{Shape: "d6", Value: v})
	}
	e.do(protocol.Act{Do: protocol.DoType, Dice: dice})
}

func (e *atEvent) fix(id, die, value int) {
	e.t.Helper()
	v := viewOf(e.t, e.session)
	for _, r := range v.Rolls {
		if r.Throw.ID == id {
			e.do(protocol.Act{Do: protocol.DoFix, Throw: id, Rev: r.Throw.Rev, Die: die, Value: &value})
			return
		}
	}
	require.FailNow(e.t, "no such throw")
}

func viewOf(t *testing.T, s *companion.Session) protocol.View {
	t.Helper()
	snap, ok := s.Views.Last()
	require.True(t, ok)
	return tabletest.Parse(t, snap.JSON)
}

// told are the messages in the outbox, checked as the hub does.
func (e *atEvent) told() []event.Message {
	e.t.Helper()
	out, err := e.box.After(e.t.Context(), 0, 1000)
	require.NoError(e.t, err)
	for i, m := range out {
		m.Table = "Table 1"
		raw, err := json.Marshal(m)
		require.NoError(e.t, err)
		_, err = event.Parse(raw)
		require.NoError(e.t, err)
		require.Equal(e.t, int64(i+1), m.Seq)
	}
	return out
}

func TestAnEventIsToldOfEveryRollAndCorrectionOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	e := goToEvent(t, path, journal.Limits{})
	e.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}}})
	e.types(3, 5)
	e.types(2, 2)
	e.fix(1, 2, 6)
	v := viewOf(t, e.session)
	e.do(protocol.Act{Do: protocol.DoDiscard, Throw: 2, Rev: v.Rolls[0].Throw.Rev})
	e.leave()

	e = goToEvent(t, path, journal.Limits{})
	told := e.told()
	require.Len(t, told, 4, "a restart tells nothing again")
	require.Equal(t, []event.Kind{event.KindRoll, event.KindRoll, event.KindCorrection, event.KindCorrection}, []event.Kind{told[0].Kind, told[1].Kind, told[2].Kind, told[3].Kind})
	require.Equal(t, 8, *told[0].Roll.Total)
	require.Equal(t, "Ann", told[0].Roll.Player)
	require.Equal(t, []string{"t1", "t2", "t1", "t2"}, []string{told[0].Roll.ID, told[1].Roll.ID, told[2].Roll.ID, told[3].Roll.ID})
	require.Equal(t, 9, *told[2].Roll.Total)
	require.Equal(t, 2, told[2].Roll.Rev)
	require.True(t, told[2].Roll.Corrected)
	require.Equal(t, event.RollAnnulled, told[3].Roll.Status)
	require.NotEmpty(t, told[0].Roll.Lines, "a total without its trail")
	e.types(4, 4)
	e.leave()
	e = goToEvent(t, path, journal.Limits{})
	told = e.told()
	require.Equal(t, []int{1, 2, 1, 0, 3}, []int{told[0].Roll.No, told[1].Roll.No, told[2].Roll.No, told[3].Roll.No, told[4].Roll.No}, "the third roll is roll 3 after the second was taken out")
	require.Equal(t, 3, viewOf(t, e.session).Rolls[0].N)
}

func TestARollIsToldWhenItIsWhole(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	e.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Again: &tally.Again{Chosen: true}}}})
	e.types(2, 5)
	require.Empty(t, e.told(), "it may be rolled again")
	e.do(protocol.Act{Do: protocol.DoAnswer, Question: viewOf(t, e.session).Asks[0].ID, Chosen: []string{}})
	require.Len(t, e.told(), 1)
	require.Equal(t, 7, *e.told()[0].Roll.Total)
}

func TestAResultIsToldAndTakenBack(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	e.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Order: tally.Turns, Rounds: 1}}})
	e.types(3)
	e.types(5)
	told := e.told()
	require.Len(t, told, 3)
	require.Equal(t, event.KindResult, told[2].Kind)
	require.True(t, told[2].Result.Over)
	require.Equal(t, 5, *told[2].Result.Seats[1].Total)
	e.fix(2, 1, 1)
	told = e.told()
	require.Len(t, told, 5, "the corrected roll, and the result with it")
	require.Equal(t, 1, *told[4].Result.Seats[1].Total)
	require.Equal(t, 2, told[4].Result.Rev)
}

// The event is told to which count a roll belongs, and when the first roll of a result's totals fell. A count that goes on is the same one; after
// *Start from zero*, or once it is over, it is another.
func TestAnEventIsToldWhatARollIsAPartOf(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	players := []engine.Player{{Name: "Ann"}, {Name: "Bo"}}
	counts := func(zero bool, players ...engine.Player) {
		e.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players, Zero: zero}})
	}
	end := func() event.Result {
		e.do(protocol.Act{Do: protocol.DoAnswer, Question: viewOf(t, e.session).Count.Question, Chosen: []string{"end"}})
		told := e.told()
		return *told[len(told)-1].Result
	}
	rolled := func(values ...int) event.Roll {
		e.types(values...)
		told := e.told()
		return *told[len(told)-1].Roll
	}
	counts(true, players...)
	first := rolled(1)
	counts(false, players[0], players[1], engine.Player{Name: "Cy"})
	require.Equal(t, first.Of, rolled(2).Of, "it goes on with a third player")
	r := end()
	require.Equal(t, first.Of, r.Of)
	require.True(t, r.Begun.Equal(first.At))

	counts(false, players...)
	again := rolled(3)
	require.NotEqual(t, first.Of, again.Of, "the count before was over")
	r = end()
	require.Equal(t, again.Of, r.Of)
	require.True(t, r.Begun.Equal(first.At), "its totals have what was rolled before")

	counts(false, engine.Player{Name: "Di"}, engine.Player{Name: "Eve"})
	fresh := rolled(4)
	r = end()
	require.True(t, r.Begun.Equal(fresh.At), "these two have rolled in no count before")
	counts(true, players...)
	zero := rolled(5)
	require.NotEqual(t, again.Of, zero.Of)
	r = end()
	require.True(t, r.Begun.Equal(zero.At))
}

// If somebody ends a count before anybody rolled, nobody has won it and nobody has drawn it.
func TestACountThatIsEndedBeforeARollHasNoResult(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	begin := func() {
		e.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Order: tally.Turns}, Zero: true}})
	}
	end := func() {
		e.do(protocol.Act{Do: protocol.DoAnswer, Question: viewOf(t, e.session).Count.Question, Chosen: []string{"end"}})
	}
	begin()
	end()
	require.Empty(t, e.told())
	begin()
	e.types(4)
	end()
	told := e.told()
	require.Len(t, told, 2)
	require.True(t, told[1].Result.Over)
}

func TestWhatWasThereBeforeTheEventIsNotToldToIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	tb := tabletest.Sit(t, path, journal.Limits{})
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 6}}})
	tb.Stop()
	e := goToEvent(t, path, journal.Limits{})
	e.types(4)
	told := e.told()
	require.Len(t, told, 1)
	require.Equal(t, "t2", told[0].Roll.ID)
}

func TestAJudgesRulingIsCarriedOutOnceAndSaidSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	e := goToEvent(t, path, journal.Limits{})
	e.types(3, 5)
	e.types(1, 1)
	rulings := []event.Ruling{
		{ID: "j1", Do: event.Correct, Roll: "t1", Dice: []event.RuledDie{{ID: "d2", Value: tabletest.Ptr(6)}}, Judge: "Kim", Reason: "the camera took a 6 for a 5"},
		{ID: "j2", Do: event.Annul, Roll: "t2", Judge: "Kim", Reason: "a die fell off the table"},
		{ID: "j3", Do: event.Correct, Roll: "t1", Dice: []event.RuledDie{{ID: "d9", Value: tabletest.Ptr(6)}}, Judge: "Kim", Reason: "?"},
		{ID: "j4", Do: event.Annul, Roll: "t77", Judge: "Kim", Reason: "?"},
	}
	for range 2 {
		for _, r := range rulings {
			require.NoError(t, e.session.Event().Rule(t.Context(), r))
		}
	}
	check := func() {
		v := viewOf(t, e.session)
		require.Len(t, v.Rolls, 1)
		require.Equal(t, 9, *v.Rolls[0].Total)
		require.True(t, v.Rolls[0].Corrected)
		require.Len(t, v.Link.Rulings, 2, "what was refused changed nothing")
		for i, want := range []protocol.JudgeRuling{{Throw: 2, Do: "annul", Judge: "Kim", Reason: rulings[1].Reason}, {Throw: 1, Do: "correct", Judge: "Kim", Reason: rulings[0].Reason}} {
			is := v.Link.Rulings[i]
			require.NotEmpty(t, is.At)
			require.NotEmpty(t, is.Rolled)
			is.At, is.Rolled = "", ""
			require.Equal(t, want, is)
		}
		told := e.told()
		require.Len(t, told, 8, "two rolls, two corrections, four answers")
		require.Equal(t, &event.RulingRef{ID: "j1", Do: event.Correct, Judge: "Kim", Reason: rulings[0].Reason}, told[2].Roll.Ruling)
		require.Equal(t, event.RollAnnulled, told[4].Roll.Status)
		done := map[string]bool{}
		for _, m := range told {
			if m.Ruled != nil {
				done[m.Ruled.ID] = m.Ruled.Done
				require.Equal(t, m.Ruled.Done, m.Ruled.Why == "")
			}
		}
		require.Equal(t, map[string]bool{"j1": true, "j2": true, "j3": false, "j4": false}, done)
	}
	check()
	e.leave()
	e = goToEvent(t, path, journal.Limits{})
	require.NoError(t, e.session.Event().Rule(t.Context(), rulings[1]), "it comes again after a restart")
	check()
}

// If a judge takes an annulment back, the roll counts again with the dice that it had, and the record keeps all of it. Rolls that the players took out
// themselves, or that were never annulled, stay as they are.
func TestAJudgeTakesAnAnnulmentBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	e := goToEvent(t, path, journal.Limits{})
	e.types(3, 5)
	e.types(1, 2)
	rule := func(id string, do event.Deed, roll string) event.Ruled {
		t.Helper()
		require.NoError(t, e.session.Event().Rule(t.Context(), event.Ruling{ID: id, Do: do, Roll: roll, Judge: "Kim", Reason: "because of " + id}))
		told := e.told()
		for _, m := range told {
			if m.Ruled != nil && m.Ruled.ID == id {
				return *m.Ruled
			}
		}
		require.FailNow(t, "the ruling was not answered")
		return event.Ruled{}
	}
	totals := func() []int {
		out := []int{}
		for _, r := range viewOf(t, e.session).Rolls {
			out = append(out, *r.Total)
		}
		return out
	}
	e.fix(1, 2, 6)
	require.True(t, rule("j1", event.Annul, "t1").Done)
	require.Equal(t, []int{3}, totals())
	require.True(t, rule("j2", event.Restore, "t1").Done)
	require.Equal(t, []int{3, 9}, totals(), "with the dice as they had been corrected")
	var last *event.Roll
	for _, m := range e.told() {
		if m.Roll != nil && m.Roll.ID == "t1" {
			last = m.Roll
		}
	}
	require.Equal(t, event.RollCounted, last.Status)
	require.Equal(t, &event.RulingRef{ID: "j2", Do: event.Restore, Judge: "Kim", Reason: "because of j2"}, last.Ruling)
	require.True(t, rule("j3", event.Restore, "t2").Done, "it counts, so there is nothing to do")

	v := viewOf(t, e.session)
	e.do(protocol.Act{Do: protocol.DoDiscard, Throw: 2, Rev: v.Rolls[0].Throw.Rev})
	no := rule("j4", event.Restore, "t2")
	require.False(t, no.Done)
	require.Contains(t, no.Why, "its players took it out")
	require.True(t, rule("j5", event.Annul, "t1").Done, "once more")
	require.True(t, rule("j6", event.Restore, "t1").Done)
	require.Equal(t, []int{9}, totals())

	e.leave()
	e = goToEvent(t, path, journal.Limits{})
	require.Equal(t, []int{9}, totals(), "the file gives the same again")
	verdict, err := companion.VerifyRunning(t.Context(), e.journal)
	require.NoError(t, err)
	require.Nil(t, verdict.Fault)
}

func TestAFullDiskTellsTheEventLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	e := goToEvent(t, path, journal.Limits{File: 300 << 10})
	rolled := 0
	for viewOf(t, e.session).Trouble == "" {
		require.Less(t, rolled, 3000)
		if e.session.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + rolled%6}}}) == nil {
			rolled++
		}
	}
	require.Contains(t, viewOf(t, e.session).Trouble, "disk is full")
	e.leave()
	e = goToEvent(t, path, journal.Limits{})
	require.Len(t, e.told(), rolled, "with room again the event hears of all that was counted, and nothing else")
}

func TestAGamesRollsAreToldAndRuledAbout(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	id, err := e.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	for seat := engine.Seat(1); seat <= 2; seat++ {
		e.reply(id, seat, engine.Answer{Seat: seat, Chosen: []string{"low"}})
	}
	e.hand(id)
	var rolls []event.Message
	for _, m := range e.told() {
		if m.Kind == event.KindRoll {
			rolls = append(rolls, m)
			require.NotEmpty(t, m.Roll.Game)
			require.NotEmpty(t, m.Roll.Asked)
			require.NotEmpty(t, m.Roll.Dice)
		}
	}
	require.NotEmpty(t, rolls)
	require.Equal(t, "g1", rolls[0].Roll.Of)
	last := rolls[len(rolls)-1].Roll
	require.NoError(t, e.session.Event().Rule(t.Context(), event.Ruling{ID: "j1", Do: event.Annul, Roll: last.ID, Judge: "Kim", Reason: "the wrong dice"}))
	told := e.told()
	gone := told[len(told)-2]
	require.Equal(t, event.RollAnnulled, gone.Roll.Status)
	require.Equal(t, last.ID, gone.Roll.ID)
	require.True(t, told[len(told)-1].Ruled.Done)

	// The annulment is taken back: the game stands where it stood.
	require.NoError(t, e.session.Event().Rule(t.Context(), event.Ruling{ID: "j2", Do: event.Restore, Roll: last.ID, Judge: "Kim", Reason: "they were right"}))
	told = e.told()
	require.True(t, told[len(told)-1].Ruled.Done)
	back := told[len(told)-2]
	require.Equal(t, event.KindCorrection, back.Kind)
	require.Equal(t, last.ID, back.Roll.ID)
	require.Equal(t, event.RollCounted, back.Roll.Status)
	require.Equal(t, last.Dice, back.Roll.Dice)
	require.Contains(t, e.game(id, 0).Told, "Kim brought a roll back")
}

// A count that is begun as a game brings its rolls' totals and its players', as any other count does. A judge's correction changes both. Nobody has won
// before somebody has rolled, and nobody can say who has where only faces are counted.
func TestACountThatIsBegunAsAGameTellsItsTotals(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	begin := func(rules tally.Settings) int {
		setup, err := json.Marshal(rules)
		require.NoError(t, err)
		id, err := e.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tally.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: setup})
		require.NoError(t, err)
		return id
	}
	results := func() (out []event.Result) {
		for _, m := range e.told() {
			if m.Kind == event.KindResult {
				out = append(out, *m.Result)
			}
		}
		return out
	}
	id := begin(tally.Settings{Order: tally.Turns})
	e.types(6, 2)
	e.types(3, 1)
	told := e.told()
	require.Len(t, told, 2)
	require.Equal(t, 8, *told[0].Roll.Total)
	require.Equal(t, "8 = 6 + 2 (two d6)", told[0].Roll.Text)
	require.Equal(t, 4, *told[1].Roll.Total)
	require.NoError(t, e.session.Event().Rule(t.Context(), event.Ruling{ID: "j1", Do: event.Correct, Roll: told[0].Roll.ID, Judge: "Kim", Reason: "a one",
		Dice: []event.RuledDie{{ID: told[0].Roll.Dice[0].ID, Value: tabletest.Ptr(1)}}}))
	require.Equal(t, 3, *e.told()[2].Roll.Total)
	require.Empty(t, results())
	e.reply(id, 1, engine.Answer{Seat: 1, Chosen: []string{"end"}})
	over := results()
	require.Len(t, over, 1)
	require.True(t, over[0].Over)
	require.Equal(t, []event.Place{{Player: "Ann", Total: tabletest.Ptr(3)}, {Player: "Ben", Total: tabletest.Ptr(4)}}, over[0].Seats)

	e.reply(begin(tally.Settings{Order: tally.Turns}), 1, engine.Answer{Seat: 1, Chosen: []string{"end"}})
	faces := begin(tally.Settings{Order: tally.Turns, Mode: tally.Faces})
	e.types(6, 2)
	e.reply(faces, 2, engine.Answer{Seat: 2, Chosen: []string{"end"}})
	require.Len(t, results(), 1)
}

// A roll of a count that was begun as a game has its total once its last dice are rolled again.
func TestARollOfACountBegunAsAGameIsToldWithItsTotalWhenItIsWhole(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	setup, err := json.Marshal(tally.Settings{Again: &tally.Again{Values: []int{6}}})
	require.NoError(t, err)
	_, err = e.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tally.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: setup})
	require.NoError(t, err)
	e.types(6, 2)
	e.types(4)
	totals := map[string][]*int{}
	for _, m := range e.told() {
		totals[m.Roll.ID] = append(totals[m.Roll.ID], m.Roll.Total)
	}
	require.Equal(t, map[string][]*int{"g1.1": {nil, tabletest.Ptr(6)}, "g1.2": {nil}}, totals)
}

// A game that was saved may be over: the event hears of it at once, and not only when somebody does something.
func TestAnEventIsToldOfASavedGame(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	id, err := e.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	for seat := engine.Seat(1); seat <= 2; seat++ {
		e.reply(id, seat, engine.Answer{Seat: seat, Chosen: []string{"low"}})
	}
	e.hand(id)
	log, _, err := e.session.Games().File(id)
	require.NoError(t, err)
	rolls := len(e.told())
	require.Positive(t, rolls)
	_, err = e.session.Games().Import(t.Context(), log)
	require.NoError(t, err)
	told := e.told()
	require.Len(t, told, 2*rolls)
	require.Equal(t, "g2", told[rolls].Roll.Of)
}

// The event is told of the same dice that the table's own statistics count: numbers and icons, a die that is rolled again once for each time, and all
// as corrections say.
func TestAnEventIsToldHowTheDiceFell(t *testing.T) {
	e := goToEvent(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	e.do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	e.types(1, 5)
	e.types(6) // instead of the 1
	e.types(3, 3)
	e.fix(3, 2, 4)
	id, err := e.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(t, err)
	for seat := engine.Seat(1); seat <= 2; seat++ {
		e.reply(id, seat, engine.Answer{Seat: seat, Chosen: []string{"low"}})
	}
	e.hand(id)

	fell, icons := map[string]int{}, 0
	last := map[string]*event.Roll{}
	for _, m := range e.told() {
		if m.Roll != nil {
			last[m.Roll.ID] = m.Roll
		}
	}
	faced := 0
	for _, roll := range last {
		for _, d := range roll.Dice {
			if d.Face == nil {
				require.Empty(t, d.Faces)
				continue
			}
			faced++
			require.Greater(t, len(d.Faces), *d.Face)
			require.Equal(t, d.Shows, d.Faces[*d.Face])
		}
		for _, f := range roll.Fallen {
			require.Equal(t, "typed", f.By)
			for _, k := range f.Shows {
				fell[f.Die+" "+f.Sides[k].Text]++
				if _, err := strconv.Atoi(f.Sides[k].Text); err != nil {
					icons++
				}
			}
		}
	}
	st, err := e.session.Copy().Statistics(evidence.StatisticsOf{Typed: true})
	require.NoError(t, err)
	own := map[string]int{}
	for _, d := range st.Dice {
		for _, f := range d.Faces {
			if f.Count > 0 {
				own[d.Die+" "+f.Face] = f.Count
			}
		}
	}
	require.Equal(t, own, fell)
	require.Positive(t, icons, "no die with icons was rolled")
	require.Positive(t, faced, "no die with faces of its own was told")
	for face, n := range map[string]int{"d6 1": 1, "d6 5": 1, "d6 6": 1, "d6 3": 1, "d6 4": 1, "d6 2": 0} {
		require.Equal(t, n, fell[face], "%s in %v", face, fell)
	}
}

// reply answers the question that a seat of a game sees.
func (e *atEvent) reply(id int, seat engine.Seat, a engine.Answer) {
	e.t.Helper()
	v := e.game(id, seat)
	require.NotEmpty(e.t, v.Play.Pending)
	a.To = v.Play.Pending[0].ID
	e.do(protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a})
}

func (e *atEvent) game(id int, seat engine.Seat) protocol.GameView {
	e.t.Helper()
	raw, err := e.session.Games().JSON(id, tabletest.Shared, seat)
	require.NoError(e.t, err)
	return tabletest.ParseGame(e.t, raw)
}

// hand types the dice of the roll that a game asks for, all with their first face up.
func (e *atEvent) hand(id int) {
	e.t.Helper()
	v := e.game(id, 0)
	require.NotEmpty(e.t, v.Play.Pending)
	q := v.Play.Pending[0]
	require.Equal(e.t, engine.KindRoll, q.Kind)
	var shown []protocol.ShownDie
	for _, d := range q.Roll.Dice {
		shown = append(shown, protocol.ShownDie{Die: d.ID})
	}
	e.do(protocol.Act{Do: protocol.DoHand, Game: id, Question: q.ID, Shown: shown})
}

// The table is killed between the journal and the outbox, or anywhere else. The event is told of every roll, once.
func TestKilledAtAnyMomentATableTellsItsEventOfEveryRollOnce(t *testing.T) {
	t.Setenv(tabletest.CrashEvent, "cup")
	path := filepath.Join(t.TempDir(), "table.db")
	acknowledged := 0
	for round := range 4 {
		cmd, address := tabletest.StartCrashTable(t, path)
		killed := tabletest.Asking(t, address, acknowledged, 12*(round+1))
		require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
		_ = cmd.Wait()
		acknowledged = killed()
		e := goToEvent(t, path, journal.Limits{})
		rolls := tabletest.RollsOf(t, e.session, 0, 0)
		told := e.told()
		require.GreaterOrEqual(t, len(rolls), acknowledged)
		require.Len(t, told, len(rolls))
		for i, m := range told {
			require.Equal(t, event.KindRoll, m.Kind)
			require.Equal(t, fmt.Sprintf("t%d", i+1), m.Roll.ID)
		}
		acknowledged = len(rolls)
		e.leave()
	}
}
