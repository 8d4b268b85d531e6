package syzygy

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
)

// Ways to choose some of n squares, and the leading ones.
const (
	twoOf47, twoOf59, twoOf60, twoOf61, twoOf62 = 47 * 46 / 2, 59 * 58 / 2, 60 * 59 / 2, 61 * 60 / 2, 62 * 61 / 2
	threeOf46, threeOf62                        = 46 * 45 * 44 / 6, 62 * 61 * 60 / 6

	threeSquares = (64*63*62 + 2*8*7*6) / 8 // that differ, up to the symmetries of the board (Burnside)
	kingPairs    = 462
)

// layouts are materials of five to seven pieces, in an order of a table's pieces, Black's in small letters;
// the order of the factors of the leading group and of the other pawns; and how many placements there
// are, with the leading pawn on the a-file.
var layouts = []struct {
	name, pieces string
	order        [2]int
	placements   uint64
}{
	{"KQRvKB", "KQRkb", [2]int{0, 0}, threeSquares * 61 * 60},
	{"KQRvKB", "bRkKQ", [2]int{2, 0}, threeSquares * 61 * 60},
	{"KRRvKB", "KkbRR", [2]int{0, 0}, threeSquares * twoOf61},
	{"KBBvKNN", "kKBBnn", [2]int{1, 0}, kingPairs * twoOf62 * twoOf60},
	{"KNNNvKBB", "KkNNNbb", [2]int{0, 0}, kingPairs * threeOf62 * twoOf59},
	{"KQRBNvKR", "KQkRBNr", [2]int{3, 0}, threeSquares * 61 * 60 * 59 * 58},
	{"KRPvKR", "PKRkr", [2]int{0, 0}, 6 * 63 * 62 * 61 * 60},
	{"KRRPvKQ", "PKkqRR", [2]int{4, 0}, 6 * 63 * 62 * 61 * twoOf60},
	{"KPPvKP", "pPPKk", [2]int{0, 1}, 6 * twoOf47 * 61 * 60},
	{"KPPvKP", "pPPkK", [2]int{1, 3}, 6 * twoOf47 * 61 * 60},
	{"KPPPvKPP", "ppPPPKk", [2]int{2, 0}, (47 + 45 + 43 + 41 + 39 + 37) * threeOf46 * 59 * 58},
}

// layoutOf returns the shape of a material, and its layout with the pieces in an order.
func layoutOf(t *testing.T, name, letters string) (s shape, l layout) {
	t.Helper()
	m, err := parseName(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, letter := range letters {
		c := board.White
		if letter >= 'a' {
			c = board.Black
		}
		pt := strings.IndexRune("pnbrqk", letter|0x20)
		l.pieces[i] = board.NewPiece(c, board.Pawn+board.PieceType(pt))
	}
	return shapeOf(m), l
}

// TestLayouts: the placements of five to seven pieces are as many as combinatorics says, each number
// is that of a placement, which the slow twin finds, and placements that a symmetry makes of each other
// have one number.
func TestLayouts(t *testing.T) {
	for _, tt := range layouts {
		t.Run(tt.name+"/"+tt.pieces, func(t *testing.T) {
			s, l := layoutOf(t, tt.name, tt.pieces)
			for file := range 4 {
				placements, err := s.arrange(&l, tt.order, file)
				if err != nil || file == 0 && placements != tt.placements {
					t.Fatalf("%d placements, want %d: %v", placements, tt.placements, err)
				}
				leads := s.leadList(t, file)
				rng := rand.New(rand.NewPCG(uint64(file), 1))
				for range 500 {
					n := rng.Uint64N(placements)
					squares := s.unrank(&l, n, placements, leads)
					checkNumber(t, &s, &l, squares, n)
				}
				if !s.hasPawns() {
					break
				}
			}
		})
	}
}

// checkNumber checks the number of a placement, and that it is the number of its images, unless a symmetry
// leaves the leading pieces where they are: then the others tell which image is the table's.
func checkNumber(t *testing.T, s *shape, l *layout, squares []int, want uint64) {
	t.Helper()
	images := s.images(squares)
	for _, image := range images[1:] {
		if slices.Equal(s.inOrder(image[:s.leads()]), s.inOrder(squares[:s.leads()])) {
			images = images[:1]
			break
		}
	}
	for _, image := range images {
		if s.hasPawns() {
			leadPawn(image[:s.pawns[0]])
		}
		if got := s.number(l, slices.Clone(image)); got != want {
			t.Fatalf("%v: number %d, want %d of %v", image, got, want, squares)
		}
	}
}

// images returns squares as the symmetries of a shape's tables turn them, first as they are.
func (s *shape) images(squares []int) (list [][]int) {
	for bits := range 8 {
		if s.hasPawns() && bits > 1 {
			break
		}
		image := slices.Clone(squares)
		turn(image, bits&1*7+bits>>1&1*56)
		for i, sq := range image {
			if bits&4 != 0 {
				image[i] = sq>>3 | sq&7<<3
			}
		}
		list = append(list, image)
	}
	return list
}

// inOrder returns leading squares so that equal ones are alike: pawns in order.
func (s *shape) inOrder(lead []int) []int {
	lead = slices.Clone(lead)
	if s.hasPawns() {
		slices.Sort(lead)
	}
	return lead
}

// leadList returns for each number of the leading group its squares, and fails if one has none, or those
// of several that no symmetry makes of each other. Of the leading pawn the file is given.
func (s *shape) leadList(t *testing.T, file int) [][]int {
	t.Helper()
	list := make([][]int, s.leadPlacements(file))
	for _, squares := range s.allLeads() {
		turned := slices.Clone(squares)
		var n uint64
		if s.hasPawns() {
			if leadPawn(turned) != file || turned[0]&7 > 3 {
				continue
			}
			squares = slices.Clone(turned)
			n = numberLeadPawns(turned)
		} else if n = s.numberLeads(turned); !slices.Equal(turned, squares) {
			continue
		}
		if n >= uint64(len(list)) || list[n] != nil && !s.alike(list[n], squares) {
			t.Fatalf("number %d of %d is that of %v and %v", n, len(list), squares, list[min(n, uint64(len(list)-1))])
		}
		list[n] = squares
	}
	if i := slices.IndexFunc(list, func(squares []int) bool { return squares == nil }); i >= 0 {
		t.Fatalf("number %d of %d leading groups is that of none", i, len(list))
	}
	return list
}

// alike reports whether a symmetry makes leading squares of each other.
func (s *shape) alike(a, b []int) bool {
	return slices.ContainsFunc(s.images(a), func(image []int) bool { return slices.Equal(s.inOrder(image), s.inOrder(b)) })
}

// allLeads returns all squares of a leading group, the first on files a to d if no pawns lead: pawns
// without an order, kings that do not touch.
func (s *shape) allLeads() (list [][]int) {
	squares := make([]int, s.leads())
	var place func(i int)
	place = func(i int) {
		if i == len(squares) {
			list = append(list, slices.Clone(squares))
			return
		}
		from, to := 0, 64
		switch {
		case s.hasPawns() && i > 0:
			from, to = squares[i-1]+1, 56
		case s.hasPawns():
			from, to = 8, 56
		}
		for sq := from; sq < to; sq++ {
			touches := len(squares) == 2 && i == 1 && !s.hasPawns() && board.KingAttacks(board.Square(squares[0])).Has(board.Square(sq))
			if slices.Contains(squares[:i], sq) || touches || i == 0 && !s.hasPawns() && sq&7 > 3 {
				continue
			}
			squares[i] = sq
			place(i + 1)
		}
	}
	place(0)
	return list
}

// unrank returns the placement of a number: the slow twin of number.
func (s *shape) unrank(l *layout, n, placements uint64, leads [][]int) (squares []int) {
	digit := func(g group) uint64 {
		next := placements
		for _, other := range l.groups {
			if other.factor > g.factor {
				next = min(next, other.factor)
			}
		}
		return n % next / g.factor
	}
	squares = slices.Clone(leads[digit(l.groups[0])])
	for i, g := range l.groups[1:] {
		var free []int
		for sq := range 64 {
			pawn := i == 0 && s.pawns[1] > 0
			if !slices.Contains(squares, sq) && (!pawn || sq >= 8 && sq < 56) {
				free = append(free, sq)
			}
		}
		squares = append(squares, combination(free, g.size, digit(g))...)
	}
	return squares
}

// combination returns the n-th of the ways to choose k of squares, in the order of the largest chosen,
// then of the next.
func combination(squares []int, k int, n uint64) []int {
	if k == 0 {
		return nil
	}
	last := k - 1
	for last+1 < len(squares) && choose(last+1, k) <= n {
		last++
	}
	return append(combination(squares, k-1, n-choose(last, k)), squares[last])
}

// choose returns in how many ways k of n can be chosen.
func choose(n, k int) uint64 {
	if k == 0 {
		return 1
	}
	return choose(n-1, k-1) * uint64(n) / uint64(k)
}
