//go:build cgo

package source

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"gocv.io/x/gocv"
)

// newRTSP is a network camera, read by FFmpeg inside OpenCV. OpenCV bounds its
// waits at 30 s; the environment of the eye's process makes them shorter.
func newRTSP(u *url.URL) Source {
	return newLive("camera at "+u.Redacted(), u.Redacted(), func(ctx context.Context) (device, error) {
		return openRTSP(ctx, u)
	})
}

func openRTSP(ctx context.Context, u *url.URL) (device, error) {
	host := net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "554"))
	conn, err := (&net.Dialer{Timeout: answerWithin}).DialContext(ctx, "tcp", host)
	if err != nil { // asked first, because OpenCV can't tell a wrong address from a wrong password
		return nil, fmt.Errorf("nothing answers at %s (%w): is the camera on, and in the same network?", u.Redacted(), err)
	}
	_ = conn.Close()
	video, err := gocv.OpenVideoCaptureWithAPI(u.String(), gocv.VideoCaptureFFmpeg)
	if err != nil {
		return nil, whyNoVideo(ctx, u, host)
	}
	return &rtsp{url: u, video: video}, nil
}

// whyNoVideo asks a camera what OpenCV keeps to itself: whether it wants a name and a password, or knows no such path.
func whyNoVideo(ctx context.Context, u *url.URL, host string) error {
	switch status := describe(ctx, u, host); {
	case (status == http.StatusUnauthorized || status == http.StatusForbidden) && u.User == nil:
		return fmt.Errorf("%s wants a name and a password: write them into the address, %s://NAME:PASSWORD@…", u.Redacted(), u.Scheme)
	case status == http.StatusUnauthorized, status == http.StatusForbidden: // it was asked without them, so a wrong path isn't ruled out
		return fmt.Errorf("%s refuses the name and the password that stand in the address, or has no video at this path: look at all three", u.Redacted())
	case status == http.StatusNotFound:
		return fmt.Errorf("%s has no video at this path: look at the address that the camera's app or manual names", u.Redacted())
	}
	return fmt.Errorf("%s answers but gives no video: look at the path, the name and the password in the address", u.Redacted())
}

// describe asks what there is to see, without a name and a password, and returns the status; 0 where nothing useful is answered.
func describe(ctx context.Context, u *url.URL, host string) int {
	if u.Scheme != "rtsp" {
		return 0
	}
	conn, err := (&net.Dialer{Timeout: answerWithin}).DialContext(ctx, "tcp", host)
	if err != nil {
		return 0
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(answerWithin))
	bare := *u
	bare.User = nil
	if _, err := fmt.Fprintf(conn, "DESCRIBE %s RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n", &bare); err != nil {
		return 0
	}
	line, err := bufio.NewReader(io.LimitReader(conn, 1<<10)).ReadString('\n')
	if err != nil {
		return 0
	}
	var status int
	if n, err := fmt.Sscanf(line, "RTSP/1.0 %d", &status); n != 1 || err != nil {
		return 0
	}
	return status
}

type rtsp struct {
	url   *url.URL
	video *gocv.VideoCapture
}

func (r *rtsp) grab(_ context.Context, img *gocv.Mat) error {
	if !r.video.Read(img) {
		return fmt.Errorf("the stream of %s has stopped: look at the camera and its network", r.url.Redacted())
	}
	return nil
}

func (r *rtsp) close() error { return r.video.Close() }
