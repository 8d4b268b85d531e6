package extract

import (
	"fmt"
	"io"
	"runtime"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/features"
	"example.org/centipawn/features/moves"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// Options configures [Run]. The zero value reads everything, in centipawns and
// White's view, into the set pesto.
type Options struct {
	// Set is what is counted. Nil means features.PeSTO.
	Set *features.Set

	// Moves says that the terms of moves are counted in place of Set's: see package
	// features/moves. Every row must have its root and move, as in files of choices.
	Moves bool

	// Read says how the input's columns are found and what the scores mean.
	Read datasets.Options

	// Sources says what is particular about some of the inputs.
	Sources []SourceRule

	// Filter says which samples become rows. Positions in which the game is over
	// never do.
	Filter filter.Options

	// Quiescence names the evaluation of Filter.Search, for the provenance. See
	// SetQuiet.
	Quiescence string

	// Limit ends the reading after this number of lines. Zero means none.
	Limit int

	// Shard is the part of the input's blocks that is extracted. The zero value
	// is the whole.
	Shard matrix.Shard

	// Look is what was found out for all shards; nil: each looks for itself.
	Look *Look

	// Bad is the number of bad lines that are tolerated. Zero means
	// budget.Default, budget.Off none.
	Bad int

	// Reject gets the bad lines with their reasons. Nil: none.
	Reject io.Writer

	// Threads is the number of blocks that are worked on at a time; the result
	// does not depend on it. Zero means GOMAXPROCS.
	Threads int

	// Progress, if not nil, is called after every block with what is done, the
	// bytes read and the bytes of all inputs, 0 if unknown.
	Progress func(stage string, read, size int64)

	// Trusted says that the labels are known to be what the options say. What an
	// inspection would refuse is a finding then.
	Trusted bool

	// Remark, if not nil, is called with what is doubtful about the data before
	// the run begins.
	Remark func(note.Note)
}

// SetTerms sets what is counted by its name: that of a registered set, or [moves.Name].
func (o *Options) SetTerms(name string) (err error) {
	if o.Moves = name == moves.Name; o.Moves {
		o.Set = nil
		return nil
	}
	o.Set, err = features.Lookup(name)
	return err
}

// Terms returns the name, the hash and the number of the terms that are counted.
func (o *Options) Terms() (name, hash string, n int) {
	if o.Moves {
		return moves.Name, moves.Hash(), len(moves.Terms())
	}
	set := o.WithDefaults().Set
	return set.Name(), set.Hash(), len(set.Terms())
}

// CheckLaws refuses a set with a term that breaks a law on the fixed positions, unless a look has found
// that its terms keep them. The terms of moves are not a user's: their own tests check them.
func (o *Options) CheckLaws() error {
	if _, hash, _ := o.Terms(); o.Moves || o.Look != nil && o.Look.Terms == hash {
		return nil
	}
	return CheckLaws(o.WithDefaults().Set)
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Set == nil {
		o.Set = features.PeSTO
	}
	if o.Bad == 0 {
		o.Bad = budget.Default
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Shard.Of == 0 {
		o.Shard.Of = 1
	}
	o.Filter = o.Filter.WithDefaults()
	return o
}

// CheckLaws refuses a set with a term that breaks a law on the fixed positions.
func CheckLaws(set *features.Set) error {
	if err := features.CheckLawsOnPositions(set); err != nil {
		return fmt.Errorf("%s %w: repair the term: no fit can use it", note.F01, err)
	}
	return nil
}

// A Look is what the shards of an extraction have in common, found out once: what some rows say, and where
// chunks begin.
type Look struct {
	Terms    string            `json:"terms"`    // hash of the terms, which were found to keep the laws
	Optional matrix.Optional   `json:"optional"` // what rows have beyond the usual
	Whole    []bool            `json:"whole"`    // by input: a probability among the results is a fault
	Index    []*datasets.Index `json:"index"`    // by input; nil: there is none
}
