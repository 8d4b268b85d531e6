package entrants

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// All returns the entrants of several specs that meet in games from some openings,
// nil for the start position. A name that a spec gives must be its own; one that
// not given gets the end of its path where another file has it ("A (old/a)", "A (new/a)"),
// and a number if it is taken ("A", "A 2"). If the openings hold positions
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
	var all []play.Entrant
	for _, s := range specs {
		s = s.For(from)
		e, err := s.tried(ctx, margin)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	nameByPath(all, specs)
	for i, s := range specs {
		if s.Name == "" {
			all[i].Name = numbered(all[i].Name, taken)
		}
		taken[all[i].Name] = true
	}
	return all, nil
}

// For returns the spec as it plays games from some openings: a program gets UCI_Chess960 set if they are
// of Chess960.
func (s Spec) For(from openings.Source) Spec {
	book, ok := from.(*openings.Book)
	if _, set := s.Option(uciChess960); ok && book.Chess960() && s.Foreign() && !set {
		return s.With(uciChess960, true)
	}
	return s
}

// nameByPath adds the ends of their paths to the names of entrants of several files that were not
// named, such as two builds of one program.
func nameByPath(all []play.Entrant, specs []Spec) {
	paths := make(map[string][]string) // by name
	for i, s := range specs {
		if path := s.path(); s.Name == "" && !slices.Contains(paths[all[i].Name], path) {
			paths[all[i].Name] = append(paths[all[i].Name], path)
		}
	}
	for i, s := range specs {
		if same := paths[all[i].Name]; s.Name == "" && len(same) > 1 {
			end := ends(same)[slices.Index(same, s.path())]
			all[i].Name = fmt.Sprintf("%s (%s)", all[i].Name, end)
		}
	}
}

// path is that of the program or of the weights.
func (s *Spec) path() string {
	return filepath.ToSlash(filepath.Clean(cmp.Or(s.Command, s.Weights, weights.NameBuiltin)))
}

// ends returns the shortest ends of different paths, by whole names of folders, that differ.
func ends(paths []string) []string {
	for n := 1; ; n++ {
		short, seen := make([]string, len(paths)), make(map[string]bool)
		for i, path := range paths {
			parts := strings.Split(path, "/")
			short[i] = strings.Join(parts[max(0, len(parts)-n):], "/")
			seen[short[i]] = true
		}
		if len(seen) == len(paths) {
			return short
		}
	}
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
