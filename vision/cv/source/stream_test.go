//go:build cgo

package source_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/source"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// troubleOf waits for what a source says is wrong.
func troubleOf(t *testing.T, s source.Source) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	img := gocv.NewMat()
	defer img.Close()
	for {
		_, err := s.Next(ctx, &img)
		var trouble *source.Trouble
		if errors.As(err, &trouble) {
			return trouble.Says
		}
		require.NoError(t, ctx.Err(), "nothing was said")
	}
}

// saysOf waits until a source says what is wanted of what is wrong: on a busy machine it may say before that no picture comes.
func saysOf(t *testing.T, s source.Source, want string) {
	t.Helper()
	last := ""
	for begun := time.Now(); time.Since(begun) < patience; {
		if last = troubleOf(t, s); strings.Contains(last, want) {
			return
		}
	}
	require.Contains(t, last, want)
}

// split cuts a stream and returns its pictures.
func split(from io.Reader) (jpegs [][]byte, err error) {
	err = source.Split(from, func(raw []byte) { jpegs = append(jpegs, bytes.Clone(raw)) })
	return jpegs, err
}

func TestSplitStream(t *testing.T) {
	one, two := cvtest.JPEG(t, cvtest.Slope(64, 48)), cvtest.WithOrientation(cvtest.JPEG(t, cvtest.Slope(300, 200)), 1)
	thumbnail := withThumbnail(two, one)
	for name, stream := range map[string][][]byte{
		"one after the other":      {one, two, one},
		"with a thumbnail inside":  {thumbnail, one},
		"parts of a multipart":     {[]byte("--frame\r\nContent-Type: image/jpeg\r\n\r\n"), one, []byte("\r\n--frame\r\n\r\n"), two},
		"with a picture cut off":   {two[:len(two)/2], one, one},
		"with noise between them":  {{0xFF, 0xD9, 0xFF}, one, {0xFF, 0xFF, 0x00}, two},
		"cut off at the very end":  {one, two, one[:100]},
		"beginning in the middle":  {two[100:], one},
		"with half a mark between": {one, {0xFF}, two},
	} {
		t.Run(name, func(t *testing.T) {
			var want [][]byte
			for _, part := range stream {
				if n := len(part); n > 200 && part[0] == 0xFF && part[1] == 0xD8 && part[n-1] == 0xD9 {
					want = append(want, part)
				}
			}
			all := bytes.Join(stream, nil)
			for _, from := range []io.Reader{bytes.NewReader(all), iotest.OneByteReader(bytes.NewReader(all)), iotest.HalfReader(bytes.NewReader(all))} {
				got, err := split(from)
				require.ErrorIs(t, err, io.EOF)
				require.Equal(t, want, got)
			}
		})
	}
	t.Run("something else without end", func(t *testing.T) {
		_, err := split(io.MultiReader(bytes.NewReader([]byte{0xFF, 0xD8}), zeros{}))
		require.ErrorContains(t, err, "no MJPEG stream")
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// withThumbnail puts a whole small JPEG into a segment of another.
func withThumbnail(raw, small []byte) []byte {
	n := len(small) + 2
	out := append([]byte{}, raw[:2]...)
	out = append(out, 0xFF, 0xE2, byte(n>>8), byte(n))
	return append(append(out, small...), raw[2:]...)
}

func FuzzSplitStream(f *testing.F) {
	one := cvtest.JPEG(f, cvtest.Slope(24, 16))
	f.Add(append(append([]byte("--b\r\n\r\n"), one...), one...), 7)
	f.Add(one[:len(one)-3], 1)
	f.Add(bytes.Repeat([]byte{0xFF, 0xD8, 0xFF, 0xD9}, 3), 2)
	f.Add([]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 0}, 3)
	f.Fuzz(func(t *testing.T, stream []byte, chunk int) {
		got, err := split(bytes.NewReader(stream))
		require.ErrorIs(t, err, io.EOF)
		for _, jpeg := range got {
			require.True(t, bytes.HasPrefix(jpeg, []byte{0xFF, 0xD8}) && bytes.HasSuffix(jpeg, []byte{0xFF, 0xD9}))
			require.True(t, bytes.Contains(stream, jpeg))
		}
		chunked, err := split(&chunks{stream, max(1, chunk%64)})
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, got, chunked, "how it arrives changes nothing")
	})
}

// chunks reads a few bytes at a time.
type chunks struct {
	rest []byte
	size int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), c.size)], c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// streamer serves frames as MJPEG; each request gets n of them, then the line drops.
func streamer(t *testing.T, n int) *httptest.Server {
	frame := cvtest.JPEG(t, cvtest.Slope(64, 48))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name, password, _ := r.BasicAuth(); r.URL.Path == "/locked" && name+password != "annasecret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		for range n {
			_, _ = fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(frame), frame)
			_ = http.NewResponseController(w).Flush()
			time.Sleep(2 * time.Millisecond) // a camera's pace
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func TestHTTPStream(t *testing.T) {
	server := streamer(t, 20)
	s := open(t, server.URL+"/video")
	img := gocv.NewMat()
	defer img.Close()
	first := frameWithin(t, s, &img)
	require.Equal(t, []int{48, 64}, []int{img.Rows(), img.Cols()})
	require.InDelta(t, 200, img.GetVecbAt(20, 5)[2], 15)
	require.Contains(t, troubleOf(t, s), "has stopped (EOF): look at the camera")
	again := frameWithin(t, s, &img) // it asks again by itself
	require.Greater(t, again.Frame, first.Frame)
	require.Greater(t, again.Time, first.Time)
}

func TestAnAddressWithoutItsBeginningIsLookedAt(t *testing.T) {
	server := streamer(t, 20)
	s := open(t, strings.TrimPrefix(server.URL, "http://")+"/video")
	require.Equal(t, "camera at "+server.URL+"/video", s.Name())
	img := gocv.NewMat()
	defer img.Close()
	frameWithin(t, s, &img)
}

func TestHTTPStreamWithPassword(t *testing.T) {
	server := streamer(t, 20)
	require.Contains(t, troubleOf(t, open(t, server.URL+"/locked")), "wants a name and a password")
	wrong := troubleOf(t, open(t, strings.Replace(server.URL, "http://", "http://anna:guess@", 1)+"/locked"))
	require.Contains(t, wrong, "refuses the name and the password")
	require.NotContains(t, wrong, "guess")
	s := open(t, strings.Replace(server.URL, "http://", "http://anna:secret@", 1)+"/locked")
	require.NotContains(t, s.Name(), "secret")
	img := gocv.NewMat()
	defer img.Close()
	frameWithin(t, s, &img)
	says := troubleOf(t, s)
	require.NotContains(t, says, "secret")
}

func TestHTTPSnapshots(t *testing.T) {
	frame := cvtest.JPEG(t, cvtest.Slope(64, 48))
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(frame)
	}))
	defer server.Close()
	s := open(t, server.URL+"/shot.jpg")
	img := gocv.NewMat()
	defer img.Close()
	frameWithin(t, s, &img)
	frameWithin(t, s, &img)
	require.GreaterOrEqual(t, asked.Load(), int32(3), "each picture is asked for")
}

// holdOpen keeps an answer open and sends no more, until the other side has gone.
func holdOpen(w http.ResponseWriter) {
	to := http.NewResponseController(w)
	_ = to.Flush()
	conn, _, err := to.Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	_, _ = io.Copy(io.Discard, conn)
}

// huge is a small file that claims to be a picture of 64 megapixels.
func huge(t *testing.T) []byte {
	t.Helper()
	raw := cvtest.JPEG(t, cvtest.Slope(64, 48))
	at := bytes.Index(raw, []byte{0xFF, 0xC0}) + 5 // height and width of the frame's header
	require.Greater(t, at, 5)
	copy(raw[at:], []byte{0x1F, 0x40, 0x1F, 0x40}) // 8000 × 8000
	return raw
}

func TestHTTPRefusals(t *testing.T) {
	frame, bomb := cvtest.JPEG(t, cvtest.Slope(300, 200)), huge(t)
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"a web page": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "<html><title>IP camera</title></html>")
		}, "is a web page, not a camera's stream"},
		"nothing there": {http.NotFound, `answers "404 Not Found"`},
		"a password by digest": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Digest realm="cam", nonce="1"`)
			w.WriteHeader(http.StatusUnauthorized)
		}, "isn't spoken here (Digest)"},
		"nothing but damaged pictures": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary=x")
			for range 60 {
				_, _ = w.Write([]byte{0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD9})
			}
			holdOpen(w)
		}, "sends pictures that can't be read"},
		"pictures that are far too large": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary=x")
			for range 60 {
				_, _ = w.Write(bomb)
			}
			holdOpen(w)
		}, "8000 × 8000 px: at most 16 million are taken from a camera"},
		"one picture that is far too large": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = w.Write(bomb)
		}, "8000 × 8000 px: at most 16 million are taken from a camera"},
		"pictures that are cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary=x")
			for range 60 {
				_, _ = w.Write(frame[:len(frame)-20])
			}
			holdOpen(w)
		}, "no JPEG is among it"},
		"another kind of stream": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "video/mp2t")
			_, _ = io.CopyN(w, zeros{}, 1<<20)
			holdOpen(w)
		}, "no JPEG is among it"},
		"silence": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary=x")
			holdOpen(w)
		}, "has sent nothing"},
		"an endless picture": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary=x")
			_, _ = w.Write([]byte{0xFF, 0xD8})
			_, _ = io.CopyN(w, zeros{}, 18<<20)
		}, "no MJPEG stream"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(c.answer)
			defer server.Close()
			defer server.CloseClientConnections()
			credentials := map[bool]string{true: "anna:secret@"}[strings.Contains(name, "password")]
			saysOf(t, open(t, strings.Replace(server.URL, "http://", "http://"+credentials, 1)), c.says)
		})
	}
	t.Run("nobody", func(t *testing.T) {
		server := httptest.NewServer(http.NotFoundHandler())
		server.Close()
		require.Contains(t, troubleOf(t, open(t, server.URL)), "nothing answers at "+server.URL)
		require.Contains(t, troubleOf(t, open(t, strings.Replace(server.URL, "http", "rtsp", 1))), "nothing answers at rtsp://")
	})
	for name, c := range map[string]struct{ status, credentials, says string }{
		"RTSP that wants a password":   {"401 Unauthorized", "", "wants a name and a password"},
		"RTSP that refuses a password": {"401 Unauthorized", "anna:guess@", "refuses the name and the password"},
		"RTSP without a video there":   {"404 Not Found", "", "has no video at this path"},
	} {
		t.Run(name, func(t *testing.T) {
			address := answering(t, func(conn net.Conn) {
				in := bufio.NewReader(conn)
				for _, seq, err := request(in); err == nil; _, seq, err = request(in) {
					_, _ = fmt.Fprintf(conn, "RTSP/1.0 %s\r\nCSeq: %s\r\nWWW-Authenticate: Basic realm=\"cam\"\r\n\r\n", c.status, seq)
				}
			})
			s := open(t, "rtsp://"+c.credentials+address+"/tray")
			saysOf(t, s, c.says)
			require.NotContains(t, troubleOf(t, s), "guess")
		})
	}
	t.Run("RTSP that isn't", func(t *testing.T) {
		address := answering(t, func(conn net.Conn) { _, _ = io.WriteString(conn, "220 mail ready\r\n") })
		s := open(t, "rtsp://anna:secret@"+address+"/tray")
		says := troubleOf(t, s)
		require.Contains(t, says, "answers but gives no video")
		require.NotContains(t, says, "secret")
	})
}

// The Raspberry Pi's camera is read from the pipe of a program; a script that
// writes real JPEGs stands in for it.
func TestPicam(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "frame.jpg"), cvtest.JPEG(t, cvtest.Slope(64, 48)), 0o600))
	script := func(lines string) {
		text := "#!/bin/sh\ncd " + dir + "\necho \"$@\" > args\n" + lines + "\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, "rpicam-vid"), []byte(text), 0o700)) //nolint:gosec // a program
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Run("streams", func(t *testing.T) {
		script("while cat frame.jpg; do sleep 0.01; done")
		s := open(t, "picam")
		img := gocv.NewMat()
		defer img.Close()
		frameWithin(t, s, &img)
		require.Equal(t, 64, img.Cols())
		args, err := os.ReadFile(filepath.Join(dir, "args"))
		require.NoError(t, err)
		require.Contains(t, string(args), "--codec mjpeg")
		require.Contains(t, string(args), "--width 1280 --height 720")
		lock := s.(source.Locker)
		require.ErrorContains(t, lock.Lock(t.Context(), true), "can't hold its exposure")
	})
	t.Run("no camera", func(t *testing.T) {
		script("echo 'ERROR: *** no cameras available ***' >&2; exit 255")
		saysOf(t, open(t, "picam"), "look at the ribbon cable")
	})
	t.Run("busy", func(t *testing.T) {
		script("cat frame.jpg; echo 'ERROR: *** failed to acquire camera ***' >&2; exit 255")
		saysOf(t, open(t, "picam"), "in use by another program")
	})
	t.Run("neither program nor plugin", func(t *testing.T) {
		require.NoError(t, os.Remove(filepath.Join(dir, "rpicam-vid")))
		saysOf(t, open(t, "picam"), "sudo apt install rpicam-apps")
	})
}
