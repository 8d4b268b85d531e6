package entrants

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/BurntSushi/toml"

	"example.org/centipawn/match/elo"
)

// A wrong value of a file, with its key, and of how manieth table of that name it is.
type wrong struct {
	key toml.Key
	nth int
	err error
}

func wrongf(key toml.Key, format string, args ...any) *wrong {
	return &wrong{key, 1, fmt.Errorf(format, args...)}
}

// check returns what is wrong with the file, nil if nothing is; given reports whether
// it has a key.
func (f *File) check(given func(key ...string) bool) *wrong {
	for _, w := range []*wrong{f.checkNumbers(given), f.checkTables(given), f.checkEntrants()} {
		if w != nil {
			return w
		}
	}
	return f.checkAnchors()
}

// checkNumbers looks at what stands outside of tables.
func (f *File) checkNumbers(given func(key ...string) bool) *wrong {
	switch {
	case f.Format != "" && f.Format != "round-robin" && f.Format != "gauntlet":
		return wrongf(toml.Key{"format"}, "%q: pass round-robin or gauntlet", f.Format)
	case f.Seed > math.MaxInt64: // TOML's numbers have a sign, and the decoder takes it off
		return wrongf(toml.Key{"seed"}, "below 0: pass 0 or more")
	case f.Pairs < 0 || f.Pairs == 0 && given("pairs"):
		return wrongf(toml.Key{"pairs"}, "%d: pass 1 or more pairs of games, or omit it", f.Pairs)
	case f.Concurrency < 0:
		return wrongf(toml.Key{"concurrency"}, "%d: pass 1 or more games at a time, 0 for one on each processor", f.Concurrency)
	}
	if err := elo.CheckMaxFaults(f.MaxFaults); err != nil && given("max-faults") {
		return &wrong{toml.Key{"max-faults"}, 1, err}
	}
	return nil
}

// checkTables looks at the tables that stand once.
func (f *File) checkTables(given func(key ...string) bool) *wrong {
	if err := f.Openings.Validate(); err != nil {
		return &wrong{toml.Key{"openings"}, 1, err}
	}
	rules := f.Rules.Play()
	if err := rules.Validate(); err != nil {
		return &wrong{toml.Key{"rules"}, 1, err}
	}
	if rules.ResignMoves == 0 && rules.ResignScore > 0 {
		return wrongf(toml.Key{"rules", "resign-score"}, "%d has no effect without resign-moves: pass them as well", rules.ResignScore)
	}
	if f.SPRT != nil {
		return f.checkTest(given)
	}
	return nil
}

// checkTest looks at the test. A chance of 0 is to it the default.
func (f *File) checkTest(given func(key ...string) bool) *wrong {
	const noChance = "0: pass a chance above 0, as 0.05"
	switch {
	case f.SPRT.Alpha == 0 && given("sprt", "alpha"):
		return wrongf(toml.Key{"sprt", "alpha"}, noChance)
	case f.SPRT.Beta == 0 && given("sprt", "beta"):
		return wrongf(toml.Key{"sprt", "beta"}, noChance)
	}
	if err := f.SPRT.Validate(); err != nil {
		return &wrong{toml.Key{"sprt"}, 1, err}
	}
	if n := len(f.Entrants); n > 2 {
		return wrongf(toml.Key{"sprt"}, "a test is of two players, here are %d: omit the test, or all but two", n)
	}
	return nil
}

func (f *File) checkEntrants() *wrong {
	for i := range f.Entrants {
		s := &f.Entrants[i]
		err := s.Validate()
		if err == nil {
			err = s.Limit.Validate()
		}
		if err == nil && named(f.Entrants[:i], s.Name) {
			err = errors.New("two entrants of this name: pass another for one of them")
		}
		if err != nil {
			return &wrong{toml.Key{"entrant"}, i + 1, fmt.Errorf("%s: %w", s.label(), err)}
		}
	}
	if len(f.Entrants) < 2 {
		return wrongf(toml.Key{"entrant"}, "%d of them: pass two or more, each under a line [[entrant]]", len(f.Entrants))
	}
	return nil
}

// checkAnchors looks for ratings that no entrant can have. What programs without a name
// are called is not known before they are started.
func (f *File) checkAnchors() *wrong {
	if len(f.Anchors) > 0 && len(f.Entrants) == 2 {
		return wrongf(toml.Key{"anchors"}, "of two players, who get their difference and no ratings: omit them")
	}
	names, all := f.names()
	for _, name := range slices.Sorted(maps.Keys(f.Anchors)) {
		if v := f.Anchors[name]; math.IsNaN(v) || math.IsInf(v, 0) {
			return &wrong{toml.Key{"anchors", name}, 1, errors.New("no rating: pass a number of Elo")}
		}
		if all && !slices.Contains(names, name) {
			return wrongf(toml.Key{"anchors", name}, "no entrant of this name: pass one of %q", names)
		}
	}
	return nil
}

// names returns what the entrants will be called, as far as it is known; all reports
// whether that is so of all.
func (f *File) names() (names []string, all bool) {
	taken := map[string]bool{harness: true}
	for i := range f.Entrants {
		taken[f.Entrants[i].Name] = true
	}
	all = true
	for i := range f.Entrants {
		switch s := &f.Entrants[i]; {
		case s.Name != "":
			names = append(names, s.Name)
		case s.Foreign():
			all = false
		default:
			name := numbered(s.ourName(), taken)
			taken[name] = true
			names = append(names, name)
		}
	}
	return names, all
}
