// Package weights is the weights file: the fitted value of every term by name,
// with its standard error and everything needed to fit it again.
//
// A file is JSON of format "centipawn weights", version 1, or 2 if it has a formula. [Read] and
// [File.Write] take it through the disk, [Find] finds weights by the names that users
// give them, [Compare] puts two side by side. Package show prints them for a person,
// export writes them as source code for an engine, source reads such code back, and
// audit says whether values make chess sense.
//
// # Units and sign
//
// Weights are centipawns for one count of the term, White-relative: the count
// is White's minus Black's, so a positive weight favours the side that has
// more. A plain term has one value. A tapered term has two, for the middle game
// and for the endgame, and is worth
//
//	count · (MG·φ + EG·(1−φ)·scale)
//
// centipawns, where φ in [0,1] is the game phase (1 with all pieces on the
// board) and scale a fixed function of the position that belongs to the set, whose
// name is in the file.
//
// In a file with a formula (docs/formula.md) that is so of the terms of the sum linear, if the formula
// adds it to the rest. What a count of another term is worth depends on the position: the formula
// makes centipawns of the sums of count × weight.
//
// A file of kind [Policy] has weights of moves instead: hundredths of a logit for one count
// of the term, in the view of the side that moves. φ is that of the position before the move.
//
// # Compatibility
//
// Files of version 1 are read by every later release, with the same meaning. A
// reader is strict: a field that it does not know is an error and not a silent
// loss, so a file that uses a later release's fields is refused by name of the
// field: endgame_scale and kind, which came later, by readers of before. A file with a formula is of
// version 2. One of version 1 with a block, as they were written before there were formulas, is read
// as a file with the formula [BlockFormula]. Terms are
// found by name; their order is kept but carries no meaning.
// Equal fits give equal bytes: no date, duration, number of threads or place on
// a disk is part of a file.
//
// The package never reads positions or data and knows nothing of a term but its
// name.
package weights

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"example.org/centipawn/internal/confidence"
)

// What stands in the head of every file.
const (
	Format         = "centipawn weights"
	Version        = 1
	FormulaVersion = 2 // of a file with a formula
)

// A File is the content of a weights file.
type File struct {
	Kind    Kind   // what the weights are for
	Set     string // name of the set of terms, such as "alphaone"
	SetHash string // its hash: names and counts; an engine's set must have the same
	Phase   string // name of the definition of the game phase φ

	EndgameScale string     // name of the set's scale of endgame weights; "": none
	Formula      string     // makes an evaluation of the sums, see docs/formula.md; "": their sum is linear
	Inputs       []string   // numbers of a position that the formula reads
	Terms        []Term     // in the set's order, names unique
	Provenance   Provenance // where the values come from
}

// Require returns an error if the file is of another kind than the caller can use.
func (f *File) Require(k Kind) error {
	switch {
	case f.Kind == k:
		return nil
	case k == Policy:
		return fmt.Errorf("set %s: %v, where a policy is wanted: pass it as weights (-weights, EvalFile)", f.Set, f.Kind)
	}
	return fmt.Errorf("set %s: %v, where an evaluation is wanted: pass weights of positions here, a policy to -policy or PolicyFile", f.Set, f.Kind)
}

// A Term is a term's name with its fitted value: Value if it is plain, MG and
// EG if it is tapered. The fields of the other kind are zero.
type Term struct {
	Name      string
	Sums      []string // of the formula, to which its counts go, such as White's and Black's; nil: linear, which stands beside others by its name
	Parameter bool     // it has no counts: the formula reads the weight by its name
	Tapered   bool
	Value     Weight
	MG, EG    Weight
}

// A Weight is one fitted number in centipawns for one count of a term.
type Weight struct {
	Value  float64
	StdErr float64 // standard error; 0: not known, or the weight was not fitted
	DF     float64 // its degrees of freedom, for Student's t; 0: very many
	Bound  string  // what held the weight in the fit: one of the Bound constants; "": nothing
}

// What can hold a weight in a fit. At a bound or frozen it has no standard
// error: the data would have it elsewhere, or were not asked.
const (
	BoundLow    = "low"    // it is at its lower bound
	BoundHigh   = "high"   // it is at its upper bound
	BoundFrozen = "frozen" // it kept its start value
	BoundTied   = "tied"   // it is equal to others, and was fitted with them
	BoundPrior  = "prior"  // more than half of what is known of it is the prior's; it has an error, given that
)

// Interval95 returns half the width of the weight's 95 % interval, in
// centipawns; 0 where the standard error is not known.
func (w Weight) Interval95() float64 { return w.Err().Half95() }

// Err returns the error of the weight.
func (w Weight) Err() confidence.Error { return confidence.Error{StdErr: w.StdErr, Freedom: w.DF} }

// HeldByPrior is what is said of a weight that the prior holds, in place of a t.
const HeldByPrior = "held by the prior"

// T returns the weight in units of its standard error, 0 where that is not
// known or the prior holds the weight.
func (w Weight) T() float64 {
	if w.StdErr == 0 || w.Bound == BoundPrior {
		return 0
	}
	return w.Value / w.StdErr
}

// A Named is one weight under the name that the fit knows it by: the term's
// own, or name.mg and name.eg of a tapered term.
type Named struct {
	Name string
	Weight
}

// Weights returns the term's weights, one if it is plain, else two.
func (t Term) Weights() []Named {
	if t.Tapered {
		return []Named{{t.Name + ".mg", t.MG}, {t.Name + ".eg", t.EG}}
	}
	return []Named{{t.Name, t.Value}}
}

// Weights returns the weights of all terms in the file's order.
func (f *File) Weights() []Named {
	all := make([]Named, 0, 2*len(f.Terms))
	for _, t := range f.Terms {
		all = append(all, t.Weights()...)
	}
	return all
}

// Term returns the term of that name.
func (f *File) Term(name string) (Term, bool) {
	for _, t := range f.Terms {
		if t.Name == name {
			return t, true
		}
	}
	return Term{}, false
}

// Validate reports the first thing that a file may not contain: a kind that is not known, no set, no
// terms, a name that is empty or has a space in it, two weights of one name, a
// number that is not finite, a negative standard error or one of a weight that
// was held, a K that is not above 0, a formula that is none, that reads what the file does not have, or
// that leaves a sum out.
func (f *File) Validate() error {
	if err := f.Kind.validate(); err != nil {
		return err
	}
	switch {
	case f.Set == "":
		return errors.New("no set")
	case !utf8.ValidString(f.Set + f.SetHash + f.Phase + f.EndgameScale):
		return errors.New("set, phase or endgame scale: not UTF-8")
	case !utf8.ValidString(f.Formula):
		return errors.New("formula: not UTF-8")
	case len(f.Terms) == 0:
		return errors.New("no terms")
	case f.Kind == Policy && f.EndgameScale != "":
		return errors.New("a policy with an endgame scale: it is linear")
	}
	seen := make(map[string]bool, 2*len(f.Terms))
	for i, t := range f.Terms {
		if err := t.validate(seen); err != nil {
			return &termError{i, err}
		}
	}
	if err := f.checkFormula(); err != nil {
		return err
	}
	return f.Provenance.validate()
}

// A termError is a fault in term number Index, counted from 0.
type termError struct {
	Index int
	Err   error
}

func (e *termError) Error() string { return fmt.Sprintf("term %d: %v", e.Index+1, e.Err) }
func (e *termError) Unwrap() error { return e.Err }

func (t Term) validate(seen map[string]bool) error {
	if err := ValidName(t.Name); err != nil {
		return err
	}
	if err := t.checkSums(); err != nil {
		return err
	}
	for _, w := range t.Weights() {
		switch {
		case seen[w.Name]:
			return fmt.Errorf("%s: two weights have this name", w.Name)
		case !finite(w.Value):
			return fmt.Errorf("%s: the value is %v", w.Name, w.Value)
		case !finite(w.StdErr) || w.StdErr < 0:
			return fmt.Errorf("%s: the standard error is %v", w.Name, w.StdErr)
		case !finite(w.DF) || w.DF < 0 || w.DF > 0 && w.StdErr == 0:
			return fmt.Errorf("%s: a standard error of %v with %v degrees of freedom", w.Name, w.StdErr, w.DF)
		case !slices.Contains(bounds[:], w.Bound):
			return fmt.Errorf("%s: bound %q: want %s", w.Name, w.Bound, strings.Join(bounds[1:], ", "))
		case w.StdErr != 0 && w.Bound != "" && w.Bound != BoundTied && w.Bound != BoundPrior:
			return fmt.Errorf("%s: a standard error, and bound %s: it can have one of the two", w.Name, w.Bound)
		}
		seen[w.Name] = true
	}
	return nil
}

// bounds are the values of Weight.Bound.
var bounds = [...]string{"", BoundLow, BoundHigh, BoundFrozen, BoundTied, BoundPrior}

// ValidName reports what a term's name may not be: empty, or with a space in it.
func ValidName(name string) error {
	switch {
	case name == "":
		return errors.New("a term without a name")
	case !utf8.ValidString(name):
		return fmt.Errorf("name %q: not UTF-8", name)
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return fmt.Errorf("name %q: it holds a space or a control character", name)
	}
	return nil
}
