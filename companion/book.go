package companion

import (
	"log/slog"
	"time"

	"astragal/companion/event/report"
	"astragal/companion/journal"
	"astragal/companion/record"
	"astragal/companion/trouble"
)

// book is what was thrown and counted, and the notes of it. It decides what becomes of a throw in a count, and writes that down. It also puts counts
// away that are done with. The table's lock guards it.
type book struct {
	record.Record
	journal *journal.Journal
	log     *slog.Logger
	now     func() time.Time
	trouble *trouble.Told
	events  *report.Reporter
	seat    int
	// chapter is the number of rolls after which a count goes on in a log of its own.
	chapter int
	// ledger says what the notes in memory are about, oldest first. Chapters are made from it.
	ledger []record.Claim
	// offersTo is a note's number. Notes with lower numbers about dice on the tray are done with.
	offersTo int64
}
