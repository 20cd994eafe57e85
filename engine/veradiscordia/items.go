package veradiscordia

import "slices"

// Kind is what sort of rule an item is.
type Kind string

// The kinds of item.
const (
	KindSetup   Kind = "setup"
	KindPhase   Kind = "phase step"
	KindOrder   Kind = "order"
	KindAttack  Kind = "attack step"
	KindCheck   Kind = "check"
	KindTerrain Kind = "terrain"
	KindAbility Kind = "ability"
	KindGeneral Kind = "general"
	KindWin     Kind = "victory"
	KindOption  Kind = "option"
	KindRuling  Kind = "ruling"
)

// Item is one thing that the rules do, with the id that trails cite.
type Item struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	// Section is the section of the rulebook that states it.
	Section string `json:"section"`
	// Says is what the item does, in our own words. It is empty if the name says enough.
	Says string `json:"says,omitempty"`
	// Uncertain says that the rulebook is unclear here, and that the table's ruling holds.
	Uncertain bool `json:"uncertain,omitempty"`
	// Choices are the rulings to choose from, the default first. They are empty unless Uncertain is true.
	Choices []string `json:"choices,omitempty"`
}

// The ids of the items that aren't abilities.
const (
	itemGeneral       = "vera.setup.general"
	itemMotivation    = "vera.setup.motivation"
	itemRecruit       = "vera.setup.recruit"
	itemExchange      = "vera.setup.exchange"
	itemCount         = "vera.setup.vision-stealth"
	itemClosed        = "vera.setup.closed"
	itemShowOpen      = "vera.setup.open"
	itemFirstMarker   = "vera.setup.initiative"
	itemLayTerrain    = "vera.setup.terrain"
	itemExplore       = "vera.setup.explore"
	itemDeploy        = "vera.setup.deploy"
	itemAssign        = "vera.setup.assign-general"
	itemForgotten     = "vera.setup.forgotten-general"
	itemRevealTerrain = "vera.setup.reveal-terrain"

	itemBeginning  = "vera.phase.beginning"
	itemInitiative = "vera.phase.initiative"
	itemTie        = "vera.phase.initiative-tie"
	itemFirstRound = "vera.phase.first-round"
	itemDrawing    = "vera.phase.drawing"
	itemReshuffle  = "vera.phase.reshuffle"
	itemIssuing    = "vera.phase.issuing"
	itemKeeping    = "vera.phase.keeping"
	itemTurn       = "vera.phase.resolution"
	itemAlone      = "vera.phase.alone"
	itemCleanUp    = "vera.phase.clean-up"

	itemSupport   = "vera.order.support"
	itemDefense   = "vera.order.defense"
	itemManeuver  = "vera.order.maneuver"
	itemAttack    = "vera.order.attack"
	itemTactic    = "vera.order.tactic"
	itemNothing   = "vera.maneuver.nothing"
	itemMove      = "vera.maneuver.movement"
	itemCastle    = "vera.maneuver.castling"
	itemCastleNot = "vera.maneuver.castling-fails"
	itemCapture   = "vera.maneuver.capture"
	itemExpel     = "vera.maneuver.expel"
	itemLostHold  = "vera.maneuver.capture-lost"

	itemDirect        = "vera.attack.direct"
	itemIndirect      = "vera.attack.indirect"
	itemAerial        = "vera.attack.aerial"
	itemNoAttack      = "vera.attack.none"
	itemOpening       = "vera.attack.opening"
	itemOpeningHelp   = "vera.attack.opening-support"
	itemSupported     = "vera.attack.support"
	itemSupportStrife = "vera.attack.support-discord"
	itemAttackerOpens = "vera.attack.attacker-opens"
	itemTargetOpens   = "vera.attack.target-opens"
	itemUnmoved       = "vera.attack.no-reaction"
	itemRoll          = "vera.attack.roll"
	itemHit           = "vera.attack.hit"
	itemImmune        = "vera.attack.immune"
	itemOrange        = "vera.attack.orange-shield"
	itemZero          = "vera.attack.zero-dice"
	itemIndirectDice  = "vera.attack.indirect-dice"
	itemAerialFirst   = "vera.attack.aerial-first"
	itemAerialOnce    = "vera.attack.aerial-once"

	itemDiceNet     = "vera.dice.net"
	itemDiceLost    = "vera.dice.lost"
	itemDiceGained  = "vera.dice.gained"
	itemDiceGeneral = "vera.dice.general"

	itemIntercept  = "vera.interception.intercept"
	itemDisruption = "vera.interception.disruption"
	itemSix        = "vera.interception.six"
	itemDiagonal   = "vera.interception.support-diagonal"
	itemFlak       = "vera.interception.support-hits"
	itemShotOpens  = "vera.interception.opens"
	itemShotSpent  = "vera.interception.exhausts"
	itemAborted    = "vera.interception.cancelled"

	itemDamage    = "vera.damage.hits"
	itemDecimated = "vera.damage.decimated"
	itemRecovers  = "vera.damage.recovers"
	itemDestroyed = "vera.damage.destroyed"
	itemChits     = "vera.damage.motivation"

	itemCounter        = "vera.counterattack.must"
	itemRefuse         = "vera.counterattack.refuse"
	itemCounterSpent   = "vera.counterattack.attack-spent"
	itemCounterUp      = "vera.counterattack.defense-stays"
	itemCounterOpening = "vera.counterattack.opening"
	itemCounterSupport = "vera.counterattack.support"
	itemCounterTerrain = "vera.counterattack.terrain"
	itemCounterAir     = "vera.counterattack.aerial-no-terrain"

	itemCheck       = "vera.check.morale"
	itemOne         = "vera.check.natural-one"
	itemNaturalSix  = "vera.check.natural-six"
	itemCloseRanks  = "vera.check.close-ranks"
	itemDisorganise = "vera.check.disorganised"
	itemRouting     = "vera.check.routing"
	itemTerrorCheck = "vera.check.terror"
	itemRefuseCheck = "vera.check.refuse"
	itemConsistency = "vera.check.aerial-consistency"

	itemPlains       = "vera.terrain.plains"
	itemRiver        = "vera.terrain.river"
	itemForest       = "vera.terrain.forest"
	itemMountain     = "vera.terrain.mountain"
	itemForestHeld   = "vera.terrain.forest-captured"
	itemMountainHeld = "vera.terrain.mountain-captured"
	itemAirTerrain   = "vera.terrain.aerial-column"

	itemHeroism    = "vera.general.heroism"
	itemRedundant  = "vera.general.redundant"
	itemLeadership = "vera.general.leadership"
	itemStar       = "vera.general.strategy-star"
	itemDiamond    = "vera.general.strategy-diamond"
	itemGrounded   = "vera.general.flying-unit"

	itemWinGeneral    = "vera.victory.general"
	itemWinMotivation = "vera.victory.motivation"

	itemCompetitive  = "vera.option.competitive"
	itemChampionship = "vera.option.championship"
	itemHurry        = "vera.option.hurry-up"
	itemNoGenerals   = "vera.option.no-generals"
	itemNoFlying     = "vera.option.no-flying-attacks"
	itemNoTerrain    = "vera.option.no-terrain"
	itemNoLegendary  = "vera.option.no-legendary"
)

func plain(kind Kind, id, name, section string) Item {
	return Item{ID: id, Name: name, Kind: kind, Section: section}
}

// Items lists all rules.
func Items() []Item {
	items := slices.Concat(setupItems(), orderItems(), attackItems(), fightItems(), terrainItems(), abilityItems(), otherItems(), rulingItems())
	told := says()
	for i := range items {
		items[i].Says = told[items[i].ID]
	}
	return items
}

func setupItems() []Item {
	s, p := KindSetup, KindPhase
	return []Item{
		plain(s, itemGeneral, "Choosing a general", "2.1"),
		plain(s, itemMotivation, "Ten points of Motivation", "2.3"),
		plain(s, itemRecruit, "Recruiting by rank", "2.4"),
		plain(s, itemExchange, "One exchange", "2.4"),
		plain(s, itemCount, "Counting Vision and Stealth", "2.5"),
		plain(s, itemClosed, "How many units are closed", "2.6"),
		plain(s, itemShowOpen, "Showing the open units", "2.6"),
		plain(s, itemFirstMarker, "The first initiative", "2.7"),
		plain(s, itemLayTerrain, "Laying four terrains", "2.7"),
		plain(s, itemExplore, "Looking at terrains", "2.7"),
		plain(s, itemDeploy, "Deploying in turns", "3.1"),
		plain(s, itemAssign, "Assigning the general", "3.2"),
		plain(s, itemForgotten, "A forgotten general", "3.2.1"),
		plain(s, itemRevealTerrain, "Revealing the terrains", "3.3"),
		plain(p, itemBeginning, "Beginning of the round", "4.0"),
		plain(p, itemFirstRound, "No new initiative in the first round", "4.1"),
		plain(p, itemInitiative, "Initiative", "4.1"),
		plain(p, itemTie, "A tie moves the initiative", "4.1"),
		plain(p, itemDrawing, "Drawing cards", "4.2"),
		plain(p, itemReshuffle, "A used-up deck is shuffled anew", "4.2"),
		plain(p, itemIssuing, "Issuing orders", "4.3"),
		plain(p, itemKeeping, "Keeping a card", "4.4"),
		plain(p, itemTurn, "Resolution in turns", "4.5"),
		plain(p, itemAlone, "Turns in a row", "4.5"),
		plain(p, itemCleanUp, "Clean up", "4.6"),
	}
}

func orderItems() []Item {
	k := KindOrder
	return []Item{
		plain(k, itemSupport, "Support order", "5.1"),
		plain(k, itemDefense, "Defense order", "5.2"),
		plain(k, itemManeuver, "Maneuver order", "6.1"),
		plain(k, itemAttack, "Attack order", "7.1"),
		plain(k, itemTactic, "Tactic order", "1.4"),
		plain(k, itemNothing, "Maneuver: nothing", "6.1.1"),
		plain(k, itemMove, "Maneuver: movement", "6.1.2"),
		plain(k, itemCastle, "Maneuver: castling", "6.1.3"),
		plain(k, itemCastleNot, "A castling that fails", "6.1.3"),
		plain(k, itemCapture, "Maneuver: capture", "6.1.4"),
		plain(k, itemExpel, "Expelling the holder of a terrain", "6.1.4"),
		plain(k, itemLostHold, "Losing a capture", "6.1.4"),
	}
}

func attackItems() []Item {
	k := KindAttack
	return []Item{
		plain(k, itemDirect, "Direct attack", "7.I.1"),
		plain(k, itemIndirect, "Indirect attack", "7.II.1"),
		plain(k, itemAerial, "Aerial attack", "7.III.1"),
		plain(k, itemNoAttack, "No attack possible", "7.2"),
		plain(k, itemOpening, "Attack through an opening", "7.I.2.1"),
		plain(k, itemOpeningHelp, "An opening helps like a Support", "7.I.2.1"),
		plain(k, itemSupported, "Supports give a die each", "7.I.3"),
		plain(k, itemSupportStrife, "Supports give Discord", "7.I.3"),
		plain(k, itemAttackerOpens, "Attacking opens a unit", "7.1"),
		plain(k, itemTargetOpens, "Being attacked opens a unit", "7.I.4"),
		plain(k, itemUnmoved, "No reaction", "7.I.4"),
		plain(k, itemRoll, "Launching the attack", "7.I.5"),
		plain(k, itemHit, "Each die against its shield", "1.2"),
		plain(k, itemImmune, "Immunity", "1.2"),
		plain(k, itemOrange, "Red and yellow meet the orange shield", "1.2"),
		plain(k, itemZero, "Attack of zero dice", "7.I.5"),
		plain(k, itemIndirectDice, "Only blue and yellow dice", "7.II.5"),
		plain(k, itemAerialFirst, "Aerial attacks come first", "7.III.1"),
		plain(k, itemAerialOnce, "One aerial attack on a unit and round", "7.III.2"),
		plain(k, itemDiceNet, "Gains and losses are netted", "1.2"),
		plain(k, itemDiceLost, "Dice are lost from the left", "1.2"),
		plain(k, itemDiceGained, "Dice gained are like the leftmost", "1.2"),
		plain(k, itemDiceGeneral, "The general's dice stand at the right", "1.3"),
		plain(k, itemIntercept, "Interception", "7.III.3.1"),
		plain(k, itemDisruption, "Disruptions", "7.III.3.2"),
		plain(k, itemSix, "A 6 hits the flyer", "7.III.3.2"),
		plain(k, itemShotOpens, "Intercepting opens a unit", "7.III.3.2"),
		plain(k, itemShotSpent, "Intercepting costs the order", "7.III.3.2"),
		plain(k, itemDiagonal, "Support intercepts diagonally", "7.III.3.3"),
		plain(k, itemFlak, "With Support each disruption hits", "7.III.3.3"),
		plain(k, itemAborted, "An aerial attack is cancelled", "7.III.3.4"),
	}
}

func fightItems() []Item {
	k, c := KindAttack, KindCheck
	return []Item{
		plain(k, itemDamage, "Hits take life points", "7.I.6"),
		plain(k, itemDecimated, "A decimated unit has a die less", "7.I.6"),
		plain(k, itemRecovers, "No longer decimated", "7.I.6"),
		plain(k, itemDestroyed, "A unit is destroyed", "7.I.6"),
		plain(k, itemChits, "A destroyed unit costs Motivation", "7.I.6"),
		plain(k, itemCounter, "Counterattack", "7.I.7"),
		plain(k, itemRefuse, "Refusing to counterattack", "7.I.9"),
		plain(k, itemCounterSpent, "A counterattack spends an Attack order", "7.I.11"),
		plain(k, itemCounterUp, "A Defense order stays, face up", "7.I.11"),
		plain(k, itemCounterOpening, "Counterattack through an opening", "7.I.2.1"),
		plain(k, itemCounterSupport, "Supports for a counterattack", "7.I.9"),
		plain(k, itemCounterTerrain, "The counterattack meets the same terrain", "9.1.1"),
		plain(k, itemCounterAir, "No terrain for the counterattack to an aerial attack", "9.1.3"),
		plain(c, itemCheck, "Morale check: 3 or more", "1.2.2"),
		plain(c, itemOne, "A 1 always fails", "1.2.2"),
		plain(c, itemNaturalSix, "A 6 always succeeds", "1.2.2"),
		plain(c, itemCloseRanks, "Close Ranks", "7.I.4"),
		plain(c, itemDisorganise, "Disorganised", "7.I.4"),
		plain(c, itemRouting, "Routing", "7.I.6"),
		plain(c, itemTerrorCheck, "Overcoming Terror", "10"),
		plain(c, itemRefuseCheck, "Holding back", "7.I.9"),
		plain(c, itemConsistency, "Aerial consistency", "7.III.3.4"),
	}
}

func terrainItems() []Item {
	k := KindTerrain
	return []Item{
		plain(k, itemPlains, "Plains", "9.2"),
		plain(k, itemRiver, "River", "9.3"),
		plain(k, itemForest, "Forest", "9.4"),
		plain(k, itemMountain, "Mountain", "9.5"),
		plain(k, itemForestHeld, "A captured forest gives Reflexes", "9.4"),
		plain(k, itemMountainHeld, "A captured mountain gives Affinity with it", "9.5"),
		plain(k, itemAirTerrain, "Aerial attacks take place at the target", "9.1.3"),
	}
}

func abilityItems() []Item {
	names := map[Ability]string{
		Accuracy: "Accuracy", AffinityForests: "Affinity with Forests", AffinityRivers: "Affinity with Rivers",
		AffinityMountains: "Affinity with Mountains", Ambush: "Ambush", Autonomy: "Autonomy", Bravery: "Bravery", Chaos: "Chaos",
		Charge: "Charge", Cowardice: "Cowardice", Discord: "Discord", Endurance: "Endurance", Expendable: "Expendable",
		Flying: "Flying", Glide: "Glide", Guards: "Guards", Link: "Link", Mastery: "Mastery", MaximumLife: "Maximum Life",
		Metamorphosis: "Metamorphosis", Mobility: "Mobility", Prominent: "Prominent", Rage: "Rage", Reflexes: "Reflexes",
		Regeneration: "Regeneration", Riposte: "Riposte", Stealth: "Stealth", Tenacious: "Tenacious", Terror: "Terror",
		Vision: "Vision", Voracious: "Voracious",
	}
	var items []Item
	for _, a := range Abilities() {
		items = append(items, plain(KindAbility, a.item(), names[a], "10"))
	}
	return items
}

func otherItems() []Item {
	g, w, o := KindGeneral, KindWin, KindOption
	return []Item{
		plain(g, itemHeroism, "Heroism", "1.3"),
		plain(g, itemRedundant, "An ability is never doubled", "1.3"),
		plain(g, itemLeadership, "Leadership", "1.3"),
		plain(g, itemStar, "Strategy with a star: in the Tactic", "1.3"),
		plain(g, itemDiamond, "Strategy with a diamond: once per game", "1.3"),
		plain(g, itemGrounded, "A general makes Flying a Glide", "7.III.3.5"),
		plain(w, itemWinGeneral, "A general is captured", "8"),
		plain(w, itemWinMotivation, "Motivation is gone", "8"),
		plain(o, itemCompetitive, "Competitive choice of generals", "2.1"),
		plain(o, itemChampionship, "Generals of a championship", "2.1"),
		plain(o, itemHurry, "Hurry up", "4.3.1"),
		plain(o, itemNoGenerals, "Without generals", "8.1"),
		plain(o, itemNoFlying, "Without flying attacks", "8.1"),
		plain(o, itemNoTerrain, "Without terrain", "8.1"),
		plain(o, itemNoLegendary, "Without legendary units", "8.1"),
	}
}
