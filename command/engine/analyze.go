package engine

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/search/mcts/picture"
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

// analyzeFlags are the flags of the verb analyze.
type analyzeFlags struct {
	*setup
	limits   *search.Limits
	lines    int
	moves    string
	asJSON   bool
	tree     string // file
	treeSize int
}

func addAnalyzeFlags(fs *flag.FlagSet) *analyzeFlags {
	f := &analyzeFlags{setup: addSetup(fs), limits: addLimits(fs, "")}
	fs.IntVar(&f.lines, "lines", 1, "find the best `n` lines: MultiPV")
	fs.StringVar(&f.moves, "moves", "", "`moves` from the position, in SAN or UCI's notation")
	fs.BoolVar(&f.asJSON, "json", false, "print one JSON object in place of lines")
	fs.StringVar(&f.tree, "tree", "", "of a search mcts-…: draw the top of the tree to an SVG `file`")
	fs.IntVar(&f.treeSize, "tree-size", 24, "draw the `n` positions that were visited most, 6 half-moves deep and 6 moves wide at most")
	return f
}

// analyze searches a position and prints what is found.
func analyze(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("engine analyze [-depth n] [-nodes n] [-movetime time] [-lines n] [-json] [flags] [FEN]",
		"Searches a position and prints the best lines with their scores, White's view. A search mcts-…\n"+
			"tells visits, value, prior and line of each move, and may draw its tree. Without a limit it\n"+
			"goes on until Ctrl-C. The FEN may be in quotes or not; default is the start.", std)
	f := addAnalyzeFlags(fs)
	fields, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if err := checkLimits(std, f.limits); err != nil {
		return err
	}
	g, err := game(std, fields, f.moves)
	if err != nil {
		return err
	}
	e, err := f.engine(std)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := f.check(std, e); err != nil {
		return err
	}
	if err := f.analyze(ctx, std, e, g); err != nil || !limited(f.limits) {
		return err
	}
	return context.Cause(ctx) // it was to end by itself
}

func limited(l *search.Limits) bool { return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 }

// check refuses what the engine cannot do.
func (f *analyzeFlags) check(std cli.Streams, e *engine.Engine) error {
	if f.lines != 1 { // which -option may have set
		if err := e.SetOption("MultiPV", strconv.Itoa(f.lines)); err != nil {
			return cli.Usagef(std, "-lines %d: %v", f.lines, err)
		}
	}
	switch {
	case f.tree != "" && !e.HasTree():
		return cli.Usagef(std, "-tree: search %s has no tree: pass -search %smodern, or another of these", e.Settings().Search, engine.TreePrefix)
	case f.treeSize < 1:
		return cli.Usagef(std, "-tree-size %d: want at least 1", f.treeSize)
	}
	return nil
}

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

// analyze searches, prints what is found, and draws the tree. A search that is interrupted has a result
// like any other; what cannot be written ends it.
func (f *analyzeFlags) analyze(ctx context.Context, std cli.Streams, e *engine.Engine, g *search.Game) error {
	p := g.Position()
	w := std.Out
	if f.asJSON {
		w = io.Discard
	}
	if o := g.Outcome(); o != search.Ongoing {
		if fmt.Fprintf(w, "%v\n", o); p.CountMoves() == 0 {
			if f.tree != "" {
				return fmt.Errorf("-tree: %v: no move to draw", o)
			}
			return f.tell(std, e.NewAnalysis(p))
		}
	}
	found := e.NewAnalysis(p)
	r, err := f.search(ctx, w, e, g, found)
	if err != nil {
		return err
	}
	if err := f.tell(std, found); err != nil {
		return err
	}
	return cmp.Or(f.draw(e, p, &r), e.Err())
}

// search searches, and prints every line that the search reports, and in the end the best move.
func (f *analyzeFlags) search(ctx context.Context, w io.Writer, e *engine.Engine, g *search.Game, found *engine.Analysis) (search.Result, error) {
	p := g.Position()
	c := search.NewControl(*f.limits, p.SideToMove(), 0)
	defer context.AfterFunc(ctx, c.Stop)()
	write := func(format string, args ...any) {
		if _, err := fmt.Fprintf(w, format, args...); err != nil {
			c.Stop() // the last line has the error, too
		}
	}
	write("%7s  %7s  %12s  %8s  line\n", "depth", "score", "nodes", "time")
	r := e.Search(g, c, func(i *search.Info) {
		found.Report(i)
		if len(i.PV) > 0 {
			write("%7s  %7s  %12d  %8s  %s\n", fmt.Sprintf("%d/%d", i.Depth, i.SelDepth),
				bound(i.Bound)+i.Score.WhiteText(p.SideToMove()), i.Nodes, seconds(i.Time), engine.Numbered(*p, i.PV))
		}
	})
	found.Finish(e, &r)
	_, err := fmt.Fprintf(w, "best: %s, %s, depth %d, %d nodes, %s\n", engine.Numbered(*p, []board.Move{r.Move}),
		r.Score.WhiteText(p.SideToMove()), r.Depth, r.Nodes, seconds(r.Time))
	return r, err
}

// tell prints an analysis as JSON, or what a tree knows of the moves.
func (f *analyzeFlags) tell(std cli.Streams, found *engine.Analysis) error {
	if f.asJSON {
		return cli.WriteJSON(std.Out, found)
	}
	if len(found.Moves) > 0 {
		if _, err := fmt.Fprintln(std.Out); err != nil {
			return err
		}
	}
	return found.WriteMoves(std.Out)
}

// How deep a picture of a tree goes, in half-moves, and how many moves of a position it shows.
const treePlies, treeMoves = 6, 6

// draw draws the top of the tree to a file, if that is asked for.
func (f *analyzeFlags) draw(e *engine.Engine, p *board.Position, r *search.Result) error {
	if f.tree == "" {
		return nil
	}
	top := e.Tree(mcts.Part{Positions: f.treeSize, Plies: treePlies, Moves: treeMoves, Line: r.PV})
	var b bytes.Buffer
	title := fmt.Sprintf("%s after %s", e.Settings().Search, plaintext.Count(int(r.Nodes), "iteration"))
	if err := picture.Write(&b, *p, top, picture.Options{Title: title, Line: r.PV}); err != nil {
		return fmt.Errorf("%s: %w", f.tree, err)
	}
	return atomicfile.Write(f.tree, b.Bytes())
}

// bound marks a score that the mover has at least or at most.
func bound(b search.Bound) string { return [...]string{"", ">", "<"}[b%3] }

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }
