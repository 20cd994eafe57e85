// Made from the Go structs by `go test ./companion -run Types -update`. Do not edit.

/**
 * Act is what a screen asks the table to do. Do says what; which other fields count depends on it.
 * @typedef {object} Act
 * @property {string | undefined} [id] ID comes back with the reply.
 * @property {string | undefined} [once] Once is a mark that the sender gives to this act only. If an act comes again with its mark, it is not done again: the reply is the one to the first.
 * @property {string} do
 * @property {number | undefined} [throw] Throw and Rev say which throw is meant and which revision of it the screen showed; Die is the die's n.
 * @property {number | undefined} [rev]
 * @property {number | undefined} [die]
 * @property {number | null | undefined} [value] Value and Shape are what the die shows and is; At is where a missed die lies, px.
 * @property {string | undefined} [shape]
 * @property {[number, number] | undefined} [at]
 * @property {TypedDie[] | undefined} [dice] Dice is a roll typed by hand.
 * @property {string | undefined} [question] Question is the id of the rules' question that Chosen answers.
 * @property {string[] | undefined} [chosen]
 * @property {number | undefined} [seat] Seat is the one whose turn it is, from 1; 0 for nobody's.
 * @property {CountSettings | null | undefined} [count] Count is the way of counting and who plays.
 * @property {string | undefined} [reason] Reason is what a judge is called for.
 * @property {string | undefined} [source] Source is what to look at.
 * @property {number | undefined} [game] Game is a game of the table; 0 for the count.
 * @property {string | undefined} [as] As and Face say which die of the game a die on the tray is, and which of its faces is up (from 0).
 * @property {number | null | undefined} [face]
 * @property {Answer | null | undefined} [answer] Answer answers a question of the game, or replaces Entry's answer.
 * @property {string | undefined} [way] Way is the id of one of the question's ways. It replaces Answer's Chosen, and answers the questions that follow too.
 * @property {ShownDie[] | undefined} [shown] Shown are dice of a roll with the faces that are up.
 * @property {string[] | undefined} [colors] Colors are names of colours as the game gives them to its dice.
 * @property {DyedDie[] | undefined} [dyes] Dyes say of which colour dice on the tray are.
 * @property {number | undefined} [entry] Entry is the entry of the game's log that is meant, Proposal what a seat agrees to or objects to.
 * @property {number | undefined} [proposal]
 */

/**
 * Again says which dice are rolled a second time. Each is rolled again once at most.
 * @typedef {object} Again
 * @property {number[] | undefined} [values] Values are faces that must be rolled again whenever they show.
 * @property {boolean | undefined} [chosen] Chosen: the player may choose dice to roll again.
 */

/**
 * Allot asks to spread Points over Rows.
 * @typedef {object} Allot
 * @property {number} points
 * @property {Row[]} rows
 * @property {boolean | undefined} [some] Some: points may be left over. Otherwise all must be spent.
 */

/**
 * Amount is how many dice there are of a shape.
 * @typedef {object} Amount
 * @property {string} shape
 * @property {number} n
 */

/**
 * Answer is what somebody answers. Which field counts depends on the
 * question's kind.
 * @typedef {object} Answer
 * @property {string} to To is the question's ID.
 * @property {number | undefined} [seat] Seat answers. If several seats may, the answer counts for this one.
 * @property {Thrown[] | undefined} [dice] Dice answer a Roll.
 * @property {string[] | undefined} [chosen] Chosen holds the ids of options: a Pick's in any order, an Arrange's first to last, a Declare's one, and a Roll's one of Else.
 * @property {number[] | undefined} [points] Points answer an Allot: one number for each row, in the order of the rows.
 * @property {string | undefined} [by] By says who or what gave the answer ("camera", "Ann's phone"), for the record. No rule reads it.
 */

/**
 * Army is an army that somebody keeps for another evening: the dice of a force, in the form of its rulebook's pages.
 * @typedef {object} Army
 * @property {number} id ID is the table's number for it; 0 for one that is not kept yet.
 * @property {string} rulebook Rulebook is the id of the kind of game that it is for.
 * @property {string} name
 * @property {any} force Force is in the rulebook's own form.
 */

/**
 * Arrange asks to put all Items in order, first to last.
 * @typedef {object} Arrange
 * @property {Option[]} items
 */

/**
 * AskersView says how other programs and pages elsewhere ask for rolls. Only screens that may answer get it.
 * @typedef {object} AskersView
 * @property {string[]} addresses Addresses are where the table is reached; the first is the best one for a page elsewhere.
 * @property {string} key Key is a key for asking for rolls; it allows nothing else.
 * @property {AskingPage[]} pages Pages are the pages that may ask. Refused are the newest that asked and may not.
 * @property {string[]} refused
 */

/**
 * AskingPage is a page elsewhere that may ask for rolls.
 * @typedef {object} AskingPage
 * @property {string} origin Origin is its scheme://host[:port].
 * @property {boolean} named Named says that the settings name it, so that only they can forbid it.
 */

/**
 * ChoiceView is one value that a die may show.
 * @typedef {object} ChoiceView
 * @property {number} value
 * @property {number} confidence Confidence is 0 for values that the camera did not think of.
 */

/**
 * CompareCell is what a rule did in one edition.
 * @typedef {object} CompareCell
 * @property {number} by By is the change. Lines explain it.
 * @property {Line[]} lines
 */

/**
 * CompareRow is what one rule did to the number in each edition that counted the roll.
 * @typedef {object} CompareRow
 * @property {string} rule
 * @property {string} name
 * @property {CompareCell[]} cells Cells are in the order of the editions. A cell is empty if its edition counted nothing.
 * @property {boolean} differs Differs: the editions that counted the roll don't all have the same change.
 */

/**
 * Compared is the roll under one edition.
 * @typedef {object} Compared
 * @property {string} edition
 * @property {string} title
 * @property {string[]} unknown Unknown lists what the edition has no rules for, each with the reason. If there is any, the edition counts nothing.
 * @property {Question | null | undefined} [asks] Asks is the question that waits for an answer; nil once the roll is counted.
 * @property {string} result Result is the whole in words. Facts are what was told, with the lines of each sum.
 * @property {Fact[]} facts
 */

/**
 * Comparison is one roll counted by every edition that knows its dice.
 * @typedef {object} Comparison
 * @property {string} roll
 * @property {Compared[]} editions
 * @property {CompareRow[]} rows Rows show what made the numbers: one row for each rule, with its change in each edition.
 * @property {string[]} why Why says in sentences where the editions differ.
 */

/**
 * CountSettings are the way of counting and who plays.
 * @typedef {object} CountSettings
 * @property {Player[]} players
 * @property {Settings} rules
 * @property {boolean | undefined} [zero] Zero begins the totals at 0. Otherwise totals go on from the counts before with the same rules.
 */

/**
 * CountView is how things stand.
 * @typedef {object} CountView
 * @property {CountSettings} settings
 * @property {string} words Words say the way of counting, and the preset if one is in use.
 * @property {number} preset Preset is the number of the preset in use, from 1; 0 for none.
 * @property {string} asks Asks says which dice to throw, if the way of counting wants certain ones; else it is empty.
 * @property {SeatView[]} seats
 * @property {SeatView[]} teams
 * @property {boolean} over Over says that the count has ended: nothing is counted until another one begins.
 * @property {string} question Question is the id of the question for the next roll; empty if there is none. "skip" and "end" answer it too.
 */

/**
 * Declare asks for one of Options.
 * @typedef {object} Declare
 * @property {Option[]} options
 */

/**
 * DeviceView is a device that was let in.
 * @typedef {object} DeviceView
 * @property {string} name Name stands for the device in requests; it is no key.
 * @property {string} right Right says what it may do: "answers", "plays" (answers for a seat) or "looks on". It is empty if the device came before the list was kept.
 * @property {string} came Came is when it was let in (RFC 3339); empty if it came before the list was kept. Seen is when it was last here since the table's start; empty if it wasn't.
 * @property {string} seen
 * @property {string} from From says what it is ("iPhone, Safari"), Address where it came from; both may be empty.
 * @property {string} address
 * @property {number} open Open is how many pages it has open.
 * @property {boolean} you You says that it is the device that asks.
 */

/**
 * DevicesView lists the devices that were let in, the last to come first.
 * @typedef {object} DevicesView
 * @property {DeviceView[]} devices
 */

/**
 * Die is a die of a game's header: the thing itself with all its faces, so
 * that a log is understood without any catalogue. Its JSON is that of a die
 * definition.
 * @typedef {object} Die
 * @property {string} id ID tells this die from every other of the game ("ann-oak-2").
 * @property {string | undefined} [kind] Kind is the definition's name; equal for dice that are the same.
 * @property {string} shape
 * @property {number | null | undefined} [size_mm]
 * @property {string[] | undefined} [colors]
 * @property {string | undefined} [race]
 * @property {Face[]} faces
 */

/**
 * DieStatistics are the counts of one die, or of all dice of one look.
 * @typedef {object} DieStatistics
 * @property {string} die
 * @property {number} rolls
 * @property {FaceCount[]} faces
 * @property {number} read Read is how many were read by the camera alone, Confirmed how many a person vouched for, Typed how many a person said. They are kept apart because a fair die looks uneven if the camera misreads it.
 * @property {number} confirmed
 * @property {number} typed
 * @property {Verdict} verdict Verdict is what can be said of the die. Untested says why nothing can be said, however many rolls there are.
 * @property {string | undefined} [untested]
 */

/**
 * DieView is one die of a throw.
 * @typedef {object} DieView
 * @property {number} n N is the die's number in its throw; it never changes.
 * @property {string} shape
 * @property {number | null} value Value is what it counts as; null if that isn't known.
 * @property {boolean} asks Asks says that somebody must say what it shows.
 * @property {string} why
 * @property {boolean} strange Strange says that it asks, and that the camera sees neither pips nor a number on it.
 * @property {string} how
 * @property {number} confidence Confidence is how sure the camera was of what it read, 0 to 1.
 * @property {ChoiceView[]} choices Choices are what it may show, likeliest first. They have at least every value of its shape.
 * @property {OwnFace[]} own Own are faces of the owner's dice that it may show, if dice are counted.
 * @property {[number, number][]} outline Outline and Box are px of the throw's picture; empty for dice that no camera saw.
 * @property {[number, number, number, number]} box
 * @property {string[]} colors
 * @property {string} crop Crop is the address of its picture; empty if none is kept.
 * @property {boolean} lying Lying says that it was on the tray at the last look.
 * @property {string} as As is the die of the game that it was taken for, and Shows what it shows as that die. At a table that only counts, As is empty, and Shows is the picture that a die of the owner's shows, if it shows one.
 * @property {string} shows
 */

/**
 * Dispute is a roll that was changed after it had been counted.
 * @typedef {object} Dispute
 * @property {string} game Game is the game's title, empty if dice were only counted. Entry is the roll's entry in its log.
 * @property {number} entry
 * @property {string} asked Asked is what the roll was for. Player is who rolled.
 * @property {string} player
 * @property {string} at At is when it was counted, Changed when it was last changed, RFC 3339; empty if not known.
 * @property {string} changed
 * @property {string} by By says who or what changed it.
 * @property {DisputedDie[]} dice Dice are all dice of the roll, including those that were not changed.
 */

/**
 * DisputedDie is a die of a roll that was changed.
 * @typedef {object} DisputedDie
 * @property {string} id
 * @property {string} was Was is what was counted first, Is what counts in the end; each is empty if the roll lacked the die then.
 * @property {string} is
 * @property {boolean} other Other says that Was and Is differ.
 * @property {string} how How says how the first result was known, Confidence how sure the camera was of it, 0 to 1.
 * @property {number} confidence
 * @property {string} crop Crop is the address of its picture; empty if no camera saw it.
 */

/**
 * DisputesView is the answer of /api/disputes.
 * @typedef {object} DisputesView
 * @property {Dispute[]} disputes
 */

/**
 * Divergence is the first place where this program plays a log differently than the program that wrote it. The game
 * stops there until somebody calls Accept or Undo.
 * @typedef {object} Divergence
 * @property {number} entry Entry is the first one that comes out differently; 0 if newer rules played the log, so that nobody knows what this program doesn't.
 * @property {string} why Why is a sentence for people.
 * @property {Fact[] | undefined} [was] Was is what was told after the entry when it was written. Now is what this program tells there.
 * @property {Fact[] | undefined} [now]
 */

/**
 * DyeView is a colour of the table's dice as it was shown.
 * @typedef {object} DyeView
 * @property {string} color Color is its name in the game, Looks what the camera calls it.
 * @property {string[]} looks
 * @property {number[]} rgb RGB is what it looks like, 0 to 255; empty if it wasn't measured. Crop is a picture of such a die.
 * @property {string} crop
 */

/**
 * DyedDie says of which colour, by its name in the game, a die on the tray is; Die is its n.
 * @typedef {object} DyedDie
 * @property {number} die
 * @property {string} color
 */

/**
 * EditionView is what the army builder wants to know of an edition, with the dice that it has rules for.
 * @typedef {object} EditionView
 * @property {string} id
 * @property {string} title
 * @property {string} book
 * @property {number[]} sizes Sizes are suggested force sizes; Size is the usual one, Fixed says that there is no other.
 * @property {number} size
 * @property {boolean} fixed
 * @property {number} least Least and Most bound the players.
 * @property {number} most
 * @property {KindOfDie[]} kinds
 * @property {SpellView[]} spells
 * @property {string[]} rolls Rolls are what one roll may be counted for; Words are the book's own names for things ("species": "race").
 * @property {string[]} refuses Refuses are sentences: which dice it has no rules for.
 * @property {Record<string, string>} words
 */

/**
 * EventLink is how a table stands with its event.
 * @typedef {object} EventLink
 * @property {string} event Event is what the event is called, Table what the table is called there.
 * @property {string} table
 * @property {string} server Server is where the hub is looked for, as nats://HOST:PORT or tls://HOST:PORT.
 * @property {boolean} connected Connected says that the hub can be reached. Behind is how many messages the hub has not confirmed. Heard is when the table last heard of it, RFC 3339, at most about a minute ago if all is well; empty before the first time.
 * @property {number} behind
 * @property {string} heard
 * @property {string} problem Problem is a sentence; empty if all is well.
 * @property {string} waits Waits says what of this table waits for a judge at the event; empty if nothing does.
 * @property {string[]} players Players are who the event sends to this table now.
 * @property {JudgeCall | null} call Call is the call for a judge that stands, or else the last one; null before the first.
 * @property {JudgeRuling[]} rulings Rulings are the last rulings that judges made on rolls of this table and that it carried out, newest first.
 */

/**
 * EyeView is what is known of the camera.
 * @typedef {object} EyeView
 * @property {string} state
 * @property {string} source
 * @property {string} problem
 * @property {Quality} quality
 * @property {boolean} virtual Virtual says that the program throws the dice, so that the page has a button for it.
 * @property {boolean} locked Locked says that exposure and white balance are held.
 * @property {string} why Why says why this source is looked at, if nobody chose it. It is empty once somebody has closed the sentence.
 * @property {File | null} file File is the photo, the clip or the picture of a folder that is looked at; null if there is none.
 * @property {string} blind Blind says why this program can't see at all, and how to get one that can; empty if it can.
 * @property {boolean} teaching Teaching says that a studio page has the tray, so that throws don't count.
 * @property {string} offered Offered says why the dice on the tray don't count by themselves; empty if none are offered.
 */

/**
 * Face is one face of a die (on a d4: the vertex that points up).
 * @typedef {object} Face
 * @property {string | undefined} [icon]
 * @property {number | undefined} [count]
 * @property {number | null | undefined} [value] Value is the printed number or the number of pips; nil where there is none.
 * @property {boolean | undefined} [id] ID marks the large picture of a unit.
 */

/**
 * FaceCount is how often a face was up.
 * @typedef {object} FaceCount
 * @property {string} face
 * @property {number} on On is on how many sides it is, Count how often it was up, Expected how often it would be up on a fair die.
 * @property {number} count
 * @property {number} expected
 */

/**
 * Fact is something that the rules tell the table.
 * @typedef {object} Fact
 * @property {string} kind
 * @property {number | undefined} [seat] Seat is the seat that the fact is about.
 * @property {number[] | undefined} [only] Only lists the seats that may know it; empty means all.
 * @property {string | undefined} [rule] Rule is the id of the rule item behind it. Cite says where that stands in the rulebook.
 * @property {string | undefined} [cite]
 * @property {string} text Text is a sentence for people ("Ann: 14 = 6 + 5 + 3 (three d6)").
 * @property {number | null | undefined} [value] Value is the number of a result; nil for facts without one.
 * @property {Line[] | undefined} [lines] Lines explain the number step by step, in order.
 * @property {Sum | null | undefined} [sum] Sum is the whole result in one line, as players say it; nil if there is none.
 */

/**
 * Fault is an entry, or a picture, that is not as it was written.
 * @typedef {object} Fault
 * @property {number} entry Entry is the entry's number. For a picture it is the entry that tells its hash.
 * @property {string} what What was done to it: "changed", "removed", "put in", "cut off", "picture changed", "picture put in".
 * @property {string} text
 */

/**
 * File is a photo, a clip or a picture of a folder that is watched.
 * @typedef {object} File
 * @property {string} kind Kind is "picture" (PictureFile) or "clip". Name is the name of the file.
 * @property {string} name
 * @property {number} n The file is picture N of the Of pictures of a folder. A single file is 1 of 1.
 * @property {number} of
 * @property {boolean} over Over says that all of it was seen. Its last picture stays until an order "again" or "next".
 * @property {number} dice Dice is how many dice lie in it, as far as it was seen. Rolls is how many throws were told since it began.
 * @property {number} rolls
 */

/**
 * ForceView says what a force costs and what is wrong with it.
 * @typedef {object} ForceView
 * @property {number} points
 * @property {number} size
 * @property {number} dragons Dragons is how many dragons it needs.
 * @property {string} why Why is what it breaks; empty when it may be played.
 */

/**
 * GameInfo is a game in a list.
 * @typedef {object} GameInfo
 * @property {number} id
 * @property {string} title
 * @property {string} rulebook
 * @property {string} kind
 * @property {string} form
 * @property {string} status
 * @property {string[]} players
 * @property {number} entries Entries is the log's length. Begun and Last are the times of its first and last entry, RFC 3339.
 * @property {string} begun
 * @property {string} last
 * @property {string} outcome Outcome says how it ended; empty while it goes on.
 * @property {boolean} tray Tray says that the dice on the tray are for this game.
 * @property {number} again Again is the lobby in which people gather to play it once more; 0 if there is none.
 * @property {boolean} single Single says that it counts one roll and is no game.
 */

/**
 * GameRoll is a roll being made: which dice, and what is known of each.
 * @typedef {object} GameRoll
 * @property {string} question
 * @property {RollDie[]} dice
 * @property {string[]} missing Missing are the dice that lie nowhere yet, by id.
 * @property {StrayDie[]} strays Strays are dice on the tray that are no part of the roll. Unnamed are dice of which each may be one of several dice of the roll.
 * @property {StrayDie[]} unnamed
 * @property {number} left Left is how many dice lie nowhere yet. That is fewer than Missing if a die on the tray is unnamed.
 * @property {string[]} doubts Doubts are sentences. While there is one, the roll doesn't count by itself.
 * @property {boolean} countable Countable says that somebody may let it count as it is.
 * @property {boolean} again Again says that the last throw brought more dice than were missing. Somebody must say whether that throw counts or the earlier ones.
 * @property {ThrowRef[]} earlier Earlier are the throws for it before the last one.
 * @property {ThrowView[]} loose Loose are the throws of a roll that takes any dice.
 * @property {number} throws Throws is how many throws it took so far.
 * @property {number} throw Throw is the last throw, to confirm or to forget; 0 if there is none. Rev is its revision.
 * @property {number} rev
 */

/**
 * GameSeat is a player at the table.
 * @typedef {object} GameSeat
 * @property {number} seat
 * @property {string} name
 * @property {string} team
 * @property {boolean} held Held says that a device sits there, Here that the device is connected. If nobody sits there, the table's screen answers.
 * @property {boolean} here
 * @property {boolean} waiting Waiting says that they are asked something.
 * @property {boolean} secret Secret says that others don't see what they are asked.
 */

/**
 * GameView is everything that a screen shows of a game, whole, as one seat may see it.
 * @typedef {object} GameView
 * @property {number} version
 * @property {string} page
 * @property {boolean} network
 * @property {string} trouble
 * @property {EyeView} eye
 * @property {GameInfo} game
 * @property {number} seat Seat is the seat as which the screen sees the game, 0 for no seat. Mine are the seats that this device holds.
 * @property {number[]} mine
 * @property {GameSeat[]} seats
 * @property {boolean} table Table says that this screen may do what belongs to the table: pause, let people sit down, take the tray. Other screens only play their seats, or look on. Own are the ids of the open questions that this screen may answer.
 * @property {string[]} own
 * @property {PlayView} play Play is the game as the seat may see it: questions, trail, state.
 * @property {LogLine[]} log Log is the newest part of the log, newest first. Older is how many lines are not in it.
 * @property {number} older
 * @property {GameRoll | null} roll Roll is the roll that the tray is for; null if none is asked for.
 * @property {ThrowView | null} tray Tray is the throw that lies on the tray.
 * @property {ProposalView | null} ask Ask is what some seats must agree to; null if there is nothing.
 * @property {string[]} showing Showing are the colours of dice that somebody is about to show, by their names in the game: the next throw is no roll. It is empty if nobody is. Shown is the throw that shows them, 0 before it. Dyes are the colours that were shown.
 * @property {number} shown
 * @property {DyeView[]} dyes
 * @property {string} told Told is a sentence about something that didn't count; empty if there is nothing.
 * @property {EventLink | null} link Link is how the table stands with its event; null if it is at none.
 */

/**
 * JudgeCall is a call for a judge of the event.
 * @typedef {object} JudgeCall
 * @property {string} at At is when it was made, RFC 3339.
 * @property {string} reason
 * @property {boolean} heard Heard says that the hub has it. Taker is the judge who is on the way, empty if nobody is.
 * @property {string} taker
 * @property {boolean} over Over says that the call has ended. If a judge settled it, Answer is what the judge said. If the table took it back, Answer and Taker are empty.
 * @property {string} answer
 */

/**
 * JudgeRuling is what a judge of the event ruled on a roll of the table.
 * @typedef {object} JudgeRuling
 * @property {string} at At is when the table carried it out, RFC 3339.
 * @property {number} throw Throw is the throw that the roll began with; 0 for a roll of a game. Game is the game's title; empty for a roll of none.
 * @property {string} game
 * @property {string} rolled Rolled is when it was rolled, RFC 3339; empty if that isn't known any more.
 * @property {string} do Do is "correct", "annul" or "restore".
 * @property {string} judge
 * @property {string} reason
 */

/**
 * KindOfDie is a die of the catalogue.
 * @typedef {object} KindOfDie
 * @property {string} id
 * @property {string} name
 * @property {string} race
 * @property {string} class
 * @property {string} kind Kind is unit, dragonkin, drake, wyrm, major_terrain, minor_terrain, equipment, artifact, medallion or relic.
 * @property {string} size
 * @property {number} health Health and Points are what the die has and costs; 0 where it has none.
 * @property {number} points
 * @property {string[]} elements
 * @property {string[]} colors
 * @property {string} shape
 * @property {boolean} home Home says that it is a terrain that may be a home terrain.
 * @property {Face[]} faces
 */

/**
 * KindView is a kind of game that the table hosts.
 * @typedef {object} KindView
 * @property {string} id
 * @property {string} name
 * @property {string} form
 * @property {number} least
 * @property {number} most
 */

/**
 * Line is one step of a sum: what it did, by how much, why, and where that
 * stands.
 * @typedef {object} Line
 * @property {string | undefined} [rule]
 * @property {string | undefined} [cite]
 * @property {string} text
 * @property {number | null | undefined} [before] Before and After are the number before and after the step; nil if the step changes no number.
 * @property {number | null | undefined} [after]
 * @property {string[] | undefined} [dice] Dice are the ids of the dice that the step is about.
 */

/**
 * LobbyAct is what a screen asks of a game that is about to begin. Do says what; which other fields count depends on it.
 * @typedef {object} LobbyAct
 * @property {string} do
 * @property {number | undefined} [seat] Seat is from 1.
 * @property {string | undefined} [name] Name is a player's.
 * @property {any | undefined} [force] Force is what a seat brings; null for nothing.
 * @property {string | undefined} [rulebook] Rulebook, Title and Setup are the rules.
 * @property {string | undefined} [title]
 * @property {any | undefined} [setup]
 */

/**
 * LobbyInfo is a game that is about to begin, as a list shows it.
 * @typedef {object} LobbyInfo
 * @property {number} lobby
 * @property {string} title
 * @property {string} kind
 * @property {string[]} players
 * @property {number} ready
 */

/**
 * LobbySeat is a player before the game begins.
 * @typedef {object} LobbySeat
 * @property {number} seat
 * @property {string} name
 * @property {string} team
 * @property {boolean} held Held says that a device chooses for it, Here that the device is connected, Mine that it is this device.
 * @property {boolean} here
 * @property {boolean} mine
 * @property {boolean} own Own says that this screen chooses what it brings.
 * @property {boolean} has Has says that something was chosen, Ready that nothing is left to do here.
 * @property {boolean} ready
 * @property {any} force Force is what it brings, and Why what is wrong with it. Both are only for the screen that chooses.
 * @property {string} why
 */

/**
 * LobbyView is a game before it begins, as one screen may see it: who plays, and who is ready. Only the screen that chooses what a player brings sees
 * it.
 * @typedef {object} LobbyView
 * @property {number} lobby
 * @property {number} rev Rev counts its changes: a view with a smaller one is older.
 * @property {string} page Page and Network are as in the view of the table.
 * @property {boolean} network
 * @property {string} rulebook Rulebook is the id of a kind of game, Kind its name and Form the page's form for it.
 * @property {string} kind
 * @property {string} form
 * @property {string} title
 * @property {number} least Least and Most bound the players.
 * @property {number} most
 * @property {any} setup Setup is what all have agreed on, in the rulebook's own form.
 * @property {boolean} brings Brings says that each player brings something of their own, such as an army.
 * @property {LobbySeat[]} seats
 * @property {boolean} may May says that this screen may change the rules, begin, and choose for seats that nobody holds. Plays says that it may take a seat.
 * @property {boolean} plays
 * @property {string} waits Waits is a sentence that says why the game can't begin yet; empty if it can.
 * @property {number} game Game is the game that was begun; 0 before. Closed says that the lobby was closed without a game.
 * @property {boolean} closed
 */

/**
 * LogLine is an entry of a game's log in plain sentences. A line of kind "seat" is no entry: it says that a seat was taken over, and its number is that
 * of the entry before it.
 * @typedef {object} LogLine
 * @property {number} n
 * @property {string} at
 * @property {string} kind
 * @property {number} seat
 * @property {string} who
 * @property {string[]} part Part names the part of the game in which it was asked, the widest first; empty if that isn't known.
 * @property {string} asked Asked and Answer are the question and what was answered, in words.
 * @property {string} answer
 * @property {string[]} told Told is what comes of it. Gone is what came of it and doesn't hold any more.
 * @property {string[]} gone
 * @property {string} was For a correction, Was is what was answered before, and Changed are sentences about what it changed at once.
 * @property {string[]} changed
 * @property {string} by
 * @property {number} of Of is the entry that it changes or takes back.
 * @property {boolean} stands Stands says that it is in effect, Amended that another entry replaced it, Hidden that this screen may not see it yet.
 * @property {boolean} amended
 * @property {boolean} hidden
 * @property {boolean} idle Idle says that the game doesn't use it: the game waits for an answer before it, or doesn't ask for it any more. Kept says that the game went back past it and it stayed. Can says that this screen may change it.
 * @property {boolean} kept
 * @property {boolean} can
 * @property {boolean} roll Roll says that it is dice, which can be corrected one by one.
 */

/**
 * LogVerdict is what a check of a table's file found.
 * @typedef {object} LogVerdict
 * @property {number} entries Entries is how many entries the log has. First and Last are when the first and the last of them were written.
 * @property {Time | undefined} [first]
 * @property {Time | undefined} [last]
 * @property {number | undefined} [sealed] Sealed is the number of the last entry that is older than the chain, which was sealed at SealedAt. Nobody can say what happened to these entries before that. It is 0 if the log is chained from its first entry.
 * @property {Time | undefined} [sealed_at]
 * @property {string} head Head is the link of the last entry, in hexadecimal.
 * @property {number} pictures Pictures is how many pictures of dice are kept and are as they were. Unsealed is how many are older than the sealing of pictures: nothing can be said of them.
 * @property {number | undefined} [pictures_unsealed]
 * @property {Fault | null} fault Fault is the first thing that is not as it was written; null if there is none.
 */

/**
 * Message is what the table sends to a screen. docs/api.md describes it.
 * @typedef {object} Message
 * @property {string} type Type says what the message is. "view", "game" and "lobby" are the table, a game, or a game that is about to begin. "beat" says that nothing is new. "done" and "refused" say what became of an act.
 * @property {string | undefined} [id] ID is the act's own, sent back.
 * @property {string | undefined} [run] Run changes with each start of the program. The program knows no marks of acts from before its start.
 * @property {string | undefined} [now] Now is the table's clock, RFC 3339 with milliseconds. Beats have it. The first beat comes right after the first view.
 * @property {boolean} may_answer MayAnswer says whether this screen may answer or only looks on.
 * @property {number | undefined} [version] Version is the version of the view that shows what was done.
 * @property {View | undefined} [view] View is a View. A refusal has it only if the act came too late.
 * @property {GameView | undefined} [game] Game is a GameView, for a screen that shows a game.
 * @property {LobbyView | undefined} [lobby] Lobby is a LobbyView, for a screen that shows a game that is about to begin.
 * @property {string | undefined} [code] Code and Why say why something was refused: a word for programs, a sentence for people.
 * @property {string | undefined} [why]
 */

/**
 * NewGame is what a screen says to begin a game.
 * @typedef {object} NewGame
 * @property {string} rulebook Rulebook is the id of one of the kinds that the table hosts.
 * @property {string | undefined} [title]
 * @property {Player[] | undefined} [players]
 * @property {any | undefined} [setup] Setup is in the rulebook's own form: edition, forces, way of counting.
 */

/**
 * NewLobby is what a screen says to gather players for a game.
 * @typedef {object} NewLobby
 * @property {string | undefined} [rulebook] Rulebook is the id of one of the kinds that the table hosts; empty for the first.
 * @property {string | undefined} [title]
 * @property {Player[] | undefined} [players]
 * @property {any | undefined} [setup]
 * @property {number | undefined} [again] Again is a game that is played once more: its devices have their seats again. It is 0 if there is none.
 */

/**
 * Option is something that can be chosen.
 * @typedef {object} Option
 * @property {string} id
 * @property {string} text
 * @property {number | undefined} [weight] Weight is what the option counts against a Pick's limit (health), 0 or more.
 * @property {string | undefined} [die] Die is the id of the die that the option is about, for a screen that shows dice.
 * @property {string[] | undefined} [on] On are the things on the board that the option stands for, by the ids that the state gives them. A screen lights them, and a tap there chooses the option. If it is empty, the option stands for its Die, if it has one.
 * @property {string | undefined} [note] Note tells people what the choice costs and what it leaves.
 * @property {string | undefined} [icon] Icon is what a screen may draw beside the text, if the ID doesn't say it: an action, an element.
 */

/**
 * Outcome is how a game ended.
 * @typedef {object} Outcome
 * @property {number[] | undefined} [winners] Winners is empty where nobody won (a draw, a count).
 * @property {string} text
 */

/**
 * OverlayDie is a die of a game's last roll with the face that is up.
 * @typedef {object} OverlayDie
 * @property {string} id
 * @property {string} kind
 * @property {string} shape
 * @property {string[]} colors
 * @property {Face} face
 */

/**
 * OverlayShown is what was counted, as it stood at one moment.
 * @typedef {object} OverlayShown
 * @property {CountView} count Count is how things stand at a table that counts. Rolls are its newest rolls, newest first. Asks is what its rules ask.
 * @property {RollView[]} rolls
 * @property {Question[]} asks
 * @property {GameView | null} game Game is the game that has the tray, as everybody may see it; null if dice are counted.
 * @property {OverlayDie[]} dice Dice are the dice of the game's last roll, By says whose roll it was, Corrected that it was changed since.
 * @property {string} by
 * @property {boolean} corrected
 * @property {Fact | null} result Result is the newest number of a game to which this roll led; null if the rules have told none.
 * @property {string[]} told Told are sentences that the rules told since this roll, oldest first.
 * @property {number} roll Roll identifies the last roll: its entry in the game's log, or its throw; 0 before the first.
 * @property {number} throw Throw is the throw of the last roll; 0 if no camera saw one.
 */

/**
 * OverlayView is all that a stream's overlay shows. It shows at once what goes on over the tray. It shows what was counted only after that has stood
 * for as long as the overlay holds back.
 * @typedef {object} OverlayView
 * @property {string} page Page is the content hash of the pages. An overlay that runs other pages loads itself again.
 * @property {string} table Table is the table's name; empty if it has none.
 * @property {string} state State is what goes on over the tray. Problem says why nothing can be seen; empty if all is well.
 * @property {string} problem
 * @property {boolean} held Held says that something was counted and waits for its time.
 * @property {OverlayShown | null} shown Shown is what was counted; null if nothing may be shown yet.
 */

/**
 * OwnFace is a face of a die of the owner's: the die's id and name, the face from 0, and what it shows.
 * @typedef {object} OwnFace
 * @property {string} die
 * @property {string} name
 * @property {number} face
 * @property {string} shows
 */

/**
 * Parts says what the options that aren't chosen must still allow, so that a screen can keep to it from the start.
 * The rules look at a division only when it is whole. If it isn't allowed, they ask again. So an answer that leaves
 * too much is legal here, and Parts is no part of the question's ID.
 * @typedef {object} Parts
 * @property {number} more More is how many further parts (1 or 2) are made of what is left. Each may be at most the Pick's Limit.
 * @property {string[]} of Of are the options of which each part needs at least one.
 * @property {string} text Text says it for people.
 */

/**
 * PhoneMessage is what the table tells a phone that is to be its camera.
 * @typedef {object} PhoneMessage
 * @property {string} type Type is one of these: "ready" (connected), "beat" (nothing is new), "go" (the phone is the camera), "next" (send a picture), "state" (State and Problem are the table's), "refused" (a picture or a wish was refused; Why says why), "stopped" (the phone isn't the camera any more; Why says why).
 * @property {string | undefined} [why]
 * @property {string | undefined} [state]
 * @property {string | undefined} [problem]
 * @property {string[] | undefined} [words] Words say what spoils the picture.
 */

/**
 * PhoneWish is what a phone tells the table beside pictures. Do is "start" (a person wants it to be
 * the camera), "resume" (it was the camera and has come back) or "stop".
 * @typedef {object} PhoneWish
 * @property {string} do
 */

/**
 * Pick asks for Min to Max of the options.
 * @typedef {object} Pick
 * @property {Option[]} options
 * @property {number} min
 * @property {number} max
 * @property {number | null | undefined} [limit] Limit is the greatest sum of weights allowed; nil for none.
 * @property {boolean | undefined} [most] Most: the sum of weights must be the greatest that is possible within Limit ("as much as possible but never more"). It needs a Limit.
 * @property {Parts | null | undefined} [parts] Parts says that the options are divided into parts, and that this answer is the first part.
 */

/**
 * View is what one seat may see of a game. It becomes JSON for a screen.
 * @typedef {object} PlayView
 * @property {number} seat
 * @property {string} rulebook
 * @property {string | undefined} [title]
 * @property {Player[]} players
 * @property {number} entries Entries is the log's length. Of two views, the one with more entries is newer.
 * @property {Question[]} pending Pending are the open questions that the seat may see, whoever answers them.
 * @property {number[]} waiting Waiting are the seats that the game waits for.
 * @property {Fact[]} trail Trail are the latest facts, oldest first. Told is how many facts there are in all.
 * @property {number} told
 * @property {any | undefined} [state] State is what the rulebook shows of the game; each rulebook has its own type.
 * @property {Outcome | null | undefined} [outcome]
 * @property {Divergence | null | undefined} [diverged]
 * @property {string | undefined} [problem] Problem says what went wrong in the rules; empty if nothing did.
 */

/**
 * Player is a person or a team with a seat.
 * @typedef {object} Player
 * @property {string} name
 * @property {string | undefined} [team] Team is the name of the side that the player belongs to; empty where there are none.
 */

/**
 * Preset is dice notation with a name.
 * @typedef {object} Preset
 * @property {string} name
 * @property {string} notation
 * @property {string | undefined} [player] Player is the name of the player whose preset it is. If it is empty, it is everybody's.
 */

/**
 * ProposalView is a proposal as screens show it.
 * @typedef {object} ProposalView
 * @property {number} id
 * @property {number} entry
 * @property {string} text
 * @property {string} why Why says why others must agree.
 * @property {number[]} open Open are the seats that have not agreed yet.
 * @property {boolean} asks Asks says that this screen is the one that asks for a seat, so it agrees for nobody.
 */

/**
 * Quality is the live meter of the picture. Good says that nothing is wrong. Otherwise Words say what is wrong and
 * where ("too dark", "glare at the upper left", "out of focus", "too far away: 3 px per mm", "tilted", TooFlat).
 * @typedef {object} Quality
 * @property {boolean} good
 * @property {string[]} words
 * @property {number | undefined} [px_per_mm]
 */

/**
 * Question is one thing that the rules ask of somebody.
 * @typedef {object} Question
 * @property {string} id ID is a digest of Key, kind, seats and options. It is unique within a game: a second press of the same button can't answer the next question.
 * @property {string} key Key names the moment in the game ("roll 4"); the engine adds "#2" when a rulebook uses a key again.
 * @property {number[] | undefined} [seats] Seats may answer; one answer is enough. If it is empty, Everyone answers, without a seat.
 * @property {string} text Text is the question for people. Aside stands beside it: only the seats that are asked ever read it.
 * @property {string | undefined} [aside]
 * @property {string | undefined} [rule] Rule is the id of the rule item that asks. Cite says where that stands in the rulebook.
 * @property {string | undefined} [cite]
 * @property {string[] | undefined} [about] About are the things on the board that the question is about, like an Option's On. Counts says what weights, points and dice count here, in the plural ("damage", "health"). Part names the part of the game in which it is asked, the widest first ("Turn 3, Ann", "First march"). These three are no part of the ID.
 * @property {string | undefined} [counts]
 * @property {string[] | undefined} [part]
 * @property {boolean | undefined} [secret] Secret: until all questions asked at the same time are answered, only the seats that are asked see the question.
 * @property {boolean | undefined} [hold] Hold: others don't see the answer even then, until the rules call Reveal. It is no part of the ID.
 * @property {string} kind
 * @property {Roll | null | undefined} [roll] Exactly the one that Kind names is set.
 * @property {Pick | null | undefined} [pick]
 * @property {Allot | null | undefined} [allot]
 * @property {Arrange | null | undefined} [arrange]
 * @property {Declare | null | undefined} [declare]
 * @property {Way[] | undefined} [ways] Ways are answers to this question together with those that follow. They are no part of the ID.
 * @property {Answer | null | undefined} [before] Before is the answer that was given before an amendment changed the question. It is shown and doesn't count.
 * @property {Thrown[] | undefined} [kept] Kept are dice that were rolled for this question before it changed. They stay as they lie: only the others are thrown.
 */

/**
 * ReferenceView is what an edition of Dragon Dice, or Vera Discordia, has rules for, each told in a few sentences of our
 * own words.
 * @typedef {object} ReferenceView
 * @property {string} edition
 * @property {string} book
 * @property {Record<string, string>} words Words are the book's own names for things ("species abilities": "racial abilities").
 * @property {RuleView[]} rules
 */

/**
 * RequestDie is a die of a request.
 * @typedef {object} RequestDie
 * @property {string} id ID names it in its roll, Shape is what was asked for.
 * @property {string} shape
 * @property {number | null} value Value is what it shows; null if that isn't known yet. Shows is the same as it is printed on the die: a coin's heads, a dF's plus.
 * @property {string} shows
 * @property {string} how How says how that is known. Confidence is how sure the camera was, 0 to 1; 0 if no camera saw it.
 * @property {number} confidence
 * @property {string} crop Crop is the address of its picture; empty if no camera saw it.
 * @property {RequestDie[] | undefined} [of] Of are the two dice of a d100, the one with tens first; none for other dice.
 */

/**
 * RequestView is a request and what came of it.
 * @typedef {object} RequestView
 * @property {number} request
 * @property {string} ref
 * @property {string} for
 * @property {string} from
 * @property {string} player
 * @property {string} state State says how it stands. Rev grows with every answer and every correction.
 * @property {number} rev
 * @property {string} roll Roll is the roll's id in messages about it; empty until it is rolled.
 * @property {string} at At is when it was rolled, RFC 3339; empty until then.
 * @property {RequestDie[]} dice
 * @property {number | null} total Total is the sum of what the dice show, Text the sum with its terms. They are null and empty until it is rolled.
 * @property {string} text
 * @property {boolean} corrected Corrected says that somebody changed it after it was rolled.
 * @property {string[]} doubts Doubts are sentences that say what somebody at the table must look at before it counts.
 * @property {RequestDie[]} strays Strays are dice that lie there and that nobody asked for.
 * @property {string} mark Mark changes with anything that this view says.
 */

/**
 * Roll asks for dice. If Dice is given, it wants exactly these. Otherwise it wants Min to Max dice of Shapes.
 * @typedef {object} Roll
 * @property {string} purpose Purpose is the rulebook's word for the roll ("melee", "count").
 * @property {Die[] | undefined} [dice] Dice are the dice to roll, with their faces: what a camera is to expect.
 * @property {number | undefined} [min] Min and Max bound how many dice are thrown if Dice is empty.
 * @property {number | undefined} [max]
 * @property {string[] | undefined} [shapes] Shapes are the shapes allowed if Dice is empty; no shapes means that all are allowed.
 * @property {Amount[] | undefined} [exactly] Exactly says how many dice of each shape are thrown if Dice is empty; if it is empty too, that is left open. Two d10 can stand for one d100.
 * @property {boolean | undefined} [unread] Unread allows dice that nobody has read yet. The rulebook then asks about them.
 * @property {Option[] | undefined} [else] Else are things that may be declared instead of rolling ("finish").
 * @property {Thrown[] | undefined} [lying] Lying is what the dice that are to be rolled again show now. It is meant for a screen.
 * @property {number[][] | undefined} [worth] Worth is how much each face of each of Dice adds to what the question Counts, before any rule changes that. A screen makes a running sum of it. A die without faces of its own has one number for each value from 0 on.
 */

/**
 * RollDie is one die of a roll.
 * @typedef {object} RollDie
 * @property {string} id
 * @property {Thrown | null} shows Shows is what it shows; null if nobody knows.
 * @property {number} throw Throw and N are where it lies on the tray; 0 if no camera saw it. Rev is that throw's revision.
 * @property {number} n
 * @property {number} rev
 * @property {string} crop
 * @property {boolean} kept Kept says that it was rolled before and stays as it lies.
 * @property {string} why Why says why somebody must look at it; empty if nobody needs to.
 * @property {number[]} likely Likely are the faces that it may show, likeliest first.
 */

/**
 * RollLuck is a roll of a game beside what fair dice would have shown.
 * @typedef {object} RollLuck
 * @property {number} entry
 * @property {number} seat
 * @property {string} counts what the roll was for, as the rules call it: "melee"
 * @property {number} got Got is what the faces counted by themselves, Fair what fair dice count on average, Spread the variance of what fair dice count.
 * @property {number} fair
 * @property {number} spread
 */

/**
 * RollView is a counted roll.
 * @typedef {object} RollView
 * @property {number} n N counts the rolls of the evening from 1, including those that were taken out: a roll keeps its number for good.
 * @property {ThrowView} throw Throw is the throw to correct it by.
 * @property {string} seat
 * @property {ThrowView[]} again Again are the throws in which dice of it were rolled again.
 * @property {Thrown[]} dice Dice are its dice, after any were rolled again.
 * @property {number | null} total Total is what it counts; null if faces are counted, or if something is open.
 * @property {string} text Text is the result with its sum, Lines how it came about step by step.
 * @property {Line[]} lines
 * @property {boolean} corrected Corrected says that a person changed it after it was counted.
 */

/**
 * Row is one line that points can be put on, Min to Max of them.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} text
 * @property {number | undefined} [min]
 * @property {number} max
 * @property {string[] | undefined} [on] On are the things on the board that the row stands for, like an Option's.
 */

/**
 * RuleView is a rule item for people to read.
 * @typedef {object} RuleView
 * @property {string} id ID is what questions, facts and lines name as their rule.
 * @property {string} name
 * @property {string} kind Kind is sai, spell, species, icon, eighth, minor, dragon, dragon icon, breath, item, champion, force, magic, roll, end or step; of Vera Discordia phase step, order, attack step, check, terrain, ability, general or victory.
 * @property {string} page Page is where the book states it.
 * @property {string} says Says is what it does.
 * @property {string} open Open is what the book leaves open of it; empty for nothing.
 * @property {string} details Details are a spell's color, cost and who casts it from where; empty for other things.
 */

/**
 * Said is an answer to a question that isn't asked yet.
 * @typedef {object} Said
 * @property {string} key Key is the question's key as the rules give it, without the number that the engine adds to a repeated key.
 * @property {string[] | undefined} [chosen]
 */

/**
 * SeatView is where a player or a team stands.
 * @typedef {object} SeatView
 * @property {number} seat Seat is 0 for a team, and for a table without players.
 * @property {string} name
 * @property {string} team
 * @property {number | null} total
 * @property {number} rolls
 * @property {string} faces Faces are how often each face lay up, as words; empty if there is a total.
 * @property {boolean} up Up says that the next roll is theirs.
 */

/**
 * Settings say how to count. The zero value adds all dice up.
 * @typedef {object} Settings
 * @property {string | undefined} [mode]
 * @property {number | undefined} [target] Target is a Pool's threshold. A die succeeds if it shows Target or more; with Below, Target or less.
 * @property {boolean | undefined} [below]
 * @property {number | null | undefined} [double] Double is a value that makes two successes in a Pool; nil if there is none.
 * @property {number | undefined} [keep] Keep is how many dice mode Keep adds up: the highest; with Lowest, the lowest.
 * @property {boolean | undefined} [lowest]
 * @property {Again | null | undefined} [again] Again is nil if dice are rolled once.
 * @property {number | undefined} [modifier] Modifier is added to the result of every roll.
 * @property {boolean | undefined} [by_color] ByColor counts the dice of each colour (the plastic's main one) for themselves. Then the results are added up.
 * @property {string | undefined} [tens] Tens says how two ten-sided dice count if their faces don't tell. If it is empty, the session asks once.
 * @property {string | undefined} [notation] Notation is what is thrown and counted in mode Notation. If it is empty and there are Presets, the first of them counts.
 * @property {Preset[] | undefined} [presets] Presets are notations with names. People choose one before a roll.
 * @property {string | undefined} [order] Order, Rounds, Min, Max and Shapes are about a session, not about one roll.
 * @property {number | undefined} [rounds] Rounds is how often everybody rolls before the count ends by itself; 0 means that somebody ends it.
 * @property {number | undefined} [min] Min and Max bound the number of dice in a roll; 0 means 1 and engine.MostDice.
 * @property {number | undefined} [max]
 * @property {string[] | undefined} [shapes] Shapes are the shapes that count; empty means all.
 */

/**
 * ShownDie says which face of a die of the game is up, counted from 0. For a die without faces of its own it says the value.
 * @typedef {object} ShownDie
 * @property {string} die
 * @property {number} face
 */

/**
 * SpellView is a spell that can be in force on a roll.
 * @typedef {object} SpellView
 * @property {string} id
 * @property {string} name
 * @property {string} element
 */

/**
 * Statistics are how often each die showed each of its faces, over all evenings of a table's file.
 * @typedef {object} Statistics
 * @property {StatisticsOf} asked Asked is what was asked for.
 * @property {DieStatistics[]} dice Dice are the dice by name. Total is how many single dice were rolled. LeftOut is how many other dice of the file were not asked for.
 * @property {number} total
 * @property {number} left_out
 * @property {string[]} players Players, Games and Tables are the names that somebody may ask for. First and Last are when the first and the last of these dice were rolled, RFC 3339, empty if there are none.
 * @property {string[]} games
 * @property {string[]} tables
 * @property {string} first
 * @property {string} last
 * @property {string} words Words says how the dice were judged.
 */

/**
 * StatisticsOf says which rolls are counted: empty fields don't restrict.
 * @typedef {object} StatisticsOf
 * @property {string | undefined} [player]
 * @property {string | undefined} [game]
 * @property {string | undefined} [table]
 * @property {Time | undefined} [since] Since and Until bound the time of the rolls. Until is the first moment that doesn't count.
 * @property {Time | undefined} [until]
 * @property {boolean | undefined} [typed] If Typed is set, dice that only a person saw count too. If Virtual is set, dice of the virtual table count too.
 * @property {boolean | undefined} [virtual]
 */

/**
 * StrayDie is a die on the tray that is tied to no die of the roll.
 * @typedef {object} StrayDie
 * @property {number} throw
 * @property {number} rev
 * @property {number} n
 * @property {string} shape
 * @property {string} crop
 */

/**
 * Sum is a result in one line: "7 melee − 4 saves = 3 damage".
 * @typedef {object} Sum
 * @property {Term[]} terms
 * @property {Term} makes Makes is the result of the terms.
 */

/**
 * Term is a number of a Sum.
 * @typedef {object} Term
 * @property {string | undefined} [op] Op joins the term to the one before it ("−", "against"); empty for the first.
 * @property {number | null | undefined} [n] N is the number and Of says what is counted ("saves"). If N is nil, Of says all ("no damage").
 * @property {string} of
 */

/**
 * ThrowRef is a throw and its revision.
 * @typedef {object} ThrowRef
 * @property {number} throw
 * @property {number} rev
 */

/**
 * ThrowView is one throw with what the program makes of it.
 * @typedef {object} ThrowView
 * @property {number} id
 * @property {number} rev Rev grows with everything that somebody says of the throw. An act on another revision is stale.
 * @property {string} at At is when it came to rest, RFC 3339.
 * @property {string} by
 * @property {string} status
 * @property {number} width Width and Height are the picture's, px; 0 for a throw that no camera saw.
 * @property {number} height
 * @property {DieView[]} dice
 * @property {DieView[]} before Before are things that lay there before the throw, didn't move, and were no dice of an earlier throw. They aren't counted, and nobody is asked about them. The acts "fix" and "show" make one of them a die of the throw. It is empty in lists of rolls.
 * @property {string[]} problems Problems are sentences. A throw with one is counted only if a person says that all dice are marked.
 * @property {string} blocked Blocked says why a throw that is read is not counted yet; empty if nothing else is in its way.
 */

/**
 * Thrown is one die lying on the table.
 * @typedef {object} Thrown
 * @property {string} id ID is the die's identity in its roll: the id of a die of the header, or "d1", "d2" … for dice that the game doesn't know. It stays with the die when its reading is corrected.
 * @property {string | undefined} [kind] Kind names a die definition. It is empty if the die is just any die of its shape.
 * @property {string | undefined} [shape] Shape is d4, d6, d8, d10, d12 or d20, or one of those that only their faces tell: d100, d3, dF, coin. It is empty if the shape is not known. A d10 of kind "d%" is the one with tens, of kind "d10" the one without.
 * @property {string[] | undefined} [colors] Colors are the plastic's colours, the main one first.
 * @property {number | null | undefined} [face] Face counts from 0; nil where not known.
 * @property {string | undefined} [icon] Icon and Count are what an icon face shows.
 * @property {number | undefined} [count]
 * @property {number | null} value Value is the number shown. A d10's 0 is 10; a percentile die shows 0, 10 … 90. It is nil if the face has no number or it is not known.
 * @property {string} how
 * @property {number | undefined} [throw] Throw says with which of the roll's throws the die was thrown, from 0. A tray may hold fewer dice than an army has.
 */

/**
 * @typedef {object} Time
 */

/**
 * TypedDie is a die that somebody typed.
 * @typedef {object} TypedDie
 * @property {string} shape
 * @property {number} value
 */

/**
 * Verdict is what a die's rolls say.
 * @typedef {object} Verdict
 * @property {string} judgement
 * @property {number} rolls Rolls is how many there are, Needed how many the first look takes.
 * @property {number} needed
 * @property {number} tested Tested is how many rolls, from the first, the last look took; 0 if there was no look yet.
 * @property {number} chi_squared ChiSquared is the statistic of that look, Freedom its degrees of freedom. P is how often a fair die is as far off or farther. Limit is the P below which this look calls the die uneven.
 * @property {number} freedom
 * @property {number} p
 * @property {number} limit
 * @property {string} text Text says it in a sentence.
 */

/**
 * View is all that a screen shows.
 * @typedef {object} View
 * @property {number} version Version grows with every change, also across restarts of the program.
 * @property {string} page Page is the content hash of the pages. A screen that runs other pages loads itself again.
 * @property {boolean} network Network says whether other devices can reach the table, so that a QR code is useful.
 * @property {string} trouble Trouble is a sentence about something that was lost or can't be kept; empty if all is well.
 * @property {EyeView} eye
 * @property {CountView} count
 * @property {ThrowView | null} tray Tray is the throw that lies on the tray, or was the last to lie there; null before the first.
 * @property {ThrowView[]} waiting Waiting are the throws that nobody has answered for, oldest first.
 * @property {Question[]} asks Asks are the rules' own questions.
 * @property {RollView[]} rolls Rolls are the newest counted rolls, newest first. Older is how many rolls are not in it.
 * @property {number} older
 * @property {GameInfo | null} play Play is the game that the dice on the tray are for; null if they are counted.
 * @property {RequestView | null} request Request is the roll that another program asks for and that has the tray, or the one that the last throw was for; null if there is none.
 * @property {EventLink | null} link Link is how the table stands with its event; null if it is at none.
 */

/**
 * Way is an answer to this question together with answers to those that follow. A screen offers it as one tap. The
 * log has an entry for each answer, as if somebody had given them one by one.
 * @typedef {object} Way
 * @property {string} id
 * @property {string} text Text and Note are an Option's.
 * @property {string | undefined} [note]
 * @property {string[] | undefined} [on] On are the things on the board at which the way is offered, like an Option's; empty if there are none.
 * @property {string[] | undefined} [chosen] Chosen answers this question. If it is empty, the way picks nothing.
 * @property {Said[] | undefined} [then] Then are the answers that follow, in order. Each counts only if exactly its question is asked next.
 */

export {};
