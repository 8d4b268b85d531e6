package loop

import (
	"errors"
	"fmt"
	"math"
	"path"

	"centipawn/extract"
	"centipawn/features"
	"centipawn/fit"
	"centipawn/match/elo"
	"centipawn/match/play"
	"centipawn/quiet"
	"centipawn/selfplay"
	"centipawn/winprob"
)

// Options says what a run does. The zero value, with a folder, is the default: see
// [Options.WithDefaults].
type Options struct {
	// Dir is the folder of the run. A run that is there is gone on with, if it is of
	// the same options.
	Dir string

	// Set is what is counted. Nil means features.Lishex.
	Set *features.Set

	// Init is where the weights begin: "random", "zero", "published" or a weights
	// file. Empty means "random", or "published" with From. See [Start].
	Init string

	// From are files of games or positions that are taken in place of games of our
	// own, for a single iteration. Nil means that games are played.
	From []string

	// Iterations is the number of iterations. Zero means 10. A run may be made longer.
	Iterations int

	// Games is the number of games an iteration. Zero means 10,000.
	Games int

	// Limit is what either side may spend on a move: nodes or a depth. Zero means 400
	// nodes.
	Limit play.Limit

	// Opening is where games begin. Zero means 8 random half moves, or 9.
	Opening Opening

	// Rules say when games are ended early. Zero means by mates that both sides announce,
	// when both sides see one ahead by 1,600 centipawns for two moves, an expected score of
	// 0.99, and after 130 half moves. Games that are ended for their length are broken off:
	// nothing is drawn from their endings.
	Rules play.Rules

	// ScoresFrom is the first iteration whose games may be ended by scores. Before it mates
	// alone do: the scale of scores means nothing before it has been learnt. Zero means 3,
	// below 0 never.
	ScoresFrom int

	// PerGame is the number of positions drawn from a game. Zero means 10, below 0 all.
	PerGame int

	// Quiet says what becomes of positions in which captures are due by the weights
	// that played. Zero means extract.QuietFilter; QuietKept keeps them.
	Quiet QuietPolicy

	// Bound, in centipawns, is how far quiescence and static evaluation may be apart
	// if such positions are dropped. Zero means quiet.Bound.
	Bound int

	// Window is the number of iterations whose positions are fitted. Zero means 5; with
	// 1 all but the last are forgotten.
	Window int

	// Balance is the mix of results within each quarter of the phase. Zero means
	// 30/40/30; NaturalMix leaves it as it is.
	Balance    winprob.Balance
	NaturalMix bool

	// Method minimises the loss, the squared error of expected scores. Zero means
	// L-BFGS.
	Method fit.Method

	// K is the scale of the expected score, see winprob.Expected: with weights that are
	// held it says what a centipawn is. Zero means 0.5; below 0 it is fitted in every
	// iteration, at the weights that played, but for the first from "random" or "zero".
	K float64

	// Freeze are patterns of weights that keep the values they begin with. Nil means
	// "pst.*" of features.Lishex, and none of other sets.
	Freeze []string

	// PriorRows pulls the weights to those that played, as would so many more rows for
	// each. Zero means 10, which 10,000 games do not feel; below 0 none.
	PriorRows float64

	// Share of the games is held out for the test. Zero means a tenth.
	Share float64

	// Gate, if not nil, is the test that new weights must pass against the best so
	// far, or the next games are played with those. Without it the newest are the best.
	Gate *elo.SPRT

	// GatePairs is the number of pairs of games after which a gate stays closed. Zero
	// means 2,000.
	GatePairs int

	// Seed of everything that is drawn. Zero means 1.
	Seed uint64

	// Threads is the number of games at a time; results do not depend on it. Zero
	// means GOMAXPROCS.
	Threads int
}

// An Opening says where games begin.
type Opening struct {
	Book    string // file of positions or games; "": random moves
	Plies   int    // random half moves from the start position, or one more
	Balance int    // centipawns: how far a random opening may be from even by the weights that play; 0: any
}

// A QuietPolicy says what becomes of positions in which captures are due.
type QuietPolicy uint8

// The policies: they are dropped, replaced by their quiescence leaf, or kept.
const (
	QuietFilter QuietPolicy = iota
	QuietReplace
	QuietKept
)

var policies = [...]extract.Quiet{QuietFilter: extract.QuietFilter, QuietReplace: extract.QuietReplace, QuietKept: extract.QuietOff}

// String returns the name that extract has for it.
func (q QuietPolicy) String() string { return policies[q].String() }

// MarshalText writes the name.
func (q QuietPolicy) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// UnmarshalText reads a name.
func (q *QuietPolicy) UnmarshalText(text []byte) error {
	var e extract.Quiet
	if err := e.UnmarshalText(text); err != nil {
		return err
	}
	for i, p := range policies {
		if p == e {
			*q = QuietPolicy(i)
		}
	}
	return nil
}

// usualK makes the men as large beside PeSTO's tables as they play best; the Lishex
// program's is 0.8649. See docs/loop.md.
const usualK = 0.5

// WithDefaults returns o with its zero fields set to their defaults. Commands use it
// to show the defaults in their flags.
func (o Options) WithDefaults() Options {
	if o.Set == nil {
		o.Set = features.Lishex
	}
	if o.Init == "" {
		o.Init = "random"
		if o.From != nil {
			o.Init = "published"
		}
	}
	if o.Limit == (play.Limit{}) {
		o.Limit.Nodes = 400
	}
	if o.Opening == (Opening{}) {
		o.Opening.Plies = selfplay.DefaultPlies
	}
	if o.Rules == (play.Rules{}) {
		o.Rules = selfplay.MateRules()
		o.Rules.MaxPlies = 130
		o.Rules.ResignMoves, o.Rules.ResignScore, o.Rules.ResignTwoSided = 2, 1600, true
	}
	if o.Balance.IsZero() && !o.NaturalMix {
		o.Balance.Results = [3]float64{30, 40, 30}
	}
	if o.Method == fit.AutoMethod {
		o.Method = fit.LBFGS
	}
	if o.K == 0 {
		o.K = usualK
	}
	if o.Freeze == nil && o.Set == features.Lishex {
		o.Freeze = []string{"pst.*"}
	}
	if o.Share == 0 {
		o.Share = 0.1
	}
	if o.PriorRows == 0 {
		o.PriorRows = 10
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	for _, n := range []struct {
		to    *int
		value int
	}{{&o.Iterations, 10}, {&o.Games, 10_000}, {&o.PerGame, 10}, {&o.Bound, quiet.Bound}, {&o.Window, 5}, {&o.ScoresFrom, 3}, {&o.GatePairs, 2000}} {
		if *n.to == 0 {
			*n.to = n.value
		}
	}
	if o.From != nil {
		o.Iterations = 1
	}
	return o
}

// Validate returns what is wrong with the options, and what to pass. It is for
// options with their defaults.
func (o *Options) Validate() error {
	switch {
	case o.Dir == "":
		return errors.New("no folder for the run: pass one")
	case o.Iterations < 1 || o.Games < 1 || o.Window < 1 || o.GatePairs < 1:
		return fmt.Errorf("%d iterations, %d games, a window of %d, %d pairs for the gate: want at least 1 of each", o.Iterations, o.Games, o.Window, o.GatePairs)
	case o.Bound < 0 || o.Opening.Plies < 0 || o.Opening.Balance < 0:
		return fmt.Errorf("a quiet bound of %d, %d random plies, a balance of %d: want 0 or more", o.Bound, o.Opening.Plies, o.Opening.Balance)
	case o.Limit.Nodes == 0 && o.Limit.Depth == 0, o.Limit.MoveTime != 0 || o.Limit.Time != 0 || o.Limit.Increment != 0:
		return fmt.Errorf("limit %v: time is never twice the same: limit nodes or depth", o.Limit)
	case math.IsNaN(o.K) || math.IsInf(o.K, 0):
		return fmt.Errorf("a K of %g: want a number above 0", o.K)
	case !(o.Share > 0 && o.Share < 1):
		return fmt.Errorf("a share of %g for the test: want more than 0 and less than 1", o.Share)
	case math.IsNaN(o.PriorRows) || math.IsInf(o.PriorRows, 0):
		return fmt.Errorf("a prior of %g rows: want a number", o.PriorRows)
	}
	for _, p := range o.Freeze {
		if _, err := path.Match(p, ""); err != nil {
			return fmt.Errorf("freeze %s: %w", p, err)
		}
	}
	if o.Gate != nil {
		if err := o.Gate.WithDefaults().Validate(); err != nil {
			return fmt.Errorf("gate: %w", err)
		}
	}
	return errors.Join(o.Limit.Validate(), o.Rules.Validate())
}

// playing says what games are played in an iteration, 1 being the first.
func (o *Options) playing(iteration int) selfplay.Options {
	rules := o.Rules
	if o.ScoresFrom < 0 || iteration < o.ScoresFrom {
		rules = selfplay.MateRules()
		rules.MaxPlies = o.Rules.MaxPlies
	}
	return selfplay.Options{
		Games: o.Games, Limit: o.Limit, Rules: rules, Threads: o.Threads,
		Seed: seedOf(o.Seed, iteration, forGames), Plies: o.Opening.Plies, Balance: o.Opening.Balance,
	}
}
