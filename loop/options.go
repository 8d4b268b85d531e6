package loop

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
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

	// Trust takes the labels of From for right, even if the material contradicts them.
	Trust bool

	// Iterations is the number of iterations. Zero means 10. A run may be made longer.
	Iterations int

	// Objectives are what weights are fitted to in an iteration, one after the other: each fit begins
	// with what the one before has found, and is pulled to that. Nil means Results.
	Objectives []Objective

	// Lambda is, for Labels, the share of the game's result in the label; the rest is the expected
	// score that the score of the search stands for. Zero means 0.1; below 0 none.
	Lambda float64

	// Trees and Choice say how rows of these objectives are made.
	Trees, Choice Lesson

	// PerTree is the number of leaves of a tree, for Trees. Zero means 8.
	PerTree int

	// Leaf is, for Choice, the search that finds the leaf behind a move. Zero means quiescence.
	Leaf play.Limit

	// Temperature of the evaluation, for Choice, see fit.MoveOptions. Zero means that it is fitted at
	// the weights that the fit begins with, which keeps the size of their centipawn.
	Temperature float64

	// Teacher is the temperature of the teacher's values, for Choice. Zero means 30 centipawns.
	TeacherTemperature float64

	// Games is the number of games an iteration. Zero means 10,000.
	Games int

	// Limit is what either side may spend on a move: nodes or a depth. Zero means 400
	// nodes.
	Limit play.Limit

	// Search plays the games, also those of the gate: one of engine.Searches that evaluates by
	// weights. Empty means engine.DefaultSearch, which finds leaves, teaches and is predicted whatever
	// plays.
	Search string

	// Opening is where games begin. Zero means 8 random half-moves, or 9, and any balance.
	Opening Opening

	// Rules say when games are ended early. Zero means by mates that both sides announce,
	// when both sides see one ahead by 1,600 centipawns for two moves, an expected score of
	// 0.99, and after 120 half-moves. Games that are ended for their length are broken off:
	// nothing is drawn from their endings. With From Rules.MaxPlies alone counts, and zero
	// means never: a drawn game of so many half-moves is taken for one that was broken off.
	Rules play.Rules

	// ScoresFrom is the first iteration whose games may be ended by scores, without a gate;
	// with one, games may whose weights are those of the iteration before it, or later ones.
	// Else mates alone end them: the scale of scores means nothing before it has been learnt.
	// Zero means 3, below 0 never.
	ScoresFrom int

	// PerGame is the number of positions drawn from a game. Zero means 10, or all of From if
	// that is not of games; below 0 all.
	PerGame int

	// Quiet says what becomes of positions in which captures are due by the weights
	// that played. Nil means extract.QuietFilter, or QuietOff if From is not of games.
	Quiet *extract.Quiet

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
	// iteration, at the weights that played, unless those are "random", "flat" or "zero".
	K float64

	// Freeze are patterns of weights that keep the values they begin with. Nil means
	// "pst.*" of features.Lishex, and none of other sets.
	Freeze []string

	// PriorRows pulls the weights to those that the fit begins with, as would so many more rows for
	// each: to those that played, or, of a further objective, to what the one before has found. Zero
	// means 10, which 10,000 games do not feel, and 300 of Trees and Choice; below 0 none.
	PriorRows float64

	// Share of the games is held out for the test. Zero means a tenth.
	Share float64

	// Gate, if not nil, is the test that new weights must pass against the best so
	// far, or the next games are played with those. Without it the newest are the best.
	Gate *elo.SPRT

	// GatePairs is the number of pairs of games after which a gate stays closed. Zero
	// means 2,000.
	GatePairs int

	// Predict is the number of positions at which the moves of new weights are compared with those
	// of the weights that played, to say what a match would. Zero means that nothing is said.
	Predict int

	// Seed of everything that is drawn. Zero means 1.
	Seed uint64

	// Threads is the number of games at a time; results do not depend on it. Zero
	// means GOMAXPROCS.
	Threads int
}

// usualK makes the pieces as large beside PeSTO's tables as they play best; the Lishex
// program's is 0.8649. See docs/measured/loop.md.
const usualK = 0.5

// WithDefaults returns o with its zero fields set to their defaults. Commands use it
// to show the defaults in their flags.
func (o Options) WithDefaults() Options {
	if o.From != nil {
		o.Init, o.Iterations = cmp.Or(o.Init, weights.NamePublished), 1
	} else {
		o.Rules = cmp.Or(o.Rules, defaultRules())
	}
	if o.From != nil && !wholeGames(o.From) { // positions are taken as they are
		o.PerGame = cmp.Or(o.PerGame, -1)
		o.Quiet = cmp.Or(o.Quiet, new(extract.QuietOff))
	}
	if o.Search == engine.DefaultSearch { // the settings of a run say it in one way
		o.Search = ""
	}
	o.Set = cmp.Or(o.Set, features.Lishex)
	o.Init = cmp.Or(o.Init, weights.NameRandom)
	o.Iterations = cmp.Or(o.Iterations, 10)
	o.Games = cmp.Or(o.Games, 10_000)
	o.Limit = cmp.Or(o.Limit, play.Limit{Nodes: 400})
	if o.Opening.Book == "" {
		o.Opening.Plies = cmp.Or(o.Opening.Plies, selfplay.DefaultPlies)
	}
	o.ScoresFrom = cmp.Or(o.ScoresFrom, 3)
	o.PerGame = cmp.Or(o.PerGame, 10)
	o.Quiet = cmp.Or(o.Quiet, new(extract.QuietFilter))
	o.Bound = cmp.Or(o.Bound, quiet.Bound)
	o.Window = cmp.Or(o.Window, 5)
	o = o.forObjectives()
	o.Method = cmp.Or(o.Method, fit.LBFGS)
	o.K = cmp.Or(o.K, usualK)
	if o.Freeze == nil && o.Set == features.Lishex {
		o.Freeze = []string{"pst.*"}
	}
	o.Share = cmp.Or(o.Share, 0.1)
	o.GatePairs = cmp.Or(o.GatePairs, 2000)
	o.Seed = cmp.Or(o.Seed, 1)
	return o
}

// wholeGames reports whether all files hold whole games, by the endings of their names.
func wholeGames(files []string) bool {
	for _, name := range files {
		for _, packed := range []string{".zst", ".gz", ".bz2"} {
			name = strings.TrimSuffix(name, packed)
		}
		switch filepath.Ext(name) {
		case ".pgn", ".viri", ".vf":
		default:
			return false
		}
	}
	return true
}

// defaultRules end games by mates and high scores, and break them off.
func defaultRules() play.Rules {
	rules := selfplay.MateRules()
	rules.MaxPlies = 120
	rules.ResignMoves, rules.ResignScore, rules.ResignTwoSided = 2, 1600, true
	return rules
}

// Validate returns what is wrong with the options, and what to pass. It is for
// options with their defaults.
func (o *Options) Validate() error {
	switch {
	case o.Dir == "":
		return errors.New("no folder for the run: pass one")
	case o.Iterations < 1 || o.Games < 1 || o.Window < 1 || o.GatePairs < 1:
		return fmt.Errorf("%d iterations, %d games, a window of %d, %d pairs for the gate: want at least 1 of each", o.Iterations, o.Games, o.Window, o.GatePairs)
	case !engine.Weighs(o.Search):
		return fmt.Errorf("search %q: want one that plays by weights, of %s", o.Search, strings.Join(engine.Searches(), ", "))
	case o.Threads < 0:
		return fmt.Errorf("%d threads: want 0 for all processors, or more", o.Threads)
	case o.Bound < 0 || o.Opening.Plies < 0 || o.Opening.Balance < 0:
		return fmt.Errorf("a quiet bound of %d, %d random plies, a balance of %d: want 0 or more", o.Bound, o.Opening.Plies, o.Opening.Balance)
	case o.Opening.Book != "" && o.Opening.Balance > 0:
		return fmt.Errorf("a balance of %d for random openings, and the book %s: want one of them", o.Opening.Balance, o.Opening.Book)
	case o.Limit.Nodes == 0 && o.Limit.Depth == 0, o.Limit.MoveTime != 0 || o.Limit.Time != 0 || o.Limit.Increment != 0:
		return fmt.Errorf("limit %v: times differ from run to run: limit nodes or depth", o.Limit)
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
	return errors.Join(o.Limit.Validate(), o.Rules.Validate(), o.validateObjectives())
}

// playing says what games are played in an iteration, 1 being the first, with the
// weights of an earlier one.
func (o *Options) playing(iteration, best int) selfplay.Options {
	rules := o.Rules
	if o.ScoresFrom < 0 || best+1 < o.ScoresFrom {
		rules = selfplay.MateRules()
		rules.MaxPlies = o.Rules.MaxPlies
	}
	return selfplay.Options{
		Games: o.Games, Limit: o.Limit, Rules: rules, Threads: o.Threads,
		Seed: seedOf(o.Seed, iteration, forGames), Plies: o.Opening.Plies, Balance: o.Opening.Balance,
	}
}
