// Package settings gives every option of a fit a name: those are the flags of the command fit and
// the keys of its run files.
//
// [Parse] reads a call. What it returns, [Options], says what is fitted, and how.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/extract"
	"example.org/centipawn/extract/trace"
	"example.org/centipawn/fit"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// Options says what is fitted, and how.
type Options struct {
	// Inputs are matrices, data files or traces: one kind of them.
	Inputs []string

	// Set names the set of terms. Empty means pesto for data files, and what matrices and
	// traces say of themselves.
	Set string

	// AutoLoss takes the sigmoid loss if rows have results and no row has a score.
	AutoLoss bool

	// AutoShare takes the scores as labels of expected scores if no row has a result.
	AutoShare bool

	// TemperatureGiven says that -temperature was passed, which a policy refuses.
	TemperatureGiven bool

	// Read says how data files are read; its Set, Threads and Reject are set by the session.
	Read   extract.Options
	Reject string // file for bad lines, "" for none
	Trace  Trace

	// Fit says how weights are estimated; its Test, start weights and prior are set from the
	// names below.
	Fit fit.Options

	Start  string   // "published" (also if empty), "zero" or a weights file
	Prior  string   // "published", a weights file, or "" for none
	Freeze []string // patterns of weights that keep their start values
	Only   []string // patterns of weights of which all others keep their start values; nil: all are fitted
	Test   string   // file or matrix of the test; "" if Fit.Split says it

	// Anew says how the leaves of choices are found again by the fitted weights, for another fit, until
	// they stay or for at most Rounds: "quiet", quiescence, or a limit such as "nodes=100", which is
	// Leaf; "": they are not.
	Anew   string
	Leaf   play.Limit
	Rounds int

	Learning bool // fit shares of the training games, too

	Checkpoint string // file of the search's state, "" for none

	Out    string // weights file, "" for none
	Call   string // the command as it was typed, with base names in place of paths
	Run    string // text of the run file that is written beside it, "" for none
	Report string // folder of pictures and tables, "" for none
	JSON   bool   // one JSON object in place of tables
	Full   bool   // print every weight and all tables, even if they do not fit a screen

	// Lean keeps the heap of the whole process tight while weights are fitted, and gives memory back to the
	// system before: for a process that does nothing else.
	Lean bool

	Predict      bool // measure the new weights' regret beside that of the old ones
	PredictRoots int  // number of positions; 0: regret.DefaultRoots
}

// A Trace says how rows are read that another program counted.
type Trace struct {
	Forced    bool   // the inputs are traces, whatever their names
	Names     string // file of the columns, "" for what the traces declare
	ZeroBased bool   // the first column has number 0
	Positions string // data file of the positions that the rows are of, "" for none
	NoParity  bool   // do not check evaluations against the start weights

	// Tolerance is how far evaluations may be from what the start weights make of the counts, in
	// centipawns. Zero means trace.DefaultTolerance.
	Tolerance float64
}

// traceEndings are those of traces, before that of a compression.
var traceEndings = []string{".trace", ".svm", ".libsvm"}

// is reports whether a name is of a trace: by its ending or, of a regular file, by its first line.
func (t *Trace) is(name string, info fs.FileInfo) bool {
	plain := name
	for _, ext := range []string{".gz", ".zst", ".bz2"} {
		plain = strings.TrimSuffix(plain, ext)
	}
	return t.Forced || slices.Contains(traceEndings, filepath.Ext(plain)) ||
		info != nil && info.Mode().IsRegular() && trace.Sniff(name)
}

// A Kind is what inputs are.
type Kind uint8

const (
	DataFiles Kind = iota // positions, counted in memory
	Matrices              // what extract wrote
	Traces                // rows that another program counted
)

// Kind returns what the files of a call are. They are of one kind.
func (o *Options) Kind(names []string) (Kind, error) {
	var n [3]int
	for _, name := range names {
		n[o.kindOf(name)]++
	}
	switch {
	case n[DataFiles] == len(names):
		return DataFiles, nil
	case n[Traces] == len(names):
		return Traces, nil
	case n[Matrices] == len(names):
		return Matrices, nil
	case n[Traces] > 0:
		return 0, errors.New("some arguments are traces and some are not: pass one kind")
	}
	return 0, errors.New("some arguments are matrices and some are files: pass the one or the other; extract makes a matrix of a file")
}

func (o *Options) kindOf(name string) Kind {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return Matrices
	case o.Trace.is(name, info):
		return Traces
	}
	return DataFiles
}

// StartIsFile reports whether the start weights are a file's.
func (o *Options) StartIsFile() bool { return o.Fit.Loss.Starts() && weights.IsFile(o.Start) }

// Constraints lists the constraints on weights as they were given.
func (o *Options) Constraints() (list []string) {
	for _, p := range o.Fit.Columns {
		list = append(list, "columns "+p)
	}
	for _, f := range o.Fit.Fixed {
		list = append(list, fmt.Sprintf("fix %s=%g", f.Pattern, f.Value))
	}
	for _, p := range o.Freeze {
		list = append(list, "freeze "+p)
	}
	for _, p := range o.Only {
		list = append(list, "only "+p)
	}
	x := &o.Fit.Texel
	if !x.Balance.IsZero() {
		list = append(list, "balance "+x.Balance.String())
	}
	for _, tie := range x.Ties {
		list = append(list, "tie "+strings.Join(tie.Patterns, ","))
	}
	for _, b := range x.Bounds {
		list = append(list, fmt.Sprintf("bound %s=%s..%s", b.Pattern, limit(b.Low), limit(b.High)))
	}
	for _, order := range x.Orders {
		list = append(list, map[bool]string{false: "rising ", true: "falling "}[order.Falling]+order.Pattern)
	}
	return list
}

// limit prints an end of a bound, nothing of none.
func limit(v float64) string {
	if math.IsInf(v, 0) {
		return ""
	}
	return fmt.Sprintf("%g", v)
}
