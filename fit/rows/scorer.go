package rows

import (
	"fmt"
	"math"

	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// A Model is an evaluation to be measured: fitted, or put together by hand.
type Model struct {
	Name string

	// Weights are centipawns a count; weights of the set that are not named are 0.
	Weights []NamedWeight

	// Intercepts are added by source. A source without one, such as a test set's,
	// gets the mean of the others, weighted by their rows.
	Intercepts []SourceIntercept

	// K makes the prediction an expected score, see winprob.Expected. Zero leaves it
	// centipawns.
	K float64
}

// A NamedWeight is the value of a weight in centipawns a count.
type NamedWeight struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// A SourceIntercept is the nuisance intercept of a source of data.
type SourceIntercept struct {
	Source uint8   `json:"source"`           // number of the source, Block.Source
	Value  float64 `json:"value"`            // centipawns, White-relative
	StdErr float64 `json:"stderr,omitempty"` // robust to clusters; 0 if not known, or one game decides it
	DF     float64 `json:"df,omitempty"`     // degrees of freedom of StdErr
	Rows   int     `json:"rows"`             // training rows of the source
}

// Scorer prepares the model for rows of a schema.
func (m Model) Scorer(schema matrix.Schema) (*Scorer, error) {
	of, err := NewEvaluation(schema)
	if err != nil {
		return nil, err
	}
	s := NewScorer(schema, newFactors(schema), of)
	for _, w := range m.Weights {
		if err := s.Add(w); err != nil {
			return nil, err
		}
	}
	s.setIntercepts(m.Intercepts)
	s.Logit = winprob.Logit(m.K)
	return s, nil
}

// setIntercepts sets the intercepts of all sources.
func (s *Scorer) setIntercepts(list []SourceIntercept) {
	sum, rows := 0.0, 0.0
	for _, a := range list {
		n := max(1, float64(a.Rows)) // made by hand, it may say nothing of rows
		sum += n * a.Value
		rows += n
	}
	for i := range s.intercept {
		s.intercept[i] = sum / max(1, rows)
	}
	for _, a := range list {
		s.intercept[a.Source] = a.Value
	}
}

// factors turns the byte codes of a schema into numbers. The tables are full,
// so that no code is out of range.
type factors struct{ MG, EG [256]float64 }

func newFactors(s matrix.Schema) *factors {
	f := new(factors)
	for i, v := range s.MG {
		f.MG[i] = float64(v)
	}
	for i, v := range s.EG {
		f.EG[i] = float64(v)
	}
	return f
}

// A Scorer evaluates rows with given weights. It is safe for concurrent use.
type Scorer struct {
	schema    matrix.Schema
	Factors   *factors
	coef      []coef           // by column
	intercept [256]float64     // by source
	Logit     float64          // of a centipawn, if the prediction is an expected score
	index     map[string][]int // columns by weight
	form      *formScorer      // nil: evaluations are linear
}

// coef holds the weights of a column: plain, or mg and eg.
type coef struct{ plain, mg, eg float64 }

// NewScorer returns a scorer all of whose weights are 0.
func NewScorer(s matrix.Schema, f *factors, of *Evaluation) *Scorer {
	sc := &Scorer{schema: s, Factors: f, coef: make([]coef, len(s.Columns)), index: make(map[string][]int)}
	for c, col := range s.Columns {
		for _, name := range col.Weights() {
			sc.index[name] = append(sc.index[name], c)
		}
	}
	if of.Form != nil {
		sc.form = newFormScorer(of)
		sc.form.nameParameters(s.Columns)
	}
	return sc
}

// leaveForm makes the scorer one of the linear columns alone.
func (s *Scorer) leaveForm() {
	for c := range s.form.sum {
		if s.form.sum[c] >= 0 {
			s.coef[c] = coef{}
		}
	}
	s.form = nil
}

// Add sets a weight.
func (s *Scorer) Add(w NamedWeight) error {
	columns, ok := s.index[w.Name]
	if !ok {
		return fmt.Errorf("fit: set %s has no weight %q", s.schema.Set, w.Name)
	}
	for _, c := range columns {
		switch names := s.schema.Columns[c].Weights(); {
		case len(names) == 1:
			s.coef[c].plain = w.Value
		case w.Name == names[0]:
			s.coef[c].mg = w.Value
		default:
			s.coef[c].eg = w.Value
		}
	}
	if s.form != nil {
		s.form.parameter(w)
	}
	return nil
}

// Score returns the evaluation of row i of b in centipawns, White-relative,
// with its offset and intercept. It is not finite where the formula has no value, see [Scorer.Fault].
func (s *Scorer) Score(b *matrix.Block, i int) float64 {
	if s.form != nil {
		var one [1]float64
		s.formScores(b, []int32{int32(i)}, one[:])
		return one[0]
	}
	mg, eg := s.Factors.MG[b.MG[i]], s.Factors.EG[b.EG[i]]
	columns, counts := b.Row(i)
	sum := 0.0
	for k, c := range columns {
		w := &s.coef[c]
		sum += float64(counts[k]) * (w.plain + w.mg*mg + w.eg*eg)
	}
	return s.shift(sum, b, i)
}

// shift adds offset and intercept.
func (s *Scorer) shift(sum float64, b *matrix.Block, i int) float64 {
	if b.Offset != nil {
		sum += float64(b.Offset[i])
	}
	return sum + s.intercept[Source(b, i)]
}

// Scores stores in to, which is long enough, what Score returns of some rows, and returns it.
func (s *Scorer) Scores(b *matrix.Block, rows []int32, to []float64) []float64 {
	to = to[:len(rows)]
	if s.form == nil {
		for k, i := range rows {
			to[k] = s.Score(b, int(i))
		}
		return to
	}
	for low := 0; low < len(rows); low += formRows {
		high := min(low+formRows, len(rows))
		s.formScores(b, rows[low:high], to[low:high])
	}
	return to
}

// Predict returns the prediction that goes with an evaluation: itself, or its
// expected score.
func (s *Scorer) Predict(score float64) float64 {
	if s.Logit == 0 {
		return score
	}
	return 1 / (1 + math.Exp(-s.Logit*score))
}

// Source returns the source of row i.
func Source(b *matrix.Block, i int) uint8 {
	if b.Source == nil {
		return 0
	}
	return b.Source[i]
}
