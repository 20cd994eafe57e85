// Package teaching is the addresses for teaching dice: the gallery's page, an army that is laid out or thrown, a new die, an owner's own dice, and the
// test of what is known.
package teaching

import (
	"net/http"

	"astragal/companion/screen/desk"
	"astragal/companion/studio"
)

// Routes adds the addresses of teaching to mux. s teaches the gallery; nil if there is none.
func Routes(mux *http.ServeMux, at *desk.Desk, s *studio.Studio) {
	on := page{at, s}
	on.routes(mux)
	own{on}.routes(mux)
	rowsOf(on).routes(mux)
	proof{on}.routes(mux)
	heapOf(on).routes(mux)
	freshOf(on).routes(mux)
}
