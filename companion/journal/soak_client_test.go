package journal_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
)

// beginFrom begins the scripted game over HTTP, as a page does.
func beginFrom(address string) error {
	body := fmt.Sprintf(`{"rulebook": %q, "players": [{"name": "Ann"}, {"name": "Ben"}]}`, tabletest.DuelName)
	r, err := http.Post("http://"+address+"/api/games", "application/json", bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if _, err := io.ReadAll(r.Body); err != nil || r.StatusCode != http.StatusCreated {
		return fmt.Errorf("status %d: %w", r.StatusCode, err)
	}
	return nil
}

// playOn answers the first open question and returns how many answers the log has then.
func playOn(address string) (int, error) {
	for seat := 1; seat <= 2; seat++ {
		r, err := http.Get(fmt.Sprintf("http://%s/api/games/1?seat=%d", address, seat))
		if err != nil {
			return 0, err
		}
		raw, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil {
			return 0, err
		}
		var m protocol.Message
		var v protocol.GameView
		if json.Unmarshal(raw, &m) != nil || json.Unmarshal(m.Game, &v) != nil {
			return 0, fmt.Errorf("no game came: %s", raw)
		}
		if len(v.Play.Pending) == 0 || int(v.Play.Pending[0].Seats[0]) != seat && len(v.Play.Pending) == 1 && v.Play.Pending[0].Secret {
			continue
		}
		a := script(v.Play.Pending[0])
		done, err := tabletest.Post(address, protocol.Act{Do: protocol.DoReply, Game: 1, Answer: &a})
		if err != nil {
			return 0, err
		}
		if done.Type != "done" {
			continue
		}
		return v.Game.Entries, nil // the header, the answers before, and now one more
	}
	return 0, nil
}
