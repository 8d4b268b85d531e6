package fit_test

import (
	"flag"
	"math"
	"os"
	"testing"
	"time"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

var (
	texelFile   = flag.String("texel", "../../shared/data/texel/quiet_tcec.epd.zst", "`file` of positions with results for BenchmarkMethods")
	naiveEpochs = flag.Int("epochs", 200, "epochs of the naive Adam of BenchmarkMethods; 5000 is what the field's standard tool runs")
)

// BenchmarkMethods prints, for every method on set pesto and one core, the passes, the
// seconds and how far above the optimum it ends; beside them a full-batch Adam as
// the tools of the field have it: rows of floating-point coefficients, one after the
// other. Run it with -benchtime 1x.
func BenchmarkMethods(b *testing.B) {
	if _, err := os.Stat(*texelFile); err != nil {
		b.Skip("no positions with results: pass -texel FILE")
	}
	set, _, err := extract.Memory(b.Context(), []string{*texelFile}, extract.Options{Set: features.PeSTO})
	if err != nil {
		b.Fatal(err)
	}
	opt := fit.Options{Loss: fit.Sigmoid, Intercept: fit.NoIntercept, Split: fit.Split{By: fit.SplitNone}, Threads: 1,
		Texel: fit.Texel{Search: fit.Search{Start: published(b), Quick: true, Tolerance: 1e-14}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}}
	best, err := fit.Fit(b.Context(), set, opt)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d rows, K %.6f, optimum %.12f", set.Rows(), best.K.Value, best.Final)
	b.Logf("%-20s %7s %8s %15s %9s", "method", "passes", "seconds", "MSE", "gap")
	opt.Texel.K = best.K.Value
	for b.Loop() {
		for _, m := range []struct {
			method fit.Method
			passes int
		}{{fit.LBFGS, 20_000}, {fit.LevenbergMarquardt, 20_000}, {fit.Adam, 1000}, {fit.SGD, 300}} {
			opt.Method, opt.Texel.Passes, opt.Texel.Tolerance = m.method, m.passes, 1e-9
			stamp := time.Now()
			last := stamp
			opt.Progress = func(p fit.Progress) {
				if p.Loss > 0 {
					last = time.Now()
				}
			}
			r, err := fit.Fit(b.Context(), set, opt)
			if err != nil {
				b.Fatal(err)
			}
			b.Logf("%-20v %7d %8.2f %15.12f %9.1e", m.method, r.Passes, last.Sub(stamp).Seconds(), r.Final, r.Final-best.Final)
		}
		rows := readNaive(b, set)
		stamp := time.Now()
		mse := naiveAdam(rows, weightsOf(published(b), set.Schema()), best.K.Value, *naiveEpochs)
		b.Logf("%-20s %7d %8.2f %15.12f %9.1e", "naive Adam", *naiveEpochs, time.Since(stamp).Seconds(), mse, mse-best.Final)
	}
}

// published returns PeSTO's weights by name.
func published(b *testing.B) (list []fit.NamedWeight) {
	f, ok := weights.Published("pesto")
	if !ok {
		b.Fatal("no published weights")
	}
	for _, w := range f.Weights() {
		list = append(list, fit.NamedWeight{Name: w.Name, Value: w.Value})
	}
	return list
}

// weightsOf returns weights in the order of the columns, mg and eg in turn.
func weightsOf(list []fit.NamedWeight, s matrix.Schema) []float64 {
	values := make(map[string]float64)
	for _, w := range list {
		values[w.Name] = w.Value
	}
	var w []float64
	for _, c := range s.Columns {
		for _, name := range c.Weights() {
			w = append(w, values[name])
		}
	}
	return w
}

// A naiveRow is what tuners keep of a position.
type naiveRow struct {
	column []uint16
	count  []float32
	phase  float64
	result float64
}

func readNaive(b *testing.B, set *matrix.Set) (rows []naiveRow) {
	s := set.Schema()
	var block matrix.Block
	for k := range set.Blocks() {
		if err := set.ReadBlock(k, &block); err != nil {
			b.Fatal(err)
		}
		for i := range block.Rows() {
			columns, counts := block.Row(i)
			rows = append(rows, naiveRow{append([]uint16(nil), columns...), append([]float32(nil), counts...),
				float64(s.MG[block.MG[i]]), float64(block.Result[i]-1) / 2})
		}
	}
	return rows
}

// naiveAdam is full-batch Adam with a step of one centipawn.
func naiveAdam(rows []naiveRow, w []float64, k float64, epochs int) (mse float64) {
	m, v, g := make([]float64, len(w)), make([]float64, len(w)), make([]float64, len(w))
	scale := winprob.Logit(k)
	for epoch := 1; epoch <= epochs+1; epoch++ {
		clear(g)
		mse = 0
		for i := range rows {
			r := &rows[i]
			s := 0.0
			for j, c := range r.column {
				s += float64(r.count[j]) * (w[2*c]*r.phase + w[2*c+1]*(1-r.phase))
			}
			e := 1 / (1 + math.Exp(-scale*s))
			mse += (e - r.result) * (e - r.result)
			slope := 2 * scale * (e - r.result) * e * (1 - e) / float64(len(rows))
			for j, c := range r.column {
				g[2*c] += slope * float64(r.count[j]) * r.phase
				g[2*c+1] += slope * float64(r.count[j]) * (1 - r.phase)
			}
		}
		mse /= float64(len(rows))
		if epoch > epochs {
			break
		}
		for j := range w {
			m[j], v[j] = 0.9*m[j]+0.1*g[j], 0.999*v[j]+0.001*g[j]*g[j]
			w[j] -= m[j] / (1 - math.Pow(0.9, float64(epoch))) / (math.Sqrt(v[j]/(1-math.Pow(0.999, float64(epoch)))) + 1e-8)
		}
	}
	return mse
}
