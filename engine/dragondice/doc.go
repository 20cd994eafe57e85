// Package dragondice plays Dragon Dice. It has one implementation of what the editions
// share, and an Edition value for what differs.
//
// A game is straight-line code (engine.Rulebook): setting up, then turns of phases, marches
// of steps, rolls of steps. All of these are ordered lists in the Edition. So are the
// tables of rule items: SAIs, spells, species abilities, eighth faces, minor terrains,
// breaths, dragons, items. A row has an id ("sai/rend"), where the book states it, and what
// it does. Most rows are put together from a small vocabulary, and the others have a Go
// function of their own. No procedure asks what the edition is called.
//
// Dice reach the package as values. Prepare takes their definitions from a catalogue and
// writes them into the game's header. Open makes the rulebook of such a header.
//
// docs/rules.md says how to add a rule item and its scenario.
package dragondice
