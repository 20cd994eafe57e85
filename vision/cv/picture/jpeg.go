//go:build cgo

package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// What JPEGLength may find wrong.
var (
	ErrJPEGShort = errors.New("the JPEG ends early")
	errNotJPEG   = errors.New("not a JPEG")
)

// JPEG markers (ITU T.81, table B.1).
const (
	markTEM = 0x01
	markRST = 0xD0 // to 0xD7
	MarkSOI = 0xD8
	MarkEOI = 0xD9
)

// JPEGLength returns how many bytes the JPEG at the start of raw has, its end
// marker included. It walks from marker to marker, so that a thumbnail inside
// a segment isn't taken for the picture's end. The error is ErrJPEGShort when
// the end isn't there yet, errNotJPEG when raw doesn't begin like one.
func JPEGLength(raw []byte) (int, error) {
	start := []byte{0xFF, MarkSOI}
	if !bytes.HasPrefix(raw, start[:min(2, len(raw))]) {
		return 0, errNotJPEG
	}
	at := 2
	for {
		marker, next := nextMarker(raw, at)
		switch {
		case next < 0:
			return 0, ErrJPEGShort
		case marker == MarkEOI:
			return next, nil
		case marker == MarkSOI:
			return 0, errNotJPEG // the next picture began before this one ended
		case marker == markTEM || marker >= markRST && marker < MarkSOI:
			at = next
			continue
		}
		if next+2 > len(raw) {
			return 0, ErrJPEGShort
		}
		n := int(binary.BigEndian.Uint16(raw[next:]))
		if n < 2 {
			return 0, errNotJPEG
		}
		at = next + n
	}
}

// nextMarker finds the first marker at or after at: 0xFF, then neither 0 (a
// stuffed byte of coded data) nor another 0xFF (filling). It returns the place
// after it, or -1.
func nextMarker(raw []byte, at int) (marker byte, next int) {
	for at < len(raw) {
		i := bytes.IndexByte(raw[at:], 0xFF)
		if i < 0 || at+i+1 >= len(raw) {
			return 0, -1
		}
		at += i + 1
		if raw[at] != 0 && raw[at] != 0xFF {
			return raw[at], at + 1
		}
	}
	return 0, -1
}
