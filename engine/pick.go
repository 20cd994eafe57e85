package engine

import (
	"errors"
	"fmt"
)

// mostSums bounds the size of a Pick's table of sums (options × choices × limit).
const mostSums = 1 << 22

func (p *Pick) check() error {
	if err := checkOptions(p.Options); err != nil {
		return err
	}
	switch {
	case p.Min < 0 || p.Max < p.Min:
		return fmt.Errorf("%d to %d choices can't be", p.Min, p.Max)
	case p.Min > len(p.Options):
		return fmt.Errorf("%d of %d options can't be chosen", p.Min, len(p.Options))
	case p.Most && p.Limit == nil:
		return errors.New("as much as possible needs a limit")
	case p.Limit != nil && *p.Limit < 0:
		return fmt.Errorf("a limit of %d is less than nothing", *p.Limit)
	case p.sums() > mostSums:
		return fmt.Errorf("%d options within %d are too many to add up", len(p.Options), p.Max)
	case p.Limit != nil && p.best() < 0:
		return fmt.Errorf("no %d options weigh %d or less together", p.Min, *p.Limit)
	}
	return nil
}

// sums is the size of the table of sums.
func (p *Pick) sums() int {
	most, limit := p.bounds()
	if limit > mostSums {
		return limit
	}
	return (len(p.Options) + 1) * (most + 1) * (limit + 1)
}

func (p *Pick) total() int {
	sum := 0
	for _, o := range p.Options {
		sum += o.Weight
	}
	return sum
}

func (p *Pick) legal(a Answer) error {
	if err := none(a, false, true, false); err != nil {
		return err
	}
	if err := distinct(p.Options, a.Chosen); err != nil {
		return err
	}
	if n := len(a.Chosen); n < p.Min || n > p.Max {
		return fmt.Errorf("it wants %s, not %d", span(p.Min, p.Max, "choice"), n)
	}
	if p.Limit == nil {
		return nil
	}
	sum := 0
	for _, id := range a.Chosen {
		sum += p.Options[find(p.Options, id)].Weight
	}
	switch {
	case sum > *p.Limit:
		return fmt.Errorf("that makes %d, more than %d", sum, *p.Limit)
	case p.Most && sum < p.best():
		return fmt.Errorf("that makes %d, but %d of %d can be reached, and it must be as much as possible", sum, p.best(), *p.Limit)
	}
	return nil
}

func (p *Pick) plain(a Answer) Answer {
	chosen := make([]string, 0, len(a.Chosen))
	picked := make([]bool, len(p.Options))
	for _, id := range a.Chosen {
		picked[find(p.Options, id)] = true
	}
	for i, o := range p.Options {
		if picked[i] {
			chosen = append(chosen, o.ID)
		}
	}
	return Answer{Chosen: chosen}
}

func (p *Pick) digest(w *digest) {
	w.options(p.Options)
	w.number(p.Min)
	w.number(p.Max)
	w.maybe(p.Limit)
	w.flag(p.Most)
}

// span says a range in words: "3 dice", "2 to 4 choices".
func span(low, high int, noun string) string {
	if high != 1 || low != high {
		switch noun {
		case "die":
			noun = "dice"
		default:
			noun += "s"
		}
	}
	if low == high {
		return fmt.Sprintf("%d %s", low, noun)
	}
	return fmt.Sprintf("%d to %d %s", low, high, noun)
}
