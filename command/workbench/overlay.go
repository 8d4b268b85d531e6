package workbench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/runs"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// overlayPage is several runs beside each other.
var overlayPage = page{
	Name: "overlay", Title: "Overlay", From: "runs", About: "In what do several runs differ, which is better on the same games, and who has beaten whom?",
	Routes: func(in *shared) map[string]web.Handler {
		return map[string]web.Handler{"GET /api/overlay": web.Answer(overlayPages{in.table}.overlay)}
	},
}

// mostOverlaid is how many runs are laid over each other.
const mostOverlaid = mostFiles

type overlayPages struct{ table *runTable }

// An overlay is what several runs have in common, and what not.
type overlay struct {
	Runs     []laid         `json:"runs"`     // in the order of the request
	Settings []setting      `json:"settings"` // of fits, that differ
	Matches  []overlayMatch `json:"matches"`  // between the weights of the runs
	Weights  []laidWeight   `json:"weights"`  // of the fits whose weights are open
	Rows     string         `json:"rows"`     // label of open rows on which they can be measured; "": none
	Apart    string         `json:"apart"`    // why the errors of the table cannot be compared; "": they can
}

// A laid run is one of an overlay.
type laid struct {
	*runs.Row
	Passes      []finding.Pass  `json:"passes"`      // of the search; empty: the report has none, or is not open
	Calibration []winprob.Curve `json:"calibration"` // the endgame first
}

// A setting is one in which runs differ.
type setting struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // by run; "–": it has none
}

// A laidWeight is a weight of some of the runs.
type laidWeight struct {
	Name   string     `json:"name"`
	Group  string     `json:"group"`  // the family
	Values []*float64 `json:"values"` // by run; null: it has none
}

// An overlayMatch is a match between the weights of two runs.
type overlayMatch struct {
	Label  string `json:"label"`
	First  string `json:"first"`
	Second string `json:"second"`
	Games  int    `json:"games"`
	Elo    string `json:"elo"` // of the first, as the command prints it
}

// overlay answers with the runs that a request names.
func (p overlayPages) overlay(q *web.Request) (any, error) {
	labels := q.URL.Query()["run"]
	if len(labels) < 2 || len(labels) > mostOverlaid {
		return nil, web.Bad(fmt.Errorf("run: want from 2 to %d runs", mostOverlaid))
	}
	all, err := p.table.rows(q)
	if err != nil {
		return nil, err
	}
	out := &overlay{Settings: []setting{}, Matches: []overlayMatch{}, Weights: []laidWeight{}}
	var files []*items.Item
	for i, label := range labels {
		at := slices.IndexFunc(all, func(r *shownRun) bool { return r.Label == label })
		if at < 0 {
			return nil, web.Missing("run: %s", q.NotOpen(label))
		}
		if slices.Contains(labels[:i], label) {
			return nil, web.Bad(fmt.Errorf("run: %s is named twice", strconv.Quote(label)))
		}
		r := laid{Row: all[at].Row, Passes: []finding.Pass{}, Calibration: []winprob.Curve{}}
		if rep := all[at].report; rep != nil {
			r.Passes, r.Calibration = append(r.Passes, rep.Passes...), append(r.Calibration, rep.Calibration...)
		}
		out.Runs = append(out.Runs, r)
		if all[at].item.Kind == items.Weights {
			files = append(files, all[at].item)
		} else {
			files = append(files, nil)
		}
	}
	out.settings(files)
	out.weights(files)
	out.Apart = apart(out.Runs)
	out.Rows = rowsOfAll(q.Open, files)
	out.Matches = matchesAmong(q.Open, files)
	return out, nil
}

// results are the fields of a weights file that a fit finds, rather than being told.
var results = []string{"train", "test", "sealed", "warnings", "passes", "gap", "stopped", "condition", "rounding", "intercepts", "wdl", "spread", "minima", "choice", "groups", "k", "scale"}

// settings lists what differs among fits, as weights diff prints it of two: each is compared with the first.
func (o *overlay) settings(files []*items.Item) {
	first := slices.IndexFunc(files, func(f *items.Item) bool { return f != nil })
	if first < 0 {
		return
	}
	at := make(map[string]int) // in o.Settings
	for i, f := range files {
		if f == nil || i == first {
			continue
		}
		for _, in := range weights.Compare(files[first].File, f.File).Inputs {
			if slices.Contains(results, in.Field) {
				continue
			}
			n, known := at[in.Field]
			if !known {
				n, at[in.Field] = len(o.Settings), len(o.Settings)
				o.Settings = append(o.Settings, settingOf(in.Field, in.Old, files))
			}
			o.Settings[n].Values[i] = in.New
		}
	}
}

// weights lists the weights of all fits, in the order of the first that has each.
func (o *overlay) weights(files []*items.Item) {
	at := make(map[string]int) // in o.Weights
	for i, f := range files {
		if f == nil {
			continue
		}
		for _, t := range f.File.Terms {
			group, _ := weights.GroupOf(t.Name)
			for _, w := range t.Weights() {
				n, known := at[w.Name]
				if !known {
					n, at[w.Name] = len(o.Weights), len(o.Weights)
					o.Weights = append(o.Weights, laidWeight{Name: w.Name, Group: group, Values: make([]*float64, len(files))})
				}
				o.Weights[n].Values[i] = &w.Value
			}
		}
	}
}

// settingOf returns a setting that all fits have as the first.
func settingOf(name, value string, files []*items.Item) setting {
	s := setting{Name: name}
	for _, f := range files {
		if f == nil {
			s.Values = append(s.Values, "–")
		} else {
			s.Values = append(s.Values, value)
		}
	}
	return s
}

// apart says why errors of runs cannot be compared; "" if they can.
func apart(list []laid) string {
	groups := make(map[string]bool)
	for _, r := range list {
		switch {
		case r.Kind != runs.Fit:
			return r.Label + " is not a fit and has no test error."
		case r.Group == "":
			return r.Label + " has no test error, or its weights are not open."
		}
		groups[r.Group] = true
	}
	if len(groups) > 1 {
		return "The test errors in this table are of different rows or labels (other data, filters, split, or weight of the result): they cannot be ranked. Below, all are measured on the same rows."
	}
	return ""
}

// rowsOfAll returns the label of open rows from which the first fit was made, before all others; "" if none are open.
func rowsOfAll(open, files []*items.Item) string {
	first := ""
	for _, f := range files {
		if f == nil {
			return ""
		}
	}
	for _, on := range open {
		if !on.HasRows() || len(files) == 0 || slices.ContainsFunc(files, func(f *items.Item) bool { return on.Set() != "" && on.Set() != f.File.Set }) {
			continue
		}
		made := slices.ContainsFunc(files[0].File.Provenance.Sources, func(s weights.Source) bool { return on.MadeOf(s.Name) || strings.HasSuffix(on.Path, "/"+s.Name) })
		if made {
			return on.Label
		}
		if first == "" {
			first = on.Label
		}
	}
	return first
}

// matchesAmong returns the open matches and pairings of tournaments between weights.
func matchesAmong(open, files []*items.Item) []overlayMatch {
	list := []overlayMatch{}
	for i, first := range files {
		for _, second := range files[i+1:] {
			if first == nil || second == nil {
				continue
			}
			for _, m := range matchesOf(open, compared{old: second, new: first}) {
				list = append(list, overlayMatch{m.Label, first.Label, second.Label, m.Games, m.Elo})
			}
		}
	}
	return list
}
