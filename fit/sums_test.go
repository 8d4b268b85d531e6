package fit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/matrix"
)

// TestSameBytes checks that the number of threads, and how often a thread comes
// to run, change no bit of a result.
func TestSameBytes(t *testing.T) {
	data, test := fittest.NewSet(t, fittest.Typical(0).Columns, 37, fittest.Weighted(1)), fittest.NewSet(t, fittest.Typical(0).Columns, 50, fittest.Weighted(2))
	for _, opt := range []fit.Options{
		{}, {Loss: fit.Huber}, {Ridge: 3, Test: test}, {Split: fit.Split{By: fit.SplitPosition}},
	} {
		t.Run(fmt.Sprintf("%v %v", opt.Method, opt.Loss), func(t *testing.T) {
			var want []byte
			for _, threads := range []int{1, 2, 8} {
				opt.Threads = threads
				got, err := json.Marshal(fittest.MustFit(t, data, opt))
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
	rows := fittest.Weighted(3)
	whole := fittest.MustFit(t, fittest.NewSet(t, fittest.Typical(0).Columns, 64, rows), fit.Options{})
	want, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{3, 7} {
		got, err := json.Marshal(fittest.MustFit(t, fittest.Sharded(t, fittest.Typical(0).Columns, 64, rows, n), fit.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d shards:\n%s\nthe whole:\n%s", n, got, want)
		}
	}
}

// TestWide fits more weights than go to a partial of one block, with groups of
// blocks that do not come out even.
func TestWide(t *testing.T) {
	s := fittest.Simulation{Columns: fittest.PlainColumns(300), Truth: make([]float64, 300), Games: 131, PerGame: 20, Density: 0.1, Noise: 30, Seed: 6}
	for j := range s.Truth {
		s.Truth[j] = float64(j%11 - 5)
	}
	set := fittest.NewSet(t, s.Columns, 150, s.Rows())
	opt := fit.Options{Split: fit.Split{By: fit.SplitNone}, Threads: 1}
	want := fittest.Values(fittest.MustFit(t, set, opt))
	opt.Threads = 8
	if got := fittest.Values(fittest.MustFit(t, set, opt)); !slices.Equal(got, want) {
		t.Error("weights depend on the threads")
	}
}

// TestExplicitZeros checks that a stored count of 0 is not a count, whichever way
// its column goes into a tile.
func TestExplicitZeros(t *testing.T) {
	for column := range 5 {
		b := fittest.NewBlock(slices.Repeat([]fittest.Row{{Counts: []float32{5, 1, 2, 3, 1}, Weight: 1}}, 30))
		for i := range 10 {
			b.Counts[5*i+column] = 0
		}
		for i := range b.Score {
			b.Score[i] = int16(i)
		}
		w, err := matrix.NewMemory(fittest.TestSchema(fittest.PlainColumns(5)))
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
		r := fittest.MustFit(t, set, fit.Options{Split: fit.Split{By: fit.SplitNone}})
		for j, w := range r.Weights {
			if want := 30 - 10*fittest.Bit(j == column); w.Rows != want {
				t.Errorf("zeros in x%d: %s is in %d rows, want %d", column, w.Name, w.Rows, want)
			}
		}
	}
}

// TestCancel ends a fit from its own progress callback.
func TestCancel(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 20, fittest.Typical(1).Rows())
	for _, stage := range []string{"least squares", "evaluation", "standard errors"} {
		ctx, cancel := context.WithCancel(t.Context())
		last := ""
		_, err := fit.Fit(ctx, set, fit.Options{Progress: func(p fit.Progress) {
			if last = p.Stage; last == stage {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || last != stage {
			t.Errorf("cancelled in %q: ended in %q with %v", stage, last, err)
		}
	}
}

func TestReadError(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 20, fittest.Typical(1).Rows())
	for _, block := range []int{0, 5, set.Blocks() - 1} {
		if _, err := fit.Fit(t.Context(), fittest.Failing{Data: set, Block: block}, fit.Options{Threads: 4}); !errors.Is(err, fittest.ErrUnreadable) {
			t.Errorf("block %d: %v", block, err)
		}
	}
}

// TestProgress checks that progress is complete and in order; error bars count steps and have a test
// of their own, TestErrorBarsReport.
func TestProgress(t *testing.T) {
	set := fittest.NewSet(t, fittest.Typical(0).Columns, 20, fittest.Typical(1).Rows())
	done := make(map[string]int)
	fittest.MustFit(t, set, fit.Options{Threads: 4, Progress: func(p fit.Progress) {
		if p.Stage != "error bars" && (p.Done != done[p.Stage]+1 || p.Total != set.Blocks()) {
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

// TestSharedFits: processes that share the passes of a fit find what one finds.
func TestSharedFits(t *testing.T) {
	centipawns, results := fittest.NewSet(t, fittest.Typical(0).Columns, 64, fittest.Weighted(3)), fittest.Usual(1)
	balanced := fittest.KOptions(results)
	balanced.Texel.Balance.Results = [3]float64{30, 40, 30}
	for _, c := range []struct {
		data fit.Data
		opt  fit.Options
	}{
		{centipawns, fit.Options{}},
		{centipawns, fit.Options{Loss: fit.Huber}},
		{fittest.NewSet(t, results.Columns, 64, results.Rows()), balanced},
	} {
		opt, data := c.opt, c.data
		want, err := json.Marshal(fittest.MustFit(t, data, opt))
		if err != nil {
			t.Fatal(err)
		}
		const n = 3
		dir, errs := t.TempDir(), [n]error{}
		var got [n]*fit.Result
		var wait sync.WaitGroup
		for i := range n {
			own := opt
			own.Texel.Exchange = &shards.Folder{Dir: dir, Of: shards.Shard{Index: i, Of: n}}
			wait.Go(func() { got[i], errs[i] = fit.Fit(t.Context(), data, own) })
		}
		wait.Wait()
		for i := range n {
			if i > 0 && !errors.Is(errs[i], shards.ErrPart) {
				t.Errorf("process %d: %v", i, errs[i])
			}
		}
		if text, err := json.Marshal(got[0]); errs[0] != nil || err != nil || !bytes.Equal(text, want) {
			t.Errorf("%v: shared:\n%s\nalone:\n%s\n%v", opt.Loss, text, want, errs[0])
		}
	}
}
