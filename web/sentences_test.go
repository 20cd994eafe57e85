package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"astragal/web"
)

// sentence is a place in the pages' sources that says a sentence. The key in pageWords.said is the sentence's key in
// the catalogues.
type sentence struct {
	file   string
	line   int
	plural bool     // it has forms for numbers; its key is the English plural
	places []string // the places that the call of t fills; nil if it fills none
}

// outside is a text that people see and that no catalogue can translate.
type outside struct {
	file, text, why string
	line            int
}

// pageWords are all texts of the pages.
type pageWords struct {
	said    map[string][]sentence
	outside []outside
}

// readPages walks over the sources of the pages.
func readPages(t *testing.T) *pageWords {
	t.Helper()
	out := &pageWords{said: map[string][]sentence{}}
	require.NoError(t, fs.WalkDir(web.Static(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Dir(name) == "vendor" || notSaid[name] != "" {
			return err
		}
		raw, err := fs.ReadFile(web.Static(), name)
		require.NoError(t, err)
		switch path.Ext(name) {
		case ".js":
			raw = append(make([]byte, 0, len(raw)+1), raw...) // the parser writes one byte behind the text
			ast, err := js.Parse(parse.NewInputBytes(raw), js.Options{})
			require.NoError(t, err, name)
			js.Walk(reader{name, raw, out, code}, ast)
		case ".html":
			out.page(name, string(raw))
		}
		return nil
	}))
	return out
}

// page reads an HTML file. The server translates its texts between tags, each by itself and without places.
func (w *pageWords) page(name, raw string) {
	parts := pieces.FindAllStringIndex(raw, -1)
	for i, at := range parts {
		text, before := raw[at[0]:at[1]], ""
		if i > 0 {
			before = raw[parts[i-1][0]:parts[i-1][1]]
		}
		core := oneLine(text)
		line := 1 + strings.Count(raw[:at[0]], "\n")
		switch {
		case strings.HasPrefix(text, "<"), strings.HasPrefix(before, "<code"), strings.HasPrefix(before, "<style"), !hasWord.MatchString(filled.ReplaceAllString(core, "")):
			continue
		case strings.ContainsAny(core, "{}"):
			w.outside = append(w.outside, outside{name, core, "has a place, and the server translates none", line})
			continue
		}
		w.say(core, sentence{file: name, line: line})
		first, last := []rune(core)[0], core[len(core)-1:]
		glued := inline.MatchString(before) && strings.TrimSpace(textBefore(raw, parts, i)) != "" && !unicode.IsUpper(first)
		follows := i+1 < len(parts) && inline.MatchString(raw[parts[i+1][0]:parts[i+1][1]]) && strings.TrimSpace(textAfter(raw, parts, i)) != "" && !strings.ContainsAny(last, ".:?!…")
		if glued || follows {
			w.outside = append(w.outside, outside{name, core, "is a part of a sentence", line})
		}
	}
}

func (w *pageWords) say(key string, s sentence) { w.said[key] = append(w.said[key], s) }

// place says how an expression's text is used.
type place int

const (
	code  place = iota // a text is a sentence if it looks like one
	shown              // people see the text, whatever it looks like
	never              // nobody sees the text
)

// reader visits the nodes of one module.
type reader struct {
	file string
	raw  []byte
	out  *pageWords
	at   place
}

var (
	filled    = regexp.MustCompile(`\{\{\w+\}\}`)
	hasWord   = regexp.MustCompile(`\p{L}{2,}`)
	inPlaces  = regexp.MustCompile(`\{(\w+)\}`)
	around    = regexp.MustCompile(`(?s)^([\s·]*)(.*?)([\s·]*)$`)
	sentences = regexp.MustCompile(`^[“‘]?\p{Lu}[\p{Ll}’'“]|\p{L}{2,}[,:;.]? [\p{L}“]{2,}|[a-z]…$|\p{L}\.$`)
	spaces    = regexp.MustCompile(`\s+`)
	inTag     = regexp.MustCompile(`([\w-]+)=("[^"]*"|\x01|[^\s>]+)`)
	pieces    = regexp.MustCompile(`(?s)<[^>]*>|[^<]+`)
	// saidAttributes are the attributes that static/language.js translates.
	saidAttributes = []string{"title", "aria-label", "placeholder", "alt", "label", "words", "hint"}
	// inline matches elements that stand within a sentence.
	inline = regexp.MustCompile(`^</?(?:a|b|strong|em|code|i|small|kbd|span|sup|sub|bdi)\b`)
	// selectors are calls whose texts nobody sees.
	selectors = []string{"querySelector", "querySelectorAll", "closest", "matches", "addEventListener", "removeEventListener", "setAttribute", "getAttribute", "getElementById", "import", "focusOn", "useEye", "startsWith", "endsWith", "includes", "split", "replace", "replaceAll"}
)

func oneLine(text string) string {
	return spaces.ReplaceAllString(strings.TrimSpace(text), " ")
}

func (r reader) with(at place) reader { r.at = at; return r }

// line is the number of the first line where a part of the source stands.
func (r reader) line(part []byte) int {
	return 1 + bytes.Count(r.raw[:max(0, bytes.Index(r.raw, part))], []byte("\n"))
}

func (r reader) flag(part []byte, why string) {
	r.out.outside = append(r.out.outside, outside{r.file, string(part), why, r.line(part)})
}

func (r reader) Exit(js.INode) {}

func (r reader) Enter(n js.INode) js.IVisitor {
	switch n := n.(type) {
	case *js.TemplateExpr:
		if tag, ok := n.Tag.(*js.Var); ok && string(tag.Name()) == "html" {
			r.template(n)
		} else {
			r.text(n)
		}
		return nil
	case *js.CallExpr:
		return r.call(n)
	case *js.LiteralExpr:
		if n.TokenType == js.StringToken && r.at != never {
			text := n.Data[1 : len(n.Data)-1]
			if r.at == shown && hasWord.Match(text) || sentences.Match(text) {
				r.flag(text, "stands outside of tr")
			}
		}
		return nil
	case *js.CondExpr:
		js.Walk(r.with(code), n.Cond)
		js.Walk(r, n.X)
		js.Walk(r, n.Y)
		return nil
	case *js.BinaryExpr:
		switch n.Op {
		case js.AndToken:
			js.Walk(r.with(code), n.X)
			js.Walk(r, n.Y)
		case js.OrToken, js.NullishToken, js.AddToken:
			js.Walk(r, n.X)
			js.Walk(r, n.Y)
		case js.EqToken, js.EqEqToken, js.EqEqEqToken, js.NotEqToken, js.NotEqEqToken:
			js.Walk(r.with(never), n.X)
			js.Walk(r.with(never), n.Y)
		default:
			js.Walk(r.with(code), n.X)
			js.Walk(r.with(code), n.Y)
		}
		return nil
	case *js.GroupExpr:
		return r
	case *js.Property:
		js.Walk(r, n.Value)
		if n.Init != nil {
			js.Walk(r, n.Init)
		}
		return nil
	case *js.CaseClause:
		for _, s := range n.List {
			js.Walk(r, s)
		}
		return nil
	case *js.IndexExpr:
		js.Walk(r.with(code), n.X)
		js.Walk(r.with(never), n.Y)
		return nil
	}
	if r.at == shown {
		return r.with(code)
	}
	return r
}

// call reads tr(…), trn(…) and counted(…), and the values that they get for their places.
func (r reader) call(n *js.CallExpr) js.IVisitor {
	name := ""
	switch x := n.X.(type) {
	case *js.Var:
		name = string(x.Name())
	case *js.DotExpr:
		var last strings.Builder
		x.Y.JS(&last)
		name = last.String()
	case *js.LiteralExpr:
		name = string(x.Data)
	}
	args := n.Args.List
	rest := args
	switch {
	case slices.Contains(selectors, name):
		return r.with(never)
	case name == "tr" && len(args) > 0:
		var places []string
		if len(args) > 1 {
			places = names(args[1].Value)
		}
		r.key(args[0].Value, "", "", places)
		rest = args[1:]
	case name == "trn" && len(args) > 2:
		places := []string{"n"}
		if len(args) > 3 {
			places = append(places, names(args[3].Value)...)
		}
		r.key(args[2].Value, "", "plural", places)
		rest = args[3:]
	case name == "counted" && len(args) > 2:
		r.key(args[2].Value, "{n} ", "plural", []string{"n"})
		rest = args[3:]
	default:
		js.Walk(r.with(code), n.X)
	}
	if r.at == shown {
		r.at = code
	}
	for _, a := range rest {
		js.Walk(r, a.Value)
	}
	return nil
}

// names are the keys of an object literal.
func names(n js.IExpr) []string {
	out := []string{}
	if o, ok := n.(*js.ObjectExpr); ok {
		for _, p := range o.List {
			if p.Name != nil {
				out = append(out, string(p.Name.Literal.Data))
			} else if v, ok := p.Value.(*js.Var); ok {
				out = append(out, string(v.Name()))
			}
		}
	}
	return out
}

// key notes the sentences that a call of t may mean.
func (r reader) key(n js.IExpr, before, plural string, places []string) {
	switch n := n.(type) {
	case *js.GroupExpr:
		r.key(n.X, before, plural, places)
	case *js.CondExpr:
		js.Walk(r.with(code), n.Cond)
		r.key(n.X, before, plural, places)
		r.key(n.Y, before, plural, places)
	case *js.LiteralExpr:
		if n.TokenType == js.StringToken {
			text := string(n.Data[1 : len(n.Data)-1])
			if text != "" {
				r.out.say(before+text, sentence{r.file, r.line(n.Data), plural != "", places})
			}
		}
	default:
		if v, ok := n.(*js.Var); ok {
			r.flag(v.Data, "tr is given what is no sentence")
			return
		}
		var s strings.Builder
		n.JS(&s)
		r.flag([]byte(s.String()), "tr is given what is no sentence")
	}
}

// text reads a template that makes a plain text.
func (r reader) text(n *js.TemplateExpr) {
	var whole bytes.Buffer
	for _, p := range n.List {
		whole.Write(trimTemplate(p.Value))
		whole.WriteByte(1)
	}
	whole.Write(trimTemplate(n.Tail))
	if r.at == shown && hasWord.Match(whole.Bytes()) || r.at == code && sentences.Match(whole.Bytes()) {
		start := n.Tail
		if len(n.List) > 0 {
			start = n.List[0].Value
		}
		r.out.outside = append(r.out.outside, outside{r.file, strings.ReplaceAll(whole.String(), "\x01", "${}"), "stands outside of tr", r.line(start)})
	}
	for _, p := range n.List {
		js.Walk(r, p.Expr)
	}
}

// trimTemplate takes off the signs at both ends of a template's part.
func trimTemplate(part []byte) []byte {
	part = bytes.TrimPrefix(bytes.TrimPrefix(part, []byte("`")), []byte("}"))
	return bytes.TrimSuffix(bytes.TrimSuffix(part, []byte("`")), []byte("${"))
}

// template reads html`…`: its texts, its tags, and how each of its values is used.
func (r reader) template(n *js.TemplateExpr) {
	var whole bytes.Buffer
	for _, p := range n.List {
		whole.Write(trimTemplate(p.Value))
		whole.WriteByte(1)
	}
	whole.Write(trimTemplate(n.Tail))
	start := n.Tail
	if len(n.List) > 0 {
		start = n.List[0].Value
	}
	first := r.line(start)
	values := make([]place, 0, len(n.List))
	text := whole.String()
	parts := pieces.FindAllStringIndex(text, -1)
	for i, at := range parts {
		part := text[at[0]:at[1]]
		line := first + strings.Count(text[:at[0]], "\n")
		if strings.HasPrefix(part, "<") {
			values = append(values, r.tag(part, line)...)
			continue
		}
		before, after := i > 0 && inline.MatchString(text[parts[i-1][0]:parts[i-1][1]]), i+1 < len(parts) && inline.MatchString(text[parts[i+1][0]:parts[i+1][1]])
		// If a heading or a button has an inline element, that may hold the whole text.
		runs := strings.Split(part, "\x01")
		for k, run := range runs {
			if k > 0 {
				values = append(values, shown)
			}
			core := oneLine(around.FindStringSubmatch(run)[2])
			if !hasWord.MatchString(core) || i > 0 && (strings.HasPrefix(text[parts[i-1][0]:], "<code") || strings.HasPrefix(text[parts[i-1][0]:], "<pre")) {
				continue
			}
			r.out.say(core, sentence{file: r.file, line: line})
			letters := []rune(core)
			glued := k > 0 || before && i > 1 && strings.TrimSpace(textBefore(text, parts, i)) != ""
			follows := k+1 < len(runs) || after && strings.TrimSpace(textAfter(text, parts, i)) != ""
			if glued && !unicode.IsUpper(letters[0]) && !strings.ContainsRune("“‘", letters[0]) || follows && !strings.ContainsRune(".:?!…", letters[len(letters)-1]) {
				r.out.outside = append(r.out.outside, outside{r.file, core, "is a part of a sentence", line})
			}
		}
	}
	require.GreaterOrEqual(noTest{}, len(values), len(n.List))
	for i, p := range n.List {
		js.Walk(r.with(values[i]), p.Expr)
	}
}

// noTest stands for a test where there is none. It panics if something fails.
type noTest struct{}

func (noTest) Errorf(format string, args ...any) { panic(format) }
func (noTest) FailNow()                          { panic("the walk over a template went wrong") }

// textBefore is the text before an inline element within the same parent. textAfter is the text behind it.
func textBefore(text string, parts [][]int, i int) string {
	for k := i - 1; k >= 0; k-- {
		p := text[parts[k][0]:parts[k][1]]
		if !strings.HasPrefix(p, "<") {
			if strings.TrimSpace(p) != "" {
				return p
			}
		} else if !inline.MatchString(p) {
			return ""
		}
	}
	return ""
}

func textAfter(text string, parts [][]int, i int) string {
	for k := i + 1; k < len(parts); k++ {
		p := text[parts[k][0]:parts[k][1]]
		if !strings.HasPrefix(p, "<") {
			if strings.TrimSpace(p) != "" {
				return p
			}
		} else if !inline.MatchString(p) {
			return ""
		}
	}
	return ""
}

// tag reads one tag: the attributes that people see or hear, and how its values are used.
func (r reader) tag(tag string, line int) []place {
	var values []place
	last := 0
	for _, m := range inTag.FindAllStringSubmatchIndex(tag, -1) {
		for range strings.Count(tag[last:m[0]], "\x01") {
			values = append(values, code)
		}
		last = m[1]
		name, value := tag[m[2]:m[3]], tag[m[4]:m[5]]
		said := slices.Contains(saidAttributes, name)
		for range strings.Count(value, "\x01") {
			switch {
			case said:
				values = append(values, shown)
			case slices.Contains([]string{"class", "id", "key", "href", "style", "name", "transform", "points", "d", "viewBox", "ref", "src", "type", "value"}, name) || strings.HasPrefix(name, "data-"):
				values = append(values, never)
			default:
				values = append(values, code)
			}
		}
		if text := strings.Trim(value, `"`); !strings.Contains(value, "\x01") && hasWord.MatchString(text) {
			if said {
				r.out.say(oneLine(text), sentence{file: r.file, line: line})
			} else if sentences.MatchString(text) && !slices.Contains([]string{"class", "style", "d", "viewBox", "transform", "accept", "rel", "points", "preserveAspectRatio"}, name) {
				r.out.outside = append(r.out.outside, outside{r.file, name + "=" + text, "is in an attribute that nobody translates", line})
			}
		}
	}
	for range strings.Count(tag[last:], "\x01") {
		values = append(values, code)
	}
	return values
}

// notSaid are files without sentences of their own.
var notSaid = map[string]string{
	"messages.js":     "types",
	"hub/messages.js": "types",
	"language.js":     "what translates",
}

// alone are texts that the walk reports although no part of a sentence is lost, each with the reason.
var alone = map[string]string{
	"(prefers-reduced-motion: reduce)": "what a browser is asked",
	"`{n} ${many}`":                    "what counted hands on; the walk reads its callers",
	"Say it aloud":                     "the long and the short form of one button",
	"Is this die flat?":                "what the judges are told; the page says it in its language",
	"We disagree about a rule":         "as above",
	"A roll was read wrongly":          "as above",
	"The camera doesn’t see the dice":  "as above",
	"Result to be entered":             "as above",
	"Lay orders":                       "a step as the rules name it; the track says it in the page's language",
	"standings.csv":                    "a file's name",
	"standings.json":                   "a file's name",
	"rolls.csv":                        "a file's name",
	"rolls.json":                       "a file's name",
	"log.csv":                          "a file's name",
	"everything in one file":           "a link of its own in a row of links",
	"Teach these dice":                 "a button beside another",
	"Cards":                            "a button beside another",
	"Statistics":                       "a button beside another",
	"Save as CSV":                      "a button beside another",
	"Play again":                       "a button; the game's name follows for those who hear it",
	"not part of it":                   "a line of its own below a picture",
	"corrected":                        "a mark behind a line",
	"Standings":                        "a heading, with a remark behind it",
	"Tables":                           "a heading, with a remark behind it",
}

func TestNoSentenceStandsOutside(t *testing.T) {
	w, met := readPages(t), map[string]bool{}
	for _, o := range w.outside {
		met[o.text] = true
		require.NotEmpty(t, alone[o.text], "%s:%d: %q %s: give it to tr or trn of language.js, or name it in alone with a reason", o.file, o.line, o.text, o.why)
	}
	for text := range alone {
		require.True(t, met[text], "%q is not met any more: take it out of alone", text)
	}
}

// forms are the plural forms that CLDR names for each language's whole numbers, and "other".
var forms = map[string][]string{"de": {"one", "other"}, "es": {"one", "other"}, "fr": {"one", "other"}, "pl": {"few", "many", "one", "other"}}

var update = flag.Bool("update", false, "put sentences that are new into the catalogues, without words, and take out those that no page says any more")

// countedThings are the words behind a place that may be a number, if such a word is said of several.
var countedThings = regexp.MustCompile(`\{(\w+)\} (?:(?:more|other|older|life|kept|of \d+) )?(\p{Ll}{2,}s|dice|people)\b`)

// countsNothing are words that end like a plural and name nothing that is counted.
var countsNothing = []string{"agrees", "answers", "as", "asks", "begins", "brings", "changes", "has", "is", "its", "means", "shows", "this", "waits", "was"}

// saysWords are places in which words stand, so that "{name} answers" counts no answers.
var saysWords = []string{"from", "name", "player", "what", "whom"}

// notCounted are sentences whose number is never one, or counts no word of the sentence.
var notCounted = map[string]string{
	"A {shape} has {sides} faces, and these are {n}. If two pictures are the same face, give them the same name. If a picture isn’t on so many faces, say so.": "every die has two faces or more",
	"What follows of the game of {players} counts by itself: {n} so far.":                                                                                      "the number stands for itself",
	"all {n} dice show their highest":              "it is said of three and more",
	"all {n} dice show {shows}":                    "it is said of two and more",
	"of {of} faces shown.":                         "every die has two faces or more",
	"of {of} faces shown; tray {tray} of {trays}.": "every die has two faces or more",
	"{n} of 2 terrains captured":                   "two are counted, not {n}",
	"{n} rolls of one game, the newest:":           "it is said of two and more",
	"{ranks} cards":                                "words stand there: how many of how many of each rank",
}

// A sentence that counts something has a form for one of it: no page says "1 rolls".
func TestWhatIsCountedHasAFormForOne(t *testing.T) {
	met := map[string]bool{}
	for key, where := range readPages(t).said {
		for _, m := range countedThings.FindAllStringSubmatch(key, -1) {
			if slices.Contains(saysWords, m[1]) || slices.Contains(countsNothing, m[2]) {
				continue
			}
			met[key] = true
			assert.True(t, where[0].plural || notCounted[key] != "", "%s:%d: %q: say it with trn, or name it in notCounted with a reason", where[0].file, where[0].line, key)
			assert.True(t, m[1] == "n" || !where[0].plural || strings.Contains(key, "{n}"), "%s: %q: trn chooses by {n}, not by {%s}", where[0].file, key, m[1])
		}
	}
	for key := range notCounted {
		require.True(t, met[key], "%q counts nothing any more: take it out of notCounted", key)
	}
}

// Each language translates every sentence of the pages, with the same places. If a sentence has a number, all plural
// forms are there.
func TestEveryLanguageSaysEverySentence(t *testing.T) {
	w := readPages(t)
	files, err := filepath.Glob("static/words/*.json")
	require.NoError(t, err)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		var said map[string]any
		require.NoError(t, json.Unmarshal(raw, &said), file)
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		require.NotEmpty(t, forms[name], "say in forms which plural forms %s has", name)
		if *update {
			said = renewed(w, said, forms[name])
			var out bytes.Buffer
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", " ")
			require.NoError(t, enc.Encode(said))
			require.NoError(t, os.WriteFile(file, out.Bytes(), 0o644))
		}
		for key, where := range w.said {
			checkSentence(t, file, key, where, said[key], forms[name])
		}
		for key := range said {
			require.NotEmpty(t, w.said[key], "%s: no page says %q any more: take it out (go test ./web -run Language -update)", file, key)
		}
	}
}

// renewed returns a catalogue with all sentences and no others.
func renewed(w *pageWords, said map[string]any, forms []string) map[string]any {
	out := map[string]any{}
	for key, where := range w.said {
		switch old, plural := said[key], slices.ContainsFunc(where, func(s sentence) bool { return s.plural }); {
		case old != nil:
			out[key] = old
		case plural:
			empty := map[string]string{}
			for _, f := range forms {
				empty[f] = ""
			}
			out[key] = empty
		default:
			out[key] = ""
		}
	}
	return out
}

func checkSentence(t *testing.T, file, key string, where []sentence, said any, forms []string) {
	t.Helper()
	at := fmt.Sprintf("%s: %q (%s:%d)", file, key, where[0].file, where[0].line)
	places := func(text string) []string {
		var out []string
		for _, m := range inPlaces.FindAllStringSubmatch(text, -1) {
			out = append(out, m[1])
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	for _, s := range where {
		require.Equal(t, where[0].plural, s.plural, "%s is said once about a number and once not", at)
		for _, p := range places(key) {
			require.Contains(t, s.places, p, "%s: %s:%d gives nothing for {%s}", at, s.file, s.line, p)
		}
	}
	check := func(text string, may ...string) {
		require.NotEmpty(t, text, "%s has no words: write them into %s", at, file)
		require.NotRegexp(t, `[<>"\x60]`, text, "%s: no tags, and quotation marks as they are printed", at)
		without := func(text string) string {
			return strings.Join(slices.DeleteFunc(places(text), func(p string) bool { return slices.Contains(may, p) }), " ")
		}
		require.Equal(t, without(key), without(text), "%s: %q has other places", at, text)
	}
	if !where[0].plural {
		text, is := said.(string)
		require.True(t, is, "%s has no words: go test ./web -run Language -update, then write them into %s", at, file)
		check(text)
		return
	}
	all, is := said.(map[string]any)
	require.True(t, is, "%s has no plural forms: go test ./web -run Language -update, then write them into %s", at, file)
	require.Equal(t, forms, slices.Sorted(maps.Keys(all)), at)
	for _, form := range all {
		text, _ := form.(string)
		check(text, "n") // the form for one may say "a die"
	}
}
