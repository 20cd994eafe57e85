package vision

import (
	"fmt"
	"math"
)

// Trust turns the evidence for the best guess into the probability that its result is right: that the face was
// taught at all, times that it is this one and no other.
type Trust struct {
	// Bias, Like and Print say how likely the face is one that was taught at all; the others' evidence adds to it.
	Bias, Like, Print, Copies, Shape, Tint, Size float64
	// Lead and LeadBias say how likely it is this one and no other.
	Lead, LeadBias float64
	// Alone, Icon and Number stand for Bias, with AloneLike for Like, where no prints were compared, and AloneLead and
	// AloneBias for Lead and LeadBias.
	Alone, AloneLike, Icon, Number, AloneLead, AloneBias float64
	// Accept is the least probability at which nobody is asked.
	Accept float64
}

// usualTrust holds what was fitted; docs/measurements.md says on what and how.
func usualTrust() Trust {
	return Trust{
		Bias: -2.19, Like: 4.34, Print: 6.48, Copies: .11, Shape: .8, Tint: 2.11, Size: .18, Lead: 1.36, LeadBias: -.22,
		Alone: -8, AloneLike: 16, Icon: -9, Number: -7, AloneLead: 1.15, AloneBias: .34, Accept: .965,
	}
}

// of is the probability that a guess that leads by so much is right.
func (t Trust) of(g guess, lead float64) float64 {
	sure := logistic(t.AloneBias + t.AloneLead*lead)
	x := t.Copies*g.copies + t.Shape*g.shape + t.Tint*g.tint + t.Size*g.size
	switch g.by {
	case byPrint:
		x += t.Bias + t.Like*g.like + t.Print*g.print
		sure = logistic(t.LeadBias + t.Lead*lead)
	case byIcon:
		x += t.Icon + t.AloneLike*g.like
	case byNumber:
		x += t.Number + t.AloneLike*g.like
	default:
		x += t.Alone + t.AloneLike*g.like
	}
	return logistic(x) * sure
}

// grounds are what a guess rests on; nil is none.
func (m *Matcher) grounds(g *guess, lead float64) Grounds {
	if g == nil {
		return Grounds{}
	}
	e := Grounds{
		By: []string{"", "print", "face", "icon", "number"}[g.by], Like: g.like, Print: g.print, Copies: g.copies, Shape: g.shape,
		Tint: g.tint, Size: g.size, Number: g.number, Lead: lead, Icon: g.class.Icon, Count: g.class.Count,
	}
	if g.die >= 0 {
		e.Die = m.dice[g.die].id
	}
	if g.class.Numbered {
		v := g.class.Value
		e.Value = &v
	}
	return e
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// reading is what is said of a sighting whose best guess leads by so much; nil is none.
func (m *Matcher) reading(d Sighting, v view, best *guess, lead float64) Reading {
	base := readOne(d, Usual())
	if best == nil {
		return m.unknown(base, v)
	}
	if best.die < 0 && best.class.Icon == "" && !best.far {
		return m.number(base, v, lead)
	}
	r := base
	r.Value, r.Alternatives = nil, []Alternative{}
	m.fill(&r, *best)
	r.Confidence = m.trust.of(*best, lead)
	m.addAlternatives(&r, v, best)
	r.Why = m.doubt(d, r, v, *best)
	if r.Why == "" && m.numbered(best.class) && best.numberUnsure(lead) {
		r.Confidence = min(r.Confidence, numberTrust)
		r.Why = fmt.Sprintf("the number beside %s can't be read for sure", best.class.Icon)
	}
	r.Accepted = r.Why == ""
	return r
}

// A face whose icon stands on others of its die too, with another number, must be seen well and lead clearly, and its number must
// have been told from the others by so many nats: small numerals were misread for sure on painted dice. Where it
// isn't so, it is as sure as numberTrust at most.
const numberLead, numberLikeness, numberPrint, numberTold, numberTrust = 3.3, .83, .8, 4.0, .9

func (g guess) numberUnsure(lead float64) bool {
	return lead < numberLead || g.like < numberLikeness || g.by == byPrint && (g.print < numberPrint || g.number < numberTold)
}

// fill says what a guess shows.
func (m *Matcher) fill(r *Reading, g guess) {
	if g.die >= 0 {
		die := m.dice[g.die]
		face := die.faces[g.face].n
		r.Shape = &die.shape
		if die.id != "" {
			r.Die, r.Face = &die.id, &face
		}
	}
	r.Icon, r.Count, r.Value = shown(g)
}

func shown(g guess) (icon *string, count, value *int) {
	if g.class.Icon != "" {
		icon = &g.class.Icon
		if g.class.Count > 0 {
			count = &g.class.Count
		}
	}
	if g.class.Numbered {
		value = &g.class.Value
	}
	return icon, count, value
}

// mostAlternatives are told, the likeliest first.
const mostAlternatives = 3

// addAlternatives lists other results that the face may be.
func (m *Matcher) addAlternatives(r *Reading, v view, best *guess) {
	told := map[any]bool{}
	rest := 1 - r.Confidence
	if best != nil {
		told[best.class.Result()] = true
	} else {
		rest = 1
	}
	sum, top := math.Exp(unknownScore), 0.0
	var others []guess
	for _, g := range v.guesses {
		if told[g.class.Result()] || len(others) == mostAlternatives {
			continue
		}
		told[g.class.Result()] = true
		others = append(others, g)
		top = max(top, g.score)
		sum += math.Exp(g.score)
	}
	for _, g := range others {
		a := Alternative{Confidence: rest * math.Exp(g.score) / sum}
		if g.die >= 0 {
			die := m.dice[g.die]
			face := die.faces[g.face].n
			if die.id != "" {
				a.Die, a.Face = &die.id, &face
			}
		}
		a.Icon, a.Count, a.Value = shown(g)
		r.Alternatives = append(r.Alternatives, a)
	}
}

const neverTaught = "it was never taught, or can't be seen well enough"

// unknown says that nobody knows, and what is nearest.
func (m *Matcher) unknown(base Reading, v view) Reading {
	r := base
	r.Die, r.Face, r.Icon, r.Count, r.Value, r.Accepted = nil, nil, nil, nil, nil, false
	r.Confidence, r.Alternatives = 0, []Alternative{}
	if r.Why == "" || base.Value != nil {
		r.Why = neverTaught
	}
	m.addAlternatives(&r, v, nil)
	return r
}

// number is a reading of pips or a numeral on no die in particular, which what was taught may contradict.
func (m *Matcher) number(base Reading, v view, lead float64) Reading {
	if base.Accepted && lead < leastNumberLead {
		base.Accepted, base.Why = false, "it may also be something that was taught"
	}
	return base
}

// leastNumberLead is how much a number must lead what was taught, and something never taught, to count: where
// icons are about, some of them look much like pips.
const leastNumberLead = .55

// doubt says why a reading must be asked about; empty where it needn't.
func (m *Matcher) doubt(d Sighting, r Reading, v view, best guess) string {
	switch {
	case len(d.Doubts) > 0:
		return d.Doubts[0]
	case best.far:
		return "nobody expected this die"
	case d.Found < Usual().Found:
		return fmt.Sprintf("it may not be a whole die (%.0f %%)", 100*d.Found)
	case r.Confidence < m.trust.Accept:
		for _, g := range v.guesses {
			if g.class.Result() != best.class.Result() && g.score > unknownScore {
				return fmt.Sprintf("it may be %s or %s", best.class.Words(), g.class.Words())
			}
		}
		return fmt.Sprintf("it looks like %s, but not enough", best.class.Words())
	}
	return ""
}
