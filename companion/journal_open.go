package companion

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

const (
	journalVersion = 2
	pageBytes      = 4096
)

const schema = `
CREATE TABLE note (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, link BLOB);
CREATE TABLE crop (throw INTEGER NOT NULL, die INTEGER NOT NULL, jpeg BLOB NOT NULL, PRIMARY KEY (throw, die)) WITHOUT ROWID;
CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
PRAGMA user_version = 2;`

// heldTable names the throws whose crops stay, whatever the quota says.
const heldTable = "CREATE TABLE IF NOT EXISTS held (throw INTEGER PRIMARY KEY)"

// OpenJournal opens the file at path or makes it, and checks that it is sound. Its errors say
// what is wrong with which file and how to go on.
func OpenJournal(ctx context.Context, path string, limits JournalLimits) (*Journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("open the table's file %s: %w", path, err)
	}
	db, err := sql.Open("sqlite", dsn(path, limits))
	if err != nil {
		return nil, fmt.Errorf("open the table's file %s: %w", path, err)
	}
	// One connection is the one writer; SQLite's own lock keeps other processes out.
	db.SetMaxOpenConns(1)
	j := &Journal{db: db, path: path, quota: limits.Crops, held: map[int]bool{}}
	if err := j.prepare(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("open the table's file %s: %w", path, err)
	}
	return j, nil
}

func dsn(path string, limits JournalLimits) string {
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

// prepare checks the file and makes its tables when it is new.
func (j *Journal) prepare(ctx context.Context) error {
	var version int
	if err := j.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return explain(err)
	}
	switch {
	case version > journalVersion:
		return fmt.Errorf("it was written by a newer version of this program (format %d, this one knows %d): update the program", version, journalVersion)
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
	if _, err := j.db.ExecContext(ctx, heldTable); err != nil {
		return explain(err)
	}
	if err := j.findHead(ctx); err != nil {
		return err
	}
	return j.countKept(ctx)
}

func (j *Journal) create(ctx context.Context) error {
	var others int
	if err := j.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_schema").Scan(&others); err != nil {
		return explain(err)
	}
	if others > 0 {
		return errors.New("it is a database, but not one of this program: choose another name for the table's file")
	}
	if err := j.wal(ctx); err != nil {
		return err
	}
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return explain(err)
	}
	return explain(tx.Commit())
}

// ours checks a file of this program and takes it over.
func (j *Journal) ours(ctx context.Context) error {
	if err := j.sound(ctx); err != nil {
		return err
	}
	return j.wal(ctx)
}

// wal is set only once it is known that the file is ours: it changes the file.
func (j *Journal) wal(ctx context.Context) error {
	var mode string
	if err := j.db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return explain(err)
	}
	if mode != "wal" {
		return fmt.Errorf("its disk can't keep a write-ahead log (mode %q): choose a folder on a local disk", mode)
	}
	return nil
}

func (j *Journal) sound(ctx context.Context) error {
	var verdict string
	err := j.db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict)
	if err != nil {
		return explain(err)
	}
	if verdict != "ok" {
		return fmt.Errorf("it is damaged (%s): move it away and start with a new one, or put back a copy", verdict)
	}
	return nil
}
