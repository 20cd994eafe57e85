package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"astragal/companion/fault"
)

// Journal is a table's file: every note in the order in which it was made, and the crops of the dice. It is SQLite in WAL mode with synchronous=FULL.
// One process holds its folder at a time. Once Append has returned, its notes are on disk. A Journal is safe for concurrent use; the owner calls Close.
type Journal struct {
	db      *sql.DB
	path    string
	limits  Limits
	reading bool // it was opened only to be read, so it holds no lock and writes nothing

	mu   sync.Mutex
	kept int64        // bytes of the file's crops that count towards the quota
	held map[int]bool // throws whose crops stay whatever the quota says
	// seq and link are those of the newest note.
	seq  int64
	link Link
	// head says seq and link in a file of its own. folder is the lock.
	head    *headFile
	folder  *os.File
	files   identity
	damages []string
	// resting moves what was written into the file itself once no note has come for a while.
	resting *time.Timer
	closed  bool
}

// Limits bounds the file.
type Limits struct {
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

// ErrHeld means that another program has the file, or its folder, open.
var ErrHeld = errors.New("another program holds it: is astragal running already? Stop that one, or choose another folder")

// ErrFull means that the disk has no room: nothing was written and nothing was counted.
var ErrFull = errors.New("the disk is full, so nothing was counted: free some space, then do it again")

// ErrNoCrop means that there is no picture of that die (any more).
var ErrNoCrop = errors.New("no picture of this die is kept")

// Append writes notes with the crops of their dice, all or nothing, and returns once they are on disk. If there is no room for the crops, only the
// notes are written. If there is no room for the notes, the error is ErrFull, and the journal is as it was.
func (j *Journal) Append(ctx context.Context, notes []Note, crops []Crop) error {
	err := j.Explain(j.append(ctx, notes, crops))
	if errors.Is(err, ErrFull) && len(crops) > 0 {
		err = j.Explain(j.append(ctx, notes, nil))
	}
	if err != nil {
		return fmt.Errorf("write to the table's file: %w", err)
	}
	return nil
}

func (j *Journal) append(ctx context.Context, notes []Note, crops []Crop) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.present(ctx); err != nil {
		return err
	}
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return j.Explain(err)
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
			return j.Explain(err)
		}
		kept += int64(len(c.JPEG))
	}
	if kept, err = j.evict(ctx, tx, kept); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return j.Explain(err)
	}
	j.kept, j.seq, j.link = kept, seq, link
	j.rest()
	return j.head.write(seq, link)
}

// Hold keeps the crops of disputed throws for good, whatever the quota says.
func (j *Journal) Hold(ctx context.Context, throws ...int) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	throws = slices.DeleteFunc(throws, func(id int) bool { return j.held[id] })
	if len(throws) == 0 {
		return nil
	}
	for _, id := range throws {
		if _, err := j.db.ExecContext(ctx, "INSERT OR IGNORE INTO held (throw) VALUES (?)", id); err != nil {
			return fmt.Errorf("keep the pictures of throw %d: %w", id, j.Explain(err))
		}
		j.held[id] = true
	}
	return j.countKept(ctx)
}

// countKept adds up the bytes of crops that count towards the quota.
func (j *Journal) countKept(ctx context.Context) error {
	err := j.db.QueryRowContext(ctx, "SELECT COALESCE(SUM(LENGTH(jpeg)), 0) FROM crop WHERE throw NOT IN (SELECT throw FROM held)").Scan(&j.kept)
	return j.Explain(err)
}

// evict drops the oldest throws' crops until kept is within the quota.
func (j *Journal) evict(ctx context.Context, tx *sql.Tx, kept int64) (int64, error) {
	for kept > j.limits.Crops {
		var throw, size sql.NullInt64
		row := tx.QueryRowContext(ctx, "SELECT throw, SUM(LENGTH(jpeg)) FROM crop WHERE throw = (SELECT MIN(throw) FROM crop WHERE throw NOT IN (SELECT throw FROM held))")
		if err := row.Scan(&throw, &size); err != nil {
			return kept, j.Explain(err)
		}
		if !throw.Valid {
			return 0, nil
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM crop WHERE throw = ?", throw.Int64); err != nil {
			return kept, j.Explain(err)
		}
		kept -= size.Int64
	}
	return kept, nil
}

// Notes calls each with every note, oldest first, until it returns an error. It checks the chain as it goes. If the chain is broken, Damages says so.
func (j *Journal) Notes(ctx context.Context, each func(Note) error) error {
	c := checker{}
	if err := j.notes(ctx, &c, each); err != nil {
		return fmt.Errorf("read the table's file %s: %w", j.path, err)
	}
	if c.v.Fault == nil && c.bad != nil {
		c.v.Fault = c.judge(*c.bad, nil)
	}
	if c.v.Fault != nil && !j.reading {
		j.damaged("The table's file is not as it was written. " + c.v.Fault.Text)
	}
	return nil
}

func (j *Journal) notes(ctx context.Context, c *checker, each func(Note) error) error {
	columns := "seq, at, kind, body, link"
	if j.reading { // a file that is older than the chain has no links
		columns = "seq, at, kind, body, NULL"
	}
	rows, err := j.db.QueryContext(ctx, "SELECT "+columns+" FROM note ORDER BY seq")
	if err != nil {
		return j.Explain(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e chained
		if e.Note, err = scanNote(rows, &e.link); err != nil {
			return err
		}
		if !j.reading {
			c.next(e)
		}
		if err := each(e.Note); err != nil {
			return fmt.Errorf("entry %d: %w", e.Seq, err)
		}
	}
	return j.Explain(rows.Err())
}

// Crop returns the JPEG of a die, or ErrNoCrop.
func (j *Journal) Crop(ctx context.Context, throw, die int) ([]byte, error) {
	var jpeg []byte
	err := j.db.QueryRowContext(ctx, "SELECT jpeg FROM crop WHERE throw = ? AND die = ?", throw, die).Scan(&jpeg)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoCrop
	}
	return jpeg, j.Explain(err)
}

// Kept are the numbers of a throw's dice whose pictures are still there.
func (j *Journal) Kept(ctx context.Context, throw int) ([]int, error) {
	rows, err := j.db.QueryContext(ctx, "SELECT die FROM crop WHERE throw = ? ORDER BY die", throw)
	if err != nil {
		return nil, j.Explain(err)
	}
	defer func() { _ = rows.Close() }()
	var dice []int
	for rows.Next() {
		var die int
		if err := rows.Scan(&die); err != nil {
			return nil, j.Explain(err)
		}
		dice = append(dice, die)
	}
	return dice, j.Explain(rows.Err())
}

// Secret returns the table's secret of that name. At the first call for a name, fresh makes the secret.
func (j *Journal) Secret(ctx context.Context, name string, fresh func() []byte) ([]byte, error) {
	if _, err := j.db.ExecContext(ctx, "INSERT OR IGNORE INTO secret (name, value) VALUES (?, ?)", name, fresh()); err != nil {
		return nil, fmt.Errorf("write to the table's file: %w", j.Explain(err))
	}
	var value []byte
	err := j.db.QueryRowContext(ctx, "SELECT value FROM secret WHERE name = ?", name).Scan(&value)
	return value, j.Explain(err)
}

// Database is the file as a database, for others who keep something in it.
func (j *Journal) Database() *sql.DB { return j.db }

// KeepsCrops says whether the table keeps pictures of dice.
func (j *Journal) KeepsCrops() bool { return j.limits.Crops > 0 }

// ReadOnly says whether the file was opened only to be read.
func (j *Journal) ReadOnly() bool { return j.reading }

// Path is where the file lies.
func (j *Journal) Path() string { return j.path }

// Close gives the file back.
func (j *Journal) Close() error {
	if err := j.release(); err != nil {
		return fmt.Errorf("close the table's file %s: %w", j.path, err)
	}
	return nil
}

// release closes what is open.
func (j *Journal) release() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.closed = true
	if j.resting != nil {
		j.resting.Stop()
	}
	var errs []error
	if j.db != nil {
		errs = append(errs, j.db.Close())
	}
	if j.head != nil {
		errs = append(errs, j.head.close())
	}
	if j.folder != nil {
		errs = append(errs, j.folder.Close())
	}
	return errors.Join(errs...)
}

// isBusy says that another program holds the file.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// Explain puts an error with the table's file into words that say what to do. If the error alone doesn't say enough, it looks at the file's disk.
func (j *Journal) Explain(err error) error { return explained(fault.Explain(err, j.path)) }

// Explain puts an error with a file into words, without knowing where the file lies.
func Explain(err error) error { return explained(fault.Explain(err, "")) }

// explained replaces errors that a caller may want to tell apart by this package's own.
func explained(err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		switch f.Kind {
		case fault.Full:
			return ErrFull
		case fault.Busy:
			return ErrHeld
		default: // other faults say themselves what is wrong
		}
	}
	return err
}
