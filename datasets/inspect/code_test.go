package inspect

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/shards/shardstest"
)

// TestContract: watches of parts of the rows merge to that of all rows.
func TestContract(t *testing.T) {
	positions, _ := boardtest.NumberedPositions(6, 500)
	const of = 4
	var text strings.Builder
	for i := range positions {
		fmt.Fprintf(&text, "%s,%d\n", positions[i].FEN(), i%300-150)
	}
	var chunk datasets.Chunk
	var p datasets.Parsed
	r := datasets.NewReader("t.csv", strings.NewReader(text.String()), datasets.Options{FEN: "1", Score: "2"})
	if err := r.Next(&chunk); err != nil {
		t.Fatal(err)
	}
	chunk.Parse(&p)
	if len(p.Samples) != len(positions) {
		t.Fatalf("%d samples of %d positions", len(p.Samples), len(positions))
	}
	some := func(mine func(i int) bool) *Watch {
		w := new(Watch)
		for i := range p.Samples {
			if s := &p.Samples[i]; mine(i) {
				w.Add(s, s.Position.CanonicalKey(), Finished(&s.Position))
				w.Keep(s)
			}
		}
		return w
	}
	parts := func() (list []*Watch) {
		for part := range of {
			list = append(list, some(func(i int) bool { return i*7%of == part }))
		}
		return list
	}
	whole := some(func(int) bool { return true })
	shardstest.Laws(t, func() *Watch { return new(Watch) }, parts, whole)
}
