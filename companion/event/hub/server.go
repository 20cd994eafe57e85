package hub

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/web"
)

const (
	headerBytes = 16 << 10
	actBytes    = 32 << 10
	closeWithin = 3 * time.Second
	// streamsMost bounds the screens.
	streamsMost = 500
)

// server shows the hub to browsers.
type server struct {
	hub    *Hub
	pages  fs.FS
	hash   string
	access *access
	ctx    context.Context // ends the streams
	places chan struct{}
}

func newServer(h *Hub) (*server, error) {
	s := &server{hub: h, pages: h.o.Pages, ctx: context.Background(), places: make(chan struct{}, streamsMost),
		access: &access{key: h.key, event: h.o.Event, hosts: h.o.Hosts, open: h.o.Open}}
	if s.pages == nil {
		s.pages = web.Static()
	}
	hash, err := web.Hash(s.pages)
	if err != nil {
		return nil, fmt.Errorf("read the pages: %w", err)
	}
	s.hash = hash
	return s, nil
}

// Serve answers browsers on l until ctx ends.
func (h *Hub) Serve(ctx context.Context, l net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	h.page.ctx = ctx
	if h.o.Certificate != nil {
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{*h.o.Certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
	}
	srv := &http.Server{Handler: h.page.handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(h.log.Handler(), slog.LevelDebug), BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(l) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve the hub's pages: %w", err)
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
	defer cancel()
	if err := srv.Shutdown(closing); err != nil {
		_ = srv.Close()
	}
	<-done
	return nil
}

// allowed is a handler for whoever has at least a role.
type allowed func(http.ResponseWriter, *http.Request, event.Pass)

func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/{$}", "/standings", "/screen", "/judge", "/tables", "/statistics"} {
		mux.HandleFunc("GET "+path, s.file("hub.html"))
	}
	mux.HandleFunc("GET /overlay", s.file("hub-overlay.html"))
	mux.HandleFunc("GET /overlay-worker.js", s.overlayWorker)
	mux.HandleFunc("GET /static/{hash}/{path...}", s.static)
	mux.HandleFunc("POST /api/enter", s.enter)
	look := func(path string, do allowed) { mux.HandleFunc("GET "+path, s.only(event.RoleSpectator, do)) }
	look("/api/stream", s.stream)
	look("/api/view", s.view)
	look("/api/overlay", s.overlayStream)
	look("/api/overlay/alive", s.overlayAlive)
	look("/api/rolls", s.rolls)
	look("/rolls.csv", s.exportRolls)
	look("/rolls.json", s.exportRolls)
	look("/standings.csv", s.exportStandings)
	look("/standings.json", s.exportStandings)
	look("/api/statistics", s.statistics)
	look("/statistics.csv", s.statistics)
	look("/metrics", s.metrics)
	mux.HandleFunc("GET /api/rolls/{n}", s.only(event.RoleJudge, s.roll))
	mux.HandleFunc("GET /api/evidence/{n}/{die}", s.only(event.RoleJudge, s.evidence))
	mux.HandleFunc("POST /api/rule", s.only(event.RoleJudge, s.rule))
	mux.HandleFunc("POST /api/round", s.only(event.RoleJudge, s.round))
	mux.HandleFunc("POST /api/free", s.only(event.RoleJudge, s.free))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		answerError(w, http.StatusNotFound, "there is nothing at this address: the hub is at /")
	})
	return s.guard(mux)
}

// guard checks where a request comes from and sets the headers that hold for every answer.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cache-Control", "no-store")
		if err := s.access.refuse(r); err != nil {
			answerError(w, http.StatusForbidden, err.Error())
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, actBytes)
		next.ServeHTTP(w, r)
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

// file serves an HTML file with the pages' hash put in. It says nothing of the event.
func (s *server) file(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		raw, err := fs.ReadFile(s.pages, name)
		if err != nil {
			s.hub.log.Error("read page", "name", name, "err", err)
			answerError(w, http.StatusInternalServerError, "this page can't be read: look at the hub's log")
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(strings.ReplaceAll(string(raw), "{{hash}}", s.hash)))
	}
}

func (s *server) static(w http.ResponseWriter, r *http.Request) {
	path := r.PathValue("path")
	if r.PathValue("hash") != s.hash || !fs.ValidPath(path) || strings.HasSuffix(path, ".html") {
		answerError(w, http.StatusNotFound, "this file belongs to another version of the page: load the page again")
		return
	}
	if info, err := fs.Stat(s.pages, path); err != nil || info.IsDir() {
		answerError(w, http.StatusNotFound, "there is no such file")
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	if strings.HasSuffix(path, ".js") {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	}
	http.ServeFileFS(w, r, s.pages, path)
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

func answerError(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
}
