// Package reading is how the commands read an engine's source code: the flags, and what they name.
package reading

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source"
)

// About says how import, check and write find the numbers.
const About = `The source may be C, C++, Rust, Go, Python, C#, Java or JSON: arrays of any
dimension, constants, enum members and #define. Every weight is found by its
name, in any spelling; Mobility.3.27 is Mobility[3][27]. What has another name
there stands in a file of names, one entry a line:

  tempo                  a number
  material.pawn tapered  a pair, S(mg, eg) or {mg, eg}
  material.pawn.mg       a number, half a pair; .eg must be named, too
  pst.pawn[64] tapered   64 pairs, a piece-square table
  pst.pawn.mg[64]        64 numbers
  mobility[4][9] tapered 36 pairs, mobility.0.0 to mobility.3.8

Braces are those of a trace: pst.{pawn,knight}[64], mobility.{0..3}.{0..8}, and
pst.pawn.{a8..h1} or {a1..h8}, whatever -rank8 says. After = stands where, with
braces as its dimensions: pst.{pawn,knight}[64] tapered = PieceTables[0]. Of two
tables of a name that is eval::PieceTables, or the line, eval.cpp:12. What no name
and no place finds is an error: numbers are never taken by their order, except in
weights import -by-order, which says what it took for what.`

// A Reading is the flags that say how a source is read, the same of all verbs that read
// one.
type Reading struct {
	Opt   source.Options
	Names string   // file of names; "": none
	Files []string // of source code
}

// Flags adds the flags of reading source code; files names the one for its files,
// "" where they are arguments.
func Flags(fs *flag.FlagSet, files, usage string) *Reading {
	r := &Reading{}
	fs.BoolVar(&r.Opt.RankEight, "rank8", false, "tables begin with rank 8, as on a diagram: a8, b8 …; otherwise a1, b1 …")
	fs.BoolVar(&r.Opt.EndgameFirst, "egfirst", false, "the first number of a pair is the endgame's: S(eg, mg)")
	fs.StringVar(&r.Names, "names", "", "`file` that names the numbers, and says where they are")
	fs.Func("array", "use only the array of this `name`, or namespace::name, or file:line; may be repeated, and then the order counts for import -by-order", appendTo(&r.Opt.Only))
	if files != "" {
		fs.Func(files, usage, r.addFiles)
	}
	return r
}

// addFiles adds a file, or those that match a pattern which no shell has expanded. What
// matches nothing is taken for a file's name, and is not there when it is read.
func (r *Reading) addFiles(name string) error {
	if names, err := filepath.Glob(name); err == nil && len(names) > 0 && !exists(name) {
		r.Files = append(r.Files, names...)
		return nil
	}
	r.Files = append(r.Files, name)
	return nil
}

func appendTo(list *[]string) func(string) error {
	return func(s string) error {
		*list = append(*list, s)
		return nil
	}
}

// Read reads the names and the texts, each file once.
func (r *Reading) Read() (texts []source.Code, err error) {
	if r.Names != "" {
		if err := r.readNames(); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{}
	for _, name := range r.Files {
		if seen[filepath.Clean(name)] {
			continue
		}
		seen[filepath.Clean(name)] = true
		data, err := atomicfile.ReadFile(name, atomicfile.SmallLimit)
		if err != nil {
			return nil, err
		}
		texts = append(texts, source.Code{Name: name, Data: data})
	}
	return texts, nil
}

func (r *Reading) readNames() error {
	text, err := atomicfile.ReadFile(r.Names, atomicfile.SmallLimit)
	if err != nil {
		return err
	}
	r.Opt.Names, err = source.ReadNames(r.Names, bytes.NewReader(text), r.Opt)
	return err
}

// Parse parses arguments of which the last is a weights file, and those before it are
// further files of source code: -into src/*.c new.json.
func (r *Reading) Parse(fs *flag.FlagSet, args []string, std cli.Streams) (f *weights.File, name string, err error) {
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return nil, "", err
	}
	if len(rest) == 0 {
		return nil, "", cli.Usagef(std, "pass one weights file: there are 0 arguments")
	}
	name = rest[len(rest)-1]
	r.Files = append(r.Files, rest[:len(rest)-1]...)
	f, err = weights.FindEvaluation(name)
	return f, name, err
}

// Old returns the weights that the source holds now: those of the file from, or else of the start
// that f was fitted from, if it lies beside f's file, name.
func Old(from, name string, f *weights.File, std cli.Streams) (*weights.File, error) {
	if start := f.Provenance.Start; from == "" && start != "" && weights.IsFile(start) {
		if beside := filepath.Join(filepath.Dir(name), start); exists(beside) {
			from = beside
		}
	}
	if from == "" {
		return nil, cli.Usagef(std, "what does the source hold now? pass -from OLD.json, as weights import makes it")
	}
	return weights.FindEvaluation(from)
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
