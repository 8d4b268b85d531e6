package sigma

import (
	"context"
	"os"

	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/loop/lesson"
)

// warm is the warm start.
func (r *run) warm(ctx context.Context) error {
	s := r.step(0)
	m, ok, err := campaign.Metrics[Metrics](s)
	if err != nil {
		return err
	}
	if r.report.Warm = m; ok {
		return nil
	}
	if err := os.MkdirAll(s.Dir, 0o777); err != nil {
		return err
	}
	lessons, sum, err := lesson.Read(ctx, r.opt.Warm, r.opt.Lessons, func(rows int) {
		r.watch(Event{Stage: Reading, Done: int64(rows)})
	})
	if err != nil {
		return err
	}
	c := r.course(s, r.opt.Training)
	c.train, c.test = lesson.Split(lessons, r.opt.Test, r.opt.Seed)
	m.Lessons, m.Train, m.Test = sum, len(c.train), len(c.test)
	c.measured = func(points []Point) error {
		m.Points, m.Measured, m.Steps = points, len(c.test), c.Steps
		return r.show()
	}
	if err := c.run(ctx, r.start, ""); err != nil {
		return err
	}
	m.Steps, m.Points, m.Measured = c.Steps, c.notes.Points, len(c.test)
	return folder.Write(s.File(campaign.MetricsName), m)
}

// course returns a training in a folder.
func (r *run) course(s campaign.Step, t Training) *course {
	return &course{
		Training: t, encoding: r.encoding, dir: s.Dir, seed: r.opt.Seed + uint64(s.Number), threads: r.opt.Threads,
		watch: func(done, total int, note string) {
			r.watch(Event{Iteration: s.Number, Stage: Teaching, Done: int64(done), Total: int64(total), Note: note})
		},
	}
}
