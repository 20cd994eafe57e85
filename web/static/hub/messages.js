// Made from the Go structs by `go test ./companion/event/hub -run Types -update`. Do not edit.

/**
 * CheckedIn are the players of a table.
 * @typedef {object} CheckedIn
 * @property {string} table
 * @property {string[]} players
 */

/**
 * Counts are sums over the event.
 * @typedef {object} Counts
 * @property {number} tables
 * @property {number} online
 * @property {number} rolls
 * @property {number} corrections
 * @property {number} held Held are rolls that a judge holds, Pending rulings that a table has not answered.
 * @property {number} pending
 * @property {number} refused
 * @property {number} waiting Waiting are rolls and results that wait for a judge.
 */

/**
 * Desk is what judges see besides.
 * @typedef {object} Desk
 * @property {RulingLine[]} rulings
 * @property {RollLine[]} held
 * @property {RefusedLine[]} refused
 * @property {WaitingLine[]} waiting Waiting is what waits for a judge, the newest; Players are those who are checked in.
 * @property {CheckedIn[]} players
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
 * @property {boolean} seen Seen: the table has a picture of it.
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
 * 
 * @typedef {object} FaceCount
 * @property {string} face
 * @property {number} on
 * @property {number} count
 * @property {number} expected
 */

/**
 * OverlayMessage is what an overlay's stream sends: the whole view after each change, else a beat.
 * @typedef {object} OverlayMessage
 * @property {string} type
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
 * OverlayView is what the stream's overlay of one table shows, whole. What was rolled is shown only when it has stood for as long as the overlay holds back; a roll that a judge holds is not shown at all.
 * @typedef {object} OverlayView
 * @property {string} page Page is the content hash of the pages; an overlay that runs another one loads itself again.
 * @property {string} event
 * @property {string} table
 * @property {string} problem Problem says why what is shown may be old; empty while all is well.
 * @property {boolean} held Held: something was rolled and waits for its time.
 * @property {RoundView | null} round Round is the round's timer, null before the first. Now is the hub's clock.
 * @property {string} now
 * @property {OverlayShown | null} shown Shown is what was rolled; null while nothing may be shown yet.
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
 * @property {string} game Game, Asked and Lines say what it was for and how it came about.
 * @property {string} asked
 * @property {string[]} lines
 * @property {string} by
 * @property {RollState[]} history History is every state that the table sent, oldest first, and the rulings about it.
 * @property {RulingLine[]} rulings
 */

/**
 * RollLine is a roll in a list.
 * @typedef {object} RollLine
 * @property {number} n N is the roll's number at the hub.
 * @property {string} table
 * @property {string} at At is when it was, by the table's clock.
 * @property {number} round
 * @property {string} player
 * @property {number | null} total Total is what it counts; null where that is no number, or not known, or held.
 * @property {string} text Text says what it comes to; Dice are its dice, as far as the list has them.
 * @property {DieLine[]} dice
 * @property {boolean} counts Counts: it is in the standings. Else Why says why not.
 * @property {string} why
 * @property {boolean} held
 * @property {boolean} annulled
 * @property {boolean} corrected
 * @property {string} ruled Ruled is the state of the last ruling: "", "pending", "done", "refused", "otherwise" (the table shows something else). Reason is the judge's.
 * @property {string} reason
 * @property {boolean} waits Waits: it, or a correction of it, waits for a judge.
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
 * RoundView is the round that is played, or was the last.
 * @typedef {object} RoundView
 * @property {number} n
 * @property {string} name
 * @property {string} begun
 * @property {string} ends Ends is when time is up; while it is paused, Left is what was left, s.
 * @property {boolean} paused
 * @property {number} left
 * @property {boolean} over
 */

/**
 * RulingLine is a ruling in the list.
 * @typedef {object} RulingLine
 * @property {string} id
 * @property {string} at
 * @property {number} roll
 * @property {string} table
 * @property {string} do
 * @property {string} judge
 * @property {string} reason
 * @property {string} state State is "here", "pending", "done" or "refused"; Why is the table's reason.
 * @property {string} why
 */

/**
 * Standing is where a player stands.
 * @typedef {object} Standing
 * @property {number} place
 * @property {string} player
 * @property {number} rolls
 * @property {number} total
 * @property {number | null} best Best is the highest roll; null before the first with a total.
 * @property {number} games
 * @property {number} wins
 * @property {number} losses
 * @property {number} draws
 */

/**
 * Statistics are how often the event's dice showed each of their faces, and what can be said of that.
 * @typedef {object} Statistics
 * @property {DieStatistics[]} dice Dice are the dice by name; Total is how many single dice were rolled.
 * @property {number} total
 * @property {number} typed Typed are dice that no camera saw, Virtual are virtual tables' dice, and neither were asked for. Unknown are dice whose faces the hub wasn't told: their table's program is older.
 * @property {number} virtual
 * @property {number} unknown
 * @property {string[]} players Players, Tables and Rounds are what can be asked for.
 * @property {string[]} tables
 * @property {RoundName[]} rounds
 * @property {string} words Words say how the dice were judged.
 */

/**
 * TableView is one table.
 * @typedef {object} TableView
 * @property {string} name
 * @property {boolean} online Online: it was heard of in the last seconds; Seen is when that was.
 * @property {string} seen
 * @property {number} rolls
 * @property {RollLine | null} last Last is its newest roll; null before the first.
 * @property {string} playing Playing is what is played there.
 * @property {string} camera Camera is the state of its eye, Looks what that looks at, Problem a sentence; empty when all is well.
 * @property {string} looks
 * @property {string} problem
 * @property {boolean} good Good: the picture is fit to read dice from; Light is what spoils it.
 * @property {string[]} light
 * @property {number} dice Dice are how many dice its camera saw, Doubts how many of them a person had to look at.
 * @property {number} doubts
 * @property {number} waiting Waiting are throws that nobody has answered for, Behind messages that the hub has not yet.
 * @property {number} behind
 * @property {number} clock_off ClockOff is by how many seconds its clock is ahead of the hub's.
 * @property {string} trouble Trouble is a sentence about what the hub refused of it; empty where there is none.
 * @property {string} program
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
 * @property {number} version Version grows with every change. Whole: it is everything; else only what has changed since the view before is there.
 * @property {boolean} whole
 * @property {string} page Page is the content hash of the pages.
 * @property {string} event
 * @property {string} now Now is the hub's clock, RFC 3339 with milliseconds.
 * @property {string} role Role is what this screen may do, Name whose it is.
 * @property {string} name
 * @property {string} trouble Trouble is a sentence about the hub itself; empty when all is well.
 * @property {string[]} come Come says how tables come, line by line, to be pasted into a shell; for judges, before the first table.
 * @property {string} certificate Certificate is a sentence about the last days of the hub's certificate; empty before them.
 * @property {TableView[]} tables
 * @property {Standing[]} standings Standings are those of the event, Current those of the round; null when they have not changed.
 * @property {Standing[]} current
 * @property {number} players Players is how many there are: the standings here end with the first 200.
 * @property {RoundView | null} round
 * @property {Counts} counts Counts are sums over the event.
 * @property {Desk | null} desk Desk is for judges: the newest rulings, and what was refused; null for others.
 */

/**
 * WaitingLine is a roll, a result or a correction that waits for a judge.
 * @typedef {object} WaitingLine
 * @property {number} roll Roll is the roll's number at the hub, 0 for a result; Result names that.
 * @property {string} result
 * @property {string} table
 * @property {string} at At is when the roll was made, by the table's clock; empty for a result.
 * @property {number} round
 * @property {string} player
 * @property {string} text Text says what it comes to; Counts what it counts until a judge has decided, empty where that is nothing.
 * @property {string} counts
 * @property {string} why
 * @property {number} beyond Beyond: its total lies by so much beyond what its dice come to; a judge may allow that from now on. Else 0.
 */

export {};
