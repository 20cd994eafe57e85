//go:build cgo && linux

package main

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// How much memory a table may use, and how long the test measures.
const (
	soakFrames = 10_000
	soakEvery  = time.Second / 30 // time between two frames of the camera
	soakSample = 2 * time.Second
	soakMost   = 300.0 // MB of both processes together
	soakGrowth = 10.0  // how many MB more may be used at the end than after the first quarter
)

// Both processes watch ten thousand frames of a network camera, and read and count throws all the time. At the end
// they use hardly more memory than after the first quarter.
func TestSoakMemoryOfBothProcesses(t *testing.T) {
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes six minutes: make soak")
	}
	shots := longClip(t)
	var sent atomic.Int64
	camera := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		pace := time.NewTicker(soakEvery)
		defer pace.Stop()
		for i := 0; r.Context().Err() == nil; i++ {
			shot := shots[i%len(shots)]
			if _, err := fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(shot), shot); err != nil {
				return
			}
			sent.Add(1)
			<-pace.C
		}
	}))
	defer camera.Close()
	table := keepTable(t, t.TempDir(), "--source", camera.URL+"/video")
	parent := table.cmd.Process.Pid

	var used [][3]float64 // parent, eye, both: MB at each sample
	tick := time.NewTicker(soakSample)
	defer tick.Stop()
	for sent.Load() < soakFrames {
		<-tick.C
		p, e := sharedMB(t, parent), sharedMB(t, childOf(t, parent))
		used = append(used, [3]float64{p, e, p + e})
	}
	v := table.view()
	rolls := len(v.Waiting)
	if len(v.Rolls) > 0 {
		rolls += v.Rolls[0].N
	}
	table.close()

	require.GreaterOrEqual(t, len(used), 16)
	quarter := len(used) / 4
	names := [3]string{"parent", "eye", "both"}
	for i, name := range names {
		early, late := middle(used[quarter:2*quarter], i), middle(used[3*quarter:], i)
		t.Logf("%s: %.1f MB in the second quarter, %.1f MB in the last, at most %.1f MB (Pss, %d samples, %d frames, %d rolls)",
			name, early, late, most(used, i), len(used), sent.Load(), rolls)
		require.LessOrEqual(t, late-early, soakGrowth, "%s grows", name)
	}
	require.Less(t, most(used, 2), soakMost)
	require.Greater(t, rolls, 20, "throws were counted meanwhile")
}

// longClip is a clip of a throw and an emptied tray, as JPEGs.
func longClip(t *testing.T) [][]byte {
	t.Helper()
	table, err := virtual.New(7, virtual.Options{Width: 1280, Height: 720},
		virtual.Wait(1), virtual.Throw("d6", "d6", "d6", "d6", "d6"), virtual.Wait(3), virtual.Clear(), virtual.Wait(1.5))
	require.NoError(t, err)
	var shots [][]byte
	for i := range table.Frames() {
		var b bytes.Buffer
		require.NoError(t, jpeg.Encode(&b, table.Frame(i), &jpeg.Options{Quality: 90}))
		shots = append(shots, b.Bytes())
	}
	return shots
}

// childOf is the child process of a process.
func childOf(t *testing.T, pid int) int {
	t.Helper()
	child := firstChild(pid)
	require.Positive(t, child, "the eye's process is not there")
	return child
}

func column(used [][3]float64, i int) []float64 {
	out := make([]float64, len(used))
	for k, u := range used {
		out[k] = u[i]
	}
	return out
}

func most(used [][3]float64, i int) float64 { return slices.Max(column(used, i)) }

// middle is the median of a column.
func middle(used [][3]float64, i int) float64 {
	c := column(used, i)
	slices.Sort(c)
	return c[len(c)/2]
}
