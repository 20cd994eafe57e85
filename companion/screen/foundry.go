package screen

import (
	"net/http"

	"astragal/companion/screen/desk"
	"astragal/companion/visitor"
	"astragal/web/foundry"
)

// tabletop is the addresses of the module for Foundry VTT. They show nothing of the table, so everybody may have them: a Foundry server that installs
// the module has no key.
type tabletop struct {
	*desk.Desk
	// version is that of this program.
	version string
}

func (at tabletop) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /foundry/module.json", at.manifest)
	mux.HandleFunc("GET /foundry/astragal.zip", at.archive)
}

// module is the module for the caller. It names the addresses by which the request came.
func (at tabletop) module(r *http.Request) foundry.Module {
	return foundry.Module{Table: visitor.Root(r), Version: at.version}
}

func (at tabletop) manifest(w http.ResponseWriter, r *http.Request) {
	raw, err := at.module(r).Manifest()
	at.send(w, "application/json; charset=utf-8", raw, err)
}

func (at tabletop) archive(w http.ResponseWriter, r *http.Request) {
	raw, err := at.module(r).Archive()
	w.Header().Set("Content-Disposition", `attachment; filename="`+foundry.ArchiveFile+`"`)
	at.send(w, "application/zip", raw, err)
}

func (at tabletop) send(w http.ResponseWriter, kind string, raw []byte, err error) {
	if err != nil {
		at.Log.Error("make the module", "err", err)
		desk.Refuse(w, http.StatusInternalServerError, "the module can't be made: look at the table's log")
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(raw)
}
