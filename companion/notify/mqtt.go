package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"astragal/companion/event"
)

// MQTT tells a broker of every message, and announces the table to Home Assistant. It speaks MQTT 5, and 3.1.1 to a broker that knows only that.
type MQTT struct {
	Reader
	// Broker is its address, mqtt://HOST[:1883] or mqtts://HOST[:8883]; User and Password may be empty.
	Broker, User, Password string
	// Discovery is the prefix that Home Assistant listens to ("homeassistant"); empty announces nothing.
	Discovery string
	// Page is the address of the table's page for others; it may be empty.
	Page string
	// Announced returns the topics that are announced at the broker; known is false if none were ever kept. Announce keeps them. If both are nil,
	// nothing is remembered and nothing taken back.
	Announced func(context.Context) (topics []string, known bool, err error)
	Announce  func(ctx context.Context, topics []string) error
	// State says how the table stands now. Picture is the tray as the dice of a roll lay there, as JPEG; false if it isn't kept.
	State   func() State
	Picture func(roll string) ([]byte, bool)
}

// State is how a table stands.
type State struct {
	// State is what goes on over the tray. Problem is a sentence about what is wrong; empty if nothing is.
	State   string `json:"state"`
	Problem string `json:"problem"`
	// Asked are the names of those who are to roll or to answer, with commas; empty if nobody is waited for.
	Asked string `json:"asked"`
}

// ParseBroker checks a broker's address. The error is one sentence, without anything that may be secret.
func ParseBroker(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "mqtt" && u.Scheme != "mqtts":
		return nil, errors.New("the MQTT broker's address must be mqtt://HOST or mqtts://HOST, with :PORT where needed")
	case u.User != nil:
		return nil, errors.New("the MQTT broker's address holds a password: addresses are logged, so use mqtt_user and mqtt_password")
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

// topic is the topic of one of the table's values.
func (m MQTT) topic(what string) string { return "astragal/" + m.source() + "/" + what }

// source is the name by which the table is told from others; empty if there is none yet.
func (m MQTT) source() string {
	if m.Box == nil {
		return ""
	}
	return m.Box.Source()
}

// Run tells the broker until ctx ends.
func (m MQTT) Run(ctx context.Context) error {
	u, err := ParseBroker(m.Broker)
	if err != nil {
		return err
	}
	m.Name = "MQTT " + u.Host
	w, newest := m.wire(u), &newest{}
	switch err := newest.find(ctx, m.Reader); {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return err
	}
	up := make(chan struct{}, 1)
	var jobs sync.WaitGroup
	staying, stop := context.WithCancel(ctx)
	jobs.Go(func() { w.stay(staying, up) })
	jobs.Go(func() { m.follow(staying, w, newest, up) })
	defer func() {
		stop()
		jobs.Wait()
		m.leave(ctx, w)
	}()
	return m.run(ctx, func(ctx context.Context, msg event.Message) error { return m.tell(ctx, w, newest, msg) })
}

// Try connects once. The error is a sentence that says why that failed.
func (m MQTT) Try(ctx context.Context) error {
	u, err := ParseBroker(m.Broker)
	if err != nil {
		return err
	}
	w := m.wire(u)
	w.greeting.id += fmt.Sprintf("-%d", os.Getpid()) // the table itself may be connected
	l, err := w.connect(ctx, make(chan struct{}, 1))
	if err != nil {
		return errors.New(explain(u, err))
	}
	l.end()
	return nil
}

func (m MQTT) wire(u *url.URL) *wire {
	var mu sync.Mutex
	said := "" // the log has each reason once
	return &wire{broker: u, first: or(m.First, firstRest), online: make(chan struct{}),
		greeting: greeting{id: "astragal-" + m.source(), user: m.User, password: m.Password, status: m.topic("status")},
		say: func(why string) {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case why == "":
				m.Log.Info("connected", "reader", m.Name)
			case why != said:
				m.Log.Warn("the broker isn't told all; it is tried again", "reader", m.Name, "why", why)
			}
			said = why
			m.stands(why)
		}}
}

// leave says goodbye. The broker sends the will only if the connection breaks.
func (m MQTT) leave(ctx context.Context, w *wire) {
	w.mu.Lock()
	there := w.link != nil
	w.mu.Unlock()
	if there {
		ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer stop()
		_ = w.put(ctx, m.topic("status"), true, []byte("offline")) // the broker forgets it with the table if it is gone itself
	}
	w.leave()
}

func putJSON(ctx context.Context, w *wire, topic string, keep bool, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("%w: %w", errNever, err)
	}
	return w.put(ctx, topic, keep, raw)
}

// Told is a message in the form for Home Assistant's events.
type Told struct {
	EventType event.Kind `json:"event_type"`
	event.Message
}

// tell publishes a message; of a roll also the newest state of it and the picture of the tray.
func (m MQTT) tell(ctx context.Context, w *wire, n *newest, msg event.Message) error {
	if err := putJSON(ctx, w, m.topic("event"), false, Told{msg.Kind, msg}); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.take(msg) {
		return nil
	}
	if picture, ok := m.Picture(msg.Roll.ID); ok && len(picture) <= pictureBytes {
		n.picture = picture
	}
	return n.put(ctx, m, w)
}

// follow announces the table on every connection, and keeps its state at the broker up to date. It sends again what the broker did not take.
func (m MQTT) follow(ctx context.Context, w *wire, n *newest, up <-chan struct{}) {
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
			err = m.announce(ctx, w, n, now)
		case now != said:
			err = offered(putJSON(ctx, w, m.topic("state"), true, now))
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
