package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/resume"
)

// A checkpoint is the state of a search, and what it is a search of: a search goes
// on only with the same data and options.
type checkpoint struct {
	Format string          `json:"format"`
	Of     json.RawMessage `json:"of"` // [session.facts]
	State  *descent.State  `json:"state"`
}

// checkpointFormat changes with what a state means.
const checkpointFormat = "centipawn checkpoint 2"

// A checkpointer writes checkpoints.
type checkpointer struct {
	path    string
	of      []byte         // JSON
	state   *descent.State // the last one, if it is not written
	written time.Time
}

// everySecond is the time between two writings: a state can be larger than what
// an iteration reads.
const everySecond = time.Second

// save takes a state, and writes it unless one has just been written.
func (c *checkpointer) save(s descent.State) error {
	c.state = &s
	if time.Since(c.written) < everySecond {
		return nil
	}
	return c.flush()
}

// flush writes the last state, if states are kept.
func (c *checkpointer) flush() error {
	if c == nil || c.state == nil {
		return nil
	}
	text, err := json.Marshal(checkpoint{checkpointFormat, c.of, c.state})
	if err == nil {
		err = atomicfile.Write(c.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("-checkpoint: %w", err)
	}
	c.state, c.written = nil, time.Now()
	return nil
}

// remove takes the file away once there is nothing to go on with.
func (c *checkpointer) remove() error {
	if c == nil {
		return nil
	}
	if err := os.Remove(c.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-checkpoint: %w", err)
	}
	return nil
}

// readCheckpoint returns the state to go on from, nil if there is no file. A file
// of another search is refused.
func readCheckpoint(path string, of []byte) (*descent.State, error) {
	text, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("-checkpoint: %w", err)
	}
	var c checkpoint
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil || c.Format != checkpointFormat || c.State == nil {
		return nil, fmt.Errorf("-checkpoint %s: not a checkpoint of this program: pass another file, or remove it", path)
	}
	other, err := resume.Differences(c.Of, of)
	if err != nil {
		return nil, fmt.Errorf("-checkpoint %s: %w: pass another file, or remove it", path, err)
	}
	if other != nil {
		return nil, fmt.Errorf("-checkpoint %s: it is of another fit: %s: pass another file, or remove it", path, strings.Join(other, "; "))
	}
	return c.State, nil
}

// facts returns what a search depends on. The tolerance and the passes only say when it ends.
func (s *session) facts(d *data) map[string]string {
	schema, p := d.Schema(), d.Provenance()
	facts := map[string]string{
		"the program": cli.Version, "the set": schema.Set + " " + schema.SetHash, "the number of rows": strconv.Itoa(d.Rows()),
	}
	for i, source := range p.Sources {
		facts[fmt.Sprintf("source %d", i+1)] = source.Name + " " + source.SHA256
	}
	if schema.Formula != "" {
		facts["the formula"] = schema.Formula
	}
	for _, setting := range p.Settings {
		facts["reading: "+setting.Name] = setting.Value
	}
	o, x := &s.Fit, &s.Fit.Texel
	for name, value := range map[string]any{
		"-loss": o.Loss, "-method": o.Method, "-mates": o.Target.Mates, "-intercept": o.Intercept, "-split": o.Split.By,
		"-seed": o.Split.Seed, "-test": fmt.Sprint(o.Split.Share, s.Test), "-sealed": o.Split.Sealed, "-k": x.K,
		"-lambda": 1 - o.Target.ScoreShare, "-label-k": fmt.Sprint(o.Target.LabelK), "-ridge": fmt.Sprint(o.Ridge, x.Choose.Ridge),
		"-prior-rows": fmt.Sprint(x.PriorRows, x.Choose.Prior), "-smooth": fmt.Sprint(x.Smooth, x.Choose.Smooth),
		"-least-rows": x.LeastRows, "-folds": x.Choose.Folds, "-rate": x.Rate, "-batch": x.BatchRows, "-early": x.Watch,
		"the constraints": strings.Join(s.about.Constraints, ", "), "the start": digest(x.Start), "the prior": digest(x.Prior),
		"the fixed weights": digest(o.Fixed),
	} {
		facts[name] = fmt.Sprint(value)
	}
	return facts
}

// digest returns a short hash of values.
func digest[T fit.NamedWeight | fit.Fixed](list []T) string {
	sum := sha256.New()
	for _, v := range list {
		fmt.Fprintf(sum, "%#v\n", v)
	}
	return fmt.Sprintf("%.8x", sum.Sum(nil))
}

// keepState makes the fit write checkpoints, and go on from one that is there.
func (s *session) keepState(d *data) (err error) {
	if s.Checkpoint == "" {
		return nil
	}
	of, err := json.Marshal(s.facts(d))
	if err != nil {
		return fmt.Errorf("-checkpoint: %w", err)
	}
	s.saved = &checkpointer{path: s.Checkpoint, of: of}
	x := &s.Fit.Texel
	x.Checkpoint = s.saved.save
	if x.Resume, err = readCheckpoint(s.saved.path, s.saved.of); x.Resume != nil {
		cli.Printf(s.std.Err, "going on from %s: iteration %d, %d passes, loss %.9f\n", s.saved.path, x.Resume.Iteration, x.Resume.Passes, x.Resume.F)
	}
	return err
}
