package protocol

import (
	"bytes"
	"encoding/json"
	"errors"

	"astragal/engine"
)

// LobbyView is a game before it begins, as one screen may see it: who plays, and who is ready. Only the screen that chooses what a player brings sees
// it.
type LobbyView struct {
	Lobby int `json:"lobby"`
	// Rev counts its changes: a view with a smaller one is older.
	Rev int `json:"rev"`
	// Page and Network are as in the view of the table.
	Page    string `json:"page"`
	Network bool   `json:"network"`
	// Rulebook is the id of a kind of game, Kind its name and Form the page's form for it.
	Rulebook string `json:"rulebook"`
	Kind     string `json:"kind"`
	Form     string `json:"form"`
	Title    string `json:"title"`
	// Least and Most bound the players.
	Least int `json:"least"`
	Most  int `json:"most"`
	// Setup is what all have agreed on, in the rulebook's own form.
	Setup json.RawMessage `json:"setup" js:"any"`
	// Brings says that each player brings something of their own, such as an army.
	Brings bool        `json:"brings"`
	Seats  []LobbySeat `json:"seats"`
	// May says that this screen may change the rules, begin, and choose for seats that nobody holds. Plays says that it may take a seat.
	May   bool `json:"may"`
	Plays bool `json:"plays"`
	// Waits is a sentence that says why the game can't begin yet; empty if it can.
	Waits string `json:"waits"`
	// Game is the game that was begun; 0 before. Closed says that the lobby was closed without a game.
	Game   int  `json:"game"`
	Closed bool `json:"closed"`
}

// LobbySeat is a player before the game begins.
type LobbySeat struct {
	Seat int    `json:"seat"`
	Name string `json:"name"`
	Team string `json:"team"`
	// Held says that a device chooses for it, Here that the device is connected, Mine that it is this device.
	Held bool `json:"held"`
	Here bool `json:"here"`
	Mine bool `json:"mine"`
	// Own says that this screen chooses what it brings.
	Own bool `json:"own"`
	// Has says that something was chosen, Ready that nothing is left to do here.
	Has   bool `json:"has"`
	Ready bool `json:"ready"`
	// Force is what it brings, and Why what is wrong with it. Both are only for the screen that chooses.
	Force json.RawMessage `json:"force" js:"any"`
	Why   string          `json:"why"`
}

// LobbyInfo is a game that is about to begin, as a list shows it.
type LobbyInfo struct {
	Lobby   int      `json:"lobby"`
	Title   string   `json:"title"`
	Kind    string   `json:"kind"`
	Players []string `json:"players"`
	Ready   int      `json:"ready"`
}

// NewLobby is what a screen says to gather players for a game.
type NewLobby struct {
	// Rulebook is the id of one of the kinds that the table hosts; empty for the first.
	Rulebook string          `json:"rulebook,omitempty"`
	Title    string          `json:"title,omitempty"`
	Players  []engine.Player `json:"players,omitempty"`
	Setup    json.RawMessage `json:"setup,omitempty" js:"any"`
	// Again is a game that is played once more: its devices have their seats again. It is 0 if there is none.
	Again int `json:"again,omitempty"`
}

// LobbyAct is what a screen asks of a game that is about to begin. Do says what; which other fields count depends on it.
type LobbyAct struct {
	Do LobbyDeed `json:"do"`
	// Seat is from 1.
	Seat int `json:"seat,omitempty"`
	// Name is a player's.
	Name string `json:"name,omitempty"`
	// Force is what a seat brings; null for nothing.
	Force json.RawMessage `json:"force,omitempty" js:"any"`
	// Rulebook, Title and Setup are the rules.
	Rulebook string          `json:"rulebook,omitempty"`
	Title    string          `json:"title,omitempty"`
	Setup    json.RawMessage `json:"setup,omitempty" js:"any"`
}

// LobbyDeed is what a LobbyAct does.
type LobbyDeed string

// The deeds.
const (
	LobbySit   LobbyDeed = "sit"   // this device takes Seat; the number after the last adds one
	LobbyLeave LobbyDeed = "leave" // nobody holds Seat any more; what was brought is forgotten
	LobbyName  LobbyDeed = "name"  // the player of Seat is called Name
	LobbyBring LobbyDeed = "bring" // Seat brings Force
	LobbyReady LobbyDeed = "ready" // Seat is ready
	LobbyWait  LobbyDeed = "wait"  // Seat isn't ready
	LobbyAdd   LobbyDeed = "add"   // one more player
	LobbyDrop  LobbyDeed = "drop"  // Seat doesn't play any more
	LobbyRules LobbyDeed = "rules" // Rulebook, Title and Setup
	LobbyBegin LobbyDeed = "begin" // the game begins
	LobbyClose LobbyDeed = "close" // no game will begin
)

// ParseNewLobby reads what a screen says. The error is one sentence.
func ParseNewLobby(raw []byte) (n NewLobby, err error) {
	err = strictly(raw, &n)
	return n, err
}

// ParseLobbyAct reads what a screen says. The error is one sentence.
func ParseLobbyAct(raw []byte) (a LobbyAct, err error) {
	err = strictly(raw, &a)
	return a, err
}

// strictly reads one JSON object and refuses fields that aren't known.
func strictly(raw []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return Unreadable(err)
	}
	if d.More() {
		return errors.New("the message goes on after its JSON object: send one object")
	}
	return nil
}
