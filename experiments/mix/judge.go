package mix

import (
	"context"
	"fmt"

	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/match/regret/lineup"
	"example.org/centipawn/weights"
)

// A Judge measures the regret of weights beside the start weights.
type Judge struct {
	Baseline string        // name of the start weights
	Start    *weights.File // themselves
	Limit    play.Limit    // of a player's move
	Teacher  entrants.Spec // with its limit
	Roots    int           // of each half; 0: [regret.DefaultRoots]
	From     []regret.Root // of a file; nil: games of the baseline
	File     string        // its name, "" for games
	Seed     uint64
	Cache    string
	Threads  int
	Progress func(stage string, done, total int)

	baseline, teacher regret.Player
	k                 float64
}

// Ready starts the teacher, and returns what the answers of baseline and teacher depend on.
func (j *Judge) Ready(ctx context.Context) (ids []string, err error) {
	list, err := lineup.Players(ctx, []entrants.Spec{j.Teacher})
	if err != nil {
		return nil, err
	}
	j.teacher, j.baseline = list[0], lineup.OfWeights("start", j.Start, j.Limit)
	if j.k, err = lineup.K(&j.Teacher); err != nil {
		return nil, err
	}
	for _, p := range []regret.Player{j.baseline, j.teacher} {
		id, err := regret.Signed(ctx, p)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// Measure measures weights at the roots of a half.
func (j *Judge) Measure(ctx context.Context, half regret.Half, f *weights.File) (Measure, error) {
	from, kind, err := j.roots()
	if err != nil {
		return Measure{}, err
	}
	baseline := entrants.Spec{Weights: j.Baseline, Limit: j.Limit}
	result, _, err := regret.Run(ctx, regret.Options{
		Players: []regret.Player{j.baseline, lineup.OfWeights("candidate", f, j.Limit)},
		Teacher: j.teacher, K: j.k, From: half.Of(from), Roots: j.Roots, OneIn: 2, Cache: j.Cache, Threads: j.Threads, Progress: j.Progress,
		Conditions: lineup.Conditions(&baseline, &j.Teacher, kind),
	})
	if err != nil {
		return Measure{}, fmt.Errorf("regret: %w", err)
	}
	p := &result.Players[1]
	return Measure{Difference: p.Difference, Different: p.Different, Elo: p.Elo, Warnings: result.Warnings}, nil
}

// roots returns a fresh source of all roots.
func (j *Judge) roots() (s regret.Source, kind string, err error) {
	if j.From != nil {
		return regret.Positions(j.From, j.Seed), j.File, nil
	}
	g, err := lineup.Games(j.Seed)
	return regret.Played(g), lineup.FromGames, err
}
