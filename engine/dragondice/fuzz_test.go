package dragondice_test

import (
	"encoding/json"
	"strings"
	"testing"

	"astragal/engine"
	"astragal/engine/dragondice"
)

// FuzzSettings: a header is refused with one sentence or makes a game, whatever it says.
func FuzzSettings(f *testing.F) {
	raw, err := json.Marshal(dragondice.Settings{Size: 30, Forces: []dragondice.Force{starterForce(), starterForce()}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("starter", string(raw))
	f.Add("4.01d", string(raw))
	f.Add("starter", `{"position":["home of Ann: highland_city at 6","frontier: swampland_temple at 2","Ann at frontier: o1=oak","spell stone_skin by Ann on ann@frontier, 2 times","phase: retreat"]}`)
	f.Add("4.01d", `{"count":{"roll":"dragon","dice":["2 oak"],"terrain":"coastland_city","face":8,"holder":true,"spells":["stone_skin 2"]}}`)
	f.Add("4.01d", `{"board":{"places":[{"die":"x","area":"hand"}],"terrains":[],"marching":-1}}`)
	f.Fuzz(func(t *testing.T, edition, settings string) {
		b, err := dragondice.New(edition, "", two, json.RawMessage(settings), kinds(t))
		if err != nil {
			if strings.Contains(err.Error(), "\n") && !strings.Contains(settings, `\n`) && !strings.Contains(settings, "\n") {
				t.Fatalf("more than one line: %v", err)
			}
			return
		}
		g, err := engine.New(b)
		if err != nil {
			t.Fatalf("taken, but it doesn't begin: %v", err)
		}
		g.Stop()
	})
}
