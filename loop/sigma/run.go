package sigma

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// The files of a run's folder.
const (
	startName = "start.nn"
	bestName  = "best.nn"
	warmName  = "warm"
)

// An Event reports how a run goes: where a stage is.
type Event struct {
	Iteration   int // from 1; 0: the warm start
	Stage       string
	Done, Total int64  // rows or steps; a total of 0 is not known
	Note        string // such as the loss
}

// The stages of a run.
const (
	Reading  = "reading lessons"
	Playing  = "playing"
	Teaching = "training"
	Proving  = "proving"
)

// A Report is what a run has come to.
type Report struct {
	Parameters int          `json:"parameters"` // of the network
	Warm       *Metrics     `json:"warm,omitempty"`
	Iterations []*Iteration `json:"iterations,omitempty"`
}

// A run is what goes on in a folder.
type run struct {
	opt    Options
	watch  func(Event)
	start  *nn.File
	starts []board.Position // of games that begin with a puzzle

	encoding planes.Encoding
	report   Report
}

// Run makes a network and trains it, or goes on with the run that is in the folder. watch may be nil.
// If ctx ends that is the error, and the same call goes on later.
func Run(ctx context.Context, opt Options, watch func(Event)) (*Report, error) {
	opt = opt.WithDefaults()
	if watch == nil {
		watch = func(Event) {}
	}
	r := &run{opt: opt, watch: watch}
	lock, err := r.begin()
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if opt.Warm != nil {
		if err := r.warm(ctx); err != nil {
			return nil, err
		}
	}
	for number := 1; number <= opt.Iterations || folder.Exists(r.iterationFile(number, metricsName)); number++ {
		if err := r.iterate(ctx, number); err != nil {
			return nil, fmt.Errorf("iteration %d: %w", number, err)
		}
	}
	return &r.report, r.publish()
}

// begin enters the folder and makes the network to begin with.
func (r *run) begin() (lock io.Closer, err error) {
	if err := r.opt.Validate(); err != nil {
		return nil, err
	}
	if r.start, err = Start(&r.opt); err != nil {
		return nil, err
	}
	if err := r.encoding.UnmarshalText([]byte(r.start.Encoding)); err != nil {
		return nil, err
	}
	s, err := settingsOf(&r.opt)
	if err != nil {
		return nil, err
	}
	if lock, err = folder.Open(r.opt.Dir, s, startName); err != nil {
		return nil, err
	}
	r.report.Parameters = r.start.Network.Config().Size()
	if err := r.start.Write(r.file(startName)); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// file returns the name of a file of the run.
func (r *run) file(names ...string) string {
	return filepath.Join(append([]string{r.opt.Dir}, names...)...)
}

// tool is who writes networks.
const tool = "centipawn sigmazero " + cli.Version

// Start returns the network that a run begins with: that of a file, or a new one drawn by the seed.
func Start(opt *Options) (*nn.File, error) {
	if opt.Init != "" {
		f, err := nn.Read(opt.Init)
		if err != nil {
			return nil, err
		}
		if _, err := neural.New(f); err != nil {
			return nil, fmt.Errorf("%s: %w", opt.Init, err)
		}
		return f, nil
	}
	n, err := nn.New[float32](opt.Network, opt.Seed)
	if err != nil {
		return nil, err
	}
	return &nn.File{
		Encoding: opt.Encoding.String(), Tool: tool, Network: n,
		Settings: []provenance.Setting{{Name: "seed", Value: fmt.Sprint(opt.Seed)}},
	}, nil
}

// settings are what the bytes of a run depend on: all options but the number of threads.
type settings struct {
	Format   string         `json:"format"`
	Network  nn.Config      `json:"network"`
	Encoding string         `json:"encoding"`       // of a new network
	Init     string         `json:"init,omitempty"` // base name and hash of the file
	Warm     []string       `json:"warm"`           // likewise
	Except   []string       `json:"except,omitempty"`
	Lessons  lessonSettings `json:"lessons"`
	Training Training       `json:"training"`
	Test     float64        `json:"test_share"`
	Seed     uint64         `json:"seed"`

	Games     Games    `json:"games"`
	Learning  Training `json:"learning"`
	Window    int      `json:"window"`
	Gate      any      `json:"gate"`
	GatePairs int      `json:"gate_pairs"`
	GateWins  int      `json:"gate_wins"`
}

type lessonSettings struct {
	Result      float64 `json:"result_share"`
	K           float64 `json:"k"`
	Temperature float64 `json:"temperature"`
	Most        int     `json:"positions"`
	Mates       bool    `json:"mates"`
}

// settingsFormat changes with what a run means.
const settingsFormat = "centipawn sigmazero 2"

func settingsOf(o *Options) (s settings, err error) {
	l := &o.Lessons
	s = settings{
		Format: settingsFormat, Network: o.Network, Encoding: o.Encoding.String(), Training: o.Training, Test: o.Test, Seed: o.Seed,
		Lessons: lessonSettings{l.Result, l.K, l.Temperature, l.Most, l.Mates},
	}
	s.Games, s.Learning, s.Window, s.GatePairs, s.GateWins = o.Games, o.Learning, o.Window, o.GatePairs, o.GateWins
	if o.Gate != nil {
		s.Gate = o.Gate.WithDefaults()
	}
	if s.Games.Puzzles, err = hashed(o.Games.Puzzles...); err != nil {
		return s, err
	}
	if o.Init != "" {
		list, err := hashed(o.Init)
		if err != nil {
			return s, err
		}
		s.Init = list[0]
	}
	if s.Warm, err = hashed(o.Warm...); err != nil {
		return s, err
	}
	s.Except, err = hashed(l.Except...)
	return s, err
}

// hashed returns the base names of files with their hashes.
func hashed(files ...string) (list []string, err error) {
	for _, name := range files {
		sum, err := input.HashFile(name)
		if err != nil {
			return nil, err
		}
		list = append(list, filepath.Base(name)+" "+sum)
	}
	return list, nil
}

// warm is the warm start.
func (r *run) warm(ctx context.Context) error {
	dir := r.file(warmName)
	m, ok, err := complete(dir)
	if err != nil {
		return err
	}
	if r.report.Warm = m; ok {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	lessons, sum, err := lesson.Read(ctx, r.opt.Warm, r.opt.Lessons, func(rows int) {
		r.watch(Event{Stage: Reading, Done: int64(rows)})
	})
	if err != nil {
		return err
	}
	c := r.course(dir, 0, r.opt.Training)
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
	return folder.Write(filepath.Join(dir, metricsName), m)
}

// course returns a training in a folder.
func (r *run) course(dir string, iteration int, t Training) *course {
	return &course{
		Training: t, encoding: r.encoding, dir: dir, seed: r.opt.Seed + uint64(iteration), threads: r.opt.Threads,
		watch: func(done, total int, note string) {
			r.watch(Event{Iteration: iteration, Stage: Teaching, Done: int64(done), Total: int64(total), Note: note})
		},
	}
}

// settings are what stands in the file of the network.
func (c *course) settings() []provenance.Setting {
	return []provenance.Setting{
		{Name: "lessons", Value: fmt.Sprint(len(c.train))}, {Name: "batch", Value: fmt.Sprintf("%d in parts of %d", c.Batch, c.Part)},
		{Name: "rate", Value: c.Rate.String()}, {Name: "decay", Value: fmt.Sprint(max(c.Decay, 0))},
		{Name: "legality", Value: fmt.Sprint(max(c.Legality, 0))}, {Name: "seed", Value: fmt.Sprint(c.seed)},
	}
}
