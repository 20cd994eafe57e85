package veradiscordia

import "slices"

// Ability is an ability of section 10.
type Ability string

// The abilities.
const (
	Accuracy          Ability = "accuracy"
	AffinityForests   Ability = "affinity_forests"
	AffinityRivers    Ability = "affinity_rivers"
	AffinityMountains Ability = "affinity_mountains"
	Ambush            Ability = "ambush"
	Autonomy          Ability = "autonomy"
	Bravery           Ability = "bravery"
	Chaos             Ability = "chaos"
	Charge            Ability = "charge"
	Cowardice         Ability = "cowardice"
	Discord           Ability = "discord"
	Endurance         Ability = "endurance"
	Expendable        Ability = "expendable"
	Flying            Ability = "flying"
	Glide             Ability = "glide"
	Guards            Ability = "guards"
	Link              Ability = "link"
	Mastery           Ability = "mastery"
	MaximumLife       Ability = "maximum_life"
	Metamorphosis     Ability = "metamorphosis"
	Mobility          Ability = "mobility"
	Prominent         Ability = "prominent"
	Rage              Ability = "rage"
	Reflexes          Ability = "reflexes"
	Regeneration      Ability = "regeneration"
	Riposte           Ability = "riposte"
	Stealth           Ability = "stealth"
	Tenacious         Ability = "tenacious"
	Terror            Ability = "terror"
	Vision            Ability = "vision"
	Voracious         Ability = "voracious"
)

// Abilities lists all abilities, in alphabetical order as in section 10.
func Abilities() []Ability {
	return []Ability{
		Accuracy, AffinityForests, AffinityRivers, AffinityMountains, Ambush, Autonomy, Bravery, Chaos, Charge, Cowardice, Discord,
		Endurance, Expendable, Flying, Glide, Guards, Link, Mastery, MaximumLife, Metamorphosis, Mobility, Prominent, Rage,
		Reflexes, Regeneration, Riposte, Stealth, Tenacious, Terror, Vision, Voracious,
	}
}

// item is the id by which facts cite the ability.
func (a Ability) item() string { return "vera.ability." + string(a) }

// redIcons are the abilities that are rolled for at the beginning of a round and that the owner of a closed unit must
// announce then (4.0, 1.2.3).
func redIcons() []Ability { return []Ability{Rage, Chaos, Autonomy} }

// plays says whether the table plays with an ability.
func (g *game) plays(a Ability) bool { return len(g.off) == 0 || g.on(a.item()) }

// has says whether it is known that the unit has the ability at this moment. It may have it by its card, by what its
// owner has announced of a closed unit, by its general's Heroism (1.3) or by the terrain that it holds (9).
func (g *game) has(u *unit, a Ability) bool {
	switch {
	case a != MaximumLife && !g.plays(a):
		return false
	case a == Flying && g.grounded(u):
		return false
	case a == Glide && g.grounded(u) && g.holds(u, Flying):
		return true
	}
	return g.holds(u, a)
}

// grounded says that Flying works as Glide. It does if the unit has the general (1.3, 7.III.3.5), and in the
// introductory game without flying attacks (8.1).
func (g *game) grounded(u *unit) bool {
	return u.general && g.on(itemGrounded) || g.set.NoFlyingAttacks && g.on(itemNoFlying)
}

func (g *game) holds(u *unit, a Ability) bool {
	if u.card != nil && slices.Contains(u.card.Abilities, a) || u.card == nil && u.must[a] {
		return true
	}
	if u.general && g.on(itemHeroism) && slices.Contains(g.side(u.seat).general.Heroism.Abilities, a) {
		return true
	}
	return a == Reflexes && g.on(itemForestHeld) && g.held(u) == Forest
}

// may says whether the unit has the ability or can have it, as far as the table knows.
func (g *game) may(u *unit, a Ability) bool {
	if g.has(u, a) {
		return true
	}
	if u.card != nil || u.mustNot[a] || !g.on(a.item()) {
		return false
	}
	if a == Flying && g.grounded(u) {
		return false
	}
	if a == Glide && g.grounded(u) && g.possible(u, func(c Card) bool { return slices.Contains(c.Abilities, Flying) }) {
		return true
	}
	return g.possible(u, func(c Card) bool { return slices.Contains(c.Abilities, a) })
}

// mayFly says whether the unit can move and castle at any distance, as far as the table knows.
func (g *game) mayFly(u *unit) bool { return g.may(u, Flying) || g.may(u, Glide) }

// announce records that a closed unit uses an ability. Its owner must say so (1.2.3).
func (g *game) announce(u *unit, a Ability, text string) {
	if u.card == nil && !g.has(u, a) {
		u.must[a] = true
	}
	g.tell(u.seat, a.item(), text)
}

// announceFlight announces one of the two abilities that move a unit at any distance.
func (g *game) announceFlight(u *unit, text string) {
	for _, a := range []Ability{Flying, Glide} {
		if g.has(u, a) {
			g.tell(u.seat, a.item(), text)
			return
		}
	}
	flying := g.possible(u, func(c Card) bool { return slices.Contains(c.Abilities, Flying) })
	glide := g.possible(u, func(c Card) bool { return slices.Contains(c.Abilities, Glide) })
	switch {
	case flying && glide:
		q := g.declare(u.seat, "announce", Flying.item(), "Which ability does "+g.label(u)+" announce?", opt(string(Flying), "Flying"), opt(string(Glide), "Glide"))
		u.must[Ability(q)] = true
	case flying:
		u.must[Flying] = true
	default:
		u.must[Glide] = true
	}
	if u.must[Flying] {
		g.tell(u.seat, Flying.item(), text)
		return
	}
	g.tell(u.seat, Glide.item(), text)
}

// cardDice returns the unit's attack dice: first the card's, then at their right the general's (1.3).
func (g *game) cardDice(u *unit) []Color {
	if u.card == nil {
		return nil
	}
	dice := slices.Clone(u.card.Dice)
	if !u.general || !g.on(itemHeroism) {
		return dice
	}
	extra := g.side(u.seat).general.Heroism.Dice
	if !g.on(itemDiceGeneral) {
		return append(slices.Clone(extra), dice...)
	}
	return append(dice, extra...)
}

// mostLP returns how many life points the unit has without damage.
func (g *game) mostLP(u *unit) int {
	most := plainLife
	if u.card != nil && g.on(MaximumLife.item()) {
		most = u.card.LifePoints()
	}
	if g.has(u, Guards) {
		most++
	}
	return most
}

// lp returns the life points that the unit has left.
func (g *game) lp(u *unit) int { return g.mostLP(u) - u.lost }

// decimated says whether 1 or 2 life points are left (1.2.1).
func (g *game) decimated(u *unit) bool {
	return g.on(itemDecimated) && g.lp(u) <= 2
}
