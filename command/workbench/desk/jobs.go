package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"reflect"
	"time"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/jobs"
	"example.org/centipawn/command/workbench/web"
)

// Routes returns the handlers of the page Jobs. The desk is asked for at each request: it opens after the pages.
func Routes(at func() *Desk, project *items.Project) map[string]web.Handler {
	with := func(h func(d *Desk, q *web.Request) (any, error)) web.Handler {
		return web.Answer(func(q *web.Request) (any, error) {
			d := at()
			if err := d.open(q); err != nil {
				return nil, err
			}
			return h(d, q)
		})
	}
	streamed := func(h func(d *Desk, w http.ResponseWriter, q *web.Request) error) web.Handler {
		return func(w http.ResponseWriter, q *web.Request) error {
			d := at()
			if err := d.open(q); err != nil {
				return err
			}
			return h(d, w, q)
		}
	}
	return map[string]web.Handler{
		"GET /api/jobs":      streamed(func(d *Desk, w http.ResponseWriter, q *web.Request) error { return d.followJobs(w, q, project) }),
		"GET /api/jobs/form": with(orderForm), "POST /api/jobs/check": with(checkOrder), "POST /api/jobs": with(placeOrder),
		"POST /api/jobs/stop": with(stopJob), "POST /api/jobs/resume": with(resumeJob), "POST /api/jobs/remove": with(removeJob),
		"GET /api/jobs/repairs": with(repairs), "GET /api/jobs/log.txt": streamed((*Desk).wholeLog),
	}
}

// errNoToken is the error of jobs for a user who has not the token: they name files and commands.
var errNoToken = errors.New("jobs are for a user who has opened the address that the command printed")

// open returns why a request cannot have jobs: they are off, or it may not see them. The desk may be nil.
func (d *Desk) open(q *web.Request) error {
	switch {
	case !q.Token:
		return web.Failed(http.StatusForbidden, errNoToken)
	case d == nil:
		return web.Missing("jobs are off")
	case d.Queue == nil:
		return web.Missing("jobs are off: %s", d.Off)
	}
	return nil
}

// A shownJob is a job with how far it is.
type shownJob struct {
	jobs.Job
	Progress jobs.Progress `json:"progress"`        // by what it has printed
	Took     float64       `json:"took"`            // seconds since it began, or until it ended
	Page     string        `json:"page,omitempty"`  // on which its output is shown, if that is open
	Label    string        `json:"label,omitempty"` // of the output
}

// A jobBoard is what the page Jobs shows.
type jobBoard struct {
	Project   string     `json:"project"`   // the folder's name
	AtOnce    int        `json:"at_once"`   // how many jobs run at once
	Elsewhere bool       `json:"elsewhere"` // another workbench runs them
	Jobs      []shownJob `json:"jobs"`      // the last first
}

// followJobs streams the jobs whenever something is new.
func (d *Desk) followJobs(w http.ResponseWriter, q *web.Request, project *items.Project) error {
	var sent jobBoard
	return web.Streamed(w, q, func() (news any, last bool, err error) {
		now := d.board(project.Now().Items)
		if sent.Jobs != nil && reflect.DeepEqual(now, sent) {
			return nil, false, nil
		}
		sent = now
		return now, false, nil
	})
}

// board returns what is known of the jobs.
func (d *Desk) board(open []*items.Item) jobBoard {
	b := jobBoard{filepath.Base(d.Queue.Project.Dir), d.Queue.AtOnce, d.Queue.Elsewhere(), []shownJob{}}
	for _, j := range d.Queue.Jobs() {
		s := shownJob{Job: j, Progress: d.progressOf(&j)}
		switch {
		case j.Started.IsZero():
		case j.Ended.IsZero():
			s.Took = time.Since(j.Started).Round(time.Second).Seconds()
		default:
			s.Took = j.Ended.Sub(j.Started).Seconds()
		}
		s.Page, s.Label = d.shownOn(open, j.Output)
		s.PID, s.Birth = 0, ""
		b.Jobs = append([]shownJob{s}, b.Jobs...)
	}
	return b
}

// progressOf returns how far a job is. Of one that has ended it is read once.
func (d *Desk) progressOf(j *jobs.Job) jobs.Progress {
	if j.Ended.IsZero() {
		return d.Queue.Progress(j.ID)
	}
	p, _ := d.progress.Get(fmt.Sprint(j.ID, j.Ended.UnixNano()), func() (jobs.Progress, error) { return d.Queue.Progress(j.ID), nil }) // it never fails
	return p
}

// shownOn returns the page that shows an output, and its label there.
func (d *Desk) shownOn(open []*items.Item, output string) (page, label string) {
	if output == "" {
		return "", ""
	}
	pages := map[items.Kind]string{items.Match: "match", items.Run: "loop", items.Weights: "weights", items.Report: "fit", items.Data: "data"}
	for _, item := range open {
		if rel, ok := d.Queue.Project.Relative(item.Path); ok && rel == filepath.Clean(output) {
			return pages[item.Kind], item.Label
		}
	}
	return "", ""
}

// callOf reads a call from the body of a request.
func callOf(q *web.Request) (call jobs.Call, err error) {
	err = web.Bad(bodyOf(q, &call))
	return call, err
}

// bodyOf reads a body.
func bodyOf(q *web.Request, into any) error {
	d := json.NewDecoder(q.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("the request is not one of the page: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after the request")
	}
	return nil
}

// A checkedOrder is what a page is told of a form while it is filled in.
type checkedOrder struct {
	*jobs.Checked
	Estimate jobs.Estimate `json:"estimate"`
}

// checkOrder answers what a form comes to: the command, what is wrong with it, and what is known of it.
func checkOrder(d *Desk, q *web.Request) (any, error) {
	call, err := callOf(q)
	if err != nil {
		return nil, err
	}
	checked, err := d.Queue.Project.Check(q.Context(), call)
	if err != nil {
		return nil, web.Bad(err)
	}
	out := checkedOrder{checked, jobs.Estimate{Facts: []string{}}}
	if checked.Err() == nil {
		out.Estimate = d.Queue.Estimate(call)
	}
	return out, nil
}

// placeOrder starts a job, or lets it wait.
func placeOrder(d *Desk, q *web.Request) (any, error) {
	call, err := callOf(q)
	if err != nil {
		return nil, err
	}
	j, err := d.Queue.Add(q.Context(), call)
	return map[string]int{"job": j.ID}, web.Bad(err)
}

// jobNumber reads the number of a job from a body.
func jobNumber(q *web.Request) (int, error) {
	var body struct {
		Job int `json:"job"`
	}
	err := web.Bad(bodyOf(q, &body))
	return body.Job, err
}

func stopJob(d *Desk, q *web.Request) (any, error) {
	id, err := jobNumber(q)
	if err == nil {
		err = web.Bad(d.Queue.Stop(q.Context(), id))
	}
	return map[string]int{"job": id}, err
}

func resumeJob(d *Desk, q *web.Request) (any, error) {
	id, err := jobNumber(q)
	if err == nil {
		err = web.Bad(d.Queue.Resume(q.Context(), id))
	}
	return map[string]int{"job": id}, err
}

func removeJob(d *Desk, q *web.Request) (any, error) {
	id, err := jobNumber(q)
	if err == nil {
		err = web.Bad(d.Queue.Remove(id))
	}
	return map[string]int{"job": id}, err
}

// wholeLog answers with a job's log as text.
func (d *Desk) wholeLog(w http.ResponseWriter, q *web.Request) error {
	id := q.Number("job", 1, 1<<30, 0)
	if q.Err != nil {
		return q.Err
	}
	if _, err := d.Queue.Job(id); err != nil {
		return web.Missing("%w", err)
	}
	text, _, err := d.Queue.Tail(id, 1<<40)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, text)
	return nil
}
