package companion

import (
	"context"
	"errors"

	"astragal/companion/count"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
)

// begin starts to count in another way, or with other players.
func (b *book) begin(ctx context.Context, settings protocol.CountSettings) error {
	c, err := count.New(settings)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	return b.beginWith(ctx, c, nil)
}

// beginWith writes down that a count begins, together with other notes.
func (b *book) beginWith(ctx context.Context, c *count.Count, also []journal.Note) error {
	d := c.Begins(len(b.Counts))
	if err := b.write(ctx, append(b.entryNotes(d), also...), nil); err != nil {
		return errors.Join(err, d.Drop())
	}
	d.Taken()
	b.Counts = append(b.Counts, &record.Tallied{Count: *c})
	if len(also) == 0 {
		b.seat = d.Entries[0].FirstSeat()
	}
	return nil
}

// renew begins the count anew if an older program began it.
func (b *book) renew(ctx context.Context) {
	c, seat := b.Newest(), b.seat
	if !c.Outdated() {
		return
	}
	settings := c.Settings
	settings.Zero = false
	err := b.begin(ctx, settings)
	if err == nil && seat != b.seat {
		err = b.doTurn(ctx, protocol.Act{Seat: seat})
	}
	if err != nil {
		b.log.Warn("begin the count of an older program anew", "err", err)
	}
}

// goOn begins a new log for a count that has grown long, once the count waits for a new roll. An act then costs as much as in a fresh count, however
// much was counted before. Totals go on.
func (b *book) goOn(ctx context.Context) {
	n, c := b.Waits()
	if len(c.Counted) < b.chapter || n < len(b.Counts)-1 {
		return
	}
	next, ok := c.Next()
	if !ok {
		return
	}
	var turn []journal.Note
	if b.seat != min(1, len(next.Settings.Players)) {
		turn = []journal.Note{b.note(count.KindTurn, count.Turn{Seat: b.seat})}
	}
	_ = b.beginWith(ctx, next, turn) // if it can't be written, the next roll tries again
}

// doTurn gives the next roll to a seat.
func (b *book) doTurn(ctx context.Context, a protocol.Act) error {
	n, err := b.Newest().Turn(a.Seat)
	if err != nil {
		return err
	}
	if err := b.write(ctx, []journal.Note{b.note(count.KindTurn, n)}, nil); err != nil {
		return err
	}
	b.seat = n.Seat
	return nil
}

// doAnswer answers a question of the rules themselves.
func (b *book) doAnswer(ctx context.Context, a protocol.Act) error {
	n, c := b.Waits()
	d, err := c.Answer(n, a)
	if err != nil {
		return err
	}
	if err := b.write(ctx, b.entryNotes(d), nil); err != nil {
		return errors.Join(err, d.Drop())
	}
	d.Taken()
	b.CarryAnew(n)
	b.goOn(ctx)
	return nil
}
