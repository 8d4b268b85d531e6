// Counts the same as main.c and main.rs.
package main

import "same/trace"

var (
	Material = [2][2]int16{{90, 100}, {310, 300}}
	Squares  = [2][64]int{{1}, {2}}
	Mobility = [2][4]struct{ mg, eg int8 }{}
	Odd      = [2]int{1, 2}
	Shared   = []int{5, 6}
	Danger   = []int{7, 8}
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
	trace.Formula(`danger = square(max(0, black)) - square(max(0, white));
		limit = white + black - plain;
		linear + danger / 720 * mg + min(scale, limit * stronger)`)
	trace.Sums("white", "black")
	trace.Term(&Danger, "danger.{0..1}")
	trace.Named("check")
	trace.Sums("plain", "linear")
	trace.Plain(&Odd[1], "odd.again")

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
	trace.Sum("white")
	trace.Count(&Danger[1], 3)
	trace.CountNamed("check", 1)
	trace.Sum("black")
	trace.Count(&Danger[1], 2)
	trace.Forget("black")
	trace.Count(&Danger[0], 2)
	trace.CountIn("white", &Danger[0], 0.5)
	trace.CountNamed("check", 4)
	trace.Sum("linear")
	trace.CountNamed("space", 1)
	trace.Input("scale", 37/64.)
	trace.Input("stronger", -1)
	trace.SumValue("white", 24.5, -3)
	trace.Sum("black")
	trace.Row("1-0", "g7", 34.5)

	trace.Input("stronger", 0)
	trace.Input("scale", 0)
	trace.Row("?", "", 0)

	trace.Count(&Shared[0], 1)
	countOther()
	trace.CountIn("plain", &Odd[1], 1)
	trace.Input("scale", 1)
	trace.Input("stronger", 1)
	trace.SumValue("plain", 2, 2)
	trace.SumValue("linear", 1e6, -1)
	trace.Factors(1, 0)
	trace.Row("0.5", "12", -123456.789)
}

func countOther() {
	trace.Count(&Shared[0], 1)
	trace.Count(&Shared[1], -1)
	trace.Count(&Tempo, -1)
	trace.CountNamed("space", -2)
}
