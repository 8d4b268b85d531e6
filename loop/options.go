package loop

import (
	"slices"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
	"example.org/centipawn/winprob"
)

// Options says what a run does. The zero value, with a folder, is the default: see
// [Options.WithDefaults].
type Options struct {
	// Dir is the folder of the run. A run that is there is gone on with, if it is of
	// the same options.
	Dir string `resume:"-"`

	// Set is what is counted. Nil means features.PeSTO.
	Set *features.Set `resume:"-"`

	// Init is where the weights begin: "random", "zero", "published" or a weights
	// file. Empty means "random", or "published" with From. See [Start].
	Init string `resume:"-"`

	// From are files of games or positions that are taken in place of games of our
	// own, for a single iteration. Nil means that games are played.
	From []string `resume:"from,files,omitempty"`

	// Trust takes the labels of From for right, even if the material contradicts them.
	Trust bool `resume:"-"`

	// Iterations is the number of iterations. Zero means 10. A run may be made longer.
	Iterations int `resume:"-"`

	// Objectives are what weights are fitted to in an iteration, one after the other: each fit begins
	// with what the one before has found, and is pulled to that. Nil means Results.
	Objectives []Objective `resume:"-"`

	// Lambda is, for Labels, the share of the game's result in the label; the rest is the expected
	// score that the score of the search stands for. Zero means 0.1; below 0 none.
	Lambda float64 `resume:"-"`

	// Trees and Choice say how rows of these objectives are made.
	Trees, Choice Rows `resume:"-"`

	// PerTree is the number of leaves of a tree, for Trees. Zero means 8.
	PerTree int `resume:"-"`

	// Leaf is, for Choice, the search that finds the leaf after a move. Zero means quiescence.
	Leaf play.Limit `resume:"-"`

	// Temperature of the evaluation, for Choice, see fit.MoveOptions. Zero means that it is fitted at
	// the weights that the fit begins with, which keeps the size of their centipawn.
	Temperature float64 `resume:"-"`

	// Teacher is the temperature of the teacher's values, for Choice. Zero means 30 centipawns.
	TeacherTemperature float64 `resume:"-"`

	// Games is the number of games an iteration. Zero means 10,000.
	Games int `resume:"games"`

	// Limit is what either side may spend on a move: nodes or a depth. Zero means 400
	// nodes.
	Limit play.Limit `resume:"limit,text"`

	// Search plays the games, also those of the gate: one of engine.Searches that evaluates by
	// weights. Empty means engine.DefaultSearch, which finds leaves, teaches and is predicted whatever
	// plays.
	Search string `resume:"search,omitempty"`

	// Opening is where games begin. Zero means 8 random half-moves, or 9, and any balance.
	Opening Opening `resume:"opening"`

	// Rules say when games are ended early. Zero means by mates that both sides announce,
	// when both sides see one ahead by 1,600 centipawns for two moves, an expected score of
	// 0.99, and after 120 half-moves. Games that are ended for their length are broken off:
	// nothing is drawn from their endings. With From Rules.MaxPlies alone counts, and zero
	// means never: a drawn game of that many half-moves is taken for one that was broken off.
	Rules play.Rules `resume:"rules"`

	// ScoresFrom is the first iteration whose games may be ended by scores, without a gate;
	// with one, games may whose weights are those of the iteration before it, or later ones.
	// Else mates alone end them: the scale of scores means nothing before it has been learnt.
	// Zero means 3, below 0 never.
	ScoresFrom int `resume:"scores_from"`

	// PerGame is the number of positions drawn from a game. Zero means 10, or all of From if
	// that is not of games; below 0 all.
	PerGame int `resume:"per_game"`

	// Quiet says what becomes of positions in which captures are due by the weights
	// that played. Nil means extract.QuietFilter, or QuietOff if From is not of games.
	Quiet *extract.Quiet `resume:"quiet,text"`

	// Bound, in centipawns, is how far quiescence and static evaluation may be apart
	// if such positions are dropped. Zero means quiet.Bound.
	Bound int `resume:"quiet_bound"`

	// Window is the number of iterations whose positions are fitted. Zero means 5; with
	// 1 all but the last are forgotten.
	Window int `resume:"window"`

	// Balance is the mix of results within each quarter of the phase. Zero means
	// 30/40/30; NaturalMix leaves it as it is.
	Balance    winprob.Balance `resume:"balance,text"`
	NaturalMix bool            `resume:"-"` // says the same as an empty balance

	// Method minimises the loss, the squared error of expected scores. Zero means
	// L-BFGS.
	Method fit.Method `resume:"method,text"`

	// K is the scale of the expected score, see winprob.Expected: with weights that are
	// held it says what a centipawn is. Zero means 0.5; below 0 it is fitted in every
	// iteration, at the weights that played, unless those are "random", "flat" or "zero".
	K float64 `resume:"k"`

	// Freeze are patterns of weights that keep the values they begin with. Nil means
	// "pst.*" of features.Lishex, and of other sets no pattern.
	Freeze []string `resume:"freeze"`

	// PriorRows pulls the weights to those that the fit begins with, as would that many more rows for
	// each: to those that played, or, of a further objective, to what the one before has found. Zero
	// means 10, which 10,000 games do not feel, and 300 of Trees and Choice; below 0 none.
	PriorRows float64 `resume:"prior_rows"`

	// Share of the games is held out for the test. Zero means a tenth.
	Share float64 `resume:"test_share"`

	// Gate, if not nil, is the test that new weights must pass against the best so
	// far, or the next games are played with those. Without it the newest are the best.
	Gate *elo.SPRT `resume:"gate"`

	// GateShare, if not 0, is AlphaGo Zero's gate in place of a test: new weights must take more than this share, 0 to
	// 1, of the points in GatePairs pairs against the best so far. AlphaGo Zero has 0.55.
	GateShare float64 `resume:"gate_share,omitempty"`

	// GatePairs is the number of pairs of games after which a gate stays closed; with a share the number that is
	// played. Zero means 2,000, with a share 200: AlphaGo Zero's 400 games.
	GatePairs int `resume:"gate_pairs"`

	// Predict is the number of positions at which the moves of new weights are compared with those
	// of the weights that played, to say what a match would. Zero means that nothing is said.
	Predict int `resume:"predict,omitempty"`

	// Seed of everything that is drawn. Zero means 1.
	Seed uint64 `resume:"seed"`

	// Threads is the number of games at a time; results do not depend on it. Zero
	// means GOMAXPROCS.
	Threads int `resume:"-"`
}

// Has reports whether weights are fitted to one of these.
func (o *Options) Has(some ...Objective) bool {
	return slices.ContainsFunc(o.Objectives, func(x Objective) bool { return slices.Contains(some, x) })
}

// objectives are their names.
func (o *Options) objectives() (names []string) {
	for _, x := range o.Objectives {
		names = append(names, x.String())
	}
	return names
}

// onlyResults reports whether the run is of results and nothing else.
func (o *Options) onlyResults() bool { return slices.Equal(o.Objectives, []Objective{Results}) }

// selfTaught reports whether the weights are their own teacher of an objective.
func (o *Options) selfTaught(x Objective) bool {
	l := o.Rows(x)
	return l != nil && l.Teacher == nil
}

// Rows returns how rows of an objective are made, nil of one without a teacher.
func (o *Options) Rows(of Objective) *Rows {
	switch of {
	case Trees:
		return &o.Trees
	case Choice:
		return &o.Choice
	}
	return nil
}

// priorOf is the PriorRows of an objective where they are not given: choices and trees say little of
// a weight that few of them use.
func (o *Options) priorOf(x Objective) float64 {
	switch {
	case o.PriorRows != 0:
		return o.PriorRows
	case x.Taught():
		return 300
	}
	return 10
}
