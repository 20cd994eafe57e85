package notify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/notify"
	"astragal/vision"
)

// broker is a real MQTT broker on loopback, and what came to it.
type broker struct {
	server  *mochi.Server
	address string
	mu      sync.Mutex
	got     map[string][]string
	kept    map[string]bool
	once    sync.Once
	door    *door
}

func (b *broker) close() {
	b.once.Do(func() {
		b.door.shut()
		_ = b.server.Close()
	})
}

// door is a listener that can end all connections that came through it. The broker alone forgets a connection whose name another one had for a moment,
// and then waits for it for ever.
type door struct {
	net.Listener
	mu    sync.Mutex
	conns []net.Conn
	over  bool
}

func (d *door) Accept() (net.Conn, error) {
	c, err := d.Listener.Accept()
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil && d.over {
		_ = c.Close()
	}
	d.conns = append(d.conns, c)
	return c, err
}

func (d *door) shut() {
	_ = d.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.over = true
	for _, c := range d.conns {
		if c != nil {
			_ = c.Close()
		}
	}
}

func openBroker(t *testing.T, address string) *broker {
	t.Helper()
	return openBrokerThat(t, address, &only311{})
}

// openBrokerThat is a broker with a special behaviour.
func openBrokerThat(t *testing.T, address string, habit mochi.Hook) *broker {
	t.Helper()
	b := &broker{got: map[string][]string{}, kept: map[string]bool{}}
	l, err := net.Listen("tcp", address)
	require.NoError(t, err)
	b.address, b.door = l.Addr().String(), &door{Listener: l}
	b.server = mochi.New(&mochi.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, b.server.AddHook(new(auth.Hook), &auth.Options{Ledger: &auth.Ledger{Auth: auth.AuthRules{{Username: "table", Password: "open sesame", Allow: true}}, ACL: auth.ACLRules{{Filters: auth.Filters{"#": auth.ReadWrite}}}}}))
	require.NoError(t, b.server.AddHook(habit, nil))
	require.NoError(t, b.server.AddListener(listeners.NewNet("test", b.door)))
	require.NoError(t, b.server.Subscribe("#", 1, func(_ *mochi.Client, _ packets.Subscription, pk packets.Packet) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.got[pk.TopicName] = append(b.got[pk.TopicName], string(pk.Payload))
		b.kept[pk.TopicName] = b.kept[pk.TopicName] || pk.FixedHeader.Retain
	}))
	go func() { _ = b.server.Serve() }()
	t.Cleanup(b.close)
	return b
}

// only311 is a broker that doesn't know MQTT 5.
type only311 struct{ mochi.HookBase }

func (*only311) ID() string { return "only 3.1.1" }

func (*only311) Provides(b byte) bool { return b == mochi.OnConnect }

func (*only311) OnConnect(_ *mochi.Client, pk packets.Packet) error {
	if pk.ProtocolVersion != 4 {
		return packets.ErrUnsupportedProtocolVersion
	}
	return nil
}

// retained are the topics that match a filter and for which the broker keeps something.
func (b *broker) retained(filter string) []string {
	topics := []string{}
	for _, pk := range b.server.Topics.Messages(filter) {
		topics = append(topics, pk.TopicName)
	}
	slices.Sort(topics)
	return topics
}

func (b *broker) of(topic string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.got[topic]...)
}

func (b *broker) last(topic string) string {
	all := b.of(topic)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

func (x *teller) mqtt(address string, state func() notify.State) notify.MQTT {
	r := x.reader("mqtt")
	r.Table = "Table 4"
	return notify.MQTT{Reader: r, Broker: "mqtt://" + address, User: "table", Password: "open sesame", Discovery: "homeassistant",
		State: state, Picture: func(roll string) ([]byte, bool) { return []byte("\xff\xd8\xff" + roll), true }}
}

func empty() notify.State { return notify.State{State: string(vision.Empty), Asked: "Ann"} }

func TestABrokerIsToldOfRollsAndHomeAssistantOfTheTable(t *testing.T) {
	x, b := newTeller(t), openBroker(t, "127.0.0.1:0")
	state := empty()
	var mu sync.Mutex
	stop := start(t, x.mqtt(b.address, func() notify.State { mu.Lock(); defer mu.Unlock(); return state }).Run)
	require.Eventually(t, func() bool { return b.last("astragal/feed0123/status") == "online" }, patience, time.Millisecond)
	require.JSONEq(t, `{"state": "empty", "problem": "", "asked": "Ann"}`, b.last("astragal/feed0123/state"))

	x.roll(3)
	require.Eventually(t, func() bool {
		return len(b.of("astragal/feed0123/event")) == 3 && b.last("astragal/feed0123/tray") != ""
	}, patience, time.Millisecond)
	var told notify.Told
	require.NoError(t, json.Unmarshal([]byte(b.last("astragal/feed0123/event")), &told))
	require.Equal(t, event.KindRoll, told.EventType)
	require.Equal(t, int64(3), told.Seq)
	require.Equal(t, "Table 4", told.Table)
	// The topic roll is sent after the topic event.
	require.Eventually(t, func() bool {
		var roll event.Roll
		return json.Unmarshal([]byte(b.last("astragal/feed0123/roll")), &roll) == nil && roll.Total != nil && *roll.Total == 3
	}, patience, time.Millisecond)

	mu.Lock()
	state = notify.State{State: string(vision.NoCamera), Problem: "The camera is gone."}
	mu.Unlock()
	x.roll(1)
	require.Eventually(t, func() bool { return strings.Contains(b.last("astragal/feed0123/state"), "The camera is gone.") }, patience, time.Millisecond)

	// Home Assistant needs these keys of each thing (its documentation of MQTT discovery).
	for topic, wants := range map[string][]string{
		"event/astragal_feed0123/roll":            {"state_topic", "event_types"},
		"sensor/astragal_feed0123/total":          {"state_topic", "value_template"},
		"sensor/astragal_feed0123/last_roll":      {"state_topic", "value_template"},
		"sensor/astragal_feed0123/asked":          {"state_topic", "value_template"},
		"sensor/astragal_feed0123/tray":           {"state_topic", "options"},
		"binary_sensor/astragal_feed0123/problem": {"state_topic", "device_class"},
		"image/astragal_feed0123/picture":         {"image_topic", "content_type"},
	} {
		var config map[string]any
		require.NoError(t, json.Unmarshal([]byte(b.last("homeassistant/"+topic+"/config")), &config), topic)
		for _, key := range append(wants, "unique_id", "name", "availability_topic", "device") {
			require.Contains(t, config, key, topic)
		}
		require.NotContains(t, config["unique_id"], "/")
	}
	var tray struct{ Options []string }
	require.NoError(t, json.Unmarshal([]byte(b.last("homeassistant/sensor/astragal_feed0123/tray/config")), &tray))
	require.ElementsMatch(t, []string{string(vision.Empty), string(vision.Moving), string(vision.Settled), string(vision.ReadingNow), string(vision.Asking),
		string(vision.HandInTray), string(vision.Blocked), string(vision.TooDark), string(vision.NoCamera), string(vision.Starting)}, tray.Options)
	stop()
}

func TestABrokerThatGoesAwayGetsAllWhenItIsBack(t *testing.T) {
	x, b := newTeller(t), openBroker(t, doortest.Address(t))
	start(t, x.mqtt(b.address, empty).Run)
	require.Eventually(t, func() bool { return b.last("astragal/feed0123/status") == "online" }, patience, time.Millisecond)
	x.roll(2)
	require.Eventually(t, func() bool { return len(b.of("astragal/feed0123/event")) == 2 }, patience, time.Millisecond)
	b.close()
	x.roll(5)
	b = openBroker(t, b.address)
	// Some may come twice, because the broker went away before it could confirm them.
	require.Eventually(t, func() bool {
		seen := map[int64]bool{}
		for _, raw := range b.of("astragal/feed0123/event") {
			var told notify.Told
			if json.Unmarshal([]byte(raw), &told) == nil {
				seen[told.Seq] = true
			}
		}
		return seen[3] && seen[4] && seen[5] && seen[6] && seen[7]
	}, patience, time.Millisecond)
	require.Eventually(t, func() bool { return b.last("astragal/feed0123/status") == "online" }, patience, time.Millisecond)
}

// A broker that lost what it kept is told the newest roll again, with the picture of that roll. A correction of an older roll isn't the newest.
func TestABrokerThatLostAllKnowsTheNewestRoll(t *testing.T) {
	x, b := newTeller(t), openBroker(t, doortest.Address(t))
	newest := func() string {
		var roll event.Roll
		if json.Unmarshal([]byte(b.last("astragal/feed0123/roll")), &roll) != nil || b.last("astragal/feed0123/status") != "online" {
			return ""
		}
		return fmt.Sprint(roll.ID, " ", roll.Rev, " ", strings.TrimPrefix(b.last("astragal/feed0123/tray"), "\xff\xd8\xff"))
	}
	m := x.mqtt(b.address, empty)
	stop := start(t, m.Run)
	require.Eventually(t, func() bool { return b.last("astragal/feed0123/status") == "online" }, patience, time.Millisecond)
	x.roll(2)
	require.Eventually(t, func() bool { return newest() == "t2 1 t2" }, patience, time.Millisecond)
	correct := func(id string, rev int) {
		m := event.Message{Kind: event.KindCorrection, At: time.Now(), Roll: &event.Roll{ID: id, Rev: rev, Status: event.RollCounted, Dice: []event.Die{}}}
		require.NoError(t, x.box.Tell(t.Context(), []outbox.Item{{Key: id, Told: outbox.Told{Rev: rev, Mark: "y"}, Message: m}}))
		x.wake()
	}
	correct("t2", 2)
	require.Eventually(t, func() bool { return newest() == "t2 2 t2" }, patience, time.Millisecond)
	correct("t1", 2)
	require.Eventually(t, func() bool { return len(b.of("astragal/feed0123/event")) == 4 }, patience, time.Millisecond)
	b.close()
	b = openBroker(t, b.address)
	require.Eventually(t, func() bool { return newest() == "t2 2 t2" }, patience, time.Millisecond)
	stop()
	b.close()
	b = openBroker(t, b.address)
	start(t, m.Run)
	require.Eventually(t, func() bool { return newest() == "t2 2 " }, patience, time.Millisecond, "a table that was started again")
}

// names notes the name by which each client came.
type names struct {
	mochi.HookBase
	came chan string
}

func (*names) ID() string           { return "names" }
func (*names) Provides(b byte) bool { return b == mochi.OnConnect }
func (n *names) OnConnect(cl *mochi.Client, _ packets.Packet) error {
	n.came <- cl.ID
	return nil
}

// A broker may hold the connection of a table that lost its power for a while. If the table comes by the same name again, the broker ends that
// connection, and says "offline" of it, before the table says "online". Who only looks whether the broker lets the table in throws nobody out.
func TestATableComesByTheSameNameAgain(t *testing.T) {
	n := &names{came: make(chan string, 100)}
	x, b := newTeller(t), openBrokerThat(t, "127.0.0.1:0", n)
	m := x.mqtt(b.address, empty)
	for range 2 {
		stop := start(t, m.Run)
		require.Equal(t, "astragal-feed0123", <-n.came)
		stop()
	}
	require.NoError(t, m.Try(t.Context()))
	require.Len(t, n.came, 1)
	require.NotEqual(t, "astragal-feed0123", <-n.came)
}

func TestAWrongPasswordLosesNothing(t *testing.T) {
	x, b := newTeller(t), openBroker(t, "127.0.0.1:0")
	m := x.mqtt(b.address, empty)
	m.Password = "guess"
	stop := start(t, m.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); _, ok := x.marks["mqtt"]; return ok }, patience, time.Millisecond)
	x.roll(1)
	stop()
	require.Empty(t, b.of("astragal/feed0123/event"))
	start(t, x.mqtt(b.address, empty).Run)
	require.Eventually(t, func() bool { return len(b.of("astragal/feed0123/event")) == 1 }, patience, time.Millisecond)
}

// memory keeps what was announced, as the table's file does.
type memory struct {
	mu     sync.Mutex
	topics []string
	known  bool
}

func (k *memory) of(m notify.MQTT) notify.MQTT {
	m.Announced = func(context.Context) ([]string, bool, error) {
		k.mu.Lock()
		defer k.mu.Unlock()
		return k.topics, k.known, nil
	}
	m.Announce = func(_ context.Context, topics []string) error {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.topics, k.known = topics, true
		return nil
	}
	return m
}

// Home Assistant keeps what was announced until it is told otherwise. If the prefix changes or discovery is switched off, nothing stays behind,
// whichever program announced it.
func TestHomeAssistantForgetsWhatIsNotAnnouncedAnyMore(t *testing.T) {
	x, b := newTeller(t), openBroker(t, "127.0.0.1:0")
	announces := func(m notify.MQTT, prefix string, kept map[string]int) {
		m.Discovery = prefix
		stop := start(t, m.Run)
		require.Eventually(t, func() bool { return b.last("astragal/feed0123/status") == "online" }, patience, time.Millisecond)
		for p, n := range kept {
			require.Len(t, b.retained(p+"/#"), n, "below %s while it announces below %q", p, prefix)
		}
		stop()
		require.Eventually(t, func() bool { return b.last("astragal/feed0123/status") == "offline" }, patience, time.Millisecond, "who leaves is seen to be gone")
	}
	m := x.mqtt(b.address, empty)
	announces(m, "homeassistant", map[string]int{"homeassistant": 7}) // announced by a program that remembers nothing
	m = new(memory).of(m)
	announces(m, "house", map[string]int{"homeassistant": 0, "house": 7})
	announces(m, "house", map[string]int{"house": 7})
	announces(m, "home/second", map[string]int{"house": 0, "home/second": 7})
	announces(m, "", map[string]int{"homeassistant": 0, "house": 0, "home/second": 0})
}

func TestABrokerThatLetsNobodyInIsNamedWithItsReason(t *testing.T) {
	x := newTeller(t)
	address := doortest.Address(t)
	var mu sync.Mutex
	var said []string
	m := x.mqtt(address, empty)
	m.Stands = func(why string) { mu.Lock(); defer mu.Unlock(); said = append(said, why) }
	last := func() string {
		mu.Lock()
		defer mu.Unlock()
		if len(said) == 0 {
			return "nothing"
		}
		return said[len(said)-1]
	}
	says := func(words string) {
		t.Helper()
		require.Eventually(t, func() bool { return last() == words }, patience, time.Millisecond, last())
	}
	start(t, m.Run)
	says("The MQTT broker at " + address + " doesn’t answer: no program listens there.")
	require.EqualError(t, m.Try(t.Context()), last())
	b := openBroker(t, address)
	says("")
	require.NoError(t, m.Try(t.Context()))

	wrong := m
	wrong.Password = "guess"
	require.EqualError(t, wrong.Try(t.Context()), "The MQTT broker at "+address+" refuses the name or the password: look at mqtt_user and mqtt_password.")
	b.close()
	says("The MQTT broker at " + address + " doesn’t answer: no program listens there.")

	// Something that is no broker listens at the address.
	for name, c := range map[string]struct {
		scheme, says string
		answer       func(net.Conn)
	}{
		"another program":   {"mqtt", "ended the connection at once", func(c net.Conn) { _ = c.Close() }},
		"one without a key": {"mqtts", "doesn’t encrypt on that port", func(c net.Conn) { _, _ = c.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")); _ = c.Close() }},
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				c.answer(conn)
			}
		}()
		other := m
		other.Broker = c.scheme + "://" + l.Addr().String()
		require.ErrorContains(t, other.Try(t.Context()), c.says, name)
		require.NoError(t, l.Close())
	}
	nowhere := m
	nowhere.Broker = "mqtt://nowhere.invalid"
	require.ErrorContains(t, nowhere.Try(t.Context()), "can’t be found: there is no host nowhere.invalid.")
}
