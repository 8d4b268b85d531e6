package loop

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/enum"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees/teacher"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// An Objective is what weights are fitted to.
type Objective uint8

// The objectives.
const (
	Results Objective = iota // results of games, at quiet positions
	Labels                   // scores of the searches that played, at the same positions
	Trees                    // leaves of searches by a teacher's values, those of one tree and side against each other
	Choice                   // which move of a position a teacher prefers
)

var (
	objectiveNames = []string{Results: "results", Labels: "labels", Trees: "trees", Choice: "choice"}
	rowsNames      = []string{Results: "samples", Labels: "samples", Trees: "leaves", Choice: "choices"} // of files
)

// ObjectiveNames are the names of all objectives.
func ObjectiveNames() []string { return slices.Clone(objectiveNames) }

// String returns "results", "labels", "trees" or "choice".
func (o Objective) String() string { return enum.Name(objectiveNames, o) }

// MarshalText writes the name.
func (o Objective) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads a name.
func (o *Objective) UnmarshalText(text []byte) error { return enum.Parse(o, objectiveNames, text) }

// ParseObjectives reads names with commas between.
func ParseObjectives(text string) (list []Objective, err error) {
	for word := range strings.SplitSeq(text, ",") {
		var o Objective
		if err := o.UnmarshalText([]byte(strings.TrimSpace(word))); err != nil {
			return nil, err
		}
		if slices.Contains(list, o) {
			return nil, fmt.Errorf("%v is named twice: name each objective once", o)
		}
		list = append(list, o)
	}
	return list, nil
}

// Taught reports whether a teacher values the rows of the objective.
func (o Objective) Taught() bool { return o == Trees || o == Choice }

// Has reports whether weights are fitted to one of these.
func (o *Options) Has(some ...Objective) bool {
	return slices.ContainsFunc(o.Objectives, func(x Objective) bool { return slices.Contains(some, x) })
}

// objectives are their names.
func (o *Options) objectives() (names []string) {
	for _, x := range o.Objectives {
		names = append(names, x.String())
	}
	return names
}

// onlyResults reports whether the run is of results and nothing else.
func (o *Options) onlyResults() bool { return slices.Equal(o.Objectives, []Objective{Results}) }

// A Lesson says how rows of [Trees] or of [Choice] are made from positions of games.
type Lesson struct {
	// Teacher values rows. Nil means the weights that the fit begins with, under the limit Self: zero
	// means [SelfTimes] times the nodes of the games.
	Teacher *teacher.Teacher
	Self    play.Limit

	// Every is the positions of which one is taken. Zero means 4 of Trees and 20 of Choice.
	Every int
}

// selfTaught reports whether the weights are their own teacher of an objective.
func (o *Options) selfTaught(x Objective) bool {
	l := o.Lesson(x)
	return l != nil && l.Teacher == nil
}

// SelfTimes is how many times the nodes of a move in the games weights have as their own teacher.
const SelfTimes = 10

// Lesson returns how rows of an objective are made, nil of one without a teacher.
func (o *Options) Lesson(of Objective) *Lesson {
	switch of {
	case Trees:
		return &o.Trees
	case Choice:
		return &o.Choice
	}
	return nil
}

// withDefaults returns the lesson with its zero fields set to their defaults.
func (l Lesson) withDefaults(every int, played play.Limit) Lesson {
	if l.Every == 0 {
		l.Every = every
	}
	if l.Teacher == nil && l.Self == (play.Limit{}) {
		l.Self.Nodes = SelfTimes * played.Nodes
	}
	return l
}

// Defaults of objectives.
const (
	DefaultLambda             = 0.1 // of Labels
	DefaultLeaves             = 8   // of a tree
	DefaultTeacherTemperature = 30. // centipawns, of Choice
)

// forObjectives returns the options with the defaults of what depends on the objectives.
func (o Options) forObjectives() Options {
	if o.Objectives == nil {
		o.Objectives = []Objective{Results}
	}
	if o.Has(Labels) {
		o.Lambda = cmp.Or(o.Lambda, DefaultLambda)
	}
	if o.Has(Trees) {
		o.Trees, o.PerTree = o.Trees.withDefaults(4, o.Limit), cmp.Or(o.PerTree, DefaultLeaves)
	}
	if o.Has(Choice) {
		o.Choice, o.TeacherTemperature = o.Choice.withDefaults(20, o.Limit), cmp.Or(o.TeacherTemperature, DefaultTeacherTemperature)
	}
	switch {
	case !o.Has(Results, Labels):
		o.Balance = winprob.Balance{} // rows have no results
	case o.Balance.IsZero() && !o.NaturalMix:
		o.Balance.Results = [3]float64{30, 40, 30}
	}
	if o.onlyResults() {
		o.PriorRows = o.priorOf(Results)
	}
	return o
}

// validate returns what is wrong with the lesson for an objective.
func (l *Lesson) validate(of Objective) error {
	limit := l.Self
	if l.Teacher != nil {
		limit = l.Teacher.Spec.Limit
	}
	switch {
	case l.Every < 1:
		return fmt.Errorf("one position in %d: want 1 or more", l.Every)
	case l.Teacher == nil && limit == (play.Limit{}):
		return fmt.Errorf("the games are not limited by nodes of which a teacher could have %d times as many: give the teacher a limit, as self,nodes=4000", SelfTimes)
	case limit.Timed():
		return fmt.Errorf("teacher's limit %v: times differ from run to run: limit nodes or depth", limit)
	case of == Choice && l.Teacher != nil && l.Teacher.Static:
		return errors.New("the static evaluation behind a move does not see the answer to it: give the teacher of choices a search, as nodes=400")
	}
	return nil
}

// validateObjectives returns what is wrong with the objectives together with the other options.
func (o *Options) validateObjectives() error {
	for _, x := range o.Objectives {
		if l := o.Lesson(x); l != nil {
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
		return fmt.Errorf("weights of zero are no teacher of objective %v: their searches see mates, and all else is noise: give it a teacher, as static or nodes=400, put objective results before it, or pass init random or flat", o.Objectives[0])
	case o.Objectives[0] == Choice && o.Temperature == 0 && o.Init == weights.NameZero:
		return errors.New("weights of zero choose no move, so no temperature can be fitted to them: pass a temperature such as 50, or init random or flat")
	}
	return nil
}

// checkBlock refuses a block whose weights choices would have to fit: the loss is of evaluations that
// are linear in the weights.
func (o *Options) checkBlock(f *weights.File) error {
	if !o.Has(Choice) || f.Block == nil {
		return nil
	}
	for _, t := range f.Block.Terms {
		if !matches(o.Freeze, t.Name) {
			family, _, _ := strings.Cut(t.Name, ".")
			return fmt.Errorf("objective choice fits weights in which the evaluation is linear, and %s is one of a quadratic block: pass freeze %s.*", t.Name, family)
		}
	}
	return nil
}

// priorOf is the PriorRows of an objective where they are not given: choices and trees say little of
// a weight that few of them use.
func (o *Options) priorOf(x Objective) float64 {
	switch {
	case o.PriorRows != 0:
		return o.PriorRows
	case x.Taught():
		return 300
	}
	return 10
}
