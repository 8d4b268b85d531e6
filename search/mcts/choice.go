package mcts

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
	"example.org/centipawn/search/mcts/bandit"
)

// rules are those of package bandit, by selection.
var rules = [...]bandit.Rule{UCBV: bandit.ByUCBV, MOSS: bandit.ByMOSS, EXP3: bandit.ByEXP3, Thompson: bandit.ByThompson}

// asksBandit reports whether children are selected by package bandit.
func (o *Options) asksBandit() bool {
	return o.Selection > PUCT || o.Groups != NoGroups && o.Selection == UCT || o.Faults&PrintedBonus != 0
}

// fromArms selects by a rule of package bandit, with groups first a group and then one of its moves.
func (w *worker) fromArms(nodes []arena.Node, visits uint32) (index int) {
	rule, total := rules[w.opt.Selection], float64(visits)
	if w.has(PrintedBonus) {
		rule, total = bandit.AsPrinted, total-1
	}
	w.chooser.Start()
	for i := range nodes {
		if n := &nodes[i]; !w.hopeless(n) && !w.isCut(n) {
			w.chooser.Add(w.arm(n), i, w.kind(n.Move))
		}
	}
	switch {
	case w.chooser.Len() == 0:
		return 0
	case w.opt.Groups != NoGroups && w.opt.Selection != EXP3:
		index, _ = w.chooser.ChooseByKind(rule, w.opt.Exploration, total)
	default:
		index, w.chances[w.depth+1] = w.chooser.Choose(rule, w.opt.Exploration, total)
	}
	return index
}

// arm returns what is known of a child.
func (w *worker) arm(n *arena.Node) bandit.Arm {
	visits := n.Visits.Load()
	a := bandit.Arm{Visits: float64(visits)}
	if visits == 0 {
		return a
	}
	a.Mean = w.worth(n, visits)
	switch w.opt.Selection {
	case UCBV:
		a.Variance = n.Variance(visits)
	case EXP3:
		a.Gain = n.Gain()
	}
	return a
}

// kind returns the group of a move in the iteration's position.
func (w *worker) kind(m board.Move) int {
	if w.opt.Groups == NoGroups || m.IsPromotion() || w.pos.IsCapture(m) {
		return 0
	}
	return 1 + int(w.pos.PieceAt(m.From()).Type())
}

// gain adds the value of the iteration to what EXP3 has gained by a node of the line, whose chance it forgets.
func (w *worker) gain(n *arena.Node, depth int, value float64) {
	if chance := w.chances[depth]; chance > 0 {
		value /= chance
	}
	w.chances[depth] = 0
	n.AddGain(value)
}
