package known

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
)

// A gallery keeps what the networks saw in its pictures. If faces are cut out in another way, that can't be compared
// with new faces, even if the networks are the same. So each picture is looked at again, once.
func TestAGalleryOfAnotherCutIsLookedAtAnew(t *testing.T) {
	store, err := gallery.OpenOrMake(t.TempDir())
	require.NoError(t, err)
	crop := []byte("a picture")
	_, err = store.Add(gallery.NewShot{Crop: crop, Shot: gallery.Shot{Die: "oak", Shows: models.Face{Icon: "oak", Count: 1}, Shape: "d10", From: "taught", Box: [4]float64{0, 0, 1, 1}, Width: 1, Height: 1}})
	require.NoError(t, err)
	set, err := networks.Load()
	require.NoError(t, err)
	sumOf := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:])
	}
	for what, before := range map[string]string{"no cut was named": "", "another cut": "kites turned closely, neighbours seen"} {
		cut := sumOf(set.Aligner.SHA256 + set.Icons.SHA256 + before)
		require.NoError(t, store.Keep(cut, map[string]gallery.Seen{sumOf(string(crop)): {Turns: 1, Embedding: make([]float32, networks.RowDims)}}))
		name, err := Knowledge{}.Network()
		require.NoError(t, err)
		looked := 0
		for range 2 {
			_, _, err = store.See(name, func(gallery.Shot, []byte) (gallery.Seen, error) {
				looked++
				return gallery.Seen{Turns: 1, Embedding: make([]float32, networks.RowDims)}, nil
			})
			require.NoError(t, err)
		}
		require.Equal(t, 1, looked, what)
		require.NoError(t, store.Keep(cut, nil)) // the current vectors are dropped
	}
}

func FuzzParseExpected(f *testing.F) {
	f.Add([]byte(`["a", "a"]`))
	f.Add([]byte(`{"x.jpg": ["a"]}`))
	f.Add([]byte(`{"x.jpg": "a"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		expected, err := parseExpected(raw)
		require.True(t, (err == nil) == (expected != nil) || len(expected) == 0)
	})
}
