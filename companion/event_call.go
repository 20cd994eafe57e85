package companion

import (
	"context"

	"astragal/companion/event"
	"astragal/companion/event/report"
	"astragal/companion/journal"
)

// Soon holds a value if the hub is to be told at once of a call, or of a call that was taken back.
func (at Event) Soon() <-chan struct{} { return at.table.events.CallSoon() }

// Called takes in what became of a call at the hub. If the file could not be written, it returns an error, and the hub must say it again.
func (at Event) Called(ctx context.Context, st event.CallState) error {
	at.table.mu.Lock()
	defer at.table.mu.Unlock()
	changed, err := at.table.events.Called(st, func(b report.CallNote) error { return at.writeCall(ctx, b) })
	if changed {
		at.table.publish()
	}
	return err
}

// call calls a judge. The call is on disk before it returns. The hub hears of it as soon as it can be reached. The caller holds the lock.
func (at Event) call(ctx context.Context, reason string) error {
	b, err := at.table.events.NewCall(reason)
	return at.keepCall(ctx, b, err)
}

// uncall takes back the call that stands. The caller holds the lock.
func (at Event) uncall(ctx context.Context) error {
	b, err := at.table.events.CallBack()
	return at.keepCall(ctx, b, err)
}

func (at Event) keepCall(ctx context.Context, b report.CallNote, err error) error {
	if err == nil {
		err = at.writeCall(ctx, b)
	}
	if err == nil {
		at.table.events.KeepCall(b)
	}
	return err
}

func (at Event) writeCall(ctx context.Context, b report.CallNote) error {
	return at.table.book.write(ctx, []journal.Note{at.table.book.note(report.NoteCall, b)}, nil)
}
