package sparse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/shards"
)

// Large is a problem of so many groups of rows that threads have something to
// share.
func Large(loss *Loss, everything bool) *Problem {
	p := &Problem{Scale: TestScale, counts: smallCounts, Spec: Spec{Spec: packed.Spec{MG: mgTable, EG: egTable, Weights: 12, Threads: 2}, Loss: loss}}
	for c := range int32(6) {
		p.Spec.Columns = append(p.Spec.Columns, taperedColumn(2*c, 2*c+1))
	}
	if everything {
		p.Spec.Weights += 3
		p.Spec = withBlock(p.Spec, 12, 13, -1, 14)
	}
	p.fill(9, 40000, everything)
	p.Source.perBlock = 1000
	return p
}

// everything returns all that a design says, as bits.
func everything(t *testing.T, d *Design, w []float64) []uint64 {
	t.Helper()
	ctx := t.Context()
	g, h := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil)
	var all []float64
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	loss, err := d.Gradient(ctx, w, g)
	check(err)
	all = append(append(all, loss), g...)
	for b := range 3 {
		loss, err = d.Batch(ctx, b, 3, w, g)
		check(err)
		all = append(append(all, loss), g...)
	}
	check(d.Curvature(ctx, w, GaussNewton, 8, h))
	all = append(all, Full(h)...)
	check(d.Curvature(ctx, w, Exact, 1, h))
	all = append(all, Full(h)...)
	check(d.Diagonal(ctx, w, 3, g))
	all = append(all, g...)
	s, err := d.Scores(ctx, w, 500)
	check(err)
	all = append(append(all, s.Pools...), float64(s.All))
	for j := range s.Rows {
		all = append(all, float64(s.Rows[j]), float64(s.Games[j]))
	}
	p, err := d.Points(ctx, w, 1000, true)
	check(err)
	for i := range p.Score {
		all = append(all, float64(p.Score[i]), float64(p.Expected[i]), float64(p.Phase[i]), float64(p.Cluster[i]))
	}
	bits := make([]uint64, len(all))
	for i, v := range all {
		bits[i] = math.Float64bits(v)
	}
	return bits
}

// TestSameBytes checks that neither the number of threads, nor whether rows are
// kept or packed again in each pass, nor what was computed before, changes a bit.
func TestSameBytes(t *testing.T) {
	threads, memories := []int{1, 2, 8}, []int64{0, 1, 1 << 19}
	if long.Short(t) { // for the race detector
		threads, memories = threads[1:], memories[1:]
	}
	problems := []struct {
		name string
		make func() *Problem
	}{
		{"linear", func() *Problem { return Large(Sigmoid, false) }}, {"everything", func() *Problem { return Large(Sigmoid, true) }},
		{"whole", func() *Problem {
			p := wholeProblem(smallCounts, 20000, true)
			p.Source.perBlock = 500
			return p
		}},
	}
	for i, of := range problems {
		for _, blocks := range []int{128, 20} {
			if long.Short(t) && (i > 0) != (blocks == 20) {
				continue
			}
			t.Run(fmt.Sprintf("%s, segments of %d", of.name, blocks), func(t *testing.T) {
				Segments(t, blocks)
				p := of.make()
				w := p.Weights()
				var want []uint64
				for _, threads := range threads {
					for _, memory := range memories {
						p.Spec.Threads, p.Spec.Memory = threads, memory
						d := p.Design(t)
						if d.InMemory() != (memory == 0) {
							t.Fatalf("memory %d: all of it in memory: %v", memory, d.InMemory())
						}
						for range threads%2 + 1 {
							got := everything(t, d, w)
							if want == nil {
								want = got
							}
							if !slices.Equal(got, want) {
								t.Errorf("%d threads, memory %d: other bytes", threads, memory)
							}
						}
					}
				}
			})
		}
	}
}

// TestMemory checks that rows are kept as far as the memory goes, and that the
// copy takes what it says.
func TestMemory(t *testing.T) {
	Segments(t, 7)
	short := long.Short(t)
	for i, p := range Problems(3000) {
		if short && i%5 != 0 {
			continue
		}
		whole := p.Design(t).Bytes()
		p.Spec.Memory = whole / 2
		d := p.Design(t)
		kept, size := 0, int64(0)
		for i := range d.Segments() {
			s, err := d.Segment(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			n := 2*(len(s.Entries)+len(s.FormEntries)) + len(s.FormRow) +
				4*(len(s.Values)+len(s.Target)+len(s.Weight)+len(s.Offset)+len(s.Cluster)+len(s.FormEnd)+len(s.FormValues)+len(s.Inputs))
			if size += int64(n); d.Resident[i] != nil {
				kept += n
			}
		}
		if size != whole || d.Bytes() != whole {
			t.Errorf("%s: takes %d bytes, says %d", p.Name, size, whole)
		}
		if int64(kept) > whole/2 || int64(kept) < whole/4 {
			t.Errorf("%s: keeps %d of %d bytes for a memory of %d", p.Name, kept, whole, whole/2)
		}
		p.Spec.Memory = whole
		if !p.Design(t).InMemory() {
			t.Errorf("%s: does not fit into memory of its own size", p.Name)
		}
	}
}

// TestBytes checks the size of a row of piece-square tables, of what is said and
// of what is allocated.
func TestBytes(t *testing.T) {
	p := Tables(100000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	d := p.Design(t)
	runtime.GC()
	runtime.ReadMemStats(&after)
	entries := 0
	for _, r := range p.Source.Rows {
		entries += len(r.Columns)
	}
	rows := float64(d.Rows())
	if mean := float64(entries) / rows; mean < 14 || mean > 15 {
		t.Fatalf("%.1f entries a row", mean)
	}
	if size := float64(d.Bytes()) / rows; size > 40 {
		t.Errorf("%.1f bytes a row", size)
	}
	const fixed = 2 << 20 // whatever the rows
	if size := (float64(after.HeapAlloc-before.HeapAlloc) - fixed) / rows; size > 40 {
		t.Errorf("%.1f bytes a row are allocated", size)
	}
	runtime.KeepAlive(d)
}

// TestSample checks that a curvature from one row in so many is that of just
// these rows, and near that of all.
func TestSample(t *testing.T) {
	everyLayout(t, layouts[:2], 700, func(t *testing.T, p *Problem) {
		d, w, slow := p.Design(t), p.Weights(), p.twin()
		h, diagonal := mat.NewSymDense(d.Weights, nil), make([]float64, d.Weights)
		for _, every := range []int{2, 8} {
			want := slow.packed(p.segmentRows(), every, 0).gaussNewton(w)
			if err := d.Curvature(t.Context(), w, GaussNewton, every, h); err != nil {
				t.Fatal(err)
			}
			Compare(t, "matrix", Full(h), Full(want), 1e-7)
			if err := d.Diagonal(t.Context(), w, every, diagonal); err != nil {
				t.Fatal(err)
			}
			for j := range diagonal {
				if !near(diagonal[j], want.At(j, j), want.At(j, j), 1e-6) {
					t.Errorf("diagonal %d is %v, want %v", j, diagonal[j], want.At(j, j))
				}
			}
		}
	})
}

// segmentRows returns the number of rows of a segment: of three blocks one is
// empty.
func (p *Problem) segmentRows() int {
	if shards.SegmentBlocks >= p.Source.Blocks() {
		return len(p.Source.Rows)
	}
	if shards.SegmentBlocks%3 != 0 {
		panic("segments of different lengths")
	}
	return shards.SegmentBlocks / 3 * 2 * p.Source.perBlock
}

func TestSampleEstimates(t *testing.T) {
	for _, whole := range []bool{false, true} {
		p := Large(Sigmoid, whole)
		d, w := p.Design(t), p.Weights()
		all, some := mat.NewSymDense(d.Weights, nil), mat.NewSymDense(d.Weights, nil)
		if err := errors.Join(d.Curvature(t.Context(), w, GaussNewton, 1, all), d.Curvature(t.Context(), w, GaussNewton, 8, some)); err != nil {
			t.Fatal(err)
		}
		Compare(t, "from an eighth", Full(some), Full(all), 0.1)
	}
}

// TestBatches checks each batch against its rows, and that together they are all
// rows: their weighted mean is the whole.
func TestBatches(t *testing.T) {
	everyLayout(t, layouts[:2], 1003, func(t *testing.T, p *Problem) {
		d, w, slow := p.Design(t), p.Weights(), p.twin()
		for _, batches := range []int{1, 4, 31} {
			loss, g, weight := 0.0, make([]float64, d.Weights), 0.0
			part, rows := make([]float64, d.Weights), 0
			for b := range batches {
				got, err := d.Batch(t.Context(), b, batches, w, part)
				if err != nil {
					t.Fatal(err)
				}
				own := slow.packed(p.segmentRows(), batches, b)
				if rows += len(own.rows); len(own.rows) == 0 {
					continue
				}
				if want := own.mean(w); !near(got, want, want, 1e-10) {
					t.Errorf("batch %d of %d: loss %v, want %v", b, batches, got, want)
				}
				if b == 1 {
					Compare(t, "gradient of a batch", part, Differences(own.mean, w, 0.001), 1e-6)
				}
				loss, weight = loss+got*own.weight(), weight+own.weight()
				for j, v := range part {
					g[j] += v * own.weight()
				}
			}
			for j := range g {
				g[j] /= weight
			}
			whole := make([]float64, d.Weights)
			want, err := d.Gradient(t.Context(), w, whole)
			if err != nil {
				t.Fatal(err)
			}
			if rows != d.Rows() || !near(loss/weight, want, want, 1e-10) {
				t.Errorf("%d batches of %d rows: loss %v; want %d, %v", batches, rows, loss/weight, d.Rows(), want)
			}
			Compare(t, "gradient", g, whole, 1e-9)
		}
	})
}

// TestBatchOfNoRows checks more batches than rows.
func TestBatchOfNoRows(t *testing.T) {
	p := Problems(10)[0]
	d := p.Design(t)
	g := slices.Repeat([]float64{1}, d.Weights)
	loss, err := d.Batch(t.Context(), 11, 12, p.Weights(), g)
	if err != nil || loss != 0 || slices.ContainsFunc(g, func(v float64) bool { return v != 0 }) {
		t.Errorf("loss %v, gradient %v, %v", loss, g, err)
	}
}

// TestCancelled checks that a pass does nothing once its context is done.
func TestCancelled(t *testing.T) {
	p := Large(Sigmoid, false)
	d, w := p.Design(t), p.Weights()
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for i, pass := range passes(d, w) {
		if err := pass(done); !errors.Is(err, context.Canceled) {
			t.Errorf("pass %d: error %v, want that of the context", i, err)
		}
	}
	if _, err := New(done, p.Source, p.Spec); !errors.Is(err, context.Canceled) {
		t.Errorf("New: error %v, want that of the context", err)
	}
}

// passes lists the passes that go over all rows in parallel.
func passes(d *Design, w []float64) []func(context.Context) error {
	g, h := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil)
	return []func(context.Context) error{
		func(ctx context.Context) error { _, err := d.Gradient(ctx, w, g); return err },
		func(ctx context.Context) error { _, err := d.Batch(ctx, 1, 3, w, g); return err },
		func(ctx context.Context) error { _, err := d.Scores(ctx, w, 500); return err },
		func(ctx context.Context) error { return d.Curvature(ctx, w, Exact, 1, h) },
		func(ctx context.Context) error { return d.Diagonal(ctx, w, 1, g) },
	}
}

// TestAfterCancellation gives passes up in the middle, wherever that is, and
// checks that nothing of theirs gets into the next.
func TestAfterCancellation(t *testing.T) {
	for _, memory := range []int64{0, 1} {
		tries, apart := time.Duration(30), 5*time.Microsecond
		if memory > 0 { // passes take longer
			tries, apart = 5, 20*time.Microsecond
		}
		if long.Short(t) {
			tries, apart = 2, 40*time.Microsecond
		}
		p := Large(CrossEntropy, true)
		p.Spec.Memory, p.Spec.Threads = memory, 4
		d, w := p.Design(t), p.Weights()
		sums := func() []float64 {
			g, b := make([]float64, d.Weights), make([]float64, d.Weights)
			loss, err := d.Gradient(t.Context(), w, g)
			part, other := d.Batch(t.Context(), 2, 3, w, b)
			if err := errors.Join(err, other); err != nil {
				t.Fatal(err)
			}
			return slices.Concat([]float64{loss, part}, g, b)
		}
		want := sums()
		for i, pass := range passes(d, w) {
			for k := range tries {
				ctx, cancel := context.WithTimeout(t.Context(), k*k*apart)
				if err := pass(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
					t.Fatal(err)
				}
				cancel()
				if !slices.Equal(sums(), want) {
					t.Fatalf("memory %d: other bytes after pass %d was given up", memory, i)
				}
			}
		}
	}
}

// TestSourceFails checks that an error of the source is given on, at any time,
// and spoils nothing.
func TestSourceFails(t *testing.T) {
	long.Skip(t, "breaks every block in every pass")
	Segments(t, 9)
	p := Problems(2000)[1]
	p.Spec.Memory = 1
	d, w := p.Design(t), p.Weights()
	want := everything(t, d, w)
	g, h := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil)
	for broken := range p.Source.Blocks() {
		p.Source.fail = func(b int) error {
			if b >= broken { // the first of them is told of
				return fmt.Errorf("block %d: %w", b, errBroken)
			}
			return nil
		}
		_, packing := New(t.Context(), p.Source, p.Spec)
		_, gradient := d.Gradient(t.Context(), w, g)
		_, batch := d.Batch(t.Context(), 1, 3, w, g)
		_, scores := d.Scores(t.Context(), w, 10)
		_, points := d.Points(t.Context(), w, 0, false)
		for i, err := range []error{
			packing, gradient, batch, scores, points, d.Curvature(t.Context(), w, Exact, 1, h), d.Diagonal(t.Context(), w, 1, g),
		} {
			if !errors.Is(err, errBroken) || err.Error() != fmt.Sprintf("block %d: broken", broken) {
				t.Fatalf("call %d with block %d broken: error %v", i, broken, err)
			}
		}
	}
	p.Source.fail = nil
	if got := everything(t, d, w); !slices.Equal(got, want) {
		t.Error("other bytes after errors")
	}
}

// TestFactors has rows of every pair of codes that there can be.
func TestFactors(t *testing.T) {
	p := &Problem{Spec: Spec{Spec: packed.Spec{Columns: []packed.Column{taperedColumn(0, 1)}, Weights: 2, Threads: 2}, Loss: Sigmoid}, Source: &testSource{perBlock: 1 << 17}, Scale: TestScale}
	rng := rand.New(rand.NewPCG(8, 8))
	for code := range 256 {
		p.Spec.MG = append(p.Spec.MG, float64(code)/255)
		p.Spec.EG = append(p.Spec.EG, float64(code*code)/65025)
	}
	rows := 1 << 17
	if long.Short(t) {
		rows = 1 << 16 // each pair of factors once
	}
	for i := range rows {
		r := testRow{Columns: []uint16{0}, Counts: []float32{1}, MG: uint8(i >> 8), EG: uint8(i), Target: rng.Float32()}
		p.Source.Rows = append(p.Source.Rows, r)
	}
	w := []float64{50, -70}
	got, err := p.Design(t).Gradient(t.Context(), w, make([]float64, 2))
	if want := p.twin().mean(w); err != nil || !near(got, want, want, 1e-11) {
		t.Errorf("loss %v, want %v; %v", got, want, err)
	}
}
