package uci

import (
	"context"
	"errors"
	"io"
	"strings"
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
