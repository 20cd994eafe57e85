package engine

// Seat is a place at the table: 1 is the first player of the header. It is
// what somebody answers as, and for whom an answer counts.
type Seat int

const (
	// Everyone is the table as a whole: a question without players, a fact about
	// all. As a viewer it is somebody without a seat, who sees no secrets.
	Everyone Seat = 0
)

// Player is a person or a team with a seat.
type Player struct {
	Name string `json:"name"`
	// Team is the name of the side that the player belongs to; empty where there are none.
	Team string `json:"team,omitempty"`
}
