package uci

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Serve speaks UCI for an engine until "quit", the end of the input, or the end
// of ctx. Every line of the output is written at once and by itself. docs/uci.md
// lists the commands, and what becomes of bad ones: nothing on the input ends
// Serve but "quit".
//
// The error is nil after "quit" and at the end of the input; else that of ctx, of
// reading, or of writing. A search that runs is stopped and plays its move; Serve
// returns when it has ended. No goroutine is left behind, except those that wait
// for in.Read or out.Write if these do not return when ctx ends.
func Serve(ctx context.Context, e Engine, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	o := &output{w: out, failed: cancel}
	ended, result := make(chan struct{}), error(nil)
	go func() {
		defer close(ended)
		result = newServer(e, o).serve(ctx, in)
	}()
	select {
	case <-ended:
		return result
	case <-ctx.Done():
	}
	if o.stuck(ended) {
		return context.Cause(ctx)
	}
	return result
}

// serve takes lines and the ends of searches until one of them is the last.
func (s *server) serve(ctx context.Context, in io.Reader) error {
	defer s.halt()
	r := newReader(in)
	defer r.close()
	for {
		select {
		case l := <-r.next():
			r.asking = false
			if end, err := s.take(ctx, l); end {
				return err
			}
		case <-s.ended():
			s.settle()
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// server is the state between two commands. It belongs to one goroutine: a job,
// which has another, shares nothing with it but out and the game it was given.
type server struct {
	engine   Engine
	out      *output
	commands []command
	options  []Option // the protocol's, then the engine's
	protocol protocolOptions

	game     *search.Game // never changed: a command "position" makes a new one
	job      *job         // nil if none runs
	deferred []deferred   // until the search has ended
	debug    bool
	remarked []string      // before the last search
	quiet    time.Duration // before a search reports its current move
	stalls   search.Stalls // the job's while a search runs
}

func newServer(e Engine, out *output) *server {
	s := &server{engine: e, out: out, commands: commands(), game: search.NewGame(board.Start()), quiet: 3 * time.Second}
	s.protocol = defaultProtocol()
	s.options = append(s.protocol.options(), e.Options()...)
	return s
}

// take does what a line says and reports whether it was the last.
func (s *server) take(ctx context.Context, l line) (end bool, err error) {
	switch {
	case l.err != nil:
		s.finishTool(ctx)
		if errors.Is(l.err, io.EOF) {
			return true, nil
		}
		return true, l.err
	case l.size > 0:
		s.out.info("a line of %d bytes is ignored: the longest is %d", l.size, longestLine)
		return false, nil
	}
	cmd, words := s.find(l.text)
	if cmd == nil {
		return false, nil
	}
	if !cmd.anytime {
		s.finishTool(ctx)
	}
	s.settle()
	if cmd.run == nil { // quit
		return true, nil
	}
	cmd.run(s, call{words, l.text})
	return false, nil
}

// find returns the command of a line and its words, that of the command first.
// As the protocol asks, unknown words before a command are skipped; extras are
// no protocol and must come first.
func (s *server) find(text string) (*command, []string) {
	words := strings.Fields(text)
	for i, word := range words {
		for k := range s.commands {
			cmd := &s.commands[k]
			if cmd.name != word || cmd.extra && i > 0 {
				continue
			}
			if i > 0 {
				s.out.info("unknown command %.80q is skipped", strings.Join(words[:i], " "))
			}
			return cmd, words[i:]
		}
	}
	if len(words) > 0 {
		s.out.info("unknown command %.80q is ignored: help lists the commands", strings.Join(words, " "))
	}
	return nil, nil
}

// job is work that goes on while commands are read: a search, or one of the
// tools perft and bench.
type job struct {
	stop      func()
	control   *search.Control // of a search
	pondering bool
	finished  atomic.Bool   // nothing but the last line is to be done
	done      chan struct{} // closed at the end
}

// start runs work, which is called with its job, beside the commands.
func (s *server) start(j *job, work func()) {
	j.done = make(chan struct{})
	s.job = j
	go func() {
		work()
		j.finished.Store(true)
		close(j.done)
	}()
}

// ended is closed when the job has ended; without a job it never is.
func (s *server) ended() <-chan struct{} {
	if s.job == nil {
		return nil
	}
	return s.job.done
}

// settle looks whether the job has ended, and then does what has waited for it.
func (s *server) settle() {
	if s.job == nil || !s.job.finished.Load() {
		return
	}
	<-s.job.done
	s.job = nil
	for _, d := range s.deferred {
		d.run()
	}
	s.deferred = nil
}

// halt ends the job.
func (s *server) halt() {
	if s.job != nil {
		s.job.stop()
		<-s.job.done
	}
	s.settle()
}

// finishTool waits for the end of a perft or a bench: who sends further commands
// wants its result first.
func (s *server) finishTool(ctx context.Context) {
	if s.job == nil || s.job.control != nil {
		return
	}
	select {
	case <-s.job.done:
	case <-ctx.Done():
	}
}

// deferred is a command that waits for the end of a search.
type deferred struct {
	key string // a later command of the same key replaces it
	run func()
}

// whenIdle runs a command now, or when the search has ended.
func (s *server) whenIdle(key string, run func()) {
	if s.job == nil {
		run()
		return
	}
	s.out.info("%s waits for the end of the search", key)
	for i := range s.deferred {
		if s.deferred[i].key == key {
			s.deferred[i].run = run
			return
		}
	}
	s.deferred = append(s.deferred, deferred{key, run})
}
