//go:build cgo

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"astragal/companion/studio"
	"astragal/models"
	"astragal/models/catalog"
	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// tabletop is a camera in the network over a virtual table, on which things happen while the camera looks.
type tabletop struct {
	mu    sync.Mutex
	table *virtual.Table
	frame int
	// night says that no lamp shines, so the camera sees only its own noise.
	night bool
}

// falls makes it night, or day.
func (c *tabletop) falls(night bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.night = night
}

// happens adds steps to the table's script, from the next frame on.
func (c *tabletop) happens(t *testing.T, script ...virtual.Step) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	require.NoError(t, c.table.Do(c.frame+1, script...))
}

// over says whether all that should happen was seen.
func (c *tabletop) over() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.frame > c.table.Frames()
}

// shows is what the newest frame shows.
func (c *tabletop) shows() virtual.Truth {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.table.Truth(c.frame)
}

func (c *tabletop) next() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frame++
	img := c.table.Frame(c.frame)
	if c.night {
		img = &image.RGBA{Pix: slices.Clone(img.Pix), Stride: img.Stride, Rect: img.Rect}
		for i := range img.Pix {
			if i%4 != 3 {
				img.Pix[i] /= 40
			}
		}
	}
	var raw bytes.Buffer
	if jpeg.Encode(&raw, img, &jpeg.Options{Quality: 90}) != nil {
		return nil
	}
	return raw.Bytes()
}

func (c *tabletop) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	pace := time.NewTicker(time.Second / time.Duration(c.table.FPS()))
	defer pace.Stop()
	for ; ; <-pace.C {
		raw := c.next()
		if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(raw), raw); raw == nil || err != nil {
			return
		}
		if http.NewResponseController(w).Flush() != nil {
			return
		}
	}
}

// upset is an army that is taught before a camera while things go wrong.
type upset struct {
	*courseOf
	camera *tabletop
	source string
	// way is "course" or "heap". known are the scenes, by checksum, whose truth was noted.
	way   string
	known map[string]bool
}

func newUpset(t *testing.T, way string) *upset {
	t.Helper()
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	var army []models.Die
	for _, id := range []string{"dwarf_warlord", "dwarf_wizard", "dwarf_sergeant", "dwarf_footman"} {
		d, err := catalog.ByID(every, id)
		require.NoError(t, err)
		army = append(army, d)
	}
	c := &courseOf{dir: t.TempDir(), army: army, truth: map[string]string{}, layer: newLayer(t, 9301, army, signsFor(t))}
	world := c.layer.world
	world.FPS = 10
	table, err := virtual.New(31, world, virtual.Wait(.5))
	require.NoError(t, err)
	u := &upset{courseOf: c, camera: &tabletop{table: table}, way: way, known: map[string]bool{}}
	server := httptest.NewServer(u.camera)
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	u.source = strings.TrimPrefix(server.URL, "http://") + "/video"
	u.start()
	c.sees(`!!document.querySelector('#shelf option[value="dwarf"]')`)
	for _, d := range army {
		c.choose("#shelf", shelfOfDie(d))
		c.tap(fmt.Sprintf(`[data-take=%q]`, d.ID))
	}
	c.tap(map[string]string{"course": "#lay-out", "heap": "#throw-all"}[way])
	c.sees(fmt.Sprintf(`!!document.querySelector(".studio-%s")`, way))
	return u
}

// start opens the table and its page.
func (u *upset) start() {
	u.t0().Helper()
	u.table = keepTable(u.t0(), u.dir, "--source", u.source)
	u.page = browsers(u.t0())(u.table.address + "/studio")
}

func (u *upset) t0() *testing.T { return u.layer.t }

// kill kills the program as a power cut does, and starts it again.
func (u *upset) kill() {
	u.t0().Helper()
	require.NoError(u.t0(), u.table.cmd.Process.Kill())
	_ = u.table.cmd.Wait()
	u.start()
	u.sees(fmt.Sprintf(`!!document.querySelector(".studio-%s")`, u.way))
}

// calm waits until all that should happen is over and the eye is in one of these states.
func (u *upset) calm(states ...string) {
	u.t0().Helper()
	require.Eventually(u.t0(), u.camera.over, hang, 30*time.Millisecond)
	u.eye(states...)
}

// eye waits until the page shows one of these states of the eye.
func (u *upset) eye(states ...string) {
	u.t0().Helper()
	raw, err := json.Marshal(states)
	require.NoError(u.t0(), err)
	u.sees(fmt.Sprintf(`%s.includes(document.querySelector(".studio-%s .badge")?.textContent)`, raw, u.way))
}

// heard is the number of the last act that the table accepted.
func (u *upset) heard() string {
	return inPage[string](u.page, fmt.Sprintf(`document.querySelector(".studio-%s").dataset.heard`, u.way))
}

const ready = `!document.querySelector("#press, #heap-throw")?.disabled`

// says presses a button and returns what the page answers. The answer is empty if the act was accepted.
func (u *upset) says(button string) string {
	u.t0().Helper()
	u.sees(`!document.querySelector(".toast")`) // what was answered before has left
	before := u.heard()
	u.tap(button)
	u.sees(fmt.Sprintf(`(document.querySelector(".studio-%s").dataset.heard !== %q || !!document.querySelector(".toast")) && %s`, u.way, before, ready))
	u.learnTruth()
	if u.heard() != before {
		return ""
	}
	return inPage[string](u.page, `document.querySelector(".toast")?.textContent ?? ""`)
}

// surely presses until the act is accepted, as a person does who is told to press again.
func (u *upset) surely(button string) {
	u.t0().Helper()
	for range 10 {
		if u.says(button) == "" {
			return
		}
		u.eye("settled")
	}
	require.FailNow(u.t0(), "the word is never heard", u.text())
}

// learnTruth notes what the dice of new scenes show.
func (u *upset) learnTruth() {
	u.t0().Helper()
	files, err := filepath.Glob(filepath.Join(u.dir, courseFolder, map[string]string{"course": "press-*.json", "heap": "throw-*.json"}[u.way]))
	require.NoError(u.t0(), err)
	truth := u.camera.shows()
	for _, f := range files {
		raw, err := os.ReadFile(f)
		require.NoError(u.t0(), err)
		sum := sha256.Sum256(raw)
		is := hex.EncodeToString(sum[:])
		if u.known[is] {
			continue
		}
		u.known[is] = true
		var scene vision.Scene
		if u.way == "course" {
			err = json.Unmarshal(raw, &scene.Sightings)
		} else {
			err = json.Unmarshal(raw, &scene)
		}
		require.NoError(u.t0(), err)
		for _, d := range scene.Sightings {
			if is := underneath(truth, d.Box); is != nil {
				sum := sha256.Sum256(d.Crop)
				u.truth[hex.EncodeToString(sum[:])] = studioWords(definition(u.army, is.Die), is.Face)
			}
		}
	}
}

// nothingWrong checks that all that the gallery learned is right, and returns the number of shots.
func (u *upset) nothingWrong() int {
	u.t0().Helper()
	shots, wrong := u.wrong()
	require.Empty(u.t0(), wrong)
	return shots
}

// lays makes the person lay the dice as the page draws them.
func (u *upset) lays() {
	u.t0().Helper()
	o := u.layer.laid(u.wants(u.view()), "")
	u.camera.happens(u.t0(), virtual.Lay(o.Dice, o.Up, o.At), virtual.Wait(1))
	u.calm("settled")
}

// goesOn lays the dice and presses until more faces are shown than before. What is doubted is laid again, as the page
// says.
func (u *upset) goesOn(was int) {
	u.t0().Helper()
	for range 4 {
		u.lays()
		if u.surely("#press"); u.view().Shown > was {
			return
		}
	}
	require.FailNow(u.t0(), "no more is shown", "%v", u.view().Said)
}

// throws makes the person throw all dice, and the page take them.
func (u *upset) throws() {
	u.t0().Helper()
	u.tosses()
	u.surely("#heap-throw")
}

// tosses makes the person throw all dice.
func (u *upset) tosses() {
	u.t0().Helper()
	var dice []string
	for _, d := range u.army {
		dice = append(dice, d.ID)
	}
	u.camera.happens(u.t0(), virtual.Clear(), virtual.Wait(.7), virtual.Throw(dice...), virtual.Wait(1))
	u.calm("settled")
}

// data is a number that the page holds about the throws.
func (u *upset) data(name string) int {
	u.t0().Helper()
	return inPage[int](u.page, fmt.Sprintf(`Number(document.querySelector(".studio-heap").dataset.%s)`, name))
}

// Four dice are laid out before a camera. A hand in the picture, no light, little light, a bumped camera, a page that
// is closed while the program looks, and a program that is killed: none of them loses what was said, and nothing is
// learned wrong.
func TestALaidOutArmyOutlastsWhatGoesWrong(t *testing.T) {
	u := newUpset(t, "course")
	u.goesOn(0)
	was, shots := u.view().Shown, u.nothingWrong()
	require.Positive(t, shots)

	u.camera.happens(t, virtual.Hand(4))
	u.eye("hand in tray", "moving")
	require.Contains(t, u.says("#press"), "take your hand away")
	require.Equal(t, was, u.view().Shown)
	u.calm("settled")

	u.lays()
	u.camera.falls(true)
	u.eye("too dark", "blocked")
	require.Contains(t, u.says("#press"), "camera can't see the tray")
	require.Equal(t, was, u.view().Shown)
	u.camera.falls(false)
	u.eye("settled")
	u.camera.happens(t, virtual.LampTo(0, .3), virtual.Wait(1.5)) // only the room's own light is left
	u.calm("settled")
	u.surely("#press")
	require.GreaterOrEqual(t, u.view().Shown, was, "%v", u.view().Said)
	u.camera.happens(t, virtual.LampTo(1, .3), virtual.Wait(1.5))
	u.calm("settled")
	require.GreaterOrEqual(t, u.nothingWrong(), shots)

	u.camera.happens(t, virtual.Bump(), virtual.Wait(1.5))
	u.calm("settled")
	u.goesOn(u.view().Shown)
	shots = u.nothingWrong()

	u.lays()
	was, heard := u.view().Shown, u.heard()
	u.press("#press")
	require.NoError(t, chromedp.Cancel(u.ctx)) // the page is closed while the program looks
	u.page = browsers(t)(u.table.address + "/studio")
	u.sees(`!!document.querySelector(".studio-course")`)
	require.Eventually(t, func() bool { return fmt.Sprint(u.view().Heard) != heard }, hang, 30*time.Millisecond, "the press was heard")
	u.learnTruth()
	if u.view().Shown > was {
		require.Greater(t, u.nothingWrong(), shots, "what holds is learned")
	}
	u.page = browsers(t)(u.table.address + "/studio")
	u.sees(`!!document.querySelector(".studio-course")`)

	u.goesOn(u.view().Shown)
	was, shots = u.view().Shown, u.nothingWrong()
	u.kill()
	require.Equal(t, was, u.view().Shown)
	require.Equal(t, shots, u.nothingWrong())
	for n := 0; n < 20 && !u.view().Done; n++ {
		u.lays()
		u.surely("#press")
	}
	require.True(t, u.view().Done, "%v", u.view().Said)
	u.nothingWrong()
	u.table.close()
}

// Four dice are thrown before a camera and named, and the same things go wrong.
func TestAThrownArmyOutlastsWhatGoesWrong(t *testing.T) {
	u := newUpset(t, "heap")
	u.throws()
	u.heapNames(2)
	known, shots := u.data("known"), u.nothingWrong()
	require.Positive(t, known)
	require.Positive(t, shots)
	same := func() {
		t.Helper()
		require.Equal(t, []int{1, known}, []int{u.data("throws"), u.data("known")})
		require.Equal(t, shots, u.nothingWrong())
	}

	u.camera.happens(t, virtual.Hand(4))
	u.eye("hand in tray", "moving")
	require.Contains(t, u.says("#heap-throw"), "take your hand away")
	same()
	u.calm("settled")
	u.camera.falls(true)
	u.eye("too dark", "blocked")
	require.Contains(t, u.says("#heap-throw"), "camera can't see the tray")
	same()
	u.kill() // this happens in the dark
	same()
	u.camera.falls(false)
	u.eye("settled")

	u.camera.happens(t, virtual.LampTo(0, .3), virtual.Wait(1.5)) // only the room's own light is left
	u.calm("settled")
	u.throws()
	u.heapNames(20)
	u.nothingWrong()
	u.camera.happens(t, virtual.LampTo(1, .3), virtual.Wait(1), virtual.Bump(), virtual.Wait(1.5))
	u.calm("settled")
	u.tosses()
	throws := u.data("throws")
	u.press("#heap-throw:not(:disabled)")
	require.NoError(t, chromedp.Cancel(u.ctx)) // the page is closed while the program looks
	taken := func() int {
		var now struct{ Heap studio.HeapView }
		u.get("GET", "api/studio/heap", &now)
		return now.Heap.Throws
	}
	require.Eventually(t, func() bool { return taken() == throws+1 }, hang, 30*time.Millisecond, "the throw was taken")
	u.learnTruth()
	u.page = browsers(t)(u.table.address + "/studio")
	u.sees(`!!document.querySelector(".studio-heap")`)
	u.heapNames(20)
	known, shots = u.data("known"), u.nothingWrong()
	u.kill()
	require.Equal(t, known, u.data("known"))
	require.Equal(t, shots, u.nothingWrong())
	require.GreaterOrEqual(t, known, 6)
	u.table.close()
}
