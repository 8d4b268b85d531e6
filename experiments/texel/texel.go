// Package texel asks what Texel tuning gives, on any positions with results: it
// fits PeSTO's 768 values to one file and tests them on others.
//
// The tuners of the field print one number, the mean squared error on the rows
// that they were trained on. Here are the questions that it leaves open:
//
//	errors        is the fit better than the published values on games of another source, and is that more than luck?
//	calibration   are its expected scores right in every phase?
//	intercept     what does White's advantage in the data do to the weights, and what on a test file?
//	methods       how far from the optimum does each minimiser end, after how many passes?
//	five starts   the squared loss of expected scores is not convex: is there one optimum?
//	leakage       what do training and test have in common?
//
// K is fitted once, at the published values and on the training file, and is the
// same for every model: none has a scale of its own to gain by.
//
// Source: P. Österlund, "Texel's Tuning Method" (2014); R. Friederich, "PeSTO's
// Evaluation Function".
package texel

import (
	"context"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// Options configures [Run].
type Options struct {
	// Options are those of the fits. Texel.PriorRows pull to published PeSTO: without
	// them the weights of a few hundred games run away, for such games can be
	// distinguished.
	onfiles.Options

	// Passes bounds the passes of Adam and SGD. Zero means 2000.
	Passes int
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	o.Fit = o.Fit.WithDefaults()
	if o.Passes == 0 {
		o.Passes = 2000
	}
	return o
}

// The models, in the order of the tables, as indices into Test.Metrics.
const (
	published = iota
	fitted
	withIntercept
	exported // the same weights without their intercept
	mirrored
	models
)

var modelNames = [models]string{
	published:     "published PeSTO",
	fitted:        "fitted, no intercept",
	withIntercept: "fitted with intercept",
	exported:      "the same, intercept omitted",
	mirrored:      "fitted, files mirrored",
}

// A Result is what [Run] found.
type Result struct {
	Train string `json:"train"` // the file's base name
	Rows  int    `json:"rows"`  // of the file
	Games int    `json:"games"` // that were trained on

	K         *fit.KResult        `json:"k"`         // of published PeSTO
	Intercept fit.SourceIntercept `json:"intercept"` // of the training file, centipawns
	Fits      []*fit.Result       `json:"fits"`      // fitted, withIntercept and mirrored

	Tests   []*Test  `json:"tests"`
	Methods []Method `json:"methods"`
	Starts  []Start  `json:"starts"`
}

// A Test is the models on the rows of a test file, or of the test part.
type Test struct {
	Name  string `json:"name"`
	Rows  int    `json:"rows"`
	Games int    `json:"games"`

	Metrics []*fit.Metrics    `json:"metrics"` // by model
	MSE     []*fit.Comparison `json:"mse"`     // by model, against published PeSTO; nil for itself
	LogLoss []*fit.Difference `json:"logloss"` // by model, against published PeSTO; nil for itself

	Overall []winprob.Curve   `json:"overall"`  // by model
	ByPhase [][]winprob.Curve `json:"by_phase"` // by model and quarter of the phase, endings first

	Leakage Leakage `json:"leakage"`
}

// phaseEdges cut the phase into quarters.
var phaseEdges = []float64{0, 0.25, 0.5, 0.75, 1}

// A source is a file in memory.
type source struct {
	name   string
	matrix *matrix.Matrix
	set    *matrix.Set
}

// read counts a file.
func read(ctx context.Context, name string, opt extract.Options) (s source, err error) {
	opt.Set = features.PeSTO
	var memory *matrix.Memory
	rep, err := extract.Run(ctx, []string{name}, func(schema matrix.Schema) (_ matrix.Writer, err error) {
		memory, err = matrix.NewMemory(schema)
		return memory, err
	}, opt)
	if err != nil {
		return s, err
	}
	s.name = rep.Sources[0].Name
	if s.matrix, err = memory.Matrix(); err != nil {
		return s, err
	}
	s.set, err = matrix.Join(s.matrix)
	return s, err
}

// A run is an experiment under way.
type run struct {
	Options
	train  source
	tests  []source
	start  []fit.NamedWeight
	models [models]fit.Model
	result Result
}

// fit fits the training file from a start and reports it.
func (x *run) fit(ctx context.Context, what string, opt fit.Options) (*fit.Result, error) {
	opt.Texel.Scale, opt.Texel.Prior = fit.ScaleNone, x.start
	if opt.Texel.K == 0 && x.result.K != nil {
		opt.Texel.K = x.result.K.Value
	}
	return x.FitTo(ctx, what, x.train.set, opt)
}

// A Leakage is what a test file has in common with the training file, and what the
// fit says of it.
type Leakage struct {
	Overlap  *matrix.Overlap `json:"overlap,omitempty"` // training file and test file; nil for a test part
	Chance   float64         `json:"chance"`            // games that share a hash of 32 bits by chance
	Warnings []note.Note     `json:"warnings,omitempty"`
}

// A Method is where a minimiser ended, from published PeSTO, without intercept.
type Method struct {
	Method     fit.Method     `json:"method"`
	Gradients  int            `json:"gradients"`  // passes of the search for loss and gradient
	Passes     int            `json:"passes"`     // all over the rows, those for matrices and the evaluation included
	Iterations int            `json:"iterations"` // of the search
	Loss       float64        `json:"loss"`
	Gap        float64        `json:"gap"`    // above the optimum
	Stated     float64        `json:"stated"` // as the method estimates it
	Stopped    descent.Reason `json:"stopped"`
}

// A Start is where a search ended that began somewhere else. The differences are
// to the first start of the same loss.
type Start struct {
	Loss  fit.Loss `json:"loss"`
	Start string   `json:"start"`

	Begin   float64        `json:"begin"` // the loss there
	Final   float64        `json:"final"`
	Passes  int            `json:"passes"`
	Stopped descent.Reason `json:"stopped"`

	Change     float64 `json:"change"`     // of the loss
	Weight     float64 `json:"weight"`     // largest difference of a weight that the data know well, centipawns
	Evaluation float64 `json:"evaluation"` // largest difference of an evaluation of the training file, centipawns
}
