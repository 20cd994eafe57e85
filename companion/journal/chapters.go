package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"time"
)

// Chapter is what somebody worked out of entries that are done with, so that they needn't be read again. It adds nothing to the log: a chapter that is
// lost can be worked out again.
type Chapter struct {
	N    int
	Body []byte
}

// chapterTable keeps each chapter with the number and the link of the entry that was the newest when the chapter was made, and a checksum over all of
// it.
const chapterTable = "CREATE TABLE IF NOT EXISTS chapter (n INTEGER PRIMARY KEY, seq INTEGER NOT NULL, link BLOB NOT NULL, body BLOB NOT NULL, sum BLOB NOT NULL)"

func chapterSum(n int, seq int64, link, body []byte) []byte {
	h := sha256.New()
	for _, x := range []int64{int64(n), seq} {
		_ = binary.Write(h, binary.BigEndian, x) // writing to a hash can't fail
	}
	h.Write(link)
	h.Write(body)
	return h.Sum(nil)
}

// KeepChapter keeps a chapter of the log as it stands, in place of an older one with the same number. The log itself stays as it is.
func (j *Journal) KeepChapter(ctx context.Context, c Chapter) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.present(ctx); err != nil {
		return fmt.Errorf("write to the table's file: %w", err)
	}
	_, err := j.db.ExecContext(ctx, "INSERT OR REPLACE INTO chapter (n, seq, link, body, sum) VALUES (?, ?, ?, ?, ?)", c.N, j.seq, j.link[:], c.Body, chapterSum(c.N, j.seq, j.link[:], c.Body))
	if err != nil {
		return fmt.Errorf("write to the table's file: %w", j.Explain(err))
	}
	j.rest()
	return nil
}

// Chapters are the chapters that are as they were written and belong to this very log, by their numbers. bad is how many others there are.
func (j *Journal) Chapters(ctx context.Context) (good []Chapter, bad int, err error) {
	rows, err := j.db.QueryContext(ctx, "SELECT c.n, c.seq, c.link, c.body, c.sum, n.link FROM chapter c LEFT JOIN note n ON n.seq = c.seq ORDER BY c.n")
	switch {
	case err != nil && strings.Contains(err.Error(), "no such"): // an older program's file, opened to be read
		return nil, 0, nil
	case err != nil:
		return nil, 0, fmt.Errorf("read the table's file %s: %w", j.path, j.Explain(err))
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c Chapter
		var seq int64
		var link, sum, there []byte
		if err := rows.Scan(&c.N, &seq, &link, &c.Body, &sum, &there); err != nil {
			return nil, 0, fmt.Errorf("read the table's file %s: %w", j.path, j.Explain(err))
		}
		if !bytes.Equal(link, there) || !bytes.Equal(sum, chapterSum(c.N, seq, link, c.Body)) {
			bad++
			continue
		}
		good = append(good, c)
	}
	if err := rows.Err(); err != nil {
		return nil, 0, fmt.Errorf("read the table's file %s: %w", j.path, j.Explain(err))
	}
	return good, bad, nil
}

// readBatch is how many entries are read at once. A writer waits no longer than that takes.
const readBatch = 100

// Between calls each with the notes from one number to another, oldest first, until it returns an error. It reads in batches; others may write between
// two of them.
func (j *Journal) Between(ctx context.Context, from, to int64, each func(Note) error) error {
	for from <= to {
		batch, err := j.batch(ctx, from, to)
		if err != nil {
			return fmt.Errorf("read the table's file %s: %w", j.path, err)
		}
		for _, n := range batch {
			if err := each(n.Note); err != nil {
				return fmt.Errorf("read the table's file %s: entry %d: %w", j.path, n.Seq, err)
			}
			from = n.Seq + 1
		}
		if len(batch) < readBatch {
			return nil
		}
	}
	return nil
}

// Check follows the chain from the first entry to the newest. It rests between two batches. If the chain is broken, Damages says so.
func (j *Journal) Check(ctx context.Context, rest time.Duration) error {
	c := checker{}
	for from := int64(1); c.v.Fault == nil; {
		batch, err := j.batch(ctx, from, math.MaxInt64)
		if err != nil {
			return fmt.Errorf("read the table's file %s: %w", j.path, err)
		}
		for _, e := range batch {
			c.next(e)
			from = e.Seq + 1
		}
		if len(batch) < readBatch {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rest):
		}
	}
	if c.v.Fault == nil && c.bad != nil {
		c.v.Fault = c.judge(*c.bad, nil)
	}
	if c.v.Fault != nil {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.damaged("The table's file is not as it was written. " + c.v.Fault.Text)
	}
	return nil
}

// batch are the first readBatch entries from one number to another.
func (j *Journal) batch(ctx context.Context, from, to int64) ([]chained, error) {
	link := "link"
	if j.reading { // a file that is older than the chain has no links
		link = "NULL"
	}
	batch, err := batchOf(ctx, j.db, link, from, to)
	return batch, j.Explain(err)
}

func batchOf(ctx context.Context, db *sql.DB, link string, from, to int64) ([]chained, error) {
	rows, err := db.QueryContext(ctx, "SELECT seq, at, kind, body, "+link+" FROM note WHERE seq >= ? AND seq <= ? ORDER BY seq LIMIT ?", from, to, readBatch)
	if err != nil {
		return nil, Explain(err)
	}
	defer func() { _ = rows.Close() }()
	var out []chained
	for rows.Next() {
		var e chained
		if e.Note, err = scanNote(rows, &e.link); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, Explain(rows.Err())
}
