package dragondice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"astragal/engine"
)

// Position describes the middle of a game.
type Position struct {
	// Places say where each die lies.
	Places []Placed `json:"places"`
	// Terrains are the terrains in play, homes first.
	Terrains []Field `json:"terrains"`
	// Marching is whose turn it is. Turn counts from 1. Phase is the phase to begin with: the id
	// of its step without "step/", or empty for the first.
	Marching engine.Seat `json:"marching"`
	Turn     int         `json:"turn,omitempty"`
	Phase    string      `json:"phase,omitempty"`
	// Cast are the spells in force.
	Cast []Lasting `json:"cast,omitempty"`
}

// Placed is where a die lies.
type Placed struct {
	Die     string `json:"die"`
	Area    string `json:"area"`
	Terrain string `json:"terrain,omitempty"`
}

// Field is a terrain in play.
type Field struct {
	Die string `json:"die"`
	// Home is the seat whose home it is; 0 for the frontier.
	Home   engine.Seat `json:"home,omitempty"`
	Face   int         `json:"face"`
	Holder engine.Seat `json:"holder,omitempty"`
}

// Lasting is a spell in force.
type Lasting struct {
	Spell string      `json:"spell"`
	By    engine.Seat `json:"by"`
	// On is an army ("ann@frontier"), a terrain, or the caster's dead ("ann@dead").
	On    string `json:"on"`
	Times int    `json:"times,omitempty"`
}

// position reads the lines that describe a position:
//
//	home of Ann: coastland_city at 5      terrains; "held by Ann" for a captured one
//	frontier: highland_tower at 3
//	Ann at frontier: 2 oak, big=darktree  units, items and dragons; a die may have a name
//	Ann at home of Bob: naiad
//	Ann in reserve: …                     also dead, buried, pool
//	spell stone_skin by Ann on ann@frontier, 2 times
//	turn: Ann                             whose turn it is
//	phase: first-march
func (b *builder) position(lines []string) (Position, error) {
	p := Position{Marching: 1, Turn: 1}
	for _, line := range lines {
		head, rest, ok := strings.Cut(line, ":")
		rest = strings.TrimSpace(rest)
		var err error
		switch {
		case strings.HasPrefix(line, "spell "):
			err = b.lasting(&p, strings.TrimPrefix(line, "spell "))
		case !ok || rest == "":
			err = fmt.Errorf("it is no line of a position")
		case head == "frontier" || strings.HasPrefix(head, "home of "):
			err = b.field(&p, head, rest)
		case head == "turn":
			p.Marching, err = b.seat(rest)
		case head == "phase":
			p.Phase = rest
		default:
			err = b.place(&p, head, rest)
		}
		if err != nil {
			return p, fmt.Errorf("the position %q: %w", line, err)
		}
	}
	if len(p.Terrains) == 0 {
		return p, fmt.Errorf(`the position has no terrain: begin with a line like "frontier: coastland_city at 3"`)
	}
	slices.SortStableFunc(p.Terrains, func(a, b Field) int { return order(a.Home) - order(b.Home) })
	return p, nil
}

// order sorts homes before the frontier.
func order(home engine.Seat) int {
	if home == 0 {
		return engine.MostDice
	}
	return int(home)
}

func (b *builder) seat(name string) (engine.Seat, error) {
	for i, p := range b.players {
		if p.Name == name {
			return engine.Seat(i + 1), nil
		}
	}
	return 0, fmt.Errorf("nobody is called %q", name)
}

// field reads a terrain: "coastland_city at 5, held by Ann".
func (b *builder) field(p *Position, head, text string) (err error) {
	f := Field{}
	id := "frontier"
	if name, home := strings.CutPrefix(head, "home of "); home {
		if f.Home, err = b.seat(name); err != nil {
			return err
		}
		id = "home-" + slug(b.players, int(f.Home)-1)
	}
	kind, rest, ok := strings.Cut(text, " at ")
	if !ok {
		return fmt.Errorf("say the number that the terrain shows: %q at 3", text)
	}
	number, by, held := strings.Cut(rest, ", held by ")
	if f.Face, err = strconv.Atoi(strings.TrimSpace(number)); err != nil || f.Face < 1 || f.Face > 8 {
		return fmt.Errorf("a terrain shows 1 to 8, not %q", number)
	}
	if held {
		if f.Holder, err = b.seat(by); err != nil {
			return err
		}
	}
	if k, err := b.kind(strings.TrimSpace(kind)); err != nil || !k.isTerrain() {
		return fmt.Errorf("%q is no terrain", kind)
	}
	if f.Die, err = b.named(strings.TrimSpace(kind), f.Home, id); err != nil {
		return err
	}
	p.Terrains = append(p.Terrains, f)
	return nil
}

// place reads "Ann at frontier: 2 oak, big=darktree".
func (b *builder) place(p *Position, head, text string) error {
	name, where, at := strings.Cut(head, " at ")
	area := string(atTerrain)
	if !at {
		var in bool
		if name, where, in = strings.Cut(head, " in "); !in {
			return fmt.Errorf("%q says no place: write \"Ann at frontier\" or \"Ann in reserve\"", head)
		}
		area, where = where, ""
		if !slices.Contains([]string{string(inReserve), string(inDUA), string(inBUA), string(inPool)}, area) {
			return fmt.Errorf("%q is none of reserve, dead, buried, pool", area)
		}
	}
	seat, err := b.seat(name)
	if err != nil {
		return err
	}
	if home, is := strings.CutPrefix(where, "home of "); is {
		s, err := b.seat(home)
		if err != nil {
			return err
		}
		where = "home-" + slug(b.players, int(s)-1)
	}
	for _, word := range strings.Split(text, ",") {
		id, kind, named := strings.Cut(strings.TrimSpace(word), "=")
		ids := []string{id}
		if named {
			if id == "" {
				return fmt.Errorf("%q names no die: write oak, or big=oak", strings.TrimSpace(word))
			}
			if _, err = b.named(kind, seat, id); err != nil {
				return err
			}
		} else if ids, err = b.many([]string{strings.TrimSpace(word)}, seat); err != nil {
			return err
		}
		for _, id := range ids {
			p.Places = append(p.Places, Placed{Die: id, Area: area, Terrain: where})
		}
	}
	return nil
}

// lasting reads "stone_skin by Ann on ann@frontier, 2 times".
func (b *builder) lasting(p *Position, text string) (err error) {
	l := Lasting{Times: 1}
	var by, on string
	var ok bool
	if l.Spell, on, ok = strings.Cut(text, " by "); ok {
		by, on, ok = strings.Cut(on, " on ")
	}
	if !ok {
		return fmt.Errorf("write: spell stone_skin by Ann on ann@frontier")
	}
	if target, times, many := strings.Cut(on, ", "); many {
		on = target
		if _, err := fmt.Sscanf(times, "%d times", &l.Times); err != nil || l.Times < 1 {
			return fmt.Errorf("%q says no number of castings", times)
		}
	}
	l.On = on
	l.By, err = b.seat(by)
	p.Cast = append(p.Cast, l)
	return err
}

// take lays the dice as the position says and casts its spells.
func (g *game) take(p Position) {
	for _, f := range p.Terrains {
		t := &terrain{die: g.byID[f.Die], home: f.Home, holder: f.Holder}
		t.die.at = place{area: onField}
		t.turnTo(f.Face)
		g.terrains = append(g.terrains, t)
	}
	for _, x := range p.Places {
		g.byID[x.Die].at = place{area(x.Area), x.Terrain}
	}
	for _, d := range g.dice {
		if d.at.area == atHand {
			d.at = place{area: outOfGame}
		}
	}
	g.marching, g.turn = max(p.Marching, 1), max(p.Turn, 1)
	for _, l := range p.Cast {
		g.castBefore(l)
	}
}
