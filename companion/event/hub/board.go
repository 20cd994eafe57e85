package hub

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"astragal/companion/event"
)

const (
	// offlineAfter is how long a table may be silent before it counts as gone.
	offlineAfter = 15 * time.Second
	// refusedKept is how many refusals of each table are kept.
	refusedKept = 50
	// troubleShown is how long a refusal stands on a table's card; the judges' desk keeps it.
	troubleShown = time.Minute
	// clockSlack is by how much a table's clock may be off before that is said.
	clockSlack = 5 * time.Second
)

// board is the hub's state, in memory. Everything in it except health comes from the store.
type board struct {
	mu      sync.Mutex
	version int64
	event   string
	now     func() time.Time

	play
	sources map[string]sourceRow
	scores  *scores
	// listed are the standings as they were worked out last.
	listed listed
	// seen is what own pages show.
	seen    glance
	results results
	held    map[int64]RollLine
	rulings map[string]pendingRuling
	// refused are the newest refusals of each table.
	refused refusals
	waiting waits
	counts  Counts
	trouble string
	// ends says when the certificate ends, in words; empty if that is far away.
	ends string
	// comes says how tables connect, line by line.
	comes []string

	// scored is the version of the last change of the standings, desked of the judges' desk, rounded of the round.
	scored, desked, rounded int64
	// contested is the version of the contest's last change.
	contested int64
	// forgot is the version at which a table left the lists last. Who saw an older one gets everything anew.
	forgot int64
	// great are the newest great rolls, oldest first; praised is the version of their last change.
	great   greatRolls
	praised int64
	// calls are those for a judge, oldest first.
	calls calls
}

// tableState is one table in memory.
type tableState struct {
	view   TableView
	source string
	run    string
	heard  time.Time
	// troubled is when a message of it was last refused.
	troubled time.Time
	changed  int64
	// told are the players of whom the table was told last.
	told []string
	// skew is how far the table's clock is ahead of the hub's.
	skew time.Duration
}

// pendingRuling is a ruling that waits for its table's answer.
type pendingRuling struct {
	source string
	ruling event.Ruling
}

func newBoard(name string, order Order, now func() time.Time) *board {
	return &board{event: name, play: newPlay(order), now: now, sources: map[string]sourceRow{}, scores: newScores(), results: results{},
		held: map[int64]RollLine{}, rulings: map[string]pendingRuling{}, refused: refusals{}, waiting: waits{}}
}

func (b *board) touch(t *tableState) {
	b.version++
	t.changed = b.version
}

// ownerOf and sourceOf answer the store while it takes messages.
func (b *board) ownerOf(table string) (string, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.tables[table]
	if t == nil || t.source == "" {
		return "", false
	}
	return t.source, true
}

func (b *board) sourceOf(source string) (sourceRow, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	row, ok := b.sources[source]
	return row, ok
}

// apply shows what a batch changed.
func (b *board) apply(in intake) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for source, row := range in.sources {
		b.sources[source] = row
	}
	for _, c := range in.changes {
		b.change(c)
	}
	for _, r := range in.refused {
		b.refuse(r.table, r.why, r.at)
	}
}

func (b *board) change(c change) {
	t := b.table(c.table)
	b.touch(t)
	if c.result != nil {
		key := c.result.source + "/" + c.result.result.ID
		if was, ok := b.results[key]; ok {
			b.scores.finish(was, -1, b.canon)
		}
		b.results[key] = *c.result
		b.scores.finish(*c.result, 1, b.canon)
		if b.waiting.note(waitKey{result: key}, c.result.waiting, c.result.source) || c.followed {
			b.desked = b.version
		}
		b.scored, b.contested = b.version, b.version
		b.seatAll()
		return
	}
	b.scores.count(c.before, -1)
	b.scores.count(c.after, 1)
	b.scored = b.version
	switch {
	case c.fresh:
		t.view.Rolls++
		b.counts.Rolls++
	case c.sent != nil, c.corrected:
		b.counts.Corrections++
	}
	if b.waiting.note(waitKey{roll: c.roll.n}, c.roll.waiting, c.roll.source) || c.followed {
		b.desked = b.version
	}
	for id, p := range b.rulings {
		if p.source == c.roll.source && p.ruling.Roll == c.roll.id && (c.roll.ruling != id || settled(c.roll.ruled)) {
			delete(b.rulings, id)
			b.desked = b.version
		}
	}
	b.show(t, c)
	if b.great.note(*c.roll, cmp.Or(c.sent, c.body)) {
		b.praised = b.version
	}
}

// show puts a roll on its table's card if it is the newest there, and on the desk if it is held.
func (b *board) show(t *tableState, c change) {
	last := t.view.Last
	line := lineOf(*c.roll)
	switch {
	case c.sent != nil:
		line.fill(*c.sent)
	case c.body != nil:
		line.fill(*c.body)
	case last != nil && last.N == line.N:
		line.Text, line.Dice = last.Text, last.Dice
	case c.roll.held:
		if was, ok := b.held[line.N]; ok {
			line.Text, line.Dice = was.Text, was.Dice
		}
	}
	if last == nil || line.N >= last.N {
		t.view.Last = &line
	}
	if _, was := b.held[line.N]; was || c.roll.held {
		delete(b.held, line.N)
		if c.roll.held {
			b.held[line.N] = line
		}
		b.desked = b.version
	}
}

// lineOf is a roll as a list shows it, without its dice.
func lineOf(r rollRow) RollLine {
	c := r.counting()
	line := RollLine{N: r.n, Called: r.called(), Table: r.table, At: stamp(r.at), Round: r.round, Player: r.player, Total: c.total, Dice: []DieLine{},
		Counts: c.counts, Held: r.held, Annulled: r.annulled, Corrected: r.corrected, Ruled: r.ruled, Waits: r.open()}
	if !c.counts {
		line.Total = r.total
	}
	switch {
	case r.held:
		line.Why = "held by the judge"
	case r.out() && r.judgement == leftOut:
		line.Why = fmt.Sprintf("a judge left it out: %s", r.waits)
	case r.out():
		line.Why = fmt.Sprintf("waits for a judge: %s", r.waits)
	case r.ruled == rulingBroken:
		line.Why = "the table shows something else than was ruled: it counts as ruled until a judge releases it"
	case r.annulled:
		line.Why = "annulled"
	case !c.counts && r.ruled == rulingPending:
		line.Why = "the judge's ruling is on its way to the table"
	case !c.counts:
		line.Why = "the table could not carry the judge's ruling out"
	case r.later != 0 && r.judgement == leftOut:
		line.Why = "a judge left a correction of it out"
	case r.later != 0:
		line.Why = "a correction of it waits for a judge"
	}
	return line
}

// asRuled is what a roll is said to come to that counts as a judge ruled, and not as its table sends it.
const asRuled = "as the judge ruled"

// fill puts in what the table sent of the roll. If the roll counts as a judge ruled, the table's dice and words are not those of its total.
func (l *RollLine) fill(r event.Roll) {
	l.Text, l.Dice = r.Text, diceOf(r.Dice)
	if l.Counts && (l.Ruled == rulingPending || l.Ruled == rulingRefused || l.Ruled == rulingBroken) {
		l.Text, l.Dice = asRuled, []DieLine{}
	}
	if r.Ruling != nil {
		l.Reason = r.Ruling.Reason
	}
}

func diceOf(dice []event.Die) []DieLine {
	out := make([]DieLine, 0, len(dice))
	for _, d := range dice {
		out = append(out, DieLine{ID: d.ID, Shape: d.Shape, Value: d.Value, Shows: d.Shows, Face: d.Face, How: d.How,
			Confidence: d.Confidence, Colors: append([]string{}, d.Colors...), Seen: d.Seen})
	}
	return out
}

// refuse remembers a refusal, for the judges and on the table's card.
func (b *board) refuse(table, why string, at time.Time) {
	b.counts.Refused++
	list := b.refused[table]
	if n := len(list); n > 0 && list[n-1].Why == why {
		list = list[:n-1] // it tries again and again
	}
	list = append(list, RefusedLine{At: stamp(at), Table: table, Why: why})
	b.refused[table] = slices.Clone(list[max(0, len(list)-refusedKept):])
	if t := b.tables[table]; t != nil {
		t.view.Trouble, t.troubled = why, b.now()
		b.touch(t)
	}
	b.version++
	b.desked = b.version
}

// expire tells the screens that the certificate ends soon. An empty text says that it doesn't.
func (b *board) expire(ends string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ends != ends {
		b.ends = ends
		b.version++
	}
}

// come says how tables come.
func (b *board) come(lines []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.comes = lines
	b.version++
}

// say tells the screens what is wrong with the hub itself. An empty text says that all is well.
func (b *board) say(trouble string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.trouble != trouble {
		b.trouble = trouble
		b.version++
	}
}

// hear takes in a table's health, and returns what the hub has of the table; false if the table was not let in.
func (b *board) hear(h event.Health) (sourceRow, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.tables[h.Table]
	if t == nil || t.source != h.Source {
		return sourceRow{}, false
	}
	now := b.now()
	t.heard, t.run = now, h.Run
	t.clock(h.At.Sub(now))
	was := t.view
	v := &t.view
	v.Online, v.Seen = true, stamp(now)
	v.Playing, v.Camera, v.Looks, v.Problem = h.Playing, h.Camera, h.Looks, h.Problem
	v.Good, v.Light, v.Dice, v.Doubts = h.Good, append([]string{}, h.Light...), h.Dice, h.Doubts
	v.Waiting, v.Behind, v.Program = h.Waiting, h.Behind, h.Program
	if !was.Online || !sameHealth(was, *v) {
		b.touch(t)
	}
	return b.sources[h.Source], true
}

func (t *tableState) clock(skew time.Duration) {
	t.skew, t.view.ClockOff = 0, 0
	if skew.Abs() > clockSlack {
		t.skew, t.view.ClockOff = skew, int(skew.Seconds())
	}
}

func sameHealth(a, b TableView) bool {
	return a.Playing == b.Playing && a.Camera == b.Camera && a.Looks == b.Looks && a.Problem == b.Problem &&
		a.Good == b.Good && slices.Equal(a.Light, b.Light) && a.Dice == b.Dice && a.Doubts == b.Doubts &&
		a.Waiting == b.Waiting && a.Behind == b.Behind && a.ClockOff == b.ClockOff && a.Program == b.Program
}

// miss marks the tables that were silent for too long.
func (b *board) miss() {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	for _, t := range b.tables {
		if t.view.Online && now.Sub(t.heard) > offlineAfter {
			t.view.Online = false
			b.touch(t)
		}
		if t.view.Trouble != "" && now.Sub(t.troubled) > troubleShown {
			t.view.Trouble = ""
			b.touch(t)
		}
	}
}

// stamp is a time as the views have it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
