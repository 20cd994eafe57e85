package virtual_test

import (
	"testing"

	"astragal/models"
	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// A definition may name a colour: any that a camera can report, and metals. The table can make them all.
func TestDefinitionsMayNameColors(t *testing.T) {
	require.Subset(t, models.ColorNames(), vision.Colors())
	for _, name := range models.ColorNames() {
		own := models.Die{ID: "mine", Shape: "d4", Colors: []string{name}, Ink: "white", Pattern: "plain", Faces: make([]models.Face, 4)}
		_, truth, err := virtual.Still(1, virtual.Options{Width: 64, Height: 64, Dice: []string{"mine"}, Own: []models.Die{own}})
		require.NoError(t, err, name)
		require.Len(t, truth.Dice, 1)
		if name != "bronze" && name != "metal" {
			require.Equal(t, name, truth.Dice[0].Colors[0])
		}
	}
}

// A die may be thrown in one colour of plastic. If the colour's name is misspelt, that is an error.
func TestDiceAreThrownInAColor(t *testing.T) {
	_, truth, err := virtual.Still(3, virtual.Options{Width: 320, Height: 180, Dice: []string{"d6:blue", "d6:yellow", "d6"}})
	require.NoError(t, err)
	require.Len(t, truth.Dice, 3)
	require.Equal(t, []string{"blue"}, truth.Dice[0].Colors)
	require.Equal(t, []string{"yellow"}, truth.Dice[1].Colors)
	require.Equal(t, vision.D6, truth.Dice[1].Shape)
	_, _, err = virtual.Still(3, virtual.Options{Width: 320, Height: 180, Dice: []string{"d6:bleu"}})
	require.ErrorContains(t, err, "bleu")
}
