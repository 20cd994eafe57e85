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
	"sync"
	"syscall"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/eclipse/paho.mqtt.golang/packets"
)

// version311 is MQTT 3.1.1, which every broker speaks, those of version 5 too.
const version311 = 4

// wire is the connection to a broker. stay keeps it.
type wire struct {
	broker  *url.URL
	options func() *mqtt.ClientOptions
	// first is the rest after the first try that failed.
	first time.Duration
	// say takes in why there is no connection, as a sentence; empty once there is one.
	say func(why string)

	mu     sync.Mutex
	client mqtt.Client   // nil while there is no connection
	online chan struct{} // closed while there is one
}

// longestAway bounds the rests between tries to connect.
const longestAway = 30 * time.Second

// stay connects, and connects again whenever the connection is lost, until ctx ends; up is told each time.
func (w *wire) stay(ctx context.Context, up chan<- struct{}) {
	rest := w.first
	for ctx.Err() == nil {
		lost := make(chan struct{}, 1)
		client, err := w.connect(ctx, lost)
		if err == nil {
			w.say("")
			w.set(client)
			rest = w.first
			select {
			case up <- struct{}{}:
			default: // it is to be announced already
			}
			select {
			case <-ctx.Done():
				return // whoever leaves says so over this connection
			case <-lost:
			}
			w.set(nil)
			continue
		}
		if ctx.Err() == nil {
			w.say(explain(w.broker, err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(rest):
		}
		rest = min(2*rest, longestAway)
	}
}

// connect makes one connection; lost is told when it ends.
func (w *wire) connect(ctx context.Context, lost chan<- struct{}) (mqtt.Client, error) {
	o := w.options().SetProtocolVersion(version311).SetCleanSession(true).SetAutoReconnect(false).SetConnectRetry(false).
		SetConnectTimeout(answerWithin).SetWriteTimeout(answerWithin).SetKeepAlive(aliveSeconds * time.Second).AddBroker(w.broker.String()).
		SetConnectionLostHandler(func(mqtt.Client, error) { lost <- struct{}{} })
	o.SetCustomOpenConnectionFn(func(*url.URL, mqtt.ClientOptions) (net.Conn, error) {
		c, err := w.open(ctx)
		if err != nil {
			return nil, err
		}
		return newBounded(c), nil
	})
	client := mqtt.NewClient(o)
	token := client.Connect()
	select {
	case <-token.Done():
		return client, token.Error()
	case <-ctx.Done():
		client.Disconnect(0)
		return nil, ctx.Err()
	}
}

func (w *wire) open(ctx context.Context) (net.Conn, error) {
	plain := net.Dialer{Timeout: answerWithin}
	if w.broker.Scheme == "mqtts" {
		d := tls.Dialer{NetDialer: &plain, Config: &tls.Config{ServerName: w.broker.Hostname(), MinVersion: tls.VersionTLS12}}
		ctx, stop := context.WithTimeout(ctx, answerWithin)
		defer stop()
		return d.DialContext(ctx, "tcp", w.broker.Host)
	}
	return plain.DialContext(ctx, "tcp", w.broker.Host)
}

func (w *wire) set(client mqtt.Client) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.client = client; client != nil {
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
	client := w.client
	w.mu.Unlock()
	if client == nil {
		return mqtt.ErrNotConnected
	}
	token := client.Publish(topic, 1, keep, payload)
	select {
	case <-token.Done():
		return token.Error()
	case <-ctx.Done():
		return fmt.Errorf("the broker doesn't confirm what it gets: %w", ctx.Err())
	}
}

// leave ends the connection once what was published is out.
func (w *wire) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.client != nil {
		w.client.Disconnect(250)
	}
}

// explain is a sentence about why there is no connection to a broker.
func explain(broker *url.URL, err error) string {
	said := fmt.Sprintf("The MQTT broker at %s ", broker.Host)
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	switch {
	case errors.Is(err, packets.ErrorRefusedBadUsernameOrPassword), errors.Is(err, packets.ErrorRefusedNotAuthorised):
		return said + "refuses the name or the password: look at mqtt_user and mqtt_password." // brokers say either of a wrong password
	case errors.Is(err, packets.ErrorRefusedServerUnavailable):
		return said + "says that it is not available now."
	case errors.Is(err, packets.ErrorRefusedIDRejected), errors.Is(err, packets.ErrorRefusedBadProtocolVersion):
		return said + "refuses what the table says of itself (" + err.Error() + ")."
	case errors.Is(err, errPacket):
		return said + "is none, or a hostile one: " + err.Error()
	case errors.As(err, &dns):
		return said + "can’t be found: there is no host " + broker.Hostname() + "."
	case errors.Is(err, syscall.ECONNREFUSED):
		return said + "doesn’t answer: no program listens there."
	case errors.As(err, &unknown), errors.As(err, &name), errors.As(err, &invalid):
		return said + "shows a certificate that this machine doesn’t trust (" + err.Error() + ")."
	case errors.As(err, &record):
		return said + "doesn’t encrypt on that port: use mqtt:// or its port for mqtts://."
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return said + "ended the connection at once: does it want mqtts://, or is it no MQTT broker?"
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return said + "doesn’t answer."
	}
	return said + "can’t be reached (" + err.Error() + ")."
}

func isTimeout(err error) bool {
	var late net.Error
	return errors.As(err, &late) && late.Timeout()
}
