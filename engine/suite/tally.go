package suite

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/plaintext"
)

// A Tally counts attempts. The zero value is ready.
type Tally struct {
	all     count
	themes  map[string]*count
	ratings map[int]*count // by the lowest rating of the band
	needed  []Effort       // of the solved
	failed  []Failure
}

// count is what is counted of some problems.
type count struct {
	problems, solved  int
	points, maxPoints int
	spent             Effort
	nodes             []float64 // that the solved needed
}

func (c *count) add(a *Attempt) {
	c.problems++
	c.points += a.Points
	c.maxPoints += a.Problem.MaxPoints()
	c.spent.add(a.Spent)
	if a.Solved {
		c.solved++
		c.nodes = append(c.nodes, float64(a.Needed.Nodes))
	}
}

// ratingBand is the width of the bands of ratings.
const ratingBand = 400

// Add counts an attempt.
func (t *Tally) Add(a *Attempt) {
	t.all.add(a)
	for _, theme := range a.Problem.Themes {
		countIn(&t.themes, theme).add(a)
	}
	if rating := a.Problem.Rating; rating != 0 {
		countIn(&t.ratings, rating/ratingBand*ratingBand).add(a)
	}
	if a.Solved {
		t.needed = append(t.needed, a.Needed)
	} else {
		t.failed = append(t.failed, failure(a))
	}
}

// countIn returns the count of a key, a new one if there is none.
func countIn[K comparable](m *map[K]*count, key K) *count {
	if *m == nil {
		*m = make(map[K]*count)
	}
	if (*m)[key] == nil {
		(*m)[key] = new(count)
	}
	return (*m)[key]
}

// A Summary is the result of a suite. Fields without a meaning for it are absent
// from its JSON.
type Summary struct {
	Group
	SpentNodes  uint64  `json:"spent_nodes"` // by all problems
	SpentMS     float64 `json:"spent_ms"`
	NeededNodes Spread  `json:"needed_nodes"` // by a solved problem, see [Attempt]
	NeededMS    Spread  `json:"needed_ms"`
	Within      []Share `json:"within"` // solved problems by nodes needed
	Themes      []Group `json:"themes,omitempty"`
	Ratings     []Group `json:"ratings,omitempty"`

	Failed []Failure `json:"failed,omitempty"`
}

// A Group is problems that have something in common.
type Group struct {
	Name      string  `json:"name"`
	Problems  int     `json:"problems"`
	Solved    int     `json:"solved"`
	Percent   float64 `json:"percent"`      // solved
	Low       float64 `json:"percent_low"`  // its 95 % interval, were the problems drawn at random
	High      float64 `json:"percent_high"` //
	Points    int     `json:"points,omitempty"`
	MaxPoints int     `json:"max_points,omitempty"`
	Median    float64 `json:"median_nodes"` // needed by a solved one
}

// A Spread is the quantiles of a quantity.
type Spread struct {
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	Max    float64 `json:"max"`
}

// A Share is the solved problems that needed at most this many nodes.
type Share struct {
	Nodes   uint64  `json:"nodes"`
	Solved  int     `json:"solved"`
	Percent float64 `json:"percent"` // of all problems
}

// A Failure is a problem that was not solved.
type Failure struct {
	Line   int    `json:"line"` // of the file
	ID     string `json:"id,omitempty"`
	FEN    string `json:"fen"`
	Played string `json:"played"` // the line played, the last move the wrong one
	Score  string `json:"score"`  // of that move, White's view
	Wanted string `json:"wanted"`
	Rating int    `json:"rating,omitempty"`
}

// Problems returns how many attempts were counted.
func (t *Tally) Problems() int { return t.all.problems }

// Summary returns the result of what was counted, under the name of its file.
func (t *Tally) Summary(name string) *Summary {
	s := &Summary{Group: t.all.group(name), SpentNodes: t.all.spent.Nodes, SpentMS: milliseconds(t.all.spent.Time)}
	s.NeededNodes = spread(t.needed, func(e Effort) float64 { return float64(e.Nodes) })
	s.NeededMS = spread(t.needed, func(e Effort) float64 { return milliseconds(e.Time) })
	s.Within = t.within()
	for _, theme := range slices.Sorted(maps.Keys(t.themes)) {
		s.Themes = append(s.Themes, t.themes[theme].group(theme))
	}
	for _, low := range slices.Sorted(maps.Keys(t.ratings)) {
		s.Ratings = append(s.Ratings, t.ratings[low].group(bandName(low)))
	}
	s.Failed = t.failed
	return s
}

func (c *count) group(name string) Group {
	g := Group{Name: name, Problems: c.problems, Solved: c.solved, Points: c.points, MaxPoints: c.maxPoints}
	g.Percent, g.Low, g.High = Wilson(c.solved, c.problems)
	g.Median = quantile(slices.Sorted(slices.Values(c.nodes)), 0.5)
	return g
}

// Wilson returns k of n in percent, with the 95 % interval of E. Wilson, "Probable
// Inference, the Law of Succession, and Statistical Inference" (1927).
func Wilson(k, n int) (share, low, high float64) {
	if n == 0 {
		return 0, 0, 100
	}
	const z = confidence.Z95
	p, m := float64(k)/float64(n), float64(n)
	centre, width := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return 100 * p, max(0, 100*(centre-width)/(1+z*z/m)), min(100, 100*(centre+width)/(1+z*z/m))
}

// quantile returns the smallest value that at least the share q of the sorted
// values does not exceed, 0 if there are none.
func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return stat.Quantile(q, stat.Empirical, sorted, nil)
}

func spread(list []Effort, of func(Effort) float64) Spread {
	values := make([]float64, 0, len(list))
	for _, e := range list {
		values = append(values, of(e))
	}
	slices.Sort(values)
	return Spread{quantile(values, 0.5), quantile(values, 0.9), quantile(values, 1)}
}

// within counts the solved problems by the nodes that they needed, at every power of
// ten up to the one that holds them all.
func (t *Tally) within() (shares []Share) {
	needed := slices.SortedFunc(slices.Values(t.needed), func(a, b Effort) int { return cmp.Compare(a.Nodes, b.Nodes) })
	for limit := uint64(100); len(needed) > 0; limit *= 10 {
		n, _ := slices.BinarySearchFunc(needed, limit+1, func(e Effort, limit uint64) int { return cmp.Compare(e.Nodes, limit) })
		shares = append(shares, Share{limit, n, plaintext.PercentOf(n, t.all.problems)})
		if n == len(needed) {
			break
		}
	}
	return shares
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// failure describes an attempt that failed.
func failure(a *Attempt) Failure {
	p := a.Problem
	at := p.Start
	for _, m := range a.Line[:len(a.Line)-1] {
		at.Make(m)
	}
	played := "no move"
	if last := a.Line[len(a.Line)-1]; at.IsLegal(last) {
		played = sanLine(p.Start, a.Line)
	}
	return Failure{p.Line, p.ID, p.Start.FEN(), played, a.Score.WhiteText(at.SideToMove()), p.wanted(), p.Rating}
}

// bandName names a band of ratings by its ends.
func bandName(low int) string { return fmt.Sprintf("%d-%d", low, low+ratingBand-1) }
