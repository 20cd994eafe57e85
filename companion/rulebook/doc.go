// Package rulebook lists the rulebooks that a table can host: how a game is made of what a form says, how its log
// is opened again, and what the pages want to know of a rulebook before a game begins.
package rulebook
