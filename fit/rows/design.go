package rows

import (
	"fmt"
	"path"
	"slices"

	"example.org/centipawn/matrix"
)

// Fixed fixes the weights that Pattern matches (as in fit.Options.Columns) at Value,
// centipawns a count. Of several that match a weight the first decides.
type Fixed struct {
	Pattern string
	Value   float64
}

// A Design says which weights are fitted, and where the counts of a column go.
// The weights stand in the order of the columns that first have them, mg before eg.
type Design struct {
	Schema     matrix.Schema
	Factors    *factors
	Names      []string // of the fitted weights
	Column     []int    // their first columns in the schema
	Terms      []term   // of every column of the schema; without weights if the form has the column
	Fixed      []NamedWeight
	Unread     map[string]bool // of Fixed: halves of tapered weights that the formula does not read, at 0 or see KeepUnread
	FixedScore *Scorer         // what they add to an evaluation; nil without fixed weights
	Evaluation *Evaluation     // what an evaluation is made of
	Form       *Form           // the part that is not linear in fitted weights; nil: there is none
	Plain      bool            // every column is plain and fitted: column j is weight j

	// With ties, all names the weights that are fitted, allColumn their columns and
	// alias the one among names that each is.
	All       []string
	allColumn []int
	Alias     []int
}

// A term is where the count of a column goes: the indices of its weights, or -1.
type term struct{ Plain, MG, EG int32 }

// patterns is a list of patterns that remembers which of them matched.
type patterns struct {
	list []string
	used []bool
	bad  error
}

func newPatterns(list []string) *patterns {
	return &patterns{list: list, used: make([]bool, len(list))}
}

// first returns the index of the first pattern that matches the name of a
// weight or of one of its columns, or -1. All that match count as used.
func (p *patterns) first(weight string, columns ...string) int {
	found := -1
	for i, pattern := range slices.Backward(p.list) {
		yes, err := matches(pattern, append(columns, weight)...)
		if err != nil {
			p.bad = fmt.Errorf("fit: pattern %q: %w", pattern, err)
		}
		if yes {
			p.used[i], found = true, i
		}
	}
	return found
}

// matches reports whether a pattern of [path.Match] matches one of some names, or is one: names may have [ and ].
func matches(pattern string, names ...string) (yes bool, err error) {
	if slices.Contains(names, pattern) {
		return true, nil
	}
	for _, name := range names {
		var also bool
		also, err = path.Match(pattern, name)
		yes = yes || also
	}
	return yes, err
}

// err reports a pattern that is malformed or matched nothing: most likely it is
// misspelt.
func (p *patterns) err() error {
	if p.bad != nil {
		return p.bad
	}
	if i := slices.Index(p.used, false); i >= 0 {
		return fmt.Errorf("fit: no column matches %q", p.list[i])
	}
	return nil
}

// Expand appends to the entries the weights that row i of b touches, ascending,
// with their values: count, count·φ or count·ε.
func (d *Design) Expand(b *matrix.Block, i int, entries []Entry) []Entry {
	mg, eg := d.Factors.MG[b.MG[i]], d.Factors.EG[b.EG[i]]
	columns, counts := b.Row(i)
	for k, c := range columns {
		t, x := &d.Terms[c], float64(counts[k])
		if t.Plain >= 0 {
			entries = append(entries, Entry{t.Plain, x})
		}
		if t.MG >= 0 {
			entries = append(entries, Entry{t.MG, x * mg})
		}
		if t.EG >= 0 {
			entries = append(entries, Entry{t.EG, x * eg})
		}
	}
	return entries
}

// Touch adds 1 to seen for each weight that row i of b touches with a value other than 0, by weight.
func (d *Design) Touch(b *matrix.Block, i int, seen []float64) {
	mg, eg := d.Factors.MG[b.MG[i]] != 0, d.Factors.EG[b.EG[i]] != 0
	columns, counts := b.Row(i)
	for k, c := range columns {
		if counts[k] == 0 {
			continue
		}
		t := &d.Terms[c]
		if t.Plain >= 0 {
			seen[t.Plain]++
		}
		if mg && t.MG >= 0 {
			seen[t.MG]++
		}
		if eg && t.EG >= 0 {
			seen[t.EG]++
		}
		if d.Form != nil {
			d.Form.touch(int(c), seen)
		}
	}
}

// An Entry is one value of a row: what a weight is multiplied by.
type Entry struct {
	Weight int32
	Value  float64
}
