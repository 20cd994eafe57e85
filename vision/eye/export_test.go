package eye

import (
	"bytes"
	"io"

	"astragal/vision"
)

// Tests need the wire format, because the parser must be fuzzed with bytes that no well-behaved process sends.

// Prefix is the beginning of a message of kind k with announced lengths.
func Prefix(k byte, head, body uint32) []byte {
	m := message{kind: kind(k)}
	var out bytes.Buffer
	_ = m.writeTo(&out)
	raw := out.Bytes()
	for i := range 4 {
		raw[4+i] = byte(head >> (24 - 8*i))
		raw[8+i] = byte(body >> (24 - 8*i))
	}
	return raw
}

// EventBytes is an event as it is sent.
func EventBytes(e vision.Event) ([]byte, error) { return wired(eventMessage(e)) }

// OrderBytes is an order as it is sent.
func OrderBytes(o vision.Order) ([]byte, error) { return wired(orderMessage(o)) }

func wired(m message, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = m.writeTo(&out)
	return out.Bytes(), err
}

// ReadAll reads messages until the stream ends or breaks. It calls event and order for each event and each order.
func ReadAll(r io.Reader, event func(vision.Event), order func(vision.Order)) error {
	for {
		m, err := readMessage(r)
		if err != nil {
			return err
		}
		switch m.kind {
		case kindEvent:
			e, err := m.event()
			if err != nil {
				return err
			}
			event(e)
		case kindOrder:
			o, err := m.order()
			if err != nil {
				return err
			}
			order(o)
		}
	}
}
