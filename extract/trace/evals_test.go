package trace

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestEvals: the engine's evaluations come in the order of the rows, those of bad lines left out, at any
// number of threads.
func TestEvals(t *testing.T) {
	var text strings.Builder
	var want []float64
	for i := range 20000 {
		switch {
		case i%1000 == 7:
			text.WriteString("nonsense\n")
		case i%10 == 3:
			text.WriteString("1 qid:1 1:1\n")
			want = append(want, math.NaN())
		default:
			fmt.Fprintf(&text, "1 qid:1 eval:%d 1:1\n", i)
			want = append(want, float64(i))
		}
	}
	for _, threads := range []int{1, 3} {
		var got []float64
		read(t, "x", text.String(), Options{Threads: threads, Bad: 100, Evals: func(e []float64) { got = append(got, e...) }})
		if len(got) != len(want) {
			t.Fatalf("%d evaluations, want %d", len(got), len(want))
		}
		for i := range want {
			if got[i] != want[i] && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
				t.Fatalf("row %d: %v, want %v", i, got[i], want[i])
			}
		}
	}
}
