// Package veradiscordia referees Vera Discordia, a card game of two armies whose units fight with coloured dice.
//
// The cards stay on the real table. The program doesn't know what a face-down unit, a hand, a face-down order or an
// unseen terrain is. It asks when a card is turned up. It offers only what the card can be, by the composition of the
// army and of the deck and by what was announced before.
//
// The game's printed cards are not part of this package. Units and generals are data ([Faction], [ParseFactions]).
// [Demo] is a made-up pair of factions.
//
// Sections cited are those of the game's rulebook (Vera Discordia, English). Its text has no page numbers, so rules
// are cited by their section.
package veradiscordia
