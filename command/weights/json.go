package weights

import (
	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
	"example.org/centipawn/weights/paired"
)

// A Shown is a weights file for programs: what show prints for a person.
type Shown struct {
	Kind       weights.Kind       `json:"kind,omitempty"` // what the weights are for; absent: an evaluation
	Set        string             `json:"set"`
	SetHash    string             `json:"set_hash"`
	Phase      string             `json:"phase"`
	Scale      string             `json:"endgame_scale,omitempty"`
	Unit       string             `json:"unit"`
	Weights    []shownWeight      `json:"weights"`
	Formula    string             `json:"formula,omitempty"` // makes an evaluation of the sums; absent: their sum is linear
	Inputs     []string           `json:"inputs,omitempty"`  // numbers of a position that the formula reads
	Tables     []shownTable       `json:"tables,omitempty"`
	Provenance weights.Provenance `json:"provenance"`
}

// A shownWeight is one weight with its 95 % interval, absent where no standard
// error is known.
type shownWeight struct {
	Name   string   `json:"name"`
	Value  float64  `json:"value"`
	StdErr float64  `json:"stderr,omitzero"`
	DF     float64  `json:"df,omitzero"` // of the interval, Student's t; absent: very many
	Low    float64  `json:"low,omitzero"`
	High   float64  `json:"high,omitzero"`
	T      float64  `json:"t,omitzero"`
	Bound  string   `json:"bound,omitempty"`
	Sums   []string `json:"sums,omitempty"`      // of the formula, to which counts of the term go; absent: linear, or none of a parameter
	Param  bool     `json:"parameter,omitempty"` // the formula reads the weight by its name
}

// A shownTable is a piece-square table with the mean over its ranks 2 to 7,
// which is the piece's worth where the table holds it.
type shownTable struct {
	Name   string  `json:"name"`
	Mean   float64 `json:"mean,omitzero"`
	MGMean float64 `json:"mg_mean,omitzero"`
	EGMean float64 `json:"eg_mean,omitzero"`
}

func shownFile(f *weights.File) Shown {
	s := Shown{Kind: f.Kind, Set: f.Set, SetHash: f.SetHash, Phase: f.Phase, Scale: f.EndgameScale, Unit: f.Kind.Unit(), Formula: f.Formula, Inputs: f.Inputs, Provenance: f.Provenance}
	for _, t := range f.Terms {
		for _, w := range t.Weights() {
			line := shownWeight{Name: w.Name, Value: w.Value, StdErr: w.StdErr, DF: w.DF, T: w.T(), Bound: w.Bound, Sums: t.Sums, Param: t.Parameter}
			if w.StdErr != 0 {
				line.Low, line.High = w.Value-w.Interval95(), w.Value+w.Interval95()
			}
			s.Weights = append(s.Weights, line)
		}
	}
	for _, g := range f.Groups() {
		if !g.Board {
			continue
		}
		s.Tables = append(s.Tables, shownTable{
			Name:   g.Name,
			Mean:   g.Mean(func(t weights.Term) weights.Weight { return t.Value }),
			MGMean: g.Mean(func(t weights.Term) weights.Weight { return t.MG }),
			EGMean: g.Mean(func(t weights.Term) weights.Weight { return t.EG }),
		})
	}
	return s
}

// Remarks are what audit found, for programs.
type Remarks struct {
	Warnings note.List `json:"warnings"`
}

// A ShownChanges is a comparison for programs.
type ShownChanges struct {
	Inputs  []shownInput   `json:"inputs"`
	Weights []shownChange  `json:"weights"`
	Same    int            `json:"same"`
	Guard   *guard.Report  `json:"guard,omitempty"`  // with positions
	Errors  *paired.Errors `json:"errors,omitempty"` // with positions that have labels: of the old file, then of the new one
}

// A shownInput is a field in which two files differ, as diff prints it.
type shownInput struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// A shownChange is one weight that differs: without an old value it was added,
// without a new one removed.
type shownChange struct {
	Name    string   `json:"name"`
	Change  string   `json:"change"`
	Old     *float64 `json:"old,omitempty"`
	New     *float64 `json:"new,omitempty"`
	StdErrs *float64 `json:"std_errors,omitempty"`
	Half95  *float64 `json:"interval95,omitempty"` // half the width of the difference's 95 % interval
	Prior   bool     `json:"held_by_prior,omitempty"`
}

func shownDiff(d *weights.Diff) ShownChanges {
	s := ShownChanges{Inputs: []shownInput{}, Weights: []shownChange{}, Same: d.Same}
	for _, in := range d.Inputs {
		s.Inputs = append(s.Inputs, shownInput(in))
	}
	for _, c := range d.Weights {
		line := shownChange{Name: c.Name, Change: c.Change.String()}
		if c.Change != weights.Added {
			line.Old = &c.Old.Value
		}
		if c.Change != weights.Removed {
			line.New = &c.New.Value
		}
		if z, ok := c.StdErrs(); ok {
			half := c.Err().Half95()
			line.StdErrs, line.Half95 = &z, &half
		}
		line.Prior = c.HeldByPrior()
		s.Weights = append(s.Weights, line)
	}
	return s
}
