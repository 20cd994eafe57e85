package tabletest

import (
	"os"
	"testing"
)

// Main runs a package's tests and closes their browser: a package that uses StartCrashTable or Open calls it in its TestMain.
func Main(m *testing.M) {
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
