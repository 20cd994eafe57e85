package settings

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"astragal/companion/textfile"
)

// syntaxWords says in our words what is wrong with a file's syntax, and in which line.
func syntaxWords(err error, path string) (line int, what string) {
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, _ = wrong.Position()
		return line, tomlWords(err)
	}
	if twice := regexp.MustCompile(`key (\S+) is already defined`).FindStringSubmatch(err.Error()); twice != nil {
		return lineOfKey(path, twice[1], 2), tomlWords(err)
	}
	line = 1
	if at := regexp.MustCompile(`line (\d+)`).FindStringSubmatch(err.Error()); at != nil {
		line, _ = strconv.Atoi(at[1])
	}
	return line, "that is no YAML (each line is like listen: 127.0.0.1:8437)"
}

// lineOfKey is the line in which a key stands for the nth time, 1 where it doesn't.
func lineOfKey(path, key string, nth int) int {
	text, err := textfile.Read(path)
	if err != nil {
		return 1
	}
	for i, line := range strings.Split(text, "\n") {
		if head, _, ok := strings.Cut(line, "="); ok && strings.TrimSpace(head) == key {
			if nth--; nth == 0 {
				return i + 1
			}
		}
	}
	return 1
}

// tomlWords says in our words what is wrong in a line of TOML, where that is known.
func tomlWords(err error) string {
	for part, words := range map[string]string{
		"already": "the key stands there twice", "expected =": `after the key there must be "="`, "expected character =": `after the key there must be "="`,
		"unterminated": "a quote or a bracket is not closed", "not terminated": "a quote or a bracket is not closed", "incomplete": "a value is missing or not closed",
	} {
		if strings.Contains(err.Error(), part) {
			return words
		}
	}
	return "that is no TOML (text stands in quotes, like listen = \"127.0.0.1:8437\")"
}

// checkTypes says which setting is of the wrong kind, where it stands, and what is wanted.
func checkTypes(v *viper.Viper, flags *pflag.FlagSet, environ map[string]bool) error {
	usual := defaults()
	for _, key := range slices.Sorted(maps.Keys(usual)) {
		var want string
		var ok bool
		switch got := v.Get(key); usual[key].(type) {
		case int:
			n, isText := got.(string)
			_, err := strconv.Atoi(strings.TrimSpace(n))
			_, isFloat := got.(float64)
			_, isBool := got.(bool)
			want, ok = "a whole number, like 500", !isFloat && !isBool && !isList(got) && (!isText || err == nil)
		case []string:
			_, isText := got.(string)
			want, ok = `a list of words, like ["d6", "d20"]`, isText || allText(got)
		default:
			_, isText := got.(string)
			want, ok = "text in quotes", isText
		}
		if ok {
			continue
		}
		return fmt.Errorf("%s is %s%s: it must be %s", key, valueWords(v.Get(key)), whereSet(key, v, flags, environ), want)
	}
	return nil
}

func isList(x any) bool { _, ok := x.([]any); return ok }

// allText: a list in which everything is text.
func allText(x any) bool {
	if _, ok := x.([]string); ok {
		return true
	}
	list, ok := x.([]any)
	return ok && !slices.ContainsFunc(list, func(e any) bool { _, isText := e.(string); return !isText })
}

func valueWords(x any) string {
	if text, ok := x.(string); ok {
		return strconv.Quote(text)
	}
	return strings.TrimPrefix(fmt.Sprint(x), "map")
}

// whereSet says where a setting got its value from.
func whereSet(key string, v *viper.Viper, flags *pflag.FlagSet, environ map[string]bool) string {
	if f := flags.Lookup(flagName(key)); f != nil && f.Changed {
		return " in --" + f.Name
	}
	if environ[key] {
		return " in the environment (" + envName(key) + ")"
	}
	return in(v.ConfigFileUsed())
}
