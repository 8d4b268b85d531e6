// Package lineup makes the players, the teacher and the roots of a measure of regret ready: from
// what flags say, or from weights in memory.
package lineup

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"example.org/centipawn/engine"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
)

// Players makes players of specs with limits. The first is the baseline, the last the teacher.
func Players(ctx context.Context, specs []entrants.Spec) (list []regret.Player, err error) {
	all, err := entrants.All(ctx, specs, nil, play.DefaultMargin)
	if err != nil {
		return nil, err
	}
	s, err := entrants.NewSettings(specs, entrants.Openings{})
	if err != nil {
		return nil, err
	}
	for i, e := range all {
		list = append(list, regret.Player{Entrant: e, ID: s.Identity(i), Knows: s.Knows(i)})
	}
	return list, nil
}

// K returns the K of a teacher's centipawns: that of the weights file, or of the built-in weights
// where it is unknown.
func K(s *entrants.Spec) (float64, error) {
	if s.Foreign() {
		return kOf(weights.Builtin()), nil
	}
	f, err := entrants.Weights(s.Weights)
	if err != nil {
		return 0, err
	}
	return kOf(f), nil
}

func kOf(f *weights.File) float64 {
	if k := f.Provenance.ResultK(); k != nil {
		return k.Value
	}
	return weights.Builtin().Provenance.K.Value
}

// Games says how roots are drawn from games that begin as those of a match: after random moves that are
// balanced, but drawn by seeds that no match and no games for training have.
func Games(seed uint64) (g regret.Games, err error) {
	g = regret.Games{Seed: seed, ID: fmt.Sprintf("%+v, seed %d", entrants.DefaultOpenings, seed)}
	from := entrants.DefaultOpenings
	g.Openings, err = from.Source(regret.Seed(seed))
	return g, err
}

// Conditions are those of a measure, as points of a line have them.
func Conditions(baseline, teacher *entrants.Spec, roots string) regret.Conditions {
	return regret.Conditions{
		Baseline: nameOf(baseline), Limit: baseline.Limit.String(), Search: searchOf(baseline),
		Teacher: nameOf(teacher) + "," + teacher.Limit.String(), Roots: roots,
	}
}

// nameOf has no folder in it: points are compared between machines.
func nameOf(s *entrants.Spec) string {
	return filepath.Base(cmp.Or(s.Command, s.Weights, weights.NameBuiltin))
}

func searchOf(s *entrants.Spec) string {
	if s.Foreign() {
		return "its own"
	}
	return cmp.Or(s.Search, engine.DefaultSearch)
}

// OfWeights returns a player of this module with weights in memory.
func OfWeights(name string, f *weights.File, limit play.Limit) regret.Player {
	h := sha256.New()
	_ = f.Encode(h) // to memory
	knows := fmt.Sprintf("%x", h.Sum(nil))
	return regret.Player{
		Entrant: entrants.InMemory(name, f, "", limit),
		ID:      fmt.Sprintf("%s in memory, %v", knows, limit), Knows: knows,
	}
}

// A Change is of weights, from old to new ones.
type Change struct {
	Name     string // of the old ones: a file, or a name that package weights knows
	Old, New *weights.File
	Cache    string // file of the answers, "" for none
	Roots    int    // 0: [regret.DefaultRoots]
	Threads  int    // 0: one for each processor
	Progress func(stage string, done, total int)
}

// Measure measures the new weights beside the old ones by the default teacher, at roots from games
// of the old ones at a quarter of their nodes: those of the matches that the line is drawn through.
func (c *Change) Measure(ctx context.Context) (*regret.Result, error) {
	from, err := Games(1)
	if err != nil {
		return nil, err
	}
	limit, judging := play.Limit{Nodes: regret.DefaultNodes}, play.Limit{Nodes: regret.DefaultTeacherNodes}
	teacher := entrants.Spec{Limit: judging}
	baseline := entrants.Spec{Weights: c.Name, Limit: limit}
	opt := regret.Options{
		Players: []regret.Player{OfWeights("old", c.Old, limit), OfWeights("new", c.New, limit)},
		Teacher: OfWeights(weights.NameBuiltin, weights.Builtin(), judging), K: kOf(weights.Builtin()),
		From: regret.Played(from), Roots: c.Roots, Cache: c.Cache, Threads: c.Threads, Progress: c.Progress,
		Conditions: Conditions(&baseline, &teacher, FromGames),
	}
	result, _, err := regret.Run(ctx, opt)
	return result, err
}
