package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"astragal/companion/names"
	"astragal/engine"
)

// The longest names, in letters.
const (
	MostTitle = 120
	MostName  = 60
)

// TidyPlayers are players with the names that a table keeps. No two players have the same name, and teams with the same name are one team. The error is
// one sentence.
func TidyPlayers(given []engine.Player) ([]engine.Player, error) {
	out := slices.Clone(given)
	for i, p := range given {
		var err error
		if out[i].Name, err = names.Given(fmt.Sprintf("player %d", i+1), p.Name, MostName); err != nil {
			return nil, err
		}
		if out[i].Team, err = names.Optional(fmt.Sprintf("player %d’s team", i+1), p.Team, MostName); err != nil {
			return nil, err
		}
		for _, q := range out[:i] {
			if names.Same(q.Name, out[i].Name) {
				return nil, fmt.Errorf("two players are called %q: give one another name", out[i].Name)
			}
			if names.Same(q.Team, out[i].Team) {
				out[i].Team = q.Team
			}
		}
	}
	return out, nil
}

// TidyNames is a rulebook's own JSON (cards, forces, dice) with every "name" in it tidied, and with the new name in each place that refers to such a
// name. If the text isn't JSON, or all names are tidy, it stays as it is: the rulebook says what is wrong with it. The error is one sentence.
func TidyNames(raw json.RawMessage) (json.RawMessage, error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	var value any
	if err := in.Decode(&value); err != nil || in.More() {
		return raw, nil //nolint:nilerr // the rulebook says where it is wrong
	}
	renamed := map[string]string{}
	if err := findNames(value, renamed); err != nil || len(renamed) == 0 {
		return raw, err
	}
	return json.Marshal(rename(value, renamed))
}

// findNames notes the tidy form of every name that isn't tidy.
func findNames(value any, renamed map[string]string) error {
	switch v := value.(type) {
	case []any:
		for _, x := range v {
			if err := findNames(x, renamed); err != nil {
				return err
			}
		}
	case map[string]any:
		for key, x := range v {
			name, is := x.(string)
			if !is || key != "name" {
				if err := findNames(x, renamed); err != nil {
					return err
				}
				continue
			}
			tidy, err := names.Tidy(name)
			if err != nil {
				return fmt.Errorf("the name %.60q %w", name, err)
			}
			if tidy != name {
				renamed[name] = tidy
			}
		}
	}
	return nil
}

// rename is a JSON value in which texts are replaced.
func rename(value any, renamed map[string]string) any {
	switch v := value.(type) {
	case string:
		if tidy, ok := renamed[v]; ok {
			return tidy
		}
	case []any:
		for i, x := range v {
			v[i] = rename(x, renamed)
		}
	case map[string]any:
		for key, x := range v {
			v[key] = rename(x, renamed)
		}
	}
	return value
}
