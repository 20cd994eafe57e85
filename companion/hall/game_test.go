package hall_test

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
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/vision"
)

func TestASecretIsSeenByItsSeatAlone(t *testing.T) {
	tb, id := tabletest.Seated(t)
	require.Len(t, tb.Game(id, tabletest.Ann).Play.Pending, 1)
	for _, who := range []protocol.Who{tabletest.Shared, tabletest.Looker} {
		v := tb.Game(id, who)
		require.Empty(t, v.Play.Pending, "a secret question is shown to others")
		require.True(t, v.Seats[0].Secret && v.Seats[1].Secret)
	}
	tb.Answer(id, tabletest.Ann, engine.Answer{Chosen: []string{"high"}})
	for _, who := range []protocol.Who{tabletest.Ben, tabletest.Shared, tabletest.Looker} {
		raw, err := tb.Session.Games().JSON(id, who, 1)
		require.NoError(t, err)
		require.NotContains(t, string(raw), "High, ", "the stance")
		v := tb.Game(id, who)
		require.True(t, v.Log[0].Hidden)
		require.NotContains(t, strings.ToLower(v.Log[0].Answer), "high")
	}
	_, _, err := tb.Session.Games().File(id)
	require.ErrorContains(t, err, "secret answer is not open yet")
	tb.Answer(id, tabletest.Ben, engine.Answer{Chosen: []string{"low"}})
	require.Equal(t, "High", tb.Game(id, tabletest.Looker).Log[1].Answer, "shown when all are in")
}

func TestASeatIsAnsweredForByWhoSitsThere(t *testing.T) {
	tb, id := tabletest.Seated(t)
	q := tb.Game(id, tabletest.Ann).Play.Pending[0]
	no := tb.RefusedAs(tabletest.Ben, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}})
	require.Equal(t, protocol.CodeNotAllowed, no.Code)
	require.Equal(t, protocol.CodeNotAllowed, tb.RefusedAs(tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}}).Code)
	require.Equal(t, protocol.CodeNotAllowed, tb.RefusedAs(tabletest.Looker, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}}).Code)
	require.Len(t, tb.Game(id, tabletest.Ann).Play.Pending, 1)
}

func TestOneScreenIsHandedOver(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	see := func(seat engine.Seat) protocol.GameView {
		raw, err := tb.Session.Games().JSON(id, tabletest.Shared, seat)
		require.NoError(t, err)
		return tabletest.ParseGame(t, raw)
	}
	require.Empty(t, see(0).Play.Pending)
	for seat := engine.Seat(1); seat <= 2; seat++ {
		v := see(seat)
		require.Equal(t, seat, v.Seat)
		require.Len(t, v.Play.Pending, 1)
		tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: v.Play.Pending[0].ID, Seat: seat, Chosen: []string{"low"}}})
	}
	require.Equal(t, engine.KindRoll, see(0).Play.Pending[0].Kind)
}

func TestASeatIsTakenOverOnlyWhenItsScreenIsGone(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id) // nothing is secret any more
	leave := tb.Session.Games().Enter(t.Context(), tabletest.Ann.Device)
	no := tb.RefusedAs(tabletest.Shared, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	require.Contains(t, no.Why, "Ann's screen is connected")
	leave()
	tb.DoAs(protocol.Who{Device: tabletest.Shared.Device, May: true, From: "Android, Firefox"}, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	v := tb.Game(id, tabletest.Shared)
	require.Equal(t, engine.Seat(1), v.Seat)
	require.Zero(t, tb.Game(id, tabletest.Ann).Seat)
	require.Equal(t, "Ann's seat was taken over by another device (Android, Firefox).", v.Log[0].Answer)
	require.Equal(t, v.Log[0].Answer, tb.Game(id, tabletest.Ben).Told, "the screens don't say so")
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1})
	v = tb.Game(id, tabletest.Looker)
	require.False(t, v.Seats[0].Held)
	require.Equal(t, 2, v.Log[1].N, "who leaves their own seat is no news")
}

// If a seat has something secret open, its device may be gone for a moment. After that another device may take the seat if the others agree. All
// screens say who takes the seat, and the log keeps it. Questions and answers stand after a restart.
func TestASeatWithASecretIsNotTakenWhileItsPhoneSleeps(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Clock.Stop()
	leave := tb.Session.Games().Enter(t.Context(), tabletest.Ann.Device)
	tb.Answer(id, tabletest.Ann, engine.Answer{Chosen: []string{"high"}}) // Ben hasn't answered, so Ann's answer is secret
	leave()
	take := protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1}
	free := protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1}
	tablet := protocol.Who{Device: tabletest.Shared.Device, May: true, From: "iPad, Safari"}
	for _, who := range []protocol.Who{tablet, tabletest.Ben} {
		for _, a := range []protocol.Act{take, free} {
			require.Contains(t, tb.RefusedAs(who, a).Why, "was here a moment ago")
		}
	}
	tb.Clock.Forward(2*time.Minute + time.Second)
	for _, a := range []protocol.Act{take, free} {
		require.Contains(t, tb.RefusedAs(tabletest.Ben, a).Why, "this is Ben's screen", "who plays against her reads her secret")
	}
	tb.DoAs(tablet, take)
	v := tb.Game(id, tabletest.Ben)
	require.True(t, v.Seats[0].Held)
	require.Zero(t, tb.Game(id, tablet).Seat, "it was taken before Ben agreed")
	require.Equal(t, "give Ann's seat to another device (iPad, Safari)", v.Ask.Text)
	require.Equal(t, []engine.Seat{2}, v.Ask.Open)
	require.Equal(t, protocol.CodeNotAllowed, tb.RefusedAs(tablet, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: v.Ask.ID}).Code)
	require.Contains(t, tb.RefusedAs(tablet, free).Why, "answer that first")

	// Ann is back before Ben says anything. She keeps the seat.
	leave = tb.Session.Games().Enter(t.Context(), tabletest.Ann.Device)
	require.Nil(t, tb.Game(id, tabletest.Ben).Ask)
	require.Contains(t, tb.Game(id, tabletest.Ben).Told, "Ann is back and keeps the seat")
	leave()
	require.Contains(t, tb.RefusedAs(tablet, take).Why, "was here a moment ago")

	tb.Clock.Forward(3 * time.Minute)
	tb.DoAs(tablet, take)
	asked := tb.Game(id, tabletest.Ben).Ask
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	require.Equal(t, asked, tb.Game(id, tabletest.Ben).Ask)
	tb.Answer(id, tabletest.Ben, engine.Answer{Chosen: []string{"low"}}) // the game goes on, and the question stands
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: asked.ID})
	line := "Ann's seat was taken over by another device (iPad, Safari). The other players agreed."
	v = tb.Game(id, tablet)
	require.Equal(t, engine.Seat(1), v.Seat)
	require.Equal(t, line, v.Told)
	require.Equal(t, line, v.Log[0].Answer)
	require.Equal(t, engine.EntryKind("seat"), v.Log[0].Kind)
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	v = tb.Game(id, tablet)
	require.Equal(t, line, v.Log[0].Answer, "the log has lost it")
	require.Nil(t, v.Ask)
}

// A fresh device that scans the seat's own code while Ann's phone sleeps reads nothing and answers nothing. Neither does a browser without a name, a
// device that asks twice, or one that asks after a restart.
func TestASeatsCodeDoesNotOpenASeatWithASecret(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Clock.Stop()
	tb.Answer(id, tabletest.Ann, engine.Answer{Chosen: []string{"high"}})
	spy := protocol.Who{Device: "a fresh device", Plays: true, Looks: true, From: "Android, Chrome"}
	require.Error(t, tb.Session.Games().Sit(t.Context(), spy, id, 1))
	tb.Clock.Forward(3 * time.Minute)
	for range 2 {
		require.NoError(t, tb.Session.Games().Sit(t.Context(), spy, id, 1), "it is asked for, once")
	}
	asked := tb.Game(id, tabletest.Ben).Ask
	require.Equal(t, "give Ann's seat to another device (Android, Chrome)", asked.Text)
	for _, seat := range []engine.Seat{0, 1} {
		for _, who := range []protocol.Who{spy, tabletest.Shared, {May: true}} {
			raw, err := tb.Session.Games().JSON(id, who, seat)
			require.NoError(t, err)
			require.NotContains(t, string(raw), "High, ", "the stance")
			require.NotContains(t, string(raw), `"device"`)
			require.NotContains(t, string(raw), spy.Device)
		}
	}
	for _, a := range []protocol.Act{{Do: protocol.DoAgree, Seat: 2}, {Do: protocol.DoAgree, Seat: 1}, {Do: protocol.DoLeave, Seat: 1}} {
		a.Game, a.Proposal = id, asked.ID
		require.NotNil(t, tb.RefusedAs(spy, a))
	}
	require.NotNil(t, tb.RefusedAs(protocol.Who{May: true}, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1}))
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 2, Proposal: asked.ID})
	require.Equal(t, "Ben doesn't agree, so Ann keeps the seat.", tb.Game(id, tabletest.Looker).Told)
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	require.Equal(t, "Ben doesn't agree, so Ann keeps the seat.", tb.Game(id, tabletest.Looker).Told)
	require.Equal(t, engine.Seat(1), tb.Game(id, tabletest.Ann).Seat)
	require.Contains(t, tb.RefusedAs(tabletest.Shared, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1}).Why, "moment ago", "a restart is no absence")
}

// A seat whose device doesn't come back is taken over in the end, and the log says that nobody was asked.
func TestASeatWhoseDeviceIsLostIsTakenOver(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Clock.Stop()
	tb.Clock.Forward(31 * time.Minute)
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 1})
	v := tb.Game(id, tabletest.Looker)
	require.False(t, v.Seats[0].Held)
	require.Contains(t, v.Log[0].Answer, "Nobody was asked")
	require.Len(t, v.Log, 1)
	require.Zero(t, v.Older)
}

// The table's screens answer for a seat that nobody has. A screen that asks for a sleeping seat can't agree to that itself: not for the free seat, not
// once it sits there, not when it had a seat and left it, and not after a restart.
func TestWhoAsksForASeatAgreesForNobody(t *testing.T) {
	for _, do := range []protocol.Deed{protocol.DoSit, protocol.DoLeave} {
		for name, before := range map[string][]protocol.Act{"has no seat": {{Do: protocol.DoLeave, Seat: 2}}, "left its seat": nil} {
			t.Run(string(do)+" "+name, func(t *testing.T) {
				tb, id := tabletest.Seated(t)
				tb.Clock.Stop()
				by := tabletest.Ben // he leaves his seat, so that the table's screen is asked
				if before != nil {
					by = tabletest.Shared
				}
				tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 2})
				tb.Clock.Forward(3 * time.Minute)
				tb.DoAs(by, protocol.Act{Do: do, Game: id, Seat: 1})
				ask := tb.Game(id, by).Ask
				require.Equal(t, []engine.Seat{2}, ask.Open)
				agree := protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: ask.ID}
				refused := func() {
					t.Helper()
					require.Contains(t, tb.RefusedAs(by, agree).Why, "agrees on another screen")
					require.Equal(t, []engine.Seat{1}, tb.Game(id, tabletest.Ann).Mine, "the seat was taken")
				}
				refused()
				tb.Stop()
				tb = tabletest.Sit(t, tb.Path, journal.Limits{})
				refused()
				tb.DoAs(by, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
				refused()
				tb.DoAs(by, protocol.Act{Do: protocol.DoLeave, Game: id, Seat: 2})
				tb.DoAs(protocol.Who{Device: "the laptop", May: true}, agree)
				require.Empty(t, tb.Game(id, tabletest.Ann).Mine)
				require.Contains(t, tb.Game(id, tabletest.Looker).Log[0].Answer, "The other players agreed")
			})
		}
	}
}

func TestSeveralThrowsAndTypedDiceMakeOneRoll(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	// The first throw holds two of the three dice. Nobody taught their icons, and swords and shield look alike.
	tb.Throw(-1, -2)
	roll := tb.Game(id, tabletest.Looker).Roll
	require.NotNil(t, roll)
	require.Len(t, roll.Missing, 3, "a die was named that may be another")
	require.Len(t, roll.Unnamed, 2)
	tb.Settled(roll, "sword-1", 2)
	tb.Settled(tb.Game(id, tabletest.Looker).Roll, "shield-1", 3)
	v := tb.Game(id, tabletest.Looker)
	require.Equal(t, []string{"sword-2"}, v.Roll.Missing)
	require.Equal(t, "2 cut", v.Roll.Dice[0].Shows.Shows())
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind, "counted before it was whole")

	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: v.Roll.Question, Shown: []protocol.ShownDie{{Die: "sword-2", Face: 5}}})
	v = tb.Game(id, tabletest.Looker)
	require.Equal(t, engine.KindPick, v.Play.Pending[0].Kind)
	require.Equal(t, "Where do the 6 cuts go?", v.Play.Pending[0].Text)
	require.Equal(t, "camera and typed", v.Log[0].By)
	require.Equal(t, "2 cut", v.Tray.Dice[0].Shows)
	require.Equal(t, "sword-1", v.Tray.Dice[0].As)
}

func TestAMisreadDieIsCorrectedAfterTheDamage(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	tb.Throw(-1, -2, -3)
	for _, d := range []struct {
		die  string
		face int
	}{{"sword-1", 1}, {"sword-2", 1}, {"shield-1", 1}} {
		tb.Settled(tb.Game(id, tabletest.Looker).Roll, d.die, d.face)
	}
	v := tb.Game(id, tabletest.Ben)
	require.Equal(t, "Where do the 2 cuts go?", v.Play.Pending[0].Text)
	tb.Answer(id, tabletest.Ben, engine.Answer{Chosen: []string{"leg"}})
	tb.Answer(id, tabletest.Ben, engine.Answer{Points: []int{0, 0}})
	require.Equal(t, engine.KindArrange, tb.Game(id, tabletest.Ann).Play.Pending[0].Kind)

	// That was three cuts, not one.
	tray := tb.Game(id, tabletest.Looker).Tray
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoShow, Throw: tray.ID, Rev: tray.Rev, Die: tray.Dice[0].N, As: tray.Dice[0].As, Face: tabletest.Ptr(5)})
	v = tb.Game(id, tabletest.Ben)
	require.Equal(t, "Where do the 4 cuts go?", v.Play.Pending[0].Text)
	require.NotNil(t, v.Play.Pending[0].Before, "the old answer is shown")
	require.Equal(t, []string{"leg"}, v.Play.Pending[0].Before.Chosen)
	tb.Answer(id, tabletest.Ben, engine.Answer{Chosen: []string{"arm", "trunk"}})
	v = tb.Game(id, tabletest.Ann)
	require.Equal(t, engine.KindArrange, v.Play.Pending[0].Kind, "the balm stays as it was spread")
	state := v.Play.State.(map[string]any)
	require.Equal(t, map[string]any{"Ann": 6.0, "Ben": 2.0}, state["health"])
}

func TestAGameGoesOnAfterARestart(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	tb.Throw(-1, -2)
	tb.Settled(tb.Game(id, tabletest.Looker).Roll, "sword-1", 5)
	roll := tb.Game(id, tabletest.Looker).Roll
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-2", Face: 1}}})
	before := tb.Game(id, tabletest.Ann)
	tb.Stop()

	again := tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	after := again.Game(id, tabletest.Ann)
	before.Version, after.Version = 0, 0
	before.Eye, after.Eye = protocol.EyeView{}, protocol.EyeView{}
	require.Equal(t, before, after)
	again.Settled(after.Roll, "shield-1", 0)
	require.Equal(t, "Where do the 4 cuts go?", again.Game(id, tabletest.Ben).Play.Pending[0].Text)
}

func TestTakingBackWhatASecretHungOnNeedsTheOthers(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	v := tb.Game(id, tabletest.Ben)
	require.NotNil(t, v.Ask)
	require.Equal(t, []engine.Seat{2}, v.Ask.Open)
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind, "taken back before Ben agreed")
	require.Equal(t, protocol.CodeNotAllowed, tb.RefusedAs(tabletest.Ann, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: v.Ask.ID}).Code)
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 2, Proposal: v.Ask.ID})
	require.Nil(t, tb.Game(id, tabletest.Ben).Ask)

	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 1, Proposal: tb.Game(id, tabletest.Ann).Ask.ID})
	require.Nil(t, tb.Game(id, tabletest.Ben).Ask, "who proposed it can't take it back")

	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: tb.Game(id, tabletest.Ben).Ask.ID})
	v = tb.Game(id, tabletest.Ann)
	require.Equal(t, "Ann, choose your stance.", v.Play.Pending[0].Text)
	require.False(t, v.Log[2].Stands, "the undone entry is marked")
}

// A full disk refuses a consent, and the proposal stands as it stood; after a restart it tells nobody what is secret.
func TestAProposalStandsOnAFullDiskAndStaysSecretAfterARestart(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	q := tb.PendingAs(id, tabletest.Shared, 1)
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}})
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: 1, Answer: &engine.Answer{Chosen: []string{"low"}}})
	asked := tb.Game(id, tabletest.Ben).Ask
	require.NotNil(t, asked)
	require.NotContains(t, strings.ToLower(asked.Text), "low")
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{File: 1})
	require.Equal(t, asked, tb.Game(id, tabletest.Ben).Ask, "it tells more, or less, than before")
	for _, who := range []protocol.Who{tabletest.Ben, tabletest.Looker} {
		raw, err := tb.Session.Games().JSON(id, who, 0)
		require.NoError(t, err)
		require.NotContains(t, string(raw), "“Low")
	}
	agree := protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 1, Proposal: asked.ID}
	var err error
	for range 2000 { // some notes still fit into the last page of the file
		if err = tb.Session.DoAs(t.Context(), tabletest.Shared, protocol.Act{Do: protocol.DoTurn}); err != nil {
			break
		}
	}
	require.Equal(t, protocol.CodeFull, tb.RefusedAs(tabletest.Shared, agree).Code)
	require.Equal(t, asked, tb.Game(id, tabletest.Ben).Ask)
	require.Equal(t, protocol.CodeFull, tb.RefusedAs(tabletest.Ben, protocol.Act{Do: protocol.DoObject, Game: id, Seat: 2, Proposal: asked.ID}).Code)
	require.Equal(t, asked, tb.Game(id, tabletest.Ben).Ask)
}

// The last yes in a paused game is refused, and the proposal keeps the consents given before. If the game is played on, the proposal ends, also after a
// restart.
func TestAProposalStandsUntilItIsDoneOrTheGameGoesOn(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 1})
	asked := tb.Game(id, tabletest.Ben).Ask
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoPause, Game: id})
	agree := protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: asked.ID}
	require.Contains(t, tb.RefusedAs(tabletest.Ben, agree).Why, "paused")
	require.Equal(t, asked, tb.Game(id, tabletest.Ben).Ask, "the proposal went with the refusal")
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoResume, Game: id})

	roll := tb.Game(id, tabletest.Looker).Roll
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 5}, {Die: "sword-2", Face: 3}, {Die: "shield-1", Face: 0}}})
	require.Nil(t, tb.Game(id, tabletest.Ben).Ask)
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	require.Nil(t, tb.Game(id, tabletest.Ben).Ask, "it stands again after a restart")
	require.Equal(t, protocol.CodeStale, tb.RefusedAs(tabletest.Ben, agree).Code)
}

func TestTakingBackWhatEverybodySawNeedsNobody(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	roll := tb.Game(id, tabletest.Looker).Roll
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 5}, {Die: "sword-2", Face: 3}, {Die: "shield-1", Face: 0}}})
	n := tb.Game(id, tabletest.Ann).Log[0].N
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: n})
	v := tb.Game(id, tabletest.Ann)
	require.Nil(t, v.Ask)
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind)
	require.Len(t, v.Roll.Missing, 3, "dice of the roll that was taken back are still there")
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: n + 1})
	require.Equal(t, engine.KindPick, tb.Game(id, tabletest.Ben).Play.Pending[0].Kind, "taking back the taking back")
}

func TestAPausedGameTakesNothing(t *testing.T) {
	tb, id := tabletest.Seated(t)
	q := tb.Game(id, tabletest.Ann).Play.Pending[0]
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoPause, Game: id})
	v := tb.Game(id, tabletest.Ann)
	require.Equal(t, protocol.GamePaused, v.Game.Status)
	require.Empty(t, v.Play.Pending)
	no := tb.RefusedAs(tabletest.Ann, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{"high"}}})
	require.Contains(t, no.Why, "paused")
	tb.Throw(3, 4)
	require.Equal(t, 7, *tb.View().Rolls[0].Total, "the tray counts again")
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoResume, Game: id})
	tb.Answer(id, tabletest.Ann, engine.Answer{Chosen: []string{"high"}})
}

func TestSeveralGamesAtOnce(t *testing.T) {
	tb, one := tabletest.Seated(t)
	two := tb.BeginDuel()
	require.Equal(t, two, tb.View().Play.ID, "a new game takes the tray")
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoTray, Game: one})
	require.Equal(t, one, tb.View().Play.ID)
	tb.Stances(one)
	require.Equal(t, 3, tb.Game(one, tabletest.Looker).Game.Entries)
	require.Equal(t, 1, tb.Game(two, tabletest.Looker).Game.Entries)
	require.Len(t, tb.Session.Games().List(), 2)
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoTray})
	require.Nil(t, tb.View().Play)
}

func TestASavedGameReplaysAnywhere(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	log, _, err := tb.Session.Games().File(id)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, engine.WriteLog(&file, log))

	other := tabletest.NewTable(t)
	read, err := engine.ReadLog(bytes.NewReader(file.Bytes()))
	require.NoError(t, err)
	copied, err := other.Session.Games().Import(t.Context(), read)
	require.NoError(t, err)
	require.Equal(t, tb.Game(id, tabletest.Looker).Play, other.Game(copied, tabletest.Looker).Play)

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
				at := tabletest.NewTable(t)
				bad, err := at.Session.Games().Import(context.Background(), c.change(append([]engine.Entry{}, log...)))
				if c.why != "" {
					require.ErrorContains(t, err, c.why)
					require.Empty(t, at.Session.Games().List())
					return
				}
				require.NoError(t, err)
				require.Equal(t, protocol.GameStopped, at.Game(bad, tabletest.Looker).Game.Status, "an edited log is played as if it were whole")
			})
		}
	})
}

func TestDiceThatAreNoPartOfTheRoll(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	s := tabletest.Scene(-1, -2, -3)
	s.Sightings = append(s.Sightings, tabletest.Sighting(700, 300, 4))
	s.Sightings[3].Shapes = []vision.ShapeScore{{Shape: vision.D20, P: 0.99}}
	tb.Settle(s)
	roll := tb.Game(id, tabletest.Looker).Roll
	require.Len(t, roll.Strays, 1)
	require.Equal(t, "d20", roll.Strays[0].Shape)
	require.Empty(t, roll.Doubts, "a die that can't be one of them leaves no doubt")

	tb.Clear()
	tb2, id2 := tabletest.Seated(t)
	tb2.Stances(id2)
	tb2.Throw(-1, -2, -3, -4)
	require.NotEmpty(t, tb2.Game(id2, tabletest.Looker).Roll.Doubts, "four dice lie there, three are asked for: which?")
}

func TestABadNewGameIsOneSentence(t *testing.T) {
	tb := tabletest.NewTable(t)
	for name, c := range map[string]struct {
		game protocol.NewGame
		why  string
	}{
		"unknown":    {protocol.NewGame{Rulebook: "chess"}, `no rulebook called "chess": it knows duel, starter, 4.01d, 3.04a, 1996, vera-discordia, tally`},
		"alone":      {protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}}}, "for 2 to 2 players, not 1"},
		"same names": {protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ann"}}}, "two players are called"},
		"nameless":   {protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {}}}, "player 2 needs a name"},
		"setup":      {protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(`{"x":1}`)}, "leave \"setup\" out"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tb.Session.Games().Begin(t.Context(), c.game)
			require.ErrorContains(t, err, c.why)
		})
	}
	require.Empty(t, tb.Session.Games().List())
}

func TestArmiesAreKept(t *testing.T) {
	tb := tabletest.NewTable(t)
	a, err := tb.Session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: tabletest.DuelName, Name: "Reds", Force: json.RawMessage(`{"dice":["sword"]}`)})
	require.NoError(t, err)
	a.Name = "Deep reds"
	_, err = tb.Session.Games().KeepArmy(t.Context(), a)
	require.NoError(t, err)
	b, err := tb.Session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: tabletest.DuelName, Name: "Blues", Force: json.RawMessage(`{}`)})
	require.NoError(t, err)
	require.NoError(t, tb.Session.Games().DropArmy(t.Context(), b.ID))
	require.Error(t, tb.Session.Games().DropArmy(t.Context(), b.ID))
	tb.Stop()
	again := tabletest.Sit(t, tb.Path, journal.Limits{})
	require.Equal(t, []protocol.Army{a}, again.Session.Games().Armies())
	for _, bad := range []string{`{`, `{"name":"x"}`, `{"name":"","rulebook":"duel","force":{}}`, `{"name":"x","rulebook":"duel","force":{},"colour":1}`} {
		_, err := protocol.ParseArmy([]byte(bad))
		require.Error(t, err, bad)
	}
}

// The log says what a correction changed, at the correction. It tells effects that don't hold any more apart from those that hold. Answers that were
// taken back or replaced keep their words.
func TestTheLogSaysWhatACorrectionChanged(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Stances(id)
	roll := tb.Game(id, tabletest.Looker).Roll
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoHand, Game: id, Question: roll.Question, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 1}, {Die: "sword-2", Face: 1}, {Die: "shield-1", Face: 1}}})
	tb.Answer(id, tabletest.Ben, engine.Answer{Chosen: []string{"leg"}})
	tb.Answer(id, tabletest.Ben, engine.Answer{Points: []int{0, 0}})
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: 3, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 5}}})
	line := func(n int) protocol.LogLine {
		for _, l := range tb.Game(id, tabletest.Ann).Log {
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

	tb.Answer(id, tabletest.Ben, engine.Answer{Chosen: []string{"arm", "trunk"}})
	require.True(t, line(4).Amended)
	require.Equal(t, []string{"Where do the 2 cuts go?", "Leg"}, []string{line(4).Asked, line(4).Answer}, "names, though nobody asks that any more")
	require.False(t, line(5).Idle)

	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 5})
	require.Equal(t, "Spread 2 drops of balm.", tb.Game(id, tabletest.Ben).Play.Pending[0].Text, "the misread is back")
	require.True(t, line(6).Kept && line(6).Stands && line(7).Kept)
	require.False(t, line(5).Stands)
	require.Equal(t, "Arm 0, Leg 0", line(5).Answer, "names, not points")
	require.Contains(t, tb.RefusedAs(tabletest.Ann, protocol.Act{Do: protocol.DoUndo, Game: id, Entry: 6}).Why, "was kept when the game went back")

	// All of it is in the table's file.
	want := tb.Game(id, tabletest.Ann).Log
	tb.Stop()
	require.Equal(t, want, tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20}).Game(id, tabletest.Ann).Log)
}
