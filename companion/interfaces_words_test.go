package companion_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
)

// parsed are the files of a package, without its tests. For "screen" they include the files of the rooms below it.
func parsed(t *testing.T, dir string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(dir + "/*.go")
	require.NoError(t, err)
	if dir == "screen" {
		below, err := filepath.Glob(dir + "/*/*.go")
		require.NoError(t, err)
		names = append(names, below...)
	}
	var out []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		out = append(out, tree)
	}
	require.NotEmpty(t, out, dir)
	return out
}

// constants are the values of types of words, by "protocol.Code". It takes a type if all its values stand in the
// source and its fields are never empty.
func constants(t *testing.T) map[string][]any {
	t.Helper()
	wanted := map[string][]string{
		"protocol": {"Deed", "LobbyDeed", "Code", "ThrowStatus", "GameStatus", "RequestState"},
		"event":    {"Kind", "RollStatus"},
		"engine":   {"Kind", "EntryKind"},
		"vision":   {"State"},
	}
	// Only a judge's ruling does these things with a throw. No message may.
	notSent := []string{"DoAnnul", "DoRestore"}
	words := map[string][]any{}
	for _, dir := range []string{"protocol", "event", "../engine", "../vision"} {
		for _, tree := range parsed(t, dir) {
			ast.Inspect(tree, func(n ast.Node) bool {
				spec, ok := n.(*ast.ValueSpec)
				if !ok {
					return true
				}
				kind, ok := spec.Type.(*ast.Ident)
				if !ok || !slices.Contains(wanted[tree.Name.Name], kind.Name) || slices.Contains(notSent, spec.Names[0].Name) {
					return true
				}
				for _, word := range texts(t, spec.Values) {
					words[tree.Name.Name+"."+kind.Name] = append(words[tree.Name.Name+"."+kind.Name], word)
				}
				return true
			})
		}
	}
	for pkg, kinds := range wanted {
		for _, kind := range kinds {
			require.NotEmpty(t, words[pkg+"."+kind], "%s.%s has no words", pkg, kind)
		}
	}
	return words
}

// sent are the types of messages that the table's sockets send, as the source writes them, and the messages that the
// table accepts, by "Message.Type".
func sent(t *testing.T) map[string][]any {
	t.Helper()
	found := map[string]map[string]bool{}
	add := func(field, word string) {
		if found[field] == nil {
			found[field] = map[string]bool{}
		}
		found[field][word] = true
	}
	for _, tree := range parsed(t, "screen") {
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				of, ok := n.Type.(*ast.SelectorExpr)
				if !ok || !strings.HasSuffix(of.Sel.Name, "Message") {
					return true
				}
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Type" {
						kind := texts(t, []ast.Expr{kv.Value})
						require.Len(t, kind, 1, "a message's type is made in a way that this test doesn't read")
						add(of.Sel.Name+".Type", kind[0])
					}
				}
			case *ast.FuncDecl:
				if n.Name.Name == "wish" {
					ast.Inspect(n.Body, func(n ast.Node) bool {
						if c, ok := n.(*ast.CaseClause); ok {
							for _, word := range texts(t, c.List) {
								add("PhoneWish.Do", word)
							}
						}
						return true
					})
				}
			}
			return true
		})
	}
	out := map[string][]any{}
	for field, words := range found {
		for _, word := range slices.Sorted(maps.Keys(words)) {
			out[field] = append(out[field], word)
		}
	}
	for _, field := range []string{"Message.Type", "OverlayMessage.Type", "PhoneMessage.Type", "PhoneWish.Do"} {
		require.NotEmpty(t, out[field], field)
	}
	return out
}

// Every socket, topic and subject of the program is a channel of the document, and every channel is one of the
// program's.
func TestEveryChannelIsInTheDocumentAndTheOtherWayRound(t *testing.T) {
	var there []string
	for _, tree := range parsed(t, "notify") {
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "topic" {
				for _, word := range texts(t, call.Args) {
					there = append(there, "astragal/{source}/"+word)
				}
			}
			return true
		})
	}
	for _, tree := range parsed(t, "event") {
		ast.Inspect(tree, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok {
				if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Channel" {
					there = append(there, "astragal.{event}."+texts(t, spec.Values)[0]+".{table}")
				}
			}
			return true
		})
	}
	for path, ops := range tabletest.Inside(tabletest.Document(t, "../docs/openapi.yaml"), "paths").(map[string]any) {
		if summary, ok := tabletest.Inside(ops, "get", "summary").(string); ok && strings.HasPrefix(summary, "WebSocket") {
			there = append(there, path)
		}
	}
	there = append(there, "{prefix}/{component}/astragal_{source}/{thing}/config") // configs makes these; TestABrokerIsToldOfRolls… has each
	slices.Sort(there)
	var described []string
	for _, c := range tabletest.Inside(tabletest.Document(t, "../docs/asyncapi.yaml"), "channels").(map[string]any) {
		if address, ok := tabletest.Inside(c, "address").(string); ok {
			described = append(described, address)
		}
	}
	require.ElementsMatch(t, slices.Compact(there), described)
	// The program opens as many sockets as the document has.
	opened := 0
	for _, tree := range parsed(t, "screen") {
		ast.Inspect(tree, func(n ast.Node) bool {
			if f, ok := n.(*ast.SelectorExpr); ok && f.Sel.Name == "Upgrade" {
				opened++
			}
			return true
		})
	}
	sockets := slices.DeleteFunc(described, func(address string) bool { return !strings.HasPrefix(address, "/") })
	require.Len(t, sockets, opened)
}

// A generated client names operations by their ids, so each operation has its own id.
func TestEveryOperationHasANameOfItsOwn(t *testing.T) {
	seen := map[string]string{}
	for path, ops := range tabletest.Inside(tabletest.Document(t, "../docs/openapi.yaml"), "paths").(map[string]any) {
		for method, op := range ops.(map[string]any) {
			if method == "parameters" {
				continue
			}
			id, _ := tabletest.Inside(op, "operationId").(string)
			require.Regexp(t, `^[a-z][A-Za-z]+$`, id, "%s %s", method, path)
			require.Empty(t, seen[id], "%s %s", method, path)
			seen[id] = method + " " + path
		}
	}
	// The documents list them where they tell about clients.
	text, err := os.ReadFile("../docs/api.md")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile("`operationId` (`[^`]+`)").FindAllStringSubmatch(string(text), -1) {
		id, err := strconv.Unquote(m[1])
		require.NoError(t, err)
		require.NotEmpty(t, seen[id], id)
	}
}
