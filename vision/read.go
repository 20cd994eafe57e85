package vision

// Read turns the evidence for a scene into readings, one for each sighting.
func Read(s Scene) []Reading {
	out := make([]Reading, 0, len(s.Sightings))
	for _, d := range s.Sightings {
		out = append(out, readOne(d))
	}
	return out
}

func readOne(d Sighting) Reading {
	r := Reading{BBox: d.Box, Polygon: d.Outline, Colors: d.Colors}
	if len(d.Shapes) > 0 && d.Shapes[0].Shape != ShapeUnknown {
		shape := d.Shapes[0].Shape
		r.Shape = &shape
	}
	if d.SizeMM > 0 {
		mm := d.SizeMM
		r.SizeMM = &mm
	}
	for i, m := range d.Marks {
		var value *int
		if m.Kind != MarkUnknown {
			v := m.Value
			value = &v
		}
		if i == 0 {
			r.Value, r.Confidence = value, m.P
			continue
		}
		if value != nil {
			r.Alternatives = append(r.Alternatives, Alternative{Value: value, Confidence: m.P})
		}
	}
	return r
}
