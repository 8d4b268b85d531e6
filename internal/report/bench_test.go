package report

import (
	"io"
	"testing"
)

// The size that the package is made for.
const manyRows = 100_000

func BenchmarkPredictedAgainstLabel(b *testing.B) {
	rows := someRows(manyRows)
	for b.Loop() {
		f, err := PredictedAgainstLabel(rows, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := f.Write(io.Discard, "png"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkByMaterial(b *testing.B) {
	rows := someRows(manyRows)
	for b.Loop() {
		if _, err := ByMaterial(rows); err != nil {
			b.Fatal(err)
		}
	}
}
