package engine_test

import (
	"testing"

	"astragal/engine/bot"

	"github.com/stretchr/testify/require"
)

func TestRandomGamesWithEveryKindOfQuestion(t *testing.T) {
	b := bot.Bot{Most: 500, Changes: 8}
	for seed := range uint64(100) {
		r, err := b.Play(duel{rounds: 4}, seed)
		require.NoError(t, err)
		require.Positive(t, r.Answers)
	}
}
