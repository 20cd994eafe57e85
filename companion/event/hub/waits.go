package hub

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/event/contest"
)

// weigh judges a roll that a table sends and about which there is no ruling. If something speaks against it, a new roll waits for a judge; a roll that
// counts goes on counting as it did. anew is what anew says of it.
func (b *board) weigh(was, now rollRow, m event.Message, received time.Time, anew string) rollRow {
	b.mu.Lock()
	defer b.mu.Unlock()
	fresh := was.first == 0
	byHits := b.ranks() == ByHits // then the numbers of its dice change what it brings, and not its total alone
	changed := fresh || !same(was.total, now.total) || was.player != now.player || was.annulled != now.annulled || byHits && was.faces != now.faces
	switch {
	case was.out() && was.judgement == leftOut && !changed:
		return now
	case fresh || was.out():
		placed := timely(now.waits, now.round) // a correction takes none of this back
		now.waiting = waiting{waits: b.against(rollRow{}, now, *m.Roll, received)}
		if !now.annulled {
			now.waits = joined(anew, placed, now.waits)
		}
		if was.judgement == leftOut {
			now.waits = joined("a judge left it out, and the table has changed it", now.waits)
		}
		return now
	case !changed:
		now.waiting, now.later = waiting{}, 0
		return now
	}
	why := b.against(was, now, *m.Roll, received)
	if !now.annulled && (was.annulled || was.total == nil || was.player != now.player || byHits && was.faces == "") { // it brings this player something that it didn't bring before
		why = joined(anew, why)
	}
	if why == "" {
		now.waiting, now.later = waiting{}, 0
		return now
	}
	was.waiting, was.later = waiting{waits: why}, m.Seq
	return was
}

// against says what speaks against a roll that its table sends; empty if nothing does. was is what the roll counted before, the zero value for a new
// one. The caller holds the lock.
func (b *board) against(was, now rollRow, sent event.Roll, received time.Time) string {
	if was.first == 0 && now.annulled {
		return ""
	}
	var why []string
	if was.player != now.player {
		why = append(why, b.strangerOf(now.round, now.table, now.player))
	}
	if d := addsUp(sent); !now.annulled && (was.annulled || !same(was.total, now.total) || was.faces != now.faces) && !b.sources[now.source].allows(d) {
		why = append(why, d.why)
	}
	return joined(append(why, b.late(now.round, received, was.first != 0))...)
}

// allows says whether a judge has allowed that the source's totals lie so far beyond its dice.
func (r sourceRow) allows(d doubt) bool {
	return d.why == "" || d.beyond != 0 && max(d.beyond, -d.beyond) <= r.beyond
}

// reasonEnd stands between reasons.
const reasonEnd = "; "

// joined are reasons as one text.
func joined(why ...string) string {
	return strings.Join(slices.DeleteFunc(why, func(w string) bool { return w == "" }), reasonEnd)
}

// fitsNone says why a result waits that came at no time at which its players were paired.
const fitsNone = "its time fits no round for which its players were paired"

// weighResult judges a result as weigh does a roll. others are the further results of its round that count. A new result that is astray says so.
func (b *board) weighResult(was, now resultRow, others []contest.Played, received time.Time) resultRow {
	b.mu.Lock()
	defer b.mu.Unlock()
	scored := was.result.Over && !was.out()
	why := ""
	if scored || now.result.Over {
		why = joined(b.strangers(now), b.late(now.round, received, scored))
	}
	if !scored && now.result.Over {
		when := timely(now.waits, now.round)
		if when == "" {
			when = early(b, now)
		}
		why = joined(twice(b, now, others), when, why)
	}
	switch {
	case was.result.ID != "" && sameResult(was.result, now.result):
		now.waiting, now.later = was.waiting, nil
		if was.later != nil { // it has taken its correction back
			now.waiting = waiting{}
		}
	case scored && why != "":
		later := now.result
		now.result, now.waiting, now.later = was.result, waiting{waits: why}, &later
	default:
		if was.out() && was.judgement == leftOut {
			why = joined("a judge left it out, and the table has changed it", why)
		}
		now.waiting, now.later = waiting{waits: why}, nil
	}
	return now
}

// twice says that the players of a result have another one in its round. The caller holds the lock.
func twice(b *board, r resultRow, others []contest.Played) string {
	if b.contest.Decided(r.round, r.result.Seats, others) {
		return "its players have a result in this round already"
	}
	return ""
}

// early says that the game of a result was begun before its players were paired. The caller holds the lock.
func early(b *board, r resultRow) string {
	if b.contest.Early(r.round, r.result.Seats, r.result.Begun) {
		return begunEarly(r.round)
	}
	return ""
}

// timely are those of the reasons of something that its time is why it waits, or the time at which its game was begun; empty if none is.
func timely(why string, round int) string {
	for _, one := range []string{fitsNone, fitsNoRound, inNoRound, begunEarly(round)} {
		if slices.Contains(strings.Split(why, reasonEnd), one) {
			return one
		}
	}
	return ""
}

// sameResult says whether two results have the same players, winners and totals, and whether both are over. Totals are compared because they decide a
// count.
func sameResult(x, y event.Result) bool {
	return x.Over == y.Over && slices.EqualFunc(x.Seats, y.Seats, func(a, b event.Place) bool {
		return a.Player == b.Player && a.Won == b.Won && same(a.Total, b.Total)
	})
}

// waitKey names something that waits: a roll by its number, a result by its source and id.
type waitKey struct {
	roll   int64
	result string
}

// waits are what waits for a judge and why, by source.
type waits map[string]map[waitKey]string

// note takes in what waits, or doesn't wait any more. It is true if that may have changed something.
func (w waits) note(key waitKey, of waiting, source string) bool {
	_, was := w[source][key]
	switch {
	case !was && !of.open():
		return false
	case !of.open():
		if delete(w[source], key); len(w[source]) == 0 {
			delete(w, source)
		}
	default:
		if w[source] == nil {
			w[source] = map[waitKey]string{}
		}
		w[source][key] = of.waits
	}
	return true
}

// count is how much waits for a judge.
func (w waits) count() int {
	n := 0
	for _, list := range w {
		n += len(list)
	}
	return n
}

// waitsSaid is how many reasons a table is told.
const waitsSaid = 3

// said says in a sentence what of a source waits for a judge; empty if nothing does.
func (w waits) said(source string) string {
	counts, n := map[string]int{}, len(w[source])
	for _, why := range w[source] {
		counts[why]++
	}
	if n == 0 {
		return ""
	}
	why := slices.SortedFunc(maps.Keys(counts), func(x, y string) int { return cmp.Or(counts[y]-counts[x], strings.Compare(x, y)) })
	if len(why) > waitsSaid {
		why = append(why[:waitsSaid], "and more")
	}
	if n == 1 {
		return fmt.Sprintf("One roll or result waits for a judge: %s", joined(why...))
	}
	return fmt.Sprintf("%d rolls and results wait for a judge: %s", n, joined(why...))
}

// waitsOf says in a sentence what of a source waits for a judge; empty if nothing does.
func (b *board) waitsOf(source string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.waiting.said(source)
}
