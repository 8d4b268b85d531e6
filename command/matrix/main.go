// Package matrix is the command of that name: it checks, merges and compares design matrices.
package matrix

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/matrix"
)

// Main is the command.
var Main = cli.Verbs("matrix",
	cli.Verb{Name: "check", Summary: "read matrices whole: values and checksums", Run: check},
	cli.Verb{Name: "merge", Summary: "make one matrix of the shards of an extraction, or of several matrices", Run: merge},
	cli.Verb{Name: "overlap", Summary: "print what two matrices have in common: positions and games", Run: overlap},
)

const checkAbout = `Check reads matrices whole. It refuses a row whose columns do not ascend or come
twice, and values out of range, and compares each array with its checksum in the
manifest. The first fault is an error that names file and row.`

func check(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("matrix check X.matrix...", checkAbout, std)
	names, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return cli.Usagef(std, "pass the matrices to check")
	}
	for _, name := range names {
		if err := checkOne(ctx, name, std.Out); err != nil {
			return err
		}
	}
	return nil
}

func checkOne(ctx context.Context, name string, w io.Writer) error {
	m, err := matrix.Open(name)
	if err != nil {
		return err
	}
	defer m.Close()
	sums, err := m.Check(ctx)
	if err != nil {
		return err
	}
	what := "values and checksums are right"
	if !sums {
		what = "values are right; the manifest has no checksums"
	}
	_, err = fmt.Fprintf(w, "%s: %d rows, %d counts: %s\n", name, m.Rows(), m.Entries(), what)
	return err
}

const mergeAbout = `Merge writes the shards of an extraction (extract -shard i/n) as one matrix: that of the
extraction in one piece, byte by byte. Matrices of several extractions come one after the
other. Fit takes the parts as they are: there is no need to merge them for it.`

func merge(_ context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("matrix merge -o X.matrix PART.matrix...", mergeAbout, std)
	out := fs.String("o", "", "the merged `matrix`, a folder")
	names, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if *out == "" || len(names) == 0 {
		return cli.Usagef(std, "pass -o X.matrix and the matrices to merge")
	}
	if err := cli.CheckOutputs(std, names, *out); err != nil {
		return err
	}
	var parts []*matrix.Matrix
	for _, name := range names {
		m, err := matrix.Open(name)
		if err != nil {
			return err
		}
		defer m.Close()
		parts = append(parts, m)
	}
	return matrix.Merge(*out, parts...)
}

const overlapAbout = `Overlap counts the positions and the games that are in both matrices. What a fit
is trained on and what it is tested on should share neither. Positions that
differ by colours alone are one.`

func overlap(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("matrix overlap [-json] A.matrix B.matrix", overlapAbout, std)
	asJSON := fs.Bool("json", false, "print one JSON object")
	names, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(names) != 2 {
		return cli.Usagef(std, "pass two matrices that extract wrote: there are %d arguments", len(names))
	}
	var ms [2]*matrix.Matrix
	for i, name := range names {
		if ms[i], err = matrix.Open(name); err != nil {
			return err
		}
		defer ms[i].Close()
	}
	o, err := matrix.FindOverlap(ms[0], ms[1])
	if err != nil {
		return err
	}
	if *asJSON {
		return cli.WriteJSON(std.Out, o)
	}
	return write(std.Out, o, names, clusters(ms))
}

// clusters names what the numbers of games stand for: games only if they do in both.
func clusters(ms [2]*matrix.Matrix) matrix.Clusters {
	if c := ms[0].Provenance().Clusters; c != matrix.BySkeleton {
		return ms[1].Provenance().Clusters
	}
	return matrix.BySkeleton
}

// write prints an overlap and what follows from it.
func write(w io.Writer, o matrix.Overlap, names []string, by matrix.Clusters) error {
	t := plaintext.Table{Header: []string{"", "rows", "positions", "in both", "rows of them", "games", "in both", "rows of them"}}
	if by == matrix.BySkeleton {
		t.Header[5] = "skeletons"
	}
	t.Add(names[0], count(o.RowsA), count(o.PositionsA), count(o.Positions), count(o.SharedA), count(o.GamesA), count(o.Games), count(o.GameRowsA))
	t.Add(names[1], count(o.RowsB), count(o.PositionsB), count(o.Positions), count(o.SharedB), count(o.GamesB), count(o.Games), count(o.GameRowsB))
	if err := t.Write(w); err != nil {
		return err
	}
	for _, line := range verdicts(o, names, by) {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// verdicts says what an overlap means for a test on the second matrix of a fit to
// the first.
func verdicts(o matrix.Overlap, names []string, by matrix.Clusters) (list []string) {
	if o.Games > 0 && by != matrix.BySkeleton {
		list = append(list, note.New(note.S01, "%d games are in both: a test of a fit to %s on %s knows %d of its %d rows", o.Games, names[0], names[1], o.GameRowsB, o.RowsB).String())
	}
	if o.Positions > 0 {
		list = append(list, note.New(note.S02, "%d positions are in both, %.3g %% of the rows of %s", o.Positions, 100*float64(o.SharedB)/float64(o.RowsB), names[1]).String())
	}
	if list == nil {
		list = append(list, "nothing is shared")
	}
	return list
}

func count(n int) string { return strconv.Itoa(n) }
