package protocol

// Who is a screen: which device it is, and whether it may answer at this table. A device has a
// name once it came by the QR code or sat down; the table's own machine may answer without one.
type Who struct {
	Device string
	// May: it may answer at the table. Plays: it came by the code of a seat and may answer for the
	// seats that it holds, and do nothing else. Looks: it may look on.
	May, Plays, Looks bool
	// From says what it is ("iPhone, Safari"); empty where that isn't known.
	From string
}
