package notify

import (
	"cmp"
	"context"
	"strings"

	"github.com/eclipse/paho.golang/autopaho"

	"astragal/companion/event"
)

// device is what Home Assistant shows of the table.
type device struct {
	Identifiers  []string `json:"identifiers"`
	Name         string   `json:"name"`
	Manufacturer string   `json:"manufacturer"`
	Model        string   `json:"model"`
	Page         string   `json:"configuration_url,omitempty"`
}

// entity is the configuration of one thing of it (home-assistant.io, MQTT discovery).
type entity struct {
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
	Device       device   `json:"device"`
}

// states are the words of vision.State, which a test compares.
func states() []string {
	return []string{"empty", "moving", "settled", "reading", "asking", "hand in tray", "blocked", "too dark", "no camera"}
}

// entities are the table's things by component and name.
func (m MQTT) entities() map[string]entity {
	src := m.Box.Source()
	d := device{Identifiers: []string{"astragal_" + src}, Name: cmp.Or(m.Table, "Dice table"), Manufacturer: "Astragal", Model: "Dice table", Page: m.Page}
	all := map[string]entity{
		"event/roll": {Name: "Roll", State: m.topic("event"), Icon: "mdi:dice-multiple",
			Types: []string{string(event.KindRoll), string(event.KindCorrection), string(event.KindResult), string(event.KindRuled)}},
		"sensor/total":          {Name: "Total", State: m.topic("roll"), Attributes: m.topic("roll"), Template: "{{ value_json.total }}", Icon: "mdi:sigma"},
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

// announce says that the table is there and how it stands, and to Home Assistant what it has.
func (m MQTT) announce(ctx context.Context, conn *autopaho.ConnectionManager, stands State) error {
	if m.Discovery != "" {
		for name, e := range m.entities() {
			component, object, _ := strings.Cut(name, "/")
			topic := m.Discovery + "/" + component + "/astragal_" + m.Box.Source() + "/" + object + "/config"
			if err := m.putJSON(ctx, conn, topic, true, e); err != nil {
				return err
			}
		}
	}
	if err := m.putJSON(ctx, conn, m.topic("state"), true, stands); err != nil {
		return err
	}
	return m.put(ctx, conn, m.topic("status"), true, []byte("online"))
}
