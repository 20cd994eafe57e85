package record

import (
	"slices"
	"sync"

	"astragal/companion/count"
	"astragal/companion/evidence"
	"astragal/companion/hall"
	"astragal/companion/protocol"
	"astragal/companion/throw"
)

// keptDice is how many dice make a part. If statistics ask for a time that begins or ends within a part, they go through so many dice one by one.
const keptDice = 4000

// kept is what a count's dice showed. It grows with each roll, so that statistics need not go through the whole evening.
type kept struct {
	parts []keptPart
	// upto is how many of the count's throws are in the parts.
	upto int
}

// keptPart begins with the throw that was counted as number from.
type keptPart struct {
	evidence.Part
	from int
}

// KeepUp takes in what was counted since the last call.
func (r *Record) KeepUp() {
	for _, c := range r.Counts {
		if c.kept.upto < len(c.Counted) {
			r.keepUpCount(c)
		}
	}
}

// keepUpCount takes in what was counted in one count. It stops before a roll that is not whole yet.
func (r *Record) keepUpCount(c *Tallied) {
	came := c.Results()
	for ; c.kept.upto < len(c.Counted); c.kept.upto++ {
		if open := came.Open; open != nil && open.Key == count.RollKey(r.Throws.Get(c.Counted[c.kept.upto]).Key) {
			return
		}
		for _, o := range r.observedAt(c, c.kept.upto, came) {
			c.kept.add(o, c.kept.upto)
		}
	}
}

// observedAt are the dice of the throw that c counted as number n.
func (r *Record) observedAt(c *Tallied, n int, came *count.Results) []evidence.Observed {
	t := r.Throws.Get(c.Counted[n])
	if t.Status != protocol.ThrowCounted {
		return nil
	}
	return r.ObservedCount(t, came)
}

func (k *kept) add(o evidence.Observed, from int) {
	n := len(k.parts)
	if n == 0 || !k.parts[n-1].Follows(o) || k.parts[n-1].Dice >= keptDice && k.parts[n-1].from != from {
		k.parts, n = append(k.parts, keptPart{from: from}), n+1
	}
	k.parts[n-1].Add(o)
}

// Changed is called after a throw was replaced by another state of it. It forgets what is known of the throw's count from that throw on; it is worked
// out anew.
func (r *Record) Changed(t throw.Throw) {
	c := r.Counts[t.Count]
	if n := slices.Index(c.Counted, t.ID); n >= 0 {
		c.restand()
		c.kept.back(n)
		r.CarryAnew(t.Count)
	}
}

// back forgets what the throw counted as number n showed, and what all throws after it showed. A changed throw may change which dice those are taken
// for.
func (k *kept) back(n int) {
	if n < 0 || n >= k.upto {
		return
	}
	for len(k.parts) > 0 && k.upto > n {
		last := k.parts[len(k.parts)-1]
		k.parts, k.upto = k.parts[:len(k.parts)-1], min(k.upto, last.from)
	}
	if len(k.parts) == 0 {
		k.upto = 0
	}
}

// frozen is a copy that stays as it is. Only the last part grows.
func (k *kept) frozen() kept {
	out := kept{parts: slices.Clone(k.parts), upto: k.upto}
	if n := len(out.parts); n > 0 {
		out.parts[n-1].Part = k.parts[n-1].Frozen()
	}
	return out
}

// Sources are what the dice of the copy showed: first those of counts, then those of each game.
func (c *Copy) Sources() []evidence.Source {
	var out []evidence.Source
	for _, of := range c.Counts {
		out = append(out, c.sourcesOf(of)...)
	}
	for _, g := range c.games {
		out = append(out, c.ofGames.of(g, func(from int) []evidence.Observed { return c.observedGame(g, from) }))
	}
	return out
}

// sourcesOf are what the dice of one count showed.
func (r *Record) sourcesOf(c *Tallied) []evidence.Source {
	if c.Closed != nil {
		return []evidence.Source{c.Closed.Dice.Source()}
	}
	var out []evidence.Source
	for i := range c.kept.parts {
		out = append(out, c.kept.parts[i].Source())
	}
	if c.kept.upto == len(c.Counted) {
		return out
	}
	var rest []evidence.Observed
	came := c.Results()
	for n := c.kept.upto; n < len(c.Counted); n++ {
		rest = append(rest, r.observedAt(c, n, came)...)
	}
	last := evidence.NewPart(rest)
	return append(out, last.Source())
}

// OfGames is what the dice of games showed. It is brought up to date each time somebody asks.
type OfGames struct {
	mu   sync.Mutex
	game map[int]*ofGame
}

type ofGame struct {
	entries int
	part    evidence.Part
}

// of is what the dice of a game showed. observed gives its dice from an entry of its log on.
func (o *OfGames) of(g *hall.Game, observed func(from int) []evidence.Observed) evidence.Source {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.game == nil {
		o.game = map[int]*ofGame{}
	}
	was := o.game[g.ID]
	if was == nil || !was.goesOn(g, observed) {
		was = &ofGame{g.Engine.Entries(), evidence.NewPart(observed(1))}
		o.game[g.ID] = was
	}
	now := was.part.Frozen()
	return now.Source()
}

// goesOn takes in what was added to the game's log. It is false if the log changed otherwise: then all of it must be looked at again.
func (o *ofGame) goesOn(g *hall.Game, observed func(from int) []evidence.Observed) bool {
	if o.entries == g.Engine.Entries() {
		return true
	}
	if !g.Engine.Grew(o.entries) {
		return false
	}
	for _, d := range observed(o.entries) {
		if !o.part.Follows(d) {
			return false
		}
		o.part.Add(d)
	}
	o.entries = g.Engine.Entries()
	return true
}
