// Package scenario reads and runs reports of games. A report is a text file that a person reads like the story of an
// evening. It fails if the rules tell another story.
//
// A report has one thing to a line. Empty lines and lines that begin with # are
// for the reader. First comes the setup:
//
//	game: tally                  the rulebook
//	title: Friday
//	player: Ann                  in the order of their seats
//	player: Bob, team Reds
//	setting: mode = pool         the rulebook's settings; a value is JSON or a plain word
//	setting: again = {"values": [1]}
//	position: frontier: city at 5        the middle of a game, described in the rulebook's own words;
//	                                     the lines become its setting "position"
//
// Then comes what happens. Somebody is a player's name, or "table" for an answer without a seat:
//
//	Ann rolls: red 2d6: 5 3; d20: 17     dice as engine.ParseDice reads them
//	Ann rolls: oak=2*melee, frontier=5   or, where the game names the dice, by their ids: the face with
//	                                     these icons or this number; without a name in the order asked for
//	Ann chooses: knight, oak             ids of options, in order; "nothing"
//	Ann allots: 2, 0, 1                  points for each row
//	refused: it wants 1 to 3 dice        the answer just given isn't taken, and why (a part of it)
//	amend "roll 1" rolls: d6: 4          another answer to what was asked at that key
//	amend "roll 1" for Bob rolls: d6: 4  and for somebody else
//	undo "roll 2"                        take back that answer and all after it
//	undo last                            take back the last entry; after an undo, bring back
//
// and what is expected after it:
//
//	asks: Throw the dice.                a question waiting now; "asks Ann:" if it must be hers
//	asks nothing
//	offers: 1, 2, out                    exactly these options of the question last asked
//	told: Ann: 14 = 6 + 5 + 3            the facts since the last answer, in order (others may stand
//	                                     between); after an amendment or undo, of the whole game
//	line: 14 = 6 + 5 + 3                 a line of that fact, in order; "line tally.sum:" names its rule
//	state standings/0/total = 14         what the rulebook shows, as JSON
//	over: Ann 14                         how the game ended
//
// Every report is also replayed from its log. The replay must give the same game.
package scenario
