package hub

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/event/contest"
)

// own says whose page a code opens: a player's or a table's.
type own struct {
	player int
	table  string
}

// sealLetters is how long a code's seal is: 50 bits, which nobody guesses over a network.
const sealLetters = 10

var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// codes makes the codes of own pages.
type codes struct {
	key   []byte
	event string
}

// of is the code that opens a player's or a table's own page; it stands in the QR code on a sheet. Whoever has it may see what is on the page, check in
// and call a judge.
func (c codes) of(o own) string {
	name := "p" + strconv.Itoa(o.player)
	if o.table != "" {
		name = "t" + base64.RawURLEncoding.EncodeToString([]byte(o.table))
	}
	mac := hmac.New(sha256.New, c.key)
	mac.Write([]byte("own page of " + name + " at " + c.event))
	return name + "." + letters.EncodeToString(mac.Sum(nil))[:sealLetters]
}

// whose says whose page a code opens; false if the hub didn't make the code.
func (c codes) whose(code string) (own, bool) {
	name, _, _ := strings.Cut(code, ".")
	var o own
	switch {
	case strings.HasPrefix(name, "p"):
		n, err := strconv.Atoi(name[1:])
		if err != nil {
			return own{}, false
		}
		o.player = n
	case strings.HasPrefix(name, "t"):
		raw, err := base64.RawURLEncoding.DecodeString(name[1:])
		if err != nil || event.CheckName(string(raw)) != nil {
			return own{}, false
		}
		o.table = string(raw)
	}
	if o == (own{}) || !hmac.Equal([]byte(c.of(o)), []byte(code)) {
		return own{}, false
	}
	return o, true
}

// takesPart tells whether there is a player of that number.
func (b *board) takesPart(player int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, ok := b.contest.Entrant(player)
	return ok
}

// OwnView is a player's own page, or a table's.
type OwnView struct {
	Event string `json:"event"`
	// Now is the hub's clock, RFC 3339 with milliseconds. Two views that differ only in it are the same.
	Now string `json:"now"`
	// Player is whose page it is; empty for a table's. Place and Figure are the player's in the standings; 0 and empty before anything counts. Here
	// says that the player is checked in, Out that the player gave up.
	Player string `json:"player"`
	Here   bool   `json:"here"`
	Out    bool   `json:"out"`
	Place  int    `json:"place"`
	Figure string `json:"figure"`
	// Table is where the player plays; empty for nowhere. With are all who play there. Bye says that the player has no opponent this round, ByeCounts
	// that this brings points.
	Table     string   `json:"table"`
	With      []string `json:"with"`
	Bye       bool     `json:"bye"`
	ByeCounts bool     `json:"bye_counts"`
	// Ended is how the game ended, empty while it goes on.
	Ended string `json:"ended"`
	// Pairs is the number of the round whose pairings hold, 0 for none.
	Pairs int        `json:"pairs"`
	Round *RoundView `json:"round"`
	// Ranks is what the standings are ordered by. Top are the lines around the player and the first ones. Players is how many players there are.
	Ranks   string     `json:"ranks"`
	Ties    []string   `json:"ties"`
	Top     []Standing `json:"top"`
	Players int        `json:"players"`
	// Rounds are the player's games so far.
	Rounds []OwnRound `json:"rounds"`
	// Call is the call for a judge that waits or was answered last; null for none.
	Call *CallLine `json:"call"`
}

// OwnRound is a round of a player.
type OwnRound struct {
	N     int      `json:"n"`
	Table string   `json:"table"`
	With  []string `json:"with"`
	Ended string   `json:"ended"`
}

const (
	// ownFirst and ownAround are how many of the standings an own page has.
	ownFirst  = 5
	ownAround = 3
)

// glanceFor is how old sums on own pages may be: thousands of pages ask while hundreds of tables roll.
const glanceFor = 2 * time.Second

// glance is what all own pages show: the standings, and how each game ended.
type glance struct {
	when      time.Time
	contested int64
	known     bool
	listed
	ends map[int][]contest.End
}

// forOwn is the newest glance. Its results and pairings are never old. The caller holds the lock.
func (b *board) forOwn() glance {
	if b.seen.known && b.seen.contested == b.contested && b.now().Sub(b.seen.when) < glanceFor {
		return b.seen
	}
	b.seen = glance{when: b.now(), contested: b.contested, known: true, listed: b.standings(), ends: map[int][]contest.End{}}
	played := b.results.played()
	for _, n := range b.contest.PairedRounds() {
		b.seen.ends[n] = b.contest.Ends(n, played)
	}
	return b.seen
}

// ownView is what a code's page shows.
func (b *board) ownView(o own) OwnView {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.forOwn()
	v := OwnView{Event: b.event, With: []string{}, Ranks: string(b.ranks()), Ties: []string{}, Top: []Standing{}, Players: len(list.all), Rounds: []OwnRound{}, Pairs: b.shownRound(), Table: o.table}
	if n := len(b.rounds); n > 0 {
		v.Round = b.rounds[n-1].view()
	}
	if b.contest.Set || len(b.contest.Entrants) > 0 {
		v.Ties = b.contest.Settings.Ties()
	}
	if o.player > 0 {
		b.ownPlayer(&v, o.player, list)
	} else {
		v.Top = append(v.Top, first(list.all, ownFirst+ownAround)...)
	}
	if t := b.tables[v.Table]; t != nil && v.Table != "" {
		v.With, v.Ended = append(v.With, t.view.Players...), t.view.Ended
	}
	v.Call = b.calls.of(v.Table, v.Player)
	return v
}

func (b *board) ownPlayer(v *OwnView, id int, list glance) {
	e, _ := b.contest.Entrant(id)
	v.Player, v.Here, v.Out = e.Name, e.Here, e.Out
	v.Table, _ = b.tableOfPlayer(e.Name)
	_, v.Bye, _ = b.contest.At(v.Pairs, id)
	v.ByeCounts = v.Bye && b.ranks() == ByPoints && b.contest.Settings.Bye > 0
	i, listed := list.at[id]
	if listed {
		if st := list.all[i]; st.Rolls+st.Games+st.Byes > 0 {
			v.Place, v.Figure = st.Place, figureOf(b.ranks(), st)
		}
	}
	for k, st := range list.all {
		if k < ownFirst || listed && k >= i-ownAround && k <= i+ownAround {
			v.Top = append(v.Top, st)
		}
	}
	for _, n := range b.contest.PairedRounds() {
		p, bye, ok := b.contest.At(n, id)
		if !ok {
			continue
		}
		one := OwnRound{N: n, Table: p.Table, With: []string{}}
		if bye {
			one.Ended = "no opponent"
		} else {
			ends, k := list.ends[n], slices.IndexFunc(b.contest.Rounds[n].Pairings, func(x contest.Pairing) bool { return x.Table == p.Table })
			one.Ended = b.endText(ends[k])
		}
		for _, other := range p.Players {
			if other != id {
				one.With = append(one.With, b.contest.Name(other))
			}
		}
		v.Rounds = append(v.Rounds, one)
	}
}

// figureOf is the number by which a player's place is ordered.
func figureOf(by Order, st Standing) string {
	switch by {
	case ByPoints:
		return strconv.Itoa(st.Points)
	case ByWins:
		return strconv.Itoa(st.Wins)
	case ByHits:
		return strconv.Itoa(st.Hits)
	case ByBest:
		return number0(st.Best)
	default:
		return strconv.Itoa(st.Total)
	}
}

// ownCode is the code in a request's header. It is in no address, so that no log of addresses has it.
func (s *server) ownCode(w http.ResponseWriter, r *http.Request) (own, bool) {
	o, ok := s.hub.codes.whose(r.Header.Get("X-Own"))
	if ok = ok && (o.player == 0 || s.hub.board.takesPart(o.player)); !ok {
		answerError(w, http.StatusForbidden, "this page’s code is not one of this event: scan the sheet’s code again, or ask the organiser for a new sheet")
	}
	return o, ok
}

const (
	// ownLookEvery is how often a page that waits is looked after. ownWaitMost is the longest time that a page may wait for something new.
	ownLookEvery = time.Second
	ownWaitMost  = 25 * time.Second
	// ownRanksAfter is how long a page waits if nothing but the standings has changed: in a full hall they change with every roll. Up to half of it is
	// added by chance, so that not all pages come at once.
	ownRanksAfter = 8 * time.Second
)

// ownNow answers an own page. Many pages ask, and most have the answer already. With ?wait=SECONDS the answer comes as soon as there is something new:
// within a second if it is about the player, the table, a call or the round.
func (s *server) ownNow(w http.ResponseWriter, r *http.Request) {
	o, ok := s.ownCode(w, r)
	if !ok {
		return
	}
	seconds, _ := strconv.Atoi(r.URL.Query().Get("wait"))
	v, mark := ownNews(s.hub.board, r, o, min(time.Duration(seconds)*time.Second, ownWaitMost))
	w.Header().Set("ETag", mark)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("X-Now", stamp(s.hub.now()))
	if r.Header.Get("If-None-Match") == mark {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	v.Now = stamp(s.hub.now())
	answer(w, v)
}

// ownNews is what an own page shows, and a mark of it. It waits until that differs from what the page has, at most for so long.
func ownNews(b *board, r *http.Request, o own, wait time.Duration) (OwnView, string) {
	had := r.Header.Get("If-None-Match")
	begun, at := time.Now(), pressing(b)
	v := b.ownView(o)
	mark := v.mark()
	if wait <= 0 || had == "" {
		return v, mark
	}
	tick := time.NewTicker(ownLookEvery)
	defer tick.Stop()
	ranks := ownRanksAfter + rand.N(ownRanksAfter/2)
	for {
		part, _, _ := strings.Cut(mark, ".")
		waited := time.Since(begun)
		if mark != had && (!strings.HasPrefix(had, part+".") || waited >= ranks) || waited >= wait {
			return v, mark
		}
		select {
		case <-r.Context().Done():
			return v, mark
		case <-tick.C:
		}
		if now := pressing(b); now != at || time.Since(begun) >= min(ranks, wait) {
			at, v = now, b.ownView(o)
			mark = v.mark()
		}
	}
}

// pressing is the version of the newest change that concerns own pages beside the standings.
func pressing(b *board) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(b.desked, b.contested, b.rounded)
}

// mark differs for views that differ. Its part before the dot differs only if more than the standings does.
func (v OwnView) mark() string {
	pressing := v
	pressing.Top, pressing.Place, pressing.Figure, pressing.Players = nil, 0, "", 0
	var parts []any
	for _, x := range []OwnView{pressing, v} {
		sum := fnv.New64a()
		_ = json.NewEncoder(sum).Encode(x) // plain data: it can be written
		parts = append(parts, strconv.FormatUint(sum.Sum64(), 36))
	}
	return fmt.Sprintf(`"%s.%s"`, parts...)
}

// OwnAct is what a player or somebody at a table does on the own page.
type OwnAct struct {
	// Do is "here" (check in), "call" (a judge, with the reason) or "uncall".
	Do     string `json:"do"`
	Reason string `json:"reason"`
}

func (s *server) ownAct(w http.ResponseWriter, r *http.Request) {
	o, ok := s.ownCode(w, r)
	if !ok {
		return
	}
	var a OwnAct
	if err := read(r, &a); err != nil {
		answerError(w, http.StatusBadRequest, err.Error())
		return
	}
	if err := s.hub.ownAct(context.WithoutCancel(r.Context()), o, a); err != nil {
		s.fail(w, err)
		return
	}
	answer(w, map[string]bool{"done": true})
}

func (h *Hub) ownAct(ctx context.Context, o own, a OwnAct) error {
	v := h.board.ownView(o)
	who := v.Player
	if who == "" {
		who = o.table
	}
	switch a.Do {
	case "here":
		if o.player == 0 {
			return refuse("only a player checks in")
		}
		if v.Here {
			return nil
		}
		_, err := h.contest(ctx, who, contest.Act{Do: "here", IDs: []int{o.player}})
		return err
	case "call":
		return h.call(ctx, v.Table, v.Player, a.Reason)
	case "uncall":
		return h.answerCall(ctx, who, CallAct{N: callNumber(v.Call), Do: "done", Answer: "taken back by " + who})
	}
	return refuse("%.20q can't be done here: here, call or uncall", a.Do)
}
