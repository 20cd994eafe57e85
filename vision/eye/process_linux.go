package eye

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// bind makes the process end with the thread that starts it, and gives it its own process group. So whatever the
// process starts can be ended with it. And a Ctrl-C in the terminal reaches only the parent, which closes the child
// in order.
func bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}

// goesFirst makes the kernel end this process before the table if memory runs out: the eye is started again, but the
// table holds the evening. If that can't be set (no /proc), the kernel chooses.
func goesFirst(cmd *exec.Cmd) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", cmd.Process.Pid), []byte("800"), 0o644)
}

// kill kills the process and all that it has started.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// inherited opens a pipe that the parent passed down. Closing it ends a read.
func inherited(fd int, name string) (*os.File, error) {
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil || st.Mode&syscall.S_IFMT != syscall.S_IFIFO {
		return nil, fmt.Errorf("file descriptor %d is no pipe for %s: this command is not for typing, astragal starts it itself", fd, name)
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, fmt.Errorf("prepare the pipe for %s: %w", name, err)
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), name), nil
}
