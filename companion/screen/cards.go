package screen

import (
	"net/http"

	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
	"astragal/engine/veradiscordia"
)

// mostCardBytes bounds a file of cards that is checked.
const mostCardBytes = 1 << 20

// CardsView is what the pages know of Vera Discordia's cards.
type CardsView struct {
	// MadeUp is the pair of factions that nobody printed.
	MadeUp    []veradiscordia.Faction `json:"made_up"`
	Colors    []veradiscordia.Color   `json:"colors"`
	Abilities []veradiscordia.Ability `json:"abilities"`
	Ranks     []RankView              `json:"ranks"`
	// Rulings are what the table decides where the rulebook is unclear.
	Rulings []veradiscordia.Item `json:"rulings"`
}

// RankView is a rank of units: how many cards of it a faction has, how many copies of each type as a
// rule, and how many units of it are recruited.
type RankView struct {
	Rank      veradiscordia.Rank `json:"rank"`
	Cards     int                `json:"cards"`
	Copies    int                `json:"copies"`
	Recruited int                `json:"recruited"`
}

// cards is the addresses that the pages of cards ask.
type cards struct{ *desk.Desk }

func (at cards) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/vera", func(w http.ResponseWriter, _ *http.Request) {
		desk.WriteJSON(w, http.StatusOK, cardsView())
	})
	mux.HandleFunc("POST /api/vera/cards", at.check)
}

func cardsView() CardsView {
	v := CardsView{MadeUp: veradiscordia.Demo(), Colors: veradiscordia.Colors(), Abilities: veradiscordia.Abilities()}
	for _, r := range veradiscordia.Ranks() {
		cards, copies, recruited := r.Composition()
		v.Ranks = append(v.Ranks, RankView{Rank: r, Cards: cards, Copies: copies, Recruited: recruited})
	}
	for _, x := range veradiscordia.Items() {
		if len(x.Choices) > 0 {
			v.Rulings = append(v.Rulings, x)
		}
	}
	return v
}

// check reads a file of cards: its factions, or one sentence about what is wrong.
func (at cards) check(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Body(w, r, mostCardBytes)
	if !ok {
		return
	}
	raw, err := protocol.TidyNames(raw)
	var list []veradiscordia.Faction
	if err == nil {
		list, err = veradiscordia.ParseFactions(raw)
	}
	if err != nil {
		desk.WriteJSON(w, http.StatusOK, map[string]any{"why": protocol.Sentence(err), "factions": []veradiscordia.Faction{}})
		return
	}
	desk.WriteJSON(w, http.StatusOK, map[string]any{"why": "", "factions": list})
}
