package veradiscordia

// Terrain is a terrain card (section 9).
type Terrain string

// The terrains.
const (
	Plains   Terrain = "plains"
	River    Terrain = "river"
	Forest   Terrain = "forest"
	Mountain Terrain = "mountain"
)

// Terrains lists the terrains.
func Terrains() []Terrain { return []Terrain{Plains, River, Forest, Mountain} }

// Name is the terrain's name for people.
func (t Terrain) Name() string {
	switch t {
	case River:
		return "River"
	case Forest:
		return "Forest"
	case Mountain:
		return "Mountain"
	default:
		return "Plains"
	}
}

// terrainCards is how many cards of the terrain are in the deck of 12 (0.1).
func terrainCards(t Terrain) int {
	if t == Plains {
		return 6
	}
	return 2
}

func (t Terrain) item() string { return "vera.terrain." + string(t) }

// hinders says whether the terrain takes a die from an attack of that kind
// made in it (9.2 to 9.5).
func (t Terrain) hinders(kind AttackKind) bool {
	switch t {
	case River:
		return kind == Direct
	case Forest:
		return kind == Indirect || kind == Aerial
	case Mountain:
		return kind == Direct || kind == Indirect
	default:
		return false
	}
}

// affinity is the ability of units that ignore the terrain.
func (t Terrain) affinity() Ability {
	switch t {
	case River:
		return AffinityRivers
	case Forest:
		return AffinityForests
	case Mountain:
		return AffinityMountains
	default:
		return ""
	}
}

// held returns the terrain that the unit has captured. It is empty if there is none.
func (g *game) held(u *unit) Terrain {
	if u.hold == 0 {
		return ""
	}
	return g.terrain[u.hold-1]
}

// terrainChange returns how the terrain changes the dice of f. It returns false if it doesn't.
func (g *game) terrainChange(f *fight) (change, bool) {
	if f.counter && f.kind == Aerial && g.on(itemCounterAir) {
		if t := g.terrain[f.col]; t.hinders(Aerial) {
			return change{0, itemCounterAir, "the terrain doesn't hinder a counterattack to an aerial attack"}, true
		}
		return change{}, false
	}
	if f.counter && f.kind == Direct && !g.on(itemCounterTerrain) {
		return change{}, false
	}
	t := g.terrain[f.col]
	if !t.hinders(f.kind) {
		if t == Plains && g.on(itemPlains) && !f.counter {
			return change{0, itemPlains, "Plains hinder nobody"}, true
		}
		return change{}, false
	}
	if !g.on(t.item()) {
		return change{}, false
	}
	if a := t.affinity(); g.has(f.by, a) {
		return change{0, a.item(), "Affinity: " + t.Name() + " is ignored"}, true
	}
	if t == Mountain && g.on(itemMountainHeld) && f.by.hold == f.col+1 {
		return change{0, itemMountainHeld, "it holds this Mountain, which is ignored"}, true
	}
	if t == Mountain && g.on(itemMountainHeld) && g.held(f.by) == Mountain && g.on(rulingMountain) {
		if g.ruling(rulingMountain) == "every" {
			return change{0, rulingMountain, "it holds a Mountain and ignores every Mountain (the table's ruling)"}, true
		}
		return change{-1, rulingMountain, "it holds another Mountain and ignores only that (the table's ruling)"}, true
	}
	text := "in the column's " + t.Name()
	rule := t.item()
	switch {
	case f.counter:
		return change{-1, itemCounterTerrain, "the counterattack meets the same " + t.Name()}, true
	case f.kind == Aerial && g.on(itemAirTerrain):
		return change{-1, itemAirTerrain, "the target's column is " + t.Name()}, true
	}
	return change{-1, rule, text}, true
}
