// Package dbstamp reads the number of the format that a program gave to an SQLite file, and changes nothing: SQLite itself moves a write-ahead log into its
// file when it closes it.
package dbstamp

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// Newer says that the file at path was written by a program that knows a newer format than known. It is nil for all other files, also for those that can't
// be read.
func Newer(path string, known int) error {
	if is := of(path); is > known {
		return fmt.Errorf("it was written by a newer version of this program (format %d, this one knows %d): update the program", is, known)
	}
	return nil
}

// What SQLite's documents say of its two files (sqlite.org/fileformat2.html): where the first page keeps PRAGMA user_version, and how a write-ahead log
// is built.
const (
	magic       = "SQLite format 3\x00"
	versionAt   = 60
	logHead     = 32
	logPageAt   = 8
	logSaltAt   = 16
	frameHead   = 24
	frameSaltAt = 8
	saltBytes   = 8
	mostPage    = 1 << 16
)

// of is the format of a file or of its write-ahead log, whichever is higher; 0 if there is none.
func of(path string) int {
	first := make([]byte, versionAt+4)
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	is := 0
	if _, err := io.ReadFull(f, first); err == nil && bytes.HasPrefix(first, []byte(magic)) {
		is = number(first[versionAt:])
	}
	log, err := os.Open(path + "-wal")
	if err != nil {
		return is
	}
	defer func() { _ = log.Close() }()
	return max(is, ofLog(log))
}

// ofLog is the highest format among a log's copies of the first page.
func ofLog(log io.ReaderAt) int {
	head := make([]byte, logHead)
	if _, err := log.ReadAt(head, 0); err != nil {
		return 0
	}
	page, salt := int64(number(head[logPageAt:])), head[logSaltAt:logSaltAt+saltBytes]
	if page < 512 || page > mostPage {
		return 0
	}
	is, frame := 0, make([]byte, frameHead+versionAt+4)
	for at := int64(logHead); ; at += frameHead + page {
		switch _, err := log.ReadAt(frame, at); {
		case err != nil, !bytes.Equal(frame[frameSaltAt:frameSaltAt+saltBytes], salt): // what follows is of an older log
			return is
		case number(frame) == 1:
			is = max(is, number(frame[frameHead+versionAt:]))
		}
	}
}

func number(raw []byte) int { return int(binary.BigEndian.Uint32(raw)) }
