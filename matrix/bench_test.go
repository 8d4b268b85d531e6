package matrix

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// The benchmarks use rows as the set alphaone gives them: 8 float32 columns, all
// of them there. A row takes 28 + 8·6 = 76 bytes.
const (
	benchColumns = 8
	benchBlocks  = 122 // a million rows
	benchRow     = 28 + benchColumns*6
)

func benchBlock() (Schema, *Block) {
	s := testSchema(benchColumns, Float32, 0)
	rng := rand.New(rand.NewPCG(1, 2))
	var b Block
	randomBlock(rng, &s, BlockRows, 1, &b)
	b.Columns, b.Counts = nil, nil
	for i := range BlockRows {
		for c := range benchColumns {
			b.Columns, b.Counts = append(b.Columns, uint16(c)), append(b.Counts, float32(rng.NormFloat64()))
		}
		b.Start[i+1] = int64(len(b.Columns))
	}
	return s, &b
}

func benchMatrix(b *testing.B) *Matrix {
	s, block := benchBlock()
	w, err := Create(filepath.Join(b.TempDir(), "x"), s, Shard{})
	if err != nil {
		b.Fatal(err)
	}
	for range benchBlocks {
		if err := w.Write(block); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(Provenance{}); err != nil {
		b.Fatal(err)
	}
	return open(b, w.dir)
}

// report states the speed of n rows an iteration.
func report(b *testing.B, n int) {
	b.SetBytes(int64(n) * benchRow)
	b.ReportMetric(float64(b.N)*float64(n)/b.Elapsed().Seconds(), "rows/s")
}

func benchmarkWriter(b *testing.B, create func(path string, s Schema) (Writer, error)) {
	s, block := benchBlock()
	w, err := create(filepath.Join(b.TempDir(), "x"), s)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Write(block); err != nil {
			b.Fatal(err)
		}
	}
	report(b, BlockRows)
	if err := w.Abort(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkWrite(b *testing.B) {
	b.Run("folder", func(b *testing.B) {
		benchmarkWriter(b, func(path string, s Schema) (Writer, error) { return Create(path, s, Shard{}) })
	})
	b.Run("memory", func(b *testing.B) {
		benchmarkWriter(b, func(_ string, s Schema) (Writer, error) { return NewMemory(s) })
	})
}

// BenchmarkReadBlock reads and adds up all counts and scores, so that every
// page is touched, as BenchmarkSum does without blocks.
func BenchmarkReadBlock(b *testing.B) {
	m := benchMatrix(b)
	var block Block
	b.ReportAllocs()
	for b.Loop() {
		var total float64
		for i := range m.Blocks() {
			if err := m.ReadBlock(i, &block); err != nil {
				b.Fatal(err)
			}
			total += sumBlock(&block)
		}
		if total == 0 {
			b.Fatal("nothing was read")
		}
	}
	report(b, m.Rows())
}

// BenchmarkReadBlockFirst is BenchmarkReadBlock with the checks of the first time.
func BenchmarkReadBlockFirst(b *testing.B) {
	m := benchMatrix(b)
	var block Block
	for b.Loop() {
		for i := range m.Blocks() {
			m.store.(*folderStore).checked[i].Store(false)
			if err := m.ReadBlock(i, &block); err != nil {
				b.Fatal(err)
			}
			if sumBlock(&block) == 0 {
				b.Fatal("nothing was read")
			}
		}
	}
	report(b, m.Rows())
}

// BenchmarkSum is a plain sum over every array in memory: what no pass over the file can
// undercut.
func BenchmarkSum(b *testing.B) {
	m := benchMatrix(b)
	blocks := make([]Block, m.Blocks())
	for i := range blocks {
		if err := m.ReadBlock(i, &blocks[i]); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		for i := range blocks {
			if sumBlock(&blocks[i]) == 0 {
				b.Fatal("nothing was read")
			}
		}
	}
	report(b, m.Rows())
}

func sumBlock(b *Block) float64 {
	integers := total(b.Start) + total(b.Columns) + total(b.MG) + total(b.EG) + total(b.Score) + total(b.Result) +
		total(b.Game) + total(b.Ply) + total(b.Material) + total(b.Hash)
	return float64(integers) + totalFloat(b.Counts)
}

func total[T int64 | uint64 | uint32 | uint16 | int16 | uint8 | int8](values []T) uint64 {
	var t uint64
	for _, v := range values {
		t += uint64(v)
	}
	return t
}

// totalFloat has four sums, because one would wait for each addition.
func totalFloat(values []float32) float64 {
	var a, b, c, d float64
	for ; len(values) >= 4; values = values[4:] {
		a += float64(values[0])
		b += float64(values[1])
		c += float64(values[2])
		d += float64(values[3])
	}
	for _, v := range values {
		a += float64(v)
	}
	return a + b + c + d
}
