package loop

import (
	"context"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/matrix"
	"example.org/centipawn/tapered"
)

// A funnel says what became of the positions of an iteration's games.
type funnel struct {
	Counts   datasets.Counts `json:"counts"`
	Dropped  []matrix.Drop   `json:"dropped"` // by each filter, in order
	Mixes    []filter.Mix    `json:"mixes"`   // results and phases of what each dropped, and last of what was kept
	Rows     int             `json:"rows"`
	Replaced int             `json:"replaced"` // of these, by their quiescence leaf
	Findings note.List       `json:"findings"` // about the labels
	Warnings note.List       `json:"warnings"` // about all positions
}

// draw draws positions from the games of an iteration.
func (r *run) draw(ctx context.Context, t *task) error {
	s := t.step
	if folder.Exists(s.File(funnelName)) {
		return nil
	}
	opt, err := r.drawing(s)
	if err != nil {
		return err
	}
	files := r.opt.From
	if files == nil {
		files = []string{s.gamesFile()}
	}
	cutShort, err := r.cutShort(s)
	if err != nil {
		return err
	}
	opt.Filter.Own = append(opt.Filter.Own, brokenOff(cutShort, r.opt.Set.Phase()))
	rep, err := extract.Convert(ctx, files, s.rowsFile(Results), opt)
	if err != nil {
		return err
	}
	return folder.Write(s.File(funnelName), funnel{rep.Counts, rep.Funnel, rep.Mixes, rep.Rows, rep.Changed, rep.Findings, rep.Warnings})
}

// drawing says which positions are drawn in an iteration.
func (r *run) drawing(s step) (extract.Options, error) {
	opt := extract.Options{
		Set: r.opt.Set, Threads: r.opt.Threads, Trusted: r.opt.From == nil || r.opt.Trust,
		Filter: filter.Options{NoCheck: true, Unresolved: true, PerGame: max(0, r.opt.PerGame), Seed: campaign.Seed(r.opt.Seed, s.Number, forSamples)},
		Progress: func(_ string, read, size int64) {
			r.watch(Event{Iteration: s.Number, Stage: Drawing, Done: read, Total: size})
		},
	}
	if *r.opt.Quiet == extract.QuietOff {
		return opt, nil
	}
	q, err := quiet.New("the weights that played", r.best)
	if err != nil {
		return opt, err
	}
	bound, replace := &r.opt.Bound, *r.opt.Quiet == extract.QuietReplace
	if replace {
		bound = nil
	}
	opt.SetQuiet(q, bound, replace)
	return opt, nil
}

// cutShort returns what tells by the number of half-moves of a drawn game whether it was
// broken off: this many after one of our openings. Of games that were given all that are
// as long may have been.
func (r *run) cutShort(s step) (func(plies int) bool, error) {
	most := r.opt.Rules.MaxPlies
	if most == 0 {
		return func(int) bool { return false }, nil
	}
	if r.opt.From != nil {
		return func(plies int) bool { return plies >= most }, nil
	}
	games, err := r.games(s)
	if err != nil {
		return nil, err
	}
	openings, err := r.opt.Opening.lengths(&games)
	return func(plies int) bool { return openings[plies-most] }, err
}

// brokenOff drops the endings of games that were ended for their length, which makes
// them drawn: positions whose phase is at most lateAt. Who does not win in that time may
// be playing on in a won ending that he cannot win, and most positions of such a game
// are of its end. Its middlegame is as good as any other.
func brokenOff(cutShort func(plies int) bool, phase *tapered.Phase) filter.Filter {
	return filter.Filter{Name: "broken off", Judge: func(s *datasets.Sample) filter.Verdict {
		long := s.Result == datasets.Draw && s.Left != datasets.NoLeft && cutShort(int(s.Ply)+int(s.Left))
		if long && phase.Of(&s.Position) <= lateAt {
			return filter.Drop
		}
		return filter.Keep
	}}
}

// lateAt is the phase from which on a game that is broken off says nothing.
const lateAt = 0.5
