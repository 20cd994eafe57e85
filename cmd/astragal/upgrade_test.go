package main

import (
	"archive/zip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/calibration"
	"astragal/companion/door/doortest"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/models/gallery"
)

// before is what the program of commit d44926a said of the files that it left in testdata/d44926a.zip.
type before struct {
	Rolls []struct {
		N         int    `json:"n"`
		Seat      string `json:"seat"`
		Total     int    `json:"total"`
		Text      string `json:"text"`
		Corrected bool   `json:"corrected"`
		Values    []int  `json:"values"`
	} `json:"rolls"`
	Seats []struct {
		Name  string `json:"name"`
		Team  string `json:"team"`
		Total int    `json:"total"`
		Rolls int    `json:"rolls"`
	} `json:"seats"`
	Games []struct {
		ID       int                 `json:"id"`
		Title    string              `json:"title"`
		Rulebook string              `json:"rulebook"`
		Status   protocol.GameStatus `json:"status"`
		Players  []string            `json:"players"`
		Entries  int                 `json:"entries"`
		Begun    string              `json:"begun"`
		Log      []struct {
			N      int      `json:"n"`
			Who    string   `json:"who"`
			Answer string   `json:"answer"`
			Told   []string `json:"told"`
		} `json:"log"`
	} `json:"games"`
	Armies   []protocol.Army `json:"armies"`
	Shots    int             `json:"shots"`
	Entries  int             `json:"entries"`
	Pictures int             `json:"pictures"`
}

// unpack writes the files of an archive into a folder.
func unpack(t *testing.T, archive, dir string) {
	t.Helper()
	z, err := zip.OpenReader(archive)
	require.NoError(t, err)
	defer func() { require.NoError(t, z.Close()) }()
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		to := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.True(t, filepath.IsLocal(f.Name), f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(to), 0o700))
		in, err := f.Open()
		require.NoError(t, err)
		raw, err := io.ReadAll(in)
		require.NoError(t, err)
		require.NoError(t, in.Close())
		require.NoError(t, os.WriteFile(to, raw, 0o600))
	}
}

// answers reads an answer of the table.
func (o *openTable) answers(path string, into any) int {
	o.t.Helper()
	r, err := http.Get(o.address + path)
	require.NoError(o.t, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(o.t, err)
	if r.StatusCode == http.StatusOK {
		require.NoError(o.t, json.Unmarshal(raw, into), "%s: %s", path, raw)
	}
	return r.StatusCode
}

// An update from commit d44926a keeps every roll, game, army, picture and shot, also after a second start.
func TestAnUpdateKeepsWhatAnOlderProgramWrote(t *testing.T) {
	raw, err := os.ReadFile("testdata/d44926a.json")
	require.NoError(t, err)
	var was before
	require.NoError(t, json.Unmarshal(raw, &was))
	require.NotEmpty(t, was.Rolls)
	dir := t.TempDir()
	unpack(t, "testdata/d44926a.zip", dir)
	for _, start := range []string{"the first start", "the second start"} {
		o := keepTable(t, dir, "--source", "virtual", "--table-name", "Old oak")
		v := o.view()
		require.Len(t, v.Rolls, len(was.Rolls), start)
		for i, w := range was.Rolls {
			is := v.Rolls[i]
			values := []int{}
			for _, d := range is.Dice {
				require.NotNil(t, d.Value)
				values = append(values, *d.Value)
			}
			require.Equal(t, w.Values, values, start)
			require.Equal(t, []any{w.N, w.Seat, w.Total, w.Text, w.Corrected}, []any{is.N, is.Seat, *is.Total, is.Text, is.Corrected}, start)
		}
		for i, w := range was.Seats {
			is := v.Count.Seats[i]
			require.Equal(t, []any{w.Name, w.Team, w.Total, w.Rolls}, []any{is.Name, is.Team, *is.Total, is.Rolls}, start)
		}
		var games struct {
			Games []protocol.GameInfo `json:"games"`
		}
		require.Equal(t, http.StatusOK, o.answers("api/games", &games))
		require.Len(t, games.Games, len(was.Games), start)
		for i, w := range was.Games {
			is := games.Games[i]
			require.Equal(t, []any{w.ID, w.Title, w.Rulebook, w.Status, w.Players, w.Entries, w.Begun}, []any{is.ID, is.Title, is.Rulebook, is.Status, is.Players, is.Entries, is.Begun}, start)
			var m struct {
				Game protocol.GameView `json:"game"`
			}
			require.Equal(t, http.StatusOK, o.answers("api/games/"+string(rune('0'+w.ID)), &m))
			require.Len(t, m.Game.Log, len(w.Log), start)
			for j, line := range w.Log {
				require.Equal(t, []any{line.N, line.Who, line.Answer, line.Told}, []any{m.Game.Log[j].N, m.Game.Log[j].Who, m.Game.Log[j].Answer, m.Game.Log[j].Told}, start)
			}
		}
		var armies struct {
			Armies []protocol.Army `json:"armies"`
		}
		require.Equal(t, http.StatusOK, o.answers("api/armies", &armies))
		require.Len(t, armies.Armies, len(was.Armies), start)
		for i, w := range was.Armies {
			require.JSONEq(t, string(w.Force), string(armies.Armies[i].Force))
			require.Equal(t, w.Name, armies.Armies[i].Name)
		}
		var log journal.LogVerdict
		require.Equal(t, http.StatusOK, o.answers("api/verify", &log))
		require.Nil(t, log.Fault, start)
		require.GreaterOrEqual(t, log.Entries, int64(was.Entries), start)
		require.Equal(t, was.Pictures, log.Pictures, start)
		var studio struct {
			Shots int `json:"shots"`
		}
		switch status := o.answers("api/studio", &studio); status {
		case http.StatusOK:
			require.Equal(t, was.Shots, studio.Shots, start)
		default: // without OpenCV there is no gallery
			require.Equal(t, http.StatusNotFound, status)
			require.FileExists(t, filepath.Join(dir, "gallery", "crops", "000003.jpg"))
		}
		o.close()
	}
}

// Games of Dragon Dice go on where they stood before an update from commit d44926a, though each march offers one choice more now. Where the rules tell
// more than they did, the game stops and says so. Once that is accepted, it goes on where it stood, too.
func TestAnUpdateGoesOnWithGamesOfDragonDice(t *testing.T) {
	dir := t.TempDir()
	unpack(t, "testdata/d44926a-dragondice.zip", dir)
	for _, start := range []string{"the first start", "the second start"} {
		o := keepTable(t, dir, "--source", "virtual")
		look := func(id string) protocol.GameView {
			var m struct {
				Game protocol.GameView `json:"game"`
			}
			require.Equal(t, http.StatusOK, o.answers("api/games/"+id, &m))
			return m.Game
		}
		for _, id := range []string{"1", "2"} {
			require.Equal(t, "Ann wins: nobody else has a unit left.", look(id).Game.Outcome, start)
		}
		third := look("3")
		require.Equal(t, 121, third.Game.Entries, start)
		require.Equal(t, "Ann's army at home-ann: counter-attack?", third.Play.Pending[0].Text, start)
		if fourth := look("4"); start == "the first start" {
			require.NotNil(t, fourth.Play.Diverged)
			require.Equal(t, 27, fourth.Play.Diverged.Entry)
			require.Equal(t, "done", o.act(protocol.Act{Do: protocol.DoAccept, Game: 4}).Type)
		}
		require.Equal(t, "Ben's army at home-ann: which action?", look("4").Play.Pending[0].Text, start)
		o.close()
	}
}

// An update from commit d44926a keeps the other files that it wrote: the hub's event and its key, so that tokens hold; the table's certificate, the key that
// signs webhooks, a camera's profile, and the definitions of dice of the table's owner.
func TestAnUpdateKeepsTheOtherFiles(t *testing.T) {
	dir := t.TempDir()
	unpack(t, "testdata/d44926a-more.zip", dir)
	kept := map[string][]byte{}
	for _, name := range []string{"webhook.secret", "hub/hub.key", "tls/certificate.pem", "profiles/usb-046d-c920-edf128f2.json", "gallery/dice.json"} {
		raw, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		require.NoError(t, err)
		kept[name] = raw
	}
	tables := doortest.Address(t)
	pages, _ := printed(t, []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}, "--event", "spring", "--listen", "127.0.0.1:0", "--tables", tables, "--data-dir", dir)
	o := keepTable(t, dir, "--source", "virtual", "--webhooks", "http://"+doortest.Address(t), "--hub", "nats://"+tables+"/spring", "--hub-credentials", filepath.Join(dir, "oak.token"))
	require.Len(t, o.view().Rolls, 2, "one was annulled")
	hub := openTable{t: t, address: pages + "/"}
	type state struct {
		Standings []struct {
			Player string `json:"player"`
			Total  int    `json:"total"`
			Rolls  int    `json:"rolls"`
		} `json:"standings"`
		Tables []struct {
			Name   string `json:"name"`
			Online bool   `json:"online"`
		} `json:"tables"`
		Round *struct {
			Name string `json:"name"`
		} `json:"round"`
		Counts struct {
			Rolls       int `json:"rolls"`
			Corrections int `json:"corrections"`
		} `json:"counts"`
	}
	var v state
	require.Eventually(t, func() bool {
		v = state{}
		return hub.answers("api/view", &v) == http.StatusOK && len(v.Tables) == 1 && v.Tables[0].Online
	}, hang, 20*time.Millisecond, "the table's old token doesn't hold: %s", o.errs)
	require.Equal(t, "Oak", v.Tables[0].Name)
	require.Len(t, v.Standings, 1)
	require.Equal(t, "Ann", v.Standings[0].Player)
	require.Equal(t, []int{13, 2}, []int{v.Standings[0].Total, v.Standings[0].Rolls})
	require.Equal(t, []int{3, 1}, []int{v.Counts.Rolls, v.Counts.Corrections})
	require.Equal(t, "Final", v.Round.Name)
	require.Equal(t, "done", o.act(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 4}}}).Type)
	require.Eventually(t, func() bool {
		v = state{}
		return hub.answers("api/view", &v) == http.StatusOK && v.Counts.Rolls == 4
	}, hang, 20*time.Millisecond, "a roll goes on to the event")
	require.Equal(t, 1, v.Counts.Corrections, "nothing was told once more")
	o.close()
	for name, raw := range kept {
		is, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		require.NoError(t, err)
		require.Equal(t, raw, is, name)
	}
	profile, err := calibration.Load(filepath.Join(dir, "profiles", "usb-046d-c920-edf128f2.json"))
	require.NoError(t, err)
	require.Equal(t, calibration.Path(dir, profile.Camera), filepath.Join(dir, "profiles", "usb-046d-c920-edf128f2.json"))
	require.InDelta(t, 0.12, profile.ResidualMM, 1e-9)
	taught, err := gallery.Open(filepath.Join(dir, "gallery"))
	require.NoError(t, err)
	require.Equal(t, "Owl", taught.Dice()[0].Name)
}
