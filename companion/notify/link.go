package notify

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// link is one connection to a broker, of either version of the protocol.
type link interface {
	// put publishes one thing and returns when the broker has it. If the broker refuses it, the error is a refusedError.
	put(ctx context.Context, topic string, keep bool, payload []byte) error
	// end says goodbye, after what was published is sent.
	end()
}

// greeting is what a table says of itself when it connects.
type greeting struct {
	// id is the same whenever the table runs. A broker then ends a connection that it still holds for the table, and says "offline" of that one before
	// the table says "online". Otherwise it would say so later, and for good.
	id, user, password string
	// status is the topic at which the broker says "offline" if the connection breaks.
	status string
}

// refusedError says that the broker takes nothing at a topic.
type refusedError struct {
	topic string
	// why is the broker's own reason, or the name of its code.
	why string
}

func (e refusedError) Error() string {
	return fmt.Sprintf("the broker takes nothing at %s: %s", e.topic, e.why)
}

// offered is the error for a message that a broker may refuse without harm to the rest: the page says that it does.
func offered(err error) error {
	var refused refusedError
	if errors.As(err, &refused) {
		return nil
	}
	return err
}

// version311 is MQTT 3.1.1.
const version311 = 4

// link311 is a connection by MQTT 3.1.1.
type link311 struct{ client mqtt.Client }

// dial311 makes a connection by MQTT 3.1.1 of one that open opens; lost is called when it ends.
func dial311(ctx context.Context, g greeting, broker string, open func(context.Context) (net.Conn, error), lost func()) (link, error) {
	o := mqtt.NewClientOptions().SetClientID(g.id).SetUsername(g.user).SetPassword(g.password).SetBinaryWill(g.status, []byte("offline"), 1, true).
		SetProtocolVersion(version311).SetCleanSession(true).SetAutoReconnect(false).SetConnectRetry(false).
		SetConnectTimeout(answerWithin).SetWriteTimeout(answerWithin).SetKeepAlive(aliveSeconds * time.Second).AddBroker(broker).
		SetConnectionLostHandler(func(mqtt.Client, error) { lost() })
	o.SetCustomOpenConnectionFn(func(*url.URL, mqtt.ClientOptions) (net.Conn, error) { return open(ctx) })
	client := mqtt.NewClient(o)
	token := client.Connect()
	select {
	case <-token.Done():
		if err := token.Error(); err != nil {
			return nil, err
		}
		return link311{client}, nil
	case <-ctx.Done():
		client.Disconnect(0)
		return nil, ctx.Err()
	}
}

func (l link311) put(ctx context.Context, topic string, keep bool, payload []byte) error {
	token := l.client.Publish(topic, 1, keep, payload)
	select {
	case <-token.Done():
		return token.Error()
	case <-ctx.Done():
		return fmt.Errorf("the broker doesn't confirm what it gets: %w", ctx.Err())
	}
}

func (l link311) end() { l.client.Disconnect(250) }

// errOffline says that there is no connection.
var errOffline = errors.New("not connected")
