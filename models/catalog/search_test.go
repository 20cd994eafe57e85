package catalog_test

import (
	"testing"

	"astragal/models"
	"astragal/models/catalog"

	"github.com/stretchr/testify/require"
)

func ids(dice []models.Die) []string {
	var out []string
	for _, d := range dice {
		out = append(out, d.ID)
	}
	return out
}

func TestSearchTakesAnySpelling(t *testing.T) {
	dice := dragonDice(t)
	for _, text := range []string{"Will o' Wisps", "will o wisps", "WILL-O-WISPS", "wisps scalder"} {
		require.Equal(t, []string{"scalder_will_o_wisps"}, ids(catalog.Search(dice, text)), text)
	}
	require.Equal(t, ids(catalog.Search(dice, "crack shot")), ids(catalog.Search(dice, "Crack-Shot")))
	require.NotEmpty(t, catalog.Search(dice, "crack shot"))
	require.Empty(t, catalog.Search(dice, " "))
	require.Empty(t, catalog.Search(dice, "no such die"))
	require.Equal(t, "goblin_thug", catalog.Search(dice, "thug")[0].ID, "the name itself comes first")
}

func TestByIDSaysWhatComesNear(t *testing.T) {
	dice := dragonDice(t)
	d, err := catalog.ByID(dice, "goblin_thug")
	require.NoError(t, err)
	require.Equal(t, "Thug", d.Name)
	_, err = catalog.ByID(dice, "thug")
	require.EqualError(t, err, `no die has the id "thug": there is goblin_thug`)
	_, err = catalog.ByID(dice, "xyzzy")
	require.EqualError(t, err, `no die has the id "xyzzy"`)
}

func TestFindKnowsDragonDice(t *testing.T) {
	d, err := catalog.Find("terrain_coastland_city")
	require.NoError(t, err)
	require.Equal(t, "d8", d.Shape)
}

func TestOwnersDiceJoin(t *testing.T) {
	known := catalog.Generic()
	mine := models.Die{ID: "mine", Shape: "d4", Faces: make([]models.Face, 4)}
	all, err := catalog.With(known, []models.Die{mine, known[0]})
	require.NoError(t, err)
	require.Len(t, all, len(known)+1)
	require.Equal(t, mine, all[len(known)])

	false6 := known[0]
	false6.Colors = []string{"red"}
	_, err = catalog.With(known, []models.Die{false6})
	require.EqualError(t, err, `the die "d6" is already known, with other faces or properties: give yours another id`)
}
