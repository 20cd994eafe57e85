//go:build cgo

package cv

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"

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
		return nil, fmt.Errorf("%s answers but gives no video: look at the path, the name and the password in the address", u.Redacted())
	}
	return &rtsp{url: u, video: video}, nil
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
