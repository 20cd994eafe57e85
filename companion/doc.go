// Package companion holds one table's evening: who sits there, what was thrown,
// what was asked and answered. Session is the table; Journal is its file, on disk
// before anything is acknowledged; Server shows the table to every screen and takes
// their answers. It looks through a vision.Eye and counts with a rulebook of the
// engine; it reads no pixels and knows no rule.
package companion
