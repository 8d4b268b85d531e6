// Package binpack reads the binpack of Stockfish's trainer: positions that follow each other in a game,
// as a position in full and the moves and scores after it.
//
// A file is blocks: BINP, the length of the rest in 4 bytes, little-endian, and chains up to there. A
// chain is a stem of 32 bytes, the number of half moves after it in 2, and their moves and scores. All
// numbers of chains are big-endian. A signed number n is written as 2n, or as −2n − 1 if it is negative.
//
//	position     24  occupied squares, a1 the lowest bit; and four bits a piece, the lower half of a byte first
//	move          2  kind (normal, promotion, castling, en passant), from, to, promotion: 2, 6, 6 and 2 bits
//	score         2  signed; 32002 is none
//	ply, result   2  14 bits; 2 bits, signed
//	clock         2  half moves since the last capture or pawn move
//
// The pieces are 0 to 11, white and black in turn, from pawns to kings; 12 is a pawn that can be taken en
// passant, 13 and 14 are rooks that may castle, 15 is the black king when Black is to move.
//
// A move after the stem is the number of its piece among the mover's, in the order of squares, and that of
// its square among those that the piece attacks or, a pawn, moves to: each in as few bits as hold the largest number that there
// may be, the first bit the highest of a byte. Castling comes after the king's squares, to the a-file first; a promotion is
// four numbers a square, from the knight. The score is the signed difference from the last one with its sign turned,
// in groups of four bits, the lowest first, each after a bit that says whether another follows. The bits of a chain end with its last byte.
//
// Score and result are the mover's: 1 won, 0 drawn, −1 lost.
//
// Source: T. Sobczyk, docs/binpack.md in Stockfish's branch tools, and docs/bcgn/variable_length.md of
// chess_pos_db.
package binpack

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/fixed"
	"example.org/centipawn/winprob"
)

// Format is the blocks. They are not written.
var Format = datasets.Format{Name: name, Endings: []string{".binpack"}, Detect: detect, Open: open}

const name = "binpack"

// magic begins a block.
const magic = "BINP"

// noScore is the score of a position that has none: VALUE_NONE of Stockfish.
const noScore = 32002

func detect(head []byte, _ bool) float64 {
	if len(head) >= blockHead && string(head[:len(magic)]) == magic && datasets.IsBinary(head) {
		return 1
	}
	return 0
}

func open(in *datasets.Input) (datasets.Layout, error) {
	c, err := fixed.NewConvention(name, in)
	return &layout{c}, err
}

type layout struct{ fixed.Convention }

// Cutter implements [datasets.Layout].
func (l *layout) Cutter(s *cut.Stream) cut.Cutter {
	return cut.Games(s, "chains", newScanner(s.Reader()))
}

// Columns implements [datasets.Layout].
func (l *layout) Columns() datasets.Columns {
	return l.Describe("position before each move, its score, the result", datasets.Columns{Score: 1, Result: 1, Game: 1, Ply: 1, Move: 1})
}

// Parse implements [datasets.RecordLayout].
func (l *layout) Parse(c *datasets.Chunk, dst *datasets.Parsed) {
	d := datasets.Scratch[chain](dst)
	for i := range c.Lines {
		text, line := c.Game(i)
		at := binary.BigEndian.Uint64(text)
		game, skipped := binary.BigEndian.Uint64(text[8:]), binary.BigEndian.Uint64(text[16:])
		body, before, counts := text[recordHead:], len(dst.Samples), dst.Counts
		err := d.start(body)
		for err == nil {
			l.sample(d, c, dst, line, int(game))
			if d.left == 0 {
				break
			}
			err = d.next()
		}
		if err == nil {
			continue
		}
		dst.Samples, dst.Counts = dst.Samples[:before], counts
		err = fmt.Errorf("byte %d: bad chain: half move %d: %w", at, d.read, err)
		if skipped > 0 {
			err = fmt.Errorf("%w; the %d bytes after it in its block cannot be read without it", err, skipped)
		}
		dst.Fault(c, line, err, hex.EncodeToString(body[:min(len(body), stemSize+2)]))
	}
}

// sample adds the position at which a chain stands.
func (l *layout) sample(d *chain, c *datasets.Chunk, dst *datasets.Parsed, line, game int) {
	s := dst.Extend(c, line)
	s.Position, s.Move, s.Ply, s.Score = d.pos, d.move, d.ply, winprob.NoScore
	if d.score != noScore {
		s.Score = winprob.Centipawns(int(d.score))
	}
	s.Result = datasets.Draw + datasets.Result(d.result)
	if d.pos.SideToMove() == board.Black {
		s.Score, s.Result = s.Score.Neg(), s.Result.Reversed()
	}
	s.Game = l.GameOf(s, l.GameID(game))
	l.Apply(s, &dst.Counts)
}
