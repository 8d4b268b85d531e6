package texel

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/loop"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/trees/teacher"
)

// self is the word for weights that are their own teacher.
const self = "self"

// addObjectives adds the flags of what weights are fitted to.
func (q *request) addObjectives(fs *flag.FlagSet) {
	o := &q.loop
	fs.StringVar(&q.objective, "objective", loop.Results.String(), "fit weights to the `objectives` results (of games), labels (scores of the games' own searches), trees (leaves of searches, by a teacher) or choice (among moves, by a teacher), or to several with commas between, each from what the one before has found: docs/objectives.md")
	fs.Func("label", "teacher that values rows of trees and choices: `LABEL` self (the weights that are fitted, with 10 times -nodes) or self,nodes=n; or as in match leaves: static (built-in weights, no search), nodes=n, FILE,nodes=n, cmd:PROGRAM,nodes=n; given twice it is of each of two objectives (default self)", func(text string) error {
		q.label = append(q.label, text)
		return nil
	})
	fs.Func("every", "take one position of the games in `n` for trees and choices; given twice it is of each of two objectives (default 4 of trees, 20 of choice)", func(text string) error {
		n, err := strconv.Atoi(text)
		if q.every = append(q.every, n); err != nil || n < 1 {
			return errors.New("want a number, 1 or more")
		}
		return nil
	})
	fs.IntVar(&o.PerTree, "leaves", loop.DefaultLeaves, "draw `n` leaves of each tree, whose search has the limit of the games (trees)")
	fs.StringVar(&q.leaf, "leaf", "quiet", "where the value of a move comes from: `LEAF` quiet (quiescence), nodes=n or depth=n (choice)")
	fs.StringVar(&q.temperature, "temperature", "auto", "temperature of the evaluation in `centipawns`; auto fits it at the weights that a fit begins with, which keeps their size (choice)")
	fs.Float64Var(&o.TeacherTemperature, "teacher-temperature", loop.DefaultTeacherTemperature, "temperature of the teacher's values in `centipawns` (choice)")
	fs.StringVar(&q.lambda, "lambda", fmt.Sprint(loop.DefaultLambda), "`share` of the result in the label; the rest is the expected score of the search (labels)")
}

// readObjective reads -objective.
func (q *request) readObjective() (err error) {
	if q.loop.Objectives, err = loop.ParseObjectives(q.objective); err != nil {
		return fmt.Errorf("-objective: %w", err)
	}
	return nil
}

// searches reports whether rows are made by searches with the limit of the games, or with a multiple of it:
// trees, and choices by weights that are their own teacher.
func (q *request) searches() bool {
	return q.loop.Has(loop.Trees) || q.loop.Has(loop.Choice) && (len(q.label) == 0 || q.label[0] == self)
}

// lessons reads the flags of objectives that must be converted into options.
func (q *request) lessons() (err error) {
	o := &q.loop
	if o.Has(loop.Labels) {
		if o.Lambda, err = strconv.ParseFloat(q.lambda, 64); err != nil || !(o.Lambda >= 0 && o.Lambda < 1) {
			return fmt.Errorf("-lambda %s: want 0 or more and less than 1; with 1 it is -objective results", q.lambda)
		}
		if o.Lambda == 0 {
			o.Lambda = -1
		}
	}
	if q.temperature != "auto" {
		if o.Temperature, err = strconv.ParseFloat(q.temperature, 64); err != nil || !(o.Temperature > 0) {
			return fmt.Errorf("-temperature %s: want auto, or a number of centipawns above 0", q.temperature)
		}
	}
	if !(o.TeacherTemperature > 0) || o.PerTree < 1 {
		return fmt.Errorf("-teacher-temperature %g, -leaves %d: want more than 0 of each", o.TeacherTemperature, o.PerTree)
	}
	if q.leaf != "quiet" {
		if o.Leaf, err = play.ParseLimit(q.leaf); err != nil || o.Leaf.Nodes == 0 && o.Leaf.Depth == 0 {
			return fmt.Errorf("-leaf %s: want quiet, nodes=n or depth=n", q.leaf)
		}
	}
	return q.teachers()
}

// teachers gives -label and -every to the objectives that they are of.
func (q *request) teachers() error {
	var taught []loop.Objective
	for _, x := range q.loop.Objectives {
		if x.Taught() {
			taught = append(taught, x)
		}
	}
	for name, n := range map[string]int{"label": len(q.label), "every": len(q.every)} {
		if n > 1 && n != len(taught) {
			return fmt.Errorf("-%s is given %d times for %d objectives that have a teacher: pass it once, or once for each", name, n, len(taught))
		}
	}
	for i, x := range taught {
		lesson := q.loop.Lesson(x)
		if len(q.every) > 0 {
			lesson.Every = q.every[min(i, len(q.every)-1)]
		}
		if len(q.label) > 0 {
			if err := setTeacher(lesson, q.label[min(i, len(q.label)-1)]); err != nil {
				return err
			}
		}
	}
	return nil
}

// setTeacher reads a label.
func setTeacher(l *loop.Lesson, text string) (err error) {
	word, rest, more := strings.Cut(text, ",")
	switch {
	case word != self:
		t, err := teacher.Parse(text)
		if l.Teacher = &t; err != nil {
			return fmt.Errorf("-label %s: %w", text, err)
		}
	case rest == teacher.Static:
		return fmt.Errorf("-label %s: a static evaluation teaches itself nothing: pass %s, or %s,nodes=n", text, self, self)
	case more:
		if l.Self, err = play.ParseLimit(rest); err != nil {
			return fmt.Errorf("-label %s: %w", text, err)
		}
	}
	return nil
}
