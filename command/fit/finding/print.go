package finding

import (
	"fmt"
	"io"
	"math"
	"slices"

	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
	"example.org/centipawn/weights/show"
)

// Print prints the result: for a person what was found, what is doubtful and what to do next if it
// is written, or everything as JSON.
func (f *Finding) Print(std cli.Streams, written bool) error {
	if f.Options.JSON {
		return cli.WriteJSON(std.Out, Output{f.Result, f.Result.K, f.Learning, f.Rounds, f.Seconds, f.Guard, f.Prediction, slices.Concat(note.List{}, f.Warnings, f.File.Provenance.Warnings)})
	}
	if err := f.writeScreen(std.Out); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "\n%d rows in %.1f s\n", f.Result.Rows, f.Seconds)
	if written {
		f.Next(std.Err)
	}
	return nil
}

// An Output is what -json prints.
type Output struct {
	*fit.Result
	K         *fit.KResult    `json:"k"` // null for the losses of centipawns
	Learning  []LearningPoint `json:"learning,omitempty"`
	Rounds    []Round         `json:"rounds_of_leaves,omitempty"` // of -anew
	Seconds   float64         `json:"seconds"`
	Guard     *guard.Report   `json:"guard,omitempty"`
	Predicted *regret.Result  `json:"predicted,omitempty"` // beside the weights that the fit began with, at -predict
	Warnings  note.List       `json:"warnings"`            // of the data, the fit and the audit
}

// write prints the weights and all tables about them.
func (f *Finding) write(w io.Writer) error {
	if err := show.File(w, f.File); err != nil {
		return err
	}
	for _, t := range f.tables() {
		if err := t.write(w); err != nil {
			return err
		}
	}
	if f.Guard != nil {
		fmt.Fprintln(w)
		if err := f.Guard.Write(w); err != nil {
			return err
		}
	}
	if f.Prediction == nil {
		return nil
	}
	fmt.Fprintln(w)
	return f.Prediction.Write(w)
}

// tables are those of the text, nil where there is nothing to say.
func (f *Finding) tables() []*table {
	res := f.Result
	list := append([]*table{balance(res), within(res), change(res)}, roots(res)...)
	list = append(list, f.rounds(), f.moved(), groups(res), calibration(res))
	list = append(list, choices(res)...)
	return append(list, f.learning(), f.support())
}

// Next says what to do with the result.
func (f *Finding) Next(w io.Writer) {
	res, opt := f.Result, f.Options
	out := opt.Out
	if res.Scale != nil && res.Scale.Slope != 0 && math.Abs(res.Scale.Margin()-1) > 0.005 {
		advice := ", or pass -scale keep"
		if res.Scale.FixedBy != "" {
			advice = ": the scale cannot be kept because of the " + res.Scale.FixedBy
		}
		cli.Printf(w, "multiply the engine's search margins by %.3f%s\n", res.Scale.Margin(), advice)
	}
	if out == "" {
		fmt.Fprintln(w, "nothing is written: pass -o weights.json to keep the weights")
		return
	}
	if f.File.Kind == weights.Policy {
		cli.Printf(w, "next: match -a builtin,search=mcts-modern,policy=%s -b builtin,search=mcts-modern -nodes 1000\n      weights show %s\n", out, out)
		return
	}
	if _, err := features.Lookup(f.File.Set); err != nil { // an engine's own terms: its source is to play
		from := ""
		if opt.StartIsFile() {
			from = "-from " + opt.Start + " "
		}
		cli.Printf(w, "next: match prove -into SOURCE %s-build COMMAND -engine PROGRAM -o DIR %s\n", from, out)
		cli.Printf(w, "      weights show %s\n", out)
	} else {
		cli.Printf(w, "next: weights explain -fen 'FEN' %s\n", out)
	}
	if res.Loss.Starts() {
		if opt.StartIsFile() {
			cli.Printf(w, "      weights diff %s %s\n", opt.Start, out)
		}
		cli.Printf(w, "      weights export -lang c|cpp|rust|go|python|csharp|java|javascript|json %s\n", out)
	}
	if opt.Report != "" {
		cli.Printf(w, "      look at %s/index.html\n", opt.Report)
	} else {
		cli.Printf(w, "      fit ... -report FOLDER draws pictures\n")
	}
}
