package hub

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// delayBounds are the upper ends of the classes of delays, s.
func delayBounds() []float64 {
	return []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60}
}

// meters count what the hub does since it was started, for /metrics.
type meters struct {
	mu      sync.Mutex
	taken   int
	doubled int
	refused int
	batches int
	delays  []int
	slower  int
	sum     float64
}

func newMeters() *meters { return &meters{delays: make([]int, len(delayBounds()))} }

func (m *meters) took(in intake, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.taken += len(in.told)
	m.doubled += in.doubled
	m.refused += len(in.refused)
	m.batches++
	for _, at := range in.told {
		m.delay(max(now.Sub(at).Seconds(), 0))
	}
}

func (m *meters) delay(s float64) {
	m.sum += s
	for i, bound := range delayBounds() {
		if s <= bound {
			m.delays[i]++
			return
		}
	}
	m.slower++
}

// write writes the counts as Prometheus reads them.
func (m *meters) write(w io.Writer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	counter := func(name, help string, v int) {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s counter\n%s %d\n", name, help, name, name, v)
	}
	counter("astragal_hub_messages_total", "Messages written down since the start.", m.taken)
	counter("astragal_hub_messages_doubled_total", "Messages that came again and were left out.", m.doubled)
	counter("astragal_hub_messages_refused_total", "Messages that were refused.", m.refused)
	counter("astragal_hub_batches_total", "Transactions of messages.", m.batches)
	name := "astragal_hub_delay_seconds"
	fmt.Fprintf(w, "# HELP %s From a message's making at its table, by the table's clock, to the hub's disk.\n# TYPE %s histogram\n", name, name)
	n := 0
	for i, bound := range delayBounds() {
		n += m.delays[i]
		fmt.Fprintf(w, "%s_bucket{le=\"%g\"} %d\n", name, bound, n)
	}
	n += m.slower
	fmt.Fprintf(w, "%s_bucket{le=\"+Inf\"} %d\n%s_sum %g\n%s_count %d\n", name, n, name, m.sum, name, n)
}
