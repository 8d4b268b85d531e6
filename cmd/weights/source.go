package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"centipawn/atomicfile"
	"centipawn/cli"
	"centipawn/note"
	"centipawn/weights"
	"centipawn/weights/export"
	"centipawn/weights/source"
)

func runExport(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights export [-lang go] [-packed] [-package name] [-o FILE] FILE", "", std)
	opt := export.Options{}.WithDefaults()
	lang := fs.String("lang", export.Go.String(), "the `language` of the source code: "+export.Languages())
	fs.StringVar(&opt.Package, "package", opt.Package, "`name` of the Go package, the C++ namespace or the C include guard")
	fs.BoolVar(&opt.Packed, "packed", false, "make a tapered weight one 32-bit number instead of a pair")
	out := fs.String("o", "", "output `file`; standard output if not given")
	files, names, err := parseNamed(fs, args, std, 1, "one weights file")
	if err != nil {
		return err
	}
	if err := cli.CheckOutputs(std, names, *out); err != nil {
		return err
	}
	language, err := export.ParseLanguage(*lang)
	if err != nil {
		return cli.Usagef(std, "-lang: %v", err)
	}
	code, err := export.Code(files[0], language, opt)
	if err != nil {
		return err
	}
	for _, w := range export.RoundingOf(files[0]).Warnings() {
		fmt.Fprintf(std.Err, "warning: %v\n", w)
	}
	if *out == "" {
		_, err = io.Copy(std.Out, bytes.NewReader(code))
		return err
	}
	return atomicfile.Write(*out, code)
}

const checkAbout = `Check finds every weight in the source code by its name, in any spelling, and
fails if a number there is not the weight rounded to its digits. The source may
be what export wrote or arrays written by hand.`

func runCheck(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights check -against SOURCE [-rank8] [-json] FILE", checkAbout, std)
	var sources []string
	fs.Func("against", "`file` of source code: C, C++, Rust, Go, Python or JSON; may be repeated", appendTo(&sources))
	opt := sourceFlags(fs)
	asJSON := fs.Bool("json", false, "print one JSON object")
	files, err := parseFiles(fs, args, std, 1, "one weights file")
	if err != nil {
		return err
	}
	if len(sources) == 0 {
		return cli.Usagef(std, "no source code: pass -against FILE")
	}
	arrays, _, err := readSources(sources)
	if err != nil {
		return err
	}
	d := source.Against(files[0], arrays, *opt)
	if *asJSON {
		d.Differences = append([]source.Difference{}, d.Differences...)
		err = json.NewEncoder(std.Out).Encode(d)
	} else {
		err = d.Write(std.Out)
	}
	if err == nil && len(d.Differences) > 0 {
		err = note.Refuse(note.O03, "%s: %d of %d weights differ from it: export again, or fit from it",
			strings.Join(sources, ", "), len(d.Differences), d.Weights)
	}
	return err
}

const importAbout = `Import makes a weights file, to start a fit from, of the numbers in source code.
With -like it takes the terms of another weights file: found by their names, in
any spelling, or if none is there, in that file's order. With -names it takes
them in the order of a file of names, one entry a line:

  tempo                  a number
  material.pawn tapered  a pair, S(mg, eg) or {mg, eg}
  material.pawn.mg       a number, half a pair; .eg must be named, too
  pst.pawn[64] tapered   64 pairs
  pst.pawn.mg[64]        64 numbers`

func runImport(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("weights import -names NAMES|-like FILE [-set name] [-rank8] [-o FILE] SOURCE...", importAbout, std)
	names := fs.String("names", "", "`file` that names the numbers, in their order")
	like := fs.String("like", "", "weights `file` that has the terms")
	set := fs.String("set", "", "`name` of the set of terms")
	var chosen []string
	fs.Func("array", "use only the array of this `name`; may be repeated, and then the order counts", appendTo(&chosen))
	opt := sourceFlags(fs)
	out := fs.String("o", "", "output `file`; standard output if not given")
	sources, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	switch {
	case len(sources) == 0:
		return cli.Usagef(std, "no source code: pass its file")
	case (*names == "") == (*like == ""):
		return cli.Usagef(std, "pass -names or -like, one of them, to say what the numbers are")
	case *names != "" && *set == "":
		return cli.Usagef(std, "-names: pass -set, too: the name of the set of terms")
	}
	if err := cli.CheckOutputs(std, append([]string{*names, *like}, sources...), *out); err != nil {
		return err
	}
	arrays, from, err := readSources(sources)
	if err != nil {
		return err
	}
	if arrays, err = choose(arrays, chosen); err != nil {
		return err
	}
	f, err := imported(*names, *like, *set, arrays, *opt)
	if err != nil {
		return err
	}
	f.Provenance = weights.Provenance{Tool: "centipawn weights import " + cli.Version, Sources: from}
	if *out == "" {
		return f.Encode(std.Out)
	}
	return f.Write(*out)
}

// imported makes the file of names, or like another.
func imported(names, like, set string, arrays []source.Array, opt source.Options) (*weights.File, error) {
	if like != "" {
		old, err := weights.Find(like, "")
		if err != nil {
			return nil, err
		}
		if set != "" && set != old.Set {
			old.Set, old.SetHash = set, ""
		}
		return source.Import(old, arrays, opt)
	}
	r, err := os.Open(names)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	entries, err := source.ReadNames(names, r, opt)
	if err != nil {
		return nil, err
	}
	return source.ImportOrdered(set, entries, arrays)
}

// sourceFlags adds the flags of reading source code.
func sourceFlags(fs *flag.FlagSet) *source.Options {
	opt := &source.Options{}
	fs.BoolVar(&opt.RankEight, "rank8", false, "tables begin with rank 8, as on a diagram: a8, b8 …; otherwise a1, b1 …")
	return opt
}

func appendTo(list *[]string) func(string) error {
	return func(s string) error {
		*list = append(*list, s)
		return nil
	}
}

// readSources reads the arrays of all files, in order, and says what was read.
func readSources(names []string) (arrays []source.Array, from []weights.Source, err error) {
	for _, name := range names {
		data, err := atomicfile.ReadFile(name, atomicfile.SmallLimit)
		if err != nil {
			return nil, nil, err
		}
		found, err := source.ReadArrays(name, bytes.NewReader(data))
		if err != nil {
			return nil, nil, err
		}
		arrays = append(arrays, found...)
		from = append(from, weights.Source{Name: filepath.Base(name), SHA256: fmt.Sprintf("%x", sha256.Sum256(data))})
	}
	return arrays, from, nil
}

// choose returns the arrays of these names, in the order of the names; all if
// there are none.
func choose(arrays []source.Array, names []string) ([]source.Array, error) {
	if len(names) == 0 {
		return arrays, nil
	}
	var chosen []source.Array
	for _, name := range names {
		i := slices.IndexFunc(arrays, func(a source.Array) bool { return a.Name == name })
		if i < 0 {
			var have []string
			for _, a := range arrays {
				have = append(have, a.Name)
			}
			return nil, fmt.Errorf("-array %s: no such name: want one of %s", name, strings.Join(have, ", "))
		}
		if err := arrays[i].Err; err != nil {
			return nil, err
		}
		chosen = append(chosen, arrays[i])
	}
	return chosen, nil
}
