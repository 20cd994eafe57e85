package notify_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/notify"
)

// program is the path of one of Debian's programs. If it isn't installed, the test is skipped and says so.
func program(t *testing.T, name, pkg string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Skipf("%s is not here: what is tried against it is NOT tried (sudo apt install %s)", name, pkg)
	return ""
}

// mosquitto runs Debian's broker. It lets clients with the password in, and access says what they may write.
func mosquitto(t *testing.T, access string) string {
	t.Helper()
	path := program(t, "mosquitto", "mosquitto")
	passwd := program(t, "mosquitto_passwd", "mosquitto")
	dir, address := t.TempDir(), doortest.Address(t)
	host, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	users, rights := write("users", ""), write("rights", access)
	out, err := exec.CommandContext(t.Context(), passwd, "-b", users, "table", "open sesame").CombinedOutput()
	require.NoError(t, err, "%s", out)
	who := "root"
	if os.Getuid() != 0 {
		who = os.Getenv("USER")
	}
	config := write("mosquitto.conf", fmt.Sprintf("listener %s %s\npassword_file %s\nacl_file %s\nallow_anonymous false\nuser %s\n", port, host, users, rights, who))
	cmd := exec.CommandContext(t.Context(), path, "-v", "-c", config)
	said, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	runs := make(chan struct{})
	go func() {
		var once sync.Once
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if strings.Contains(lines.Text(), "running") {
				once.Do(func() { close(runs) })
			}
		}
	}()
	select {
	case <-runs:
	case <-time.After(patience):
		require.FailNow(t, "mosquitto doesn't run")
	}
	return address
}

// kept asks Debian's own client for what the broker keeps at a topic.
func kept(t *testing.T, address, version, topic string) string {
	t.Helper()
	host, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program(t, "mosquitto_sub", "mosquitto-clients"), "-V", version, "-h", host, "-p", port, "-u", "table", "-P", "open sesame", "-t", topic, "-C", "1", "-W", "1")
	cmd.Stdout = &out
	_ = cmd.Run() // it ends with 27 if nothing is kept
	return strings.TrimSpace(out.String())
}

// Debian's mosquitto is told by MQTT 5, and its own clients of both versions read it.
func TestMosquittoIsToldAndHomeAssistantFindsTheTable(t *testing.T) {
	address := mosquitto(t, "user table\ntopic readwrite #\n")
	x := newTeller(t)
	m := x.mqtt(address, empty)
	m.Page = "http://192.0.2.1:8437/"
	stop := start(t, m.Run)
	require.Eventually(t, func() bool { return kept(t, address, "mqttv5", "astragal/feed0123/status") == "online" }, patience, time.Millisecond)
	x.roll(1)
	require.Eventually(t, func() bool { return kept(t, address, "mqttv311", "astragal/feed0123/roll") != "" }, patience, time.Millisecond)
	var roll event.Roll
	require.NoError(t, json.Unmarshal([]byte(kept(t, address, "mqttv5", "astragal/feed0123/roll")), &roll))
	require.Equal(t, "t1", roll.ID)
	var thing notify.Thing
	require.NoError(t, json.Unmarshal([]byte(kept(t, address, "mqttv5", "homeassistant/sensor/astragal_feed0123/total/config")), &thing))
	require.Equal(t, notify.Device{Identifiers: []string{"astragal_feed0123"}, Name: "Table 4", Manufacturer: "Astragal", Model: "Dice table", Page: m.Page}, thing.Device)
	stop()
	require.Eventually(t, func() bool { return kept(t, address, "mqttv5", "astragal/feed0123/status") == "offline" }, patience, time.Millisecond)

	wrong := m
	wrong.Password = "guess"
	require.EqualError(t, wrong.Try(t.Context()), "The MQTT broker at "+address+" refuses the name or the password: look at mqtt_user and mqtt_password.")
}

// Two tables with the same data folder take the connection from one another. The page says so.
func TestATableWhoseNameAnotherOneHasSaysSo(t *testing.T) {
	address := mosquitto(t, "user table\ntopic readwrite #\n")
	x := newTeller(t)
	said := make(chan string, 1000)
	m := x.mqtt(address, empty)
	m.Stands = func(why string) { said <- why }
	start(t, m.Run)
	start(t, x.mqtt(address, empty).Run)
	for why := range said {
		if why != "" {
			require.Equal(t, "The MQTT broker at "+address+" ends each connection soon after it began: does a copy of this table’s data folder run elsewhere?", why)
			return
		}
	}
}

// A broker of MQTT 5 says what it doesn't accept. The page says that too, and the broker gets the rest.
func TestABrokerThatTakesNotEverythingIsSaidToAndGetsTheRest(t *testing.T) {
	address := mosquitto(t, "user table\ntopic readwrite astragal/#\ntopic read #\n")
	x := newTeller(t)
	m := x.mqtt(address, empty)
	var mu sync.Mutex
	var said []string
	m.Stands = func(why string) { mu.Lock(); defer mu.Unlock(); said = append(said, why) }
	start(t, m.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); _, ok := x.marks["mqtt"]; return ok }, patience, time.Millisecond)
	x.roll(1)
	require.Eventually(t, func() bool { return kept(t, address, "mqttv5", "astragal/feed0123/roll") != "" }, patience, time.Millisecond)
	require.Equal(t, "online", kept(t, address, "mqttv5", "astragal/feed0123/status"))
	require.Empty(t, kept(t, address, "mqttv5", "homeassistant/#"))
	mu.Lock()
	defer mu.Unlock()
	require.Regexp(t, `^The MQTT broker at `+address+` takes nothing at homeassistant/.*: the name that the table gives isn't allowed to write there\.$`, said[len(said)-1])
}

// versions notes the version of the protocol by which each client came.
type versions struct {
	mochi.HookBase
	came chan byte
}

func (*versions) ID() string           { return "versions" }
func (*versions) Provides(b byte) bool { return b == mochi.OnConnect }
func (v *versions) OnConnect(_ *mochi.Client, pk packets.Packet) error {
	v.came <- pk.ProtocolVersion
	return nil
}

func TestATableComesByMQTT5WhereTheBrokerKnowsIt(t *testing.T) {
	v := &versions{came: make(chan byte, 100)}
	x, b := newTeller(t), openBrokerThat(t, "127.0.0.1:0", v)
	start(t, x.mqtt(b.address, empty).Run)
	require.Eventually(t, func() bool { return b.last("astragal/feed0123/status") == "online" }, patience, time.Millisecond)
	require.Equal(t, byte(5), <-v.came)
	require.Empty(t, v.came, "it came more than once")
}

// A broker that asks for another authentication, or sends something that isn't MQTT, harms nobody.
func TestAStrangeBrokerIsLeft(t *testing.T) {
	method := append([]byte{0x15, 0, 1}, 'x') // the property "authentication method"
	for name, answer := range map[string][]byte{
		"a way in that nobody asked for": append([]byte{0x20, byte(3 + len(method)), 0, 0, byte(len(method))}, method...),
		"it wants another way in":        append([]byte{0xf0, byte(2 + len(method)), 0x18, byte(len(method))}, method...),
		"noise":                          []byte("SSH-2.0-OpenSSH_9.2\r\n"),
		"properties that end too early":  {0x20, 4, 0, 0, 9, 0x15},
	} {
		t.Run(name, func(t *testing.T) {
			address, ended := hostile(t, answer)
			stop := start(t, newTeller(t).mqtt(address, empty).Run)
			if name != "a way in that nobody asked for" { // with that one it is connected
				select {
				case <-ended:
				case <-time.After(patience):
					require.FailNow(t, "the table listens on")
				}
			}
			stop()
		})
	}
}
