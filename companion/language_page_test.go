package companion_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// spoken are the languages whose words are longer than English ones: their pages must fit too.
var spoken = []string{"de", "es", "fr", "pl"}

func TestPagesFitInOtherLanguages(t *testing.T) {
	tb, _ := studying(t)
	id := tb.beginDuel()
	page := open(t, "http://"+tb.address+"/")
	for _, language := range spoken {
		for _, path := range []string{"/", "/games", fmt.Sprintf("/games/%d", id), "/armies", "/cards", "/roll", "/studio", "/statistics", "/overlay/setup"} {
			page.goes(fmt.Sprintf("http://%s%s?lang=%s", tb.address, path, language))
			page.sees(`!!document.querySelector(".head .ways") && !document.querySelector("#page > .starting")`)
			require.Equal(t, language, value[string](page, `document.documentElement.lang`), path)
			for _, size := range [][2]int64{{1280, 800}, {390, 844}, {320, 700}} {
				page.size(size[0], size[1])
				page.picture(fmt.Sprintf("%s-%s-%d", language, strings.ReplaceAll(path, "/", "_"), size[0]))
				assert.LessOrEqual(t, value[float64](page, `document.documentElement.scrollWidth - window.innerWidth`), 0.0, "%s in %s scrolls sideways at %d px", path, language, size[0])
				over := value[[]string](page, `[...document.querySelectorAll(".head a, .head button, .head select")].filter((e) => e.checkVisibility() && (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)).map((e) => e.textContent)`)
				assert.Empty(t, over, "%s in %s at %d px: what stands in the head is cut off", path, language, size[0])
			}
		}
	}
}

// A language is chosen at the top of the page, and the device keeps it.
func TestALanguageIsChosenAndKept(t *testing.T) {
	tb, page := served(t)
	page.shows("#to-count", "Count")
	require.Equal(t, []string{"Deutsch", "English", "Español", "Français", "Polski"}, value[[]string](page, `[...document.querySelectorAll("#language option")].map((o) => o.textContent).sort()`))
	page.choose("#language", "de")
	page.shows("#to-count", "Zählen")
	page.goes("http://" + tb.address + "/games")
	page.shows("#to-count", "Zählen")
	require.Equal(t, "de", value[string](page, `document.documentElement.lang`))
	page.goes("http://" + tb.address + "/games?lang=en")
	page.shows("#to-count", "Count")
	page.choose("#language", "fr")
	page.shows("#to-count", "Compter")
	require.NotContains(t, value[string](page, `location.search`), "lang", "the choice would not be what the address says")
}
