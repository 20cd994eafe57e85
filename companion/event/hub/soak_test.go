package hub_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// times is how often a test repeats its worst: soak with ASTRAGAL_SOAK, else quick.
func times(soak, quick int) int {
	if os.Getenv("ASTRAGAL_SOAK") != "" {
		return soak
	}
	return quick
}

// While tables roll all the time, the hub is killed and started again many times.
func TestSoakAHubKilledInTheMiddleLosesNothing(t *testing.T) {
	c := newChild(t)
	c.start()
	tables := rolling(t, c.dir, c.address(), 8)
	for range times(20, 4) {
		wait(200 + rand.N(600))
		c.kill()
		wait(50 + rand.N(200))
		c.start()
	}
	rolled := tables.finish()
	c.kill()
	checkAll(t, c.dir, rolled)
}

// The network breaks while messages are being sent.
func TestSoakTablesCutOffLoseNothing(t *testing.T) {
	c := newChild(t)
	c.start()
	p := newCable(t, c.tables)
	tables := rolling(t, c.dir, "nats://"+p.address()+"/Spring%20cup", 8)
	for range times(20, 4) {
		wait(200 + rand.N(500))
		p.pull()
		wait(50 + rand.N(300))
		p.plug()
	}
	rolled := tables.finish()
	c.kill()
	checkAll(t, c.dir, rolled)
}

// wait lets the tables roll for so long. The test waits for their work, not for an effect.
func wait(ms int) { <-time.After(time.Duration(ms) * time.Millisecond) }

// busy are tables that roll all the time.
type busy struct {
	sims []*simTable
	end  chan struct{}
	wg   sync.WaitGroup
}

func rolling(t testing.TB, dir, address string, n int) *busy {
	b := &busy{end: make(chan struct{})}
	for i := range n {
		name := fmt.Sprintf("Table %d", i+1)
		s := newSim(t, name, dialTo(t, dir, address, name))
		b.sims = append(b.sims, s)
		b.wg.Go(func() {
			tick := time.NewTicker(25 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-b.end:
					return
				case <-tick.C:
					s.roll()
				}
			}
		})
	}
	return b
}

// finish stops the rolls and waits until the hub has all of them. It returns how many each table rolled.
func (b *busy) finish() map[string]int {
	close(b.end)
	b.wg.Wait()
	rolled := map[string]int{}
	for _, s := range b.sims {
		s.through()
		s.stop()
		require.Positive(s.t, s.rolled)
		rolled["src-"+s.name] = s.rolled
	}
	return rolled
}

// cable passes connections on. If it is pulled, all of them break, and no new one is made.
type cable struct {
	to    string
	l     net.Listener
	mu    sync.Mutex
	out   bool
	conns map[net.Conn]bool
	wg    sync.WaitGroup
}

func newCable(t testing.TB, to string) *cable {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &cable{to: to, l: l, conns: map[net.Conn]bool{}}
	p.wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			p.wg.Go(func() { p.pass(conn) })
		}
	})
	t.Cleanup(func() { _ = l.Close(); p.pull(); p.wg.Wait() })
	return p
}

func (p *cable) address() string { return p.l.Addr().String() }

func (p *cable) pass(in net.Conn) {
	defer func() { _ = in.Close() }()
	out, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer func() { _ = out.Close() }()
	p.mu.Lock()
	if p.out {
		p.mu.Unlock()
		return
	}
	p.conns[in], p.conns[out] = true, true
	p.mu.Unlock()
	go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
	_, _ = io.Copy(in, out)
	p.mu.Lock()
	delete(p.conns, in)
	delete(p.conns, out)
	p.mu.Unlock()
}

func (p *cable) pull() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = true
	for c := range p.conns {
		_ = c.Close()
	}
}

func (p *cable) plug() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = false
}
