package guard

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

func (r *Report) judge() {
	r.Reasons = []Reason{}
	for _, rule := range []func(){r.unlike, r.spread, func() { r.far(distance, distanceLost) }, r.unsupported, r.worse} {
		rule()
	}
	for _, why := range r.Reasons {
		r.Verdict = max(r.Verdict, why.Verdict)
	}
}

func (r *Report) because(v Verdict, code note.Code, format string, args ...any) {
	r.Reasons = append(r.Reasons, Reason{note.New(code, format, args...), v})
}

// All is the phase of all rows.
func (r *Report) All() Phase { return r.Phases[len(r.Phases)-1] }

// unlike is G04.
func (r *Report) unlike() {
	if c := r.All().Correlation; c < leastCorrelation || r.Scale <= 0 {
		r.because(Loses, note.G04, "the new evaluation is not of the old one's kind: their correlation is %.2f; check the view of the labels (-pov) and the start weights", c)
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
	least, most, spread := r.Spread()
	if v := level(spread, pieceSpread, pieceSpreadLost); v > Safe {
		r.because(v, note.G01, "the values of the pieces moved against each other by a factor of %.2f: %s from %.0f to %.0f, %s from %.0f to %.0f; a search gives away what is too cheap: "+
			"pass a stronger -prior, or hold the pieces' values (-freeze)", spread, least.title(), least.Old, least.New, most.title(), most.Old, most.New)
	}
}

func (p Piece) title() string {
	if p.Stage == "" {
		return p.Name
	}
	return p.Name + " " + p.Stage
}

func level(value, doubtful, lost float64) Verdict {
	switch {
	case value >= lost:
		return Loses
	case value >= doubtful:
		return Doubtful
	}
	return Safe
}

// Farthest is the phase in which the expected scores differ most.
func (r *Report) Farthest() Phase {
	return slices.MaxFunc(r.Phases, func(a, b Phase) int { return cmp.Compare(a.Expected, b.Expected) })
}

// far is G02. A distance that is meant says nothing.
func (r *Report) far(doubtful, lost float64) {
	if r.NewTerms() || r.Repaired() {
		return
	}
	if r.K == 0 {
		r.because(Doubtful, note.G02, "how far the evaluations are from each other is not known: nothing says what a centipawn is worth; pass positions with results")
		return
	}
	p := r.Farthest()
	v := level(p.Expected, doubtful, lost)
	if v > Safe {
		r.because(v, note.G02, "the expected scores differ by %.3f on average in the phase %s (%.0f centipawns, rms): pass a stronger -prior, or more games", p.Expected, p.Name, p.RMS)
	}
}

// NewTerms reports whether terms that the old evaluation does not have make a good part of the
// difference: then it is meant to be large.
func (r *Report) NewTerms() bool { return r.AddedRMS > newShare*r.All().RMS }

// Repaired reports whether the labels go so much better that the old evaluation was poor.
func (r *Report) Repaired() bool { return r.Labels != nil && r.Labels.Change <= -repaired }

// worse is G05.
func (r *Report) worse() {
	if r.Labels == nil {
		return
	}
	if v := level(r.Labels.Change, worse, worseLost); v > Safe {
		r.because(v, note.G05, "the labels of these positions go worse with the new evaluation: squared error %+.1f %%; pass other data to the fit, or a stronger -prior", 100*r.Labels.Change)
	}
}

// unsupported is G03.
func (r *Report) unsupported() {
	if len(r.Unsupported) == 0 {
		return
	}
	worst := r.Unsupported[0]
	r.because(Doubtful, note.G03, "%s moved %.0f centipawns (%g of expected score) or more on fewer than %d rows or %d games, such as %s from %s to %s on %s of %s: pass a -prior",
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
