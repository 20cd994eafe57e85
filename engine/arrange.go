package engine

import (
	"errors"
	"fmt"
)

func (r *Arrange) check() error {
	if len(r.Items) == 0 {
		return errors.New("there is nothing to put in order")
	}
	return checkOptions(r.Items)
}

func (r *Arrange) legal(a Answer) error {
	if err := none(a, false, true, false); err != nil {
		return err
	}
	if err := distinct(r.Items, a.Chosen); err != nil {
		return err
	}
	if len(a.Chosen) != len(r.Items) {
		return fmt.Errorf("all %d must be put in order, not %d of them", len(r.Items), len(a.Chosen))
	}
	return nil
}

func (r *Arrange) random(c Chance) Answer {
	order := r.inOrder()
	for i := len(order) - 1; i > 0; i-- {
		j := c.IntN(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	return Answer{Chosen: order}
}

func (r *Arrange) inOrder() []string {
	order := make([]string, len(r.Items))
	for i, o := range r.Items {
		order[i] = o.ID
	}
	return order
}

func (r *Arrange) only() (Answer, bool) {
	return Answer{Chosen: r.inOrder()}, len(r.Items) == 1
}

func (r *Arrange) plain(a Answer) Answer { return Answer{Chosen: a.Chosen} }

func (r *Arrange) digest(w *digest) { w.options(r.Items) }
