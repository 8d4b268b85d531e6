package extract_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
)

// A CSV of FEN and evaluation becomes rows in memory, which fit.Fit takes.
func ExampleMemory() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "games.csv")
	err = os.WriteFile(name, []byte("FEN,Evaluation\n"+
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,+20\n"+
		"rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1,+120\n"+
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1,#12\n"), 0o644)
	if err != nil {
		fmt.Println(err)
		return
	}
	set, report, err := extract.Memory(context.Background(), []string{name}, extract.Options{Set: features.PeSTO})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Rows, "rows of set", set.Schema().Set)
	fmt.Println(report.Counts.Mates, "mate")
	// Output:
	// 3 rows of set pesto
	// 1 mate
}
