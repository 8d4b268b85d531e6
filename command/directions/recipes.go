package directions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A recipe is a way to make a direction: the flags by which it differs from other calls of fit.
type recipe struct {
	name, why string
	args      []string // of fit
	free      bool     // the tempo is not held

	labels  *Labels // in place of those of the rows; nil: these
	other   Rows    // in place of the rows; without files: these
	missing string  // why it is skipped; empty: it is made
}

// usualPrior is the strength of the prior where recipes differ in something else, in rows a weight. Of matches of tuned
// engines in docs/measured/engine.md those of 1,000 to 3,000 rows lost least.
const usualPrior = 3000

// searchedPrior is that of rows of searches, which are several to a position of a game: docs/recipe.md.
const searchedPrior = 300

// recipes lists all recipes in their order, those that are skipped, too.
func (o *Options) recipes(t *traits) (list []recipe) {
	list = append(list, t.byScores()...)
	list = append(list, t.byResults()...)
	list = append(list, t.partial()...)
	for i := range o.Labels {
		l := &o.Labels[i]
		list = append(list, recipe{name: "labels-" + l.Name, why: "scores of " + l.Name + " in place of those of the rows", args: sigmoid("0", usualPrior), labels: l})
	}
	return append(list, o.searched()...)
}

// sigmoid are the flags of a fit of expected scores with a share of the result in the label.
func sigmoid(lambda string, prior int) []string {
	return []string{"-loss", "sigmoid", "-lambda", lambda, "-prior-rows", strconv.Itoa(prior)}
}

const (
	noScores  = "no row has a score"
	noResults = "no row has a result"
)

// byScores are the fits to scores, from the longest step to the shortest.
func (t *traits) byScores() (list []recipe) {
	for _, n := range []int{300, 1000, 3000, 30000} {
		list = append(list, recipe{name: fmt.Sprintf("scores-%d", n), why: fmt.Sprintf("scores, a prior of %d rows a weight", n), args: sigmoid("0", n), missing: t.lacks(t.scores, noScores)})
	}
	args := sigmoid("0", usualPrior)
	args[1] = "crossentropy"
	return append(list, recipe{name: "entropy", why: "scores by cross entropy, to which decided positions count more", args: args, missing: t.lacks(t.scores, noScores)})
}

// byResults are the fits to results, and to both.
func (t *traits) byResults() (list []recipe) {
	both := t.lacks(t.scores, noScores)
	if both == "" {
		both = t.lacks(t.results, noResults)
	}
	list = append(list, recipe{name: "blend", why: "results and scores by halves", args: sigmoid("0.5", usualPrior), missing: both})
	for _, n := range []int{3000, 30000} {
		list = append(list, recipe{name: fmt.Sprintf("results-%d", n), why: fmt.Sprintf("results, a prior of %d rows a weight", n), args: sigmoid("1", n), missing: t.lacks(t.results, noResults)})
	}
	return list
}

// lacks returns why a recipe is skipped that needs something.
func (t *traits) lacks(has bool, why string) string {
	if has {
		return ""
	}
	return why
}

// partial are the fits of some of the weights, or of the tempo, too.
func (t *traits) partial() []recipe {
	usual := func(frozen ...string) []string {
		args := sigmoid(t.usualLambda(), usualPrior)
		for _, pattern := range frozen {
			args = append(args, "-freeze", pattern)
		}
		return args
	}
	const untapered = "no weight has a middlegame and an endgame half"
	return []recipe{
		{name: "tempo-free", why: "the tempo is free, which the others hold", args: usual(), free: true, missing: t.lacks(len(t.tempo) > 0, "no weight is called tempo: name it with -tempo")},
		{name: "middlegame", why: "the endgame's halves are frozen", args: usual("*.eg"), missing: t.lacks(t.tapered, untapered)},
		{name: "endgame", why: "the middlegame's halves are frozen", args: usual("*.mg"), missing: t.lacks(t.tapered, untapered)},
		{name: "formula", why: "what the formula does not just add, all else frozen", args: usual(t.frozenBut(t.formed)...), missing: t.only(t.formed, "the rows have no formula")},
		{name: "new-terms", why: "terms whose old weights are 0, all else frozen", args: usual(t.frozenBut(t.fresh)...), missing: t.only(t.fresh, "no term that rows count has only weights of 0")},
	}
}

// usualLambda is 0 where there are scores.
func (t *traits) usualLambda() string {
	if t.scores {
		return "0"
	}
	return "1"
}

// only returns why a recipe of some terms alone is skipped.
func (t *traits) only(terms map[string]bool, none string) string {
	switch len(terms) {
	case 0:
		return none
	case len(t.terms):
		return "there are no other terms"
	}
	return ""
}

// searched are the fits to rows of searches.
func (o *Options) searched() []recipe {
	missing := func(r Rows, flag, verb string) string {
		if len(r.Files) > 0 {
			return ""
		}
		return fmt.Sprintf("pass %s with what match %s writes", flag, verb)
	}
	leaves := append(sigmoid("0", searchedPrior), "-intercept", "tree,side")
	return []recipe{
		{name: "leaves", why: "leaves of searches, with a constant for each tree", args: leaves, other: o.Leaves, missing: missing(o.Leaves, "-leaves", "leaves")},
		{name: "choices", why: "the choice among the moves of a position", args: []string{"-loss", "choice", "-temperature", "auto", "-prior-rows", strconv.Itoa(searchedPrior)}, other: o.Choices, missing: missing(o.Choices, "-choices", "choices")},
	}
}

// chosen returns the recipes that Only names, or all.
func (o *Options) chosen(all []recipe) ([]recipe, error) {
	if o.Only == nil {
		return all, nil
	}
	var names []string
	for _, r := range all {
		names = append(names, r.name)
	}
	for _, name := range o.Only {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("-only %s: want some of %s", name, strings.Join(names, ", "))
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r recipe) bool { return !slices.Contains(o.Only, r.name) }), nil
}
