package cut_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"example.org/centipawn/datasets/cut"
)

// The quick way to read numbers agrees with strconv to the last bit.
func TestParseFloat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	texts := []string{"0", "-0", "+1", "1.", ".5", "-.5", "0.1", "123456789012345", "1234567890123456", "1e-3", "0.000001", "9007199254740993", "3.4e38"}
	for range 20_000 {
		texts = append(texts, strconv.FormatFloat(rng.NormFloat64()*math.Pow(10, float64(rng.IntN(12)-6)), "fg"[rng.IntN(2)], rng.IntN(16), 64))
	}
	for _, text := range texts {
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := cut.Float([]byte(text)); !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%s: %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "+", "-", ".", "-.", "1..2", "1.2.3", "inf", "nan", "0x1p3", "1_000", "1e999", "--1", "1 ", "1,5"} {
		if v, ok := cut.Float([]byte(text)); ok {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}
