package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// builtProgram is the real program. It is built once for the tests that run it as a whole.
var builtProgram string

// atEnd ends what the tests share. It may be nil.
var atEnd func()

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "astragal")
	if err == nil {
		builtProgram = filepath.Join(dir, "astragal")
		build := exec.Command("go", "build", "-o", builtProgram, ".")
		build.Stderr = os.Stderr
		err = build.Run()
	}
	status := 1
	if err == nil {
		status = m.Run()
		if atEnd != nil {
			atEnd()
		}
	} else {
		fmt.Fprintln(os.Stderr, "build the program:", err)
	}
	os.RemoveAll(dir)
	os.Exit(status)
}

// outcome is what a command line left behind.
type outcome struct {
	out, errs string
	status    int
}

// astragal runs the real program with its own home folder.
func astragal(t *testing.T, args ...string) outcome {
	t.Helper()
	return astragalWith(t, nil, args...)
}

func astragalWith(t *testing.T, env []string, args ...string) outcome {
	t.Helper()
	cmd := exec.Command(builtProgram, args...)
	cmd.Env = append([]string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}, env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	require.NotContains(t, errs.String(), "goroutine ", "no panic")
	return outcome{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}
