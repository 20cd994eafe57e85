package models_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"astragal/models"

	"github.com/stretchr/testify/require"
)

const blank = `{},{},{},{}`

func TestAWholeDefinition(t *testing.T) {
	dice, err := models.ParseDice([]byte("\ufeff" + `{"note": "mine", "sources": {"box": "the die in my box"}, "dice": [
		{"id": "oak_lord", "name": "Oak Lord", "shape": "d6", "size_mm": null, "race": "thornwood", "kind": "unit", "class": "heavy_melee", "size": "large",
		 "health": 3, "points": 3, "elements": ["water", "earth"], "automatic_saves": 0, "colors": ["green", "#b58a22"], "ink": "white", "pattern": "swirl",
		 "layout": {"scheme": "d6_opposite_seven", "confidence": "low"}, "confidence": "medium", "sources": ["box"], "notes": ["The ID is worn."],
		 "faces": [{"icon": "id", "count": 1, "id": true, "results": 3}, {"icon": "melee", "count": 4}, {"icon": "melee", "count": 3},
		           {"icon": "maneuver", "count": 2, "art": "paw"}, {"icon": "smite", "count": 3, "results": 3}, {"icon": "save"}],
		 "shelf": "third drawer"}]}`))
	require.NoError(t, err)
	require.Len(t, dice, 1)
	require.Equal(t, 3, *dice[0].Health)
	require.Nil(t, dice[0].SizeMM)
	require.Zero(t, dice[0].Faces[5].Count, "not said")
	require.Equal(t, "paw", dice[0].Faces[3].Art)
}

func TestBadDefinitionsAreNamedExactly(t *testing.T) {
	tests := []struct{ name, dice, says string }{
		{"no JSON", `{"dice": [`, "not the JSON of die definitions (line 1)"},
		{"wrong type", "{\"dice\":\n[{\"id\": \"a\",\n\"shape\": 6}]}", "not the JSON of die definitions (line 3)"},
		{"none", `{"dice": []}`, "no dice in it"},
		{"no id", `{"dice": [{"shape": "d4", "faces": [` + blank + `]}]}`, `die 1 (""): it has no id`},
		{"shape", `{"dice": [{"id": "a", "shape": "d7", "faces": []}]}`, `die 1 ("a"): shape "d7" is not one of d4, d6`},
		{"faces", `{"dice": [{"id": "a", "shape": "d6", "faces": [` + blank + `]}]}`, `die 1 ("a"): a d6 has 6 faces, not 4`},
		{"twice", `{"dice": [{"id": "a", "shape": "d4", "faces": [` + blank + `]}, {"id": "a", "shape": "d4", "faces": [` + blank + `]}]}`,
			`die 2: the id "a" is used twice: die 1 has it too`},
		{"size", d4(`"size_mm": 1600`), "size_mm 1600 is outside 3 to 200"},
		{"hex", d4(`"colors": ["red", "#12345g"]`), `color "#12345g" is neither of the form "#rrggbb" nor one of white`},
		{"hex length", d4(`"colors": ["#123"]`), `color "#123"`},
		{"color name", d4(`"colors": ["mauve"]`), `color "mauve"`},
		{"ink", d4(`"ink": "#1"`), `ink "#1" is neither`},
		{"health", d4(`"health": 0`), "health 0 is outside 1 to 100"},
		{"points", d4(`"points": -1`), "points -1 is outside 0 to 100"},
		{"element", d4(`"elements": ["aer"]`), `element "aer" is not one of air, death`},
		{"element twice", d4(`"elements": ["air", "air"]`), `elements: "air" is empty or there twice`},
		{"confidence", d4(`"confidence": "sure"`), `confidence "sure" is not high, medium or low`},
		{"layout", d4(`"layout": {"scheme": "round", "confidence": "low"}`), `layout: scheme "round" is neither`},
		{"layout of another shape", d4(`"layout": {"scheme": "d6_opposite_seven", "confidence": "low"}`), "is for a d6, not for a d4"},
		{"blanks", d4(`"race": " elf"`), `race " elf" has blanks around it`},
		{"unprintable", d4(`"name": "a\u0007b"`), "holds signs that don't print"},
		{"slip", d4(`"colours": ["red"]`), `die 1: there is no field "colours": was it "colors"?`},
		{"slip of case", d4(`"Health": 2`), `die 1: there is no field "Health": was it "health"?`},
		{"given twice", d4(`"health": 2, "health": 3`), `die 1: the field "health" is there twice`},
		{"source", `{"sources": {}, "dice": [{"id": "a", "shape": "d4", "sources": ["box"], "faces": [` + blank + `]}]}`,
			`die 1 ("a"): its source "box" is not in the file's table of sources`},
		{"count", faces(`{"icon": "x", "count": 7}`), `die 1 ("a"): face 0: count 7 is outside 0 to 6`},
		{"count of nothing", faces(`{"count": 2}`), "face 0: count 2 says how often an icon is printed, but no icon is named"},
		{"id of nothing", faces(`{"id": true}`), "face 0: it speaks of a picture"},
		{"results", faces(`{"icon": "x", "count": 1, "results": 101}`), "face 0: results 101 is outside 0 to 100"},
		{"slip in a face", faces(`{"icn": "x"}`), `die 1: face 0: there is no field "icn": was it "icon"?`},
		{"worth of the ID", faces(`{"icon": "x", "id": true, "results": 2}`), "face 0: the ID is worth 2, but the die's health is 3"},
		{"contradiction", faces(`{"icon": "m", "count": 2, "results": 2}, {"icon": "m", "count": 2, "results": 3}`),
			"faces 0 and 1 show the same (2 × m) but aren't worth the same"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dice, err := models.ParseDice([]byte(tt.dice))
			require.ErrorContains(t, err, tt.says)
			require.Nil(t, dice)
		})
	}
}

// d4 is a file with one die that has one more field.
func d4(field string) string {
	return `{"dice": [{"id": "a", "shape": "d4", ` + field + `, "faces": [` + blank + `]}]}`
}

// faces is a file with one die of health 3 whose first faces are given.
func faces(first string) string {
	rest := strings.Repeat(",{}", 20-strings.Count(first, "{"))
	return `{"dice": [{"id": "a", "shape": "d20", "health": 3, "faces": [` + first + rest + `]}]}`
}

func TestAFileOfDiceIsNamedInItsError(t *testing.T) {
	_, err := models.LoadDice(filepath.Join(t.TempDir(), "none.json"))
	require.ErrorContains(t, err, "none.json")
	path := filepath.Join(t.TempDir(), "mine.json")
	require.NoError(t, os.WriteFile(path, []byte(d4(`"confidence": "sure"`)), 0o600))
	_, err = models.LoadDice(path)
	require.ErrorContains(t, err, "mine.json: die 1 (\"a\"): confidence")
}

func FuzzParseDice(f *testing.F) {
	f.Add([]byte(d4(`"colors": ["red", "#12345a"]`)))
	f.Add([]byte(faces(`{"icon": "m", "count": 2, "results": 2, "value": 4}`)))
	f.Add([]byte(`{"dice": [null], "sources": {"a": "b", "a": "c"}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := models.ParseDiceFile(raw)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		written, err := json.Marshal(file)
		require.NoError(t, err)
		again, err := models.ParseDice(written)
		require.NoError(t, err)
		wantJSON, err := json.Marshal(file.Dice)
		require.NoError(t, err)
		haveJSON, err := json.Marshal(again)
		require.NoError(t, err)
		require.JSONEq(t, string(wantJSON), string(haveJSON))
	})
}

// The program reads the example in the manual.
func TestTheManualsExample(t *testing.T) {
	text, err := os.ReadFile("../docs/dice.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(text), "```json\n")
	require.True(t, found)
	example, _, found := strings.Cut(rest, "```")
	require.True(t, found)
	dice, err := models.ParseDice([]byte(example))
	require.NoError(t, err)
	require.Equal(t, "oak_lord", dice[0].ID)
}
