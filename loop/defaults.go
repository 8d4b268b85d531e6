package loop

import (
	"cmp"
	"path/filepath"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

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
	o.Set = cmp.Or(o.Set, features.PeSTO)
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
	o.Gate = campaign.Test(o.Gate)
	if o.GateShare > 0 {
		o.GatePairs = cmp.Or(o.GatePairs, 200)
	}
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

// forObjectives returns the options with the defaults of what depends on the objectives.
func (o Options) forObjectives() Options {
	if o.Objectives == nil {
		o.Objectives = []Objective{Results}
	}
	if o.Has(Labels) {
		o.Lambda = cmp.Or(o.Lambda, DefaultLambda)
	}
	if o.Has(Trees) {
		o.Trees, o.PerTree = o.Trees.withDefaults(4, o.Limit), cmp.Or(o.PerTree, DefaultLeaves)
	}
	if o.Has(Choice) {
		o.Choice, o.TeacherTemperature = o.Choice.withDefaults(20, o.Limit), cmp.Or(o.TeacherTemperature, DefaultTeacherTemperature)
	}
	switch {
	case !o.Has(Results, Labels):
		o.Balance = winprob.Balance{} // rows have no results
	case o.Balance.IsZero() && !o.NaturalMix:
		o.Balance.Results = [3]float64{30, 40, 30}
	}
	if o.onlyResults() {
		o.PriorRows = o.priorOf(Results)
	}
	return o
}
