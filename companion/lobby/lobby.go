// Package lobby is a game before it begins: its rules, who plays, what each player brings and who is ready. It is pure: values come in, values come
// out. The holder of a seat chooses what it brings, and nobody else sees that.
package lobby

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/engine"
)

// Lobby is a game that is about to begin. It is kept whole with each change.
type Lobby struct {
	ID int `json:"id"`
	// Rev counts its changes.
	Rev      int    `json:"rev"`
	Rulebook string `json:"rulebook"`
	Title    string `json:"title,omitempty"`
	// Setup is what all have agreed on, without what the players bring.
	Setup json.RawMessage `json:"setup,omitempty"`
	Seats []Seat          `json:"seats"`
	// Guests are devices that came by this lobby's code: they may take a seat.
	Guests []string `json:"guests,omitempty"`
	// Again is the game that is played once more; 0 for none.
	Again int `json:"again,omitempty"`
	// Game is the game that was begun. Closed says that the lobby was closed without one.
	Game   int  `json:"game,omitempty"`
	Closed bool `json:"closed,omitempty"`
}

// Seat is a player, and the device that chooses for them. If there is no device, the table's screens choose.
type Seat struct {
	Name   string          `json:"name,omitempty"`
	Team   string          `json:"team,omitempty"`
	Device string          `json:"device,omitempty"`
	Force  json.RawMessage `json:"force,omitempty"`
	// Why is what is wrong with the force.
	Why string `json:"why,omitempty"`
	// Said says that the holder of the seat said that they are ready.
	Said bool `json:"said,omitempty"`
}

// Screen is who asks. Here says which devices are connected.
type Screen struct {
	protocol.Who
	Here func(device string) bool
}

const (
	// forceBytes bounds what one player brings, setupBytes the setup of the rulebook.
	forceBytes = 64 << 10
	setupBytes = 256 << 10
	mostGuests = 100
	// usualPlayers is how many seats a game has at first, if it may.
	usualPlayers = 2
)

// New is a lobby as a screen asks for it. If a game is played again, from are the seats' devices, by seat from 1.
func New(id int, k rulebook.Kind, n protocol.NewLobby, from map[engine.Seat]string) (Lobby, error) {
	l := Lobby{ID: id, Again: n.Again}
	l, err := l.withRules(rulebook.Kind{}, k, protocol.LobbyAct{Title: n.Title, Setup: n.Setup})
	if err != nil {
		return l, err
	}
	if len(n.Players) > k.Most {
		return l, protocol.Illegal("%s", bounds(k))
	}
	brought, err := broughtIn(k, n.Setup)
	if err != nil {
		return l, err
	}
	for len(l.Seats) < len(n.Players) {
		l.Seats = append(l.Seats, Seat{})
	}
	if len(n.Players) > 0 {
		l.Seats = l.Seats[:max(len(n.Players), k.Least)]
	}
	for i, p := range n.Players {
		s := Seat{Team: p.Team, Device: from[engine.Seat(i+1)]}
		if s.Name, err = names.Optional(fmt.Sprintf("player %d", i+1), p.Name, protocol.MostName); err != nil {
			return l, protocol.Illegal("%s", protocol.Sentence(err))
		}
		if i < len(brought) && !none(brought[i]) {
			if s, err = l.bringing(k, s, brought[i]); err != nil {
				return l, err
			}
		}
		if l.Seats[i] = s; s.Device != "" {
			l.Guests = append(l.Guests, s.Device)
		}
	}
	return l, nil
}

// Touched says whether anybody has done anything in it since it was opened.
func (l Lobby) Touched() bool {
	return len(l.Guests) > 0 || l.Title != "" || !none(l.Setup) || slices.ContainsFunc(l.Seats, func(s Seat) bool { return s.Name != "" || s.Device != "" || !none(s.Force) })
}

// Like says whether two lobbies differ only in their numbers.
func (l Lobby) Like(other Lobby) bool {
	l.ID, l.Rev = other.ID, other.Rev
	return reflect.DeepEqual(l, other)
}

// Open says whether the game may still begin.
func (l Lobby) Open() bool { return l.Game == 0 && !l.Closed }

// With is the lobby once a device came by its code.
func (l Lobby) With(guest string) (Lobby, error) {
	switch {
	case guest == "" || slices.Contains(l.Guests, guest):
		return l, nil
	case len(l.Guests) >= mostGuests:
		return l, protocol.Illegal("%d devices came here, and no more fit", mostGuests)
	}
	l.Guests = append(slices.Clone(l.Guests), guest)
	return l, nil
}

// Do is the lobby after an act of a screen. is is its kind of game, to the kind that the act names, if it names one.
func (l Lobby) Do(is, to rulebook.Kind, who Screen, a protocol.LobbyAct) (Lobby, error) {
	switch {
	case l.Game > 0:
		return l, protocol.Stale("This game has begun")
	case l.Closed:
		return l, protocol.Stale("This was closed: begin a game anew")
	case !l.plays(who):
		return l, protocol.NotAllowed(protocol.LooksOn)
	}
	l.Seats = slices.Clone(l.Seats)
	switch a.Do {
	case protocol.LobbySit:
		return l.sit(is, who, a)
	case protocol.LobbyAdd, protocol.LobbyDrop, protocol.LobbyRules, protocol.LobbyClose:
		return l.arranged(is, to, who, a)
	case protocol.LobbyLeave, protocol.LobbyName, protocol.LobbyBring, protocol.LobbyReady, protocol.LobbyWait:
		return l.inSeat(is, who, a)
	default: // LobbyBegin never comes here
		return l, protocol.Malformed("a game that is about to begin knows no %.40q: it knows sit, leave, name, bring, ready, wait, add, drop, rules, begin and close", string(a.Do))
	}
}

// plays says whether a screen may take a seat.
func (l Lobby) plays(who Screen) bool {
	return who.May || who.Plays && who.Device != "" && slices.Contains(l.Guests, who.Device)
}

// sit gives a seat to a device. The seat that it had before becomes free; its name and force move along.
func (l Lobby) sit(k rulebook.Kind, who Screen, a protocol.LobbyAct) (Lobby, error) {
	if a.Seat == len(l.Seats)+1 && len(l.Seats) < k.Most {
		l.Seats = append(l.Seats, Seat{})
	}
	switch {
	case who.Device == "":
		return l, protocol.Malformed("only a browser can take a seat: load the page first")
	case a.Seat < 1 || a.Seat > len(l.Seats):
		return l, protocol.Illegal("there is no seat %d: %s", a.Seat, bounds(k))
	}
	to := &l.Seats[a.Seat-1]
	if to.Device == who.Device {
		return l, nil
	}
	if to.Device != "" {
		return l, protocol.Illegal("%s chose this seat on another screen: leave it there, or take another", l.called(a.Seat))
	}
	was := slices.IndexFunc(l.Seats, func(s Seat) bool { return s.Device == who.Device })
	if was >= 0 {
		from := l.Seats[was]
		l.Seats[was] = Seat{}
		if to.Name == "" {
			to.Name = from.Name
		} else {
			l.Seats[was].Name = from.Name
		}
		if !none(from.Force) {
			to.Force, to.Why = from.Force, from.Why
		}
	}
	to.Device, to.Said = who.Device, false
	return l, nil
}

// inSeat does acts that only the screen may do that chooses for the seat.
func (l Lobby) inSeat(k rulebook.Kind, who Screen, a protocol.LobbyAct) (Lobby, error) {
	if a.Seat < 1 || a.Seat > len(l.Seats) {
		return l, protocol.Stale("there is no seat %d any more", a.Seat)
	}
	s := &l.Seats[a.Seat-1]
	gone := a.Do == protocol.LobbyLeave && who.May && s.Device != "" && !who.Here(s.Device)
	if !gone && !l.own(who, a.Seat) {
		return l, protocol.NotAllowed("%s chooses on another screen", l.called(a.Seat))
	}
	switch a.Do {
	case protocol.LobbyLeave:
		// Nobody may look at what was chosen in secret.
		*s = Seat{Name: s.Name, Team: s.Team}
	case protocol.LobbyName:
		name, err := names.Optional(fmt.Sprintf("player %d", a.Seat), a.Name, protocol.MostName)
		if err != nil {
			return l, protocol.Illegal("%s", protocol.Sentence(err))
		}
		for i, other := range l.Seats {
			if i != a.Seat-1 && name != "" && names.Same(other.Name, name) {
				return l, protocol.Illegal("another player is called %q already: give one of them another name", name)
			}
		}
		s.Name = name
	case protocol.LobbyBring:
		if k.Judge == nil {
			return l, protocol.Illegal("in %s players bring nothing of their own", k.Name)
		}
		next, err := l.bringing(k, *s, a.Force)
		if err != nil {
			return l, err
		}
		*s = next
	case protocol.LobbyReady:
		if why := s.wants(k); why != "" {
			return l, protocol.Illegal("%s %s", l.called(a.Seat), why)
		}
		s.Said = true
	default: // LobbyWait
		s.Said = false
	}
	return l, nil
}

// bringing is a seat with what it brings, judged.
func (l Lobby) bringing(k rulebook.Kind, s Seat, force json.RawMessage) (Seat, error) {
	s.Force, s.Why, s.Said = nil, "", false
	switch {
	case none(force):
		return s, nil
	case len(force) > forceBytes:
		return s, protocol.Illegal("that is larger than %d kB", forceBytes>>10)
	}
	tidy, err := protocol.TidyNames(force)
	if err == nil {
		s.Why, err = k.Judge(l.Setup, tidy)
	}
	if err != nil {
		return s, protocol.Illegal("%s", protocol.Sentence(err))
	}
	s.Force = tidy
	return s, nil
}

// arranged does acts that only the table's screens may do.
func (l Lobby) arranged(is, to rulebook.Kind, who Screen, a protocol.LobbyAct) (Lobby, error) {
	if !who.May {
		return l, protocol.NotAllowed("the table's screen arranges that: this device chooses for its own seat")
	}
	switch a.Do {
	case protocol.LobbyAdd:
		if len(l.Seats) >= is.Most {
			return l, protocol.Illegal("%s", bounds(is))
		}
		l.Seats = append(l.Seats, Seat{})
	case protocol.LobbyDrop:
		switch {
		case a.Seat < 1 || a.Seat > len(l.Seats):
			return l, protocol.Stale("there is no seat %d any more", a.Seat)
		case len(l.Seats) <= is.Least:
			return l, protocol.Illegal("%s", bounds(is))
		case l.Seats[a.Seat-1].Device != "" && l.Seats[a.Seat-1].Device != who.Device:
			return l, protocol.Illegal("%s chose this seat on another screen: leave it there first", l.called(a.Seat))
		}
		l.Seats = slices.Delete(l.Seats, a.Seat-1, a.Seat)
	case protocol.LobbyRules:
		return l.withRules(is, to, a)
	default: // LobbyClose
		l.Closed = true
	}
	return l, nil
}

// withRules is the lobby with other rules. Nobody is ready any more, because they said so to other rules.
func (l Lobby) withRules(is, to rulebook.Kind, a protocol.LobbyAct) (Lobby, error) {
	title, err := names.Optional("the game", a.Title, protocol.MostTitle)
	if err != nil {
		return l, protocol.Illegal("%s", protocol.Sentence(err))
	}
	if len(a.Setup) > setupBytes {
		return l, protocol.Illegal("that is larger than %d kB", setupBytes>>10)
	}
	setup, err := agreed(to, a.Setup)
	if err != nil {
		return l, err
	}
	same := is.ID == to.ID && bytes.Equal(setup, l.Setup)
	l.Rulebook, l.Title, l.Setup = to.ID, title, setup
	for i := len(l.Seats) - 1; len(l.Seats) > to.Most && i >= 0; i-- {
		if l.Seats[i].Device == "" {
			l.Seats = slices.Delete(l.Seats, i, i+1)
		}
	}
	if len(l.Seats) > to.Most {
		return l, protocol.Illegal("%d players sit here, and %s: somebody leaves their seat first", len(l.Seats), bounds(to))
	}
	for len(l.Seats) < to.Least || len(l.Seats) < min(usualPlayers, to.Most) && is.ID != to.ID {
		l.Seats = append(l.Seats, Seat{})
	}
	for i := range l.Seats {
		s := &l.Seats[i]
		s.Said = s.Said && same
		if is.ID != to.ID || to.Judge == nil {
			s.Force, s.Why = nil, ""
		} else if !none(s.Force) {
			if s.Why, err = to.Judge(l.Setup, s.Force); err != nil {
				return l, protocol.Illegal("%s", protocol.Sentence(err))
			}
		}
	}
	return l, nil
}

// agreed is a setup without what the players bring. What can't be read is refused here.
func agreed(k rulebook.Kind, setup json.RawMessage) (json.RawMessage, error) {
	if none(setup) {
		return nil, nil
	}
	parts, err := partsOf(setup)
	if err != nil {
		return nil, err
	}
	delete(parts, k.Brings)
	if len(parts) == 0 {
		return nil, nil
	}
	raw, err := json.Marshal(parts)
	if err == nil {
		raw, err = protocol.TidyNames(raw)
	}
	if err == nil && k.Judge != nil {
		_, err = k.Judge(raw, nil)
	}
	if err != nil {
		return nil, protocol.Illegal("%s", protocol.Sentence(err))
	}
	return raw, nil
}

// broughtIn is what a setup says that the players bring.
func broughtIn(k rulebook.Kind, setup json.RawMessage) ([]json.RawMessage, error) {
	if none(setup) || k.Brings == "" {
		return nil, nil
	}
	parts, err := partsOf(setup)
	if err != nil || none(parts[k.Brings]) {
		return nil, err
	}
	var brought []json.RawMessage
	if err := json.Unmarshal(parts[k.Brings], &brought); err != nil {
		return nil, protocol.Malformed("the setup's %q must be a list, one for each player", k.Brings)
	}
	return brought, nil
}

func partsOf(setup json.RawMessage) (map[string]json.RawMessage, error) {
	parts := map[string]json.RawMessage{}
	if err := json.Unmarshal(setup, &parts); err != nil {
		return nil, protocol.Malformed("the \"setup\" must be a JSON object")
	}
	return parts, nil
}

// Begin is the game that begins. It is refused while somebody isn't ready.
func (l Lobby) Begin(k rulebook.Kind, who Screen) (protocol.NewGame, error) {
	n := protocol.NewGame{Rulebook: l.Rulebook, Title: l.Title, Setup: l.Setup}
	switch {
	case !l.Open():
		return n, protocol.Stale("This game has begun, or was closed")
	case !who.May:
		return n, protocol.NotAllowed("the table's screen begins the game")
	}
	if why := l.Waits(k); why != "" {
		return n, protocol.Illegal("%s", why)
	}
	var brought []json.RawMessage
	for _, s := range l.Seats {
		n.Players = append(n.Players, engine.Player{Name: s.Name, Team: s.Team})
		brought = append(brought, s.Force)
	}
	if k.Brings == "" || len(brought) == 0 {
		return n, nil
	}
	parts := map[string]any{k.Brings: brought}
	if !none(l.Setup) {
		own, err := partsOf(l.Setup)
		if err != nil {
			return n, err
		}
		for key, part := range own {
			parts[key] = part
		}
	}
	raw, err := json.Marshal(parts)
	n.Setup = raw
	return n, err
}

// Held says which device sits at which seat of the game.
func (l Lobby) Held() map[engine.Seat]string {
	held := map[engine.Seat]string{}
	for i, s := range l.Seats {
		if s.Device != "" {
			held[engine.Seat(i+1)] = s.Device
		}
	}
	return held
}

// own says whether a screen chooses for a seat: the device that holds it, or where none does a screen of the table.
func (l Lobby) own(who Screen, seat int) bool {
	s := l.Seats[seat-1]
	return s.Device == "" && who.May || s.Device != "" && s.Device == who.Device
}

// called is what a seat's player is called.
func (l Lobby) called(seat int) string {
	if name := l.Seats[seat-1].Name; name != "" {
		return names.Kept(name)
	}
	return fmt.Sprintf("Player %d", seat)
}

// wants says what a seat still needs; empty if nothing.
func (s Seat) wants(k rulebook.Kind) string {
	switch {
	case s.Name == "":
		return "has no name yet"
	case k.Judge != nil && none(s.Force):
		return "has no army yet"
	case s.Why != "":
		return "can’t play this army: " + s.Why
	}
	return ""
}

// ready says whether nothing is left to do at a seat.
func (s Seat) ready(k rulebook.Kind) bool {
	return s.wants(k) == "" && (s.Device == "" || s.Said)
}

// Waits says why the game can't begin yet; empty if it can. It tells nothing of what anybody brings.
func (l Lobby) Waits(k rulebook.Kind) string {
	if len(l.Seats) < k.Least {
		return bounds(k)
	}
	for i, s := range l.Seats {
		switch {
		case s.Name == "" && s.Device == "":
			return fmt.Sprintf("%s has no name yet.", l.called(i+1))
		case !s.ready(k):
			return fmt.Sprintf("%s isn’t ready yet.", l.called(i+1))
		}
	}
	return ""
}

func bounds(k rulebook.Kind) string {
	if k.Least == k.Most {
		return fmt.Sprintf("%s is for %d players", k.Name, k.Most)
	}
	return fmt.Sprintf("%s is for %d to %d players", k.Name, k.Least, k.Most)
}

// none says whether JSON says nothing.
func none(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || bytes.Equal(raw, []byte("null"))
}

// View is the lobby as a screen may see it.
func (l Lobby) View(k rulebook.Kind, who Screen) protocol.LobbyView {
	v := protocol.LobbyView{Lobby: l.ID, Rev: l.Rev, Rulebook: l.Rulebook, Kind: k.Name, Form: k.Form, Title: l.Title, Least: k.Least, Most: k.Most, Setup: l.Setup,
		Brings: k.Judge != nil, Seats: []protocol.LobbySeat{}, May: who.May, Plays: l.plays(who), Waits: l.Waits(k), Game: l.Game, Closed: l.Closed}
	if none(v.Setup) {
		v.Setup = json.RawMessage("null")
	}
	for i, s := range l.Seats {
		out := protocol.LobbySeat{Seat: i + 1, Name: s.Name, Team: s.Team, Held: s.Device != "", Here: s.Device != "" && who.Here(s.Device),
			Mine: s.Device != "" && s.Device == who.Device, Own: l.own(who, i+1), Has: !none(s.Force), Ready: s.ready(k), Force: json.RawMessage("null")}
		if out.Own && out.Has {
			out.Force, out.Why = s.Force, s.Why
		}
		v.Seats = append(v.Seats, out)
	}
	return v
}

// Info is the lobby as a list shows it.
func (l Lobby) Info(k rulebook.Kind) protocol.LobbyInfo {
	v := protocol.LobbyInfo{Lobby: l.ID, Title: l.Title, Kind: k.Name, Players: []string{}}
	for _, s := range l.Seats {
		if s.Name != "" {
			v.Players = append(v.Players, s.Name)
		}
		if s.ready(k) {
			v.Ready++
		}
	}
	return v
}
