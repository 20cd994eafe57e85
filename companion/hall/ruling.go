package hall

import (
	"context"
	"fmt"

	"astragal/companion/event"
	"astragal/companion/protocol"
	"astragal/engine"
)

// restoreGame takes back the step that annulled a roll. What was played since that step is taken back too.
func (h *Hall) restoreGame(ctx context.Context, g *Game, entry int, r event.Ruling) error {
	if err := g.playing(); err != nil {
		return err
	}
	in, _ := g.Engine.InEffect()
	for n := g.Engine.Entries() - 1; n > entry; n-- {
		if e := g.Engine.Entry(n); e.Kind != engine.EntryUndo || e.Of != entry || !in[n] {
			continue
		}
		if err := g.Engine.Undo(n); err != nil {
			return err
		}
		if err := h.writeGame(ctx, g, gameNote{}, nil); err != nil {
			return err
		}
		g.told = saying{text: fmt.Sprintf("%s brought a roll back, and with it what had been played after it: %s", r.Judge, r.Reason)}
		return nil
	}
	return protocol.Stale("the game has gone back further since: there is nothing that this roll could be put back into")
}

// RuleGame changes a roll of a game, or goes back to before it. The judge's word needs nobody's consent.
func (h *Hall) RuleGame(ctx context.Context, g *Game, entry int, r event.Ruling) error {
	if r.Do == event.Restore {
		return h.restoreGame(ctx, g, entry, r)
	}
	q, was, ok := g.Engine.Question(entry)
	if !ok {
		return protocol.Stale("the game has gone back past this roll")
	}
	if r.Do == event.Annul {
		if err := g.playing(); err != nil {
			return err
		}
		if err := g.Engine.Undo(entry); err != nil {
			return err
		}
		if err := h.writeGame(ctx, g, gameNote{}, nil); err != nil {
			return err
		}
		g.told = saying{text: fmt.Sprintf("%s took this roll back: %s", r.Judge, r.Reason)}
		return nil
	}
	var shown []protocol.ShownDie
	for _, d := range r.Dice {
		up := d.Face
		if up == nil {
			up = d.Value
		}
		if up == nil {
			return protocol.Illegal("the die %.20q needs a face or a value", d.ID)
		}
		shown = append(shown, protocol.ShownDie{Die: d.ID, Face: *up})
	}
	now, err := amended(protocol.Act{Shown: shown}, q, was)
	if err != nil {
		return err
	}
	now.By = "judge " + r.Judge
	return h.amend(ctx, g, entry, now, nil)
}
