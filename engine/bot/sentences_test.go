package bot_test

import (
	"testing"

	"astragal/engine/bot"

	"github.com/stretchr/testify/require"
)

func TestWording(t *testing.T) {
	for _, bad := range []string{"magic may be [gold green]", "double how many of 2 ID results of lava_elf", "bob-darter-2 is rolled", "Ann: of which colours are 1 points of IDs?",
		"two two saves", "1 blue dice as printed", "Ann draws 1 order and has 1 in hand for 0 units", "1 gained and 1 lost make +0", "Ann's army: 1 melee = 1 icons",
		"0 ()", "0 of : threshold 1", "Player 1: ", ""} {
		require.NotEmpty(t, bot.Wording(bad), bad)
	}
	for _, good := range []string{"home-ann turns to 1 (magic).", "Ann's army at frontier: 1 save.", "11 dice", "It has 1 die, 21 dice and 2.1 points.", "1 against 3 saves"} {
		require.Empty(t, bot.Wording(good), good)
	}
}
