package client

import (
	"context"
	"io"
	"os/exec"
	"runtime"
	"time"
)

// drain is how long the output of a dead process is read on: until its end, or while a child of it
// holds it open.
const drain = 500 * time.Millisecond

// process is the engine as the system sees it.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	out    cutter
	lines  chan line     // what it says; unbuffered: once dead is closed, none is left
	over   chan struct{} // closed when lines are handed on no more
	dead   chan struct{} // closed when the process is gone, and its children with it
	kill   context.CancelFunc
	stderr tail
}

// start runs a command in a process group of its own. ctx kills it, and so does, where the system
// can, the end of this program, whatever ends it.
func start(ctx context.Context, cfg *Config) (*process, error) {
	ctx, cancel := context.WithCancel(ctx)
	p := &process{lines: make(chan line), over: make(chan struct{}), dead: make(chan struct{}), kill: cancel}
	p.out.lines, p.out.over = p.lines, p.over
	p.cmd = exec.CommandContext(ctx, cfg.Command, cfg.Args...)
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr, p.cmd.WaitDelay = cfg.Dir, &p.out, &p.stderr, drain
	ownGroup(p.cmd)
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err == nil {
		begun := make(chan error)
		go p.run(begun)
		err = <-begun
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return p, nil
}

// run starts the process and stays until it is gone. To Linux the parent is the thread that has
// started it, so that one is kept.
func (p *process) run(begun chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	if begun <- err; err == nil {
		p.reap()
	}
}

// reap waits for the end of the process, ends what it has left running, and hands on a last line
// without an end.
func (p *process) reap() {
	p.cmd.Wait() // how it ended is in ProcessState
	p.kill()
	killGroup(p.cmd)
	timer := time.AfterFunc(drain, func() { close(p.over) })
	p.out.finish()
	if timer.Stop() {
		close(p.over)
	}
	close(p.dead)
}

// state says how the process has ended, once dead is closed.
func (p *process) state() string { return p.cmd.ProcessState.String() }
