// Package engine is the project's chess engine: a weights file, one of the searches
// and their options, together a [uci.Engine].
//
// It is served by command/engine, and used as it is for matches within one process: an Engine is
// made from [Options] or set by the names of UCI, which are the same.
package engine

import (
	"fmt"
	"io"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/engine/uci"
	"example.org/centipawn/eval"
	"example.org/centipawn/eval/policy"
	"example.org/centipawn/features"
	"example.org/centipawn/neural"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts"
	parts "example.org/centipawn/search/mcts/settings"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// Options are what an engine is made of. The zero value is the default.
type Options struct {
	Name    string            // under which it plays; "": centipawn
	Weights *weights.File     // nil: the built-in ones; not changed, and not to be changed
	Search  string            // one of [Searches]; "": [DefaultSearch]
	Base    alphabeta.Options // of the searches full and base: table, threads, lines, techniques
	Policy  *weights.File     // of the searches mcts-…; nil: the built-in one; not changed, and not to be changed
	Tree    parts.Changes     // of the searches mcts-…: what is otherwise than in the preset
	Network *neural.Network   // of the searches mcts-…: evaluates and gives priors in place of weights and policy; nil: none
	Tables  *syzygy.Tables    // of alpha-beta, and of the searches mcts-… whose TreeTables asks them; nil: none
	Inner   Program           // of the searches mcts-… that ask another: the one that is asked
}

// An Engine plays with one weights file and one search. It serves one goroutine at a
// time, but for [Engine.Explain] and [Engine.WDL].
type Engine struct {
	opt      Options
	made     Options // what it was made of
	kind     *kind   // of search
	searcher search.Searcher
	phase    func(p *board.Position) float64 // of the weights' set
}

var (
	_ uci.Engine     = (*Engine)(nil)
	_ search.Failing = (*Engine)(nil)
)

// New returns an engine. It fails if the weights are not for a set of terms that
// this program counts, or the search is unknown.
func New(opt Options) (*Engine, error) {
	if opt.Weights == nil {
		opt.Weights = weights.Builtin()
	}
	if opt.Policy == nil {
		opt.Policy = weights.BuiltinPolicy()
	}
	if opt.Policy != weights.BuiltinPolicy() { // which a test of package policy tries: it takes 80 ms
		if _, err := policy.New(opt.Policy); err != nil {
			return nil, fmt.Errorf("policy: %w", err)
		}
	}
	if opt.Search == "" {
		opt.Search = DefaultSearch
	}
	if opt.Name == "" {
		opt.Name = "centipawn"
	}
	e := &Engine{opt: opt, made: opt}
	if err := e.setSearch(opt.Search); err != nil {
		return nil, err
	}
	if err := e.setWeights(opt.Weights); err != nil {
		return nil, err
	}
	return e, nil
}

// Name implements [uci.Engine].
func (e *Engine) Name() string { return e.opt.Name }

// Author implements [uci.Engine].
func (e *Engine) Author() string { return "the centipawn authors" }

// Settings returns the options in force, defaults filled in.
func (e *Engine) Settings() Options { return e.opt }

// NewGame forgets what was learnt from earlier searches.
func (e *Engine) NewGame() { e.searcher.NewGame() }

// Search implements [search.Searcher].
func (e *Engine) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	return e.searcher.Search(g, c, report)
}

// Err implements [search.Failing]: why the last search has failed, such as that the search within it,
// another program, has died.
func (e *Engine) Err() error { return search.Err(e.searcher) }

// OnLeaf lets searches call f with every leaf, see [alphabeta.Searcher.OnLeaf]. It reports
// whether the search in use has leaves of that kind.
func (e *Engine) OnLeaf(f func(*board.Position)) bool {
	s, ok := e.searcher.(interface{ OnLeaf(func(*board.Position)) })
	if ok {
		s.OnLeaf(f)
	}
	return ok
}

// Spent returns what the last search has done, and whether the search in use is a tree, which knows it.
func (e *Engine) Spent() (of mcts.Spent, ok bool) {
	s, ok := e.searcher.(*mcts.Searcher)
	if ok {
		of = s.Spent()
	}
	return of, ok
}

// Close frees the memory of the search, which the next one allocates again.
func (e *Engine) Close() error {
	if c, ok := e.searcher.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// setWeights takes other weights, with a search that knows nothing of the old ones.
// Weights that do not suit leave all as it was.
func (e *Engine) setWeights(f *weights.File) error {
	if _, err := eval.NewSearch(f); err != nil {
		return err
	}
	set, err := features.Lookup(f.Set)
	if err != nil {
		return err
	}
	e.opt.Weights, e.phase = f, set.Phase().Of
	return e.renew()
}

// renew starts a search that knows nothing, in place of the old one.
func (e *Engine) renew() error {
	err := e.Close()
	e.searcher = e.kind.new(e)
	return err
}

// evaluator returns an evaluator of the weights, which have been tried.
func (e *Engine) evaluator() search.Evaluator {
	s, err := eval.NewSearch(e.opt.Weights)
	if err != nil {
		panic("engine: the weights were changed after they were given: " + err.Error())
	}
	return s
}

// policy returns a policy of the weights for it, which have been tried.
func (e *Engine) policy() mcts.Policy {
	y, err := policy.New(e.opt.Policy)
	if err != nil {
		panic("engine: the policy was changed after it was given: " + err.Error())
	}
	return y
}

// WDL implements [uci.Engine] with the model in the weights file; without one, or where a network
// evaluates, ok is false. It may be called while a search runs.
func (e *Engine) WDL(score search.Score, p *board.Position) (win, draw, loss int, ok bool) {
	model := e.opt.Weights.Provenance.WDL
	switch {
	case model == nil, e.asksNetwork():
		return 0, 0, 0, false
	case score.IsMate() && score > 0:
		return 1000, 0, 0, true
	case score.IsMate():
		return 0, 0, 1000, true
	}
	w, _, l := winprob.WDL(*model).Probabilities(float64(score), e.phase(p))
	win, loss = int(math.Round(1000*w)), int(math.Round(1000*l))
	loss = min(loss, 1000-win) // a model may leave nothing to draws
	return win, 1000 - win - loss, loss, true
}

// setSearch chooses one of the [Searches].
func (e *Engine) setSearch(name string) error {
	for i, k := range kinds() {
		if k.name == name {
			e.opt.Search, e.kind = name, &kinds()[i]
			return nil
		}
	}
	return fmt.Errorf("search %q: want one of %v", name, Searches())
}

// A Program is another UCI engine, which searches within a search of this one. The zero value is none.
type Program struct {
	Command string // with its arguments, separated by blanks
	Options string // of the program, Name=Value, separated by semicolons
}
