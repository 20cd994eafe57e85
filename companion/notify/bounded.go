package notify

import (
	"errors"
	"net"
)

// packetMost bounds what a broker may send in one packet. The table subscribes to nothing, so a broker only confirms what it gets and answers pings,
// each in some bytes (MQTT 3.1.1, 3.2, 3.4 and 3.13).
const packetMost = 1 << 10

// lengthMost is the most bytes that tell a packet's length (MQTT 3.1.1, 2.2.3).
const lengthMost = 4

// errPacket says that the broker announces a packet that no broker sends to a table.
var errPacket = errors.New("it announces more than a broker has to say to a table: is it a broker?")

// bounded is a connection to a broker that ends before a packet is read that is too large. Without it the client would allocate as much as the broker
// announces. One goroutine reads it.
type bounded struct {
	net.Conn
	// digits is how many bytes of a packet's length came, -1 before its first byte. length is the length so far. left is how much of the packet is
	// still to come.
	digits, length, left int
	wrong                bool
}

func newBounded(c net.Conn) *bounded { return &bounded{Conn: c, digits: -1} }

// Read reads, and checks the head of each packet. Of a packet that is too large it doesn't hand on the whole length.
func (b *bounded) Read(into []byte) (int, error) {
	if b.wrong {
		return 0, errPacket
	}
	n, err := b.Conn.Read(into)
	for at := 0; at < n; at++ {
		switch {
		case b.left > 0:
			skip := min(b.left, n-at)
			b.left -= skip
			at += skip - 1
		case b.digits < 0:
			b.digits, b.length = 0, 0
		case !b.digit(into[at]):
			b.wrong = true
			_ = b.Close()
			return at, errPacket
		}
	}
	return n, err
}

// digit takes one byte of a length: seven bits, the least first, and whether another one comes.
func (b *bounded) digit(x byte) bool {
	b.length |= int(x&0x7f) << (7 * b.digits)
	b.digits++
	switch {
	case b.length > packetMost, b.digits == lengthMost && x&0x80 != 0:
		return false
	case x&0x80 == 0:
		b.digits, b.left = -1, b.length
	}
	return true
}
