package engine

import (
	"errors"
	"fmt"
)

// mostPoints bounds what an Allot may spread, so that sums can't overflow.
const mostPoints = 1 << 20

func (l *Allot) check() error {
	seen := map[string]bool{}
	low, high := 0, 0
	for _, r := range l.Rows {
		switch {
		case r.ID == "":
			return fmt.Errorf("the row %q has no id", r.Text)
		case seen[r.ID]:
			return fmt.Errorf("the row %q is there twice", r.ID)
		case r.Min < 0 || r.Max < r.Min || r.Max > mostPoints:
			return fmt.Errorf("the row %q takes %d to %d points, which can't be", r.ID, r.Min, r.Max)
		}
		seen[r.ID] = true
		low, high = low+r.Min, high+r.Max
	}
	switch {
	case len(l.Rows) == 0:
		return errors.New("there are no rows to put points on")
	case low > l.Points || (!l.Some && high < l.Points):
		return fmt.Errorf("%d points can't be spread over rows that take %d to %d", l.Points, low, high)
	}
	return nil
}

func (l *Allot) legal(a Answer) error {
	if err := none(a, false, false, true); err != nil {
		return err
	}
	if len(a.Points) != len(l.Rows) {
		return fmt.Errorf("it wants points for each of %d rows, not %d", len(l.Rows), len(a.Points))
	}
	sum := 0
	for i, r := range l.Rows {
		p := a.Points[i]
		if p < r.Min || p > r.Max {
			return fmt.Errorf("%s takes %d to %d points, not %d", r.Text, r.Min, r.Max, p)
		}
		sum += p
	}
	switch {
	case sum > l.Points:
		return fmt.Errorf("%d points are spread, there are only %d", sum, l.Points)
	case sum < l.Points && !l.Some:
		return fmt.Errorf("all %d points must be spread, not %d", l.Points, sum)
	}
	return nil
}

// room returns the fewest points of each row, the points that are then left to spread, and how many more the rows
// can take.
func (l *Allot) room() (points []int, left, room int) {
	points, left = make([]int, len(l.Rows)), l.Points
	for i, r := range l.Rows {
		points[i] = r.Min
		left -= r.Min
		room += r.Max - r.Min
	}
	return points, left, room
}

func (l *Allot) random(c Chance) Answer {
	points, left, room := l.room()
	left = min(left, room)
	if l.Some {
		left = c.IntN(left + 1)
	}
	for left > 0 {
		i := c.IntN(len(points))
		if more := min(l.Rows[i].Max-points[i], left); more > 0 {
			n := 1 + c.IntN(more)
			points[i] += n
			left -= n
		}
	}
	return Answer{Points: points}
}

func (l *Allot) only() (Answer, bool) {
	points, left, room := l.room()
	if left == 0 || room == 0 {
		return Answer{Points: points}, true
	}
	if l.Some {
		return Answer{}, false
	}
	open := 0
	for i, r := range l.Rows {
		if r.Max > r.Min {
			open++
			points[i] += min(left, r.Max-r.Min)
		}
	}
	return Answer{Points: points}, open == 1 || left == room
}

func (l *Allot) plain(a Answer) Answer { return Answer{Points: a.Points} }

func (l *Allot) digest(w *digest) {
	w.number(l.Points)
	w.flag(l.Some)
	w.number(len(l.Rows))
	for _, r := range l.Rows {
		w.text(r.ID)
		w.number(r.Min)
		w.number(r.Max)
	}
}
