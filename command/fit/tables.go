package fit

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
	"example.org/centipawn/weights/show"
)

// Print prints the result: for a person what was found, what is doubtful and what to do next if it
// is written, or everything as JSON.
func (f *Finding) Print(std cli.Streams, written bool) error {
	if f.opt.JSON {
		return cli.WriteJSON(std.Out, Output{f.Result, f.Result.K, f.Learning, f.Rounds, f.Seconds, f.Guard, f.Prediction, slices.Concat(note.List{}, f.Warnings, f.File.Provenance.Warnings)})
	}
	if err := errors.Join(f.write(std.Out), f.writePrediction(std.Out)); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "\n%d rows in %.1f s\n", f.Result.Rows, f.Seconds)
	if written {
		f.next(std.Err)
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

// write prints the weights and the tables about them.
func (f *Finding) write(w io.Writer) error {
	if err := show.File(w, f.File); err != nil {
		return err
	}
	for _, table := range []func(io.Writer, *fit.Result) error{
		writeBalance, writeWithin, writeChange, writeRoots, f.writeRounds, f.writeMoves, writeGroups, writeCalibration, writeChoices, f.writeLearning, writeSupport, f.writeRare, f.writeGuard,
	} {
		if err := table(w, f.Result); err != nil {
			return err
		}
	}
	return nil
}

// next says what to do with the result.
func (f *Finding) next(w io.Writer) {
	res, out := f.Result, f.opt.Out
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
		cli.Printf(w, "next: match prove -into SOURCE %s-build COMMAND -engine PROGRAM -o DIR %s\n", f.from(), out)
		cli.Printf(w, "      weights show %s\n", out)
	} else {
		cli.Printf(w, "next: weights explain -fen 'FEN' %s\n", out)
	}
	if res.Loss.Starts() {
		if f.opt.startIsFile() {
			cli.Printf(w, "      weights diff %s %s\n", f.opt.Start, out)
		}
		cli.Printf(w, "      weights export -lang c|cpp|rust|go|python|json %s\n", out)
	}
	if f.opt.Report != "" {
		cli.Printf(w, "      look at %s/index.html\n", f.opt.Report)
	} else {
		cli.Printf(w, "      fit ... -report FOLDER draws pictures\n")
	}
}

// from names the old weights that match prove looks for in the source.
func (f *Finding) from() string {
	if !f.opt.startIsFile() {
		return ""
	}
	return "-from " + f.opt.Start + " "
}

// writeChange prints the error of the start weights beside that of the fit: first as an
// engine plays both, then both with an intercept.
func writeChange(w io.Writer, res *fit.Result) error {
	t := plaintext.Table{Header: []string{"on the test rows", "mse", "95 %", "logloss", "95 %"}}
	var changes []string
	for _, g := range []struct {
		how string
		*fit.Gain
	}{{"as an engine plays", res.Gain}, {"with an intercept each", res.InterceptGain}} {
		if g.Gain == nil {
			continue
		}
		for _, m := range []struct {
			name string
			*fit.Metrics
		}{{"start weights", g.Start}, {"fitted", g.Fitted}} {
			t.Add(m.name+", "+g.how, weights.SixDecimals(m.MSE), interval(m.MSEInterval, weights.SixDecimals), weights.SixDecimals(m.LogLoss), interval(m.LogLossInterval, weights.SixDecimals))
		}
		if g.Change != nil {
			changes = append(changes, "the mean squared error changed by "+percent(g.Change)+" "+g.how)
		}
	}
	if t.Rows == nil {
		return nil
	}
	fmt.Fprintln(w)
	if err := t.Write(w); err != nil {
		return err
	}
	for _, c := range changes {
		fmt.Fprintln(w, c)
	}
	return nil
}

// percent prints a relative change with its interval.
func percent(d *fit.Difference) string {
	s := fmt.Sprintf("%+.2f %%", 100*d.Value)
	if d.Interval != nil {
		s += fmt.Sprintf(" [%+.2f, %+.2f]", 100*d.Low, 100*d.High)
	}
	return s
}

// moved is how many of the largest moves are printed.
const moved = 12

// writeMoves prints the weights that moved farthest from the start weights.
func (f *Finding) writeMoves(w io.Writer, res *fit.Result) error {
	list := slices.Clone(res.Weights)
	list = slices.DeleteFunc(list, func(w fit.Weight) bool { return w.Old == nil || w.StdErr == 0 })
	if len(list) == 0 {
		return nil
	}
	move := func(w fit.Weight) float64 { return w.Value - *w.Old }
	slices.SortStableFunc(list, func(a, b fit.Weight) int { return cmp.Compare(math.Abs(move(b)), math.Abs(move(a))) })
	unsupported, held := 0, 0
	for _, weight := range list {
		if unmoved(weight) {
			unsupported++
		}
	}
	for _, weight := range res.Weights {
		if weight.Bound == fit.BoundPrior {
			held++
		}
	}
	fmt.Fprintln(w)
	t := plaintext.Table{Header: []string{"moved farthest", "old", "new", "move", "±95 %", "games", ""}}
	for _, weight := range list[:min(moved, len(list))] {
		t.Add(weight.Name, weights.Number(*weight.Old), weights.Number(weight.Value), weights.Number(move(weight)),
			weights.Number(weight.Interval95()), strconv.Itoa(weight.Games), supported(weight))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if res.Ridge+res.PriorRows+res.Smooth > 0 {
		fmt.Fprintf(w, "±95 %% holds the scatter of games and the pull to the prior, by how far the data moved all weights from it; %d of %d weights are held by the prior\n", held, len(res.Weights))
	}
	if unsupported > 0 {
		fmt.Fprintf(w, "of %d weights the data do not tell the new value of %d from the old one\n", len(list), unsupported)
	}
	if len(list) > moved {
		where := "-json lists them all"
		if f.opt.startIsFile() && f.opt.Out != "" {
			where = fmt.Sprintf("weights diff %s %s lists them all", f.opt.Start, f.opt.Out)
		}
		fmt.Fprintln(w, where)
	}
	return nil
}

// unmoved reports whether the 95 % interval holds the old value.
func unmoved(w fit.Weight) bool { return math.Abs(w.Value-*w.Old) < w.Interval95() }

// supported marks a weight whose move the data do not support, or that the prior holds.
func supported(w fit.Weight) string {
	switch {
	case w.Bound == fit.BoundPrior:
		return weights.HeldByPrior
	case unmoved(w):
		return "not supported by the data"
	}
	return ""
}

// writeGroups prints what each group of weights is worth.
func writeGroups(w io.Writer, res *fit.Result) error {
	if len(res.Groups) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := plaintext.Table{Header: []string{"without the group", "weights", "training loss rises by", ""}}
	for _, g := range res.Groups {
		t.Add(g.Name, strconv.Itoa(g.Weights), fmt.Sprintf("%.3g", g.Loss), fmt.Sprintf("%.2f %%", 100*g.Share))
	}
	return t.Write(w)
}

// writeCalibration prints by phase whether expected scores come true.
func writeCalibration(w io.Writer, res *fit.Result) error {
	if len(res.Calibration) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := plaintext.Table{Header: []string{"calibration, phase", res.Calibrated.String() + " rows", "slope", "±95 %", "White's bonus", "±95 %"}}
	for _, c := range slices.Backward(res.Calibration) {
		name := fmt.Sprintf("%.2f to %.2f", c.From, c.To)
		if c.Err != nil {
			t.Add(name, strconv.Itoa(c.N), "not known")
			continue
		}
		t.Add(name, strconv.Itoa(c.N), fmt.Sprintf("%.3f", c.Slope), fmt.Sprintf("%.3f", confidence.Z95*c.SlopeStdErr),
			fmt.Sprintf("%.3f", c.Intercept), fmt.Sprintf("%.3f", confidence.Z95*c.InterceptStdErr))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if res.Calibrated == fit.Train {
		fmt.Fprintln(w, "measured on the training rows, for lack of a test part: new games may be predicted worse")
	}
	fmt.Fprintln(w, "a slope of 1 is calibrated, below 1 too sure; the bonus is in logits of the score")
	if d := res.WDLTest; d != nil {
		fmt.Fprintf(w, "wins, draws and losses of the test rows: log loss %.6f ± %.6f\n", d.LogLoss, confidence.Z95*d.StdErr)
	}
	return nil
}

// writeChoices prints the strengths that were tried.
func writeChoices(w io.Writer, res *fit.Result) error {
	for _, c := range res.Choices {
		fmt.Fprintln(w)
		if len(c.Tried) == 0 {
			fmt.Fprintf(w, "%s: %g rows, not chosen by folds, since the rows do not name their games (%s)\n", c.Name, c.Strength, note.S05)
			continue
		}
		t := plaintext.Table{Header: []string{c.Name + ", rows", "loss over the folds", "above the best", "standard error"}}
		best := slices.MinFunc(c.Tried, func(a, b fit.Trial) int { return cmp.Compare(a.Loss, b.Loss) })
		for _, trial := range c.Tried {
			t.Add(fmt.Sprintf("%g", trial.Strength), fmt.Sprintf("%.8f", trial.Loss), fmt.Sprintf("%.2g", trial.Loss-best.Loss), fmt.Sprintf("%.2g", trial.StdErr))
		}
		if err := t.Write(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "chosen: %g\n", c.Strength); err != nil {
			return err
		}
	}
	return nil
}

// fewSupported is how many weights the table of support has, of sets with more than
// a person reads.
const fewSupported = 20

// writeRare says how many weights kept their old values, since few rows speak of them.
func (f *Finding) writeRare(w io.Writer, res *fit.Result) error {
	least, kept := f.opt.Fit.Texel.LeastRows, 0
	for _, weight := range res.Weights {
		if weight.Bound == weights.BoundFrozen && weight.Rows > 0 && weight.Rows < least {
			kept++
		}
	}
	if kept == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%d weights that fewer than %d training rows speak of kept their old values (least-rows)\n", kept, least)
	return err
}

// writeSupport prints what stands behind each weight. Of many weights it prints
// those that the fewest games support; such as never occur are only counted.
func writeSupport(w io.Writer, res *fit.Result) error {
	list, never, note := slices.Clone(res.Weights), 0, ""
	if !slices.ContainsFunc(list, func(w fit.Weight) bool { return w.Rows > 0 }) {
		return nil // it was not counted
	}
	if len(list) > 2*fewSupported {
		list = slices.DeleteFunc(list, func(w fit.Weight) bool { return w.Rows == 0 })
		never = len(res.Weights) - len(list)
		slices.SortStableFunc(list, func(a, b fit.Weight) int { return cmp.Compare(a.Games, b.Games) })
		if len(list) > fewSupported {
			note = fmt.Sprintf("the least supported of %d weights", len(list))
			list = list[:fewSupported]
		}
	}
	fmt.Fprintln(w)
	t := plaintext.Table{Header: []string{"support", "rows", "games", "VIF"}}
	for _, weight := range list {
		vif := fmt.Sprintf("%.1f", weight.VIF)
		switch {
		case !weight.Identified:
			vif = "not identified"
		case weight.VIF == 0:
			vif = "not computed"
		}
		t.Add(weight.Name, strconv.Itoa(weight.Rows), strconv.Itoa(weight.Games), vif)
	}
	err := t.Write(w)
	if note != "" {
		fmt.Fprintln(w, note)
	}
	if never > 0 {
		fmt.Fprintf(w, "%d weights never occur in the training rows\n", never)
	}
	return err
}
