package hub

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"astragal/companion/event"
	"astragal/companion/names"
)

// standingsShown is how many players a view lists; the rest are in the export.
const standingsShown = 200

// look is what has changed since a version; everything if the version is 0. Judges see more than others.
func (b *board) look(since int64, judge bool) View {
	b.mu.Lock()
	defer b.mu.Unlock()
	if since < b.forgot {
		since = 0
	}
	v := View{Version: b.version, Whole: since == 0, Event: b.event, Now: stamp(b.now()), Trouble: b.trouble, Certificate: b.ends, Tables: []TableView{}, Counts: b.counts}
	v.Counts.Tables, v.Counts.Held, v.Counts.Pending = len(b.tables), len(b.held), len(b.rulings)
	v.Counts.Waiting = b.waiting.count()
	for _, c := range b.calls {
		if c.done.IsZero() {
			v.Counts.Calls++
		}
	}
	for _, t := range b.tables {
		if t.view.Online {
			v.Counts.Online++
		}
		if since > 0 && t.changed <= since {
			continue
		}
		v.Tables = append(v.Tables, publicTable(t.view, judge))
	}
	order := names.Order()
	slices.SortFunc(v.Tables, func(x, y TableView) int { return order(x.Name, y.Name) })
	v.Come = []string{}
	if judge && len(b.tables) == 0 {
		v.Come = append(v.Come, b.comes...)
	}
	last := roundRow{}
	if n := len(b.rounds); n > 0 {
		last = b.rounds[n-1]
	}
	list := b.standings()
	v.Round, v.Players, v.Contest = last.view(), len(list.all), b.contestView()
	if b.scored > since || since == 0 {
		v.Standings, v.Current = first(list.all, standingsShown), first(list.current, standingsShown)
	}
	if b.praised > since || since == 0 {
		v.Great = append([]GreatLine{}, b.great...)
		slices.Reverse(v.Great)
	}
	if judge && (b.desked > since || since == 0) {
		v.Desk = b.desk()
	}
	return v
}

// publicTable is a table's card. It hides from others what a judge holds.
func publicTable(v TableView, judge bool) TableView {
	v.Players = slices.Clone(v.Players)
	if v.Last != nil && v.Last.Held && !judge {
		last := *v.Last
		last.Total, last.Text, last.Dice = nil, "", []DieLine{}
		v.Last = &last
	}
	if !judge {
		v.Trouble, v.Program = "", ""
	}
	return v
}

func (b *board) desk() *Desk {
	d := &Desk{Rulings: []RulingLine{}, Held: []RollLine{}, Refused: b.refused.newest(), Waiting: []WaitingLine{}, Following: []FollowLine{}, Players: b.checkedIn(), Calls: b.calls.forDesk()}
	for _, line := range b.held {
		d.Held = append(d.Held, line)
	}
	slices.SortFunc(d.Held, func(x, y RollLine) int { return cmp.Compare(y.N, x.N) })
	return d
}

const (
	// refusedEach is how many refusals of one table the desk lists, refusedShown how many of all.
	refusedEach  = 10
	refusedShown = 100
)

// refusals are the newest of each table.
type refusals map[string][]RefusedLine

// newest are the newest refusals, newest first. One table can't fill the whole list.
func (r refusals) newest() []RefusedLine {
	out := []RefusedLine{}
	for _, list := range r {
		out = append(out, list[max(0, len(list)-refusedEach):]...)
	}
	slices.SortStableFunc(out, func(x, y RefusedLine) int { return cmp.Compare(y.At, x.At) })
	return first(out, refusedShown)
}

// tableNames are the names of tables, in order.
func tableNames(tables map[string]*tableState) []string {
	return slices.SortedFunc(maps.Keys(tables), names.Order())
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// frame is a view for one screen.
func (h *Hub) frame(since int64, pass event.Pass) (View, []byte, error) {
	v := h.board.look(since, pass.Role == event.RoleJudge)
	v.Page, v.Role, v.Name = h.page.pages.Hash, string(pass.Role), pass.Name
	if v.Desk != nil {
		rulings, err := h.store.rulings(h.page.ctx, 0, rulingsShown)
		if err != nil {
			return v, nil, err
		}
		v.Desk.Rulings = rulings
		if v.Desk.Following, err = h.store.following(h.page.ctx); err != nil {
			return v, nil, err
		}
		if v.Desk.Waiting, err = h.store.waitingLines(h.page.ctx); err != nil {
			return v, nil, err
		}
	}
	raw, err := json.Marshal(v)
	return v, raw, err
}
