package companion

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"astragal/companion/dicecount"
	"astragal/companion/evidence"
	"astragal/companion/protocol"
	"astragal/companion/sheet"
	"astragal/engine"
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

// RollHead is the head of a sheet of rolls. For a spreadsheet that is set to this machine's clock there is a column more.
func RollHead(local bool) []string {
	head := []string{"roll", "time", "player", "dice", "result", "how", "corrected"}
	if local {
		head = append(head, "local time")
	}
	return head
}

// RollRow is a roll as a line of a sheet.
func RollRow(r protocol.RollView, local bool) []string {
	total, corrected := "", "no"
	if r.Total != nil {
		total = strconv.Itoa(*r.Total)
	}
	if r.Corrected {
		corrected = "yes"
	}
	row := []string{strconv.Itoa(r.N), r.Throw.At, PlainCell(r.Seat), PlainCell(engine.WriteDice(r.Dice)), total, PlainCell(r.Text), corrected}
	if local {
		row = append(row, sheet.Local(r.Throw.At))
	}
	return row
}
