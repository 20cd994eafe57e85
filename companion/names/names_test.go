package names_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"astragal/companion/names"
)

func TestTidy(t *testing.T) {
	for given, want := range map[string]string{
		"Kim":                 "Kim",
		" Kim ":               "Kim",
		"Kim\u00a0":           "Kim",
		"\u3000Kim\u2009\t":   "Kim",
		"Kim  \u00a0 Lee":     "Kim Lee",
		"Rene\u0301":          "Ren\u00e9",
		"":                    "",
		" \u00a0 ":            "",
		"שרה כהן":             "שרה כהן",
		"می\u200cخواهم":       "می\u200cخواهم",
		"👨\u200d👩\u200d👧 Lee": "👨\u200d👩\u200d👧 Lee",
		"❤\ufe0f Kim":         "❤\ufe0f Kim",
		"👍🏽":                  "👍🏽",
		"O’Brien-Łuczak (3)":  "O’Brien-Łuczak (3)",
	} {
		got, err := names.Tidy(given)
		require.NoError(t, err, "%+q", given)
		require.Equal(t, want, got, "%+q", given)
	}
}

func TestTidyRefusesWhatNobodySees(t *testing.T) {
	for given, why := range map[string]string{
		"Kim\n":         "line break",
		"Kim\u2028Lee":  "line break",
		"Kim\u200b":     "can't be seen (U+200B)",
		"\ufeffKim":     "can't be seen (U+FEFF)",
		"Kim\u2060":     "can't be seen",
		"K\u00adim":     "can't be seen",
		"Kim\u200d":     "can't be seen",
		"Ki\u200cm":     "can't be seen",
		"Kim\ufe0f":     "can't be seen",
		"\u3164":        "can't be seen",
		"\u2800":        "can't be seen",
		"K\u034fim":     "can't be seen",
		"Kim\U000e0041": "can't be seen",
		"Kim\ue000":     "can't be seen",
		"Kim\u0007":     "control character",
		"Kim\u200f":     "mark of direction",
		"\u202eKim":     "mark of direction",
		"\u2068Kim":     "mark of direction",
		"Kim\u061c":     "mark of direction",
		"Kim\xff":       "was lost",
		"Kim\ufffd":     "was lost",
	} {
		_, err := names.Tidy(given)
		require.ErrorContains(t, err, why, "%+q", given)
	}
}

func TestGiven(t *testing.T) {
	got, err := names.Given("player 1", strings.Repeat("ש", 60), 60)
	require.NoError(t, err, "letters are counted, not bytes")
	require.Len(t, []rune(got), 60)
	_, err = names.Given("player 1", strings.Repeat("a", 61), 60)
	require.EqualError(t, err, "the name of player 1 has 61 letters: 60 are possible")
	_, err = names.Given("player 1", " \u00a0", 60)
	require.EqualError(t, err, "player 1 needs a name of 1 to 60 letters")
	_, err = names.Given("player 1", "Kim\u200b", 60)
	require.EqualError(t, err, "the name of player 1 has a character that can't be seen (U+200B): leave it out")
	got, err = names.Optional("the team", "", 60)
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestSame(t *testing.T) {
	for _, other := range []string{"Kim ", " Kim", "Kim\u00a0", "Kim\u200b", "K\u00adim", "\u200eKim"} {
		require.True(t, names.Same("Kim", other), "%+q", other)
	}
	require.True(t, names.Same("Rene\u0301", "Ren\u00e9"))
	require.False(t, names.Same("Kim", "kim"))
	require.False(t, names.Same("KimLee", "Kim Lee"))
}

func FuzzTidy(f *testing.F) {
	for _, s := range []string{"Kim", " Kim\u200b", "שרה 5", "👨\u200d👩\u200d👧", "e\u0301\u0301", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := names.Tidy(s)
		if err != nil {
			return
		}
		require.True(t, utf8.ValidString(got))
		require.True(t, norm.NFC.IsNormalString(got))
		require.NotContains(t, got, "  ")
		require.Equal(t, strings.TrimSpace(got), got)
		again, err := names.Tidy(got)
		require.NoError(t, err)
		require.Equal(t, got, again)
		require.True(t, names.Same(s, got))
	})
}

func TestKept(t *testing.T) {
	for _, c := range [][2]string{{"Kim\u200b", "Kim"}, {" Kim\nLee ", "Kim Lee"}, {"\u202eKim", "Kim"}, {"Kim\xff", "Kim"}, {"Kim\u00a0Lee", "Kim Lee"}} {
		require.Equal(t, c[1], names.Kept(c[0]), "%+q", c[0])
	}
}

func TestNamesAreListedAsPeopleListThem(t *testing.T) {
	want := []string{"2", "9", "10", "Anna", "Émile", "Emma", "table 1", "Table 2", "Table 9", "Table 10", "Table 010 b", "Zoë"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, names.Order())
	require.Equal(t, want, got)
	order := names.Order()
	require.NotZero(t, order("Table 01", "Table 1"), "two names are never one place")
}
