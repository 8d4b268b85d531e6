package board_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

func BenchmarkParseFEN(b *testing.B) {
	for _, bb := range []struct{ name, fen string }{
		{"Start", board.StartFEN},
		{"Kiwipete", boardtest.Kiwipete},
		{"Ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs() // must stay 0
			for b.Loop() {
				if _, err := board.ParseFEN(bb.fen); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParseFENVaried reads thousands of different positions, so that the
// processor cannot learn one by heart.
func BenchmarkParseFENVaried(b *testing.B) {
	var fens []string
	for p := range boardtest.RandomPositions(1, 8000) {
		if p.Occupied().Count() > 16 {
			fens = append(fens, p.FEN())
		}
	}
	b.ReportAllocs() // must stay 0
	for i := 0; b.Loop(); i++ {
		if _, err := board.ParseFEN(fens[i%len(fens)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendFEN(b *testing.B) {
	p := boardtest.Parse(b, boardtest.Kiwipete)
	var buf [96]byte
	b.ReportAllocs() // must stay 0
	for b.Loop() {
		p.AppendFEN(buf[:0])
	}
}

func BenchmarkLegalMoves(b *testing.B) {
	p := boardtest.Parse(b, boardtest.Kiwipete)
	var buf [board.MaxMoves]board.Move
	b.ReportAllocs() // must stay 0
	for b.Loop() {
		p.LegalMoves(buf[:0])
	}
}

// BenchmarkMake makes each of the 48 moves on a copy.
func BenchmarkMake(b *testing.B) {
	p := boardtest.Parse(b, boardtest.Kiwipete)
	moves := p.LegalMoves(nil)
	b.ReportAllocs() // must stay 0
	for b.Loop() {
		for _, m := range moves {
			next := p
			next.Make(m)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
}

func BenchmarkPerftKiwipete(b *testing.B) {
	p := boardtest.Parse(b, boardtest.Kiwipete)
	nodes := uint64(0)
	for b.Loop() {
		nodes += board.Perft(&p, 4)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func BenchmarkCanonicalKey(b *testing.B) {
	p := boardtest.Parse(b, boardtest.Kiwipete)
	b.ReportAllocs() // must stay 0
	for b.Loop() {
		p.CanonicalKey()
	}
}

func BenchmarkSAN(b *testing.B) {
	p := boardtest.Parse(b, boardtest.Kiwipete)
	m, err := p.ParseUCI("e5g6")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("Write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p.SAN(m)
		}
	})
	b.Run("Parse", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := p.ParseSAN("Nxg6"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
