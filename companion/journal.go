package companion

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Journal is a table's file: every note in the order it was made, and the crops of the dice. It
// is SQLite in WAL mode with synchronous=FULL, and one process holds it at a time. What Append
// has returned from is on disk.
type Journal struct {
	db    *sql.DB
	path  string
	quota int64

	mu   sync.Mutex
	kept int64        // bytes of crops in the file that the quota is for
	held map[int]bool // throws whose crops stay whatever the quota says
	// seq and link are the newest note's.
	seq  int64
	link Link
}

// JournalLimits bounds the file.
type JournalLimits struct {
	// Crops is how many bytes of dice pictures are kept; the oldest go first, 0 keeps none.
	Crops int64
	// File is how large the file may grow, in bytes; 0 means as large as the disk.
	File int64
}

// Note is one entry of the journal.
type Note struct {
	Seq  int64
	At   time.Time
	Kind string
	Body json.RawMessage
}

// Crop is the JPEG of one die of a throw, kept as evidence.
type Crop struct {
	Throw int
	Die   int
	JPEG  []byte
}

// ErrFull means that the disk has no room: nothing was written and nothing was counted.
var ErrFull = errors.New("the disk is full, so nothing was counted: free some space, then do it again")

// ErrNoCrop means that there is no picture of that die (any more).
var ErrNoCrop = errors.New("no picture of this die is kept")

// Append writes notes with the crops of their dice, all or nothing, and returns once they are on
// disk. Without room for the crops the notes alone are written; without room for those the error
// is ErrFull and the journal is as it was.
func (j *Journal) Append(ctx context.Context, notes []Note, crops []Crop) error {
	err := j.append(ctx, notes, crops)
	if errors.Is(err, ErrFull) && len(crops) > 0 {
		err = j.append(ctx, notes, nil)
	}
	if err != nil {
		return fmt.Errorf("write to the table's file: %w", err)
	}
	return nil
}

func (j *Journal) append(ctx context.Context, notes []Note, crops []Crop) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	seq, link := j.seq, j.link
	for _, n := range notes {
		if seq, link, err = put(ctx, tx, seq, link, n); err != nil {
			return err
		}
	}
	kept := j.kept
	for _, c := range crops {
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO crop (throw, die, jpeg) VALUES (?, ?, ?)", c.Throw, c.Die, c.JPEG); err != nil {
			return explain(err)
		}
		kept += int64(len(c.JPEG))
	}
	if kept, err = j.evict(ctx, tx, kept); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return explain(err)
	}
	j.kept, j.seq, j.link = kept, seq, link
	return nil
}

// Hold keeps the crops of disputed throws for good: the quota doesn't take them.
func (j *Journal) Hold(ctx context.Context, throws ...int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	throws = slices.DeleteFunc(throws, func(id int) bool { return j.held[id] })
	if len(throws) == 0 {
		return nil
	}
	for _, id := range throws {
		if _, err := j.db.ExecContext(ctx, "INSERT OR IGNORE INTO held (throw) VALUES (?)", id); err != nil {
			return fmt.Errorf("keep the pictures of throw %d: %w", id, explain(err))
		}
		j.held[id] = true
	}
	return j.countKept(ctx)
}

// countKept adds up the crops that the quota is for.
func (j *Journal) countKept(ctx context.Context) error {
	err := j.db.QueryRowContext(ctx, "SELECT COALESCE(SUM(LENGTH(jpeg)), 0) FROM crop WHERE throw NOT IN (SELECT throw FROM held)").Scan(&j.kept)
	return explain(err)
}

// evict drops the oldest throws' crops until kept is within the quota.
func (j *Journal) evict(ctx context.Context, tx *sql.Tx, kept int64) (int64, error) {
	for kept > j.quota {
		var throw, size sql.NullInt64
		row := tx.QueryRowContext(ctx, "SELECT throw, SUM(LENGTH(jpeg)) FROM crop WHERE throw = (SELECT MIN(throw) FROM crop WHERE throw NOT IN (SELECT throw FROM held))")
		if err := row.Scan(&throw, &size); err != nil {
			return kept, explain(err)
		}
		if !throw.Valid {
			return 0, nil
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM crop WHERE throw = ?", throw.Int64); err != nil {
			return kept, explain(err)
		}
		kept -= size.Int64
	}
	return kept, nil
}

// Notes calls each with every note, oldest first, until it returns an error.
func (j *Journal) Notes(ctx context.Context, each func(Note) error) error {
	rows, err := j.db.QueryContext(ctx, "SELECT seq, at, kind, body FROM note ORDER BY seq")
	if err != nil {
		return fmt.Errorf("read the table's file %s: %w", j.path, explain(err))
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		n, err := scanNote(rows)
		if err != nil {
			return fmt.Errorf("read the table's file %s: %w", j.path, err)
		}
		if err := each(n); err != nil {
			return fmt.Errorf("read the table's file %s: entry %d: %w", j.path, n.Seq, err)
		}
	}
	return explain(rows.Err())
}

// Crop returns the JPEG of a die, or ErrNoCrop.
func (j *Journal) Crop(ctx context.Context, throw, die int) ([]byte, error) {
	var jpeg []byte
	err := j.db.QueryRowContext(ctx, "SELECT jpeg FROM crop WHERE throw = ? AND die = ?", throw, die).Scan(&jpeg)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoCrop
	}
	return jpeg, explain(err)
}

// Secret returns the table's secret of that name; fresh makes it the first time.
func (j *Journal) Secret(ctx context.Context, name string, fresh func() []byte) ([]byte, error) {
	if _, err := j.db.ExecContext(ctx, "INSERT OR IGNORE INTO secret (name, value) VALUES (?, ?)", name, fresh()); err != nil {
		return nil, fmt.Errorf("write to the table's file: %w", explain(err))
	}
	var value []byte
	err := j.db.QueryRowContext(ctx, "SELECT value FROM secret WHERE name = ?", name).Scan(&value)
	return value, explain(err)
}

// Close gives the file back.
func (j *Journal) Close() error {
	if err := j.db.Close(); err != nil {
		return fmt.Errorf("close the table's file %s: %w", j.path, err)
	}
	return nil
}

// isBusy says that another program holds the file.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// explain puts SQLite's codes into words that say what to do.
func explain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return errors.New("another program holds it: is astragal running already? Stop that one, or choose another file")
	case sqlite3.SQLITE_NOTADB:
		return errors.New("it is not a table's file: choose another name, or move it away")
	case sqlite3.SQLITE_CORRUPT:
		return errors.New("it is damaged: move it away and start with a new one, or put back a copy")
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return errors.New("it can't be written: look at its folder's rights and that it is not a folder itself")
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("the disk reports an error (%w): check the disk or the memory card", err)
	}
	return err
}
