// A tiny evaluation that dumps its trace. Input: lines of PLACEMENT SIDE RESULT GAME.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"tiny/trace"
)

type S struct{ mg, eg int } // middlegame, endgame

var (
	Material = [5]S{{82, 94}, {337, 281}, {365, 297}, {477, 512}, {1025, 936}}
	PawnRank = [8]S{{0, 0}, {-8, 2}, {-3, 0}, {4, 6}, {11, 19}, {30, 55}, {70, 120}, {0, 0}}
	Tempo    = 14
)

const BishopPairMg, BishopPairEg = 22, 61

func (sum *S) add(w S, n int) {
	sum.mg += n * w.mg
	sum.eg += n * w.eg
}

// evaluate returns centipawns from White's view.
func evaluate(placement string, whiteToMove bool) int {
	var sum S
	phase, rank, bishops := 0, 7, [2]int{}
	for _, c := range placement {
		if c == '/' {
			rank--
		}
		piece := strings.IndexRune("pnbrqPNBRQ", c)
		if piece < 0 {
			continue
		}
		sign, r := -1, 7-rank
		if piece >= 5 {
			sign, r, piece = 1, rank, piece-5
		}
		sum.add(Material[piece], sign)
		if trace.On {
			trace.Count(&Material[piece], sign)
		}
		phase += [5]int{0, 1, 1, 2, 4}[piece]
		switch piece {
		case 0:
			sum.add(PawnRank[r], sign)
			if trace.On {
				trace.Count(&PawnRank[r], sign)
			}
		case 2:
			bishops[(sign+1)/2]++
		}
	}
	pairs := bishops[1]/2 - bishops[0]/2
	sum.add(S{BishopPairMg, BishopPairEg}, pairs)
	if trace.On {
		trace.CountNamed("bishop_pair", pairs)
	}
	if phase > 24 {
		phase = 24
	}
	tempo := -1
	if whiteToMove {
		tempo = 1
	}
	if trace.On {
		trace.Count(&Tempo, tempo)
		trace.Factors(float64(phase)/24, float64(24-phase)/24)
	}
	return (sum.mg*phase+sum.eg*(24-phase))/24 + tempo*Tempo
}

func declare() {
	trace.Set("tiny")
	trace.Term(&Material, "material.{pawn,knight,bishop,rook,queen}")
	trace.Term(&PawnRank, "pawn_rank.{1..8}")
	trace.Named("bishop_pair")
	trace.Plain(&Tempo, "tempo")
}

func main() {
	declare()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) != 4 {
			continue
		}
		eval := evaluate(f[0], f[1] == "w")
		trace.Row(f[2], f[3], eval)
		if !trace.On {
			fmt.Println(eval) // as in play
		}
	}
}
