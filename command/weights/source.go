package weights

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/centipawn/command/reading"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
	"example.org/centipawn/weights/source/textbook"
)

const checkAbout = `Check fails if a number in the source code is not the weight rounded to its
digits. The source may be what export wrote or arrays written by hand. It says
what it has compared, with file and line: a few tables, or with -v all.

` + reading.About

func runCheck(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights check -against SOURCE... [-names NAMES] [-rank8] [-v] [-json] FILE", checkAbout, std)
	r := reading.Flags(fs, "against", "`file` of source code, or pattern; may be repeated")
	asJSON := fs.Bool("json", false, "print one JSON object")
	verbose := fs.Bool("v", false, "name every table and number of the source that was compared, with file and line")
	f, _, err := r.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(r.Files) == 0 {
		return cli.Usagef(std, "no source code: pass -against FILE")
	}
	texts, err := r.Read()
	if err != nil {
		return err
	}
	arrays, err := source.Read(texts, r.Opt)
	if err != nil {
		return err
	}
	d := source.Against(f, arrays, r.Opt)
	if *asJSON {
		d.Differences, d.Compared = append([]source.Difference{}, d.Differences...), append([]source.Compared{}, d.Compared...)
		err = cli.WriteJSON(std.Out, d)
	} else {
		err = d.Write(std.Out, *verbose)
	}
	if err == nil && len(d.Differences) > 0 {
		err = note.Refuse(note.O03, "%s: %d of %d weights differ from it: write them into it, or import it",
			strings.Join(r.Files, ", "), len(d.Differences), d.Weights)
	}
	return err
}

const writeAbout = `Write puts the weights into the source code where their numbers stand. Layout,
comments, macros, dimensions and types stay; whole numbers are rounded, others
keep their digits. The diff is printed.

Every number must be that of the old weights, or the new one already: -from
names the file, such as import made; without it the fit's start is taken if it
lies beside FILE. If one number or one file cannot be written, nothing is: a file
that is read-only is refused; mode and owner stay, and of a symbolic link the
target is written. A source that holds the weights already does not change.

` + reading.About

func runWrite(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights write -into SOURCE... [-from OLD] [-names NAMES] [-rank8] [-dry-run] FILE", writeAbout, std)
	r := reading.Flags(fs, "into", "`file` of source code, or pattern; may be repeated")
	from := fs.String("from", "", "weights `file` that the source holds now; the fit's start, beside FILE, if not given")
	dry := fs.Bool("dry-run", false, "print the diff and write nothing")
	f, name, err := r.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(r.Files) == 0 {
		return cli.Usagef(std, "no source code: pass -into FILE")
	}
	texts, err := r.Read()
	if err != nil {
		return err
	}
	same, err := holds(texts, f, r.Opt)
	if err != nil {
		return err
	}
	if same {
		_, err := fmt.Fprintln(std.Out, "nothing changes: the source holds these weights already")
		return err
	}
	old, err := reading.Old(*from, name, f, std)
	if err != nil {
		return err
	}
	written, err := source.Rewrite(texts, old, f, r.Opt)
	if err != nil {
		return err
	}
	return replace(ctx, std.Out, texts, written, *dry)
}

// holds reports whether a source has all weights of a file.
func holds(texts []source.Code, f *weights.File, opt source.Options) (bool, error) {
	arrays, err := source.Read(texts, opt)
	if err != nil {
		return false, err
	}
	return len(source.Against(f, arrays, opt).Differences) == 0, nil
}

// replace prints the diff and writes the files that changed: all of them, or none.
func replace(ctx context.Context, w io.Writer, old, written []source.Code, dry bool) error {
	var changes []atomicfile.Change
	lines := 0
	for i, t := range written {
		diff := source.Diff(t.Name, old[i].Data, t.Data)
		if diff == "" {
			continue
		}
		changes = append(changes, atomicfile.Change{Path: t.Name, Old: old[i].Data, New: t.Data})
		lines += strings.Count(diff, "\n+") - 1
		if _, err := io.WriteString(w, diff); err != nil {
			return err
		}
	}
	verb := "would change"
	if !dry {
		if err := ctx.Err(); err != nil {
			return err // Ctrl-C before the first file; after it all are written
		}
		if err := atomicfile.Replace(changes); err != nil {
			return err
		}
		verb = "changed"
	}
	_, err := fmt.Fprintf(w, "%s %d lines of %d files\n", verb, lines, len(changes))
	return err
}

const importAbout = `Import makes a weights file, to start a fit from, of the numbers in source code.
With -like it takes the terms of another weights file, with -names those of a
file of names; -list prints such a file with what can be a weight in the source:
tables first, then numbers; in comments what else has a number.

With -set pesto and neither of them it takes an evaluation of a textbook: a table of
64 squares for each piece, and the values of the pieces, both found by the pieces'
names. A piece with one table has it in both phases. It says what it took, and whether
the first number is a8's or a1's by what the pawns and the king say.

` + reading.About

func runImport(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights import -names NAMES|-like FILE|-list|-set pesto [-set name] [-rank8] [-by-order] [-o FILE] SOURCE...", importAbout, std)
	r := reading.Flags(fs, "", "")
	like := fs.String("like", "", "weights `file` that has the terms")
	set := fs.String("set", "", "`name` of the set of terms")
	list := fs.Bool("list", false, "print a file of names of what can be a weight")
	byOrder := fs.Bool("by-order", false, "give weights whose names are not found the numbers that are left, in the order of the names or of the weights file, and say which")
	out := fs.String("o", "", "output `file`; standard output if not given")
	var err error
	if r.Files, err = cli.Parse(fs, args, std); err != nil {
		return err
	}
	switch {
	case len(r.Files) == 0:
		return cli.Usagef(std, "no source code: pass its file")
	case *list:
		return writeNames(std.Out, r)
	case r.Names == "" && *like == "" && *set == textbook.Set && !*byOrder && !r.Opt.EndgameFirst:
		return importTextbook(std, r, fs, *out)
	case (r.Names == "") == (*like == ""):
		return cli.Usagef(std, "pass -names or -like, one of them, to say what the numbers are; or -set pesto for a table and a value of each piece")
	case r.Names != "" && *set == "":
		return cli.Usagef(std, "-names: pass -set, too: the name of the set of terms")
	}
	if err := cli.CheckOutputs(std, append([]string{r.Names, *like}, r.Files...), *out); err != nil {
		return err
	}
	f, taken, err := imported(r, *like, *set, *byOrder)
	if err != nil {
		return err
	}
	writeTaken(std.Err, taken)
	return put(std, f, *out)
}

// put writes weights into a file, or on standard output without a name.
func put(std cli.Streams, f *weights.File, name string) error {
	if name == "" {
		return f.Encode(std.Out)
	}
	return f.Write(name)
}

// importTextbook imports tables and values that the names of the pieces find, and says which.
func importTextbook(std cli.Streams, r *reading.Reading, fs *flag.FlagSet, out string) error {
	if err := cli.CheckOutputs(std, r.Files, out); err != nil {
		return err
	}
	texts, err := r.Read()
	if err != nil {
		return err
	}
	arrays, err := source.Read(texts, r.Opt)
	if err != nil {
		return err
	}
	first := textbook.ByTables
	fs.Visit(func(f *flag.Flag) {
		if f.Name == "rank8" {
			first = map[bool]textbook.Order{false: textbook.RankOne, true: textbook.RankEight}[r.Opt.RankEight]
		}
	})
	read, err := textbook.Read(arrays, first)
	if err != nil {
		return err
	}
	for _, line := range read.Notes {
		cli.Printf(std.Err, "%s\n", line)
	}
	read.File.Provenance = provenance(texts)
	return put(std, read.File, out)
}

// provenance says that weights were imported, from which texts.
func provenance(texts []source.Code) weights.Provenance {
	p := weights.Provenance{Tool: "centipawn weights import " + cli.Version}
	for _, t := range texts {
		p.Sources = append(p.Sources, weights.Source{Name: filepath.Base(t.Name), SHA256: fmt.Sprintf("%x", sha256.Sum256(t.Data))})
	}
	return p
}

// writeTaken says which numbers no name has found.
func writeTaken(w io.Writer, taken []source.Taken) {
	if len(taken) == 0 {
		return
	}
	fmt.Fprintln(w, "taken by order, not by name; as lines of -names these are found by check and write, too:")
	for _, t := range taken {
		cli.Printf(w, "%v\n", t)
	}
}

// imported makes the file of names, or like another, and says what was taken by order.
func imported(r *reading.Reading, like, set string, byOrder bool) (f *weights.File, taken []source.Taken, err error) {
	texts, err := r.Read()
	if err != nil {
		return nil, nil, err
	}
	arrays, err := source.Read(texts, r.Opt)
	if err != nil {
		return nil, nil, err
	}
	terms, err := skeleton(r, like, set)
	if err != nil {
		return nil, nil, err
	}
	if byOrder {
		f, taken, err = source.ImportInOrder(terms, arrays, r.Opt)
	} else {
		f, err = source.Import(terms, arrays, r.Opt)
	}
	if err != nil {
		return nil, nil, err
	}
	f.Provenance = provenance(texts)
	return f, taken, nil
}

// skeleton returns a file that has the terms.
func skeleton(r *reading.Reading, like, set string) (*weights.File, error) {
	if like == "" {
		return source.Skeleton(set, r.Opt.Names)
	}
	f, err := weights.FindEvaluation(like)
	if err == nil && set != "" && set != f.Set {
		g := *f
		g.Set, g.SetHash = set, ""
		f = &g
	}
	return f, err
}

// writeNames prints the names of all numbers in the source.
func writeNames(w io.Writer, r *reading.Reading) error {
	texts, err := r.Read()
	if err != nil {
		return err
	}
	arrays, err := source.Read(texts, r.Opt)
	if err != nil {
		return err
	}
	l := source.List(arrays)
	if l.Empty() {
		return fmt.Errorf("%s: no number and no table that can be a weight: pass the file that defines them", strings.Join(r.Files, ", "))
	}
	return writeListing(w, l)
}

// writeListing prints tables first, then numbers; what is more likely no weight, or cannot be
// read, stands in comments.
func writeListing(w io.Writer, l source.Listing) error {
	var b strings.Builder
	lines := func(title, mark string, entries []source.Entry) {
		if len(entries) > 0 && title != "" {
			fmt.Fprintf(&b, "# %s\n", title)
		}
		for _, e := range entries {
			fmt.Fprintf(&b, "%s%s\n", mark, e.String())
		}
	}
	lines("", "", l.Tables)
	lines("", "", l.Numbers)
	lines("members of enums and #define, most of which are not weights: remove the # where one is", "# ", l.Others)
	lines("tables of functions: remove the # where one is a weight", "# ", l.Locals)
	for _, remark := range l.Remarks {
		fmt.Fprintf(&b, "# %s\n", remark)
	}
	for i, err := range l.Unread {
		if i == 0 {
			b.WriteString("# tables that cannot be read\n")
		}
		fmt.Fprintf(&b, "# %v\n", err)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
