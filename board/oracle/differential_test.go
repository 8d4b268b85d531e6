package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/board/oracle"
	"example.org/centipawn/internal/long"
)

// differentialPositions is how many positions of random games are compared.
const differentialPositions = 100_000

// sanEvery is the distance of the positions in which the SAN of all moves is
// compared, not only of the move played: notnil/chess needs 0.1 ms for it.
const sanEvery = 8

// TestAgreement plays random games with both libraries and compares in every
// position: the FEN, the legal moves, the SAN of the move played, the end of the
// game, and the position after the move.
func TestAgreement(t *testing.T) {
	const parts = 4 // run at the same time, each from its own seed
	n := differentialPositions / parts
	if long.Short(t) {
		n /= 20
	}
	for seed := range uint64(parts) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			agreeOnGames(t, seed, n)
		})
	}
}

// agreeOnGames compares n positions.
func agreeOnGames(t *testing.T, seed uint64, n int) {
	for p, moves := range boardtest.RandomGames(seed) {
		cp, err := oracle.Position(&p)
		if err != nil {
			continue // a start position of Chess960
		}
		for i := 0; ; i++ {
			agreeOnPosition(t, &p, cp)
			if n%sanEvery == 0 {
				agreeOnSAN(t, &p, cp, p.LegalMoves(nil)...)
			}
			if n--; n == 0 || t.Failed() {
				return
			}
			if i == len(moves) {
				break
			}
			cm, err := oracle.Move(&p, cp, moves[i])
			if err != nil {
				t.Fatal(err)
			}
			agreeOnSAN(t, &p, cp, moves[i])
			p.Make(moves[i])
			cp = cp.Update(cm)
		}
	}
}

// agreeOnSAN compares the notation of moves.
func agreeOnSAN(t *testing.T, p *board.Position, cp *chess.Position, moves ...board.Move) {
	for _, m := range moves {
		cm, err := oracle.Move(p, cp, m)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := p.SAN(m), (chess.AlgebraicNotation{}).Encode(cp, cm); got != want {
			t.Fatalf("%s: SAN %s, notnil/chess %s", p.FEN(), got, want)
		}
	}
}

// agreeOnPosition compares FEN, moves and the end of the game.
func agreeOnPosition(t *testing.T, p *board.Position, cp *chess.Position) {
	fen := p.FEN()
	if got := withoutIdleEnPassant(p, cp.String()); got != fen {
		t.Fatalf("FEN %s, notnil/chess %s", fen, got)
	}
	if back, err := oracle.FromPosition(cp); err != nil || back != *p {
		t.Fatalf("%s: read back as %s, %v", fen, back.FEN(), err)
	}
	var ours, theirs []string
	for _, m := range p.LegalMoves(nil) {
		ours = append(ours, p.UCI(m))
	}
	for _, cm := range cp.ValidMoves() {
		theirs = append(theirs, cm.String())
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		t.Fatalf("%s:\nours   %v\ntheirs %v", fen, ours, theirs)
	}
	if got, want := p.Status(), theirStatus(t, p, cp); got != want {
		t.Fatalf("%s: %v, notnil/chess %v", fen, got, want)
	}
}

// withoutIdleEnPassant removes from their FEN an en passant square on which no
// capture is legal (see TestKnownBugs).
func withoutIdleEnPassant(p *board.Position, fen string) string {
	fields := strings.Fields(fen)
	if p.EnPassant() == board.NoSquare {
		fields[3] = "-"
	}
	return strings.Join(fields, " ")
}

// theirStatus asks the position for mate and stalemate, and a game that starts
// there for the draws, which only games know. To make a game takes 0.1 ms, so the
// draws are asked for where they may be: with few pieces, or late.
func theirStatus(t *testing.T, p *board.Position, cp *chess.Position) board.Status {
	switch cp.Status() {
	case chess.Checkmate:
		return board.Checkmate
	case chess.Stalemate:
		return board.Stalemate
	}
	if p.Occupied().Count() > 5 && p.HalfmoveClock() < 140 {
		return board.Ongoing
	}
	g, err := oracle.Game(*p, nil)
	if err != nil {
		t.Fatal(err)
	}
	switch g.Method() {
	case chess.InsufficientMaterial:
		return board.DeadPosition
	case chess.SeventyFiveMoveRule:
		return board.SeventyFiveMoves
	}
	return board.Ongoing
}

// TestRepetitionsAgree plays games without double steps, in which positions come
// back often: only kings move, or few other pieces.
func TestRepetitionsAgree(t *testing.T) {
	draws := 0
	for _, fen := range []string{
		"k7/8/8/8/8/8/8/K6R w - - 0 1", "kr6/pp6/8/8/8/8/PP6/KR6 w - - 0 1",
		"k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1", "1k6/p1p5/P1P5/8/8/p1p5/P1P5/1K6 w - - 0 1",
	} {
		for seed := range uint64(6) {
			if shuffle(t, boardtest.Parse(t, fen), seed) >= 5 {
				draws++
			}
		}
	}
	if draws < 5 {
		t.Errorf("only %d games end by fivefold repetition: they test nothing", draws)
	}
}

// shuffle plays up to 100 half-moves, each the first or second legal one, and
// compares the claims and the end by repetition after each. It returns how often
// the last position stood on the board.
func shuffle(t *testing.T, p board.Position, seed uint64) (count int) {
	g, err := oracle.Game(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	keys := []uint64{p.Key()}
	for range 100 {
		moves := p.LegalMoves(nil)
		if g.Outcome() != chess.NoOutcome || len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(min(len(moves), 2))]
		cm, err := oracle.Move(&p, g.Position(), m)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Move(cm); err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		keys = append(keys, p.Key())
		count = board.Repetitions(keys)
		if got, want := count >= 3, slices.Contains(g.EligibleDraws(), chess.ThreefoldRepetition); got != want {
			t.Fatalf("%s: stands %d times, notnil/chess lets a player claim: %v", p.FEN(), count, want)
		}
		if got, want := count >= 5, g.Method() == chess.FivefoldRepetition; got != want {
			t.Fatalf("%s: stands %d times, notnil/chess ends the game by %v", p.FEN(), count, g.Method())
		}
	}
	return count
}
