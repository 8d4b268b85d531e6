package weights

import (
	"context"
	"fmt"
	"runtime"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats" // known by name
	"example.org/centipawn/engine/spread"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

const spreadAbout = `Spread measures the standard deviation of search − static evaluation over positions: the unit of
margins in a search that prunes by the static evaluation. The search is alpha-beta of a few
half-moves that prunes nothing. Positions in check, and those in which it finds a mate, do not
count. Without positions a thousand built-in ones are taken. -o writes the weights with the
result in them, which "weights show" prints.`

// spreadLimit is how many positions of files are taken by default.
const spreadLimit = 2000

func runSpread(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights spread [-depth n] [-limit n] [-o FILE] FILE [POSITIONS...]", spreadAbout, std)
	depth := fs.Int("depth", spread.DefaultDepth, "search `n` half-moves deep")
	limit := fs.Int("limit", spreadLimit, "take the first `n` positions of the files")
	threads := fs.Int("threads", runtime.GOMAXPROCS(0), "`number` of threads")
	out := fs.String("o", "", "write the weights with the result to this `file`")
	args, err := cli.Parse(fs, args, std)
	switch {
	case err != nil:
		return err
	case len(args) == 0:
		return cli.Usagef(std, "pass a weights file, then files of positions or none")
	case min(*depth, *limit, *threads) < 1:
		return cli.Usagef(std, "-depth, -limit and -threads: want at least 1")
	}
	if err := cli.CheckOutputs(std, args[1:], *out); err != nil {
		return err
	}
	f, err := weights.Find(args[0], "")
	if err != nil {
		return err
	}
	positions, err := firstPositions(args[1:], *limit)
	if err != nil {
		return err
	}
	s, err := spread.Measure(ctx, f, positions, *depth, *threads)
	if err != nil {
		return err
	}
	if *out != "" {
		g := *f
		g.Provenance.Spread = &s
		if err := g.Write(*out); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(std.Out, &s)
	return err
}

// firstPositions returns the first positions of files, or the built-in ones of none.
func firstPositions(files []string, limit int) (list []board.Position, err error) {
	if len(files) == 0 {
		return features.Positions(), nil
	}
	r, err := datasets.Open(files, datasets.Options{})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for sample, err := range r.All() {
		if err != nil {
			return nil, err
		}
		if list = append(list, sample.Position); len(list) == limit {
			break
		}
	}
	return list, nil
}
