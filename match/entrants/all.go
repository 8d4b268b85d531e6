package entrants

import (
	"context"
	"fmt"
	"slices"
	"time"

	"centipawn/match/openings"
	"centipawn/match/play"
)

// All returns the entrants of several specs that meet in games from some openings,
// nil for the start position. A name that a spec gives must be its own; one that
// nobody gave gets a number if it is taken ("A", "A 2"). If the openings hold positions
// of Chess960, programs that declare UCI_Chess960 get it set. margin is that of the rules:
// a program gets to stop when its time is overrun by more, or by a second if that is
// longer.
func All(ctx context.Context, specs []Spec, from openings.Source, margin time.Duration) ([]play.Entrant, error) {
	taken := map[string]bool{harness: true}
	for i := range specs {
		if name := specs[i].Name; named(specs[:i], name) {
			return nil, fmt.Errorf("two entrants are called %s: pass another name for one of them", name)
		}
		taken[specs[i].Name] = true
	}
	book, ok := from.(*openings.Book)
	chess960 := ok && book.Chess960()
	var all []play.Entrant
	for _, s := range specs {
		if _, set := s.option(uciChess960); chess960 && s.Foreign() && !set {
			s = s.With(uciChess960, true)
		}
		e, err := s.tried(ctx, margin)
		if err != nil {
			return nil, err
		}
		if s.Name == "" {
			e.Name = numbered(e.Name, taken)
		}
		taken[e.Name] = true
		all = append(all, e)
	}
	return all, nil
}

// named reports whether one of the specs gives a name.
func named(specs []Spec, name string) bool {
	return name != "" && slices.ContainsFunc(specs, func(s Spec) bool { return s.Name == name })
}

// numbered returns a name that is not taken.
func numbered(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}

// uciChess960 is the option by which castling is written as the king taking his rook.
const uciChess960 = "UCI_Chess960"
