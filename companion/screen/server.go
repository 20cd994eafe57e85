package screen

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"path"
	"strings"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/door"
	"astragal/companion/lookup"
	"astragal/companion/once"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
	"astragal/companion/screen/teaching"
	"astragal/companion/studio"
	"astragal/companion/visitor"
	"astragal/web"
)

// Server shows a table to browsers and takes their answers.
type Server struct {
	Session *companion.Session
	Access  *access.Rules
	Log     *slog.Logger
	// Pages are the files to serve; nil means the built-in ones.
	Pages fs.FS
	// Invite is the address in the QR code, without the key ("http://192.168.1.5:8437"); empty if other devices can't reach the table.
	Invite string
	// Secure is Invite for browsers that give a camera only to a secure page ("https://192.168.1.5:8437"); empty if the table doesn't speak TLS.
	Secure string
	// LetIn says what would let other devices in, if they can't reach the table ("start it with …").
	LetIn string
	// Version is the program's version, for the module that it hands out; empty if it isn't known.
	Version string
	// Table is the table's name, by which an overlay may ask for it; empty if it has none.
	Table string
	// Studio teaches the gallery; nil if there is none.
	Studio *studio.Studio
	// Proxies are the proxies whose word on the visitor's address counts.
	Proxies visitor.Proxies
	// Sources lists what the eye can look at; nil if there is no eye.
	Sources func(context.Context) []protocol.SourceView

	pages *web.Pages
	looks lookup.Desk
	pace  pace
	posts *once.Requests
	// leases end with the handler.
	leases leases
}

// Bounds on what strangers may cost.
const (
	socketsAll, socketsEach = 640, 24
	streamsAll, streamsEach = 96, 24
	// Of these places so many are kept for those who play.
	socketsKept, streamsKept = 160, 32
	requestsPerSec           = 60
	requestsAtOnce           = 240
)

// Serve answers on l until ctx ends, then lets the screens go and waits for them.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	handler, err := s.Handler(ctx)
	if err != nil {
		return err
	}
	defer s.leases.stop()
	if err := door.Serve(ctx, l, handler, s.Log); err != nil {
		return fmt.Errorf("serve the page: %w", err)
	}
	return nil
}

// Handler is every address of the table, with its guards. Its sockets end with ctx.
func (s *Server) Handler(ctx context.Context) (http.Handler, error) {
	pages, err := web.OpenPages(s.Pages)
	if err != nil {
		return nil, err
	}
	s.pages, s.posts = pages, once.NewRequests()
	s.pace = pace{each: requestsPerSec, atOnce: requestsAtOnce}
	s.Session.DescribePage(pages.Hash, s.Invite != "" || len(s.Proxies) > 0)
	mux := http.NewServeMux()
	at := s.desk()
	at.Ends, at.Run = ctx, rand.Text()
	s.leases.lapse = requests{at, &s.leases}.lapse
	context.AfterFunc(ctx, s.leases.stop)
	for _, r := range s.resources(at) {
		r.routes(mux)
	}
	teaching.Routes(mux, at, s.Studio)
	mux.HandleFunc("GET /static/{hash}/{path...}", func(w http.ResponseWriter, r *http.Request) { pages.Static(w, r, desk.Refuse) })
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.turnAway(w, r, http.StatusNotFound, "there is nothing at this address of the table")
	})
	return s.guard(mux), nil
}

// resource is what a few addresses belong to.
type resource interface{ routes(mux *http.ServeMux) }

// resources are all that the table shows and takes.
func (s *Server) resources(at *desk.Desk) []resource {
	doing := &acts{table: s.Session, log: s.Log}
	open := &sockets{Desk: at, acts: doing, room: door.Room{All: socketsAll, Each: socketsEach, Kept: socketsKept}}
	shown := &door.Room{All: streamsAll, Each: streamsEach, Kept: streamsKept}
	return []resource{
		home{at}, entrance{at, doorway{s.Invite, s.Secure, s.LetIn, len(s.Proxies) > 0}}, devices{at},
		open, overlays{open, s.Table}, &phones{sockets: open}, &table{Desk: at, acts: doing, streams: shown, cameras: s.Sources},
		games{at}, lobbies{at}, armies{at}, dragons{at}, cards{at}, requests{at, &s.leases}, askers{at, entrance{at, doorway{s.Invite, s.Secure, s.LetIn, len(s.Proxies) > 0}}}, tabletop{at, s.Version}, looks{at},
	}
}

// desk is what addresses need of the server.
func (s *Server) desk() *desk.Desk {
	return &desk.Desk{Session: s.Session, Access: s.Access, Log: s.Log, Pages: s.pages, Looks: &s.looks}
}

// guard checks who asks and how often, and sets the headers of every answer.
func (s *Server) guard(next *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = s.Proxies.Resolve(r)
		h := w.Header()
		web.SetHeaders(h)
		if visitor.Of(r).Framed {
			h.Set("X-Frame-Options", "SAMEORIGIN")
		}
		h.Set("Content-Security-Policy", s.policy(r))
		camera := "camera=()"
		if r.URL.Path == "/phone" {
			camera = "camera=(self)"
		}
		h.Set("Permissions-Policy", camera+", microphone=(), geolocation=()")
		if err := s.Access.Elsewhere(next, r); err != nil {
			s.turnAway(w, r, http.StatusForbidden, err.Error())
			return
		}
		if r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/static/") {
			// Everybody may have the pages' files, and they cost next to nothing.
			next.ServeHTTP(w, r)
			return
		}
		if err := s.Access.Refuse(r); err != nil {
			s.turnAway(w, r, http.StatusForbidden, err.Error())
			return
		}
		if !s.pace.take(s.desk().Caller(r).From, s.Session.Now()) {
			s.turnAway(w, r, http.StatusTooManyRequests, desk.AsOne(r, "too many requests at once: wait a moment"))
			return
		}
		if s.Access.Share(w, r) {
			return
		}
		if !open(r.URL.Path) && !s.Access.Who(r).Looks && !s.Access.MayAsk(r) {
			s.keepOut(w, r)
			return
		}
		if tidy(w, r) {
			return
		}
		s.posts.Serve(w, r, s.Access.Who(r).Device, next)
	})
}

// tidy leads a browser from an address with doubled slashes, dots or a slash at its end to the plain one. The mux would do that too, but by a path that
// leads out of the one below which a proxy has put the table.
func tidy(w http.ResponseWriter, r *http.Request) bool {
	asked := r.URL.EscapedPath()
	plain := path.Clean(asked)
	if r.Method != http.MethodGet || plain == asked {
		return false
	}
	to := web.Base(r) + strings.TrimPrefix(plain, "/")
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusTemporaryRedirect)
	return true
}

// home is the pages that have no other addresses.
type home struct{ *desk.Desk }

func (at home) routes(mux *http.ServeMux) {
	mux.Handle("GET /{$}", at.Page("index.html"))
	for _, path := range []string{"/games", "/games/{id}", "/begin/{id}", "/armies", "/cards", "/roll"} {
		mux.Handle("GET "+path, at.Page("games.html"))
	}
}

// policy lets a page load only its own files. It names the socket's address, because older browsers don't take 'self' for it. The Host was checked
// before, or the answer is a refusal.
func (s *Server) policy(r *http.Request) string {
	connect := "'self'"
	if s.Access.Knows(door.HostOnly(r.Host)) && !strings.ContainsAny(r.Host, " ;,\"'") {
		connect += " ws://" + r.Host + " wss://" + r.Host
	}
	ancestors := "'none'"
	if visitor.Of(r).Framed {
		ancestors = "'self'"
	}
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src " + connect +
		"; base-uri 'self'; form-action 'none'; frame-ancestors " + ancestors
}

// turnAway refuses a request. A person who opens a page gets a page that says why, and which address is right.
func (s *Server) turnAway(w http.ResponseWriter, r *http.Request, status int, why string) {
	if !door.Browses(r) {
		desk.Refuse(w, status, why)
		return
	}
	address, named := s.addressFor(r), ""
	if host := door.HostOnly(r.Host); !s.Access.Knows(host) && door.IsHostName(host) {
		named = host
	}
	err := s.pages.Page(&door.StatusWriter{ResponseWriter: w, Status: status}, r, "refused.html", "why", html.EscapeString(protocol.Sentence(errors.New(why))), "address", html.EscapeString(address), "named", html.EscapeString(named))
	if err != nil {
		desk.Refuse(w, status, why)
	}
}

// addressFor is an address at which the sender of a request can reach the table: what the sender's browser calls it, or else one in figures. It is empty
// if only a proxy knows it.
func (s *Server) addressFor(r *http.Request) string {
	way := visitor.Of(r)
	switch {
	case s.Access.Knows(door.HostOnly(r.Host)):
		if way.Claimed || way.Trusted && way.Prefix == "" { // nobody says below which path the proxy has put the pages
			return ""
		}
		return visitor.Root(r) + "/"
	case s.Invite != "" && !access.FromHere(r):
		return s.Invite + "/"
	case way.Trusted || way.Claimed:
		return ""
	}
	return cmp.Or(door.InFigures(r), "./")
}
