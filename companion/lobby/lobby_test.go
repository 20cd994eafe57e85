package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
)

// brought is a kind of game in which each player brings something, and less is a kind in which nobody does.
var (
	brought = rulebook.Kind{ID: "brought", Name: "Brought", Least: 2, Most: 3, Form: "brought", Brings: "forces", Judge: func(_, own json.RawMessage) (string, error) {
		switch text := string(own); {
		case strings.Contains(text, "unreadable"):
			return "", errors.New("that is no army")
		case strings.Contains(text, "small"):
			return "it is too small", nil
		}
		return "", nil
	}}
	less = rulebook.Kind{ID: "less", Name: "Less", Least: 2, Most: 2, Form: "plain"}
)

func kindOf(id string) rulebook.Kind {
	if id == less.ID {
		return less
	}
	return brought
}

func everybodyIsHere(string) bool { return true }

// Screens ask for anything, in any order. Only the device that chooses for a seat is shown the choice. What is
// refused changes nothing, and what is kept is read again as it was. A game begins only when everybody is ready.
func TestBotsGather(t *testing.T) {
	begun := 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 1))
		l, err := New(1, brought, protocol.NewLobby{}, nil)
		require.NoError(t, err)
		devices := []string{"ann", "ben", "cleo"}
		for _, d := range devices {
			l, err = l.With(d)
			require.NoError(t, err)
		}
		table, there := protocol.Who{May: true}, map[string]bool{}
		for _, d := range devices {
			there[d] = true
		}
		for range 120 {
			who := Screen{Who: table, Here: func(d string) bool { return there[d] }}
			if d := devices[r.IntN(3)]; r.IntN(3) > 0 {
				who.Who = protocol.Who{Device: d, Plays: true}
				there[d] = r.IntN(5) > 0
			}
			do := []protocol.LobbyDeed{protocol.LobbySit, protocol.LobbySit, protocol.LobbyLeave, protocol.LobbyName, protocol.LobbyName, protocol.LobbyName, protocol.LobbyBring, protocol.LobbyBring, protocol.LobbyBring,
				protocol.LobbyReady, protocol.LobbyReady, protocol.LobbyReady, protocol.LobbyWait, protocol.LobbyAdd, protocol.LobbyDrop, protocol.LobbyRules, "dance"}[r.IntN(17)]
			a := protocol.LobbyAct{Do: do, Seat: r.IntN(5), Name: fmt.Sprintf("P%d", r.IntN(9)), Rulebook: []string{"brought", "brought", "brought", "less"}[r.IntN(4)]}
			if i := slices.IndexFunc(l.Seats, func(s Seat) bool { return s.Device != "" && s.Device == who.Device }); i >= 0 && do != protocol.LobbySit && r.IntN(8) > 0 {
				a.Seat = i + 1
			}
			if r.IntN(3) > 0 && (do == protocol.LobbyLeave || do == protocol.LobbyRules || do == protocol.LobbySit && a.Seat > 2) {
				continue
			}
			a.Force = json.RawMessage(fmt.Sprintf(`{"of":"%s%d","is":"%s"}`, who.Device, r.IntN(3), []string{"whole", "whole", "small", "unreadable"}[r.IntN(4)]))
			was, err := json.Marshal(l)
			require.NoError(t, err)
			next, err := l.Do(kindOf(l.Rulebook), kindOf(a.Rulebook), who, a)
			now, _ := json.Marshal(l)
			require.JSONEq(t, string(was), string(now), "an act changed what was")
			if err != nil {
				var no *protocol.Refusal
				require.ErrorAs(t, err, &no)
				require.NotEmpty(t, no.Why)
				continue
			}
			l = next
			raw, err := json.Marshal(l)
			require.NoError(t, err)
			var again Lobby
			require.NoError(t, json.Unmarshal(raw, &again))
			require.Equal(t, l, again)
			seesOnlyItsOwn(t, l, devices)
			k := kindOf(l.Rulebook)
			n, err := l.Begin(k, Screen{Who: table, Here: everybodyIsHere})
			if err != nil {
				require.NotEmpty(t, l.Waits(k))
				continue
			}
			begun++
			require.GreaterOrEqual(t, len(n.Players), k.Least)
			require.LessOrEqual(t, len(n.Players), k.Most)
			for i, s := range l.Seats {
				require.NotEmpty(t, n.Players[i].Name)
				require.True(t, s.Device == "" || s.Said, "it began before everybody was ready")
				require.Empty(t, s.Why)
			}
			if k.Brings != "" {
				var setup struct{ Forces []map[string]string }
				require.NoError(t, json.Unmarshal(n.Setup, &setup))
				require.Len(t, setup.Forces, len(n.Players))
			}
		}
	}
	require.Greater(t, begun, 20, "hardly any game could begin")
}

// seesOnlyItsOwn checks that each device is shown what it chooses for, and nothing else.
func seesOnlyItsOwn(t *testing.T, l Lobby, devices []string) {
	t.Helper()
	screens := []protocol.Who{{}, {May: true}, {Device: "a stranger", Plays: true}, {Device: "tablet", May: true}}
	for _, d := range devices {
		screens = append(screens, protocol.Who{Device: d, Plays: true}, protocol.Who{Device: d, May: true})
	}
	for _, who := range screens {
		for i, s := range l.View(kindOf(l.Rulebook), Screen{Who: who, Here: everybodyIsHere}).Seats {
			held := l.Seats[i].Device
			may := held != "" && held == who.Device || held == "" && who.May
			require.Equal(t, may, s.Own)
			if !may {
				require.Equal(t, "null", string(s.Force), "%+v sees what another brings", who)
				require.Empty(t, s.Why)
			}
		}
		raw, err := json.Marshal(l.View(kindOf(l.Rulebook), Screen{Who: who, Here: everybodyIsHere}))
		require.NoError(t, err)
		for _, d := range devices {
			require.NotContains(t, string(raw), `"`+d+`"`, "the name of a device")
		}
	}
}

// If somebody leaves a seat or is put off it, others see nothing of what was chosen there. If somebody moves, the
// choice moves too.
func TestWhatWasChosenGoesWithWhoChoseIt(t *testing.T) {
	l, err := New(1, brought, protocol.NewLobby{Players: nil}, nil)
	require.NoError(t, err)
	l, err = l.With("ann")
	require.NoError(t, err)
	gone := false
	ann := Screen{Who: protocol.Who{Device: "ann", Plays: true}, Here: func(string) bool { return !gone }}
	table := Screen{Who: protocol.Who{May: true}, Here: ann.Here}
	do := func(who Screen, a protocol.LobbyAct) {
		t.Helper()
		l, err = l.Do(brought, brought, who, a)
		require.NoError(t, err)
	}
	do(ann, protocol.LobbyAct{Do: protocol.LobbySit, Seat: 1})
	do(ann, protocol.LobbyAct{Do: protocol.LobbyName, Seat: 1, Name: "Ann"})
	do(ann, protocol.LobbyAct{Do: protocol.LobbyBring, Seat: 1, Force: json.RawMessage(`{"is":"whole"}`)})
	do(ann, protocol.LobbyAct{Do: protocol.LobbySit, Seat: 2})
	require.Equal(t, Seat{}, l.Seats[0])
	require.Equal(t, "Ann", l.Seats[1].Name)
	require.JSONEq(t, `{"is":"whole"}`, string(l.Seats[1].Force))
	_, err = l.Do(brought, brought, table, protocol.LobbyAct{Do: protocol.LobbyLeave, Seat: 2})
	require.ErrorContains(t, err, "another screen", "she is there")
	gone = true
	do(table, protocol.LobbyAct{Do: protocol.LobbyLeave, Seat: 2})
	require.Equal(t, Seat{Name: "Ann"}, l.Seats[1])
}

// A player is ready with certain rules. If the rules change, the player is asked again.
func TestOtherRulesAskAgain(t *testing.T) {
	l, err := New(1, brought, protocol.NewLobby{}, nil)
	require.NoError(t, err)
	who := Screen{Who: protocol.Who{Device: "tablet", May: true}, Here: everybodyIsHere}
	for _, a := range []protocol.LobbyAct{{Do: protocol.LobbySit, Seat: 1}, {Do: protocol.LobbyName, Seat: 1, Name: "Ann"}, {Do: protocol.LobbyBring, Seat: 1, Force: json.RawMessage(`{}`)}, {Do: protocol.LobbyReady, Seat: 1}} {
		l, err = l.Do(brought, brought, who, a)
		require.NoError(t, err)
	}
	same, err := l.Do(brought, brought, who, protocol.LobbyAct{Do: protocol.LobbyRules, Title: "An evening"})
	require.NoError(t, err)
	require.True(t, same.Seats[0].Said)
	other, err := l.Do(brought, brought, who, protocol.LobbyAct{Do: protocol.LobbyRules, Setup: json.RawMessage(`{"size":24}`)})
	require.NoError(t, err)
	require.False(t, other.Seats[0].Said)
	require.NotEmpty(t, other.Seats[0].Force, "what was brought stays")
	_, err = l.Do(brought, brought, who, protocol.LobbyAct{Do: protocol.LobbyRules, Setup: json.RawMessage(`[]`)})
	require.ErrorContains(t, err, "JSON object")
}
