package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
)

// fit drives the passes of a fit: the local command runs here without rows, and each pass is a
// pipeline whose shards make the sums of their segments.
func (j *Job) fit(ctx context.Context, parts, dir string, std cli.Streams) error {
	segments, err := fit.Segments(j.Args, std)
	if err != nil {
		return err
	}
	own := *j
	if own.Shards = max(1, min(j.Shards, segments)); own.Shards < j.Shards {
		cli.Printf(std.Err, "fit: %d shards of %d work: the rows have no more segments\n", own.Shards, j.Shards)
	}
	x := &driver{job: &own, fn: fitFn{Args: j.Args, Of: own.Shards, Parts: parts, Dir: dir}, folder: shards.Folder{Dir: parts, Of: shards.Shard{Of: own.Shards}}}
	defer endSessions(parts)
	if err := shards.ForgetFailure(parts); err != nil {
		return err
	}
	return fit.Share(ctx, j.Args, std, x)
}

// A driver is the exchange of the process that has no rows: it starts a pipeline for each step.
type driver struct {
	job    *Job
	fn     fitFn
	folder shards.Folder
}

var _ shards.Exchange = (*driver)(nil)

// Range implements [shards.Exchange].
func (*driver) Range(int) (low, high int) { return 0, 0 }

// Leads implements [shards.Exchange].
func (*driver) Leads() bool { return true }

// All implements [shards.Exchange].
func (d *driver) All(ctx context.Context, step string, _ func() ([]byte, error)) (all [][]byte, err error) {
	fn := d.fn
	fn.Step = step
	d.fn.Number++
	if err := d.job.pipeline(ctx, &fn); err != nil {
		return nil, err
	}
	for i := range d.job.Shards {
		b, err := os.ReadFile(d.folder.Path(fn.Number, step, i))
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// Give implements [shards.Exchange]: who leads learns of all.
func (*driver) Give(bool) {}

// Tell implements [shards.Exchange].
func (d *driver) Tell(_ context.Context, step string, text []byte) ([]byte, error) {
	path := d.folder.Said(d.fn.Number, step)
	d.fn.Number++
	return text, shards.Say(path, text)
}

// Fail implements [shards.Exchange].
func (d *driver) Fail(cause error) error { return d.folder.Fail(cause) }

// fitFn makes a shard's part of a step.
type fitFn struct {
	Args   []string
	Of     int
	Parts  string // folder of the exchange
	Dir    string // in which names of files begin
	Number int    // of the step
	Step   string
}

func init() { register.DoFn3x1[context.Context, int, func(string), error](&fitFn{}) }

// ProcessElement waits until the process's session of the shard has made its part of the step.
func (f *fitFn) ProcessElement(ctx context.Context, index int, emit func(string)) error {
	working.Add(1)
	defer working.Done()
	shard := shards.Shard{Index: index, Of: f.Of}
	path := (&shards.Folder{Dir: f.Parts, Of: shard}).Path(f.Number, f.Step, index)
	err := begin(f.Dir, shard)
	if err == nil {
		s := f.session(shard)
		err = s.await(ctx, path)
		s.leave()
	}
	if err != nil {
		return fmt.Errorf("fit: shard %v failed in step %d, %s: %w: the same command again does what is missing", shard, f.Number, f.Step, err)
	}
	emit(path)
	return nil
}

// A session is a fit that runs in a worker's process from step to step, so that it packs its rows
// once. It is made again, and reads what was done, where another process gets the shard.
type session struct {
	cancel context.CancelFunc
	steps  int         // that wait for it
	idle   *time.Timer // runs while no step does
	done   chan struct{}
	err    error // after done
}

// sessionIdle ends a session that no step has waited for: its driver is gone.
const sessionIdle = time.Hour

type sessionKey struct {
	parts string
	shard shards.Shard
}

var sessions struct {
	sync.Mutex
	open map[sessionKey]*session
}

// session returns the session of a shard, begun if there is none.
func (f *fitFn) session(shard shards.Shard) *session {
	sessions.Lock()
	defer sessions.Unlock()
	key := sessionKey{f.Parts, shard}
	if s := sessions.open[key]; s != nil && !s.ended() {
		s.steps++
		s.idle.Stop()
		return s
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &session{cancel: cancel, steps: 1, idle: time.AfterFunc(sessionIdle, cancel), done: make(chan struct{})}
	s.idle.Stop()
	if sessions.open == nil {
		sessions.open = map[sessionKey]*session{}
	}
	sessions.open[key] = s
	go func() {
		defer close(s.done)
		said := &tail{}
		x := &shards.Folder{Dir: f.Parts, Of: shard, Led: true}
		s.err = fit.Share(ctx, f.Args, cli.Streams{In: new(nothing), Out: said, Err: said}, x)
		if errors.Is(s.err, cli.ErrUsage) {
			s.err = errors.New(said.text())
		}
	}()
	return s
}

// leave says that a step waits no longer.
func (s *session) leave() {
	sessions.Lock()
	defer sessions.Unlock()
	if s.steps--; s.steps == 0 {
		s.idle.Reset(sessionIdle)
	}
}

// ended reports whether the session has ended: another fit into the same folder begins its own.
func (s *session) ended() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// await waits for a file of the session.
func (s *session) await(ctx context.Context, path string) error {
	for {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-s.done:
			if _, err := os.Stat(path); err == nil {
				return nil
			}
			return errors.Join(s.err, errors.New("it ended before this step"))
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// endSessions ends those of a fit in this process.
func endSessions(parts string) {
	sessions.Lock()
	var mine []*session
	for key, s := range sessions.open {
		if key.parts == parts {
			mine = append(mine, s)
			delete(sessions.open, key)
		}
	}
	sessions.Unlock()
	for _, s := range mine {
		s.cancel()
		s.idle.Stop()
		<-s.done
	}
}
