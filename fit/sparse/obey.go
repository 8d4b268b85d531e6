package sparse

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/internal/shards"
)

// NextOrder returns what the process that leads asks for next.
func NextOrder(ctx context.Context, x shards.Exchange) (*Order, error) {
	text, err := x.Tell(ctx, orderStep, nil)
	o := new(Order)
	if err == nil {
		err = o.UnmarshalBinary(text)
	}
	return o, err
}

// Obey makes this process's share of a pass that was ordered.
func (d *Design) Obey(ctx context.Context, o *Order) error {
	if len(o.W) != d.Weights {
		return fmt.Errorf("an order with %d weights of %d", len(o.W), d.Weights)
	}
	d.Exchange.Give(true)
	defer d.Exchange.Give(false)
	d.Scale = o.Scale
	if o.Model != nil && (d.Loss.Model == nil || *d.Loss.Model != *o.Model) {
		d.SetLoss(Ordered(o.Model.WDL, o.Model.Scale))
	}
	var err error
	switch o.Pass {
	case passGradient:
		_, err = d.Gradient(ctx, o.W, make([]float64, d.Weights))
	case passCurvature:
		err = d.Curvature(ctx, o.W, o.Kind, o.Every, mat.NewSymDense(max(1, d.Weights), nil))
	case passDiagonal:
		err = d.Diagonal(ctx, o.W, o.Every, make([]float64, d.Weights))
	case passPoints:
		_, err = d.Points(ctx, o.W, o.Every, o.Flag)
	case passScores:
		_, err = d.Scores(ctx, o.W, o.Every)
	case passCounts:
		_, err = d.Counts(ctx, o.W, o.Every)
	case passGames:
		_, err = d.sharedGames(ctx, o.W, o.Wanted)
	case passSingle:
		_, err = d.sharedRows(ctx, o.W, o.Kind, o.Games)
	default:
		return fmt.Errorf("a pass of an unknown kind, %q", o.Pass)
	}
	if errors.Is(err, shards.ErrGiven) {
		return nil
	}
	return err
}
