package dragondice

import (
	"slices"

	"astragal/engine"
)

// State is what a screen shows of a game.
type State struct {
	Edition string `json:"edition"`
	Title   string `json:"title"`
	// Words are the book's own names for things ("species": "race").
	Words map[string]string `json:"words,omitempty"`
	// Size is the total force size in points; 0 if the game began with a described position.
	Size     int         `json:"size,omitempty"`
	Turn     int         `json:"turn"`
	Marching engine.Seat `json:"marching,omitempty"`
	// Phase is the step that the turn is in: its rule's id, name and place in the book.
	Phase Named `json:"phase"`
	// Track are the stages of the turn, or of setting up.
	Track    []engine.Stage `json:"track"`
	Order    []engine.Seat  `json:"order"`
	Players  []PlayerView   `json:"players"`
	Terrains []TerrainView  `json:"terrains"`
	Effects  []EffectView   `json:"effects"`
	// Out are dice that are out of the game, such as proposed terrains that nobody took.
	Out []string `json:"out,omitempty"`
	// Kinds describe the kinds of the dice, by their ids.
	Kinds map[string]KindView `json:"kinds"`
}

// Named is a rule in short.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Cite string `json:"cite"`
}

// PlayerView is a player's side of the table.
type PlayerView struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
	// Slug is the player's name in ids.
	Slug string `json:"slug"`
	// Gone: the player has no units left or has conceded.
	Gone bool `json:"gone,omitempty"`
	// Captured lists the terrains that the player holds, by id.
	Captured []string `json:"captured"`
	// Health is the health of the player's units in play.
	Health   int       `json:"health"`
	Reserves []DieView `json:"reserves"`
	Dead     []DieView `json:"dead"`
	Buried   []DieView `json:"buried"`
	Pool     []DieView `json:"pool"`
	// Hand are dice that are not placed yet. Their Army is set if the viewer may know it.
	Hand []DieView `json:"hand,omitempty"`
}

// TerrainView is a terrain in play and who stands there.
type TerrainView struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// Home is the seat whose home it is; 0 for the frontier.
	Home    engine.Seat `json:"home,omitempty"`
	Holder  engine.Seat `json:"holder,omitempty"`
	Number  int         `json:"number"`
	Icon    string      `json:"icon"`
	Armies  []ArmyView  `json:"armies"`
	Dragons []DieView   `json:"dragons"`
}

// ArmyView is an army at a terrain.
type ArmyView struct {
	ID     string      `json:"id"`
	Seat   engine.Seat `json:"seat"`
	Health int         `json:"health"`
	Dice   []DieView   `json:"dice"`
}

// DieView is one die.
type DieView struct {
	ID    string      `json:"id"`
	Kind  string      `json:"kind"`
	Owner engine.Seat `json:"owner"`
	// Army is the army that a die is meant for, if the die isn't placed yet and the viewer
	// may know it.
	Army string `json:"army,omitempty"`
	// Still: the unit can't be rolled. Bound: it can't leave its place.
	Still bool `json:"still,omitempty"`
	Bound bool `json:"bound,omitempty"`
}

// KindView describes dice of a kind.
type KindView struct {
	Name string `json:"name"`
	// Shape is d4, d6, d8, d10 or d12.
	Shape    string   `json:"shape"`
	Race     string   `json:"race,omitempty"`
	Class    string   `json:"class,omitempty"`
	Kind     string   `json:"kind"`
	Size     string   `json:"size,omitempty"`
	Health   int      `json:"health,omitempty"`
	Elements []string `json:"elements"`
	Colors   []string `json:"colors"`
}

// EffectView is something in force.
type EffectView struct {
	Rule Named       `json:"rule"`
	By   engine.Seat `json:"by"`
	// On is the id of an army, a terrain or a die. For an effect on a DUA it is the player's
	// slug.
	On string `json:"on"`
	// Words says for people what it lies on.
	Words string `json:"words"`
	Times int    `json:"times"`
	// Ends is the seat whose next turn ends it; 0 if no turn ends it.
	Ends engine.Seat `json:"ends"`
}

// view returns the state as a seat may see it.
func (g *game) view(viewer engine.Seat) any {
	s := State{Edition: g.ed.ID, Title: g.ed.Title, Words: g.ed.Words, Turn: g.turn, Marching: g.marching, Order: slices.Clone(g.order),
		Phase: g.named(g.phase), Track: append([]engine.Stage{}, g.track()...), Terrains: []TerrainView{}, Effects: []EffectView{}, Kinds: map[string]KindView{}}
	if g.settings.Forces != nil {
		s.Size = g.ed.size(g.settings.Size)
	}
	for _, d := range g.dice {
		k := d.kind
		if d.at.area == outOfGame || d.at.area == atHand && k.isTerrain() {
			s.Out = append(s.Out, d.id)
		}
		s.Kinds[k.ID] = KindView{Name: k.Name, Shape: d.spec.Shape, Race: k.Race, Class: k.Class, Kind: k.Kind, Size: k.Size, Health: k.Health, Elements: list(k.Elements), Colors: list(k.Colors)}
	}
	for i := range g.players {
		s.Players = append(s.Players, g.playerView(engine.Seat(i+1), viewer))
	}
	for _, t := range g.terrains {
		s.Terrains = append(s.Terrains, g.terrainView(t))
	}
	for _, e := range g.effects {
		s.Effects = append(s.Effects, EffectView{Rule: g.named(e.rule), By: e.by, On: g.onID(e), Words: g.on(e), Times: e.n, Ends: max(e.ends, 0)})
	}
	return s
}

func (g *game) named(r Rule) Named { return Named{ID: r.ID, Name: r.Name, Cite: g.ed.cite(r)} }

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func (g *game) onID(e *effect) string {
	switch {
	case e.army != nil:
		return g.armyID(*e.army)
	case e.bares != nil:
		return e.bares.id
	case e.tames != nil:
		return e.tames.id
	case e.unit != nil:
		return e.unit.id
	case e.terrain != "":
		return e.terrain
	}
	return g.slug(e.dua)
}

func (g *game) playerView(s, viewer engine.Seat) PlayerView {
	p := PlayerView{Seat: s, Name: g.name(s), Slug: g.slug(s), Gone: g.gone[s], Captured: []string{}}
	for _, t := range g.terrains {
		if t.holder == s {
			p.Captured = append(p.Captured, t.id())
		}
	}
	for _, d := range g.dice {
		if d.owner == s && d.kind.isUnit() && d.inPlay() {
			p.Health += d.health()
		}
	}
	p.Reserves = g.dieViews(g.of(s, inReserve))
	p.Dead = g.dieViews(g.of(s, inDUA))
	p.Buried = g.dieViews(g.of(s, inBUA))
	p.Pool = g.dieViews(g.of(s, inPool))
	for _, d := range g.dice {
		if d.owner == s && d.at.area == atHand && !d.kind.isTerrain() {
			v := g.dieView(d)
			if viewer == s {
				v.Army = d.at.terrain
			}
			p.Hand = append(p.Hand, v)
		}
	}
	return p
}

func (g *game) terrainView(t *terrain) TerrainView {
	v := TerrainView{ID: t.id(), Kind: t.die.kind.ID, Home: t.home, Holder: t.holder, Number: t.number(), Icon: t.icon(), Armies: []ArmyView{}}
	for s := range g.players {
		a := army{engine.Seat(s + 1), t.place()}
		if m := g.members(a); len(m) > 0 {
			v.Armies = append(v.Armies, ArmyView{ID: g.armyID(a), Seat: a.seat, Health: health(g.units(a)), Dice: g.dieViews(m)})
		}
	}
	v.Dragons = g.dieViews(g.dragonsAt(t.place()))
	return v
}

func (g *game) dieViews(dice []*die) []DieView {
	out := make([]DieView, len(dice))
	for i, d := range dice {
		out[i] = g.dieView(d)
	}
	return out
}

func (g *game) dieView(d *die) DieView {
	v := DieView{ID: d.id, Kind: d.kind.ID, Owner: d.owner}
	for _, e := range g.effects {
		if e.unit == d {
			v.Still, v.Bound = v.Still || e.still, v.Bound || e.bound
		}
	}
	return v
}
