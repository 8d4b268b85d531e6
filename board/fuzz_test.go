package board_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// FuzzParseFEN: what the reader accepts is valid and survives the round trip.
func FuzzParseFEN(f *testing.F) {
	for _, fen := range boardtest.FENs() {
		f.Add(fen)
	}
	f.Add("9/8/8/8/8/8/8/8 w - - 0 1")
	f.Add("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
	f.Add("1rr1k2b/8/8/8/8/8/8/RR2K2B w Bb -")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := board.ParseFEN(s)
		if err != nil {
			return // rejecting is fine; panicking is not
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("ParseFEN(%q) gives a position with the fault %v", s, err)
		}
		if again := boardtest.Parse(t, p.FEN()); again != p {
			t.Errorf("%q changed on the way through FEN: %q", s, p.FEN())
		}
	})
}

// FuzzSAN: every legal move is found again by its SAN and UCI text, and by
// nothing else; no text panics.
func FuzzSAN(f *testing.F) {
	for _, fen := range boardtest.FENs() {
		f.Add(fen, "Nf3")
	}
	f.Add(board.StartFEN, "O-O-O#")
	f.Add("8/P5k1/8/8/8/8/8/4K3 w - -", "a8=(Q)+!?")
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Skip() // FuzzParseFEN looks at the bad ones
		}
		seen := map[string]board.Move{}
		for _, m := range p.LegalMoves(nil) {
			san, uci := p.SAN(m), p.UCI(m)
			if twin, ok := seen[san]; ok {
				t.Fatalf("%s: %v and %v are both %s", fen, m, twin, san)
			}
			seen[san] = m
			if got, err := p.ParseSAN(san); got != m || err != nil {
				t.Fatalf("%s: ParseSAN(%s) = %v, %v; want %v", fen, san, got, err, m)
			}
			if got, err := p.ParseUCI(uci); got != m || err != nil {
				t.Fatalf("%s: ParseUCI(%s) = %v, %v; want %v", fen, uci, got, err, m)
			}
			if got, err := p.ParseUCI(m.String()); got != m || err != nil {
				t.Fatalf("%s: ParseUCI(%v) = %v, %v", fen, m, got, err)
			}
		}
		if m, err := p.ParseSAN(text); err == nil && seen[p.SAN(m)] != m {
			t.Errorf("%s: ParseSAN(%q) = %v, which is not legal", fen, text, m)
		}
		if m, err := p.ParseUCI(text); err == nil && seen[p.SAN(m)] != m {
			t.Errorf("%s: ParseUCI(%q) = %v, which is not legal", fen, text, m)
		}
	})
}

// FuzzMake follows the moves that the bytes choose: the position made step by
// step equals the one read from its FEN, key and all, and no move leaves its
// own king in check.
func FuzzMake(f *testing.F) {
	for _, fen := range boardtest.FENs() {
		f.Add(fen, []byte("any bytes choose moves"))
	}
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Skip()
		}
		for _, choice := range choices[:min(len(choices), 64)] {
			moves := p.LegalMoves(nil)
			if len(moves) != p.CountMoves() {
				t.Fatalf("%s: %d moves, counted %d", p.FEN(), len(moves), p.CountMoves())
			}
			if len(moves) == 0 {
				return
			}
			m := moves[int(choice)%len(moves)]
			next := p
			next.Make(m)
			if again := boardtest.Parse(t, next.FEN()); again != next {
				t.Fatalf("%s after %v: not the same when read back from %s", p.FEN(), m, next.FEN())
			}
			p = next
		}
	})
}

// FuzzMirror: the laws of checkMirror.
func FuzzMirror(f *testing.F) {
	for _, fen := range boardtest.FENs() {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		if p, err := board.ParseFEN(fen); err == nil {
			checkMirror(t, p)
		}
	})
}
