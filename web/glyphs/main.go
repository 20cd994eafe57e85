// Command glyphs writes web/static/glyphs/paths.json: the drawings that list.txt names. Each is taken from the npm
// package @iconify-json/game-icons, whose unpacked folder is the command's argument, or is drawn in the list itself.
// The command rounds numbers to whole units of the square of 512, because pages seldom show a glyph larger than 64
// px.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

//go:embed list.txt
var list string

const out = "web/static/glyphs/paths.json"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "glyphs:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New(`usage: go run ./web/glyphs PACKAGE (in the repository's root; "npm pack @iconify-json/game-icons" fetches the package)`)
	}
	icons, err := readIcons(filepath.Join(args[0], "icons.json"))
	if err != nil {
		return err
	}
	glyphs, err := draw(list, icons)
	if err != nil {
		return err
	}
	text, err := written(glyphs)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, []byte(text), 0o644); err != nil { //nolint:gosec // a page's file
		return fmt.Errorf("write the drawings: %w", err)
	}
	return nil
}

// glyph is a name with a path, or with the names of the two glyphs that make it.
type glyph struct {
	name, path string
	over       []string
}

var drawing = regexp.MustCompile(`^<path fill="currentColor" d="([^"]+)"/>$`)

// readIcons reads the package. It returns the path of each icon that consists of one path.
func readIcons(file string) (map[string]string, error) {
	raw, err := os.ReadFile(file) //nolint:gosec // the file that the caller names
	if err != nil {
		return nil, fmt.Errorf("read the icons: %w", err)
	}
	var set struct {
		Icons map[string]struct{ Body string }
	}
	if err := json.Unmarshal(raw, &set); err != nil {
		return nil, fmt.Errorf("read the icons in %s: %w", file, err)
	}
	icons := map[string]string{}
	for name, icon := range set.Icons {
		if m := drawing.FindStringSubmatch(icon.Body); m != nil {
			icons[name] = m[1]
		}
	}
	return icons, nil
}

// draw makes the glyphs of the list.
func draw(list string, icons map[string]string) ([]glyph, error) {
	var glyphs []glyph
	seen := map[string]bool{}
	lines := bufio.NewScanner(strings.NewReader(list))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		g, err := one(line, icons, seen)
		if err != nil {
			return nil, fmt.Errorf("list.txt, line %d: %w", n, err)
		}
		seen[g.name] = true
		glyphs = append(glyphs, g)
	}
	return glyphs, lines.Err()
}

// one makes the glyph of one line of the list.
func one(line string, icons map[string]string, seen map[string]bool) (glyph, error) {
	words := strings.SplitN(line, " ", 3)
	if len(words) < 3 {
		return glyph{}, fmt.Errorf("%q names no drawing", line)
	}
	name, from, what := words[0], words[1], words[2]
	if seen[name] {
		return glyph{}, fmt.Errorf("%s is named twice", name)
	}
	switch from {
	case "path":
		return glyph{name: name, path: what}, nil
	case "icon":
		d, ok := icons[what]
		if !ok {
			return glyph{}, fmt.Errorf("the package has no icon %q of one path", what)
		}
		d, err := rounded(d)
		return glyph{name: name, path: d}, err
	case "over":
		parts := strings.Fields(what)
		if len(parts) != 2 || !seen[parts[0]] || !seen[parts[1]] {
			return glyph{}, fmt.Errorf("%s wants two glyphs that stand above it", name)
		}
		return glyph{name: name, over: parts}, nil
	}
	return glyph{}, fmt.Errorf("%q is not icon, path or over", from)
}

// arguments are how many numbers each command takes.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2, 'A': 7, 'Z': 0}

var number = regexp.MustCompile(`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)

// rounded returns a path with whole numbers. It rounds each point where the point lies, so errors don't add up.
func rounded(d string) (string, error) {
	p := &pen{rest: d}
	for {
		command, numbers, err := p.next()
		if err != nil || command == 0 {
			return p.out.String(), err
		}
		p.put(command, numbers)
	}
}

// pen reads a path and writes it again.
type pen struct {
	rest         string
	last         byte // the command that further numbers repeat
	at, drawn    [2]float64
	begin, began [2]float64 // of the present part; Z leads back there
	out          strings.Builder
	wrote        byte
}

func (p *pen) space() { p.rest = strings.TrimLeft(p.rest, " ,\n\t") }

// next returns a command with its numbers. At the end it returns 0.
func (p *pen) next() (byte, []float64, error) {
	p.space()
	if p.rest == "" {
		return 0, nil, nil
	}
	command := p.last
	if c := p.rest[0]; c|0x20 >= 'a' && c|0x20 <= 'z' {
		command, p.rest = c, p.rest[1:]
	}
	n, ok := arguments[command&^0x20]
	if !ok {
		return 0, nil, fmt.Errorf("a path with an unknown command at %.20q", p.rest)
	}
	var numbers []float64
	for i := range n {
		v, err := p.number(command&^0x20 == 'A' && (i == 3 || i == 4))
		if err != nil {
			return 0, nil, err
		}
		numbers = append(numbers, v)
	}
	p.last = command
	switch command { // if more pairs follow a move, they are lines
	case 'M':
		p.last = 'L'
	case 'm':
		p.last = 'l'
	}
	return command, numbers, nil
}

// number reads one number. A flag is one digit, and the next number may follow without a space.
func (p *pen) number(flag bool) (float64, error) {
	p.space()
	text := number.FindString(p.rest)
	if flag && text != "" {
		text = p.rest[:1]
	}
	if text == "" {
		return 0, fmt.Errorf("a path that lacks a number at %.20q", p.rest)
	}
	p.rest = p.rest[len(text):]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("a path's number: %w", err)
	}
	return v, nil
}

// put writes a command relative to the rounded point that was reached.
func (p *pen) put(command byte, v []float64) {
	relative := command >= 'a'
	kind := command &^ 0x20
	from := [2]float64{}
	if relative {
		from = p.at
	}
	var whole []float64
	to, drawn := p.at, p.drawn
	point := func(x, y float64) {
		to = [2]float64{from[0] + x, from[1] + y}
		drawn = [2]float64{math.Round(to[0]), math.Round(to[1])}
		whole = append(whole, drawn[0]-p.drawn[0], drawn[1]-p.drawn[1])
	}
	switch kind {
	case 'Z':
		p.at, p.drawn = p.begin, p.began
		p.write("z")
		return
	case 'H':
		to[0] = from[0] + v[0]
		drawn[0] = math.Round(to[0])
		whole = append(whole, drawn[0]-p.drawn[0])
	case 'V':
		to[1] = from[1] + v[0]
		drawn[1] = math.Round(to[1])
		whole = append(whole, drawn[1]-p.drawn[1])
	case 'A':
		whole = append(whole, math.Max(1, math.Round(v[0])), math.Max(1, math.Round(v[1])), math.Round(v[2]), v[3], v[4])
		point(v[5], v[6])
	default:
		for i := 0; i+1 < len(v); i += 2 {
			point(v[i], v[i+1])
		}
	}
	p.at, p.drawn = to, drawn
	if kind == 'M' {
		p.begin, p.began = to, drawn
	}
	p.write(string(kind|0x20), whole...)
}

// write writes a command in as few characters as possible.
func (p *pen) write(command string, numbers ...float64) {
	again := p.wrote == command[0] && command != "m" && command != "z"
	if !again {
		p.out.WriteString(command)
	}
	p.wrote = command[0]
	for i, v := range numbers {
		text := strconv.Itoa(int(v))
		if (i > 0 || again) && text[0] != '-' {
			text = " " + text
		}
		p.out.WriteString(text)
	}
}

// written returns the glyphs in the form that the pages read, one a line.
func written(glyphs []glyph) (string, error) {
	lines := []string{}
	for _, g := range glyphs {
		line, err := json.Marshal(map[string]any{g.name: g.parts()})
		if err != nil {
			return "", fmt.Errorf("write %s: %w", g.name, err)
		}
		lines = append(lines, strings.TrimSuffix(strings.TrimPrefix(string(line), "{"), "}"))
	}
	return "{\n" + strings.Join(lines, ",\n") + "\n}\n", nil
}

// parts are a path, or the names of the two glyphs that make it.
func (g glyph) parts() any {
	if g.over != nil {
		return g.over
	}
	return g.path
}
