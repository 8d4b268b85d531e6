package fit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"centipawn/fit/linear"
	"centipawn/fit/rows"
	"centipawn/matrix"
)

// TestSameBytes checks that the number of threads, and how often a thread comes
// to run, change no bit of a result.
func TestSameBytes(t *testing.T) {
	data, test := newSet(t, typical(0).columns, 37, weighted(1)), newSet(t, typical(0).columns, 50, weighted(2))
	for _, opt := range []Options{
		{}, {Loss: Huber}, {Ridge: 3, Test: test}, {Split: Split{By: SplitPosition}},
	} {
		t.Run(fmt.Sprintf("%v %v", opt.Method, opt.Loss), func(t *testing.T) {
			var want []byte
			for _, threads := range []int{1, 2, 8} {
				opt.Threads = threads
				got, err := json.Marshal(mustFit(t, data, opt))
				if err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = got
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%d threads:\n%s\n1 thread:\n%s", threads, got, want)
				}
			}
		})
	}
}

// TestShards checks that shards, which are joined block by block, give the bytes
// of the whole.
func TestShards(t *testing.T) {
	rows := weighted(3)
	whole := mustFit(t, newSet(t, typical(0).columns, 64, rows), Options{})
	want, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{3, 7} {
		got, err := json.Marshal(mustFit(t, shards(t, typical(0).columns, 64, rows, n), Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d shards:\n%s\nthe whole:\n%s", n, got, want)
		}
	}
}

// shards makes a set of n matrices on disk.
func shards(t *testing.T, columns []matrix.Column, blockRows int, rows []row, n int) *matrix.Set {
	t.Helper()
	var ms []*matrix.Matrix
	for k := range n {
		dir := fmt.Sprintf("%s/%d", t.TempDir(), k)
		shard := matrix.Shard{Index: k, Of: n}
		w, err := matrix.Create(dir, testSchema(columns), shard)
		if err != nil {
			t.Fatal(err)
		}
		for b := 0; b*blockRows < len(rows); b++ {
			if !shard.Holds(b) {
				continue
			}
			if err := w.Write(newBlock(rows[b*blockRows : min((b+1)*blockRows, len(rows))])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(matrix.Provenance{Sources: make([]matrix.Source, 4)}); err != nil {
			t.Fatal(err)
		}
		m, err := matrix.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close() })
		ms = append(ms, m)
	}
	set, err := matrix.Join(ms...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestWide fits more weights than go to a partial of one block, with groups of
// blocks that do not come out even.
func TestWide(t *testing.T) {
	s := simulation{columns: plainColumns(300), truth: make([]float64, 300), games: 131, perGame: 20, density: 0.1, noise: 30, seed: 6}
	for j := range s.truth {
		s.truth[j] = float64(j%11 - 5)
	}
	set := newSet(t, s.columns, 150, s.rows())
	opt := Options{Split: Split{By: SplitNone}, Threads: 1}
	want := values(mustFit(t, set, opt))
	opt.Threads = 8
	if got := values(mustFit(t, set, opt)); !slices.Equal(got, want) {
		t.Error("weights depend on the threads")
	}
}

// rowOf is a row as grams take it.
type rowOf struct {
	source  uint8
	entries []rows.Entry
	y, w    float64
}

// randomRows draws sparse rows of a problem with order weights.
func randomRows(rng *rand.Rand, n, order int) []rowOf {
	list := make([]rowOf, n)
	for i := range list {
		list[i] = rowOf{source: uint8(rng.IntN(3)), y: 100 * rng.NormFloat64(), w: float64(rng.IntN(3))}
		for j := range order {
			if rng.IntN(2) == 0 {
				list[i].entries = append(list[i].entries, rows.Entry{Weight: int32(j), Value: rng.NormFloat64()})
			}
		}
	}
	return list
}

// sameSystem compares two problems.
func sameSystem(t *testing.T, got, want *linear.System) {
	t.Helper()
	const tol = 1e-10
	compare(t, "cross", flat(got.Cross), flat(want.Cross), tol)
	compare(t, "rhs", got.RHS, want.RHS, tol)
	compare(t, "raw", got.Raw, want.Raw, tol)
	compare(t, "yy, weight", []float64{got.YY, got.Weight}, []float64{want.YY, want.Weight}, tol)
	if !slices.Equal(got.Active, want.Active) || got.Rows != want.Rows {
		t.Errorf("counts %v of %d rows, want %v of %d", got.Active, got.Rows, want.Active, want.Rows)
	}
	for k, m := range want.Sources {
		compare(t, "means", got.Sources[k].X, m.X, tol)
		compare(t, "label, weight", []float64{got.Sources[k].Y, got.Sources[k].Weight}, []float64{m.Y, m.Weight}, tol)
	}
}

func flat(m mat.Matrix) []float64 {
	r, c := m.Dims()
	var v []float64
	for i := range r {
		for j := range c {
			v = append(v, m.At(i, j))
		}
	}
	return v
}

// FuzzMerge cuts rows anywhere: the merged sums of the parts are those of the
// whole.
func FuzzMerge(f *testing.F) {
	f.Add(uint64(1), uint8(4), uint8(40), uint8(13), uint8(30))
	f.Add(uint64(2), uint8(1), uint8(3), uint8(0), uint8(3))
	f.Add(uint64(3), uint8(7), uint8(9), uint8(9), uint8(9))
	f.Fuzz(func(t *testing.T, seed uint64, order, n, cut1, cut2 uint8) {
		if order == 0 || order > 20 || n == 0 {
			t.Skip()
		}
		rows := randomRows(rand.New(rand.NewPCG(seed, 0)), int(n), int(order))
		rows[0].w = 1 // something must count
		a, b := min(int(cut1), int(n)), min(int(cut2), int(n))
		cuts := [][]rowOf{rows[:min(a, b)], rows[min(a, b):max(a, b)], rows[max(a, b):]}
		whole, grams := linear.NewGram(int(order)), linear.NewGram(int(order))
		for _, r := range rows {
			whole.AddRow(r.source, r.entries, r.y, r.w)
		}
		g := linear.NewGram(int(order))
		for _, cut := range cuts {
			for _, r := range cut {
				g.AddRow(r.source, r.entries, r.y, r.w)
			}
			grams.Merge(g)
			g.Reset() // must leave nothing behind
		}
		for _, intercept := range []bool{true, false} {
			sameSystem(t, grams.System(intercept), whole.System(intercept))
		}
	})
}

// TestTiles checks that the three ways into a gram agree: row by row, tiles of
// sparse rows, tiles of full rows; with and without weights.
func TestTiles(t *testing.T) {
	for _, density := range []float64{0.02, 0.6, 1} {
		for _, weights := range []bool{false, true} {
			t.Run(fmt.Sprintf("density %g, weights %t", density, weights), func(t *testing.T) {
				s := simulation{columns: plainColumns(40), truth: make([]float64, 40), games: 30, perGame: 30, sources: 1, density: density, noise: 50, seed: 4}
				list := s.rows()
				for i := range list {
					for j := range list[i].counts {
						if density == 1 && list[i].counts[j] == 0 {
							list[i].counts[j] = 9 // full list
						}
					}
					if weights {
						list[i].weight = float32(1 + i%3)
					}
				}
				set := newSet(t, s.columns, 700, list)
				design, err := rows.NewDesign(set.Schema(), nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				fast := &linear.GramSum{Gram: *linear.NewGram(40), Rows: linear.RowFeed{Design: design}}
				slow, sel := linear.NewGram(40), selectionOf(Options{}.WithDefaults())
				for b := range set.Blocks() {
					var block matrix.Block
					if err := set.ReadBlock(b, &block); err != nil {
						t.Fatal(err)
					}
					if got, want := fast.Dense(&block), density > 0.3; got != want {
						t.Errorf("dense = %t", got)
					}
					sel.Take(&block, Train)
					for r, i := range sel.Index {
						slow.AddRow(block.Source[i], design.Expand(&block, int(i), nil), sel.Y[r], sel.W[r])
					}
					if err := fast.Add(&block, &sel); err != nil {
						t.Fatal(err)
					}
				}
				sameSystem(t, fast.System(true), slow.System(true))
			})
		}
	}
}

// TestExplicitZeros checks that a stored count of 0 is no count, whichever way
// its column goes into a tile.
func TestExplicitZeros(t *testing.T) {
	for column := range 5 {
		b := newBlock(slices.Repeat([]row{{counts: []float32{5, 1, 2, 3, 1}, weight: 1}}, 30))
		for i := range 10 {
			b.Counts[5*i+column] = 0
		}
		for i := range b.Score {
			b.Score[i] = int16(i)
		}
		w, err := matrix.NewMemory(testSchema(plainColumns(5)))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.Write(b), w.Close(matrix.Provenance{})); err != nil {
			t.Fatal(err)
		}
		m, err := w.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		set, err := matrix.Join(m)
		if err != nil {
			t.Fatal(err)
		}
		r := mustFit(t, set, Options{Split: Split{By: SplitNone}})
		for j, w := range r.Weights {
			if want := 30 - 10*bit(j == column); w.Rows != want {
				t.Errorf("zeros in x%d: %s is in %d rows, want %d", column, w.Name, w.Rows, want)
			}
		}
	}
}

// bit returns 1 for true.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestCancel ends a fit from its own progress callback.
func TestCancel(t *testing.T) {
	set := newSet(t, typical(0).columns, 20, typical(1).rows())
	for _, stage := range []string{"least squares", "evaluation", "standard errors"} {
		ctx, cancel := context.WithCancel(t.Context())
		last := ""
		_, err := Fit(ctx, set, Options{Progress: func(p Progress) {
			if last = p.Stage; last == stage {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || last != stage {
			t.Errorf("cancelled in %q: ended in %q with %v", stage, last, err)
		}
	}
}

// failing is data of which a block cannot be read.
type failing struct {
	Data
	block int
}

var errUnreadable = errors.New("unreadable")

func (f failing) ReadBlock(b int, into *matrix.Block) error {
	if b == f.block {
		return errUnreadable
	}
	return f.Data.ReadBlock(b, into)
}

func TestReadError(t *testing.T) {
	set := newSet(t, typical(0).columns, 20, typical(1).rows())
	for _, block := range []int{0, 5, set.Blocks() - 1} {
		if _, err := Fit(t.Context(), failing{set, block}, Options{Threads: 4}); !errors.Is(err, errUnreadable) {
			t.Errorf("block %d: %v", block, err)
		}
	}
}

// TestProgress checks that progress is complete and in order.
func TestProgress(t *testing.T) {
	set := newSet(t, typical(0).columns, 20, typical(1).rows())
	done := make(map[string]int)
	mustFit(t, set, Options{Threads: 4, Progress: func(p Progress) {
		if p.Done != done[p.Stage]+1 || p.Total != set.Blocks() {
			t.Errorf("%+v after %d", p, done[p.Stage])
		}
		done[p.Stage] = p.Done
	}})
	for _, stage := range []string{"least squares", "evaluation", "standard errors"} {
		if done[stage] != set.Blocks() {
			t.Errorf("%s: %d blocks of %d", stage, done[stage], set.Blocks())
		}
	}
}
