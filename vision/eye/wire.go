package eye

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"astragal/vision"
)

// version is the version of the protocol. Both sides are the same program. If the versions differ, the program was
// replaced while it ran.
const version = 2

// Sizes of one message.
const (
	prefixLen = 12
	maxHead   = 16 << 20 // bytes of JSON: a scene with a crop for each die
	maxBody   = 64 << 20 // bytes of a picture
)

// kind says what a message is for.
type kind byte

const (
	kindHello kind = 'h' // child: I am ready; head is a hello
	kindBeat  kind = 'b' // both: I am alive; head is a beat
	kindEvent kind = 'e' // child: head is a vision.Event, body its preview
	kindEnd   kind = 'x' // child: I stop; head is an end
	kindOrder kind = 'o' // parent: head is a vision.Order, body its picture
)

// hello is the first message of a child.
type hello struct {
	PID int `json:"pid"`
}

// beat is a heartbeat.
type beat struct {
	// QuietMS is how many ms ago the watcher last gave a sign of life.
	QuietMS int64 `json:"quiet_ms"`
}

// end says why a child stops. An empty Error means that its source has ended.
type end struct {
	Error string `json:"error,omitempty"`
}

// message is one message on the wire: "ae", the version, the kind, the two lengths (big-endian uint32), the head
// (JSON), the body (bytes).
type message struct {
	kind kind
	head []byte
	body []byte
}

// errGarbage says that a stream doesn't follow our protocol.
var errGarbage = errors.New("not the eye's protocol")

// newMessage makes a message. It encodes head as JSON.
func newMessage(k kind, head any, body []byte) (message, error) {
	raw, err := json.Marshal(head)
	if err != nil {
		return message{}, fmt.Errorf("encode message %q: %w", byte(k), err)
	}
	if len(raw) > maxHead || len(body) > maxBody {
		return message{}, fmt.Errorf("message %q is too long: %d and %d bytes", byte(k), len(raw), len(body))
	}
	return message{k, raw, body}, nil
}

// writeTo writes the message in one call, so that messages of two writers can't mix.
func (m message) writeTo(w io.Writer) error {
	raw := make([]byte, prefixLen, prefixLen+len(m.head)+len(m.body))
	copy(raw, []byte{'a', 'e', version, byte(m.kind)})
	binary.BigEndian.PutUint32(raw[4:], uint32(len(m.head)))
	binary.BigEndian.PutUint32(raw[8:], uint32(len(m.body)))
	_, err := w.Write(append(append(raw, m.head...), m.body...))
	return err
}

// readMessage reads the next message. The error is io.EOF if the stream ends between two messages and
// io.ErrUnexpectedEOF if it ends inside one. It wraps errGarbage if the stream doesn't follow our protocol.
func readMessage(r io.Reader) (message, error) {
	var prefix [prefixLen]byte
	if _, err := io.ReadFull(r, prefix[:]); err != nil {
		return message{}, err
	}
	head, body := binary.BigEndian.Uint32(prefix[4:]), binary.BigEndian.Uint32(prefix[8:])
	switch {
	case prefix[0] != 'a' || prefix[1] != 'e':
		return message{}, fmt.Errorf("%w: it begins with %q", errGarbage, prefix[:4])
	case prefix[2] != version:
		return message{}, fmt.Errorf("%w: version %d, not %d; start the program again", errGarbage, prefix[2], version)
	case head > maxHead || body > maxBody:
		return message{}, fmt.Errorf("%w: a message of %d and %d bytes", errGarbage, head, body)
	}
	m := message{kind: kind(prefix[3])}
	var err error
	if m.head, err = readBytes(r, head); err != nil {
		return message{}, err
	}
	m.body, err = readBytes(r, body)
	return m, err
}

// readBytes reads n bytes. It uses only as much memory as bytes arrive, whatever the announced length.
func readBytes(r io.Reader, n uint32) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	var buf bytes.Buffer
	if _, err := io.CopyN(&buf, r, int64(n)); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	return buf.Bytes(), nil
}

// decode decodes a message's head.
func decode[T any](m message) (T, error) {
	var v T
	if err := json.Unmarshal(m.head, &v); err != nil {
		return v, fmt.Errorf("%w: message %q: %w", errGarbage, byte(m.kind), err)
	}
	return v, nil
}

// eventMessage packs an event. The preview becomes the body.
func eventMessage(e vision.Event) (message, error) {
	body := e.Preview
	e.Preview = nil
	return newMessage(kindEvent, e, body)
}

func (m message) event() (vision.Event, error) {
	e, err := decode[vision.Event](m)
	if len(m.body) > 0 {
		e.Preview = m.body
	}
	return e, err
}

// orderMessage packs an order. The picture becomes the body.
func orderMessage(o vision.Order) (message, error) {
	body := o.Picture
	o.Picture = nil
	return newMessage(kindOrder, o, body)
}

func (m message) order() (vision.Order, error) {
	o, err := decode[vision.Order](m)
	if len(m.body) > 0 {
		o.Picture = m.body
	}
	return o, err
}
