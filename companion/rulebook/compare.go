package rulebook

import (
	"slices"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// CompareAsk asks for a counted roll under every edition.
type CompareAsk struct {
	// Game is a game that counted one roll.
	Game int `json:"game"`
	// Answers are what somebody answered to what the editions ask, by edition and by the key of the
	// question.
	Answers map[string]map[string]engine.Answer `json:"answers,omitempty"`
}

// Compare counts a roll that was counted here under every edition of Dragon Dice. It takes the dice with all corrections, whether the camera read them
// or people tapped or typed them. If another edition asks to roll dice again that this roll rolled again too, they show the same again.
func Compare(header engine.Header, answers []Replied, ask CompareAsk) (dragondice.Comparison, error) {
	if len(answers) == 0 {
		return dragondice.Comparison{}, protocol.Stale("The roll isn't counted yet: roll the dice first")
	}
	again := map[string]int{}
	out, err := dragondice.Compare(header, answers[0].Answer.Dice, func(edition string, q engine.Question) []engine.Answer {
		var tries []engine.Answer
		if a, said := ask.Answers[edition][q.Key]; said {
			tries = append(tries, a)
		}
		seen := 0
		for _, old := range answers[1:] {
			switch {
			case q.Kind == engine.KindRoll && sameDice(q, old.Answer.Dice):
				if seen++; seen > again[edition+q.Roll.Dice[0].ID] {
					again[edition+q.Roll.Dice[0].ID] = seen
					return append(tries, engine.Answer{Dice: old.Answer.Dice})
				}
			case q.Kind != engine.KindRoll && old.Key == q.Key:
				tries = append(tries, old.Answer)
			}
		}
		return tries
	})
	if err != nil {
		return out, protocol.Illegal("%s", protocol.Sentence(err))
	}
	return out, nil
}

// Replied is an answer of a log, with the key of its question.
type Replied struct {
	Key    string
	Answer engine.Answer
}

// sameDice reports whether a question asks for exactly the dice of an earlier throw.
func sameDice(q engine.Question, dice []engine.Thrown) bool {
	if len(q.Roll.Dice) != len(dice) {
		return false
	}
	for _, d := range q.Roll.Dice {
		if !slices.ContainsFunc(dice, func(t engine.Thrown) bool { return t.ID == d.ID }) {
			return false
		}
	}
	return true
}
