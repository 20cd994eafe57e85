// Package veradiscordia referees Vera Discordia, a card game of two armies
// whose units fight with coloured dice.
//
// The cards stay on the real table. A face-down unit, a hand, a face-down order
// or an unseen terrain is not known to the program: it asks when something is
// turned up, and offers only what can be there by the army's and the deck's
// composition and by what was announced before.
//
// The game's printed cards are not part of this package. Units and generals are
// data ([Faction], [ParseFactions]); [Demo] is a made-up pair of factions.
//
// Sections cited are those of the game's rulebook (Vera Discordia, English).
// The text that this was written from has no page breaks, so rules are cited by
// their section.
package veradiscordia
