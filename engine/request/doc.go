// Package request is the shortest of rulebooks: somebody else's game asks for a roll of these dice, and
// gets what they show. A virtual tabletop uses it to have dice rolled on a real tray.
package request
