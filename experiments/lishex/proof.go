package lishex

import (
	"context"
	"os"
	"path/filepath"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/features"
	"example.org/centipawn/loop"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/weights"
)

// humanValues are what beginners are taught, in centipawns.
var humanValues = [...]float64{board.Pawn: 100, board.Knight: 300, board.Bishop: 300, board.Rook: 500, board.Queen: 900}

// human returns PeSTO's tables with those values.
func human() (*weights.File, error) {
	f, err := loop.Start(features.Lishex, "published", nil, 1)
	if err != nil {
		return nil, err
	}
	for i := range f.Terms {
		for pt := board.Pawn; pt < board.King; pt++ {
			if t := &f.Terms[i]; t.Name == "material."+pt.String() {
				t.MG.Value, t.EG.Value = humanValues[pt], humanValues[pt]
			}
		}
	}
	f.Provenance.Tool += ", piece values 1-3-3-5-9"
	return f, nil
}

// An opponent is other values that the learnt ones play.
type opponent struct {
	name, file string
	make       func() (*weights.File, error)
}

func (x *run) opponents() []opponent {
	return []opponent{
		{"random values", "random.json", func() (*weights.File, error) { return x.start, nil }},
		{"1-3-3-5-9", "human.json", human},
		{"PeSTO's values", "pesto.json", func() (*weights.File, error) { return loop.Start(features.Lishex, "published", nil, 1) }},
	}
}

// prove has the learnt values play others. The values of every number of iterations
// have a folder of their own.
func (x *run) prove(ctx context.Context) error {
	dir := filepath.Join(x.Dir, "proof", iteration(x.Loop.Iterations))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	me, err := entrants.Spec{Name: "learnt", Weights: x.file(x.Loop.Iterations, "weights.json"), Limit: x.Limit}.Entrant(ctx)
	if err != nil {
		return err
	}
	for _, o := range x.opponents() {
		f, err := o.make()
		if err != nil {
			return err
		}
		path := filepath.Join(dir, o.file)
		if err := f.Write(path); err != nil {
			return err
		}
		other, err := entrants.Spec{Name: o.name, Weights: path, Limit: x.Limit}.Entrant(ctx)
		if err != nil {
			return err
		}
		if err := x.play(ctx, dir, me, other); err != nil {
			return err
		}
	}
	return nil
}

// play plays one match, or what is left of it. Values of different scales must not end
// games: mates that both sides announce do, and the laws.
func (x *run) play(ctx context.Context, dir string, me, other play.Entrant) error {
	r, err := pool.Match(ctx, me, other, pool.Options{
		Pairs: x.Pairs, Openings: openings.Random(x.Loop.Seed, x.Loop.Opening.Plies, nil), Seed: x.Loop.Seed,
		Rules: selfplay.MateRules(), Settings: [][]loop.Value{x.result.Learnt, x.result.Start},
		Threads: x.Loop.Threads, Event: "Lishex", Dir: dir, Watch: x.Watch,
	})
	if err != nil {
		return err
	}
	x.result.Matches = append(x.result.Matches, r.Pairings...)
	x.result.Warnings = append(x.result.Warnings, pool.Warnings(r)...)
	return nil
}
