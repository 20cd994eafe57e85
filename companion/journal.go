package companion

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"astragal/companion/event/outbox"
	"astragal/companion/journal"
)

// What a table writes down lies in companion/journal; these are its words as the session uses them.
type (
	Journal       = journal.Journal
	JournalLimits = journal.Limits
	Note          = journal.Note
	Crop          = journal.Crop
	LogVerdict    = journal.LogVerdict
)

// ErrHeld means that another program has the file, or its folder, open.
var ErrHeld = journal.ErrHeld

// ErrFull means that the disk has no room: nothing was written and nothing was counted.
var ErrFull = journal.ErrFull

// OpenJournal opens a table's file or makes it.
func OpenJournal(ctx context.Context, path string, limits JournalLimits) (*Journal, error) {
	return journal.Open(ctx, path, limits)
}

// VerifyJournal checks the chain of a table's file from its first entry to its last, and the pictures
// that are kept.
func VerifyJournal(ctx context.Context, path string, known ...journal.Known) (journal.LogVerdict, error) {
	return journal.Verify(ctx, path, sealsOf, known...)
}

// sealsOf are the hashes of the pictures that a throw's note tells.
func sealsOf(n Note) (id int, sums []string) {
	var b throwNote
	if n.Kind != noteThrow || json.Unmarshal(n.Body, &b) != nil {
		return 0, nil
	}
	return b.ID, b.Crops
}

// newSource is a name by which an event tells tables' files apart.
func newSource() []byte {
	b := make([]byte, 12)
	_, _ = rand.Read(b) // never fails: crypto/rand ends the program first
	return []byte(hex.EncodeToString(b))
}

// OutboxOf is the table's outbox for an event, in the table's own file.
func OutboxOf(ctx context.Context, j *Journal, name string) (*outbox.Outbox, error) {
	source, err := j.Secret(ctx, "source", newSource)
	if err != nil {
		return nil, err
	}
	box, err := outbox.Open(ctx, j.Database(), name, string(source))
	if err != nil {
		return nil, fmt.Errorf("read the table's file %s: %w", j.Path(), j.Explain(err))
	}
	return box, nil
}

// VerifyRunning is VerifyJournal for the file of a table that runs.
func VerifyRunning(ctx context.Context, j *Journal) (journal.LogVerdict, error) {
	return j.Verify(ctx, sealsOf)
}
