package known

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzParseExpected(f *testing.F) {
	f.Add([]byte(`["a", "a"]`))
	f.Add([]byte(`{"x.jpg": ["a"]}`))
	f.Add([]byte(`{"x.jpg": "a"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		expected, err := parseExpected(raw)
		require.True(t, (err == nil) == (expected != nil) || len(expected) == 0)
	})
}
