// Package gamelog is the log of a game as people read it: each entry in words, as the one who reads may know it. The engine's log holds
// answers; what they answered the game may not ask any more. Then the log is played again up to there, once.
package gamelog
