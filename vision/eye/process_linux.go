package eye

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// bind makes the process die with the thread that starts it and puts it into
// a group of its own: what it starts itself can be ended with it, and a Ctrl-C
// in the terminal reaches only the parent, which closes it in order.
func bind(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}

// goesFirst lets the kernel end the process before the table where memory runs out: it is started again, and the table
// holds the evening. Where that can't be said (no /proc) the kernel chooses as it likes.
func goesFirst(cmd *exec.Cmd) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", cmd.Process.Pid), []byte("800"), 0o644)
}

// kill ends the process and whatever it has started.
func kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// inherited is a pipe that the parent handed down; closing it ends a read.
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
