package gallery

import "fmt"

// Contradiction is a shot that looks more like another class than like its own.
type Contradiction struct {
	Shot Shot
	// Own is how like the shot is to the best other shot of its class, and Other how like it is to the best shot of
	// another class; 0 to 1.
	Own, Other float64
	// Like is the best shot of another class.
	Like Shot
}

// Words are the contradiction in a sentence for people.
func (c Contradiction) Words() string {
	return fmt.Sprintf("%s says %v, but looks %s more like %s, which says %v: look at both and remove the wrong one",
		c.Shot.name(), c.Shot.Class(), c.howMuch(), c.Like.name(), c.Like.Class())
}

// plainly is how much more like another class a shot must be to look much more like it.
const plainly = .2

func (c Contradiction) howMuch() string {
	if c.Other > c.Own+plainly {
		return "much"
	}
	return "a little"
}

// contradictory is how much more like another class a shot must be than like its own.
const contradictory = .05

// Contradictions are the shots that look more like another class than like the other shots of their own. A class with
// a single shot can't be judged. Classes with the same result don't contradict each other.
func (x *Index) Contradictions() []Contradiction {
	var out []Contradiction
	for i, shot := range x.Shots {
		own := x.shotsOf[shot.Class()]
		if len(own) < 2 {
			continue
		}
		c := Contradiction{Shot: shot}
		for _, o := range own {
			if o != i {
				c.Own = max(c.Own, x.Like(x.Seen[i], o).Face)
			}
		}
		for _, h := range x.Nearest(x.Seen[i], fewShots) {
			if h.Class != shot.Class() && h.Class.Result() != shot.Class().Result() && h.Face > c.Other {
				c.Other, c.Like = h.Face, x.Shots[h.Shot]
			}
		}
		if c.Other > c.Own+contradictory {
			out = append(out, c)
		}
	}
	return out
}
