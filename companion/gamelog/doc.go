// Package gamelog is the log of a game as people read it: each entry in words, as far as its reader may know it. The engine's log holds answers. If the
// game doesn't ask an answer's question any more, the log is played again up to there, once, to get the question's words.
package gamelog
