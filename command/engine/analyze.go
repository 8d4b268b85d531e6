package engine

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"centipawn/board"
	"centipawn/cli"
	"centipawn/search"
	"centipawn/suite"
)

// addLimits adds the flags that limit a search.
func addLimits(fs *flag.FlagSet, what string) *search.Limits {
	l := new(search.Limits)
	fs.IntVar(&l.Depth, "depth", 0, "search `n` half-moves deep"+what)
	fs.Uint64Var(&l.Nodes, "nodes", 0, "search `n` nodes"+what)
	fs.DurationVar(&l.MoveTime, "movetime", 0, "search for a `time`, such as 500ms or 10s"+what)
	return l
}

// checkLimits refuses limits that no search can keep.
func checkLimits(std cli.Streams, l *search.Limits) error {
	if l.Depth < 0 || l.MoveTime < 0 {
		return cli.Usagef(std, "-depth and -movetime: want more than 0, or omit them")
	}
	return nil
}

// analyze searches a position and prints what is found.
func analyze(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("engine analyze [-depth n] [-nodes n] [-movetime time] [-lines n] [flags] [FEN]",
		"Searches a position and prints the best lines with their scores, White's view. Without a\n"+
			"limit it goes on until Ctrl-C. The FEN may be in quotes or not; default is the start.", std)
	s := addSetup(fs)
	limits := addLimits(fs, "")
	lines := fs.Int("lines", 1, "find the best `n` lines: MultiPV")
	moves := fs.String("moves", "", "`moves` from the position, in SAN or UCI's notation")
	fields, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if err := checkLimits(std, limits); err != nil {
		return err
	}
	g, err := game(std, fields, *moves)
	if err != nil {
		return err
	}
	e, err := s.engine(std)
	if err != nil {
		return err
	}
	if *lines != 1 { // which -option may have set
		if err := e.SetOption("MultiPV", strconv.Itoa(*lines)); err != nil {
			return cli.Usagef(std, "-lines %d: %v", *lines, err)
		}
	}
	if err := analyzeGame(ctx, std.Out, e, g, *limits); err != nil || !limited(limits) {
		return err
	}
	return context.Cause(ctx) // it was to end by itself
}

func limited(l *search.Limits) bool { return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 }

// game returns the game of a FEN and moves from there.
func game(std cli.Streams, fields []string, moves string) (*search.Game, error) {
	p, err := position(std, fields)
	if err != nil {
		return nil, err
	}
	g := search.NewGame(p)
	for text := range strings.FieldsSeq(moves) {
		m, err := g.Position().ParseUCI(text)
		if err != nil {
			m, err = g.Position().ParseSAN(text)
		}
		if err != nil {
			return nil, cli.Usagef(std, "-moves: %v", err)
		}
		g.Make(m)
	}
	return g, nil
}

// analyzeGame prints every line that the search reports, and in the end the best
// move. A search that is interrupted has a result like any other; what cannot be
// written ends it.
func analyzeGame(ctx context.Context, w io.Writer, s search.Searcher, g *search.Game, limits search.Limits) error {
	p := g.Position()
	if o := g.Outcome(); o != search.Ongoing {
		if fmt.Fprintf(w, "%v\n", o); p.CountMoves() == 0 {
			return nil
		}
	}
	c := search.NewControl(limits, p.SideToMove(), 0)
	defer context.AfterFunc(ctx, c.Stop)()
	write := func(format string, args ...any) {
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			c.Stop() // the last line has the error, too
		}
	}
	write("%7s  %7s  %12s  %8s  line\n", "depth", "score", "nodes", "time")
	r := s.Search(g, c, func(i *search.Info) {
		if len(i.PV) > 0 {
			write("%7s  %7s  %12d  %8s  %s\n", fmt.Sprintf("%d/%d", i.Depth, i.SelDepth),
				bound(i.Bound)+suite.White(i.Score, p.SideToMove()), i.Nodes, seconds(i.Time), numbered(*p, i.PV))
		}
	})
	_, err := fmt.Fprintf(w, "best: %s, %s, depth %d, %d nodes, %s\n", numbered(*p, []board.Move{r.Move}),
		suite.White(r.Score, p.SideToMove()), r.Depth, r.Nodes, seconds(r.Time))
	return err
}

// bound marks a score that the mover has at least or at most.
func bound(b search.Bound) string { return [...]string{"", ">", "<"}[b%3] }

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// numbered returns a line with the numbers of its moves: "12... Nf6 13. Bg5".
func numbered(p board.Position, line []board.Move) string {
	var b strings.Builder
	for i, m := range line {
		switch {
		case p.SideToMove() == board.White:
			fmt.Fprintf(&b, "%d. ", p.FullmoveNumber())
		case i == 0:
			fmt.Fprintf(&b, "%d... ", p.FullmoveNumber())
		}
		b.WriteString(p.SAN(m) + " ")
		p.Make(m)
	}
	return strings.TrimSpace(b.String())
}
