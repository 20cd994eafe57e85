package main

import (
	"encoding/json"
	"fmt"
	"os"

	"astragal/calibration"
)

// loadProfile reads a calibration from a file.
func loadProfile(path string) (calibration.Profile, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return calibration.Profile{}, fmt.Errorf("read the profile: %w", err)
	}
	var profile calibration.Profile
	if err := json.Unmarshal(raw, &profile); err != nil {
		return calibration.Profile{}, fmt.Errorf("the profile %s: %w", path, err)
	}
	return profile, nil
}
