package bandit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// inverseRoots are 1/√n of small n.
var inverseRoots = func() (table [4096]float64) {
	for n := range table {
		table[n] = 1 / math.Sqrt(float64(n))
	}
	return table
}()

// InverseRoot returns 1/√n.
func InverseRoot(n uint32) float64 {
	if n < uint32(len(inverseRoots)) {
		return inverseRoots[n]
	}
	return 1 / math.Sqrt(float64(n))
}

// Softmax draws an index with a chance of e^(value / temperature); it overwrites the values.
func Softmax(values []float64, temperature float64, random *rand.Rand) int {
	sum, top := 0.0, slices.Max(values)
	for i, v := range values {
		values[i] = math.Exp((v - top) / temperature)
		sum += values[i]
	}
	at, last := random.Float64()*sum, 0
	for i, v := range values {
		if at -= v; at < 0 {
			return i
		}
		if v > 0 {
			last = i
		}
	}
	return last
}
