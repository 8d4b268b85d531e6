package alphaone

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
)

// TestTrees: every tree with every c has a row, the corrected one sees a mate that the published
// one is blind to, and the same is printed again.
func TestTrees(t *testing.T) {
	file := filepath.Join(t.TempDir(), "puzzles.csv")
	if err := os.WriteFile(file, []byte("FEN,Solution\nkbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1,a1a6 b7a6 b6b7\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	rows, err := Trees(t.Context(), file, PuzzleOptions{Iterations: 3000, Threads: 1})
	if err != nil || len(rows) != 14 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	solved := map[string]int{}
	for _, r := range rows {
		solved[r.Search] += r.Solved
		if r.Puzzles != 1 || r.Iterations < 3000 {
			t.Errorf("%+v", r)
		}
	}
	if solved[correctedTree] == 0 || solved[publishedTree] > 0 {
		t.Errorf("solved by %v", solved)
	}
	run := func() string {
		var out bytes.Buffer
		args := []string{"-table", "4", "-depth", "1", "-iterations", "200", "-threads", "1", file}
		if err := Main(t.Context(), args, cli.Streams{Out: &out, Err: new(bytes.Buffer)}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	first := run()
	if !strings.Contains(first, "trees of 200 iterations") || !strings.Contains(first, "1 of 20") || run() != first {
		t.Errorf("it prints\n%s", first)
	}
}

// TestTimes: V1 has the nodes of the paper's program, but for one position; every player and tree
// has its row.
func TestTimes(t *testing.T) {
	times, rates, err := Times(t.Context(), 3, 300)
	if err != nil {
		t.Fatal(err)
	}
	if len(times) != 4*3*3 || len(rates) != 4 || rates[0].PerSecond <= 0 {
		t.Errorf("%d times, rates %v", len(times), rates)
	}
	same := 0
	for i := 0; i < len(times); i += 3 {
		for _, at := range timedPositions {
			if at.name == times[i].Position && uint64(at.nodes[times[i].Depth]) == times[i].Nodes {
				same++
			}
		}
	}
	if same != 11 { // the Queen's Indian at depth 3 hangs on the last digit of a sum
		t.Errorf("%d of 12 have the program's nodes", same)
	}
	table, err := timeTable(times)
	if err != nil || table.Cells()[2][2] != "2,445" || table.Cells()[2][4] != "2,445" {
		t.Errorf("error %v, table %v", err, table)
	}
	if table, err := rateTable(rates); err != nil || table.Cells()[0][2] != "4,911" || table.Cells()[1][2] != "" {
		t.Errorf("error %v, table %v", err, table)
	}
}
