package catalog_test

import (
	"encoding/json"
	"testing"

	"astragal/models"
	"astragal/models/catalog"

	"github.com/stretchr/testify/require"
)

func TestBuiltInDiceAreValid(t *testing.T) {
	all := append(append(catalog.Generic(), catalog.Fate()), catalog.Demo()...)
	raw, err := json.Marshal(models.Dice{Dice: all})
	require.NoError(t, err)
	read, err := models.ParseDice(raw)
	require.NoError(t, err)
	require.Equal(t, all, read, "definitions survive their file format")
}

func TestOppositeFacesSumAlike(t *testing.T) {
	sums := map[string]int{"d6": 7, "d6-numbered": 7, "d8": 9, "d12": 13, "d20": 21}
	for id, sum := range sums {
		d, err := catalog.Find(id)
		require.NoError(t, err)
		for i, f := range d.Faces {
			require.Equal(t, sum, *f.Value+*d.Faces[len(d.Faces)-1-i].Value, id)
		}
	}
}

func TestFindNamesWhatThereIs(t *testing.T) {
	_, err := catalog.Find("d7")
	require.ErrorContains(t, err, `"d7"`)
	require.ErrorContains(t, err, "d20")
}
