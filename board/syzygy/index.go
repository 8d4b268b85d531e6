package syzygy

import (
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/board"
)

// A layout says how the placements of a table's pieces are numbered.
type layout struct {
	pieces [mostPieces]board.Piece // in the order of their squares
	groups []group                 // the leading one first
}

// A group is pieces that are placed together: those that lead, or all of a kind. The number of a
// placement is the sum over groups of the number of the group's squares × factor.
type group struct {
	size   int
	factor uint64
}

// shape is what the layouts of a table have in common.
type shape struct {
	count  int    // of pieces
	pawns  [2]int // of the side whose pawns lead, and of the other; both 0: there are none
	leader board.Color
	unique bool // some kind of piece stands alone
}

// shapeOf returns the shape of the tables of a material. The pawns of the side that has less of them
// lead, White's if both have as many.
func shapeOf(m material) shape {
	white, black := m.count(board.NewPiece(board.White, board.Pawn)), m.count(board.NewPiece(board.Black, board.Pawn))
	s := shape{count: m.pieces(), pawns: [2]int{white, black}, unique: m.hasUnique()}
	if white == 0 || black > 0 && black < white {
		s.pawns, s.leader = [2]int{black, white}, board.Black
	}
	return s
}

// hasPawns reports whether there are pawns, so that a table has four parts, for the files of the
// leading one.
func (s *shape) hasPawns() bool { return s.pawns[0] > 0 }

// leads returns how many pieces the leading group has.
func (s *shape) leads() int {
	switch {
	case s.hasPawns():
		return s.pawns[0]
	case s.unique:
		return 3
	}
	return 2
}

// arrange finds the groups of a layout whose pieces are known. order says in which order the factors
// of the leading groups come: that of the first, and of the other side's pawns. It returns the number
// of placements.
func (s *shape) arrange(l *layout, order [2]int, file int) (placements uint64, err error) {
	if err := s.checkPieces(l); err != nil {
		return 0, err
	}
	l.groups = []group{{size: s.leads()}}
	for i := s.leads(); i < s.count; i++ {
		if last := &l.groups[len(l.groups)-1]; len(l.groups) > 1 && l.pieces[i] == l.pieces[i-1] {
			last.size++
			continue
		}
		l.groups = append(l.groups, group{size: 1})
	}
	next, free := 1, 64-l.groups[0].size
	if s.pawns[1] > 0 {
		next, free = 2, free-s.pawns[1]
	} else {
		order[1] = -1
	}
	placements = 1
	for k := range len(l.groups) {
		switch {
		case k == order[0]:
			l.groups[0].factor = placements
			placements *= s.leadPlacements(file)
		case k == order[1]:
			l.groups[1].factor = placements
			placements *= binomials[s.pawns[1]][48-s.pawns[0]]
		case next < len(l.groups):
			g := &l.groups[next]
			g.factor = placements
			placements *= binomials[g.size][free]
			next, free = next+1, free-g.size
		}
	}
	if slices.ContainsFunc(l.groups, func(g group) bool { return g.factor == 0 }) {
		return 0, fmt.Errorf("%d groups of pieces cannot come in the order %d", len(l.groups), order)
	}
	return placements, nil
}

// checkPieces says what is wrong with the order of pieces.
func (s *shape) checkPieces(l *layout) error {
	pieces := l.pieces[:s.count]
	for i := 1; i < len(pieces); i++ {
		if at := slices.Index(pieces, pieces[i]); slices.ContainsFunc(pieces[at:i], func(pc board.Piece) bool { return pc != pieces[i] }) {
			return fmt.Errorf("the pieces %v of one kind do not stand together", pieces)
		}
	}
	alike := func(from, n int, want board.Piece) bool {
		return !slices.ContainsFunc(pieces[from:from+n], func(pc board.Piece) bool { return pc != want })
	}
	switch {
	case s.hasPawns():
		if !alike(0, s.pawns[0], board.NewPiece(s.leader, board.Pawn)) || !alike(s.pawns[0], s.pawns[1], board.NewPiece(s.leader.Other(), board.Pawn)) {
			return fmt.Errorf("the pieces %v do not begin with the pawns", pieces)
		}
	case s.unique:
		for i, pc := range pieces {
			if at := slices.Index(pieces, pc); at < 3 && at != i {
				return fmt.Errorf("the pieces %v do not begin with three that stand alone", pieces)
			}
		}
	case pieces[0].Type() != board.King || pieces[1].Type() != board.King:
		return errors.New("the kings do not lead")
	}
	return nil
}

// leadPlacements returns how many placements of the leading group there are, of pawns with the
// leading one on a file.
func (s *shape) leadPlacements(file int) uint64 {
	switch {
	case s.hasPawns():
		return leadCounts[s.pawns[0]][file]
	case s.unique:
		return threeLeads
	}
	return twoKings
}

// leadPawn puts the leading one of the pawns' squares first, and returns its file, of which those of
// the king's side are mirrored.
func leadPawn(pawns []int) (file int) {
	lead := 0
	for i, sq := range pawns {
		if pawnRanks[sq] > pawnRanks[pawns[lead]] {
			lead = i
		}
	}
	pawns[0], pawns[lead] = pawns[lead], pawns[0]
	return min(pawns[0]&7, pawns[0]&7^7)
}

// number returns the number of the placement of a layout's pieces on these squares, which it
// overwrites; of pawns leadPawn has been called.
func (s *shape) number(l *layout, squares []int) uint64 {
	if squares[0]&7 > 3 {
		turn(squares, 7)
	}
	var sum uint64
	if s.hasPawns() {
		sum = numberLeadPawns(squares[:s.pawns[0]])
	} else {
		sum = s.numberLeads(squares)
	}
	sum *= l.groups[0].factor
	placed := l.groups[0].size
	for i, g := range l.groups[1:] {
		offset := 0
		if i == 0 && s.pawns[1] > 0 {
			offset = notOfPawns
		}
		sum += numberGroup(squares[:placed], squares[placed:placed+g.size], offset) * g.factor
		placed += g.size
	}
	return sum
}

// turn changes the squares by the bits of a symmetry: 7 mirrors files, 56 ranks.
func turn(squares []int, bits int) {
	for i := range squares {
		squares[i] ^= bits
	}
}

// numberLeadPawns numbers the pawns that lead, the first of which is the leading one, on files a to d.
func numberLeadPawns(pawns []int) uint64 {
	sum := leadIndex[len(pawns)][pawns[0]]
	rest := pawns[1:]
	slices.SortFunc(rest, func(a, b int) int { return pawnRanks[a] - pawnRanks[b] })
	for i, sq := range rest {
		sum += binomials[i+1][pawnRanks[sq]]
	}
	return sum
}

// numberGroup numbers the squares of like pieces among those that are free of the pieces placed before.
func numberGroup(placed, group []int, offset int) (sum uint64) {
	slices.Sort(group)
	for i, sq := range group {
		smaller := 0
		for _, before := range placed {
			if before < sq {
				smaller++
			}
		}
		sum += binomials[i+1][sq-smaller-offset]
	}
	return sum
}

// numberLeads numbers the leading pieces of a table without pawns. The first, on files a to d by now, is
// brought into the triangle a1-d1-d4, and the first that is off its diagonal below that.
func (s *shape) numberLeads(squares []int) uint64 {
	if squares[0]>>3 > 3 {
		turn(squares, 56)
	}
	for _, sq := range squares[:s.leads()] {
		if side(sq) == 0 {
			continue
		}
		if side(sq) > 0 {
			for i, sq := range squares {
				squares[i] = sq>>3 | sq&7<<3
			}
		}
		break
	}
	if !s.unique {
		return uint64(kings[triangle[squares[0]]][squares[1]])
	}
	return uint64(numberThree(squares[0], squares[1], squares[2]))
}

// numberThree numbers three squares that differ: with the first below the diagonal; on it and the
// second below; both on it and the third below; all on it.
func numberThree(a, b, c int) int {
	bLess, cLess := 0, 0 // of the squares before
	if b > a {
		bLess = 1
	}
	if c > a {
		cLess++
	}
	if c > b {
		cLess++
	}
	const first, second, third = 6 * 63 * 62, 4 * 28 * 62, 4 * 7 * 28
	switch {
	case side(a) != 0:
		return (triangle[a]*63+b-bLess)*62 + c - cLess
	case side(b) != 0:
		return first + (a>>3*28+below[b])*62 + c - cLess
	case side(c) != 0:
		return first + second + (a>>3*7+b>>3-bLess)*28 + below[c]
	}
	return first + second + third + (a>>3*7+b>>3-bLess)*6 + c>>3 - cLess
}
