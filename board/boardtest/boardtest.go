// Package boardtest holds positions for the tests of every package: well-known
// ones by name, and as many random ones as a test asks for, the same in every
// run. It imports board and is imported by tests only.
package boardtest

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/board"
)

// Parse returns the position of a FEN and fails the test if it is none.
func Parse(tb testing.TB, fen string) board.Position {
	tb.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		tb.Fatalf("%q: %v", fen, err)
	}
	return p
}

// Cases returns the well-known positions in a fixed order.
func Cases() []Case { return slices.Clone(cases) }

// FENs returns the FENs of Cases, for instance as seeds of a fuzz test.
func FENs() []string {
	fens := make([]string, len(cases))
	for i, c := range cases {
		fens[i] = c.FEN
	}
	return fens
}

// maxPlies bounds a random game. Without pawns such games hardly ever end
// before the seventy-five-move rule, so it is long enough for that.
const maxPlies = 400

// RandomGames yields games of random legal moves without end: a start position and the moves from
// it, castling and en passant captures preferred. Every second game starts from the start of
// standard chess, the others from the Cases in turn, Chess960 included. A game stops when
// [board.Position.Status] does, or after 400 half-moves. The moves of all games are in one slice's
// memory: keep a copy.
func RandomGames(seed uint64) iter.Seq2[board.Position, []board.Move] {
	return func(yield func(board.Position, []board.Move) bool) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var moves []board.Move
		for n := 0; ; n++ {
			start := board.Start()
			if n%2 == 1 {
				start = mustParse(cases[n/2%len(cases)].FEN)
			}
			moves = randomMoves(rng, start, moves[:0])
			if !yield(start, moves) {
				return
			}
		}
	}
}

// randomMoves appends a random game from p on to moves.
func randomMoves(rng *rand.Rand, p board.Position, moves []board.Move) []board.Move {
	var legal []board.Move
	for range maxPlies {
		if p.Status() != board.Ongoing {
			break
		}
		legal = p.LegalMoves(legal[:0])
		m := choose(rng, legal)
		moves = append(moves, m)
		p.Make(m)
	}
	return moves
}

// choose takes a castling or an en passant capture every second time there is
// one; among all moves with one chance each they would hardly be played.
func choose(rng *rand.Rand, legal []board.Move) board.Move {
	i := rng.IntN(len(legal))
	if rng.IntN(2) == 0 {
		special := func(m board.Move) bool { return m.IsCastle() || m.IsEnPassant() }
		if j := slices.IndexFunc(legal, special); j >= 0 {
			i = j
		}
	}
	return legal[i]
}

// RandomPositions yields n positions of [RandomGames], each game from its start
// position to its end.
func RandomPositions(seed uint64, n int) iter.Seq[board.Position] {
	return func(yield func(board.Position) bool) {
		if n <= 0 {
			return
		}
		left := n
		for p, moves := range RandomGames(seed) {
			for i := 0; ; i++ {
				if !yield(p) {
					return
				}
				if left--; left == 0 {
					return
				}
				if i == len(moves) {
					break
				}
				p.Make(moves[i])
			}
		}
	}
}

// mustParse is for the constants of this package.
func mustParse(fen string) board.Position {
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic("boardtest: " + fen + ": " + err.Error())
	}
	return p
}

// NumberedPositions returns n positions of games whose moves are drawn by lot, in
// order, with the numbers of their games: every phase, any material, and the ends.
func NumberedPositions(seed uint64, n int) (positions []board.Position, games []int) {
	rng := rand.New(rand.NewPCG(seed, 7))
	p, game := board.Start(), 0
	var moves []board.Move
	for len(positions) < n {
		moves = p.LegalMoves(moves[:0])
		if len(moves) == 0 || p.Status() != board.Ongoing || rng.IntN(150) == 0 {
			positions, games = append(positions, p), append(games, game) // the end, if it is one, too
			p, game = board.Start(), game+1
			continue
		}
		positions, games = append(positions, p), append(games, game)
		p.Make(moves[rng.IntN(len(moves))])
	}
	return positions[:n], games[:n]
}
