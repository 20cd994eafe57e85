//go:build !cgo

package main

import "github.com/spf13/cobra"

// newWatchingCommand looks at pictures; a build without OpenCV can't.
func (p *program) newWatchingCommand() *cobra.Command {
	return &cobra.Command{Use: watchingCommand, Hidden: true, RunE: func(*cobra.Command, []string) error { return hasPixels() }}
}
