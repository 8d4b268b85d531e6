package mcts

import (
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/search/mcts/arena"
)

// simulate returns the value of the iteration's leaf to the side to move there: the mean of as
// many simulations as the options ask for.
func (w *worker) simulate() float64 {
	if w.opt.Gate == TablesAtLeaves {
		if value, known := w.tabled(); known {
			return value
		}
	}
	switch w.opt.Simulation {
	case Static:
		return w.expected(w.static())
	case Quiescence:
		return w.expected(w.quiescence())
	}
	value, longest := w.shared()
	if longest == 0 { // it is known how the game ends
		return value
	}
	return w.mixed(value)
}

// games plays on as often as the options ask for, and returns the mean of the values and the most half-moves.
func (w *worker) games() (value float64, longest int) {
	here, sum := w.pos, 0.0
	for range w.opt.Simulations {
		value, plies := w.playOn()
		sum, longest = sum+value, max(longest, plies)
		w.pos = here
	}
	return sum / float64(w.opt.Simulations), longest
}

// playOn plays on from the leaf and returns the value of where that leads to the side to move at
// the leaf: the result of a game that is over, else its static evaluation. It also returns how many half-moves
// were played.
func (w *worker) playOn() (value float64, plies int) {
	side := w.pos.SideToMove()
	w.listen()
	for {
		var over bool
		if value, over = w.step(plies); over {
			break
		}
		plies++
	}
	if w.pos.SideToMove() != side {
		value = 1 - value
	}
	w.learn(value)
	for range plies {
		w.evaluator.Pop()
		w.path.Pop()
	}
	return value, plies
}

// step plays a move of a simulation. If the simulation is over it returns the value to the side
// to move instead.
func (w *worker) step(plies int) (value float64, over bool) {
	if w.undone = w.undone || w.settled(); w.stops() { // another thread may have proved the root
		return 0.5, true
	}
	if plies > 0 && w.path.IsDraw(&w.pos) {
		return w.drawValue(), true
	}
	if w.opt.Gate != NoTables {
		if value, known := w.tabled(); known {
			return value, true
		}
	}
	if limit := w.opt.SimulationDepth; limit > 0 && plies >= limit {
		return w.cut(), true
	}
	if w.opt.Hybrid == InRollouts {
		if p, _, _ := w.forced(&w.pos); p != arena.Open {
			return p.Value(), true
		}
		if w.undone { // what was seen until it was stopped may beat every move
			return 0.5, true
		}
	}
	moves := w.pos.LegalMoves(w.moves[1][:0])
	if len(moves) == 0 {
		return w.noMove(), true
	}
	if w.opt.Hybrid == InRollouts {
		moves = w.unbeaten(moves)
	}
	m, value, over := w.choose(moves, plies)
	if !over {
		w.play(m)
		if w.replies != nil {
			w.replies.Hear(m)
		}
	}
	return value, over
}

// cut returns the value of a position at which a simulation is cut off.
func (w *worker) cut() float64 {
	if w.pos.CountMoves() == 0 {
		return w.noMove()
	}
	return w.expected(w.static())
}

// choose returns the move that a simulation plays after so many others, or the value of the position if that is known.
func (w *worker) choose(moves []board.Move, plies int) (m board.Move, value float64, over bool) {
	switch w.opt.Simulation {
	case Greedy:
		m = moves[w.greediest(moves)]
	case Sampled:
		m = moves[w.drawEvaluated(w.outlook(moves))]
	case Informed:
		return w.informed(moves, plies)
	default:
		m = w.anyOf(moves)
	}
	return m, 0, false
}

// greediest returns the index of the move to the position evaluated best, the first of equal ones.
func (w *worker) greediest(moves []board.Move) int {
	best, most := 0, math.Inf(-1)
	for i, v := range w.outlook(moves) {
		if v > most {
			best, most = i, v
		}
	}
	return best
}

// outlook returns the static evaluation of the positions after moves, as expected scores of the
// side that moves.
func (w *worker) outlook(moves []board.Move) []float64 {
	w.before = w.pos
	for i, m := range moves {
		w.weights[i] = w.after(m)
	}
	return w.weights[:len(moves)]
}
