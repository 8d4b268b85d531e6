package fit_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

var (
	benchColumns = flag.Int("columns", 384, "tapered `columns` of the matrix of BenchmarkTexel")
	benchEntries = flag.Int("entries", 14, "mean `entries` of its rows")
	benchMatrix  = flag.String("matrix", "", "keep the matrix of BenchmarkTexel in this `folder`, and use it again")
)

// BenchmarkTexel fits synthetic rows by sigmoid losses from a mapped matrix. If
// GOMEMLIMIT is set, half of it holds the working copy and the rest of the rows is
// packed again in every pass. For the figures in the documentation:
//
//	GOMEMLIMIT=1GiB go test ./fit -run '^$' -bench Texel -rows 50000000 -benchtime 1x -timeout 1h
//	go test ./fit -run '^$' -bench Texel -rows 10000000 -columns 1700 -entries 45 -benchtime 1x -timeout 1h
func BenchmarkTexel(b *testing.B) {
	dir := *benchMatrix
	if dir == "" {
		dir = filepath.Join(b.TempDir(), "x.matrix")
	}
	if _, err := os.Stat(dir); err != nil {
		writeSynthetic(b, dir, *benchRows, *benchColumns, *benchEntries)
	}
	m, err := matrix.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	set, err := matrix.Join(m)
	if err != nil {
		b.Fatal(err)
	}
	opt := fit.Options{Loss: fit.Sigmoid, Split: fit.Split{By: fit.SplitNone}, Texel: fit.Texel{K: 1, Search: fit.Search{Quick: true}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}}
	if limit := debug.SetMemoryLimit(-1); limit < 1<<50 {
		opt.Texel.Memory = limit / 2
	}
	var r *fit.Result
	for b.Loop() {
		if r, err = fit.Fit(b.Context(), set, opt); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(r.Passes), "passes")
	b.ReportMetric(1e9*r.Gap/r.Final, "gap/loss·1e9")
	b.ReportMetric(float64(set.Rows())*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// writeSynthetic writes rows of a known evaluation, in games of 64 rows, whose
// results it predicts. A few blocks repeat, for it is the fit that is timed.
func writeSynthetic(b *testing.B, dir string, rows, columns, entries int) {
	s := matrix.Schema{Set: "synthetic", SetHash: "1", Counts: matrix.Int8}
	for step := range 25 {
		s.MG, s.EG = append(s.MG, float32(step)/24), append(s.EG, 1-float32(step)/24)
	}
	for j := range columns {
		s.Columns = append(s.Columns, matrix.Column{Name: fmt.Sprintf("x%d", j), Tapered: true})
	}
	w, err := matrix.Create(dir, s, matrix.Shard{Of: 1})
	if err != nil {
		b.Fatal(err)
	}
	blocks := make([]*matrix.Block, 61)
	for i := range blocks {
		blocks[i] = syntheticBlock(uint64(i), columns, entries)
	}
	for n := 0; n*matrix.BlockRows < rows; n++ {
		block := blocks[n%len(blocks)]
		for i := range block.Game {
			block.Game[i] = uint32(n*matrix.BlockRows+i) / 64
		}
		if err := w.Write(block); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(matrix.Provenance{Sources: []matrix.Source{{Name: "synthetic"}}}); err != nil {
		b.Fatal(err)
	}
}

// syntheticBlock makes a block of random rows, counts ±1 and ±2.
func syntheticBlock(seed uint64, columns, entries int) *matrix.Block {
	rng, truth := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(7, 7))
	weights := make([]float64, columns)
	for j := range weights {
		weights[j] = 60 * truth.NormFloat64()
	}
	block := &matrix.Block{Start: []int64{0}}
	for range matrix.BlockRows {
		n := max(1, entries+int(float64(entries)/4*rng.NormFloat64()))
		picked := make(map[int]bool, n)
		for len(picked) < min(n, columns) {
			picked[rng.IntN(columns)] = true
		}
		list := make([]int, 0, n)
		for j := range picked {
			list = append(list, j)
		}
		slices.Sort(list)
		score := 0.0
		for _, j := range list {
			count := float32([]int{-2, -1, -1, 1, 1, 2}[rng.IntN(6)])
			block.Columns, block.Counts = append(block.Columns, uint16(j)), append(block.Counts, count)
			score += float64(count) * weights[j]
		}
		appendSynthetic(block, rng, score)
	}
	return block
}

// appendSynthetic ends a row.
func appendSynthetic(block *matrix.Block, rng *rand.Rand, score float64) {
	block.Start = append(block.Start, int64(len(block.Columns)))
	step := uint8(rng.IntN(25))
	block.MG, block.EG = append(block.MG, step), append(block.EG, step)
	result := matrix.ResultBlack
	if rng.Float64() < winprob.Expected(1, score) {
		result = matrix.ResultWhite
	}
	block.Result = append(block.Result, result)
	block.Score, block.Game = append(block.Score, matrix.NoScore), append(block.Game, 0)
	block.Ply, block.Material = append(block.Ply, 0), append(block.Material, 0)
	block.Hash = append(block.Hash, rng.Uint64())
}
