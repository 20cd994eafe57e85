package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"astragal/companion/event"
)

// Webhook posts each message to an address, signed by the Standard Webhooks (github.com/standard-webhooks/standard-webhooks, specification 1.0). One of
// Discord's addresses gets messages in Discord's form.
type Webhook struct {
	Reader
	// URL is the address, Secret the key that signs.
	URL    string
	Secret []byte
	// Client sends; nil means one with the bounds of this package.
	Client *http.Client
	// Picture is the tray as the dice of a roll lay there, as JPEG; false if it isn't kept. Discord gets it with each new roll that the camera saw.
	Picture func(roll string) ([]byte, bool)
	// Discord says that the address is one of Discord's. If it is false, the address tells.
	Discord bool

	address *url.URL
	discord *discord
}

// Bounds on what the other side may cost.
const (
	answerWithin = 10 * time.Second
	answerBytes  = 64 << 10
)

// ParseWebhook checks an address. The error is one sentence, without anything that may be secret.
func ParseWebhook(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("a webhook's address must begin with http:// or https:// and name a host")
	case u.User != nil:
		return nil, fmt.Errorf("the webhook's address at %s holds a password: the signature is what shows who sends", u.Host)
	}
	return u, nil
}

const secretPrefix = "whsec_"

// ParseSecret reads a secret as the Standard Webhooks write it ("whsec_" and base64, 24 to 64 bytes).
func ParseSecret(text string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(strings.TrimSpace(text), secretPrefix))
	if err != nil || len(raw) < 24 || len(raw) > 64 {
		return nil, errors.New("a webhook's secret must be whsec_ and 24 to 64 bytes as base64")
	}
	return raw, nil
}

// WriteSecret is the text that ParseSecret reads.
func WriteSecret(secret []byte) string {
	return secretPrefix + base64.StdEncoding.EncodeToString(secret)
}

// Sign is the header webhook-signature of a message.
func Sign(secret []byte, id string, at time.Time, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	_, _ = fmt.Fprintf(mac, "%s.%d.", id, at.Unix())
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// soon is within what time of a roll it may be posted with nothing said, if the other side asks to be tried again: Discord does when rolls come quickly.
const soon = 10 * time.Second

// Run posts messages until ctx ends.
func (w Webhook) Run(ctx context.Context) error {
	u, err := ParseWebhook(w.URL)
	if err != nil {
		return err
	}
	if w.Client == nil {
		w.Client = &http.Client{Timeout: answerWithin,
			// Only the settings say where messages go, so a redirect isn't followed.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	w.Name, w.address = "webhook "+u.Host, u
	if w.Discord || isDiscord(u) {
		w.discord = &discord{posted: map[string]posted{}}
	}
	return w.run(ctx, func(ctx context.Context, m event.Message) error {
		err := w.post(ctx, m)
		switch {
		case err == nil:
			w.stands("")
		case errors.Is(err, errNever):
			w.stands(fmt.Sprintf("The webhook at %s refused what was rolled (%s). It is left out there.", u.Host, reason(err)))
		case asked(err) > 0 && time.Since(m.At)+asked(err) < soon: // nobody needs to know
		case ctx.Err() == nil:
			w.stands(fmt.Sprintf("The webhook at %s doesn’t take what is rolled (%s). It is tried again.", u.Host, err))
		}
		return err
	})
}

// reason is an error without the words that it is for good.
func reason(err error) string { return strings.TrimPrefix(err.Error(), errNever.Error()+": ") }

// signed is a message as the Standard Webhooks send it.
func (w Webhook) signed(ctx context.Context, m event.Message, now time.Time) (*http.Request, error) {
	body, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("its address can't be asked")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Webhook-Id", m.ID())
	req.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	req.Header.Set("Webhook-Signature", Sign(w.Secret, m.ID(), now, body))
	return req, nil
}

// picture is the tray as the dice of a message's roll lay there, if a camera saw them.
func (w Webhook) picture(m event.Message) []byte {
	if w.Picture == nil || m.Kind != event.KindRoll || m.Roll == nil || !strings.Contains(m.Roll.By, "camera") {
		return nil
	}
	jpeg, _ := w.Picture(m.Roll.ID)
	if len(jpeg) > discordPicture {
		return nil
	}
	return jpeg
}

// post sends a message. If Discord refuses it with its picture, it is sent without.
func (w Webhook) post(ctx context.Context, m event.Message) error {
	if w.discord == nil {
		return w.send(ctx, m, nil)
	}
	picture := w.picture(m)
	err := w.send(ctx, m, picture)
	if errors.Is(err, errNever) && len(picture) > 0 {
		w.Log.Warn("Discord refused a roll with its picture; it is sent without", "reader", w.Name, "message", m.Seq, "err", err)
		return w.send(ctx, m, nil)
	}
	return err
}

func (w Webhook) send(ctx context.Context, m event.Message, picture []byte) error {
	now := time.Now()
	var req *http.Request
	var err error
	if w.discord != nil {
		req, err = w.discord.request(ctx, w.address, m, picture)
	} else {
		req, err = w.signed(ctx, m, now)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errNever, err)
	}
	req.Header.Set("User-Agent", "astragal")
	res, err := w.Client.Do(req)
	if err != nil {
		return unanswered(w.address.Hostname(), err)
	}
	defer func() { _ = res.Body.Close() }()
	answer := io.LimitReader(res.Body, answerBytes)
	err = answered(res.StatusCode)
	if w.discord != nil && req.Method == http.MethodPost && (res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusUnauthorized) {
		err = fmt.Errorf("the Discord webhook is gone: make a new one there, and write its address into the setting webhooks; status %d", res.StatusCode)
	}
	switch {
	case w.discord != nil && err == nil:
		w.discord.took(m, answer)
	case w.discord != nil && (errors.Is(err, errNever) || res.StatusCode == http.StatusTooManyRequests):
		err = refused(err, answer)
	case w.discord != nil && req.Method == http.MethodPatch && res.StatusCode == http.StatusNotFound:
		w.discord.gone(m)
	}
	_, _ = io.Copy(io.Discard, answer)
	if after := RetryAfter(res.Header.Get("Retry-After"), now); err != nil && after > asked(err) {
		return laterError{err, after}
	}
	return err
}

// refused adds to an error what Discord says about it: why, and when to come again.
func refused(err error, from io.Reader) error {
	var said objection
	if json.NewDecoder(from).Decode(&said) != nil {
		return err
	}
	if said.Message != "" && errors.Is(err, errNever) {
		err = fmt.Errorf("%w: Discord says %q", err, cut(said.Message, titleMost))
	}
	if said.RetryAfter > 0 {
		return laterError{err, min(time.Duration(min(said.RetryAfter, longestAsked.Seconds())*float64(time.Second)), longestAsked)}
	}
	return err
}

// RetryAfter is how long the header of that name (RFC 9110, 10.2.3) asks to wait, in seconds or until a date; 0 if it can't be read.
func RetryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseInt(header, 10, 64); err == nil {
		return time.Duration(min(max(seconds, 0), int64(longestAsked/time.Second))) * time.Second
	}
	at, err := http.ParseTime(header)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), longestAsked)
}

// answered says what a status means. If the other side says that a message is wrong, it will say so again. If it is busy, broken or gives no access,
// that may be mended.
func answered(status int) error {
	switch {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusTooManyRequests:
		return fmt.Errorf("it has too much to do; status %d", status)
	case status == http.StatusBadRequest, status == http.StatusRequestEntityTooLarge, status == http.StatusUnsupportedMediaType,
		status == http.StatusUnprocessableEntity, status == http.StatusGone:
		return fmt.Errorf("%w: status %d", errNever, status)
	}
	return fmt.Errorf("status %d", status)
}

// unanswered says why an address gives no answer. The error of the request isn't in it, because that has the address, which may contain a token.
func unanswered(host string, err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	var dns *net.DNSError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &dns):
		return fmt.Errorf("there is no host %s", host)
	case errors.Is(err, syscall.ECONNREFUSED):
		return errors.New("no program listens there")
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return errors.New("it doesn’t answer in time")
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return errors.New("it ended the connection without an answer")
	}
	return err
}
