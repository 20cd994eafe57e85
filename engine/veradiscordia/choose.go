package veradiscordia

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// chooseGenerals gives each player a faction and its general (2.1).
func (g *game) chooseGenerals() {
	switch {
	case g.set.NoGenerals && g.on(itemNoGenerals):
		g.chooseFactions(itemNoGenerals)
		return
	case !g.on(itemGeneral):
		g.chooseFactions("")
		return
	case len(g.set.Championship) > 0 && g.on(itemChampionship):
		for i, name := range g.set.Championship {
			g.take(seats[i], name)
			g.tell(seats[i], itemChampionship, fmt.Sprintf("%s plays the whole championship with %s.", g.name(seats[i]), name))
		}
		return
	case g.set.Competitive && g.on(itemCompetitive):
		g.chooseSecretly()
		return
	}
	for _, seat := range seats {
		name := g.declare(seat, fmt.Sprintf("general %d", seat), itemGeneral, g.name(seat)+", which general do you choose?", g.generals(seat)...)
		g.take(seat, name)
		g.tell(seat, itemGeneral, fmt.Sprintf("%s chooses %s of %s.", g.name(seat), name, g.side(seat).faction.Name))
	}
}

// chooseFactions is the choice of a game without generals (8.1).
func (g *game) chooseFactions(rule string) {
	for _, seat := range seats {
		var options []engine.Option
		for _, f := range g.book.factions {
			if first := g.side(1).faction; g.set.TwoCopies || first == nil || first.Name != f.Name {
				options = append(options, opt(f.Name, f.Name))
			}
		}
		name := g.declare(seat, fmt.Sprintf("faction %d", seat), rule, g.name(seat)+", which faction do you choose?", options...)
		g.takeFaction(seat, name)
		g.tell(seat, rule, fmt.Sprintf("%s plays %s without a general.", g.name(seat), name))
	}
}

func (g *game) takeFaction(seat engine.Seat, name string) {
	i := slices.IndexFunc(g.book.factions, func(f Faction) bool { return f.Name == name })
	g.side(seat).faction = &g.book.factions[i]
}

// take gives a seat the general of that name.
func (g *game) take(seat engine.Seat, name string) {
	list := g.book.factions
	f, k := findGeneral(list, name)
	g.side(seat).faction, g.side(seat).general = &list[f], &list[f].Generals[k]
}

// generals are the generals that a seat may choose openly: not the other player's. If the table has one copy of the
// game, those of the other player's faction are left out too.
func (g *game) generals(seat engine.Seat) []engine.Option {
	var options []engine.Option
	taken := g.side(other(seat))
	for _, f := range g.book.factions {
		if taken.faction != nil && taken.faction.Name == f.Name && !g.set.TwoCopies {
			continue
		}
		for _, n := range f.Generals {
			if taken.general == nil || taken.general.Name != n.Name || taken.faction.Name != f.Name {
				options = append(options, opt(n.Name, n.Name+" of "+f.Name))
			}
		}
	}
	return options
}

// chooseSecretly is the choice of the competitive game (2.1). Both players choose at once. If both want the same
// general, a die decides who gets it, and the other takes another general of the same faction.
func (g *game) chooseSecretly() {
	var qs []engine.Question
	for _, seat := range seats {
		q := g.question(seat, fmt.Sprintf("general %d", seat), itemCompetitive, g.name(seat)+", which general do you choose, unseen by the other?")
		q.Secret, q.Kind = true, engine.KindDeclare
		q.Declare = &engine.Declare{}
		for _, f := range g.book.factions {
			for _, n := range f.Generals {
				q.Declare.Options = append(q.Declare.Options, opt(n.Name, n.Name+" of "+f.Name))
			}
		}
		qs = append(qs, q)
	}
	answers := g.table.AskAll(qs)
	names := [2]string{answers[0].Chosen[0], answers[1].Chosen[0]}
	g.tell(engine.Everyone, itemCompetitive, fmt.Sprintf("%s shows %s, %s shows %s.", g.name(1), names[0], g.name(2), names[1]))
	if names[0] != names[1] {
		g.take(1, names[0])
		g.take(2, names[1])
		return
	}
	keeps := g.higherDie("general", itemCompetitive, "roll for the general that both want.")
	g.take(keeps, names[0])
	loses := other(keeps)
	var options []engine.Option
	for _, n := range g.side(keeps).faction.Generals {
		if n.Name != names[0] {
			options = append(options, opt(n.Name, n.Name))
		}
	}
	if len(options) == 0 {
		for _, o := range g.generals(loses) {
			if o.ID != names[0] {
				options = append(options, o)
			}
		}
	}
	name := g.declare(loses, "other general", itemCompetitive, g.name(loses)+", which other general of the faction do you take?", options...)
	g.take(loses, name)
	g.tell(loses, itemCompetitive, fmt.Sprintf("%s keeps %s, %s takes %s.", g.name(keeps), names[0], g.name(loses), name))
}

// higherDie lets both players roll a die until one is higher, and returns that player's seat.
func (g *game) higherDie(key, rule, text string) engine.Seat {
	for {
		roll := g.bothRoll(key, rule, "chance", text)
		switch {
		case roll[0] > roll[1]:
			return 1
		case roll[1] > roll[0]:
			return 2
		}
	}
}
