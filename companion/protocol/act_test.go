package protocol

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzParseAct(f *testing.F) {
	for _, seed := range []string{`{"do":"type","dice":[{"shape":"d6","value":3}],"id":"1"}`, `{"do":"fix","throw":1,"rev":1,"die":2,"value":6,"at":[1,2]}`, `{"do":"count","count":{"players":[{"name":"A"}],"rules":{"mode":"pool","target":5}}}`, `[]`, `{"do":"turn","seat":-1}`, `{"at":[1e400,0]}`, "\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := ParseAct(raw)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again, err := json.Marshal(a)
		require.NoError(t, err)
		_, err = ParseAct(again)
		require.NoError(t, err)
	})
}
