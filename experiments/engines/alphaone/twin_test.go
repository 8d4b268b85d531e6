package alphaone

import (
	"math"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/pst"
	"example.org/centipawn/search"
)

// The slow twin: the published program read line by line, with White's view in every
// branch, positions evaluated anew, and moves sorted by a stable sort.

// generated returns the legal moves in the order of generation.
func generated(p *board.Position) (list []board.Move) {
	left := map[board.Move]bool{}
	for _, m := range p.LegalMoves(nil) {
		left[m] = true
	}
	add := func(m board.Move) {
		if left[m] {
			list = append(list, m)
			delete(left, m)
		}
	}
	us := p.SideToMove()
	forward := 8 - 16*int(us)
	fromH8 := func(visit func(sq board.Square)) {
		for sq := int(board.H8); sq >= 0; sq-- {
			visit(board.Square(sq))
		}
	}
	with := func(from, to board.Square) {
		add(board.NewMove(from, to))
		for pt := board.Queen; pt >= board.Knight; pt-- {
			add(board.NewPromotion(from, to, pt))
		}
	}
	if king := p.King(us); p.InCheck() {
		fromH8(func(to board.Square) { add(board.NewMove(king, to)) })
	}
	fromH8(func(from board.Square) {
		if p.ByColor(us).Has(from) && p.PieceAt(from).Type() != board.Pawn {
			fromH8(func(to board.Square) { add(board.NewMove(from, to)) })
		}
	})
	fromH8(func(rook board.Square) { add(board.NewCastle(p.King(us), rook)) })
	pawns := p.Pieces(us, board.Pawn)
	fromH8(func(from board.Square) {
		for to := int(from) + forward + 1; pawns.Has(from) && to >= int(from)+forward-1; to -= 2 {
			with(from, board.Square(to))
		}
	})
	for _, step := range []int{forward, 2 * forward} {
		fromH8(func(to board.Square) {
			if from := int(to) - step; from >= 0 && from < 64 && pawns.Has(board.Square(from)) {
				with(board.Square(from), to)
			}
		})
	}
	fromH8(func(from board.Square) { add(board.NewEnPassant(from, p.EnPassant())) })
	return list
}

// squareValue is PeSTO's value of a piece's square without the material.
func squareValue(pc board.Piece, sq board.Square, endgame bool) float64 {
	v := pst.PeSTO.Squares[pc.Type()].At(pc.Color(), sq)
	if endgame {
		return float64(v.EG)
	}
	return float64(v.MG)
}

// moveValue is what the main search orders by.
func moveValue(p *board.Position, m board.Move) float64 {
	if m.IsPromotion() {
		return math.Inf(1)
	}
	pieces := map[board.PieceType]float64{board.Pawn: 100, board.Knight: 300, board.Bishop: 350, board.Rook: 500, board.Queen: 900, board.King: 24000}
	pc, to := p.PieceAt(m.From()), m.To()
	value := 0.0
	if m.IsCastle() {
		to = board.NewSquare(2, to.Rank())
		if m.To() > m.From() {
			to = board.NewSquare(6, to.Rank())
		}
	} else if victim := p.PieceAt(to); victim != board.NoPiece {
		value = pieces[victim.Type()] - pieces[pc.Type()]
	}
	endgame := p.ByType(board.Queen) == 0
	value += squareValue(pc, to, endgame) - squareValue(pc, m.From(), endgame)
	next := *p
	if next.Make(m); next.InCheck() {
		value += 50
	}
	return value
}

// victimValue is what quiescence orders by.
func victimValue(p *board.Position, m board.Move) float64 {
	if m.IsEnPassant() {
		return 0
	}
	victims := [...]float64{10, 20, 30, 40, 50}
	return victims[p.PieceAt(m.To()).Type()] + float64(board.King) - float64(p.PieceAt(m.From()).Type())
}

// sorted returns the moves by falling value; equal ones keep their order.
func sorted(p *board.Position, moves []board.Move, value func(*board.Position, board.Move) float64) []board.Move {
	slices.SortStableFunc(moves, func(a, b board.Move) int {
		switch va, vb := value(p, a), value(p, b); {
		case va > vb:
			return -1
		case va < vb:
			return 1
		}
		return 0
	})
	return moves
}

// floatTapered is the published evaluation in the published arithmetic: float64, piece
// by piece, White and Black summed apart, the kings with their 24000.
func floatTapered(p *board.Position) float64 {
	phase := 26.0
	for sq := range board.Square(64) {
		if pc := p.PieceAt(sq); pc != board.NoPiece {
			phase -= [...]float64{0.125, 1, 1, 2, 4, 0}[pc.Type()]
		}
	}
	phase /= 26
	var sums [2]float64
	for sq := range board.Square(64) {
		pc := p.PieceAt(sq)
		if pc == board.NoPiece {
			continue
		}
		material := pst.PeSTO.Material[pc.Type()]
		mg, eg := float64(material.MG), float64(material.EG)
		if pc.Type() == board.King {
			mg, eg = 24000, 24000
		}
		mg += squareValue(pc, sq, false)
		eg += squareValue(pc, sq, true)
		sums[pc.Color()] += float64(mg*(1-phase)) + float64(eg*phase)
	}
	return sums[board.White] - sums[board.Black]
}

// twin counts like [Searcher.Nodes].
type twin struct {
	evaluate func(*board.Position) float64
	nodes    Nodes
}

func exactTapered(p *board.Position) float64 {
	b := newBalance(p)
	return b.published()
}

func (t *twin) root(p *board.Position, depth int) (best board.Move, value float64) {
	white := p.SideToMove() == board.White
	value = math.Inf(1)
	if white {
		value = math.Inf(-1)
	}
	for _, m := range generated(p) {
		next := *p
		next.Make(m)
		v := t.alphaBeta(&next, depth-1, math.Inf(-1), math.Inf(1))
		if white && v > value || !white && v < value {
			best, value = m, v
		}
	}
	return best, value
}

func (t *twin) alphaBeta(p *board.Position, depth int, alpha, beta float64) float64 {
	t.nodes.Main++
	white := p.SideToMove() == board.White
	switch status := p.Status(); {
	case status == board.Checkmate && white:
		return -24000
	case status == board.Checkmate:
		return 24000
	case status != board.Ongoing:
		return 0
	case depth <= 0:
		return t.quiesce(p, 6, alpha, beta)
	}
	best := math.Inf(1)
	if white {
		best = math.Inf(-1)
	}
	for _, m := range sorted(p, generated(p), moveValue) {
		next := *p
		next.Make(m)
		v := t.alphaBeta(&next, depth-1, alpha, beta)
		if v > 23000 {
			v--
		} else if v < -23000 {
			v++
		}
		if white {
			best = max(best, v)
			alpha = max(alpha, best)
		} else {
			best = min(best, v)
			beta = min(beta, best)
		}
		if beta <= alpha {
			break
		}
	}
	return best
}

func (t *twin) quiesce(p *board.Position, depth int, alpha, beta float64) float64 {
	t.nodes.Quiescence++
	white := p.SideToMove() == board.White
	if depth <= 0 && white {
		return alpha
	} else if depth <= 0 {
		return beta
	}
	standPat := t.evaluate(p)
	switch {
	case white && standPat >= beta:
		return beta
	case !white && standPat <= alpha:
		return alpha
	case white:
		alpha = max(alpha, standPat)
	default:
		beta = min(beta, standPat)
	}
	captures := slices.DeleteFunc(generated(p), func(m board.Move) bool {
		return m.IsCastle() || !m.IsEnPassant() && p.PieceAt(m.To()) == board.NoPiece
	})
	for _, m := range sorted(p, captures, victimValue) {
		next := *p
		next.Make(m)
		v := t.quiesce(&next, depth-1, alpha, beta)
		switch {
		case white && v >= beta:
			return beta
		case !white && v <= alpha:
			return alpha
		case white:
			alpha = max(alpha, v)
		default:
			beta = min(beta, v)
		}
	}
	if white {
		return alpha
	}
	return beta
}

// TestTwin: the same moves, values and nodes as the slow twin's, where those are not
// too many for it.
func TestTwin(t *testing.T) {
	s, searches := New(V1), 0
	positions(21, 200, func(p *board.Position) {
		for depth := 1; depth <= 3 && p.Status() == board.Ongoing; depth++ {
			r := s.Search(search.NewGame(*p), search.NewControl(search.Limits{Depth: depth}, p.SideToMove(), 0), nil)
			if r.Nodes > 500 {
				return
			}
			slow := twin{evaluate: exactTapered}
			move, value := slow.root(p, depth)
			if p.SideToMove() == board.Black {
				value = -value
			}
			if r.Move != move || r.Score != toScore(value) || s.Nodes() != slow.nodes {
				t.Errorf("depth %d: %v %v %+v, the twin says %v %v %+v, on %s",
					depth, r.Move, r.Score, s.Nodes(), move, toScore(value), slow.nodes, p.FEN())
			}
			searches++
		}
	})
	if searches < 200 {
		t.Errorf("%d searches compared, want 200 or more", searches)
	}
}

// positions calls visit on n positions, spread over random games.
func positions(seed uint64, n int, visit func(p *board.Position)) {
	for p, moves := range boardtest.RandomGames(seed) {
		for i, m := range moves {
			if i%7 == 3 {
				if n--; n < 0 {
					return
				}
				visit(&p)
			}
			p.Make(m)
		}
	}
}
