package alphabeta

import (
	"centipawn/board"
	"centipawn/search"
)

// stage is what a picker gives next.
type stage uint8

const (
	tableStage  stage = iota // the move of the transposition table
	noisyStage               // captures and promotions that do not lose material
	firstKiller              // the killers of this ply
	lastKiller
	quietStage // the other moves, by history
	losingStage
	doneStage
)

// A picker gives the legal moves of a node one by one, the most promising first,
// and generates them no sooner than needed: most nodes are refuted by one of the
// first.
type picker struct {
	pos     *board.Position
	table   board.Move
	killers killers
	history *history
	see     bool // use the static exchange evaluation
	forcing bool // give good noisy moves only

	stage     stage
	generated bool // the moves of this stage stand in list
	losing    int  // list[:losing] are put off to the end
	next, end int  // list[next:end] are to be given
	list      [board.MaxMoves]ranked
}

// ranked is a move and how early it should come.
type ranked struct {
	move board.Move
	rank int32
}

// start begins a node. The moves of table and killers need not be legal.
func (pk *picker) start(p *board.Position, table board.Move, forcing bool) {
	pk.pos, pk.table, pk.forcing = p, table, forcing
	pk.stage, pk.generated = tableStage, false
	pk.losing, pk.next, pk.end = 0, 0, 0
}

// pick returns the next move, NoMove after the last. scratch has room for the
// moves of a position.
func (pk *picker) pick(scratch []board.Move) board.Move {
	for ; pk.stage != doneStage; pk.advance() {
		switch pk.stage {
		case tableStage:
			if pk.playable(pk.table) {
				pk.advance()
				return pk.table
			}
		case noisyStage:
			if m := pk.pickNoisy(scratch); m != board.NoMove {
				return m
			}
		case firstKiller, lastKiller:
			if m := pk.killers[pk.stage-firstKiller]; pk.isKiller(m) {
				pk.advance()
				return m
			}
		case quietStage:
			if m := pk.pickQuiet(scratch); m != board.NoMove {
				return m
			}
		case losingStage:
			if m := pk.pickLosing(); m != board.NoMove {
				return m
			}
		}
	}
	return board.NoMove
}

// advance goes to the next stage.
func (pk *picker) advance() {
	pk.stage++
	pk.generated = false
	if pk.forcing && pk.stage > noisyStage {
		pk.stage = doneStage
	}
}

// playable reports whether the table's move can be played here.
func (pk *picker) playable(m board.Move) bool {
	return m != board.NoMove && pk.pos.IsLegal(m) && (!pk.forcing || isNoisy(pk.pos, m))
}

// isKiller reports whether a killer can be played and was not given yet.
func (pk *picker) isKiller(m board.Move) bool {
	return m != board.NoMove && m != pk.table && !isNoisy(pk.pos, m) && pk.pos.IsLegal(m)
}

// isNoisy reports whether a move changes the material.
func isNoisy(p *board.Position, m board.Move) bool { return m.IsPromotion() || p.IsCapture(m) }

// pickNoisy gives the captures and promotions whose exchange does not lose
// material, the greatest gain first.
func (pk *picker) pickNoisy(scratch []board.Move) board.Move {
	if !pk.generated {
		pk.generateNoisy(scratch)
	}
	for pk.next < pk.end {
		best := pk.best()
		if best.move == pk.table {
			continue
		}
		if best.rank >= 0 && (!pk.see || search.SEE(pk.pos, best.move, 0)) {
			return best.move
		}
		pk.list[pk.losing] = best
		pk.losing++
	}
	return board.NoMove
}

func (pk *picker) generateNoisy(scratch []board.Move) {
	pk.generated = true
	for i, m := range pk.pos.NoisyMoves(scratch[:0]) {
		pk.list[i] = ranked{m, noisyRank(pk.pos, m)}
		pk.end++
	}
}

// noisyRank ranks by the most valuable victim, then by the least valuable attacker.
// Promotions to less than a queen are below zero.
func noisyRank(p *board.Position, m board.Move) int32 {
	rank := 0
	if victim := p.PieceAt(m.To()); victim != board.NoPiece {
		rank = search.SEEValues[victim.Type()]
	}
	switch pt := m.Promotion(); pt {
	case board.NoPieceType:
		return int32(rank*8 - int(p.PieceAt(m.From()).Type()))
	case board.Queen:
		return int32((rank + search.SEEValues[board.Queen]) * 8)
	default:
		return int32(search.SEEValues[pt] - search.SEEValues[board.Queen])
	}
}

// pickQuiet gives the other moves in the order of their history.
func (pk *picker) pickQuiet(scratch []board.Move) board.Move {
	if !pk.generated {
		pk.generateQuiet(scratch)
	}
	for pk.next < pk.end {
		m := pk.best().move
		if m != pk.table && m != pk.killers[0] && m != pk.killers[1] {
			return m
		}
	}
	return board.NoMove
}

func (pk *picker) generateQuiet(scratch []board.Move) {
	pk.generated = true
	pk.next, pk.end = pk.losing, pk.losing
	side := pk.pos.SideToMove()
	for _, m := range pk.pos.QuietMoves(scratch[:0]) {
		pk.list[pk.end] = ranked{m, pk.history.of(side, m)}
		pk.end++
	}
}

// best takes the move of the highest rank off the rest of the list. One search of
// the rest for every move is less work than sorting where a few moves are enough.
func (pk *picker) best() ranked {
	rest := pk.list[pk.next:pk.end]
	top := 0
	for i := range rest {
		if rest[i].rank > rest[top].rank {
			top = i
		}
	}
	rest[0], rest[top] = rest[top], rest[0]
	pk.next++
	return rest[0]
}

// pickLosing gives the noisy moves that were put off, in the order in which they
// were.
func (pk *picker) pickLosing() board.Move {
	if !pk.generated {
		pk.generated = true
		pk.next, pk.end = 0, pk.losing
	}
	if pk.next == pk.end {
		return board.NoMove
	}
	pk.next++
	return pk.list[pk.next-1].move
}
