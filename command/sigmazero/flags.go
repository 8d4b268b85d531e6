package sigmazero

import (
	"errors"
	"flag"
	"fmt"

	"centipawn/cli"
	"centipawn/loop/sigma"
	"centipawn/nn"
)

// A request is what the command line asks for.
type request struct {
	run   sigma.Options
	json  bool
	paper bool
	given map[string]bool // by the names of flags
}

// parse reads the command line.
func parse(args []string, std cli.Streams) (*request, error) {
	q := &request{run: sigma.Options{}.WithDefaults(), given: map[string]bool{}}
	q.run.Training.Steps = 0
	fs := cli.NewFlags(synopsis, about, std, groups()...)
	q.addFlags(fs)
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return nil, err
	}
	fs.Visit(func(f *flag.Flag) { q.given[f.Name] = true })
	q.run.Warm = append(q.run.Warm, rest...)
	if err := q.finish(); err != nil {
		return nil, cli.Usagef(std, "%v", err)
	}
	return q, nil
}

// addFlags adds the flags with their defaults.
func (q *request) addFlags(fs *flag.FlagSet) {
	o := &q.run
	fs.StringVar(&o.Dir, "dir", "", "the run's `folder`")
	files(fs, &o.Warm, "warm", "teach the lessons of this `FILE`, and of those named behind the flags; may be repeated")
	fs.StringVar(&o.Init, "init", "", "begin with the network in `FILE`; none: a new one, drawn by the seed")
	fs.Uint64Var(&o.Seed, "seed", o.Seed, "`seed` of all that is drawn")
	fs.IntVar(&o.Threads, "threads", o.Threads, "train `n` parts of a batch at a time; results do not depend on it")
	fs.BoolVar(&q.json, "json", false, "print one JSON object on standard output")

	addShape(fs, &o.Network, &q.paper)

	l := &o.Lessons
	fs.Float64Var(&l.Result, "result", 0, "`share` of the game's result in the value, 0 to 1; the rest is the teacher's expected score; where one is not known the other is all")
	fs.Float64Var(&l.K, "k", l.K, "`K` of the expected score 1/(1+10^(-K·s/400)) of a teacher's evaluation")
	fs.Float64Var(&l.Temperature, "temperature", 0, "softmax of a teacher's values of all moves over so many `centipawns`; 0: the best moves alone")
	files(fs, &l.Except, "except", "leave out the positions of this `FILE`; may be repeated")
	fs.IntVar(&l.Most, "positions", 0, "take `n` lessons of each file at most, drawn from all; 0: all")
	fs.BoolVar(&l.Mates, "mates", false, "with -positions: take every lesson whose move is checkmate besides")
	fs.Float64Var(&o.Test, "test", o.Test, "hold out the lessons of this `share` of the games")

	t := &o.Training
	fs.IntVar(&t.Steps, "steps", 0, "train `n` steps; 0: one pass over the lessons, or the stages of -rate")
	fs.IntVar(&t.Batch, "batch", t.Batch, "teach `n` lessons a step")
	fs.IntVar(&t.Part, "part", t.Part, "cut a batch into parts of `n`, each normalised by itself, for several -threads")
	fs.TextVar(&t.Rate, "rate", t.Rate, "rate of learning by Adam: a number, stages as 0.02x40000,0.002x100000 or cosine:0.004: `plan`")
	fs.IntVar(&t.Warmup, "warmup", t.Warmup, "let the rate rise over the first `n` steps")
	fs.Float64Var(&t.Decay, "decay", t.Decay, "`factor` of the squares of the weights in the loss")
	fs.BoolVar(&t.Masked, "masked", false, "give illegal moves no part in the softmax: the network learns nothing of them")
	fs.IntVar(&t.Measure, "measure", t.Measure, "measure the lessons held out every `n` steps")
	fs.IntVar(&t.Measured, "measured", t.Measured, "measure `n` of them at most")
	fs.IntVar(&t.Save, "save", t.Save, "keep a checkpoint every `n` steps")
}

func groups() []cli.Group {
	return []cli.Group{
		{Title: "The network", Flags: shapeFlags},
		{Title: "Lessons", Flags: []string{"result", "k", "temperature", "except", "positions", "mates", "test"}},
		{Title: "Training", Flags: []string{"steps", "batch", "part", "rate", "warmup", "decay", "masked", "measure", "measured", "save"}},
	}
}

// files is a flag that takes a file each time.
func files(fs *flag.FlagSet, list *[]string, name, usage string) {
	fs.Func(name, usage, func(text string) error {
		if text == "" {
			return errors.New("no name")
		}
		*list = append(*list, text)
		return nil
	})
}

var shapeFlags = []string{"paper", "blocks", "channels", "hidden", "head"}

// addShape adds the flags of a network's shape.
func addShape(fs *flag.FlagSet, c *nn.Config, paper *bool) {
	fs.BoolVar(paper, "paper", false, "the paper's numbers where no other is given: 19 blocks of 256 channels, a dense policy head, and its training")
	fs.IntVar(&c.Blocks, "blocks", c.Blocks, "`n` residual blocks")
	fs.IntVar(&c.Channels, "channels", c.Channels, "`n` channels")
	fs.IntVar(&c.Hidden, "hidden", c.Hidden, "`n` neurons of the value head")
	fs.TextVar(&c.Policy, "head", c.Policy, "policy `head`: planes or dense")
}

// published takes the paper's shape where no other is given.
func published(c *nn.Config, given map[string]bool) {
	p := sigma.Published()
	for name, take := range map[string]func(){
		"blocks":   func() { c.Blocks = p.Blocks },
		"channels": func() { c.Channels = p.Channels },
		"hidden":   func() { c.Hidden = p.Hidden },
		"head":     func() { c.Policy = p.Policy },
	} {
		if !given[name] {
			take()
		}
	}
}

// finish checks what was asked for and fills in the rest.
func (q *request) finish() error {
	o, t := &q.run, &q.run.Training
	if o.Dir == "" {
		return errors.New("no folder: pass -dir and the name of a new folder, or of a run to go on with")
	}
	if q.paper {
		published(&o.Network, q.given)
		p := sigma.PublishedTraining()
		for name, take := range map[string]func(){
			"batch":  func() { t.Batch = p.Batch },
			"part":   func() { t.Part = p.Part },
			"rate":   func() { t.Rate = p.Rate },
			"warmup": func() { t.Warmup = p.Warmup },
		} {
			if !q.given[name] {
				take()
			}
		}
	}
	for _, name := range shapeFlags {
		if o.Init != "" && q.given[name] {
			return fmt.Errorf("-%s does nothing here: the network of -init has its shape: omit it", name)
		}
	}
	if o.Warm == nil {
		for _, g := range groups()[1:] {
			for _, name := range g.Flags {
				if q.given[name] {
					return fmt.Errorf("-%s does nothing here: there are no lessons: pass -warm FILE", name)
				}
			}
		}
	}
	for name, n := range map[string]*int{"warmup": &t.Warmup} {
		if q.given[name] && *n == 0 {
			*n = -1
		}
	}
	if q.given["decay"] && t.Decay == 0 {
		t.Decay = -1
	}
	if err := q.numbers(); err != nil {
		return err
	}
	*o = o.WithDefaults()
	return o.Validate()
}

// numbers refuses numbers below those that mean something: 0 would be the default.
func (q *request) numbers() error {
	t := &q.run.Training
	for _, f := range []struct {
		name  string
		value int
		least int
	}{{"batch", t.Batch, 2}, {"part", t.Part, 2}, {"measure", t.Measure, 1}, {"measured", t.Measured, 1}, {"save", t.Save, 1}, {"steps", t.Steps, 0}, {"seed", int(min(q.run.Seed, 1)), 1}, {"threads", q.run.Threads, 1}} {
		if f.value < f.least {
			return fmt.Errorf("-%s %d: want at least %d", f.name, f.value, f.least)
		}
	}
	if t.Decay < 0 && t.Decay != -1 {
		return fmt.Errorf("-decay %g: want 0 or more", t.Decay)
	}
	return nil
}
