package desk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/jobs"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/weights"
)

// An Sheet is a form with what it is filled with.
type Sheet struct {
	Form   *jobs.Form            `json:"form"`   // what is asked
	Call   jobs.Call             `json:"call"`   // what the form is filled with
	Note   string                `json:"note"`   // where that comes from
	Offers map[jobs.Kind][]offer `json:"offers"` // what may be chosen, by kind
	Data   string                `json:"data"`   // a data file among the arguments that doctor can examine; empty: none
}

// An offer is a value that may be chosen.
type offer struct {
	Value string `json:"value"` // a path or a name
	About string `json:"about"` // its contents, in a line
}

// The parameters of the page's address that are not flags.
const (
	newName      = "new"
	cloneName    = "clone"     // a job's number
	cloneRunName = "clone-run" // the label of a run, a match, a fit's report or its weights
	dataName     = "data"      // the label of rows that become an argument
	argName      = "arg"       // an argument
)

// orderForm answers with a form, filled in as the address says.
func orderForm(d *Desk, q *web.Request) (any, error) {
	sheet := &Sheet{}
	var err error
	switch {
	case q.Get(cloneName) != "":
		sheet.Call, sheet.Note, err = d.cloneJob(q)
	case q.Get(cloneRunName) != "":
		sheet.Call, sheet.Note, err = d.cloneRun(q)
	default:
		sheet.Call, err = d.newCall(q)
	}
	if err != nil {
		return nil, err
	}
	v, err := jobs.Lookup(sheet.Call.Verb)
	if err != nil {
		return nil, web.Missing("%w", err)
	}
	d.override(q, v, &sheet.Call)
	if sheet.Form, err = v.Form(q.Context()); err != nil {
		return nil, err
	}
	sheet.Offers = d.offers(q.Open)
	for _, item := range q.Open {
		if rel, ok := d.Queue.Project.Relative(item.Path); ok && item.Kind == items.Data && slices.Contains(sheet.Call.Args, rel) {
			sheet.Data = rel
			break
		}
	}
	if sheet.Call.Args == nil {
		sheet.Call.Args = []string{}
	}
	return sheet, nil
}

// cloneJob returns the call of a job with new outputs.
func (d *Desk) cloneJob(q *web.Request) (call jobs.Call, note string, err error) {
	id := q.Number(cloneName, 1, 1<<30, 0)
	if q.Err != nil {
		return call, "", q.Err
	}
	j, err := d.Queue.Job(id)
	if err != nil {
		return call, "", web.Missing("%w", err)
	}
	return d.Queue.Project.Clone(j.Call), fmt.Sprintf("The settings of job %d. Its outputs have new names.", id), nil
}

// cloneRun returns the call that made what is open under a label, with new outputs.
func (d *Desk) cloneRun(q *web.Request) (call jobs.Call, note string, err error) {
	label := q.Get(cloneRunName)
	at := slices.IndexFunc(q.Open, func(i *items.Item) bool {
		return i.Label == label && slices.Contains([]items.Kind{items.Match, items.Run, items.Report, items.Weights}, i.Kind)
	})
	if at < 0 {
		return call, "", web.Missing("%s: %s", cloneRunName, q.NotOpen(label))
	}
	switch item := q.Open[at]; item.Kind {
	case items.Match:
		var holder resume.Holder
		err = item.Match.Follow(func(m *items.FollowedMatch) (err error) {
			holder, err = m.Holder()
			return err
		})
		if err == nil {
			call, err = jobs.CallOf(q.Context(), holder.Command)
		}
	case items.Run:
		var holder resume.Holder
		if holder, err = folder.Holder(item.Path); err == nil {
			call, err = jobs.CallOf(q.Context(), holder.Command)
		}
	case items.Report:
		call, err = d.fitOfReport(q, item)
	default:
		call, err = d.fitOf(item.Path)
	}
	if err != nil {
		return call, "", web.Failed(http.StatusUnprocessableEntity, fmt.Errorf("%s: how it was made is not known here: %w", label, err))
	}
	return d.Queue.Project.Clone(call), "The settings of " + label + ". Its outputs have new names; paths are as its command had them.", nil
}

// fitOfReport returns the call of the fit that has written a report.
func (d *Desk) fitOfReport(q *web.Request, item *items.Item) (jobs.Call, error) {
	report, err := finding.ReadReport(item.Path)
	if err != nil {
		return jobs.Call{}, err
	}
	label := items.WeightsOf(q.Open, report)
	for _, other := range q.Open {
		if other.Kind == items.Weights && other.Label == label && label != "" {
			return d.fitOf(other.Path)
		}
	}
	return jobs.Call{}, errors.New("its weights are not open")
}

// fitOf returns the call of the fit that has written weights.
func (d *Desk) fitOf(path string) (jobs.Call, error) {
	rel, ok := d.Queue.Project.Relative(path)
	if !ok || !weights.IsFile(path) {
		return jobs.Call{}, errors.New("its weights are not in the folder of the project")
	}
	return d.Queue.Project.FitOf(rel)
}

// firstOutputs are names of outputs, by verb and flag.
var firstOutputs = map[string][]jobs.Setting{
	"fit":     {{Name: "o", Value: "fit.json"}, {Name: "report", Value: "fit"}},
	"match":   {{Name: "o", Value: "match"}},
	"texel":   {{Name: "dir", Value: "loop"}},
	"improve": {{Name: "o", Value: "improve"}},
	"label":   {{Name: "o", Value: "labelled.epd"}},
	"extract": {{Name: "o", Value: "rows.matrix"}},
}

// newCall returns the call of an empty form: what is open, and outputs whose names are free.
func (d *Desk) newCall(q *web.Request) (call jobs.Call, err error) {
	call.Verb = q.Get(newName)
	v, err := jobs.Lookup(call.Verb)
	if err != nil {
		return call, web.Missing("%w", err)
	}
	offers := d.offers(q.Open)
	first := func(kind jobs.Kind, other string) string {
		if list := offers[kind]; len(list) > 0 {
			return list[0].Value
		}
		return other
	}
	if v.Args != "" && v.Name != "texel" {
		if rows := first(jobs.Rows, ""); rows != "" {
			call.Args = []string{rows}
		}
	}
	put := func(name, value string) { call.Flags = append(call.Flags, jobs.Setting{Name: name, Value: value}) }
	switch v.Name {
	case "match":
		a, b := first(jobs.Weights, weights.NameBuiltin), weights.NameBuiltin
		if a == b { // nothing else is open
			b = weights.NamePublished + ":pesto"
		}
		put("a", a)
		put("b", b)
	case "label":
		put("by", weights.NameBuiltin)
	}
	for _, s := range firstOutputs[v.Name] {
		put(s.Name, d.Queue.Project.Free(s.Value))
	}
	return call, nil
}

// override fills in what the address says: flags by their names, arguments, and rows by their label. A label of what is
// open stands for its path.
func (d *Desk) override(q *web.Request, v *jobs.Verb, call *jobs.Call) {
	params := q.URL.Query()
	var args []string
	for _, label := range params[dataName] {
		args = append(args, d.pathOf(q.Open, label))
	}
	for _, arg := range params[argName] {
		args = append(args, d.pathOf(q.Open, arg))
	}
	if args != nil {
		call.Args = args
	}
	for _, name := range slices.Sorted(flagsOf(v, params)) {
		call.Flags = slices.DeleteFunc(call.Flags, func(s jobs.Setting) bool { return s.Name == name })
		for _, value := range params[name] {
			if value != "" {
				call.Flags = append(call.Flags, jobs.Setting{Name: name, Value: d.pathOf(q.Open, value)})
			}
		}
	}
}

// flagsOf are the parameters that are flags. Links bring the context of the pages, too, which is none unless the verb has a
// flag of that name.
func flagsOf(v *jobs.Verb, params url.Values) func(yield func(string) bool) {
	own := []string{newName, cloneName, cloneRunName, dataName, argName, web.TokenName}
	context := []string{web.ContextWeights, web.ContextVersus, web.ContextRows}
	return func(yield func(string) bool) {
		for name := range params {
			if slices.Contains(own, name) || slices.Contains(context, name) && !v.Has(name) {
				continue
			}
			if !yield(name) {
				return
			}
		}
	}
}

// pathOf returns the path of what is open under a label, relative to the project; the text itself where there is none.
func (d *Desk) pathOf(open []*items.Item, text string) string {
	if _, err := os.Lstat(filepath.Join(d.Queue.Project.Dir, text)); err == nil || strings.ContainsRune(text, 0) {
		return text
	}
	for _, item := range open {
		if rel, ok := d.Queue.Project.Relative(item.Path); ok && item.Label == text && (item.Kind != items.Weights || weights.IsFile(item.Path)) {
			return rel
		}
	}
	return text
}

// offers are what may be chosen: what is open within the project, the newest weights first, and weights by name.
func (d *Desk) offers(open []*items.Item) map[jobs.Kind][]offer {
	list := map[jobs.Kind][]offer{}
	newest := slices.SortedStableFunc(slices.Values(open), func(a, b *items.Item) int { return int(b.Time/1000 - a.Time/1000) })
	for _, item := range newest {
		rel, ok := d.Queue.Project.Relative(item.Path)
		switch {
		case item.Kind == items.Weights && !weights.IsFile(item.Path):
			list[jobs.Weights] = append(list[jobs.Weights], offer{item.Path, item.About})
		case !ok:
		case item.Kind == items.Weights:
			list[jobs.Weights] = append(list[jobs.Weights], offer{rel, item.About})
		case item.HasRows():
			list[jobs.Rows] = append(list[jobs.Rows], offer{rel, item.About})
		}
	}
	slices.SortStableFunc(list[jobs.Weights], func(a, b offer) int { // files first
		switch x, y := weights.IsFile(a.Value), weights.IsFile(b.Value); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return list
}

// A Repair is what doctor advises for a data file: flags, and why.
type Repair struct {
	Flags []jobs.Setting `json:"flags"`          // to be given
	Why   string         `json:"why"`            // what was found
	Level string         `json:"level"`          // note, warning or error
	Else  string         `json:"else,omitempty"` // what else to do
}

// repairs answers with what doctor finds in a data file of the project.
func repairs(d *Desk, q *web.Request) (any, error) {
	file, verb := q.Get("file"), q.Get(newName)
	rel, err := d.Queue.Project.Reads(file)
	if err != nil {
		return nil, web.Bad(fmt.Errorf("%s: %w", strconv.Quote(file), err))
	}
	item := &items.Item{Kind: items.Data, Label: rel, Path: filepath.Join(d.Queue.Project.Dir, rel)}
	info, err := os.Stat(item.Path)
	if err != nil {
		return nil, web.Bad(err)
	}
	if info.IsDir() {
		return []Repair{}, nil // rows that were read already
	}
	key := fmt.Sprint(item.Path, info.Size(), info.ModTime().UnixNano())
	found, err := web.Kept(q, d.diagnoses, key, func(ctx context.Context) (*measures.Diagnosis, error) { return measures.DiagnosisOf(ctx, item) })
	if err != nil {
		return nil, err
	}
	list := []Repair{}
	for _, f := range found.Findings {
		flags := slices.Clone(f.Extract)
		if verb == "fit" {
			flags = append(flags, f.Fit...)
		}
		call, err := jobs.CallOf(q.Context(), append([]string{verb}, flags...))
		if err != nil {
			call.Flags = nil // the command has no such flag
		}
		if len(call.Flags) == 0 && f.Remedy == "" {
			continue
		}
		list = append(list, Repair{append([]jobs.Setting{}, call.Flags...), cli.Printable(f.Text), fmt.Sprint(f.Level), f.Remedy})
	}
	return list, nil
}
