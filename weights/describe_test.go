package weights

import "testing"

// An error of expected scores and its interval have as many decimals.
func TestErrorsHaveTheirDecimals(t *testing.T) {
	m := &Metrics{N: 22318, MSE: Interval{0.0110230, 0.0103100, 0.0117831}, MAE: Interval{Value: 0.05}}
	for loss, want := range map[string]string{
		"sigmoid": "22,318 rows, mse 0.011023 [0.010310, 0.011783], mae 0.050000, rmse 0.000000, r2 0.000000 (of expected score)",
		"squared": "22,318 rows, mse 0.0110 [0.0103, 0.0118], mae 0.0500, rmse 0, r2 0",
	} {
		if got := (&Provenance{Loss: loss}).Errors(m); got != want {
			t.Errorf("%s: %q, want %q", loss, got, want)
		}
	}
}
