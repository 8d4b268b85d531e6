package engine

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"example.org/centipawn/internal/long"
)

var update = flag.Bool("update", false, "write the golden files again")

// The node counts of the bench are what the searches are known by. Where a change
// of search, evaluation or built-in weights is meant to change the play they change
// as well: run "go test ./engine -run TestBench -update" and state the first number
// in the commit's message, as "Bench: N".
func TestBench(t *testing.T) {
	long.Skip(t, "takes seconds")
	var b strings.Builder
	for _, name := range Searches() {
		e, err := New(Options{Search: name})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := e.Bench(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		var nodes, perSecond uint64
		if _, err := fmt.Sscanf(lines[len(lines)-1], "%d nodes %d nps", &nodes, &perSecond); err != nil {
			t.Fatalf("last line %q: %v", lines[len(lines)-1], err)
		}
		fmt.Fprintf(&b, "%s %d\n", name, nodes)
	}
	const file = "testdata/bench.golden"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("nodes of the bench:\n%swant:\n%sif that was meant: go test ./engine -run TestBench -update", b.String(), want)
	}
}
