package dragondice

import (
	"slices"

	"astragal/engine"
)

// area is a part of the table where dice lie.
type area string

const (
	// onField is where the terrains in play lie.
	onField   area = "field"
	atTerrain area = "terrain"
	inReserve area = "reserve"
	inDUA     area = "dead"
	inBUA     area = "buried"
	inPool    area = "pool"
	// outOfGame is where dice lie that aren't in the game, such as proposed terrains that nobody took.
	outOfGame area = "out"
	// atHand is where dice lie that are not placed yet.
	atHand area = "hand"
)

// place is where a die lies. terrain is the terrain's id if area is atTerrain. At hand it is the name
// of the army that the die is in.
type place struct {
	area    area
	terrain string
}

// army is one seat's units and items at one place.
type army struct {
	seat  engine.Seat
	place place
}

// die is a die of the game. It lies in exactly one place.
type die struct {
	id    string
	kind  *Kind
	owner engine.Seat
	at    place
	// up is the face that lies up, for dice that keep a face (terrains, dragons that attack).
	up   int
	spec engine.Die
	// order is its number in the header.
	order int
	// shown says in words what it showed when it was last thrown in this action or phase. It is empty
	// for nothing.
	shown string
}

func (d *die) health() int { return d.kind.Health }

// army returns the army that the die belongs to.
func (d *die) army() army { return army{d.owner, d.at} }

// inPlay reports whether the die is in an army.
func (d *die) inPlay() bool { return d.at.area == atTerrain || d.at.area == inReserve }

// terrain is a major terrain in play.
type terrain struct {
	die *die
	// home is the seat whose home it is; 0 for a frontier.
	home engine.Seat
	// holder is the seat that has captured it; 0 for nobody.
	holder engine.Seat
	// as is the eighth face that its holder has chosen for it; empty if there is no choice.
	as string
	// dropped: a spell has lowered it in this turn.
	dropped bool
}

func (t *terrain) id() string { return t.die.id }

// number returns the distance that shows, 1 to 8.
func (t *terrain) number() int { return *t.die.kind.Faces[t.die.up].Value }

// icon returns the action or eighth face that shows.
func (t *terrain) icon() string {
	if t.as != "" {
		return t.as
	}
	return t.die.kind.Faces[t.die.up].Icon
}

// iconAt returns the action or eighth face that it shows at another distance.
func (t *terrain) iconAt(n int) string {
	return t.die.kind.Faces[slices.IndexFunc(t.die.kind.Faces, func(f Face) bool { return f.Value != nil && *f.Value == n })].Icon
}

func (t *terrain) place() place { return place{atTerrain, t.die.id} }

// turnTo turns up the face with a number.
func (t *terrain) turnTo(n int) {
	t.as = ""
	t.die.up = slices.IndexFunc(t.die.kind.Faces, func(f Face) bool { return f.Value != nil && *f.Value == n })
}

// at returns the dice at a place that f selects, in the header's order.
func (g *game) at(p place, f func(*die) bool) []*die {
	var out []*die
	for _, d := range g.dice {
		if d.at == p && f(d) {
			out = append(out, d)
		}
	}
	return out
}

// members returns all dice of an army: units, items and minor terrains.
func (g *game) members(a army) []*die {
	return g.at(a.place, func(d *die) bool { return d.owner == a.seat && !d.kind.isDragon() })
}

// units returns the units of an army.
func (g *game) units(a army) []*die {
	return g.at(a.place, func(d *die) bool { return d.owner == a.seat && d.kind.isUnit() })
}

// unitsWhere returns the units of an army that f selects.
func (g *game) unitsWhere(a army, f func(*die) bool) []*die {
	return g.at(a.place, func(d *die) bool { return d.owner == a.seat && d.kind.isUnit() && f(d) })
}

// of returns a seat's dice in an area that isn't a terrain.
func (g *game) of(seat engine.Seat, a area) []*die {
	return g.at(place{area: a}, func(d *die) bool { return d.owner == seat })
}

// dead returns a seat's dead units.
func (g *game) dead(seat engine.Seat) []*die {
	return g.at(place{area: inDUA}, func(d *die) bool { return d.owner == seat && d.kind.isUnit() })
}

// dragonsAt returns the dragons at a terrain, whoever owns them.
func (g *game) dragonsAt(p place) []*die {
	return g.at(p, func(d *die) bool { return d.kind.isDragon() })
}

// armies returns the armies that have a unit and that f selects; nil for all. They come by terrain
// (homes in seat order, then the frontier), then reserves; within a place by seat.
func (g *game) armies(f func(army) bool) []army {
	var out []army
	for _, t := range g.terrains {
		out = g.armiesAt(out, t.place(), f)
	}
	return g.armiesAt(out, place{area: inReserve}, f)
}

func (g *game) armiesAt(out []army, p place, f func(army) bool) []army {
	for s := range g.players {
		a := army{engine.Seat(s + 1), p}
		if len(g.units(a)) > 0 && (f == nil || f(a)) {
			out = append(out, a)
		}
	}
	return out
}

// opposing returns the armies at a place that oppose a seat.
func (g *game) opposing(seat engine.Seat, p place) []army {
	return g.armiesAt(nil, p, func(a army) bool { return enemies(a.seat, seat) })
}

// enemies reports whether two seats oppose each other.
func enemies(a, b engine.Seat) bool { return a != b }

// terrainOf returns the terrain of a place. It is nil for reserves and the like.
func (g *game) terrainOf(p place) *terrain {
	for _, t := range g.terrains {
		if p.area == atTerrain && t.id() == p.terrain {
			return t
		}
	}
	return nil
}

// contains reports whether the terrain at a place has an element.
func (g *game) contains(p place, element string) bool {
	t := g.terrainOf(p)
	return t != nil && slices.Contains(g.elementsAt(p), element)
}

// elementsAt returns the elements of the terrain at a place.
func (g *game) elementsAt(p place) []string {
	t := g.terrainOf(p)
	if t == nil {
		return nil
	}
	return t.die.kind.Elements
}

// health returns the health of dice together.
func health(dice []*die) int {
	sum := 0
	for _, d := range dice {
		sum += d.health()
	}
	return sum
}

// seatsFrom returns the seats in turn order, beginning with first.
func (g *game) seatsFrom(first engine.Seat) []engine.Seat {
	i := max(0, slices.Index(g.order, first))
	return append(slices.Clone(g.order[i:]), g.order[:i]...)
}
