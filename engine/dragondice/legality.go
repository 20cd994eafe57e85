package dragondice

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// checkForces returns an error that says what is wrong with the forces of a game that begins with
// setting up, or nil.
func (b Book) checkForces() error {
	s := b.settings
	if len(s.Forces) != len(b.header.Players) {
		return fmt.Errorf("%d forces for %d players", len(s.Forces), len(b.header.Players))
	}
	dice := map[string]*Kind{}
	for _, d := range b.header.Dice {
		dice[d.ID] = b.kinds[d.Kind]
	}
	for i, f := range s.Forces {
		if err := b.edition.CheckForce(b.size(), f, dice); err != nil {
			return fmt.Errorf("the force of %s: %w", b.header.Players[i].Name, err)
		}
		if n, most := minors(f, dice), b.minorsMost(); n > most {
			return fmt.Errorf("the force of %s: it brings %d minor terrains, at most %d come to a game with %d terrains",
				b.header.Players[i].Name, n, most, len(b.header.Players)+1)
		}
	}
	return nil
}

// minorsMost returns how many minor terrains a force may bring. The terrains in play count for that:
// each player's home and the frontier.
func (b Book) minorsMost() int {
	if b.edition.Force.MinorsOver == 0 {
		return engine.MostDice
	}
	return len(b.header.Players) + 1 + b.edition.Force.MinorsOver
}

func minors(f Force, kinds map[string]*Kind) int {
	n := 0
	for _, id := range f.Pool {
		if k := kinds[id]; k != nil && k.isMinor() {
			n++
		}
	}
	return n
}

// size returns the total force size that is played.
func (b Book) size() int { return b.edition.size(b.settings.Size) }

func (e Edition) size(said int) int {
	if said == 0 || e.Force.Fixed {
		return e.Force.Default
	}
	return said
}

// CheckForce returns an error that says in one sentence what is wrong with a force, or nil. size is
// in points; 0 stands for the edition's own size. The force names dice or kinds by ids, and kinds is
// looked up by these ids.
func (e Edition) CheckForce(size int, f Force, kinds map[string]*Kind) error {
	size = e.size(size)
	all, err := lookup(f.all(), kinds)
	if err != nil {
		return err
	}
	for _, k := range all {
		switch {
		case k.isDragonkin():
			return fmt.Errorf("%s is a Dragonkin: it begins in the summoning pool and costs no points of the force", k.Name)
		case !k.isUnit() && !k.isItem() && !k.isRoyalty():
			return fmt.Errorf("%s is neither unit nor item: it has no place in an army", k.Name)
		case !e.knows(k):
			return e.unknown(k)
		}
	}
	if n, want := e.Points(all), size-e.lacking(size, f, kinds); n != want && want < size {
		return fmt.Errorf("it has %d points, the game is of %d, and for dragons that it doesn't bring it loses %d: it has %d to spend", n, size, size-want, want)
	} else if n != want {
		return fmt.Errorf("it has %d points, the game is of %d", n, size)
	}
	if err := e.checkPool(size, f, kinds); err != nil {
		return err
	}
	if err := e.checkAllowances(size, all); err != nil {
		return err
	}
	for _, t := range []struct{ what, id string }{{"home", f.Terrain}, {"proposed frontier", f.Frontier}} {
		if k := kinds[t.id]; k == nil || !k.isTerrain() {
			return fmt.Errorf("it needs a %s terrain, %q is none", t.what, t.id)
		} else if e.lacks(k) != "" {
			return e.unknown(k)
		} else if t.what == "home" && e.eighth(k.EighthFace) != nil && !e.CanBeHome(k) {
			return fmt.Errorf("%s can't be a home terrain: it is for the frontier only", k.Name)
		}
	}
	if f.divided() {
		if slices.ContainsFunc(f.Dice, func(id string) bool { return !kinds[id].isRoyalty() }) {
			return errors.New("some of its dice are in no army")
		}
		for _, a := range []struct {
			name string
			ids  []string
		}{{"home", f.Home}, {"campaign", f.Campaign}, {"horde", f.Horde}} {
			if err := e.checkArmy(e.spends(size, f, kinds), a.name, a.ids, kinds); err != nil {
				return err
			}
		}
	}
	return nil
}

// lacking returns the points that a force loses for dragons that it doesn't bring.
func (e Edition) lacking(size int, f Force, kinds map[string]*Kind) int {
	if _, on := e.rule("force/lacking-dragons"); !on {
		return 0
	}
	dragons := 0
	for _, id := range f.Pool {
		if k := kinds[id]; k != nil && k.isDragon() {
			dragons++
		}
	}
	return max(0, e.dragons(e.size(size))-dragons) * e.Force.LackingDragon
}

// spends returns how many points a force has. An army may have at most half of them at the start.
func (e Edition) spends(size int, f Force, kinds map[string]*Kind) int {
	return e.size(size) - e.lacking(size, f, kinds)
}

// checkArmy returns an error that says what is wrong with an army of the setup, or nil.
func (e Edition) checkArmy(points int, name string, ids []string, kinds map[string]*Kind) error {
	list, err := lookup(ids, kinds)
	if err != nil {
		return err
	}
	n := e.Points(list)
	switch {
	case !slices.ContainsFunc(list, func(k *Kind) bool { return k.isUnit() }):
		return fmt.Errorf("its %s army has no unit: each army needs one", name)
	case slices.ContainsFunc(list, func(k *Kind) bool { return k.isRoyalty() }):
		return fmt.Errorf("its %s army has the Kings' Die, which begins in the reserves", name)
	case n > points/2:
		return fmt.Errorf("its %s army has %d points, more than half of %d", name, n, points)
	}
	return nil
}

// checkPool returns an error that says what is wrong with a force's dragons, Dragonkin and minor
// terrains, or nil.
func (e Edition) checkPool(size int, f Force, kinds map[string]*Kind) error {
	pool, err := lookup(f.Pool, kinds)
	if err != nil {
		return err
	}
	dragons, kin, minors := 0, 0, 0
	for _, k := range pool {
		if k.isDragonkin() {
			kin += k.Health
		} else if k.isMinor() {
			minors++
		}
		switch {
		case k.isDragon():
			dk := e.dragonKind(k.Class)
			if dk == nil || !e.knows(k) {
				return e.unknown(k)
			}
			dragons += max(dk.Counts, 1)
		case k.isDragonkin(), k.isMinor():
			if !e.knows(k) {
				return e.unknown(k)
			}
		default:
			return fmt.Errorf("%s has no place in the summoning pool", k.Name)
		}
	}
	if want := e.dragons(size); dragons != want && (dragons > want || e.lacking(size, f, kinds) == 0) {
		return fmt.Errorf("it brings %s, a force of %d brings %d", noneOr(dragons, "dragon", "dragons"), size, want)
	}
	if per := e.Force.PointsPerKin; per > 0 && kin > size/per {
		return fmt.Errorf("it brings %d health of Dragonkin, a force of %d at most %d", kin, size, size/per)
	}
	if most := e.Force.Minors; most > 0 && minors > most {
		return fmt.Errorf("it brings %d minor terrains, at most %d", minors, most)
	}
	return nil
}

// dragons returns how many dragons a force of a size brings.
func (e Edition) dragons(size int) int {
	if e.Force.Dragons > 0 {
		return e.Force.Dragons
	}
	per := e.Force.PointsPerDragon
	if e.Force.FirstDragons > 0 {
		if _, on := e.rule("force/dragons"); !on {
			return 0
		}
		return e.Force.FirstDragons + size/per
	}
	return (size + per - 1) / per
}

// Points returns what dice cost of a force: units their health, items what their kind costs. If every
// second item of a kind costs less, it counts as that.
func (e Edition) Points(list []*Kind) int {
	sum := 0
	met := map[string]int{}
	for _, k := range list {
		sum += e.points(k, met)
	}
	return sum
}

func (e Edition) points(k *Kind, met map[string]int) int {
	if !k.isItem() {
		return k.Health
	}
	for _, i := range e.ItemKinds {
		if i.Kind != k.Kind || i.Size != "" && i.Size != k.Size {
			continue
		}
		met[i.ID]++
		if i.Second > 0 && met[i.ID]%2 == 0 {
			return i.Second
		}
		return i.Points
	}
	return k.Points
}

func lookup(ids []string, kinds map[string]*Kind) ([]*Kind, error) {
	var out []*Kind
	for _, id := range ids {
		k := kinds[id]
		if k == nil {
			return nil, fmt.Errorf("no die is called %q", id)
		}
		out = append(out, k)
	}
	return out, nil
}

// checkPosition returns an error that says what is wrong with a described position, or nil.
func (b Book) checkPosition(p Position) error {
	fields := map[string]bool{}
	for _, f := range p.Terrains {
		fields[f.Die] = true
	}
	seen := map[string]bool{}
	owners := b.owners
	for _, x := range p.Places {
		k := b.dieKind(x.Die)
		switch {
		case k == nil:
			return fmt.Errorf("the position places a die %q that isn't there", x.Die)
		case seen[x.Die] || fields[x.Die]:
			return fmt.Errorf("the position places the die %q twice", x.Die)
		case x.Area == string(atTerrain) && !fields[x.Terrain]:
			return fmt.Errorf("the position places %q at %q: there is no such terrain in play", x.Die, x.Terrain)
		case k.isTerrain():
			return fmt.Errorf("the terrain %q is placed like a unit", x.Die)
		case owners[x.Die] == 0:
			return fmt.Errorf("the die %q belongs to nobody", x.Die)
		}
		seen[x.Die] = true
	}
	for _, f := range p.Terrains {
		k := b.dieKind(f.Die)
		if k == nil || !k.isTerrain() || f.Face < 1 || f.Face > 8 {
			return fmt.Errorf("the position has a terrain %q that is none or shows nothing", f.Die)
		}
	}
	if n := len(b.header.Players); p.Marching < 0 || int(p.Marching) > n {
		return fmt.Errorf("it is the turn of seat %d, of %d", p.Marching, n)
	}
	if p.Phase != "" && !slices.ContainsFunc(b.edition.Phases, func(s Step) bool { return s.ID == "step/"+p.Phase }) {
		var have []string
		for _, s := range b.edition.Phases {
			have = append(have, strings.TrimPrefix(s.ID, "step/"))
		}
		return fmt.Errorf("there is no phase %q: there are %s", p.Phase, strings.Join(have, ", "))
	}
	for _, l := range p.Cast {
		s := b.edition.spell("spell/" + l.Spell)
		if s == nil {
			return fmt.Errorf("there is no spell %q", l.Spell)
		}
		if n := len(b.header.Players); l.By < 1 || int(l.By) > n {
			return fmt.Errorf("the spell %q was cast by seat %d, of %d", l.Spell, l.By, n)
		}
		if dead := slug(b.header.Players, int(l.By)-1) + "@dead"; !fields[l.On] && !b.isArmy(l.On, fields) && l.On != dead {
			return fmt.Errorf("the spell %q lies on %q, which is neither an army nor a terrain, nor its caster's dead (%s)", l.Spell, l.On, dead)
		}
	}
	return nil
}

// checkCarried refuses a new position if an army's units can't carry its items and the book says how
// items are carried. Logs may have such positions. There, items that nobody can carry are buried.
func (b Book) checkCarried(p Position) error {
	type camp struct {
		owner engine.Seat
		place place
	}
	var camps []camp
	items, porters := map[camp][]*die{}, map[camp][]*die{}
	for _, x := range p.Places {
		at := camp{b.owners[x.Die], place{area(x.Area), x.Terrain}}
		if at.place.area != atTerrain && at.place.area != inReserve {
			continue
		}
		if !slices.Contains(camps, at) {
			camps = append(camps, at)
		}
		d := &die{id: x.Die, kind: b.dieKind(x.Die)}
		if d.kind.isItem() {
			items[at] = append(items[at], d)
		} else if d.kind.isUnit() || d.kind.isRoyalty() && at.place.area == inReserve {
			porters[at] = append(porters[at], d)
		}
	}
	if rule, on := b.edition.rule("item/carrying"); !on || rule.Uncertain != "" {
		return nil
	}
	for _, at := range camps {
		if n := len(items[at]) - borne(items[at], porters[at]); n > 0 {
			where := at.place.terrain
			if where == "" {
				where = "in reserve"
			} else {
				where = "at " + where
			}
			return fmt.Errorf("%s's units %s can't carry %s, one each by a unit of its %s: %s too many", b.header.Players[at.owner-1].Name, where, names(items[at]), b.edition.word("element"), many(n, "item", "items"))
		}
	}
	return nil
}

// isArmy reports whether a name is that of an army ("ann@frontier").
func (b Book) isArmy(name string, fields map[string]bool) bool {
	who, where, _ := strings.Cut(name, "@")
	known := false
	for i := range b.header.Players {
		known = known || slug(b.header.Players, i) == who
	}
	return known && (fields[where] || where == string(inReserve))
}

func (b Book) dieKind(id string) *Kind {
	i := slices.IndexFunc(b.header.Dice, func(d engine.Die) bool { return d.ID == id })
	if i < 0 {
		return nil
	}
	return b.kinds[b.header.Dice[i].Kind]
}
