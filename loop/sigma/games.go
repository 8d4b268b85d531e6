package sigma

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// Games say how a network plays itself. Zero fields are their defaults.
type Games struct {
	Games       int      `json:"games"`                               // an iteration; zero means 100
	Simulations int      `json:"simulations"`                         // a move; zero means 100
	Puzzles     []string `json:"puzzles" resume:",files"`             // files whose puzzles are starts
	Share       float64  `json:"share"`                               // of the games that begin with one; zero means 0.6 with puzzles
	Plies       int      `json:"plies"`                               // after which a judge's value takes the result's place; zero means 150
	Judge       Judge    `json:"judge,omitempty" resume:",omitempty"` // who says what is expected there
	Noise       float64  `json:"noise"`                               // share of the root's policy that is noise; zero means 0.25, below 0 none
	Alpha       float64  `json:"alpha"`                               // of its Dirichlet distribution; zero means 0.3
	Drawn       int      `json:"drawn"`                               // half-moves at the beginning that are drawn by visits; zero means 30, below 0 none
	CInit       float64  `json:"c_init"`                              // of the exploration, for values from −1 to 1; zero means AlphaZero's 1.25
	CBase       float64  `json:"c_base"`                              // of its growth; zero means AlphaZero's 19,652
}

func (g Games) withDefaults() Games {
	g.Games = cmp.Or(g.Games, 100)
	g.Simulations = cmp.Or(g.Simulations, 100)
	if len(g.Puzzles) > 0 {
		g.Share = cmp.Or(g.Share, 0.6)
	}
	g.Plies = cmp.Or(g.Plies, 150)
	g.Noise = cmp.Or(g.Noise, 0.25)
	g.Alpha = cmp.Or(g.Alpha, 0.3)
	g.Drawn = cmp.Or(g.Drawn, 30)
	g.CInit = cmp.Or(g.CInit, 1.25)
	g.CBase = cmp.Or(g.CBase, 19_652)
	return g
}

func (g *Games) validate() error {
	switch {
	case g.Games < 1 || g.Simulations < 2 || g.Plies < 1:
		return fmt.Errorf("%d games, %d simulations, %d half-moves: want 1 or more, and 2 simulations", g.Games, g.Simulations, g.Plies)
	case !(g.Share >= 0 && g.Share <= 1) || g.Share > 0 && len(g.Puzzles) == 0:
		return fmt.Errorf("a share of %g of puzzles in %d files: want 0 to 1, and files", g.Share, len(g.Puzzles))
	case int(g.Judge) >= len(judges):
		return fmt.Errorf("judge %d: want one of %v", g.Judge, judges)
	case !(g.CInit > 0 && g.CInit < 1000 && g.CBase >= 1 && g.CBase < 1e9):
		return fmt.Errorf("exploration of %g with base %g: want more than 0, and 1 or more", g.CInit, g.CBase)
	case !(g.Noise < 1) || !(g.Alpha > 0 && g.Alpha < math.Inf(1)):
		return fmt.Errorf("noise of %g with alpha %g: want less than 1, and more than 0", g.Noise, g.Alpha)
	}
	return nil
}

// A record is a game in its file, a line of JSON.
type record struct {
	Number int     `json:"number"`
	Start  string  `json:"start"`
	Points float64 `json:"points"` // White's: the result, or what a judge expects
	End    string  `json:"end"`
	Moves  []ply   `json:"moves"`
}

// A ply is a half-move with the visits of its root, the moves in UCI's notation.
type ply struct {
	Move   string         `json:"move"`
	Visits map[string]int `json:"visits"`
}

// truncated is the end of a game that a judge has ended.
const truncated = "truncated"

// A Played counts games.
type Played struct {
	Games     int `json:"games"`
	Puzzles   int `json:"puzzles"`   // that began with one
	White     int `json:"white"`     // won by White
	Black     int `json:"black"`     // won by Black
	Draws     int `json:"draws"`     // by the rules
	Truncated int `json:"truncated"` // ended by a judge
	Positions int `json:"positions"` // lessons in them
}

func (s *Played) add(r *record) {
	s.Games++
	s.Positions += len(r.Moves)
	if r.Start != startFEN {
		s.Puzzles++
	}
	switch {
	case r.End == truncated:
		s.Truncated++
	case r.Points == 1:
		s.White++
	case r.Points == 0:
		s.Black++
	default:
		s.Draws++
	}
}

var startFEN = func() string { p := board.Start(); return p.FEN() }()

// A side is what plays the games of an iteration, and from where.
type side struct {
	network *neural.Network
	starts  []board.Position // of games that begin with a puzzle
	seed    uint64
	threads int // passes of the network at the same time
}

// generate plays the games of an iteration that are not in the file, and calls each with all of them.
// Without a side they must all be there.
func (o *Games) generate(ctx context.Context, path string, by *side, each func(*record) error) error {
	j, _, err := resume.OpenJournal(path, new(resume.Lines), "")
	if err != nil {
		return err
	}
	have := 0
	_, err = j.Replay(func(k int, text []byte) error {
		var r record
		if err := json.Unmarshal(text, &r); err != nil {
			return err
		}
		have++
		return each(&r)
	})
	if err == nil && have < o.Games && by == nil {
		err = fmt.Errorf("%s: %d games of %d: the file is cut off, or was taken away", path, have, o.Games)
	}
	if err == nil && have < o.Games {
		err = o.play(ctx, have, by, func(r *record) error {
			text, err := json.Marshal(r)
			if err == nil {
				err = j.Add(text)
			}
			return errors.Join(err, each(r))
		})
	}
	return errors.Join(err, j.Close())
}

// abreast is how many games a thread plays side by side, so that their questions go to the network
// together. Where a batch changes bits each thread plays one: which games are in a batch is chance.
func abreast() int {
	if nn.Exact {
		return 4
	}
	return 1
}

// play plays games from the first one on, several at a time, and hands them over in order.
func (o *Games) play(ctx context.Context, first int, by *side, take func(*record) error) error {
	judge, err := o.Judge.Valuer()
	if err != nil {
		return err
	}
	next, asked := first, by.network.Batch(abreast(), by.threads)
	return ordered.Pool[*record]{
		Threads: by.threads * abreast(), New: func() *record { return new(record) },
		Fill: func(r *record) (bool, error) {
			*r = record{Number: next}
			next++
			return r.Number < o.Games, nil
		},
		Worker: func(ctx context.Context) func(*record) error {
			return func(r *record) error {
				p := &player{Games: o, network: asked, judge: judge, random: rand.New(rand.NewPCG(by.seed, uint64(r.Number)))}
				asked.Join()
				defer asked.Leave()
				return p.play(ctx, r, by.starts)
			}
		},
		Take: take,
	}.Run(ctx)
}

// A player plays one game against itself.
type player struct {
	*Games
	network *neural.Batch
	judge   func(*board.Position) float64 // what White is expected to score
	random  *rand.Rand
}

// play plays a game. What it plays depends on its random numbers and the network alone.
func (p *player) play(ctx context.Context, r *record, starts []board.Position) error {
	g := search.NewGame(p.start(starts))
	start := g.Start()
	r.Start = start.FEN()
	s := Player(p.network, p.tree())
	defer s.Close()
	for g.Outcome() == search.Ongoing && len(r.Moves) < p.Plies {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		at := *g.Position()
		c := search.NewControl(search.Limits{Nodes: uint64(p.Simulations)}, at.SideToMove(), 0)
		m := s.Search(g, c, nil).Move
		r.Moves = append(r.Moves, ply{at.UCI(m), visits(&at, s.Root(), m)})
		g.Make(m)
	}
	r.Points, r.End = points(g, p.judge)
	return nil
}

// tree is [Tree] with the constants of the exploration, which are half as large for values from 0 to 1.
func (g *Games) tree() mcts.Options {
	opt := Tree()
	opt.Exploration, opt.GrowthBase = g.CInit/2, g.CBase
	return opt
}

// tree is that of self-play: every search starts from scratch, with noise at its root, and the first moves are
// drawn.
func (p *player) tree() mcts.Options {
	opt := p.Games.tree()
	opt.Reuse, opt.Seed = false, p.random.Uint64()
	opt.Noise, opt.NoiseAlpha = max(p.Noise, 0), p.Alpha
	if p.Drawn > 0 {
		opt.MoveTemperature, opt.MovePlies = 1, p.Drawn
	}
	return opt
}

// start draws where the game begins.
func (p *player) start(starts []board.Position) board.Position {
	if len(starts) > 0 && p.random.Float64() < p.Share {
		return starts[p.random.IntN(len(starts))]
	}
	return board.Start()
}

// visits returns the visits of moves, or the played one where there are none, as where it is the only one.
func visits(p *board.Position, list []mcts.Move, played board.Move) map[string]int {
	counts := map[string]int{}
	for _, m := range list {
		if m.Visits > 0 {
			counts[p.UCI(m.Move)] = m.Visits
		}
	}
	if len(counts) == 0 {
		counts[p.UCI(played)] = 1
	}
	return counts
}

// game returns what tells a game's lessons from those of others in a split: games that begin with the same
// puzzle are not independent.
func (r *record) game(iteration int, start *board.Position) uint32 {
	if r.Start != startFEN {
		return game.Skeleton(start)
	}
	return uint32(splitmix.Mix(uint64(iteration)<<32|uint64(r.Number)) >> 32)
}

// lessons returns the lessons of a game: the visits of each root as shares, and the result.
func (r *record) lessons(iteration int) (list []lesson.Lesson, err error) {
	p, err := board.ParseFEN(r.Start)
	if err != nil {
		return nil, err
	}
	of := r.game(iteration, &p)
	stood := map[uint64]uint8{}
	for _, m := range r.Moves {
		l := lesson.Lesson{Position: p, Value: float32(2*r.Points - 1), Game: of, Before: stood[p.Key()]}
		stood[p.Key()]++
		if p.SideToMove() == board.Black {
			l.Value = -l.Value
		}
		sum := 0
		for _, n := range m.Visits {
			sum += n
		}
		for _, legal := range p.LegalMoves(nil) { // their order is fixed, that of a map is not
			if n := m.Visits[p.UCI(legal)]; n > 0 {
				l.Moves = append(l.Moves, lesson.Share{Move: legal, Share: float32(n) / float32(sum)})
			}
		}
		list = append(list, l)
		made, err := p.ParseUCI(m.Move)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", r.Number, err)
		}
		p.Make(made)
	}
	return list, nil
}

// startsOf returns the positions of puzzles in which the solver moves.
func startsOf(files []string) (list []board.Position, err error) {
	for _, name := range files {
		in, err := suite.Open(name, nil)
		if err != nil {
			return nil, err
		}
		starts, err := startsIn(in)
		if err := errors.Join(err, in.Close()); err != nil {
			return nil, err
		}
		list = append(list, starts...)
	}
	if len(files) > 0 && len(list) == 0 {
		return nil, fmt.Errorf("%v: %w", files, suite.ErrEmpty)
	}
	return list, nil
}

// startsIn returns those of a file, in which a few lines may be bad.
func startsIn(in *suite.Reader) (list []board.Position, err error) {
	for bad := 0; ; {
		p, err := in.Next()
		switch {
		case errors.Is(err, suite.ErrBad):
			bad++
			if err := lesson.TooBad(bad, len(list), err); err != nil {
				return nil, err
			}
		case err == io.EOF:
			return list, nil
		case err != nil:
			return nil, err
		default:
			list = append(list, p.Start)
		}
	}
}
