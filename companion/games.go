package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"astragal/companion/alike"
	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// Games is what screens do with the table's games, one act at a time.
type Games struct{ table *Session }

// Games are the table's games.
func (s *Session) Games() Games { return Games{s} }

// lockSaid locks the table and finds a game of which a view can be made without playing its log again. If the log must be played again, that is done on
// a copy before, while the table goes on. The caller unlocks.
func (t Games) lockSaid(id int) (*hall.Game, error) {
	for {
		t.table.mu.Lock()
		g, err := t.table.hall.Games.Of(id)
		if err != nil || g.Said(hall.LogLines) {
			return g, err
		}
		t.table.mu.Unlock()
		t.playAgain(id)
	}
}

// playAgain plays a game's log again, on a copy, if its last lines can't be put into words otherwise. If several callers ask, it does so once.
func (t Games) playAgain(id int) {
	t.table.recalling.Lock()
	defer t.table.recalling.Unlock()
	t.table.mu.Lock()
	g, err := t.table.hall.Games.Of(id)
	if err != nil || g.Said(hall.LogLines) {
		t.table.mu.Unlock()
		return
	}
	was := g.Frozen()
	t.table.mu.Unlock()

	was.Say(hall.LogLines)

	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	g.TakeWords(&was.Log)
}

// Drawing is a view of a game as it is sent.
type Drawing struct {
	JSON  json.RawMessage
	Ready *alike.Message
	// May says whether the screen may answer something in the game.
	May bool
}

// JSON is a game as a screen sees it. wanted is the seat as which the screen asks to see it.
func (t Games) JSON(id int, who protocol.Who, wanted engine.Seat) (json.RawMessage, error) {
	d, err := t.Drawing(id, who, wanted)
	return d.JSON, err
}

// Drawing is a game as a screen sees it, written once for each change.
func (t Games) Drawing(id int, who protocol.Who, wanted engine.Seat) (Drawing, error) {
	g, err := t.lockSaid(id)
	defer t.table.mu.Unlock()
	if err != nil {
		return Drawing{}, err
	}
	seat := g.Sees(who, wanted)
	key := g.ViewKey(who, seat)
	if got, ok := t.table.drawn[key]; ok && t.table.drawnAt == t.table.version {
		got.May = g.AnswersIn(who)
		return got, nil
	}
	raw, err := json.Marshal(t.view(g, hall.Reader{Who: who, Seat: seat}))
	if err != nil {
		return Drawing{}, fmt.Errorf("write the view of game %d: %w", id, err)
	}
	if t.table.drawnAt != t.table.version || t.table.drawn == nil {
		t.table.drawn, t.table.drawnAt = map[string]Drawing{}, t.table.version
	}
	t.table.drawn[key] = Drawing{raw, &alike.Message{}, false}
	return Drawing{raw, t.table.drawn[key].Ready, g.AnswersIn(who)}, nil
}

// Log are lines of a game's log before an entry, newest first, and how many older ones there are.
func (t Games) Log(id int, who protocol.Who, wanted engine.Seat, before int) (lines []protocol.LogLine, older int, err error) {
	snap := t.table.Copy()
	snap.Do(func() { lines, older, err = snap.GameLines(id, who, wanted, before) })
	return lines, older, err
}

// view is all that a screen shows of a game: the game as its seat may see it, and what belongs to the whole table.
func (t Games) view(g *hall.Game, r hall.Reader) protocol.GameView {
	v := t.table.hall.View(g, r)
	v.Version, v.Page, v.Network, v.Trouble = t.table.version, t.table.page, t.table.network, t.table.trouble.All()
	v.Eye, v.Link = t.table.lying.eyeView(), t.table.events.Link()
	switch {
	case t.table.lying.tray.Offer != nil && v.Roll != nil:
		tray := t.table.lying.tray.Offer.View()
		v.Tray = &tray
	case t.table.lying.tray.Offer != nil && v.Tray != nil:
		// Other dice lie there than those of the last roll.
		for i := range v.Tray.Dice {
			v.Tray.Dice[i].Lying = false
		}
	case v.Tray != nil:
		v.Told = cmp.Or(v.Told, t.table.lying.otherwise())
	}
	return v
}

// Enter counts a device's screens, so that a seat isn't taken from somebody who is there.
func (t Games) Enter(ctx context.Context, device string) (leave func()) {
	if device == "" {
		return func() {}
	}
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	t.table.hall.Come(ctx, device)
	t.table.publish()
	return func() {
		t.table.mu.Lock()
		defer t.table.mu.Unlock()
		t.table.hall.Leave(device)
		t.table.publish()
	}
}

// mayPlay checks that a device that came by the code of a seat may do an act.
func (t Games) mayPlay(who protocol.Who, a protocol.Act) error {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.MayPlay(who, a)
}

// Sit lets a device sit down that came by the seat's code.
func (t Games) Sit(ctx context.Context, who protocol.Who, game int, seat engine.Seat) error {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	err := protocol.RefusalOf(t.table.hall.Do(ctx, who, protocol.Act{Do: protocol.DoSit, Game: game, Seat: int(seat)}))
	t.table.publish()
	return err
}

// Begin begins a game and gives it the tray. It returns the game's number.
func (t Games) Begin(ctx context.Context, n protocol.NewGame) (int, error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	id, err := t.table.hall.Begin(ctx, n)
	if err == nil {
		t.table.publish()
	}
	return id, err
}

// Import takes in a game that was saved, here or at another table.
func (t Games) Import(ctx context.Context, log []engine.Entry) (int, error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	id, err := t.table.hall.Import(ctx, log)
	if err == nil {
		t.table.events.Inform(ctx) // it may have rolls, and be over
		t.table.publish()
	}
	return id, err
}

// List are the games of the table, newest first.
func (t Games) List() []protocol.GameInfo {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.List()
}

// Kinds are the kinds of game that the table hosts.
func (t Games) Kinds() []protocol.KindView { return t.table.hall.KindViews() }

// Entry is an entry of a game's log as a screen may see it: its question, its answer in effect, and the pictures of
// its dice.
func (t Games) Entry(ctx context.Context, id int, who protocol.Who, wanted engine.Seat, entry int) (protocol.GameEntry, error) {
	t.table.mu.Lock()
	q, a, err := t.table.hall.Entry(id, who, wanted, entry)
	var seen map[string]throw.Place
	if err == nil {
		seen = t.table.hall.SeenAt(id, entry, a)
	}
	t.table.mu.Unlock()
	if err != nil {
		return protocol.GameEntry{}, err
	}
	crops, err := t.cropsAt(ctx, seen)
	return protocol.GameEntry{Question: q, Answer: a, Crops: crops}, err
}

// cropsAt are the addresses of the pictures of dice, by the places where they lay. Pictures that are no longer kept are left out.
func (t Games) cropsAt(ctx context.Context, seen map[string]throw.Place) (map[string]string, error) {
	crops, kept := map[string]string{}, map[int][]int{}
	for id, at := range seen {
		dice, looked := kept[at.Throw]
		if !looked {
			var err error
			if dice, err = t.table.journal.Kept(ctx, at.Throw); err != nil {
				return nil, fmt.Errorf("look for the pictures of throw %d: %w", at.Throw, err)
			}
			kept[at.Throw] = dice
		}
		if slices.Contains(dice, at.Die) {
			crops[id] = at.Crop()
		}
	}
	return crops, nil
}

// Luck says what the dice of a game's rolls counted and what fair dice would have counted.
func (t Games) Luck(id int, who protocol.Who, wanted engine.Seat) ([]protocol.RollLuck, error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.Luck(id, who, wanted)
}

// File is a game as everybody may keep it. whole is true if that is its whole log. If secret answers were taken back, it is the game as it stands (see
// engine.Game.Saved). While a secret answer counts, File returns an error.
func (t Games) File(id int) (log []engine.Entry, whole bool, err error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.File(id)
}

// Armies are the armies that the table keeps, by name.
func (t Games) Armies() []protocol.Army {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.Armies.Kept()
}

// KeepArmy keeps an army. If its ID is 0, it is a new one; else it replaces the one with that ID.
func (t Games) KeepArmy(ctx context.Context, a protocol.Army) (protocol.Army, error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.KeepArmy(ctx, a)
}

// DropArmy throws an army away.
func (t Games) DropArmy(ctx context.Context, id int) error {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.DropArmy(ctx, id)
}

// Ask puts a request on the table, behind those that wait already. If the same program asked with the same ref before, Ask returns that request, and
// fresh is false.
func (t Games) Ask(ctx context.Context, n protocol.NewRequest) (v protocol.RequestView, fresh bool, err error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	v, fresh, err = t.table.hall.Ask(ctx, n)
	if fresh {
		t.table.publish()
	}
	return v, fresh, err
}

// Request is a request as it stands.
func (t Games) Request(id int) (protocol.RequestView, error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	return t.table.hall.Request(id)
}

// Cancel takes a request back. If it is done, it stays as it is.
func (t Games) Cancel(ctx context.Context, id int) (protocol.RequestView, error) {
	t.table.mu.Lock()
	defer t.table.mu.Unlock()
	v, cancelled, err := t.table.hall.Cancel(ctx, id)
	if cancelled {
		t.table.publish()
	}
	return v, err
}

// CancelNamed takes back the request to which a program gave a ref.
func (t Games) CancelNamed(ctx context.Context, from, ref string) (protocol.RequestView, error) {
	t.table.mu.Lock()
	id := t.table.hall.RequestNamed(from, ref)
	t.table.mu.Unlock()
	return t.Cancel(ctx, id)
}

// Compare counts a roll that was counted here under every edition of Dragon Dice. It takes the dice with all corrections, whether the camera read them
// or people tapped or typed them.
func (t Games) Compare(ask rulebook.CompareAsk) (dragondice.Comparison, error) {
	t.table.mu.Lock()
	header, answers, err := t.table.hall.OneRoll(ask.Game)
	t.table.mu.Unlock()
	if err != nil {
		return dragondice.Comparison{}, err
	}
	return rulebook.Compare(header, answers, ask)
}
