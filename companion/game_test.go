package companion_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

var (
	ann    = protocol.Who{Device: "ann's phone", May: true}
	ben    = protocol.Who{Device: "ben's phone", May: true}
	shared = protocol.Who{Device: "the tablet", May: true}
	looker = protocol.Who{}
)

// beginDuel puts a game of two on the table.
func (tb *table) beginDuel() int {
	tb.t.Helper()
	id, err := tb.session.Games().Begin(tb.t.Context(), protocol.NewGame{Rulebook: duelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(tb.t, err)
	return id
}

func (tb *table) game(id int, who protocol.Who) protocol.GameView {
	tb.t.Helper()
	raw, err := tb.session.Games().JSON(id, who, 0)
	require.NoError(tb.t, err)
	return parseGame(tb.t, raw)
}

func parseGame(t *testing.T, raw []byte) protocol.GameView {
	t.Helper()
	var v protocol.GameView
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

// doAs does an act as a screen.
func (tb *table) doAs(who protocol.Who, a protocol.Act) {
	tb.t.Helper()
	require.NoError(tb.t, tb.session.DoAs(tb.t.Context(), who, a))
}

func (tb *table) refusedAs(who protocol.Who, a protocol.Act) *protocol.Refusal {
	tb.t.Helper()
	err := tb.session.DoAs(tb.t.Context(), who, a)
	var no *protocol.Refusal
	require.ErrorAs(tb.t, err, &no)
	return no
}

// answer answers the only open question that the screen sees.
func (tb *table) answer(id int, who protocol.Who, a engine.Answer) {
	tb.t.Helper()
	v := tb.game(id, who)
	require.Len(tb.t, v.Play.Pending, 1, "questions open")
	a.To = v.Play.Pending[0].ID
	if a.Seat == 0 && len(v.Play.Pending[0].Seats) > 0 {
		a.Seat = v.Play.Pending[0].Seats[0]
	}
	tb.doAs(who, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a})
}

// seated is a duel with both seats on phones.
func seated(t *testing.T) (*table, int) {
	tb := newTable(t)
	id := tb.beginDuel()
	tb.doAs(ann, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	tb.doAs(ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	return tb, id
}

// stances answers both secret questions.
func (tb *table) stances(id int) {
	tb.t.Helper()
	tb.answer(id, ann, engine.Answer{Chosen: []string{"high"}})
	tb.answer(id, ben, engine.Answer{Chosen: []string{"low"}})
}

func TestASecretIsSeenByItsSeatAlone(t *testing.T) {
	tb, id := seated(t)
	require.Len(t, tb.game(id, ann).Play.Pending, 1)
	for _, who := range []protocol.Who{shared, looker} {
		v := tb.game(id, who)
		require.Empty(t, v.Play.Pending, "a secret question is shown to others")
		require.True(t, v.Seats[0].Secret && v.Seats[1].Secret)
	}
	tb.answer(id, ann, engine.Answer{Chosen: []string{"high"}})
	for _, who := range []protocol.Who{ben, shared, looker} {
		raw, err := tb.session.Games().JSON(id, who, 1)
		require.NoError(t, err)
		require.NotContains(t, string(raw), "High, ", "the stance")
		v := tb.game(id, who)
		require.True(t, v.Log[0].Hidden)
		require.NotContains(t, strings.ToLower(v.Log[0].Answer), "high")
	}
	_, _, err := tb.session.Games().File(id)
	require.ErrorContains(t, err, "secret answer is not open yet")
	tb.answer(id, ben, engine.Answer{Chosen: []string{"low"}})
	require.Equal(t, "High", tb.game(id, looker).Log[1].Answer, "shown when all are in")
}

func TestASeatIsAnsweredForByWhoSitsThere(t *testing.T) {
	tb, id := seated(t)
	q := tb.game(id, ann).Play.Pending[0]
	no := tb.refusedAs(ben, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}})
	require.Equal(t, protocol.CodeNotAllowed, no.Code)
	require.Equal(t, protocol.CodeNotAllowed, tb.refusedAs(shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}}).Code)
	require.Equal(t, protocol.CodeNotAllowed, tb.refusedAs(looker, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}}).Code)
	require.Len(t, tb.game(id, ann).Play.Pending, 1)
}

func TestOneScreenIsHandedOver(t *testing.T) {
	tb := newTable(t)
	id := tb.beginDuel()
	see := func(seat engine.Seat) protocol.GameView {
		raw, err := tb.session.Games().JSON(id, shared, seat)
		require.NoError(t, err)
		return parseGame(t, raw)
	}
	require.Empty(t, see(0).Play.Pending)
	for seat := engine.Seat(1); seat <= 2; seat++ {
		v := see(seat)
		require.Equal(t, seat, v.Seat)
		require.Len(t, v.Play.Pending, 1)
		tb.doAs(shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: v.Play.Pending[0].ID, Seat: seat, Chosen: []string{"low"}}})
	}
	require.Equal(t, engine.KindRoll, see(0).Play.Pending[0].Kind)
}

func TestASeatIsTakenOverOnlyWhenItsScreenIsGone(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id) // nothing is secret any more
	leave := tb.session.Games().Enter(t.Context(), ann.Device)
	no := tb.refusedAs(shared, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	require.Contains(t, no.Why, "Ann's screen is connected")
	leave()
	tb.doAs(protocol.Who{Device: shared.Device, May: true, From: "Android, Firefox"}, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	v := tb.game(id, shared)
	require.Equal(t, engine.Seat(1), v.Seat)
	require.Zero(t, tb.game(id, ann).Seat)
	require.Equal(t, "Ann's seat was taken over by another device (Android, Firefox).", v.Log[0].Answer)
	require.Equal(t, v.Log[0].Answer, tb.game(id, ben).Told, "the screens don't say so")
	tb.doAs(shared, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1})
	v = tb.game(id, looker)
	require.False(t, v.Seats[0].Held)
	require.Equal(t, 2, v.Log[1].N, "who leaves their own seat is no news")
}

// While a seat has something secret open, its device may be gone for a moment; then the others must agree, all screens say who
// takes the seat, and the log keeps it. What was asked and said stands after a restart.
func TestASeatWithASecretIsNotTakenWhileItsPhoneSleeps(t *testing.T) {
	tb, id := seated(t)
	tb.clock.stop()
	leave := tb.session.Games().Enter(t.Context(), ann.Device)
	tb.answer(id, ann, engine.Answer{Chosen: []string{"high"}}) // Ben hasn't answered: it is secret
	leave()
	take := protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1}
	free := protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1}
	tablet := protocol.Who{Device: shared.Device, May: true, From: "iPad, Safari"}
	for _, who := range []protocol.Who{tablet, ben} {
		for _, a := range []protocol.Act{take, free} {
			require.Contains(t, tb.refusedAs(who, a).Why, "was here a moment ago")
		}
	}
	tb.clock.forward(2*time.Minute + time.Second)
	for _, a := range []protocol.Act{take, free} {
		require.Contains(t, tb.refusedAs(ben, a).Why, "this is Ben's screen", "who plays against her reads her secret")
	}
	tb.doAs(tablet, take)
	v := tb.game(id, ben)
	require.True(t, v.Seats[0].Held)
	require.Zero(t, tb.game(id, tablet).Seat, "it was taken before Ben agreed")
	require.Equal(t, "give Ann's seat to another device (iPad, Safari)", v.Ask.Text)
	require.Equal(t, []engine.Seat{2}, v.Ask.Open)
	require.Equal(t, protocol.CodeNotAllowed, tb.refusedAs(tablet, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: v.Ask.ID}).Code)
	require.Contains(t, tb.refusedAs(tablet, free).Why, "answer that first")

	// Ann is back before Ben says anything: she keeps the seat.
	leave = tb.session.Games().Enter(t.Context(), ann.Device)
	require.Nil(t, tb.game(id, ben).Ask)
	require.Contains(t, tb.game(id, ben).Told, "Ann is back and keeps the seat")
	leave()
	require.Contains(t, tb.refusedAs(tablet, take).Why, "was here a moment ago")

	tb.clock.forward(3 * time.Minute)
	tb.doAs(tablet, take)
	asked := tb.game(id, ben).Ask
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	require.Equal(t, asked, tb.game(id, ben).Ask)
	tb.answer(id, ben, engine.Answer{Chosen: []string{"low"}}) // the game goes on, and the question stands
	tb.doAs(ben, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: asked.ID})
	line := "Ann's seat was taken over by another device (iPad, Safari). The other players agreed."
	v = tb.game(id, tablet)
	require.Equal(t, engine.Seat(1), v.Seat)
	require.Equal(t, line, v.Told)
	require.Equal(t, line, v.Log[0].Answer)
	require.Equal(t, engine.EntryKind("seat"), v.Log[0].Kind)
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	v = tb.game(id, tablet)
	require.Equal(t, line, v.Log[0].Answer, "the log has lost it")
	require.Nil(t, v.Ask)
}

// Who scans the seat's own code with a fresh device while Ann's phone sleeps, reads nothing and answers nothing; nor does a browser
// without a name, nor who asks twice or after a restart.
func TestASeatsCodeDoesNotOpenASeatWithASecret(t *testing.T) {
	tb, id := seated(t)
	tb.clock.stop()
	tb.answer(id, ann, engine.Answer{Chosen: []string{"high"}})
	spy := protocol.Who{Device: "a fresh device", Plays: true, Looks: true, From: "Android, Chrome"}
	require.Error(t, tb.session.Games().Sit(t.Context(), spy, id, 1))
	tb.clock.forward(3 * time.Minute)
	for range 2 {
		require.NoError(t, tb.session.Games().Sit(t.Context(), spy, id, 1), "it is asked for, once")
	}
	asked := tb.game(id, ben).Ask
	require.Equal(t, "give Ann's seat to another device (Android, Chrome)", asked.Text)
	for _, seat := range []engine.Seat{0, 1} {
		for _, who := range []protocol.Who{spy, shared, {May: true}} {
			raw, err := tb.session.Games().JSON(id, who, seat)
			require.NoError(t, err)
			require.NotContains(t, string(raw), "High, ", "the stance")
			require.NotContains(t, string(raw), `"device"`)
			require.NotContains(t, string(raw), spy.Device)
		}
	}
	for _, a := range []protocol.Act{{Do: protocol.DoAgree, Seat: 2}, {Do: protocol.DoAgree, Seat: 1}, {Do: protocol.DoLeave, Seat: 1}} {
		a.Game, a.Proposal = id, asked.ID
		require.NotNil(t, tb.refusedAs(spy, a))
	}
	require.NotNil(t, tb.refusedAs(protocol.Who{May: true}, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1}))
	tb.doAs(ben, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 2, Proposal: asked.ID})
	require.Equal(t, "Ben doesn't agree, so Ann keeps the seat.", tb.game(id, looker).Told)
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	require.Equal(t, "Ben doesn't agree, so Ann keeps the seat.", tb.game(id, looker).Told)
	require.Equal(t, engine.Seat(1), tb.game(id, ann).Seat)
	require.Contains(t, tb.refusedAs(shared, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1}).Why, "moment ago", "a restart is no absence")
}

// A seat whose device doesn't come back is taken over in the end, and the log says that nobody was asked.
func TestASeatWhoseDeviceIsLostIsTakenOver(t *testing.T) {
	tb, id := seated(t)
	tb.clock.stop()
	tb.clock.forward(31 * time.Minute)
	tb.doAs(shared, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1})
	v := tb.game(id, looker)
	require.False(t, v.Seats[0].Held)
	require.Contains(t, v.Log[0].Answer, "Nobody was asked")
	require.Len(t, v.Log, 1)
	require.Zero(t, v.Older)
}

// The table's screens answer for a seat that nobody has. The one that asks for a sleeping seat can't agree to that itself: not for
// the free seat, not once it sits there, not when it had a seat and left it, and not after a start.
func TestWhoAsksForASeatAgreesForNobody(t *testing.T) {
	for _, do := range []protocol.Deed{protocol.DoSit, protocol.DoLeave} {
		for name, before := range map[string][]protocol.Act{"has no seat": {{Do: protocol.DoLeave, Seat: 2}}, "left its seat": nil} {
			t.Run(string(do)+" "+name, func(t *testing.T) {
				tb, id := seated(t)
				tb.clock.stop()
				by := ben // he leaves his seat, to be asked as the table's screen
				if before != nil {
					by = shared
				}
				tb.doAs(ben, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 2})
				tb.clock.forward(3 * time.Minute)
				tb.doAs(by, protocol.Act{Do: do, Game: id, Seat: 1})
				ask := tb.game(id, by).Ask
				require.Equal(t, []engine.Seat{2}, ask.Open)
				agree := protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: ask.ID}
				refused := func() {
					t.Helper()
					require.Contains(t, tb.refusedAs(by, agree).Why, "agrees on another screen")
					require.Equal(t, []engine.Seat{1}, tb.game(id, ann).Mine, "the seat was taken")
				}
				refused()
				tb.stop()
				tb = sit(t, tb.path, journal.Limits{})
				refused()
				tb.doAs(by, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
				refused()
				tb.doAs(by, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 2})
				tb.doAs(protocol.Who{Device: "the laptop", May: true}, agree)
				require.Empty(t, tb.game(id, ann).Mine)
				require.Contains(t, tb.game(id, looker).Log[0].Answer, "The other players agreed")
			})
		}
	}
}

func TestSeveralThrowsAndTypedDiceMakeOneRoll(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	// The first throw holds two of the three dice. Nobody taught their icons, and swords and shield look alike.
	tb.throw(-1, -2)
	roll := tb.game(id, looker).Roll
	require.NotNil(t, roll)
	require.Len(t, roll.Missing, 3, "a die was named that may be another")
	require.Len(t, roll.Unnamed, 2)
	tb.settled(roll, "sword-1", 2)
	tb.settled(tb.game(id, looker).Roll, "shield-1", 3)
	v := tb.game(id, looker)
	require.Equal(t, []string{"sword-2"}, v.Roll.Missing)
	require.Equal(t, "2 cut", v.Roll.Dice[0].Shows.Shows())
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind, "counted before it was whole")

	tb.doAs(shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: v.Roll.Question, Shown: []protocol.ShownDie{{Die: "sword-2", Face: 5}}})
	v = tb.game(id, looker)
	require.Equal(t, engine.KindPick, v.Play.Pending[0].Kind)
	require.Equal(t, "Where do the 6 cuts go?", v.Play.Pending[0].Text)
	require.Equal(t, "camera and typed", v.Log[0].By)
	require.Equal(t, "2 cut", v.Tray.Dice[0].Shows)
	require.Equal(t, "sword-1", v.Tray.Dice[0].As)
}

// settled says of the first die on the tray that has no name, or no face, that it is that one.
func (tb *table) settled(roll *protocol.GameRoll, die string, face int) {
	tb.t.Helper()
	act := protocol.Act{Do: protocol.DoShow, As: die, Face: &face}
	for _, d := range roll.Dice {
		if d.Throw > 0 && d.Shows == nil {
			act.Throw, act.Rev, act.Die = d.Throw, d.Rev, d.N
		}
	}
	if len(roll.Unnamed) > 0 {
		d := roll.Unnamed[0]
		act.Throw, act.Rev, act.Die = d.Throw, d.Rev, d.N
	}
	require.NotZero(tb.t, act.Throw, "no die asks")
	tb.doAs(shared, act)
}

func TestAMisreadDieIsCorrectedAfterTheDamage(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	tb.throw(-1, -2, -3)
	for _, d := range []struct {
		die  string
		face int
	}{{"sword-1", 1}, {"sword-2", 1}, {"shield-1", 1}} {
		tb.settled(tb.game(id, looker).Roll, d.die, d.face)
	}
	v := tb.game(id, ben)
	require.Equal(t, "Where do the 2 cuts go?", v.Play.Pending[0].Text)
	tb.answer(id, ben, engine.Answer{Chosen: []string{"leg"}})
	tb.answer(id, ben, engine.Answer{Points: []int{0, 0}})
	require.Equal(t, engine.KindArrange, tb.game(id, ann).Play.Pending[0].Kind)

	// It was three cuts, not one.
	tray := tb.game(id, looker).Tray
	tb.doAs(ann, protocol.Act{Do: protocol.DoShow, Throw: tray.ID, Rev: tray.Rev, Die: tray.Dice[0].N, As: tray.Dice[0].As, Face: ptr(5)})
	v = tb.game(id, ben)
	require.Equal(t, "Where do the 4 cuts go?", v.Play.Pending[0].Text)
	require.NotNil(t, v.Play.Pending[0].Before, "the old answer is shown")
	require.Equal(t, []string{"leg"}, v.Play.Pending[0].Before.Chosen)
	tb.answer(id, ben, engine.Answer{Chosen: []string{"arm", "trunk"}})
	v = tb.game(id, ann)
	require.Equal(t, engine.KindArrange, v.Play.Pending[0].Kind, "the balm stays as it was spread")
	state := v.Play.State.(map[string]any)
	require.Equal(t, map[string]any{"Ann": 6.0, "Ben": 2.0}, state["health"])
}

func TestAGameGoesOnAfterARestart(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	tb.throw(-1, -2)
	tb.settled(tb.game(id, looker).Roll, "sword-1", 5)
	roll := tb.game(id, looker).Roll
	tb.doAs(shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-2", Face: 1}}})
	before := tb.game(id, ann)
	tb.stop()

	again := sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	after := again.game(id, ann)
	before.Version, after.Version = 0, 0
	before.Eye, after.Eye = protocol.EyeView{}, protocol.EyeView{}
	require.Equal(t, before, after)
	again.settled(after.Roll, "shield-1", 0)
	require.Equal(t, "Where do the 4 cuts go?", again.game(id, ben).Play.Pending[0].Text)
}

func TestTakingBackWhatASecretHungOnNeedsTheOthers(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	tb.doAs(ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	v := tb.game(id, ben)
	require.NotNil(t, v.Ask)
	require.Equal(t, []engine.Seat{2}, v.Ask.Open)
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind, "taken back before Ben agreed")
	require.Equal(t, protocol.CodeNotAllowed, tb.refusedAs(ann, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: v.Ask.ID}).Code)
	tb.doAs(ben, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 2, Proposal: v.Ask.ID})
	require.Nil(t, tb.game(id, ben).Ask)

	tb.doAs(ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	tb.doAs(ann, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 1, Proposal: tb.game(id, ann).Ask.ID})
	require.Nil(t, tb.game(id, ben).Ask, "who proposed it can't take it back")

	tb.doAs(ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	tb.doAs(ben, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: tb.game(id, ben).Ask.ID})
	v = tb.game(id, ann)
	require.Equal(t, "Ann, choose your stance.", v.Play.Pending[0].Text)
	require.False(t, v.Log[2].Stands, "the undone entry is marked")
}

// A full disk refuses a consent, and the proposal stands as it stood; after a restart it tells nobody what is secret.
func TestAProposalStandsOnAFullDiskAndStaysSecretAfterARestart(t *testing.T) {
	tb := newTable(t)
	id := tb.beginDuel()
	tb.doAs(ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	q := tb.pendingAs(id, shared, 1)
	tb.doAs(shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}})
	tb.doAs(shared, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: 1, Answer: &engine.Answer{Chosen: []string{"low"}}})
	asked := tb.game(id, ben).Ask
	require.NotNil(t, asked)
	require.NotContains(t, strings.ToLower(asked.Text), "low")
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{File: 1})
	require.Equal(t, asked, tb.game(id, ben).Ask, "it tells more, or less, than before")
	for _, who := range []protocol.Who{ben, looker} {
		raw, err := tb.session.Games().JSON(id, who, 0)
		require.NoError(t, err)
		require.NotContains(t, string(raw), "“Low")
	}
	agree := protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 1, Proposal: asked.ID}
	var err error
	for range 2000 { // what is left of the file's last page takes some notes
		if err = tb.session.DoAs(t.Context(), shared, protocol.Act{Do: protocol.DoTurn}); err != nil {
			break
		}
	}
	require.Equal(t, protocol.CodeFull, tb.refusedAs(shared, agree).Code)
	require.Equal(t, asked, tb.game(id, ben).Ask)
	require.Equal(t, protocol.CodeFull, tb.refusedAs(ben, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 2, Proposal: asked.ID}).Code)
	require.Equal(t, asked, tb.game(id, ben).Ask)
}

// The last yes of a paused game is refused, and the proposal stands with what was said before; what is played
// meanwhile ends it, after a restart too.
func TestAProposalStandsUntilItIsDoneOrTheGameGoesOn(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	tb.doAs(ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	asked := tb.game(id, ben).Ask
	tb.doAs(shared, protocol.Act{Do: protocol.DoPause, Game: id})
	agree := protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: asked.ID}
	require.Contains(t, tb.refusedAs(ben, agree).Why, "paused")
	require.Equal(t, asked, tb.game(id, ben).Ask, "the proposal went with the refusal")
	tb.doAs(shared, protocol.Act{Do: protocol.DoResume, Game: id})

	roll := tb.game(id, looker).Roll
	tb.doAs(ann, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 5}, {Die: "sword-2", Face: 3}, {Die: "shield-1", Face: 0}}})
	require.Nil(t, tb.game(id, ben).Ask)
	tb.stop()
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	require.Nil(t, tb.game(id, ben).Ask, "it stands again after a restart")
	require.Equal(t, protocol.CodeStale, tb.refusedAs(ben, agree).Code)
}

func TestTakingBackWhatEverybodySawNeedsNobody(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	roll := tb.game(id, looker).Roll
	tb.doAs(ann, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 5}, {Die: "sword-2", Face: 3}, {Die: "shield-1", Face: 0}}})
	n := tb.game(id, ann).Log[0].N
	tb.doAs(ben, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: n})
	v := tb.game(id, ann)
	require.Nil(t, v.Ask)
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind)
	require.Len(t, v.Roll.Missing, 3, "dice of the roll that was taken back are still there")
	tb.doAs(ben, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: n + 1})
	require.Equal(t, engine.KindPick, tb.game(id, ben).Play.Pending[0].Kind, "taking back the taking back")
}

func TestAPausedGameTakesNothing(t *testing.T) {
	tb, id := seated(t)
	q := tb.game(id, ann).Play.Pending[0]
	tb.doAs(ann, protocol.Act{Do: protocol.DoPause, Game: id})
	v := tb.game(id, ann)
	require.Equal(t, protocol.GamePaused, v.Game.Status)
	require.Empty(t, v.Play.Pending)
	no := tb.refusedAs(ann, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}})
	require.Contains(t, no.Why, "paused")
	tb.throw(3, 4)
	require.Equal(t, 7, *tb.view().Rolls[0].Total, "the tray counts again")
	tb.doAs(ann, protocol.Act{Do: protocol.DoResume, Game: id})
	tb.answer(id, ann, engine.Answer{Chosen: []string{"high"}})
}

func TestSeveralGamesAtOnce(t *testing.T) {
	tb, one := seated(t)
	two := tb.beginDuel()
	require.Equal(t, two, tb.view().Play.ID, "a new game takes the tray")
	tb.doAs(shared, protocol.Act{Do: protocol.DoTray, Game: one})
	require.Equal(t, one, tb.view().Play.ID)
	tb.stances(one)
	require.Equal(t, 3, tb.game(one, looker).Game.Entries)
	require.Equal(t, 1, tb.game(two, looker).Game.Entries)
	require.Len(t, tb.session.Games().List(), 2)
	tb.doAs(shared, protocol.Act{Do: protocol.DoTray})
	require.Nil(t, tb.view().Play)
}

func TestASavedGameReplaysAnywhere(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	log, _, err := tb.session.Games().File(id)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, engine.WriteLog(&file, log))

	other := newTable(t)
	read, err := engine.ReadLog(bytes.NewReader(file.Bytes()))
	require.NoError(t, err)
	copied, err := other.session.Games().Import(t.Context(), read)
	require.NoError(t, err)
	require.Equal(t, tb.game(id, looker).Play, other.game(copied, looker).Play)

	t.Run("bad files", func(t *testing.T) {
		for name, c := range map[string]struct {
			change func([]engine.Entry) []engine.Entry
			why    string
		}{
			"nothing": {func([]engine.Entry) []engine.Entry { return nil }, "doesn't begin with a header"},
			"other": {func(l []engine.Entry) []engine.Entry {
				h := *l[0].Header
				h.Rulebook = "chess"
				l[0].Header = &h
				return l
			}, `no rulebook called "chess"`},
			"newer": {func(l []engine.Entry) []engine.Entry { h := *l[0].Header; h.Format = 9; l[0].Header = &h; return l }, "a newer program may read it"},
			"a gap": {func(l []engine.Entry) []engine.Entry { return append(l[:1], l[2:]...) }, "an entry is missing"},
			"an edited": {func(l []engine.Entry) []engine.Entry {
				a := *l[1].Answer
				a.Chosen = []string{"sideways"}
				l[1].Answer = &a
				return l
			}, ""},
		} {
			t.Run(name, func(t *testing.T) {
				at := newTable(t)
				bad, err := at.session.Games().Import(context.Background(), c.change(append([]engine.Entry{}, log...)))
				if c.why != "" {
					require.ErrorContains(t, err, c.why)
					require.Empty(t, at.session.Games().List())
					return
				}
				require.NoError(t, err)
				require.Equal(t, protocol.GameStopped, at.game(bad, looker).Game.Status, "an edited log is played as if it were whole")
			})
		}
	})
}

func TestDiceThatAreNoPartOfTheRoll(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	s := scene(-1, -2, -3)
	s.Sightings = append(s.Sightings, sighting(700, 300, 4))
	s.Sightings[3].Shapes = []vision.ShapeScore{{Shape: vision.D20, P: 0.99}}
	tb.settle(s)
	roll := tb.game(id, looker).Roll
	require.Len(t, roll.Strays, 1)
	require.Equal(t, "d20", roll.Strays[0].Shape)
	require.Empty(t, roll.Doubts, "a die that can't be one of them leaves no doubt")

	tb.clear()
	tb2, id2 := seated(t)
	tb2.stances(id2)
	tb2.throw(-1, -2, -3, -4)
	require.NotEmpty(t, tb2.game(id2, looker).Roll.Doubts, "four dice lie there, three are asked for: which?")
}

func TestABadNewGameIsOneSentence(t *testing.T) {
	tb := newTable(t)
	for name, c := range map[string]struct {
		game protocol.NewGame
		why  string
	}{
		"unknown":    {protocol.NewGame{Rulebook: "chess"}, `no rulebook called "chess": it knows duel, starter, 4.01d, 3.04a, 1996, vera-discordia, tally`},
		"alone":      {protocol.NewGame{Rulebook: duelName, Players: []engine.Player{{Name: "Ann"}}}, "for 2 to 2 players, not 1"},
		"same names": {protocol.NewGame{Rulebook: duelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ann"}}}, "two players are called"},
		"nameless":   {protocol.NewGame{Rulebook: duelName, Players: []engine.Player{{Name: "Ann"}, {}}}, "player 2 needs a name"},
		"setup":      {protocol.NewGame{Rulebook: duelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(`{"x":1}`)}, "leave \"setup\" out"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tb.session.Games().Begin(t.Context(), c.game)
			require.ErrorContains(t, err, c.why)
		})
	}
	require.Empty(t, tb.session.Games().List())
}

func TestArmiesAreKept(t *testing.T) {
	tb := newTable(t)
	a, err := tb.session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: duelName, Name: "Reds", Force: json.RawMessage(`{"dice":["sword"]}`)})
	require.NoError(t, err)
	a.Name = "Deep reds"
	_, err = tb.session.Games().KeepArmy(t.Context(), a)
	require.NoError(t, err)
	b, err := tb.session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: duelName, Name: "Blues", Force: json.RawMessage(`{}`)})
	require.NoError(t, err)
	require.NoError(t, tb.session.Games().DropArmy(t.Context(), b.ID))
	require.Error(t, tb.session.Games().DropArmy(t.Context(), b.ID))
	tb.stop()
	again := sit(t, tb.path, journal.Limits{})
	require.Equal(t, []protocol.Army{a}, again.session.Games().Armies())
	for _, bad := range []string{`{`, `{"name":"x"}`, `{"name":"","rulebook":"duel","force":{}}`, `{"name":"x","rulebook":"duel","force":{},"colour":1}`} {
		_, err := protocol.ParseArmy([]byte(bad))
		require.Error(t, err, bad)
	}
}

// gameAs is a game as a screen sees it that asks to look as a seat.
func (tb *table) gameAs(id int, who protocol.Who, seat engine.Seat) protocol.GameView {
	tb.t.Helper()
	raw, err := tb.session.Games().JSON(id, who, seat)
	require.NoError(tb.t, err)
	return parseGame(tb.t, raw)
}

// What a correction changed is said where it stands in the log; what holds no more is told apart from what
// holds, and what was taken back or answered anew keeps its words.
func TestTheLogSaysWhatACorrectionChanged(t *testing.T) {
	tb, id := seated(t)
	tb.stances(id)
	roll := tb.game(id, looker).Roll
	tb.doAs(ann, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 1}, {Die: "sword-2", Face: 1}, {Die: "shield-1", Face: 1}}})
	tb.answer(id, ben, engine.Answer{Chosen: []string{"leg"}})
	tb.answer(id, ben, engine.Answer{Points: []int{0, 0}})
	tb.doAs(ann, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: 3, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 5}}})
	line := func(n int) protocol.LogLine {
		for _, l := range tb.game(id, ann).Log {
			if l.N == n {
				return l
			}
		}
		t.Fatalf("no entry %d", n)
		return protocol.LogLine{}
	}
	l := line(6)
	require.Equal(t, []string{"cut, cut, block", "3 cut, cut, block"}, []string{l.Was, l.Answer})
	require.Equal(t, []string{"No longer: 2 cuts", "Now: 4 cuts", "Asked: Where do the 4 cuts go?"}, l.Changed)
	require.True(t, line(3).Amended)
	require.True(t, line(4).Idle, "Ben's wounds wait for his answer")
	require.True(t, line(5).Idle)
	require.True(t, line(1).Can, "Ann changes her own answer")
	require.False(t, line(2).Can, "Ann changes Ben's answer")

	tb.answer(id, ben, engine.Answer{Chosen: []string{"arm", "trunk"}})
	require.True(t, line(4).Amended)
	require.Equal(t, []string{"Where do the 2 cuts go?", "Leg"}, []string{line(4).Asked, line(4).Answer}, "names, though nobody asks that any more")
	require.False(t, line(5).Idle)

	tb.doAs(ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 5})
	require.Equal(t, "Spread 2 drops of balm.", tb.game(id, ben).Play.Pending[0].Text, "the misread is back")
	require.True(t, line(6).Kept && line(6).Stands && line(7).Kept)
	require.False(t, line(5).Stands)
	require.Equal(t, "Arm 0, Leg 0", line(5).Answer, "names, not points")
	require.Contains(t, tb.refusedAs(ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 6}).Why, "was kept when the game went back")

	// The table's file holds it all.
	want := tb.game(id, ann).Log
	tb.stop()
	require.Equal(t, want, sit(t, tb.path, journal.Limits{Crops: 1 << 20}).game(id, ann).Log)
}
