package engine

import (
	"fmt"
	"strings"
)

// Words says an answer as people do: "6, 5, 3", "the knight, the oak".
func Words(q Question, a Answer) string {
	switch q.Kind {
	case KindRoll:
		if len(a.Chosen) > 0 {
			return chosen(q.Roll.Else, a.Chosen)
		}
		shown := make([]string, len(a.Dice))
		for i, t := range a.Dice {
			shown[i] = t.Shows()
		}
		return strings.Join(shown, ", ")
	case KindPick:
		return chosen(q.Pick.Options, a.Chosen)
	case KindArrange:
		return chosen(q.Arrange.Items, a.Chosen)
	case KindDeclare:
		return chosen(q.Declare.Options, a.Chosen)
	case KindAllot:
		rows := make([]string, 0, len(a.Points))
		for i, p := range a.Points {
			if i < len(q.Allot.Rows) {
				rows = append(rows, fmt.Sprintf("%s %d", q.Allot.Rows[i].Text, p))
			}
		}
		return strings.Join(rows, ", ")
	}
	return ""
}

func chosen(options []Option, list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	texts := make([]string, len(list))
	for i, id := range list {
		texts[i] = id
		if k := find(options, id); k >= 0 && options[k].Text != "" {
			texts[i] = options[k].Text
		}
	}
	return strings.Join(texts, ", ")
}

// plainIcon is an icon's name for people: "tail" for "dragon_tail", "fly" for a second picture of flying.
func plainIcon(icon string) string {
	icon, _, _ = strings.Cut(strings.TrimPrefix(icon, "dragon_"), "_variant_")
	return strings.ReplaceAll(icon, "_", " ")
}

// Shows says what lies face up: "5", "3 melee", "?" for a die that nobody has read.
func (d Thrown) Shows() string {
	switch {
	case !d.Known():
		return "?"
	case d.Icon != "" && d.Value != nil:
		return fmt.Sprintf("%s %d", plainIcon(d.Icon), *d.Value)
	case d.Icon != "" && d.Count > 1:
		return fmt.Sprintf("%d %s", d.Count, plainIcon(d.Icon))
	case d.Icon != "":
		return plainIcon(d.Icon)
	case d.Value != nil:
		return ShowValue(d.Shape, d.Kind, *d.Value)
	}
	return fmt.Sprintf("face %d", *d.Face)
}
