package lesson

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats" // all of them
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/winprob"
)

// A Summary counts what was read.
type Summary struct {
	Rows     int `json:"rows"`     // of the files, a puzzle being one
	Bad      int `json:"bad"`      // lines that could not be read
	Silent   int `json:"silent"`   // rows with neither a move nor a label, or of a position without moves
	Excepted int `json:"excepted"` // lessons of positions that are left out
	Lessons  int `json:"lessons"`  // that are taken
	Policies int `json:"policies"` // of these with moves
	Values   int `json:"values"`   // of these with a value
}

// mostBad is the number of bad lines that are put up with, of every thousand rows.
const mostBad = 10

// Read reads lessons of files: data of any format that the module reads, with moves, evaluations or
// results; what match choices and match leaves write; puzzles, and EPD with best moves. Their order is
// that of the files. watch, which may be nil, gets the number of rows now and then.
func Read(ctx context.Context, files []string, opt Options, watch func(rows int)) ([]Lesson, Summary, error) {
	r := &reader{opt: &opt, watch: watch}
	if len(opt.Except) > 0 {
		except, _, err := Read(ctx, opt.Except, Options{}, watch)
		if err != nil && !errors.Is(err, ErrNoMoves) {
			return nil, Summary{}, err
		}
		r.except = make(map[uint64]bool, len(except))
		for i := range except {
			r.except[except[i].Position.Key()] = true
		}
	}
	for _, name := range files {
		first := len(r.list)
		if err := r.file(ctx, name); err != nil {
			return nil, r.sum, err
		}
		r.list = append(r.list[:first], opt.drawn(r.list[first:])...)
	}
	r.count()
	if len(r.list) == 0 {
		return nil, r.sum, fmt.Errorf("%s: no lesson in %d rows: want moves, evaluations or results", strings.Join(files, ", "), r.sum.Rows)
	}
	if r.sum.Policies == 0 {
		return r.list, r.sum, fmt.Errorf("%s: %w in %d rows", strings.Join(files, ", "), ErrNoMoves, r.sum.Rows)
	}
	return r.list, r.sum, nil
}

// ErrNoMoves is the error of files from which no policy can be learnt.
var ErrNoMoves = errors.New("no moves: want a column of moves, choices, best moves or puzzles")

type reader struct {
	opt    *Options
	except map[uint64]bool
	list   []Lesson
	sum    Summary
	watch  func(int)
	choice choice
}

// A choice is the rows of a root, one for each of its moves, as they come.
type choice struct {
	tree   uint32
	root   string
	game   uint32
	moves  []string
	scores []datasets.Sample // what the moves lead to
}

// file reads a file of either kind.
func (r *reader) file(ctx context.Context, name string) error {
	puzzles, err := suite.IsProblems(name)
	switch {
	case err != nil:
		return err
	case puzzles:
		return r.problems(ctx, name)
	}
	return r.samples(ctx, name)
}

// row counts a row, and reports whether reading may go on.
func (r *reader) row(ctx context.Context) error {
	if r.sum.Rows++; r.sum.Rows%1024 != 0 {
		return nil
	}
	if r.watch != nil {
		r.watch(r.sum.Rows)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// bad counts a bad line, and returns its error when there are too many.
func (r *reader) bad(err error) error {
	r.sum.Bad++
	return TooBad(r.sum.Bad, r.sum.Rows, err)
}

// TooBad returns the error of a file with too many bad lines among its rows, whose last one is err: nil if
// they are put up with.
func TooBad(bad, rows int, err error) error {
	if 1000*bad > mostBad*(1000+rows) {
		return fmt.Errorf("%d bad lines among %d rows, the last: %w", bad, rows, err)
	}
	return nil
}

// samples reads a data file.
func (r *reader) samples(ctx context.Context, name string) error {
	in, err := datasets.Open([]string{name}, datasets.Options{Context: ctx})
	if err != nil {
		return err
	}
	defer in.Close()
	for s, err := range in.All() {
		if line := new(datasets.LineError); err != nil && errors.As(err, &line) && ctx.Err() == nil {
			if err := r.bad(err); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		if err := r.sample(&s); err != nil {
			return fmt.Errorf("%s:%d: %w", name, s.Line, err)
		}
		if err := r.row(ctx); err != nil {
			return err
		}
	}
	return r.flush()
}

// sample takes a row.
func (r *reader) sample(s *datasets.Sample) error {
	if s.Root != "" && s.Via != "" {
		return r.add(s)
	}
	if err := r.flush(); err != nil {
		return err
	}
	l := Lesson{Position: s.Position, Value: r.opt.value(s, s.Position.SideToMove()), Game: s.Game}
	if s.Move != board.NoMove {
		if !s.Position.IsLegal(s.Move) {
			return r.bad(fmt.Errorf("line %d: %w: %v", s.Line, board.ErrIllegalMove, s.Move))
		}
		l.Moves = equally(asGood(&s.Position, s.Move))
	}
	r.take(l)
	return nil
}

// add takes a row of a choice.
func (r *reader) add(s *datasets.Sample) error {
	c := &r.choice
	if len(c.moves) > 0 && (s.Tree != c.tree || s.Root != c.root) {
		if err := r.flush(); err != nil {
			return err
		}
	}
	c.tree, c.root, c.game = s.Tree, s.Root, s.Game
	c.moves, c.scores = append(c.moves, s.Via), append(c.scores, *s)
	return nil
}

// flush makes the lesson of a choice whose rows are all there.
func (r *reader) flush() error {
	c := r.choice
	r.choice = choice{}
	if len(c.moves) == 0 {
		return nil
	}
	p, err := board.ParseFEN(c.root)
	if err != nil {
		return r.bad(fmt.Errorf("root: %w", err))
	}
	mover := p.SideToMove()
	moves, values, best := make([]board.Move, len(c.moves)), make([]float64, len(c.moves)), 0
	for i, text := range c.moves {
		if moves[i], err = p.ParseUCI(text); err != nil {
			return r.bad(fmt.Errorf("via: %w", err))
		}
		if c.scores[i].Score == winprob.NoScore {
			return r.bad(fmt.Errorf("%s: move %s has no value", c.root, text))
		}
		values[i] = centipawns(c.scores[i].Score, mover)
		if values[i] > values[best] {
			best = i
		}
	}
	r.take(Lesson{Position: p, Moves: r.opt.shares(moves, values), Value: r.opt.value(&c.scores[best], mover), Game: c.game})
	return nil
}

// problems reads puzzles and positions with best moves.
func (r *reader) problems(ctx context.Context, name string) error {
	in, err := suite.Open(name, nil)
	if err != nil {
		return err
	}
	defer in.Close()
	for {
		p, err := in.Next()
		switch {
		case errors.Is(err, suite.ErrBad):
			if err := r.bad(err); err != nil {
				return err
			}
			continue
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		r.problem(p)
		if err := r.row(ctx); err != nil {
			return err
		}
	}
}

// problem takes a lesson for each move of the solver.
func (r *reader) problem(p *suite.Problem) {
	at, of := p.Start, game.Skeleton(&p.Start)
	value := float32(math.NaN())
	if p.Mate > 0 {
		value = 1
	}
	if p.Solution == nil {
		r.take(Lesson{Position: at, Moves: equally(p.Best), Value: value, Game: of})
		return
	}
	for i, m := range p.Solution {
		if i%2 == 0 {
			r.take(Lesson{Position: at, Moves: equally(asGood(&at, m)), Value: value, Game: of})
		}
		at.Make(m)
	}
}

// asGood returns all moves that mate if m does, else m.
func asGood(p *board.Position, m board.Move) []board.Move {
	if !Mates(p, m) {
		return []board.Move{m}
	}
	return slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return !Mates(p, m) })
}

// Mates reports whether a move is checkmate.
func Mates(p *board.Position, m board.Move) bool {
	next := *p
	next.Make(m)
	return next.InCheck() && next.CountMoves() == 0
}

// take takes a lesson, unless it says nothing or is left out.
func (r *reader) take(l Lesson) {
	switch {
	case l.Moves == nil && l.Value != l.Value || l.Position.CountMoves() == 0:
		r.sum.Silent++
	case r.except[l.Position.Key()]:
		r.sum.Excepted++
	default:
		r.list = append(r.list, l)
	}
}

// drawn returns as many lessons of a file as are wanted, in their order, and all mates.
func (o *Options) drawn(list []Lesson) []Lesson {
	if o.Most <= 0 || len(list) <= o.Most {
		return list
	}
	order, rank := make([]int, len(list)), make([]uint64, len(list))
	for i := range order {
		order[i] = i
		rank[i] = splitmix.Mix(list[i].Position.Key() ^ splitmix.Mix(o.Seed+uint64(i)))
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(rank[a], rank[b]) })
	rest := order[o.Most:]
	order = order[:o.Most]
	for _, i := range rest {
		if o.Mates && len(list[i].Moves) > 0 && Mates(&list[i].Position, list[i].Moves[0].Move) {
			order = append(order, i)
		}
	}
	slices.Sort(order)
	kept := make([]Lesson, 0, len(order))
	for _, i := range order {
		kept = append(kept, list[i])
	}
	return kept
}

// count counts what is taken.
func (r *reader) count() {
	r.sum.Lessons = len(r.list)
	for i := range r.list {
		if r.list[i].Moves != nil {
			r.sum.Policies++
		}
		if v := r.list[i].Value; v == v {
			r.sum.Values++
		}
	}
}
