package veradiscordia

import (
	"embed"
	"path"
)

//go:embed testdata
var reportFiles embed.FS

// Report is a scenario: a report of a game that shows rule items at work.
type Report struct {
	// Path is the report's path from the repository's root.
	Path string
	Text string
}

// Reports lists the scenarios, by name.
func Reports() []Report {
	entries, err := reportFiles.ReadDir("testdata")
	if err != nil {
		return nil
	}
	var out []Report
	for _, e := range entries {
		if path.Ext(e.Name()) != ".txt" {
			continue
		}
		text, err := reportFiles.ReadFile(path.Join("testdata", e.Name()))
		if err != nil {
			continue
		}
		out = append(out, Report{Path: path.Join("engine/veradiscordia/testdata", e.Name()), Text: string(text)})
	}
	return out
}
