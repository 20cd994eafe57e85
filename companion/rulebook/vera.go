package rulebook

import (
	"encoding/json"

	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// veraGame is Vera Discordia. Without a setup it is played with the made-up pair of factions.
func veraGame() Kind {
	return Kind{ID: veradiscordia.Rulebook, Name: "Vera Discordia", Least: 2, Most: 2, Form: "vera",
		New: func(title string, players []engine.Player, setup json.RawMessage) (engine.Rulebook, error) {
			s, err := veradiscordia.ParseSettings(setup)
			if err != nil {
				return nil, err
			}
			return veradiscordia.New(title, players, s)
		},
		Open: func(h engine.Header) (engine.Rulebook, error) { return veradiscordia.Open(h) },
	}
}
