package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	"astragal/companion/dbstamp"
	"astragal/companion/fault"
)

// format is the newest format of the file. If a table opens a file of an older format, it raises it to this one, so that an older program refuses it.
// That is needed for two kinds of file:
//   - 3: counts that go on in another log. An older program would count their totals anew.
//   - 4: throws before which things lay on the table. An older program would count those as dice.
const (
	format    = 4
	pageBytes = 4096
)

const schema = `
CREATE TABLE note (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, link BLOB);
CREATE TABLE crop (throw INTEGER NOT NULL, die INTEGER NOT NULL, jpeg BLOB NOT NULL, PRIMARY KEY (throw, die)) WITHOUT ROWID;
CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
` + chapterTable + `;
PRAGMA user_version = 4;`

// heldTable names the throws whose crops stay, whatever the quota says.
const heldTable = "CREATE TABLE IF NOT EXISTS held (throw INTEGER PRIMARY KEY)"

// Open opens the file at path or makes it, readable for its owner only, and checks that it is sound. It locks the file's folder for this process.
// Damages tells what was acknowledged and is gone. What can't be read is set aside beside the file. An error says what is wrong with which file and how
// to go on.
func Open(ctx context.Context, path string, limits Limits) (*Journal, error) {
	j, err := open(ctx, path, limits)
	if err != nil {
		return nil, fmt.Errorf("open the table's file %s: %w", path, explained(fault.Explain(err, path)))
	}
	return j, nil
}

func open(ctx context.Context, path string, limits Limits) (_ *Journal, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	j := &Journal{path: path, limits: limits, held: map[int]bool{}}
	defer func() {
		if err != nil {
			_ = j.release()
		}
	}()
	if j.folder, err = lockFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	if err := dbstamp.Newer(path, format); err != nil { // before anything of it is touched
		return nil, err
	}
	if j.head, err = openHead(path + headSuffix); err != nil {
		return nil, err
	}
	spare, err := spareLog(path)
	if err != nil {
		return nil, err
	}
	if err := touch(path); err != nil {
		return nil, err
	}
	if j.db, err = sql.Open("sqlite", dsn(path, limits)); err != nil {
		return nil, err
	}
	// There is one writer, so there is one connection.
	j.db.SetMaxOpenConns(1)
	if err := j.prepare(ctx); err != nil {
		return nil, errors.Join(err, spare.keep(path))
	}
	if err := j.compareHead(ctx, spare); err != nil {
		return nil, err
	}
	if err := j.settle(ctx); err != nil {
		return nil, err
	}
	return j, j.identify()
}

// OpenToRead opens a file that no program has open, also one that is older than the chain. It writes nothing.
func OpenToRead(ctx context.Context, path string) (*Journal, error) {
	db, err := openForReading(ctx, path)
	if errors.Is(err, ErrUnchained) {
		db, err = openDatabase(path)
	}
	if err != nil {
		return nil, fmt.Errorf("read the table's file %s: %w", path, err)
	}
	return &Journal{db: db, path: path, reading: true}, nil
}

// touch makes the file for its owner only. If the file is there, it takes other users' rights away.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	switch {
	case errors.Is(err, syscall.EISDIR), errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EROFS):
		return nil // SQLite says what is wrong with it
	case err != nil:
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return f.Chmod(0o600)
}

func dsn(path string, limits Limits) string {
	q := url.Values{}
	for _, p := range []string{"busy_timeout(1500)", "locking_mode(EXCLUSIVE)", "synchronous(FULL)"} {
		q.Add("_pragma", p)
	}
	if limits.File > 0 {
		q.Add("_pragma", fmt.Sprintf("max_page_count(%d)", max(limits.File/pageBytes, 16)))
	}
	q.Set("_txlock", "immediate")
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}

// prepare checks the file. If it is new, it makes its tables.
func (j *Journal) prepare(ctx context.Context) error {
	var version int
	if err := j.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return j.Explain(err)
	}
	switch {
	case version > format:
		return fmt.Errorf("it was written by a newer version of this program (format %d, this one knows %d): update the program", version, format)
	case version == 0:
		if err := j.create(ctx); err != nil {
			return err
		}
	default:
		if err := j.ours(ctx); err != nil {
			return err
		}
	}
	if version == 1 {
		if err := j.chain(ctx); err != nil {
			return fmt.Errorf("chain its log: %w", err)
		}
	}
	if version > 0 && version < format {
		if err := raise(ctx, j.db); err != nil {
			return j.Explain(err)
		}
	}
	if _, err := j.db.ExecContext(ctx, heldTable); err != nil {
		return j.Explain(err)
	}
	if err := j.findHead(ctx); err != nil {
		return err
	}
	return j.countKept(ctx)
}

func (j *Journal) create(ctx context.Context) error {
	var others int
	if err := j.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_schema").Scan(&others); err != nil {
		return j.Explain(err)
	}
	if others > 0 {
		return errors.New("it is a database, but not one of this program: choose another name for the table's file")
	}
	if err := j.wal(ctx); err != nil {
		return err
	}
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return j.Explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return j.Explain(err)
	}
	return j.Explain(tx.Commit())
}

// raise brings a file that has a chain up to the newest format. It does all of that, or nothing.
func raise(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, do := range []string{chapterTable, fmt.Sprintf("PRAGMA user_version = %d", format)} {
		if _, err := tx.ExecContext(ctx, do); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// ours checks a file of this program and brings it up to date.
func (j *Journal) ours(ctx context.Context) error {
	if err := j.sound(ctx); err != nil {
		return err
	}
	return j.wal(ctx)
}

// wal sets SQLite's journal mode. That changes the file, so it is called only once it is known that the file is ours.
func (j *Journal) wal(ctx context.Context) error {
	var mode string
	if err := j.db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return j.Explain(err)
	}
	if mode != "wal" {
		return fmt.Errorf("its disk can't keep a write-ahead log (mode %q): choose a folder on a local disk", mode)
	}
	return nil
}

// soundBytes is the size up to which every page of a file is checked before it is used. In a larger file the check of the chain finds what is damaged
// while the table goes on.
const soundBytes = 64 << 20

func (j *Journal) sound(ctx context.Context) error {
	if info, err := os.Stat(j.path); err == nil && info.Size() > soundBytes {
		return nil
	}
	var verdict string
	err := j.db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict)
	if err != nil {
		return j.Explain(err)
	}
	if verdict != "ok" {
		return fmt.Errorf("it is damaged (%s): move it away and start with a new one, or put back a copy", verdict)
	}
	return nil
}
