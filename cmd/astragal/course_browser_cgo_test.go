//go:build cgo

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"astragal/companion/protocol"
	"astragal/companion/studio"
	"astragal/companion/studio/course"
	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/known"
	"astragal/vision/pictures"
	"astragal/vision/signs"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// courseOf is an army that a person teaches on the studio's page. The person lays dice out and presses a button.
type courseOf struct {
	*page
	table *openTable
	dir   string
	army  []models.Die
	layer *layer
	// truth is what each picture of a die truly shows, by the picture's checksum.
	truth map[string]string
	taps  int
	// slow is the longest time that the page took from a tap to its effect, took is the sum of these times.
	slow, took time.Duration
}

func (c *courseOf) tap(selector string) {
	c.t.Helper()
	c.press(selector)
	c.taps++
}

// begin chooses the army and makes the page draw it.
func (c *courseOf) begin() {
	c.t.Helper()
	for _, d := range c.army {
		c.choose("#shelf", shelfOfDie(d))
		c.tap(fmt.Sprintf(`[data-take=%q]`, d.ID))
	}
	c.tap("#lay-out")
	c.sees(`!!document.querySelector(".studio-course")`)
}

func shelfOfDie(d models.Die) string {
	if d.Race == "" {
		return "other"
	}
	return d.Race
}

// view is the course as the page draws it.
func (c *courseOf) view() *course.View {
	c.t.Helper()
	res, err := http.Get(c.table.address + "api/studio/course")
	require.NoError(c.t, err)
	defer res.Body.Close()
	var out struct{ Course *course.View }
	require.NoError(c.t, json.NewDecoder(res.Body).Decode(&out))
	return out.Course
}

// wants are the faces that the page asks for.
func (c *courseOf) wants(v *course.View) []course.Want {
	var out []course.Want
	for _, p := range v.Places {
		d := definition(c.army, p.Die)
		w := course.Want{Place: p.Place, Die: d, Row: p.Row, Column: p.Column, Face: -1}
		for i := range d.Faces {
			a, _ := json.Marshal(d.Faces[i])
			b, _ := json.Marshal(p.Shows)
			if p.Shows != nil && w.Face < 0 && string(a) == string(b) {
				w.Face = i
			}
		}
		out = append(out, w)
	}
	return out
}

// round lays the dice as the page draws them, except for a slip, and presses the button.
func (c *courseOf) round(does slip) {
	c.t.Helper()
	c.shows(c.layer.lay(c.wants(c.view()), does))
	before := inPage[string](c.page, `document.querySelector(".studio-course").dataset.heard`)
	began := time.Now()
	c.tap("#press")
	c.sees(fmt.Sprintf(`document.querySelector(".studio-course").dataset.heard !== %q && !document.querySelector("#press")?.disabled`, before))
	c.took += time.Since(began)
	c.slow = max(c.slow, time.Since(began))
}

// shows gives a picture to the table's eye, and remembers what its dice show.
func (c *courseOf) shows(truth virtual.Truth, jpg []byte) {
	c.t.Helper()
	n := func() int {
		var held struct{ N int }
		c.get("POST", "api/studio/hold", &held)
		return held.N
	}
	was := n()
	c.table.show(jpg)
	require.Eventually(c.t, func() bool { return n() > was }, hang, 30*time.Millisecond, "%s", c.table.errs)
	c.remember(truth)
}

// remember notes what the pictures of the dice on the tray show.
func (c *courseOf) remember(truth virtual.Truth) {
	c.t.Helper()
	var tray studio.Tray
	c.get("GET", "api/studio/tray", &tray)
	for _, d := range tray.Dice {
		if is := underneath(truth, d.Box); is != nil {
			c.truth[c.sum(fmt.Sprintf("api/studio/tray/%d/%d", tray.N, d.N))] = studioWords(definition(c.army, is.Die), is.Face)
		}
	}
}

func (c *courseOf) get(method, path string, into any) {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.table.address+path, strings.NewReader("{}"))
	require.NoError(c.t, err)
	r.Header.Set("Origin", strings.TrimSuffix(c.table.address, "/"))
	res, err := http.DefaultClient.Do(r)
	require.NoError(c.t, err)
	defer res.Body.Close()
	require.Equal(c.t, http.StatusOK, res.StatusCode)
	require.NoError(c.t, json.NewDecoder(res.Body).Decode(into))
}

func (c *courseOf) sum(path string) string {
	c.t.Helper()
	res, err := http.Get(c.table.address + path)
	require.NoError(c.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(c.t, err)
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// wrong lists the shots in the gallery on disk that show another face than they say. shots is the number of all
// shots.
func (c *courseOf) wrong() (shots int, out []string) {
	c.t.Helper()
	store, err := gallery.Open(filepath.Join(c.dir, "gallery"))
	require.NoError(c.t, err)
	for _, s := range store.Shots() {
		if says := studioWords(definition(c.army, s.Die), s.Face); c.truth[s.SHA256] != says {
			out = append(out, fmt.Sprintf("%s says %s and shows %s", s.Die, says, c.truth[s.SHA256]))
		}
	}
	return len(store.Shots()), out
}

// Four dice are laid out and shown, with slips. The page says what is wrong and doesn't learn it. If the program is
// killed or the page is opened anew, nothing that was shown is lost.
func TestAnArmyIsLaidOutInTheStudio(t *testing.T) {
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	var army []models.Die
	for _, id := range []string{"dwarf_warlord", "dwarf_wizard", "dwarf_sergeant", "dwarf_footman"} {
		d, err := catalog.ByID(every, id)
		require.NoError(t, err)
		army = append(army, d)
	}
	open := browsers(t)
	c := &courseOf{dir: t.TempDir(), army: army, truth: map[string]string{}}
	c.layer = newLayer(t, 9301, army, signsFor(t))
	c.table = keepTable(t, c.dir, "--source", "phone")
	c.page = open(c.table.address + "/studio")
	c.sees(`!!document.querySelector('#shelf option[value="dwarf"]')`)
	c.begin()
	c.round("")
	require.Empty(t, c.view().Said)
	require.Equal(t, 4, c.view().Shown)

	c.round(slipForgot)
	require.Less(t, c.view().Shown, 8, "what was not turned is not learned")
	c.page.picture("studio-course")

	shown := c.view().Shown
	c.round(slipMissing)
	require.Equal(t, shown, c.view().Shown, "a die is missing: nothing is learned: %v", c.view().Said)
	c.sees(`document.body.innerText.includes("missing")`)
	require.NoError(t, c.table.cmd.Process.Kill())
	_ = c.table.cmd.Wait()
	c.table = keepTable(t, c.dir, "--source", "phone")
	c.page = open(c.table.address + "/studio")
	c.sees(`!!document.querySelector(".studio-course")`)
	require.Equal(t, shown, c.view().Shown, "what was shown is there after the program was killed")
	for range 12 {
		if c.view().Done {
			break
		}
		c.round("")
	}
	require.True(t, c.view().Done, "%v", c.view().Said)
	shots, wrong := c.wrong()
	require.Empty(t, wrong)
	require.GreaterOrEqual(t, shots, 18)
	c.press("#course-back") // a press can be taken back, also out of the gallery
	c.sees(`document.querySelector(".studio-course").dataset.done === "no"`)
	fewer, _ := c.wrong()
	require.Less(t, fewer, shots)
	for n := 0; n < 3 && !c.view().Done; n++ {
		c.round("")
	}
	c.press("#course-prove")
	c.prove(2)
	require.Zero(t, inPage[int](c.page, `Number(document.querySelector("#proof").dataset.wrong)`))
	require.Equal(t, 8, inPage[int](c.page, `["read", "asked", "wrong"].reduce((n, k) => n + Number(document.querySelector("#proof").dataset[k]), 0)`))
	c.page.picture("studio-proof")
	_, wrong = c.wrong()
	require.Empty(t, wrong, "what the test learned is right")
	c.table.close()
	c.table = keepTable(t, c.dir, "--source", "phone")
	c.page = open(c.table.address + "/studio")
	c.sees(`!!document.querySelector("#testing")`)
	c.press("#testing")
	c.sees(`document.querySelector("#proof")?.dataset.throws === "2"`) // the test's throws are on disk
	c.table.close()
}

// prove throws all dice some times on the page that tests what was taught, and says what each die shows.
func (c *courseOf) prove(throws int) {
	c.t.Helper()
	c.sees(`!!document.querySelector("#proof")`)
	o := c.layer.world
	for _, d := range c.army {
		o.Dice = append(o.Dice, d.ID)
	}
	l := &tutor{page: c.page, table: c.table, army: c.army}
	for n := range throws {
		truth := l.lay(c.layer.rng.Uint64()%100_000, o)
		c.remember(truth)
		l.name(truth)
		l.click("#learn")
		c.sees(fmt.Sprintf(`document.querySelector("#proof")?.dataset.throws === "%d"`, n+1))
	}
	require.Zero(c.t, l.wrong, "dice taken for something else for sure")
}

// Armies of twelve units are laid out, each on another table, with slips, and thrown afterwards. The test counts the
// taps and presses, what is learned wrong, and how the dice are read.
func TestSoakArmiesAreLaidOut(t *testing.T) {
	soakCourses(t, 20, func(race string, rng *rand.Rand) []models.Die { return twelveOf(t, race, rng) })
}

// The same is done with armies of thirty points that have monsters, two dragons and two terrains.
func TestSoakThirtyPointsAreLaidOut(t *testing.T) {
	soakCourses(t, 40, func(race string, rng *rand.Rand) []models.Die { return thirtyPointsOf(t, race, rng) })
}

// soakCourses teaches an army at each of five tables, as often as ASTRAGAL_ORDERS says, with most presses at most.
func soakCourses(t *testing.T, most int, armyOf func(race string, rng *rand.Rand) []models.Die) {
	t.Helper()
	collection := os.Getenv("ASTRAGAL_ICONS")
	if os.Getenv("ASTRAGAL_SOAK") == "" || collection == "" {
		t.Skip("it takes some minutes and needs drawings: say ASTRAGAL_SOAK=1 and ASTRAGAL_ICONS=FILE, the icons.json of the npm package @iconify-json/game-icons")
	}
	const tables, throws = 5, 10
	orders, first := 1, 0
	for name, into := range map[string]*int{"ASTRAGAL_ORDERS": &orders, "ASTRAGAL_FIRST": &first} {
		if n := os.Getenv(name); n != "" {
			_, err := fmt.Sscan(n, into)
			require.NoError(t, err)
		}
	}
	open := browsers(t)
	races := []string{"dwarf", "treefolk", "goblin", "firewalker", "coral_elf"}
	slips := []slip{slipSwap, slipFace, slipForgot, slipMissing, slipExtra, slipRow, slipColumns}
	allRead, allAsked, allWrong, allLearned := 0, 0, 0, 0
	for k := first; k < tables*orders; k++ {
		rng := rand.New(rand.NewPCG(32, uint64(k)))
		army := armyOf(races[k%tables], rng)
		c := &courseOf{dir: t.TempDir(), army: army, truth: map[string]string{}}
		c.layer = newLayer(t, uint64(9400+k%tables), army, func(painted []models.Die) map[string]string { return drawnFor(t, painted, collection) })
		c.table = keepTable(t, c.dir, "--source", "phone")
		c.page = open(c.table.address)
		c.keepArmy("Army")
		c.page = open(c.table.address + "/studio")
		c.sees(`!!document.querySelector('[data-lay="1"]')`)
		c.tap(`[data-lay="1"]`)
		c.sees(`!!document.querySelector(".studio-course")`)
		planned := map[int]slip{1 + rng.IntN(3): slips[k%len(slips)], 4 + rng.IntN(4): slips[(k+3)%len(slips)]}
		presses, tries := 0, map[int]int{}
		for ; presses < most && !c.view().Done; presses++ {
			c.round(planned[presses+1])
			for _, s := range c.view().Said {
				t.Logf("table %d, press %d (%s): %s", k, presses+1, planned[presses+1], s.Words)
			}
			c.giveUp(planned[presses+1], tries)
		}
		if k == 0 {
			c.page.picture("course-done")
		}
		v := c.view()
		shots, wrong := c.wrong()
		read, asked, misread := c.thrown(throws)
		t.Logf("table %d, %s: %d dice, %d taps, %d presses, %d of %d faces shown, %d shots, learned wrong %v; the page took %.1f s in all, %.1f s at most; of %d dice thrown %d read, %d asked, %d wrong",
			k, races[k%tables], len(army), c.taps, presses, v.Shown, v.Of, shots, wrong, c.took.Seconds(), c.slow.Seconds(), read+asked+misread, read, asked, misread)
		allRead, allAsked, allWrong, allLearned = allRead+read, allAsked+asked, allWrong+misread, allLearned+len(wrong)
		c.table.close()
	}
	t.Logf("in all: learned wrong %d; thrown: %d read, %d asked, %d wrong", allLearned, allRead, allAsked, allWrong)
	require.Zero(t, allLearned)
}

// keepArmy saves the army at the table, as the army builder does.
func (c *courseOf) keepArmy(name string) {
	c.t.Helper()
	var ids []string
	for _, d := range c.army {
		ids = append(ids, d.ID)
	}
	force, err := json.Marshal(map[string]any{"dice": ids})
	require.NoError(c.t, err)
	raw, err := json.Marshal(protocol.Army{Rulebook: "starter", Name: name, Force: force})
	require.NoError(c.t, err)
	r, err := http.Post(c.table.address+"api/armies", "application/json", strings.NewReader(string(raw)))
	require.NoError(c.t, err)
	defer r.Body.Close()
	require.Equal(c.t, http.StatusOK, r.StatusCode)
}

// thrown throws all dice some times, and reads them as a game does, with what was taught.
func (c *courseOf) thrown(times int) (read, asked, wrong int) {
	c.t.Helper()
	know := known.Knowledge{Gallery: filepath.Join(c.dir, "gallery")}
	eye := pictures.Open(builtProgram, know.How())
	defer eye.Close()
	taught, err := know.Open(c.t.Context(), eye, "")
	require.NoError(c.t, err)
	o := c.layer.world
	for _, d := range c.army {
		o.Dice = append(o.Dice, d.ID)
	}
	for k := range times {
		img, truth, err := virtual.Still(uint64(81000+k)+c.layer.rng.Uint64()%997*1000, o)
		require.NoError(c.t, err)
		path := filepath.Join(c.t.TempDir(), "throw.jpg")
		require.NoError(c.t, os.WriteFile(path, jpegOf(c.t, img), 0o600))
		seen, err := eye.Look(c.t.Context(), path)
		require.NoError(c.t, err)
		got := taught.Read(seen.Scene, o.Dice)
		for _, d := range truth.Dice {
			asked++ // a die that isn't found is asked about, because it is missing
			for _, r := range got.Readings {
				if vision.Overlap(r.BBox, d.Box) <= .5 || !r.Accepted {
					continue
				}
				asked--
				f := definition(c.army, d.Die).Faces[d.Face]
				if r.Icon != nil && *r.Icon == f.Icon && (f.Count == 0 || r.Count != nil && *r.Count == f.Count) && (f.Value == nil || r.Value != nil && *r.Value == *f.Value) {
					read++
				} else {
					wrong++
					c.t.Logf("%s of %s was taken for %s", studioWords(definition(c.army, d.Die), d.Face), d.Die, took(r))
				}
				break
			}
		}
	}
	return read, asked, wrong
}

// took is a reading as text.
func took(r vision.Reading) string {
	raw, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// patience is how often a person shows a face again, as drawn, before they leave it out.
const patience = 3

// giveUp leaves out faces that were shown as drawn and doubted patience times.
func (c *courseOf) giveUp(does slip, tries map[int]int) {
	c.t.Helper()
	doubted := map[int]bool{}
	for _, s := range c.view().Said {
		for _, p := range s.Places {
			doubted[p] = true
		}
	}
	for p := range tries {
		if !doubted[p] {
			delete(tries, p)
		}
	}
	for p := range doubted {
		if tries[p]++; does != "" {
			tries[p] = 0
		}
		if at := fmt.Sprintf(`[data-leave="%d"]`, p); tries[p] >= patience && inPage[bool](c.page, fmt.Sprintf(`!!document.querySelector('%s')`, at)) {
			before := inPage[string](c.page, `document.querySelector(".studio-course").dataset.heard`)
			c.tap(at)
			c.sees(fmt.Sprintf(`document.querySelector(".studio-course").dataset.heard !== %q`, before))
			c.t.Logf("place %d: the face is left out", p)
			delete(tries, p)
		}
	}
}

// Four dice are thrown and named group by group. A killed program loses nothing, and nothing is learned wrong.
func TestAnArmyIsThrownInTheStudio(t *testing.T) {
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	var army []models.Die
	for _, id := range []string{"dwarf_warlord", "dwarf_wizard", "dwarf_sergeant", "dwarf_footman"} {
		d, err := catalog.ByID(every, id)
		require.NoError(t, err)
		army = append(army, d)
	}
	open := browsers(t)
	c := &courseOf{dir: t.TempDir(), army: army, truth: map[string]string{}}
	c.layer = newLayer(t, 9301, army, signsFor(t))
	c.table = keepTable(t, c.dir, "--source", "phone")
	c.page = open(c.table.address + "/studio")
	c.sees(`!!document.querySelector('#shelf option[value="dwarf"]')`)
	for _, d := range army {
		c.choose("#shelf", shelfOfDie(d))
		c.tap(fmt.Sprintf(`[data-take=%q]`, d.ID))
	}
	c.tap("#throw-all")
	c.heapThrow()
	c.page.picture("studio-heap")
	named := c.heapNames(2)
	require.Equal(t, 2, named)
	known := inPage[string](c.page, `document.querySelector(".studio-heap").dataset.known`)
	require.NoError(t, c.table.cmd.Process.Kill())
	_ = c.table.cmd.Wait()
	c.table = keepTable(t, c.dir, "--source", "phone")
	c.page = open(c.table.address + "/studio")
	c.sees(fmt.Sprintf(`document.querySelector(".studio-heap")?.dataset.known === %q`, known)) // the names are still there after the program was killed
	for range 3 {
		c.heapThrow()
		c.heapNames(20)
	}
	shots, wrong := c.wrong()
	require.Empty(t, wrong)
	require.GreaterOrEqual(t, shots, 8)
	c.table.close()
}

// heapThrow throws all dice and makes the page take the throw.
func (c *courseOf) heapThrow() {
	c.t.Helper()
	c.sees(`!!document.querySelector("#heap-throw:not(:disabled)")`)
	o := c.layer.world
	for _, d := range c.army {
		o.Dice = append(o.Dice, d.ID)
	}
	c.layer.shots++
	img, truth, err := virtual.Still(uint64(66000+c.layer.shots), o)
	require.NoError(c.t, err)
	c.shows(truth, jpegOf(c.t, img))
	c.heapTap("#heap-throw")
}

func (c *courseOf) heapTap(selector string) {
	c.t.Helper()
	before := inPage[string](c.page, `document.querySelector(".studio-heap").dataset.heard`)
	began := time.Now()
	c.tap(selector)
	c.sees(fmt.Sprintf(`document.querySelector(".studio-heap").dataset.heard !== %q && !document.querySelector("#heap-back").disabled`, before))
	c.took += time.Since(began)
	c.slow = max(c.slow, time.Since(began))
}

// heapNames names the pictures that the page asks about, most at most. It returns how many it named.
func (c *courseOf) heapNames(most int) int {
	c.t.Helper()
	l := &tutor{page: c.page, table: c.table, army: c.army}
	for n := range most {
		if inPage[int](c.page, `Number(document.querySelector(".studio-heap").dataset.questions)`) == 0 {
			return n
		}
		words := c.truth[c.sum(inPage[string](c.page, `document.querySelector("#name .studio-big").getAttribute("src").replace(/\?.*/, "")`))]
		before := inPage[string](c.page, `document.querySelector(".studio-heap").dataset.heard`)
		if words == "" || !l.offers(words) {
			l.click("#name [data-leave]")
		} else {
			l.say(words)
		}
		c.sees(fmt.Sprintf(`document.querySelector(".studio-heap").dataset.heard !== %q && !document.querySelector("#heap-back").disabled`, before))
		c.taps++
	}
	return most
}

// offers says whether the page offers a face.
func (l *tutor) offers(words string) bool {
	l.t.Helper()
	return inPage[bool](l.page, fmt.Sprintf(`!!document.querySelector('#name [data-may=%q], #name [data-all=%q]')`, words, words))
}

// signsFor draws dice with the catalogue's own signs. An icon without a sign gets a pattern.
func signsFor(t *testing.T) func([]models.Die) map[string]string {
	return func(painted []models.Die) map[string]string {
		out, err := signs.Pictures()
		require.NoError(t, err)
		for _, d := range painted {
			for _, f := range d.Faces {
				if _, drawn := out[f.Icon]; !drawn && f.Icon != "" {
					out[f.Icon] = signs.Pattern(f.Icon)
				}
			}
		}
		return out
	}
}
