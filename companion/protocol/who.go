package protocol

// Who is a screen: which device it is, and whether it may answer at this table. A device has a name once it came by the QR code or sat down. The
// table's own machine may answer without a name.
type Who struct {
	Device string
	// May says that it may answer at the table. Plays says that it came by the code of a seat: it may answer for the seats that it holds, and do
	// nothing else. Looks says that it may look on.
	May, Plays, Looks bool
	// From says what it is ("iPhone, Safari"); empty if that isn't known.
	From string
}
