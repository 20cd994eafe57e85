package companion_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/screen"
	"astragal/engine"
	"astragal/engine/dragondice"
)

var update = flag.Bool("update", false, "write the generated and golden files anew")

// The pages' types of messages are made from the Go structs and their comments.
func TestTheTypesOfThePagesAreThoseOfTheMessages(t *testing.T) {
	const path = "../web/static/messages.js"
	g := typings{t: t, docs: comments(t, ".", "record", "evidence", "protocol", "screen", "hall", "rulebook", "journal", "fairness", "dicecount", "../engine", "../engine/tally", "../engine/dragondice", "../vision"), done: map[string]string{}}
	for _, v := range []any{protocol.Message{}, protocol.View{}, protocol.Act{}, protocol.GameView{}, protocol.RollLuck{}, protocol.NewGame{}, protocol.LobbyView{}, protocol.LobbyInfo{}, protocol.NewLobby{}, protocol.LobbyAct{}, protocol.KindView{}, protocol.Army{}, rulebook.EditionView{}, rulebook.ReferenceView{}, rulebook.ForceView{}, dragondice.Comparison{}, evidence.Statistics{}, screen.DisputesView{}, journal.LogVerdict{}, protocol.AskersView{}, protocol.DevicesView{}} {
		g.add(reflect.TypeOf(v))
	}
	for _, v := range overlayTypes() {
		g.add(reflect.TypeOf(v))
	}
	want := g.file()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(got), "the types are old: go test ./companion -run Types -update")
}

// The document describes all that a message may hold.
func TestTheAPIIsDescribed(t *testing.T) {
	raw, err := os.ReadFile("../docs/api.md")
	require.NoError(t, err)
	g := typings{t: t, docs: map[string]string{}, done: map[string]string{}}
	for _, v := range []any{protocol.Message{}, protocol.Act{}, protocol.View{}, protocol.GameView{}, protocol.RollLuck{}, protocol.NewGame{}, protocol.LobbyView{}, protocol.LobbyInfo{}, protocol.NewLobby{}, protocol.LobbyAct{}, protocol.KindView{}, protocol.Army{}, rulebook.EditionView{}, rulebook.ReferenceView{}, rulebook.ForceView{}, dragondice.Comparison{}, evidence.Statistics{}, screen.DisputesView{}, journal.LogVerdict{}, protocol.NewRequest{}, protocol.RequestView{}, protocol.RequestsView{}, protocol.AskersView{}, protocol.AskersChange{}, protocol.DevicesView{}, protocol.DevicesChange{}} {
		g.add(reflect.TypeOf(v))
	}
	for _, v := range overlayTypes() {
		g.add(reflect.TypeOf(v))
	}
	for _, field := range g.fields {
		if !strings.Contains(string(raw), "`"+field+"`") {
			t.Errorf("docs/api.md doesn't describe %q", field)
		}
	}
}

type typings struct {
	t      *testing.T
	docs   map[string]string
	done   map[string]string
	fields []string
}

func (g *typings) file() string {
	var b strings.Builder
	b.WriteString("// Made from the Go structs by `go test ./companion -run Types -update`. Do not edit.\n")
	for _, name := range slices.Sorted(keys(g.done)) {
		b.WriteString("\n" + g.done[name])
	}
	return b.String() + "\nexport {};\n"
}

func keys(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// add writes the type of a struct and of all that it holds.
func (g *typings) add(t reflect.Type) {
	if t == reflect.TypeFor[engine.View]() {
		g.addAs(t, "PlayView") // the table has a View too
		return
	}
	g.addAs(t, t.Name())
}

func (g *typings) addAs(t reflect.Type, as string) {
	if _, ok := g.done[as]; ok {
		return
	}
	g.done[as] = ""
	var b strings.Builder
	fmt.Fprintf(&b, "/**\n%s * @typedef {object} %s\n", comment(g.docs[docName(t)]), as)
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		require.NotEmpty(g.t, name, "%s.%s has no JSON name", t.Name(), f.Name)
		if strings.Contains(t.PkgPath(), "/companion") {
			g.fields = append(g.fields, name)
		}
		optional := ""
		if strings.Contains(rest, "omit") {
			optional = " | undefined"
			name = "[" + name + "]"
		}
		doc := strings.ReplaceAll(g.docs[docName(t)+"."+f.Name], "\n", " ")
		fmt.Fprintf(&b, " * @property {%s%s} %s %s", cmp.Or(f.Tag.Get("js"), g.js(f.Type)), optional, name, doc)
		b.WriteString("\n")
	}
	b.WriteString(" */\n")
	g.done[as] = strings.ReplaceAll(b.String(), " \n", "\n")
}

func comment(doc string) string {
	var b strings.Builder
	for line := range strings.Lines(doc) {
		b.WriteString(" * " + strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

func (g *typings) js(t reflect.Type) string {
	if t == reflect.TypeFor[json.RawMessage]() {
		return "any"
	}
	switch t.Kind() {
	case reflect.Interface:
		return "any"
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return g.js(t.Elem()) + " | null"
	case reflect.Slice:
		if strings.Contains(g.js(t.Elem()), "|") {
			return "(" + g.js(t.Elem()) + ")[]"
		}
		return g.js(t.Elem()) + "[]"
	case reflect.Map:
		return "Record<" + g.js(t.Key()) + ", " + g.js(t.Elem()) + ">"
	case reflect.Array:
		return "[" + strings.TrimSuffix(strings.Repeat(g.js(t.Elem())+", ", t.Len()), ", ") + "]"
	case reflect.Struct:
		g.add(t)
		if t == reflect.TypeFor[engine.View]() {
			return "PlayView"
		}
		return t.Name()
	}
	require.FailNow(g.t, "a message holds something without a type for the pages", "%s", t)
	return ""
}

// docName is the name under which comments has a type: several packages have a type State.
func docName(t reflect.Type) string { return path.Base(t.PkgPath()) + "." + t.Name() }

// comments are the doc comments of all types ("protocol.Act") and fields ("protocol.Act.Throw") of some packages.
func comments(t *testing.T, dirs ...string) map[string]string {
	docs := map[string]string{}
	for _, dir := range dirs {
		files, err := os.ReadDir(dir)
		require.NoError(t, err)
		full, err := filepath.Abs(dir)
		require.NoError(t, err)
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), dir+"/"+f.Name(), nil, parser.ParseComments)
			require.NoError(t, err)
			for _, d := range tree.Decls {
				if d, ok := d.(*ast.GenDecl); ok {
					commentsOf(filepath.Base(full)+".", d, docs)
				}
			}
		}
	}
	return docs
}

func commentsOf(pkg string, d *ast.GenDecl, docs map[string]string) {
	for _, spec := range d.Specs {
		ts, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		st, ok := ts.Type.(*ast.StructType)
		if !ok {
			continue
		}
		docs[pkg+ts.Name.Name] = strings.TrimSpace(cmp.Or(ts.Doc.Text(), d.Doc.Text()))
		for _, f := range st.Fields.List {
			for _, name := range f.Names {
				docs[pkg+ts.Name.Name+"."+name.Name] = strings.TrimSpace(cmp.Or(f.Doc.Text(), f.Comment.Text()))
			}
		}
	}
}

// overlayTypes are the messages of the overlay's and the phone's sockets.
func overlayTypes() []any {
	return []any{protocol.OverlayView{}, protocol.OverlayShown{}, protocol.PhoneMessage{}, protocol.PhoneWish{}}
}
