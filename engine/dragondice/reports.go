package dragondice

import (
	"embed"
)

// reportFiles are the scenarios, by edition.
//
//go:embed testdata
var reportFiles embed.FS

// Report is a scenario: a report of a game that shows rule items at work.
type Report struct {
	// Path is where it stands in the source, from the repository's root.
	Path string
	Text string
}

// Reports lists an edition's scenarios, by name.
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
