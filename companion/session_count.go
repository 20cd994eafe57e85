package companion

import (
	"context"
	"errors"
	"slices"

	"astragal/companion/count"
	"astragal/companion/gather"
	"astragal/companion/journal"
	"astragal/companion/protocol"
)

// begin starts to count in another way, or with other players.
func (b *book) begin(ctx context.Context, settings protocol.CountSettings) error {
	c, err := count.New(settings)
	if err != nil {
		return protocol.Illegal("%v", err)
	}
	return b.beginWith(ctx, c, nil)
}

// beginWith writes down that a count begins, and what else is to be written with it.
func (b *book) beginWith(ctx context.Context, c *count.Count, also []journal.Note) error {
	d := c.Begins(len(b.counts))
	if err := b.write(ctx, append(b.entryNotes(d), also...), nil); err != nil {
		return errors.Join(err, d.Drop())
	}
	d.Taken()
	b.counts = append(b.counts, &tallied{Count: *c})
	if len(also) == 0 {
		b.seat = d.Entries[0].FirstSeat()
	}
	return nil
}

// renew begins the count anew if an older program began it.
func (b *book) renew(ctx context.Context) {
	c, seat := b.count(), b.seat
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

// goOn has a count that has grown long go on in a log of its own, as soon as it waits for a new roll: what is done then costs as much as
// in a fresh one, however much was counted before. Totals go on.
func (b *book) goOn(ctx context.Context) {
	n, c := b.waits()
	if len(c.counted) < b.chapter || n < len(b.counts)-1 {
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
	_ = b.beginWith(ctx, next, turn) // what can't be written the next roll tries again
}

// waits is the count that waits for an answer or a roll, and which it is: the newest, unless a correction made one ask again that had
// gone on in another log.
func (r *record) waits() (int, *tallied) {
	last := len(r.counts) - 1
	for n, c := range r.counts[:last] {
		if c.closed == nil && r.counts[n+1].On && len(c.Asks()) > 0 {
			return n, c
		}
	}
	return last, r.counts[last]
}

func (r *record) count() *tallied { return r.counts[len(r.counts)-1] }

// doTurn says whose roll the next one is.
func (b *book) doTurn(ctx context.Context, a protocol.Act) error {
	n, err := b.count().Turn(a.Seat)
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
	n, c := b.waits()
	d, err := c.Answer(n, a)
	if err != nil {
		return err
	}
	if err := b.write(ctx, b.entryNotes(d), nil); err != nil {
		return errors.Join(err, d.Drop())
	}
	d.Taken()
	b.carryAnew(n)
	b.goOn(ctx)
	return nil
}

// toThrowAgain are the dice of the count's roll that are to be rolled again; none where a new roll is waited for.
func (r *record) toThrowAgain() []string {
	_, c := r.waits()
	again, q := c.ToThrowAgain()
	var dice []string
	for _, d := range again {
		dice = append(dice, gather.OnVirtual(d))
	}
	if q.Roll == nil {
		return nil
	}
	for _, a := range q.Roll.Exactly {
		dice = append(dice, slices.Repeat(gather.OfShape(a.Shape), a.N)...)
	}
	return dice
}
