package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
)

// spoken are the languages whose words are longer than English ones. The pages must have room for them too.
var spoken = []string{"de", "es", "fr", "pl"}

func TestPagesFitInOtherLanguages(t *testing.T) {
	tb, _ := tabletest.Studying(t)
	id := tb.BeginDuel()
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	for _, language := range spoken {
		for _, path := range []string{"/", "/games", fmt.Sprintf("/games/%d", id), "/armies", "/cards", "/roll", "/studio", "/statistics", "/overlay/setup"} {
			page.Goes(fmt.Sprintf("http://%s%s?lang=%s", tb.Address, path, language))
			page.Sees(`!!document.querySelector(".head .ways") && !document.querySelector("#page .starting")`)
			require.Equal(t, language, tabletest.Value[string](page, `document.documentElement.lang`), path)
			for _, size := range [][2]int64{{1280, 800}, {390, 844}, {320, 700}} {
				page.Size(size[0], size[1])
				page.Picture(fmt.Sprintf("%s-%s-%d", language, strings.ReplaceAll(path, "/", "_"), size[0]))
				assert.LessOrEqual(t, tabletest.Value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`), 0.0, "%s in %s scrolls sideways at %d px", path, language, size[0])
				over := tabletest.Value[[]string](page, `[...document.querySelectorAll(".head a, .head button, .head select")].filter((e) => e.checkVisibility() && (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)).map((e) => e.textContent)`)
				assert.Empty(t, over, "%s in %s at %d px: what stands in the head is cut off", path, language, size[0])
			}
		}
	}
}

// A language is chosen at the top of the page, and the device keeps it.
func TestALanguageIsChosenAndKept(t *testing.T) {
	tb, page := tabletest.Served(t)
	page.Shows("#to-count", "Count")
	require.Equal(t, []string{"Deutsch", "English", "Español", "Français", "Polski"}, tabletest.Value[[]string](page, `[...document.querySelectorAll("#language option")].map((o) => o.textContent).sort()`))
	page.Choose("#language", "de")
	page.Shows("#to-count", "Zählen")
	page.Goes("http://" + tb.Address + "/games")
	page.Shows("#to-count", "Zählen")
	require.Equal(t, "de", tabletest.Value[string](page, `document.documentElement.lang`))
	page.Goes("http://" + tb.Address + "/games?lang=en")
	page.Shows("#to-count", "Count")
	page.Choose("#language", "fr")
	page.Shows("#to-count", "Compter")
	require.NotContains(t, tabletest.Value[string](page, `location.search`), "lang", "the choice would not be what the address says")
}
