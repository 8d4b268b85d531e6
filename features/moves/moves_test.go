package moves

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// counts returns the counts of a move by the names of their terms, squares excepted.
func counts(t *testing.T, fen, uci string) map[string]float64 {
	t.Helper()
	p := boardtest.Parse(t, fen)
	m, err := p.ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	c := NewTrace()
	c.Start(&p)
	trace, list := c.Count(m).Trace(), map[string]float64{}
	for i, def := range terms {
		if n := trace.Count(features.Term(i)); n != 0 && !isSquare(def.Name) {
			list[def.Name] = n
		}
	}
	return list
}

func isSquare(name string) bool { return len(name) > 4 && name[:4] == "pst." }

func TestTerms(t *testing.T) {
	type want = map[string]float64
	for _, tt := range []struct {
		name, fen, move string
		want            want
	}{
		{"a quiet move", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", want{}},
		{"takes what nothing defends", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", want{"capture.wins.pawn": 1, "capture.free": 1, "capture.by.knight": 1}},
		{"takes what is defended", "4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", want{"capture.loses.pawn": 1, "capture.by.knight": 1}},
		{"an even exchange", "4k3/8/4p3/3n4/8/4N3/8/4K3 w - - 0 1", "e3d5", want{"capture.even.knight": 1, "capture.by.knight": 1, "capture.threat": 1, "escape.knight": 1}},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", want{"capture.wins.pawn": 1, "capture.free": 1, "passer.6": 1}},
		{"what is taken was a threat", "4k3/8/8/8/1b6/3r4/2P5/1K1Q4 w - - 0 1", "c2d3", want{"capture.wins.rook": 1, "capture.threat": 1, "capture.free": 1, "passer.3": 1}},
		{"a piece is put en prise", "4k3/8/2p5/8/8/2N5/8/4K3 w - - 0 1", "c3d5", want{"unsafe.knight": 1}},
		{"an escape", "4k3/8/8/8/8/8/3p4/K1N5 w - - 0 1", "c1b3", want{"escape.knight": 1, "threat.pawn": 1}},
		{"a threatened piece is covered", "r3k3/8/8/8/N7/8/8/K2R4 w - - 0 1", "d1d4", want{"cover": 1}},
		{"an attacked piece is abandoned", "r3k3/8/8/8/N2R4/8/8/K7 w - - 0 1", "d4d1", want{"abandon": 1}},
		{"a fork", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", want{"check.knight": 1, "threat.rook": 1}},
		{"a check that loses the piece", "4k3/8/8/1N6/8/b7/8/4K3 w - - 0 1", "b5d6", want{"check.unsafe": 1, "unsafe.knight": 1}},
		{"the king opens a line", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", want{"check.king": 1}},
		{"promotion", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8q", want{"promotion.queen": 1, "check.pawn": 1}},
		{"promotion to what is taken", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", want{"promotion.unsafe": 1}},
		{"a knight", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8n", want{"promotion.knight": 1}},
		{"the king leaves a check", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1d1", want{"evasion.king": 1}},
		{"a block", "4k3/8/8/8/4r3/8/3B4/4K3 w - - 0 1", "d2e3", want{"evasion.block": 1, "unsafe.bishop": 1}},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", want{"castle.king": 1}},
		{"and on the other side", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", want{"castle.queen": 1}},
		{"a passed pawn", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4a5", want{"passer.5": 1}},
		{"one of Black's", "4k3/8/8/8/p7/8/8/4K3 b - - 0 1", "a4a3", want{"passer.6": 1}},
		{"not passed", "4k3/8/1p6/8/P7/8/8/4K3 w - - 0 1", "a4a5", want{"lever": 1, "unsafe.pawn": 1}},
		{"an open file", "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", "a1b1", want{"rook.open": 1}},
		{"a half-open file", "4k3/1p6/8/8/8/8/P7/R3K3 w - - 0 1", "a1b1", want{"rook.half_open": 1, "threat.pawn": 1}},
		{"pawns threaten", "4k3/8/2r1r3/8/3P4/8/8/3K4 w - - 0 1", "d4d5", want{"threat.rook": 2, "threat.by_pawn": 2, "passer.5": 1}},
		{"a blockade", "4k3/8/8/8/p7/8/8/1N2K3 w - - 0 1", "b1a3", want{"blockade": 1}},
		{"the king comes nearer", "4k3/8/8/8/P6p/8/8/4K3 w - - 0 1", "e1f2", want{"king.own_pawn": -1, "king.enemy_pawn": 1, "king.enemy_king": 1}},
		{"and takes", "4k3/8/8/8/P6p/6K1/8/8 w - - 0 1", "g3h4", want{"capture.wins.pawn": 1, "capture.free": 1, "capture.by.king": 1, "king.own_pawn": -1, "king.enemy_pawn": 1, "king.enemy_king": 1}},
		{"supported", "4k3/8/8/8/2P5/2N5/8/4K3 w - - 0 1", "c3d5", want{"supported.knight": 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := counts(t, tt.fen, tt.move)
			for name, n := range tt.want {
				if n != 0 && got[name] != n {
					t.Errorf("%s counts %g, want %g", name, got[name], n)
				}
			}
			for name, n := range got {
				if _, known := tt.want[name]; !known && !incidental(name) {
					t.Errorf("%s counts %g, want 0", name, n)
				}
			}
		})
	}
}

// incidental are the terms of which most moves have some, which TestActivity and its like assert.
func incidental(name string) bool {
	for _, prefix := range []string{"mobility.", "ring.", "king."} {
		if len(name) > len(prefix) && name[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}

func TestSquares(t *testing.T) {
	for _, tt := range []struct{ fen, move, to, from string }{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "pst.pawn.e4", "pst.pawn.e2"},
		{"4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e5", "pst.pawn.e4", "pst.pawn.e2"},
		{"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3", "pst.knight.b3", "pst.knight.a1"},
	} {
		p := boardtest.Parse(t, tt.fen)
		m, err := p.ParseUCI(tt.move)
		if err != nil {
			t.Fatal(err)
		}
		c := NewTrace()
		c.Start(&p)
		trace := c.Count(m).Trace()
		for name, want := range map[string]float64{tt.to: 1, tt.from: -1} {
			term, ok := Term(name)
			if !ok || trace.Count(term) != want {
				t.Errorf("%s %s: %s counts %g, want %g", tt.fen, tt.move, name, trace.Count(term), want)
			}
		}
	}
}

// row returns the counts of a move.
func row(c *Counter, p *board.Position, m board.Move) []float64 {
	c.Start(p)
	trace, list := c.Count(m).Trace(), make([]float64, len(terms))
	for i := range list {
		list[i] = trace.Count(features.Term(i))
	}
	return list
}

// TestLaws: exchanging the colours leaves the counts, which are the mover's; counting again and
// after another move gives the same; the sum of count × weight is the score; the exchange is that
// of the search; and all that a position is known by is found by looking at one square after the
// other.
func TestLaws(t *testing.T) {
	trace, again := NewTrace(), NewTrace()
	rng := rand.New(rand.NewPCG(1, 2))
	weights, whole := make([]tapered.Packed, len(terms)), make([][2]float64, len(terms))
	for i := range weights {
		mg, eg := rng.IntN(2001)-1000, rng.IntN(2001)-1000
		weights[i], whole[i] = tapered.Pack(mg, eg), [2]float64{float64(mg), float64(eg)}
	}
	score := NewScore(weights)
	for i := range features.Probes() {
		p := features.Probes()[i]
		mirror := p.Mirror()
		trace.Start(&p)
		score.Start(&p)
		checkPosition(t, &p, &trace.pos)
		for _, m := range p.LegalMoves(nil) {
			list := row(trace, &p, m)
			if trace.move.safe != board.SEE(&p, m, 0) {
				t.Fatalf("%s %v: safe is %v", p.FEN(), m, trace.move.safe)
			}
			if other := row(again, &mirror, mirrored(t, &mirror, m)); !slices.Equal(other, list) {
				t.Fatalf("%s %v: the mirrored move counts otherwise", p.FEN(), m)
			}
			sum := score.Count(m).Sum()
			mg, eg := 0.0, 0.0
			for i, n := range list {
				mg, eg = mg+n*whole[i][0], eg+n*whole[i][1]
			}
			if float64(sum.MG()) != mg || float64(sum.EG()) != eg {
				t.Fatalf("%s %v: the score is %d and %d, want %g and %g", p.FEN(), m, sum.MG(), sum.EG(), mg, eg)
			}
		}
	}
}

// mirrored returns the move of a mirrored position.
func mirrored(t *testing.T, p *board.Position, m board.Move) board.Move {
	t.Helper()
	list := p.LegalMoves(nil)
	i := slices.IndexFunc(list, func(o board.Move) bool {
		return o.From() == m.From().Flip() && o.To() == m.To().Flip() && o.Promotion() == m.Promotion() && o.IsCastle() == m.IsCastle()
	})
	if i < 0 {
		t.Fatalf("%s has no mirror of %v", p.FEN(), m)
	}
	return list[i]
}

// checkPosition compares what is known of a position with what attackers of single squares say.
func checkPosition(t *testing.T, p *board.Position, got *position) {
	t.Helper()
	var attacked, threatened, attackers, loose board.Bitboard
	them := p.SideToMove().Other()
	value := func(sq board.Square) int { return board.SEEValues[p.PieceAt(sq).Type()] }
	for sq := range board.Square(64) {
		by := p.AttackersTo(sq, p.Occupied())
		if by&p.ByColor(them) != 0 {
			attacked |= board.SquareBB(sq)
		}
		switch pc := p.PieceAt(sq); {
		case pc == board.NoPiece || pc.Type() == board.King:
		case pc.Color() == them:
			if by&p.ByColor(them) == 0 {
				loose |= board.SquareBB(sq)
			}
		default:
			enemies := by & p.ByColor(them)
			threat := enemies != 0 && by&p.ByColor(p.SideToMove()) == 0
			for list := enemies; list != 0; {
				if from := list.Pop(); p.PieceAt(from).Type() != board.King && value(from) < value(sq) {
					threat = true
				}
			}
			if threat {
				threatened |= board.SquareBB(sq)
				attackers |= enemies
			}
		}
	}
	if got.attacked != attacked || got.threatened != threatened || got.attackers != attackers || got.loose != loose {
		t.Errorf("%s: attacked %x %x, threatened %x %x, attackers %x %x, loose %x %x", p.FEN(),
			got.attacked, attacked, got.threatened, threatened, got.attackers, attackers, got.loose, loose)
	}
}

// TestNames: every term counts somewhere, and two terms have no name in common.
func TestNames(t *testing.T) {
	seen, counted := map[string]bool{}, make([]bool, len(terms))
	c, rare := NewTrace(), boardtest.Parse(t, "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1") // the king opens a line
	for _, p := range append(slices.Clone(features.Probes()), rare) {
		p := &p
		for _, m := range p.LegalMoves(nil) {
			for i, n := range row(c, p, m) {
				counted[i] = counted[i] || n != 0
			}
		}
	}
	for i, def := range terms {
		if seen[def.Name] {
			t.Errorf("two terms are %s", def.Name)
		}
		seen[def.Name] = true
		if !counted[i] && !isSquare(def.Name) {
			t.Errorf("%s counts nowhere", def.Name)
		}
	}
	if h := Hash(); len(h) != 16 {
		t.Errorf("hash %q", h)
	}
}

func TestNoAllocation(t *testing.T) {
	p := boardtest.Parse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	list := p.LegalMoves(nil)
	c := NewScore(make([]tapered.Packed, len(terms)))
	if n := testing.AllocsPerRun(10, func() {
		c.Start(&p)
		for _, m := range list {
			c.Count(m)
		}
	}); n != 0 {
		t.Errorf("%g allocations a position", n)
	}
}

// BenchmarkPosition counts all moves of a position.
func BenchmarkPosition(b *testing.B) {
	for name, fen := range map[string]string{
		"start": board.StartFEN, "middlegame": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	} {
		b.Run(name, func(b *testing.B) {
			p := boardtest.Parse(b, fen)
			list := p.LegalMoves(nil)
			c := NewScore(make([]tapered.Packed, len(terms)))
			for b.Loop() {
				c.Start(&p)
				for _, m := range list {
					c.Count(m)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/move")
		})
	}
}
