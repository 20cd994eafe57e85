// Package teaching is the addresses by which dice are taught: the gallery's page, an army that is laid out or thrown, a new die,
// an owner's own dice, and the test of what is known.
package teaching

import (
	"net/http"

	"astragal/companion/screen/desk"
	"astragal/companion/studio"
)

// Routes takes in the addresses of teaching. s teaches the gallery; nil where there is none.
func Routes(mux *http.ServeMux, at *desk.Desk, s *studio.Studio) {
	on := page{at, s}
	on.routes(mux)
	own{on}.routes(mux)
	rowsOf(on).routes(mux)
	proof{on}.routes(mux)
	heapOf(on).routes(mux)
	freshOf(on).routes(mux)
}
