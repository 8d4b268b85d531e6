package uci

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// command is a word that a line may begin with.
type command struct {
	name, usage string
	extra       bool // not of the protocol
	anytime     bool // does not wait for the end of perft and bench
	run         func(*server, call)
}

// commands are all that is understood, in the order of "help".
func commands() []command {
	return []command{
		{name: "uci", usage: "uci: who the engine is, and its options", run: (*server).uci},
		{name: "debug", usage: "debug on|off: report what is ignored", run: (*server).setDebug},
		{name: "isready", usage: "isready: answered at once, during a search too", anytime: true, run: (*server).isReady},
		{name: "setoption", usage: "setoption name NAME [value VALUE]", run: (*server).setOption},
		{name: "register", usage: "register: not needed", run: (*server).register},
		{name: "ucinewgame", usage: "ucinewgame: clear what earlier searches have learnt", run: (*server).newGame},
		{name: "position", usage: "position startpos|fen FEN [moves MOVE...]", run: (*server).position},
		{name: "go", usage: "go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] " +
			"[movestogo N] [infinite] [ponder] [searchmoves MOVE...]", run: (*server).goSearch},
		{name: "stop", usage: "stop: end the search, the perft or the bench", anytime: true, run: (*server).stop},
		{name: "ponderhit", usage: "ponderhit: the expected move was played", run: (*server).ponderHit},
		{name: "quit", usage: "quit"},
		{name: "d", usage: "d: the board, FEN, key and checkers", extra: true, run: (*server).display},
		{name: "eval", usage: "eval: the evaluation of the position, term by term", extra: true, run: (*server).eval},
		{name: "bench", usage: "bench: search fixed positions; nodes and speed", extra: true, run: (*server).bench},
		{name: "perft", usage: "perft N: count the lines of N half-moves", extra: true, run: (*server).perft},
		{name: "help", usage: "help: this list", extra: true, run: (*server).help},
	}
}

func (s *server) uci(call) {
	var b strings.Builder
	fmt.Fprintf(&b, "id name %s\nid author %s\n", s.engine.Name(), s.engine.Author())
	for i := range s.options {
		fmt.Fprintln(&b, s.options[i].String())
	}
	s.out.print(b.String() + "uciok")
}

func (s *server) setDebug(c call) {
	if len(c.words) < 2 || c.words[1] != "on" && c.words[1] != "off" {
		s.out.info("debug: pass on or off")
		return
	}
	s.debug = c.words[1] == "on"
}

func (s *server) isReady(call) { s.out.print("readyok") }

func (s *server) register(call) {
	if s.debug {
		s.out.info("register: there is nothing to register")
	}
}

func (s *server) newGame(call) { s.whenIdle("ucinewgame", s.engine.NewGame) }

func (s *server) stop(call) {
	if s.job != nil {
		s.job.stop()
	} else if s.debug {
		s.out.info("stop: nothing runs")
	}
}

func (s *server) ponderHit(call) {
	if s.job != nil && s.job.pondering {
		s.job.pondering = false
		s.job.control.PonderHit()
	} else if s.debug {
		s.out.info("ponderhit: nothing ponders")
	}
}

func (s *server) eval(call) { s.out.print(s.engine.Explain(s.game.Position())) }

func (s *server) help(call) {
	var b strings.Builder
	for _, cmd := range s.commands {
		fmt.Fprintln(&b, cmd.usage)
	}
	s.out.print(b.String())
}

func (s *server) bench(call) {
	s.tool("bench", func(ctx context.Context, w *lineWriter) error { return s.engine.Bench(ctx, w) })
}

// tool runs perft or bench, after the end of a search.
func (s *server) tool(name string, run func(context.Context, *lineWriter) error) {
	s.halt()
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{stop: cancel}
	s.start(j, func() {
		defer cancel()
		w := &lineWriter{out: s.out}
		err := run(ctx, w)
		j.finished.Store(true)
		w.flush()
		if errors.Is(err, context.Canceled) {
			s.out.info("%s: stopped", name)
		} else if err != nil {
			s.out.info("%s: %v", name, err)
		}
	})
}
