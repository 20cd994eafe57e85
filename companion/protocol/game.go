package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"astragal/engine"
)

// GameInfo is a game in a list.
type GameInfo struct {
	ID       int        `json:"id"`
	Title    string     `json:"title"`
	Rulebook string     `json:"rulebook"`
	Kind     string     `json:"kind"`
	Form     string     `json:"form"`
	Status   GameStatus `json:"status"`
	Players  []string   `json:"players"`
	// Entries is the log's length. Begun and Last are the times of its first and last entry, RFC 3339.
	Entries int    `json:"entries"`
	Begun   string `json:"begun"`
	Last    string `json:"last"`
	// Outcome says how it ended; empty while it goes on.
	Outcome string `json:"outcome"`
	// Tray says that the dice on the tray are for this game.
	Tray bool `json:"tray"`
	// Again is the lobby in which people gather to play it once more; 0 if there is none.
	Again int `json:"again"`
	// Single says that it counts one roll and is no game.
	Single bool `json:"single"`
}

// GameView is everything that a screen shows of a game, whole, as one seat may see it.
type GameView struct {
	Version int      `json:"version"`
	Page    string   `json:"page"`
	Network bool     `json:"network"`
	Trouble string   `json:"trouble"`
	Eye     EyeView  `json:"eye"`
	Game    GameInfo `json:"game"`
	// Seat is the seat as which the screen sees the game, 0 for no seat. Mine are the seats that this device holds.
	Seat  engine.Seat   `json:"seat"`
	Mine  []engine.Seat `json:"mine"`
	Seats []GameSeat    `json:"seats"`
	// Table says that this screen may do what belongs to the table: pause, let people sit down, take the tray. Other screens only play their seats, or
	// look on. Own are the ids of the open questions that this screen may answer.
	Table bool     `json:"table"`
	Own   []string `json:"own"`
	// Play is the game as the seat may see it: questions, trail, state.
	Play engine.View `json:"play"`
	// Log is the newest part of the log, newest first. Older is how many lines are not in it.
	Log   []LogLine `json:"log"`
	Older int       `json:"older"`
	// Roll is the roll that the tray is for; null if none is asked for.
	Roll *GameRoll `json:"roll"`
	// Tray is the throw that lies on the tray.
	Tray *ThrowView `json:"tray"`
	// Ask is what some seats must agree to; null if there is nothing.
	Ask *ProposalView `json:"ask"`
	// Showing are the colours of dice that somebody is about to show, by their names in the game: the next throw is no roll. It is empty if nobody is.
	// Shown is the throw that shows them, 0 before it. Dyes are the colours that were shown.
	Showing []string  `json:"showing"`
	Shown   int       `json:"shown"`
	Dyes    []DyeView `json:"dyes"`
	// Told is a sentence about something that didn't count; empty if there is nothing.
	Told string `json:"told"`
	// Link is how the table stands with its event; null if it is at none.
	Link *EventLink `json:"link"`
}

// DyeView is a colour of the table's dice as it was shown.
type DyeView struct {
	// Color is its name in the game, Looks what the camera calls it.
	Color string   `json:"color"`
	Looks []string `json:"looks"`
	// RGB is what it looks like, 0 to 255; empty if it wasn't measured. Crop is a picture of such a die.
	RGB  []int  `json:"rgb"`
	Crop string `json:"crop"`
}

// GameSeat is a player at the table.
type GameSeat struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
	Team string      `json:"team"`
	// Held says that a device sits there, Here that the device is connected. If nobody sits there, the table's screen answers.
	Held bool `json:"held"`
	Here bool `json:"here"`
	// Waiting says that they are asked something.
	Waiting bool `json:"waiting"`
	// Secret says that others don't see what they are asked.
	Secret bool `json:"secret"`
}

// GameRoll is a roll being made: which dice, and what is known of each.
type GameRoll struct {
	Question string    `json:"question"`
	Dice     []RollDie `json:"dice"`
	// Missing are the dice that lie nowhere yet, by id.
	Missing []string `json:"missing"`
	// Strays are dice on the tray that are no part of the roll. Unnamed are dice of which each may be one of several dice of the roll.
	Strays  []StrayDie `json:"strays"`
	Unnamed []StrayDie `json:"unnamed"`
	// Left is how many dice lie nowhere yet. That is fewer than Missing if a die on the tray is unnamed.
	Left int `json:"left"`
	// Doubts are sentences. While there is one, the roll doesn't count by itself.
	Doubts []string `json:"doubts"`
	// Countable says that somebody may let it count as it is.
	Countable bool `json:"countable"`
	// Again says that the last throw brought more dice than were missing. Somebody must say whether that throw counts or the earlier ones.
	Again bool `json:"again"`
	// Earlier are the throws for it before the last one.
	Earlier []ThrowRef `json:"earlier"`
	// Loose are the throws of a roll that takes any dice.
	Loose []ThrowView `json:"loose"`
	// Throws is how many throws it took so far.
	Throws int `json:"throws"`
	// Throw is the last throw, to confirm or to forget; 0 if there is none. Rev is its revision.
	Throw int `json:"throw"`
	Rev   int `json:"rev"`
}

// ThrowRef is a throw and its revision.
type ThrowRef struct {
	Throw int `json:"throw"`
	Rev   int `json:"rev"`
}

// RollDie is one die of a roll.
type RollDie struct {
	ID string `json:"id"`
	// Shows is what it shows; null if nobody knows.
	Shows *engine.Thrown `json:"shows"`
	// Throw and N are where it lies on the tray; 0 if no camera saw it. Rev is that throw's revision.
	Throw int    `json:"throw"`
	N     int    `json:"n"`
	Rev   int    `json:"rev"`
	Crop  string `json:"crop"`
	// Kept says that it was rolled before and stays as it lies.
	Kept bool `json:"kept"`
	// Why says why somebody must look at it; empty if nobody needs to.
	Why string `json:"why"`
	// Likely are the faces that it may show, likeliest first.
	Likely []int `json:"likely"`
}

// StrayDie is a die on the tray that is tied to no die of the roll.
type StrayDie struct {
	Throw int    `json:"throw"`
	Rev   int    `json:"rev"`
	N     int    `json:"n"`
	Shape string `json:"shape"`
	Crop  string `json:"crop"`
}

// GameEntry is an entry of a game's log with its question, to change it.
type GameEntry struct {
	Question engine.Question `json:"question"`
	Answer   engine.Answer   `json:"answer"`
	// Crops are the addresses of the pictures of its dice, by the dice's ids. It has only dice that a camera saw and whose pictures are kept.
	Crops map[string]string `json:"crops"`
}

// RollLuck is a roll of a game beside what fair dice would have shown.
type RollLuck struct {
	Entry  int         `json:"entry"`
	Seat   engine.Seat `json:"seat"`
	Counts string      `json:"counts"` // what the roll was for, as the rules call it: "melee"
	// Got is what the faces counted by themselves, Fair what fair dice count on average, Spread the variance of what fair dice count.
	Got    float64 `json:"got"`
	Fair   float64 `json:"fair"`
	Spread float64 `json:"spread"`
}

// LogLine is an entry of a game's log in plain sentences. A line of kind "seat" is no entry: it says that a seat was taken over, and its number is that
// of the entry before it.
type LogLine struct {
	N    int              `json:"n"`
	At   string           `json:"at"`
	Kind engine.EntryKind `json:"kind"`
	Seat engine.Seat      `json:"seat"`
	Who  string           `json:"who"`
	// Part names the part of the game in which it was asked, the widest first; empty if that isn't known.
	Part []string `json:"part"`
	// Asked and Answer are the question and what was answered, in words.
	Asked  string `json:"asked"`
	Answer string `json:"answer"`
	// Told is what comes of it. Gone is what came of it and doesn't hold any more.
	Told []string `json:"told"`
	Gone []string `json:"gone"`
	// For a correction, Was is what was answered before, and Changed are sentences about what it changed at once.
	Was     string   `json:"was"`
	Changed []string `json:"changed"`
	By      string   `json:"by"`
	// Of is the entry that it changes or takes back.
	Of int `json:"of"`
	// Stands says that it is in effect, Amended that another entry replaced it, Hidden that this screen may not see it yet.
	Stands  bool `json:"stands"`
	Amended bool `json:"amended"`
	Hidden  bool `json:"hidden"`
	// Idle says that the game doesn't use it: the game waits for an answer before it, or doesn't ask for it any more. Kept says that the game went back
	// past it and it stayed. Can says that this screen may change it.
	Idle bool `json:"idle"`
	Kept bool `json:"kept"`
	Can  bool `json:"can"`
	// Roll says that it is dice, which can be corrected one by one.
	Roll bool `json:"roll"`
}

// GameStatus says how a game stands.
type GameStatus string

// How a game stands.
const (
	GamePlaying GameStatus = "playing"
	GamePaused  GameStatus = "paused"
	GameOver    GameStatus = "over"
	// GameStopped says that this program plays the log differently, or that the rules broke. The view's play says which.
	GameStopped GameStatus = "stopped"
)

// ProposalView is a proposal as screens show it.
type ProposalView struct {
	ID    int    `json:"id"`
	Entry int    `json:"entry"`
	Text  string `json:"text"`
	// Why says why others must agree.
	Why string `json:"why"`
	// Open are the seats that have not agreed yet.
	Open []engine.Seat `json:"open"`
	// Asks says that this screen is the one that asks for a seat, so it agrees for nobody.
	Asks bool `json:"asks"`
}

// NewGame is what a screen says to begin a game.
type NewGame struct {
	// Rulebook is the id of one of the kinds that the table hosts.
	Rulebook string          `json:"rulebook"`
	Title    string          `json:"title,omitempty"`
	Players  []engine.Player `json:"players,omitempty"`
	// Setup is in the rulebook's own form: edition, forces, way of counting.
	Setup json.RawMessage `json:"setup,omitempty" js:"any"`
}

// ParseNewGame reads what a screen says. The error is one sentence.
func ParseNewGame(raw []byte) (NewGame, error) {
	var n NewGame
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		return n, Unreadable(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return n, errors.New("the message goes on after its JSON object: send one object")
	}
	return n, nil
}

// KindView is a kind of game that the table hosts.
type KindView struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Form  string `json:"form"`
	Least int    `json:"least"`
	Most  int    `json:"most"`
}
