package alphabeta

import (
	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// A history says how well quiet moves have done wherever they were tried: by the
// side and the squares from and to. It orders them.
//
// Source: J. Schaeffer, The History Heuristic and Alpha-Beta Search Enhancements
// in Practice, IEEE Transactions on Pattern Analysis and Machine Intelligence 11
// (1989).
type history [2][64][64]int16

// maxHistory is the largest value of a move, either way.
const maxHistory = 1 << 14

func (h *history) at(side board.Color, m board.Move) *int16 { return &h[side&1][m.From()][m.To()] }

// pieces are the pieces of both colours, for tables; pieceIndex is below it.
const pieces = 12

func pieceIndex(pc board.Piece) int { return int(pc.Color())*6 + int(pc.Type()) }

// A followUp says how well quiet moves have done after one and the same earlier move: by
// type of piece and target.
type followUp [6][64]int16

// A continuation holds a followUp for every earlier move, by piece and target. Moves that
// answer the last move, and those that continue a plan of the move before it, have a table
// each. With 16 bits a table is 590 KB, of which a search uses a few rows at a time.
//
// Source: Stockfish (2016 to 2017), after the counter moves of J. Uiterwijk, The
// Countermove Heuristic, ICCA Journal 15 (1992).
type continuation [pieces][64]followUp

// captureHistory says how well captures have done: by piece, target and what is taken.
//
// Source: Stockfish (2016).
type captureHistory [pieces][64][board.NoPieceType + 1]int16

func (h *captureHistory) at(p *board.Position, m board.Move) *int16 {
	return &h[pieceIndex(p.PieceAt(m.From()))][m.To()][p.PieceAt(m.To()).Type()]
}

// bonus is what a cutoff at a depth is worth.
func bonus(depth int) int32 { return int32(min(depth*depth, 400)) * 16 }

// learn moves a value towards ±maxHistory, the slower the nearer it is: what was
// long ago is forgotten.
func learn(v *int16, bonus int32) { *v += int16(bonus - int32(*v)*abs(bonus)/maxHistory) }

func abs(n int32) int32 { return max(n, -n) }

// Killers are the last two quiet moves that refuted a position at one ply: they
// often refute its siblings.
//
// Source: S. Akl, M. Newborn, The Principal Continuation and the Killer Heuristic,
// ACM Annual Conference (1977).
type killers [2]board.Move

func (k *killers) add(m board.Move) {
	if m != k[0] {
		k[0], k[1] = m, k[0]
	}
}

// A correction says by how much searches of positions of one kind have come out above their
// static evaluation: kinds are the skeleton of pawns, and the pieces of either side. It
// holds centipawns of the default weights, times correctionGrain.
//
// Source: Caissa and Stockfish (2023 to 2024), where it is called correction history.
type correction [2][correctionKinds][1 << correctionBits]int16

const (
	correctionKinds = 3
	correctionBits  = 12
	correctionGrain = 256 // maxHistory is 64 centipawns
)

// limit is the largest static evaluation: beyond are the mates.
const limit = search.Mate - search.MaxPly - 1

// bounded keeps an evaluation from being a mate.
func bounded(s search.Score) search.Score { return min(max(s, -limit), limit) }

// isNoisy reports whether a move changes the material.
func isNoisy(p *board.Position, m board.Move) bool { return m.IsPromotion() || p.IsCapture(m) }
