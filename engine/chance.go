package engine

import "fmt"

// random throws the dice asked for. If any dice will do, it throws a handful.
func (r *Roll) random(c Chance) Answer {
	const handful, seldom = 8, 20
	if len(r.Else) > 0 && c.IntN(seldom) == 0 {
		return Answer{Chosen: []string{r.Else[c.IntN(len(r.Else))].ID}}
	}
	var dice []Thrown
	for _, d := range r.Dice {
		dice = append(dice, r.maybe(throw(d, c), c))
	}
	if len(r.Dice) > 0 {
		return Answer{Dice: dice}
	}
	if len(r.Exactly) > 0 {
		for _, a := range r.Exactly {
			for range a.N {
				dice = append(dice, r.maybe(throw(Die{ID: fmt.Sprintf("d%d", len(dice)+1), Shape: a.Shape}, c), c))
			}
		}
		return Answer{Dice: dice}
	}
	shapes := r.Shapes
	if len(shapes) == 0 {
		shapes = AllShapes()
	}
	most := max(r.Min, min(r.Max, handful))
	for i := range r.Min + c.IntN(most-r.Min+1) {
		d := Die{ID: fmt.Sprintf("d%d", i+1), Shape: shapes[c.IntN(len(shapes))]}
		dice = append(dice, r.maybe(throw(d, c), c))
	}
	return Answer{Dice: dice}
}

// throw shows one face of d. All faces are equally likely.
func throw(d Die, c Chance) Thrown {
	t := Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Colors: d.Colors, How: Typed}
	if len(d.Faces) == 0 {
		value := 1 + c.IntN(4) // a shape that isn't known: what any die can show
		if n := Sides(d.Shape); n > 0 {
			low, _ := Bounds(d.Shape)
			value = low + c.IntN(n)
		}
		if d.Shape == "d10" && d.Kind == "" && c.IntN(3) == 0 {
			value = 10 * c.IntN(10) // it may be one with tens
		}
		t.Value = &value
		return t
	}
	face := c.IntN(len(d.Faces))
	t.Face, t.Icon, t.Count, t.Value = &face, d.Faces[face].Icon, d.Faces[face].Count, d.Faces[face].Value
	return t
}

// maybe leaves a die unread now and then, if the question allows that.
func (r *Roll) maybe(t Thrown, c Chance) Thrown {
	const seldom = 25
	if r.Unread && c.IntN(seldom) == 0 {
		t.Face, t.Icon, t.Count, t.Value, t.How = nil, "", 0, nil, Unread
	}
	return t
}
