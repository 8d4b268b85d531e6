package loop

import (
	"context"
	"strconv"

	"example.org/centipawn/weights"
)

// A task is one objective of an iteration. It begins with weights: those that played or, of a
// further objective, those that the one before has found. They find leaves, are their own teacher
// if there is no other, and the fit begins with them and is pulled to them.
type task struct {
	step
	objective Objective
	last      bool

	name  string        // of the file of the weights that it begins with
	start *weights.File // these
	whose string        // what they are called
}

// file names of what a task finds: those of the last have the iteration's.
func (t *task) fitFile() string     { return t.named("fit", t.last) }
func (t *task) weightsFile() string { return t.named("weights", t.last) }

// keepsCentipawn reports whether the fit leaves the size of a centipawn as it was at the start: choices
// do by their temperature, leaves where the labels are the start weights' own.
func (t *task) keepsCentipawn(o *Options) bool {
	return t.objective == Choice || t.objective == Trees && o.selfTaught(Trees)
}

func (t *task) named(what string, plain bool) string {
	if !plain {
		what += "-" + t.objective.String()
	}
	return t.file(what + ".json")
}

// learn fits weights to the objectives of an iteration, one after the other.
func (r *run) learn(ctx context.Context, s step, m *Metrics) error {
	number := r.bestBefore(s.number)
	t := &task{step: s, name: r.weightsOf(number), start: r.best, whose: "weights of iteration " + strconv.Itoa(number)}
	for i, o := range r.opt.Objectives {
		t.objective, t.last = o, i == len(r.opt.Objectives)-1
		how, found, err := r.fit(ctx, t)
		if err != nil {
			return err
		}
		if t.last {
			m.Fitting, m.Values = how, Values(found)
		} else {
			m.Earlier = append(m.Earlier, how)
		}
		t.name, t.start, t.whose = t.weightsFile(), found, "weights of iteration "+strconv.Itoa(s.number)+" fitted to "+o.String()
	}
	return nil
}
