package lookup_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/lookup"
)

func says(text string) func() (lookup.Answer, error) {
	return func() (lookup.Answer, error) { return lookup.Answer{Body: []byte(text)}, nil }
}

func TestWhatWasWorkedOutIsKeptUntilSomethingChanges(t *testing.T) {
	d := lookup.Desk{}
	ask := func(version int, what string, work func() (lookup.Answer, error)) string {
		a, err := d.Answer(t.Context(), "a", version, what, work)
		require.NoError(t, err)
		return string(a.Body)
	}
	for range 100 {
		require.Equal(t, "one", ask(1, "x", says("one")))
		require.Equal(t, "two", ask(1, "y", says("two")))
	}
	require.Equal(t, 2, d.Worked())
	require.Equal(t, "three", ask(2, "x", says("three")))
	require.Equal(t, "three", ask(1, "x", says("four")), "who asked before the change gets what is newer")
	require.Equal(t, 3, d.Worked())

	failed := errors.New("it failed")
	_, err := d.Answer(t.Context(), "a", 2, "z", func() (lookup.Answer, error) { return lookup.Answer{}, failed })
	require.ErrorIs(t, err, failed)
	require.Equal(t, "five", ask(2, "z", says("five")), "a failure is not kept")
	require.Panics(t, func() { ask(2, "w", func() (lookup.Answer, error) { panic("x") }) })
	require.Equal(t, "six", ask(2, "w", says("six")), "neither is what broke off, and the next has its turn")

	// Whatever is requested, what is kept has a bound.
	before := d.Worked()
	for i := range 1000 {
		ask(2, fmt.Sprint("n", i), says("n"))
	}
	require.Equal(t, before+1000, d.Worked())
}

// One thing is worked out at a time. If several ask for the same, they wait for one answer. If somebody asks for too
// much, they are refused.
func TestOneAtATimeAndNoMoreThanMayWait(t *testing.T) {
	d := lookup.Desk{}
	begun, barrier := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	var mu sync.Mutex
	working, most := 0, 0
	work := func() (lookup.Answer, error) {
		mu.Lock()
		working++
		most = max(most, working)
		mu.Unlock()
		select {
		case begun <- struct{}{}:
		default:
		}
		<-barrier
		mu.Lock()
		working--
		mu.Unlock()
		return lookup.Answer{}, nil
	}
	results := make(chan error, 100)
	ask := func(from, what string) {
		all.Go(func() {
			_, err := d.Answer(t.Context(), from, 1, what, work)
			results <- err
		})
	}
	ask("a", "x")
	<-begun
	// The same address asks 30 more times, for the same and for other things. 3 may wait, and the others are refused
	// at once.
	for i := range 30 {
		ask("a", fmt.Sprint("x", i%2))
	}
	for range 30 - 3 {
		require.ErrorIs(t, <-results, lookup.ErrBusy)
	}
	// Others may still ask, until so many wait that no more may.
	for i := range 20 {
		ask(fmt.Sprint("b", i), "x")
	}
	for range 20 - 12 {
		require.ErrorIs(t, <-results, lookup.ErrBusy)
	}
	// If somebody goes away, they wait no longer.
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := d.Answer(gone, "c", 1, "x", work)
	require.Error(t, err)
	close(barrier)
	all.Wait()
	for range 16 {
		require.NoError(t, <-results)
	}
	require.Equal(t, 1, most)
	require.LessOrEqual(t, d.Worked(), 3)
	_, err = d.Answer(t.Context(), "a", 1, "x", work)
	require.NoError(t, err, "places are free again")
}
