// Package engine is the engine command.
package engine

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/internal/cli"
)

// Main is the engine command: it speaks UCI, or runs the verb of the first argument.
var Main = cli.VerbsOr("engine", "Without a verb it speaks UCI:", serve,
	cli.Verb{Name: "bench", Summary: "search fixed positions; the last line is \"N nodes M nps\"", Run: bench},
	cli.Verb{Name: "perft", Summary: "count the sequences of legal moves", Run: perft},
	cli.Verb{Name: "eval", Summary: "print a position's evaluation term by term", Run: explain},
	cli.Verb{Name: "analyze", Summary: "search a position and print what is found", Run: analyze},
	cli.Verb{Name: "suite", Summary: "solve test suites, mates and puzzles", Run: runSuite},
)

// serve speaks UCI until "quit" or the end of the input.
func serve(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("engine [-weights FILE] [-search NAME] [-option Name=Value]...", "", std)
	s := addSetup(fs)
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return cli.Usagef(std, "%q: the verb comes first, then its flags: engine %s ...; -h lists the verbs", rest[0], rest[0])
	}
	e, err := s.engine(std)
	if err != nil {
		return err
	}
	return cmp.Or(uci.Serve(ctx, e, std.In, std.Out), e.Close())
}

func bench(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("engine bench [flags]", "Searches fixed positions to a fixed depth with one thread. The number of nodes is the\n"+
		"signature of search, evaluation and weights.", std)
	s := addSetup(fs)
	nodes := fs.Uint64("nodes", 0, "print instead how deep the search goes with so many nodes and a tenth of them; the\nlast line has the mean depths and the branching `factor`")
	if err := noArguments(fs, args, std); err != nil {
		return err
	}
	e, err := s.engine(std)
	if err != nil {
		return err
	}
	if *nodes > 0 {
		return e.Depths(ctx, std.Out, *nodes)
	}
	return e.Bench(ctx, std.Out)
}

func noArguments(fs *flag.FlagSet, args []string, std cli.Streams) error {
	rest, err := cli.Parse(fs, args, std)
	if err == nil && len(rest) > 0 {
		err = cli.Usagef(std, "%q: only flags are allowed", rest[0])
	}
	return err
}

func perft(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("engine perft [-divide] [-fen FEN] DEPTH", "Counts the sequences of DEPTH legal moves; the last move is counted, not made.", std)
	fen := fs.String("fen", "", "the position, as `FEN`; default is the start")
	divide := fs.Bool("divide", false, "print the count behind each first move")
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	text := strings.Join(rest, " ")
	depth, err := strconv.Atoi(text)
	if err != nil || depth < 1 {
		return cli.Usagef(std, "pass one depth, 1 or more: got %q", text)
	}
	p, err := position(std, strings.Fields(*fen))
	if err != nil {
		return err
	}
	return count(ctx, std.Out, &p, depth, *divide)
}

// count prints a perft, and its speed.
func count(ctx context.Context, w io.Writer, p *board.Position, depth int, divide bool) error {
	moves := w
	if !divide {
		moves = io.Discard
	}
	start := time.Now()
	nodes, err := uci.Perft(ctx, moves, p, depth, false)
	if err != nil {
		return err
	}
	spent := time.Since(start)
	_, err = fmt.Fprintf(w, "%d nodes, %v, %.0f nodes/s\n", nodes, spent.Round(time.Millisecond), float64(nodes)/max(spent.Seconds(), 1e-9))
	return err
}
