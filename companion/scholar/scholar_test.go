package scholar

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"astragal/models"
	"astragal/models/gallery"

	"github.com/stretchr/testify/require"
)

// A correction replaces what was learned from the same picture. A picture that is only learned because it looks alike
// replaces nothing that a person said.
func TestACorrectionSupersedesWhatWasLearned(t *testing.T) {
	shot := func(id int, icon, from string, crop byte) gallery.NewShot {
		sum := sha256.Sum256([]byte{crop})
		return gallery.NewShot{Crop: []byte{crop}, Shot: gallery.Shot{ID: id, Die: "oak", Shows: models.Face{Icon: icon}, From: from, SHA256: hex.EncodeToString(sum[:])}}
	}
	old := []gallery.Shot{shot(1, "melee", "corrected", 1).Shot, shot(2, "melee", "alike", 2).Shot, shot(3, "melee", "taught", 3).Shot}
	keep, gone := supersede(old, []gallery.NewShot{shot(0, "save", "corrected", 1), shot(0, "save", "alike", 2), shot(0, "save", "alike", 3), shot(0, "melee", "corrected", 3)})
	require.Len(t, keep, 3, "what looks alike doesn't change what a person said")
	require.Equal(t, []int{1, 2}, gone)
}
