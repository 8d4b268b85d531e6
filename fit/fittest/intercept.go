package fittest

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit"
)

// ByScores are the options of a fit to the scores.
func (l League) ByScores(loss fit.Loss) fit.Options {
	opt := l.Options(loss)
	opt.Target.ScoreShare, opt.Target.LabelK, opt.Texel.Scale = 1, []float64{l.K}, fit.ScaleNone
	return opt
}

// WithGroups gives a twin a column for each game that has more than one row, without the rows of others.
func (tw *Twin) WithGroups() *Twin {
	count, column := make(map[uint32]int), make(map[uint32]int)
	for _, g := range tw.Games {
		count[g]++
	}
	out := &Twin{Weights: tw.Weights}
	var keep []int
	for i, g := range tw.Games {
		if count[g] < 2 {
			continue
		}
		if _, ok := column[g]; !ok {
			column[g] = tw.Weights + len(column)
		}
		keep = append(keep, i)
		out.Y, out.Base = append(out.Y, tw.Y[i]), append(out.Base, tw.Base[i])
		out.W, out.Games = append(out.W, tw.W[i]), append(out.Games, g)
	}
	out.X = mat.NewDense(len(keep), tw.Weights+len(column), nil)
	for to, i := range keep {
		for j := range tw.Weights {
			out.X.Set(to, j, tw.X.At(i, j))
		}
		out.X.Set(to, column[tw.Games[i]], 1)
	}
	return out
}

// LeaveOut is jackknife where a game that is left out takes its column with it.
func (tw *Twin) LeaveOut(psi, curvature []float64) []float64 {
	n, k := tw.X.Dims()
	bread, index := mat.NewSymDense(k, nil), []uint32(nil)
	games, scores := make(map[uint32]*mat.SymDense), make(map[uint32]*mat.VecDense)
	for i := range n {
		row, g := mat.NewVecDense(k, mat.Row(nil, i, tw.X)), tw.Games[i]
		if games[g] == nil {
			games[g], scores[g], index = mat.NewSymDense(k, nil), mat.NewVecDense(k, nil), append(index, g)
		}
		games[g].SymRankOne(games[g], tw.W[i]*curvature[i], row)
		scores[g].AddScaledVec(scores[g], tw.W[i]*psi[i], row)
		bread.SymRankOne(bread, tw.W[i]*curvature[i], row)
	}
	se := make([]float64, tw.Weights)
	for n, g := range index {
		var rest mat.Dense
		rest.Sub(bread, games[g])
		own := tw.Weights + n
		for j := range k {
			rest.Set(own, j, 0)
			rest.Set(j, own, 0)
		}
		rest.Set(own, own, 1)
		scores[g].SetVec(own, 0)
		var change mat.VecDense
		if err := change.SolveVec(&rest, scores[g]); err != nil {
			panic(err) // the test is at fault
		}
		for j := range se {
			se[j] += change.AtVec(j) * change.AtVec(j)
		}
	}
	for j, v := range se {
		se[j] = math.Sqrt(v * (1 - 1/float64(len(games))))
	}
	return se
}
