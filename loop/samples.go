package loop

import (
	"context"

	"centipawn/datasets"
	"centipawn/extract"
	"centipawn/filter"
	"centipawn/matrix"
	"centipawn/quiet"
	"centipawn/tapered"
)

// A funnel says what became of the positions of an iteration's games.
type funnel struct {
	Counts   datasets.Counts    `json:"counts"`
	Dropped  []matrix.Drop      `json:"dropped"` // by each filter, in order
	Mixes    []filter.Mix       `json:"mixes"`   // results and phases of what each dropped, and last of what was kept
	Rows     int                `json:"rows"`
	Replaced int                `json:"replaced"` // of these, by their quiescence leaf
	Findings []datasets.Warning `json:"findings"` // about the labels
	Warnings []datasets.Warning `json:"warnings"` // about all positions
}

// draw draws positions from the games of an iteration.
func (r *run) draw(ctx context.Context, s step, _ *Metrics) error {
	if exists(s.file(funnelName)) {
		return nil
	}
	opt, err := r.drawing(s)
	if err != nil {
		return err
	}
	files := r.opt.From
	if files == nil {
		files = []string{s.gamesFile()}
		opening, err := r.opt.Opening.shortest(r.opt.playing(s.number))
		if err != nil {
			return err
		}
		opt.Filter.Own = append(opt.Filter.Own, brokenOff(r.opt.Rules.MaxPlies, opening, r.opt.Set.Phase()))
	}
	rep, err := extract.Convert(ctx, files, s.samplesFile(), opt)
	if err != nil {
		return err
	}
	return write(s.file(funnelName), funnel{rep.Counts, rep.Funnel, rep.Mixes, rep.Rows, rep.Changed, rep.Findings, rep.Warnings})
}

// drawing says which positions are drawn in an iteration.
func (r *run) drawing(s step) (extract.Options, error) {
	opt := extract.Options{
		Set: r.opt.Set, Threads: r.opt.Threads, Trusted: r.opt.From == nil,
		Filter: filter.Options{NoCheck: true, Unresolved: true, PerGame: max(0, r.opt.PerGame), Seed: seedOf(r.opt.Seed, s.number, forSamples)},
		Progress: func(_ string, read, size int64) {
			r.tell(Event{Iteration: s.number, Stage: Drawing, Done: read, Total: size})
		},
	}
	if r.opt.Quiet == QuietKept {
		return opt, nil
	}
	q, err := quiet.New("the weights that played", r.best)
	if err != nil {
		return opt, err
	}
	bound := &r.opt.Bound
	if r.opt.Quiet == QuietReplace {
		bound = nil
	}
	opt.SetQuiet(q, bound, r.opt.Quiet == QuietReplace)
	return opt, nil
}

// brokenOff drops the endings of games that were ended for having so many half moves
// behind an opening of that many: positions whose phase is at most lateAt. Who does not
// win in that time may be playing on in a won ending that he cannot win, and most
// positions of such a game are of its end. Its middlegame is as good as any other.
func brokenOff(plies, opening int, phase *tapered.Phase) filter.Filter {
	return filter.Filter{Name: "broken off", Judge: func(s *datasets.Sample) filter.Verdict {
		long := plies > 0 && s.Left != datasets.NoLeft && int(s.Ply)+int(s.Left) >= opening+plies
		if long && phase.Of(&s.Position) <= lateAt {
			return filter.Drop
		}
		return filter.Keep
	}}
}

// lateAt is the phase from which on a game that is broken off tells nothing.
const lateAt = 0.5
