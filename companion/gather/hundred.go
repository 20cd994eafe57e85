package gather

import (
	"fmt"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/request"
)

// Together joins the two dice of a d100 to one in what a request shows.
func Together(dice []protocol.RequestDie) []protocol.RequestDie {
	out := []protocol.RequestDie{}
	for i, d := range dice {
		switch {
		case d.ID == request.Tens && i+1 < len(dice):
			out = append(out, hundredOf(d, dice[i+1]))
		case d.ID != request.Ones:
			out = append(out, d)
		}
	}
	return out
}

// hundredOf is the d100 that two dice make. It is as sure as the less sure of the two.
func hundredOf(tens, ones protocol.RequestDie) protocol.RequestDie {
	d := protocol.RequestDie{ID: "d100", Shape: "d100", How: tens.How, Confidence: min(tens.Confidence, ones.Confidence), Crop: tens.Crop, Of: []protocol.RequestDie{tens, ones}}
	for _, how := range []engine.How{engine.Typed, engine.Confirmed} {
		if ones.How == how && tens.How != engine.Typed {
			d.How = how
		}
	}
	if tens.Value == nil || ones.Value == nil {
		d.How = engine.Unread
		return d
	}
	v := request.Hundred(*tens.Value, *ones.Value)
	d.Value, d.Shows = &v, fmt.Sprint(v)
	return d
}
