package companion

import (
	"strings"

	"astragal/companion/protocol"
	"astragal/engine"
)

// Asked are the names of those who are to roll or to answer, with commas between them. If another program asks for a roll, that is its player. Else it
// is the players whom the game with the tray asks. Else it is the player whose turn the count has. It is empty if nobody with a name is waited for.
func (t Games) Asked() string {
	s := t.table
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	switch r := s.hall.Asked(); {
	case r != nil && (r.State == protocol.RequestWaiting || r.State == protocol.RequestAsking):
		names = append(names, r.Player)
	case s.hall.Play > 0:
		g := s.hall.Games[s.hall.Play-1]
		asked := map[engine.Seat]bool{}
		for _, q := range g.Engine.Pending() {
			for _, seat := range q.Seats {
				asked[seat] = true
			}
		}
		for i, p := range g.Engine.Header().Players {
			if asked[engine.Seat(i+1)] {
				names = append(names, p.Name)
			}
		}
	default:
		count := s.book.CountView(s.book.seat)
		for _, seat := range count.Seats {
			if seat.Up && !count.Over {
				names = append(names, seat.Name)
			}
		}
	}
	return strings.Trim(strings.Join(names, ", "), ", ")
}
