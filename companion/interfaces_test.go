package companion_test

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"astragal/companion/event"
	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/notify"
	"astragal/companion/once"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/screen"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/dragondice"
)

const madeHere = "  # From here on made from the Go structs: go test ./companion -run TestTheSchemas -update\n"

// interfaces are the documents and the structs that their schemas are made from.
func interfaces() map[string][]any {
	return map[string][]any{
		"../docs/openapi.yaml": {protocol.Message{}, protocol.View{}, protocol.GameView{}, protocol.RollLuck{}, protocol.Act{}, protocol.RollView{}, protocol.SourceView{}, evidence.Statistics{}, screen.DisputesView{},
			journal.LogVerdict{}, protocol.NewRequest{}, protocol.RequestView{}, protocol.RequestsView{}, protocol.AskersView{}, protocol.AskersChange{}, protocol.GameInfo{}, protocol.KindView{}, protocol.NewGame{}, protocol.LobbyView{}, protocol.LobbyInfo{}, protocol.NewLobby{}, protocol.LobbyAct{}, protocol.LogLine{}, engine.Question{}, engine.Answer{},
			protocol.Army{}, rulebook.EditionView{}, rulebook.ReferenceView{}, rulebook.ForceView{}, rulebook.CompareAsk{}, dragondice.Comparison{}, protocol.DevicesView{}, protocol.DevicesChange{}, refused{}},
		"../docs/asyncapi.yaml": {protocol.Message{}, protocol.View{}, protocol.GameView{}, protocol.LobbyView{}, protocol.Act{}, protocol.OverlayMessage{}, protocol.OverlayView{}, protocol.OverlayShown{}, protocol.PhoneMessage{}, protocol.PhoneWish{}, event.Message{}, notify.Told{}, event.Roll{}, notify.State{}, notify.Thing{},
			event.Hello{}, event.Welcome{}, event.Health{}, event.Word{}, event.Ask{}, event.Told{}},
	}
}

// refused is the form of every error.
type refused struct {
	Error string `json:"error"`
}

func TestTheSchemasAreThoseOfTheStructs(t *testing.T) {
	docs := comments(t, ".", "record", "evidence", "protocol", "screen", "hall", "rulebook", "journal", "fairness", "dicecount", "event", "notify", "../engine", "../engine/tally", "../engine/dragondice", "../vision")
	for path, structs := range interfaces() {
		s := schemas{t: t, docs: docs, all: map[string]any{}, words: constants(t), sent: sent(t)}
		for _, v := range structs {
			s.ref(reflect.TypeOf(v))
		}
		made, err := yaml.Marshal(map[string]any{"schemas": s.all})
		require.NoError(t, err)
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		hand, was, found := strings.Cut(string(raw), madeHere)
		require.True(t, found, path)
		want := ""
		for line := range strings.Lines(string(made)) {
			want += "  " + line
		}
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(hand+madeHere+want), 0o644))
			continue
		}
		require.Equal(t, want, was, "%s is old: go test ./companion -run TestTheSchemas -update", path)
	}
}

// schemas makes JSON schemas (draft 2020-12, as OpenAPI 3.1 has it) of Go structs.
type schemas struct {
	t    *testing.T
	docs map[string]string
	all  map[string]any
	// words are the values of each type of words. sent are the values of a message's field, by "Message.Type".
	words, sent map[string][]any
}

// nameOf is what a struct is called in the documents: packages share some names.
func nameOf(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[engine.View]():
		return "PlayView"
	case reflect.TypeFor[event.Message]():
		return "EventMessage"
	case reflect.TypeFor[event.Told]():
		return "AskTold"
	case reflect.TypeFor[event.Deed]():
		return "RulingDeed"
	case reflect.TypeFor[event.Die]():
		return "RolledDie"
	case reflect.TypeFor[event.Result]():
		return "EventResult"
	case reflect.TypeFor[engine.Roll]():
		return "RollQuestion"
	case reflect.TypeFor[refused]():
		return "Refused"
	}
	return t.Name()
}

func (s *schemas) ref(t reflect.Type) any {
	name := nameOf(t)
	if _, ok := s.all[name]; !ok {
		s.all[name] = nil // the type may hold itself
		properties, required := map[string]any{}, []string{}
		s.fields(t, properties, &required)
		o := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
		if len(required) > 0 {
			o["required"] = required
		}
		if doc := s.docs[docName(t)]; doc != "" {
			o["description"] = strings.Join(strings.Fields(doc), " ")
		}
		s.all[name] = o
	}
	return map[string]any{"$ref": "#/components/schemas/" + name}
}

func (s *schemas) fields(t reflect.Type, properties map[string]any, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			s.fields(f.Type, properties, required)
			continue
		case !f.IsExported() || name == "-":
			continue
		}
		properties[name] = s.of(f.Type, f.Tag.Get("js"))
		if words := s.sent[nameOf(t)+"."+f.Name]; words != nil {
			properties[name] = map[string]any{"type": "string", "enum": words}
		}
		if !strings.Contains(rest, "omit") {
			*required = append(*required, name)
		}
	}
}

func (s *schemas) of(t reflect.Type, js string) any {
	switch {
	case js == "View" || js == "GameView" || strings.HasPrefix(js, "OverlayShown") || js == "GameView | null":
		ref := map[string]any{"$ref": "#/components/schemas/" + strings.TrimSuffix(js, " | null")}
		if strings.HasSuffix(js, "null") {
			return map[string]any{"anyOf": []any{ref, map[string]any{"type": "null"}}}
		}
		return ref
	case t == reflect.TypeFor[json.RawMessage](), t.Kind() == reflect.Interface:
		return map[string]any{}
	case t == reflect.TypeFor[time.Time]():
		return map[string]any{"type": "string", "format": "date-time"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.String:
		if words := s.words[t.String()]; words != nil {
			return map[string]any{"type": "string", "enum": words}
		}
		return map[string]any{"type": "string"}
	case reflect.Int, reflect.Int64, reflect.Uint8, reflect.Uint64:
		return map[string]any{"type": "integer"}
	case reflect.Float64, reflect.Float32:
		return map[string]any{"type": "number"}
	case reflect.Pointer:
		return map[string]any{"anyOf": []any{s.of(t.Elem(), ""), map[string]any{"type": "null"}}}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return map[string]any{"type": "string", "contentEncoding": "base64"}
		}
		return map[string]any{"type": []any{"array", "null"}, "items": s.of(t.Elem(), "")}
	case reflect.Array:
		return map[string]any{"type": "array", "items": s.of(t.Elem(), ""), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return map[string]any{"type": []any{"object", "null"}, "additionalProperties": s.of(t.Elem(), "")}
	case reflect.Struct:
		return s.ref(t)
	}
	require.FailNow(s.t, "a message holds something without a schema", "%s", t)
	return nil
}

// fits says whether a value fits the schema at a place of a document.
func fits(t *testing.T, doc map[string]any, pointer string, value []byte) {
	t.Helper()
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("https://astragal.invalid/doc.json", doc))
	schema, err := c.Compile("https://astragal.invalid/doc.json#" + pointer)
	require.NoError(t, err, pointer)
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(string(value)))
	require.NoError(t, err, string(value))
	require.NoError(t, schema.Validate(parsed), "%s\n%.2000s", pointer, value)
}

// patterns are the addresses for which the program's source names handlers.
func patterns(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, tree := range parsed(t, "screen") {
		var looped []string // the list over which the loop around runs
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if list, ok := n.X.(*ast.CompositeLit); ok {
					looped = texts(t, list.Elts)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && (f.Sel.Name == "HandleFunc" || f.Sel.Name == "Handle") {
					out = append(out, patternsOf(t, n.Args[0], looped)...)
				}
			}
			return true
		})
	}
	return out
}

func patternsOf(t *testing.T, arg ast.Expr, looped []string) []string {
	t.Helper()
	if lit, ok := arg.(*ast.BasicLit); ok {
		return texts(t, []ast.Expr{lit})
	}
	sum, ok := arg.(*ast.BinaryExpr)
	require.True(t, ok, "an address is made in a way that this test doesn't read")
	var out []string
	for _, text := range looped {
		out = append(out, texts(t, []ast.Expr{sum.X})[0]+text)
	}
	return out
}

func texts(t *testing.T, list []ast.Expr) []string {
	t.Helper()
	var out []string
	for _, e := range list {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			require.NoError(t, err)
			out = append(out, text)
		}
	}
	return out
}

func TestEveryAddressIsInTheDocumentAndTheOtherWayRound(t *testing.T) {
	doc := tabletest.Document(t, "../docs/openapi.yaml")
	var described []string
	for path, ops := range tabletest.Inside(doc, "paths").(map[string]any) {
		for method := range ops.(map[string]any) {
			if method != "parameters" {
				described = append(described, strings.ToUpper(method)+" "+path)
			}
		}
	}
	var there []string
	for _, p := range patterns(t) {
		p = strings.NewReplacer("{$}", "", "...}", "}").Replace(p)
		if p != "/" { // that one answers for all other addresses
			there = append(there, p)
		}
	}
	require.ElementsMatch(t, there, described)

	// The program knows all of them: none gets the answer for unknown addresses.
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	for _, d := range described {
		method, path, _ := strings.Cut(d, " ")
		if strings.HasSuffix(path, "/socket") || strings.HasSuffix(path, "/overlay") || method != http.MethodGet || path == "/preview.jpg" {
			continue
		}
		res, err := http.Get("http://" + tb.Address + regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, "1"))
		require.NoError(t, err)
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.NotContains(t, string(raw), "there is nothing at this address", d)
		if strings.Contains(path, "{") || strings.HasPrefix(path, "/api/studio") {
			require.Contains(t, tabletest.Inside(doc, "paths", path, "get", "responses"), strconv.Itoa(res.StatusCode), "%s answered %d", d, res.StatusCode)
		}
	}
}

// Every address may refuse requests that come too fast. Every address that changes something takes a mark, so that a request that comes again is done
// once.
func TestTheDocumentSaysHowToAskAgain(t *testing.T) {
	doc := tabletest.Document(t, "../docs/openapi.yaml")
	for path, ops := range tabletest.Inside(doc, "paths").(map[string]any) {
		for method, op := range ops.(map[string]any) {
			if method == "parameters" || strings.HasPrefix(path, "/static/") { // everybody may fetch the pages' files, as fast as they like
				continue
			}
			require.NotNil(t, tabletest.Inside(op, "responses", "429"), "%s %s", method, path)
			marked := slices.ContainsFunc(list(tabletest.Inside(op, "parameters")), func(p any) bool { return tabletest.Inside(p, "$ref") == "#/components/parameters/Once" })
			require.Equal(t, method != "get", marked, "%s %s", method, path)
		}
	}
	require.Equal(t, once.Header, tabletest.Inside(doc, "components", "parameters", "Once", "name"))

	// The program does so. If a request is posted twice with one mark, it is done once. If somebody asks too fast,
	// the answer has the form that the document says.
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	post := func() (string, int) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+tb.Address+"/api/requests", strings.NewReader(`{"dice": ["d20"]}`))
		require.NoError(t, err)
		req.Header.Set(once.Header, "a mark of mine")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return string(raw), res.StatusCode
	}
	first, status := post()
	require.Equal(t, http.StatusCreated, status)
	again, status := post()
	require.Equal(t, http.StatusCreated, status)
	require.Equal(t, first, again)
	for range 1000 {
		res, err := http.Get("http://" + tb.Address + "/api/requests/1")
		require.NoError(t, err)
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		if res.StatusCode == http.StatusTooManyRequests {
			fits(t, doc, "/components/responses/Busy/content/application~1json/schema", raw)
			return
		}
	}
	require.Fail(t, "a thousand requests at once were all answered")
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func TestAnswersFitTheDocument(t *testing.T) {
	doc := tabletest.Document(t, "../docs/openapi.yaml")
	tb := tabletest.NewTable(t)
	tb.Throw(3, -5)
	tb.Serve("127.0.0.1:0")
	base := "http://" + tb.Address
	check := func(method, path, query, body string, status int) []byte {
		t.Helper()
		address := regexp.MustCompile(`\{(id|entry)\}`).ReplaceAllString(path, "1")
		req, err := http.NewRequestWithContext(t.Context(), method, base+address+query, strings.NewReader(body))
		require.NoError(t, err)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, status, res.StatusCode, "%s %s: %s", method, path, raw)
		escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
		op := "/paths/" + escaped + "/" + strings.ToLower(method)
		if ref, ok := tabletest.Inside(doc, "paths", path, strings.ToLower(method), "responses", strconv.Itoa(status), "$ref").(string); ok {
			fits(t, doc, strings.TrimPrefix(ref, "#")+"/content/application~1json/schema", raw)
		} else {
			fits(t, doc, op+"/responses/"+strconv.Itoa(status)+"/content/application~1json/schema", raw)
		}
		if schema := tabletest.Inside(doc, "paths", path, strings.ToLower(method), "requestBody", "content", "application/json", "schema"); schema != nil && status < 300 {
			fits(t, doc, op+"/requestBody/content/application~1json/schema", []byte(body))
		}
		return raw
	}
	check("POST", "/api/act", "", `{"do": "fix", "throw": 1, "rev": 1, "die": 2, "value": 6}`, http.StatusOK)
	check("POST", "/api/act", "", `{"do": "fix", "throw": 1, "rev": 1, "die": 2, "value": 6}`, http.StatusConflict)
	check("POST", "/api/act", "", `{"do": "dance"}`, http.StatusBadRequest)
	check("POST", "/api/act", "", `{"do": "fix", "throw": 1, "rev": 2, "die": 2, "value": 4}`, http.StatusOK)
	check("GET", "/api/view", "", "", http.StatusOK)
	check("GET", "/api/rolls", "?before=9", "", http.StatusOK)
	check("GET", "/api/rolls", "", "", http.StatusBadRequest)
	check("GET", "/api/sources", "", "", http.StatusOK)
	check("GET", "/api/statistics", "", "", http.StatusOK)
	check("GET", "/api/disputes", "", "", http.StatusOK)
	check("GET", "/api/verify", "", "", http.StatusOK)
	check("GET", "/api/editions", "", "", http.StatusOK)
	check("GET", "/api/overlay/alive", "", "", http.StatusOK)
	check("POST", "/api/armies", "", `{"id": 0, "rulebook": "starter", "name": "Two oaks", "force": {"dice": ["2 treefolk_oak"]}}`, http.StatusOK)
	check("GET", "/api/armies", "", "", http.StatusOK)

	check("POST", "/api/requests", "", `{"dice": ["2d6"], "ref": "x"}`, http.StatusCreated)
	check("POST", "/api/requests", "", `{"dice": ["2d6"], "ref": "x"}`, http.StatusOK)
	check("POST", "/api/requests", "", `{"dice": ["d7"]}`, http.StatusUnprocessableEntity)
	tb.Clear()
	tb.Throw(1, 2)
	check("GET", "/api/requests/{id}", "", "", http.StatusOK)
	check("GET", "/api/requests", "?of=1", "", http.StatusOK)
	check("GET", "/api/askers", "", "", http.StatusOK)
	check("POST", "/api/askers", "", `{"allow": "ftp://x"}`, http.StatusNotFound)
	check("POST", "/api/games", "", `{"rulebook": "duel", "players": [{"name": "Ann"}, {"name": "Bo"}]}`, http.StatusCreated)
	check("POST", "/api/lobbies", "", `{"rulebook": "duel", "players": [{"name": "Ann"}, {"name": "Bo"}]}`, http.StatusCreated)
	check("POST", "/api/lobbies", "", `{"rulebook": "chess"}`, http.StatusUnprocessableEntity)
	check("GET", "/api/lobbies/{id}", "", "", http.StatusOK)
	check("POST", "/api/lobbies/{id}", "", `{"do": "name", "seat": 1, "name": "Cleo"}`, http.StatusOK)
	check("POST", "/api/lobbies/{id}", "", `{"do": "dance"}`, http.StatusBadRequest)
	check("GET", "/api/games", "", "", http.StatusOK)
	check("GET", "/api/games/{id}", "", "", http.StatusOK)
	check("GET", "/api/games/{id}/log", "", "", http.StatusOK)
	check("GET", "/api/games/{id}/entries/{entry}", "", "", http.StatusOK)
	check("GET", "/api/games/{id}/luck", "", "", http.StatusOK)
}

func TestMessagesFitTheDocument(t *testing.T) {
	doc := tabletest.Document(t, "../docs/asyncapi.yaml")
	examples := 0
	for name, m := range tabletest.Inside(doc, "components", "messages").(map[string]any) {
		list, _ := tabletest.Inside(m, "examples").([]any)
		for _, e := range list {
			raw, err := json.Marshal(tabletest.Inside(e, "payload"))
			require.NoError(t, err)
			fits(t, doc, "/components/messages/"+name+"/payload", raw)
			examples++
			switch name {
			case "Event":
				_, err := event.Parse(raw)
				require.NoError(t, err)
			case "Act":
				_, err := protocol.ParseAct(raw)
				require.NoError(t, err)
			}
		}
	}
	require.GreaterOrEqual(t, examples, 8)

	tb := tabletest.NewTable(t)
	tb.Throw(3, -5)
	tb.Serve("127.0.0.1:0")
	for path, pointer := range map[string]string{"/api/socket": "/components/schemas/Message", "/api/overlay": "/components/schemas/OverlayMessage"} {
		conn, _, err := websocket.DefaultDialer.Dial("ws://"+tb.Address+path, nil)
		require.NoError(t, err)
		_, raw, err := conn.ReadMessage()
		require.NoError(t, err)
		fits(t, doc, pointer, raw)
		require.NoError(t, conn.Close())
	}
	// Each channel has messages, and an operation uses it.
	for name, c := range tabletest.Inside(doc, "channels").(map[string]any) {
		require.NotEmpty(t, tabletest.Inside(c, "messages"), name)
		require.True(t, slices.ContainsFunc(values(tabletest.Inside(doc, "operations")), func(op any) bool { return tabletest.Inside(op, "channel", "$ref") == "#/channels/"+name }), "nobody uses %s", name)
	}
}

func values(v any) []any {
	var out []any
	m, _ := v.(map[string]any)
	for _, x := range m {
		out = append(out, x)
	}
	return out
}

// The examples run as their readers would run them: the scoreboard with a real table, and with one that is away.
func TestTheExamplesRun(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not here: the examples of docs/examples are not run")
	}
	examples := filepath.Join("..", "docs", "examples")
	run := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), python, args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	tb := tabletest.NewTable(t)
	tb.Throw(3, 4)
	tb.Serve("127.0.0.1:0")
	said := run(filepath.Join(examples, "scoreboard.py"), "http://"+tb.Address, "--once")
	require.Regexp(t, `(?m)^Roll 1 +7 +7 = 3 \+ 4 \(two d6\)\nAll rolls +7 +1 roll$`, said)
	require.Contains(t, run(filepath.Join(examples, "scoreboard.py"), "http://127.0.0.1:1", "--once"), "doesn't answer as a table")

	// Something that is no table answers at the address.
	strange := ""
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if strange == "" {
			panic(http.ErrAbortHandler)
		}
		if strange == "half" {
			w.Header().Set("Content-Length", "100")
		}
		_, _ = io.WriteString(w, strange)
	}))
	t.Cleanup(other.Close)
	inOBS := filepath.Join(t.TempDir(), "obs.py")
	require.NoError(t, os.WriteFile(inOBS, []byte(likeOBS), 0o600))
	for _, strange = range []string{"", "half", "[]", `{"type": "view"}`, "null", `{"view": {"rolls": [7]}}`} {
		require.Contains(t, run(filepath.Join(examples, "scoreboard.py"), other.URL, "--once"), "doesn't answer as a table", strange)
	}
	strange = "[]"
	run(inOBS, examples, "http://"+tb.Address, "7 = 3 + 4 (two d6)", other.URL, "not live: ", "http://"+tb.Address, "7 = 3 + 4 (two d6)")
}

// likeOBS runs docs/examples/obs_last_roll.py with stand-ins for OBS's functions. At each address the text must begin
// with the words after it.
const likeOBS = `
import sys, time, types
text = {}
class OBS(types.ModuleType):
    def __getattr__(self, name):
        return lambda *of: None
obs = OBS("obspython")
obs.obs_data_create = dict
obs.obs_data_get_string = lambda data, key: data[key]
obs.obs_data_set_string = lambda data, key, value: data.__setitem__(key, value)
obs.obs_get_source_by_name = lambda name: text if name == "the text" else None
obs.obs_source_update = lambda source, data: source.update(data)
sys.modules["obspython"] = obs
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import obs_last_roll as script
script.script_load({})
for address, words in zip(sys.argv[2::2], sys.argv[3::2]):
    script.script_update({"table": address, "source": "the text"})
    end = time.monotonic() + 60
    while not text.get("text", "").startswith(words):
        assert time.monotonic() < end, (address, text)
        script.show()
        time.sleep(0.01)
script.script_unload()
`
