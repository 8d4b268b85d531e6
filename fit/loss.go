package fit

import (
	"cmp"
	"fmt"

	"example.org/centipawn/fit/choice"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/enum"
)

// Loss is the name of a measure of a residual r, as flags and files have it. "" is Squared.
//
// Squared is r², r being label less evaluation in centipawns; Huber's is r² up to Options.Delta = δ
// and 2δ|r| − δ² beyond. Sigmoid and CrossEntropy compare the expected score e of an evaluation with a
// target t between 0 and 1: (e−t)², and −t·ln e − (1−t)·ln(1−e). Without a formula the second is convex,
// the first is not. WDL is −ln P of a game's outcome, won, drawn or lost, by a model whose draws depend
// on the phase ([winprob.WDL]); it is convex, too. MoveChoice and MoveRegret compare the choice among
// the moves of a root with a teacher's values, see package choice. [RegisterLoss] adds others.
type Loss string

// The losses that are always registered.
const (
	Squared      Loss = "squared"
	Huber        Loss = "huber"
	Sigmoid      Loss = "sigmoid"
	CrossEntropy Loss = "crossentropy"
	WDL          Loss = "wdl"
	MoveChoice   Loss = "choice"
	MoveRegret   Loss = "regret"
)

// An entry of the registry is what a name stands for: a loss of expected scores, one of choices among
// moves or, with neither, one of centipawns.
type entry struct {
	name   Loss
	scores *sparse.Loss
	moves  *choice.Loss
}

// losses is the registry, in the order in which users read the names.
var losses = firstLosses()

func firstLosses() []entry {
	list := []entry{{name: Squared}, {name: Huber}}
	for _, l := range sparse.Losses {
		list = append(list, entry{name: Loss(l.Name), scores: l})
	}
	return append(list, entry{name: MoveChoice, moves: new(choice.CrossEntropy)}, entry{name: MoveRegret, moves: new(choice.Regret)})
}

// RegisterLoss adds a loss of expected scores, which flags, files and Options.Loss then have by its
// name. It returns why a loss is refused: its name is taken, it lacks a part, its functions contradict
// its sum ([sparse.Loss.Check]), or it has Linear, Phased or Model, which are for losses of this package.
// Call it before the first fit, as from main.
func RegisterLoss(l *sparse.Loss) error {
	switch {
	case l.Linear:
		return fmt.Errorf("fit: the loss %s is Linear, for targets in centipawns, and the targets of registered losses are expected scores: leave Linear out", l.Name)
	case l.Phased != nil || l.Model != nil:
		return fmt.Errorf("fit: the loss %s has Phased or Model, and a fit replaces such a loss by wdl with a model that it fits: leave both out, or fit with the loss wdl", l.Name)
	}
	if err := l.Check(); err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	if Loss(l.Name).known() {
		return fmt.Errorf("fit: the loss %s is registered already: give another name", l.Name)
	}
	losses = append(losses, entry{name: Loss(l.Name), scores: l})
	return nil
}

// entry returns what the name stands for, an empty entry if it is unknown.
func (l Loss) entry() entry {
	for _, e := range losses {
		if e.name == Loss(l.String()) {
			return e
		}
	}
	return entry{}
}

func (l Loss) known() bool { return l.entry().name != "" }

// Expected reports whether the loss compares expected scores.
func (l Loss) Expected() bool { return l.entry().scores != nil }

// Moves reports whether the loss is of choices among the moves of a root.
func (l Loss) Moves() bool { return l.entry().moves != nil }

// Starts reports whether the fit begins at start weights, and can be pulled to a prior.
func (l Loss) Starts() bool { return l.Expected() || l.Moves() }

// Losses returns the names of the losses for which is reports true, in the order of their registration.
func Losses(is func(Loss) bool) (names []string) {
	for _, e := range losses {
		if is(e.name) {
			names = append(names, string(e.name))
		}
	}
	return names
}

// Measure returns the mean of the loss in metrics, with its interval and its name
// in words; for losses of centipawns the mean squared error.
func (l Loss) Measure(m *Metrics) (value float64, in *Interval, label string) {
	s := l.entry().scores
	if s == nil {
		s = sparse.Sigmoid
	}
	return sparse.Measured(s, m.MSE, m.LogLoss), sparse.Measured(s, m.MSEInterval, m.LogLossInterval), sparse.Measured(s, "mean squared error", "cross entropy")
}

// String returns the name: "squared" for the zero value.
func (l Loss) String() string { return string(cmp.Or(l, Squared)) }

// MarshalText writes the name.
func (l Loss) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a registered name.
func (l *Loss) UnmarshalText(text []byte) error {
	_, err := enum.Index(Losses(Loss.known), string(text))
	if err == nil {
		*l = Loss(text)
	}
	return err
}
