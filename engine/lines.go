package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// mostLine bounds one line of a log, in bytes.
const mostLine = 16 << 20

// WriteLog writes entries as JSON, one to a line.
func WriteLog(w io.Writer, log []Entry) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for _, e := range log {
		if err := out.Encode(e); err != nil {
			return fmt.Errorf("write entry %d of a log: %w", e.N, err)
		}
	}
	return nil
}

// ReadLog reads what WriteLog wrote. An error wraps ErrLog and names the line. The entries before that line are
// returned too, so that a log whose last line was cut off isn't lost.
func ReadLog(r io.Reader) ([]Entry, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	var log []Entry
	n := 0
	for lines.Scan() {
		n++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		e, err := readEntry(lines.Bytes())
		if err != nil {
			return log, fmt.Errorf("%w: line %d: %w", ErrLog, n, err)
		}
		log = append(log, e)
	}
	if err := lines.Err(); err != nil {
		return log, fmt.Errorf("%w: line %d: %w", ErrLog, n+1, err)
	}
	return log, nil
}

func readEntry(line []byte) (Entry, error) {
	in := json.NewDecoder(bytes.NewReader(line))
	in.DisallowUnknownFields()
	var e Entry
	if err := in.Decode(&e); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return e, errors.New("it is cut off in the middle")
		}
		return e, fmt.Errorf("it is not an entry of a log: %w", err)
	}
	if in.More() {
		return e, errors.New("there is something behind the entry")
	}
	return e, nil
}
