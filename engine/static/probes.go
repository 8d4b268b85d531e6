package static

import (
	"math"
	"slices"

	"example.org/centipawn/board"
)

// odds are what one side lacks in a probe.
type odds uint8

const (
	even odds = iota
	pawnUp
	rookUp
	queenUp
)

// boards are quiet and the same for both sides, and what is left of them when Black lacks a piece.
var boards = []struct {
	odds   odds
	base   int // of which it is
	pieces string
}{
	{even, 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{pawnUp, 0, "rnbqkbnr/pp1ppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{pawnUp, 0, "rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{rookUp, 0, "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{queenUp, 0, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	{even, 1, "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1"},
	{pawnUp, 1, "r1bq1rk1/pp3ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1"},
	{pawnUp, 1, "r1bq1rk1/ppp2pp1/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1"},
	{rookUp, 1, "r1bq2k1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1"},
	{queenUp, 1, "r1b2rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1"},
	{even, 2, "r2q1rk1/pb1nbppp/1p1ppn2/2p5/2P5/1P1PPN2/PB1NBPPP/R2Q1RK1"},
	{pawnUp, 2, "r2q1rk1/pb1nbppp/3ppn2/2p5/2P5/1P1PPN2/PB1NBPPP/R2Q1RK1"},
	{pawnUp, 2, "r2q1rk1/pb1nbpp1/1p1ppn2/2p5/2P5/1P1PPN2/PB1NBPPP/R2Q1RK1"},
	{rookUp, 2, "3q1rk1/pb1nbppp/1p1ppn2/2p5/2P5/1P1PPN2/PB1NBPPP/R2Q1RK1"},
	{queenUp, 2, "r4rk1/pb1nbppp/1p1ppn2/2p5/2P5/1P1PPN2/PB1NBPPP/R2Q1RK1"},
}

// A probe is a position of each board: with either side to move, and with colours exchanged.
type probe struct {
	odds  odds
	base  int
	board int
	ahead board.Color // who is, unless the odds are even
	mover board.Color
	p     board.Position
}

// probes are four of each board, one after the other: White ahead and to move, White ahead and Black to
// move, and what these are with colours exchanged.
func probes() (list []probe, err error) {
	for i, b := range boards {
		var four [4]probe
		for k, mover := range []string{"w", "b"} {
			p, err := board.ParseFEN(b.pieces + " " + mover + " - - 0 10")
			if err != nil {
				return nil, err
			}
			four[k] = probe{b.odds, b.base, i, board.White, p.SideToMove(), p}
			mirror := p.Mirror()
			four[k+2] = probe{b.odds, b.base, i, board.Black, mirror.SideToMove(), mirror}
		}
		list = append(list, four[:]...)
	}
	return list, nil
}

// A verdict is what the numbers of all probes say of an evaluation.
type verdict struct {
	view    View
	sure    float64 // share of the signs that the view explains
	against bool    // positive numbers are for the other side than view says
	pawn    float64 // what a pawn more is worth in the printed unit, the median
	queen   float64
	skew    float64 // the largest difference between a position and that with colours exchanged, in the printed unit
	same    bool    // all numbers are equal
	least   float64 // of the numbers
	most    float64
}

// judge compares the numbers of the probes.
func judge(list []probe, values []float64) (v verdict) {
	v.least, v.most = slices.Min(values), slices.Max(values)
	if v.same = v.least == v.most; v.same {
		return v
	}
	agree, signs := [2]int{}, 0 // with White's view, and with the mover's, less those against
	for i, p := range list {
		if p.odds < rookUp {
			continue
		}
		signs++
		agree[0] += sign(values[i]) * side(p.ahead)
		agree[1] += sign(values[i]) * side(p.ahead) * side(p.mover)
	}
	v.view = ViewWhite
	if abs(agree[1]) > abs(agree[0]) {
		v.view = ViewMover
	}
	net := agree[v.view-ViewWhite]
	v.against = net < 0
	v.sure = float64(signs+abs(net)) / float64(2*signs)
	white := make([]float64, len(values)) // White's view
	for i, p := range list {
		white[i] = values[i]
		if v.view == ViewMover {
			white[i] *= float64(side(p.mover))
		}
	}
	v.pawn, v.queen = worth(list, white, pawnUp), worth(list, white, queenUp)
	for i := 0; i < len(white); i += 4 {
		v.skew = max(v.skew, math.Abs(white[i]+white[i+2]), math.Abs(white[i+1]+white[i+3]))
	}
	return v
}

// worth is the median of what a piece more adds, White's view, with either side to move.
func worth(list []probe, white []float64, of odds) float64 {
	var gains []float64
	for i := 0; i < len(list); i += 4 {
		if list[i].odds != of {
			continue
		}
		level := slices.IndexFunc(list, func(p probe) bool { return p.base == list[i].base })
		for k := range 4 {
			gains = append(gains, (white[i+k]-white[level+k])*float64(side(list[i+k].ahead)))
		}
	}
	slices.Sort(gains)
	return (gains[(len(gains)-1)/2] + gains[len(gains)/2]) / 2
}

// side is 1 for White and -1 for Black.
func side(c board.Color) int { return 1 - 2*int(c) }

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }
