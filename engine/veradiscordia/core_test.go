package veradiscordia_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The engine knows nothing of this game.
func TestTheEngineDoesNotKnowThisGame(t *testing.T) {
	files, err := filepath.Glob("../*.go")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		raw, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, word := range []string{"Vera", "vera-", "Discordia", "veradiscordia"} {
			require.NotContains(t, string(raw), word, f)
		}
	}
}
