package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Way is an answer to this question together with answers to those that follow. A screen offers it as one tap. The
// log has an entry for each answer, as if somebody had given them one by one.
type Way struct {
	ID string `json:"id"`
	// Text and Note are an Option's.
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
	// On are the things on the board at which the way is offered, like an Option's; empty if there are none.
	On []string `json:"on,omitempty"`
	// Chosen answers this question. If it is empty, the way picks nothing.
	Chosen []string `json:"chosen,omitempty"`
	// Then are the answers that follow, in order. Each counts only if exactly its question is asked next.
	Then []Said `json:"then,omitempty"`
}

// Said is an answer to a question that isn't asked yet.
type Said struct {
	// Key is the question's key as the rules give it, without the number that the engine adds to a repeated key.
	Key    string   `json:"key"`
	Chosen []string `json:"chosen,omitempty"`
}

// Way returns the way with that id.
func (q Question) Way(id string) (Way, bool) {
	i := slices.IndexFunc(q.Ways, func(w Way) bool { return w.ID == id })
	if i < 0 {
		return Way{}, false
	}
	return q.Ways[i], true
}

// Follow returns the answer that said has for what is pending after the answer "after" of the same seat, and what is
// left of said. It is false if something else is asked, or another seat is asked, or more than one question is open:
// then people are asked. Answers in said whose questions didn't come are left out.
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
