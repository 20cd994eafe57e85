package companion_test

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(crashPath); path != "" {
		crashTable(path)
		return
	}
	status := m.Run()
	if browser.stop != nil {
		browser.stop()
	}
	os.Exit(status)
}
