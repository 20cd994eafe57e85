package dragondice_test

import (
	"strings"
	"testing"

	"astragal/engine/dragondice"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every rule item says in a few plain sentences what it does.
func TestEveryItemSaysWhatItDoes(t *testing.T) {
	for _, e := range dragondice.Editions() {
		require.NotNil(t, e.Says, e.ID)
		for _, i := range e.Items() {
			assert.NotEmpty(t, i.Says, "%s: %s", e.ID, i.ID)
			assert.LessOrEqual(t, len(i.Says), 420, "%s: %s is long to read on a phone", e.ID, i.ID)
			assert.False(t, strings.ContainsAny(i.Says, "\n\t<>"), "%s: %s", e.ID, i.ID)
			assert.True(t, i.Says == "" || strings.HasSuffix(i.Says, "."), "%s: %s is no sentence", e.ID, i.ID)
			assert.NotEmpty(t, i.Page, "%s: %s", e.ID, i.ID)
			assert.Equal(t, i.Uncertain, i.Open != "", "%s: %s", e.ID, i.ID)
			assert.Equal(t, i.Kind == "spell", i.Details != "", "%s: %s", e.ID, i.ID)
		}
	}
}

// If editions differ in an item, their sentences about it differ.
func TestEditionsTellTheirOwnRules(t *testing.T) {
	says := func(edition, id string) string {
		e, err := dragondice.Find(edition)
		require.NoError(t, err)
		for _, i := range e.Items() {
			if i.ID == id {
				return i.Says
			}
		}
		t.Fatalf("%s has no %s", edition, id)
		return ""
	}
	require.Contains(t, says("3.04a", "sai/double_strike"), "X melee")
	require.Contains(t, says("4.01d", "sai/double_strike"), "four health-worth")
	require.Contains(t, says("3.04a", "sai/logo_medallion"), "Silver")
	require.Contains(t, says("3.04a", "spell/evil_eye"), "next turn ends")
}
