package loop

import (
	"fmt"

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
	return t.File(what + ".json")
}

// drawnFile counts the rows of this iteration: with it all are complete.
func (t *task) drawnFile() string { return t.named("drawn", false) }

// againFile is the name of the choices of an earlier iteration with leaves by the weights of a task.
func (t *task) againFile(number int) string {
	return t.File(fmt.Sprintf("%s-%03d-again.epd.zst", rowsNames[Choice], number))
}
