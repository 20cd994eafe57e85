//go:build cgo

package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

const (
	maxStreamFrame = 16 << 20 // bytes of one JPEG of a stream
	streamChunk    = 64 << 10
)

// splitter cuts a stream of JPEGs into pictures: what rpicam-vid writes, and
// the body of an HTTP stream. It looks for the pictures' own marks, not for
// the boundaries between them, which cameras write in many ways.
type splitter struct {
	from io.Reader
	buf  []byte
	seen int // bytes of buf that hold no picture's end
	got  int // bytes that came since the last whole JPEG
	end  error
}

func newSplitter(from io.Reader) *splitter { return &splitter{from: from} }

// next returns the next whole JPEG; it is valid until next is called again.
// A picture that was cut off is passed over. The error is the reader's, or
// says that what comes is no stream of JPEGs.
func (s *splitter) next() ([]byte, error) {
	for {
		if jpeg := s.cut(); jpeg != nil {
			s.got = len(s.buf)
			return jpeg, nil
		}
		if s.end != nil {
			return nil, s.end
		}
		if len(s.buf) > maxStreamFrame {
			return nil, fmt.Errorf("%d MiB came without a whole JPEG among them: it is no MJPEG stream", maxStreamFrame>>20)
		}
		s.read()
	}
}

// cut takes the first whole JPEG out of the buffer; nil means: read more.
func (s *splitter) cut() []byte {
	for {
		i := bytes.Index(s.buf, []byte{0xFF, picture.MarkSOI})
		if i < 0 { // the last byte may be half a mark
			s.drop(max(0, len(s.buf)-1))
			return nil
		}
		s.drop(i)
		// Walking a picture from its start is worth it only when an end mark has come.
		if !bytes.Contains(s.buf[max(0, s.seen-1):], []byte{0xFF, picture.MarkEOI}) {
			s.seen = len(s.buf)
			return nil
		}
		n, err := picture.JPEGLength(s.buf)
		switch {
		case err == nil:
			jpeg := s.buf[:n:n]
			s.buf, s.seen = s.buf[n:], 0
			return jpeg
		case errors.Is(err, picture.ErrJPEGShort):
			s.seen = len(s.buf)
			return nil
		}
		s.drop(2) // it only looked like one, or was cut off
	}
}

// drop throws the first n bytes away.
func (s *splitter) drop(n int) {
	s.buf, s.seen = s.buf[n:], max(0, s.seen-n)
}

func (s *splitter) read() {
	if cap(s.buf)-len(s.buf) < streamChunk { // a new buffer: the last picture may still be in use
		s.buf = append(make([]byte, 0, 2*len(s.buf)+2*streamChunk), s.buf...)
	}
	n, err := s.from.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf, s.end = s.buf[:len(s.buf)+n], err
	s.got += n
}

// unreadable says that pictures come, or what should be some, and none can be read.
type unreadable string

func (u unreadable) Error() string { return string(u) }

const (
	// damagedMost is how many pictures of a stream in a row may be damaged before that is said.
	damagedMost = 50
	// muchWithout is how many bytes without a whole JPEG among them are no silence.
	muchWithout = 4 << 10
)

// picture decodes the next picture that can be read into img: a damaged one of a stream is no loss. The error is the
// reader's, or unreadable where something comes all the same.
func (s *splitter) picture(img *gocv.Mat) error {
	var why error
	damaged := 0
	for damaged < damagedMost {
		raw, err := s.next()
		switch {
		case err == nil:
			if why = decodeStreamed(raw, img); why == nil {
				return nil
			}
			damaged++
		case damaged > 0:
			return damagedPictures(damaged, why)
		case s.got > muchWithout && errors.Is(err, context.Canceled):
			return unreadable("sends something, but no JPEG is among it")
		default:
			return err
		}
	}
	return damagedPictures(damaged, why)
}

func damagedPictures(n int, why error) error {
	return unreadable(fmt.Sprintf("sends pictures that can't be read (%d in a row; the last: %v)", n, why))
}
