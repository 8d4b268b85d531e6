package standard

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// pawnTerms holds the families that pawns make.
var pawnTerms, _ = features.NewSet("pawns", &tapered.PeSTO, pawnStructureFamily, passedFamily, candidateFamily, spaceFamily)

func TestPawnStructure(t *testing.T) {
	testTerms(t, []termTest{
		{"level at the start", "pawn.isolated", board.StartFEN, 0},
		{"a and c are apart", "pawn.isolated", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", 2},
		{"a neighbour ahead is one", "pawn.isolated", "4k3/8/8/1P6/8/8/P7/4K3 w - - 0 1", 0},
		{"an enemy pawn is not a neighbour", "pawn.isolated", "4k3/1p5p/8/8/8/8/P7/4K3 w - - 0 1", -1},
		{"h and a are not neighbours", "pawn.isolated", "4k3/8/8/7P/8/P7/8/4K3 w - - 0 1", 2},

		{"stop square attacked", "pawn.backward", "4k3/8/8/2p5/2P5/3P4/8/4K3 w - - 0 1", 1},
		{"stop square free", "pawn.backward", "4k3/8/8/8/2P5/3P4/8/4K3 w - - 0 1", 0},
		{"both neighbours are ahead", "pawn.backward", "4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - - 0 1", 1},
		{"stop square held", "pawn.backward", "4k3/8/8/8/2Pp4/3P4/8/4K3 w - - 0 1", 1},
		{"an enemy piece is not a pawn", "pawn.backward", "4k3/8/8/8/2Pn4/3P4/8/4K3 w - - 0 1", 0},
		{"a neighbour beside", "pawn.backward", "4k3/8/8/8/3p4/2PP4/8/4K3 w - - 0 1", 0},
		{"a neighbour behind", "pawn.backward", "4k3/8/8/4p3/2P5/3P4/2P5/4K3 w - - 0 1", 0},
		{"isolated is not backward", "pawn.backward", "4k3/8/8/8/3p4/3P4/8/4K3 w - - 0 1", 0},
		{"Black's", "pawn.backward", "4k3/8/3p4/2p1P3/2P5/8/8/4K3 w - - 0 1", -1},

		{"isolated on an open file", "pawn.weak_unopposed", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1},
		{"isolated and opposed", "pawn.weak_unopposed", "4k3/p7/1p6/8/8/8/P7/4K3 w - - 0 1", 0},
		{"an enemy pawn behind", "pawn.weak_unopposed", "4k3/8/8/P7/8/p7/1p6/4K3 w - - 0 1", 1},
		{"backward on an open file", "pawn.weak_unopposed", "4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - - 0 1", 1},

		{"two on a file", "pawn.doubled", "4k3/8/8/4P3/8/4P3/8/4K3 w - - 0 1", 1},
		{"three on a file", "pawn.doubled", "4k3/8/4P3/4P3/8/4P3/8/4K3 w - - 0 1", 2},
		{"an enemy pawn does not double", "pawn.doubled", "4k3/8/8/4p3/8/4P3/8/4K3 w - - 0 1", 0},
		{"an own pawn right behind", "pawn.doubled_next", "4k3/8/8/4P3/4P3/8/8/4K3 w - - 0 1", 1},
		{"a square between", "pawn.doubled_next", "4k3/8/8/4P3/8/4P3/8/4K3 w - - 0 1", 0},
		{"defended", "pawn.doubled_next", "4k3/8/8/4P3/3PP3/8/8/4K3 w - - 0 1", 0},
		{"isolated", "pawn.doubled_isolated", "4k3/8/8/4P3/8/4P3/8/4K3 w - - 0 1", 1},
		{"a neighbour", "pawn.doubled_isolated", "4k3/8/3P4/4P3/8/4P3/8/4K3 w - - 0 1", 0},

		{"beside one another", "pawn.connected_unopposed", "4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1", 2},
		{"one is opposed", "pawn.connected_unopposed", "4k3/2p5/8/8/2PP4/8/8/4K3 w - - 0 1", 1},
		{"only the defended one", "pawn.connected_unopposed", "4k3/8/8/3P4/2P5/8/8/4K3 w - - 0 1", 1},

		{"level at the start", "pawn.islands", board.StartFEN, 0},
		{"a, cd and h", "pawn.islands", "4k3/8/8/3P4/8/2P5/P6P/4K3 w - - 0 1", 3},

		{"White's second rank, half of Black's", "pawn.phalanx.2", "4k3/pppp4/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 4},
		{"c4 and d4", "pawn.phalanx.4", "4k3/8/8/8/2PP4/8/8/4K3 w - - 0 1", 2},
		{"c4 and e4", "pawn.phalanx.4", "4k3/8/8/8/2P1P3/8/8/4K3 w - - 0 1", 0},
		{"a4 and h4, a5 and h4", "pawn.phalanx.4", "4k3/8/8/P7/P6P/8/8/4K3 w - - 0 1", 0},
		{"an enemy pawn beside", "pawn.phalanx.4", "4k3/8/8/8/2Pp4/8/8/4K3 w - - 0 1", 0},
		{"three", "pawn.phalanx.3", "4k3/8/8/8/8/2PPP3/8/4K3 w - - 0 1", 3},
		{"White's fifth is not Black's", "pawn.phalanx.5", "4k3/8/8/2PP1pp1/8/8/8/4K3 w - - 0 1", 2},
		{"Black's view of it", "pawn.phalanx.4", "4k3/8/8/2PP1pp1/8/8/8/4K3 w - - 0 1", -2},
		{"on the sixth", "pawn.phalanx.6", "4k3/8/PP6/8/8/6p1/8/4K3 w - - 0 1", 2},

		{"b3 by a2", "pawn.supported.3", "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1", 1},
		{"once, though twice defended", "pawn.supported.3", "4k3/8/8/8/8/1P6/P1P5/4K3 w - - 0 1", 1},
		{"pieces do not support", "pawn.supported.3", "4k3/8/8/8/8/1P6/2B5/4K3 w - - 0 1", 0},
		{"pawns do not defend backwards", "pawn.supported.3", "4k3/8/8/8/2P5/1P6/8/4K3 w - - 0 1", 0},
		{"a-file does not defend the h-file", "pawn.supported.4", "4k3/8/8/8/7P/P7/8/4K3 w - - 0 1", 0},
		{"a chain", "pawn.supported.4", "4k3/8/8/4P3/3P4/2P5/8/4K3 w - - 0 1", 1},
		{"its head", "pawn.supported.5", "4k3/8/8/4P3/3P4/2P5/8/4K3 w - - 0 1", 1},
		{"on the sixth", "pawn.supported.6", "4k3/8/4P3/3P4/8/6p1/7p/4K3 w - - 0 1", 1},
		{"Black's on the seventh is passed", "pawn.supported.6", "4k3/8/8/8/8/6p1/7p/4K3 w - - 0 1", 0},

		{"e5 attacks d6", "pawn.lever.5", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", 1},
		{"one pawn, two levers", "pawn.lever.5", "4k3/8/3p1p2/4P3/8/8/8/4K3 w - - 0 1", 1},
		{"an enemy piece", "pawn.lever.5", "4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 1", 0},
		{"head to head", "pawn.lever.5", "4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", 0},
		{"Black's sixth", "pawn.lever.6", "4k3/8/8/8/8/4p3/3P1P2/4K3 w - - 0 1", -1},

		{"e5 against e6", "pawn.blocked.5", "4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", 1},
		{"a piece in the way", "pawn.blocked.5", "4k3/8/4n3/4P3/8/8/8/4K3 w - - 0 1", 0},
		{"Black's sixth", "pawn.blocked.6", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", -1},
	}, pawnStructureFamily)
}

// TestPawnTermsKeepTheLaws goes where games do not: the rules of rare places.
func TestPawnTermsKeepTheLaws(t *testing.T) {
	for _, p := range randomPawns(2000) {
		if err := features.CheckLaws(pawnTerms, &p); err != nil {
			t.Fatal(err)
		}
	}
}

// randomPawns returns positions of up to eight pawns and a rook a side on any
// square, with a knight at times.
func randomPawns(n int) (positions []board.Position) {
	r := rand.New(rand.NewPCG(3, 4))
	for len(positions) < n {
		s := board.NewSetup()
		s.SideToMove = board.Color(r.IntN(2))
		pawns := r.IntN(9)
		for color := board.White; color <= board.Black; color++ {
			for range pawns {
				s.Pieces[8+r.IntN(48)] = board.NewPiece(color, board.Pawn)
			}
		}
		for _, pt := range []board.PieceType{board.Rook, board.Knight, board.King} {
			for color := board.White; color <= board.Black; color++ {
				if pt == board.King || r.IntN(3) == 0 {
					s.Pieces[r.IntN(64)] = board.NewPiece(color, pt)
				}
			}
		}
		if p, err := s.Position(); err == nil {
			positions = append(positions, p)
		}
	}
	return positions
}

// A slowBoard looks at one square of a position after the other, as one side
// sees them: files 0 to 7, ranks 1 to 8.
type slowBoard struct {
	p     *board.Position
	color board.Color
}

// square returns the square on a file and a rank, NoSquare off the board.
func (b slowBoard) square(file, rank int) board.Square {
	if file < 0 || file > 7 || rank < 1 || rank > 8 {
		return board.NoSquare
	}
	if b.color == board.Black {
		return board.NewSquare(file, 8-rank)
	}
	return board.NewSquare(file, rank-1)
}

// own and enemy say whether a pawn of the side, or of the other, is there.
func (b slowBoard) own(file, rank int) bool   { return b.pawn(b.color, file, rank) }
func (b slowBoard) enemy(file, rank int) bool { return b.pawn(b.color.Other(), file, rank) }

func (b slowBoard) pawn(color board.Color, file, rank int) bool {
	sq := b.square(file, rank)
	return sq != board.NoSquare && b.p.PieceAt(sq) == board.NewPiece(color, board.Pawn)
}

// slowCount returns the number of squares of a file, from one rank to another,
// for which is holds.
func slowCount(is func(file, rank int) bool, file, from, to int) (n int) {
	for rank := from; rank <= to; rank++ {
		if is(file, rank) {
			n++
		}
	}
	return n
}

// slowStructure counts one side's pawn structure by its definitions.
func slowStructure(b slowBoard) map[string]int {
	n := map[string]int{}
	add := func(name string, is bool) {
		if is {
			n[name]++
		}
	}
	run := false
	for file := range 8 {
		before := run
		run = slowCount(b.own, file, 2, 7) > 0
		add("pawn.islands", run && !before)
		for rank := 2; rank <= 7; rank++ {
			if !b.own(file, rank) {
				continue
			}
			beside := slowCount(b.own, file-1, 2, 7) + slowCount(b.own, file+1, 2, 7)
			level := slowCount(b.own, file-1, 2, rank) + slowCount(b.own, file+1, 2, rank)
			isolated := beside == 0
			stopped := b.enemy(file, rank+1) || b.enemy(file-1, rank+2) || b.enemy(file+1, rank+2)
			backward := beside > 0 && level == 0 && stopped
			unopposed := slowCount(b.enemy, file, rank+1, 7) == 0
			doubled := slowCount(b.own, file, rank+1, 7) > 0
			phalanx := b.own(file-1, rank) || b.own(file+1, rank)
			supported := b.own(file-1, rank-1) || b.own(file+1, rank-1)
			lever := b.enemy(file-1, rank+1) || b.enemy(file+1, rank+1)
			add("pawn.isolated", isolated)
			add("pawn.backward", backward)
			add("pawn.weak_unopposed", unopposed && (isolated || backward))
			add("pawn.doubled", doubled)
			add("pawn.doubled_next", b.own(file, rank-1) && !supported)
			add("pawn.doubled_isolated", doubled && isolated)
			add("pawn.connected_unopposed", unopposed && (phalanx || supported))
			add(fmt.Sprintf("pawn.phalanx.%d", rank), phalanx)
			add(fmt.Sprintf("pawn.supported.%d", rank), supported)
			add(fmt.Sprintf("pawn.lever.%d", rank), lever)
			add(fmt.Sprintf("pawn.blocked.%d", rank), b.enemy(file, rank+1))
		}
	}
	return n
}

// compareSlow compares a family's counts with White's less Black's of slow.
func compareSlow(t *testing.T, family features.Family, slow func(b slowBoard) map[string]int) {
	t.Helper()
	tally := pawnTerms.NewTrace()
	for _, p := range append(randomPawns(3000), features.Positions()...) {
		tally.Reset()
		pawnTerms.Count(&p, tally)
		white, black := slow(slowBoard{&p, board.White}), slow(slowBoard{&p, board.Black})
		for _, def := range family.Terms {
			term, _ := pawnTerms.Term(def.Name)
			want := white[def.Name] - black[def.Name]
			if got := tally.Trace().Count(term); got != float64(want) {
				t.Fatalf("%s = %g, want %d, on %s", def.Name, got, want, p.FEN())
			}
		}
	}
}

func TestPawnStructureIsTheSlowOne(t *testing.T) {
	compareSlow(t, pawnStructureFamily, slowStructure)
}

// BenchmarkPawnTerms scores a position with one family. All but the pawn
// structure ask for the sides, which other families need as well.
func BenchmarkPawnTerms(b *testing.B) {
	sides := features.Family{Name: "sides alone", Count: func(c *features.Context, t *features.Tally, first features.Term) { c.Side(board.White) }}
	for _, family := range []features.Family{sides, pawnStructureFamily, passedFamily, candidateFamily, spaceFamily} {
		b.Run(family.Name, func(b *testing.B) {
			set, err := features.NewSet("family", &tapered.PeSTO, family)
			if err != nil {
				b.Fatal(err)
			}
			score, positions := features.NewScore(make([]tapered.Packed, len(family.Terms))), features.Positions()
			b.ReportAllocs() // must stay 0
			for i := 0; b.Loop(); i++ {
				set.Count(&positions[i%len(positions)], score)
			}
		})
	}
}
