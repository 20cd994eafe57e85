package dragondice

import (
	"embed"
)

// reportFiles are the scenarios, by edition.
//
//go:embed testdata
var reportFiles embed.FS

// Report is a scenario: a script of a game that shows rule items at work.
type Report struct {
	// Path is where it lies, from the root of the repository.
	Path string
	Text string
}

// Reports returns an edition's scenarios, sorted by name. It returns nil if the edition has
// none.
func Reports(edition string) []Report {
	dir := "testdata/" + edition
	entries, err := reportFiles.ReadDir(dir)
	if err != nil {
		return nil // an edition without scenarios
	}
	var out []Report
	for _, e := range entries {
		text, err := reportFiles.ReadFile(dir + "/" + e.Name())
		if err != nil {
			continue // a folder
		}
		out = append(out, Report{Path: "engine/dragondice/" + dir + "/" + e.Name(), Text: string(text)})
	}
	return out
}
