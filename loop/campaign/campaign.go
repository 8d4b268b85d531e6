// Package campaign is what all learning from games has in common: iterations in the folder of a run, each in a
// folder of its own, that go through stages and end with their metrics; and the gate, a match that new weights or
// a new network must pass before they play.
//
// A stage writes its files whole and goes on where it was stopped. With metrics.json an iteration is complete.
package campaign

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/resume/folder"
)

// MetricsName is the file with which an iteration is complete.
const MetricsName = "metrics.json"

// A Step is one iteration: its number, from 1, and its folder.
type Step struct {
	Number int
	Dir    string
}

// At returns an iteration of the run in a folder.
func At(dir string, number int) Step {
	return Step{number, filepath.Join(dir, fmt.Sprintf("%03d", number))}
}

// File returns the path of a file of the iteration.
func (s Step) File(name string) string { return filepath.Join(s.Dir, name) }

// Metrics reads the metrics of an iteration that is complete; ok is false if it is not.
func Metrics[M any](s Step) (m *M, ok bool, err error) {
	m = new(M)
	ok, err = folder.Read(s.File(MetricsName), m)
	return m, ok, err
}

// Iterations are what a run goes through; M are the metrics of one.
type Iterations[M any] struct {
	Dir string // of the run
	Max int    // those that are complete beyond it count, too

	Begin  func(Step, *M) error // is called before the stages of an iteration that is not complete
	Stages []func(context.Context, Step, *M) error
	End    func(m *M, resumed bool) error // is called when an iteration is complete; resumed: it was before
}

// Run goes through the stages of all iterations that are not complete.
func (it *Iterations[M]) Run(ctx context.Context) error {
	for number := 1; ; number++ {
		s := At(it.Dir, number)
		if number > it.Max && !folder.Exists(s.File(MetricsName)) {
			return nil
		}
		if err := it.step(ctx, s); err != nil {
			return fmt.Errorf("iteration %d: %w", number, err)
		}
	}
}

func (it *Iterations[M]) step(ctx context.Context, s Step) error {
	m, ok, err := Metrics[M](s)
	if err != nil {
		return err
	}
	if ok {
		return it.End(m, true)
	}
	if err := os.MkdirAll(s.Dir, 0o777); err != nil {
		return err
	}
	if err := it.Begin(s, m); err != nil {
		return err
	}
	for _, stage := range it.Stages {
		if err := stage(ctx, s, m); err != nil {
			return err
		}
	}
	if err := folder.Write(s.File(MetricsName), m); err != nil {
		return err
	}
	return it.End(m, false)
}

// Seed returns the seed of one purpose in one iteration, never 0.
func Seed(seed uint64, iteration, purpose int) uint64 {
	return 1 | rand.NewPCG(seed, uint64(iteration)<<8|uint64(purpose)).Uint64()
}

// Hashed returns the base names of files with their hashes: settings name files so, and a run goes on after its
// files were moved.
func Hashed(files ...string) (list []string, err error) {
	for _, name := range files {
		sum, err := input.HashFile(name)
		if err != nil {
			return nil, err
		}
		list = append(list, filepath.Base(name)+" "+sum)
	}
	return list, nil
}
