package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/match/play"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// The bytes of a game in a journal, numbers little-endian:
//
//	number, 8 bytes
//	result and end, 1 byte each
//	moves of the opening, all moves, 2 bytes each
//	White's nodes and Black's, 8 bytes each
//	length of the start's FEN, 1 byte, and the FEN
//	move, the mover's score, 2 bytes each, and depth, 1 byte, for every move
//
// Times are omitted: they differ from run to run.
const (
	gameHead  = 8 + 2 + 2*2 + 2*8 + 1
	moveBytes = 5

	unscored = math.MinInt16 // in place of a score
)

// errGame is the fault of bytes that are not a game.
var errGame = errors.New("no game")

// appendGame appends a game to dst. It has fewer than 65,536 half-moves: no longer
// one is possible.
func appendGame(dst []byte, number int, g *play.Record) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(number))
	dst = append(dst, byte(g.Result), byte(g.End))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(g.Book))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(g.Moves)))
	for _, used := range g.Used {
		dst = binary.LittleEndian.AppendUint64(dst, used.Nodes)
	}
	at := len(dst)
	dst = g.Start.AppendFEN(append(dst, 0))
	dst[at] = byte(len(dst) - at - 1)
	for i := range g.Moves {
		m := &g.Moves[i]
		score := int16(unscored)
		if m.Scored {
			score = int16(m.Score)
		}
		dst = binary.LittleEndian.AppendUint16(dst, uint16(m.Move))
		dst = binary.LittleEndian.AppendUint16(dst, uint16(score))
		dst = append(dst, byte(min(m.Depth, math.MaxUint8)))
	}
	return dst
}

// parseGame reads a game into g, whose memory it reuses, and returns its number.
func parseGame(b []byte, g *play.Record) (number uint64, err error) {
	if len(b) < gameHead || len(b) < gameHead+int(b[gameHead-1]) {
		return 0, fmt.Errorf("%w: %d bytes", errGame, len(b))
	}
	head, fen, rest := b[8:gameHead], b[gameHead:gameHead+int(b[gameHead-1])], b[gameHead+int(b[gameHead-1]):]
	moves, n := g.Moves[:0], int(binary.LittleEndian.Uint16(head[4:]))
	*g = play.Record{Result: pgn.Result(head[0]), End: play.End(head[1]), Book: int(binary.LittleEndian.Uint16(head[2:]))}
	for c := range g.Used {
		g.Used[c].Nodes = binary.LittleEndian.Uint64(head[6+8*c:])
	}
	if g.Result > pgn.WhiteWins || g.End > play.HarnessFault || g.Book > n || len(rest) != n*moveBytes {
		return 0, fmt.Errorf("%w: result %d, end %d, %d of %d moves in %d bytes", errGame, g.Result, g.End, g.Book, n, len(rest))
	}
	if g.Start, err = board.ParseFEN(string(fen)); err != nil {
		return 0, err
	}
	g.Moves, err = parseMoves(rest, g.Start, moves)
	return binary.LittleEndian.Uint64(b), err
}

// parseMoves reads the moves that are made from p, and appends them to moves.
func parseMoves(b []byte, p board.Position, moves []play.Move) ([]play.Move, error) {
	for ; len(b) > 0; b = b[moveBytes:] {
		m := play.Move{Move: board.Move(binary.LittleEndian.Uint16(b)), Depth: int(b[4])}
		if score := int16(binary.LittleEndian.Uint16(b[2:])); score != unscored {
			m.Score, m.Scored = search.Score(score), true
		}
		if !p.IsLegal(m.Move) {
			return moves, fmt.Errorf("%w: ply %d: %w: %v", errGame, len(moves)+1, board.ErrIllegalMove, m.Move)
		}
		p.Make(m.Move)
		moves = append(moves, m)
	}
	return moves, nil
}
