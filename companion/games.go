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

// lockSaid locks the table and finds a game of which a view can be made without playing its log again.
// What has to be played again is played of a copy before, while the table goes on. The caller unlocks.
func (s *Session) lockSaid(id int) (*hall.Game, error) {
	for {
		s.mu.Lock()
		g, err := s.hall.Games.Of(id)
		if err != nil || g.Said(hall.LogLines) {
			return g, err
		}
		s.mu.Unlock()
		s.playAgain(id)
	}
}

// playAgain plays a game's log again where its last lines can't be said otherwise. It does so once, whoever asks.
func (s *Session) playAgain(id int) {
	s.recalling.Lock()
	defer s.recalling.Unlock()
	s.mu.Lock()
	g, err := s.hall.Games.Of(id)
	if err != nil || g.Said(hall.LogLines) {
		s.mu.Unlock()
		return
	}
	was := g.Frozen()
	s.mu.Unlock()

	was.Say(hall.LogLines)

	s.mu.Lock()
	defer s.mu.Unlock()
	g.TakeWords(&was.Wording)
}

// Drawing is a view of a game as it is sent.
type Drawing struct {
	JSON  json.RawMessage
	Ready *alike.Message
	// May says whether the screen may answer something of it.
	May bool
}

// GameJSON is a game as a screen sees it. Wanted is the seat that it asks to see as.
func (s *Session) GameJSON(id int, who protocol.Who, wanted engine.Seat) (json.RawMessage, error) {
	d, err := s.Drawing(id, who, wanted)
	return d.JSON, err
}

// Drawing is a game as a screen sees it, written once for each change.
func (s *Session) Drawing(id int, who protocol.Who, wanted engine.Seat) (Drawing, error) {
	g, err := s.lockSaid(id)
	defer s.mu.Unlock()
	if err != nil {
		return Drawing{}, err
	}
	seat := g.Sees(who, wanted)
	key := g.ViewKey(who, seat)
	if got, ok := s.drawn[key]; ok && s.drawnAt == s.version {
		got.May = g.AnswersIn(who)
		return got, nil
	}
	raw, err := json.Marshal(s.gameView(g, hall.Reader{Who: who, Seat: seat}))
	if err != nil {
		return Drawing{}, fmt.Errorf("write the view of game %d: %w", id, err)
	}
	if s.drawnAt != s.version || s.drawn == nil {
		s.drawn, s.drawnAt = map[string]Drawing{}, s.version
	}
	s.drawn[key] = Drawing{raw, &alike.Message{}, false}
	return Drawing{raw, s.drawn[key].Ready, g.AnswersIn(who)}, nil
}

// GameLog are lines of a game's log before an entry, newest first, and how many older ones there are.
func (s *Session) GameLog(id int, who protocol.Who, wanted engine.Seat, before int) (lines []protocol.LogLine, older int, err error) {
	s.look(func(snap *Copy) { lines, older, err = snap.GameLines(id, who, wanted, before) })
	return lines, older, err
}

// gameView is everything that a screen shows of a game: the game as its seat may see it, and what is the whole table's.
func (s *Session) gameView(g *hall.Game, r hall.Reader) protocol.GameView {
	v := s.hall.View(g, r)
	v.Version, v.Page, v.Network, v.Trouble = s.version, s.page, s.network, s.notices()
	v.Eye, v.Link = s.eyeView(), s.events.linkView()
	switch {
	case s.tray.Offer != nil && v.Roll != nil:
		tray := s.tray.Offer.View()
		v.Tray = &tray
	case v.Tray != nil:
		v.Told = cmp.Or(v.Told, s.otherwise())
	}
	return v
}

// Enter counts a device's screens, so that a seat isn't taken from somebody who is there.
func (s *Session) Enter(ctx context.Context, device string) (leave func()) {
	if device == "" {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hall.Come(ctx, device)
	s.publish()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.hall.Leave(device)
		s.publish()
	}
}

// mayPlay says whether an act is one that a device may do that came by the code of a seat.
func (s *Session) mayPlay(who protocol.Who, a protocol.Act) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hall.MayPlay(who, a)
}

// SitByCode lets a device sit down whose code was the seat's.
func (s *Session) SitByCode(ctx context.Context, who protocol.Who, game int, seat engine.Seat) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := protocol.RefusalOf(s.hall.Do(ctx, who, protocol.Act{Do: protocol.DoSit, Game: game, Seat: int(seat)}))
	s.publish()
	return err
}

// NewGame begins a game and gives it the tray. It returns the game's number.
func (s *Session) NewGame(ctx context.Context, n protocol.NewGame) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := s.hall.Begin(ctx, n)
	if err == nil {
		s.publish()
	}
	return id, err
}

// ImportGame takes in a game that was saved, here or at another table.
func (s *Session) ImportGame(ctx context.Context, log []engine.Entry) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := s.hall.Import(ctx, log)
	if err == nil {
		s.publish()
	}
	return id, err
}

// GameList are the games of the table, newest first.
func (s *Session) GameList() []protocol.GameInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hall.List()
}

// Kinds are the kinds of game that the table hosts.
func (s *Session) Kinds() []protocol.KindView { return s.hall.KindViews() }

// GameEntry is an entry of a game's log as a screen may see it: its question, its answer in effect, and the pictures of
// its dice.
func (s *Session) GameEntry(ctx context.Context, id int, who protocol.Who, wanted engine.Seat, entry int) (protocol.GameEntry, error) {
	s.mu.Lock()
	q, a, err := s.hall.Entry(id, who, wanted, entry)
	var seen map[string]throw.Place
	if err == nil {
		seen = s.hall.SeenAt(id, entry, a)
	}
	s.mu.Unlock()
	if err != nil {
		return protocol.GameEntry{}, err
	}
	crops, err := s.cropsAt(ctx, seen)
	return protocol.GameEntry{Question: q, Answer: a, Crops: crops}, err
}

// cropsAt are the addresses of the pictures of dice by where they lay. A picture that is no longer kept is left out.
func (s *Session) cropsAt(ctx context.Context, seen map[string]throw.Place) (map[string]string, error) {
	crops, kept := map[string]string{}, map[int][]int{}
	for id, at := range seen {
		dice, looked := kept[at.Throw]
		if !looked {
			var err error
			if dice, err = s.journal.Kept(ctx, at.Throw); err != nil {
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

// GameFile is a game as everybody may keep it: its whole log, or the game as it stands where secret
// answers were taken back (see engine.Game.Saved). While an answer that counts is secret it is refused.
func (s *Session) GameFile(id int) (log []engine.Entry, whole bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hall.File(id)
}

// Armies are those that the table keeps, by name.
func (s *Session) Armies() []protocol.Army {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hall.Armies.Kept()
}

// KeepArmy keeps an army: a new one with the ID 0, or in the place of the one with its ID.
func (s *Session) KeepArmy(ctx context.Context, a protocol.Army) (protocol.Army, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hall.KeepArmy(ctx, a)
}

// DropArmy throws an army away.
func (s *Session) DropArmy(ctx context.Context, id int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hall.DropArmy(ctx, id)
}

// AskForRoll puts a request on the table, behind those that wait already. One with the same ref from the
// same program is the same request: fresh is false then.
func (s *Session) AskForRoll(ctx context.Context, n protocol.NewRequest) (v protocol.RequestView, fresh bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, fresh, err = s.hall.Ask(ctx, n)
	if fresh {
		s.publish()
	}
	return v, fresh, err
}

// Request is a request as it stands.
func (s *Session) Request(id int) (protocol.RequestView, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hall.Request(id)
}

// CancelRequest says that a request will not be rolled. One that is done stays as it is.
func (s *Session) CancelRequest(ctx context.Context, id int) (protocol.RequestView, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, cancelled, err := s.hall.Cancel(ctx, id)
	if cancelled {
		s.publish()
	}
	return v, err
}

// Compare counts a roll that was counted here under every edition of Dragon Dice, as its dice lie now:
// read by the camera, tapped or typed, with what was corrected since.
func (s *Session) Compare(ask rulebook.CompareAsk) (dragondice.Comparison, error) {
	s.mu.Lock()
	header, answers, err := s.hall.OneRoll(ask.Game)
	s.mu.Unlock()
	if err != nil {
		return dragondice.Comparison{}, err
	}
	return rulebook.Compare(header, answers, ask)
}
