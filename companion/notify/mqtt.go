package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"

	"astragal/companion/event"
)

// MQTT tells a broker (protocol 5) of every message, and announces the table to Home Assistant.
type MQTT struct {
	Reader
	// Broker is its address, mqtt://HOST[:1883] or mqtts://HOST[:8883]; User and Password may be empty.
	Broker, User, Password string
	// Discovery is the prefix that Home Assistant listens to ("homeassistant"); empty announces nothing.
	Discovery string
	// Table is what the table is called, Page the address of its page for others; both may be empty.
	Table, Page string
	// State says how the table stands now, Picture is the newest JPEG of the tray.
	State   func() State
	Picture func() ([]byte, bool)
}

// State is how a table stands.
type State struct {
	// State is what goes on over the tray, Problem a sentence about what is wrong; empty when nothing is.
	State   string `json:"state"`
	Problem string `json:"problem"`
}

// ParseBroker checks a broker's address. Its error is one sentence, without what may be secret.
func ParseBroker(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "mqtt" && u.Scheme != "mqtts":
		return nil, errors.New("the MQTT broker's address must be mqtt://HOST or mqtts://HOST, with :PORT where needed")
	case u.User != nil:
		return nil, errors.New("the MQTT broker's address holds a password: addresses are logged, so use mqtt_user and mqtt_password_file")
	case strings.Trim(u.Path, "/") != "" || u.RawQuery != "":
		return nil, errors.New("the MQTT broker's address goes on after the port: it must end there")
	}
	if u.Port() == "" {
		u.Host += map[string]string{"mqtt": ":1883", "mqtts": ":8883"}[u.Scheme]
	}
	return u, nil
}

const (
	aliveSeconds  = 20
	publishWithin = 15 * time.Second
	pictureBytes  = 1 << 20
	quietAfter    = 200 * time.Millisecond
)

// topic is the place of one of the table's things.
func (m MQTT) topic(what string) string { return "astragal/" + m.Box.Source() + "/" + what }

// Run tells the broker until ctx ends.
func (m MQTT) Run(ctx context.Context) error {
	u, err := ParseBroker(m.Broker)
	if err != nil {
		return err
	}
	m.Name = "MQTT " + u.Host
	up := make(chan struct{}, 1)
	conn, err := autopaho.NewConnection(ctx, m.config(u, up))
	if err != nil {
		return fmt.Errorf("%s: %w", m.Name, err)
	}
	defer m.leave(ctx, conn)
	done := make(chan struct{})
	ctx, stop := context.WithCancel(ctx)
	go func() {
		defer close(done)
		m.follow(ctx, conn, up)
	}()
	defer func() { stop(); <-done }()
	return m.run(ctx, func(ctx context.Context, msg event.Message) error { return m.tell(ctx, conn, msg) })
}

func (m MQTT) config(u *url.URL, up chan<- struct{}) autopaho.ClientConfig {
	said := false
	return autopaho.ClientConfig{
		ServerUrls: []*url.URL{u}, KeepAlive: aliveSeconds, CleanStartOnInitialConnection: true,
		ConnectUsername: m.User, ConnectPassword: []byte(m.Password),
		WillMessage:      &paho.WillMessage{Topic: m.topic("status"), Payload: []byte("offline"), QoS: 1, Retain: true},
		ReconnectBackoff: func(n int) time.Duration { return min(time.Duration(n)*or(m.First, firstRest), 30*time.Second) },
		ConnectTimeout:   answerWithin,
		OnConnectionUp: func(*autopaho.ConnectionManager, *paho.Connack) {
			m.Log.Info("connected", "reader", m.Name)
			select {
			case up <- struct{}{}:
			default: // it is to be announced already
			}
		},
		OnConnectError: func(err error) {
			if !said {
				m.Log.Warn("no connection yet; it is tried again", "reader", m.Name, "err", err)
			}
			said = true
		},
		ClientConfig: paho.ClientConfig{ClientID: fmt.Sprintf("astragal-%s-%d", m.Box.Source(), os.Getpid())},
	}
}

// leave says goodbye: the will is only sent when the connection breaks.
func (m MQTT) leave(ctx context.Context, conn *autopaho.ConnectionManager) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer stop()
	_ = conn.Disconnect(ctx)
}

// put publishes one thing and returns when the broker has it.
func (m MQTT) put(ctx context.Context, conn *autopaho.ConnectionManager, topic string, keep bool, payload []byte) error {
	ctx, stop := context.WithTimeout(ctx, publishWithin)
	defer stop()
	if err := conn.AwaitConnection(ctx); err != nil {
		return err
	}
	_, err := conn.Publish(ctx, &paho.Publish{Topic: topic, QoS: 1, Retain: keep, Payload: payload})
	return err
}

func (m MQTT) putJSON(ctx context.Context, conn *autopaho.ConnectionManager, topic string, keep bool, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("%w: %w", errNever, err)
	}
	return m.put(ctx, conn, topic, keep, raw)
}

// Told is a message as Home Assistant's events want it.
type Told struct {
	EventType event.Kind `json:"event_type"`
	event.Message
}

// tell publishes a message; of a roll also the newest state of it and the picture of the tray.
func (m MQTT) tell(ctx context.Context, conn *autopaho.ConnectionManager, msg event.Message) error {
	if err := m.putJSON(ctx, conn, m.topic("event"), false, Told{msg.Kind, msg}); err != nil {
		return err
	}
	if msg.Roll == nil {
		return nil
	}
	if err := m.putJSON(ctx, conn, m.topic("roll"), true, msg.Roll); err != nil {
		return err
	}
	if picture, ok := m.Picture(); ok && len(picture) <= pictureBytes {
		return m.put(ctx, conn, m.topic("tray"), true, picture)
	}
	return nil
}

// follow announces the table on every connection, and keeps its state at the broker as it is. What the
// broker did not take it is told again.
func (m MQTT) follow(ctx context.Context, conn *autopaho.ConnectionManager, up <-chan struct{}) {
	changes, end := m.Changes()
	defer end()
	rest := or(m.First, firstRest)
	var said State
	var again <-chan time.Time
	announced, warned := true, false // nothing is to be announced before there is a connection
	for {
		select {
		case <-ctx.Done():
			return
		case <-up:
			announced = false
		case <-again:
		case <-changes:
		}
		again = nil
		now := m.State()
		var err error
		switch {
		case !announced:
			err = m.announce(ctx, conn, now)
		case now != said:
			err = m.putJSON(ctx, conn, m.topic("state"), true, now)
		}
		if err == nil {
			said, announced, warned = now, true, false
		} else {
			if !warned && ctx.Err() == nil {
				m.Log.Warn("tell how the table stands; it is tried again", "reader", m.Name, "err", err)
			}
			warned, again = true, time.After(rest)
		}
		// A table in motion changes often; the newest is what counts.
		select {
		case <-ctx.Done():
			return
		case <-time.After(quietAfter):
		}
	}
}
