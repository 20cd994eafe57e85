//go:build cgo

package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"astragal/vision/cv/picture"
)

const (
	answerWithin = 5 * time.Second        // of an HTTP camera
	snapshotGap  = 150 * time.Millisecond // between two pictures of a camera that gives single ones
)

// newHTTP is a camera that gives MJPEG, or single pictures, over HTTP.
func newHTTP(u *url.URL) Source {
	client := &http.Client{Transport: &http.Transport{
		Proxy:                 nil, // a camera is in the house
		DialContext:           (&net.Dialer{Timeout: answerWithin}).DialContext,
		TLSHandshakeTimeout:   answerWithin,
		ResponseHeaderTimeout: answerWithin,
	}}
	return newLive("camera at "+u.Redacted(), u.Redacted(), func(ctx context.Context) (device, error) {
		return openHTTP(ctx, client, u)
	})
}

// openHTTP asks for the stream and looks at what kind of answer comes.
func openHTTP(ctx context.Context, client *http.Client, u *url.URL) (device, error) {
	ctx, cancel := context.WithCancel(ctx)
	res, err := ask(ctx, client, u)
	if err != nil {
		cancel()
		return nil, err
	}
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err != nil {
		kind = "multipart/unnamed" // old cameras write it wrongly: look at the bytes
	}
	switch {
	case strings.HasPrefix(kind, "image/"):
		defer cancel()
		_ = res.Body.Close()
		return &snapshots{client: client, url: u}, nil
	case kind == "text/html":
		defer cancel()
		_ = res.Body.Close()
		return nil, fmt.Errorf("%s is a web page, not a camera's stream: use the stream's own address (often …/video or …/stream.mjpg)", u.Redacted())
	}
	return &httpStream{url: u, body: res.Body, cancel: cancel, split: newSplitter(res.Body)}, nil
}

// ask sends the request and puts a refusal into words.
func ask(ctx context.Context, client *http.Client, u *url.URL) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("the address %s can't be used: %w", u.Redacted(), err)
	}
	res, err := client.Do(req)
	if err != nil {
		var why *url.Error
		if errors.As(err, &why) {
			err = why.Err // without the address, which may hold a password
		}
		return nil, fmt.Errorf("nothing answers at %s (%w): is the camera on, and in the same network?", u.Redacted(), err)
	}
	switch res.StatusCode {
	case http.StatusOK:
		return res, nil
	case http.StatusUnauthorized, http.StatusForbidden:
		err = keptOut(u, res)
	default:
		err = fmt.Errorf("%s answers %q: look at the address", u.Redacted(), res.Status)
	}
	return nil, errors.Join(err, res.Body.Close())
}

// keptOut says why a camera refuses to show its pictures.
func keptOut(u *url.URL, res *http.Response) error {
	ways := strings.ToLower(strings.Join(res.Header.Values("WWW-Authenticate"), ", "))
	switch {
	case u.User == nil && res.StatusCode == http.StatusForbidden:
		return fmt.Errorf("%s may not be looked at from here (%s): allow it at the camera, or write a name and a password into the address, %s://NAME:PASSWORD@…",
			u.Redacted(), res.Status, u.Scheme)
	case u.User == nil:
		return fmt.Errorf("%s wants a name and a password: write them into the address, %s://NAME:PASSWORD@…", u.Redacted(), u.Scheme)
	case strings.Contains(ways, "digest") && !strings.Contains(ways, "basic"):
		return fmt.Errorf("%s wants the name and the password in a way that isn't spoken here (Digest): choose Basic at the camera, or use its rtsp:// address", u.Redacted())
	}
	return fmt.Errorf("%s refuses the name and the password that stand in the address: look at both (a sign like @ or / in them is written %%40 or %%2F)", u.Redacted())
}

// httpStream is an MJPEG stream that is being read.
type httpStream struct {
	url    *url.URL
	body   io.Closer
	cancel context.CancelFunc
	split  *splitter
}

func (h *httpStream) grab(_ context.Context, img *gocv.Mat) error {
	silent := time.AfterFunc(answerWithin, h.cancel)
	defer silent.Stop()
	err := h.split.picture(img)
	var odd unreadable
	switch {
	case err == nil:
		return nil
	case errors.As(err, &odd):
		return fmt.Errorf("%s %w: look at the camera's settings and its network", h.url.Redacted(), odd)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%s has sent nothing for %d s: look at the camera and its network", h.url.Redacted(), int(answerWithin.Seconds()))
	}
	return fmt.Errorf("the stream of %s has stopped (%w): look at the camera and its network", h.url.Redacted(), err)
}

func (h *httpStream) close() error {
	h.cancel()
	return h.body.Close()
}

// snapshots is a camera that gives one picture for each request.
type snapshots struct {
	client *http.Client
	url    *url.URL
	last   time.Time
}

func (s *snapshots) grab(ctx context.Context, img *gocv.Mat) error {
	select {
	case <-time.After(time.Until(s.last.Add(snapshotGap))):
	case <-ctx.Done():
		return ctx.Err()
	}
	s.last = time.Now()
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	res, err := ask(ctx, s.client, s.url)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, picture.MaxBytes+1))
	if err != nil {
		return fmt.Errorf("the picture of %s broke off: %w", s.url.Redacted(), err)
	}
	if err := decodeStreamed(raw, img); err != nil {
		return fmt.Errorf("%s: %w", s.url.Redacted(), err)
	}
	return nil
}

func (s *snapshots) close() error {
	s.client.CloseIdleConnections()
	return nil
}

// streamMostPx bounds a picture of a camera in the network: a few hundred bytes may claim to be a picture that takes hundreds of
// MB, again and again.
const streamMostPx = 16_000_000

// decodeStreamed is decodeInto for what comes from the network.
func decodeStreamed(raw []byte, img *gocv.Mat) error {
	conf, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err == nil && conf.Height > 0 && conf.Width > streamMostPx/conf.Height {
		return fmt.Errorf("the picture has %d × %d px: at most %d million are taken from a camera, choose a smaller size there", conf.Width, conf.Height, streamMostPx/1_000_000)
	}
	return decodeInto(raw, img)
}

// decodeInto decodes a picture into img.
func decodeInto(raw []byte, img *gocv.Mat) error {
	mat, err := picture.Decode(raw)
	if err != nil {
		return err
	}
	defer mat.Close()
	mat.CopyTo(img)
	return nil
}
