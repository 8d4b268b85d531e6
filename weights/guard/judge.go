package guard

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/predict"
)

func (r *Report) judge() {
	r.Reasons = note.List{}
	for _, rule := range []func(){r.unlike, r.spread, r.far, r.unsupported, r.worse} {
		rule()
	}
	r.Forecast = predict.Of(r.Step())
	r.Verdict = r.Forecast.Word
}

// See takes what regret has measured of the same step into the forecast.
func (r *Report) See(regret predict.Step) {
	s := r.Step()
	s.Regret, s.OwnLine = regret.Regret, regret.OwnLine
	r.Forecast = predict.Of(s)
	r.Verdict = r.Forecast.Word
}

// Step is what a forecast takes of the report.
func (r *Report) Step() predict.Step {
	s := predict.Step{Distance: math.NaN(), Squared: math.NaN(), Fall: math.NaN(), Kind: r.fitted}
	if r.K > 0 {
		s.Distance, s.Squared = r.Farthest().Expected, r.All().Squared
	}
	if l := r.Labels; l != nil {
		s.Fall = l.Old - l.New
		if s.Kind == predict.AnyKind {
			s.Kind = predict.KindOf(l.Old)
		}
	}
	switch {
	case r.Scale <= 0:
		s.Squared, s.Fall, s.Kind, s.Made = opposite, math.NaN(), predict.Own, predict.Tuned
	case r.other():
		s.Kind, s.Made = predict.Own, predict.Tuned // what labels promise is not believed
	case r.NewTerms():
		s.Made = predict.NewTerms
	case r.Repaired():
		s.Made = predict.Rough
	}
	return s
}

// opposite is the mean squared difference of expected scores of an evaluation that wants the opposite.
const opposite = 0.1

// All is the phase of all rows.
func (r *Report) All() Phase { return r.Phases[len(r.Phases)-1] }

// other reports whether the new evaluation is not of the old one's kind.
func (r *Report) other() bool { return r.All().Correlation < leastCorrelation || r.Scale <= 0 }

// unlike is G04.
func (r *Report) unlike() {
	if r.other() {
		r.Reasons.Add(note.G04, "the new evaluation is not of the old one's kind: their correlation is %.2f; check the view of the labels (-pov) and the start weights", r.All().Correlation)
	}
}

// Spread returns the pieces whose values fell farthest and rose farthest against each other, and
// the ratio of their ratios; 0 where fewer than two are known.
func (r *Report) Spread() (least, most Piece, spread float64) {
	least.Ratio = math.Inf(1)
	for _, p := range r.Pieces {
		if p.Old <= 0 || p.Name == "pawn" && r.NewTerms() {
			continue // terms of pawns share the pawn's value
		}
		if p.Ratio < least.Ratio {
			least = p
		}
		if p.Ratio > most.Ratio {
			most = p
		}
	}
	if most.Ratio == 0 || least.Name+least.Stage == most.Name+most.Stage {
		return least, most, 0
	}
	return least, most, most.Ratio / max(least.Ratio, 0.01)
}

// spread is G01.
func (r *Report) spread() {
	if least, most, spread := r.Spread(); spread >= pieceSpread {
		r.Reasons.Add(note.G01, "the values of the pieces moved against each other by a factor of %.2f: %s from %.0f to %.0f, %s from %.0f to %.0f; a search gives away what is too cheap: "+
			"pass a stronger -prior, or hold the pieces' values (-freeze)", spread, least.title(), least.Old, least.New, most.title(), most.Old, most.New)
	}
}

func (p Piece) title() string {
	if p.Stage == "" {
		return p.Name
	}
	return p.Name + " " + p.Stage
}

// Farthest is the phase in which the expected scores differ most.
func (r *Report) Farthest() Phase {
	return slices.MaxFunc(r.Phases, func(a, b Phase) int { return cmp.Compare(a.Expected, b.Expected) })
}

// far is G02. A distance that is meant says nothing.
func (r *Report) far() {
	switch p := r.Farthest(); {
	case r.NewTerms() || r.Repaired():
	case r.K == 0:
		r.Reasons.Add(note.G02, "how far the evaluations are from each other is not known: nothing says what a centipawn is worth; pass positions with results")
	case p.Expected >= distance:
		r.Reasons.Add(note.G02, "the expected scores differ by %.3f on average in the phase %s (%.0f centipawns, rms): pass a stronger -prior, or more games, or go a part of the way", p.Expected, p.Name, p.RMS)
	}
}

// NewTerms reports whether terms that the old evaluation does not have make a good part of the
// difference: then it is meant to be large.
func (r *Report) NewTerms() bool { return r.AddedRMS > newShare*r.All().RMS }

// Repaired reports whether labels that are results go so much better that the old evaluation was poor.
func (r *Report) Repaired() bool {
	return r.Labels != nil && r.Labels.Change <= -repaired && predict.KindOf(r.Labels.Old) == predict.Results
}

// worse is G05.
func (r *Report) worse() {
	if r.Labels != nil && r.Labels.Change >= worse {
		r.Reasons.Add(note.G05, "the labels of these positions go worse with the new evaluation: squared error %+.1f %%; pass other data to the fit, or a stronger -prior", 100*r.Labels.Change)
	}
}

// unsupported is G03.
func (r *Report) unsupported() {
	if len(r.Unsupported) == 0 {
		return
	}
	worst := r.Unsupported[0]
	r.Reasons.Add(note.G03, "%s moved %.0f centipawns (%g of expected score) or more on fewer than %d rows or %d games, such as %s from %s to %s on %s of %s: pass a -prior",
		plaintext.Count(len(r.Unsupported), "weight"), farCentipawns(r.K), farMove, fewRows, fewGames, worst.Name, worst.figure(worst.Old), worst.figure(worst.New),
		plaintext.Count(worst.Rows, "row"), plaintext.Count(worst.Games, "game"))
}

// figure prints a value of the weight: in whole centipawns if it is in centipawns.
func (m Move) figure(v float64) string {
	if m.Each != 0 {
		return weights.Number(v)
	}
	return fmt.Sprintf("%.0f", v)
}
