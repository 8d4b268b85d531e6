// Package weights is the weights command.
package weights

import (
	"context"
	"flag"
	"fmt"
	"io"

	"example.org/centipawn/board"
	"example.org/centipawn/command/advise"
	"example.org/centipawn/command/directions"
	"example.org/centipawn/eval"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/audit"
	"example.org/centipawn/weights/show"
	"example.org/centipawn/winprob"
)

var verbs = cli.Verbs("weights",
	cli.Verb{Name: "show", Summary: "print a file: values with error bars, and where they come from", Run: runShow},
	cli.Verb{Name: "diff", Summary: "print what changed from one file to another, and whether such changes lost", Run: runDiff},
	cli.Verb{Name: "explain", Summary: "print a position's evaluation term by term", Run: explain},
	cli.Verb{Name: "spread", Summary: "measure how far search and static evaluation are apart, for search margins", Run: runSpread},
	cli.Verb{Name: "directions", Summary: "make fits that differ in labels, priors and what they move, for a blend", Run: directions.Main},
	cli.Verb{Name: "advise", Summary: "say what an evaluation does not know: that of any engine, a column, a file or a trace", Run: advise.Main},
	cli.Verb{Name: "audit", Summary: "look for values that make no chess sense", Run: runAudit},
	cli.Verb{Name: "blend", Summary: "go from old weights a part of the way to those of fits", Run: runBlend},
	cli.Verb{Name: "export", Summary: "print a file as source code for an engine", Run: runExport},
	cli.Verb{Name: "check", Summary: "compare a file with an engine's source code, and fail if they differ", Run: runCheck},
	cli.Verb{Name: "import", Summary: "make a file from the arrays in an engine's source code", Run: runImport},
	cli.Verb{Name: "write", Summary: "put a file's values into an engine's source code, where they stand", Run: runWrite},
)

// Main is the weights command: it runs the verb of the first argument.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	return verbs(ctx, args, std)
}

func runShow(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights show [-json] FILE", "", std)
	asJSON := fs.Bool("json", false, "print one JSON object")
	files, err := parseFiles(fs, args, std, 1, "one weights file")
	if err != nil {
		return err
	}
	if *asJSON {
		return cli.WriteJSON(std.Out, shownFile(files[0]))
	}
	return show.File(std.Out, files[0])
}

// parseFiles parses a verb's arguments and reads the n weights files that they
// name.
func parseFiles(fs *flag.FlagSet, args []string, std cli.Streams, n int, want string) ([]*weights.File, error) {
	files, _, err := parseNamed(fs, args, std, n, want)
	return files, err
}

// parseNamed is parseFiles for verbs that need the names, too.
func parseNamed(fs *flag.FlagSet, args []string, std cli.Streams, n int, want string) (files []*weights.File, names []string, err error) {
	if names, err = cli.Parse(fs, args, std); err != nil {
		return nil, nil, err
	}
	if len(names) != n {
		return nil, nil, cli.Usagef(std, "pass %s: there are %d arguments", want, len(names))
	}
	for _, name := range names {
		f, err := weights.Find(name, "")
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
	}
	return files, names, nil
}

func explain(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights explain -fen FEN FILE", "", std)
	fen := fs.String("fen", "", "the position, as `FEN` or startpos")
	asJSON := fs.Bool("json", false, "print one JSON object")
	files, err := parseFiles(fs, args, std, 1, "one weights file")
	if err != nil {
		return err
	}
	if *fen == "" {
		return cli.Usagef(std, "no position: pass -fen 'FEN' or -fen startpos")
	}
	p, err := board.ParsePosition(*fen)
	if err != nil {
		return fmt.Errorf("-fen: %w", err)
	}
	e, err := eval.New(files[0])
	if err != nil {
		return err
	}
	x := e.Explain(&p)
	if *asJSON {
		return cli.WriteJSON(std.Out, x)
	}
	k := 1.0
	if fitted := files[0].Provenance.K; fitted != nil {
		k = fitted.Value
	}
	return writeExplanation(std.Out, x, files[0], k)
}

// writeExplanation prints the terms, whose products sum to the evaluation, and what
// that is worth at K; of a formula its sums, too.
func writeExplanation(w io.Writer, x eval.Explanation, f *weights.File, k float64) error {
	t := plaintext.Table{Header: []string{"term", "count", "weight", "product", "unit of the count"}}
	if len(x.Sums) > 0 {
		t.Header[3] = "part"
	}
	for _, line := range x.Lines {
		weight, name := weights.Number(line.Weight.MG), line.Term
		if line.Weight.MG != line.Weight.EG {
			weight += " / " + weights.Number(line.Weight.EG)
		}
		if line.In != "" {
			name = line.In + "/" + name
		}
		t.Add(name, fmt.Sprintf("%g", line.Count), weight, fmt.Sprintf("%+.1f", line.Product), line.Unit)
	}
	if x.Rest != 0 {
		t.Add("of no term", "", "", fmt.Sprintf("%+.1f", x.Rest), "what the formula makes of no counts, and jumps")
	}
	t.Add("evaluation", "", "", fmt.Sprintf("%+.1f", x.Sum), "centipawns, White's view")
	if err := t.Write(w); err != nil {
		return err
	}
	scale := ""
	if x.Scale != 1 {
		scale = fmt.Sprintf("endgame scale %.4g; ", x.Scale)
	}
	fmt.Fprintf(w, "phase %.2f; %sexpected score for White %.2f at K = %.4g\n", x.Phase, scale, winprob.Expected(k, x.Sum), k)
	return writeSums(w, x.Sums, f.Formula)
}

// writeSums prints a formula and its sums.
func writeSums(w io.Writer, sums []eval.Sum, formula string) error {
	if len(sums) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nthe formula: %s\na part is count × weight × price: what a unit of the sum adds, on average on the way from no counts\n", formula)
	t := plaintext.Table{Header: []string{"sum", "value", "price", "parts"}}
	for _, s := range sums {
		value, price := fmt.Sprintf("%.4g", s.Value.MG), fmt.Sprintf("%.3g", s.Price.MG)
		if !s.Plain {
			value, price = fmt.Sprintf("%s / %.4g", value, s.Value.EG), fmt.Sprintf("%s / %.3g", price, s.Price.EG)
		}
		t.Add(s.Name, value, price, fmt.Sprintf("%+.1f", s.Product))
	}
	return t.Write(w)
}

func runAudit(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights audit [-json] FILE", "", std)
	asJSON := fs.Bool("json", false, "print one JSON object")
	files, err := parseFiles(fs, args, std, 1, "one weights file")
	if err != nil {
		return err
	}
	if err := files[0].Require(weights.Evaluation); err != nil {
		return err
	}
	found := audit.Check(files[0])
	if *asJSON {
		return cli.WriteJSON(std.Out, Remarks{append(note.List{}, found...)})
	}
	for _, w := range found {
		fmt.Fprintln(std.Out, w)
	}
	if len(found) == 0 {
		fmt.Fprintln(std.Out, "no remarks")
	}
	return nil
}
