package loose

import (
	"os"
	"path/filepath"
	"testing"

	"astragal/models"

	"github.com/stretchr/testify/require"
)

func twoDice() []models.Die {
	faces := []models.Face{{Icon: "id", Count: 1, ID: true}, {Icon: "melee", Count: 1}, {Icon: "melee", Count: 3}, {Icon: "save", Art: "paw", Count: 2}, {Icon: "double_maneuvers", Count: 1}, {}}
	return []models.Die{{ID: "oak_lord", Shape: "d6", Faces: faces}, {ID: "elm", Shape: "d6", Faces: faces}}
}

func TestALoosePictureSaysByItsNameWhatItShows(t *testing.T) {
	for name, face := range map[string]int{
		"oak_lord__2.jpg": 2, "oak_lord_f02_1.jpg": 2, "oak_lord__melee.png": 1, "oak_lord__melee-3.JPG": 2, "oak_lord__melee x3__again.jpg": 2,
		"oak_lord__id__left.jpg": 0, "oak_lord__save_paw_2.jpg": 3, "oak_lord__double-maneuvers.jpeg": 4,
	} {
		s, err := namedPicture(name, twoDice())
		require.NoError(t, err, name)
		require.Equal(t, "oak_lord", s.die.ID, name)
		require.Equal(t, face, s.face, name)
	}
	for name, why := range map[string]string{
		"IMG_2044.jpg":         "its name doesn't say which face it shows",
		"ash__2.jpg":           `no die has the id "ash"`,
		"oak_lord__9.jpg":      "oak_lord has the faces 0 to 5, not 9",
		"oak_lord__melee4.jpg": `oak_lord has no face "melee4": it has id, melee, melee ×3, save (paw) ×2, double_maneuvers`,
	} {
		_, err := namedPicture(name, twoDice())
		require.ErrorContains(t, err, why)
	}
	dir := t.TempDir()
	_, _, err := loosePictures(dir, twoDice())
	require.ErrorContains(t, err, "there is no picture")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "elm__melee.jpg"), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o600))
	files, says, err := loosePictures(dir, twoDice())
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.Equal(t, 1, says[0].face)
}

func TestASheetIsNamedRowByRow(t *testing.T) {
	tray, says, err := sheetNames("# from above\noak_lord 0, oak_lord melee x3\n\nelm save (paw) 2\n", twoDice())
	require.NoError(t, err)
	require.Len(t, tray, 3)
	require.Equal(t, []int{0, 0, 1}, []int{tray[0].Row, tray[1].Row, tray[2].Row})
	require.Equal(t, []int{0, 2, 3}, []int{says[0].face, says[1].face, says[2].face})
	_, _, err = sheetNames("oak_lord 0\nash 1", twoDice())
	require.ErrorContains(t, err, `line 2: no die has the id "ash"`)
	_, _, err = sheetNames("oak_lord", twoDice())
	require.ErrorContains(t, err, "line 1: oak_lord has no face")
	_, _, err = sheetNames("\n", twoDice())
	require.ErrorContains(t, err, "it names no die")
}
