package web_test

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// toOne are words by which French speaks to one person as to a friend: their pronouns, and what the sentences tell somebody to do.
var toOne = regexp.MustCompile(`(?i)(?:^|[\s(’])(?:tu|toi|tes|ton|tienne?s?)(?:[\s,.)]|$)|\p{L}-(?:tu|toi)\b|\bt’` +
	`|(?:^|: |; |, ou |, et |\. )(?:d’abord )?(?:ajoute|annule|attends|autorise|branche|change|choisis|copie|corrige|demande|dis|débranche|démarre|enlève|enregistre|envoie|ferme|fais|lance|laisse|mets|nomme|ouvre|prends|quitte|rebranche|recommence|redemande|refais|regarde|relance|renvoie|reprends|retape|retire|réessaie|répare|réponds|réveille|scanne|tape|tourne|va|vérifie|écris)(?:-\p{L}+)?(?: |$)`)

// thirdPerson are sentences that say what somebody or something does, in words that could be an order.
var thirdPerson = regexp.MustCompile(`^(?:(?:envoie|laisse|lance|change) |\p{L}+$|Corrige l’entrée|regarde seulement$|Demande à la table si )`)

// French speaks to everybody as vous: on the pages, in what the rules and the table say, and in Foundry.
func TestFrenchSaysVous(t *testing.T) {
	seen := 0
	for _, file := range []string{"static/words/fr.json", "static/heard/fr.json", "foundry/module/lang/fr.json"} {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		var all any
		require.NoError(t, json.Unmarshal(raw, &all))
		var look func(id string, v any)
		look = func(id string, v any) {
			switch v := v.(type) {
			case string:
				seen++
				if !thirdPerson.MatchString(v) {
					require.NotRegexp(t, toOne, v, "%s: %s", file, id)
				}
			case map[string]any:
				for key, inner := range v {
					look(key, inner)
				}
			}
		}
		look("", all)
	}
	require.Greater(t, seen, 3000)
}
