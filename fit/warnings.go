package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/internal/note"
)

// The thresholds of the warnings.
const (
	fewGames        = 100   // D12: fewer games, or what is worth as many of equal length
	rareRows        = 20    // F04: fewer training rows
	rareGames       = 10    // F04: or fewer games
	maxVIF          = 30    // F06
	maxCorrelation  = 0.98  // F06: of two columns, either sign
	tunedSize       = 50    // F07: root mean square of a column whose unit is centipawns, where it takes part
	tunedSlope      = 0.5   // F07: its slope alone is at least this and at most 1.5
	tunedShare      = 0.8   // F07: of the explained variance, that it explains alone
	equalLabels     = 1e-12 // D21: mean square of the labels about their mean, which is not 0 for rounding
	maxBias         = 40    // M11: centipawns
	tailRows        = 0.10  // M12: share of the rows, the largest residuals
	tailError       = 0.60  // M12: share of the squared error
	duplicateShare  = 0.001 // S02: of the test rows
	betterByStdErrs = 3     // S03
	testGames       = 10    // T01: fewer games in the test part
	mostlySilent    = 0.5   // M19: share of the training rows
	listed          = 6     // names in a text
)

// warner looks for reasons to distrust a result.
type warner struct {
	opt    Options
	job    *rows.Job
	design *rows.Design
	system *linear.System // nil if a quick fit has none
	factor *linear.Factor
	found  *measure.Parts
	r      *Result
	est    *linear.Estimate // nil for the losses of expected scores
	texel  *texel.Measured  // nil for the others
	units  []int            // of expected scores: weights whose columns are ±1 in every row
	list   note.List
}

// all returns the warnings of a fit to centipawns, in the order of their codes.
func (x *warner) all() note.List {
	x.run(x.nothingToLearn, x.fewGames, x.neverActive, x.rare, x.dependent, x.collinear, x.tunedAlready, x.notConverged, x.biased, x.tail,
		x.sharedGames, x.sharedPositions, x.testTooGood, x.testTooSmall)
	return x.list
}

// searched returns the warnings of a fit to centipawns that searched.
func (x *warner) searched(search *descent.Result) note.List {
	x.run(x.nothingToLearn, x.fewGames, x.neverActive, x.rare)
	if x.system != nil {
		x.run(x.dependent, x.collinear)
	}
	if search.Reason == descent.PassLimit {
		x.list.Add(note.M08, "not converged: after %d passes the loss is estimated to be %.1e above its minimum %.6g; fit fewer weights, or pass a -ridge",
			search.Passes+int(search.Curvatures), search.Gap, search.F)
	}
	x.run(x.biased, x.tail, x.sharedGames, x.sharedPositions, x.testTooGood, x.testTooSmall, x.large, x.byNewton, x.silent)
	return x.list
}

// nothingToLearn: D21, all labels of the training rows are equal.
func (x *warner) nothingToLearn() {
	if t := x.r.Train; t != nil && t.N > 0 && t.NullMSE <= equalLabels {
		x.list.Add(note.D21, "nothing to learn: the labels of all %d training rows are equal, and so no weight is known; pass data of games with different results, or of different scores (-lambda 0)", t.N)
	}
}

// silent: M19, groups that have intercepts say nothing.
func (x *warner) silent() {
	w := x.r.Within
	if w == nil || w.SilentRows == 0 {
		return
	}
	n := x.list.Add(note.M19, "intercepts by %s: %.1f %% of the training rows say nothing of weights and are left out: %d are the only ones of their group, %d are of groups that were all won or all lost; %d rows in %d groups are fitted",
		w.By, 100*w.SilentShare(), w.SingleRows, w.SilentRows-w.SingleRows, w.Rows, w.Groups)
	if w.SilentShare() < mostlySilent {
		n.Level = note.Remark
	}
}

// byNewton: M18, a search was asked for where sums of products have room.
func (x *warner) byNewton() {
	if len(x.design.Names) <= x.opt.Dense && x.system == nil {
		x.list.Add(note.M18, "the method %v searches without matrices: there are %s; the method %v computes them", Newton, leftOut, GramMatrix)
	}
}

// run calls each finder, which adds to the list what it finds.
func (x *warner) run(finders ...func()) {
	for _, find := range finders {
		find()
	}
}

// names lists names in a sentence.
func names(list []string) string {
	if len(list) > listed {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:listed], ", "), len(list)-listed)
	}
	return strings.Join(list, ", ")
}

// where returns the names of the weights that ok accepts.
func (x *warner) where(ok func(Weight) bool) []string {
	var list []string
	for _, w := range x.r.Weights {
		if ok(w) {
			list = append(list, w.Name)
		}
	}
	return list
}

// fewGames: D12, the training rows are of few games.
func (x *warner) fewGames() {
	if worth := x.found.Train.Effective(); worth < fewGames {
		x.list.Add(note.D12, "the %d training rows are of %d games; the effective sample, for weights and their errors, is %.0f games",
			x.found.Train.Rows, len(x.found.Train.Games), worth)
	}
}

// neverActive: F03, a weight takes part in no training row.
func (x *warner) neverActive() {
	list := x.where(func(w Weight) bool {
		return w.Rows == 0 && !search.PawnOnEdge.MatchString(w.Name) && x.design.NamedInPawns(w.Name)
	})
	if list == nil {
		return
	}
	x.list.Add(note.F03, "%s: 0 in every training row; the data say nothing of it, the weight is left where it began", names(list)).Columns = list
}

// rare: F04, a weight takes part in few rows or games.
func (x *warner) rare() {
	list := x.where(func(w Weight) bool {
		return w.Rows > 0 && w.Bound != "frozen" && (w.Rows < rareRows || w.Games < rareGames)
	})
	if list == nil {
		return
	}
	x.list.Add(note.F04, "%s: in fewer than %d training rows or %d games: hardly known, and not at all without a ± beside it; use a prior or a ridge, or leave it out",
		names(list), rareRows, rareGames).Columns = list
}

// dependent: F05, columns are linear combinations of others.
func (x *warner) dependent() {
	if len(x.r.Dependences) == 0 {
		return
	}
	var list, relations []string
	for _, dep := range x.r.Dependences {
		list = append(list, dep.Names()...)
		relations = append(relations, dep.String())
	}
	slices.Sort(list)
	list = slices.Compact(list)
	how := "the weights shown have the smallest sum of squares of all that fit equally well"
	switch o := x.opt; {
	case o.Ridge > 0:
		how = "only the ridge decides between them"
	case o.Texel.PriorRows+o.Texel.Smooth > 0:
		how = "only the prior or the smoothness decides between them"
	case x.r.Gauge != "":
		how = x.r.Gauge
	case o.Loss.Expected():
		how = "where the search began decides between them"
	}
	x.list.Add(note.F05, "%d exact linear dependences (%s): %s; leave columns out or fix weights",
		len(relations), names(relations), how).Columns = list
}

// collinear: F06, columns are nearly linear combinations of others.
func (x *warner) collinear() {
	list := x.where(func(w Weight) bool { return w.VIF > maxVIF })
	var says []string
	for _, w := range x.r.Weights {
		if w.VIF > maxVIF {
			says = append(says, fmt.Sprintf("%s (VIF %.0f)", w.Name, w.VIF))
		}
	}
	for _, p := range x.correlated() {
		list = append(list, p.a, p.b)
		says = append(says, fmt.Sprintf("%s with %s (correlation %.3f)", p.a, p.b, p.r))
	}
	if list == nil {
		return
	}
	slices.Sort(list)
	x.list.Add(note.F06, "nearly collinear columns: %s: only their sum is determined", names(says)).Columns = slices.Compact(list)
}

// correlatedPair is two weights whose columns are nearly multiples of each other.
type correlatedPair struct {
	a, b string
	r    float64
}

// correlated returns the pairs, worst first; exact multiples are F05's.
func (x *warner) correlated() []correlatedPair {
	var pairs []correlatedPair
	f, s := x.factor, x.system
	observed := slices.Clone(f.Observed)
	slices.Sort(observed)
	for a, i := range observed {
		for _, j := range observed[a+1:] {
			if r := f.Correlation(i, j); math.Abs(r) > maxCorrelation && 1-r*r > s.Tolerance {
				pairs = append(pairs, correlatedPair{x.design.Names[i], x.design.Names[j], r})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q correlatedPair) int { return -cmp.Compare(math.Abs(p.r), math.Abs(q.r)) })
	return pairs
}

// tunedAlready: F07, a column is itself an evaluation. The rule, from values alone: where it
// takes part the column is tens in size (root mean square over 50, which no count of
// pieces, squares or attacks reaches); alone, with the intercepts, its least-squares
// slope is 0.5 to 1.5, so its unit is the label's; and it explains alone more than 80 % of
// what all columns explain together.
func (x *warner) tunedAlready() {
	s := x.system
	if s.Order < 2 || s.YY <= 0 {
		return
	}
	explained := 0.0 // by all columns
	for j, b := range x.factor.Solve() {
		explained += b * s.RHS[j]
	}
	var list []string
	for _, j := range slices.Sorted(slices.Values(x.factor.Observed)) {
		c := s.Cross.At(j, j)
		meanWeight := s.Weight / float64(s.Rows)
		size := math.Sqrt(s.Raw[j] / (meanWeight * float64(max(1, s.Active[j]))))
		slope := s.RHS[j] / c
		if size > tunedSize && slope >= tunedSlope && slope <= 2-tunedSlope && s.RHS[j]*slope > tunedShare*explained {
			list = append(list, x.design.Names[j])
		}
	}
	if list == nil {
		return
	}
	x.list.Add(note.F07, "%s: looks like a finished evaluation in centipawns; the other weights are corrections to it, not values of their terms",
		names(list)).Columns = list
}

// notConverged: M08, reweighting ran out of rounds.
func (x *warner) notConverged() {
	if x.est.Converged {
		return
	}
	x.list.Add(note.M08, "not converged: after %d rounds a weight still changed by %.3g centipawns (times its column's deviation), more than %.3g; pass a larger -iterations",
		x.est.Rounds, x.est.Change, x.opt.Tolerance)
}

// biased: M11, an intercept, or a column that is +1 or −1 in every row as the
// side to move is, takes up much.
func (x *warner) biased() {
	var list, says []string
	for _, a := range x.r.Intercepts {
		if math.Abs(a.Value) > maxBias {
			says = append(says, fmt.Sprintf("the intercept of %s is %+.0f centipawns", x.job.Source(a.Source), a.Value))
		}
	}
	for j, w := range x.r.Weights {
		if x.unit(j) && math.Abs(w.Value) > maxBias {
			list = append(list, w.Name)
			says = append(says, fmt.Sprintf("%s, ±1 in every row, is %+.0f centipawns", w.Name, w.Value))
		}
	}
	if says == nil {
		return
	}
	x.list.Add(note.M11, "%s: one side is favoured whatever the position; check whose view the labels take, and how the positions were chosen",
		names(says)).Columns = list
}

// unit reports whether a plain weight's column is +1 or −1 in every training row. Whole
// counts that are never 0 and whose squares add up to their number are.
func (x *warner) unit(j int) bool {
	if x.texel != nil {
		return slices.Contains(x.units, x.design.Alias[j])
	}
	if x.system == nil {
		return false
	}
	s, c := x.system, x.design.Column[j]
	return !x.design.Schema.Columns[c].Tapered && s.Active[j] == s.Rows && math.Abs(s.Raw[j]-s.Weight) < 1e-9*s.Weight
}

// tail: M12, a few rows make most of the squared error.
func (x *warner) tail() {
	share := x.found.Train.Models[0].Sizes.Tail(tailRows)
	if x.r.Loss != Squared || share <= tailError {
		return
	}
	x.list.Add(note.M12, "%.0f %% of the rows make %.0f %% of the squared error: the weights serve the extreme positions; try the Huber loss or a smaller clip",
		100*tailRows, 100*share)
}

// sharedGames: S01, a game has rows in both parts. Games of two sets are known by hashes
// of 32 bits, so some agree by chance: a warning needs four standard deviations
// more than expected.
func (x *warner) sharedGames() {
	train, test := x.found.Train, x.found.Test
	shared := 0
	for _, g := range test.Games {
		if _, ok := train.Index[g]; ok {
			shared++
		}
	}
	chance := 0.0
	if x.opt.Test != nil {
		chance = float64(len(train.Games)) * float64(len(test.Games)) / (1 << 32)
	}
	if float64(shared) <= chance+4*math.Sqrt(chance) {
		return
	}
	x.list.Add(note.S01, "%d of %d test games have rows in training too: the test looks better than it is; split by game",
		shared, len(test.Games))
}

// sharedPositions: S02, positions of the test stand in training too.
func (x *warner) sharedPositions() {
	train, test := x.found.Train.Hashes, x.found.Test.Hashes
	slices.Sort(train)
	both := 0
	for _, h := range test {
		if _, ok := slices.BinarySearch(train, h); ok {
			both++
		}
	}
	share := float64(both) / float64(max(1, len(test)))
	if share <= duplicateShare {
		return
	}
	x.list.Add(note.S02, "%.3g %% of the test rows are positions of the training rows (mirror images included): remove duplicates before the split",
		100*share)
}

// testTooGood: S03, the test error is clearly less than the training error.
func (x *warner) testTooGood() {
	train, test := x.r.Train, x.r.Test
	if train == nil || test == nil || train.MSEInterval == nil || test.MSEInterval == nil {
		return
	}
	se := math.Hypot(train.MSEInterval.StdErr, test.MSEInterval.StdErr)
	if train.MSE-test.MSE <= betterByStdErrs*se {
		return
	}
	digits := 0
	if x.r.Loss.Expected() {
		digits = 6
	}
	x.list.Add(note.S03, "the test MSE %.*f is less than the training MSE %.*f by %.1f standard errors: the parts are not alike, or the test leaks into training",
		digits, test.MSE, digits, train.MSE, (train.MSE-test.MSE)/se)
}

// testTooSmall: T01, a test was asked for and has few games or none.
func (x *warner) testTooSmall() {
	if !x.job.Tested() {
		return
	}
	switch test := x.r.Test; {
	case test == nil:
		x.list.Add(note.T01, "the test part has no rows: nothing is known of new games; take more data, a larger share or another seed")
	case test.Games < bootstrap.LeastGames:
		x.list.Add(note.T01, "the test part has rows of %d games only: its errors say little of new ones, and have no 95 %% interval, which takes %d games", test.Games, bootstrap.LeastGames)
	case test.Games < testGames:
		x.list.Add(note.T01, "the test part has rows of %d games only: its errors say little of new ones", test.Games)
	}
}

// large: M18, there are more weights than matrices are made of.
func (x *warner) large() {
	n := len(x.design.Names)
	if n <= x.opt.Dense {
		return
	}
	x.list.Add(note.M18, "%d weights are more than %d, of which matrices of weights × weights are made: the optimum was searched without them, and there are %s; -dense %d computes them with about %s of memory",
		n, x.opt.Dense, leftOut, n, gigabytes(denseBytes*float64(n)*float64(n)))
}

// noGames: S05, a strength was to be chosen by folds of games that the rows do not name.
func (x *warner) noGames() {
	for _, c := range x.r.Choices {
		what := fmt.Sprintf("the %s of %g rows was chosen by folds that have rows of one game on both sides: it is too weak", c.Name, c.Strength)
		switch {
		case x.job.NamesGames():
			return
		case len(c.Tried) == 0:
			what = fmt.Sprintf("the %s is worth %g rows, which is safe and not chosen by folds: they would have rows of one game on both sides", c.Name, c.Strength)
		}
		x.list.Add(note.S05, "the rows do not name their games, so %s; name the games (-game COLUMN, in a trace qid:GAME), or pass -%s",
			what, map[string]string{"prior": "prior-rows n", "ridge": "ridge n", "smooth": "smooth n"}[c.Name])
	}
}

// leftOut is what a fit without matrices does not have.
const leftOut = "no standard errors, dependences (" + string(note.F05) + "), collinear weights (" + string(note.F06) + "), " +
	string(note.M06) + " and worth of groups"

// denseBytes is the memory of a fit with standard errors, in bytes for the square of its weights.
const denseBytes = 115

// gigabytes writes a number of bytes.
func gigabytes(bytes float64) string { return fmt.Sprintf("%.2g GB", bytes/1e9) }
