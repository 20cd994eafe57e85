// Package dragondice plays Dragon Dice: one implementation of what the editions
// share, and an Edition value for what differs.
//
// A game is straight-line code (engine.Rulebook): setting up, then turns of
// phases, marches of steps, rolls of steps. All of these are ordered lists in
// the Edition, and so are the tables of rule items: SAIs, spells, species
// abilities, eighth faces, minor terrains, breaths, dragons, items. A row has an
// id ("sai/rend"), where the book states it, and what it does: made of a small
// vocabulary where that will do, a Go function where not. No procedure asks what
// the edition is called.
//
// Dice reach the package as values: Prepare takes their definitions from a
// catalogue and writes them into the game's header, Open makes the rulebook of
// such a header.
//
// How to add a rule item and its scenario is in docs/rules.md.
package dragondice
