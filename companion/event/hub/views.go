package hub

// View is all that a screen of the hub shows, or what has changed of it.
type View struct {
	// Version grows with every change. Whole says that everything is here; else only what has changed since the view before.
	Version int64 `json:"version"`
	Whole   bool  `json:"whole"`
	// Page is the content hash of the pages.
	Page  string `json:"page"`
	Event string `json:"event"`
	// Now is the hub's clock, RFC 3339 with milliseconds.
	Now string `json:"now"`
	// Role is what this screen may do, Name whose it is.
	Role string `json:"role"`
	Name string `json:"name"`
	// Trouble is a sentence about the hub itself; empty when all is well.
	Trouble string `json:"trouble"`
	// Come says how tables connect, line by line, to paste into a shell. Judges get it until the first table comes.
	Come []string `json:"come"`
	// Certificate is a sentence about the last days of the hub's certificate; empty before them.
	Certificate string      `json:"certificate"`
	Tables      []TableView `json:"tables"`
	// Standings are those of the event, Current those of the round; null if they have not changed.
	Standings []Standing `json:"standings"`
	Current   []Standing `json:"current"`
	// Players is how many there are. The standings here end with the first 200.
	Players int        `json:"players"`
	Round   *RoundView `json:"round"`
	// Contest is who takes part and plays whom, in short.
	Contest ContestView `json:"contest"`
	// Great are the newest rolls that everybody in the hall may want to hear of, newest first; null if they have not changed.
	Great []GreatLine `json:"great"`
	// Counts are sums over the event.
	Counts Counts `json:"counts"`
	// Desk is for judges: the newest rulings, and what was refused; null for others.
	Desk *Desk `json:"desk"`
}

// Counts are sums over the event.
type Counts struct {
	Tables      int `json:"tables"`
	Online      int `json:"online"`
	Rolls       int `json:"rolls"`
	Corrections int `json:"corrections"`
	// Held is how many rolls a judge holds, Pending how many rulings a table has not answered.
	Held    int `json:"held"`
	Pending int `json:"pending"`
	Refused int `json:"refused"`
	// Waiting is how many rolls and results wait for a judge, Calls how many tables have called one.
	Waiting int `json:"waiting"`
	Calls   int `json:"calls"`
}

// TableView is one table.
type TableView struct {
	Name string `json:"name"`
	// Online says that it was heard of in the last seconds. Seen is when that was.
	Online bool   `json:"online"`
	Seen   string `json:"seen"`
	Rolls  int    `json:"rolls"`
	// Last is its newest roll; null before the first.
	Last *RollLine `json:"last"`
	// Playing is what is played there.
	Playing string `json:"playing"`
	// Camera is the state of its eye, Looks what that looks at, Problem a sentence; empty if all is well.
	Camera  string `json:"camera"`
	Looks   string `json:"looks"`
	Problem string `json:"problem"`
	// Good says that dice can be read from the picture. Light is what spoils the picture.
	Good  bool     `json:"good"`
	Light []string `json:"light"`
	// Dice is how many dice its camera saw, Doubts how many of them a person had to look at.
	Dice   int `json:"dice"`
	Doubts int `json:"doubts"`
	// Waiting is how many throws nobody has answered for, Behind how many messages the hub doesn't have yet.
	Waiting int   `json:"waiting"`
	Behind  int64 `json:"behind"`
	// ClockOff is how many seconds its clock is ahead of the hub's.
	ClockOff int `json:"clock_off"`
	// Trouble is a sentence about what the hub refused of it; empty if there is nothing.
	Trouble string `json:"trouble"`
	Program string `json:"program"`
	// Players are those who play there in the round that holds. Ended is how their game ended, empty while it goes on.
	Players []string `json:"players"`
	Ended   string   `json:"ended"`
	// Calls says that a judge is wanted there.
	Calls bool `json:"calls"`
}

// RollLine is a roll in a list.
type RollLine struct {
	// N is the roll's number at the hub.
	N int64 `json:"n"`
	// Called is what the roll is called at its table and everywhere: "roll 7", or "game 2, entry 14" after the number in the game's log.
	Called string `json:"called"`
	Table  string `json:"table"`
	// At is when it was, by the table's clock.
	At     string `json:"at"`
	Round  int    `json:"round"`
	Player string `json:"player"`
	// Total is what it counts; null if that is no number, isn't known, or is held.
	Total *int `json:"total"`
	// Text says what it comes to; Dice are its dice, as far as the list has them.
	Text string    `json:"text"`
	Dice []DieLine `json:"dice"`
	// Counts says that it is in the standings. If it isn't, Why says why.
	Counts    bool   `json:"counts"`
	Why       string `json:"why"`
	Held      bool   `json:"held"`
	Annulled  bool   `json:"annulled"`
	Corrected bool   `json:"corrected"`
	// Ruled is the state of the last ruling: "", "pending", "done", "refused", "otherwise" (the table shows something else). Reason is the judge's.
	Ruled  string `json:"ruled"`
	Reason string `json:"reason"`
	// Waits says that it, or a correction of it, waits for a judge.
	Waits bool `json:"waits"`
}

// DieLine is a die of a roll.
type DieLine struct {
	ID         string   `json:"id"`
	Shape      string   `json:"shape"`
	Value      *int     `json:"value"`
	Shows      string   `json:"shows"`
	Face       *int     `json:"face"`
	How        string   `json:"how"`
	Confidence float64  `json:"confidence"`
	Colors     []string `json:"colors"`
	// Seen says that the table has a picture of it.
	Seen bool `json:"seen"`
}

// Standing is where a player stands.
type Standing struct {
	// ID is the player's number in the contest, 0 for a player who doesn't take part in it.
	ID     int    `json:"id"`
	Place  int    `json:"place"`
	Player string `json:"player"`
	Rolls  int    `json:"rolls"`
	Total  int    `json:"total"`
	// Best is the highest roll; null before the first with a total.
	Best   *int `json:"best"`
	Games  int  `json:"games"`
	Wins   int  `json:"wins"`
	Losses int  `json:"losses"`
	Draws  int  `json:"draws"`
	// Hits is how many dice showed enough. Points are those of the contest. Opponents is the sum of all opponents' points, Beaten that of the beaten
	// opponents and half of that of those drawn with. Byes is how many rounds had no opponent. Out says that the player gave up.
	Hits      int     `json:"hits"`
	Points    int     `json:"points"`
	Opponents int     `json:"opponents"`
	Beaten    float64 `json:"beaten"`
	Byes      int     `json:"byes"`
	Out       bool    `json:"out"`
}

// RoundView is the round that is being played, or the last one.
type RoundView struct {
	N     int    `json:"n"`
	Name  string `json:"name"`
	Begun string `json:"begun"`
	// Ends is when time is up. If the round is paused, Left is how much was left, s.
	Ends   string `json:"ends"`
	Paused bool   `json:"paused"`
	Left   int    `json:"left"`
	Over   bool   `json:"over"`
}

// Desk is what only judges see.
type Desk struct {
	Rulings []RulingLine  `json:"rulings"`
	Held    []RollLine    `json:"held"`
	Refused []RefusedLine `json:"refused"`
	// Waiting is what waits for a judge, the newest; Players are those who are checked in.
	Waiting []WaitingLine `json:"waiting"`
	Players []CheckedIn   `json:"players"`
	// Following are the games of which what follows counts by itself.
	Following []FollowLine `json:"following"`
	// Calls are those for a judge: those that wait, the longest first, and then the newest that are settled.
	Calls []CallLine `json:"calls"`
}

// WaitingLine is a roll, a result or a correction that waits for a judge.
type WaitingLine struct {
	// Roll is the roll's number at the hub, 0 for a result; Result names a result. Called is what the roll is called at its table, empty for a result.
	Roll   int64  `json:"roll"`
	Called string `json:"called"`
	Result string `json:"result"`
	Table  string `json:"table"`
	// At is when the roll was made, by the table's clock; empty for a result.
	At     string `json:"at"`
	Round  int    `json:"round"`
	Player string `json:"player"`
	// Text says the result. Counts says what it counts until a judge has decided, empty for nothing.
	Text   string `json:"text"`
	Counts string `json:"counts"`
	Why    string `json:"why"`
	// Beyond is how far its total lies beyond what its dice come to, which a judge may allow for this table; else 0.
	Beyond int `json:"beyond"`
	// Rolls is for how many rolls the line stands, 0 for a result: rolls of one game and round that wait for the same reason are one line, and Roll is the
	// newest of them. Others are the newest of the rest.
	Rolls  int           `json:"rolls"`
	Others []WaitingRoll `json:"others"`
	// Of names the game or the count of the table, of which it is; empty from older programs. The desk shows a result below the rolls of its game that wait
	// for the same reason.
	Of string `json:"of"`
	// Follows says that what follows of its game may count by itself, if a judge says so.
	Follows bool `json:"follows"`
}

// WaitingRoll is a roll that waits in one line with others.
type WaitingRoll struct {
	Roll   int64  `json:"roll"`
	Called string `json:"called"`
	At     string `json:"at"`
	Player string `json:"player"`
	Text   string `json:"text"`
	Counts string `json:"counts"`
}

// CheckedIn are the players of a table.
type CheckedIn struct {
	Table   string   `json:"table"`
	Players []string `json:"players"`
}

// RulingLine is a ruling in the list.
type RulingLine struct {
	ID string `json:"id"`
	At string `json:"at"`
	// Roll is the roll's number at the hub, Called what it is called at its table.
	Roll   int64  `json:"roll"`
	Called string `json:"called"`
	Table  string `json:"table"`
	Do     string `json:"do"`
	Judge  string `json:"judge"`
	Reason string `json:"reason"`
	// Total is what the judge said that the roll counts until the table has answered; null if the judge didn't say it.
	Total *int `json:"total"`
	// State is "here", "pending", "done", "refused", "otherwise" or "waits": the roll waits for a judge once more. Why is the table's reason, or why it waits.
	State string `json:"state"`
	Why   string `json:"why"`
}

// RefusedLine is a message or a table that was refused.
type RefusedLine struct {
	At    string `json:"at"`
	Table string `json:"table"`
	Why   string `json:"why"`
}

// RollDetail is a roll with all that is known of it.
type RollDetail struct {
	Roll RollLine `json:"roll"`
	// Dice are those that its table sent last. Those of Roll are of what it counts.
	Dice []DieLine `json:"dice"`
	// Game, Asked and Lines say what it was for and how it came about.
	Game  string   `json:"game"`
	Asked string   `json:"asked"`
	Lines []string `json:"lines"`
	By    string   `json:"by"`
	// Faces are what its dice can show, for dice that have faces of their own.
	Faces []DieFaces `json:"faces"`
	// History is every state that the table sent, oldest first, and the rulings about the roll.
	History []RollState  `json:"history"`
	Rulings []RulingLine `json:"rulings"`
}

// DieFaces are what the faces of a die of a roll show, in words and in their order.
type DieFaces struct {
	ID    string   `json:"id"`
	Shows []string `json:"shows"`
}

// RollState is a roll as its table once sent it.
type RollState struct {
	Received string    `json:"received"`
	Rev      int       `json:"rev"`
	Status   string    `json:"status"`
	Total    *int      `json:"total"`
	Text     string    `json:"text"`
	Dice     []DieLine `json:"dice"`
	Ruling   string    `json:"ruling"`
}
