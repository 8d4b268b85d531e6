package trees

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"example.org/centipawn/datasets"
	"example.org/centipawn/engine"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/match/play"
)

// Kind is what rows are made of.
type Kind uint8

// The kinds.
const (
	Leaves  Kind = iota // of the roots' trees
	Choices             // the legal moves of roots
	Anew                // the moves of a file of choices: leaves are found again, values kept
)

// Options say what is found. Zero fields are their defaults.
type Options struct {
	Kind Kind

	// Player makes the engine that searches, which has the weights that are to be fitted; Limit
	// is what it searches of a root for leaves, and of a move for choices. The zero limit is
	// DefaultNodes nodes for leaves and, for choices, quiescence alone.
	Player func() (*engine.Engine, error)
	Limit  play.Limit

	PerTree int    // leaves of a tree; 0: DefaultPerTree
	Every   int    // one root in so many, chosen by a hash of position and game; 0 and 1: all
	Seed    uint64 // of that choice

	// Label is who values positions; Anew asks nobody.
	Label Label

	Threads int // roots at a time; 0: 1
}

// The defaults.
const (
	DefaultNodes      = 2_000
	DefaultPerTree    = 16
	DefaultLabelNodes = 400
)

// filled returns the options with their defaults, or what is wrong with them.
func (o Options) filled() (Options, error) {
	if o.Kind == Leaves && o.Limit == (play.Limit{}) {
		o.Limit.Nodes = DefaultNodes
	}
	if o.PerTree == 0 {
		o.PerTree = DefaultPerTree
	}
	o.Every, o.Threads = max(o.Every, 1), max(o.Threads, 1)
	switch {
	case o.PerTree < 0:
		return o, fmt.Errorf("trees: %d leaves of a tree: want 1 or more", o.PerTree)
	case o.Limit.MoveTime != 0 || o.Limit.Time != 0 || o.Limit.Increment != 0:
		return o, fmt.Errorf("trees: limit %v: times differ from run to run: limit nodes or depth", o.Limit)
	case o.Kind != Anew && o.Label.Static == nil && o.Label.By.Start == nil:
		return o, errors.New("trees: no label: give weights or a player")
	}
	if o.Limit == (play.Limit{}) {
		return o, nil // quiescence alone
	}
	return o, o.Limit.Validate()
}

// A root is where a tree begins. Of choices that are found anew it has their rows.
type root struct {
	datasets.Sample
	rows []datasets.Sample
}

// tree returns the number of the root's tree, never 0: games that share a position have trees of
// their own.
func (r *root) tree() uint32 {
	h := splitmix.Mix(r.Position.Key() ^ splitmix.Mix(uint64(r.Game)<<16|uint64(r.Ply)))
	return max(1, uint32(h>>32))
}

// chosen reports whether the sample is one root in so many.
func (o *Options) chosen(s *datasets.Sample) bool {
	return splitmix.Mix(s.Position.Key()^uint64(s.Game)^splitmix.Mix(o.Seed))%uint64(o.Every) == 0
}

// roots returns the roots among the samples, in order.
func (o *Options) roots(next func() (datasets.Sample, error, bool)) func(*root) (bool, error) {
	if o.Kind == Anew {
		return grouped(next)
	}
	return func(r *root) (bool, error) {
		for {
			s, err, ok := next()
			if !ok || err != nil {
				return false, err
			}
			if o.chosen(&s) {
				r.Sample, r.rows = s, r.rows[:0]
				return true, nil
			}
		}
	}
}

// Count returns how many roots the samples of r have that are left, for progress. It reads them all.
func (o Options) Count(r *datasets.Reader) (n int, err error) {
	if o, err = o.filled(); err != nil {
		return 0, err
	}
	next, stop := iter.Pull2(r.All())
	defer stop()
	take, into := o.roots(next), new(root)
	for {
		more, err := take(into)
		if !more || err != nil {
			return n, err
		}
		n++
	}
}

// grouped returns the roots of a file of choices: rows that follow each other and share a tree.
func grouped(next func() (datasets.Sample, error, bool)) func(*root) (bool, error) {
	var kept *datasets.Sample // the first row of the next root
	return func(r *root) (bool, error) {
		r.rows = r.rows[:0]
		if kept != nil {
			r.rows, kept = append(r.rows, *kept), nil
		}
		for {
			s, err, ok := next()
			if err != nil {
				return false, err
			}
			if ok && (s.Root == "" || s.Via == "") {
				return false, fmt.Errorf("line %d: no root and via: want a file of choices, as match choices writes it", s.Line)
			}
			if ok && (len(r.rows) == 0 || s.Tree == r.rows[0].Tree && s.Root == r.rows[0].Root) {
				r.rows = append(r.rows, s)
				continue
			}
			if ok {
				kept = &s
			}
			return len(r.rows) > 0, nil
		}
	}
}

// A worker makes the rows of roots on one thread.
type worker struct {
	opt    *Options
	finder *finder
	judge  judge // nil: nobody is asked
}

func newWorker(ctx context.Context, o *Options) (*worker, error) {
	w := &worker{opt: o}
	var err error
	if w.finder, err = newFinder(o); err != nil {
		return nil, err
	}
	if o.Kind != Anew {
		w.judge, err = o.Label.judge(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Close ends the engines.
func (w *worker) Close() (err error) {
	if w.judge != nil {
		err = w.judge.Close()
	}
	return errors.Join(err, w.finder.Close())
}

var _ io.Closer = (*worker)(nil)

// rows appends the rows of a root and says what became of it. What engines knew of other roots is
// forgotten, so that nothing depends on who searched them.
func (w *worker) rows(r *root, dst []datasets.Sample) ([]datasets.Sample, Summary, error) {
	w.finder.engine.NewGame()
	if w.judge != nil {
		if err := w.judge.NewGame(); err != nil {
			return dst, Summary{}, err
		}
	}
	switch w.opt.Kind {
	case Leaves:
		return w.leaves(r, dst)
	case Choices:
		return w.choices(r, dst)
	}
	return w.anew(r, dst)
}
