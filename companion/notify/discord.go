package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"astragal/companion/event"
)

// discord writes messages in the form of Discord's webhooks: one embed for each roll, which a correction changes (Discord's documentation,
// resources/webhook: Execute Webhook, Edit Webhook Message).
type discord struct {
	mu sync.Mutex
	// posted are the messages of the newest rolls, by roll; order has the oldest first.
	posted map[string]posted
	order  []string
}

// posted is a message that stands in Discord: its id there, and the title and the words of the last embed that said what was rolled.
type posted struct{ id, title, words string }

// mostPosted is how many rolls have messages that a correction can still change. A correction of an older roll gets a message of its own.
const mostPosted = 500

// discordPicture is the largest picture, bytes. Every server of Discord takes so much, with some room for the words.
const discordPicture = 8 << 20

// The colours of an embed's edge, and Discord's own bounds in letters.
const (
	countedColor   = 0x1e6b58
	correctedColor = 0xc77d15
	annulledColor  = 0x777777
	titleMost      = 256
	textMost       = 4096
)

type discordBody struct {
	Embeds []embed `json:"embeds"`
	// Mentions is empty, so that a player who is called "@everyone" calls nobody.
	Mentions struct {
		Parse []string `json:"parse"`
	} `json:"allowed_mentions"`
}

type embed struct {
	Title       string     `json:"title"`
	Description string     `json:"description,omitempty"`
	Color       int        `json:"color"`
	Timestamp   time.Time  `json:"timestamp"`
	Footer      *footer    `json:"footer,omitempty"`
	Image       *pictureAt `json:"image,omitempty"`
}

type footer struct {
	Text string `json:"text"`
}

type pictureAt struct {
	URL string `json:"url"`
}

// isDiscord says whether an address is one of Discord's webhooks.
func isDiscord(u *url.URL) bool {
	host := strings.ToLower(u.Hostname())
	known := host == "discord.com" || host == "discordapp.com" || strings.HasSuffix(host, ".discord.com") || strings.HasSuffix(host, ".discordapp.com")
	return known && strings.HasPrefix(u.Path, "/api/") && strings.Contains(u.Path, "/webhooks/")
}

// objection is what Discord says when it doesn't take a message.
type objection struct {
	// Message is the reason. It has nothing of the address.
	Message string `json:"message"`
	// RetryAfter is how long to wait, in seconds. The header of that name may be missing, or round it.
	RetryAfter float64 `json:"retry_after"`
}

// request is the HTTP request for a message: a new message, or a change of the one that told of the roll before.
func (d *discord) request(ctx context.Context, address *url.URL, m event.Message, picture []byte) (*http.Request, error) {
	there := d.before(m)
	body := discordBody{Embeds: []embed{embedOf(m, there)}}
	body.Mentions.Parse = []string{}
	method, to := http.MethodPost, *address
	if there.id != "" {
		method, to.Path = http.MethodPatch, strings.TrimRight(address.Path, "/")+"/messages/"+there.id
		picture = nil // the one that is there stays
	} else {
		q := to.Query()
		q.Set("wait", "true")
		to.RawQuery = q.Encode()
	}
	if len(picture) == 0 {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		req, err := http.NewRequestWithContext(ctx, method, to.String(), bytes.NewReader(raw))
		if err == nil {
			req.Header.Set("Content-Type", "application/json")
		}
		return req, err
	}
	body.Embeds[0].Image = &pictureAt{"attachment://throw.jpg"}
	return withPicture(ctx, method, to.String(), body, picture)
}

// withPicture is a request that carries a picture beside the message.
func withPicture(ctx context.Context, method, to string, body discordBody, picture []byte) (*http.Request, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for _, part := range []struct {
		head string
		kind string
		data []byte
	}{{`form-data; name="payload_json"`, "application/json", raw}, {`form-data; name="files[0]"; filename="throw.jpg"`, "image/jpeg", picture}} {
		p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {part.head}, "Content-Type": {part.kind}})
		if err != nil {
			return nil, err
		}
		if _, err := p.Write(part.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, to, &form)
	if err == nil {
		req.Header.Set("Content-Type", w.FormDataContentType())
	}
	return req, err
}

// key names what a message is about; a later message about the same changes it.
func key(m event.Message) string {
	switch {
	case m.Roll != nil:
		return "roll " + m.Roll.ID
	case m.Result != nil:
		return "result " + m.Result.ID
	}
	return ""
}

// before is the message that stands in Discord for what a message is about.
func (d *discord) before(m event.Message) posted {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.posted[key(m)]
}

// took keeps what stands in Discord now, and the id that Discord gave a new message.
func (d *discord) took(m event.Message, answer io.Reader) {
	var said struct {
		ID string `json:"id"`
	}
	k := key(m)
	if json.NewDecoder(answer).Decode(&said) != nil || said.ID == "" || k == "" || strings.ContainsFunc(said.ID, func(r rune) bool { return r < '0' || r > '9' }) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	now, there := d.posted[k]
	if now.id == "" {
		now.id = said.ID
	}
	if m.Roll != nil && m.Roll.Status != event.RollAnnulled {
		now.title, now.words = rollTitle(*m.Roll), rollWords(*m.Roll)
	}
	if d.posted[k] = now; there {
		return
	}
	d.order = append(d.order, k)
	if len(d.order) > mostPosted {
		delete(d.posted, d.order[0])
		d.order = slices.Delete(d.order, 0, 1)
	}
}

// gone forgets a message that somebody removed in Discord. The next one about the same roll is a new message.
func (d *discord) gone(m event.Message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if was, there := d.posted[key(m)]; there {
		was.id = ""
		d.posted[key(m)] = was
	}
}

// embedOf says a message as people read it. There is what stands in Discord of it.
func embedOf(m event.Message, there posted) embed {
	e := embed{Timestamp: m.At, Color: countedColor}
	if m.Table != "" {
		e.Footer = &footer{cut(m.Table, titleMost)}
	}
	switch {
	case m.Roll != nil:
		e.roll(*m.Roll, there)
	case m.Result != nil:
		e.Title = cut("The end: "+plainText(orElse(m.Result.Game, "the count")), titleMost)
		lines := []string{plainText(m.Result.Text)}
		for _, s := range m.Result.Seats {
			line := plainText(s.Player)
			if s.Total != nil {
				line += fmt.Sprintf(": %d", *s.Total)
			}
			if s.Won {
				line += " (won)"
			}
			lines = append(lines, line)
		}
		e.Description = cut(strings.Join(lines, "\n"), textMost)
	case m.Ruled != nil:
		e.Title, e.Color, e.Description = "A judge has ruled", correctedColor, "The table has done it."
		if !m.Ruled.Done {
			e.Description = cut("The table couldn’t do it: "+plainText(m.Ruled.Why), textMost)
		}
	}
	return e
}

// roll says a roll. A roll that counts no more says only that, so its title and its words are those of what stands there.
func (e *embed) roll(r event.Roll, there posted) {
	e.Title, e.Description = rollTitle(r), rollWords(r)
	switch {
	case r.Status == event.RollAnnulled && there.words != "":
		e.Color, e.Title, e.Description = annulledColor, there.title, "~~"+cut(there.words, textMost-50)+"~~\nIt doesn’t count any more."
	case r.Status == event.RollAnnulled:
		e.Color, e.Description = annulledColor, "It doesn’t count any more."
	case r.Corrected || r.Rev > 1:
		e.Color, e.Description = correctedColor, cut(e.Description+"\nCorrected.", textMost)
	}
}

func rollTitle(r event.Roll) string {
	title := plainText(orElse(r.Player, orElse(r.Game, "A roll")))
	if r.Total != nil {
		title += fmt.Sprintf(": %d", *r.Total)
	}
	return cut(title, titleMost)
}

func rollWords(r event.Roll) string {
	words := plainText(r.Text)
	if r.Asked != "" {
		words = plainText(r.Asked) + "\n" + words
	}
	return cut(words, textMost)
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// plainText escapes names and sentences, so that Discord doesn't take them for markup.
func plainText(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\*_~`|>#[]<", r) {
			b.WriteRune('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// cut shortens a text to so many letters.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
