//go:build cgo

package source_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"astragal/vision/cv/cvtest"
)

// rtspCamera is a network camera of the smallest kind: RTSP 1.0 (RFC 2326)
// with RTP/JPEG (RFC 2435) inside the same connection. After some frames it
// hangs up.
type rtspCamera struct {
	jpeg   []byte // 4:2:0 with the usual Huffman tables, as image/jpeg writes it
	w, h   int
	frames int
}

func (c rtspCamera) serve(t *testing.T) (address string) {
	return answering(t, func(conn net.Conn) { _ = c.talk(conn) }) // the client hangs up as it likes
}

// answering talks on each connection that somebody opens, and hangs up when talk is done. The test ends when all have ended.
func answering(t *testing.T, talk func(net.Conn)) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var all sync.WaitGroup
	t.Cleanup(func() {
		listener.Close()
		all.Wait()
	})
	all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() {
				defer conn.Close()
				talk(conn)
			})
		}
	})
	return listener.Addr().String()
}

// talk answers requests until PLAY, then sends frames.
func (c rtspCamera) talk(conn net.Conn) error {
	in := bufio.NewReader(conn)
	for {
		method, seq, err := request(in)
		if err != nil {
			return err
		}
		body, more := "", ""
		switch method {
		case "OPTIONS":
			more = "Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
		case "DESCRIBE":
			body = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=tray\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=framerate:25\r\na=control:track0\r\n"
			more = "Content-Type: application/sdp\r\n"
		case "SETUP":
			more = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
		case "PLAY":
			more = "Session: 1\r\n"
		}
		_, err = fmt.Fprintf(conn, "RTSP/1.0 200 OK\r\nCSeq: %s\r\n%sContent-Length: %d\r\n\r\n%s", seq, more, len(body), body)
		if err != nil {
			return err
		}
		if method == "PLAY" {
			return c.play(conn)
		}
	}
}

func request(in *bufio.Reader) (method, seq string, err error) {
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return "", "", err
		}
		line = strings.TrimSpace(line)
		if line == "" {
			return method, seq, nil
		}
		if method == "" {
			method, _, _ = strings.Cut(line, " ")
		}
		if v, ok := strings.CutPrefix(line, "CSeq: "); ok {
			seq = v
		}
	}
}

func (c rtspCamera) play(to io.Writer) error {
	tables, scan, err := c.parts()
	if err != nil {
		return err
	}
	number := uint16(0)
	for frame := range c.frames {
		for at := 0; at < len(scan); at += 1200 {
			piece := scan[at:min(at+1200, len(scan))]
			rtp := []byte{0x80, 26, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}
			if at+len(piece) == len(scan) {
				rtp[1] |= 0x80
			}
			binary.BigEndian.PutUint16(rtp[2:], number)
			binary.BigEndian.PutUint32(rtp[4:], uint32(frame)*3600)
			number++
			rtp = append(rtp, 0, byte(at>>16), byte(at>>8), byte(at), 1, 255, byte(c.w/8), byte(c.h/8))
			if at == 0 {
				rtp = append(append(rtp, 0, 0, 0, byte(len(tables))), tables...)
			}
			rtp = append(rtp, piece...)
			if _, err := to.Write(append([]byte{'$', 0, byte(len(rtp) >> 8), byte(len(rtp))}, rtp...)); err != nil {
				return err
			}
		}
		time.Sleep(5 * time.Millisecond) // a camera's pace
	}
	return nil
}

// parts takes the quantization tables and the coded data out of the JPEG.
func (c rtspCamera) parts() (tables, scan []byte, err error) {
	for rest := c.jpeg[2:]; len(rest) > 4; {
		n := int(binary.BigEndian.Uint16(rest[2:]))
		switch rest[1] {
		case 0xDB:
			for q := rest[4 : 2+n]; len(q) >= 65; q = q[65:] {
				tables = append(tables, q[1:65]...)
			}
		case 0xDA:
			return tables, bytes.TrimSuffix(rest[2+n:], []byte{0xFF, 0xD9}), nil
		}
		rest = rest[2+n:]
	}
	return nil, nil, errors.New("no scan in it")
}

func TestRTSPStream(t *testing.T) {
	camera := rtspCamera{jpeg: cvtest.JPEG(t, cvtest.Slope(320, 240)), w: 320, h: 240, frames: 60}
	s := open(t, "rtsp://anna:secret@"+camera.serve(t)+"/tray")
	require.NotContains(t, s.Name(), "secret")
	img := gocv.NewMat()
	defer img.Close()
	first := frameWithin(t, s, &img)
	require.Equal(t, []int{240, 320}, []int{img.Rows(), img.Cols()})
	require.InDelta(t, 200, img.GetVecbAt(120, 40)[2], 15)
	require.Contains(t, troubleOf(t, s), "has stopped: look at the camera")
	again := frameWithin(t, s, &img) // it asks again by itself
	require.Greater(t, again.Frame, first.Frame)
}
