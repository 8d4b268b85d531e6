package alphabeta

import "example.org/centipawn/board"

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
	noQuiet bool // give no more quiet moves
	sparing bool // but checks
	checked bool // checks are known
	checks  board.Checks

	followUps [2]*followUp    // of the last two moves; nil: none
	captures  *captureHistory // nil: not used

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
	pk.pos, pk.table, pk.forcing, pk.noQuiet, pk.checked = p, table, forcing, false, false
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
		if best.rank > smallPromotion/2 && (!pk.see || board.SEE(pk.pos, best.move, 0)) {
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
		pk.list[i] = ranked{m, pk.noisyRank(m)}
		pk.end++
	}
}

// smallPromotion is added to the rank of promotions to less than a queen: they come last.
const smallPromotion = -1 << 20

// noisyRank ranks by the most valuable victim, then by the least valuable attacker; or by
// the victim and the history of such captures.
func (pk *picker) noisyRank(m board.Move) int32 {
	rank := 0
	if victim := pk.pos.PieceAt(m.To()); victim != board.NoPiece {
		rank = board.SEEValues[victim.Type()]
	}
	switch pt := m.Promotion(); pt {
	case board.NoPieceType:
	case board.Queen:
		rank += board.SEEValues[board.Queen]
	default:
		return int32(smallPromotion + board.SEEValues[pt])
	}
	if pk.captures != nil {
		return int32(rank*captureWeight) + int32(*pk.captures.at(pk.pos, m))
	}
	if m.IsPromotion() {
		return int32(rank * 8)
	}
	return int32(rank*8 - int(pk.pos.PieceAt(m.From()).Type()))
}

// captureWeight is what a centipawn of a victim is worth against the history of captures: a
// pawn weighs a seventh of the largest.
const captureWeight = 24

// pickQuiet gives the other moves in the order of their history.
func (pk *picker) pickQuiet(scratch []board.Move) board.Move {
	if pk.noQuiet && !pk.sparing {
		return board.NoMove
	}
	if !pk.generated {
		pk.generateQuiet(scratch)
	}
	for pk.next < pk.end {
		m := pk.nextQuiet()
		if m != board.NoMove && m != pk.table && m != pk.killers[0] && m != pk.killers[1] {
			return m
		}
	}
	return board.NoMove
}

// nextQuiet takes a quiet move off the list, the best first; or any, if only checks are
// wanted, NoMove for one that is none.
func (pk *picker) nextQuiet() board.Move {
	if !pk.noQuiet {
		return pk.best().move
	}
	m := pk.list[pk.next].move
	if pk.next++; !pk.findChecks().Gives(m) {
		return board.NoMove
	}
	return m
}

// findChecks returns the checks of the position.
func (pk *picker) findChecks() *board.Checks {
	if !pk.checked {
		pk.checks, pk.checked = board.NewChecks(pk.pos), true
	}
	return &pk.checks
}

func (pk *picker) generateQuiet(scratch []board.Move) {
	pk.generated = true
	pk.next, pk.end = pk.losing, pk.losing
	side := pk.pos.SideToMove()
	for _, m := range pk.pos.QuietMoves(scratch[:0]) {
		pk.list[pk.end] = ranked{m, int32(*pk.history.at(side, m)) + pk.followed(m)}
		pk.end++
	}
}

// followed returns how well a move has done after the last two.
func (pk *picker) followed(m board.Move) (rank int32) {
	pt := pk.pos.PieceAt(m.From()).Type()
	for _, f := range pk.followUps {
		if f != nil {
			rank += int32(f[pt][m.To()])
		}
	}
	return rank
}

// best takes the move of the highest rank off the rest of the list. One search of
// the rest for every move is less work than sorting where a few moves are enough.
func (pk *picker) best() ranked {
	rest := pk.list[pk.next:pk.end]
	top, most := 0, rest[0].rank
	for i := range rest {
		if rank := rest[i].rank; rank > most {
			top, most = i, rank
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
