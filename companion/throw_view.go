package companion

import (
	"fmt"
	"math"
	"time"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// view is the throw as a screen shows it.
func (t throw) view() protocol.ThrowView {
	v := protocol.ThrowView{ID: t.id, Rev: t.rev, At: t.at.Format(time.RFC3339), By: t.by, Status: t.status,
		Width: t.width, Height: t.height, Dice: []protocol.DieView{}, Problems: []string{}}
	if t.status == protocol.ThrowAsking && !t.confirmed {
		v.Problems = append(v.Problems, t.problems...)
	}
	if t.status == protocol.ThrowAsking {
		v.Blocked = t.blocked
	}
	for _, d := range t.dice {
		if !d.gone {
			v.Dice = append(v.Dice, d.view(t.id))
		}
	}
	return v
}

func (d die) view(throw int) protocol.DieView {
	v := protocol.DieView{N: d.n, Shape: d.shape, Value: d.value, Asks: d.how == engine.Unread, How: d.how, Confidence: rounded(d.confidence, 4),
		Choices: []protocol.ChoiceView{}, Outline: []vision.Point{}, Colors: append([]string{}, d.colors...), Lying: d.lying}
	for _, c := range d.choices {
		v.Choices = append(v.Choices, protocol.ChoiceView{Value: c.Value, Confidence: rounded(c.Confidence, 4)})
	}
	for _, p := range d.outline {
		v.Outline = append(v.Outline, vision.Point{rounded(p[0], 1), rounded(p[1], 1)})
	}
	for i := range d.box {
		v.Box[i] = rounded(d.box[i], 1)
	}
	if v.Asks {
		v.Why, v.Strange = d.why, d.strange
	}
	if d.crop {
		v.Crop = fmt.Sprintf("/crop/%d/%d", throw, d.n)
	}
	return v
}

// rounded keeps that many places, so that views stay small.
func rounded(x float64, places int) float64 {
	unit := math.Pow10(places)
	return math.Round(x*unit) / unit
}

// brief is the throw for a list: without the places and the camera's second thoughts.
func (t throw) brief() protocol.ThrowView {
	v := t.view()
	for i := range v.Dice {
		v.Dice[i].Outline, v.Dice[i].Choices = []vision.Point{}, []protocol.ChoiceView{}
	}
	return v
}
