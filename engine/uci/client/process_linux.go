package client

import "syscall"

// dieWithParent has the process killed when the thread that starts it ends: also if this program is
// killed, and by an engine that does not look at the end of its input. What the process has started
// itself has to see to that alone.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
