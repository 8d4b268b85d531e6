// Package mix asks which data sets weights should be fitted to, and in which mix: how much a row of
// each set weighs, with which prior, smoothness, share of results in the labels, K and bound of the
// scores. What it minimises is not the error of a fit but the regret of a candidate's own moves, judged
// by a teacher ([regret.Run]), for that is what Elo follows.
//
// The search is a plan that is stated, see [space]: each set alone, all alike, then steps by one
// coordinate around the best. Who tries forty candidates at the same roots finds the luckiest, so
// the roots are cut into halves by game: the first screens, the few best are measured again at the
// second, which chooses nothing and so says what to expect. A match decides.
//
// Source of the search: R. Hooke, T. Jeeves, "'Direct Search' Solution of Numerical and Statistical
// Problems" (1961).
package mix

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
)

// A Measure is what roots of one half say of a candidate.
type Measure struct {
	Difference regret.Mean  `json:"difference"` // of its regret to that of the start weights, points a move
	Different  float64      `json:"different"`  // share of the roots with another move
	Elo        elo.Interval `json:"elo"`        // against the start weights, as the line predicts it
	Weights    string       `json:"weights"`    // SHA-256 of the candidate's
	Warnings   note.List    `json:"warnings,omitempty"`
}

// A Plan says how a mix is searched for. The zero of a number is its default.
type Plan struct {
	Sets      []string // their names
	Axes      []Axis
	Most      int // candidates that are screened; [DefaultMost]
	Finalists int // of them, measured at the second half; [DefaultFinalists]

	// Fit fits a candidate, and Judge measures it.
	Fit   func(ctx context.Context, r Recipe) (*weights.File, error)
	Judge func(ctx context.Context, half regret.Half, f *weights.File) (m Measure, err error)

	// Known are measures of a run that was stopped, and Keep is given each that is made; both may be nil.
	Known map[string]Measure
	Keep  func(key string, m Measure) error

	// Report, if not nil, gets each measure.
	Report func(t *Trial, half regret.Half)
}

// The defaults.
const (
	DefaultMost      = 40
	DefaultFinalists = 3
)

// A Trial is a candidate with what was measured of it.
type Trial struct {
	Number int `json:"number"` // from 1, in the order of the search
	Recipe
	First  Measure  `json:"first_half"`
	Second *Measure `json:"second_half,omitempty"` // of finalists
}

// A Result is what a search found.
type Result struct {
	Sets   []SetInfo `json:"sets"`
	Axes   []Axis    `json:"axes"`
	Trials []*Trial  `json:"trials"`
	Full   bool      `json:"full"` // the number of candidates ended the search, not the plan

	Chosen    int   `json:"chosen"`    // number of the trial that is best at the first half
	Finalists []int `json:"finalists"` // numbers, best at the first half first

	Expected Expectation `json:"expected"` // the second half's measure of the chosen one

	// Warnings are what measures have in common, each once, and what is doubtful about the second
	// half's measure of the chosen one.
	Warnings note.List `json:"warnings"`

	Command string `json:"command"` // the match that decides
}

// An Expectation is what a match should show.
type Expectation struct {
	Difference elo.Interval `json:"difference"` // points a move, 95 %
	Elo        elo.Interval `json:"elo"`
}

// filled returns the plan with its defaults, or what is wrong with it.
func (p Plan) filled() (Plan, error) {
	if p.Most == 0 {
		p.Most = DefaultMost
	}
	if p.Finalists == 0 {
		p.Finalists = DefaultFinalists
	}
	if p.Keep == nil {
		p.Keep = func(string, Measure) error { return nil }
	}
	if p.Report == nil {
		p.Report = func(*Trial, regret.Half) {}
	}
	switch {
	case len(p.Sets) == 0:
		return p, errors.New("no data: pass sets as NAME=FILE")
	case p.Most < 1 || p.Finalists < 1:
		return p, fmt.Errorf("%d candidates, %d finalists: pass 1 or more", p.Most, p.Finalists)
	}
	for _, a := range p.Axes {
		if len(a.Values) == 0 {
			return p, fmt.Errorf("%s: no value: pass one or more", a.Name)
		}
	}
	return p, nil
}

// Search looks for the best mix. The weights are those of the chosen candidate.
func (p Plan) Search(ctx context.Context) (*Result, *weights.File, error) {
	p, err := p.filled()
	if err != nil {
		return nil, nil, err
	}
	s := &search{Plan: p, space: space{len(p.Sets), p.Axes}, seen: map[string]bool{}, last: map[string]*weights.File{}}
	s.screened = s.looked()
	if err := s.screen(ctx); err != nil {
		return nil, nil, err
	}
	if s.screened > len(s.trials) {
		return nil, nil, errLooked(s.screened)
	}
	r := &Result{Axes: p.Axes, Trials: s.trials, Full: s.full()}
	f, err := s.confirm(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	return r, f, nil
}

// A search is one under way.
type search struct {
	Plan
	space  space
	trials []*Trial
	seen   map[string]bool
	last   map[string]*weights.File // of candidates that this run has fitted

	// screened is how many candidates an earlier run had screened when it looked at the second half;
	// 0: not measured.
	screened int
}

// screen measures the design, then the neighbours of the best until none is better.
func (s *search) screen(ctx context.Context) error {
	if err := s.try(ctx, s.space.design()); err != nil {
		return err
	}
	for _, step := range steps {
		for {
			best := s.best()
			if err := s.try(ctx, s.space.neighbours(best.Recipe, step)); err != nil {
				return err
			}
			if s.best() == best {
				break
			}
		}
	}
	return nil
}

// try measures those candidates at the first half that are new, as long as there may be more.
func (s *search) try(ctx context.Context, list []Recipe) error {
	for _, r := range list {
		if s.seen[r.key()] || s.full() {
			continue
		}
		s.seen[r.key()] = true
		t := &Trial{Number: len(s.trials) + 1, Recipe: r}
		var err error
		if t.First, err = s.measure(ctx, r, regret.FirstHalf); err != nil {
			return err
		}
		s.trials = append(s.trials, t)
		s.Report(t, regret.FirstHalf)
	}
	return nil
}

func (s *search) full() bool { return len(s.trials) >= s.Most }

// best returns the trial of the least regret at the first half, the first of equal ones.
func (s *search) best() (best *Trial) {
	for _, t := range s.trials {
		if best == nil || t.First.Difference.Value < best.First.Difference.Value {
			best = t
		}
	}
	return best
}

// looked returns how many candidates an earlier run has screened, if it has looked at the second half.
func (s *search) looked() (screened int) {
	looked := false
	for key := range s.Known {
		if strings.HasSuffix(key, ending(regret.FirstHalf)) {
			screened++
		} else {
			looked = true
		}
	}
	if !looked {
		return 0
	}
	return screened
}

// errLooked is that of a search which would choose again after a look at the second half: that says
// what to expect only of a choice that was made without it.
func errLooked(screened int) error {
	return fmt.Errorf("the second half has been looked at after %s: what it has shown would choose among others; pass -candidates %d as before, or another -seed and another -o",
		plaintext.Count(screened, "candidate"), screened)
}

// keyOf tells a measure from all others.
func keyOf(r Recipe, half regret.Half) string { return r.key() + ending(half) }

func ending(half regret.Half) string { return fmt.Sprintf(" half %d", half+1) }

// measure returns what is known of a candidate, or fits and measures it.
func (s *search) measure(ctx context.Context, r Recipe, half regret.Half) (Measure, error) {
	key := keyOf(r, half)
	if m, ok := s.Known[key]; ok {
		return m, nil
	}
	if s.screened > 0 && half == regret.FirstHalf {
		return Measure{}, errLooked(s.screened)
	}
	f, err := s.weights(ctx, r)
	if err != nil {
		return Measure{}, err
	}
	m, err := s.Judge(ctx, half, f)
	m.Weights = hashOf(f)
	if err == nil && math.IsNaN(m.Difference.Value) {
		err = fmt.Errorf("%s: the regret is not a number", key)
	}
	if err != nil {
		return m, err
	}
	return m, s.Keep(key, m)
}

// weights returns those of a candidate. Of one that an earlier run has measured they are the same.
func (s *search) weights(ctx context.Context, r Recipe) (*weights.File, error) {
	if f := s.last[r.key()]; f != nil {
		return f, nil
	}
	f, err := s.Fit(ctx, r)
	if err != nil {
		return nil, err
	}
	if m, ok := s.Known[keyOf(r, regret.FirstHalf)]; ok && m.Weights != hashOf(f) {
		return nil, fmt.Errorf("%s: the fit gives other weights than those that were measured: the journal is of another program or other data: pass another -o", r.key())
	}
	s.last[r.key()] = f
	return f, nil
}
