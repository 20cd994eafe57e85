// Package textfile reads small files that people write: settings, tokens, passwords. Editors of some
// systems save them with a byte-order mark or in another encoding.
package textfile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"unicode/utf8"
)

// Read reads a file of text in UTF-8, without its byte-order mark. The error names the file, and what to
// do where it is of another encoding.
func Read(path string) (string, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	text, err := Decode(raw)
	if err != nil {
		return "", fmt.Errorf("%s %w", path, err)
	}
	return text, nil
}

// Decode is text in UTF-8 without its byte-order mark. The error says what the text is instead, and is
// read after the file's name.
func Decode(raw []byte) (string, error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")), bytes.IndexByte(raw, 0) >= 0:
		return "", errors.New("is saved as UTF-16 (in Windows: “Unicode”): save it as UTF-8")
	case !utf8.Valid(raw):
		return "", fmt.Errorf("holds a letter in line %d that is not UTF-8: save the file as UTF-8", lineOfInvalid(raw))
	}
	return string(raw), nil
}

func lineOfInvalid(raw []byte) int {
	line := 1
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		if r == utf8.RuneError && n == 1 {
			return line
		}
		if r == '\n' {
			line++
		}
		raw = raw[n:]
	}
	return line
}
