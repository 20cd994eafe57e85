package throw

import (
	"fmt"
	"math"
	"slices"
	"time"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// View is the throw as a screen shows it.
func (t Throw) View() protocol.ThrowView {
	v := protocol.ThrowView{ID: t.ID, Rev: t.Rev, At: t.At.Format(time.RFC3339), By: t.By, Status: t.Status,
		Width: t.width, Height: t.height, Dice: []protocol.DieView{}, Before: []protocol.DieView{}, Problems: []string{}}
	if t.Status == protocol.ThrowAsking && !t.Confirmed {
		v.Problems = append(v.Problems, t.Problems...)
	}
	if t.Status == protocol.ThrowAsking {
		v.Blocked = t.Blocked
	}
	for _, d := range t.Dice {
		switch {
		case !d.Gone:
			v.Dice = append(v.Dice, d.view(t.ID))
		case d.Before:
			was := d.view(t.ID)
			was.Asks, was.Why, was.Outline = false, "", []vision.Point{}
			v.Before = append(v.Before, was)
		}
	}
	return v
}

func (d Die) view(id int) protocol.DieView {
	v := protocol.DieView{N: d.N, Shape: d.Shape, Value: d.Value, Asks: d.How == engine.Unread, How: d.How, Confidence: Rounded(d.Confidence, 4),
		Choices: []protocol.ChoiceView{}, Own: []protocol.OwnFace{}, Outline: []vision.Point{}, Colors: append([]string{}, d.Colors...), Lying: d.Lying}
	for _, c := range d.choices {
		v.Choices = append(v.Choices, protocol.ChoiceView{Value: c.Value, Confidence: Rounded(c.Confidence, 4)})
	}
	for _, p := range d.outline {
		v.Outline = append(v.Outline, vision.Point{Rounded(p[0], 1), Rounded(p[1], 1)})
	}
	for _, o := range d.Own {
		if o.Kind == vision.FateDie && d.Shape == "dF" {
			continue // the faces of its shape's values are its choices
		}
		for i, f := range o.Faces {
			c := protocol.OwnFace{Die: o.Kind, Name: o.ID, Face: i, Shows: engine.Thrown{How: engine.Read, Face: &i, Icon: f.Icon, Count: f.Count, Value: f.Value}.Shows()}
			if !slices.ContainsFunc(v.Own, func(x protocol.OwnFace) bool { return x.Die == c.Die && x.Shows == c.Shows }) {
				v.Own = append(v.Own, c)
			}
		}
	}
	if o, is := d.IsOwn(); is && d.Icon != "" {
		v.Shows = engine.Thrown{How: d.How, Kind: o.Kind, Face: d.readAt, Icon: d.Icon, Count: d.IconCount, Value: d.Value}.Shows()
	}
	for i := range d.Box {
		v.Box[i] = Rounded(d.Box[i], 1)
	}
	if v.Asks {
		v.Why, v.Strange = d.why, d.strange
	}
	if d.Crop {
		v.Crop = fmt.Sprintf("/crop/%d/%d", id, d.N)
	}
	return v
}

// Rounded keeps that many places, so that views stay small.
func Rounded(x float64, places int) float64 {
	unit := math.Pow10(places)
	return math.Round(x*unit) / unit
}

// Brief is the throw for a list: without the places, the camera's second thoughts, and what lay there before.
func (t Throw) Brief() protocol.ThrowView {
	v := t.View()
	v.Before = []protocol.DieView{}
	for i := range v.Dice {
		v.Dice[i].Outline, v.Dice[i].Choices = []vision.Point{}, []protocol.ChoiceView{}
	}
	return v
}
