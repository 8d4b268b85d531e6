package weights

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/provenance"
)

// Provenance says where weights come from: enough to fit them again from the
// same data, and to see in what two fits differ.
type Provenance struct {
	Tool     string    `json:"tool"`               // program and version
	Sources  []Source  `json:"sources,omitempty"`  // in the order in which they were read
	Settings []Setting `json:"settings,omitempty"` // of the reading: whose view, what unit
	Funnel   []Drop    `json:"funnel,omitempty"`   // rows dropped on the way, in the filters' order
	Rows     int       `json:"rows"`               // rows left, train and test together
	Games    int       `json:"games"`              // clusters that they belong to: games, or what stands for them
	Clip     float64   `json:"clip"`               // labels are cut to ±Clip centipawns; 0: not cut
	Mates    string    `json:"mates"`              // what became of mate labels: "clip" or "drop"
	Target   string    `json:"target,omitempty"`   // what is predicted: "score", "result", "probability" or "blend"
	Lambda   float64   `json:"lambda,omitzero"`    // weight of the result in a blend, 0 to 1
	Split    Split     `json:"split"`              // which rows were held out
	TestSet  []Source  `json:"test_set,omitempty"` // the files of a separate test set

	Loss        string   `json:"loss"`                  // "squared", "huber", of centipawns; "sigmoid", "crossentropy", "wdl", of expected scores; "choice", "regret", of choices among moves
	Huber       float64  `json:"huber,omitzero"`        // δ of the Huber loss in centipawns; 0: another loss
	Method      string   `json:"method"`                // such as "gram", "lbfgs"
	Ridge       float64  `json:"ridge"`                 // weight of the ridge penalty; 0: none
	Smooth      float64  `json:"smooth,omitzero"`       // weight of the penalty on second differences of tables; 0: none
	Prior       *Prior   `json:"prior,omitempty"`       // weights towards which the fit was pulled; nil: none
	Start       string   `json:"start,omitempty"`       // start weights: a set's published ones by name, or a file's base name
	Constraints []string `json:"constraints,omitempty"` // as they were given, such as "freeze pst.king.*"
	Gauge       string   `json:"gauge,omitempty"`       // sentence: how directions that change no evaluation were fixed
	Minima      string   `json:"minima,omitempty"`      // sentence: what searches from several starts found; "": there was one

	K          *K                `json:"k,omitempty"`          // steepness that turns centipawns into expected scores; nil: the loss has none
	LabelK     []SourceK         `json:"label_k,omitempty"`    // the labellers' own K, which turned their scores into expected scores
	WDL        *WDL              `json:"wdl,omitempty"`        // win, draw and loss by evaluation and phase
	Spread     *Spread           `json:"spread,omitempty"`     // of search − static evaluation; nil: not measured
	Scale      *Scale            `json:"scale,omitempty"`      // what was done to the size of a centipawn
	Blend      []Step            `json:"blend,omitempty"`      // where the weights went from there, and what follows is not known but for intercepts, and warnings of data; nil: they are the fit's
	Passes     int               `json:"passes,omitzero"`      // passes over the rows that an iterative method made
	Gap        float64           `json:"gap,omitzero"`         // estimated distance of the training loss to its optimum, in units of the loss
	Stopped    provenance.Reason `json:"stopped,omitempty"`    // why the method stopped
	Condition  float64           `json:"condition,omitzero"`   // condition number of the scaled columns; 0: not known, or infinite (a warning says so)
	Rounding   *Rounding         `json:"rounding,omitempty"`   // what rounding to whole centipawns costs; nil: not measured
	Intercepts []Intercept       `json:"intercepts,omitempty"` // nuisance: reported, part of no evaluation
	Choice     *Choice           `json:"choice,omitempty"`     // of a fit to choices among moves; nil: another loss
	Groups     *Groups           `json:"groups,omitempty"`     // whose intercepts were fitted and thrown away; nil: none
	Train      *Metrics          `json:"train,omitempty"`
	Test       *Metrics          `json:"test,omitempty"`   // nil: nothing was held out, or not known
	Sealed     *Metrics          `json:"sealed,omitempty"` // of the part that no choice was made on; nil: nothing was sealed, or not known
	Warnings   note.List         `json:"warnings,omitempty"`
}

// HeldOut reports whether rows were held out as a test, be they measured or not.
func (p *Provenance) HeldOut() bool { return p.Split.Kind != "" && p.Split.Kind != "none" }

// A Step is how far weights went in a direction, such as a part of another fit.
type Step struct {
	Name  string  `json:"name"`  // of the direction, never a path
	Alpha float64 `json:"alpha"` // 0: not at all, 1: the whole way
}

// StepName is what a step calls a part of a fit: of run/new.json:mg, which weights blend takes, new.mg, as match tune
// has it.
func StepName(direction string) string {
	return strings.Replace(strings.Replace(filepath.Base(direction), ".json:", ".", 1), ".json", "", 1)
}

// String is such as "0.2 of tempo-free.mg".
func (s Step) String() string { return fmt.Sprintf("%.4g of %s", s.Alpha, s.Name) }

// Changed is the provenance of weights that were changed after their fit: without its errors, and without what else is
// true of the minimum alone. K, WDL and Spread stay those of the weights that they began with; of the warnings those stay
// that are of data.
func (p Provenance) Changed() Provenance {
	p.Passes, p.Gap, p.Stopped, p.Condition, p.Minima = 0, 0, "", 0, ""
	p.Rounding, p.Choice, p.Groups, p.Train, p.Test, p.Sealed = nil, nil, nil, nil, nil, nil
	p.Warnings = slices.DeleteFunc(slices.Clone(p.Warnings), func(w note.Note) bool {
		return !strings.HasPrefix(string(w.Code), "D") && !strings.HasPrefix(string(w.Code), "S")
	})
	return p
}

// ResultK returns the K by which the weights' centipawns become expected scores of games: nil where
// there is none, and where scores stood in for results by a K that was given rather than fitted to
// results, which says nothing of games.
func (p *Provenance) ResultK() *K {
	given := func(k SourceK) bool { return k.StdErr == 0 }
	if slices.ContainsFunc(p.LabelK, given) {
		return nil
	}
	return p.K
}

// KeepCentipawn takes over what the weights that a fit began with say of the size of their centipawn,
// if anything: for a fit that keeps it.
func (p *Provenance) KeepCentipawn(began *Provenance) {
	if began.K != nil {
		p.K, p.LabelK = began.K, began.LabelK
	}
	if began.Spread != nil {
		p.Spread = began.Spread
	}
}

// Probabilistic reports whether the loss is one of expected scores (0 to 1), and
// not of centipawns: the errors in [Metrics] have its unit.
func (p *Provenance) Probabilistic() bool {
	return !slices.Contains([]string{"", "squared", "huber"}, p.Loss) && !p.OfMoves()
}

// OfMoves reports whether the loss is one of choices among moves, which no row has by itself.
func (p *Provenance) OfMoves() bool { return p.Loss == "choice" || p.Loss == "regret" }

// A Source is a data file.
type Source struct {
	Name   string `json:"name"` // base name, never a path
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"` // before the filters
}

// What a weights file has in common with the fit and the matrix it comes from.
type (
	Setting  = provenance.Setting
	Drop     = provenance.Drop
	K        = provenance.K
	PhaseK   = provenance.PhaseK
	Rounding = provenance.Rounding
)

// A Split says which rows were held out as the test set.
type Split struct {
	Kind  string  `json:"kind"`  // what stays together: "game", "skeleton"; "set": a separate test set; "none": nothing held out
	Share float64 `json:"share"` // of the rows, 0 to 1
	Seed  uint64  `json:"seed"`
}

// An Intercept is a source's constant: what its labels are worth to White with
// all counts zero, in centipawns. An antisymmetric evaluation cannot hold it.
type Intercept struct {
	Source string  `json:"source"`
	Value  float64 `json:"value"`
	StdErr float64 `json:"stderr,omitzero"`
}

// Groups are rows that shared an intercept each, which stood for what they have in common and was
// thrown away: the weights tell rows of one group from each other.
type Groups struct {
	By     string   `json:"by"`              // columns whose values make a group, such as "tree,side"
	Groups int      `json:"groups"`          // of the training rows, that say something of weights
	Silent float64  `json:"silent,omitzero"` // share of the training rows whose groups say nothing: single rows, or all won or all lost
	Train  *Metrics `json:"train,omitempty"` // with the intercepts; those beside it are without
	Test   *Metrics `json:"test,omitempty"`  // with intercepts that are fitted to the test rows
}

// Metrics are the errors of predicted against (clipped) label on one set of
// rows: in centipawns, MSE in centipawns squared; if the loss is one of expected
// scores ([Provenance.Probabilistic]), in expected score, 0 to 1.
type Metrics struct {
	N       int      `json:"n"` // rows
	MSE     Interval `json:"mse"`
	MAE     Interval `json:"mae"`
	RMSE    Interval `json:"rmse"`
	LogLoss Interval `json:"logloss,omitzero"` // mean of −t ln e − (1−t) ln(1−e), natural logarithm; 0: labels are centipawns
	R2      Interval `json:"r2"`               // share of the variance explained, against the mean label
}

// An Interval is an estimate with its 95 % interval; Low = High = 0 where none
// was computed.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low,omitzero"`
	High  float64 `json:"high,omitzero"`
}

// A metric is one entry of Metrics with its name.
type metric struct {
	name string
	Interval
}

func (m *Metrics) entries() []metric {
	all := []metric{{"mse", m.MSE}, {"mae", m.MAE}, {"rmse", m.RMSE}}
	if m.LogLoss != (Interval{}) {
		all = append(all, metric{"logloss", m.LogLoss})
	}
	return append(all, metric{"r2", m.R2})
}

// OneLine replaces line breaks and other characters that control or direct text
// by spaces, so that a text from a file can stand in a table or a comment.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, s)
}
