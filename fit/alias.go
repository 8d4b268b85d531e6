package fit

import (
	"context"
	"iter"

	"example.org/centipawn/fit/choice"
	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/internal/provenance"
)

// What rows of data are used, and what models are made of.
type (
	Data            = rows.Data
	Progress        = rows.Progress
	Target          = rows.Target
	MatePolicy      = rows.MatePolicy
	Split           = rows.Split
	SplitBy         = rows.SplitBy
	Part            = rows.Part
	Funnel          = rows.Funnel
	Fixed           = rows.Fixed
	Bound           = rows.Bound
	Tie             = rows.Tie
	Order           = rows.Order
	Balance         = rows.Balance
	BalanceBy       = rows.BalanceBy
	Model           = rows.Model
	NamedWeight     = rows.NamedWeight
	SourceIntercept = rows.SourceIntercept
)

// The values of these types.
const (
	MatesClip = rows.MatesClip
	MatesDrop = rows.MatesDrop

	SplitGame     = rows.SplitGame
	SplitPosition = rows.SplitPosition
	SplitNone     = rows.SplitNone

	AllRows = rows.AllRows
	Train   = rows.Train
	Test    = rows.Test
	Sealed  = rows.Sealed

	BalanceWeights = rows.BalanceWeights
	BalanceDrop    = rows.BalanceDrop
)

// What is measured of models.
type (
	Metrics        = measure.Metrics
	Interval       = measure.Interval
	Difference     = measure.Difference
	Bootstrap      = measure.Bootstrap
	Evaluation     = measure.Evaluation
	EvalOptions    = measure.EvalOptions
	Comparison     = measure.Comparison
	Prediction     = measure.Prediction
	PredictOptions = measure.PredictOptions
)

// Evaluate is [measure.Evaluate].
func Evaluate(ctx context.Context, data Data, part Part, models []Model, opt EvalOptions) ([]*Evaluation, error) {
	return measure.Evaluate(ctx, data, part, models, opt)
}

// Compare is [measure.Compare].
func Compare(a, b *Evaluation, boot Bootstrap) (*Comparison, error) {
	return measure.Compare(a, b, boot)
}

// Predict is [measure.Predict].
func Predict(ctx context.Context, data Data, m Model, opt PredictOptions) iter.Seq2[Prediction, error] {
	return measure.Predict(ctx, data, m, opt)
}

// A Dependence is an exact linear relation between columns of the training rows.
type Dependence = linear.Dependence

// The fit of expected scores.
type (
	Texel         = texel.Options
	Search        = search.Options
	Scaling       = texel.Scaling
	Choose        = search.Choose
	Choice        = search.Choice
	Trial         = search.Trial
	Minima        = search.Minima
	Basin         = search.Basin
	Scale         = texel.Scale
	ScaleResult   = texel.ScaleResult
	KResult       = provenance.K
	LabelK        = texel.LabelK
	BalanceResult = rows.BalanceResult
	Gain          = texel.Gain
	Group         = texel.Group
	Within        = texel.Within
)

// The policies for the scale of the fitted evaluation.
const (
	ScaleKeep     = texel.ScaleKeep
	ScaleNone     = texel.ScaleNone
	ScaleExpected = texel.ScaleExpected
	ScalePawn     = texel.ScalePawn
)

// What the losses of choices among moves also have, see package choice.
type (
	MoveOptions     = choice.Options
	MoveMetrics     = choice.Metrics
	MoveCounts      = choice.Counts
	MoveTemperature = choice.Temperature
	MoveBin         = choice.Bin
	MoveEstimate    = choice.Estimate
)
