package sheet_test

import (
	"bytes"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/sheet"
)

func TestATableIsWrittenAsItsReaderWantsIt(t *testing.T) {
	rows := [][]string{{"die", "expected", "when"}, {"Zoë; Müller", "0.5", "2026-11-25 10:00:00"}}
	for query, want := range map[string]string{
		"":                            "die,expected,when\r\nZoë; Müller,0.5,2026-11-25 10:00:00\r\n",
		"for=excel":                   "\ufeffdie,expected,when\r\nZoë; Müller,0.5,2026-11-25 10:00:00\r\n",
		"for=excel&sep=%3B&decimal=,": "\ufeffdie;expected;when\r\n\"Zoë; Müller\";0,5;2026-11-25 10:00:00\r\n",
		"sep=%3B":                     "die;expected;when\r\n\"Zoë; Müller\";0.5;2026-11-25 10:00:00\r\n",
	} {
		q, err := url.ParseQuery(query)
		require.NoError(t, err)
		f, err := sheet.FormOf(q)
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, sheet.New(&out, f).WriteAll(rows))
		require.Equal(t, want, out.String(), query)
	}
	for query, says := range map[string]string{"for=word": "must be excel", "sep=x": "must be", "decimal=x": "must be", "sep=,&decimal=,": "both be a comma"} {
		q, err := url.ParseQuery(query)
		require.NoError(t, err)
		_, err = sheet.FormOf(q)
		require.ErrorContains(t, err, says)
	}
	at := time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)
	require.Equal(t, at.Local().Format("2006-01-02 15:04:05"), sheet.Local(at.Format(time.RFC3339)))
	require.Empty(t, sheet.Local("never"))
}
