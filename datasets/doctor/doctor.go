// Package doctor examines a data file before anything is made of it: what it is,
// whose view and what unit its labels take, what is wrong with it, and which flags
// of extract and fit bring that in order.
//
// [Examine] reads a file twice: some rows with each of the readings that are
// possible, to find the one that material on the board does not contradict, and
// then all rows with that one. Memory is bounded, and the diagnosis does not depend
// on the number of threads.
//
// Findings have the codes of docs/warnings.md. Those that extract and fit raise,
// too, come from [inspect.Inspection] and [inspect.Watch]: a code has one
// definition and one threshold.
package doctor

import (
	"context"

	"example.org/centipawn/datasets"
	_ "example.org/centipawn/datasets/formats"
	"example.org/centipawn/datasets/input"
)

// Examine returns the diagnosis of a file, "-" being the standard input, and of
// what it has in common with a second one, if that has a name. A file of which
// nothing can be read is an error; one that breaks off is not.
func Examine(ctx context.Context, name, second string, opt Options) (*Diagnosis, error) {
	opt = opt.WithDefaults()
	x, err := examine(ctx, name, opt)
	if err != nil {
		return nil, err
	}
	d := x.diagnose()
	if second == "" {
		return d, nil
	}
	y, err := examine(ctx, second, opt)
	if err != nil {
		return nil, err
	}
	d.compare(x, y)
	return d, nil
}

// examine finds out how a file is to be read, and reads it.
func examine(ctx context.Context, name string, opt Options) (*check, error) {
	stream, opened := input.Pipe(name), name
	if name == "-" {
		stream = opt.Read.WithDefaults().Stdin
	}
	if stream != nil {
		copied, err := input.NewSpool(ctx, stream, func(int64) {})
		if err != nil {
			return nil, err
		}
		defer copied.Close()
		opt.Read.Stdin, opened = copied.Reader(), "-"
	}
	x := &check{opt: opt, said: opt.Read, name: name, input: opened}
	for {
		if err := x.readThrough(ctx); err != nil {
			return nil, err
		}
		needed, ok := x.needed()
		if !ok {
			return x, nil
		}
		x.opt.Read = needed
	}
}

// readThrough finds out how the file is to be read, and reads all of it.
func (x *check) readThrough(ctx context.Context) error {
	x.read = x.opt.Read
	if err := x.inspect(); err != nil {
		return err
	}
	r, err := x.open(x.read)
	if err != nil {
		return x.breakOff(err)
	}
	defer r.Close()
	if x.survey, err = x.pass(ctx, r); err != nil {
		return err
	}
	sources, err := r.Sources()
	if err != nil {
		return err
	}
	x.source = sources[0]
	return nil
}

// needed returns options by which lines are read that were bad: without the castling rights that
// boards cannot have, or with results in another coding. ok is false if there are none.
func (x *check) needed() (opt datasets.Options, ok bool) {
	opt = x.opt.Read
	signs, halves := x.survey.bad[faultSigns].n, x.survey.bad[faultHalves].n
	switch {
	case x.survey.bad[faultCastling].n > 0 && opt.Castling == datasets.CastlingRefuse:
		opt.Castling = datasets.CastlingRepair
	case signs > 0 && halves == 0 && opt.Codes == datasets.CodesAuto:
		opt.Codes = datasets.CodesSigns
	case halves > 0 && signs == 0 && opt.Codes == datasets.CodesAuto:
		opt.Codes = datasets.CodesHalves
	default:
		return opt, false
	}
	return opt, true
}

// diagnose draws the conclusions from an examination.
func (x *check) diagnose() *Diagnosis {
	c, in := x.survey, x.inspection
	d := &Diagnosis{
		File: x.name, SHA256: x.source.SHA256, Bytes: x.source.Bytes,
		Reading: x.reading(), Counts: c.counts, Rows: c.watch.Overview(), Noise: x.noise(),
		Scores: Scores{Slope: in.Slope, Low: in.Low, High: in.High},
		Phases: c.phases, Chess960: c.chess960, Games: x.namesGames(),
	}
	if c.ahead.rows >= enoughRows {
		d.Scores.Ahead = float64(c.ahead.halves) / float64(2*c.ahead.rows)
	}
	d.judge(x)
	d.Suspects = x.suspects()
	d.conclude()
	return d
}
