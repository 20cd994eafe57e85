package web_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// aReason is a place at which a page takes a sentence out of what the table, the hub or the rules told it. What was asked by ask() and kept in r,
// answer or kept is in the page's language already (post.js).
var aReason = regexp.MustCompile(`\b((?:[a-zA-Z]+\??\.)+)(why|problem|trouble|blocked)\b`)

// askedFor are the receivers whose why is said in the page's language already. That of seen and now goes to lostWords, which says it so.
var askedFor = regexp.MustCompile(`^(?:r|answer|kept|seen|now)\??\.$`)

// onlyLooked follows a reason of which a page only looks whether there is one.
var onlyLooked = regexp.MustCompile(`^(?: && | \? |\s*\)\s*(?:return|say|words)| \|\| r\.|\.(?:startsWith|length|replace|map)|: string|\]| === | - |, (?:why|entries)|\) r\.why)`)

// aList is a list of sentences of which each is drawn.
var aList = regexp.MustCompile(`\b(?:doubts|problems|why)\??\.map\(\(?(?:/\*\*[^)]*\*/ )?(?:\([^)]*\) )?(\w+)\)? => html` + "`" + `<[^>]*>\$\{(\w+)`)

// whole are fields that hold a sentence of the rules or of the table, as they are drawn: what is to be thrown, how a game ended, what a total counts, what is
// wrong with the log.
var whole = regexp.MustCompile(`\$\{(?:[^{}]*[ (])?(?:(?:\w+\.)+(?:asks|outcome|fault\.text)|[st]\.faces)\}`)

// comments of the pages' scripts.
var comments = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:^|\s)//[^\n]*`)

// Whatever a page shows of why something isn't done, or what is wrong, goes through heard(), which says it in the page's language.
func TestPagesSayReasonsInTheirLanguage(t *testing.T) {
	looked := 0
	err := filepath.WalkDir("static", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".js") || strings.Contains(path, "vendor") || strings.HasSuffix(path, "messages.js") {
			return err
		}
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		name := strings.TrimPrefix(path, "static/")
		text := comments.ReplaceAllString(string(raw), "")
		for _, at := range aReason.FindAllStringSubmatchIndex(text, -1) {
			looked++
			before, after := text[:at[0]], text[at[1]:]
			line := before[strings.LastIndexByte(before, '\n')+1:] + text[at[0]:at[1]] + after[:strings.IndexByte(after+"\n", '\n')]
			if askedFor.MatchString(text[at[2]:at[3]]) || onlyLooked.MatchString(after) || strings.HasSuffix(before, "!") || strings.HasSuffix(before, "heard(") || strings.HasSuffix(before, "said(") {
				continue
			}
			assert.Fail(t, "a reason is shown without heard()", "static/%s: %s: %s", name, text[at[0]:at[1]], line)
		}
		for _, m := range whole.FindAllString(text, -1) {
			looked++
			assert.Contains(t, m, "heard(", "static/%s shows a sentence without heard(): %s", name, m)
		}
		for _, m := range aList.FindAllStringSubmatch(text, -1) {
			looked++
			assert.NotEqual(t, m[1], m[2], "static/%s shows a list of sentences without heard(): %s", name, m[0])
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, looked, 40)
}
