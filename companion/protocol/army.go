package protocol

import (
	"bytes"
	"encoding/json"
	"errors"

	"astragal/companion/names"
)

// Army is an army that somebody keeps for another evening: the dice of a force, in the form of its rulebook's pages.
type Army struct {
	// ID is the table's number for it; 0 for one that is not kept yet.
	ID int `json:"id"`
	// Rulebook is the id of the kind of game that it is for.
	Rulebook string `json:"rulebook"`
	Name     string `json:"name"`
	// Force is in the rulebook's own form.
	Force json.RawMessage `json:"force" js:"any"`
}

// ParseArmy reads an army as it was saved. The error is one sentence.
func ParseArmy(raw []byte) (Army, error) {
	var a Army
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return a, Unreadable(err)
	}
	var err error
	if a.Name, err = names.Given("an army", a.Name, MostTitle); err != nil {
		return a, err
	}
	switch {
	case a.Rulebook == "" || len(a.Rulebook) > MostName:
		return a, errors.New("an army needs the \"rulebook\" that it is for")
	case len(bytes.TrimSpace(a.Force)) == 0:
		return a, errors.New("an army needs a \"force\": its dice")
	}
	a.Force, err = TidyNames(a.Force)
	return a, err
}
