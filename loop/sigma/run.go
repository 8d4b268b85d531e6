package sigma

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/provenance"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
)

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
	iterations := campaign.Iterations[Iteration]{
		Dir: opt.Dir, Max: opt.Iterations, End: r.ended,
		Begin:  func(s campaign.Step, m *Iteration) error { m.Number = s.Number; return nil },
		Stages: []func(context.Context, campaign.Step, *Iteration) error{r.play, r.learn, r.prove},
	}
	if err := iterations.Run(ctx); err != nil {
		return nil, err
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

// ended takes the numbers of an iteration. The training before it is not needed any more.
func (r *run) ended(m *Iteration, resumed bool) error {
	r.report.Iterations = append(r.report.Iterations, m)
	err := forget(r.step(m.Number - 1).File(trainingName))
	if resumed || err != nil {
		return err
	}
	return r.publish()
}

// forget removes the checkpoint of a training that a later one has gone on with.
func forget(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
