//go:build !cgo

package main

import "github.com/spf13/cobra"

// newEyeCommand watches a tray; a build without OpenCV can't.
func (p *program) newEyeCommand() *cobra.Command {
	return &cobra.Command{Use: eyeCommand, Hidden: true, RunE: func(*cobra.Command, []string) error { return hasPixels() }}
}
