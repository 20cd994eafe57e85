package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// digest sums up what matters to the rules and leaves words out. So a sentence can be improved, and old logs still
// count as played the same.
type digest struct {
	hash hash.Hash
	buf  []byte
}

func newDigest() *digest { return &digest{hash: sha256.New()} }

func (d *digest) text(s string) {
	d.number(len(s))
	d.buf = append(d.buf, s...)
}

func (d *digest) number(n int) { d.buf = binary.AppendVarint(d.buf, int64(n)) }

func (d *digest) maybe(n *int) {
	if n == nil {
		d.flag(false)
		return
	}
	d.flag(true)
	d.number(*n)
}

func (d *digest) flag(b bool) {
	if b {
		d.buf = append(d.buf, 1)
		return
	}
	d.buf = append(d.buf, 0)
}

func (d *digest) texts(list []string) {
	d.number(len(list))
	for _, s := range list {
		d.text(s)
	}
}

func (d *digest) seats(list []Seat) {
	d.number(len(list))
	for _, s := range list {
		d.number(int(s))
	}
}

func (d *digest) flush() {
	d.hash.Write(d.buf)
	d.buf = d.buf[:0]
}

// sum is the digest of everything so far, in 16 hex digits.
func (d *digest) sum() string {
	d.flush()
	var out [sha256.Size]byte
	return hex.EncodeToString(d.hash.Sum(out[:0])[:8])
}

func (d *digest) options(list []Option) {
	d.number(len(list))
	for _, o := range list {
		d.text(o.ID)
		d.number(o.Weight)
	}
}

func (d *digest) answer(a Answer) {
	d.text(a.To)
	d.number(int(a.Seat))
	d.number(len(a.Dice))
	for _, t := range a.Dice {
		d.thrown(t)
	}
	d.texts(a.Chosen)
	d.number(len(a.Points))
	for _, p := range a.Points {
		d.number(p)
	}
}

func (d *digest) thrown(t Thrown) {
	d.text(t.ID)
	d.text(t.Kind)
	d.text(t.Shape)
	d.texts(t.Colors)
	d.maybe(t.Face)
	d.text(t.Icon)
	d.number(t.Count)
	d.maybe(t.Value)
	d.flag(t.Known())
}

func (d *digest) fact(f Fact) {
	d.text(string(f.Kind))
	d.number(int(f.Seat))
	d.seats(f.Only)
	d.text(f.Rule)
	d.maybe(f.Value)
	d.number(len(f.Lines))
	for _, l := range f.Lines {
		d.text(l.Rule)
		d.maybe(l.Before)
		d.maybe(l.After)
		d.texts(l.Dice)
	}
}

// identify gives q its ID.
func identify(q Question) string {
	d := newDigest()
	d.text(q.Key)
	d.text(string(q.Kind))
	d.seats(q.Seats)
	d.flag(q.Secret)
	q.form().digest(d)
	return d.sum()
}
