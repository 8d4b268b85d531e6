package sigma

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// Options are a run. The zero value of a field is its default.
type Options struct {
	Dir string `resume:"-"` // the run's folder

	// Network is the shape of a new network. Zero means 4 blocks of 32 channels.
	Network nn.Config `resume:"network"`

	// Encoding is how a new network sees positions: it decides on the planes of its shape.
	Encoding planes.Encoding `resume:"encoding,text"`

	// Init is the file of the network to begin with. Empty means a new one, drawn by the seed.
	Init string `resume:"init,files,omitempty"`

	// Warm are the files of lessons of the warm start; Lessons say how they are made. Nil means that
	// there is none.
	Warm    []string       `resume:"warm,files"`
	Lessons lesson.Options `resume:"lessons"`

	// Training is how the network is trained in the warm start.
	Training Training `resume:"training"`

	// Iterations is the number of iterations of self-play after the warm start. A run may be made longer.
	Iterations int `resume:"-"`

	// Games are the games of an iteration, and Learning how the network is trained by them.
	Games    Games    `resume:"games"`
	Learning Training `resume:"learning"`

	// Window is the number of iterations whose games are taught. Zero means all, as in the paper.
	Window int `resume:"window"`

	// Gate, if not nil, is the test that a new network must pass against the best so far, or that goes on to
	// play; GatePairs is the number of pairs of games after which a gate stays closed. Zero means 100.
	Gate      *elo.SPRT `resume:"gate"`
	GatePairs int       `resume:"gate_pairs"`

	// GateWins, if not zero, is the paper's gate in place of a test: of a match of GateWins pairs a new
	// network must win GateWins games.
	GateWins int `resume:"gate_wins"`

	// Test is the share of the games whose lessons are held out. Zero means 0.02.
	Test float64 `resume:"test_share"`

	// Seed of all that is drawn. Zero means 1.
	Seed uint64 `resume:"seed"`

	// Threads are how many parts of a batch are trained at a time. Nothing depends on it. Zero means 1.
	Threads int `resume:"-"`
}

// Practical is the shape of a network that two cores can train, Published that of the paper's.
func Practical() nn.Config { return shape(4, 32, 32, nn.ByConv) }

// Published is the paper's: 19 blocks of 256 channels, 23.1 million parameters.
func Published() nn.Config { return shape(19, 256, 256, nn.ByDense) }

func shape(blocks, channels, hidden int, policy nn.Head) nn.Config {
	return nn.Config{Planes: planes.Paper.Planes(), Moves: planes.MovePlanes, Blocks: blocks, Channels: channels, Hidden: hidden, Policy: policy}
}

// PublishedGames are the paper's numbers of self-play: 800 simulations, 75 moves, and the constants of the
// exploration.
func PublishedGames() Games {
	g := Games{Simulations: 800, Plies: 150, CInit: 2, CBase: 20_000}
	return g.withDefaults()
}

// PublishedGateWins is K of the paper's gate: K wins in 2K games.
const PublishedGateWins = 3

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Network == (nn.Config{}) {
		o.Network = Practical()
	}
	o.Network.Planes = o.Encoding.Planes()
	o.Network = o.Network.Canonical()
	o.Test = cmp.Or(o.Test, 0.02)
	o.Seed = cmp.Or(o.Seed, 1)
	o.Threads = cmp.Or(o.Threads, 1)
	o.Lessons.K = cmp.Or(o.Lessons.K, 1)
	o.Lessons.Seed = o.Seed
	o.Training = o.Training.withDefaults()
	o.Games = o.Games.withDefaults()
	if o.Learning.Rate.stages == nil {
		o.Learning.Rate = Rate{stages: []stage{{rate: 0.0005}}}
	}
	o.Learning.Warmup = cmp.Or(o.Learning.Warmup, -1)
	steps := o.Learning.Steps // of an iteration; the stages of a rate go over all iterations
	o.Learning = o.Learning.withDefaults()
	o.Learning.Steps = steps
	o.Gate = campaign.Test(o.Gate)
	o.GatePairs = cmp.Or(o.GatePairs, 100)
	return o
}

// Validate returns what is wrong with the options, and what to pass. It is for options with their
// defaults.
func (o *Options) Validate() error {
	switch {
	case o.Dir == "":
		return errors.New("no folder for the run: pass one")
	case !(o.Test > 0 && o.Test < 1):
		return fmt.Errorf("a share of %g for the test: want more than 0 and less than 1", o.Test)
	case !(o.Lessons.Result >= 0 && o.Lessons.Result <= 1):
		return fmt.Errorf("a share of %g of the result in values: want 0 to 1", o.Lessons.Result)
	case !(o.Lessons.Temperature >= 0 && o.Lessons.Temperature < math.Inf(1)) || !(o.Lessons.K > 0 && o.Lessons.K < math.Inf(1)):
		return fmt.Errorf("a temperature of %g, a K of %g: want numbers above 0, or 0 for the best move", o.Lessons.Temperature, o.Lessons.K)
	case o.Lessons.Most < 0 || o.Threads < 0:
		return fmt.Errorf("%d positions, %d threads: want 0 or more", o.Lessons.Most, o.Threads)
	}
	if o.Gate != nil {
		if err := o.Gate.Validate(); err != nil {
			return fmt.Errorf("gate: %w", err)
		}
	}
	if o.Gate != nil && o.GateWins > 0 {
		return fmt.Errorf("two gates, a test and %d wins: want one of them", o.GateWins)
	}
	if o.Iterations < 0 || o.Window < 0 || o.GatePairs < 1 || o.GateWins < 0 {
		return fmt.Errorf("%d iterations, a window of %d, %d pairs for the gate: want 0 or more, and a pair", o.Iterations, o.Window, o.GatePairs)
	}
	return errors.Join(o.Network.Validate(), o.Training.validate(), o.Games.validate(), o.Learning.validate())
}

// GateWarning says that the pairs of the gate are too few for its test: as many as it takes on average if the
// new network is as strong as the upper bound. It is empty if they are enough.
func (o *Options) GateWarning() string {
	if o.Gate == nil {
		return ""
	}
	need := math.Ceil(o.Gate.Expected(o.Gate.Elo1, elo.AssumedDraws) / 2)
	if need <= float64(o.GatePairs) {
		return ""
	}
	return fmt.Sprintf("the gate %g,%g closes after %d pairs, but takes %.0f on average to let a network pass that is %g normalised Elo stronger: pass -gate-pairs %.0f, or bounds farther apart, as -gate=-50,100",
		o.Gate.Elo0, o.Gate.Elo1, o.GatePairs, need, o.Gate.Elo1, need)
}
