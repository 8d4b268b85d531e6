package engine

import (
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/weights"
)

// Remarks says which of the options in force have no effect with the search in use, and what to pass
// for them to have one.
func (e *Engine) Remarks() (list []string) {
	if e.kind.tree == nil {
		return e.unusedTree("Search=" + TreePrefix + mcts.Presets()[0] + ", or another tree")
	}
	opt := e.treeOptions()
	list = e.opt.Tree.Unused(&opt)
	if e.opt.Tables != nil && opt.Gate == mcts.NoTables {
		list = append(list, "SyzygyPath does nothing: pass TreeTables=rollouts or leaves")
	}
	if e.opt.Network != nil && !opt.Weighs() && !opt.AsksPolicy() {
		list = append(list, "NetworkFile does nothing: pass Search="+TreePrefix+"sigmazero, or another tree that evaluates or asks a policy")
	}
	if e.ownPolicy() && e.opt.Network != nil {
		list = append(list, "PolicyFile does nothing: pass no NetworkFile, which has a policy of its own")
	} else if e.ownPolicy() && (opt.Priors != mcts.FittedPriors || !opt.AsksPolicy()) {
		list = append(list, "PolicyFile does nothing: pass TreePriors=fitted, and TreeSelection=puct or TreeOrder=policy")
	}
	if e.opt.Inner.Command != "" && !opt.Asks() {
		list = append(list, "InnerEngine does nothing: pass TreeSimulation=informed or TreeOrder=inner")
	}
	if e.opt.Inner.Options != "" && e.opt.Inner.Command == "" {
		list = append(list, "InnerOptions does nothing: pass InnerEngine")
	}
	return list
}

// unusedTree returns the remarks on options of trees where no tree searches.
func (e *Engine) unusedTree(pass string) (list []string) {
	for _, name := range e.opt.Tree.Names() {
		list = append(list, name+" does nothing: pass "+pass)
	}
	if _, asks := e.searcher.(*alphabeta.Searcher); e.opt.Tables != nil && !asks {
		list = append(list, "SyzygyPath does nothing: pass Search="+DefaultSearch+", or "+pass)
	}
	if e.ownPolicy() {
		list = append(list, "PolicyFile does nothing: pass "+pass)
	}
	if e.opt.Network != nil {
		list = append(list, "NetworkFile does nothing: pass "+pass)
	}
	if e.opt.Inner.Command != "" {
		list = append(list, "InnerEngine does nothing: pass "+pass)
	}
	if e.opt.Inner.Options != "" {
		list = append(list, "InnerOptions does nothing: pass "+pass)
	}
	return list
}

// ownPolicy reports whether the policy is another one than the built-in.
func (e *Engine) ownPolicy() bool { return e.opt.Policy != weights.BuiltinPolicy() }
