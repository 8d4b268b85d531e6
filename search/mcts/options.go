package mcts

import (
	"example.org/centipawn/board"
	"example.org/centipawn/internal/enum"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts/replies"
	"example.org/centipawn/winprob"
)

// Options are the parts of a search. A preset has all of them; see [Preset].
type Options struct {
	Memory  int      // MiB of the tree; 0: 64
	Threads int      // 0: 1
	Share   Parallel // what they share
	Most    int      // iterations of a search at most, whatever its limits; 0: as these say
	Count   Count    // what a node of its limits is
	Seed    uint64   // of the random numbers
	K       float64  // of the evaluator's centipawns, see winprob.Expected; 0: 1

	Value Value
	Model *winprob.WDL                    // of the evaluator's centipawns; nil: none is known
	Phase func(p *board.Position) float64 // by which that depends on the position

	Selection   Selection
	Groups      Groups   // of moves, of which one is selected before a move of it is
	Exploration float64  // c, for values from 0 to 1
	Growth      float64  // PUCT: c + growth·ln(1 + N/base)
	GrowthBase  float64  // that base; 0: 19652
	Urgency     float64  // PUCT: an unvisited move is worth its parent's mean less this · √(policy visited)
	Sampling    Sampling // of a child in place of the selected one
	Epsilon     float64  // how often, 0 to 1

	Expansion    Expansion
	ExpandVisits int           // the visit that gives a node its moves; 0: the first
	Order        Order         // of the moves
	Priors       Priors        // whose policy; FittedPriors without NewPolicy is HandmadePriors
	NewPolicy    func() Policy // called once for every thread
	Temperature  float64       // of the policy and of sampling by evaluation; 0: 1
	Chances      Chances       // of moves that are drawn by evaluation
	CheckShare   float64       // of the policy that a move giving check has at least, before all are scaled to a sum of 1
	MateCheck    MateCheck     // what is seen at the first visit of a leaf, and at the root

	Noise      float64 // share of the root's policy that is drawn again for each search, by Dirichlet; 0: none
	NoiseAlpha float64 // of that distribution: the smaller the fewer moves have it all; 0: 0.3

	Simulation      Simulation
	Replies         replies.Kind // what moves at random are replaced by
	SimulationDepth int          // half-moves played on at most; 0: to the end
	Simulations     int          // whose mean is the value; 0: 1
	Lambda          float64      // share of that mean in the value of a leaf, the rest is the static evaluation's; 0: 1
	Inner           Inner

	Gate   Gate
	Tables func(p *board.Position) (expected float64, known bool) // how small positions end: 1, ½ or 0 for the side to move; nil: none

	Solver   bool    // wins, losses and draws are proved
	Feedback float64 // later values weigh more: the n-th of a node as n^this; 0: all weigh the same
	Reuse    bool    // what is known of the position played is kept for the next move
	Implicit float64 // share of the minimax of evaluations in a selected value, 0 to 1
	Final    Final
	Full     Full

	Cut       Cut
	CutMargin float64 // of bounds by evaluations, in expected score; 0: 0.1

	MoveTemperature float64 // a move is drawn with a chance of visits^(1/temperature); 0: the best by Final is played
	MovePlies       int     // of a game in which that is so; 0: 30

	Hybrid       Hybrid
	HybridDepth  int // half-moves that are searched for mates by brute force; 0: 2
	HybridVisits int // the visit of a node at which it is, in selection; 0: the first

	Faults Fault // of published programs that are kept
}

// Value is how an evaluation becomes an expected score.
type Value uint8

// The values.
const (
	ByK        Value = iota // the logistic of K
	ByOutcomes              // wins and half of the draws by the model of wins, draws and losses; by K if there is none
)

// Count is what a node of [search.Limits], and of results, is.
type Count uint8

// The counts.
const (
	Iterations Count = iota
	Moves            // every move that is made: in the tree, in simulations, and by searches within the search
)

// Selection is how a child is selected.
type Selection uint8

// The selections.
const (
	UCT      Selection = iota // mean + c·√(ln N / n)
	Tuned                     // mean + c·√(ln N / n · min(¼, variance + √(2 ln N / n)))
	PUCT                      // mean + c·policy·√N / (1 + n)
	UCBV                      // [bandit.UCBV], c being its ζ
	MOSS                      // [bandit.MOSS]
	EXP3                      // [bandit.EXP3], c being its γ
	Thompson                  // [bandit.Thompson], c being its width
)

// Groups are what moves are grouped by.
type Groups uint8

// The groups.
const (
	NoGroups Groups = iota
	ByKind          // captures and promotions, and quiet moves by the piece that moves
)

// Parallel is what several threads share.
type Parallel uint8

// The ways.
const (
	TreeParallel Parallel = iota // one tree
	RootParallel                 // nothing: each has a tree, and the visits of the root's moves are summed in the end
	LeafParallel                 // the games that are played from a leaf
)

// Sampling is which child is taken in place of the selected one.
type Sampling uint8

// The samplings.
const (
	NoSampling   Sampling = iota
	Uniform               // any with the same chance
	ByEvaluation          // with a chance by [Chances]
	Opened                // with [One]: of those that were opened, in place of opening another
)

// Expansion is how many children a visit may open.
type Expansion uint8

// The expansions.
const (
	All Expansion = iota // all at once
	One                  // one at each visit, before any is visited again
)

// Order is in which order children stand, and are opened.
type Order uint8

// The orders.
const (
	Generated Order = iota // as the moves are generated
	Shuffled               // at random
	Weighted               // at random, the better evaluated sooner, as by sampling without replacement
	ByPolicy               // the most probable first
	ByInner                // the inner search's move first
)

// Priors are where the moves' shares of the policy come from.
type Priors uint8

// The priors.
const (
	FittedPriors   Priors = iota // [Options.NewPolicy]
	HandmadePriors               // a few weights by hand
	EqualPriors                  // every move the same
)

// MateCheck is which mates of the side to move are seen without a tree.
type MateCheck uint8

// The mate checks.
const (
	NoMateCheck MateCheck = iota
	MateInOne
	MateInTwo // one, or two moves of which the first gives check
)

// Simulation is how a leaf is valued.
type Simulation uint8

// The simulations.
const (
	Static     Simulation = iota // the static evaluation
	Quiescence                   // captures that do not lose material, and moves out of check
	Light                        // random moves, then the evaluation of where they lead
	Greedy                       // moves to the position evaluated best
	Sampled                      // moves with a chance by [Chances]
	Informed                     // moves of the inner search, where it is asked, else random ones
)

// Gate is where tables of small positions decide. See [Options.Tables].
type Gate uint8

// The gates.
const (
	NoTables         Gate = iota
	TablesInRollouts      // a simulation that reaches a position of the tables ends with its value
	TablesAtLeaves        // so does one that would begin there, whatever the simulation
)

// Final is which of the root's moves is played.
type Final uint8

// The final moves.
const (
	MostVisited Final = iota
	BestValue         // of those visited
	Secure            // the largest mean − 1/√n
)

// Full is what is done when the tree is full.
type Full uint8

// What is done.
const (
	Recycle Full = iota // about the half that was not visited for longest is dropped
	Stunt               // nothing is expanded any more
)

// Hybrid is where a small full-width search looks for forced mates.
//
// Source: H. Baier, M. Winands, "MCTS-Minimax Hybrids" (IEEE Trans. CI and AI in Games 7, 2015).
type Hybrid uint8

// The hybrids.
const (
	NoHybrid    Hybrid = iota
	InRollouts         // MCTS-MR: before each move of a simulation, which avoids moves that lose
	InSelection        // MCTS-MS: at a visit of a node
	InBackup           // MCTS-MB: at nodes from which a loss is backed up that does not decide them
)

// Phase is a part of the game.
type Phase uint8

// The phases, by the pieces on the board: a half of those of the start, knights and bishops
// counting 1, rooks 2 and queens 4, is a middlegame still.
const (
	AnyPhase Phase = iota
	Middlegame
	Endgame
)

// The names of the values, as users write them.
var (
	valueNames      = []string{"k", "wdl"}
	countNames      = []string{"iterations", "moves"}
	selectionNames  = []string{"uct", "tuned", "puct", "ucbv", "moss", "exp3", "thompson"}
	groupsNames     = []string{"none", "kinds"}
	parallelNames   = []string{"tree", "root", "leaf"}
	samplingNames   = []string{"none", "uniform", "evaluation", "opened"}
	expansionNames  = []string{"all", "one"}
	priorsNames     = []string{"fitted", "handmade", "equal"}
	mateNames       = []string{"off", "one", "two"}
	orderNames      = []string{"generated", "shuffled", "weighted", "policy", "inner"}
	simulationNames = []string{"static", "quiescence", "light", "greedy", "sampled", "informed"}
	gateNames       = []string{"none", "rollouts", "leaves"}
	finalNames      = []string{"visits", "value", "secure"}
	fullNames       = []string{"recycle", "stunt"}
	hybridNames     = []string{"none", "rollouts", "selection", "backup"}
	phaseNames      = []string{"any", "middlegame", "endgame"}
)

func (v Value) String() string      { return enum.Name(valueNames, v) }
func (c Count) String() string      { return enum.Name(countNames, c) }
func (s Selection) String() string  { return enum.Name(selectionNames, s) }
func (g Groups) String() string     { return enum.Name(groupsNames, g) }
func (p Parallel) String() string   { return enum.Name(parallelNames, p) }
func (s Sampling) String() string   { return enum.Name(samplingNames, s) }
func (e Expansion) String() string  { return enum.Name(expansionNames, e) }
func (o Order) String() string      { return enum.Name(orderNames, o) }
func (p Priors) String() string     { return enum.Name(priorsNames, p) }
func (m MateCheck) String() string  { return enum.Name(mateNames, m) }
func (s Simulation) String() string { return enum.Name(simulationNames, s) }
func (g Gate) String() string       { return enum.Name(gateNames, g) }
func (f Final) String() string      { return enum.Name(finalNames, f) }
func (f Full) String() string       { return enum.Name(fullNames, f) }
func (h Hybrid) String() string     { return enum.Name(hybridNames, h) }
func (p Phase) String() string      { return enum.Name(phaseNames, p) }

// Inner is a search within the search, whose moves are played in simulations and opened first in
// expansions. Without New it is not asked.
type Inner struct {
	New    func() search.Searcher // called once for every thread
	Nodes  int                    // of each of its searches; 0: no limit
	Depth  int                    // likewise, in half-moves; 0: no limit, or 1 if there is none of nodes either
	Chance float64                // that it is asked for a move of a simulation, 0 to 1
	Fewest int                    // pieces and pawns on the board with which it is asked, kings too
	Most   int                    // 0: 32
	Phase  Phase                  // in which it is asked
}

// Asks reports whether an inner search has anything to do.
func (o *Options) Asks() bool { return o.Simulation == Informed || o.Order == ByInner }

// AsksPolicy reports whether moves are given priors.
func (o *Options) AsksPolicy() bool { return o.Selection == PUCT || o.Order == ByPolicy }

// filled returns the options with defaults in place of zeros that stand for them.
func (o Options) filled() Options {
	orDefault(&o.Memory, 64)
	orDefault(&o.Threads, 1)
	orDefault(&o.K, 1)
	orDefault(&o.ExpandVisits, 1)
	orDefault(&o.Temperature, 1)
	orDefault(&o.GrowthBase, growthBase)
	orDefault(&o.NoiseAlpha, noiseAlpha)
	orDefault(&o.MovePlies, movePlies)
	orDefault(&o.Simulations, 1)
	orDefault(&o.Lambda, 1)
	orDefault(&o.CutMargin, cutMargin)
	orDefault(&o.Inner.Most, 32)
	orDefault(&o.HybridDepth, 2)
	orDefault(&o.HybridVisits, 1)
	if o.NewPolicy == nil && o.Priors == FittedPriors {
		o.Priors = HandmadePriors
	}
	if o.Inner.Nodes == 0 {
		orDefault(&o.Inner.Depth, 1)
	}
	return o
}

func orDefault[T int | float64](value *T, standard T) {
	if *value == 0 {
		*value = standard
	}
}

// evaluates reports whether children are evaluated when they are made.
func (o *Options) evaluates() bool {
	return o.Order == Weighted || o.Sampling == ByEvaluation || o.keepsGuesses()
}

// models reports whether evaluations become expected scores by the model of outcomes.
func (o *Options) models() bool { return o.Value == ByOutcomes && o.Model != nil && o.Phase != nil }

// Weighs reports whether the evaluator is asked at all: games that are played to their end by
// chance have no need of it.
func (o *Options) Weighs() bool {
	return o.Simulation != Light || o.SimulationDepth > 0 || o.evaluates() || o.Asks() || o.Gate != NoTables || o.mixes()
}

// What games of self-play take if nothing else is said.
//
// Source: D. Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play" (Science 362, 2018): α = 0.3 of chess, and the first 30 moves of a game drawn,
// which its pseudocode counts singly: White's and Black's are two.
const (
	noiseAlpha = 0.3
	movePlies  = 30
)

// A Policy gives the moves of a position logits, of which the priors are the softmax.
type Policy interface {
	Start(p *board.Position) // p stays as it is until the next
	Logit(m board.Move) float64
}

// growthBase is how many visits are one unit of [Options.Growth] if nothing else is said.
//
// Source: D. Silver et al., "A general reinforcement learning algorithm that masters chess, shogi,
// and Go through self-play" (Science 362, 2018), whose c is C_init + ln((1 + N + C_base) / C_base),
// C_init 1.25 and C_base 19652, for values from -1 to 1: for those from 0 to 1 it is half of that.
const growthBase = 19652

// Chances is how often a move is drawn for its evaluation, where moves are drawn by that: T is the temperature.
type Chances uint8

// The chances. Of a move to a position that is worth v to the side that moves, from 0 to 1, and f = 1 − v to the
// other side.
const (
	Softmax Chances = iota // e^(v/T)
	Inverse                // f^(−1/T): 1/f at T = 1, 1/f² at T = ½
)

var chancesNames = []string{"softmax", "inverse"}

func (c Chances) String() string { return enum.Name(chancesNames, c) }

// Cut is which branches are not selected, because by bounds they cannot become the best: as in alpha-beta, with the
// bounds of the tree in place of values that are searched to an end.
//
// Each node has a lower and an upper bound of its value. They are backed up as minimax backs values up: the lower
// bound of a node is the largest of its children's, seen from its side, and likewise the upper one. On the way from the
// root α is, for each side, the largest lower bound of what that side has had to choose from so far. A child whose upper
// bound is not above α is not selected, unless there is none with a larger one: a win that is proved has the largest
// upper bound that there is, and is never cut.
//
// Sources: T. Cazenave, A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (CG 2010), for bounds by proofs, whose
// rule compares siblings alone; D. Knuth, R. Moore, "An Analysis of Alpha-Beta Pruning" (Artificial Intelligence 6,
// 1975), for the α of the way; H. Berliner, "The B* Tree Search Algorithm" (Artificial Intelligence 12, 1979), for bounds
// by evaluations. Lishex's text wishes for alpha-beta in its tree and does not say how.
type Cut uint8

// The cuts.
const (
	NoCut Cut = iota
	// CutByProofs has the bounds that follow from games that have ended: a loss, a draw or a win at least and at most.
	// What it cuts cannot be better than what is chosen from. It needs [Options.Solver].
	CutByProofs
	// CutByEvaluations has also the minimax of static evaluations, less and more a margin. Such a bound may be wrong;
	// it is computed again at each visit, so that a branch comes back when the evaluation of another falls.
	CutByEvaluations
)

var cutNames = []string{"none", "proofs", "evaluations"}

func (c Cut) String() string { return enum.Name(cutNames, c) }

// cutMargin is the margin of bounds by evaluations if nothing else is said, in expected score.
const cutMargin = 0.1

// keepsGuesses reports whether the minimax of evaluations is kept in the nodes.
func (o *Options) keepsGuesses() bool { return o.Implicit > 0 || o.Cut == CutByEvaluations }

// mixes reports whether the values of simulations are mixed with evaluations.
func (o *Options) mixes() bool { return o.Lambda > 0 && o.Lambda < 1 }
