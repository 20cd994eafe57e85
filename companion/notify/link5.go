package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
	"unicode"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
)

// link5 is a connection by MQTT 5. Its broker says why it refuses something.
type link5 struct{ client *paho.Client }

// refusesError is a broker's refusal of a connection by MQTT 5.
type refusesError struct {
	code byte
	// why is the broker's own reason; it may be empty.
	why string
}

// Reason codes of a CONNACK (MQTT 5, 3.2.2.2).
const (
	codeMalformed   = 0x81
	codeProtocol    = 0x82
	codeVersion     = 0x84
	codeClientID    = 0x85
	codeName        = 0x86
	codeNotAllowed  = 0x87
	codeUnavailable = 0x88
	codeBusy        = 0x89
	codeMethod      = 0x8c
	codeTooFast     = 0x9f
)

func (e refusesError) Error() string {
	return fmt.Sprintf("%s (code 0x%02x)", cmp.Or(e.why, "it gives no reason"), e.code)
}

// The ends of sentences that begin with the broker.
const (
	wrongName = "refuses the name or the password: look at mqtt_user and mqtt_password."
	notNow    = "says that it is not available now."
)

// says is the end of a sentence that begins with the broker.
func (e refusesError) says() string {
	switch e.code {
	case codeName, codeNotAllowed: // brokers say either of a wrong password
		return wrongName
	case codeUnavailable, codeBusy, codeTooFast:
		return notNow
	case codeClientID:
		return "refuses what the table says of itself: " + e.Error() + "."
	}
	return "lets the table not in: " + e.Error() + "."
}

// errOld says that the other side speaks no MQTT 5.
var errOld = errors.New("it speaks no MQTT 5")

// dial5 makes a connection by MQTT 5 over one that open opens. lost is called when it ends. The error is errOld if the other side may understand an
// older version.
func dial5(ctx context.Context, g greeting, open func(context.Context) (net.Conn, error), lost func()) (link, error) {
	raw, err := open(ctx)
	if err != nil {
		return nil, err
	}
	conn := &timed{raw}
	client := paho.NewClient(paho.ClientConfig{Conn: packets.NewThreadSafeConn(conn), PacketTimeout: answerWithin,
		AuthHandler: nobody{}, OnClientError: func(error) { lost() }, OnServerDisconnect: func(*paho.Disconnect) { lost() }})
	most, one, after := uint32(packetMost), uint16(1), uint32(0)
	said, err := client.Connect(ctx, &paho.Connect{ClientID: g.id, KeepAlive: aliveSeconds, CleanStart: true,
		Username: g.user, UsernameFlag: g.user != "", Password: []byte(g.password), PasswordFlag: g.password != "",
		// The table subscribes to nothing, so a broker has little to send (bounded.go).
		Properties:     &paho.ConnectProperties{MaximumPacketSize: &most, ReceiveMaximum: &one, RequestProblemInfo: true},
		WillMessage:    &paho.WillMessage{Topic: g.status, Payload: []byte("offline"), QoS: 1, Retain: true},
		WillProperties: &paho.WillProperties{WillDelayInterval: &after, ContentType: "text/plain"}})
	switch {
	case err == nil:
		return link5{client}, nil
	case said == nil && (ctx.Err() != nil || errors.Is(err, errPacket) || errors.Is(err, context.DeadlineExceeded) || isTimeout(err)):
		return nil, err
	case said == nil, said.ReasonCode == codeVersion, said.ReasonCode == codeMalformed, said.ReasonCode == codeProtocol:
		return nil, fmt.Errorf("%w: %w", errOld, err)
	}
	refused := refusesError{code: said.ReasonCode}
	if said.Properties != nil {
		refused.why = readable(said.Properties.ReasonString)
	}
	return nil, refused
}

func (l link5) put(ctx context.Context, topic string, keep bool, payload []byte) error {
	m := &paho.Publish{Topic: topic, QoS: 1, Retain: keep, Payload: payload, Properties: &paho.PublishProperties{ContentType: contentOf(payload)}}
	said, err := l.client.Publish(ctx, m)
	switch {
	case errors.Is(err, paho.ErrInvalidArguments): // the broker had said what it takes
		return refusedError{topic, err.Error()}
	case said != nil && said.ReasonCode >= 0x80:
		why := codeWords(said.ReasonCode)
		if said.Properties != nil {
			why = cmp.Or(readable(said.Properties.ReasonString), why)
		}
		return refusedError{topic, why}
	case err != nil:
		return fmt.Errorf("the broker doesn't confirm what it gets: %w", err)
	}
	return nil
}

func (l link5) end() { _ = l.client.Disconnect(&paho.Disconnect{}) }

// reasonMost is how many letters of a broker's reason are shown.
const reasonMost = 200

// readable is a broker's reason without characters that can't be shown.
func readable(reason string) string {
	return cut(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, reason), reasonMost)
}

// nobody answers a broker that wants more than a name and a password. Without it the client would crash.
type nobody struct{}

func (nobody) Authenticate(*paho.Auth) *paho.Auth { return &paho.Auth{ReasonCode: codeMethod} }
func (nobody) Authenticated()                     {}

// contentOf is the media type of what the table publishes.
func contentOf(payload []byte) string {
	switch {
	case len(payload) > 0 && payload[0] == '{':
		return "application/json"
	case len(payload) > 1 && payload[0] == 0xff && payload[1] == 0xd8:
		return "image/jpeg"
	}
	return "text/plain"
}

// codeWords says what a reason code of a PUBACK means (MQTT 5, 3.4.2.1).
func codeWords(code byte) string {
	switch code {
	case codeNotAllowed:
		return "the name that the table gives isn't allowed to write there"
	case 0x90:
		return "it takes no such topic"
	case 0x97:
		return "it has no room left for this name"
	case 0x99:
		return "it takes no such content"
	}
	return fmt.Sprintf("it gives no reason (code 0x%02x)", code)
}

// timed is a connection whose writes end in time. Without it the client would wait for ever for a broker that reads nothing.
type timed struct{ net.Conn }

func (c *timed) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(answerWithin)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}
