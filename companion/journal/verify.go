package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"slices"
	"time"
)

// LogVerdict is what a check of a table's file found.
type LogVerdict struct {
	// Entries is how many entries the log has. First and Last are when the first and the last of them were written.
	Entries int64     `json:"entries"`
	First   time.Time `json:"first,omitzero"`
	Last    time.Time `json:"last,omitzero"`
	// Sealed is the number of the last entry that is older than the chain, which was sealed at SealedAt. Nobody can say what happened to these entries
	// before that. It is 0 if the log is chained from its first entry.
	Sealed   int64     `json:"sealed,omitempty"`
	SealedAt time.Time `json:"sealed_at,omitzero"`
	// Head is the link of the last entry, in hexadecimal.
	Head string `json:"head"`
	// Pictures is how many pictures of dice are kept and are as they were. Unsealed is how many are older than the sealing of pictures: nothing can be
	// said of them.
	Pictures int `json:"pictures"`
	Unsealed int `json:"pictures_unsealed,omitempty"`
	// Fault is the first thing that is not as it was written; null if there is none.
	Fault *Fault `json:"fault"`
}

// Fault is an entry, or a picture, that is not as it was written.
type Fault struct {
	// Entry is the entry's number. For a picture it is the entry that tells its hash.
	Entry int64 `json:"entry"`
	// What was done to it: "changed", "removed", "put in", "cut off", "picture changed", "picture put in".
	What string `json:"what"`
	Text string `json:"text"`
}

// Known is an entry whose link somebody wrote down earlier.
type Known struct {
	Entry int64
	Head  string
}

// ErrUnchained says that the file is older than the chain.
var ErrUnchained = errors.New("its log is not chained: it was written by an older version of this program, and is chained when this one next runs the table")

// Verify checks the chain of a table's file from its first entry to its last, and the pictures that are kept. It changes nothing. The head beside the
// file must fit.
//
// If known are given, those entries must have those links too. A person who changes a file can compute its chain anew, but not so that it leads to a
// link that was written down elsewhere. The error says why the file could not be checked.
func Verify(ctx context.Context, path string, seals Seals, known ...Known) (LogVerdict, error) {
	db, err := openForReading(ctx, path)
	if err != nil {
		return LogVerdict{}, fmt.Errorf("check the table's file %s: %w", path, err)
	}
	defer func() { _ = db.Close() }()
	if e, ok := readHead(path); ok && e.seq > 0 {
		known = append(slices.Clone(known), Known{Entry: e.seq, Head: hex.EncodeToString(e.link[:])})
	}
	v, err := verify(ctx, db, seals, known)
	if err != nil {
		return LogVerdict{}, fmt.Errorf("check the table's file %s: %w", path, err)
	}
	return v, nil
}

// Verify checks the file of the running table as the function Verify does.
func (j *Journal) Verify(ctx context.Context, seals Seals) (LogVerdict, error) {
	v, err := verify(ctx, j.db, seals, nil)
	if err != nil {
		return v, fmt.Errorf("check the table's file %s: %w", j.path, err)
	}
	return v, nil
}

func openForReading(ctx context.Context, path string) (*sql.DB, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("there is no such file")
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a folder: name the file in it, table.db")
	}
	db, err := openDatabase(path)
	if err != nil {
		return nil, err
	}
	if err := ofOurs(ctx, db); err != nil {
		_ = db.Close()
		return nil, err
	}
	return db, nil
}

// openDatabase opens a file only to read it.
func openDatabase(path string) (*sql.DB, error) {
	q := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(1500)", "query_only(1)"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// ofOurs says why a file can't be checked.
func ofOurs(ctx context.Context, db *sql.DB) error {
	var version, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		if isBusy(err) {
			return errors.New("the table is running and holds it: its page /statistics checks it too; or stop the table, or check a copy")
		}
		return Explain(err)
	}
	if err := db.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'note'").Scan(&tables); err != nil {
		return Explain(err)
	}
	switch {
	case version > format:
		return fmt.Errorf("it was written by a newer version of this program (format %d, this one knows %d): update the program", version, format)
	case version == 0 || tables == 0:
		return errors.New("it is a database, but not one of this program")
	case version == 1:
		return ErrUnchained
	}
	return nil
}

// Seals is the throw of a note and the SHA-256 (hexadecimal) of its dice's pictures, in the order of the dice; empty for a die without one. For most
// notes there is nothing.
type Seals func(Note) (throw int, sums []string)

// place is a die in a throw.
type place struct{ Throw, Die int }

// checker walks along a chain.
type checker struct {
	seals Seals
	v     LogVerdict
	known map[int64][]string
	// seq and link are those of the last entry that is in order.
	seq  int64
	link Link
	// bad is the first entry that doesn't fit. It waits until the next one shows what was done to it.
	bad *chained
	// pictures are the hashes, told by the entries, of the pictures that are kept, by throw and die. throws are the throws of these, and whether an
	// entry tells hashes of them.
	pictures map[place]sealed
	kept     map[place]bool
	throws   map[int]bool
}

type chained struct {
	Note
	link []byte
}

// sealed is the hash of a picture, and the entry that tells it.
type sealed struct {
	entry int64
	sum   string
}

func verify(ctx context.Context, db *sql.DB, seals Seals, known []Known) (LogVerdict, error) {
	c := checker{seals: seals, known: map[int64][]string{}, pictures: map[place]sealed{}}
	for _, k := range known {
		c.known[k.Entry] = append(c.known[k.Entry], k.Head)
	}
	for _, look := range []func(context.Context, *sql.DB) error{c.find, c.walk, c.end, c.look} {
		if c.v.Fault != nil {
			break
		}
		if err := look(ctx, db); err != nil {
			return c.v, err
		}
	}
	c.v.Head = hex.EncodeToString(c.link[:])
	return c.v, nil
}

// find finds out which pictures are kept.
func (c *checker) find(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT throw, die FROM crop")
	if err != nil {
		return Explain(err)
	}
	defer func() { _ = rows.Close() }()
	c.kept, c.throws = map[place]bool{}, map[int]bool{}
	for rows.Next() {
		var at place
		if err := rows.Scan(&at.Throw, &at.Die); err != nil {
			return Explain(err)
		}
		c.kept[at] = true
		c.throws[at.Throw] = false
	}
	return Explain(rows.Err())
}

// walk follows the chain to its end, or to the entry after the first that doesn't fit. It reads some entries at a time, because a running table goes on
// writing.
func (c *checker) walk(ctx context.Context, db *sql.DB) error {
	for from := c.seq + 1; ; {
		batch, err := batchOf(ctx, db, "link", from, math.MaxInt64)
		if err != nil {
			return err
		}
		for _, e := range batch {
			if c.next(e); c.v.Fault != nil {
				return nil
			}
			from = e.Seq + 1
		}
		if len(batch) < readBatch {
			break
		}
	}
	if c.bad != nil {
		c.v.Fault = c.judge(*c.bad, nil)
	}
	return nil
}

// next takes the next entry of the file. If the one before doesn't fit, it tells what was done to that.
func (c *checker) next(e chained) {
	switch {
	case c.v.Fault != nil:
	case c.bad != nil:
		c.v.Fault = c.judge(*c.bad, &e)
	default:
		c.step(e)
	}
}

// step takes one entry that should follow the last one.
func (c *checker) step(e chained) {
	if e.Seq != c.seq+1 {
		c.bad = &e
		return
	}
	want := c.link.next(e.Note)
	if !bytes.Equal(e.link, want[:]) {
		c.bad = &e
		return
	}
	if slices.ContainsFunc(c.known[e.Seq], func(was string) bool { return was != hex.EncodeToString(want[:]) }) {
		c.v.Fault = &Fault{Entry: e.Seq, What: "changed", Text: fmt.Sprintf("Entry %d doesn't have the link that was written down, so it or one before it was changed, and the chain computed anew.", e.Seq)}
		c.bad = &e
		return
	}
	c.seq, c.link = e.Seq, want
	c.v.Entries++
	if c.v.Entries == 1 {
		c.v.First = e.At
	}
	c.v.Last = e.At
	c.take(e.Note)
}

// take keeps what an entry says of the chain and of pictures.
func (c *checker) take(n Note) {
	if n.Kind == KindChain {
		var b chainedNote
		if json.Unmarshal(n.Body, &b) == nil && c.v.Sealed == 0 {
			c.v.Sealed, c.v.SealedAt = b.Sealed, n.At
		}
	}
	if c.seals == nil {
		return
	}
	throw, sums := c.seals(n)
	for i, sum := range sums {
		at := place{throw, i + 1}
		if _, kept := c.throws[throw]; sum == "" || !kept {
			continue
		}
		if c.throws[throw] = true; c.kept[at] {
			c.pictures[at] = sealed{n.Seq, sum}
		}
	}
}

// judge says what was done to the first entry that doesn't fit. next is the entry after it, nil if there is none.
func (c *checker) judge(bad chained, next *chained) *Fault {
	if c.v.Fault != nil {
		return c.v.Fault
	}
	n := bad.Seq
	if n > c.seq+1 {
		return &Fault{Entry: c.seq + 1, What: "removed", Text: fmt.Sprintf("Entry %d is missing: it was removed.", c.seq+1)}
	}
	if len(bad.link) == sha256.Size && next != nil && len(next.link) == sha256.Size {
		here := Link(bad.link)
		asIs, moved := next.Note, next.Note
		moved.Seq = next.Seq + 1
		without := next.Note
		without.Seq = n
		switch Link(next.link) {
		case here.next(moved):
			return &Fault{Entry: n, What: "removed", Text: fmt.Sprintf("The entry that had the number %d was removed, and those after it were given other numbers.", n)}
		case c.link.next(without):
			return &Fault{Entry: n, What: "put in", Text: fmt.Sprintf("Entry %d was put in: the one after it followed entry %d.", n, c.seq)}
		case here.next(asIs):
			return &Fault{Entry: n, What: "changed", Text: fmt.Sprintf("Entry %d (%s, %s) was changed after it was written.", n, bad.Kind, bad.At.Format(time.RFC3339))}
		}
	}
	if len(bad.link) != sha256.Size {
		return &Fault{Entry: n, What: "put in", Text: fmt.Sprintf("Entry %d was put in: it has no link to the one before it.", n)}
	}
	if next == nil {
		return &Fault{Entry: n, What: "changed", Text: fmt.Sprintf("Entry %d, the last, was changed or put in.", n)}
	}
	return &Fault{Entry: n, What: "changed", Text: fmt.Sprintf("Entry %d was changed, or put in the place of another one.", n)}
}

// end checks whether entries are missing at the log's end.
func (c *checker) end(ctx context.Context, db *sql.DB) error {
	given, err := c.given(ctx, db)
	for err == nil && given > c.seq { // the running table may have written more
		was := c.seq
		if err = c.walk(ctx, db); err != nil || c.v.Fault != nil {
			return err
		}
		if c.seq == was {
			c.v.Fault = &Fault{Entry: c.seq + 1, What: "cut off", Text: fmt.Sprintf("The log had %d entries; those from %d on were removed.", given, c.seq+1)}
			return nil
		}
		given, err = c.given(ctx, db)
	}
	if err != nil {
		return err
	}
	for n := range c.known {
		if n > c.seq {
			c.v.Fault = &Fault{Entry: c.seq + 1, What: "cut off", Text: fmt.Sprintf("Entry %d was written down, and the log ends with entry %d.", n, c.seq)}
		}
	}
	return nil
}

// given is the highest number that an entry ever had.
func (c *checker) given(ctx context.Context, db *sql.DB) (int64, error) {
	var given sql.NullInt64
	err := db.QueryRowContext(ctx, "SELECT MAX(seq) FROM sqlite_sequence WHERE name = 'note'").Scan(&given)
	return given.Int64, Explain(err)
}

// picturesAtOnce is how many pictures are read at once.
const picturesAtOnce = 20

// look compares the pictures that are kept with the hashes that the entries tell.
func (c *checker) look(ctx context.Context, db *sql.DB) error {
	var at place
	for n := picturesAtOnce; n == picturesAtOnce && c.v.Fault == nil; {
		var err error
		if at, n, err = c.lookAfter(ctx, db, at); err != nil {
			return err
		}
	}
	return nil
}

// lookAfter compares some of the pictures after a place. It returns the last of them and how many they were.
func (c *checker) lookAfter(ctx context.Context, db *sql.DB, at place) (last place, n int, err error) {
	rows, err := db.QueryContext(ctx, "SELECT throw, die, jpeg FROM crop WHERE (throw, die) > (?, ?) ORDER BY throw, die LIMIT ?", at.Throw, at.Die, picturesAtOnce)
	if err != nil {
		return at, 0, Explain(err)
	}
	defer func() { _ = rows.Close() }()
	for ; rows.Next() && c.v.Fault == nil; n++ {
		var jpeg []byte
		if err := rows.Scan(&at.Throw, &at.Die, &jpeg); err != nil {
			return at, n, Explain(err)
		}
		if c.kept[at] { // a picture that isn't among them was added after find
			c.compare(at, jpeg)
		}
	}
	return at, n, Explain(rows.Err())
}

// compare compares a picture that is kept with the hash that an entry tells.
func (c *checker) compare(at place, jpeg []byte) {
	told, ok := c.pictures[at]
	switch {
	case !ok && !c.throws[at.Throw]:
		c.v.Unsealed++
	case !ok:
		c.v.Fault = &Fault{What: "picture put in", Text: fmt.Sprintf("The picture of die %d of throw %d was put in.", at.Die, at.Throw)}
	case SumOf(jpeg) != told.sum:
		c.v.Fault = &Fault{Entry: told.entry, What: "picture changed", Text: fmt.Sprintf("The picture of die %d of throw %d is not the one of which entry %d tells.", at.Die, at.Throw, told.entry)}
	default:
		c.v.Pictures++
	}
}

// SumOf is the SHA-256 of a picture, in hexadecimal.
func SumOf(jpeg []byte) string {
	sum := sha256.Sum256(jpeg)
	return hex.EncodeToString(sum[:])
}
