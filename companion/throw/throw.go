package throw

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// Throw is one throw of dice and what is known of it. What the camera saw never changes. What people say is applied on top, in order, so that a journal
// gives the same throw again. A Throw is a value: each change makes another one.
type Throw struct {
	// ID counts the throws of a table from 1. Rev grows with each thing that somebody says of it.
	ID, Rev int
	At      time.Time
	// By says who saw it: ByCamera or ByHand. Source is what the camera is called; empty if no camera saw it.
	By, Source    string
	Status        protocol.ThrowStatus
	width, height int // of the picture, px
	Dice          []Die
	// Problems are sentences about the picture as a whole; Confirmed says that a person has looked in spite of them.
	Problems  []string
	Confirmed bool
	// Seat is whose roll it was, from 1; 0 for nobody's.
	Seat int
	// Count and Entry say where it was counted: in which count, as which entry of its log. Key is what it answered.
	// Entry is 0 while it wasn't counted.
	Count, Entry int
	Key          string
	// Corrected says that somebody changed it after it was counted; Changed is when that was last.
	Corrected bool
	Changed   time.Time
	// Annulled: a judge took it out.
	Annulled bool
	// As gives, for each die that was rolled again, its id in the roll, by its number in the throw. The other dice only lay there. As is nil for a
	// throw that is a roll of its own.
	As map[int]string
	// Blocked says why a throw that is read isn't counted yet.
	Blocked string
	// Game and Question are the game, and the roll in it, that the throw was made for; Game is 0 at a table that
	// only counts.
	Game     int
	Question string
}

var errNoValue = errors.New("say what the die shows: \"value\" is missing")

// Who saw a throw.
const (
	ByCamera = "camera"
	ByHand   = "typed"
)

// MostDice is how many dice a throw may have.
const MostDice = 60

const (
	leastMove    = 0.6 // of a die's width: a die that moved less is in the same place
	markedDiePx  = 48  // the side of the box around a die that a person marked where no other die lies
	valueLargest = 1000
)

// Saw makes a throw of what the camera saw. own are the owner's dice that readings may name; none in a game.
func Saw(id int, at time.Time, s vision.Scene, readings []vision.Reading, own ...engine.Die) Throw {
	t := Throw{ID: id, Rev: 1, At: at, By: ByCamera, Status: protocol.ThrowAsking, width: s.Width, height: s.Height, Problems: s.Problems}
	for i, r := range readings {
		d := sawDie(i+1, r, i < len(s.Sightings) && len(s.Sightings[i].Crop) > 0, own)
		if i < len(s.Sightings) {
			d.Tint, d.Palette = s.Sightings[i].Tint, s.Sightings[i].Palette
		}
		t.Dice = append(t.Dice, d)
	}
	return t
}

// Typed makes a throw of dice that somebody typed.
func Typed(id int, at time.Time, dice []protocol.TypedDie) (Throw, error) {
	t := Throw{ID: id, Rev: 1, At: at, By: ByHand, Status: protocol.ThrowAsking}
	if len(dice) == 0 || len(dice) > MostDice {
		return t, fmt.Errorf("a roll has 1 to %d dice, not %d", MostDice, len(dice))
	}
	for i, typed := range dice {
		if err := possible(typed.Shape, typed.Value); err != nil {
			return t, fmt.Errorf("die %d: %w", i+1, err)
		}
		v := typed.Value
		d := Die{N: i + 1, Value: &v, How: engine.Typed}
		d.named(typed.Shape)
		t.Dice = append(t.Dice, d)
	}
	return t, nil
}

// Asks says whether somebody must still say something before the throw counts.
func (t Throw) Asks() bool {
	if len(t.Problems) > 0 && !t.Confirmed {
		return true
	}
	return slices.ContainsFunc(t.Dice, func(d Die) bool { return !d.Gone && d.How == engine.Unread })
}

// Thrown are the throw's dice for the rules.
func (t Throw) Thrown() []engine.Thrown {
	var out []engine.Thrown
	for _, d := range t.Dice {
		id, rolled := "d"+strconv.Itoa(d.N), true
		if t.As != nil {
			id, rolled = t.As[d.N], t.As[d.N] != ""
		}
		if !d.Gone && rolled {
			die := engine.Thrown{ID: id, Kind: d.Tens(), Shape: d.Shape, Colors: d.Colors, Value: d.Value, How: d.How}
			if o, is := d.IsOwn(); is && d.Icon != "" {
				die.Kind, die.Face, die.Icon, die.Count = o.Kind, d.readAt, d.Icon, d.IconCount
			}
			out = append(out, die)
		}
	}
	return out
}

// IDOf is the die's id in the roll that the throw is of.
func (t Throw) IDOf(d Die) string {
	if t.As != nil {
		return t.As[d.N]
	}
	return fmt.Sprintf("d%d", d.N)
}

// Place is a die in a throw.
type Place struct {
	Throw int `json:"throw"`
	Die   int `json:"die"`
}
