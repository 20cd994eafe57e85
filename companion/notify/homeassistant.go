package notify

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"astragal/companion/event"
)

// Device is what Home Assistant shows of the table.
type Device struct {
	Identifiers  []string `json:"identifiers"`
	Name         string   `json:"name"`
	Manufacturer string   `json:"manufacturer"`
	Model        string   `json:"model"`
	Page         string   `json:"configuration_url,omitempty"`
}

// Thing is the configuration of one of the table's entities (home-assistant.io, MQTT discovery).
type Thing struct {
	Name         string   `json:"name"`
	ID           string   `json:"unique_id"`
	State        string   `json:"state_topic,omitempty"`
	Image        string   `json:"image_topic,omitempty"`
	Content      string   `json:"content_type,omitempty"`
	Template     string   `json:"value_template,omitempty"`
	Attributes   string   `json:"json_attributes_topic,omitempty"`
	Types        []string `json:"event_types,omitempty"`
	Class        string   `json:"device_class,omitempty"`
	Options      []string `json:"options,omitempty"`
	Icon         string   `json:"icon,omitempty"`
	Availability string   `json:"availability_topic"`
	Device       Device   `json:"device"`
}

// states are the words of vision.State, which a test compares.
func states() []string {
	return []string{"empty", "moving", "settled", "reading", "asking", "hand in tray", "blocked", "too dark", "no camera", "starting"}
}

// entities are the table's things by component and name.
func (m MQTT) entities() map[string]Thing {
	src := m.source()
	d := Device{Identifiers: []string{"astragal_" + src}, Name: cmp.Or(m.Table, "Dice table"), Manufacturer: "Astragal", Model: "Dice table", Page: m.Page}
	all := map[string]Thing{
		"event/roll": {Name: "Roll", State: m.topic("event"), Icon: "mdi:dice-multiple",
			Types: []string{string(event.KindRoll), string(event.KindCorrection), string(event.KindResult), string(event.KindRuled)}},
		"sensor/total": {Name: "Total", State: m.topic("roll"), Attributes: m.topic("roll"), Template: "{{ value_json.total }}", Icon: "mdi:sigma"},
		// A state has at most 255 letters there. If a value isn't known, None makes it "unknown".
		"sensor/last_roll":      {Name: "Last roll", State: m.topic("roll"), Attributes: m.topic("roll"), Template: "{{ ((value_json.player ~ ': ' if value_json.player else '') ~ value_json.text) | truncate(250, True) }}", Icon: "mdi:dice-6"},
		"sensor/asked":          {Name: "Asked", State: m.topic("state"), Template: "{{ (value_json.asked or '–') | truncate(250, True) }}", Icon: "mdi:account-question"},
		"sensor/tray":           {Name: "Tray", State: m.topic("state"), Attributes: m.topic("state"), Template: "{{ value_json.state }}", Class: "enum", Options: states()},
		"binary_sensor/problem": {Name: "Problem", State: m.topic("state"), Template: "{{ 'ON' if value_json.problem else 'OFF' }}", Class: "problem"},
		"image/picture":         {Name: "Picture of the tray", Image: m.topic("tray"), Content: "image/jpeg"},
	}
	for name, e := range all {
		e.ID, e.Device, e.Availability = "astragal_"+src+"_"+strings.ReplaceAll(name, "/", "_"), d, m.topic("status")
		all[name] = e
	}
	return all
}

// usualPrefix is the prefix to which Home Assistant listens by default.
const usualPrefix = "homeassistant"

// configs are the topics below a prefix at which the table's entities are announced; none if the prefix is empty.
func (m MQTT) configs(prefix string) map[string]Thing {
	topics := map[string]Thing{}
	if prefix == "" {
		return topics
	}
	for name, e := range m.entities() {
		component, object, _ := strings.Cut(name, "/")
		topics[prefix+"/"+component+"/astragal_"+m.source()+"/"+object+"/config"] = e
	}
	return topics
}

// announce says that the table is there, how it stands and what was rolled last. It tells Home Assistant which entities the table has.
func (m MQTT) announce(ctx context.Context, w *wire, n *newest, stands State) error {
	topics := m.configs(m.Discovery)
	if err := m.takeBack(ctx, w, topics); err != nil {
		return err
	}
	for topic, e := range topics {
		if err := offered(putJSON(ctx, w, topic, true, e)); err != nil {
			return err
		}
	}
	if err := offered(putJSON(ctx, w, m.topic("state"), true, stands)); err != nil {
		return err
	}
	n.mu.Lock()
	err := n.put(ctx, m, w)
	n.mu.Unlock()
	if err != nil {
		return err
	}
	return offered(w.put(ctx, m.topic("status"), true, []byte("online")))
}

// takeBack makes the broker forget what was announced before and isn't any more: an empty retained message takes an entity out of Home Assistant. What
// is about to be announced is written to the table's file first, so that nothing is forgotten there.
func (m MQTT) takeBack(ctx context.Context, w *wire, topics map[string]Thing) error {
	if m.Announced == nil || m.Announce == nil {
		return nil
	}
	before, known, err := m.Announced(ctx)
	if err != nil {
		return err
	}
	if !known { // an older program announced and kept nothing
		before = slices.Sorted(maps.Keys(m.configs(usualPrefix)))
	}
	now := slices.Sorted(maps.Keys(topics))
	gone := slices.DeleteFunc(slices.Clone(before), func(topic string) bool { return slices.Contains(now, topic) })
	if known && len(gone) == 0 && slices.Equal(before, now) {
		return nil
	}
	if err := m.Announce(ctx, slices.Concat(now, gone)); err != nil {
		return err
	}
	for _, topic := range gone {
		err := w.put(ctx, topic, true, nil)
		if offered(err) != nil {
			return err
		}
		if err != nil { // it must still be taken back
			now = append(now, topic)
		}
	}
	return m.Announce(ctx, now)
}
