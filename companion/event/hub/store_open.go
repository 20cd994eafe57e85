package hub

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	_ "modernc.org/sqlite" // the driver

	"astragal/companion/dbstamp"
	"astragal/companion/fault"
	"astragal/companion/names"
)

const storeVersion = 9

// second is what the second version of the file adds: what waits for a judge, who is checked in where, and what each source has sent. A roll whose
// later is not 0 counts as it stands, and a correction of it waits.
const second = `
ALTER TABLE roll ADD COLUMN waits TEXT NOT NULL DEFAULT '';
ALTER TABLE roll ADD COLUMN later INTEGER NOT NULL DEFAULT 0;
ALTER TABLE roll ADD COLUMN judgement TEXT NOT NULL DEFAULT '';
CREATE INDEX roll_waits ON roll (n) WHERE waits <> '' AND judgement = '';
ALTER TABLE result ADD COLUMN waits TEXT NOT NULL DEFAULT '';
ALTER TABLE result ADD COLUMN later TEXT NOT NULL DEFAULT '';
ALTER TABLE result ADD COLUMN judgement TEXT NOT NULL DEFAULT '';
ALTER TABLE ruling ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ruling ADD COLUMN counted INTEGER;
ALTER TABLE source ADD COLUMN beyond INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE source ADD COLUMN messages INTEGER NOT NULL DEFAULT 0;
UPDATE source SET bytes = (SELECT COALESCE(SUM(LENGTH(CAST(body AS BLOB))), 0) FROM entry WHERE entry.source = source.source),
	messages = (SELECT COUNT(*) FROM entry WHERE entry.source = source.source);
CREATE TABLE player (name TEXT PRIMARY KEY, tbl TEXT NOT NULL, at INTEGER NOT NULL, judge TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX refused_tbl ON refused (tbl, n);
PRAGMA user_version = 2;`

// third is what the third version adds: the contest's notes, calls for a judge, what each roll's dice showed, and the roll's number at its table.
const third = `
ALTER TABLE roll ADD COLUMN faces TEXT NOT NULL DEFAULT '';
ALTER TABLE roll ADD COLUMN no INTEGER NOT NULL DEFAULT 0;
UPDATE roll SET faces = COALESCE((SELECT GROUP_CONCAT(die.value ->> '$.value', ' ') FROM entry, json_each(entry.body, '$.roll.dice') AS die
	WHERE entry.source = roll.source AND entry.seq = roll.seq AND die.value ->> '$.value' IS NOT NULL), '');
CREATE TABLE contest (n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, judge TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE call (n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, tbl TEXT NOT NULL, player TEXT NOT NULL, reason TEXT NOT NULL,
	taken INTEGER NOT NULL DEFAULT 0, taker TEXT NOT NULL DEFAULT '', done INTEGER NOT NULL DEFAULT 0, answer TEXT NOT NULL DEFAULT '');
PRAGMA user_version = 3;`

// fourth is what the fourth version adds: for a call from a table's own page, its file and the call's id.
const fourth = `
ALTER TABLE call ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE call ADD COLUMN ref TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 4;`

// fifth is what the fifth version adds: to which game or count of its table a roll belongs.
const fifth = `
ALTER TABLE roll ADD COLUMN play TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 5;`

// sixth is what the sixth version adds: what a roll's dice show by a judge's ruling.
const sixth = `
ALTER TABLE roll ADD COLUMN ruledfaces TEXT NOT NULL DEFAULT '';
UPDATE roll SET ruledfaces = faces WHERE ruled = 'done';
PRAGMA user_version = 6;`

// seventh is what the seventh version adds: the rolls of a game of a table, and those of a table in a round, are found without looking at all of its rolls.
const seventh = `
CREATE INDEX roll_play ON roll (source, play);
CREATE INDEX roll_round ON roll (source, round);
PRAGMA user_version = 7;`

// eighth is what the eighth version adds: what judges did with the rounds' timer.
const eighth = `
CREATE TABLE roundact (n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, round INTEGER NOT NULL, judge TEXT NOT NULL, act TEXT NOT NULL, minutes REAL NOT NULL);
PRAGMA user_version = 8;`

// ninth is what the ninth version adds: of which games what follows counts by itself, and who let it. roll is the newest roll that the judge let count
// then. While over is 0 it goes on; ender is the judge who ended it, empty if it ended with the game.
const ninth = `
CREATE TABLE follow (n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, source TEXT NOT NULL, play TEXT NOT NULL, round INTEGER NOT NULL, why TEXT NOT NULL,
	tbl TEXT NOT NULL, roll INTEGER NOT NULL, judge TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0, ender TEXT NOT NULL DEFAULT '');
CREATE INDEX follow_open ON follow (source, play) WHERE over = 0;
PRAGMA user_version = 9;`

// entry is all that ever came, as it came; rows are only added. The other tables are worked out from it.
const schema = `
CREATE TABLE entry (source TEXT NOT NULL, seq INTEGER NOT NULL, received INTEGER NOT NULL, kind TEXT NOT NULL, ref TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (source, seq)) WITHOUT ROWID;
CREATE INDEX entry_ref ON entry (source, ref, seq) WHERE kind <> 'roll';
CREATE TABLE source (source TEXT PRIMARY KEY, name TEXT NOT NULL, first INTEGER NOT NULL, have INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE seat (name TEXT PRIMARY KEY, source TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE roll (n INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, id TEXT NOT NULL, tbl TEXT NOT NULL, first INTEGER NOT NULL, seq INTEGER NOT NULL,
	at INTEGER NOT NULL, round INTEGER NOT NULL, player TEXT NOT NULL, total INTEGER, annulled INTEGER NOT NULL, corrected INTEGER NOT NULL,
	held INTEGER NOT NULL DEFAULT 0, ruling TEXT NOT NULL DEFAULT '', ruled TEXT NOT NULL DEFAULT '', judged INTEGER, UNIQUE (source, id));
CREATE INDEX roll_tbl ON roll (tbl, n);
CREATE TABLE result (source TEXT NOT NULL, id TEXT NOT NULL, tbl TEXT NOT NULL, round INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (source, id)) WITHOUT ROWID;
CREATE TABLE ruling (id TEXT PRIMARY KEY, at INTEGER NOT NULL, roll INTEGER NOT NULL, tbl TEXT NOT NULL, source TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL, why TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE round (n INTEGER PRIMARY KEY, name TEXT NOT NULL, begun INTEGER NOT NULL, ends INTEGER NOT NULL, paused INTEGER NOT NULL DEFAULT 0, over INTEGER NOT NULL DEFAULT 0);
CREATE TABLE refused (n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, tbl TEXT NOT NULL, why TEXT NOT NULL, body TEXT NOT NULL);
PRAGMA user_version = 1;`

// store is the hub's file.
type store struct {
	write *sql.DB // one connection
	read  *sql.DB
	lock  *os.File
	path  string
	quota quota
	// called is the event's name for a player, however a table writes it.
	called func(string) string
}

// errDiskFull says that nothing was written.
var errDiskFull = errors.New("the hub's disk is full: free some space. Until then nothing is confirmed, and the tables keep what they have")

// openStore opens the file in dir, or makes it. most bounds its size in bytes, 0 for the disk's.
func openStore(ctx context.Context, dir string, most int64) (*store, error) {
	path := filepath.Join(dir, "hub.db")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the hub's folder %s: %w", dir, fault.Explain(err, path))
	}
	lock, err := os.OpenFile(filepath.Join(dir, "hub.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("write in the hub's folder %s: %w", dir, fault.Explain(err, path))
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("the folder %s is in use: is another astragal hub running? Stop that one, or choose another folder with --data-dir", dir)
	}
	if err := dbstamp.Newer(path, storeVersion); err != nil { // before anything of it is touched
		_ = lock.Close()
		return nil, fmt.Errorf("open the hub's file %s: %w", path, err)
	}
	s := &store{lock: lock, path: path, called: func(name string) string { return name }}
	s.write, err = sql.Open("sqlite", dsn(path, most, "immediate"))
	if err == nil {
		s.write.SetMaxOpenConns(1)
		err = s.prepare(ctx)
	}
	if err == nil {
		s.read, err = sql.Open("sqlite", dsn(path, most, "deferred"))
	}
	if err != nil {
		_ = s.close()
		return nil, fmt.Errorf("open the hub's file %s: %w", path, s.explain(err))
	}
	s.read.SetMaxOpenConns(2)
	return s, nil
}

func dsn(path string, most int64, lock string) string {
	q := url.Values{}
	for _, p := range []string{"busy_timeout(5000)", "synchronous(FULL)", "cache_size(-8000)"} {
		q.Add("_pragma", p)
	}
	if most > 0 {
		q.Add("_pragma", fmt.Sprintf("max_page_count(%d)", max(most/4096, 64)))
	}
	q.Set("_txlock", lock)
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}).String()
}

func (s *store) prepare(ctx context.Context) error {
	var version, tables int
	if err := s.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return explain(err)
	}
	if err := s.write.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return explain(err)
	}
	switch {
	case version > storeVersion:
		return fmt.Errorf("it was written by a newer version of this program (format %d, this one knows %d): update the program", version, storeVersion)
	case version == 0 && tables > 0:
		return errors.New("it is a database, but not a hub's: choose another folder with --data-dir")
	}
	var mode string
	if err := s.write.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return explain(err)
	}
	for _, step := range []string{schema, second, third, fourth, fifth, sixth, seventh, eighth, ninth}[version:] {
		if err := s.step(ctx, step); err != nil {
			return err
		}
	}
	if version == 0 {
		return nil
	}
	return s.tidyPlayers(ctx)
}

// step brings the file to its next version, whole or not at all.
func (s *store) step(ctx context.Context, statements string) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, statements); err != nil {
		return explain(err)
	}
	return explain(tx.Commit())
}

// tidyPlayers gives rolls of one player one name: older programs kept names as they were typed.
func (s *store) tidyPlayers(ctx context.Context) error {
	rows, err := s.write.QueryContext(ctx, "SELECT DISTINCT player FROM roll")
	if err != nil {
		return explain(err)
	}
	var untidy []string
	for rows.Next() {
		var player string
		if err := rows.Scan(&player); err != nil {
			return errors.Join(explain(err), rows.Close())
		}
		if names.Kept(player) != player {
			untidy = append(untidy, player)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return explain(err)
	}
	for _, player := range untidy {
		if _, err := s.write.ExecContext(ctx, "UPDATE roll SET player = ? WHERE player = ?", names.Kept(player), player); err != nil {
			return explain(err)
		}
	}
	return nil
}

func (s *store) close() error {
	var errs []error
	if s.read != nil {
		errs = append(errs, s.read.Close())
	}
	if s.write != nil {
		errs = append(errs, s.write.Close())
	}
	return errors.Join(append(errs, s.lock.Close())...)
}

// explain puts what went wrong with the hub's file into words that say what to do.
func explain(err error) error {
	err = fault.Explain(err, "")
	var f *fault.Fault
	if errors.As(err, &f) && f.Kind == fault.Full {
		return errDiskFull
	}
	return err
}

// explain puts an error with the hub's file into words. If the error alone doesn't say enough, it looks at the disk.
func (s *store) explain(err error) error {
	var f *fault.Fault
	if errors.As(explain(err), &f) {
		return fault.Explain(f, s.path)
	}
	return explain(err)
}
