package notify

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"
)

// wire is the connection to a broker. stay keeps it.
type wire struct {
	broker   *url.URL
	greeting greeting
	// first is the rest after the first try that failed.
	first time.Duration
	// say takes in why there is no connection, as a sentence; empty once there is one.
	say func(why string)

	mu     sync.Mutex
	link   link          // nil if there is no connection
	online chan struct{} // closed while there is one
	// refused are the topics at which the broker takes nothing.
	refused map[string]bool
}

// longestAway bounds the rests between tries to connect. A connection that ends sooner than that is followed by a rest too.
const longestAway = 30 * time.Second

// errShort says that so many connections in a row ended soon. A broker does that if two programs come by one name: each throws the other out.
var errShort = errors.New("each connection ends soon after it began")

const mostShort = 3

// stay connects, and connects again whenever the connection is lost, until ctx ends. It sends to up each time.
func (w *wire) stay(ctx context.Context, up chan<- struct{}) {
	rest, short := w.first, 0
	for ctx.Err() == nil {
		began := time.Now()
		lost := make(chan struct{}, 1)
		l, err := w.connect(ctx, lost)
		if err == nil {
			w.say("")
			w.set(l)
			select {
			case up <- struct{}{}:
			default: // an announcement is due already
			}
			select {
			case <-ctx.Done():
				return // leave says goodbye over this connection
			case <-lost:
			}
			w.set(nil)
			if time.Since(began) > longestAway {
				rest, short = w.first, 0
				continue
			}
			if short++; short >= mostShort { // else the next try says why
				err = errShort
			}
		}
		if ctx.Err() == nil && err != nil {
			w.say(explain(w.broker, err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
		rest = min(2*rest, longestAway)
	}
}

// connect makes one connection, of MQTT 5, or of 3.1.1 if the broker knows only that. It sends to lost when the connection ends.
func (w *wire) connect(ctx context.Context, lost chan<- struct{}) (link, error) {
	told := func() {
		select {
		case lost <- struct{}{}:
		default: // it is told already
		}
	}
	l, err := dial5(ctx, w.greeting, w.open, told)
	if errors.Is(err, errOld) {
		return dial311(ctx, w.greeting, w.broker.String(), w.open, told)
	}
	return l, err
}

// open opens a connection that ends before the broker sends too much.
func (w *wire) open(ctx context.Context) (net.Conn, error) {
	c, err := w.dial(ctx)
	if err != nil {
		return nil, err
	}
	return newBounded(c), nil
}

func (w *wire) dial(ctx context.Context) (net.Conn, error) {
	plain := net.Dialer{Timeout: answerWithin}
	if w.broker.Scheme == "mqtts" {
		d := tls.Dialer{NetDialer: &plain, Config: &tls.Config{ServerName: w.broker.Hostname(), MinVersion: tls.VersionTLS12}}
		ctx, stop := context.WithTimeout(ctx, answerWithin)
		defer stop()
		return d.DialContext(ctx, "tcp", w.broker.Host)
	}
	return plain.DialContext(ctx, "tcp", w.broker.Host)
}

func (w *wire) set(l link) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.link = l; l != nil {
		w.refused = map[string]bool{} // the refusals may have been mended
		close(w.online)
		return
	}
	w.online = make(chan struct{})
}

// put publishes one thing and returns when the broker has it. It waits a while for a connection.
func (w *wire) put(ctx context.Context, topic string, keep bool, payload []byte) error {
	ctx, stop := context.WithTimeout(ctx, publishWithin)
	defer stop()
	w.mu.Lock()
	online := w.online
	w.mu.Unlock()
	select {
	case <-online:
	case <-ctx.Done():
		return fmt.Errorf("there is no connection: %w", ctx.Err())
	}
	w.mu.Lock()
	l := w.link
	w.mu.Unlock()
	if l == nil {
		return errOffline
	}
	err := l.put(ctx, topic, keep, payload)
	w.answered(topic, err)
	return err
}

// answered reports that the broker takes nothing at a topic, or that it takes everything again.
func (w *wire) answered(topic string, err error) {
	var refused refusedError
	no := errors.As(err, &refused)
	w.mu.Lock()
	before := len(w.refused)
	switch {
	case no && w.refused != nil:
		w.refused[topic] = true
	case err == nil:
		delete(w.refused, topic)
	}
	after := len(w.refused)
	w.mu.Unlock()
	switch {
	case no:
		w.say(fmt.Sprintf("The MQTT broker at %s takes nothing at %s: %s.", w.broker.Host, topic, strings.TrimRight(refused.why, ".")))
	case before > 0 && after == 0:
		w.say("")
	}
}

// leave ends the connection after what was published is sent.
func (w *wire) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.link != nil {
		w.link.end()
	}
}

// explain is a sentence about why there is no connection to a broker.
func explain(broker *url.URL, err error) string {
	return fmt.Sprintf("The MQTT broker at %s %s", broker.Host, unreached(broker, err))
}

// unreached is the rest of a sentence that begins with the broker: why there is no connection to it.
func unreached(broker *url.URL, err error) string {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var refuses refusesError
	if errors.As(err, &refuses) {
		return refuses.says()
	}
	switch {
	case errors.Is(err, packets.ErrorRefusedBadUsernameOrPassword), errors.Is(err, packets.ErrorRefusedNotAuthorised):
		return wrongName // brokers say either of a wrong password
	case errors.Is(err, packets.ErrorRefusedServerUnavailable):
		return notNow
	case errors.Is(err, packets.ErrorRefusedIDRejected), errors.Is(err, packets.ErrorRefusedBadProtocolVersion):
		return fmt.Sprintf("refuses what the table says of itself (%s).", err)
	case errors.Is(err, errShort):
		return "ends each connection soon after it began: does a copy of this table’s data folder run elsewhere?"
	case errors.Is(err, errPacket):
		return fmt.Sprintf("is none, or a hostile one: %s", err)
	case errors.As(err, &dns):
		return fmt.Sprintf("can’t be found: there is no host %s.", broker.Hostname())
	case errors.Is(err, syscall.ECONNREFUSED):
		return "doesn’t answer: no program listens there."
	case errors.As(err, &unknown), errors.As(err, &name), errors.As(err, &invalid):
		return fmt.Sprintf("shows a certificate that this machine doesn’t trust (%s).", err)
	case errors.As(err, &record):
		return "doesn’t encrypt on that port: use mqtt:// or its port for mqtts://."
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return "ended the connection at once: does it want mqtts://, or is it no MQTT broker?"
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return "doesn’t answer."
	}
	return fmt.Sprintf("can’t be reached (%s).", err)
}

func isTimeout(err error) bool {
	var late net.Error
	return errors.As(err, &late) && late.Timeout()
}
