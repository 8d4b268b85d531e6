package sigma

import (
	"context"
	"fmt"

	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/match"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
)

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
func (r *run) play(ctx context.Context, s campaign.Step, m *Iteration) error {
	n, err := loaded(r.networkOf(r.best()))
	if err != nil {
		return err
	}
	if r.starts == nil {
		if r.starts, err = startsOf(r.opt.Games.Puzzles); err != nil {
			return err
		}
	}
	seed := campaign.Seed(r.opt.Seed, m.Number, forGames)
	return r.opt.Games.generate(ctx, s.File(gamesName), &side{n, r.starts, seed, r.opt.Threads}, func(g *record) error {
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
func (r *run) learn(ctx context.Context, s campaign.Step, m *Iteration) error {
	if folder.Exists(s.File(networkName)) { // it was stopped within the gate
		ok, err := folder.Read(s.File(learnedName), &m.Learned)
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
		err := r.opt.Games.generate(ctx, r.step(number).File(gamesName), nil, func(g *record) error {
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
		earlier = r.step(m.Number - 1).File(trainingName)
	}
	c := r.course(s, r.opt.Learning)
	c.before = r.planned()
	c.train, c.test = lesson.Split(lessons, r.opt.Test, r.opt.Seed)
	m.Learned.Train, m.Learned.Test = len(c.train), len(c.test)
	if err := c.run(ctx, start, earlier); err != nil {
		return err
	}
	m.Learned.Steps, m.Learned.Points, m.Learned.Measured = c.Steps, c.notes.Points, len(c.test)
	return folder.Write(s.File(learnedName), &m.Learned)
}

// prove lets the new network play the best so far, if there is a gate, and says which of them plays next.
func (r *run) prove(ctx context.Context, s campaign.Step, m *Iteration) (err error) {
	m.Best = m.Number
	if r.opt.Gate == nil && r.opt.GateWins == 0 {
		return nil
	}
	m.Gate, err = campaign.Prove(s, func() (*Gate, error) { return r.duel(ctx, s) })
	if err == nil && !m.Gate.Passed {
		m.Best = r.best()
	}
	return err
}

// duel plays the match of the gate.
func (r *run) duel(ctx context.Context, s campaign.Step) (*Gate, error) {
	fresh, err := r.entrant("new", s.Number)
	if err != nil {
		return nil, err
	}
	best, err := r.entrant("best", r.best())
	if err != nil {
		return nil, err
	}
	seed := campaign.Seed(r.opt.Seed, s.Number, forGate)
	plan := match.Plan{
		Entrants: []play.Entrant{fresh, best}, Pairs: r.opt.GatePairs, Openings: openings.Random(seed, gatePlies, nil),
		Rules: play.Rules{MaxPlies: gateLength}, Seed: seed, Concurrency: r.opt.Threads, SPRT: r.opt.Gate,
	}
	if r.opt.GateWins > 0 {
		plan.Pairs = r.opt.GateWins
	}
	came, games, err := campaign.Duel(ctx, s, plan, campaign.Wins(r.opt.GateWins), func(pairs int) {
		r.watch(Event{Iteration: s.Number, Stage: Proving, Done: int64(pairs), Total: int64(plan.Pairs)})
	})
	if err != nil {
		return nil, err
	}
	return &Gate{games.Wins, games.Draws, games.Losses, came}, nil
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
