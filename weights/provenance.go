package weights

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Provenance says where weights come from: enough to fit them again from the
// same data, and to see in what two fits differ.
type Provenance struct {
	Tool       string      `json:"tool"`                 // program and version
	Sources    []Source    `json:"sources,omitempty"`    // in the order in which they were read
	Settings   []Setting   `json:"settings,omitempty"`   // of the reading: whose view, what unit
	Funnel     []Drop      `json:"funnel,omitempty"`     // rows dropped on the way, in the filters' order
	Rows       int         `json:"rows"`                 // rows left, train and test together
	Games      int         `json:"games"`                // clusters that they belong to: games, or what stands for them
	Clip       float64     `json:"clip"`                 // labels are cut to ±Clip centipawns; 0: not cut
	Mates      string      `json:"mates"`                // what became of mate labels: "clip" or "drop"
	Split      Split       `json:"split"`                // which rows were held out
	TestSet    []Source    `json:"test_set,omitempty"`   // the files of a separate test set
	Loss       string      `json:"loss"`                 // "squared", "huber"
	Huber      float64     `json:"huber,omitzero"`       // δ of the Huber loss in centipawns; 0: another loss
	Method     string      `json:"method"`               // "gram", "qr"
	Ridge      float64     `json:"ridge"`                // weight of the ridge penalty; 0: none
	Condition  float64     `json:"condition,omitzero"`   // condition number of the scaled columns; 0: not known, or infinite (a warning says so)
	Intercepts []Intercept `json:"intercepts,omitempty"` // nuisance: reported, part of no evaluation
	Train      *Metrics    `json:"train,omitempty"`
	Test       *Metrics    `json:"test,omitempty"` // nil: nothing was held out
	Warnings   []Warning   `json:"warnings,omitempty"`
}

// A Source is a data file.
type Source struct {
	Name   string `json:"name"` // base name, never a path
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"` // before the filters
}

// A Setting is an option of the reading that changed the rows.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Drop counts the rows that one filter took away.
type Drop struct {
	Filter string `json:"filter"`
	Rows   int    `json:"rows"`
}

// A Split says which rows were held out as the test set.
type Split struct {
	Kind  string  `json:"kind"`  // what stays together: "game", "skeleton"; "set": a separate test set; "none": nothing held out
	Share float64 `json:"share"` // of the rows, 0 to 1
	Seed  uint64  `json:"seed"`
}

// An Intercept is a source's constant: what its labels are worth to White with
// all counts zero, in centipawns. An antisymmetric evaluation cannot hold it.
type Intercept struct {
	Source string  `json:"source"`
	Value  float64 `json:"value"`
	StdErr float64 `json:"stderr,omitzero"`
}

// Metrics are the errors of predicted against (clipped) label on one set of
// rows, in centipawns; MSE in centipawns squared.
type Metrics struct {
	N    int      `json:"n"` // rows
	MSE  Interval `json:"mse"`
	MAE  Interval `json:"mae"`
	RMSE Interval `json:"rmse"`
	R2   Interval `json:"r2"` // share of the variance explained, against the mean label
}

// An Interval is an estimate with its 95 % interval; Low = High = 0 where none
// was computed.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low,omitzero"`
	High  float64 `json:"high,omitzero"`
}

// A Warning is a doubt about a fit or its result, as data.
type Warning struct {
	Code string `json:"code"` // such as "M07"; the codes are documented where they are raised
	Text string `json:"text"` // one sentence
}

func (w Warning) String() string { return w.Code + " " + w.Text }

// validate refuses what JSON cannot hold, and counts below zero.
func (p *Provenance) validate() error {
	for _, c := range p.counts() {
		if c.n < 0 {
			return fmt.Errorf("provenance: %s: %d is below zero", c.name, c.n)
		}
	}
	for _, q := range p.quantities() {
		if !finite(q.v) {
			return fmt.Errorf("provenance: %s: the value is %v", q.name, q.v)
		}
	}
	for _, s := range p.texts() {
		if !utf8.ValidString(s) {
			return fmt.Errorf("provenance: %q: not UTF-8", s)
		}
	}
	return nil
}

type count struct {
	name string
	n    int
}

func (p *Provenance) counts() []count {
	all := []count{{"rows", p.Rows}, {"games", p.Games}}
	for _, s := range slices.Concat(p.Sources, p.TestSet) {
		all = append(all, count{"source " + s.Name, s.Rows})
	}
	for _, d := range p.Funnel {
		all = append(all, count{"filter " + d.Filter, d.Rows})
	}
	return all
}

type quantity struct {
	name string
	v    float64
}

func (p *Provenance) quantities() []quantity {
	all := []quantity{{"clip", p.Clip}, {"huber", p.Huber}, {"ridge", p.Ridge}, {"condition", p.Condition}, {"split share", p.Split.Share}}
	for _, c := range p.Intercepts {
		all = append(all, quantity{"intercept " + c.Source, c.Value}, quantity{"intercept " + c.Source, c.StdErr})
	}
	all = append(all, p.Train.quantities("train")...)
	return append(all, p.Test.quantities("test")...)
}

func (m *Metrics) quantities(part string) []quantity {
	if m == nil {
		return nil
	}
	var all []quantity
	for _, e := range m.entries() {
		for _, v := range []float64{e.Value, e.Low, e.High} {
			all = append(all, quantity{part + " " + e.name, v})
		}
	}
	return all
}

// A metric is one entry of Metrics with its name.
type metric struct {
	name string
	Interval
}

func (m *Metrics) entries() []metric {
	return []metric{{"mse", m.MSE}, {"mae", m.MAE}, {"rmse", m.RMSE}, {"r2", m.R2}}
}

func (p *Provenance) texts() []string {
	all := []string{p.Tool, p.Mates, p.Split.Kind, p.Loss, p.Method}
	for _, s := range slices.Concat(p.Sources, p.TestSet) {
		all = append(all, s.Name, s.SHA256)
	}
	for _, s := range p.Settings {
		all = append(all, s.Name, s.Value)
	}
	for _, d := range p.Funnel {
		all = append(all, d.Filter)
	}
	for _, c := range p.Intercepts {
		all = append(all, c.Source)
	}
	for _, w := range p.Warnings {
		all = append(all, w.Code, w.Text)
	}
	return all
}

// oneLine replaces line breaks and other control characters by spaces, so that
// a text from a file can stand in a table or a comment.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u0085' || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}
