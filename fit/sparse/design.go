package sparse

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/ordered"
)

// A Design is the packed rows. Its passes run on Threads goroutines, one pass at
// a time: its methods are not safe for concurrent use.
type Design struct {
	*packed.Store
	Loss     *Loss
	Number   int            // see [Spec]
	Scale    float64        // c, see the package comment; more than 0
	Progress func(rows int) // of Curvature, if not nil: is called with the rows done so far
	unused   []*worker
	diagonal lastDiagonal // that Diagonal has found
	fault    *Fault       // of the last gradient
}

// Spec says what rows mean, and how errors are measured.
type Spec struct {
	packed.Spec
	Loss   *Loss // nil: Sigmoid
	Number int   // of these rows among those that processes pack, see [Order]
}

// New packs the rows of a source.
func New(ctx context.Context, source packed.Source, spec Spec) (*Design, error) {
	if n := len(spec.Columns); n > math.MaxUint16 {
		return nil, fmt.Errorf("sparse: %d columns: at most %d", n, math.MaxUint16)
	}
	if spec.Loss == nil {
		spec.Loss = Sigmoid
	}
	p, err := packed.Pack(ctx, source, spec.Spec)
	if err != nil {
		return nil, err
	}
	if n := len(p.Columns); n > math.MaxUint16 {
		return nil, fmt.Errorf("sparse: %d columns, %d of them of weights in the formula: at most %d", n, len(p.Units), math.MaxUint16)
	}
	return &Design{Store: p, Loss: spec.Loss, Number: spec.Number, Scale: 1}, nil
}

// Rescaled returns the design with another scale, and the same rows.
func (d *Design) Rescaled(scale float64) *Design {
	return &Design{Store: d.Store, Loss: d.Loss, Number: d.Number, Scale: scale}
}

// worker returns scratch for a pass at weights w, used again in the next.
func (d *Design) worker(w []float64) *worker {
	var k *worker
	if n := len(d.unused); n > 0 {
		k, d.unused = d.unused[n-1], d.unused[:n-1]
	} else {
		k = newWorker(&d.Coding)
	}
	k.begin(w, d.Scale, d.Loss)
	return k
}

// release takes workers back.
func (d *Design) release(workers ...*worker) { d.unused = append(d.unused, workers...) }

// passes runs work over the groups of all segments.
func (d *Design) passes(ctx context.Context, w []float64, work func(*worker, *packed.Segment, *packed.Part), merge func(*worker)) error {
	return d.Each(ctx, func(s *packed.Segment) error { return d.pass(ctx, s, w, work, merge) })
}

// pass runs work over the groups of a segment. The error is a *Fault if the form is not finite in a row;
// the others were worked on, too.
func (d *Design) pass(ctx context.Context, s *packed.Segment, w []float64, work func(*worker, *packed.Segment, *packed.Part), merge func(*worker)) error {
	var made []*worker
	var fault *rowFault
	fresh := func() *worker {
		k := d.worker(w)
		made = append(made, k)
		return k
	}
	err := ordered.Sum(ctx, d.Threads, len(s.Parts), fresh,
		func(k *worker, g int) error { work(k, s, &s.Parts[g]); return nil },
		func(k *worker) {
			merge(k)
			fault = cmp.Or(fault, k.fault)
			k.fault = nil
		})
	if err != nil {
		return err // workers with sums that were not merged are of no use
	}
	d.release(made...)
	return d.faulty(ctx, fault)
}

// SetLoss gives the rows another loss of the same name: that whose model was fitted to them.
func (d *Design) SetLoss(l *Loss) { d.Loss = l }

// A lastDiagonal is the diagonal of all rows that was asked for last: what rows tell of weights and what a
// search begins with are the same.
type lastDiagonal struct {
	w     []float64
	scale float64
	loss  *Loss
	sums  []float64
}

// at reports whether the diagonal is that at w.
func (l *lastDiagonal) at(d *Design, w []float64) bool {
	return l.loss == d.Loss && l.scale == d.Scale && slices.Equal(l.w, w)
}
