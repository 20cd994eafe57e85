// Package request is the shortest rulebook. A game of another program asks for a roll of some dice and gets what
// they show. A virtual tabletop uses it to have dice rolled on a real tray.
package request
