// Package runs is the table of what was done in a project: fits, matches, tournaments, loops and networks, a row each,
// with the figures that the commands print; the language that filters rows; which rows may be ranked among each other;
// and the notes that a person keeps of them. It knows nothing of requests.
package runs

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/improve"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/loop"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/weights"
)

// The kinds of rows.
const (
	Fit        = "fit"
	Match      = "match"
	Tournament = "tournament"
	Loop       = "loop"
	Network    = "network"
	Improve    = "improve"
	Experiment = "experiment"
	Sigmazero  = "sigmazero"
)

// The states of what is played.
const (
	Ended   = "ended"
	Running = "running"
	Stopped = "stopped"
)

// A Row is a run.
type Row struct {
	Label  string `json:"label"`  // of the item: the page is asked for it by this
	Kind   string `json:"kind"`   // one of the kinds
	Page   string `json:"page"`   // that shows it; "": none
	Asks   string `json:"asks"`   // the parameter by which the page is asked for it
	Status string `json:"status"` // one of the states; "": it has none
	Resume string `json:"resume"` // of what was stopped, the command that goes on; "": not known
	At     int64  `json:"at"`     // when it was written last, in milliseconds since 1970; 0: not known

	Data    string   `json:"data"`             // files that it was made of, by name
	Set     string   `json:"set"`              // of terms
	Loss    string   `json:"loss"`             // that a fit minimised
	Lambda  *float64 `json:"lambda,omitempty"` // weight of the result in the labels of a fit
	K       *float64 `json:"k,omitempty"`      // of a fit
	Prior   string   `json:"prior"`            // towards which a fit was pulled
	Rows    int      `json:"rows"`             // of a fit, or of the last iteration
	Weights string   `json:"weights"`          // label of the weights of a fit, or that an improve has found; "": not open
	Report  string   `json:"report"`           // label of a fit's report; "": not open
	Proof   string   `json:"proof"`            // label of the match by which an improve proves what it has found; "": not open

	Plays   *Figure  `json:"plays,omitempty"`  // mean squared error on rows held out, as an engine plays: without an intercept
	Test    *Figure  `json:"test,omitempty"`   // the same with the intercept, if the fit has one
	Unit    string   `json:"unit"`             // of both: expected scores, or centipawns, squared
	Change  *Figure  `json:"change,omitempty"` // of the mean squared error against the start, percent
	Verdict string   `json:"verdict"`          // of the forecast of a fit; of a match, its decision
	Elo     *Figure  `json:"elo,omitempty"`    // of a match of two: the first player's
	EloText string   `json:"elo_text"`         // as the command prints it
	LLR     *LLR     `json:"llr,omitempty"`    // of a test
	Games   int      `json:"games"`            // that count
	Planned int      `json:"planned"`          // games
	Players []string `json:"players"`          // of a match
	Warned  []string `json:"warned"`           // warnings

	Group string   `json:"group"` // rows of the same letter have the same test rows with the same labels; "": nothing was held out
	Rank  int      `json:"rank"`  // by the error in its group, from 1; 0: not ranked
	By    string   `json:"by"`    // the field of the error that ranks: plays if all of the group have it, else mse
	Note  string   `json:"note"`  // a person's
	Tags  []string `json:"tags"`  // a person's
	Fault string   `json:"fault"` // why figures are missing

	tested string // what two rows have in common that have the same test rows
}

// A Figure is a number with its 95 % interval; both ends are null where there is none.
type Figure struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// An LLR is the state of a test.
type LLR struct {
	Value float64 `json:"value"`
	Lower float64 `json:"lower"` // that accepts H0
	Upper float64 `json:"upper"` // that accepts H1
	Text  string  `json:"text"`  // in the words of the command
}

// tested describes the rows that a fit has held out, with their labels; "": none. What is filtered, how labels are
// read, and λ are part of it: errors against other labels cannot be ranked.
func tested(f *weights.File) string {
	p := &f.Provenance
	if p.Test == nil || p.Split.Kind == "none" {
		return ""
	}
	var labels []float64
	for _, k := range p.LabelK {
		labels = append(labels, k.K)
	}
	return fmt.Sprint(sums(p.Sources), sums(p.TestSet), p.Split, p.Settings, p.Funnel, p.Rows, p.Target, p.Lambda, p.Clip, p.Mates, p.Probabilistic(), labels)
}

// sums are the hashes of files.
func sums(list []weights.Source) (all []string) {
	for _, s := range list {
		all = append(all, s.SHA256)
	}
	return all
}

// names are the names of files.
func names(list []weights.Source) string {
	var all []string
	for _, s := range list {
		all = append(all, weights.OneLine(s.Name))
	}
	return strings.Join(all, ", ")
}

// OfWeights returns the row of a fit by the file that it wrote.
func OfWeights(f *weights.File) *Row {
	p := &f.Provenance
	r := &Row{
		Kind: Fit, Page: "weights", Asks: "weights", Status: Ended, Data: names(p.Sources), Set: weights.OneLine(f.Set), Loss: p.Loss,
		Rows: p.Rows, tested: tested(f), Unit: "cp²", Warned: []string{},
	}
	if p.Probabilistic() {
		r.Unit = "score²"
	}
	if p.Target == "blend" || p.Lambda != 0 {
		r.Lambda = &p.Lambda
	}
	if p.K != nil {
		r.K = &p.K.Value
	}
	if p.Prior != nil {
		r.Prior = fmt.Sprintf("%s, %.4g rows", weights.OneLine(p.Prior.Name), p.Prior.Rows)
	}
	if p.Test != nil {
		r.Test = figure(p.Test.MSE.Value, p.Test.MSE.Low, p.Test.MSE.High)
	}
	if len(p.Intercepts) == 0 && p.Groups == nil {
		r.Plays = r.Test
	}
	for _, w := range p.Warnings {
		r.Warned = append(r.Warned, brief(w.String()))
	}
	return r
}

// longestWarning is how many characters of a warning the table has: the page of the run has all.
const longestWarning = 60

// brief is the beginning of a warning.
func brief(text string) string {
	if r := []rune(text); len(r) > longestWarning {
		return string(r[:longestWarning]) + "…"
	}
	return text
}

// figure returns a number with its interval, unless that is 0 to 0.
func figure(value, low, high float64) *Figure {
	f := &Figure{Value: value}
	if low != 0 || high != 0 {
		f.Low, f.High = finite(low), finite(high)
	}
	return f
}

// finite returns a number for JSON; nil if it is not finite.
func finite(x float64) *float64 {
	if x-x != 0 {
		return nil
	}
	return &x
}

// OfReport returns the row of a fit by its report alone: its weights are not open.
func OfReport(rep *finding.Report) *Row {
	r := &Row{Kind: Fit, Status: Ended, Set: weights.OneLine(rep.Set), Warned: []string{}}
	if f := rep.Fitted; f != nil {
		r.Data, r.Loss, r.Rows = names(f.Sources), f.Loss, f.Rows
		if f.K != 0 {
			r.K = &f.K
		}
	}
	if rep.Test != nil {
		r.Test = squared(rep.Test)
	}
	r.Add(rep)
	return r
}

// squared is the mean squared error of a measurement.
func squared(m *measure.Metrics) *Figure {
	f := &Figure{Value: m.MSE}
	if in := m.MSEInterval; in != nil {
		f.Low, f.High = finite(in.Low), finite(in.High)
	}
	return f
}

// Add adds what only the report of a fit has, to the row of its weights.
func (r *Row) Add(rep *finding.Report) {
	r.Page, r.Asks, r.Warned = "fit", "report", []string{}
	for _, w := range rep.Warnings {
		r.Warned = append(r.Warned, brief(w))
	}
	if rep.Guard != nil {
		r.Verdict = string(rep.Guard.Verdict)
	}
	if g := rep.Gain; g != nil && g.Fitted != nil {
		r.Plays = squared(g.Fitted)
	}
	if g := rep.Gain; g != nil && g.Change != nil {
		d := g.Change
		r.Change = &Figure{Value: 100 * d.Value}
		if d.Interval != nil {
			r.Change.Low, r.Change.High = finite(100*d.Low), finite(100*d.High)
		}
	}
}

// OfMatch returns the row of a match or tournament by its result.
func OfMatch(res *match.Result) *Row {
	r := &Row{Kind: Match, Page: "match", Asks: "match", Games: res.Games, Planned: res.Planned, Warned: []string{}}
	for i := range res.Players {
		r.Players = append(r.Players, weights.OneLine(res.Players[i].Name))
	}
	for _, w := range res.Warnings {
		r.Warned = append(r.Warned, brief(w.String()))
	}
	r.Data = strings.Join(r.Players, " – ")
	if len(r.Players) > 2 {
		r.Kind, r.Data = Tournament, fmt.Sprintf("%d players", len(r.Players))
		return r
	}
	if len(res.Pairings) == 1 && res.Pairings[0].Estimate.Games > 0 {
		r.elo(res.Pairings[0].Estimate.Elo)
	}
	if s := res.SPRT; s != nil {
		r.LLR, r.Verdict = &LLR{s.LLR, s.Lower, s.Upper, s.Text}, s.Decision.String()
	}
	return r
}

// elo sets the Elo of the first player.
func (r *Row) elo(e elo.Interval) {
	r.EloText = e.Full()
	if e.Value-e.Value == 0 {
		r.Elo = &Figure{Value: e.Value, Low: finite(e.Low), High: finite(e.High)}
	}
}

// OfLoop returns the row of a loop by the iterations that have ended.
func OfLoop(done []*loop.Metrics) *Row {
	r := &Row{Kind: Loop, Page: "loop", Asks: "run", Warned: []string{}, Data: "no iteration has ended"}
	if len(done) == 0 {
		return r
	}
	last := done[len(done)-1]
	r.Data, r.Rows = fmt.Sprintf("%d iterations", len(done)), last.Rows
	if len(done) == 1 {
		r.Data = "1 iteration"
	}
	for _, m := range done {
		if m.Played != nil {
			r.Games += m.Played.Games
		}
	}
	for _, w := range last.Warnings {
		r.Warned = append(r.Warned, brief(w.String()))
	}
	if g := last.Gate; g != nil {
		r.elo(g.Elo)
		if g.Tested() {
			r.Verdict = g.Decision.String()
		}
	}
	return r
}

// OfImprove returns the row of a match improve by its standing.
func OfImprove(s *improve.Standing) *Row {
	r := &Row{Kind: Improve, Warned: []string{}, Status: Ended, Verdict: s.Found(), At: s.At.UnixMilli()}
	stage := s.Stage()
	switch {
	case s.Holder.Held:
		r.Status = Running
	case stage != "":
		r.Status = Stopped
	}
	if r.Data = "stage " + stage; stage == "" {
		r.Data = "all stages done"
	}
	if b := s.Blend; b != nil && b.Proof != nil {
		r.Games = b.Proof.Games
		r.elo(b.Proof.Elo)
	}
	return r
}

// byName orders rows by their names.
func byName(a, b *Row) int { return cmp.Compare(a.Label, b.Label) }
