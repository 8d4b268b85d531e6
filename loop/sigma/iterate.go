package sigma

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
)

// The files of an iteration's folder.
const (
	gamesName = "games.jsonl"
	gateName  = "gate.json"
)

// An Iteration is games, a training and a gate in numbers.
type Iteration struct {
	Number  int     `json:"iteration"` // from 1
	Played  Played  `json:"played"`
	Learned Metrics `json:"learned"`
	Gate    *Gate   `json:"gate,omitempty"`
	Best    int     `json:"best"` // iteration whose network plays next; 0: that of the warm start
}

// A Gate is what came of the match of a new network against the best so far. Its Elo is biased by the
// stop.
type Gate struct {
	Wins     int             `json:"wins"` // of the new network
	Draws    int             `json:"draws"`
	Losses   int             `json:"losses"`
	Pairs    elo.Pentanomial `json:"pairs"` // by points of the new network: 0, ½, 1, 1½, 2
	Elo      elo.Interval    `json:"elo"`
	LLR      float64         `json:"llr"`
	Decision elo.Decision    `json:"decision"` // of the test
	Passed   bool            `json:"passed"`   // the new network is the best so far
}

// iterationFile returns the name of a file of an iteration.
func (r *run) iterationFile(number int, name string) string {
	return r.file(fmt.Sprintf("%03d", number), name)
}

// networkOf returns the name of the network of an iteration, of 0 that of the warm start, or the first
// one.
func (r *run) networkOf(number int) string {
	switch {
	case number > 0:
		return r.iterationFile(number, networkName)
	case r.report.Warm != nil:
		return r.file(warmName, networkName)
	}
	return r.file(startName)
}

// best returns the iteration whose network plays after those that have ended.
func (r *run) best() int {
	if n := len(r.report.Iterations); n > 0 {
		return r.report.Iterations[n-1].Best
	}
	return 0
}

// What is drawn, for seeds of their own.
const (
	forGames = iota
	forGate
)

// seedOf returns the seed of one purpose in one iteration, never 0.
func seedOf(seed uint64, iteration, purpose int) uint64 {
	return 1 | rand.NewPCG(seed, uint64(iteration)<<8|uint64(purpose)).Uint64()
}

// iterate goes through the stages of an iteration that have not been gone through.
func (r *run) iterate(ctx context.Context, number int) error {
	dir := filepath.Dir(r.iterationFile(number, metricsName))
	m := new(Iteration)
	ok, err := folder.Read(filepath.Join(dir, metricsName), m)
	if err != nil {
		return err
	}
	if ok {
		r.report.Iterations = append(r.report.Iterations, m)
		return forget(r.trainingOf(number - 1))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	m.Number = number
	for _, stage := range []func(context.Context, string, *Iteration) error{r.play, r.learn, r.prove} {
		if err := stage(ctx, dir, m); err != nil {
			return err
		}
	}
	if err := folder.Write(filepath.Join(dir, metricsName), m); err != nil {
		return err
	}
	r.report.Iterations = append(r.report.Iterations, m)
	return errors.Join(forget(r.trainingOf(number-1)), r.publish())
}

// trainingOf returns the name of the checkpoint of an iteration, of 0 that of the warm start.
func (r *run) trainingOf(number int) string {
	if number == 0 {
		return r.file(warmName, trainingName)
	}
	return r.iterationFile(number, trainingName)
}

// planned returns how many steps of the plan of the rate the iterations before have taken: stages go over all
// iterations, a cosine falls in each.
func (r *run) planned() (steps int) {
	if r.opt.Learning.Rate.cosine {
		return 0
	}
	for _, m := range r.report.Iterations {
		steps += m.Learned.Steps
	}
	return steps
}

// play plays the games of an iteration with the best network so far.
func (r *run) play(ctx context.Context, dir string, m *Iteration) error {
	n, err := loaded(r.networkOf(r.best()))
	if err != nil {
		return err
	}
	if r.starts == nil {
		if r.starts, err = startsOf(r.opt.Games.Puzzles); err != nil {
			return err
		}
	}
	seed := seedOf(r.opt.Seed, m.Number, forGames)
	return r.opt.Games.generate(ctx, filepath.Join(dir, gamesName), n, r.starts, seed, r.opt.Threads, func(g *record) error {
		m.Played.add(g)
		r.watch(Event{Iteration: m.Number, Stage: Playing, Done: int64(m.Played.Games), Total: int64(r.opt.Games.Games)})
		return nil
	})
}

// loaded reads a network that plays.
func loaded(path string) (*neural.Network, error) {
	f, err := nn.Read(path)
	if err != nil {
		return nil, err
	}
	n, err := neural.New(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// learn trains the newest network by the games of the window.
func (r *run) learn(ctx context.Context, dir string, m *Iteration) error {
	if folder.Exists(filepath.Join(dir, networkName)) { // it was stopped within the gate
		ok, err := folder.Read(filepath.Join(dir, learnedName), &m.Learned)
		if ok || err != nil {
			return err
		}
	}
	var lessons []lesson.Lesson
	first := 1
	if r.opt.Window > 0 {
		first = max(1, m.Number-r.opt.Window+1)
	}
	for number := first; number <= m.Number; number++ {
		err := r.opt.Games.generate(ctx, r.iterationFile(number, gamesName), nil, nil, 0, 1, func(g *record) error {
			list, err := g.lessons(number)
			lessons = append(lessons, list...)
			return err
		})
		if err != nil {
			return err
		}
	}
	start, err := nn.Read(r.networkOf(m.Number - 1))
	if err != nil {
		return err
	}
	earlier := ""
	if m.Number > 1 || r.report.Warm != nil {
		earlier = r.trainingOf(m.Number - 1)
	}
	c := r.course(dir, m.Number, r.opt.Learning)
	c.before = r.planned()
	c.train, c.test = lesson.Split(lessons, r.opt.Test, r.opt.Seed)
	m.Learned.Train, m.Learned.Test = len(c.train), len(c.test)
	if err := c.run(ctx, start, earlier); err != nil {
		return err
	}
	m.Learned.Steps, m.Learned.Points, m.Learned.Measured = c.Steps, c.notes.Points, len(c.test)
	return folder.Write(filepath.Join(dir, learnedName), &m.Learned)
}

// learnedName is the training of an iteration in numbers.
const learnedName = "learned.json"

// prove lets the new network play the best so far, if there is a gate, and says which of them plays next.
func (r *run) prove(ctx context.Context, dir string, m *Iteration) error {
	m.Best = m.Number
	if r.opt.Gate == nil && r.opt.GateWins == 0 {
		return nil
	}
	m.Gate = new(Gate)
	ok, err := folder.Read(filepath.Join(dir, gateName), m.Gate)
	if err != nil {
		return err
	}
	if !ok {
		if *m.Gate, err = r.duel(ctx, dir, m.Number); err != nil {
			return err
		}
		if err := folder.Write(filepath.Join(dir, gateName), m.Gate); err != nil {
			return err
		}
	}
	if !m.Gate.Passed {
		m.Best = r.best()
	}
	return nil
}

// duel plays the match of the gate.
func (r *run) duel(ctx context.Context, dir string, number int) (g Gate, err error) {
	fresh, err := r.entrant("new", number)
	if err != nil {
		return g, err
	}
	best, err := r.entrant("best", r.best())
	if err != nil {
		return g, err
	}
	seed := seedOf(r.opt.Seed, number, forGate)
	plan := match.Plan{
		Event: fmt.Sprintf("gate of iteration %d", number), Entrants: []play.Entrant{fresh, best},
		Pairs: r.opt.GatePairs, Openings: openings.Random(seed, gatePlies, nil), Rules: play.Rules{MaxPlies: gateLength}, Seed: seed,
		Concurrency: r.opt.Threads, Dir: filepath.Join(dir, "gate"),
	}
	if r.opt.GateWins > 0 {
		plan.Pairs = r.opt.GateWins
	} else {
		test := r.opt.Gate.WithDefaults()
		plan.SPRT = &test
	}
	res, err := match.Run(ctx, plan, func(p *match.Progress) {
		r.watch(Event{Iteration: number, Stage: Proving, Done: int64(p.Pairs), Total: int64(plan.Pairs)})
	})
	switch {
	case err != nil:
		return g, err
	case res.Stop == match.Interrupted:
		return g, context.Cause(ctx)
	case res.Stop == match.Faulty:
		return g, fmt.Errorf("the match of the gate: %v: see %s", res.Stop, dir)
	case len(res.Pairings) != 1:
		return g, errors.New("the match of the gate has no result")
	}
	p := &res.Pairings[0]
	g = Gate{Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Pairs: p.Pentanomial, Elo: elo.Of(p.Pentanomial).Elo}
	if test := plan.SPRT; test != nil {
		g.LLR, g.Decision = test.LLR(g.Pairs), test.Decide(g.Pairs)
		g.Passed = g.Decision == elo.AcceptH1
	} else {
		g.Passed = g.Wins >= r.opt.GateWins
	}
	return g, nil
}

// The openings and the length of the games of a gate, half-moves.
const (
	gatePlies  = 8
	gateLength = 300
)

// entrant returns the network of an iteration in the tree.
func (r *run) entrant(name string, number int) (play.Entrant, error) {
	n, err := loaded(r.networkOf(number))
	if err != nil {
		return play.Entrant{}, err
	}
	limit := play.Limit{Nodes: uint64(r.opt.Games.Simulations)}
	return play.Entrant{Name: name, Limit: limit, Ours: true, Start: func(context.Context) (play.Player, error) {
		return play.Ours(Player(n, r.opt.Games.tree())), nil
	}}, nil
}
