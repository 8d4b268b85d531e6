package doctor

import (
	"errors"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/note"
)

// inspectionSeed chooses the random rows that are looked at: those of extract.
const inspectionSeed = 1

// inspect finds the reading that the rows contradict least, and of these the one
// nearest to what the options say.
func (x *check) inspect() error {
	candidates, err := x.readings()
	if err != nil {
		return err
	}
	fewest := -1
	for i := 0; i < len(candidates); i++ {
		opt := candidates[i]
		in, err := x.try(opt)
		switch {
		case err != nil && i > 0:
			continue // a unit that the format has not
		case err != nil:
			return err
		case i == 0:
			x.claimed = in
			candidates = append(candidates, recoded(opt, in)...)
		}
		n := refusals(in)
		if i > 0 {
			n = objections(in)
		}
		if fewest < 0 || n < fewest {
			fewest, x.read, x.inspection = n, opt, in
		}
		if fewest == 0 {
			break
		}
	}
	return nil
}

// recoded returns the readings with other codes of results, if an inspection names some.
func recoded(opt datasets.Options, in inspect.Inspection) []datasets.Options {
	for _, f := range in.Findings {
		if f.Kind == inspect.AboutCodes {
			opt.Codes = f.Args[2].(datasets.ResultCodes)
			return alternatives(opt)
		}
	}
	return nil
}

// try inspects the file with some options. What is missing of a truncated file is
// told by the pass.
func (x *check) try(opt datasets.Options) (inspect.Inspection, error) {
	r, err := x.open(opt)
	if err != nil {
		return inspect.Inspection{}, err
	}
	defer r.Close()
	in, err := inspect.Inputs(r, inspectionSeed)
	if err != nil {
		return inspect.Inspection{}, err
	}
	return in[0], nil
}

// refusals counts the findings that stand against a reading.
func refusals(in inspect.Inspection) (n int) {
	for _, f := range in.Findings {
		if f.Level == note.Error {
			n++
		}
	}
	return n
}

// objections counts what stands against a reading that no option claims: a doubt
// about its unit, too, for it is no better than the one it is to replace.
func objections(in inspect.Inspection) (n int) {
	for _, f := range in.Findings {
		if f.Level == note.Error || f.Code == note.D03 {
			n++
		}
	}
	return n
}

// readings returns what the options say, and then the same with other views and
// another unit, those with fewer changes first. If no score is found in a table,
// all of them are without one.
func (x *check) readings() ([]datasets.Options, error) {
	said := x.opt.Read
	if r, err := x.open(said); err == nil {
		r.Close()
	} else {
		if said.Score != "" || !errors.Is(err, datasets.ErrNoColumn) {
			return nil, err
		}
		said.Score = "-"
		r, without := x.open(said)
		if without != nil {
			return nil, err
		}
		r.Close()
	}
	return alternatives(said), nil
}

// alternatives returns the readings that differ in views and unit alone.
func alternatives(said datasets.Options) []datasets.Options {
	type change struct {
		opt datasets.Options
		n   int
	}
	var all []change
	for bits := range 8 {
		c := change{opt: said}
		if bits&1 != 0 {
			c.opt.POV, c.n = 1-c.opt.POV, c.n+1
		}
		if bits&2 != 0 {
			c.opt.Unit, c.n = 1-c.opt.Unit, c.n+1
		}
		if bits&4 != 0 {
			c.opt.ResultPOV, c.n = 1-c.opt.ResultPOV, c.n+1
		}
		all = append(all, c)
	}
	if !said.UnitSaid {
		c := change{opt: said, n: 1}
		c.opt.UnitSaid = true // centipawns, in comments of PGN, too
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b change) int { return a.n - b.n })
	options := make([]datasets.Options, len(all))
	for i, c := range all {
		options[i] = c.opt
	}
	return options
}
