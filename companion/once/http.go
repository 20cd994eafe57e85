package once

import (
	"bytes"
	"crypto/sha256"
	"net/http"
)

// Header carries a request's mark.
const Header = "Idempotency-Key"

const (
	// answersKept and answerBytes bound what is remembered of requests.
	answersKept = 256
	answerBytes = 64 << 10
)

// Requests are requests that change something, with what was answered.
type Requests struct{ ledger Ledger[answer] }

// answer is what was answered to a request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// Serve lets next answer a request. If a request with the same mark was answered before, it gets the same answer, and next isn't called. from names the
// asker: marks of other askers don't count.
func (q *Requests) Serve(w http.ResponseWriter, r *http.Request, from string, next http.Handler) {
	mark := r.Header.Get(Header)
	if mark == "" || r.Method == http.MethodGet || r.Method == http.MethodHead {
		next.ServeHTTP(w, r)
		return
	}
	sum := sha256.Sum256([]byte(from + "\n" + r.Method + " " + r.URL.RequestURI() + "\n" + mark))
	a := q.ledger.Do(string(sum[:]), func() (answer, bool) {
		rec := &recorder{header: w.Header().Clone(), status: http.StatusOK}
		next.ServeHTTP(rec, r)
		a := answer{status: rec.status, header: rec.header, body: rec.body.Bytes()}
		// What was refused for the moment may be tried again.
		return a, a.status < 500 && a.status != http.StatusTooManyRequests && len(a.body) <= answerBytes
	})
	for name, values := range a.header {
		w.Header()[name] = values
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

// NewRequests remembers the answers to the last requests.
func NewRequests() *Requests { return &Requests{ledger: Ledger[answer]{Most: answersKept}} }

// recorder keeps an answer until it is whole.
type recorder struct {
	header http.Header
	status int
	wrote  bool
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if !r.wrote {
		r.status, r.wrote = status, true
	}
}

func (r *recorder) Write(b []byte) (int, error) {
	r.wrote = true
	return r.body.Write(b)
}
