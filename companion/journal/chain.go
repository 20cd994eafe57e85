package journal

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Link is the hash that ties a note to all notes before it.
type Link [sha256.Size]byte

// KindChain is the kind of the note that says where a file's chain began, if that is not its first note.
const KindChain = "chain"

// chainedNote stands in a file that is older than the chain. It says which notes were there when the chain began: these were sealed then, and nothing
// says what happened to them before.
type chainedNote struct {
	// Sealed is the number of the last note from before the chain.
	Sealed int64 `json:"sealed"`
}

// next is the link of a note that follows the one with link l: SHA-256 over that link and the note's number, time in ms, kind and body. Parts that vary
// in length have their length before them.
func (l Link) next(n Note) Link {
	h := sha256.New()
	h.Write(l[:])
	var b [8]byte
	number := func(x uint64) {
		binary.BigEndian.PutUint64(b[:], x)
		h.Write(b[:])
	}
	number(uint64(n.Seq))
	number(uint64(n.At.UnixMilli()))
	number(uint64(len(n.Kind)))
	h.Write([]byte(n.Kind))
	number(uint64(len(n.Body)))
	h.Write(n.Body)
	return Link(h.Sum(nil))
}

// Head is the number and the link of the newest note. Whoever keeps both elsewhere can prove later that nothing up to that note was changed since.
func (j *Journal) Head() (int64, Link) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.seq, j.link
}

// put writes one note after the one with number seq and link l, and returns its number and link.
func put(ctx context.Context, tx *sql.Tx, seq int64, l Link, n Note) (int64, Link, error) {
	n.Seq = seq + 1
	link := l.next(n)
	_, err := tx.ExecContext(ctx, "INSERT INTO note (seq, at, kind, body, link) VALUES (?, ?, ?, ?, ?)", n.Seq, n.At.UnixMilli(), n.Kind, string(n.Body), link[:])
	return n.Seq, link, Explain(err)
}

// findHead looks up where the chain goes on.
func (j *Journal) findHead(ctx context.Context) error {
	var raw []byte
	err := j.db.QueryRowContext(ctx, "SELECT seq, link FROM note ORDER BY seq DESC LIMIT 1").Scan(&j.seq, &raw)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return j.Explain(err)
	case len(raw) != len(j.link):
		return fmt.Errorf("its entry %d has no link to the one before it, so somebody has changed the file: astragal verify says more", j.seq)
	}
	j.link = Link(raw)
	return nil
}

// chainBatch is how many old notes are linked at a time.
const chainBatch = 1000

// chain links the notes of a file that is older than the chain, and adds a note that says so. It does all of that, or nothing.
func (j *Journal) chain(ctx context.Context) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return j.Explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, "ALTER TABLE note ADD COLUMN link BLOB"); err != nil {
		return j.Explain(err)
	}
	var seq int64
	var link Link
	for {
		batch, err := notesAfter(ctx, tx, seq, chainBatch)
		if err != nil {
			return err
		}
		if len(batch) == 0 {
			break
		}
		for _, n := range batch {
			seq, link = n.Seq, link.next(n)
			if _, err := tx.ExecContext(ctx, "UPDATE note SET link = ? WHERE seq = ?", link[:], seq); err != nil {
				return j.Explain(err)
			}
		}
	}
	body, err := json.Marshal(chainedNote{Sealed: seq})
	if err != nil {
		return err
	}
	if _, _, err := put(ctx, tx, seq, link, Note{At: time.Now(), Kind: KindChain, Body: body}); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA user_version = 2"); err != nil {
		return j.Explain(err)
	}
	return j.Explain(tx.Commit())
}

// notesAfter are at most n notes with numbers above seq, oldest first.
func notesAfter(ctx context.Context, tx *sql.Tx, seq int64, n int) ([]Note, error) {
	rows, err := tx.QueryContext(ctx, "SELECT seq, at, kind, body FROM note WHERE seq > ? ORDER BY seq LIMIT ?", seq, n)
	if err != nil {
		return nil, Explain(err)
	}
	defer func() { _ = rows.Close() }()
	var out []Note
	for rows.Next() {
		note, err := scanNote(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, note)
	}
	return out, Explain(rows.Err())
}

func scanNote(rows *sql.Rows, more ...any) (Note, error) {
	var n Note
	var at int64
	var body string
	if err := rows.Scan(append([]any{&n.Seq, &at, &n.Kind, &body}, more...)...); err != nil {
		return n, Explain(err)
	}
	n.At, n.Body = time.UnixMilli(at), json.RawMessage(body)
	return n, nil
}
