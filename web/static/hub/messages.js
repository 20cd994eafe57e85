// Made from the Go structs by `go test ./companion/event/hub -run Types -update`. Do not edit.

/**
 * CallLine is a call for a judge.
 * @typedef {object} CallLine
 * @property {number} n
 * @property {string} at
 * @property {string} table Table is where the judge is wanted, Player who called; one of them may be empty.
 * @property {string} player
 * @property {string} reason
 * @property {string} taker Taker is the judge who is on the way since Taken; Done is when it was over, Answer what was said.
 * @property {string} taken
 * @property {string} done
 * @property {string} answer
 */

/**
 * CheckedIn are the players of a table.
 * @typedef {object} CheckedIn
 * @property {string} table
 * @property {string[]} players
 */

/**
 * ContestDetail is the whole contest: who takes part, who plays whom, and what came of it.
 * @typedef {object} ContestDetail
 * @property {number} version
 * @property {ContestSettings} settings
 * @property {boolean} set
 * @property {EntrantView[]} entrants
 * @property {ContestRound[]} rounds
 * @property {string[]} tables
 * @property {ContestLogLine[]} log
 */

/**
 * ContestLogLine is one thing that a judge did with the contest.
 * @typedef {object} ContestLogLine
 * @property {string} at
 * @property {string} by
 * @property {string} what
 */

/**
 * ContestRound is who plays whom in a round.
 * @typedef {object} ContestRound
 * @property {number} n
 * @property {PairingView[]} pairings
 * @property {string[]} byes Byes are the players without an opponent.
 */

/**
 * ContestSettings are how it is played.
 * @typedef {object} ContestSettings
 * @property {string} system
 * @property {string} counts
 * @property {number} seats
 * @property {number} hits_from
 * @property {number} win
 * @property {number} draw
 * @property {number} bye
 */

/**
 * ContestView is how the contest stands, in short.
 * @typedef {object} ContestView
 * @property {number} version Version grows with every change of who takes part and plays where.
 * @property {string} system System is how players are paired ("free", "swiss", "robin", "groups"). Ranks is what the standings are ordered by ("total", "best", "hits", "wins", "points"). Ties is what decides between equals, in order.
 * @property {string} ranks
 * @property {string[]} ties
 * @property {number} entrants Entrants is how many take part, Here how many of them are checked in and haven't given up.
 * @property {number} here
 * @property {number} round Round is the round whose pairings hold, 0 for none; Tables how many games it has, Ended how many of them are over. Next is the round that can be paired, Paired whether it is.
 * @property {number} tables
 * @property {number} ended
 * @property {number} next
 * @property {boolean} paired
 * @property {string[]} byes Byes are the players without an opponent in the round whose pairings hold.
 */

/**
 * Counts are sums over the event.
 * @typedef {object} Counts
 * @property {number} tables
 * @property {number} online
 * @property {number} rolls
 * @property {number} corrections
 * @property {number} held Held is how many rolls a judge holds, Pending how many rulings a table has not answered.
 * @property {number} pending
 * @property {number} refused
 * @property {number} waiting Waiting is how many rolls and results wait for a judge, Calls how many tables have called one.
 * @property {number} calls
 */

/**
 * Desk is what only judges see.
 * @typedef {object} Desk
 * @property {RulingLine[]} rulings
 * @property {RollLine[]} held
 * @property {RefusedLine[]} refused
 * @property {WaitingLine[]} waiting Waiting is what waits for a judge, the newest; Players are those who are checked in.
 * @property {CheckedIn[]} players
 * @property {FollowLine[]} following Following are the games of which what follows counts by itself.
 * @property {CallLine[]} calls Calls are those for a judge: those that wait, the longest first, and then the newest that are settled.
 */

/**
 * DieFaces are what the faces of a die of a roll show, in words and in their order.
 * @typedef {object} DieFaces
 * @property {string} id
 * @property {string[]} shows
 */

/**
 * DieLine is a die of a roll.
 * @typedef {object} DieLine
 * @property {string} id
 * @property {string} shape
 * @property {number | null} value
 * @property {string} shows
 * @property {number | null} face
 * @property {string} how
 * @property {number} confidence
 * @property {string[]} colors
 * @property {boolean} seen Seen says that the table has a picture of it.
 */

/**
 * 
 * @typedef {object} DieStatistics
 * @property {string} die
 * @property {number} rolls
 * @property {FaceCount[]} faces
 * @property {number} read
 * @property {number} confirmed
 * @property {number} typed
 * @property {Verdict} verdict
 * @property {string} [untested]
 */

/**
 * EntrantView is a player who takes part.
 * @typedef {object} EntrantView
 * @property {number} id
 * @property {string} name
 * @property {boolean} here Here says that the player is checked in, Out that the player gave up. Late is the round before which the player came, 0 for from the start.
 * @property {boolean} out
 * @property {number} late
 * @property {string} table Table is where the player plays in the round that holds; empty for nowhere. Bye says that the player has no opponent.
 * @property {boolean} bye
 */

/**
 * 
 * @typedef {object} FaceCount
 * @property {string} face
 * @property {number} on
 * @property {number} count
 * @property {number} expected
 */

/**
 * FollowLine is a game of which what follows counts by itself.
 * @typedef {object} FollowLine
 * @property {number} n
 * @property {string} table
 * @property {string} of Of names the game or the count of the table. Players have rolled in it.
 * @property {number} round
 * @property {string[]} players
 * @property {string} why Why are the reasons for which it would wait. Judge has let it follow, at At.
 * @property {string} judge
 * @property {string} at
 * @property {number} rolls Rolls is how many have counted so.
 */

/**
 * GameLogLine is an entry of a game's log, in words.
 * @typedef {object} GameLogLine
 * @property {number} n
 * @property {string} at At is when it was answered, RFC 3339; empty where that isn't known. Who answered, By says with what.
 * @property {string} who
 * @property {string} by
 * @property {string[]} part Part names the part of the game, the widest first.
 * @property {string} asked Asked and Answer are question and answer; Was is, for a correction, the answer before.
 * @property {string} answer
 * @property {string} was
 * @property {string[]} told Told is what came of it, Changed what a correction changed.
 * @property {string[]} changed
 * @property {boolean} stands Stands: it is in effect. Amended: another entry took its place.
 * @property {boolean} amended
 */

/**
 * GameLogView is a part of the log of the game that a roll is of, as its table has it.
 * @typedef {object} GameLogView
 * @property {string} title
 * @property {number} entry Entry is the roll's own entry.
 * @property {GameLogLine[]} lines Lines are entries, newest first. Older is how many lie before the last of them.
 * @property {number} older
 */

/**
 * GreatLine is a roll that everybody in the hall may want to hear of.
 * @typedef {object} GreatLine
 * @property {number} n
 * @property {string} table
 * @property {string} player
 * @property {string} text Text says what is great about it.
 */

/**
 * OverlayMessage is what an overlay's stream sends: the whole view after each change, else a beat.
 * @typedef {object} OverlayMessage
 * @property {string} type
 * @property {string} now Now is the hub's clock, RFC 3339 with milliseconds.
 * @property {OverlayView | null} [overlay]
 */

/**
 * OverlayPlayer is a player's rolls at one table, over the event.
 * @typedef {object} OverlayPlayer
 * @property {string} name
 * @property {number} rolls
 * @property {number} total
 */

/**
 * OverlayRoll is a roll on the overlay.
 * @typedef {object} OverlayRoll
 * @property {number} n
 * @property {string} player
 * @property {DieLine[]} dice
 * @property {number | null} total
 * @property {string} text
 * @property {string[]} lines
 * @property {boolean} corrected
 */

/**
 * OverlayShown is what was rolled at a table, as it stood at one moment.
 * @typedef {object} OverlayShown
 * @property {OverlayRoll[]} rolls Rolls are its newest rolls that count, newest first.
 * @property {OverlayPlayer[]} players Players are those who rolled there, by the sum of their rolls.
 */

/**
 * OverlayView is all that the stream's overlay of one table shows. A roll is shown only after it has stood for as long as the overlay holds back. A roll that a judge holds is not shown.
 * @typedef {object} OverlayView
 * @property {string} page Page is the content hash of the pages; an overlay that runs another one loads itself again.
 * @property {string} event
 * @property {string} table
 * @property {string} problem Problem says why what is shown may be old; empty if all is well.
 * @property {boolean} held Held says that something was rolled and waits for its time.
 * @property {RoundView | null} round Round is the round's timer, null before the first.
 * @property {OverlayShown | null} shown Shown is what was rolled; null while nothing may be shown yet.
 */

/**
 * OwnRound is a round of a player.
 * @typedef {object} OwnRound
 * @property {number} n
 * @property {string} table
 * @property {string[]} with
 * @property {string} ended
 */

/**
 * OwnView is a player's own page, or a table's.
 * @typedef {object} OwnView
 * @property {string} event
 * @property {string} now Now is the hub's clock, RFC 3339 with milliseconds. Two views that differ only in it are the same.
 * @property {string} player Player is whose page it is; empty for a table's. Place and Figure are the player's in the standings; 0 and empty before anything counts. Here says that the player is checked in, Out that the player gave up.
 * @property {boolean} here
 * @property {boolean} out
 * @property {number} place
 * @property {string} figure
 * @property {string} table Table is where the player plays; empty for nowhere. With are all who play there. Bye says that the player has no opponent this round, ByeCounts that this brings points.
 * @property {string[]} with
 * @property {boolean} bye
 * @property {boolean} bye_counts
 * @property {string} ended Ended is how the game ended, empty while it goes on.
 * @property {number} pairs Pairs is the number of the round whose pairings hold, 0 for none.
 * @property {RoundView | null} round
 * @property {string} ranks Ranks is what the standings are ordered by. Top are the lines around the player and the first ones. Players is how many players there are.
 * @property {string[]} ties
 * @property {Standing[]} top
 * @property {number} players
 * @property {OwnRound[]} rounds Rounds are the player's games so far.
 * @property {CallLine | null} call Call is the call for a judge that waits or was answered last; null for none.
 */

/**
 * PairingView is a table of a round.
 * @typedef {object} PairingView
 * @property {string} table
 * @property {PlacedView[]} players
 * @property {string} state State is "open", "ended" or "twofold" (two results that differ). By is the judge who entered the result, else empty. Text is the end in words.
 * @property {string} by
 * @property {string} text
 */

/**
 * PlacedView is a player of a pairing.
 * @typedef {object} PlacedView
 * @property {number} id
 * @property {string} name
 * @property {string} result Result is "won", "drawn" or "lost", empty while it is open and if only the rolls count; Total what the game came to, null for nothing. Best and Hits are its best roll and its hits, null if no judge entered them.
 * @property {number | null} total
 * @property {number | null} best
 * @property {number | null} hits
 */

/**
 * RefusedLine is a message or a table that was refused.
 * @typedef {object} RefusedLine
 * @property {string} at
 * @property {string} table
 * @property {string} why
 */

/**
 * RollDetail is a roll with all that is known of it.
 * @typedef {object} RollDetail
 * @property {RollLine} roll
 * @property {DieLine[]} dice Dice are those that its table sent last. Those of Roll are of what it counts.
 * @property {string} game Game, Asked and Lines say what it was for and how it came about.
 * @property {string} asked
 * @property {string[]} lines
 * @property {string} by
 * @property {DieFaces[]} faces Faces are what its dice can show, for dice that have faces of their own.
 * @property {RollState[]} history History is every state that the table sent, oldest first, and the rulings about the roll.
 * @property {RulingLine[]} rulings
 */

/**
 * RollLine is a roll in a list.
 * @typedef {object} RollLine
 * @property {number} n N is the roll's number at the hub.
 * @property {string} called Called is what the roll is called at its table and everywhere: "roll 7", or "game 2, entry 14" after the number in the game's log.
 * @property {string} table
 * @property {string} at At is when it was, by the table's clock.
 * @property {number} round
 * @property {string} player
 * @property {number | null} total Total is what it counts; null if that is no number, isn't known, or is held.
 * @property {string} text Text says what it comes to; Dice are its dice, as far as the list has them.
 * @property {DieLine[]} dice
 * @property {boolean} counts Counts says that it is in the standings. If it isn't, Why says why.
 * @property {string} why
 * @property {boolean} held
 * @property {boolean} annulled
 * @property {boolean} corrected
 * @property {string} ruled Ruled is the state of the last ruling: "", "pending", "done", "refused", "otherwise" (the table shows something else). Reason is the judge's.
 * @property {string} reason
 * @property {boolean} waits Waits says that it, or a correction of it, waits for a judge.
 */

/**
 * RollState is a roll as its table once sent it.
 * @typedef {object} RollState
 * @property {string} received
 * @property {number} rev
 * @property {string} status
 * @property {number | null} total
 * @property {string} text
 * @property {DieLine[]} dice
 * @property {string} ruling
 */

/**
 * RoundName is a round that can be asked for.
 * @typedef {object} RoundName
 * @property {number} n
 * @property {string} name
 */

/**
 * RoundView is the round that is being played, or the last one.
 * @typedef {object} RoundView
 * @property {number} n
 * @property {string} name
 * @property {string} begun
 * @property {string} ends Ends is when time is up. If the round is paused, Left is how much was left, s.
 * @property {boolean} paused
 * @property {number} left
 * @property {boolean} over
 */

/**
 * RulingLine is a ruling in the list.
 * @typedef {object} RulingLine
 * @property {string} id
 * @property {string} at
 * @property {number} roll Roll is the roll's number at the hub, Called what it is called at its table.
 * @property {string} called
 * @property {string} table
 * @property {string} do
 * @property {string} judge
 * @property {string} reason
 * @property {number | null} total Total is what the judge said that the roll counts until the table has answered; null if the judge didn't say it.
 * @property {string} state State is "here", "pending", "done", "refused", "otherwise" or "waits": the roll waits for a judge once more. Why is the table's reason, or why it waits.
 * @property {string} why
 */

/**
 * SheetLine is one code.
 * @typedef {object} SheetLine
 * @property {string} name Name is the player's or the table's. Code opens the own page, at Address, "/me#" and the code.
 * @property {number} id
 * @property {string} code
 * @property {string} url
 */

/**
 * SheetView is what is printed: a code for each player or table.
 * @typedef {object} SheetView
 * @property {string} address Address is how phones call the hub.
 * @property {string} warning Warning is a sentence if phones can't reach that address; else it is empty.
 * @property {string} event
 * @property {SheetLine[]} sheets
 */

/**
 * Standing is where a player stands.
 * @typedef {object} Standing
 * @property {number} id ID is the player's number in the contest, 0 for a player who doesn't take part in it.
 * @property {number} place
 * @property {string} player
 * @property {number} rolls
 * @property {number} total
 * @property {number | null} best Best is the highest roll; null before the first with a total.
 * @property {number} games
 * @property {number} wins
 * @property {number} losses
 * @property {number} draws
 * @property {number} hits Hits is how many dice showed enough. Points are those of the contest. Opponents is the sum of all opponents' points, Beaten that of the beaten opponents and half of that of those drawn with. Byes is how many rounds had no opponent. Out says that the player gave up.
 * @property {number} points
 * @property {number} opponents
 * @property {number} beaten
 * @property {number} byes
 * @property {boolean} out
 */

/**
 * Statistics are how often the event's dice showed each of their faces, and what can be said of that.
 * @typedef {object} Statistics
 * @property {DieStatistics[]} dice Dice are the dice by name; Total is how many single dice were rolled.
 * @property {number} total
 * @property {number} typed Typed is how many dice no camera saw, Virtual how many are of virtual tables; both count only dice that were not asked for. Unknown is how many dice have faces that the hub wasn't told: their table's program is older.
 * @property {number} virtual
 * @property {number} unknown
 * @property {string[]} players Players, Tables and Rounds are the names that somebody may ask for.
 * @property {string[]} tables
 * @property {RoundName[]} rounds
 * @property {string} words Words say how the dice were judged.
 */

/**
 * TableView is one table.
 * @typedef {object} TableView
 * @property {string} name
 * @property {boolean} online Online says that it was heard of in the last seconds. Seen is when that was.
 * @property {string} seen
 * @property {number} rolls
 * @property {RollLine | null} last Last is its newest roll; null before the first.
 * @property {string} playing Playing is what is played there.
 * @property {string} camera Camera is the state of its eye, Looks what that looks at, Problem a sentence; empty if all is well.
 * @property {string} looks
 * @property {string} problem
 * @property {boolean} good Good says that dice can be read from the picture. Light is what spoils the picture.
 * @property {string[]} light
 * @property {number} dice Dice is how many dice its camera saw, Doubts how many of them a person had to look at.
 * @property {number} doubts
 * @property {number} waiting Waiting is how many throws nobody has answered for, Behind how many messages the hub doesn't have yet.
 * @property {number} behind
 * @property {number} clock_off ClockOff is how many seconds its clock is ahead of the hub's.
 * @property {string} trouble Trouble is a sentence about what the hub refused of it; empty if there is nothing.
 * @property {string} program
 * @property {string[]} players Players are those who play there in the round that holds. Ended is how their game ended, empty while it goes on.
 * @property {string} ended
 * @property {boolean} calls Calls says that a judge is wanted there.
 */

/**
 * 
 * @typedef {object} Verdict
 * @property {string} judgement
 * @property {number} rolls
 * @property {number} needed
 * @property {number} tested
 * @property {number} chi_squared
 * @property {number} freedom
 * @property {number} p
 * @property {number} limit
 * @property {string} text
 */

/**
 * View is all that a screen of the hub shows, or what has changed of it.
 * @typedef {object} View
 * @property {number} version Version grows with every change. Whole says that everything is here; else only what has changed since the view before.
 * @property {boolean} whole
 * @property {string} page Page is the content hash of the pages.
 * @property {string} event
 * @property {string} now Now is the hub's clock, RFC 3339 with milliseconds.
 * @property {string} role Role is what this screen may do, Name whose it is.
 * @property {string} name
 * @property {string} trouble Trouble is a sentence about the hub itself; empty when all is well.
 * @property {string[]} come Come says how tables connect, line by line, to paste into a shell. Judges get it until the first table comes.
 * @property {string} certificate Certificate is a sentence about the last days of the hub's certificate; empty before them.
 * @property {TableView[]} tables
 * @property {Standing[]} standings Standings are those of the event, Current those of the round; null if they have not changed.
 * @property {Standing[]} current
 * @property {number} players Players is how many there are. The standings here end with the first 200.
 * @property {RoundView | null} round
 * @property {ContestView} contest Contest is who takes part and plays whom, in short.
 * @property {GreatLine[]} great Great are the newest rolls that everybody in the hall may want to hear of, newest first; null if they have not changed.
 * @property {Counts} counts Counts are sums over the event.
 * @property {Desk | null} desk Desk is for judges: the newest rulings, and what was refused; null for others.
 */

/**
 * WaitingLine is a roll, a result or a correction that waits for a judge.
 * @typedef {object} WaitingLine
 * @property {number} roll Roll is the roll's number at the hub, 0 for a result; Result names a result. Called is what the roll is called at its table, empty for a result.
 * @property {string} called
 * @property {string} result
 * @property {string} table
 * @property {string} at At is when the roll was made, by the table's clock; empty for a result.
 * @property {number} round
 * @property {string} player
 * @property {string} text Text says the result. Counts says what it counts until a judge has decided, empty for nothing.
 * @property {string} counts
 * @property {string} why
 * @property {number} beyond Beyond is how far its total lies beyond what its dice come to, which a judge may allow for this table; else 0.
 * @property {number} rolls Rolls is for how many rolls the line stands, 0 for a result: rolls of one game and round that wait for the same reason are one line, and Roll is the newest of them. Others are the newest of the rest.
 * @property {WaitingRoll[]} others
 * @property {string} of Of names the game or the count of the table, of which it is; empty from older programs. The desk shows a result below the rolls of its game that wait for the same reason.
 * @property {boolean} follows Follows says that what follows of its game may count by itself, if a judge says so.
 */

/**
 * WaitingRoll is a roll that waits in one line with others.
 * @typedef {object} WaitingRoll
 * @property {number} roll
 * @property {string} called
 * @property {string} at
 * @property {string} player
 * @property {string} text
 * @property {string} counts
 */

export {};
