package building

import (
	"cmp"
	"context"
	"io"
	"os/exec"
	"runtime"
	"time"
)

// A Command is a line for the system's shell.
type Command struct {
	Line     string
	Dir      string // "": the caller's
	In       io.Reader
	Out, Err io.Writer
	Grace    time.Duration     // to end after ctx has; 0: 5 s
	Tell     func(seconds int) // nil, or called every second
}

// Shell runs a command line. All that it has started ends with it when ctx does, killed after some grace.
func Shell(ctx context.Context, c Command) error {
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	grace := cmp.Or(c.Grace, defaultGrace)
	cmd := exec.CommandContext(ctx, shell, flag, c.Line)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = c.Dir, c.In, c.Out, c.Err, grace
	ownGroup(cmd)
	cancel, killed := cmd.Cancel, time.Time{} // when it is killed after it was told to end
	cmd.Cancel = func() error {
		killed = time.Now().Add(grace)
		return cancel()
	}
	ended := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		watch(c.Tell, ended)
		close(watched)
	}()
	err := cmd.Run()
	if !killed.IsZero() {
		endGroup(cmd, killed)
	}
	close(ended)
	<-watched
	return err
}

// defaultGrace is how long a command has to end after Ctrl-C, before it is killed.
const defaultGrace = 5 * time.Second

// watch tells, every second, how long a command takes.
func watch(tell func(seconds int), ended <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ended:
			return
		case <-tick.C:
			if tell != nil {
				tell(n)
			}
		}
	}
}
