//go:build cgo

package cvtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Set is what a data set says of its pictures.
type Set struct {
	Images []struct {
		ID       int    `json:"id"`
		FileName string `json:"file_name"`
	} `json:"images"`
	Annotations []struct {
		ImageID int        `json:"image_id"`
		BBox    [4]float64 `json:"bbox"`
	} `json:"annotations"`
}

// Photos reads a data set of ../shared, or skips the test.
func Photos(t *testing.T, set string) (folder string, s Set) {
	t.Helper()
	folder = filepath.Join("..", "..", "..", "..", "shared", "data", filepath.FromSlash(set))
	for _, name := range []string{"dev.json", "annotations.json"} {
		raw, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		require.NoError(t, json.Unmarshal(raw, &s))
		require.NotEmpty(t, s.Images)
		return folder, s
	}
	t.Skipf("SKIPPED: the photographs of %s are not there (%s): nothing was checked on real pictures", set, folder)
	return "", s
}

// Soaking skips a test that takes long unless ASTRAGAL_SOAK asks for such.
func Soaking(t *testing.T) {
	t.Helper()
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes many minutes: make soak")
	}
}

// Number is a whole number from the environment, or what it is otherwise.
func Number(t *testing.T, name string, otherwise int) int {
	asked := os.Getenv(name)
	if asked == "" {
		return otherwise
	}
	n, err := strconv.Atoi(asked)
	require.NoError(t, err, "%s is a whole number", name)
	return n
}
