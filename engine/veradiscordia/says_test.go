package veradiscordia_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"astragal/engine/veradiscordia"
)

// Each ability, order, terrain and part of a general that players meet has an explanation that they can look up.
func TestWhatIsMetIsTold(t *testing.T) {
	kinds := []veradiscordia.Kind{veradiscordia.KindAbility, veradiscordia.KindOrder, veradiscordia.KindGeneral}
	for _, i := range veradiscordia.Items() {
		ability, terrain := slices.Contains(kinds, i.Kind) && !strings.HasPrefix(i.ID, "vera.maneuver."), slices.Contains([]string{"vera.terrain.plains", "vera.terrain.river", "vera.terrain.forest", "vera.terrain.mountain"}, i.ID)
		if ability || terrain {
			require.NotEmpty(t, i.Says, i.ID)
		}
		require.Less(t, utf8.RuneCountInString(i.Says), 320, i.ID)
		require.True(t, i.Says == "" || strings.HasSuffix(i.Says, "."), i.ID)
	}
}
