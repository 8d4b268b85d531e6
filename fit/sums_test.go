package fit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"example.org/centipawn/internal/shards"
	"example.org/centipawn/matrix"
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
		got, err := json.Marshal(mustFit(t, sharded(t, typical(0).columns, 64, rows, n), Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d shards:\n%s\nthe whole:\n%s", n, got, want)
		}
	}
}

// sharded makes a set of n matrices on disk.
func sharded(t *testing.T, columns []matrix.Column, blockRows int, rows []row, n int) *matrix.Set {
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

// TestProgress checks that progress is complete and in order; error bars count steps and have a test
// of their own, TestErrorBarsReport.
func TestProgress(t *testing.T) {
	set := newSet(t, typical(0).columns, 20, typical(1).rows())
	done := make(map[string]int)
	mustFit(t, set, Options{Threads: 4, Progress: func(p Progress) {
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
	centipawns, results := newSet(t, typical(0).columns, 64, weighted(3)), usual(1)
	balanced := kOptions(results)
	balanced.Texel.Balance.Results = [3]float64{30, 40, 30}
	for _, c := range []struct {
		data Data
		opt  Options
	}{
		{centipawns, Options{}},
		{centipawns, Options{Loss: Huber}},
		{newSet(t, results.columns, 64, results.rows()), balanced},
	} {
		opt, data := c.opt, c.data
		want, err := json.Marshal(mustFit(t, data, opt))
		if err != nil {
			t.Fatal(err)
		}
		const n = 3
		dir, errs := t.TempDir(), [n]error{}
		var got [n]*Result
		var wait sync.WaitGroup
		for i := range n {
			own := opt
			own.Texel.Exchange = &shards.Folder{Dir: dir, Of: shards.Shard{Index: i, Of: n}}
			wait.Go(func() { got[i], errs[i] = Fit(t.Context(), data, own) })
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
