package sigmazero

import (
	"errors"
	"flag"
	"fmt"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/neural/nn"
)

// A request is what the command line asks for.
type request struct {
	run   sigma.Options
	gate  string
	json  bool
	paper bool
	given map[string]bool // by the names of flags
}

// parse reads the command line.
func parse(args []string, std cli.Streams) (*request, error) {
	q := &request{run: sigma.Options{}.WithDefaults(), given: map[string]bool{}}
	q.run.Training.Steps, q.run.Learning.Steps = 0, 0
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
	files(fs, &o.Warm, "warm", "teach the lessons of this `FILE`, and of those named after the flags; may be repeated")
	fs.StringVar(&o.Init, "init", "", "begin with the network in `FILE`; none: a new one, drawn by the seed")
	fs.Uint64Var(&o.Seed, "seed", o.Seed, "`seed` of all that is drawn")
	fs.IntVar(&o.Threads, "threads", o.Threads, "train `n` parts of a batch at a time, and ask the network for n batches of positions in self-play; results do not depend on it")
	fs.BoolVar(&q.json, "json", false, "print one JSON object on standard output")

	addShape(fs, o, &q.paper)

	l := &o.Lessons
	fs.Float64Var(&l.Result, "result", 0, "`share` of the game's result in the value, 0 to 1; the rest is the teacher's expected score; where one is not known the other is all")
	fs.Float64Var(&l.K, "k", l.K, "`K` of the expected score 1/(1+10^(-K·s/400)) of a teacher's evaluation")
	fs.Float64Var(&l.Temperature, "temperature", 0, "softmax of a teacher's values of all moves over a number of `centipawns`; 0: the best moves alone")
	files(fs, &l.Except, "except", "leave out the positions of this `FILE`; may be repeated")
	fs.IntVar(&l.Most, "positions", 0, "take `n` lessons of each file at most, drawn from all; 0: all")
	fs.BoolVar(&l.Mates, "mates", false, "with -positions: also take every lesson whose move is checkmate")
	fs.Float64Var(&o.Test, "test", o.Test, "hold out the lessons of this `share` of the games")

	t := &o.Training
	fs.IntVar(&t.Steps, "steps", 0, "train `n` steps; 0: one pass over the lessons, or the stages of -rate")
	fs.IntVar(&t.Batch, "batch", t.Batch, "teach `n` lessons a step")
	fs.IntVar(&t.Part, "part", t.Part, "cut a batch into parts of `n`, each normalised alone, for several -threads")
	fs.TextVar(&t.Rate, "rate", t.Rate, "rate of learning by Adam: a number, stages as 0.02x40000,0.002x100000 or cosine:0.004: `plan`")
	fs.IntVar(&t.Warmup, "warmup", t.Warmup, "let the rate rise over the first `n` steps")
	fs.Float64Var(&t.Decay, "decay", t.Decay, "`factor` of the squares of the weights in the loss")
	fs.Float64Var(&t.Legality, "legality", t.Legality, "`weight` in the loss of the probability on legal moves, of all moves; 0: illegal ones have no part in the softmax")
	fs.IntVar(&t.Measure, "measure", t.Measure, "measure the lessons held out every `n` steps")
	fs.IntVar(&t.Measured, "measured", t.Measured, "measure `n` of them at most")
	fs.IntVar(&t.Save, "save", t.Save, "keep a checkpoint every `n` steps")

	q.addGames(fs)
}

// addGames adds the flags of self-play.
func (q *request) addGames(fs *flag.FlagSet) {
	o, g := &q.run, &q.run.Games
	fs.IntVar(&o.Iterations, "iterations", 0, "play, learn and prove `n` times after the warm start; a run may be made longer")
	fs.IntVar(&g.Games, "games", g.Games, "play `n` games an iteration")
	fs.IntVar(&g.Simulations, "simulations", g.Simulations, "make `n` simulations for a move, in the gate too")
	files(fs, &g.Puzzles, "puzzles", "begin games with puzzles of this `FILE`; may be repeated")
	fs.Float64Var(&g.Share, "share", 0, "let this `share` of the games begin with a puzzle (default 0.6 with -puzzles)")
	fs.IntVar(&g.Plies, "plies", g.Plies, "end a game after `n` half-moves: what -judge expects takes the place of the result")
	fs.TextVar(&g.Judge, "judge", g.Judge, "`who` says what is expected of a game cut short: quiescence with the built-in weights, or material: 0.25 of −1 to 1 for the side that is more than five pawns ahead")
	fs.Float64Var(&g.Noise, "noise", g.Noise, "make noise this `share` of the policy at the root")
	fs.Float64Var(&g.Alpha, "alpha", g.Alpha, "`alpha` of the noise's Dirichlet distribution")
	fs.IntVar(&g.Drawn, "drawn", g.Drawn, "draw the first `n` half-moves of a game by their visits; after them the most visited is played")
	fs.Float64Var(&g.CInit, "c-init", g.CInit, "exploration `c` of the tree, for values from −1 to 1, in the gate too")
	fs.Float64Var(&g.CBase, "c-base", g.CBase, "it grows by ln(1 + visits/`base`)")
	fs.IntVar(&o.Window, "window", 0, "teach the games of the last `n` iterations; 0: all")
	fs.IntVar(&o.Learning.Steps, "learn-steps", 0, "train `n` steps an iteration; 0: one pass over the lessons of the window")
	fs.TextVar(&o.Learning.Rate, "learn-rate", o.Learning.Rate, "rate of learning from games, as -rate: `plan`")
	fs.StringVar(&q.gate, "gate", "", "let a new network play only if it passes this SPRT against the best so far: `elo0,elo1`, normalised Elo")
	fs.IntVar(&o.GatePairs, "gate-pairs", o.GatePairs, "close the gate after `n` pairs of games")
	fs.IntVar(&o.GateWins, "gate-wins", 0, "the paper's gate in place of -gate: `K` wins in a match of 2K games; 0: none")
}

// gameFlags are those of self-play but for the number of iterations.
var gameFlags = []string{"games", "simulations", "puzzles", "share", "plies", "judge", "noise", "alpha", "drawn", "c-init", "c-base", "window", "learn-steps", "learn-rate", "gate", "gate-pairs", "gate-wins"}

func groups() []cli.Group {
	return []cli.Group{
		{Title: "The network", Flags: shapeFlags},
		{Title: "Lessons", Flags: []string{"result", "k", "temperature", "except", "positions", "mates", "test"}},
		{Title: "Training", Flags: []string{"steps", "batch", "part", "rate", "warmup", "decay", "legality", "measure", "measured", "save"}},
		{Title: "Self-play", Flags: append([]string{"iterations"}, gameFlags...)},
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

var shapeFlags = []string{"paper", "encoding", "blocks", "convolutions", "channels", "hidden", "head"}

// addShape adds the flags of a network's shape.
func addShape(fs *flag.FlagSet, o *sigma.Options, paper *bool) {
	c := &o.Network
	fs.TextVar(&o.Encoding, "encoding", o.Encoding, "how a new network sees `positions`: paper; draws, with planes for repetitions and the half-move clock; or printed, the planes of the paper's text")
	fs.BoolVar(paper, "paper", false, "the paper's numbers where no other is given: 19 blocks of 256 channels, a dense policy head, and its training")
	fs.IntVar(&c.Blocks, "blocks", c.Blocks, "`n` residual blocks")
	fs.IntVar(&c.Stacked, "convolutions", 2, "`n` convolutions of a block; 4 are the paper's text, read literally")
	fs.IntVar(&c.Channels, "channels", c.Channels, "`n` channels")
	fs.IntVar(&c.Hidden, "hidden", c.Hidden, "`n` neurons of the value head")
	fs.TextVar(&c.Policy, "head", c.Policy, "policy `head`: planes, conv or dense")
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
			"batch":    func() { t.Batch = p.Batch },
			"part":     func() { t.Part = p.Part },
			"rate":     func() { t.Rate = p.Rate },
			"warmup":   func() { t.Warmup = p.Warmup },
			"legality": func() { t.Legality = p.Legality },
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
		for _, g := range lessonGroups(o.Iterations) {
			for _, name := range g.Flags {
				if q.given[name] {
					return fmt.Errorf("-%s does nothing here: there are no lessons: pass -warm FILE", name)
				}
			}
		}
	}
	if err := q.games(); err != nil {
		return err
	}
	if err := errors.Join(none(q, "warmup", &t.Warmup), none(q, "drawn", &o.Games.Drawn), none(q, "decay", &t.Decay), none(q, "noise", &o.Games.Noise), none(q, "legality", &t.Legality)); err != nil {
		return err
	}
	if err := q.numbers(); err != nil {
		return err
	}
	l := &o.Learning // what is not said of it is as in the warm start
	l.Batch, l.Part, l.Decay, l.Legality, l.Measure, l.Measured, l.Save = t.Batch, t.Part, t.Decay, t.Legality, t.Measure, t.Measured, t.Save
	*o = o.WithDefaults()
	return o.Validate()
}

// lessonGroups are the flags that mean nothing without lessons of a warm start. Iterations train, too.
func lessonGroups(iterations int) []cli.Group {
	if iterations > 0 {
		return []cli.Group{{Flags: []string{"result", "k", "temperature", "except", "positions", "mates", "steps", "rate", "warmup"}}}
	}
	return groups()[1:3]
}

// games checks the flags of self-play.
func (q *request) games() error {
	o := &q.run
	for _, name := range gameFlags {
		if o.Iterations == 0 && q.given[name] {
			return fmt.Errorf("-%s does nothing here: no games are played: pass -iterations as well", name)
		}
	}
	if q.gate == "" && q.given["gate-pairs"] {
		return errors.New("-gate-pairs does nothing here: there is no gate: pass -gate as well, as -gate=-50,100")
	}
	if q.gate != "" {
		o.Gate = new(elo.SPRT)
		if err := o.Gate.ParseBounds(q.gate); err != nil {
			return fmt.Errorf("-gate: %w", err)
		}
	}
	if q.gate != "" && q.given["gate-wins"] {
		return errors.New("-gate and -gate-wins are two gates: pass one of them")
	}
	if q.paper {
		q.paperGames()
	}
	if o.Games.Share == 0 && q.given["share"] {
		o.Games.Puzzles = nil // as it says
	}
	return nil
}

// paperGames takes the paper's numbers of self-play where no others are given.
func (q *request) paperGames() {
	p := sigma.PublishedGames()
	g := &q.run.Games
	for name, take := range map[string]func(){
		"simulations": func() { g.Simulations = p.Simulations },
		"plies":       func() { g.Plies = p.Plies },
		"noise":       func() { g.Noise = p.Noise },
		"alpha":       func() { g.Alpha = p.Alpha },
		"drawn":       func() { g.Drawn = p.Drawn },
		"c-init":      func() { g.CInit = p.CInit },
		"c-base":      func() { g.CBase = p.CBase },
		"learn-rate":  func() { q.run.Learning.Rate = sigma.PublishedTraining().Rate },
	} {
		if !q.given[name] {
			take()
		}
	}
	if q.gate == "" && !q.given["gate-wins"] {
		q.run.GateWins = sigma.PublishedGateWins
	}
}

// numbers refuses numbers below those that mean something: 0 would be the default.
func (q *request) numbers() error {
	t := &q.run.Training
	for _, f := range []struct {
		name  string
		value int
		least int
	}{{"batch", t.Batch, 2}, {"part", t.Part, 2}, {"convolutions", q.run.Network.Stacked, 1}, {"measure", t.Measure, 1}, {"measured", t.Measured, 1}, {"save", t.Save, 1}, {"steps", t.Steps, 0}, {"seed", int(min(q.run.Seed, 1)), 1}, {"threads", q.run.Threads, 1},
		{"iterations", q.run.Iterations, 0}, {"games", q.run.Games.Games, 1}, {"simulations", q.run.Games.Simulations, 2}, {"plies", q.run.Games.Plies, 1},
		{"window", q.run.Window, 0}, {"learn-steps", q.run.Learning.Steps, 0}, {"gate-pairs", q.run.GatePairs, 1}, {"gate-wins", q.run.GateWins, 0},
	} {
		if f.value < f.least {
			return fmt.Errorf("-%s %d: want at least %d", f.name, f.value, f.least)
		}
	}
	return nil
}

// none turns a 0 that is given into what options take for none, as their 0 is the default, and refuses
// numbers below 0.
func none[T int | float64](q *request, name string, n *T) error {
	switch {
	case !q.given[name]:
	case *n < 0:
		return fmt.Errorf("-%s %v: want 0 or more; 0 is none", name, *n)
	case *n == 0:
		*n = -1
	}
	return nil
}

const (
	synopsis = "sigmazero -dir RUN -warm FILE [flags] [FILE...]"
	about    = `Makes a network with a policy and a value and trains it by lessons: positions with
the moves that a teacher prefers and the score that it expects. Files of lessons are
data with moves and evaluations or results, what match choices and match leaves
write, Lichess puzzles, and EPD with best moves.

With -iterations it then plays itself in a tree, learns from the visits of the roots
and the results, and with -gate proves the new network against the best so far.

Everything is in the folder RUN: the network as it was and as it is, losses on games
held out, pictures. A run that was stopped, by whatever, goes on with the same command.`
)
