//go:build cgo

package source

import (
	"os/exec"
	"syscall"
)

// dieWithParent ends a program when the thread that started it ends. The
// goroutine that calls it must keep its thread.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
