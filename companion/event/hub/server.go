package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"

	"astragal/companion/door"
	"astragal/companion/event"
	"astragal/companion/once"
	"astragal/web"
)

const (
	actBytes = 256 << 10
	// streamsMost bounds the screens, streamsEach those of one network or one judge; streamsKept are for judges.
	streamsMost = 500
	streamsEach = 200
	streamsKept = 50
)

// server shows the hub to browsers.
type server struct {
	hub    *Hub
	pages  *web.Pages
	access *access
	ctx    context.Context // ends the streams
	places door.Room
	// posts are the deeds that were asked for by marks.
	posts *once.Requests
}

func newServer(h *Hub) (*server, error) {
	pages, err := web.OpenPages(h.o.Pages)
	if err != nil {
		return nil, err
	}
	return &server{hub: h, pages: pages, ctx: context.Background(), places: door.Room{All: streamsMost, Each: streamsEach, Kept: streamsKept}, posts: once.NewRequests(),
		access: &access{key: h.key, event: h.o.Event, hosts: h.o.Hosts, open: h.o.Open, askHere: h.o.AskHere, refuses: h.refuses}}, nil
}

// Serve answers browsers on l until ctx ends.
func (h *Hub) Serve(ctx context.Context, l net.Listener) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	h.page.ctx = ctx
	handler := h.page.handler()
	if h.o.Certificate != nil {
		entrance := door.Open(l, h.o.Certificate.For, h.log)
		defer func() { err = errors.Join(err, entrance.Close()) }()
		l, handler = entrance, h.page.encrypted(handler)
	}
	// What goes on for long ends with ctx.
	ends := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, done := context.WithCancel(r.Context())
		defer done()
		defer context.AfterFunc(ctx, done)()
		handler.ServeHTTP(w, r.WithContext(request))
	})
	if err := door.Serve(ctx, l, ends, h.log); err != nil {
		return fmt.Errorf("serve the hub's pages: %w", err)
	}
	return nil
}

// encrypted redirects unencrypted requests to the same address with encryption. It doesn't carry them out: somebody else may have read them.
func (s *server) encrypted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil || isStatic(r) {
			next.ServeHTTP(w, r)
			return
		}
		setHeaders(w.Header())
		w = refuser{s.pages, s.access, s.hub.log}.answers(w, r)
		if err := s.access.refuse(r); err != nil {
			answerError(w, http.StatusForbidden, err.Error())
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			answerError(w, http.StatusForbidden, "this hub speaks HTTPS: ask at https://"+r.Host+", and make a new token if one was sent like this")
			return
		}
		http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), http.StatusTemporaryRedirect)
	})
}

// allowed is a handler for callers who have at least a role.
type allowed func(http.ResponseWriter, *http.Request, event.Pass)

func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/{$}", "/standings", "/screen", "/judge", "/players", "/print", "/tables", "/statistics"} {
		mux.Handle("GET "+path, s.file("hub.html"))
	}
	mux.Handle("GET /me", s.file("own.html"))
	mux.Handle("GET /overlay", s.file("overlay.html", "script", "hub/overlay.js"))
	mux.HandleFunc("GET /overlay-worker.js", s.pages.OverlayWorker)
	mux.HandleFunc("GET /static/{hash}/{path...}", func(w http.ResponseWriter, r *http.Request) { s.pages.Static(w, r, answerError) })
	mux.HandleFunc("POST /api/enter", s.enter)
	mux.HandleFunc("GET /api/own", s.ownNow)
	mux.HandleFunc("POST /api/own", s.ownAct)
	look := func(path string, do allowed) { mux.HandleFunc("GET "+path, s.only(event.RoleSpectator, do)) }
	look("/api/stream", s.stream)
	look("/api/view", s.view)
	look("/api/overlay", s.overlayStream)
	look("/api/overlay/alive", s.overlayAlive)
	look("/api/rolls", s.rolls)
	look("/api/contest", s.contestNow)
	look("/rolls.csv", s.exportRolls)
	look("/rolls.json", s.exportRolls)
	look("/standings.csv", s.exportStandings)
	look("/standings.json", s.exportStandings)
	look("/api/statistics", s.statistics)
	look("/statistics.csv", s.statistics)
	look("/metrics", s.metrics)
	mux.HandleFunc("GET /api/rolls/{n}", s.only(event.RoleJudge, s.roll))
	mux.HandleFunc("GET /api/evidence/{n}/{die}", s.only(event.RoleJudge, s.evidence))
	mux.HandleFunc("GET /api/gamelog/{n}", s.only(event.RoleJudge, gameLog(s.hub, s.fail)))
	mux.HandleFunc("POST /api/rule", s.only(event.RoleJudge, s.rule))
	mux.HandleFunc("POST /api/waiting", s.only(event.RoleJudge, s.waiting))
	mux.HandleFunc("POST /api/contest", s.only(event.RoleJudge, s.contestAct))
	mux.HandleFunc("GET /event.zip", s.only(event.RoleJudge, s.archive))
	mux.HandleFunc("GET /log.csv", s.only(event.RoleJudge, s.exportLog))
	mux.HandleFunc("GET /api/sheets", s.only(event.RoleJudge, s.sheets))
	mux.HandleFunc("GET /api/qr", s.only(event.RoleJudge, s.qrCode))
	mux.HandleFunc("POST /api/call", s.only(event.RoleJudge, s.callAct))
	mux.HandleFunc("POST /api/checkin", s.only(event.RoleJudge, s.checkIn))
	mux.HandleFunc("POST /api/round", s.only(event.RoleJudge, s.round))
	mux.HandleFunc("POST /api/free", s.only(event.RoleJudge, s.free))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		answerError(w, http.StatusNotFound, "there is nothing at this address of the hub")
	})
	return s.guard(mux)
}

// setHeaders sets the headers of every answer. A page loads only the hub's own files.
func setHeaders(h http.Header) {
	web.SetHeaders(h)
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
}

// guard checks where a request comes from and sets the headers that hold for every answer.
func (s *server) guard(next *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		w = refuser{s.pages, s.access, s.hub.log}.answers(w, r)
		if err := door.Elsewhere(next, r); err != nil {
			answerError(w, http.StatusForbidden, err.Error())
			return
		}
		if isStatic(r) {
			next.ServeHTTP(w, r)
			return
		}
		if err := s.access.refuse(r); err != nil {
			answerError(w, http.StatusForbidden, err.Error())
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, actBytes)
		who, _ := s.access.pass(r)
		s.posts.Serve(w, r, string(who.Role)+" "+who.Name, next)
	})
}

const noToken = "this page needs a token: open it by the organiser's code, or type the token in"

// only lets those in who have a role, or a higher one.
func (s *server) only(role event.Role, do allowed) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		pass, ok := s.access.pass(r)
		switch {
		case !ok:
			answerError(w, http.StatusUnauthorized, noToken)
		case role == event.RoleJudge && pass.Role != event.RoleJudge:
			answerError(w, http.StatusForbidden, "only a judge may do this")
		default:
			do(w, r, pass)
		}
	}
}

// file serves an HTML file. It says nothing of the event.
func (s *server) file(name string, also ...string) door.Page {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.pages.Page(w, r, name, also...); err != nil {
			s.hub.log.Error("read page", "name", name, "err", err)
			answerError(w, http.StatusInternalServerError, "this page can't be read: look at the hub's log")
		}
	}
}

// enter trades a token for the cookie. The token is in the body, so that no log of addresses holds it.
func (s *server) enter(w http.ResponseWriter, r *http.Request) {
	var a struct {
		Token string `json:"token"`
	}
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	pass, ok := s.access.check(a.Token)
	if !ok {
		answerError(w, http.StatusForbidden, "this token is not one of a judge or a spectator of this event")
		return
	}
	http.SetCookie(w, cookie(a.Token, r.TLS != nil, s.hub.now()))
	answer(w, map[string]string{"role": string(pass.Role), "name": pass.Name})
}

// read takes one JSON object of a request's body.
func read(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return fmt.Errorf("the message is longer than %d bytes", actBytes)
	case err != nil:
		return fmt.Errorf("the message is not a JSON object as docs/organisers.md describes it: %w", err)
	}
	return nil
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(v)
}
