package web

import (
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"

	"golang.org/x/text/language"
)

// english is the language in which the pages are written. It needs no catalogue.
const english = "en"

// tongues are the languages of the pages.
type tongues struct {
	names   []string // English first
	matcher language.Matcher
	said    map[string]map[string]any // by language: the translation of each English sentence
}

// openTongues reads the catalogues words/LANGUAGE.json. Each is an object that has, for each English sentence, a text
// or its plural forms.
func openTongues(files fs.FS) (tongues, error) {
	t := tongues{names: []string{english}, said: map[string]map[string]any{}}
	tags := []language.Tag{language.English}
	found, err := fs.Glob(files, "words/*.json")
	if err != nil {
		return t, fmt.Errorf("look for catalogues: %w", err)
	}
	for _, file := range found {
		name := strings.TrimSuffix(path.Base(file), ".json")
		tag, err := language.Parse(name)
		if err != nil {
			return t, fmt.Errorf("%s is named after no language: %w", file, err)
		}
		raw, err := fs.ReadFile(files, file)
		if err != nil {
			return t, fmt.Errorf("read a catalogue: %w", err)
		}
		var said map[string]any
		if err := json.Unmarshal(raw, &said); err != nil {
			return t, fmt.Errorf("%s is no catalogue: %w", file, err)
		}
		t.names, tags, t.said[name] = append(t.names, name), append(tags, tag), said
	}
	t.matcher = language.NewMatcher(tags)
	return t, nil
}

// of chooses the language of an answer: the one in the address, else the one that was chosen on the device, else the
// one that the browser wants.
func (t tongues) of(r *http.Request) string {
	chosen := ""
	if c, err := r.Cookie("language"); err == nil {
		chosen = c.Value
	}
	_, at := language.MatchStrings(t.matcher, r.URL.Query().Get("lang"), chosen, r.Header.Get("Accept-Language"))
	return t.names[at]
}

var textOfPage = regexp.MustCompile(`>[^<>{}]+<`)

// put translates a page's own text, and puts the language's code and the list of all languages into it.
func (t tongues) put(page, name string) string {
	page = strings.Replace(page, `<html lang="en">`, fmt.Sprintf(`<html lang=%q data-languages=%q>`, name, strings.Join(t.names, " ")), 1)
	said := t.said[name]
	return textOfPage.ReplaceAllStringFunc(page, func(text string) string {
		if there, ok := said[strings.TrimSpace(text[1:len(text)-1])].(string); ok {
			return ">" + html.EscapeString(there) + "<"
		}
		return text
	})
}
