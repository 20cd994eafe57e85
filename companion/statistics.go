package companion

import (
	"fmt"
	"strings"
	"time"

	"astragal/companion/dicecount"
	"astragal/companion/evidence"
)

// Statistics are how often each die showed each of its faces, over all evenings of a table's file.
type Statistics = evidence.Statistics

// StatisticsOf says which rolls are counted: empty fields don't restrict.
type StatisticsOf = evidence.StatisticsOf

// DieStatistics are the counts of one die, FaceCount those of a face.
type (
	DieStatistics = dicecount.DieStatistics
	FaceCount     = dicecount.FaceCount
)

// Statistics counts the dice of the table's file.
func (s *Session) Statistics(of StatisticsOf) (Statistics, error) {
	var out Statistics
	var err error
	s.look(func(snap *Copy) { out, err = snap.Statistics(of) })
	return out, err
}

// Statistics counts the dice of the copy.
func (c *Copy) Statistics(of StatisticsOf) (Statistics, error) {
	return evidence.Count(c.Sources(), of)
}

// PlainCell keeps a spreadsheet from taking a name for a formula.
func PlainCell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// ParseDay reads a day (2026-11-22, by this machine's clock) or a moment (RFC 3339).
func ParseDay(text string) (time.Time, error) {
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, fmt.Errorf("%.40q: it must be a day like 2026-11-22 or a moment like 2026-11-22T19:30:00Z", text)
	}
	return t, nil
}
