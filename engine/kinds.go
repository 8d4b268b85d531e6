package engine

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"example.org/centipawn/board"
	"example.org/centipawn/neural"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/winprob"
)

// kind is one of the searches.
type kind struct {
	name   string
	depth  int                 // that the bench searches to
	weighs bool                // it evaluates with the engine's weights
	off    alphabeta.Technique // what of alphabeta is switched off, whatever the options say
	tree   *mcts.Options       // the preset of a search of package mcts, else nil
	new    func(e *Engine) search.Searcher
}

// DefaultSearch is the name of the search that plays where no other is asked for.
const DefaultSearch = "full"

// BaseSearch is the name of the plain search: what the built-in weights were fitted with,
// and what openings are judged by.
const BaseSearch = "base"

// registered are the searches of this package, the default first, and those of others.
var registered = []kind{
	{name: DefaultSearch, depth: 10, weighs: true, new: alphaBeta},
	{name: BaseSearch, depth: 6, weighs: true, off: alphabeta.Base, new: alphaBeta},
}

// listed is whether kinds has been read: a search that comes later would be in no list.
var listed atomic.Bool

// kinds returns the searches, the default first, those of package mcts last.
var kinds = sync.OnceValue(func() []kind {
	listed.Store(true)
	return slices.Concat(registered, treeKinds())
})

// A Kind is a search of another package, such as one that reproduces a paper's.
type Kind struct {
	Name   string
	Depth  int  // that the bench searches to, half-moves
	Weighs bool // it evaluates with the engine's weights

	// New returns a searcher. Evaluator returns a new evaluator of the engine's weights.
	New func(evaluator func() search.Evaluator) search.Searcher
}

// Register adds a search; [mcts.Register] adds a tree. Call both in an init function. It panics if there is a search
// of that name, if the name begins with [TreePrefix], and if the searches have been listed: by [Searches], [Weighs]
// or [New].
func Register(k Kind) {
	switch {
	case strings.HasPrefix(k.Name, TreePrefix):
		panic("engine: search " + k.Name + ": names that begin with " + TreePrefix + " are those of trees: call mcts.Register")
	case listed.Load():
		panic("engine: search " + k.Name + " is registered after the searches were listed: register it in an init function")
	}
	for _, other := range registered {
		if other.name == k.Name {
			panic("engine: search " + k.Name + " is registered twice")
		}
	}
	registered = append(registered, kind{
		name: k.Name, depth: k.Depth, weighs: k.Weighs, new: func(e *Engine) search.Searcher { return k.New(e.evaluator) },
	})
}

// TreePrefix begins the names of the searches of package mcts; the name of a preset follows.
const TreePrefix = "mcts-"

// Depths of the bench, as iterations a power of two.
const (
	treeDepth     = 11
	randomDepth   = 6 // of random games to their end
	informedDepth = 1 // with searches within the search
)

// treeKinds are the presets of package mcts.
func treeKinds() (list []kind) {
	for _, name := range mcts.Presets() {
		opt, _ := mcts.Preset(name)
		k := kind{name: TreePrefix + name, depth: treeDepth, weighs: opt.Weighs(), tree: &opt, new: tree}
		switch {
		case opt.Asks():
			k.depth = informedDepth
		case !k.weighs:
			k.depth = randomDepth
		}
		list = append(list, k)
	}
	return list
}

// tree is a search of package mcts.
func tree(e *Engine) search.Searcher {
	opt, evaluator := e.treeOptions(), e.evaluator
	switch {
	case e.asksNetwork():
		n := e.opt.Network
		evaluator = func() search.Evaluator { return n.Evaluator() }
	case opt.AsksPolicy():
		e.policy() // the first one takes 80 ms: not of the first move's time
	}
	return mcts.New(evaluator, opt)
}

// treeOptions returns the parts of the preset in use with the engine's changes, as many threads as
// alphabeta would have, the engine's tables and inner search, and the K and the model of outcomes of
// the weights if it asks these, or the K and the policy of the network.
func (e *Engine) treeOptions() mcts.Options {
	opt := e.opt.Tree.Apply(*e.kind.tree)
	if opt.Asks() {
		opt.Inner.New = e.inner
	}
	if tables := e.opt.Tables; tables != nil {
		opt.Tables = func(p *board.Position) (expected float64, known bool) {
			end, known := tables.Probe(p)
			return end.Expected(), known
		}
	}
	opt.Threads = e.opt.Base.Threads
	if n := e.opt.Network; n != nil {
		opt.NewPolicy = func() mcts.Policy { return n.Evaluator() }
		if opt.Weighs() {
			opt.K = neural.K
		}
		return opt
	}
	opt.NewPolicy = e.policy
	if model := e.opt.Weights.Provenance.WDL; model != nil {
		opt.Model, opt.Phase = (*winprob.WDL)(model), e.phase
	}
	if k := e.opt.Weights.Provenance.ResultK(); k != nil && opt.Weighs() {
		opt.K = k.Value
	}
	return opt
}

// asksNetwork reports whether the search in use evaluates by the network.
func (e *Engine) asksNetwork() bool { return e.opt.Network != nil && e.kind.tree != nil }

// alphaBeta is the search of package alphabeta, or what of it a kind has.
func alphaBeta(e *Engine) search.Searcher {
	return alphabeta.New(e.evaluator, e.techniques(e.opt.Base))
}

// techniques returns options without what the search in use does without.
func (e *Engine) techniques(opt alphabeta.Options) alphabeta.Options {
	opt.Off, opt.Tables = opt.Off|e.kind.off, e.opt.Tables
	return opt
}

// Searches returns the names of the searches, the default first.
func Searches() (names []string) {
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// Weighs reports whether a search evaluates with the engine's weights. Those of the
// papers may bring evaluations of their own, random games have none.
func Weighs(name string) bool {
	for _, k := range kinds() {
		if k.name == name {
			return k.weighs
		}
	}
	return name == ""
}
