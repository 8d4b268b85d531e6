package blending

import (
	"fmt"
	"math"
	"path/filepath"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/surface"
)

// A Result is what a search has found, and how the proof of it has ended.
type Result struct {
	Engine     string         `json:"engine"`
	Kind       string         `json:"kind"` // how the engine gets other weights
	Stop       match.Stop     `json:"stop"` // of the search
	Pairs      int            `json:"pairs"`
	Planned    int            `json:"planned"`
	Directions []Coefficient  `json:"directions"`
	Best       surface.Gain   `json:"best"`            // Elo over the old weights, as the search expects it
	Better     float64        `json:"better"`          // probability of it
	Path       []surface.Gain `json:"path"`            // the best point after each block of pairs
	Found      string         `json:"found,omitempty"` // file of the best point's weights
	Proof      *Proof         `json:"proof,omitempty"` // nil: not played
	Voided     int            `json:"voided"`          // pairs that this program has spoilt
	Faults     []match.Fault  `json:"faults,omitempty"`
	Notes      note.List      `json:"warnings,omitempty"`
	Seconds    float64        `json:"seconds"`
	Verdict    string         `json:"verdict"`
	Next       string         `json:"next"`
}

// A Coefficient is how far the search goes in a direction.
type Coefficient struct {
	Name  string  `json:"name"`
	Moved int     `json:"moved"`       // weights
	Alpha float64 `json:"alpha"`       // of the best point
	Alone float64 `json:"alone"`       // Elo expected of it without the others, at the same coefficient
	Error float64 `json:"error"`       // standard, of that
	Whole float64 `json:"whole"`       // Elo expected of the whole step, a coefficient of 1, alone
	Wide  float64 `json:"whole_error"` // standard, of Whole
}

// A Proof is the match of what was found against the old weights.
type Proof struct {
	Games    int          `json:"games"`
	Elo      elo.Interval `json:"elo"`
	Test     *elo.State   `json:"test"`
	Stop     match.Stop   `json:"stop"`
	Proven   bool         `json:"proven"`   // that it is better
	Smallest float64      `json:"smallest"` // Elo that it would have shown four times in five, in as many pairs as it may play or has time for
}

// Result says what was found in a search that has ended.
func (b *Blending) Result(m *match.Result) *Result {
	model := b.Model()
	r := &Result{
		Engine: b.Engine.Name, Kind: b.Engine.Kind.String(), Stop: m.Stop, Pairs: b.Taken(), Planned: b.Pairs(), Best: model.Best(), Path: b.Path(),
		Voided: m.Voided, Faults: m.Faults, Seconds: m.Seconds, Verdict: fmt.Sprintf("Stopped after %s of %s: nothing is found yet.", plaintext.Count(b.Taken(), "pair"), plaintext.Thousands(b.Pairs())),
		Next: "Go on with the same command.",
	}
	r.Better = r.Best.Better()
	r.Directions = b.coefficients(model, r.Best)
	for _, w := range m.Warnings {
		if concerns(w, m.Stop) {
			r.Notes = append(r.Notes, w)
		}
	}
	if Complete(m) {
		r.found()
	}
	return r
}

// Complete reports whether a search has ended as it should.
func Complete(m *match.Result) bool { return m.Stop == match.AllPlayed || m.Stop == match.Enough }

// concerns reports whether a warning of a match concerns a search, which does not compare two players.
func concerns(w note.Note, stop match.Stop) bool {
	return w.Code == note.V02 && stop != match.Alike || w.Code == note.V03 || w.Code == note.V05 || w.Code == note.V07
}

// leastBetter is the probability of a gain below which nothing is proved: it would be a waste of games.
const leastBetter = 0.6

// Worth reports whether what a search has found is worth a proof.
func (r *Result) Worth() bool { return r.Better >= leastBetter }

// found sets the verdict of a search that is complete.
func (r *Result) found() {
	r.Next = ""
	r.Verdict = fmt.Sprintf("The best point is expected at %+.1f Elo ± %.1f (standard error) over the old weights.", r.Best.Elo, r.Best.Error)
	if !r.Worth() {
		r.Verdict = "Nothing found: no point is likely to be better than the old weights. Keep them."
	}
}

// Prove adds the end of a proof of at most some pairs to the result of a search. The verdict is then its own.
func (b *Blending) Prove(r *Result, m *match.Result, pairs int) error {
	pairs, err := b.inTime(m, pairs)
	if err == nil {
		r.prove(m, pairs)
	}
	return err
}

// inTime returns how many pairs a proof can play in its time, by those that it has played.
func (b *Blending) inTime(m *match.Result, pairs int) (int, error) {
	if b.ProofTime == 0 {
		return pairs, nil
	}
	s, err := readSpent(b.Match.Dir)
	if err != nil || s.Proof == 0 {
		return pairs, err
	}
	return min(pairs, int(float64(m.Finished/2)*b.ProofTime.Seconds()/s.Proof)), nil
}

func (r *Result) prove(m *match.Result, pairs int) {
	p := m.Pairings[0]
	r.Proof = &Proof{Games: m.Finished, Elo: p.Estimate.Elo, Test: m.SPRT, Stop: m.Stop, Smallest: Smallest(p.Pentanomial, pairs)}
	r.Proof.Proven = proven(m)
	switch {
	case r.Proof.Proven:
		r.Verdict = fmt.Sprintf("Better: %s Elo by %s that the search has not seen.", p.Estimate.Elo.Full(), plaintext.Count(m.Finished, "game"))
	case m.Stop == match.Interrupted:
		r.Verdict, r.Next = "The proof was stopped.", "Go on with the same command."
	default:
		r.Verdict = fmt.Sprintf("Nothing proved: %s Elo by %s. Keep the old weights. A gain of %.0f Elo would have been seen four times in five.",
			p.Estimate.Elo.Full(), plaintext.Count(m.Finished, "game"), r.Proof.Smallest)
	}
}

// proven reports whether a proof shows a gain: by its test or, where all games or all time are over before the test decides,
// by the 95 % interval. Each errs in 2.5 % of the cases in which nothing is gained, see [Test].
func proven(m *match.Result) bool {
	switch m.Stop {
	case match.Decided:
		return m.SPRT.Decision == elo.AcceptH1
	case match.AllPlayed, match.Enough:
		return m.Pairings[0].Estimate.Elo.Low > 0
	}
	return false
}

// fourOf5 is the quantile of the normal distribution for four times in five.
const fourOf5 = 0.842

// Smallest is the gain, in Elo, that a number of pairs as noisy as some would show four times in five.
func Smallest(p elo.Pentanomial, pairs int) float64 {
	return (confidence.Z95 + fourOf5) * 400 / math.Ln10 * 4 * math.Sqrt(variance(p)/float64(max(pairs, 1)))
}

// usualVariance is that of a pair's share of the points where there are no games.
const usualVariance = 0.06

// variance is that of a pair's share of the points.
func variance(p elo.Pentanomial) float64 {
	n, sum, squares := 0.0, 0.0, 0.0
	for i, c := range p {
		x := float64(i) / float64(len(p)-1)
		n, sum, squares = n+float64(c), sum+float64(c)*x, squares+float64(c)*x*x
	}
	if n < 2 {
		return usualVariance
	}
	return (squares - sum*sum/n) / (n - 1)
}

// coefficients are those of a point.
func (b *Blending) coefficients(model *surface.Model, best surface.Gain) (list []Coefficient) {
	for i, d := range b.Blend.Directions {
		alone, whole := make([]float64, model.K()), make([]float64, model.K())
		alone[i], whole[i] = best.Alpha[i], 1
		at, full := model.At(alone), model.At(whole)
		list = append(list, Coefficient{d.Name, b.Blend.Moved(i), best.Alpha[i], at.Elo, at.Error, full.Elo, full.Error})
	}
	return list
}

// WriteFound writes the best point's weights and returns the name of their file.
func (b *Blending) WriteFound(r *Result) (string, error) {
	path := filepath.Join(b.Match.Dir, foundName)
	return path, b.Blend.At(r.Best.Alpha).Write(path)
}

// foundName is the file of the weights that were found.
const foundName = "found.json"
