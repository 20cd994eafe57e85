//go:build cgo

package main

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/vision"
	"astragal/vision/virtual"
)

// asFile writes a picture as a JPEG.
func asFile(t *testing.T, path string, img image.Image) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, jpegOf(t, img), 0o600))
}

func jpegOf(t *testing.T, img image.Image) []byte {
	t.Helper()
	var raw bytes.Buffer
	require.NoError(t, jpeg.Encode(&raw, img, &jpeg.Options{Quality: 92}))
	return raw.Bytes()
}

// Somebody without a camera opens a folder of photos. Each photo stays on the page with what was read in it.
func TestPhotosAreReadAndStayOnThePage(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium is installed: apt-get install chromium (make test does it)")
	}
	dir := t.TempDir()
	table, err := virtual.New(11, virtual.Options{}, virtual.Wait(.5), virtual.Throw("d6", "d6", "d6"), virtual.Wait(3))
	require.NoError(t, err)
	asFile(t, filepath.Join(dir, "a three dice.jpg"), table.Frame(table.Frames()-1))
	asFile(t, filepath.Join(dir, "b none.jpg"), table.Frame(0))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "c broken.jpg"), []byte("\xff\xd8\xff\xe0 no picture"), 0o600))

	open := keepTable(t, t.TempDir(), "--source", dir)
	alloc, stopAlloc := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, tabletest.Lean, chromedp.WSURLReadTimeout(hang),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1280, 900))...)
	defer stopAlloc()
	ctx, stop := chromedp.NewContext(alloc)
	defer stop()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(open.address)))
	sees := func(expression string) {
		t.Helper()
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(hang)))
		require.NoError(t, err, "%s\n%s", expression, open.errs)
	}
	press := func(what string) {
		t.Helper()
		sees(tapping(what))
	}
	const picture = `document.querySelector(".picture img")?.naturalWidth > 300 && !document.body.textContent.includes("Plug a camera in")`

	sees(`document.querySelector("#file-read")?.textContent === "Read: 3 dice" && document.querySelectorAll(".mark").length === 3 && ` + picture)
	press("#again") // the same picture doesn't make a second roll
	sees(`document.querySelector("#file-read")?.textContent === "Read: 3 dice" && ` + picture)
	require.Equal(t, 1, len(open.view().Rolls)+len(open.view().Waiting))
	press("#next")
	sees(`document.querySelector("#file-read")?.textContent === "No die was found in this picture" && document.querySelector("#file").textContent.includes("picture 2 of 3") && ` + picture)
	press("#other")
	sees(`!!document.querySelector("#camera")`)
	press("#next")
	sees(`document.querySelector("#state").textContent === "The picture can’t be shown" && !document.querySelector(".mark") && !document.querySelector("#next") && !!document.querySelector("#again")`)
	require.Equal(t, 1, len(open.view().Rolls)+len(open.view().Waiting))
	for _, line := range []string{"Looking at folder " + filepath.Base(dir), "Read in a three dice.jpg: 3 dice.", "No die was found in b none.jpg.", "astragal: c broken.jpg can't be shown"} {
		require.Contains(t, open.errs.String(), line)
	}
	open.close()
}

// Each reason why a source can't be watched has its own sentence, shown once on the page and in the terminal.
func TestEveryReasonWhyNothingIsSeenIsSaid(t *testing.T) {
	dir := t.TempDir()
	broken, empty := filepath.Join(dir, "broken.mp4"), filepath.Join(dir, "empty")
	require.NoError(t, os.WriteFile(broken, []byte("no clip"), 0o600))
	require.NoError(t, os.Mkdir(empty, 0o700))
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, nobody.Close())
	locked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	defer locked.Close()
	for source, says := range map[string]string{
		"camera:no such camera":           "plugged in",
		filepath.Join(dir, "nowhere.jpg"): "there is no file or folder",
		nobody.Addr().String() + "/video": "is the camera on, and in the same network?",
		empty:                             "holds no picture (JPEG, PNG, WebP or BMP): put some there",
		broken:                            "is no video that can be read",
		locked.URL:                        "wants a name and a password",
		strings.Replace(locked.URL, "//", "//anna:x@", 1): "refuses the name and the password",
	} {
		t.Run(says, func(t *testing.T) {
			open := keepTable(t, t.TempDir(), "--source", source)
			require.Eventually(t, func() bool { return strings.Contains(open.view().Eye.Problem, says) }, hang, 50*time.Millisecond, "%s", open.errs)
			require.Eventually(t, func() bool { return strings.Contains(open.errs.String(), says) }, hang, 50*time.Millisecond)
			problem := open.view().Eye.Problem
			require.Equal(t, 1, strings.Count(open.errs.String(), "astragal: "+problem), "%s", open.errs)
			require.NotContains(t, open.errs.String(), "Looking at")
			open.close()
		})
	}
}

// turning is a camera in the network that shows a virtual table, with a geometry that changes. It shows the tray
// before the throw until the test says throw. Then it shows the dice at rest for as long as a reader needs.
type turning struct {
	mu     sync.Mutex
	table  *virtual.Table
	frame  int
	thrown bool
	show   func(*image.RGBA) image.Image
}

func (c *turning) look(show func(*image.RGBA) image.Image) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.show = show
}

func (c *turning) throw() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.thrown = true
}

func (c *turning) next() image.Image {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frame++
	still := int(c.table.FPS()) // how many frames a second has
	switch last := c.table.Frames() - 1; {
	case !c.thrown && c.frame >= still:
		c.frame = 0
	case c.frame > last:
		c.frame = last - still
	}
	return c.show(c.table.Frame(c.frame))
}

func (c *turning) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	pace := time.NewTicker(time.Second / time.Duration(c.table.FPS()))
	defer pace.Stop()
	for ; ; <-pace.C {
		var raw bytes.Buffer
		if jpeg.Encode(&raw, c.next(), &jpeg.Options{Quality: 85}) != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", raw.Len(), raw.Bytes()); err != nil {
			return
		}
		if http.NewResponseController(w).Flush() != nil {
			return
		}
	}
}

// remapped makes a picture of w × h px. from says for a pixel x, y which pixel of img it shows.
func remapped(img *image.RGBA, w, h int, from func(x, y int) (int, int)) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			fx, fy := from(x, y)
			copy(out.Pix[out.PixOffset(x, y):][:4], img.Pix[img.PixOffset(fx, fy):][:4])
		}
	}
	return out
}

// If a network camera's picture is turned, mirrored, zoomed or made smaller while dice lie there, no rolls are made.
func TestAStreamThatChangesItsGeometryMakesNoRolls(t *testing.T) {
	table, err := virtual.New(11, virtual.Options{FPS: 10}, virtual.Wait(1), virtual.Throw("d6", "d6", "d6"), virtual.Wait(6))
	require.NoError(t, err)
	plain := func(img *image.RGBA) image.Image { return img }
	camera := &turning{table: table, show: plain}
	server := httptest.NewServer(camera)
	defer server.Close()
	defer server.CloseClientConnections()
	open := keepTable(t, t.TempDir(), "--source", strings.TrimPrefix(server.URL, "http://")+"/video")
	rolls := func() int { v := open.view(); return len(v.Rolls) + len(v.Waiting) }
	require.Eventually(t, func() bool { return open.view().Eye.State == vision.Empty }, hang, 100*time.Millisecond, "%s", open.errs)
	camera.throw()
	require.Eventually(t, func() bool { return rolls() == 1 }, hang, 100*time.Millisecond, "%s", open.errs)
	places := func() string {
		v := open.view()
		if v.Tray == nil || v.Eye.State == vision.ReadingNow {
			return ""
		}
		return fmt.Sprint(v.Tray.Width, lyingAt(v.Tray))
	}
	values := fmt.Sprint(valuesOf(open.view().Tray))
	w, h := 1280, 720
	for _, c := range []struct {
		name string
		show func(*image.RGBA) image.Image
	}{
		{"turned", func(img *image.RGBA) image.Image {
			return remapped(img, h, w, func(x, y int) (int, int) { return y, h - 1 - x })
		}},
		{"back", plain},
		{"mirrored", func(img *image.RGBA) image.Image {
			return remapped(img, w, h, func(x, y int) (int, int) { return w - 1 - x, y })
		}},
		{"back", plain},
		{"smaller", func(img *image.RGBA) image.Image {
			return remapped(img, w*2/3, h*2/3, func(x, y int) (int, int) { return x * 3 / 2, y * 3 / 2 })
		}},
		{"back", plain},
		{"zoomed", func(img *image.RGBA) image.Image {
			return remapped(img, w, h, func(x, y int) (int, int) { return w/10 + x*8/10, h/10 + y*8/10 })
		}},
		{"back", plain},
	} {
		before := places()
		camera.look(c.show)
		require.Eventually(t, func() bool { now := places(); return now != "" && now != before }, hang, 50*time.Millisecond, "%s: the tray is looked at anew\n%s", c.name, open.errs)
		require.Equal(t, 1, rolls(), "%s", c.name)
		require.Equal(t, values, fmt.Sprint(valuesOf(open.view().Tray)), "%s", c.name)
	}
	open.close()
}

// lyingAt are the boxes of the dice that lie on the tray.
func lyingAt(tray *protocol.ThrowView) []vision.Box {
	var out []vision.Box
	for _, d := range tray.Dice {
		if d.Lying {
			out = append(out, d.Box)
		}
	}
	return out
}

func valuesOf(tray *protocol.ThrowView) []int {
	var out []int
	for _, d := range tray.Dice {
		if d.Value != nil {
			out = append(out, *d.Value)
		}
	}
	return out
}
