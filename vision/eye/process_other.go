//go:build !linux

package eye

import (
	"fmt"
	"os"
	"os/exec"
)

func bind(*exec.Cmd) {}

func goesFirst(*exec.Cmd) {}

func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func inherited(fd int, name string) (*os.File, error) {
	f := os.NewFile(uintptr(fd), name)
	if f == nil {
		return nil, fmt.Errorf("file descriptor %d is no pipe for %s: this command is not for typing, astragal starts it itself", fd, name)
	}
	return f, nil
}
