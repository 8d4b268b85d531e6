// Package descent minimises a smooth function that is a sum over many rows,
// within a box if there is one.
//
// A function is an [Objective]: it gives its value with the gradient, one pass
// over the rows, and its Gauss–Newton matrix from all rows or from a part of
// them. [Minimize] knows five methods:
//
//   - [LBFGS], the default: J. Nocedal, "Updating Quasi-Newton Matrices with
//     Limited Storage" (1980), whose first guess of the inverse Hessian is the
//     Cholesky factor of the matrix from a part of the rows;
//   - [LevenbergMarquardt]: D. Marquardt (1963), with the damping of H. Nielsen (1999)
//     and the matrix from all rows;
//   - [Adam]: D. Kingma and J. Ba (2015), with the gradient from all rows;
//   - [SGD]: the same step batch by batch;
//   - [Newton]: truncated Newton steps by conjugate gradients, for more weights than a matrix has
//     room for.
//
// All of them stop when the estimated gap, ½·gᵀH⁻¹g over the weights that are free
// to move, is a small part of the function's value. The gap is in the result: a
// number of rounds says nothing about it.
//
// Bounds follow D. Bertsekas, "Projected Newton Methods for Optimization Problems with
// Simple Constraints" (1982): weights at a bound that the gradient pushes out
// of the box are left out of the matrix, the step of the others is clipped.
//
// The package adds nothing in parallel: equal objectives give equal bytes.
package descent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/provenance"
)

// An Objective is a function f of p weights, a sum or mean over rows and
// penalties. Its methods must not keep or change the slices of weights.
type Objective interface {
	// Size returns p.
	Size() int
	// Gradient returns f(w) and sets g to its gradient: one pass.
	Gradient(ctx context.Context, w, g []float64) (f float64, err error)
	// Curvature sets h, p×p, to the Gauss–Newton matrix of f at w from every
	// every-th part of the rows, scaled up to estimate that of all; penalties are
	// included exactly. It is in the units of f: ½·gᵀH⁻¹g estimates f less its minimum.
	Curvature(ctx context.Context, w []float64, every int, h *mat.SymDense) error
	// Diagonal sets d to the diagonal of what Curvature sets.
	Diagonal(ctx context.Context, w []float64, every int, d []float64) error
}

// Batched is an Objective whose rows are cut into batches.
type Batched interface {
	Objective
	// Batches returns their number; the last, smaller one counts.
	Batches() int
	// Batch returns the mean of batch b and sets g to its gradient, penalties
	// included as for the whole.
	Batch(ctx context.Context, b int, w, g []float64) (f float64, err error)
}

// A Method is a way to minimise.
type Method uint8

const (
	LBFGS Method = iota
	LevenbergMarquardt
	Adam
	SGD    // the objective must be Batched
	Newton // the objective must be Curved
)

var methodNames = []string{"lbfgs", "lm", "adam", "sgd", "newton"}

func (m Method) String() string { return enum.Name(methodNames, m) }

// A Reason says why a run ended. It is what result files say.
type Reason = provenance.Reason

const (
	Tolerance   = provenance.Tolerance   // the gap is small enough
	PassLimit   = provenance.PassLimit   // Options.Passes are used up
	Interrupted = provenance.Interrupted // the context was cancelled
	Early       = provenance.Early       // Options.Watch has risen for Options.Patience iterations
	Settled     = provenance.Settled     // Options.Kinked, and f has all but ceased to fall
	Stalled     = provenance.Stalled     // no lower point can be told from rounding, or the rate fell to nothing
)

// MatrixLimit is Options.MatrixLimit where that is 0.
const MatrixLimit = 4000

// Options of a run. The zero value is L-BFGS without bounds.
type Options struct {
	Method Method

	// Low and High bound the weights; nil for none, ±Inf for none of a weight. A
	// weight whose bounds are equal is held there.
	Low, High []float64

	// Tolerance is the estimated gap, as a part of f, at which a run ends; 0
	// stands for 1e-9. Where f falls below a millionth of its first value, it is a part of that.
	Tolerance float64

	// Kinked says that f may have kinks and jumps, as where an evaluation is a formula with max or if: ½·gᵀH⁻¹g does not
	// fall to 0 at kinks. A run, but of Adam and SGD, then ends too, by Settled, where its last 5 iterations together
	// have lowered f by less than [SettledShare] of it; LBFGS makes matrices of Every at set iterations, and begins a
	// search with the length of the last step.
	Kinked bool

	// Passes limits the passes for f and its gradient, with Newton those for products too, as a
	// guard; 0 stands for 20,000.
	Passes int

	// Every is the part of the rows, one in Every, that the matrix of LBFGS and
	// the gap of Adam and SGD are first made from; 0 stands for 8, 1 takes all. More
	// rows are taken where these miss some of the weights, or do not serve; with
	// less than a hundred rows a weight in the part, a smaller Every saves passes.
	Every int

	// MatrixLimit is the largest number of weights for which a matrix is made,
	// 8 bytes × its square; above, LBFGS makes do with the diagonal and
	// LevenbergMarquardt refuses. 0 stands for the constant of this name.
	MatrixLimit int

	// Rate is the first length of a step of Adam and SGD in units of a weight; 0
	// stands for 1 and 10.
	Rate float64

	// Watch judges weights on other rows, lower is better. It is called at the start
	// and after every iteration; the run ends after Patience iterations (0 stands for
	// 10) without a new lowest value, and the result is the weights that had it.
	Watch    func(w []float64) (float64, error)
	Patience int

	// Report is called at the start and after every iteration.
	Report func(Step)

	// Checkpoint gets the state at the start and after every iteration; it may keep it. Its
	// error ends the run.
	Checkpoint func(State) error

	// Resume goes on from a state; the start is not looked at. With the same objective
	// and options the end is that of an unbroken run, byte for byte.
	Resume *State
}

// A Step says how far a run is.
type Step struct {
	Iteration int
	Passes    int
	F         float64
	Gap       float64 // -1 if not estimated at this point
	Gradient  float64 // see Result.Gradient
	Watched   float64 // value of Watch, 0 without
}

// A Result is where a run ended.
type Result struct {
	Weights []float64
	F       float64 // NaN if interrupted before the first pass ended
	Gap     float64 // estimate of F less the minimum; -1 if interrupted before it was made
	// Gradient is the largest absolute derivative by a weight that is free to move.
	Gradient   float64
	Bound      []int8  // nil without bounds; -1, +1: held by its lower, upper bound; 2: bounds are equal
	Passes     int     // for f and gradient; a round of batches is one
	Curvatures float64 // passes for matrices, diagonals and products, a part of the rows counted as part
	Iterations int
	Reason     Reason
	LateChange float64 // largest change of a weight over the last tenth of the iterations

	Backoffs  int // times Adam or SGD cut its rate after three rises running
	NonFinite int // points at which f or its gradient was not finite

	// Of Watch: its value at Weights, their iteration, and whether the last
	// value was higher.
	Watched   float64
	WatchedAt int
	WatchRose bool
}

// errStalled ends a run that finds no lower point, errSettled one that with kinks finds none that would matter.
var (
	errStalled = errors.New("stalled")
	errSettled = errors.New("settled")
)

// A stepper is a method at work on the state of a run.
type stepper interface {
	// begin makes what is not in the state, from it.
	begin(ctx context.Context) error
	// step goes on by one iteration, to a new point with f, gradient and gap (-1 if
	// not estimated), or leaves the state as it was.
	step(ctx context.Context) error
	// finish estimates the gap of the best point where it is missing.
	finish(ctx context.Context) error
}

// A run is a minimisation under way.
type run struct {
	f   Objective
	opt Options
	box box
	State
}

// A trial is a point that may be gone to, with its gradient.
type trial struct{ w, g []float64 }

func newTrial(n int) trial { return trial{make([]float64, n), make([]float64, n)} }

// accept goes to a trial where f is as given; the trial keeps the point before.
func (r *run) accept(t *trial, f float64) {
	if r.opt.Kinked && r.Method != Adam && r.Method != SGD {
		r.recall(r.F)
	}
	r.Weights, t.w = t.w, r.Weights
	r.Gradient, t.g = t.g, r.Gradient
	r.F = f
}

func (o Options) withDefaults() Options {
	o.Passes, o.Every = cmp.Or(o.Passes, 20_000), cmp.Or(o.Every, 8)
	o.MatrixLimit, o.Patience = cmp.Or(o.MatrixLimit, MatrixLimit), cmp.Or(o.Patience, 10)
	o.Tolerance = cmp.Or(o.Tolerance, 1e-9)
	if o.Method == SGD {
		o.Rate = cmp.Or(o.Rate, 10)
	}
	o.Rate = cmp.Or(o.Rate, 1)
	return o
}

// first makes the state that of the start.
func (r *run) first(ctx context.Context, start []float64) error {
	r.State = State{Method: r.opt.Method, Weights: slices.Clone(start), Gradient: make([]float64, len(start)), F: math.NaN(), Gap: -1}
	r.box.clip(r.Weights)
	f, err := r.pass(ctx, r.Weights, r.Gradient)
	if err != nil {
		return err
	}
	if !finite(f, r.Gradient) {
		return fmt.Errorf("start: f is %v or its gradient is not finite: pass start weights nearer to the solution, and check the rows", f)
	}
	r.F, r.FirstF = f, f
	return nil
}

// settle does what follows every iteration: watch, report, checkpoint.
func (r *run) settle() error {
	r.Trail.add(r.Iteration, r.Weights)
	if err := r.watch(); err != nil {
		return err
	}
	if r.opt.Report != nil {
		r.opt.Report(r.now())
	}
	if r.opt.Checkpoint != nil {
		return r.opt.Checkpoint(r.clone())
	}
	return nil
}

// now says how far the run is.
func (r *run) now() Step {
	return Step{Iteration: r.Iteration, Passes: r.Passes, F: r.F, Gap: r.Gap, Gradient: r.box.norm(r.Weights, r.Gradient), Watched: r.Watched}
}

// watch keeps the point that Watch likes best.
func (r *run) watch() error {
	if r.opt.Watch == nil {
		return nil
	}
	v, err := r.opt.Watch(r.Weights)
	if err != nil {
		return err
	}
	if !isFinite(v) {
		return fmt.Errorf("watch: %v after iteration %d: pass a finite value", v, r.Iteration)
	}
	r.Watched = v
	if r.Best == nil || v < r.Best.Value {
		r.Best = r.point(v)
	}
	return nil
}

// point returns where the run is.
func (r *run) point(value float64) *Point {
	return &Point{r.Iteration, value, r.F, r.Gap, slices.Clone(r.Weights), slices.Clone(r.Gradient)}
}

// best returns the point that the result is made of.
func (r *run) best() *Point {
	switch {
	case r.Best != nil:
		return r.Best
	case r.Lowest != nil:
		return r.Lowest
	}
	return r.point(r.F)
}

// ended says whether the state is an end, and why.
func (r *run) ended() (Reason, bool) {
	gap, f := r.Gap, r.F
	if r.Lowest != nil {
		gap, f = r.Lowest.Gap, r.Lowest.F
	}
	switch {
	case r.close(gap, f):
		return Tolerance, true
	case r.settled():
		return Settled, true
	case r.opt.Watch != nil && r.Iteration-r.Best.Iteration >= r.opt.Patience:
		return Early, true
	case r.used() >= r.opt.Passes:
		return PassLimit, true
	}
	return "", false
}

// used returns the passes that count for the limit: with Newton nearly all are products.
func (r *run) used() int {
	if r.Method == Newton {
		return r.Passes + int(r.Curvatures)
	}
	return r.Passes
}

// close says whether an estimated gap is within the tolerance.
func (r *run) close(gap, f float64) bool {
	return gap >= 0 && gap <= r.opt.Tolerance*max(math.Abs(f), 1e-6*math.Abs(r.FirstF))
}

// A function with kinks has settled if as many iterations together as settling have lowered it by less than a share of it: as many
// tolerances as settledTolerances, but not more than mostSettled, some hundredth of the standard error that a loss of a million rows
// has, unless the tolerance is.
const (
	settling          = 5
	settledTolerances = 5000
	mostSettled       = 5e-6 // of the default tolerance
)

// SettledShare returns the share of a function by which it has to fall with a tolerance, or has settled.
func SettledShare(tolerance float64) float64 {
	return max(tolerance, min(settledTolerances*tolerance, mostSettled))
}

// settled says whether f has kinks and has all but ceased to fall.
func (r *run) settled() bool {
	return r.opt.Kinked && len(r.Recent) >= settling && r.Recent[len(r.Recent)-settling]-r.F < r.unsettled()
}

// unsettled is what f has to fall by.
func (r *run) unsettled() float64 { return SettledShare(r.opt.Tolerance) * math.Abs(r.F) }

// recall keeps f as it was before an iteration.
func (r *run) recall(f float64) {
	r.Recent = append(r.Recent, f)
	r.Recent = r.Recent[max(0, len(r.Recent)-recent):]
}

// pass evaluates f and its gradient, and counts.
func (r *run) pass(ctx context.Context, w, g []float64) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	f, err := r.f.Gradient(ctx, w, g)
	if err == nil {
		r.Passes++
		if !finite(f, g) {
			r.NonFinite++
		}
	}
	return f, err
}

// finite says whether a value and all of a gradient are numbers.
func finite(f float64, g []float64) bool {
	if isFinite(floats.Sum(g)) {
		return isFinite(f)
	}
	// The sum of finite numbers may overflow: look at each.
	return isFinite(f) && !slices.ContainsFunc(g, func(v float64) bool { return !isFinite(v) })
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (r *run) result(reason Reason) *Result {
	p := r.best()
	res := &Result{Weights: p.Weights, F: p.F, Gap: p.Gap, Passes: r.Passes, Curvatures: r.Curvatures, Iterations: r.Iteration, Reason: reason,
		Gradient: r.box.norm(p.Weights, p.Gradient), Bound: r.box.marks(p.Weights, p.Gradient),
		LateChange: r.Trail.change(r.Iteration, r.Weights), Backoffs: r.Backoffs, NonFinite: r.NonFinite}
	if r.opt.Watch != nil && r.Best != nil {
		res.Watched, res.WatchedAt, res.WatchRose = p.Value, p.Iteration, r.Watched > p.Value
	}
	return res
}
