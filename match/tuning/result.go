package tuning

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/spsa"
)

// A Result is what a tuning has found.
type Result struct {
	Engine  string        `json:"engine"`
	Stop    match.Stop    `json:"stop"`
	Pairs   int           `json:"pairs"` // whose results have moved the values
	Planned int           `json:"planned"`
	Params  []Parameter   `json:"params"`
	Options string        `json:"options"` // for an entrant of a tournament file
	Path    [][]float64   `json:"path"`    // values after every stride pairs, in the order of params
	Stride  int           `json:"stride"`
	Voided  int           `json:"voided"` // pairs that this program has spoilt: they have moved nothing
	Faults  []match.Fault `json:"faults,omitempty"`
	Panic   string        `json:"panic,omitempty"`
	Notes   note.List     `json:"warnings,omitempty"`
	Seconds float64       `json:"seconds"`
	Verdict string        `json:"verdict"`
	Next    string        `json:"next"`
}

// A Parameter is a value that was found, and what there is to say of it.
type Parameter struct {
	spsa.Value
	Setoption string `json:"setoption"` // the command of UCI
	Remark    string `json:"remark,omitempty"`
}

// Result says what was found in a match that has ended. Next is left to the caller where the tuning
// is complete.
func (t *Tuning) Result(m *match.Result) *Result {
	r := &Result{
		Engine: t.Name, Stop: m.Stop, Pairs: t.Taken(), Planned: t.Pairs(), Voided: m.Voided, Faults: m.Faults, Panic: m.Panic, Seconds: m.Seconds,
	}
	var options []string
	for _, v := range t.Values() {
		r.Params = append(r.Params, Parameter{v, fmt.Sprintf("setoption name %s value %s", v.Name, v.Text(v.Best)), remark(&v)})
		options = append(options, key(v.Name)+" = "+tomlValue(&v))
	}
	r.Options = "options = { " + strings.Join(options, ", ") + " }"
	r.Path, r.Stride = t.Path()
	for _, w := range m.Warnings {
		if concerns(w, m.Stop) {
			r.Notes = append(r.Notes, w)
		}
	}
	r.judge(m)
	return r
}

// concerns reports whether a warning of a match concerns a tuning, which does not measure strength.
func concerns(w note.Note, stop match.Stop) bool {
	switch w.Code {
	case note.V02:
		return stop != match.Alike // else it is the verdict
	case note.V03, note.V05, note.V07:
		return true
	}
	return false
}

// judge sets the verdict, and what is next of a tuning that is not complete.
func (r *Result) judge(m *match.Result) {
	goOn := "Go on with the same command."
	if m.Dir == "" {
		goOn = "With -o DIR the games are kept, and the same command goes on."
	}
	switch r.Stop {
	case match.AllPlayed:
		r.Verdict = fmt.Sprintf("The values are those after all %s.", plaintext.Count(r.Pairs, "pair"))
		if !r.moved() {
			r.Next = "No value that is played has changed: there is nothing to test. Pass a larger c_end or r_end, or more -games, in another folder."
		}
	case match.Alike:
		r.Verdict = "No value has any effect: in all pairs both games have the same moves and result."
		r.Next = "Look whether the engine uses these options, pass a larger c_end, or more nodes."
	case match.Repeating:
		r.Verdict = "The games repeat: nothing more can be learnt from these openings."
		r.Next = "Pass more openings."
	case match.Faulty:
		r.Verdict = "Too many games did not end by chess: the values mean nothing."
		r.Next = "Repair the engine, or narrow the ranges of the options, and begin again in another folder."
	default:
		r.Verdict = fmt.Sprintf("Stopped after %s of %s: the values are not final.", plaintext.Count(r.Pairs, "pair"), plaintext.Thousands(r.Planned))
		r.Next = goOn
	}
}

// moved reports whether a value that is played is another than at the start.
func (r *Result) moved() bool {
	return slices.ContainsFunc(r.Params, func(p Parameter) bool { return p.Best != p.Nearest(p.Start) })
}

// remark says what there is to look at in a value.
func remark(v *spsa.Value) string {
	edge := v.C / 2
	switch {
	case v.Now-v.Min < edge && v.Change < 0:
		return "at its min: a wider range may hold a better one"
	case v.Max-v.Now < edge && v.Change > 0:
		return "at its max: a wider range may hold a better one"
	case math.Abs(v.Change) < 2*v.Noise:
		return "within noise"
	case math.Abs(v.Trend) > v.Noise:
		return "still moving: more pairs from here"
	}
	return ""
}

// now is the value with two digits more than are played, or two.
func now(v *spsa.Value) string {
	if v.Decimal {
		return short(v.Now)
	}
	return fmt.Sprintf("%.2f", v.Now)
}

// tomlValue is what is played as TOML has the value of an option: a text if it is a decimal.
func tomlValue(v *spsa.Value) string {
	if v.Decimal {
		return fmt.Sprintf("%q", v.Text(v.Best))
	}
	return v.Text(v.Best)
}

// key is a name as TOML has it.
func key(name string) string {
	if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == "" {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// Table shows how parameters stand. Changes are in units of c_end.
func Table(w io.Writer, list []spsa.Value, remarks func(i int) string) error {
	t := plaintext.Table{
		Header: []string{"option", "start", "now", "play", "change", "±noise", "last quarter", ""},
		Left:   []bool{true, false, false, false, false, false, false, true},
	}
	for i, v := range list {
		t.Add(v.Name, short(v.Start), now(&v), v.Text(v.Best), fmt.Sprintf("%+.2f c", v.Change),
			fmt.Sprintf("%.2f", v.Noise), fmt.Sprintf("%+.2f c", v.Trend), remarks(i))
	}
	return t.Write(w)
}

// Print writes the result for people.
func (r *Result) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "engine    %s\npairs     %s of %s\n\n", r.Engine, plaintext.Thousands(r.Pairs), plaintext.Thousands(r.Planned))
	var list []spsa.Value
	for _, p := range r.Params {
		list = append(list, p.Value)
	}
	err := Table(&b, list, func(i int) string { return r.Params[i].Remark })
	fmt.Fprintln(&b)
	for _, p := range r.Params {
		fmt.Fprintln(&b, p.Setoption)
	}
	fmt.Fprintf(&b, "%s\n\n", r.Options)
	for _, f := range r.Faults {
		fmt.Fprintf(&b, "fault     %s\n", f)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(&b, n)
	}
	fmt.Fprintf(&b, "%s\n%s\n", r.Verdict, r.Next)
	if err == nil {
		_, err = io.WriteString(w, b.String())
	}
	return err
}
