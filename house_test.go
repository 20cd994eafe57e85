// Package astragal_test keeps the house in order. It checks which package imports which, and what no file may say.
package astragal_test

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "astragal"

// allowed says which of our packages each package may import. If a package isn't listed, it may import none of them.
// A name that ends in /... stands for all packages below it too.
var allowed = map[string][]string{
	"engine":                  {},
	"engine/dragondice":       {"engine"},
	"engine/veradiscordia":    {"engine"},
	"engine/tally":            {"engine"},
	"engine/request":          {"engine"},
	"engine/scenario":         {"engine", "engine/...", "models/catalog"},
	"engine/bot":              {"engine"},
	"engine/library":          {"engine", "engine/dragondice", "engine/scenario", "engine/tally", "engine/veradiscordia", "models/catalog"},
	"engine/oneroll":          {"engine", "engine/dragondice", "engine/library", "engine/scenario"},
	"calibration":             {},
	"models":                  {},
	"models/catalog":          {"models"},
	"models/icons":            {"models"},
	"models/gallery":          {"models", "models/dataset", "models/networks"},
	"models/dataset":          {},
	"models/networks":         {},
	"web":                     {},
	"web/glyphs":              {},
	"web/foundry":             {"web"},
	"vision":                  {"models/networks"},
	"vision/settle":           {"vision"},
	"vision/familiar":         {"vision"},
	"vision/match":            {"vision", "models", "models/gallery", "models/networks"},
	"vision/pictures":         {"vision"},
	"vision/known":            {"vision", "vision/match", "vision/pictures", "calibration", "models", "models/..."},
	"vision/report":           {"vision", "vision/known", "vision/pictures"},
	"vision/evaluate":         {"vision", "vision/known", "vision/match", "vision/pictures", "models/dataset"},
	"vision/teach":            {"vision", "vision/known", "vision/pictures", "models", "models/dataset", "models/gallery"},
	"vision/signs":            {"models/catalog"},
	"vision/stage":            {"vision", "vision/virtual", "models", "models/dataset"},
	"vision/tend":             {"vision", "vision/eye", "vision/pictures", "vision/signs", "vision/virtual", "calibration", "models/networks", "vision/cv/look", "vision/cv/picture", "vision/cv/quality", "vision/cv/source", "vision/cv/watch"},
	"vision/measure":          {"vision", "vision/pictures", "calibration", "vision/cv/card", "vision/cv/picture", "vision/cv/source", "vision/cv/tray"},
	"companion/scholar":       {"companion/studio", "companion/studio/lesson", "models", "models/gallery", "vision/known", "vision/pictures", "vision/teach"},
	"companion/trouble":       {"companion/fault", "companion/journal", "companion/protocol"},
	"vision/cv":               {},
	"vision/cv/picture":       {"vision"},
	"vision/cv/dnn":           {"models/networks"},
	"vision/cv/find":          {"vision", "models/networks", "vision/cv/dnn", "vision/cv/picture"},
	"vision/cv/face":          {"vision", "calibration", "models/networks", "vision/cv/dnn", "vision/cv/find", "vision/cv/picture"},
	"vision/cv/colour":        {"vision", "calibration", "models/networks", "vision/cv/picture"},
	"vision/cv/tray":          {"vision", "calibration", "vision/cv/picture"},
	"vision/cv/rectify":       {"vision", "calibration"},
	"vision/cv/quality":       {"vision", "calibration", "vision/cv/picture"},
	"vision/cv/card":          {"vision", "calibration", "vision/cv/picture", "vision/cv/quality"},
	"vision/cv/motion":        {"vision", "vision/cv/picture", "vision/settle"},
	"vision/cv/source":        {"vision", "vision/cv/picture"},
	"vision/cv/look":          {"vision", "calibration", "models/networks", "vision/cv/colour", "vision/cv/face", "vision/cv/find", "vision/cv/picture", "vision/cv/rectify", "vision/cv/thing", "vision/cv/tray"},
	"vision/cv/thing":         {"models/networks", "vision/cv/dnn", "vision/cv/face", "vision/cv/find", "vision/cv/picture"},
	"vision/cv/watch":         {"vision", "calibration", "vision/cv/look", "vision/cv/motion", "vision/cv/picture", "vision/cv/source", "vision/settle"},
	"vision/cv/cvtest":        {"calibration", "vision/virtual"},
	"vision/virtual":          {"vision", "calibration", "models", "models/..."},
	"vision/tape":             {"vision", "calibration", "models", "models/..."},
	"vision/eye":              {"vision", "calibration", "models", "models/..."},
	"companion/protocol":      {"companion/names", "engine", "engine/tally", "vision"},
	"companion/throw":         {"companion/protocol", "engine", "vision", "vision/settle"},
	"companion/count":         {"companion/names", "companion/protocol", "companion/throw", "engine", "engine/tally"},
	"companion/tray":          {"companion/protocol", "companion/throw", "vision"},
	"companion/alike":         {"companion/protocol"},
	"companion/access":        {"companion/commission", "companion/door", "companion/guests", "companion/protocol", "companion/visitor", "engine"},
	"companion/screen":        {"companion", "companion/access", "companion/alike", "companion/commission", "companion/door", "companion/evidence", "companion/guests", "companion/hall", "companion/holdback", "companion/journal", "companion/lookup", "companion/once", "companion/protocol", "companion/record", "companion/rulebook", "companion/screen/desk", "companion/screen/teaching", "companion/sheet", "companion/studio", "companion/visitor", "engine", "engine/veradiscordia", "vision", "web", "web/foundry"},
	"companion/rulebook":      {"companion/names", "companion/protocol", "engine", "engine/dragondice", "engine/request", "engine/tally", "engine/veradiscordia", "models/catalog"},
	"companion/air":           {"companion/holdback", "companion/protocol", "engine", "vision"},
	"companion/hall":          {"companion/air", "companion/armies", "companion/event", "companion/evidence", "companion/gamelog", "companion/gather", "companion/holdback", "companion/journal", "companion/lobby", "companion/names", "companion/presence", "companion/protocol", "companion/rulebook", "companion/throw", "engine", "engine/request", "models"},
	"companion/lobby":         {"companion/names", "companion/protocol", "companion/rulebook", "engine"},
	"companion/gather":        {"companion/protocol", "companion/throw", "engine", "engine/request", "models", "models/catalog", "vision"},
	"companion":               {"companion/air", "companion/alike", "companion/chapter", "companion/count", "companion/event", "companion/event/outbox", "companion/event/report", "companion/evidence", "companion/hall", "companion/holdback", "companion/journal", "companion/newest", "companion/protocol", "companion/record", "companion/rulebook", "companion/studio/lesson", "companion/throw", "companion/tray", "companion/trouble", "engine", "engine/dragondice", "models", "models/gallery", "vision", "vision/familiar", "vision/match"},
	"companion/newest":        {},
	"companion/launch":        {},
	"companion/presence":      {},
	"companion/armies":        {"companion/protocol"},
	"companion/gamelog":       {"companion/names", "companion/protocol", "companion/rulebook", "engine"},
	"companion/event/welcome": {"companion/door", "companion/event", "companion/launch", "companion/place"},
	"companion/studio/loose":  {"companion/studio/layout", "models", "models/catalog", "models/gallery", "vision", "vision/known", "vision/pictures", "vision/teach"},
	"companion/event/report":  {"companion/chapter", "companion/count", "companion/event", "companion/event/outbox", "companion/evidence", "companion/hall", "companion/journal", "companion/protocol", "companion/record", "companion/throw", "companion/trouble", "engine", "engine/tally"},
	"companion/settings":      {"companion/commission", "companion/event", "companion/notify", "companion/textfile", "companion/visitor", "models"},
	"companion/record":        {"companion/chapter", "companion/count", "companion/dicecount", "companion/evidence", "companion/gather", "companion/hall", "companion/journal", "companion/names", "companion/protocol", "companion/sheet", "companion/throw", "companion/tray", "engine", "engine/tally", "vision"},
	"companion/screen/desk":   {"companion", "companion/access", "companion/door", "companion/lookup", "companion/protocol", "companion/record", "companion/visitor", "web"},
	"companion/place":         {},
	"companion/terminal":      {"companion", "companion/launch", "companion/place", "companion/protocol", "vision"},
	"companion/doctor":        {"companion", "companion/journal", "companion/launch", "companion/place", "companion/protocol", "vision"},
	"companion/chapter":       {"companion/evidence", "companion/protocol", "engine/tally"},
	"companion/evidence":      {"companion/dicecount", "engine"},
	"companion/studio":        {"companion/names", "companion/protocol", "companion/studio/course", "companion/studio/known", "companion/studio/layout", "companion/studio/lesson", "companion/studio/thrown", "companion/tray", "models", "models/gallery", "vision", "vision/match"},
	"companion/studio/lesson": {"companion/gather", "companion/studio/layout", "companion/studio/thrown", "companion/throw", "engine", "models", "vision"},
	"companion/studio/course": {"companion/studio/layout", "companion/wholefile", "models", "models/gallery", "vision"},
	"companion/studio/known":  {"companion/studio/layout", "companion/wholefile", "models", "models/gallery"},
	"companion/studio/thrown": {"companion/studio/layout", "companion/wholefile", "models", "models/gallery", "vision"},
	"companion/studio/layout": {"models", "models/gallery", "models/networks", "vision"},
	"companion/lookup":        {},
	"companion/guests":        {"companion/wholefile"},
	"companion/wholefile":     {},
	"companion/commission":    {"companion/wholefile"},
	"companion/event/tokens":  {"companion/event", "companion/wholefile"},
	"companion/journal":       {"companion/fault", "companion/dbstamp"},
	"companion/dbstamp":       {},
	"companion/fault":         {},
	"companion/door":          {"companion/wholefile"},
	"companion/door/doortest": {},
	"companion/tabletest":     {"companion", "companion/access", "companion/door", "companion/door/doortest", "companion/event/outbox", "companion/journal", "companion/protocol", "companion/rulebook", "companion/screen", "companion/studio", "companion/studio/lesson", "engine", "engine/dragondice", "models", "models/gallery", "vision"},
	"companion/holdback":      {},
	"companion/once":          {},
	"companion/visitor":       {},
	"companion/obs":           {"vision"},
	"companion/obs/obstest":   {},
	"companion/fairness":      {},
	"companion/dicecount":     {"companion/fairness", "engine"},
	"companion/notify":        {"companion/event", "companion/event/outbox", "companion/journal", "companion/textfile"},
	"companion/event":         {"companion/names"},
	"companion/names":         {},
	"companion/event/gate":    {"companion/door"},
	"companion/event/pairing": {},
	"companion/event/contest": {"companion/event", "companion/event/pairing", "companion/names"},
	"companion/event/outbox":  {"companion/event", "companion/names", "companion/textfile"},
	"companion/textfile":      {},
	"companion/sheet":         {},
	"companion/event/hub":     {"companion/dbstamp", "companion/event/contest", "companion/event/tokens", "companion/event/gate", "companion/door", "companion/fault", "companion/event", "companion/holdback", "companion/once", "companion/dicecount", "companion/fairness", "companion/names", "companion/sheet", "engine", "web"},
	"cmd/astragal":            {"..."},
	"packaging/sbom":          {},
	"docs/examples":           {}, // a client of the API, which the build leaves out

	"companion/event/rehearsal": {"companion", "companion/event", "companion/event/contest", "companion/event/outbox", "companion/journal", "companion/protocol", "engine", "engine/tally", "vision"},
	"companion/screen/teaching": {"companion/gather", "companion/protocol", "companion/screen/desk", "companion/studio", "companion/studio/course", "companion/studio/thrown", "companion/tray", "models", "models/gallery", "vision"},
}

// onlyIn says which packages may import a library outside tests.
var onlyIn = map[string][]string{
	"gocv.io/x/gocv":                           {"vision/cv/..."},
	"github.com/spf13/viper":                   {"companion/settings"},
	"golang.org/x/text":                        {"companion/names", "web"},
	"github.com/spf13/cobra":                   {"cmd/astragal"},
	"github.com/gorilla/websocket":             {"companion/alike", "companion/screen", "companion/obs", "companion/obs/obstest"},
	"github.com/eclipse/paho.mqtt.golang":      {"companion/notify"}, // MQTT 3.1.1
	"github.com/eclipse/paho.golang":           {"companion/notify"}, // MQTT 5
	"github.com/mochi-mqtt/server/v2":          {},
	"github.com/santhosh-tekuri/jsonschema/v6": {"companion/tabletest"},
	"modernc.org/sqlite":                       {"companion/journal", "companion/event/hub", "companion/fault"},
	"github.com/nats-io/nats.go":               {"companion/event/outbox", "companion/event/hub"},
	"github.com/nats-io/nats-server/v2":        {"companion/event/hub"},
	"github.com/stretchr/testify":              {"companion/tabletest", "vision/cv/cvtest"}, // for tests alone: no room may import them
	"github.com/chromedp/chromedp":             {"companion/tabletest"},
	"gonum.org/v1/gonum":                       {"companion/fairness", "models/networks"},
}

// enginePure are the standard packages that rules may import. None of them gives a clock, chance, files or a log.
var enginePure = []string{
	"bufio", "bytes", "cmp", "crypto/sha256", "embed", "encoding/binary", "encoding/hex", "encoding/json", "errors", "fmt", "hash", "hash/fnv", "io", "iter",
	"maps", "math", "math/bits", "path", "reflect", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
}

// goFile is one Go file of the repository.
type goFile struct {
	path    string // relative, with slashes
	pkg     string // its folder
	test    bool
	imports []string
	source  []byte
}

func goFiles(t *testing.T) []goFile {
	t.Helper()
	var out []goFile
	for _, name := range files(t) {
		if path.Ext(name) != ".go" {
			continue
		}
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		parsed, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly|parser.ParseComments)
		require.NoError(t, err)
		f := goFile{path: name, pkg: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), source: source}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			f.imports = append(f.imports, imported)
		}
		out = append(out, f)
	}
	require.NotEmpty(t, out)
	return out
}

// files lists the repository's own files, without those that are built, fetched or hidden.
func files(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "bin", "dist", ".cache", "data", "node_modules", "__pycache__"}, d.Name()) {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() && d.Name() != ".git" { // a file in a second work tree
			out = append(out, filepath.ToSlash(name))
		}
		return nil
	})
	require.NoError(t, err)
	return out
}

func TestImportsFollowTheHouse(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test || f.pkg == "." {
			continue
		}
		may, known := allowed[f.pkg]
		require.True(t, known, "%s is in a package that the table of imports doesn't know", f.path)
		for _, imported := range f.imports {
			ours, is := strings.CutPrefix(imported, module+"/")
			require.False(t, is && !permits(may, ours), "%s imports %s; %s may import %v of ours", f.path, imported, f.pkg, may)
		}
	}
}

// onlyForTests are packages that start what tests work on. No part of the program may import one, even if it may
// import everything else.
var onlyForTests = []string{"companion/door/doortest", "companion/obs/obstest", "companion/tabletest", "vision/cv/cvtest"}

func TestWhatIsForTestsStaysWithThem(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test || slices.Contains(onlyForTests, f.pkg) {
			continue
		}
		for _, imported := range f.imports {
			require.NotContains(t, onlyForTests, strings.TrimPrefix(imported, module+"/"), "%s imports what is for tests", f.path)
		}
	}
}

func permits(may []string, pkg string) bool {
	return slices.ContainsFunc(may, func(m string) bool {
		above, all := strings.CutSuffix(m, "...")
		return m == pkg || (all && strings.HasPrefix(pkg, above))
	})
}

func TestLibrariesStayInTheirRooms(t *testing.T) {
	for _, f := range goFiles(t) {
		for library, rooms := range onlyIn {
			for _, imported := range f.imports {
				if imported != library && !strings.HasPrefix(imported, library+"/") {
					continue
				}
				if f.test {
					continue
				}
				require.True(t, permits(rooms, f.pkg), "%s imports %s", f.path, imported)
			}
		}
	}
}

func TestEngineStaysPure(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test || f.pkg != "engine" && f.pkg != "engine/dragondice" && f.pkg != "engine/veradiscordia" && f.pkg != "engine/tally" && f.pkg != "engine/request" {
			continue
		}
		for _, imported := range f.imports {
			require.True(t, strings.HasPrefix(imported, module+"/engine") || slices.Contains(enginePure, imported), "%s imports %s", f.path, imported)
		}
	}
}

// Without cgo, vision/cv is there and its rooms are empty.
func TestTheCgoFence(t *testing.T) {
	for _, f := range goFiles(t) {
		fenced := strings.HasPrefix(string(f.source), "//go:build ") && needsCgo(t, f)
		switch {
		case f.path == "vision/cv/doc.go":
			require.False(t, fenced, "%s must be there without cgo", f.path)
		case strings.HasPrefix(f.pkg, "vision/cv/"):
			require.True(t, fenced, "%s must begin with //go:build cgo", f.path)
		case slices.ContainsFunc(f.imports, func(i string) bool { return strings.HasPrefix(i, module+"/vision/cv") }):
			require.True(t, fenced, "%s imports pixels and must begin with //go:build cgo", f.path)
		}
	}
}

// needsCgo says whether a build without cgo leaves a file out.
func needsCgo(t *testing.T, f goFile) bool {
	t.Helper()
	first, _, _ := strings.Cut(string(f.source), "\n")
	expr, err := constraint.Parse(first)
	require.NoError(t, err, f.path)
	return !expr.Eval(func(tag string) bool { return tag != "cgo" })
}

// machines match home folders and hosts of some machine. The list is the same on every machine. The name of the
// folder or host of the machine that runs the test isn't in it.
var machines = []*regexp.Regexp{
	regexp.MustCompile(`(^|[\s"'=(:])/((root|work)/|(home|Users)/[a-z])\w`),
	regexp.MustCompile(`\b(proxy\.golang\.org|registry\.npmjs\.org|deb\.debian\.org|pypi\.org)\b`),
}

// namesAMachine is the first place in a text that names a path or a host of some machine; nil if there is none.
func namesAMachine(text []byte) []byte {
	for _, m := range machines {
		if found := m.Find(text); found != nil {
			return found
		}
	}
	return nil
}

// What a file says is true on every machine.
func TestNoFileNamesAMachine(t *testing.T) {
	for _, name := range published(t) {
		if name == "house_test.go" || name == "go.sum" {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		if bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
			continue // no text
		}
		require.Nil(t, namesAMachine(text), "%s names a path or a host of some machine: %q", name, namesAMachine(text))
	}
}

// published lists the files that travel with the repository. Files that git doesn't know are somebody's own notes and
// don't count. If git doesn't know the repository, all files count.
func published(t *testing.T) []string {
	t.Helper()
	tracked, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil || !bytes.Contains(tracked, []byte("house_test.go\x00")) {
		return files(t)
	}
	return slices.DeleteFunc(files(t), func(name string) bool { return !bytes.Contains(tracked, []byte(name+"\x00")) })
}

func TestPathsThatAreEverywhereNameNoMachine(t *testing.T) {
	for _, general := range []string{"/srv/astragal", "/data/x", "/mnt/x", "/go/src", "/usr/local/go", "/var/lib/astragal", "/tmp/x", "/root/", "sudo -u astragal", "http://NAME.local:8437/", "at home/kim"} {
		require.Nil(t, namesAMachine([]byte("see "+general)), general)
	}
	for _, own := range []string{"/home/kim/astragal", `dir = "/root/astragal"`, "/Users/kim/x", "http://deb.debian.org/debian"} {
		require.NotNil(t, namesAMachine([]byte("see "+own)), own)
	}
}

func TestPackagesSayWhatTheyAreFor(t *testing.T) {
	said := map[string]bool{}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.path, f.source, parser.PackageClauseOnly|parser.ParseComments)
		require.NoError(t, err)
		said[f.pkg] = said[f.pkg] || parsed.Doc != nil
	}
	for pkg, has := range said {
		require.True(t, has, "package %s has no comment that says what it is for", pkg)
	}
}

// make run builds bin/astragal, so documents name that as the command. The Debian package's program is astragal. The
// package's own page says that. The reference of the commands says both in its first lines.
func TestDocumentsSayWhatToType(t *testing.T) {
	bare := regexp.MustCompile("(?m)^ {4,}(sudo )?astragal [a-z].*$|[`;|] *astragal [a-z ]+(-|[A-Z./])[^`]*")
	for _, name := range files(t) {
		if name != "README.md" && path.Dir(name) != "docs" || path.Ext(name) != ".md" || slices.Contains([]string{"docs/packages.md", "docs/commands.md"}, name) {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Empty(t, string(bare.Find(text)), "%s: in a clone this is bin/astragal", name)
	}
}

// The page on security names tests for its promises. Each of these tests is there.
func TestEveryPromiseHasItsTest(t *testing.T) {
	there := map[string]bool{}
	named := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, f := range goFiles(t) {
		if f.test {
			for _, m := range named.FindAllSubmatch(f.source, -1) {
				there[string(m[1])] = true
			}
		}
	}
	text, err := os.ReadFile("docs/security.md")
	require.NoError(t, err)
	promised := regexp.MustCompile("`(Test\\w+)`").FindAllSubmatch(text, -1)
	require.NotEmpty(t, promised)
	for _, m := range promised {
		if name := string(m[1]); name != "TestSoak" {
			require.True(t, there[name], "docs/security.md names %s, which is no test", name)
		}
	}
}

// The bounds of a room.
const (
	mostFiles   = 25   // files that are no tests
	mostLines   = 3000 // of these files
	mostMethods = 40   // of one type
	mostAlike   = 3    // files whose names begin alike
)

// largeRooms are packages that are larger than a room may be, each with the reason.
var largeRooms = map[string]string{
	"engine":               "the conversation that all rulebooks share",
	"engine/dragondice":    "one game in four editions: mostly tables",
	"engine/veradiscordia": "one game: mostly tables of cards",
	"vision/virtual":       "a table that is drawn: dice, light, throws",
	"companion/event/hub":  "an event's own program, beside the table's",
}

// Somebody new can read a room in an evening.
func TestRoomsStaySmall(t *testing.T) {
	count, lines := map[string]int{}, map[string]int{}
	for _, f := range goFiles(t) {
		if !f.test {
			count[f.pkg]++
			lines[f.pkg] += bytes.Count(f.source, []byte("\n"))
		}
	}
	for pkg := range count {
		if _, large := largeRooms[pkg]; !large {
			require.True(t, count[pkg] <= mostFiles && lines[pkg] <= mostLines,
				"%s has %d files and %d lines; a room has at most %d and %d: cut it, or name it with a reason in largeRooms", pkg, count[pkg], lines[pkg], mostFiles, mostLines)
		}
	}
	for pkg := range largeRooms {
		require.True(t, count[pkg] > mostFiles || lines[pkg] > mostLines, "%s is small now: strike it from largeRooms", pkg)
	}
}

// manyMethods are types with more methods than a type may have. most is how many each has at most; only lower it. why
// is the reason.
var manyMethods = map[string]struct {
	most int
	why  string
}{
	"engine/dragondice.game":     {213, "the procedures of one game; each reads as something that the game does"},
	"engine/dragondice.roll":     {103, "the steps of one roll, in the order of the rulebook"},
	"engine/dragondice.Edition":  {48, "one method for each thing in which editions differ"},
	"engine/veradiscordia.game":  {172, "the procedures of one game"},
	"vision/cv/motion.Motion":    {54, "it remembers the frames before; each method compares the newest frame with them in one way"},
	"companion/journal.Journal":  {48, "one method for each thing asked of the file"},
	"companion/event/hub.board":  {49, "one method for each thing that the hub's pages show"},
	"companion/event/hub.server": {43, "one method for each address of the hub's pages"},
	"cmd/astragal.program":       {55, "one method for each command"},
}

// If a type can do everything, nobody can know it.
func TestTypesHaveFewMethods(t *testing.T) {
	methods := map[string]int{}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.path, f.source, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			if fn, is := d.(*ast.FuncDecl); is && fn.Recv != nil {
				methods[f.pkg+"."+receiver(fn.Recv.List[0].Type)]++
			}
		}
	}
	for name, n := range methods {
		if _, many := manyMethods[name]; !many {
			require.LessOrEqual(t, n, mostMethods, "%s has %d methods: give what it holds types of their own, or name it with a reason in manyMethods", name, n)
		}
	}
	for name, large := range manyMethods {
		require.Greater(t, methods[name], mostMethods, "%s has few methods now: strike it from manyMethods", name)
		require.LessOrEqual(t, methods[name], large.most, "%s grows: it has %d methods at most", name, large.most)
	}
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// alikeNames are packages in which the names of many files begin alike, each with the reason.
var alikeNames = map[string]string{
	"engine/dragondice":   "a file for each edition, each kind of icon and each kind of spell",
	"models":              "a file for each thing about a die",
	"companion/event/hub": "a file for each thing that the hub's database does",
	"cmd/astragal":        "a file for each part of a command",
}

// If the names of many files begin alike, the files belong into a folder.
func TestAFolderStandsForAPrefix(t *testing.T) {
	alike := map[[2]string]int{}
	for _, f := range goFiles(t) {
		if !f.test {
			prefix, _, _ := strings.Cut(strings.TrimSuffix(path.Base(f.path), ".go"), "_")
			alike[[2]string{f.pkg, prefix}]++
		}
	}
	for k, n := range alike {
		if _, known := alikeNames[k[0]]; !known {
			require.LessOrEqual(t, n, mostAlike, "%s has %d files that begin with %q: give them a folder", k[0], n, k[1])
		}
	}
}

// readersOfWholeGames are the functions of companion that read a game without engine.Sight. The key says why they let
// nothing secret out.
var readersOfWholeGames = map[string][]string{
	"a count and a request hold no secret":                                         {"answerer", "Asks", "AsksFor", "correct", "ObservedCount", "requestStands", "Cancel", "OneRoll", "Unplay"},
	"it asks Sight what everybody may know":                                        {"observedGame", "LastRoll", "GameItems", "Disputed"},
	"it keeps words that a line of the log shows only if LogFor opened its answer": {"wordsIn", "recallWords", "changesNow", "last"},
	"it decides what somebody may do, and tells nothing of the answer":             {"mayChange", "amend", "doAmend", "changing", "seenIn", "askedSecretly", "knowsSecret", "secretSince", "ownSince", "rollStands", "RuleGame", "correctGame"},
	"it answers the next question for the seat that said so, and shows nothing":    {"doReply"},
	"it finds open questions; before they are shown, it is asked who may see them": {"Rolling", "asked", "gameSeat", "wording"},
	"it names whom the game waits for, as every screen does":                       {"Asked"},
	"it writes to the table's own file or reads it back":                           {"fresh", "restore", "restoreGame", "back"},
}

// A screen gets only what engine.Sight lets through. If a function reads a game without it, readersOfWholeGames names
// the function and the reason.
func TestWhoReadsAGameWholeSaysWhy(t *testing.T) {
	named := map[string]bool{}
	for _, names := range readersOfWholeGames {
		for _, n := range names {
			named[n] = false
		}
	}
	for _, f := range goFiles(t) {
		if f.test || !strings.HasPrefix(f.pkg, "companion") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.path, f.source, 0)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !readsWhole(fn) {
				continue
			}
			_, ok = named[fn.Name.Name]
			require.True(t, ok, "%s in %s reads a game past engine.Sight: ask Sight or LogFor, or say here why nothing secret leaves", fn.Name.Name, f.path)
			named[fn.Name.Name] = true
		}
	}
	for name, there := range named {
		require.True(t, there, "no function %s reads a game whole any more", name)
	}
}

// readsWhole says whether a function calls a method of engine.Game that returns everything.
func readsWhole(fn *ast.FuncDecl) bool {
	whole := false
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		of, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, named := of.X.(*ast.Ident)
		switch of.Sel.Name {
		case "Log", "Facts", "Pending":
			whole = whole || len(call.Args) == 0
		case "Question":
			whole = whole || !(named && x.Name == "sight")
		case "Entry", "Since":
			whole = whole || len(call.Args) == 1 && !(named && (x.Name == "sight" || x.Name == "time"))
		}
		return true
	})
	return whole
}
