package loop

import (
	"errors"
	"fmt"
	"math"
	"path"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/fit"
	"example.org/centipawn/weights"
)

// Validate returns what is wrong with the options, and what to pass. It is for
// options with their defaults.
func (o *Options) Validate() error {
	switch {
	case o.Dir == "":
		return errors.New("no folder for the run: pass one")
	case o.Iterations < 1 || o.Games < 1 || o.Window < 1 || o.GatePairs < 1:
		return fmt.Errorf("%d iterations, %d games, a window of %d, %d pairs for the gate: want at least 1 of each", o.Iterations, o.Games, o.Window, o.GatePairs)
	case !engine.Weighs(o.Search):
		return fmt.Errorf("search %q: want one that plays by weights, of %s", o.Search, strings.Join(engine.Searches(), ", "))
	case o.Threads < 0:
		return fmt.Errorf("%d threads: want 0 for all processors, or more", o.Threads)
	case o.Bound < 0 || o.Opening.Plies < 0 || o.Opening.Balance < 0:
		return fmt.Errorf("a quiet bound of %d, %d random plies, a balance of %d: want 0 or more", o.Bound, o.Opening.Plies, o.Opening.Balance)
	case o.Opening.Book != "" && o.Opening.Balance > 0:
		return fmt.Errorf("a balance of %d for random openings, and the book %s: want one of them", o.Opening.Balance, o.Opening.Book)
	case o.Limit.Nodes == 0 && o.Limit.Depth == 0, o.Limit.MoveTime != 0 || o.Limit.Time != 0 || o.Limit.Increment != 0:
		return fmt.Errorf("limit %v: times differ from run to run: limit nodes or depth", o.Limit)
	case math.IsNaN(o.K) || math.IsInf(o.K, 0):
		return fmt.Errorf("a K of %g: want a number above 0", o.K)
	case !(o.Share > 0 && o.Share < 1):
		return fmt.Errorf("a share of %g for the test: want more than 0 and less than 1", o.Share)
	case math.IsNaN(o.PriorRows) || math.IsInf(o.PriorRows, 0):
		return fmt.Errorf("a prior of %g rows: want a number", o.PriorRows)
	}
	for _, p := range o.Freeze {
		if _, err := path.Match(p, ""); err != nil {
			return fmt.Errorf("freeze %s: %w", p, err)
		}
	}
	if !(o.GateShare >= 0 && o.GateShare < 1) || o.GateShare > 0 && o.Gate != nil {
		return fmt.Errorf("a share of %g of the points for the gate, a test %t: want a share from 0 to 1, or a test", o.GateShare, o.Gate != nil)
	}
	if o.Gate != nil {
		if err := o.Gate.Validate(); err != nil {
			return fmt.Errorf("gate: %w", err)
		}
	}
	return errors.Join(o.Limit.Validate(), o.Rules.Validate(), o.validateObjectives())
}

// validateObjectives returns what is wrong with the objectives together with the other options.
func (o *Options) validateObjectives() error {
	for _, x := range o.Objectives {
		if l := o.Rows(x); l != nil {
			if err := l.validate(x); err != nil {
				return fmt.Errorf("objective %v: %w", x, err)
			}
		}
	}
	return o.validateFits()
}

// validateFits returns what is wrong with how weights are fitted to the objectives.
func (o *Options) validateFits() error {
	taught := o.Has(Trees, Choice)
	switch {
	case taught && o.Method == fit.SGD:
		return errors.New("method sgd: its batches cut trees and choices: pass lbfgs, lm or adam")
	case o.Has(Trees) && o.K < 0:
		return errors.New("a K that is fitted, and objective trees: there the teacher's centipawns count: pass a number for K")
	case o.Has(Labels) && o.Lambda >= 1:
		return fmt.Errorf("a lambda of %g: then labels are results: pass objective results, or less than 1", o.Lambda)
	case o.PerTree < 0:
		return fmt.Errorf("%d leaves of a tree: want 1 or more", o.PerTree)
	case !(o.Temperature >= 0) || math.IsInf(o.Temperature, 0) || !(o.TeacherTemperature >= 0) || math.IsInf(o.TeacherTemperature, 0):
		return fmt.Errorf("temperatures of %g and %g centipawns: want more than 0", o.Temperature, o.TeacherTemperature)
	case o.Leaf.Timed():
		return fmt.Errorf("leaves by %v: times differ from run to run: limit nodes or depth", o.Leaf)
	case o.Init == weights.NameZero && o.selfTaught(o.Objectives[0]):
		return fmt.Errorf("zero weights cannot teach objective %v: their searches see mates only: give it a teacher, as static or nodes=400, put objective results before it, or pass init random or flat", o.Objectives[0])
	case o.Objectives[0] == Choice && o.Temperature == 0 && o.Init == weights.NameZero:
		return errors.New("zero weights choose no move, so no temperature can be fitted to them: pass a temperature such as 50, or init random or flat")
	}
	return nil
}
