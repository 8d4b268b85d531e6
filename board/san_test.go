package board_test

import (
	"errors"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// TestParseSANAgainstLegalMoves reads every text of a piece, an origin, a target
// and a promotion in random positions: what it finds is what a walk through the
// legal moves finds.
func TestParseSANAgainstLegalMoves(t *testing.T) {
	texts := sanTexts()
	for p := range boardtest.RandomPositions(3, 60) {
		checkTexts(t, p, texts)
	}
	for _, fen := range boardtest.FENs() {
		checkTexts(t, boardtest.Parse(t, fen), texts)
	}
}

// A sanText is a text with its meaning.
type sanText struct {
	text             string
	piece, promotion board.PieceType
	origin           board.Bitboard
	to               board.Square
}

func sanTexts() (texts []sanText) {
	origins := map[string]board.Bitboard{"": ^board.Bitboard(0)}
	for i := range 8 {
		origins[string(rune('a'+i))] = board.FileMask(i)
		origins[string(rune('1'+i))] = board.RankMask(i)
	}
	promotions := map[string]board.PieceType{
		"": board.NoPieceType, "=Q": board.Queen, "n": board.Knight, "(R)": board.Rook, "/b": board.Bishop,
	}
	for pt := board.Pawn; pt <= board.King; pt++ {
		for from, origin := range origins {
			for to := board.A1; to <= board.H8; to++ {
				for suffix, promotion := range promotions {
					if promotion == board.NoPieceType || pt == board.Pawn && to.Rank()%7 == 0 {
						text := board.NewPiece(board.White, pt).String() + from + to.String() + suffix
						texts = append(texts, sanText{text, pt, promotion, origin, to})
					}
				}
			}
		}
	}
	return texts
}

func checkTexts(t *testing.T, p board.Position, texts []sanText) {
	t.Helper()
	legal := p.LegalMoves(nil)
	for _, text := range texts {
		found, n := fitting(&p, legal, &text)
		m, err := p.ParseSAN(text.text)
		switch {
		case n == 1 && (m != found || err != nil),
			n == 0 && !errors.Is(err, board.ErrIllegalMove),
			n > 1 && !errors.Is(err, board.ErrAmbiguousMove):
			t.Fatalf("%s: ParseSAN(%s) = %v, %v; %d legal moves fit, among them %v", p.FEN(), text.text, m, err, n, found)
		}
	}
}

// fitting returns how many legal moves fit a text, and the last of them. A king's
// two steps from the e-file, or his own rook as the target, are castling.
func fitting(p *board.Position, legal []board.Move, text *sanText) (found board.Move, n int) {
	for _, m := range legal {
		to := m.To() == text.to
		if m.IsCastle() && m.From().File() == board.E1.File() {
			next := *p
			next.Make(m)
			to = to || next.King(p.SideToMove()) == text.to && !hasStep(legal, m.From(), text.to)
		}
		if to && p.PieceAt(m.From()).Type() == text.piece && text.origin.Has(m.From()) && m.Promotion() == text.promotion {
			found = m
			n++
		}
	}
	return found, n
}

func hasStep(legal []board.Move, from, to board.Square) bool {
	for _, m := range legal {
		if m == board.NewMove(from, to) {
			return true
		}
	}
	return false
}

// TestParseSANSquares: both squares without the piece's letter are as good as
// the standard notation.
func TestParseSANSquares(t *testing.T) {
	for p := range boardtest.RandomPositions(4, 300) {
		for _, m := range p.LegalMoves(nil) {
			for _, text := range []string{m.String(), p.UCI(m), m.String()[:2] + "-" + m.String()[2:]} {
				if got, err := p.ParseSAN(text); got != m || err != nil {
					t.Fatalf("%s: ParseSAN(%s) = %v, %v", p.FEN(), text, got, err)
				}
			}
		}
	}
}

func TestParseSANDoesNotAllocate(t *testing.T) {
	p := boardtest.Parse(t, boardtest.Kiwipete)
	text := []byte("Nxg6!?")
	if n := testing.AllocsPerRun(100, func() { _, _ = p.ParseSAN(string(text)) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
