package main

import (
	"fmt"
	"log/slog"

	"astragal/companion/settings"
	"astragal/vision/eye"
)

// eyeCommand is the hidden subcommand that watches the tray for run.
const eyeCommand = "eye"

// newEye makes the eye that cfg describes: a child process of this program.
func newEye(cfg settings.Config, log *slog.Logger) (*eye.Child, error) {
	if err := hasPixels(); err != nil {
		return nil, err
	}
	args := []string{eyeCommand, "--log-level", cfg.LogLevel, "--data-dir", cfg.DataDir}
	for _, d := range cfg.Dice {
		args = append(args, "--dice", d)
	}
	if cfg.Profile != "" {
		args = append(args, "--profile", cfg.Profile)
	}
	if cfg.Gallery != "" {
		args = append(args, "--gallery", cfg.Gallery)
	}
	child, err := eye.NewChild(eye.Settings{
		Args: args, Source: cfg.Source, Log: log,
		Env: []string{
			// This notices in 5 s (the unit is µs), instead of 30 s, that a network camera sends nothing.
			"OPENCV_FFMPEG_CAPTURE_OPTIONS=rtsp_transport;tcp|timeout;5000000",
			"OPENCV_LOG_LEVEL=ERROR",
			// A Raspberry Pi has little memory. Fewer heaps that are collected earlier save 30 MB.
			"MALLOC_ARENA_MAX=2", "GOGC=50",
		},
	})
	if err != nil {
		return nil, fmt.Errorf("make the eye: %w", err)
	}
	return child, nil
}
