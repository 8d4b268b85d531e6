package extract

import (
	"flag"
	"fmt"
	"strconv"

	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/internal/enum"
)

// Quiet says what becomes of positions in which captures are due.
type Quiet uint8

const (
	// QuietOff looks for none.
	QuietOff Quiet = iota

	// QuietFilter drops positions whose quiescence search is far from their static
	// evaluation.
	QuietFilter

	// QuietReplace replaces every position by its quiescence leaf.
	QuietReplace
)

var quietNames = []string{QuietOff: "off", QuietFilter: "filter", QuietReplace: "replace"}

// String returns "off", "filter" or "replace".
func (q Quiet) String() string { return enum.Name(quietNames, q) }

// MarshalText and UnmarshalText make Quiet a flag for flag.TextVar.
func (q Quiet) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// UnmarshalText sets q from its name.
func (q *Quiet) UnmarshalText(text []byte) error { return enum.Parse(q, quietNames, text) }

// quietFlags are the flags of quiescence.
type quietFlags struct {
	policy  Quiet
	bound   *int   // nil: not given
	weights string // "": the built-in ones
}

func (q *quietFlags) add(fs *flag.FlagSet) {
	fs.TextVar(&q.policy, "quiet", q.policy, "what is done about captures that are due: off; filter (drop positions whose quiescence search is far from their static evaluation) or replace (by the quiescence leaf; labels stay): `policy`")
	fs.Func("quiet-bound", fmt.Sprintf("drop positions with more than `n` centipawns between quiescence and static evaluation (default %d with -quiet filter, no bound with replace)", quiet.Bound), func(text string) error {
		n, err := strconv.Atoi(text)
		if q.bound = &n; err != nil || n < 0 {
			return fmt.Errorf("want a number of centipawns from 0")
		}
		return nil
	})
	fs.StringVar(&q.weights, "quiet-weights", "", "weights `file` of that evaluation; the built-in weights if not given")
}

// apply gives the options a search, if the flags ask for one.
func (q *quietFlags) apply(o *Options) error {
	if q.policy == QuietOff {
		if q.bound != nil || q.weights != "" {
			return fmt.Errorf("-quiet-bound and -quiet-weights: pass -quiet filter or -quiet replace with them")
		}
		return nil
	}
	s, err := quiet.Load(q.weights)
	if err != nil {
		return fmt.Errorf("-quiet-weights: %w", err)
	}
	bound := q.bound
	if bound == nil && q.policy == QuietFilter {
		bound = new(quiet.Bound)
	}
	o.SetQuiet(s, bound, q.policy == QuietReplace)
	return nil
}

// SetQuiet lets a search judge positions: those with more than bound centipawns
// between quiescence and static evaluation are dropped, if it is not nil, and, with
// replace, the others replaced by their quiescence leaves.
func (o *Options) SetQuiet(s *quiet.Search, bound *int, replace bool) {
	o.Filter.Search, o.Filter.Static = filter.Quiescence(s.Quiesce), s.Static
	o.Filter.Bound, o.Filter.Leaf = bound, replace
	o.Quiescence = s.String()
}
