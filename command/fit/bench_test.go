package fit

import (
	"io"
	"path/filepath"
	"testing"

	"example.org/centipawn/internal/cli"
)

// BenchmarkFit is the command on the embedded sample, from CSV to weights with error bars. For other data, and
// what documentation says, use the command itself.
func BenchmarkFit(b *testing.B) {
	for _, set := range []string{"pesto", "standard"} {
		b.Run(set, func(b *testing.B) {
			for b.Loop() {
				args := []string{"-set", set, "-loss", "sigmoid", "-o", filepath.Join(b.TempDir(), "w.json"), "../../datasets/sample/sample.csv.zst"}
				if err := Main(b.Context(), args, cli.Streams{Out: io.Discard, Err: io.Discard}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
