// Package launch knows how the table was started, and puts what the program advises so that it can be done there: a command to paste, or a
// line for the settings of a service.
package launch

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Call is how the program was called.
type Call struct {
	// Program is what was typed for it (bin/astragal), Args what was typed after it.
	Program string
	Args    []string
	// Environ are the variables, as os.Environ has them, Errs is where its log goes.
	Environ []string
	Errs    any
	// Settings is the file that they were read from; empty where there is none.
	Settings string
}

// Launch is how the table was started.
type Launch struct {
	// Service: as the Debian package's service, or another of systemd's.
	Service bool

	program string   // as it was called
	flags   []string // of the command run
	made    bool     // by make run
	file    string   // the settings' file; empty where there is none
}

// ServiceSettings are the settings of the Debian package's service.
const ServiceSettings = "/etc/astragal/astragal.toml"

// Of is how the table was started that was called so.
func Of(c Call) Launch {
	l := Launch{program: Name(c.Program), file: c.Settings, Service: c.Settings == ServiceSettings}
	if len(c.Args) > 0 && c.Args[0] == "run" {
		l.flags = c.Args[1:]
	}
	for _, entry := range c.Environ {
		switch name, value, _ := strings.Cut(entry, "="); name {
		case "MAKELEVEL":
			l.made = c.Program == "bin/astragal" // as the Makefile calls it
		case "JOURNAL_STREAM":
			l.Service = l.Service || isStream(c.Errs, value)
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

// Name is what to type for a program: as it was called, or its bare name where the shell finds it.
func Name(called string) string {
	if called == "" {
		return "astragal"
	}
	return Quoted(called)
}

// Command is a command line of this program, to be pasted into a shell.
func (l Launch) Command(args ...string) string {
	words := []string{l.program}
	for _, a := range args {
		words = append(words, Quoted(a))
	}
	return strings.Join(words, " ")
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// Quoted is a word as the shell takes it.
func Quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Again says how to start the table with these settings besides those that it was started with:
// a key and its value, and so on.
func (l Launch) Again(settings ...string) string {
	if l.Service && l.file != "" {
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
		flag := "--" + strings.ReplaceAll(settings[i], "_", "-")
		flags = without(flags, flag)
		words = append(words, flag, settings[i+1])
	}
	words = append(slices.Clone(flags), words...)
	for i, w := range words {
		words[i] = Quoted(w)
	}
	line := strings.Join(words, " ")
	if !l.made {
		return l.program + " run " + line
	}
	line = strings.ReplaceAll(line, "$", "$$") // make's own
	if strings.ContainsAny(line, "\"$`\\!") {
		return "make run ARGS=" + Quoted(line)
	}
	return `make run ARGS="` + line + `"`
}

// LetIn says in a sentence's words what lets others in, at a port.
func (l Launch) LetIn(port string) string {
	how := l.Again("listen", ":"+port)
	if l.Service && l.file != "" {
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
