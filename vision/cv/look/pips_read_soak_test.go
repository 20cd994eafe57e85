//go:build cgo

package look_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"astragal/models/dataset"
	"astragal/models/networks"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// readScale brings the reader's numbers to about one, for the fit.
const readScale = 5

// TestSoakPipReadJudge fits models/networks/pips_read.f32 and writes it to ASTRAGAL_OUT, on what may show pips to the readers, the one that ships and
// the held-out one: on the tables of TestSoakPipJudge, on the odd pictures of the sets in ASTRAGAL_SETS, and on the drawings of the sets in ASTRAGAL_DRAWINGS.
func TestSoakPipReadJudge(t *testing.T) {
	cvtest.Soaking(t)
	out, icons := os.Getenv("ASTRAGAL_OUT"), os.Getenv("ASTRAGAL_ICONS")
	if out == "" || icons == "" {
		t.Skip("ASTRAGAL_OUT and ASTRAGAL_ICONS say where the weights go and where the icons are")
	}
	pictures := trainingIcons(t, icons, os.Getenv("ASTRAGAL_RESERVED"))
	heldOut, err := networks.LoadDir("../../../models/networks/heldout")
	require.NoError(t, err)
	h, err := look.NewWith(heldOut)
	require.NoError(t, err)
	defer h.Close()
	readers := []*look.Looker{newLooker(t), h}
	var reads []judged
	for n := range uint64(cvtest.Number(t, "ASTRAGAL_TABLES", 60)) {
		for _, pips := range []bool{true, false} {
			seed, o := 40001+n, virtual.Options{Touching: .2, Dice: slices.Repeat([]string{"d6"}, 12)}
			if !pips {
				seed = 50001 + n
				o = iconTable(seed, pictures)
			}
			picture, truth, err := virtual.Still(seed, seenFrom(n, o))
			require.NoError(t, err)
			var places []vision.Box
			for _, d := range truth.Dice {
				places = append(places, d.Box)
			}
			raw := cvtest.JPEG(t, picture)
			for _, l := range readers {
				reads = append(reads, readAt(t, l, raw, places, pips)...)
			}
		}
	}
	for _, l := range readers {
		reads = append(reads, readSets(t, l, os.Getenv("ASTRAGAL_SETS"), true)...)
		reads = append(reads, readSets(t, l, os.Getenv("ASTRAGAL_DRAWINGS"), false)...)
	}
	drawings := 0
	for i, r := range reads {
		if !r.pips {
			drawings++
		}
		for k := range r.row {
			reads[i].row[k] /= readScale
		}
	}
	w := fitJudge(reads, 1e-3)
	for i := range len(w) - 1 {
		w[i] /= readScale
	}
	raw, err := binary.Append(nil, binary.LittleEndian, w)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(out, raw, 0o644))
	t.Logf("fitted on %d dice with pips and %d with drawings", len(reads)-drawings, drawings)
}

// readSets are the reads of the odd pictures' pips, or of all drawings, of labelled sets (folders, by commas).
func readSets(t *testing.T, l *look.Looker, dirs string, pips bool) []judged {
	var out []judged
	for _, dir := range strings.FieldsFunc(dirs, func(r rune) bool { return r == ',' }) {
		set, err := dataset.Open(dir)
		require.NoError(t, err)
		for i, p := range set.Pictures {
			if pips && !dataset.Odd.Holds(i) {
				continue
			}
			var places []vision.Box
			for _, d := range p.Dice {
				if is := d.Kind == "pips" && d.Icon == ""; is == pips && (is || d.Icon != "") {
					places = append(places, vision.Box(d.Box))
				}
			}
			raw, err := os.ReadFile(filepath.Clean(p.Path))
			require.NoError(t, err)
			out = append(out, readAt(t, l, raw, places, pips)...)
		}
	}
	return out
}

// readAt are the reads of the dice at these places that may show pips to the reader.
func readAt(t *testing.T, l *look.Looker, raw []byte, places []vision.Box, pips bool) []judged {
	img, err := picture.Decode(raw)
	require.NoError(t, err)
	defer img.Close()
	reads, err := look.ReadAsPips(l, img)
	require.NoError(t, err)
	var out []judged
	for _, r := range reads {
		if slices.ContainsFunc(places, func(p vision.Box) bool { return vision.Overlap(p, r.Box) > .5 }) {
			var row []float64
			for _, v := range networks.PipEvidence(r.Says) {
				row = append(row, float64(v))
			}
			out = append(out, judged{row, pips})
		}
	}
	return out
}
