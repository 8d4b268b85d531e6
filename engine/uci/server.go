package uci

import (
	"sync/atomic"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// call is a line that holds a command.
type call struct {
	words []string // from the command on
	text  string   // the whole line
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
