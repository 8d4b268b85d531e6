package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/guard"
	"example.org/centipawn/weights/show"
	"example.org/centipawn/winprob"
)

// A Report is what the page of -report is made of, as numbers: report.json in its folder.
type Report struct {
	Format  string `json:"format"`
	Set     string `json:"set"`
	Summary string `json:"summary"`
	Part    string `json:"part"` // which rows the tables are of

	Fitted        *Fitted       `json:"fitted,omitempty"`         // absent from reports of older versions
	Guard         *guard.Report `json:"guard,omitempty"`          // against the weights that the fit began with; absent without any
	Gain          *fit.Gain     `json:"gain,omitempty"`           // against these on the test rows, as an engine plays
	InterceptGain *fit.Gain     `json:"intercept_gain,omitempty"` // the same, with an intercept each

	Passes   []Pass        `json:"passes"`            // those whose loss is a number
	Measure  string        `json:"measure,omitempty"` // of Learning
	Learning []ReportPoint `json:"learning"`

	Calibration []winprob.Curve `json:"calibration"` // the endgame first
	Calibrated  string          `json:"calibrated,omitempty"`

	Train *fit.Metrics `json:"train"`
	Test  *fit.Metrics `json:"test,omitempty"`

	Groups []fit.Group   `json:"groups"` // what the loss would be without each, the worst to miss first
	Tables []ReportTable `json:"tables"`

	Worst []WorstRow `json:"worst,omitempty"` // badly predicted rows of Part, at most one of a game, quiet ones first; absent where no data file has their positions

	Warnings []string `json:"warnings"`
}

// Fitted says what was fitted, to what, and how.
type Fitted struct {
	Command string           `json:"command"` // with base names in place of paths
	Sources []weights.Source `json:"sources"`
	Rows    int              `json:"rows"` // after the filters, training and test together
	Loss    string           `json:"loss"`
	K       float64          `json:"k,omitempty"`
	Start   string           `json:"start,omitempty"`   // weights that the fit began with, by name
	Weights string           `json:"weights,omitempty"` // base name of the file that was written; absent: none
	SHA256  string           `json:"sha256"`            // of the weights, as a file has them

	Settings []Setting `json:"settings,omitempty"` // in words, as fit prints them; absent from reports of older versions
}

// A Setting is one of those of a fit, in words.
type Setting struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// settingFacts are the facts of a weights file that say how it was fitted. What was found stands elsewhere on a page.
var settingFacts = []string{"block", "test set", "dropped", "fit", "fixed", "minima", "stopped", "K", "scale", "split", "chooses", "sealed"}

// fitted says what was fitted.
func (f *Finding) fitted() (*Fitted, error) {
	p := &f.File.Provenance
	out := &Fitted{Command: f.Options.Call, Sources: p.Sources, Rows: p.Rows, Loss: p.Loss, Start: p.Start}
	if p.K != nil {
		out.K = p.K.Value
	}
	if f.Options.Out != "" {
		out.Weights = filepath.Base(f.Options.Out)
	}
	for _, fact := range show.Facts(f.File) {
		if slices.Contains(settingFacts, fact.Key) {
			out.Settings = append(out.Settings, Setting{fact.Key, weights.OneLine(fact.Text)})
		}
	}
	h := sha256.New()
	if err := f.File.Encode(h); err != nil {
		return nil, err
	}
	out.SHA256 = hex.EncodeToString(h.Sum(nil))
	return out, nil
}

// A ReportPoint is a place of the learning curve.
type ReportPoint struct {
	Rows  int      `json:"rows"` // of training
	Train float64  `json:"train"`
	Test  float64  `json:"test"`
	Low   *float64 `json:"low"` // 95 % of Test; null: not known
	High  *float64 `json:"high"`
}

// A ReportTable is a table as it is printed.
type ReportTable struct {
	Title  string     `json:"title"`
	Header []string   `json:"header"`
	Cells  [][]string `json:"cells"`
}

const reportFormat = "centipawn report 1"

// ReportName is the file of a report's folder that holds its numbers. Other folders have none of the name.
const ReportName = "report.json"

// isNumber reports whether JSON has a word for x.
func isNumber(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// known returns the passes whose loss is a number, with gaps of 0 or more, or −1. A search may step
// where the loss overflows, and steps back.
func known(passes []Pass) []Pass {
	list := []Pass{}
	for _, p := range passes {
		if !isNumber(p.Gap) {
			p.Gap = -1
		}
		if isNumber(p.Loss) {
			list = append(list, p)
		}
	}
	return list
}

// curve returns the learning curve, of the loss that was fitted, and names the loss; "" of no curve.
func (f *Finding) curve() (measure string, list []ReportPoint) {
	list = []ReportPoint{}
	for _, p := range f.Learning {
		point := ReportPoint{Rows: p.Train.N}
		var in *fit.Interval
		point.Train, _, measure = f.Result.Loss.Measure(p.Train)
		if point.Test, in, _ = f.Result.Loss.Measure(p.Test); in != nil && isNumber(in.Low) && isNumber(in.High) {
			point.Low, point.High = &in.Low, &in.High
		}
		if isNumber(point.Train) && isNumber(point.Test) {
			list = append(list, point)
		}
	}
	return measure, list
}

// numbers returns what the page is made of.
func (f *Finding) numbers(page *report.Page, part string, worst []WorstRow) (*Report, error) {
	res := f.Result
	about, err := f.fitted()
	if err != nil {
		return nil, err
	}
	r := &Report{
		Fitted: about, Guard: f.Guard, Gain: res.Gain, InterceptGain: res.InterceptGain,
		Format: reportFormat, Set: f.File.Set, Summary: page.Summary, Part: part, Passes: known(f.Passes),
		Calibration: res.Calibration, Train: res.Train, Test: res.Test, Groups: res.Groups, Worst: worst, Warnings: []string{},
	}
	if r.Measure, r.Learning = f.curve(); len(res.Calibration) > 0 {
		r.Calibrated = res.Calibrated.String()
	}
	for _, t := range page.Tables {
		r.Tables = append(r.Tables, ReportTable{t.Title, t.Header(), t.Cells()})
	}
	for _, w := range slices.Concat(res.Warnings, f.File.Provenance.Warnings, f.Warnings) {
		if text := w.String(); !slices.Contains(r.Warnings, text) {
			r.Warnings = append(r.Warnings, text)
		}
	}
	return r, nil
}

// write writes report.json.
func (r *Report) write(folder string) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(folder, ReportName), append(text, '\n'))
}

// ReadReport reads the numbers of a report's folder.
func ReadReport(dir string) (*Report, error) {
	path := filepath.Join(dir, ReportName)
	text, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.Format != reportFormat {
		return nil, fmt.Errorf("%s: the format is %q, want %q: draw it again with fit -report", path, r.Format, reportFormat)
	}
	return r, nil
}
