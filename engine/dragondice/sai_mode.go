package dragondice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"astragal/engine"
)

// mode returns what a die's SAI does in this roll. It is nil if the die shows no SAI, or none for
// this roll.
func (r *roll) mode(d *rolled) *Mode {
	row := r.g.ed.sai(d.shows().rule())
	if row == nil || d.void || r.purpose == ForID {
		return nil
	}
	if d.mode == nil {
		d.mode = r.choose(row, d)
	}
	return d.mode
}

// choose returns the mode that fits. If several fit in a combination roll, the roller says which.
func (r *roll) choose(row *SAI, d *rolled) *Mode {
	var fit []*Mode
	for i := range row.Modes {
		m := &row.Modes[i]
		if m.fits(r, d) {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 || r.bare && len(fit[0].Gives) == 0 {
		return nil
	}
	if len(r.counts) < 2 || r.purpose == ForDragon || len(fit) == 1 {
		return fit[0]
	}
	var options []engine.Option
	for i, m := range fit {
		if words := m.words(); words != "" && !slices.ContainsFunc(options, func(o engine.Option) bool { return o.Text == words }) {
			options = append(options, engine.Option{ID: strconv.Itoa(i + 1), Text: words})
		}
	}
	if len(options) < 2 {
		return fit[0]
	}
	i, err := strconv.Atoi(r.g.declare(r.seat(), row.Rule, r.what+" mode", fmt.Sprintf("%s: what does %s of %s give?", r.g.name(r.seat()), row.Name, d.die.kind.Name), options))
	if err != nil {
		return fit[0]
	}
	return fit[i-1]
}

// fits reports whether the mode is for this die and this roll.
func (m *Mode) fits(r *roll, d *rolled) bool {
	return (m.For == nil || m.For(d.die)) && slices.ContainsFunc(m.On, func(w When) bool { return w(r) })
}

// words names the types that the mode gives.
func (m *Mode) words() string {
	var of []string
	for _, g := range m.Gives {
		for _, o := range g.Of {
			of = append(of, o.plural())
		}
	}
	return strings.Join(of, ", ")
}

// identified reports whether a die shows its ID, or an SAI that counts as one in this roll.
func (r *roll) identified(d *rolled) bool {
	if d.shows().Icon == idIcon {
		return true
	}
	row := r.g.ed.sai(d.shows().rule())
	if row == nil {
		return false
	}
	i := slices.IndexFunc(row.Modes, func(m Mode) bool { return m.fits(r, d) })
	return i >= 0 && row.Modes[i].ID
}
