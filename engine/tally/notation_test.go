package tally_test

import (
	"testing"

	"astragal/engine"
	"astragal/engine/tally"

	"github.com/stretchr/testify/require"
)

func notation(text string) tally.Settings {
	return tally.Settings{Mode: tally.Notation, Notation: text}
}

// Notation has the meaning that people give it.
func TestNotationIsSaidInWords(t *testing.T) {
	for text, words := range map[string]string{
		"2d20kh1+5":           "two d20, the highest one, + 5",
		"4d6d1":               "four d6, without the lowest one",
		"4d6dh1":              "four d6, without the highest one",
		"3d6x":                "three d6, a 6 brings a further die",
		"3d6x5+1":             "three d6, a 5 brings a further die, + 1",
		"3d6!5":               "three d6, a 5 brings a further die",
		"3d6x>=5":             "three d6, 5 or more brings a further die",
		"1W20+5":              "one d20, + 5",
		"2k6k1":               "two d6, the highest one",
		"W%":                  "one d100",
		"2d20k":               "two d20, the highest one",
		" 4D6 dl 1 − 1":       "four d6, without the lowest one, − 1",
		"2d20kl":              "two d20, the lowest one",
		"3d8dh2":              "three d8, without the highest two",
		"4d6r1":               "four d6, a 1 is rolled again, once",
		"4d6ro<3":             "four d6, 2 or less is rolled again, once",
		"4d6rr1":              "four d6, a 1 is rolled again, until it shows something else",
		"5d10>=8!":            "five d10, a 10 brings a further die, 8 or more is a success",
		"5d10!>7>=8":          "five d10, 8 or more brings a further die, 8 or more is a success",
		"d%":                  "one d100",
		"4dF":                 "four dF",
		"4dF>=-0":             "four dF, 0 or more is a success",
		"8d10>=7f1":           "eight d10, 7 or more is a success, a 1 takes one away",
		"d20+2d6+1d4-1+4":     "one d20, two d6, one d4, + 3",
		"1d20+1d20":           "two d20",
		"d6+2d8+d6-1+d6":      "three d6, two d8, − 1",
		"1d6!+2d6!":           "three d6, a 6 brings a further die",
		"d100+d%":             "two d100",
		"2d6>=4+d6>=4":        "three d6, 4 or more is a success",
		"10d6≥3 → ≥4 → not≥5": "ten d6, 3 or more is a success; those again: 4 or more; those again: not 5 or more",
	} {
		require.NoError(t, notation(text).Check(), text)
		require.Equal(t, words, notation(text).Words(), text)
	}
}

// Notation that can't be played with dice on a table is refused. The refusal says what to write.
func TestNotationRefusesWhatNobodyCanThrow(t *testing.T) {
	for text, says := range map[string]string{
		"":                   "what is thrown?",
		"hello":              `"hello" isn't understood`,
		"5":                  "there are no dice in it",
		"d7":                 `"d7" is no die that can be thrown here`,
		"d":                  "the number of sides is missing",
		"3d6+2d":             "the number of sides is missing",
		"2d6 -":              "after the last + or - dice or a number are missing",
		"4d6 drop lowest":    "write without the lowest as dl1",
		"adv":                "write advantage as 2d20kh1",
		"2d20 adv + 5":       "write advantage as 2d20kh1",
		"1d20dis":            "disadvantage as 2d20kl1",
		"0d6":                "0 dice can't be thrown",
		"201d6":              "201 dice can't be thrown",
		"150d6+60d8":         "210 dice are more than the 200",
		"99999999999999d6":   "too large",
		"2d6+3d6kh1":         "nobody can see which d6",
		"d100+d10":           "a d100 is two ten-sided dice",
		"d100!":              "a d100 is two dice on the table",
		"d6!>=1":             "every face of a d6 brings a further die",
		"d6r<=6":             "every face of a d6 is rolled again",
		"d6>=7":              "no d6 shows that",
		"d6f1":               "nothing says what a success is",
		"2d6kh3":             "no 3 can be kept",
		"2d6dl2":             "no 2 can be kept or left out",
		"2d6kh1kl1":          "said twice",
		"2d6kh0":             "none can't be kept",
		"2d6!!":              "write ! for further dice",
		"3d6!kh2":            "can't be kept or left out as well",
		"2d6>=4+2d8":         "counts successes in another",
		"2d6 then >=4":       `"then" goes on with the dice`,
		"4d6kh1>=3 then >=4": `leave out which dice are kept`,
		"d100<=45 then <=20": "throw no d100",
		"2d6>=4 then":        "after then a condition is missing",
		"2d6>=4 then >=4x":   "isn't understood after then",
		"2d6>=":              "a number is missing",
		"2d6r":               "which faces?",
		"2d6e":               "isn't understood after d6",
		"2d6xo":              "bring one further die and no more",
		"2d6>=4>=5":          "what a success is is said twice",
		"2d6!!!":             "write ! for further dice",
		"2d6!x":              "what brings a further die is said twice",
		"2d6r1r":             "what is rolled again is said twice",
		"2d6>=4f1f2":         "what takes a success away is said twice",
		"2d6kh1+2d6kh1":      "nobody can see which d6",
		"1d6-1d6":            "nobody can see which d6",
		"150d6+60d6":         "210 dice are more than the 200",
		"2d6 2d8":            "write + or - between them",
		"1d6+":               "after the last + or - dice or a number are missing",
		"d6+999999":          "too large",
		"d6+9999+9999+9999":  "outside",
	} {
		err := notation(text).Check()
		require.ErrorContains(t, err, says, text)
		require.NotContains(t, err.Error(), "\n", "one sentence: %s", text)
	}
	mixed := notation("2d6")
	mixed.Modifier = 3
	require.ErrorContains(t, mixed.Check(), "the notation says which dice are thrown")
	require.ErrorContains(t, tally.Settings{Notation: "2d6"}.Check(), "notation belongs to the mode")
	require.ErrorContains(t, tally.Settings{Mode: tally.Notation, Presets: []tally.Preset{{Name: "A", Notation: "d7"}}}.Check(), `the roll "A"`)
	require.ErrorContains(t, tally.Settings{Mode: tally.Notation, Presets: []tally.Preset{{Name: "A", Notation: "d6"}, {Name: "A", Notation: "d8"}}}.Check(), "two rolls")
}

// Any text is either refused with a sentence, or can be thrown and counted.
func FuzzNotation(f *testing.F) {
	for _, text := range []string{"2d20kh1+5", "4d6r1", "5d10>=8!", "d100", "4dF", "10d6>=3 then >=4 then not>=5", "2d8-1d4", "d6!>=5f1", "d%+−1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := notation(text)
		if err := s.Check(); err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.NotEmpty(t, s.Words())
		book, err := tally.New("", nil, s)
		require.NoError(t, err)
		game, err := engine.New(book)
		require.NoError(t, err)
		defer game.Stop()
		require.Len(t, game.Pending(), 1)
	})
}

// A session that continues another one throws the dice of the preset in use.
func TestNextKeepsThePreset(t *testing.T) {
	s := notation("2d6")
	s.Presets = []tally.Preset{{Name: "One", Notation: "d8"}, {Name: "Two", Notation: "d12"}}
	book, err := tally.New("", nil, s)
	require.NoError(t, err)
	game, err := engine.New(book)
	require.NoError(t, err)
	defer game.Stop()
	require.NoError(t, game.Answer(engine.Answer{To: game.Pending()[0].ID, Chosen: []string{"use 2"}}))
	next, ok := book.Next(game)
	require.True(t, ok)
	on, err := engine.New(next)
	require.NoError(t, err)
	defer on.Stop()
	require.Equal(t, "Throw one d12.", on.Pending()[0].Text)
}
