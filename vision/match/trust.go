package match

import (
	"fmt"
	"math"

	"astragal/models/gallery"
	"astragal/vision"
)

// Trust turns the evidence for the best guess into the probability that its result is right. That is the probability
// that the face was taught at all, times the probability that it is this one and no other.
type Trust struct {
	// Bias, Like and Same say how likely the face was taught at all. The other evidence adds to it.
	Bias, Like, Same, Copies, Beside, Shape, Tint, Size float64
	// Lead and LeadBias say how likely it is this face and no other.
	Lead, LeadBias float64
	// If no places were compared, Alone, Icon or Number replaces Bias, AloneLike replaces Like, and AloneLead and AloneBias
	// replace Lead and LeadBias.
	Alone, AloneLike, Icon, Number, AloneLead, AloneBias float64
	// Accept is the least probability at which nobody is asked. AcceptFree is the same if nothing is expected. Then
	// more faces may be mistaken for each other, and an untaught face for a taught one.
	Accept, AcceptFree float64
}

// usualTrust holds the fitted numbers. docs/measurements.md says on what and how they were fitted.
func usualTrust() Trust {
	return Trust{
		Bias: 2.84, Like: 7.22, Same: 2.06, Copies: .06, Beside: .5, Shape: .69, Tint: .78, Size: .15, Lead: 1.07, LeadBias: .15,
		Alone: -8, AloneLike: 16, Icon: -9, Number: -7, AloneLead: 1.15, AloneBias: .34, Accept: .98, AcceptFree: .996,
	}
}

// of is the probability that a guess with this lead is right.
func (t Trust) of(g guess, lead float64) float64 {
	sure := logistic(t.AloneBias + t.AloneLead*lead)
	x := t.Copies*g.copies + t.Beside*g.beside + t.Shape*g.shape + t.Tint*g.tint + t.Size*g.size
	switch g.by {
	case byPlaces:
		x += t.Bias + t.Like*g.like + t.Same*g.same
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

// grounds are what a guess is based on, with its rivals among the guesses. g is nil if there is no guess.
func (m *Matcher) grounds(v view, g *guess, lead float64) Grounds {
	if g == nil {
		g = &guess{die: -1}
	}
	out := Grounds{Ground: m.ground(*g), Lead: lead}
	told := map[gallery.Class]bool{}
	for _, o := range v.guesses {
		if !told[o.class] && o.by == byPlaces && o.compared {
			told[o.class] = true
			out.Rivals = append(out.Rivals, m.ground(o))
		}
	}
	return out
}

func (m *Matcher) ground(g guess) Ground {
	e := Ground{
		By: []string{"", "places", "face", "icon", "number"}[g.by], Like: g.like, Same: g.same, Copies: g.copies, Beside: g.beside, Shape: g.shape,
		Tint: g.tint, Size: g.size, Far: g.far, Icon: g.class.Icon, Count: g.class.Count,
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

// reading is the reading of a sighting whose best guess leads by lead nats. best is nil if there is no guess.
func (m *Matcher) reading(d vision.Sighting, v view, best *guess, lead float64) vision.Reading {
	base := vision.ReadOne(d, vision.Usual())
	if best == nil {
		return m.unknown(base, v)
	}
	if best.die < 0 && best.class.Icon == "" && !best.far {
		return number(base, lead)
	}
	r := base
	r.Value, r.Alternatives = nil, []vision.Alternative{}
	m.fill(&r, *best)
	r.Confidence = m.trust.of(*best, lead)
	if best.by == byPlaces && best.same < leastSame {
		r.Confidence = min(r.Confidence, unlikeTrust)
	}
	m.addAlternatives(&r, v, best)
	r.Why = m.doubt(d, r, v, *best)
	if n, missing := m.untaughtNumber(*best); missing && r.Why == "" {
		r.Confidence = min(r.Confidence, unlikeTrust)
		r.Why = fmt.Sprintf("the %d beside %s was never taught, and may look much like this", n, best.class.Icon)
	}
	if n := likeliestBeside(d.Beside); best.beside < otherBeside && r.Why == "" {
		r.Confidence = min(r.Confidence, unlikeTrust)
		r.Why = fmt.Sprintf("the number beside %s may be %d", best.class.Icon, n)
	}
	r.Accepted = r.Why == ""
	return r
}

// otherBeside is the least evidence of the number beside an icon. Below it, another number was read there too surely,
// and the page asks. The evidence was above −1 in all 622 right readings of painted terrain dice.
const otherBeside = -1.5

// unlikeTrust is the highest confidence in two cases, because something that was never taught may look much like the
// face:
//   - Its places agree less than leastSame says.
//   - It has a number beside an icon, and another number beside the same icon was never taught.
const unlikeTrust, leastSame = .9, -1.5

// untaughtNumber is a number beside the same icon, on the guess's die, that was never taught. It returns false if all
// were taught.
func (m *Matcher) untaughtNumber(g guess) (int, bool) {
	if g.die < 0 || g.by != byPlaces || !g.class.Numbered {
		return 0, false
	}
	for _, f := range m.dice[g.die].faces {
		if otherNumber(g.class, f.class) && !m.shots.Knows(f.class) {
			return f.class.Value, true
		}
	}
	return 0, false
}

// fill puts what a guess shows into a reading.
func (m *Matcher) fill(r *vision.Reading, g guess) {
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

// mostAlternatives is how many alternatives are listed, the likeliest first.
const mostAlternatives = 3

// addAlternatives lists other results that the face may have.
func (m *Matcher) addAlternatives(r *vision.Reading, v view, best *guess) {
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
		a := vision.Alternative{Confidence: rest * math.Exp(g.score) / sum}
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

// unknown is a reading that says that nobody knows, and what is nearest.
func (m *Matcher) unknown(base vision.Reading, v view) vision.Reading {
	r := base
	r.Die, r.Face, r.Icon, r.Count, r.Value, r.Accepted = nil, nil, nil, nil, nil, false
	r.Confidence, r.Alternatives = 0, []vision.Alternative{}
	if r.Why == "" || base.Value != nil {
		r.Why = neverTaught
	}
	m.addAlternatives(&r, v, nil)
	return r
}

// number is a reading of pips or a numeral of no known die. What was taught may contradict it.
func number(base vision.Reading, lead float64) vision.Reading {
	if base.Accepted && lead < leastNumberLead {
		base.Accepted, base.Why = false, "it may also be something that was taught"
	}
	return base
}

// leastNumberLead is the least lead of a number over what was taught and over something never taught. With less, the
// page asks, because some icons look much like pips.
const leastNumberLead = .55

// If the evidence is below otherSize, the size is that of another die. If it is below otherCopies, the number of
// icons is another one. betterFit is by how much a better guess must fit one of the two better.
const otherSize, otherCopies, betterFit = -3.0, -.3, .3

// otherCount is a guess of the same icon in another number that fits better. It is nil if there is none, or if size
// or number fits the best guess. A face with more copies, on a larger die of the same plastic, holds all that a face
// with fewer shows.
func (v view) otherCount(best guess) *guess {
	if best.size > otherSize || best.copies > otherCopies {
		return nil
	}
	for i, g := range v.guesses {
		if g.class.Drawing == best.class.Drawing && g.class.Count != best.class.Count && g.class.Icon != "" && (g.copies > best.copies+betterFit || g.size > best.size+betterFit) {
			return &v.guesses[i]
		}
	}
	return nil
}

// doubt says why a reading must be asked about. It is empty if the reading counts.
func (m *Matcher) doubt(d vision.Sighting, r vision.Reading, v view, best guess) string {
	switch {
	case len(d.Doubts) > 0:
		return d.Doubts[0]
	case best.far:
		return "nobody expected this die"
	case d.Found < vision.Usual().Found:
		return "it may not be one whole die"
	case v.otherCount(best) != nil:
		return fmt.Sprintf("it may be %s or %s: neither size nor count fits the first", best.class.Words(), v.otherCount(best).class.Words())
	case r.Confidence < m.trust.Accept || v.free && r.Confidence < m.trust.AcceptFree:
		for _, g := range v.guesses {
			if g.class.Result() != best.class.Result() && g.score > unknownScore {
				return fmt.Sprintf("it may be %s or %s", best.class.Words(), g.class.Words())
			}
		}
		return fmt.Sprintf("it looks like %s, but not enough", best.class.Words())
	}
	return ""
}
