package filter

import (
	"errors"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/winprob"
)

// Options says what is filtered. The zero value drops finished positions and what
// [EndsBelieved] says.
type Options struct {
	// Ends says of which games the ends are believed.
	Ends Ends

	// NoBook drops positions whose move is from an opening book.
	NoBook bool

	// Plies are the half moves played before a position. Nil means any.
	Plies *Range

	// LastPlies drops that many half moves before the end of a game. Zero means
	// none.
	LastPlies int

	// NoCheck and NoNoisy drop positions in check and those whose move takes or
	// promotes.
	NoCheck, NoNoisy bool

	// Search is the quiescence search of Bound and Leaf, Static the evaluation to
	// compare it with, in centipawns, White-relative.
	Search Quiescence
	Static func(*board.Position) int

	// Bound, in centipawns, is how far quiescence and static evaluation may be
	// apart. Nil means any distance. It needs Search and Static.
	Bound *int

	// Leaf replaces positions by their quiescence leaves. It needs Search.
	Leaf bool

	// Phase, 0 to 1, and Pieces on the board. Nil means any.
	Phase, Pieces *Range

	// Tables give the results of positions that they know. Nil: none.
	Tables *syzygy.Tables

	// Unscored and Unresolved drop positions without a score, and those with
	// neither a result nor an expected score: formats that are written need them.
	Unscored, Unresolved bool

	// NoMates drops positions whose score is a mate.
	NoMates bool

	// Scores are the sizes of scores in centipawns. Nil means any.
	Scores *Range

	// Against, in centipawns, is what the loser of the game may have been ahead.
	// Nil means anything.
	Against *int

	// OneIn keeps one position in that many. Zero and one mean all.
	OneIn int

	// Own are the caller's filters. They judge last.
	Own []Filter

	// Duplicates says what becomes of equal positions.
	Duplicates Duplicates

	// PerGame is how many positions of a game are kept, chosen at random. Zero
	// means all.
	PerGame int

	// Balance is the mix of results and phases that is left, by dropping. K and a
	// test that are to be those of the natural mix need a fit that balances.
	Balance winprob.Balance

	// Seed chooses one of many random choices. Zero means 1.
	Seed uint64

	// Mirror adds to every position its mirror image, see [Mirror].
	Mirror bool
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.OneIn == 0 {
		o.OneIn = 1
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	return o
}

// Check reports the first option that means nothing.
func (o *Options) Check() error {
	switch {
	case o.LastPlies < 0 || o.OneIn < 0 || o.PerGame < 0:
		return fmt.Errorf("filter: LastPlies %d, OneIn %d, PerGame %d: want 0 or more", o.LastPlies, o.OneIn, o.PerGame)
	case o.Bound != nil && (o.Search == nil || o.Static == nil):
		return errors.New("filter: Bound needs a Search and a Static evaluation")
	case o.Leaf && o.Search == nil:
		return errors.New("filter: Leaf needs a Search")
	}
	return nil
}

// WholeSet reports whether a filter must know all samples: [Survey].
func (o *Options) WholeSet() bool {
	return o.Duplicates != KeepAll || o.PerGame > 0 || !o.Balance.IsZero()
}

// Stream returns the filters of the stream in their order. Finished positions are left to
// the caller, which knows them already.
func (o *Options) Stream() []Filter {
	all := []struct {
		on bool
		of func() Filter
	}{
		{true, func() Filter { return Termination(o.Ends) }},
		{o.NoBook, Book},
		{o.Plies != nil, func() Filter { return Ply(*o.Plies) }},
		{o.LastPlies > 0, func() Filter { return LastPlies(o.LastPlies) }},
		{o.NoCheck, InCheck},
		{o.NoNoisy, NoisyMove},
		{o.Bound != nil, func() Filter { return Unquiet(o.Search, o.Static, *o.Bound) }},
		{o.Leaf, func() Filter { return Leaf(o.Search) }},
		{o.Tables != nil, func() Filter { return Tables(o.Tables) }},
		{o.Phase != nil, func() Filter { return Phase(*o.Phase) }},
		{o.Pieces != nil, func() Filter { return Pieces(*o.Pieces) }},
		{o.Unscored, Unscored},
		{o.Unresolved, Unresolved},
		{o.NoMates, Mates},
		{o.Scores != nil, func() Filter { return Score(*o.Scores) }},
		{o.Against != nil, func() Filter { return AgainstResult(*o.Against) }},
		{o.OneIn > 1, func() Filter { return OneIn(o.OneIn) }},
	}
	var filters []Filter
	for _, f := range all {
		if f.on {
			filters = append(filters, f.of())
		}
	}
	return append(filters, o.Own...)
}
