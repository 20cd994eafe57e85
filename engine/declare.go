package engine

import (
	"errors"
	"fmt"
)

// YesNo are the options of a plain yes or no.
func YesNo() []Option {
	return []Option{{ID: "yes", Text: "Yes"}, {ID: "no", Text: "No"}}
}

func (d *Declare) check() error {
	if len(d.Options) == 0 {
		return errors.New("there is nothing to declare")
	}
	return checkOptions(d.Options)
}

func (d *Declare) legal(a Answer) error {
	if err := none(a, false, true, false); err != nil {
		return err
	}
	if len(a.Chosen) != 1 {
		return fmt.Errorf("it wants one of %s, not %d", ids(d.Options), len(a.Chosen))
	}
	return distinct(d.Options, a.Chosen)
}

func (d *Declare) random(c Chance) Answer {
	return Answer{Chosen: []string{d.Options[c.IntN(len(d.Options))].ID}}
}

func (d *Declare) only() (Answer, bool) {
	if len(d.Options) != 1 {
		return Answer{}, false
	}
	return Answer{Chosen: []string{d.Options[0].ID}}, true
}

func (d *Declare) plain(a Answer) Answer { return Answer{Chosen: a.Chosen} }

func (d *Declare) digest(w *digest) { w.options(d.Options) }
