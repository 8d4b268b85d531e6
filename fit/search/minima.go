package search

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/fit/descent"
)

// Minima are what searches from several starts found.
type Minima struct {
	Starts     int     `json:"starts"`               // the first search among them
	Failed     int     `json:"failed,omitempty"`     // starts at which no evaluation was finite, or nearby
	Unfinished int     `json:"unfinished,omitempty"` // searches that neither reached the tolerance nor settled
	Found      []Basin `json:"found"`                // the lowest loss first, whose weights are the result
}

// A Basin is one of them, with how far it is from the lowest. Searches found the same if their losses
// agree and so do their evaluations.
type Basin struct {
	Loss   float64 `json:"loss"`   // of the search: with penalties
	Starts int     `json:"starts"` // that led there

	// Evaluations is the root of the mean square difference of the evaluations from those of the lowest
	// minimum, in centipawns, over the training rows.
	Evaluations float64 `json:"evaluations"`

	// Weights is the largest difference of a weight from the lowest minimum's, in the standard errors
	// there, of all starts that led here, and Weight names it; 0 and "" where no errors are known.
	Weights float64 `json:"weights,omitempty"`
	Weight  string  `json:"weight,omitempty"`

	ends [][]float64
}

// The differences within which two searches found the same: of the loss, as a share, in tolerances
// of the search, and of the evaluations. A part of 1e-9 of the loss is some 0.01 centipawns of all
// evaluations.
const (
	sameLosses      = 4
	sameEvaluations = 0.1 // centipawns, at a tolerance of 1e-9
)

// Minima compares the ends; where one of them settled, by the share that it may be above its minimum.
// evaluations returns those of the training rows at some weights.
func (t *Trip) Minima(tolerance float64, evaluations func(w []float64) ([]float64, error)) (*Minima, error) {
	m := &Minima{Starts: len(t.Ends) + t.Failed, Failed: t.Failed}
	if slices.ContainsFunc(t.Ends, func(e End) bool { return e.Search.Reason == descent.Settled }) {
		tolerance = descent.SettledShare(tolerance)
	}
	share := max(1e-9, sameLosses*tolerance)
	near := sameEvaluations * math.Sqrt(max(1, tolerance/1e-9))
	ends := slices.Clone(t.Ends)
	slices.SortStableFunc(ends, func(a, b End) int { return cmp.Compare(a.Search.F, b.Search.F) })
	var of [][]float64 // evaluations, by minimum
	for _, e := range ends {
		if r := e.Search.Reason; r != descent.Tolerance && r != descent.Settled {
			m.Unfinished++
		}
		values, err := evaluations(e.Weights)
		if err != nil {
			return nil, err
		}
		same := slices.IndexFunc(m.Found, func(o Basin) bool { return e.Search.F-o.Loss <= share*math.Abs(o.Loss) })
		for ; same >= 0 && same < len(m.Found); same++ {
			if apart(values, of[same]) <= near {
				break
			}
		}
		if same < 0 || same == len(m.Found) {
			same = len(m.Found)
			of = append(of, values)
			m.Found = append(m.Found, Basin{Loss: e.Search.F, Evaluations: apart(values, of[0])})
		}
		m.Found[same].Starts++
		m.Found[same].ends = append(m.Found[same].ends, e.Weights)
	}
	return m, nil
}

// apart returns the root of the mean square difference.
func apart(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += (v - b[i]) * (v - b[i])
	}
	return math.Sqrt(sum / float64(max(1, len(a))))
}

// Measure sets how far weights are apart in the standard errors of the lowest minimum; where these are 0
// they are not known.
func (m *Minima) Measure(names []string, stdErr []float64) {
	if m == nil {
		return
	}
	lowest := m.Found[0].ends[0]
	for i := range m.Found {
		f := &m.Found[i]
		for _, w := range f.ends {
			for j, name := range names {
				if far := math.Abs(w[j]-lowest[j]) / stdErr[j]; stdErr[j] > 0 && far > f.Weights {
					f.Weights, f.Weight = far, name
				}
			}
		}
	}
}

// farApart is how many standard errors weights are apart that are other ones.
const farApart = 3

// Twins reports whether starts led to the same evaluations with other weights.
func (m *Minima) Twins() bool { return m != nil && m.Found[0].Weights > farApart }

// String says how many minima there are, and of the first three their losses and how far they are apart.
func (m *Minima) String() string {
	if m == nil {
		return ""
	}
	var b strings.Builder
	what := "minima"
	if len(m.Found) == 1 {
		what = "minimum"
	}
	fmt.Fprintf(&b, "%d %s found from %d starts:", len(m.Found), what, m.Starts)
	for i, f := range m.Found[:min(3, len(m.Found))] {
		if i > 0 {
			b.WriteString(";")
		}
		fmt.Fprintf(&b, " loss %.9f from %d", f.Loss, f.Starts)
		if i > 0 {
			fmt.Fprintf(&b, ", its evaluations %.2g centipawns from the lowest's", f.Evaluations)
		}
		if f.Weights > farApart {
			fmt.Fprintf(&b, ", %s up to %.0f standard errors away", f.Weight, f.Weights)
		}
	}
	if n := len(m.Found) - 3; n > 0 {
		fmt.Fprintf(&b, "; %d more", n)
	}
	if m.Failed > 0 {
		fmt.Fprintf(&b, "; of %d starts no evaluation was finite", m.Failed)
	}
	if m.Unfinished > 0 {
		fmt.Fprintf(&b, "; %d searches ended before the tolerance", m.Unfinished)
	}
	return b.String()
}
