package measure

import (
	"math"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/winprob"
)

// GivenRows bounds the rows that the intercepts of given weights are fitted to.
const GivenRows = 1 << 17

// Given is a sample of rows as weights see them that were not fitted to the rows. Such weights are
// compared with fitted ones that have intercepts; then they get intercepts, too.
type Given struct{ sources [256][]givenRow }

// A givenRow is a row with the score of the given weights.
type givenRow struct{ score, label, weight float64 }

// Add adds a row of a source: a score in centipawns, a label and its weight.
func (g *Given) Add(source uint8, score, label, weight float64) {
	g.sources[source] = append(g.sources[source], givenRow{score, label, weight})
}

// Merge adds the rows of o.
func (g *Given) Merge(o *Given) {
	for source, list := range o.sources {
		g.sources[source] = append(g.sources[source], list...)
	}
}

// Reset removes all rows.
func (g *Given) Reset() {
	for source := range g.sources {
		g.sources[source] = g.sources[source][:0]
	}
}

// Intercepts fits the intercept of each source, in centipawns, to the weights as they are: with the
// smallest loss at K or, if that is 0, the mean of label less score.
func (g *Given) Intercepts(k float64, l winprob.Loss) (list []rows.SourceIntercept) {
	for source, seen := range g.sources {
		if len(seen) == 0 {
			continue
		}
		a := rows.SourceIntercept{Source: uint8(source), Rows: len(seen)}
		if k == 0 {
			a.Value = meanResidual(seen)
		} else {
			a.Value = interceptOf(seen, winprob.Logit(k), l)
		}
		list = append(list, a)
	}
	return list
}

// meanResidual returns the weighted mean of label less score.
func meanResidual(seen []givenRow) float64 {
	sum, total := 0.0, 0.0
	for _, r := range seen {
		sum += r.weight * (r.label - r.score)
		total += r.weight
	}
	return sum / total
}

// maxIntercept bounds an intercept, in centipawns: where all results are equal, it would run off.
const maxIntercept = 1000

// interceptOf minimises the loss of some rows by an intercept, with Gauss–Newton steps.
func interceptOf(seen []givenRow, logit float64, l winprob.Loss) (a float64) {
	const steps, enough = 50, 1e-6 // centipawns
	for range steps {
		g, h := 0.0, 0.0
		for _, r := range seen {
			e := 1 / (1 + math.Exp(-logit*(r.score+a)))
			d := e * (1 - e)
			if l == winprob.CrossEntropy {
				g -= r.weight * (e - r.label)
				h += r.weight * d
				continue
			}
			g -= r.weight * (e - r.label) * d
			h += r.weight * d * d
		}
		step := g / (h * logit)
		if !(h > 0) || math.Abs(step) < enough {
			break
		}
		a += min(max(step, -maxIntercept), maxIntercept)
	}
	return min(max(a, -maxIntercept), maxIntercept)
}
