package extract

import (
	"path/filepath"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
)

// TestSamples: the samples are those that a conversion writes, in its order, at any number of threads.
func TestSamples(t *testing.T) {
	name := writeGames(t, 3000)
	for _, threads := range []int{1, 3} {
		opt := Options{Threads: threads, Filter: filter.Options{NoCheck: true, Duplicates: filter.KeepFirst}}
		samples, rep, err := Samples(t.Context(), []string{name}, opt)
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "out.epd")
		if _, err := Convert(t.Context(), []string{name}, out, opt); err != nil {
			t.Fatal(err)
		}
		r, err := datasets.Open([]string{out}, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for s, err := range r.All() {
			if err != nil {
				t.Fatal(err)
			}
			if n == len(samples) || s.Position.FEN() != samples[n].Position.FEN() || s.Score != samples[n].Score || s.Result != samples[n].Result {
				t.Fatalf("%d threads: sample %d is not the one that was written", threads, n)
			}
			n++
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if n == 0 || n != len(samples) || n != rep.Rows {
			t.Errorf("%d threads: %d samples, %d rows in the report, %d written", threads, len(samples), rep.Rows, n)
		}
	}
}
