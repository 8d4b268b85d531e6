package winprob

import "math"

// ExpectedBatch replaces each z by its logistic 1/(1+e^(−z)), to an absolute
// error below 1e-12; beyond ±40 the logistic is taken as that of ±40. It is
// [Expected] for many rows: z = K·s·ln 10/400.
//
// It takes the first six terms of the Taylor series about the nearest sixteenth.
// Measured, a row: 5 ns where math.Exp takes 16 (BenchmarkExpected, which counts the
// filling too). An exponential of our own by table and polynomial was tried: 8 ns.
func ExpectedBatch(z []float64) {
	for i, v := range z {
		if v > logisticEnd {
			v = logisticEnd
		}
		if v < -logisticEnd {
			v = -logisticEnd
		}
		t := v*logisticSteps + shifter
		c := &logisticTable[uint32(math.Float64bits(t))%uint32(len(logisticTable))]
		d := v - (t-shifter)/logisticSteps // exact; NaN stays NaN
		d2 := d * d
		z[i] = (c[0] + c[1]*d) + d2*((c[2]+c[3]*d)+d2*(c[4]+c[5]*d))
	}
}

const (
	logisticEnd   = 40
	logisticSteps = 16 // nodes a unit

	// Adding shifter rounds to a whole number, which stands in the sum's lowest
	// bits, and taking it away gives that number.
	shifter = 3 << 51
)

// logisticTable holds, by node modulo its length, σ⁽ᵏ⁾/k! for k to 5. Derivatives are
// polynomials in σ: the derivative of P(σ) is P′(σ)·(σ − σ²).
var logisticTable = func() (table [2048][6]float64) {
	for node := -logisticEnd * logisticSteps; node <= logisticEnd*logisticSteps; node++ {
		e := 1 / (1 + math.Exp(-float64(node)/logisticSteps))
		poly, factorial := []float64{0, 1}, 1.0
		c := &table[uint32(node)%uint32(len(table))]
		for k := range c {
			c[k] = horner(poly, e) / factorial
			factorial *= float64(k + 1)
			next := make([]float64, len(poly)+1)
			for m, a := range poly[1:] {
				next[m+1] += float64(m+1) * a
				next[m+2] -= float64(m+1) * a
			}
			poly = next
		}
	}
	return table
}()

// horner returns Σ poly(m)·x^m.
func horner(poly []float64, x float64) (sum float64) {
	for m := len(poly) - 1; m >= 0; m-- {
		sum = sum*x + poly[m]
	}
	return sum
}
