package web_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// speakers are the packages whose sentences the pages translate by static/heard.
var speakers = []string{"engine", "engine/dragondice", "engine/request", "engine/tally", "engine/veradiscordia"}

// refusers are the packages whose refusals the pages translate: the texts that they give to protocol.Illegal and
// protocol.Stale.
var refusers = []string{"companion", "companion/armies", "companion/count", "companion/event/report", "companion/gather", "companion/hall", "companion/lobby", "companion/rulebook", "companion/tray"}

// lookers are the packages that say something of a picture and its dice: why a die is asked about, and what spoils
// the picture. The pages translate it.
var lookers = []string{"vision", "vision/match", "vision/cv/find", "vision/cv/look", "vision/cv/quality", "companion/throw"}

// aDoubt matches the form of a looker's sentences: three words or more, the first in small letters.
var aDoubt = regexp.MustCompile(`^[a-z\d{]\S* \S+ \S`)

// readLooker walks over a package's sources and notes what the package says of a picture. It skips errors.
func readLooker(t *testing.T, dir string, out told) {
	t.Helper()
	eachSource(t, dir, func(tree *ast.File, at func(ast.Node) string) {
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field, *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				f, is := n.Fun.(*ast.SelectorExpr)
				return !is || !slices.Contains([]string{"Errorf", "New"}, f.Sel.Name)
			case *ast.BasicLit:
				text, ok := literal(n)
				if !ok {
					return true
				}
				id := sentenceID(text)
				out.literals[id] = at(n)
				if aDoubt.MatchString(id) {
					out.refusals[id] = at(n)
				}
			}
			return true
		})
	})
}

// answerers are packages, or single files of them, whose errors a page shows as the reason why something wasn't done
// or can't be seen. Each names the functions that get such sentences as arguments.
var answerers = map[string][]string{
	"companion/access":                     asError,
	"companion/commission":                 asError,
	"companion/event/contest":              asError,
	"companion/event/contest/act.go":       {"Sprintf"},
	"companion/event/contest/words.go":     {"Sprintf"},
	"companion/event/hub":                  {"refuse", "answerError"},
	"companion/event/hub/addup.go":         {"Sprintf"},
	"companion/event/hub/board.go":         {"Sprintf"},
	"companion/event/hub/certificate.go":   {"Sprintf"},
	"companion/event/hub/checkin.go":       {"Sprintf"},
	"companion/event/hub/play.go":          {"Sprintf"},
	"companion/event/hub/waits.go":         {"Sprintf"},
	"companion/fault":                      {"Sprintf"},
	"companion/gather/candidate.go":        {"Sprintf"},
	"companion/gather/roll.go":             {"Sprintf"},
	"companion/hall/consent.go":            {"Sprintf"},
	"companion/hall/rolls.go":              {"Sprintf"},
	"companion/hall/ruling.go":             {"Sprintf"},
	"companion/hall/seats.go":              {"Sprintf"},
	"companion/lobby/lobby.go":             {"Sprintf"},
	"companion/notify/link5.go":            {"Sprintf"},
	"companion/notify/webhook.go":          {"Sprintf"},
	"companion/notify/wire.go":             {"Sprintf"},
	"companion/trouble":                    {"Sprintf", "Broken"},
	"companion/wholefile":                  asError,
	"companion/event/hub/access.go":        asError,
	"companion/event/hub/server.go":        asError,
	"companion/event/hub/sheets.go":        asError,
	"companion/event/names.go":             asError,
	"companion/event/outbox/dial.go":       {"Errorf", "New", "Sprintf"},
	"companion/event/outbox/relay_hear.go": {"Sprintf"},
	"companion/event/outbox/relay.go":      {"New", "Sprintf"},
	"companion/event/report/link.go":       {"Sprintf"},
	"companion/journal/damage.go":          {"damaged", "Sprintf"},
	"companion/journal/head.go":            {"damaged", "Sprintf"},
	"companion/journal/journal.go":         {"damaged"},
	"companion/journal/verify.go":          {"Sprintf"},
	"companion/names":                      asError,
	"companion/event/token.go":             asError,
	"companion/protocol/names.go":          asError,
	"companion/protocol/refusal.go":        asError,
	"companion/scholar":                    asError,
	"companion/door/elsewhere.go":          asError,
	"companion/screen":                     append([]string{"AsOne", "turnAway"}, asError...),
	"companion/screen/desk":                asError,
	"companion/screen/desk/answer.go":      {"Sprintf"},
	"companion/screen/teaching":            asError,
	"companion/studio":                     append([]string{"Sprintf"}, asError...),
	"companion/studio/course":              asError,
	"companion/studio/known":               append([]string{"Sprintf"}, asError...),
	"companion/studio/layout":              append([]string{"Sprintf"}, asError...),
	"companion/studio/thrown":              asError,
	"companion/throw":                      asError,
	"engine/audit.go":                      {"Sprintf"},
	"engine/replay.go":                     {"Sprintf"},
	"engine/tally/notation.go":             asError,
	"engine/tally/settings.go":             asError,
	"engine/veradiscordia/cards.go":        asError,
	"engine/veradiscordia/general.go":      append([]string{"wrong"}, asError...),
	"engine/veradiscordia/parse.go":        asError,
	"engine/veradiscordia/settings.go":     asError,
	"engine/veradiscordia/start.go":        asError,
	"models/gallery/exchange.go":           asError,
	"models/gallery/fitted.go":             asError,
	"vision/cv/source":                     append([]string{"notPlugged", "Sprintf"}, asError...),
	"vision/cv/watch":                      asError,
	"vision/eye/child.go":                  asError,
	"vision/eye/live.go":                   asError,
	"vision/tend/virtual.go":               asError,
}

var asError = []string{"New", "Errorf", "Refuse", "Malformed", "NotAllowed", "Full", "Busy", "NoEye", "Broken", "Withdrawn"}

// readAnswerer walks over sources. It notes the arguments of the functions in by, the texts of fields that are called
// Says or Why, and texts of several words that are returned or have a name.
func readAnswerer(t *testing.T, where string, by []string, out told) {
	t.Helper()
	eachSource(t, where, func(tree *ast.File, at func(ast.Node) string) {
		answers := func(e ast.Expr, asFormat bool) {
			text, written := formatOf(e, asFormat)
			if behind.MatchString(strings.Replace(text, " %s", "%s", strings.Count(text, "%s"))) {
				text = strings.TrimSuffix(text, "%s")
			}
			if written && severalWords.MatchString(text) {
				out.refusals[answerID(text)] = at(e)
			}
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, ok := literal(n); ok {
					out.literals[answerID(text)] = at(n)
				}
			case *ast.KeyValueExpr:
				if field, is := n.Key.(*ast.Ident); is && (field.Name == "Says" || field.Name == "Why") {
					answers(n.Value, false)
				}
			case *ast.ReturnStmt:
				for _, v := range n.Results {
					if _, written := v.(*ast.BasicLit); written && slices.Contains(by, "Sprintf") {
						answers(v, false)
					}
				}
			case *ast.ValueSpec:
				for _, v := range n.Values {
					if _, named := v.(*ast.BasicLit); named && slices.Contains(by, "New") {
						answers(v, false)
					}
				}
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.SelectorExpr:
					name = f.Sel.Name
				case *ast.Ident:
					name = f.Name
				}
				if !slices.Contains(by, name) {
					return true
				}
				for _, e := range n.Args {
					if _, written := formatOf(e, true); written {
						answers(e, !slices.Contains(plain, name))
						break
					}
				}
			}
			return true
		})
	})
}

// plain are the functions that take a text as it is, not as a format.
var plain = []string{"New", "answerError", "notPlugged", "turnAway", "AsOne"}

// formatOf returns an argument as a format. The argument may be a sum. is says that its texts are formats already.
// written is false if no part of it is a literal.
func formatOf(e ast.Expr, is bool) (format string, written bool) {
	var all strings.Builder
	for _, part := range summands(e) {
		text, literally := literal(part)
		switch {
		case !literally:
			text = "%s"
		case !is:
			text = strings.ReplaceAll(text, "%", "%%")
		}
		all.WriteString(text)
		written = written || literally
	}
	return all.String(), written
}

// severalWords matches a text that has two words or more beside its places.
var severalWords = regexp.MustCompile(`\p{L}{2}.* .*\p{L}{2}`)

// eachSource calls with for each file of a package that is no test. If where names a file, it calls with for that
// file alone.
func eachSource(t *testing.T, where string, with func(tree *ast.File, at func(ast.Node) string)) {
	t.Helper()
	files := []string{filepath.Join("..", where)}
	if !strings.HasSuffix(where, ".go") {
		var err error
		files, err = filepath.Glob(filepath.Join("..", where, "*.go"))
		require.NoError(t, err)
	}
	require.NotEmpty(t, files, where)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		require.NoError(t, err)
		with(tree, func(n ast.Node) string { return strings.TrimPrefix(set.Position(n.Pos()).String(), "../") })
	}
}

// readRefuser walks over a package's sources and notes what the package refuses.
func readRefuser(t *testing.T, dir string, out told) {
	t.Helper()
	eachSource(t, dir, func(tree *ast.File, at func(ast.Node) string) {
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, ok := literal(n); ok {
					out.literals[sentenceID(text)] = at(n)
				}
			case *ast.CallExpr:
				f, is := n.Fun.(*ast.SelectorExpr)
				if !is || len(n.Args) == 0 || !slices.Contains([]string{"Illegal", "Stale"}, f.Sel.Name) {
					return true
				}
				if text, written := literal(n.Args[0]); written && strings.Contains(text, " ") {
					out.refusals[sentenceID(text)] = at(n)
				}
			}
			return true
		})
	})
}

// told are the sentences in a package's source, and where each stands, by id. formats are whole sentences: formats,
// and sums of texts. A literal may be a sentence, a name or an id.
type told struct{ formats, literals, refusals map[string]string }

var formatVerb = regexp.MustCompile(`%(?:\[\d+\])?[+#-]?\d*(?:\.\d+)?([a-zA-Z%])`)

// sentenceID is the catalogues' id of a format. {n}, {m}, {k} and {l} stand for numbers, {a} to {h} for all else.
func sentenceID(format string) string {
	return asID(format, "abcdefgh")
}

// answerID is the same for the answerers' sentences. There {s} to {z} stand for anything; the page translates what
// they hold if it knows it.
func answerID(format string) string { return asID(format, "stuvwxyz") }

func asID(format, texts string) string {
	numbers := "nmkl"
	place := func(of *string) string {
		if *of == "" {
			return "{z}"
		}
		p := "{" + (*of)[:1] + "}"
		*of = (*of)[1:]
		return p
	}
	return strings.TrimSpace(formatVerb.ReplaceAllStringFunc(format, func(v string) string {
		switch v[len(v)-1] {
		case '%':
			return "%"
		case 'd':
			return place(&numbers)
		case 'q':
			return `"` + place(&texts) + `"`
		}
		return place(&texts)
	}))
}

// readSpeaker walks over a package's sources and notes what the package says.
func readSpeaker(t *testing.T, dir string, out told) {
	t.Helper()
	eachSource(t, dir, func(tree *ast.File, at func(ast.Node) string) {
		var visit func(ast.Node) bool
		visit = func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				ast.Inspect(n.Type, visit)
				return false // its tag is never shown
			case *ast.BinaryExpr:
				if n.Op != token.ADD {
					return true
				}
				if format, sum := summed(n); sum && !behind.MatchString(format) {
					out.formats[sentenceID(format)] = at(n)
				}
				for _, e := range summands(n) {
					ast.Inspect(e, visit)
				}
				return false
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
					if text, ok := literal(n.Args[0]); ok {
						out.formats[sentenceID(text)] = at(n)
					}
				}
			case *ast.BasicLit:
				if text, ok := literal(n); ok {
					out.literals[sentenceID(text)] = at(n)
				}
			}
			return true
		}
		ast.Inspect(tree, visit)
	})
}

// behind matches a whole sentence that another text follows. Those are two sentences.
var behind = regexp.MustCompile(`[.?!]%s$`)

// summands are the parts of a sum.
func summands(e ast.Expr) []ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return summands(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return append(summands(e.X), summands(e.Y)...)
		}
	}
	return []ast.Expr{e}
}

// summed returns a sum of texts as a format. written is false if no part of it is a literal.
func summed(e ast.Expr) (format string, written bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return summed(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			one, a := summed(e.X)
			two, b := summed(e.Y)
			return one + two, a || b
		}
	case *ast.BasicLit:
		if text, ok := literal(e); ok {
			return strings.ReplaceAll(text, "%", "%%"), true
		}
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return literal(e.Args[0])
		}
	}
	return "%s", false
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// aSentence matches the formats that must be in the catalogues: they have words beside their places, and are no key
// and no id.
var aSentence = regexp.MustCompile(`^(?:\p{Lu}|\{\w\}[,:’']? ?\p{L}).* .*\p{L}{2}`)

// unheard are formats that look like sentences and need no translation, each with the reason.
var unheard = map[string]string{
	"there is no such shot in it":                                        "the page asks before whether there is one",
	"export the gallery: {s}":                                            "what follows is an error of the disk",
	"{s} is larger than {n} bytes":                                       "the page says that the gallery is damaged",
	"compare the faces: {s}":                                             "what follows is an error of the networks",
	`this program doesn't know the ruling "{a}": update it`:              "the table's answer to its event's program",
	`the request "{a}" was for other dice: give another one another ref`: "an answer to another program",
	`"{a}" is nothing that can be done`:                                  "an answer to another program",
	"{a} {b}":                                                            "parts that are said elsewhere",
	`"before" must be the number of a roll`:                              "an answer to another program",
	`"before" must be the number of a roll, like /api/rolls?before=120`:  "an answer to another program",
	`"{s}" can't be done here: here, call or uncall`:                     "an answer to another program",
	`"{s}" can't be done with a call: take or done`:                      "an answer to another program",
	`"{s}" can't be done with what waits: count or leave`:                "an answer to another program",
	`"{s}" can't be done: settings, enter, here, away, out, in, rename, pair, unpair, swap, move, result or clear`: "an answer to another program",
	`"{s}" is no result: won, drawn or lost`:                                                              "an answer to another program",
	`"{s}" is no ruling: hold, release, correct, annul, restore, count or leave`:                          "an answer to another program",
	`"{s}" is no way of pairing: free, swiss, robin or groups`:                                            "an answer to another program",
	`"{s}" must be yes or no`:                                                                             "an answer to another program",
	`a die's picture is at /crop/THROW/DIE, both numbers`:                                                 "an answer to another program",
	`a message must be one JSON object as text`:                                                           "an answer to another program",
	`a throw's clip is at /clip/THROW, a number`:                                                          "an answer to another program",
	`delay is "{s}": it must be a number of seconds from 0 to {n}`:                                        "an answer to another program",
	`each die that is corrected needs its "id", and a "value" or a "face"`:                                "an answer to another program",
	`name 1 to {n} of those that wait`:                                                                    "an answer to another program",
	`name 1 to {n} players`:                                                                               "an answer to another program",
	`only what counts may count so from now on`:                                                           "an answer to another program",
	`say the settings`:                                                                                    "an answer to another program",
	`say which dice: ?shelf=NAME or ?dice=ID,ID`:                                                          "an answer to another program",
	`say which edition: /api/editions lists them`:                                                         "an answer to another program",
	`say which table: put table=NAME into the address; {s}`:                                               "an answer to another program",
	`the module can't be made: look at the table's log`:                                                   "an answer to another program",
	`the order "{s}" is not known: throw, look, picture, frame, source, again, next, lock and unlock are`: "an answer to another program",
	`the order "{s}" means nothing here`:                                                                  "an answer to another program",
	`the request must be {"allow": "https://…"} or {"forbid": "https://…"}`:                               "an answer to another program",
	`the request must be {"key": "…", "to": "/…"}`:                                                        "an answer to another program",
	`the request must be {"out": "NAME"} or {"new_code": true}`:                                           "an answer to another program",
	`the round must be a number from 1`:                                                                   "an answer to another program",
	`the standings can't go by "{s}": points, sum, best or hits`:                                          "an answer to another program",
	`the timer can't do "{s}" now: start, pause, resume, end or add (minutes)`:                            "an answer to another program",
	`the word "{s}" means nothing here: say press, leave, back or turn`:                                   "an answer to another program",
	`this address speaks WebSocket: open it with a WebSocket client`:                                      "an answer to another program",
	`the message is longer than {n} bytes`:                                                                "an answer to another program",
	`the message is not a JSON object as docs/organisers.md describes it: {s}`:                            "an answer to another program",
	`to {s} a roll takes no dice and no total`:                                                            "an answer to another program",
	`"{s}" is no role: it must be table, judge or spectator`:                                              "said in a terminal, when the program starts",
	`"{s}" is none: it must be like https://vtt.example, without a path`:                                  "said in a terminal, when the program starts",
	`find the running program: {s}`:                                                                       "said in a terminal, when the program starts",
	`read the list of pages that may ask for rolls, {s}: {t}; put a sound copy there, or move the file away and allow the pages again`: "said in a terminal, when the program starts",
	`serve the page: {s}`:         "said in a terminal, when the program starts",
	`serve the hub's pages: {s}`:  "said in a terminal, when the program starts",
	`the eye is watching already`: "said in a terminal, when the program starts",
	`the hub's address goes on after ? or #: it must end with the event's name`:                            "said in a terminal, when the program starts",
	`the hub's address holds a password: addresses are logged, so keep it in a file and name that`:         "said in a terminal, when the program starts",
	`the hub's address is "{s}": a % must stand before two hexadecimal digits`:                             "said in a terminal, when the program starts",
	`the hub's address is "{s}": it must be nats://HOST or tls://HOST, with :PORT and /EVENT where needed`: "said in a terminal, when the program starts",
	`the hub's address: {s}`:                                     "said in a terminal, when the program starts",
	`a painted picture is empty or has gaps between its rows`:    "a fault between the program's own parts, which it mends or logs",
	`encode a preview: {s}`:                                      "a fault between the program's own parts, which it mends or logs",
	`take a painted picture: {s}`:                                "a fault between the program's own parts, which it mends or logs",
	`no new frame yet`:                                           "a fault between the program's own parts, which it mends or logs",
	`the camera's process talks nonsense ({s}: it gives orders)`: "a fault between the program's own parts, which it mends or logs",
	`disk full`: "a code",
	`what was done to throw {n} ("{s}") is not known: was it written by a newer version of this program?`: "said in a terminal, when the program starts",
	`a message must be a picture or {"do": "start"}, "resume" or "stop"`:                                  "an answer to another program",
	`json: unknown field`: "how encoding/json begins an error",
	`not allowed`:         "a code",
	`the organiser`:       "a name that a judge may change",
	`libcamerasrc ! video/x-raw,width={n},height={m},framerate={k}/1 ! videoconvert ! video/x-raw,format=BGR ! appsink drop=true max-buffers=1 sync=false`: "a pipeline's words",
	"hand in tray":                 "a state's id",
	"pictures from a phone":        "a source's name",
	"1 die is rolled":              "a part of an error",
	"{n} dice are rolled":          "a part of an error",
	"1 die lies":                   "a part of an error",
	"{n} dice lie":                 "a part of an error",
	"{n} × {a}":                    "a part of a report of dice that were expected",
	"{n} of {m} dice: {a} missing": "a report of dice that were expected: the command line and the studio",
	"{a} at {b} was not expected and isn't counted":                             "a report of dice that were expected: the command line and the studio",
	"a die at {a} that shows {n} was not expected and isn't counted":            "a report of dice that were expected: the command line and the studio",
	"the die at {a} is none of those expected, or shows something never taught": "a report of dice that were expected: the command line and the studio",
	"the die at {a} leans: if it is cocked, throw it again":                     "a report of dice that were expected: the command line and the studio",
	"two dice at {a} lie on each other: throw the upper one again":              "a report of dice that were expected: the command line and the studio",
	"Vera Discordia {a}":              "where a rule stands",
	"{a} roll":                        "a question's key",
	"{a} mastery roll":                "a question's key",
	"{a} turn {n}":                    "a question's key",
	"{n} turn {m}":                    "a question's key",
	`"{s}" is no shape of a die: {t}`: "an answer to another program",
	`keep and lowest belong to the mode "{s}", not "{t}"`:                                                                                             "an answer to another program",
	`notation belongs to the mode "{s}", not "{t}"`:                                                                                                   "an answer to another program",
	`target, below and double belong to the mode "{s}", not "{t}"`:                                                                                    "an answer to another program",
	`tens is "{s}": it must be "{t}" (two ten-sided dice are one d100), "{u}" (each counts for itself) or empty (ask)`:                                "an answer to another program",
	`settings of a count: there is no setting {s}: a newer version of this program may know it`:                                                       "an answer to another program",
	`the mode "{s}" is not one of sum, faces, pool, keep, notation`:                                                                                   "an answer to another program",
	`the order "{s}" is neither "{t}" nor "{u}"`:                                                                                                      "an answer to another program",
	`the notation says which dice are thrown, what is added and what is rolled again: leave modifier, again, by_color, tens, shapes, min and max out`: "an answer to another program",
	`to roll again, say which values, or that the player chooses`:                                                                                     "an answer to another program",
	`{n} to {m} dice a roll can't be: 1 to {k} are possible`:                                                                                          "an answer to another program",
	`{n} values to roll again are too many (100)`:                                                                                                     "an answer to another program",
}

// heardWords reads a language's catalogue of what the rules and the table say.
func heardWords(t *testing.T, language string) map[string]any {
	t.Helper()
	raw, err := os.ReadFile("static/heard/" + language + ".json")
	require.NoError(t, err)
	var words map[string]any
	require.NoError(t, json.Unmarshal(raw, &words))
	return words
}

// All languages translate the same sentences of the rules, with the same places and all plural forms. Some package
// has each of these sentences, and every format of a package that must be translated is among them.
func TestLanguageOfTheRules(t *testing.T) {
	all := told{map[string]string{}, map[string]string{}, map[string]string{}}
	for _, dir := range speakers {
		readSpeaker(t, dir, all)
	}
	for _, dir := range refusers {
		readRefuser(t, dir, all)
	}
	for _, dir := range lookers {
		readLooker(t, dir, all)
	}
	for where, by := range answerers {
		readAnswerer(t, where, by, all)
	}
	first := heardWords(t, "de")
	for language, needed := range forms {
		words := heardWords(t, language)
		if *update {
			for id := range all.formats {
				if _, ok := words[id]; !ok && outOfWords(id) {
					words[id] = ""
				}
			}
			for id := range all.refusals {
				if _, ok := words[id]; !ok && unheard[id] == "" {
					words[id] = ""
				}
			}
			var out bytes.Buffer
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", " ")
			require.NoError(t, enc.Encode(words))
			require.NoError(t, os.WriteFile("static/heard/"+language+".json", out.Bytes(), 0o644))
		}
		for id, said := range words {
			where := all.formats[id] + all.refusals[id] + all.literals[id]
			// A word may begin a sentence, and a name stand inside one. A step may be named without that word, and several things by their sign of a plural.
			for _, other := range []string{strings.ToLower(id[:1]) + id[1:], strings.ToUpper(id[:1]) + id[1:], id + " phase", id + " step", strings.TrimSuffix(id, "s")} {
				where += all.literals[other]
			}
			require.NotEmpty(t, where, "static/heard/%s.json: no package says %q any more: take it out", language, id)
			require.Contains(t, first, id, "static/heard/de.json has no words for what %s.json has", language)
			plural, is := said.(map[string]any)
			if !is {
				plural = map[string]any{"": said}
			} else {
				require.Equal(t, needed, slices.Sorted(maps.Keys(plural)), "static/heard/%s.json: %q", language, id)
			}
			for _, form := range plural {
				text, _ := form.(string)
				require.NotEmpty(t, text, "static/heard/%s.json: %q (%s) has no words", language, id, where)
				require.Equal(t, placesIn(id), placesIn(text), "static/heard/%s.json: %q: %q has other places", language, id, text)
			}
		}
		for id := range first {
			require.Contains(t, words, id, "static/heard/%s.json has no words for it", language)
		}
		for id, where := range all.refusals {
			if unheard[id] == "" {
				require.Contains(t, words, id, "%s says so, static/heard/%s.json has no words for it (go test ./web -run Language -update)", where, language)
			}
		}
		for id, where := range all.formats {
			if outOfWords(id) {
				require.Contains(t, words, id, "%s says it, static/heard/%s.json has no words for it (go test ./web -run Language -update)", where, language)
			}
		}
	}
}

// unseen are the packages whose errors no page shows, each with where they are said. A package that is in none of these lists is one that nobody thought
// of: its sentences would stay English.
var unseen = map[string]string{
	"calibration":               "the command calibrate, and the log",
	"companion/chapter":         "the log: a chapter is made anew",
	"companion/dbstamp":         "the terminal, when the program starts",
	"companion/dicecount":       "the log",
	"companion/door":            "the terminal and other programs: a request that a page of elsewhere sends",
	"companion/event/gate":      "the hub's log",
	"companion/event/rehearsal": "the command hub rehearse",
	"companion/event/tokens":    "the command hub token",
	"companion/evidence":        "an answer to another program",
	"companion/fairness":        "an answer to another program",
	"companion/guests":          "the terminal, when the program starts",
	"companion/launch":          "the terminal",
	"companion/lookup":          "an answer to another program",
	"companion/obs":             "the log",
	"companion/place":           "the terminal",
	"companion/record":          "the terminal, when the program starts",
	"companion/settings":        "the terminal, when the program starts",
	"companion/sheet":           "an answer to another program",
	"companion/studio/loose":    "the command teach",
	"companion/tabletest":       "tests",
	"companion/terminal":        "the terminal",
	"companion/textfile":        "the terminal, when the program starts",
	"companion/visitor":         "the terminal, when the program starts",
	"engine/bot":                "tests",
	"engine/library":            "the command rules",
	"engine/oneroll":            "the command count",
	"engine/scenario":           "the command play",
	"models":                    "the commands teach and evaluate",
	"models/catalog":            "the commands teach and read",
	"models/dataset":            "the command evaluate",
	"models/networks":           "the log, when the program starts",
	"vision/cv/card":            "the command calibrate",
	"vision/cv/cvtest":          "tests",
	"vision/cv/dnn":             "the log",
	"vision/cv/face":            "the log",
	"vision/cv/picture":         "behind a sentence of vision/cv/source, which is said",
	"vision/cv/rectify":         "the log",
	"vision/cv/thing":           "the log",
	"vision/cv/tray":            "the log",
	"vision/evaluate":           "the command evaluate",
	"vision/known":              "the terminal, when the program starts",
	"vision/measure":            "the command calibrate",
	"vision/pictures":           "the command read",
	"vision/report":             "the command read",
	"vision/stage":              "the command stage",
	"vision/tape":               "the terminal, when the program starts",
	"vision/teach":              "the command teach",
	"vision/virtual":            "the terminal, when the program starts",
}

// aLongError matches an error of several words in a package's source.
var aLongError = regexp.MustCompile(`(?:Errorf|errors\.New)\(\s*"[^"]* [^"]* `)

func TestEveryPackageThatSaysWhyIsListed(t *testing.T) {
	met := map[string]bool{}
	for _, root := range []string{"calibration", "companion", "engine", "models", "vision"} {
		require.NoError(t, filepath.WalkDir("../"+root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(file)
			require.NoError(t, err)
			dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), "../"))
			if !aLongError.Match(raw) || met[dir] {
				return nil
			}
			met[dir] = true
			listed := slices.Contains(speakers, dir) || slices.Contains(refusers, dir) || slices.Contains(lookers, dir) || unseen[dir] != ""
			for where := range answerers {
				listed = listed || where == dir || strings.HasPrefix(where, dir+"/") && strings.HasSuffix(where, ".go")
			}
			require.True(t, listed, "%s has errors of several words, and none of answerers, refusers, lookers, speakers and unseen names it: if a page shows them, name it in answerers", dir)
			return nil
		}))
	}
	for dir := range unseen {
		require.True(t, met[dir], "%s has no such errors any more: take it out of unseen", dir)
	}
}

// outOfWords says whether the catalogues must have a format.
func outOfWords(id string) bool { return aSentence.MatchString(id) && unheard[id] == "" }

func placesIn(text string) []string {
	var out []string
	for _, m := range inPlaces.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}
