package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersionCommand prints which build this is, for bug reports.
func (p *program) newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "say which build this is",
		Args:  needs(cobra.NoArgs, "version takes no arguments"),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(p.out, "astragal %s, %s, %s/%s, %s\n", revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH, pixels())
			return err
		},
	}
}

// release is the version of a released build. The linker sets it (.ci/release).
var release string

// revision is the release, or else the commit that this program was built from. It is "unknown" if Go knows neither.
func revision() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	rev := settings["vcs.revision"]
	if rev == "" {
		return info.Main.Version
	}
	rev = rev[:min(12, len(rev))]
	if settings["vcs.modified"] == "true" {
		rev += " with changes"
	}
	return rev
}
