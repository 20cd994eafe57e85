package dataset

import (
	"slices"
)

// Score adds judgements up. It holds counts and shares. A share of nothing is null.
type Score struct {
	Pictures int `json:"pictures"`
	Dice     int `json:"dice"`
	Found    int `json:"found"`
	Missed   int `json:"missed"`
	// Extra counts readings that belong to no die.
	Extra     int      `json:"extra"`
	Recall    *float64 `json:"recall"`
	Precision *float64 `json:"precision"`

	ShapeRight      int      `json:"shape_right"`
	ShapeRightShare *float64 `json:"shape_right_of_found"`

	// Faces counts the dice with a number or pips on top whose truth is known.
	Faces            int      `json:"faces"`
	FacesFound       int      `json:"faces_found"`
	FaceRight        int      `json:"face_right"`
	FaceRightOfFound *float64 `json:"face_right_of_found"`
	FaceRightOfAll   *float64 `json:"face_right_of_all"`
	Icons            int      `json:"icons"`
	IconRight        int      `json:"icon_right"`
	IconUnknown      int      `json:"icon_unknown"`
	// Both shares are of all icons, with the missed ones.
	IconRightShare   *float64 `json:"icon_right_of_all"`
	IconUnknownShare *float64 `json:"icon_unknown_of_all"`
	// DiceNamed counts the found dice with a known definition for which the reading names one. DieRight counts those
	// with the right one.
	DiceNamed       int      `json:"dice_named"`
	DieRight        int      `json:"die_right"`
	DieRightShare   *float64 `json:"die_right_of_named"`
	Colored         int      `json:"colours_judged"`
	ColorRight      int      `json:"colour_right"`
	ColorRightShare *float64 `json:"colour_right_of_found"`
	Accepted        int      `json:"accepted"`
	AcceptedShare   *float64 `json:"accepted_share"`
	AcceptedWrong   int      `json:"accepted_wrong"`
	AcceptedRight   *float64 `json:"right_of_accepted"`
	// Asked counts found dice whose reading wasn't accepted. ExtraAsked counts readings that belong to no die and
	// weren't accepted.
	Asked      int            `json:"asked"`
	ExtraAsked int            `json:"extra_asked"`
	AskedShare *float64       `json:"asked_share"`
	AskedWhy   map[string]int `json:"asked_why,omitempty"`

	// SilentRolls counts pictures in which nothing was asked and something was missed, extra or read wrong.
	SilentRolls      int      `json:"rolls_silently_wrong"`
	SilentRollsShare *float64 `json:"rolls_silently_wrong_share"`
	// CleanRolls counts pictures in which nothing was asked and all is right.
	CleanRolls int `json:"rolls_right_without_asking"`

	// Values and Shapes count, for each true value or shape, what was read.
	Values Confusion `json:"values,omitempty"`
	Shapes Confusion `json:"shapes,omitempty"`
	// Calibration compares the confidence of readings with how often they were right.
	Calibration []Bin `json:"calibration,omitempty"`
}

// Confusion counts, for each true word, the words that were read.
type Confusion map[string]map[string]int

func (c Confusion) add(truth, read string) {
	if c[truth] == nil {
		c[truth] = map[string]int{}
	}
	c[truth][read]++
}

// Bin counts the readings whose confidence is From or more and less than the next bin's From.
type Bin struct {
	From  float64 `json:"from"`
	Mean  float64 `json:"mean_confidence"`
	Count int     `json:"count"`
	Right int     `json:"right"`
}

func newBins() []Bin {
	froms := []float64{0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999}
	bins := make([]Bin, len(froms))
	for i, from := range froms {
		bins[i].From = from
	}
	return bins
}

// Tally adds up the judgements of pictures. pictures are the file names of all pictures that count as rolls, also of
// those without any die.
func Tally(pictures []string, judgements []Judgement) Score {
	s := Score{Pictures: len(pictures), Values: Confusion{}, Shapes: Confusion{}, Calibration: newBins(), AskedWhy: map[string]int{}}
	rolls := map[string][]Judgement{}
	for _, j := range judgements {
		s.add(j)
		rolls[j.Picture] = append(rolls[j.Picture], j)
	}
	for _, picture := range pictures {
		s.addRoll(rolls[picture])
	}
	s.shares()
	return s
}

// Main are the judgements that count in the main figures.
func Main(judgements []Judgement) []Judgement {
	return slices.DeleteFunc(slices.Clone(judgements), func(j Judgement) bool { return j.Apart != "" })
}

// Apart scores each group that the main figures leave out.
func Apart(judgements []Judgement) map[string]Score {
	groups, pictures := map[string][]Judgement{}, map[string][]string{}
	for _, j := range judgements {
		if j.Apart == "" {
			continue
		}
		groups[j.Apart] = append(groups[j.Apart], j)
		if !slices.Contains(pictures[j.Apart], j.Picture) {
			pictures[j.Apart] = append(pictures[j.Apart], j.Picture)
		}
	}
	out := map[string]Score{}
	for name, group := range groups {
		out[name] = Tally(pictures[name], group)
	}
	return out
}

func (s *Score) add(j Judgement) {
	switch {
	case j.Truth == nil:
		s.addExtra(*j.Read)
	case j.Read == nil:
		s.Dice++
		s.Missed++
		s.addTruth(*j.Truth)
		s.Shapes.add(j.Truth.Shape, "missed")
		s.Values.add(j.Truth.truthWord(), "missed")
	default:
		s.Dice++
		s.Found++
		s.addTruth(*j.Truth)
		s.addFound(*j.Truth, *j.Read)
		s.addTrust(*j.Truth, *j.Read)
	}
}

func (s *Score) addTruth(d Die) {
	switch {
	case d.hasIcon():
		s.Icons++
	case d.Value != nil:
		s.Faces++
	}
}

func (s *Score) addExtra(r Reading) {
	s.Extra++
	s.Shapes.add("no die", shapeWord(r))
	s.Values.add("no die", r.readWord())
	if !r.Accepted {
		s.ExtraAsked++
		return
	}
	s.Accepted++
	s.AcceptedWrong++
}

func (s *Score) addFound(d Die, r Reading) {
	s.Shapes.add(d.Shape, shapeWord(r))
	s.Values.add(d.truthWord(), resultWord(d, r))
	if d.Shape == r.Shape {
		s.ShapeRight++
	}
	if d.colorJudged() {
		s.Colored++
		if colorRight(d, r) {
			s.ColorRight++
		}
	}
	if d.Die != "" && r.Die != "" {
		s.DiceNamed++
		if d.Die == r.Die {
			s.DieRight++
		}
	}
	switch {
	case d.hasIcon() && !r.saysSomething():
		s.IconUnknown++
	case d.hasIcon():
		right := d.faceRight(r)
		if right {
			s.IconRight++
		}
		s.calibrate(r.Confidence, right)
	case d.Value != nil:
		s.FacesFound++
		right := d.faceRight(r)
		if right {
			s.FaceRight++
		}
		s.calibrate(r.Confidence, right)
	}
}

// resultWord is what was read. A wrong icon gets a word of its own.
func resultWord(d Die, r Reading) string {
	if d.hasIcon() && r.Icon != "" && !d.faceRight(r) {
		return "another icon"
	}
	return r.readWord()
}

// addTrust counts what was accepted and what was asked about.
func (s *Score) addTrust(d Die, r Reading) {
	if !r.Accepted {
		s.Asked++
		if r.Why != "" {
			s.AskedWhy[r.Why]++
		}
		return
	}
	if !d.judgesFace() {
		return
	}
	s.Accepted++
	if !d.faceRight(r) {
		s.AcceptedWrong++
	}
}

func (s *Score) calibrate(confidence float64, right bool) {
	for i := len(s.Calibration) - 1; i >= 0; i-- {
		b := &s.Calibration[i]
		if confidence < b.From && i > 0 {
			continue
		}
		b.Mean = (b.Mean*float64(b.Count) + confidence) / float64(b.Count+1)
		b.Count++
		if right {
			b.Right++
		}
		return
	}
}

func (s *Score) addRoll(dice []Judgement) {
	asked, bad := false, false
	for _, j := range dice {
		if j.Read != nil && !j.Read.Accepted {
			asked = true
		}
		bad = bad || j.Truth == nil || j.Read == nil || (j.Truth.judgesFace() && !j.Truth.faceRight(*j.Read))
	}
	switch {
	case asked:
	case bad:
		s.SilentRolls++
	default:
		s.CleanRolls++
	}
}

func (s *Score) shares() {
	s.Recall = share(s.Found, s.Dice)
	s.Precision = share(s.Found, s.Found+s.Extra)
	s.ShapeRightShare = share(s.ShapeRight, s.Found)
	s.FaceRightOfFound = share(s.FaceRight, s.FacesFound)
	s.FaceRightOfAll = share(s.FaceRight, s.Faces)
	s.ColorRightShare = share(s.ColorRight, s.Colored)
	s.IconRightShare = share(s.IconRight, s.Icons)
	s.IconUnknownShare = share(s.IconUnknown, s.Icons)
	s.DieRightShare = share(s.DieRight, s.DiceNamed)
	s.AcceptedShare = share(s.Found-s.Asked, s.Dice)
	s.AcceptedRight = share(s.Accepted-s.AcceptedWrong, s.Accepted)
	s.AskedShare = share(s.Asked, s.Dice)
	s.SilentRollsShare = share(s.SilentRolls, s.Pictures)
}

func share(part, whole int) *float64 {
	if whole == 0 {
		return nil
	}
	v := float64(part) / float64(whole)
	return &v
}

func shapeWord(r Reading) string {
	if r.Shape == "" {
		return "unknown"
	}
	return r.Shape
}
