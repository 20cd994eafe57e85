package screen

import (
	"context"
	"errors"
	"log/slog"

	"astragal/companion"
	"astragal/companion/once"
	"astragal/companion/protocol"
)

// acts does what screens ask for. It does each act once.
type acts struct {
	table *companion.Session
	log   *slog.Logger
	// done are the acts that were asked for since the program began, by their marks.
	done once.Ledger[protocol.Message]
}

// act does what one message asks and says how it went. If it knows the act's mark, it doesn't do the act again.
func (at *acts) act(ctx context.Context, raw []byte, who protocol.Who) protocol.Message {
	a, err := protocol.ParseAct(raw)
	if err != nil {
		return refusal(a.ID, protocol.Malformed("%v", err))
	}
	if !who.May && !who.Plays {
		return refusal(a.ID, protocol.NotAllowed(protocol.LooksOn))
	}
	if a.Once == "" {
		return at.do(ctx, who, a)
	}
	mark := who.Device + " " + a.Once
	var reply protocol.Message
	if a.Do == protocol.DoWithdraw {
		reply, _ = at.done.Withdraw(mark, refusal("", protocol.Withdrawn("this was not done, and will not be: do it again")))
	} else {
		var came protocol.Message
		reply = at.done.Do(mark, func() (protocol.Message, bool) {
			came = at.do(ctx, who, a)
			kept := came
			kept.View = nil // the view belongs to that moment
			return kept, true
		})
		reply.View = came.View
	}
	reply.ID = a.ID
	return reply
}

func (at *acts) do(ctx context.Context, who protocol.Who, a protocol.Act) protocol.Message {
	// An act is finished even if its screen goes away.
	err := at.table.DoAs(context.WithoutCancel(ctx), who, a)
	if err == nil {
		v, _ := at.table.Views.Last()
		return protocol.Message{Type: "done", ID: a.ID, MayAnswer: true, Version: v.Version}
	}
	var no *protocol.Refusal
	if !errors.As(err, &no) {
		at.log.Error("act", "do", a.Do, "err", err)
		no = protocol.Broken("something went wrong here: look at the program's log")
	}
	reply := refusal(a.ID, no)
	reply.MayAnswer = who.May || who.Plays
	if no.Code == protocol.CodeStale && a.Game == 0 {
		if v, ok := at.table.Views.Last(); ok {
			reply.View = v.JSON
		}
	}
	return reply
}

func refusal(id string, no *protocol.Refusal) protocol.Message {
	return protocol.Message{Type: "refused", ID: id, Code: no.Code, Why: no.Why}
}
