package sigma

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// notes are what a checkpoint keeps beside the network.
type notes struct {
	Points []Point `json:"points"`
	Policy float64 `json:"policy"` // sum of the losses since the last point
	Value  float64 `json:"value"`
	Steps  int     `json:"steps"` // of that sum
	First  int     `json:"first"` // steps that the network had before this training
}

// A course is a training that goes on.
type course struct {
	Training
	encoding    planes.Encoding
	dir         string
	seed        uint64
	threads     int
	train, test []lesson.Lesson
	before      int // steps of the plan of the rate that earlier trainings have taken
	watch       func(done, total int, note string)
	measured    func(points []Point) error // is called at each measurement, now and then; may be nil
	shown       time.Time                  // when it was called

	class *lesson.Class
	state *nn.Training
	notes notes
}

// steps sets how many steps there are.
func (c *course) steps() {
	if c.Steps == 0 {
		c.Steps = max(1, len(c.train)/c.Batch)
	}
}

// shownEvery is the least time between two calls of measured.
const shownEvery = 10 * time.Second

// taken returns how many steps there have been.
func (c *course) taken() int { return c.state.Trainer.Steps() - c.notes.First }

// run trains a network, or goes on with what is in the folder. earlier is the file of the training that has led to
// the network, whose moments it goes on with; none: the moments begin with 0.
func (c *course) run(ctx context.Context, start *nn.File, earlier string) error {
	if len(c.train) == 0 || len(c.test) == 0 {
		return fmt.Errorf("%d lessons to teach and %d held out: want more positions, of more games", len(c.train), len(c.test))
	}
	c.steps()
	random := rand.New(rand.NewPCG(c.seed, math.MaxUint64)) // a sample: they come in the order of files and games
	random.Shuffle(len(c.test), func(i, j int) { c.test[i], c.test[j] = c.test[j], c.test[i] })
	c.test = c.test[:min(len(c.test), c.Measured)]
	var err error
	if c.class, err = lesson.NewClass(c.train, c.encoding, c.seed); err != nil {
		return err
	}
	if err := c.begin(start, earlier); err != nil {
		return err
	}
	t := c.state.Trainer
	t.Decay, t.Legality, t.Part, t.Threads = max(c.Decay, 0), max(c.Legality, 0), c.Part, c.threads
	c.tell()
	for c.taken() < c.Steps {
		if ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), c.save())
		}
		if err := c.step(); err != nil {
			return err
		}
	}
	if err := c.save(); err != nil {
		return err
	}
	return c.finish()
}

// begin reads the checkpoint, or begins with a network.
func (c *course) begin(start *nn.File, earlier string) error {
	path := filepath.Join(c.dir, trainingName)
	state, err := nn.ReadTraining(path)
	if err == nil {
		if err := json.Unmarshal(state.Note, &c.notes); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		c.state = state
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: remove it to train from scratch", err)
	}
	fresh := *start
	fresh.Network = start.Network.Copy()
	fresh.Settings = c.settings()
	c.state = &nn.Training{File: &fresh, Trainer: nn.NewTrainer(fresh.Network)}
	if earlier != "" {
		if c.state, err = nn.ReadTraining(earlier); err != nil {
			return err
		}
		c.state.File.Settings = c.settings()
	}
	c.notes.First = c.state.Trainer.Steps()
	return c.measure()
}

// step takes a step, measures and saves when it is time.
func (c *course) step() error {
	n := c.taken()
	rate := c.Rate.At(c.before+n, c.before+c.Steps, max(c.Warmup, 0))
	loss, err := c.state.Trainer.Step(c.class.Batch(n, c.Batch), rate)
	if err != nil {
		return err
	}
	c.notes.Policy, c.notes.Value, c.notes.Steps = c.notes.Policy+loss.Policy, c.notes.Value+loss.Value, c.notes.Steps+1
	if n = c.taken(); n%c.Measure == 0 || n == c.Steps {
		if err := c.measure(); err != nil {
			return err
		}
	}
	if n%c.Save == 0 {
		if err := c.save(); err != nil {
			return err
		}
	}
	c.tell()
	return nil
}

// measure adds a point.
func (c *course) measure() error {
	k := &c.notes
	p := Point{
		Step: c.taken(), Policy: Number(k.Policy / float64(k.Steps)), Value: Number(k.Value / float64(k.Steps)),
		Test: lesson.Measure(c.state.File.Network, c.test, c.encoding),
	}
	k.Points, k.Policy, k.Value, k.Steps = append(k.Points, p), 0, 0, 0
	if c.measured == nil || time.Since(c.shown) < shownEvery {
		return nil
	}
	c.shown = time.Now()
	return c.measured(k.Points)
}

func (c *course) save() (err error) {
	if c.state.Note, err = json.Marshal(c.notes); err != nil {
		return err
	}
	return c.state.Write(filepath.Join(c.dir, trainingName))
}

// tell tells the watcher how far it is.
func (c *course) tell() {
	last := c.notes.Points[len(c.notes.Points)-1].Test
	note := fmt.Sprintf("policy %.3f, value %.3f, legal %.1f %%", last.Policy, last.Value, 100*last.Legal)
	if math.IsNaN(float64(last.Value)) {
		note = fmt.Sprintf("policy %.3f, legal %.1f %%", last.Policy, 100*last.Legal)
	}
	c.watch(c.taken(), c.Steps, note)
}

// finish writes the network.
func (c *course) finish() error {
	c.state.File.Steps = c.state.Trainer.Steps()
	return c.state.File.Write(filepath.Join(c.dir, networkName))
}

// settings are what stands in the file of the network.
func (c *course) settings() []provenance.Setting {
	return []provenance.Setting{
		{Name: "lessons", Value: fmt.Sprint(len(c.train))}, {Name: "batch", Value: fmt.Sprintf("%d in parts of %d", c.Batch, c.Part)},
		{Name: "rate", Value: c.Rate.String()}, {Name: "decay", Value: fmt.Sprint(max(c.Decay, 0))},
		{Name: "legality", Value: fmt.Sprint(max(c.Legality, 0))}, {Name: "seed", Value: fmt.Sprint(c.seed)},
	}
}
