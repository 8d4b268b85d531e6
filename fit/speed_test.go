package fit_test

import (
	"flag"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/linear"
	"example.org/centipawn/matrix"
)

var benchRows = flag.Int("rows", 1<<20, "`rows` of the matrices of the benchmarks")

// BenchmarkLeastSquares estimates 8 columns of float32 counts, none of them 0,
// from a mapped matrix, all rows in training: one pass and the solution. It
// reports how many times longer that takes than adding up every element of
// every array of the same file with as many threads. For the figure in the documentation:
//
//	go test ./fit -run '^$' -bench LeastSquares -rows 20000000
func BenchmarkLeastSquares(b *testing.B) {
	set := mapped(b, *benchRows, 8, 8)
	opt := fit.Options{Split: fit.Split{By: fit.SplitNone}}.WithDefaults()
	plainSum(b, set, opt.Threads) // the first reading of a block also checks it
	var plain time.Duration
	benchmarkEstimate(b, set, opt, func() { // taken in turn: both see the same load of the machine
		b.StopTimer()
		start := time.Now()
		plainSum(b, set, opt.Threads)
		plain += time.Since(start)
		b.StartTimer()
	})
	b.ReportMetric(float64(b.Elapsed())/float64(plain), "×plain-sum")
}

// BenchmarkWide estimates 800 columns of which a row has 30.
func BenchmarkWide(b *testing.B) {
	set := mapped(b, *benchRows/8, 800, 30)
	benchmarkEstimate(b, set, fit.Options{Split: fit.Split{By: fit.SplitNone}}.WithDefaults(), func() {})
}

// BenchmarkFit makes all passes: estimate, errors, standard errors.
func BenchmarkFit(b *testing.B) {
	set := mapped(b, *benchRows, 8, 8)
	for b.Loop() {
		fittest.MustFit(b, set, fit.Options{})
	}
	b.ReportMetric(float64(set.Rows())*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// benchmarkEstimate calls before ahead of every estimate.
func benchmarkEstimate(b *testing.B, set *matrix.Set, opt fit.Options, before func()) {
	j, err := fit.NewJob(set, opt)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		before()
		e := &linear.Problem{Job: j, Ridge: opt.Ridge, Intercepts: opt.Intercept == fit.WithIntercept}
		if _, err := e.Estimate(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(set.Rows())*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// mapped writes a matrix of random rows to disk and opens it. Blocks repeat: only
// their number matters.
func mapped(b *testing.B, rows, columns, perRow int) *matrix.Set {
	b.Helper()
	dir := b.TempDir() + "/m"
	w, err := matrix.Create(dir, matrix.Schema{Set: "bench", SetHash: "1", Columns: fittest.PlainColumns(columns), Counts: matrix.Float32}, matrix.Shard{Of: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Abort()
	block := randomBlock(columns, perRow)
	for range max(1, rows/matrix.BlockRows) {
		for i := range block.Game {
			block.Game[i] += 1000
		}
		if err := w.Write(block); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(matrix.Provenance{}); err != nil {
		b.Fatal(err)
	}
	m, err := matrix.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { m.Close() })
	set, err := matrix.Join(m)
	if err != nil {
		b.Fatal(err)
	}
	return set
}

// randomBlock has games of 64 rows.
func randomBlock(columns, perRow int) *matrix.Block {
	rng := rand.New(rand.NewPCG(1, 2))
	block := new(matrix.Block)
	block.Reset()
	for i := range matrix.BlockRows {
		stride := columns / perRow
		for k := range perRow {
			block.Columns = append(block.Columns, uint16(k*stride+rng.IntN(stride)))
			block.Counts = append(block.Counts, float32(1+rng.IntN(9)))
		}
		block.Start = append(block.Start, int64(len(block.Columns)))
		block.MG, block.EG = append(block.MG, 0), append(block.EG, 0)
		block.Score, block.Result = append(block.Score, int16(rng.IntN(600)-300)), append(block.Result, 2)
		block.Game, block.Ply = append(block.Game, uint32(i/64)), append(block.Ply, uint16(i%64))
		block.Material, block.Hash = append(block.Material, 0), append(block.Hash, rng.Uint64())
	}
	return block
}

// plainSum adds up every element of every array.
func plainSum(b *testing.B, set *matrix.Set, threads int) {
	var next atomic.Int64
	var wait sync.WaitGroup
	sums := make([]float64, threads)
	for t := range threads {
		wait.Go(func() {
			var block matrix.Block
			for i := int(next.Add(1) - 1); i < set.Blocks(); i = int(next.Add(1) - 1) {
				if err := set.ReadBlock(i, &block); err != nil {
					b.Error(err)
					return
				}
				sums[t] += add(block.Start) + add(block.Columns) + add(block.Counts) + add(block.MG) + add(block.EG) +
					add(block.Score) + add(block.Result) + add(block.Game) + add(block.Ply) + add(block.Material) + add(block.Hash)
			}
		})
	}
	wait.Wait()
	if sums[0] == 0 {
		b.Error("the sum is 0")
	}
}

func add[T int8 | uint8 | int16 | uint16 | uint32 | int64 | uint64 | float32](s []T) float64 {
	var sum T
	for _, v := range s {
		sum += v
	}
	return float64(sum)
}
