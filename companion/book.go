package companion

import (
	"log/slog"
	"time"

	"astragal/companion/event/report"
	"astragal/companion/journal"
	"astragal/companion/record"
	"astragal/companion/trouble"
)

// book is what was thrown and counted, and the notes of it: it decides what becomes of a throw in a count, writes that down, and has counts that
// are done with leave the memory. The table's lock guards it.
type book struct {
	record.Record
	journal *journal.Journal
	log     *slog.Logger
	now     func() time.Time
	trouble *trouble.Told
	events  *report.Reporter
	seat    int
	// chapter is how many rolls a count has when it goes on in a log of its own.
	chapter int
	// ledger are the notes of what is in memory, oldest first, for the chapters that it will be.
	ledger []record.Claim
	// offersTo is the number up to which notes about dice that lay there are done with.
	offersTo int64
}
