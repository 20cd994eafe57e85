package access

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOriginsAreChecked(t *testing.T) {
	require.NoError(t, CheckOrigin("https://vtt.example:30000"))
	for _, o := range []string{"", "vtt.example", "https://", "https://vtt.example/game", "file:///x", "https://me@vtt.example", "*"} {
		require.ErrorContains(t, CheckOrigin(o), "without a path", o)
	}
}
