package main

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// launch is how the table was started. What the program advises is put so that it can be done there:
// a command to paste, or a line for the settings of a service.
type launch struct {
	program string   // as it was called
	flags   []string // of the command run
	made    bool     // by make run
	service bool     // as the Debian package's service, or another of systemd's
	file    string   // the settings' file; empty where there is none
}

// serviceSettings are the settings of the Debian package's service.
const serviceSettings = "/etc/astragal/astragal.toml"

func (p *program) launch() launch {
	l := launch{program: p.name(), file: p.settingsFile, service: p.settingsFile == serviceSettings}
	if len(p.args) > 0 && p.args[0] == "run" {
		l.flags = p.args[1:]
	}
	for _, entry := range p.environ {
		switch name, value, _ := strings.Cut(entry, "="); name {
		case "MAKELEVEL":
			l.made = p.called == "bin/astragal" // as the Makefile calls it
		case "JOURNAL_STREAM":
			l.service = l.service || isStream(p.errs, value)
		}
	}
	return l
}

// isStream tells whether a writer is the stream that systemd calls by this name, device:inode.
func isStream(w any, name string) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && name == fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
}

// name is what to type for this program: as it was called, or its bare name where the shell finds it.
func (p *program) name() string {
	if p.called == "" {
		return "astragal"
	}
	return quoted(p.called)
}

// command is a command line of this program, to be pasted into a shell.
func (p *program) command(args ...string) string {
	words := []string{p.name()}
	for _, a := range args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// quoted is a word as the shell takes it.
func quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// again says how to start the table with these settings besides those that it was started with:
// a key and its value, and so on.
func (l launch) again(settings ...string) string {
	if l.service && l.file != "" {
		lines, is := []string{}, " = "
		if filepath.Ext(l.file) != ".toml" {
			is = ": "
		}
		for i := 0; i+1 < len(settings); i += 2 {
			lines = append(lines, settings[i]+is+strconv.Quote(settings[i+1]))
		}
		return fmt.Sprintf("set %s in %s, then: sudo systemctl restart astragal", strings.Join(lines, " and "), l.file)
	}
	flags := l.flags
	words := []string{}
	for i := 0; i+1 < len(settings); i += 2 {
		flag := "--" + flagName(settings[i])
		flags = without(flags, flag)
		words = append(words, flag, settings[i+1])
	}
	words = append(slices.Clone(flags), words...)
	for i, w := range words {
		words[i] = quoted(w)
	}
	line := strings.Join(words, " ")
	if !l.made {
		return l.program + " run " + line
	}
	line = strings.ReplaceAll(line, "$", "$$") // make's own
	if strings.ContainsAny(line, "\"$`\\!") {
		return "make run ARGS=" + quoted(line)
	}
	return `make run ARGS="` + line + `"`
}

// letIn says in a sentence's words what lets others in, at a port.
func (l launch) letIn(port string) string {
	how := l.again("listen", ":"+port)
	if l.service && l.file != "" {
		return how
	}
	return "start it with " + how
}

// without takes a flag and its value out of a command line's words.
func without(words []string, flag string) []string {
	var out []string
	for i := 0; i < len(words); i++ {
		switch {
		case words[i] == flag:
			i++
		case !strings.HasPrefix(words[i], flag+"="):
			out = append(out, words[i])
		}
	}
	return out
}

// openFile is where in the data folder a running table says where its page is.
const openFile = "open.txt"

// sayOpen leaves the page's address for whoever starts a second table in the same data folder.
// What it returns takes it away again.
func sayOpen(dir, address string) (func() error, error) {
	path := filepath.Join(dir, openFile)
	if err := os.WriteFile(path, []byte(address+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("say where the table is open: %w", err)
	}
	return func() error { return os.Remove(path) }, nil
}

// heldElsewhere says where the table is open that holds the data folder, and how to run another.
func (p *program) heldElsewhere(cfg Config) error {
	where := ""
	if said, err := os.ReadFile(filepath.Join(cfg.DataDir, openFile)); err == nil {
		where = " at " + strings.TrimSpace(string(said))
	}
	return fmt.Errorf("a table is open already%s, and keeps its games in %s. To run another beside it: %s", where, cfg.DataDir,
		p.launch().again("listen", freeBeside(cfg.Listen), "data_dir", newBeside(cfg.DataDir)))
}

// taken says what is at an address that can't be listened on because something listens there.
func (p *program) taken(cfg Config, table bool) error {
	what := "another program listens there (ss -ltnp says which)"
	if table {
		what = "another table is open there"
	}
	return fmt.Errorf("listen on %s: %s. To run this one beside it: %s", cfg.Listen, what, p.launch().again("listen", freeBeside(cfg.Listen)))
}

// freeBeside is an address like this one, with a port that is free.
func freeBeside(address string) string {
	host, port, err := net.SplitHostPort(address)
	first, err2 := strconv.Atoi(port)
	if err != nil || err2 != nil || first == 0 { // 0 is any that is free
		return address
	}
	for next := first + 1; next < min(first+100, 65536); next++ {
		candidate := net.JoinHostPort(host, strconv.Itoa(next))
		if l, err := net.Listen("tcp", candidate); err == nil {
			_ = l.Close()
			return candidate
		}
	}
	return net.JoinHostPort(host, "0")
}

// newBeside is the name of a folder beside this one that isn't there yet.
func newBeside(dir string) string {
	for n := 2; ; n++ {
		candidate := fmt.Sprintf("%s-%d", dir, n)
		if _, err := os.Stat(candidate); err != nil {
			return candidate
		}
	}
}

// isLoopback tells whether an address is this machine's alone.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
