package finding

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"example.org/centipawn/fit"
	"example.org/centipawn/weights"
)

// mostMoved is how many of the largest moves are printed.
const mostMoved = 12

// moved are the weights that moved farthest from the start weights.
func (f *Finding) moved() *table {
	res := f.Result
	list := slices.Clone(res.Weights)
	list = slices.DeleteFunc(list, func(w fit.Weight) bool { return w.Old == nil || w.StdErr == 0 })
	if len(list) == 0 {
		return nil
	}
	move := func(w fit.Weight) float64 { return w.Value - *w.Old }
	slices.SortStableFunc(list, func(a, b fit.Weight) int { return cmp.Compare(math.Abs(move(b)), math.Abs(move(a))) })
	t := columns("moved farthest", "old", "new", "move", "±95 %", "games", "")
	for _, w := range list[:min(mostMoved, len(list))] {
		t.Add(w.Name, weights.Number(*w.Old), weights.Number(w.Value), weights.Number(move(w)),
			weights.Number(w.Interval95()), strconv.Itoa(w.Games), supported(w))
	}
	if res.Ridge+res.PriorRows+res.Smooth > 0 {
		held := count(res.Weights, func(w fit.Weight) bool { return w.Bound == fit.BoundPrior })
		t.say("±95 %% holds the scatter of games and the pull to the prior, by how far the data moved all weights from it; %d of %d weights are held by the prior", held, len(res.Weights))
	}
	if n := count(list, unmoved); n > 0 {
		t.say("of %d weights the data do not tell the new value of %d from the old one", len(list), n)
	}
	switch o := f.Options; {
	case len(list) <= mostMoved:
	case o.StartIsFile() && o.Out != "":
		t.say("weights diff %s %s lists them all", o.Start, o.Out)
	default:
		t.say("-json lists them all")
	}
	return t
}

func count(list []fit.Weight, is func(fit.Weight) bool) (n int) {
	for _, w := range list {
		if is(w) {
			n++
		}
	}
	return n
}

// unmoved reports whether the 95 % interval holds the old value.
func unmoved(w fit.Weight) bool { return math.Abs(w.Value-*w.Old) < w.Interval95() }

// supported marks a weight whose move the data do not support, or that the prior holds.
func supported(w fit.Weight) string {
	switch {
	case w.Bound == fit.BoundPrior:
		return weights.HeldByPrior
	case unmoved(w):
		return "not supported by the data"
	}
	return ""
}

// groups are what each group of weights is worth.
func groups(res *fit.Result) *table {
	if len(res.Groups) == 0 {
		return nil
	}
	t := columns("without the group", "weights", "training loss rises by", "% of the loss")
	t.title = "How much the training loss would rise without a group of weights"
	for _, g := range res.Groups {
		t.Add(g.Name, strconv.Itoa(g.Weights), fmt.Sprintf("%.3g", g.Loss), fmt.Sprintf("%.2f", 100*g.Share))
	}
	return t
}

// fewSupported is how many weights the table of support has, of sets with more than
// a person reads.
const fewSupported = 20

// support is on how many rows and games each weight rests. Of many weights these are those with the
// fewest games; those that never occur are only counted.
func (f *Finding) support() *table {
	all := f.Result.Weights
	if !slices.ContainsFunc(all, func(w fit.Weight) bool { return w.Rows > 0 }) {
		return nil // it was not counted
	}
	list := slices.Clone(all)
	if len(all) > 2*fewSupported {
		list = slices.DeleteFunc(list, func(w fit.Weight) bool { return w.Rows == 0 })
		slices.SortStableFunc(list, func(a, b fit.Weight) int { return cmp.Compare(a.Games, b.Games) })
	}
	never, shown := len(all)-len(list), list
	if len(all) > 2*fewSupported {
		shown = list[:min(fewSupported, len(list))]
	}
	t := columns("support", "rows", "games", "VIF")
	for _, w := range shown {
		vif := fmt.Sprintf("%.1f", w.VIF)
		switch {
		case !w.Identified:
			vif = "not identified"
		case w.VIF == 0:
			vif = "not computed"
		}
		t.Add(w.Name, strconv.Itoa(w.Rows), strconv.Itoa(w.Games), vif)
	}
	if len(shown) < len(list) {
		t.say("the least supported of %d weights", len(list))
	}
	if never > 0 {
		t.say("%d weights never occur in the training rows", never)
	}
	least := f.Options.Fit.Texel.LeastRows
	if n := count(all, func(w fit.Weight) bool { return w.Bound == weights.BoundFrozen && w.Rows > 0 && w.Rows < least }); n > 0 {
		t.say("%d weights with fewer than %d training rows kept their old values (least-rows)", n, least)
	}
	return t
}

// allWeights are the weights with their errors and their support.
func allWeights(res *fit.Result) *table {
	t := columns("term", "weight", "± 95 %", "t", "VIF", "rows", "games")
	t.title = "Weights in centipawns a count, and the training rows and games that support them"
	old := slices.ContainsFunc(res.Weights, func(w fit.Weight) bool { return w.Old != nil })
	if old {
		t.Header = append(t.Header, "old", "move", "remark")
	}
	for _, w := range res.Weights {
		cells := []string{
			w.Name, weights.Number(w.Value), weights.Number(w.Interval95()), tOf(w),
			fmt.Sprintf("%.1f", w.VIF), fmt.Sprint(w.Rows), fmt.Sprint(w.Games),
		}
		switch {
		case old && w.Old == nil:
			cells = append(cells, "", "", "")
		case old:
			cells = append(cells, weights.Number(*w.Old), weights.Number(w.Value-*w.Old), supported(w))
		}
		t.Add(cells...)
	}
	return t
}

// tOf prints the t of a weight, or that the prior holds it.
func tOf(w fit.Weight) string {
	if w.Bound == fit.BoundPrior {
		return weights.HeldByPrior
	}
	return fmt.Sprintf("%.1f", w.T)
}
