package advise

import (
	"cmp"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// A grouping divides rows by a fact of their positions, and says whose bias is asked for: a side that the
// position itself distinguishes, so that the picture of a position with the colours exchanged is in the
// same group, and on the same side.
type grouping struct {
	by, side string
	groups   []string
	bare     bool // a position is not needed

	// of returns the group of row i, −1 for none, and +1 if the side is White, −1 if it is Black, 0 if
	// it is neither.
	of func(s *session, i int) (group, side int)
}

const aheadByEval = "the side ahead by the evaluation"

// groupings are what is looked at.
var groupings = []grouping{
	{by: "phase", side: aheadByEval, groups: phaseNames, bare: true, of: func(s *session, i int) (int, int) {
		return min(int(4*s.phase[i]), 3), cmp.Compare(s.eval[i], 0)
	}},
	{by: "size of the evaluation", side: aheadByEval, bare: true, groups: []string{"below 25", "25 to 50", "50 to 100", "100 to 200", "200 to 400", "400 and more"}, of: func(s *session, i int) (int, int) {
		return below(math.Abs(float64(s.eval[i])), 25, 50, 100, 200, 400), cmp.Compare(s.eval[i], 0)
	}},
	{by: "material", side: "the side ahead in material", groups: []string{"a pawn", "2 pawns", "3 or 4 pawns", "5 pawns and more"}, of: func(s *session, i int) (int, int) {
		m := datasets.Material(s.position(i))
		return below(math.Abs(float64(m)), 1, 2, 3, 5) - 1, cmp.Compare(m, 0)
	}},
	{by: "material on the board", side: aheadByEval, groups: []string{"pawns alone", "rooks and pawns", "minor pieces and pawns", "bishops of opposite colours alone", "rooks and minor pieces", "queens, both sides", "a queen against none"}, of: func(s *session, i int) (int, int) {
		return piecesOf(s.position(i)), cmp.Compare(s.eval[i], 0)
	}},
	{by: "bishop pair", side: "the side with the pair", groups: []string{"against none"}, of: func(s *session, i int) (int, int) {
		d := pairOf(s.position(i), board.White) - pairOf(s.position(i), board.Black)
		return group(d != 0), d
	}},
	{by: "attackers on a king", side: "the side with more of them", groups: []string{"one more", "two more", "three and more"}, of: func(s *session, i int) (int, int) {
		p := s.position(i)
		return more(attackers(p, board.White)-attackers(p, board.Black), 3)
	}},
	{by: "shelter of the king", side: "the side with more pawns of it", groups: []string{"one more", "two more", "three more"}, of: func(s *session, i int) (int, int) {
		p := s.position(i)
		if s.phase[i] < 0.5 {
			return -1, 0
		}
		return more(shelter(p, board.White)-shelter(p, board.Black), 3)
	}},
	{by: "kings", side: aheadByEval, groups: []string{"on opposite wings", "on one wing"}, of: func(s *session, i int) (int, int) {
		return wings(s.position(i)), cmp.Compare(s.eval[i], 0)
	}},
	{by: "pawn structure", side: aheadByEval, groups: []string{"open: no blocked pawns", "1 or 2 blocked pairs", "closed: 3 and more"}, of: func(s *session, i int) (int, int) {
		p := s.position(i)
		blocked := (p.Pieces(board.White, board.Pawn).North() & p.Pieces(board.Black, board.Pawn)).Count()
		return below(float64(blocked), 1, 3), cmp.Compare(s.eval[i], 0)
	}},
	{by: "passed pawns", side: "the side with more of them", groups: []string{"one more", "two and more"}, of: func(s *session, i int) (int, int) {
		p := s.position(i)
		return more(passed(p, board.White)-passed(p, board.Black), 2)
	}},
	{by: "side to move", side: "the side to move", groups: phaseNames, of: func(s *session, i int) (int, int) {
		side := 1
		if s.position(i).SideToMove() == board.Black {
			side = -1
		}
		return min(int(4*s.phase[i]), 3), side
	}},
}

// below returns how many edges v has reached.
func below(v float64, edges ...float64) (n int) {
	for n < len(edges) && v >= edges[n] {
		n++
	}
	return n
}

// group is the first group if it is so, else none.
func group(so bool) int {
	if so {
		return 0
	}
	return -1
}

// more returns the group of a difference, of which the last takes all larger ones, and its side.
func more(difference, groups int) (group, side int) {
	side = cmp.Compare(difference, 0)
	return min(side*difference, groups) - 1, side
}

// piecesOf says what stands on the board.
func piecesOf(p *board.Position) int {
	white, black := p.Pieces(board.White, board.Queen) != 0, p.Pieces(board.Black, board.Queen) != 0
	rooks, bishops, knights := p.ByType(board.Rook), p.ByType(board.Bishop), p.ByType(board.Knight)
	switch {
	case white != black:
		return 6
	case white:
		return 5
	case rooks == 0 && knights == 0 && p.Pieces(board.White, board.Bishop).Count() == 1 && p.Pieces(board.Black, board.Bishop).Count() == 1 && (bishops&board.LightSquares).Count() == 1:
		return 3
	case rooks != 0 && bishops|knights != 0:
		return 4
	case rooks != 0:
		return 1
	case bishops|knights != 0:
		return 2
	}
	return 0
}

// pairOf is 1 if a side has bishops on squares of both colours.
func pairOf(p *board.Position, c board.Color) int {
	b := p.Pieces(c, board.Bishop)
	if b&board.LightSquares != 0 && b&^board.LightSquares != 0 {
		return 1
	}
	return 0
}

// attackers counts the pieces of a side, pawns not among them, that attack a square beside the other
// side's king.
func attackers(p *board.Position, c board.Color) (n int) {
	zone, occupied := board.KingAttacks(p.King(1-c)), p.Occupied()
	for pt := board.Knight; pt <= board.Queen; pt++ {
		for pieces := p.Pieces(c, pt); pieces != 0; {
			if board.Attacks(pt, pieces.Pop(), occupied)&zone != 0 {
				n++
			}
		}
	}
	return n
}

// shelter counts the files of and beside a side's king on which it has a pawn within two ranks before the king.
func shelter(p *board.Position, c board.Color) int {
	zone := board.SquareBB(p.King(c)).Widen()
	pawns := p.Pieces(c, board.Pawn) & (zone.Forward(c) | zone.Forward(c).Forward(c))
	return (pawns.FillFiles() & board.Rank1).Count()
}

// wings is 0 with kings on opposite wings, 1 with kings on one wing, −1 if one stands in the centre.
func wings(p *board.Position) int {
	const centre = board.FileA<<3 | board.FileA<<4
	const east = board.FileA<<5 | board.FileA<<6 | board.FileA<<7
	white, black := board.SquareBB(p.King(board.White)), board.SquareBB(p.King(board.Black))
	switch {
	case (white|black)&centre != 0:
		return -1
	case (white&east != 0) != (black&east != 0):
		return 0
	}
	return 1
}

// passed counts pawns that no pawn of the other side can stop or take.
func passed(p *board.Position, c board.Color) int {
	theirs := p.Pieces(1-c, board.Pawn)
	span := theirs.FrontSpan(1 - c)
	return (p.Pieces(c, board.Pawn) &^ (span | span.Beside())).Count()
}

// residuals says where the evaluation is wrong at large.
func (s *session) residuals() {
	for i := range groupings {
		if g := &groupings[i]; g.bare || !s.bare {
			s.residualsBy(g)
		}
	}
}

// residualsBy adds the groups of a grouping that have rows of several games.
func (s *session) residualsBy(g *grouping) {
	sums := make([]residualSum, len(g.groups))
	for i := range s.samples {
		if k, side := g.of(s, i); k >= 0 {
			sums[k].add(s.samples[i].Game, float64(side), float64(s.label[i])-s.expected[i], s.expected[i])
		}
	}
	for k := range sums {
		r := sums[k].residual(s.report.K, s.report.Loss*float64(len(s.samples)))
		if r.Games < 2 {
			continue
		}
		r.By, r.Side, r.Group = g.by, g.side, g.groups[k]
		s.report.Residuals = append(s.report.Residuals, r)
	}
}

// A residualSum adds up the residuals of a group of rows, and those of its sides by game.
type residualSum struct {
	rows, sided   int
	squares       float64
	bias, slope   float64
	index         map[uint32]int
	byGame, count []float64 // of sided rows
}

// add adds a row: its game, the sign of the side whose bias it is, label less expected score, and that.
func (r *residualSum) add(game uint32, side, residual, expected float64) {
	if r.index == nil {
		r.index = make(map[uint32]int)
	}
	k, known := r.index[game]
	if !known {
		k = len(r.byGame)
		r.index[game] = k
		r.byGame, r.count = append(r.byGame, 0), append(r.count, 0)
	}
	r.rows++
	r.squares += residual * residual
	if side == 0 {
		return
	}
	r.sided++
	r.bias += side * residual
	r.slope += expected * (1 - expected)
	r.byGame[k] += side * residual
	r.count[k]++
}

// residual returns the figures of the group; loss is the whole sum of squares.
func (r *residualSum) residual(k, loss float64) Residual {
	x := Residual{Rows: r.rows, Games: len(r.byGame)}
	if r.rows == 0 || loss == 0 {
		return x
	}
	x.Loss, x.Share = r.squares/float64(r.rows), r.squares/loss
	if r.sided == 0 || len(r.byGame) < 2 {
		return x
	}
	x.Bias = r.bias / float64(r.sided)
	sum, games := 0.0, 0.0
	for g, b := range r.byGame {
		d := b - x.Bias*r.count[g]
		sum += d * d
		games += min(1, r.count[g])
	}
	if games < 2 {
		return x
	}
	x.Error = math.Sqrt(sum*games/(games-1)) / float64(r.sided)
	if r.slope > 0 {
		x.Centipawn = r.bias / (winprob.Logit(k) * r.slope)
	}
	return x
}
