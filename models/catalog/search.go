package catalog

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"astragal/models"
)

// ByID returns the die with an id. If there is none, its error names the ids that are most similar.
func ByID(dice []models.Die, id string) (models.Die, error) {
	for _, d := range dice {
		if d.ID == id {
			return d, nil
		}
	}
	var near []string
	for _, d := range Search(dice, strings.ReplaceAll(id, "_", " ")) {
		near = append(near, d.ID)
	}
	switch {
	case len(near) == 0:
		return models.Die{}, fmt.Errorf("no die has the id %q", id)
	case len(near) > 5:
		near = append(near[:5], "…")
	}
	return models.Die{}, fmt.Errorf("no die has the id %q: there is %s", id, strings.Join(near, ", "))
}

// OfRace lists the dice of one race.
func OfRace(dice []models.Die, race string) []models.Die {
	var out []models.Die
	for _, d := range dice {
		if d.Race == race {
			out = append(out, d)
		}
	}
	return out
}

// Search lists the dice in whose name, id or race every word of a text appears, however it is written ("Crack Shot",
// "crack-shot"). Dice whose name is exactly the text come first. An empty text finds nothing.
func Search(dice []models.Die, text string) []models.Die {
	words := strings.Fields(plain(text))
	if len(words) == 0 {
		return nil
	}
	var exact, others []models.Die
	for _, d := range dice {
		all := plain(d.Name + " " + d.ID + " " + d.Race)
		switch {
		case plain(d.Name) == strings.Join(words, " "):
			exact = append(exact, d)
		case !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) }):
			others = append(others, d)
		}
	}
	return append(exact, others...)
}

// plain writes a text in lower case without apostrophes, with blanks in place of everything that is neither a letter
// nor a digit.
func plain(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(strings.NewReplacer("'", "", "’", "").Replace(text)), func(r rune) bool {
		return strings.ContainsRune(" _-.,:;/%()\"", r)
	}), " ")
}

// With adds an owner's dice to others. If two have the same id, they must be alike to the last face.
func With(dice, own []models.Die) ([]models.Die, error) {
	at := map[string]int{}
	for i, d := range dice {
		at[d.ID] = i
	}
	out := slices.Clone(dice)
	for _, d := range own {
		i, known := at[d.ID]
		switch {
		case !known:
			at[d.ID] = len(out)
			out = append(out, d)
		case !reflect.DeepEqual(out[i], d):
			return nil, fmt.Errorf("the die %q is already known, with other faces or properties: give yours another id", d.ID)
		}
	}
	return out, nil
}
