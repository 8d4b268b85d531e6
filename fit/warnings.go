package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Warning is a doubt about a result.
type Warning struct {
	Code    string   `json:"code"`              // F03, M12, …: stable, for programs
	Text    string   `json:"text"`              // a sentence that says what was found and what to do
	Columns []string `json:"columns,omitempty"` // weights that it is about
}

// String returns code and text.
func (w Warning) String() string { return w.Code + ": " + w.Text }

// The thresholds of the warnings.
const (
	rareRows        = 20      // F04: fewer training rows
	rareGames       = 10      // F04: or fewer games
	maxVIF          = 30      // F06
	maxCorrelation  = 0.98    // F06: of two columns, either sign
	tunedSize       = 50      // F07: root mean square of a column whose unit is centipawns, where it takes part
	tunedSlope      = 0.5     // F07: its slope alone is at least this and at most 1.5
	tunedShare      = 0.8     // F07: of the explained variance, that it explains alone
	maxBias         = 40      // M11: centipawns
	tailRows        = 0.10    // M12: share of the rows, the largest residuals
	tailError       = 0.60    // M12: share of the squared error
	duplicateShare  = 0.001   // S02: of the test rows
	betterByStdErrs = 3       // S03
	positionSample  = 1 << 22 // S02: positions to compare, above which a sample by hash is taken
	testGames       = 10      // T01: fewer games in the test part
	listed          = 6       // names in a text
)

// doubts looks for reasons to doubt a result.
type doubts struct {
	e     *estimator
	est   *estimate
	found *parted
	r     *Result
}

// all returns the warnings, in the order of their codes.
func (d *doubts) all() []Warning {
	var list []Warning
	for _, find := range []func() *Warning{
		d.neverActive, d.rare, d.dependent, d.collinear, d.tunedAlready,
		d.notConverged, d.biased, d.tail,
		d.sharedGames, d.sharedPositions, d.testTooGood, d.testTooSmall,
	} {
		if w := find(); w != nil {
			list = append(list, *w)
		}
	}
	return list
}

// names lists names in a sentence.
func names(list []string) string {
	if len(list) > listed {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:listed], ", "), len(list)-listed)
	}
	return strings.Join(list, ", ")
}

// where returns the names of the weights that ok accepts.
func (d *doubts) where(ok func(Weight) bool) []string {
	var list []string
	for _, w := range d.r.Weights {
		if ok(w) {
			list = append(list, w.Name)
		}
	}
	return list
}

// neverActive: F03, a weight takes part in no training row.
func (d *doubts) neverActive() *Warning {
	list := d.where(func(w Weight) bool {
		return w.Rows == 0 && !pawnOnEdge.MatchString(w.Name) && !d.e.design.ofBlock(w.Name)
	})
	if list == nil {
		return nil
	}
	return &Warning{"F03", fmt.Sprintf("%s: 0 in every training row; the data say nothing of it, the weight is left where it began", names(list)), list}
}

// rare: F04, a weight takes part in few rows or games.
func (d *doubts) rare() *Warning {
	list := d.where(func(w Weight) bool { return w.Rows > 0 && (w.Rows < rareRows || w.Games < rareGames) })
	if list == nil {
		return nil
	}
	return &Warning{"F04", fmt.Sprintf("%s: in fewer than %d training rows or %d games; standard errors are too small there: use a ridge, or leave it out",
		names(list), rareRows, rareGames), list}
}

// dependent: F05, columns are linear combinations of others.
func (d *doubts) dependent() *Warning {
	if len(d.r.Dependences) == 0 {
		return nil
	}
	var list, relations []string
	for _, dep := range d.r.Dependences {
		list = append(list, dep.names()...)
		relations = append(relations, dep.String())
	}
	slices.Sort(list)
	list = slices.Compact(list)
	how := "the weights shown have the smallest sum of squares of all that fit equally well"
	switch o := d.e.opt; {
	case o.Ridge > 0:
		how = "only the ridge decides between them"
	case o.Texel.PriorRows+o.Texel.Smooth > 0:
		how = "only the prior or the smoothness decides between them"
	case d.r.Gauge != "":
		how = d.r.Gauge
	case o.Loss.Expected():
		how = "where the search began decides between them"
	}
	return &Warning{"F05", fmt.Sprintf("%d exact linear dependences (%s): %s; leave columns out or fix weights",
		len(relations), names(relations), how), list}
}

// collinear: F06, columns are nearly linear combinations of others.
func (d *doubts) collinear() *Warning {
	list := d.where(func(w Weight) bool { return w.VIF > maxVIF })
	var says []string
	for _, w := range d.r.Weights {
		if w.VIF > maxVIF {
			says = append(says, fmt.Sprintf("%s (VIF %.0f)", w.Name, w.VIF))
		}
	}
	for _, p := range d.correlated() {
		list = append(list, p.a, p.b)
		says = append(says, fmt.Sprintf("%s with %s (correlation %.3f)", p.a, p.b, p.r))
	}
	if list == nil {
		return nil
	}
	slices.Sort(list)
	return &Warning{"F06", fmt.Sprintf("all but dependent columns: %s; their weights are only known together", names(says)), slices.Compact(list)}
}

// correlatedPair is two weights whose columns are nearly multiples of each other.
type correlatedPair struct {
	a, b string
	r    float64
}

// correlated returns the pairs, worst first; exact multiples are F05's.
func (d *doubts) correlated() []correlatedPair {
	var pairs []correlatedPair
	f, s := d.est.factor, d.est.system
	live := slices.Clone(f.live)
	slices.Sort(live)
	for a, i := range live {
		for _, j := range live[a+1:] {
			if r := f.correlation(i, j); math.Abs(r) > maxCorrelation && 1-r*r > s.tolerance {
				pairs = append(pairs, correlatedPair{d.e.design.names[i], d.e.design.names[j], r})
			}
		}
	}
	slices.SortStableFunc(pairs, func(p, q correlatedPair) int { return -cmp.Compare(math.Abs(p.r), math.Abs(q.r)) })
	return pairs
}

// tunedAlready: F07, a column is itself an evaluation. The rule, from values alone: where it
// takes part the column is tens in size (root mean square over 50, which no count of
// men, squares or attacks reaches); alone, with the intercepts, its least-squares
// slope is 0.5 to 1.5, so its unit is the label's; and it explains alone more than 80 % of
// what all columns explain together.
func (d *doubts) tunedAlready() *Warning {
	s := d.est.system
	if s.order < 2 || s.yy <= 0 {
		return nil
	}
	explained := 0.0 // by all columns
	for j, b := range d.est.factor.solve() {
		explained += b * s.rhs[j]
	}
	var list []string
	for _, j := range slices.Sorted(slices.Values(d.est.factor.live)) {
		c := s.cross.At(j, j)
		meanWeight := s.weight / float64(s.rows)
		size := math.Sqrt(s.raw[j] / (meanWeight * float64(max(1, s.active[j]))))
		slope := s.rhs[j] / c
		if size > tunedSize && slope >= tunedSlope && slope <= 2-tunedSlope && s.rhs[j]*slope > tunedShare*explained {
			list = append(list, d.e.design.names[j])
		}
	}
	if list == nil {
		return nil
	}
	return &Warning{"F07", fmt.Sprintf("%s: looks like a finished evaluation in centipawns; the other weights are corrections to it, not values of their terms",
		names(list)), list}
}

// notConverged: M08, reweighting ran out of rounds.
func (d *doubts) notConverged() *Warning {
	if d.est.converged {
		return nil
	}
	return &Warning{Code: "M08", Text: fmt.Sprintf("not converged: after %d rounds a weight still changed by %.3g centipawns (times its column's deviation), more than %.3g; pass a larger -iterations",
		d.est.rounds, d.est.change, d.e.opt.Tolerance)}
}

// biased: M11, an intercept, or a column that is +1 or −1 in every row as the
// side to move is, takes up much.
func (d *doubts) biased() *Warning {
	var list, says []string
	for _, a := range d.r.Intercepts {
		if math.Abs(a.Value) > maxBias {
			says = append(says, fmt.Sprintf("the intercept of source %d is %+.0f centipawns", a.Source, a.Value))
		}
	}
	for j, w := range d.r.Weights {
		if d.unit(j) && math.Abs(w.Value) > maxBias {
			list = append(list, w.Name)
			says = append(says, fmt.Sprintf("%s, ±1 in every row, is %+.0f centipawns", w.Name, w.Value))
		}
	}
	if says == nil {
		return nil
	}
	return &Warning{"M11", fmt.Sprintf("%s: one side is favoured whatever the position; check whose view the labels take, and how the positions were chosen",
		names(says)), list}
}

// unit reports whether a plain weight's column is +1 or −1 in every training row. Whole
// counts that are never 0 and whose squares add up to their number are.
func (d *doubts) unit(j int) bool {
	if d.est == nil {
		return false
	}
	if d.est.units != nil {
		return d.est.units[d.e.design.alias[j]]
	}
	s, c := d.est.system, d.e.design.column[j]
	return !d.e.design.schema.Columns[c].Tapered && s.active[j] == s.rows && math.Abs(s.raw[j]-s.weight) < 1e-9*s.weight
}

// tail: M12, a few rows make most of the squared error.
func (d *doubts) tail() *Warning {
	share := d.found.train.models[0].sizes.tail(tailRows)
	if d.r.Loss != Squared || share <= tailError {
		return nil
	}
	return &Warning{Code: "M12", Text: fmt.Sprintf("%.0f %% of the rows make %.0f %% of the squared error: the weights serve the extreme positions; try the Huber loss or a smaller clip",
		100*tailRows, 100*share)}
}

// sharedGames: S01, a game has rows in both parts. Games of two sets are known by hashes
// of 32 bits, so some agree by chance: a warning needs four standard deviations
// more than expected.
func (d *doubts) sharedGames() *Warning {
	train, test := d.found.train, d.found.test
	shared := 0
	for _, g := range test.games {
		if _, ok := train.index[g]; ok {
			shared++
		}
	}
	chance := 0.0
	if d.e.opt.Test != nil {
		chance = float64(len(train.games)) * float64(len(test.games)) / (1 << 32)
	}
	if float64(shared) <= chance+4*math.Sqrt(chance) {
		return nil
	}
	return &Warning{Code: "S01", Text: fmt.Sprintf("%d of %d test games have rows in training too: the test looks better than it is; split by game",
		shared, len(test.games))}
}

// sharedPositions: S02, positions of the test stand in training too.
func (d *doubts) sharedPositions() *Warning {
	train, test := d.found.train.hashes, d.found.test.hashes
	slices.Sort(train)
	both := 0
	for _, h := range test {
		if _, ok := slices.BinarySearch(train, h); ok {
			both++
		}
	}
	share := float64(both) / float64(max(1, len(test)))
	if share <= duplicateShare {
		return nil
	}
	return &Warning{Code: "S02", Text: fmt.Sprintf("%.3g %% of the test rows are positions of the training rows (mirror images included): remove duplicates before the split",
		100*share)}
}

// testTooGood: S03, the test error is clearly less than the training error.
func (d *doubts) testTooGood() *Warning {
	train, test := d.r.Train, d.r.Test
	if train == nil || test == nil || train.MSEInterval == nil || test.MSEInterval == nil {
		return nil
	}
	se := math.Hypot(train.MSEInterval.StdErr, test.MSEInterval.StdErr)
	if train.MSE-test.MSE <= betterByStdErrs*se {
		return nil
	}
	digits := 0
	if d.r.Loss.Expected() {
		digits = 6
	}
	return &Warning{Code: "S03", Text: fmt.Sprintf("the test MSE %.*f is less than the training MSE %.*f by %.1f standard errors: the parts are not alike, or the test leaks into training",
		digits, test.MSE, digits, train.MSE, (train.MSE-test.MSE)/se)}
}

// doubts returns what is to be said of a comparison: M13, the squared error is
// better and the absolute one worse.
func (c *Comparison) doubts() []Warning {
	if c.MSE.Value >= 0 || c.MAE.Value <= 0 {
		return nil
	}
	return []Warning{{Code: "M13", Text: fmt.Sprintf("%s has the smaller MSE (%+.0f) but the larger MAE (%+.2f) than %s: it is better on the few large errors and worse on the many small ones",
		c.B, c.MSE.Value, c.MAE.Value, c.A)}}
}

// testTooSmall: T01, a test was asked for and has few games or none.
func (d *doubts) testTooSmall() *Warning {
	if d.e.opt.Test == nil && d.e.opt.Split.By == SplitNone {
		return nil
	}
	switch test := d.r.Test; {
	case test == nil:
		return &Warning{Code: "T01", Text: "the test part has no rows: nothing is known of new games; take more data, a larger share or another seed"}
	case test.Games < testGames:
		return &Warning{Code: "T01", Text: fmt.Sprintf("the test part has rows of %d games only: its errors say little of new ones", test.Games)}
	}
	return nil
}
