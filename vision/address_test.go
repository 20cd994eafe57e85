package vision_test

import (
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func TestAnAddressNeedsNoBeginning(t *testing.T) {
	for source, want := range map[string]string{
		"192.168.1.20:8080/video":        "http://192.168.1.20:8080/video",
		" 192.168.1.20 ":                 "http://192.168.1.20",
		"192.168.1.20/shot.jpg":          "http://192.168.1.20/shot.jpg",
		"192.168.1.20:8554/live":         "rtsp://192.168.1.20:8554/live",
		"anna:secret@192.168.1.20:554/1": "rtsp://anna:secret@192.168.1.20:554/1",
		"[fd00::12]:8080/video":          "http://[fd00::12]:8080/video",
		"phone.local/video":              "http://phone.local/video",
		"pixel:4747/video":               "http://pixel:4747/video",
		"localhost:8080":                 "http://localhost:8080",

		"https://192.168.1.20/video": "https://192.168.1.20/video",
		"virtual:7":                  "virtual:7",
		"camera:0":                   "camera:0",
		"camera:HD Pro Webcam C920":  "camera:HD Pro Webcam C920",
		"picam":                      "picam",
		"0":                          "0",
		"photo.jpg":                  "photo.jpg",
		"my.photos/eve.jpg":          "my.photos/eve.jpg",
		"/dev/video0":                "/dev/video0",
		"clips/table 3.mp4":          "clips/table 3.mp4",
		"192.168.1.20:99999/video":   "192.168.1.20:99999/video",
		"":                           "",
	} {
		require.Equal(t, want, vision.Address(source), source)
	}
}

func FuzzAddress(f *testing.F) {
	f.Add("192.168.1.20:8080/video")
	f.Add("[::1")
	f.Fuzz(func(t *testing.T, source string) {
		once := vision.Address(source)
		require.Equal(t, once, vision.Address(once), "an address is complete")
	})
}
