package directions

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/centipawn/internal/memory"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/winprob"
)

// traits are what recipes depend on.
type traits struct {
	scores, results bool // some row has one
	tapered         bool // some term has two weights

	tempo  []string        // weights or terms that are held
	terms  []string        // by column, each once
	formed map[string]bool // terms that the formula does not just add
	fresh  map[string]bool // terms that rows count and whose old weights are 0
}

// traitsOf looks at rows and old weights.
func (o *Options) traitsOf(ctx context.Context, set *matrix.Set, old *weights.File) (*traits, error) {
	s := set.Schema()
	t := &traits{formed: map[string]bool{}, fresh: map[string]bool{}}
	seen, err := t.look(ctx, set)
	if err != nil {
		return nil, err
	}
	for i, c := range s.Columns {
		if c.Kind == matrix.Input {
			continue
		}
		if !slices.Contains(t.terms, c.Term()) {
			t.terms = append(t.terms, c.Term())
		}
		t.tapered = t.tapered || c.Tapered
		if s.Formula != "" && (c.Kind == matrix.Parameter || c.Sum() != "") {
			t.formed[c.Term()] = true
		}
		if seen[i] {
			t.fresh[c.Term()] = true
		}
	}
	t.keepNew(old)
	t.tempo, err = o.tempo(s)
	for _, name := range t.tempo {
		delete(t.fresh, name)
	}
	return t, err
}

// keepNew leaves of the fresh terms those of families all of whose old weights are 0: a single 0 in a table is a value
// like others.
func (t *traits) keepNew(old *weights.File) {
	valued := map[string]bool{} // families, or terms without one
	of := func(term string) string { return cmp.Or(family(term), term) }
	for _, term := range old.Terms {
		if term.Value.Value != 0 || term.MG.Value != 0 || term.EG.Value != 0 {
			valued[of(term.Name)] = true
		}
	}
	maps.DeleteFunc(t.fresh, func(term string, _ bool) bool { return valued[of(term)] })
}

// family is the first word of a term's name if it has several, and can be a pattern.
func family(term string) string {
	word, _, many := strings.Cut(term, ".")
	if !many || strings.ContainsAny(word, `*?[\`) {
		return ""
	}
	return word
}

// look reads the rows: which labels there are, and by column whether any row counts it.
func (t *traits) look(ctx context.Context, set *matrix.Set) (seen []bool, err error) {
	var b matrix.Block
	seen = make([]bool, len(set.Schema().Columns))
	for i := 0; i < set.Blocks() && err == nil; i++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		err = memory.Guard(func() error {
			if err := set.ReadBlock(i, &b); err != nil {
				return err
			}
			for j, score := range b.Score {
				t.scores = t.scores || winprob.Score(score) != winprob.NoScore
				t.results = t.results || b.Result[j] != matrix.ResultUnknown || b.Expected != nil && b.Expected[j] == b.Expected[j]
			}
			for _, c := range b.Columns {
				seen[c] = true
			}
			return nil
		})
	}
	return seen, err
}

// isTempo says that a term is called a bonus for the side to move.
func isTempo(name string) bool {
	plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
	return strings.Contains(plain, "tempo") || slices.Contains([]string{"stm", "sidetomove", "tomove"}, plain)
}

// tempo returns the weights or terms that are held: those of the patterns, or of the usual names.
func (o *Options) tempo(s matrix.Schema) (list []string, err error) {
	if o.Tempo == nil {
		for _, c := range s.Columns {
			if c.Kind != matrix.Input && isTempo(c.Term()) && !slices.Contains(list, c.Term()) {
				list = append(list, c.Term())
			}
		}
		return list, nil
	}
	for _, pattern := range o.Tempo {
		if _, err := fitted.Freeze(s, pattern, nil); err != nil {
			return nil, fmt.Errorf("-tempo %s: %w: pass the name of its column, or -tempo none", pattern, err)
		}
		list = append(list, pattern)
	}
	return list, nil
}

// frozenBut returns patterns that match all terms but some: a family by its first word where it has none of these.
func (t *traits) frozenBut(free map[string]bool) (patterns []string) {
	split := map[string]bool{"": true} // families that are not frozen as a whole
	for term := range maps.Keys(free) {
		split[family(term)] = true
	}
	for _, term := range t.terms {
		pattern := term
		if f := family(term); !split[f] {
			pattern = f + ".*"
		}
		if !free[term] && !slices.Contains(patterns, pattern) {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}
