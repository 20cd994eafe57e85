package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Way is what a seat may say in one go: an answer to this question and to those that follow it. A screen
// offers it as one tap. Each answer is an entry of its own in the log, as if it had been given by itself.
type Way struct {
	ID string `json:"id"`
	// Text and Note are an Option's.
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
	// On are the things on the board that it stands at, as an Option's; empty where it stands nowhere.
	On []string `json:"on,omitempty"`
	// Chosen answers this question; empty for a pick of nothing.
	Chosen []string `json:"chosen,omitempty"`
	// Then are the answers that follow, in their order. Each counts only if exactly that is asked next.
	Then []Said `json:"then,omitempty"`
}

// Said is an answer to a question that isn't asked yet.
type Said struct {
	// Key is the question's, as the rules give it, without the number of a repeated one.
	Key    string   `json:"key"`
	Chosen []string `json:"chosen,omitempty"`
}

// Way gives the way of that id.
func (q Question) Way(id string) (Way, bool) {
	i := slices.IndexFunc(q.Ways, func(w Way) bool { return w.ID == id })
	if i < 0 {
		return Way{}, false
	}
	return q.Ways[i], true
}

// Follow gives the answer that said has for what is pending after an answer, by the same seat, and what is left of it then. It is false where
// something else is asked, or somebody else, or more than one thing: then people are asked. What was said of questions that didn't come is left out.
func Follow(pending []Question, after Answer, said []Said) (a Answer, rest []Said, ok bool) {
	if len(pending) != 1 || !slices.Equal(pending[0].Seats, []Seat{after.Seat}) {
		return Answer{}, nil, false
	}
	q := pending[0]
	i := slices.IndexFunc(said, func(s Said) bool { return q.Key == s.Key || strings.HasPrefix(q.Key, s.Key+"#") })
	if i < 0 {
		return Answer{}, nil, false
	}
	a = Answer{To: q.ID, Seat: after.Seat, By: after.By, Chosen: said[i].Chosen}
	if Legal(q, a) != nil {
		return Answer{}, nil, false
	}
	return a, said[i+1:], true
}

// checkWays says whether each way answers the question.
func (q Question) checkWays() error {
	for i, w := range q.Ways {
		if w.ID == "" || slices.IndexFunc(q.Ways, func(o Way) bool { return o.ID == w.ID }) != i {
			return fmt.Errorf("the question %q has no way of its own called %q", q.Key, w.ID)
		}
		if err := q.form().legal(Answer{Chosen: w.Chosen}); err != nil {
			return fmt.Errorf("the question %q, the way %q: %w", q.Key, w.ID, err)
		}
	}
	return nil
}
