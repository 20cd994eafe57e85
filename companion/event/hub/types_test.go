package hub_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/hub"
)

var update = flag.Bool("update", false, "write the generated files anew")

// The pages' types of messages are made from the Go structs and their comments.
func TestTheTypesOfThePagesAreThoseOfTheViews(t *testing.T) {
	const path = "../../../web/static/hub/messages.js"
	g := typings{t: t, docs: comments(t), done: map[string]string{}}
	for _, v := range []any{hub.View{}, hub.RollDetail{}, hub.OverlayMessage{}, hub.OverlayShown{}, hub.Statistics{}, hub.ContestDetail{}, hub.OwnView{}, hub.SheetView{}, hub.GameLogView{}} {
		g.add(reflect.TypeOf(v))
	}
	var b strings.Builder
	b.WriteString("// Made from the Go structs by `go test ./companion/event/hub -run Types -update`. Do not edit.\n")
	names := []string{}
	for name := range g.done {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b.WriteString("\n" + g.done[name])
	}
	b.WriteString("\nexport {};\n")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, b.String(), string(got), "the types are old: go test ./companion/event/hub -run Types -update")
}

type typings struct {
	t    *testing.T
	docs map[string]string
	done map[string]string
}

func (g *typings) add(t reflect.Type) {
	if _, ok := g.done[t.Name()]; ok {
		return
	}
	g.done[t.Name()] = ""
	var b strings.Builder
	fmt.Fprintf(&b, "/**\n * %s\n * @typedef {object} %s\n", g.docs[t.Name()], t.Name())
	for f := range t.Fields() {
		name := f.Tag.Get("json")
		require.NotEmpty(g.t, name, "%s.%s has no JSON name", t.Name(), f.Name)
		name, option, _ := strings.Cut(name, ",")
		if option == "omitempty" {
			name = "[" + name + "]"
		}
		is := f.Tag.Get("js")
		if is == "" {
			is = g.js(f.Type)
		}
		b.WriteString(strings.TrimRight(fmt.Sprintf(" * @property {%s} %s %s", is, name, g.docs[t.Name()+"."+f.Name]), " ") + "\n")
	}
	b.WriteString(" */\n")
	g.done[t.Name()] = b.String()
}

func (g *typings) js(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return g.js(t.Elem()) + " | null"
	case reflect.Slice:
		return g.js(t.Elem()) + "[]"
	case reflect.Struct:
		g.add(t)
		return t.Name()
	}
	require.FailNow(g.t, "a view holds something without a type for the pages", "%s", t)
	return ""
}

// comments are the doc comments of the package's types ("View") and fields ("View.Page").
func comments(t *testing.T) map[string]string {
	docs := map[string]string{}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, d := range tree.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range d.Specs {
				ts, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				docs[ts.Name.Name] = line(d.Doc.Text())
				if st, ok := ts.Type.(*ast.StructType); ok {
					for _, f := range st.Fields.List {
						for _, n := range f.Names {
							docs[ts.Name.Name+"."+n.Name] = line(f.Doc.Text())
						}
					}
				}
			}
		}
	}
	return docs
}

func line(text string) string { return strings.Join(strings.Fields(text), " ") }
