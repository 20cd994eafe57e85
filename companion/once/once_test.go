package once_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/once"
)

func TestADeedIsDoneOnceHoweverManyAsk(t *testing.T) {
	var l once.Ledger[int]
	n := 0
	deed := func() (int, bool) { n++; return n, true }
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { require.Equal(t, 1, l.Do("a", deed)) })
	}
	all.Wait()
	require.Equal(t, 2, l.Do("b", deed))
	require.Equal(t, 1, l.Do("a", deed))
}

func TestWhatIsNotToBeKeptIsTriedAgain(t *testing.T) {
	var l once.Ledger[string]
	require.Equal(t, "no", l.Do("a", func() (string, bool) { return "no", false }))
	require.Panics(t, func() { l.Do("a", func() (string, bool) { panic("broken") }) })
	require.Equal(t, "yes", l.Do("a", func() (string, bool) { return "yes", true }))
	require.Equal(t, "yes", l.Do("a", func() (string, bool) { return "again", true }))
}

func TestWhatWasWithdrawnIsNeverDone(t *testing.T) {
	var l once.Ledger[string]
	came, done := l.Withdraw("a", "never")
	require.False(t, done)
	require.Equal(t, "never", came)
	require.Equal(t, "never", l.Do("a", func() (string, bool) { t.Fatal("it was done"); return "", true }))
	l.Do("b", func() (string, bool) { return "done", true })
	came, done = l.Withdraw("b", "never")
	require.True(t, done)
	require.Equal(t, "done", came)
}

func TestTheOldestAreForgotten(t *testing.T) {
	l := once.Ledger[int]{Most: 2}
	for i, mark := range []string{"a", "b", "c"} {
		l.Do(mark, func() (int, bool) { return i, true })
	}
	require.Equal(t, 2, l.Do("c", func() (int, bool) { return 9, true }))
	require.Equal(t, 9, l.Do("a", func() (int, bool) { return 9, true }))
}

func TestARequestThatComesAgainGetsTheSameAnswer(t *testing.T) {
	q := once.NewRequests()
	n := 0
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n++
		w.Header().Set("X-Times", strings.Repeat("x", n))
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte("made"))
	})
	ask := func(method, from, mark string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "/api/games", strings.NewReader("{}"))
		r.Header.Set(once.Header, mark)
		w := httptest.NewRecorder()
		q.Serve(w, r, from, next)
		return w
	}
	for range 3 {
		w := ask("POST", "ann", "1")
		require.Equal(t, http.StatusCreated, w.Code)
		require.Equal(t, "made", w.Body.String())
		require.Equal(t, "x", w.Header().Get("X-Times"))
	}
	require.Equal(t, "xx", ask("POST", "bob", "1").Header().Get("X-Times"), "another's mark was taken for this one's")
	ask("POST", "ann", "2")
	ask("POST", "ann", "")
	ask("GET", "ann", "1")
	require.Equal(t, 5, n)
}
