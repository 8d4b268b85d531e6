package fittest

import (
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// Predictions lists the rows of a model without weights.
func Predictions(t *testing.T, set *matrix.Set, opt fit.PredictOptions) []fit.Prediction {
	t.Helper()
	var list []fit.Prediction
	for p, err := range fit.Predict(t.Context(), set, fit.Model{}, opt) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}
