package mix

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/engine"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// Options configures [Run].
type Options struct {
	Sets            []Set
	Axes            []Axis
	Most, Finalists int
	Start           string          // name of the start weights
	Read            extract.Options // how files are counted
	Fit             fit.Options     // its loss and intercepts

	Player    play.Limit
	Teacher   entrants.Spec
	Positions int    // roots of both halves
	Roots     string // file of them; "": games of the start weights
	Seed      uint64

	Dir string // of what is written
}

// blends returns the sets that have labels of both.
func (o *Options) blends() (list []int) {
	for i, s := range o.Sets {
		if s.Labels == Both {
			list = append(list, i)
		}
	}
	return list
}

// settings are what measures depend on, and so must a run that goes on with them. It may screen more
// candidates until it has looked at the second half.
type settings struct {
	Axes      []Axis           `json:"axes"`
	Sets      []SetInfo        `json:"sets"`
	Reading   []matrix.Setting `json:"reading"`
	Loss      fit.Loss         `json:"loss"`
	Intercept fit.Intercept    `json:"intercept"`
	Start     string           `json:"start"`    // SHA-256
	Baseline  string           `json:"baseline"` // what answers depend on
	Teacher   string           `json:"teacher"`
	Roots     string           `json:"roots"` // SHA-256 of the file, or games
	Positions int              `json:"positions"`
	Seed      uint64           `json:"seed"`
	Program   string           `json:"program"` // [engine.Build]: another one may fit and play otherwise
}

// Run looks for the best mix of the sets, and writes its weights as best.json.
func Run(ctx context.Context, opt Options, std cli.Streams) (*Result, error) {
	done := opt.Read.Attend(std)
	data, err := Open(ctx, opt.Sets, opt.Read)
	done()
	if err != nil {
		return nil, err
	}
	defer data.Close()
	s := &session{Options: opt, std: std, data: data, stages: &progress.Stages{W: std.Err}}
	defer s.stages.Done()
	if err := s.ready(ctx); err != nil {
		return nil, err
	}
	return s.search(ctx)
}

// A session is a run whose sets are open.
type session struct {
	Options
	std      cli.Streams
	stages   *progress.Stages
	data     *Data
	judge    *Judge
	fitter   *Fitter
	settings settings
}

// ready reads start weights and roots, and starts the teacher.
func (s *session) ready(ctx context.Context) error {
	start, err := s.start(s.data.Schema())
	if err != nil {
		return err
	}
	s.judge = &Judge{
		Baseline: s.Start, Start: start, Limit: s.Player, Teacher: s.Teacher, Roots: s.Positions / 2, Seed: s.Seed,
		Cache: filepath.Join(s.Dir, "regret.cache"), Threads: s.Read.Threads,
		Progress: func(stage string, done, total int) { s.stages.At(stage, int64(done), int64(total), "") },
	}
	s.fitter = &Fitter{Data: s.data, Axes: s.Axes, Start: start, Fit: s.Fit, About: provenance(s.Start)}
	s.fitter.Fit.Threads = s.Read.Threads
	s.settings = settings{
		Axes: s.Axes, Reading: s.data.Provenance().Settings, Loss: s.Fit.Loss, Intercept: s.Fit.Intercept, Start: hashOf(start),
		Positions: s.Positions, Seed: s.Seed,
	}
	if s.settings.Sets, err = s.data.Info(); err != nil {
		return err
	}
	if s.settings.Roots, err = s.judge.read(s.Roots, s.settings.Sets); err != nil {
		return err
	}
	if s.settings.Program, err = engine.Build(); err != nil {
		return err
	}
	ids, err := s.judge.Ready(ctx)
	if err == nil {
		s.settings.Baseline, s.settings.Teacher = ids[0], ids[1]
	}
	return err
}

// search searches with a journal.
func (s *session) search(ctx context.Context) (r *Result, err error) {
	j, err := openJournal(filepath.Join(s.Dir, "mix.journal"), &s.settings)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if j.dropped != "" {
		fmt.Fprintf(s.std.Err, "%s; it is measured again\n", j.dropped)
	}
	r, f, err := Plan{
		Sets: s.data.names(), Axes: s.Axes, Most: s.Most, Finalists: s.Finalists,
		Fit: s.fitter.File, Judge: s.judge.Measure, Known: j.known, Keep: j.keep, Report: s.report,
	}.Search(ctx)
	if err != nil {
		return nil, err
	}
	best := filepath.Join(s.Dir, "best.json")
	if err := f.Write(best); err != nil {
		return nil, err
	}
	r.Sets, r.Command = s.settings.Sets, s.command(best)
	return r, nil
}

// report prints a measure.
func (s *session) report(t *Trial, half regret.Half) {
	s.stages.Done()
	m := &t.First
	if half == regret.SecondHalf {
		m = t.Second
	} else if t.Number == 1 {
		for _, n := range warnings([]*Trial{t}, new(Measure)) {
			fmt.Fprintln(s.std.Err, n)
		}
	}
	fmt.Fprintf(s.std.Err, "%2d, half %d: %s: regret %v, %v Elo\n", t.Number, half+1, inWords(s.data.names(), s.Axes, t.Recipe), m.Difference, m.Elo)
}

// start reads the start weights, which our engine must be able to play with.
func (o *Options) start(s matrix.Schema) (*weights.File, error) {
	if _, err := features.Lookup(s.Set); err != nil {
		return nil, fmt.Errorf("the terms of %s are counted by another program, which alone plays with them: fit the mixes by weight:W in its trace, build the program with each, and pass them to match regret", s.Set)
	}
	if o.Start == weights.NamePublished {
		o.Start += ":" + s.Set
	}
	f, err := weights.FindFor(o.Start, s.Set, s.SetHash)
	if err != nil {
		return nil, fmt.Errorf("-start: %w", err)
	}
	return f, nil
}

// provenance says of fits what their data do not know.
func provenance(start string) fitted.About {
	name := filepath.Base(start)
	return fitted.About{Tool: "centipawn experiment run mix " + cli.Version, Start: name, Prior: &weights.Prior{Name: name}}
}

// hashOf returns the SHA-256 of a weights file.
func hashOf(f *weights.File) string {
	h := sha256.New()
	_ = f.Encode(h) // to memory
	return fmt.Sprintf("%x", h.Sum(nil))
}

// rootsRead is how many positions of a file are drawn for each root: some are decided, or leave no
// choice, or are of the other half.
const rootsRead = 40

// read reads the roots, and returns what tells them from others. A file that a set has is refused.
func (j *Judge) read(path string, sets []SetInfo) (id string, err error) {
	if path == "" {
		return "games", nil
	}
	if id, err = input.HashFile(path); err != nil {
		return "", fmt.Errorf("-roots: %w", err)
	}
	for _, s := range sets {
		if slices.Contains(s.Sources, id) {
			return "", fmt.Errorf("-roots %s: the set %s is the same file, and fits have seen it: pass positions of other games", path, s.Name)
		}
	}
	j.File = filepath.Base(path)
	j.From, err = regret.Read([]string{path}, 1, rootsRead*cmp.Or(j.Roots, regret.DefaultRoots), j.Seed, datasets.Options{})
	return id, err
}

// command is the match that decides.
func (o *Options) command(best string) string {
	words := []string{"match", "-a", best, "-b", o.Start}
	for _, limit := range strings.Split(o.Player.String(), ",") {
		name, value, _ := strings.Cut(limit, "=")
		words = append(words, "-"+name, value)
	}
	return strings.Join(append(words, "-sprt", "0,5", "-resign", "4,700,both", "-draw", "40,8,10", "-o", filepath.Join(o.Dir, "match")), " ")
}
