package journal

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
)

// headSuffix is what the head's name has after the table file's name.
const headSuffix = ".head"

// headFile says durably which note is the newest that was acknowledged. It has two places of one size. Each writing takes the older one, so that a
// power cut in the middle of it leaves the other.
type headFile struct {
	f       *os.File
	path    string
	written uint64 // how often it was written
	newest  headEntry
}

// headEntry is one place of a head.
type headEntry struct {
	written uint64
	seq     int64
	link    Link
}

const headBytes = 160

func (e headEntry) bytes() []byte {
	text := fmt.Sprintf("astragal-head %020d %020d %x", e.written, e.seq, e.link)
	return fmt.Appendf(nil, "%s %08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// parseHead reads one place; false if nothing whole stands there.
func parseHead(raw []byte) (headEntry, bool) {
	var e headEntry
	var link string
	var sum uint32
	if _, err := fmt.Sscanf(string(raw), "astragal-head %d %d %s %x\n", &e.written, &e.seq, &link, &sum); err != nil {
		return e, false
	}
	l, err := hex.DecodeString(link)
	if err != nil || len(l) != len(e.link) || e.seq < 0 {
		return e, false
	}
	e.link = Link(l)
	text := fmt.Sprintf("astragal-head %020d %020d %x", e.written, e.seq, e.link)
	return e, crc32.ChecksumIEEE([]byte(text)) == sum
}

// openHead opens a head or makes it.
func openHead(path string) (*headFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open its head: %w", err)
	}
	h := &headFile{f: f, path: path}
	h.newest, h.written = readPlaces(f)
	return h, nil
}

// readHead is the newest entry of the head of a table's file; false if it has none.
func readHead(path string) (headEntry, bool) {
	f, err := os.Open(path + headSuffix)
	if err != nil {
		return headEntry{}, false
	}
	defer func() { _ = f.Close() }()
	e, written := readPlaces(f)
	return e, written > 0
}

func readPlaces(f *os.File) (newest headEntry, written uint64) {
	raw := make([]byte, 2*headBytes)
	n, _ := f.ReadAt(raw, 0)
	for at := 0; at+headBytes <= n; at += headBytes {
		if e, ok := parseHead(raw[at : at+headBytes]); ok && e.written > written {
			newest, written = e, e.written
		}
	}
	return newest, written
}

// write says that the note with that number and link is on disk. It returns once that is durable.
func (h *headFile) write(seq int64, link Link) error {
	e := headEntry{written: h.written + 1, seq: seq, link: link}
	place := make([]byte, headBytes)
	copy(place, e.bytes())
	if _, err := h.f.WriteAt(place, int64(e.written%2)*headBytes); err != nil {
		return fmt.Errorf("write its head %s: %w", h.path, err)
	}
	if err := h.f.Sync(); err != nil {
		return fmt.Errorf("write its head %s: %w", h.path, err)
	}
	h.written, h.newest = e.written, e
	return nil
}

func (h *headFile) close() error { return h.f.Close() }

// compareHead checks that the file holds all that the head says was acknowledged. If something is gone, Damages says so, and what is left of the file
// is set aside before anything is written to it.
func (j *Journal) compareHead(ctx context.Context, spare spare) error {
	said, err := j.missing(ctx, spare)
	if err != nil {
		return err
	}
	if said == "" {
		return errors.Join(spare.drop(), j.catchUp())
	}
	aside, err := setAside(j.path, spare)
	if err != nil {
		return fmt.Errorf("%s The damaged file can't be set aside: %w", said, err)
	}
	j.damaged(said + " " + aside)
	return j.head.write(j.seq, j.link)
}

// catchUp brings a head up to the file: the program may have been killed after it wrote the file and before it wrote the head.
func (j *Journal) catchUp() error {
	if j.head.newest.seq == j.seq && j.head.newest.link == j.link && j.head.written > 0 {
		return nil
	}
	return j.head.write(j.seq, j.link)
}

// missing says in a sentence what the file lacks of what was acknowledged; empty if nothing is missing.
func (j *Journal) missing(ctx context.Context, spare spare) (string, error) {
	last := j.head.newest
	switch {
	case j.head.written == 0 && j.seq == 0 && spare.bytes > 0:
		return "The table's file was gone, and only its write-ahead log was left.", nil
	case j.head.written == 0 || last.seq == 0:
		return "", nil
	case j.seq == 0:
		return fmt.Sprintf("The table's file was gone: its %d entries are missing.", last.seq), nil
	case j.seq < last.seq:
		return fmt.Sprintf("The table's file or its write-ahead log was damaged: entries %d to %d, which had been acknowledged, are missing.", j.seq+1, last.seq), nil
	}
	var raw []byte
	err := j.db.QueryRowContext(ctx, "SELECT link FROM note WHERE seq = ?", last.seq).Scan(&raw)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", j.Explain(err)
	}
	if len(raw) == len(last.link) && Link(raw) == last.link {
		return "", nil
	}
	return fmt.Sprintf("The table's file is another one than was written here last: its entry %d is not the one that was acknowledged.", last.seq), nil
}
