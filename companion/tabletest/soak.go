package tabletest

import (
	"os"
	"strconv"
	"testing"
)

// Soaks is how much the long tests do: ASTRAGAL_SOAK, or little.
func Soaks(t *testing.T, little int) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK"))
	if err != nil {
		return little
	}
	return n
}
