package choice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/winprob"
)

// Options are what a fit of choices needs in addition. The zero value takes the defaults.
type Options struct {
	// Temperature is that of the evaluation, in centipawns: how far apart two moves are of which one is
	// chosen e times as often. Zero means 50. FitTemperature finds it at the start weights, by the cross
	// entropy of the training roots, whichever the loss.
	Temperature    float64
	FitTemperature bool

	// Teacher is the temperature of the teacher's values, in centipawns. Zero means 30.
	Teacher float64

	// K makes expected scores of the teacher's values, see winprob.Expected. Zero means 0.8, which the
	// scores of strong engines have had.
	K float64
}

// The defaults of Options.
const (
	defaultTemperature = 50 // centipawns
	defaultTeacher     = 30 // centipawns
	defaultK           = 0.8
)

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	for _, f := range []struct {
		field *float64
		value float64
	}{{&o.Temperature, defaultTemperature}, {&o.Teacher, defaultTeacher}, {&o.K, defaultK}} {
		if *f.field == 0 {
			*f.field = f.value
		}
	}
	return o
}

// Check reports the first option that has no meaning.
func (o Options) Check() error {
	for _, f := range []struct {
		name  string
		value float64
	}{{"Temperature", o.Temperature}, {"Teacher", o.Teacher}, {"K", o.K}} {
		if !(f.value > 0) || math.IsInf(f.value, 0) {
			return fmt.Errorf("fit: Choice.%s is %g: want more than 0", f.name, f.value)
		}
	}
	return nil
}

// A Job is what is asked of a fit of choices: of its options strengths are in positions.
type Job struct {
	search.Job
	Choice    Options
	Loss      Loss
	Bootstrap measure.Bootstrap
}

// Ready is a job whose roots are packed.
type Ready struct {
	*Job
	*search.Problem
	Temperature Temperature
	Collected   *Collected
	Train, Test *Roots
	Support     *Support // of the training roots
	Start       []float64
	Rare        int // weights of few roots, which keep their values

	units       []float64 // of strengths, by weight
	information []float64 // by weight, see setUnits
}

// Prepare reads the options against the columns, and packs the roots.
func (t *Job) Prepare(ctx context.Context) (*Ready, error) {
	if t.Split.By == rows.SplitPosition {
		return nil, errors.New("fit: a split by position would tear the moves of a root apart: pass the split game")
	}
	if t.Design.Form != nil && t.Method == descent.Newton {
		return nil, errors.New("fit: newton multiplies the moves of linear evaluations with weights, and there is a formula: pass the method lbfgs")
	}
	p, err := t.Job.Prepare()
	if err != nil {
		return nil, err
	}
	r := &Ready{Job: t, Problem: p}
	if r.Start, err = t.Starts(); err != nil {
		return nil, err
	}
	if err := r.collect(ctx); err != nil {
		return nil, err
	}
	if err := r.setTemperature(); err != nil {
		return nil, err
	}
	r.Support = r.Train.Support()
	if err := r.Train.fault(r.Start); err != nil {
		return nil, fmt.Errorf("fit: at the start weights nothing can be fitted: %w: correct the row, or pass other start weights (-start)", err)
	}
	if r.Start, err = r.Leave(ctx, r.Train, r.Start); err != nil {
		return nil, err
	}
	if err := r.setUnits(ctx); err != nil {
		return nil, err
	}
	r.keepRare()
	return r, nil
}

// config says what is asked of the roots.
func (t *Job) config() Config {
	c := t.Choice
	return Config{Weights: len(t.Design.Names), Loss: t.Loss, Teacher: c.Teacher, Temperature: c.Temperature, K: winprob.Logit(c.K), Threads: t.Threads}
}

// collect packs the roots of all parts, and of a separate test set.
func (r *Ready) collect(ctx context.Context) error {
	old, err := rows.Model{Weights: append(slices.Clone(r.Opt.Start), r.Design.Fixed...)}.Scorer(r.Data.Schema())
	if err != nil {
		return err
	}
	all, found, err := Collect(ctx, r.Pass("roots", r.Data, rows.AllRows, blocksOfPart), r.Design, r.config(), old)
	if err != nil {
		return err
	}
	r.Collected, r.Train, r.Test = found, all.of(rows.Train), all.of(rows.Test)
	if r.Job.Job.Test != nil {
		p := r.Pass("roots of the test set", r.Job.Job.Test, rows.AllRows, blocksOfPart)
		p.Selection.Divider.Whole = rows.Test
		test, more, err := Collect(ctx, p, r.Design, r.config(), old)
		if err != nil {
			return err
		}
		r.Test, found.Parts[rows.Test] = test, more.Parts[rows.Test]
	}
	if r.Train.Len() == 0 {
		return fmt.Errorf("%w: no root has two moves with a score", linear.ErrNoRows)
	}
	return nil
}

// blocksOfPart are the blocks that are packed at a time.
const blocksOfPart = 4

// of returns the roots of a part.
func (r *Roots) of(part rows.Part) *Roots {
	return r.Where(func(g Root) bool { return g.Part == uint8(part) })
}

// setTemperature finds the temperature, if it is not given.
func (r *Ready) setTemperature() (err error) {
	r.Temperature = Temperature{Value: r.Choice.Temperature}
	if r.Choice.FitTemperature {
		if r.Temperature, err = r.Train.FitTemperature(); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		r.Train, r.Test = r.Train.At(r.Temperature.Value), r.Test.At(r.Temperature.Value)
	}
	return nil
}

// keepRare keeps weights by which no training root tells moves apart, or fewer than Opt.LeastRows, or
// which without a penalty the roots tell next to nothing of, at their prior or, without one, where they
// start; and those of squares where a pawn never stands at 0. Bounded and ordered weights that roots
// speak of are left alone.
func (r *Ready) keepRare() {
	from := r.Start
	if len(r.Opt.Prior) > 0 {
		from = r.Mean
	}
	kept := make(map[int]float64)
	for j, n := range r.Support.Roots {
		switch name := r.Design.Names[j]; {
		case n == 0 && search.PawnOnEdge.MatchString(name):
			kept[j] = 0
		case r.Bound(j):
		case n == 0, n < r.Opt.LeastRows, !r.Pulled() && r.Design.InPawns(j) && r.information[j] < search.LeastInformation:
			if kept[j] = from[j]; n > 0 {
				r.Rare++
			}
		}
	}
	for j, v := range kept {
		r.Start[j] = v
	}
	r.Problem = r.Keeping(kept)
}

// leastUnit is the share of the mean unit that every weight has at least: roots that are decided say
// next to nothing, and a prior of so many of them would hold nothing.
const leastUnit = 0.1

// setUnits sets the units of strengths, that of a weight being half the second derivative that a
// root adds for it where the search begins: Σh²/Σh over the roots' h, so that a root of which it is
// next to 0 does not count. Weights of no root have the mean of the others. information is what all
// roots tell of a weight, in such units.
func (r *Ready) setUnits(ctx context.Context) error {
	n := len(r.Start)
	sum, squares := make([]float64, n), make([]float64, n)
	err := r.Train.diagonals(ctx, r.Train.list, r.Start, func(c *curver) {
		floats.Add(sum, c.out)
		floats.Add(squares, c.squares)
		clear(c.out)
		clear(c.squares)
	}, func(c *curver) {
		c.diagonal(func(j int32, v float64) {
			c.out[j] += v
			c.squares[j] += v * v
		})
	})
	mean, known := 0.0, 0.0
	for j := range sum {
		if sum[j] > 0 {
			squares[j] /= sum[j]
			mean += squares[j]
			known++
		}
	}
	mean /= max(1, known)
	scale := 1 / (2 * r.Temperature.Value * r.Temperature.Value)
	r.units, r.information = make([]float64, n), sum
	for j, u := range squares {
		if sum[j] <= 0 {
			u = mean
		}
		r.units[j] = scale * max(u, leastUnit*mean)
		r.information[j] /= max(mean, math.SmallestNonzeroFloat64)
	}
	return err
}

// objective returns what is to be minimised over some roots.
func (r *Ready) objective(of search.Rows, s search.Strengths) *search.Objective {
	return r.Problem.Objective(of, s, 1/of.TotalWeight(), r.units)
}
