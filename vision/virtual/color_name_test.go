package virtual_test

import (
	"testing"

	"astragal/models"
	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// A definition may name a colour: whatever a camera can report, and metals. The table can make it.
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
