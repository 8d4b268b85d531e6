package fittest

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A FormulaLeague is random games whose results come from a formula of known weights, beside that
// written out in Go.
type FormulaLeague struct {
	Name    string
	Columns []matrix.Column
	Formula string
	Truth   map[string]float64
	Start   map[string]float64 // where a fit begins; nil: at 0

	// Written is the evaluation of a row with counts x and middlegame factor φ, and of the endgame
	// 1−φ, by the weights w.
	Written func(x func(column string) float64, phi float64, w map[string]float64) float64

	K       float64
	Games   int
	PerGame int
	Seed    uint64
}

// Squares is a league with a square of each side's danger; the weights of both sums are the same.
func Squares(seed uint64) FormulaLeague {
	return FormulaLeague{
		Name: "square", Seed: seed, K: 1.2, Games: 300, PerGame: 12, Formula: matrix.BlockFormula,
		Columns: append(twoLinear(), bySide("white", "black", "d.a", "d.b", "d.c")...),
		Truth:   map[string]float64{"x0": 80, "x1.mg": -40, "x1.eg": 25, "d.a": 30, "d.b": 55, "d.c": -20},
		Written: func(x func(string) float64, phi float64, w map[string]float64) float64 {
			side := func(of string) float64 {
				return math.Max(0, w["d.a"]*x(of+"/d.a")+w["d.b"]*x(of+"/d.b")+w["d.c"]*x(of+"/d.c"))
			}
			return linearOf(x, phi, w) + (side("white")*side("white")-side("black")*side("black"))/100*phi
		},
	}
}

// Sigmoids is a league whose danger goes through a sigmoid of which the height is a weight: how fast it
// rises is that of the sum.
func Sigmoids(seed uint64) FormulaLeague {
	return FormulaLeague{
		Name: "sigmoid", Seed: seed, K: 1.2, Games: 300, PerGame: 12,
		Formula: "height = weight(danger.height); linear + height * mg * (sigmoid((white - weight(danger.centre)) / 10) - sigmoid((black - weight(danger.centre)) / 10))",
		Columns: append(twoLinear(), bySide("white", "black", "d.a", "d.b")...),
		Truth:   map[string]float64{"x0": 80, "x1.mg": -40, "x1.eg": 25, "d.a": 8, "d.b": 12, "danger.height": 300, "danger.centre": 20},
		Start:   map[string]float64{"d.a": 5, "d.b": 5, "danger.height": 100, "danger.centre": 10},
		Written: func(x func(string) float64, phi float64, w map[string]float64) float64 {
			side := func(of string) float64 {
				return 1 / (1 + math.Exp((w["danger.centre"]-w["d.a"]*x(of+"/d.a")-w["d.b"]*x(of+"/d.b"))/10))
			}
			return linearOf(x, phi, w) + w["danger.height"]*phi*(side("white")-side("black"))
		},
	}
}

// Complexities is a league whose endgame is pulled to a draw, as far as that, by a sum of its own: the
// sum linear is in the formula by its parts.
func Complexities(seed uint64) FormulaLeague {
	return FormulaLeague{
		Name: "complexity", Seed: seed, K: 1.2, Games: 300, PerGame: 12,
		Formula: "e = linear.eg + (if linear.eg > 0 then max(c, -linear.eg) else -max(c, linear.eg)); linear.mg * mg + e * eg",
		Columns: append(twoLinear(), matrix.Column{Name: "c/c.pawns"}, matrix.Column{Name: "c/c.flanks"}),
		Truth:   map[string]float64{"x0": 80, "x1.mg": -40, "x1.eg": 45, "c.pawns": 15, "c.flanks": -25},
		Start:   map[string]float64{"x0": 50, "x1.eg": 20},
		Written: func(x func(string) float64, phi float64, w map[string]float64) float64 {
			mg, eg := w["x0"]*x("x0")+w["x1.mg"]*x("x1"), w["x0"]*x("x0")+w["x1.eg"]*x("x1")
			c := w["c.pawns"]*x("c/c.pawns") + w["c.flanks"]*x("c/c.flanks")
			if eg > 0 {
				eg += math.Max(c, -eg)
			} else {
				eg -= math.Max(c, eg)
			}
			return mg*phi + eg*(1-phi)
		},
	}
}

// FormulaLeagues are all of them.
var FormulaLeagues = []func(seed uint64) FormulaLeague{Squares, Sigmoids, Complexities}

func twoLinear() []matrix.Column {
	columns := PlainColumns(2)
	columns[1].Tapered = true
	return columns
}

// bySide returns columns of the same weights for two sums.
func bySide(white, black string, weights ...string) (columns []matrix.Column) {
	for _, sum := range []string{white, black} {
		for _, w := range weights {
			columns = append(columns, matrix.Column{Name: sum + "/" + w})
		}
	}
	return columns
}

// linearOf is x0 and x1, tapered.
func linearOf(x func(string) float64, phi float64, w map[string]float64) float64 {
	return w["x0"]*x("x0") + (w["x1.mg"]*phi+w["x1.eg"]*(1-phi))*x("x1")
}

// Rows plays the games: counts of sums are 0 to 3, others −2 to 2.
func (l FormulaLeague) Rows() []Row {
	rng := rand.New(rand.NewPCG(l.Seed, 83))
	var rows []Row
	for g := range l.Games {
		luck := rng.Float64()
		for range l.PerGame {
			r := Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: uint8(rng.IntN(5))}
			r.Eg = r.Mg
			for _, column := range l.Columns {
				v := float32(rng.IntN(5) - 2)
				if column.Sum() != "" {
					v = float32(rng.IntN(4) * Bit(rng.IntN(3) > 0))
				}
				r.Counts = append(r.Counts, v)
			}
			r.Result = Result(winprob.Expected(l.K, l.Evaluation(r, l.Truth)), luck)
			rows = append(rows, r)
		}
	}
	return rows
}

// Evaluation is the formula written out.
func (l FormulaLeague) Evaluation(r Row, w map[string]float64) float64 {
	return l.Written(func(name string) float64 {
		for c, column := range l.Columns {
			if column.Name == name {
				return float64(r.Counts[c])
			}
		}
		panic(name)
	}, float64(r.Mg)/4, w)
}

// Schema is that of the league's rows.
func (l FormulaLeague) Schema(t testing.TB) matrix.Schema {
	return FormulaSchema(t, l.Formula, l.Columns)
}

// Set is the league as data.
func (l FormulaLeague) Set(t testing.TB) *matrix.Set { return SetOf(t, l.Schema(t), 100, l.Rows()) }

// Options are those of a fit whose weights are compared with the truth.
func (l FormulaLeague) Options(loss fit.Loss) fit.Options {
	opt := Planted(loss)
	opt.Texel.K = l.K
	for _, name := range slices.Sorted(maps.Keys(l.Start)) {
		opt.Texel.Start = append(opt.Texel.Start, fit.NamedWeight{Name: name, Value: l.Start[name]})
	}
	return opt
}

// TruthOf returns the true weights in the order of a result.
func (l FormulaLeague) TruthOf(r *fit.Result) (list []float64) {
	for _, w := range r.Weights {
		list = append(list, l.Truth[w.Name])
	}
	return list
}
