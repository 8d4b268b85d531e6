package loop

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees/teacher"
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

// A Lesson says how rows of [Trees] or of [Choice] are made from positions of games.
type Lesson struct {
	// Teacher values rows. Nil means the weights that the fit begins with, under the limit Self: zero
	// means [SelfTimes] times the nodes of the games.
	Teacher *teacher.Teacher
	Self    play.Limit

	// Every is the positions of which one is taken. Zero means 4 of Trees and 20 of Choice.
	Every int
}

// SelfTimes is how many times the nodes of a move in the games weights have as their own teacher.
const SelfTimes = 10

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
		return errors.New("a static evaluation after the move ignores the reply: give the teacher of choices a search, as nodes=400")
	}
	return nil
}
