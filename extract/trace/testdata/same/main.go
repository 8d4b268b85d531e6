// Counts the same as main.c and main.rs.
package main

import "same/trace"

var (
	Material = [2][2]int16{{90, 100}, {310, 300}}
	Squares  = [2][64]int{{1}, {2}}
	Mobility = [2][4]struct{ mg, eg int8 }{}
	Odd      = [2]int{1, 2}
	Shared   = []int{5, 6}
	Tempo    = 12
)

func main() {
	trace.Set("same")
	trace.Term(&Material, "material.{pawn,knight}")
	trace.Term(&Squares, "pst.{pawn,king}.{a8..h1}")
	trace.From(&Mobility[1][0], "mobility.1.{0..3}")
	trace.Plain(&Odd, "odd.{0..3,x}")
	trace.Plain(&Tempo, "tempo")
	trace.Named("pair")
	trace.NamedPlain("space")
	trace.Term(&Shared, "shared.{a,b}")

	trace.Count(&Material[0], 1)
	trace.Count(&Material[0], int8(-1))
	trace.Count(&Material[1], uint8(2))
	trace.Count(&Squares[1][63], -1)
	trace.Count(&Mobility[1][2], 0.5)
	trace.Count(&Odd[1], 1)
	trace.Count(&Tempo, 1/3.)
	trace.CountNamed("pair", 1)
	trace.Factors(7/24., 17/48.)
	trace.Offset(12.25)
	trace.Score(-31)
	trace.Row("1-0", "g7", 34.5)

	trace.Row("?", "", 0)

	trace.Count(&Shared[0], 1)
	countOther()
	trace.Factors(1, 0)
	trace.Row("0.5", "12", -123456.789)
}

func countOther() {
	trace.Count(&Shared[0], 1)
	trace.Count(&Shared[1], -1)
	trace.Count(&Tempo, -1)
	trace.CountNamed("space", -2)
}
