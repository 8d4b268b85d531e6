package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
)

// A Queue runs the jobs of a project, so many at once.
type Queue struct {
	Project *Project
	AtOnce  int // how many run at once

	launch Launcher
	mu     sync.Mutex
	store  store
	lock   io.Closer // nil: another workbench runs the jobs, or there are none
	jobs   []*Job
	own    map[int]bool   // jobs whose process is a child of this one
	how    map[int]string // what ended it
}

// Open returns the queue of a project. Jobs that an earlier workbench has left are there: those at work are found again,
// those that waited are stopped.
func Open(p *Project, atOnce int, launch Launcher) (*Queue, error) {
	q := &Queue{Project: p, AtOnce: max(1, atOnce), launch: launch, own: map[int]bool{}, how: map[int]string{}}
	var there bool
	var err error
	if q.store, there, err = storeOf(p); err != nil || !there {
		return q, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.take(); err != nil && !errors.Is(err, errTaken) {
		return nil, err
	}
	return q, nil
}

// Supported reports whether this system can run jobs.
func Supported() bool { return supported }

var errTaken = errors.New("another workbench runs the jobs of this folder")

// take makes this the workbench that runs the jobs, unless another one does.
func (q *Queue) take() error {
	if q.lock != nil {
		return nil
	}
	if _, _, err := storeOf(q.Project); err != nil {
		return err
	}
	if err := q.store.make(); err != nil {
		return err
	}
	lock, err := resume.Lock(filepath.Join(string(q.store), lockName))
	if err != nil {
		return fmt.Errorf("%w: %w", errTaken, err)
	}
	q.lock = lock
	if q.jobs, err = q.store.read(); err == nil {
		err = q.hold()
	}
	slices.SortFunc(q.jobs, func(a, b *Job) int { return cmp.Compare(a.ID, b.ID) })
	return err
}

// hold stops what waits since another workbench: a folder can come from elsewhere, and nothing starts in it without a click.
func (q *Queue) hold() error {
	for _, j := range q.jobs {
		if j.State != Waiting {
			continue
		}
		j.State, j.Why = Stopped, "it waited when the workbench ended: Resume starts it"
		if err := q.store.write(j); err != nil {
			return err
		}
	}
	return nil
}

// turnEvery is the time between two looks at processes that are not children of this one, and at the lock of another
// workbench.
const turnEvery = time.Second

// Run keeps the queue going until the context ends. Jobs that are at work then go on.
func (q *Queue) Run(ctx context.Context) {
	again := time.NewTicker(turnEvery)
	defer again.Stop()
	for ctx.Err() == nil {
		q.Turn(ctx)
		select {
		case <-again.C:
		case <-ctx.Done():
		}
	}
	q.Close()
}

// Close leaves the jobs to the next workbench.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.lock != nil {
		_ = q.lock.Close() // it ends with this program at the latest
		q.lock = nil
	}
}

// Turn looks which jobs have ended, and begins those whose turn it is.
func (q *Queue) Turn(ctx context.Context) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, there, err := storeOf(q.Project); err != nil || !there || q.take() != nil {
		return
	}
	working := 0
	for _, j := range q.jobs {
		if j.State != Running && j.State != Stopping {
			continue
		}
		if q.own[j.ID] || j.Birth != "" && birth(j.PID) == j.Birth {
			working++
			continue
		}
		j.end(q.store, q.how[j.ID])
		delete(q.how, j.ID)
		_ = q.store.write(j) // if not, the next look says the same
	}
	for _, j := range q.jobs {
		if j.State == Waiting && working < q.AtOnce && ctx.Err() == nil {
			q.begin(ctx, j)
			if !j.State.over() {
				working++
			}
		}
	}
}

// begin starts the process of a job. Its call is checked once more: links may have changed since.
func (q *Queue) begin(ctx context.Context, j *Job) {
	err := q.start(ctx, j)
	if err != nil {
		j.State, j.Why, j.Ended = Failed, err.Error(), time.Now()
	}
	if err := q.store.write(j); err != nil && j.PID != 0 { // a job that the next workbench would not find
		_ = interrupt(j.PID)
	}
}

func (q *Queue) start(ctx context.Context, j *Job) error {
	c, err := q.Project.Check(ctx, j.Call)
	if err == nil {
		err = c.Err()
	}
	if err != nil {
		return err
	}
	path, argv, err := q.launch(c.Words)
	if err != nil {
		return err
	}
	if err := q.store.plain(j.ID, logName); err != nil {
		return err
	}
	ended := q.store.path(j.ID, endedName)
	if err := os.RemoveAll(ended); err != nil {
		return err
	}
	cmd, err := begin(path, argv, q.Project.Dir, q.store.path(j.ID, logName), cli.EndedVariable+"="+ended)
	if err != nil {
		return err
	}
	j.Line, j.State, j.Started, j.Ended, j.Why, j.Status = c.Line, Running, time.Now(), time.Time{}, "", 0
	j.PID, j.Birth, j.Begun = cmd.Process.Pid, birth(cmd.Process.Pid), j.Begun+1
	q.own[j.ID] = true
	ctx = context.WithoutCancel(ctx) // of a request, which ends before
	go func() {
		how := howEnded(cmd.Wait())
		q.mu.Lock()
		delete(q.own, j.ID)
		q.how[j.ID] = how
		q.mu.Unlock()
		q.Turn(ctx)
	}()
	return nil
}

// mostJobs is how many jobs are kept.
const mostJobs = 1000

// Add puts a job at the end of the queue, and returns it.
func (q *Queue) Add(ctx context.Context, call Call) (Job, error) {
	c, err := q.Project.Check(ctx, call)
	if err == nil {
		err = c.Err()
	}
	if err != nil {
		return Job{}, err
	}
	j, err := q.put(c, call)
	if err != nil {
		return Job{}, err
	}
	q.Turn(context.WithoutCancel(ctx))
	return q.Job(j.ID)
}

// put keeps a new job.
func (q *Queue) put(c *Checked, call Call) (*Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.take(); err != nil {
		return nil, err
	}
	if len(q.jobs) >= mostJobs {
		return nil, errors.New("too many jobs are kept: remove old ones from the list")
	}
	j := &Job{ID: 1, Call: call, Line: c.Line, State: Waiting, Asked: time.Now(), GoesOn: c.verb.goesOn(call)}
	if at := slices.Index(c.Words, "-"+c.verb.Out); c.verb.Out != "" && at >= 0 {
		j.Output = c.Words[at+1] // relative to the project, however it was written
	}
	for _, other := range q.jobs {
		j.ID = max(j.ID, other.ID+1)
	}
	if err := q.clash(j); err != nil {
		return nil, err
	}
	if err := q.store.write(j); err != nil {
		return nil, err
	}
	q.jobs = append(q.jobs, j)
	return j, nil
}

// Jobs returns all jobs, the first first.
func (q *Queue) Jobs() (list []Job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	jobs := q.jobs
	if q.lock == nil { // those of another workbench
		jobs, _ = q.store.read()
	}
	for _, j := range jobs {
		list = append(list, *j)
	}
	slices.SortFunc(list, func(a, b Job) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Elsewhere reports whether another workbench runs the jobs.
func (q *Queue) Elsewhere() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	_, there, err := storeOf(q.Project)
	return there && err == nil && q.lock == nil
}

// Job returns a job.
func (q *Queue) Job(id int) (Job, error) {
	for _, j := range q.Jobs() {
		if j.ID == id {
			return j, nil
		}
	}
	return Job{}, fmt.Errorf("there is no job %d", id)
}

// change calls a change of a job and keeps the job.
func (q *Queue) change(id int, change func(*Job) error) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.take(); err != nil {
		return err
	}
	at := slices.IndexFunc(q.jobs, func(j *Job) bool { return j.ID == id })
	if at < 0 {
		return fmt.Errorf("there is no job %d", id)
	}
	if err := change(q.jobs[at]); err != nil {
		return err
	}
	return q.store.write(q.jobs[at])
}

// Stop asks a job to end, as Ctrl-C does: its command keeps what it has. A job that was asked before ends at once. One
// that waits leaves the queue.
func (q *Queue) Stop(ctx context.Context, id int) error {
	err := q.change(id, func(j *Job) error {
		switch {
		case j.State == Waiting:
			j.State, j.Ended, j.Why = Stopped, time.Now(), "it had not begun"
			return nil
		case j.State.over():
			return fmt.Errorf("job %d is not at work", id)
		case j.Birth == "" || birth(j.PID) != j.Birth: // another process may have its number
			return nil
		}
		j.State = Stopping
		return interrupt(j.PID)
	})
	q.Turn(context.WithoutCancel(ctx))
	return err
}

// clash returns an error if another job that is not over writes the output of this one.
func (q *Queue) clash(j *Job) error {
	for _, other := range q.jobs {
		if other.ID != j.ID && j.Output != "" && other.Output == j.Output && !other.State.over() {
			return fmt.Errorf("job %d, which is %s, has the output %s, too: choose another", other.ID, other.State, j.Output)
		}
	}
	return nil
}

// Resume puts a job that has ended back into the queue. Its command goes on with what it has kept, or begins again.
func (q *Queue) Resume(ctx context.Context, id int) error {
	err := q.change(id, func(j *Job) error {
		if !j.State.over() {
			return fmt.Errorf("job %d is %s", id, j.State)
		}
		j.State, j.Why = Waiting, ""
		return q.clash(j)
	})
	q.Turn(context.WithoutCancel(ctx))
	return err
}

// Remove takes a job that has ended from the list, with its log. What its command has written stays.
func (q *Queue) Remove(id int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.take(); err != nil {
		return err
	}
	at := slices.IndexFunc(q.jobs, func(j *Job) bool { return j.ID == id })
	switch {
	case at < 0:
		return fmt.Errorf("there is no job %d", id)
	case !q.jobs[at].State.over():
		return fmt.Errorf("job %d is %s: stop it first", id, q.jobs[at].State)
	}
	if err := os.RemoveAll(q.store.path(id)); err != nil {
		return err
	}
	q.jobs = slices.Delete(q.jobs, at, at+1)
	return nil
}
