package signs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/models/catalog"
	"astragal/vision/signs"
	"astragal/vision/virtual"
)

// Every die of the catalogue can lie on the virtual table, and different icons look different.
func TestTheVirtualTableDrawsTheDragonDice(t *testing.T) {
	pictures, err := signs.Pictures()
	require.NoError(t, err)
	seen := map[string]string{}
	for name, data := range pictures {
		require.Empty(t, seen[data], "%s looks like %s", name, seen[data])
		seen[data] = name
	}
	dice, err := catalog.DragonDice()
	require.NoError(t, err)
	for i := 0; i < len(dice); i += 61 { // the workshop prints each kind's faces, so a sample is enough
		_, _, err := virtual.Still(3, virtual.Options{Width: 320, Height: 180, Pictures: pictures, PictureSide: signs.Side, Dice: []string{dice[i].ID}})
		require.NoError(t, err, dice[i].ID)
	}
}
