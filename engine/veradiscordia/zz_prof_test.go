package veradiscordia_test

import (
	"os"
	"strconv"
	"testing"

	"astragal/engine/bot"
)

func TestProf(t *testing.T) {
	if os.Getenv("SEED") == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("SEED"))
	r, err := bot.Bot{Most: 20000, Changes: 3, Check: holds}.Play(agreed(t, uint64(n)), uint64(n))
	t.Log(r.Answers, r.Entries, r.Outcome, err)
	if err != nil {
		t.Fail()
	}
}
