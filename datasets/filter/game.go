package filter

import (
	"fmt"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/enum"
)

// Ends says of which games the ends are believed, and so the results.
type Ends uint8

const (
	// EndsBelieved drops games that ended by forfeit (time, an illegal move, a
	// broken connection) or have no end: their result says nothing of their
	// positions. An unknown end is believed.
	EndsBelieved Ends = iota

	// EndsNormal drops those that a referee or a program stopped, too.
	EndsNormal

	// EndsAll drops none.
	EndsAll
)

var endsNames = []string{EndsBelieved: "believed", EndsNormal: "normal", EndsAll: "all"}

// String returns "believed", "normal" or "all".
func (e Ends) String() string { return enum.Name(endsNames, e) }

// MarshalText and UnmarshalText make Ends a flag for flag.TextVar.
func (e Ends) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText sets e from its name.
func (e *Ends) UnmarshalText(text []byte) error { return enum.Parse(e, endsNames, text) }

// Termination drops samples of games by how they ended.
//
// Source: official-stockfish/WDL_model, issue 64: games lost on time and by
// crashes spoil a model of results.
func Termination(believed Ends) Filter {
	return Filter{"termination", func(s *datasets.Sample) Verdict {
		switch s.End {
		case datasets.EndForfeit, datasets.EndUnterminated:
			return dropIf(believed != EndsAll)
		case datasets.EndAdjudicated:
			return dropIf(believed == EndsNormal)
		}
		return Keep
	}}
}

// Book drops positions whose move is from an opening book: no search has looked
// at them, and they are the same in many games.
func Book() Filter {
	return Filter{"book", func(s *datasets.Sample) Verdict { return dropIf(s.Book) }}
}

// Ply drops positions before which the number of half moves played is out of the
// range. It is 0 where the source does not say.
func Ply(plies Range) Filter {
	return Filter{fmt.Sprintf("ply outside %v", plies), func(s *datasets.Sample) Verdict {
		return dropIf(!plies.Holds(float64(s.Ply)))
	}}
}

// LastPlies drops positions from which the game lasted n half moves or less.
// Where its length is not known it keeps them.
func LastPlies(n int) Filter {
	return Filter{fmt.Sprintf("last %d plies", n), func(s *datasets.Sample) Verdict {
		return dropIf(s.Left != datasets.NoLeft && int(s.Left) <= n)
	}}
}
