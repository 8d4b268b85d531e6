package loop

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/finished"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/engine"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/trees"
)

// teach makes the rows of a task that has a teacher, from the games of its iteration. Of choices of
// earlier iterations it finds the leaves again.
func (r *run) teach(ctx context.Context, t *task) error {
	if r.taught(t) {
		return nil
	}
	opt, err := r.lesson(ctx, t)
	if err != nil {
		return err
	}
	files := r.opt.From
	if files == nil {
		files = []string{t.gamesFile()}
	}
	if t.objective == Choice {
		if err := r.findAgain(ctx, t, opt); err != nil {
			return err
		}
	}
	sum, err := r.makeRows(ctx, t, t.rowsFile(t.objective), files, opt)
	if err != nil {
		return err
	}
	return folder.Write(t.drawnFile(), sum)
}

// taught reports whether all rows of a task are there.
func (r *run) taught(t *task) bool {
	all := []string{t.drawnFile(), t.rowsFile(t.objective)}
	if t.objective == Choice {
		for number := r.windowFrom(t.Number); number < t.Number; number++ {
			all = append(all, t.againFile(number))
		}
	}
	return !slices.ContainsFunc(all, func(name string) bool { return !folder.Exists(name) })
}

// lesson says how the rows of a task are made.
func (r *run) lesson(ctx context.Context, t *task) (opt trees.Options, err error) {
	l := r.opt.Lesson(t.objective)
	opt = trees.Options{
		Kind: trees.Leaves, Limit: r.opt.Limit, PerTree: r.opt.PerTree, Every: l.Every,
		Seed: campaign.Seed(r.opt.Seed, t.Number, forRows), Threads: r.opt.Threads,
	}
	if opt.Threads == 0 {
		opt.Threads = runtime.GOMAXPROCS(0)
	}
	if t.objective == Choice {
		opt.Kind, opt.Limit = trees.Choices, r.opt.Leaf
	}
	opt.Player = func() (*engine.Engine, error) { return entrants.Engine(t.start, "", opt.Limit) }
	if l.Teacher != nil {
		opt.Label, err = l.Teacher.Label(ctx)
	} else {
		opt.Label.By = entrants.InMemory("self", t.start, "", l.Self)
	}
	return opt, err
}

// findAgain finds the leaves of choices of earlier iterations by the weights that a task begins with:
// other weights lead to other leaves and offsets. The teacher's values stay.
func (r *run) findAgain(ctx context.Context, t *task, opt trees.Options) error {
	opt.Kind, opt.Label = trees.Again, trees.Label{}
	for number := r.windowFrom(t.Number); number < t.Number; number++ {
		source := r.step(number).rowsFile(Choice)
		if _, err := r.makeRows(ctx, t, t.againFile(number), []string{source}, opt); err != nil {
			return err
		}
	}
	return nil
}

// makeRows makes a file of rows from the positions or choices of files, or goes on with it.
func (r *run) makeRows(ctx context.Context, t *task, path string, files []string, opt trees.Options) (sum trees.Summary, err error) {
	if !folder.Exists(path + finished.ReportEnding) {
		if err := removed(path); err != nil { // it was killed between the two: the journal has all
			return sum, err
		}
	}
	settings, err := r.rowSettings(t, files)
	if err != nil {
		return sum, err
	}
	total, err := r.countRoots(files, opt)
	if err != nil {
		return sum, err
	}
	in, err := openRoots(files, opt.Kind)
	if err != nil {
		return sum, err
	}
	rep, err := trees.Generate(ctx, path, in, files, opt, settings, func(sum *trees.Summary) {
		r.watch(Event{Iteration: t.Number, Stage: Drawing, Done: int64(sum.Roots), Total: int64(total)})
	})
	return rep.Summary, errors.Join(err, in.Close())
}

// rowSettings are what rows depend on beside the run's settings: who finds and values them, and of what.
func (r *run) rowSettings(t *task, files []string) (any, error) {
	weights, err := input.HashFile(t.name)
	if err != nil {
		return nil, err
	}
	s := struct {
		Iteration int
		Weights   string
		Program   string
		Roots     []string
	}{t.Number, weights, r.program, nil}
	for _, name := range files {
		sum, err := input.HashFile(name)
		if err != nil {
			return nil, err
		}
		s.Roots = append(s.Roots, sum)
	}
	return s, nil
}

// openRoots opens positions, whose scores are not read, or choices, whose values are kept.
func openRoots(files []string, kind trees.Kind) (*datasets.Reader, error) {
	if kind == trees.Again {
		return datasets.Open(files, datasets.Options{})
	}
	return datasets.Open(files, datasets.Options{Score: datasets.NoColumn})
}

func (r *run) countRoots(files []string, opt trees.Options) (n int, err error) {
	in, err := openRoots(files, opt.Kind)
	if err != nil {
		return 0, err
	}
	n, err = opt.Count(in)
	return n, errors.Join(err, in.Close())
}
