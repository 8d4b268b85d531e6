package workbench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/kept"
	"example.org/centipawn/command/workbench/runs"
	"example.org/centipawn/command/workbench/web"
	plainreport "example.org/centipawn/internal/report"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop"
	"example.org/centipawn/match"
)

// runsPage is what was done in the project, and the front page.
var runsPage = page{
	Name: "runs", Title: "Runs", About: "What was fitted and played, how good is it, what still runs, and which of them can be compared?",
	Routes: func(in *shared) map[string]web.Handler {
		p := &runsPages{in}
		return map[string]web.Handler{"GET /api/runs": p.stream, "POST /api/note": p.note, "GET /kept": kept.Answer}
	},
}

// mostRead is how many items have their figures kept: a few kilobytes each.
const mostRead = 5000

// A read is what is read once of an item that has not changed.
type read struct {
	row    *runs.Row
	report *finding.Report
	sha256 string // of weights
	done   []*loop.Metrics
}

// A runTable makes the rows of all runs that are open.
type runTable struct {
	known *cache.Cache[*items.Item, *read]
	notes *runs.Notes
	loops sync.Mutex // of the metrics of loops
}

// tableOf returns the table of a project.
func tableOf(in *shared) *runTable {
	return &runTable{
		known: keptBy[*items.Item, *read](in, mostRead, func(item *items.Item) []*items.Item { return []*items.Item{item} }),
		notes: runs.NewNotes(in.project.Folder()),
	}
}

// readOf reads what does not change of an item.
func (t *runTable) readOf(item *items.Item) (*read, error) {
	return t.known.Get(item, func() (*read, error) {
		out := new(read)
		switch item.Kind {
		case items.Weights:
			h := sha256.New()
			if err := item.File.Encode(h); err != nil {
				return nil, err
			}
			out.row, out.sha256 = runs.OfWeights(item.File), hex.EncodeToString(h.Sum(nil))
		case items.Report:
			r, err := finding.ReadReport(item.Path)
			if err != nil {
				return nil, err
			}
			out.row, out.report = runs.OfReport(r), r
		}
		return out, nil
	})
}

// A shownRun is a row with the items that it is of.
type shownRun struct {
	*runs.Row
	item   *items.Item // the weights of a fit, unless its report alone is open
	report *finding.Report
}

// rows returns the runs that are open, marked, with notes.
func (t *runTable) rows(q *web.Request) (list []*shownRun, err error) {
	reports := t.reports(q.Open)
	for _, item := range q.Open {
		if row := t.row(q, item, reports[item]); row != nil {
			list = append(list, row)
		}
	}
	placed := slices.Collect(maps.Values(reports))
	for _, item := range q.Open {
		if item.Kind == items.Report && !slices.Contains(placed, item) {
			list = append(list, t.alone(item))
		}
	}
	plain := make([]*runs.Row, len(list))
	paths := make(map[*runs.Row]string)
	for i, r := range list {
		plain[i], paths[r.Row] = r.Row, r.item.Path
	}
	runs.Mark(plain)
	return list, t.notes.Add(plain, func(r *runs.Row) string { return paths[r] })
}

// reports returns the open reports by the weights that they are of, which have their hash: first those whose file a report
// names, then others.
func (t *runTable) reports(open []*items.Item) map[*items.Item]*items.Item {
	of, placed := make(map[*items.Item]*items.Item), make(map[*items.Item]bool)
	for _, byName := range []bool{true, false} {
		for _, item := range open {
			if item.Kind != items.Report || placed[item] {
				continue
			}
			at := slices.IndexFunc(open, func(w *items.Item) bool { return of[w] == nil && t.isOf(item, w, byName) })
			if at >= 0 {
				of[open[at]], placed[item] = item, true
			}
		}
	}
	return of
}

// isOf reports whether a report is of weights that are rows of their own, and, if asked for, names their file.
func (t *runTable) isOf(report, of *items.Item, byName bool) bool {
	if of.Kind != items.Weights || of.Time == 0 || of.OfRun() {
		return false
	}
	r, err := t.readOf(report)
	w, err2 := t.readOf(of)
	if err != nil || err2 != nil || r.report.Fitted == nil || r.report.Fitted.SHA256 != w.sha256 {
		return false
	}
	return !byName || r.report.Fitted.Weights == filepath.Base(of.Path)
}

// row returns the row of an item; nil if it is none.
func (t *runTable) row(q *web.Request, item, report *items.Item) *shownRun {
	var r *shownRun
	switch item.Kind {
	case items.Weights:
		if item.Time == 0 || item.OfRun() {
			return nil
		}
		r = t.fit(item, report)
	case items.Match:
		r = t.match(q, item)
	case items.Run:
		r = t.loop(q, item)
	case items.Improve:
		r = t.improve(q, item)
	case items.Experiment:
		r = &shownRun{Row: &runs.Row{Kind: runs.Experiment, Status: runs.Ended, At: written(filepath.Join(item.Path, plainreport.PageName))}}
		r.keep(q, item)
	case items.Sigmazero:
		r = t.sigmazero(q, item)
	case items.Network:
		r = &shownRun{Row: &runs.Row{Kind: runs.Network, Page: "play", Asks: "network", Status: runs.Ended, At: written(item.Path)}}
	default:
		return nil
	}
	r.Label, r.item = item.Label, item
	return r
}

// fit returns the row of weights, with what their report has.
func (t *runTable) fit(item, report *items.Item) *shownRun {
	known, err := t.readOf(item)
	if err != nil {
		return &shownRun{Row: &runs.Row{Kind: runs.Fit, Page: "weights", Asks: "weights", Fault: err.Error()}}
	}
	row := *known.row
	row.At, row.Weights = item.Time, item.Label
	out := &shownRun{Row: &row}
	if report != nil {
		if with, err := t.readOf(report); err == nil {
			row.Add(with.report)
			row.Report, out.report = report.Label, with.report
		}
	}
	return out
}

// alone returns the row of a report whose weights are not open.
func (t *runTable) alone(item *items.Item) *shownRun {
	out := &shownRun{Row: &runs.Row{Kind: runs.Fit, Page: "fit", Asks: "report"}, item: item}
	if r, err := t.readOf(item); err != nil {
		out.Fault = err.Error()
	} else {
		row := *r.row
		out.Row, out.report = &row, r.report
	}
	out.Label, out.Report, out.At = item.Label, item.Label, written(item.Path)
	return out
}

// match returns the row of a match as it stands.
func (t *runTable) match(q *web.Request, item *items.Item) *shownRun {
	out := &shownRun{Row: &runs.Row{Kind: runs.Match, Page: "match", Asks: "match"}}
	err := item.Match.Follow(func(m *items.FollowedMatch) error {
		out.Row = runs.OfMatch(m.Result())
		if at, ok := m.Last(); ok {
			out.At = at.UnixMilli()
		}
		holder, err := m.Holder()
		switch {
		case err != nil:
			return err
		case m.Stop() != match.Interrupted || m.Ended() && !holder.Held:
			out.Status = runs.Ended
		case holder.Known && !holder.Held:
			out.Status, out.Resume = runs.Stopped, resumeCommand(q, holder)
		case holder.Held:
			out.Status = runs.Running
		}
		return nil
	})
	if err != nil {
		out.Fault = err.Error()
	}
	return out
}

// loop returns the row of a loop as it stands.
func (t *runTable) loop(q *web.Request, item *items.Item) *shownRun {
	out := &shownRun{Row: &runs.Row{Kind: runs.Loop, Page: "loop", Asks: "run"}}
	done := 0
	known, err := t.readOf(item)
	if err == nil {
		t.loops.Lock()
		known.done, err = loop.Look(item.Path, known.done)
		out.Row, done = runs.OfLoop(known.done), len(known.done)
		t.loops.Unlock()
	}
	if err != nil {
		out.Fault = err.Error()
		return out
	}
	holder, err := folder.Holder(item.Path)
	next, begun, err2 := loop.Last(item.Path, done+1)
	if err = errors.Join(err, err2); err != nil {
		out.Fault = err.Error()
	}
	switch out.Status = runs.Ended; {
	case holder.Held:
		out.Status = runs.Running
	case begun && holder.Known:
		out.Status, out.Resume = runs.Stopped, resumeCommand(q, holder)
	}
	if out.At = written(item.Path); begun {
		out.At = next.At.UnixMilli()
	}
	return out
}

// written returns when a file or folder was written, in milliseconds since 1970; 0: not known.
func written(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.ModTime().UnixMilli()
}

// A runsAnswer is the table as the page shows it.
type runsAnswer struct {
	Rows   []*runs.Row  `json:"rows"`   // that the filter takes, sorted
	All    int          `json:"all"`    // runs that are open
	Groups int          `json:"groups"` // of runs that have the same test rows, among those that the filter takes
	Fault  string       `json:"fault"`  // of the filter or the sorting, which is left out then; or of the notes
	Gone   []items.Gone `json:"gone"`   // what was removed, the last first
	Left   int          `json:"left"`   // files and folders that were not looked at
	Fields []string     `json:"fields"` // of the filter
	Notes  bool         `json:"notes"`  // this visitor may write notes
}

type runsPages struct{ *shared }

// stream sends the table, and again when something in it has changed.
func (p *runsPages) stream(w http.ResponseWriter, q *web.Request) error {
	var sent *runsAnswer
	return web.Streamed(w, q, func() (any, bool, error) {
		q.See(p.project.Now())
		out := p.answer(q)
		if sent != nil && reflect.DeepEqual(sent, out) {
			return nil, false, nil
		}
		sent = out
		return out, false, nil
	})
}

// answer returns the table of a request.
func (p *runsPages) answer(q *web.Request) *runsAnswer {
	out := &runsAnswer{Rows: []*runs.Row{}, Gone: q.Now.Gone, Left: q.Now.Left, Fields: runs.FieldNames(), Notes: q.Token && p.project.Folder() != ""}
	list, err := p.table.rows(q)
	fault := func(err error) {
		if err != nil && out.Fault == "" {
			out.Fault = q.Told(err).Error()
		}
	}
	fault(err)
	f, err := runs.ParseFilter(q.Get("filter"))
	fault(err)
	groups := make(map[string]bool)
	for _, r := range list {
		if r.Fault != "" { // it may name a path
			r.Fault = q.Told(errors.New(r.Fault)).Error()
		}
		if out.All++; f.Takes(r.Row) {
			out.Rows = append(out.Rows, r.Row)
			groups[r.Group] = groups[r.Group] || r.Group != ""
		}
	}
	delete(groups, "")
	out.Groups = len(groups)
	fault(runs.Sort(out.Rows, q.Get("sort")))
	return out
}

// A noted is what a page sends for the note of a run.
type noted struct {
	Run  string   `json:"run"`
	Note string   `json:"note"`
	Tags []string `json:"tags"`
}

// note keeps the note of a run.
func (p *runsPages) note(w http.ResponseWriter, q *web.Request) error {
	var n noted
	d := json.NewDecoder(q.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&n); err != nil {
		return web.Bad(err)
	}
	list, err := p.table.rows(q)
	if err != nil {
		return err
	}
	for _, r := range list {
		if r.Label == n.Run {
			err := p.table.notes.Set(r.item.Path, runs.Note{Note: n.Note, Tags: n.Tags})
			return web.Sent(w, map[string]bool{"kept": err == nil}, web.Bad(err))
		}
	}
	return web.Missing("run: %s", q.NotOpen(n.Run))
}
