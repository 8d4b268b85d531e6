package workbench

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/jobs"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/weights"
)

// An orderSheet is a form with what it is filled with.
type orderSheet struct {
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
func orderForm(d *desk, q *request) (any, error) {
	sheet := &orderSheet{}
	var err error
	switch {
	case q.get(cloneName) != "":
		sheet.Call, sheet.Note, err = d.cloneJob(q)
	case q.get(cloneRunName) != "":
		sheet.Call, sheet.Note, err = d.cloneRun(q)
	default:
		sheet.Call, err = d.newCall(q)
	}
	if err != nil {
		return nil, err
	}
	v, err := jobs.Lookup(sheet.Call.Verb)
	if err != nil {
		return nil, missing("%w", err)
	}
	d.override(q, &sheet.Call)
	if sheet.Form, err = v.Form(q.Context()); err != nil {
		return nil, err
	}
	sheet.Offers = d.offers(q.open)
	for _, item := range q.open {
		if rel, ok := d.queue.Project.Relative(item.Path); ok && item.Kind == items.Data && slices.Contains(sheet.Call.Args, rel) {
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
func (d *desk) cloneJob(q *request) (call jobs.Call, note string, err error) {
	id := q.number(cloneName, 1, 1<<30, 0)
	if q.err != nil {
		return call, "", q.err
	}
	j, err := d.queue.Job(id)
	if err != nil {
		return call, "", missing("%w", err)
	}
	return d.queue.Project.Clone(j.Call), fmt.Sprintf("The settings of job %d. Its outputs have new names.", id), nil
}

// cloneRun returns the call that made what is open under a label, with new outputs.
func (d *desk) cloneRun(q *request) (call jobs.Call, note string, err error) {
	label := q.get(cloneRunName)
	at := slices.IndexFunc(q.open, func(i *items.Item) bool {
		return i.Label == label && slices.Contains([]items.Kind{items.Match, items.Run, items.Report, items.Weights}, i.Kind)
	})
	if at < 0 {
		return call, "", missing("%s: %s", cloneRunName, q.notOpen(label))
	}
	switch item := q.open[at]; item.Kind {
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
		return call, "", requestError{422, fmt.Errorf("%s: how it was made is not known here: %w", label, err)}
	}
	return d.queue.Project.Clone(call), "The settings of " + label + ". Its outputs have new names; paths are as its command had them.", nil
}

// fitOfReport returns the call of the fit that has written a report.
func (d *desk) fitOfReport(q *request, item *items.Item) (jobs.Call, error) {
	report, err := finding.ReadReport(item.Path)
	if err != nil {
		return jobs.Call{}, err
	}
	label := items.WeightsOf(q.open, report)
	for _, other := range q.open {
		if other.Kind == items.Weights && other.Label == label && label != "" {
			return d.fitOf(other.Path)
		}
	}
	return jobs.Call{}, errors.New("its weights are not open")
}

// fitOf returns the call of the fit that has written weights.
func (d *desk) fitOf(path string) (jobs.Call, error) {
	rel, ok := d.queue.Project.Relative(path)
	if !ok || !weights.IsFile(path) {
		return jobs.Call{}, errors.New("its weights are not in the folder of the project")
	}
	return d.queue.Project.FitOf(rel)
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
func (d *desk) newCall(q *request) (call jobs.Call, err error) {
	call.Verb = q.get(newName)
	v, err := jobs.Lookup(call.Verb)
	if err != nil {
		return call, missing("%w", err)
	}
	offers := d.offers(q.open)
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
		put(s.Name, d.queue.Project.Free(s.Value))
	}
	return call, nil
}

// override fills in what the address says: flags by their names, arguments, and rows by their label. A label of what is
// open stands for its path.
func (d *desk) override(q *request, call *jobs.Call) {
	params := q.URL.Query()
	var args []string
	for _, label := range params[dataName] {
		args = append(args, d.pathOf(q.open, label))
	}
	for _, arg := range params[argName] {
		args = append(args, d.pathOf(q.open, arg))
	}
	if args != nil {
		call.Args = args
	}
	for _, name := range slices.Sorted(flagsOf(params)) {
		call.Flags = slices.DeleteFunc(call.Flags, func(s jobs.Setting) bool { return s.Name == name })
		for _, value := range params[name] {
			if value != "" {
				call.Flags = append(call.Flags, jobs.Setting{Name: name, Value: d.pathOf(q.open, value)})
			}
		}
	}
}

// flagsOf are the parameters that are flags.
func flagsOf(params url.Values) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for name := range params {
			if !slices.Contains([]string{newName, cloneName, cloneRunName, dataName, argName, tokenName}, name) && !yield(name) {
				return
			}
		}
	}
}

// pathOf returns the path of what is open under a label, relative to the project; the text itself where there is none.
func (d *desk) pathOf(open []*items.Item, text string) string {
	if _, err := os.Lstat(filepath.Join(d.queue.Project.Dir, text)); err == nil || strings.ContainsRune(text, 0) {
		return text
	}
	for _, item := range open {
		if rel, ok := d.queue.Project.Relative(item.Path); ok && item.Label == text && (item.Kind != items.Weights || weights.IsFile(item.Path)) {
			return rel
		}
	}
	return text
}

// offers are what may be chosen: what is open within the project, the newest weights first, and weights by name.
func (d *desk) offers(open []*items.Item) map[jobs.Kind][]offer {
	list := map[jobs.Kind][]offer{}
	newest := slices.SortedStableFunc(slices.Values(open), func(a, b *items.Item) int { return int(b.Time/1000 - a.Time/1000) })
	for _, item := range newest {
		rel, ok := d.queue.Project.Relative(item.Path)
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

// A repair is what doctor advises for a data file: flags, and why.
type repair struct {
	Flags []jobs.Setting `json:"flags"`          // to be given
	Why   string         `json:"why"`            // what was found
	Level string         `json:"level"`          // note, warning or error
	Else  string         `json:"else,omitempty"` // what else to do
}

// repairs answers with what doctor finds in a data file of the project.
func repairs(d *desk, q *request) (any, error) {
	file, verb := q.get("file"), q.get(newName)
	rel, err := d.queue.Project.Reads(file)
	if err != nil {
		return nil, bad(fmt.Errorf("%s: %w", strconv.Quote(file), err))
	}
	item := &items.Item{Kind: items.Data, Label: rel, Path: filepath.Join(d.queue.Project.Dir, rel)}
	info, err := os.Stat(item.Path)
	if err != nil {
		return nil, bad(err)
	}
	if info.IsDir() {
		return []repair{}, nil // rows that were read already
	}
	key := fmt.Sprint(item.Path, info.Size(), info.ModTime().UnixNano())
	found, err := kept(q, d.diagnoses, key, func(ctx context.Context) (*diagnosis, error) { return diagnosisOf(ctx, item) })
	if err != nil {
		return nil, err
	}
	list := []repair{}
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
		list = append(list, repair{append([]jobs.Setting{}, call.Flags...), cli.Printable(f.Text), fmt.Sprint(f.Level), f.Remedy})
	}
	return list, nil
}
