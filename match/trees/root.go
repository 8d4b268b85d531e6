package trees

import (
	"fmt"
	"iter"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/splitmix"
)

// A root is where a tree begins. Of choices that are found again it has their rows.
type root struct {
	datasets.Sample
	rows []datasets.Sample
}

// tree returns the number of the root's tree, never 0: games that share a position have trees of
// their own.
func (r *root) tree() uint32 {
	h := splitmix.Mix(r.Position.Key() ^ splitmix.Mix(uint64(r.Game)<<16|uint64(r.Ply)))
	return max(1, uint32(h>>32))
}

// chosen reports whether the sample is one of the roots.
func (o *Options) chosen(s *datasets.Sample) bool {
	return splitmix.Mix(s.Position.Key()^uint64(s.Game)^splitmix.Mix(o.Seed))%uint64(o.Every) == 0
}

// roots returns the roots among the samples, in order.
func (o *Options) roots(next func() (datasets.Sample, error, bool)) func(*root) (bool, error) {
	if o.Kind == Again {
		return grouped(next)
	}
	return func(r *root) (bool, error) {
		for {
			s, err, ok := next()
			if !ok || err != nil {
				return false, err
			}
			if o.chosen(&s) {
				r.Sample, r.rows = s, r.rows[:0]
				return true, nil
			}
		}
	}
}

// Count returns how many roots the samples of r have that are left, for progress. It reads them all.
func (o Options) Count(r *datasets.Reader) (n int, err error) {
	if o, err = o.filled(); err != nil {
		return 0, err
	}
	next, stop := iter.Pull2(r.All())
	defer stop()
	take, into := o.roots(next), new(root)
	for {
		more, err := take(into)
		if !more || err != nil {
			return n, err
		}
		n++
	}
}

// grouped returns the roots of a file of choices: rows that follow each other and share a tree.
func grouped(next func() (datasets.Sample, error, bool)) func(*root) (bool, error) {
	var kept *datasets.Sample // the first row of the next root
	return func(r *root) (bool, error) {
		r.rows = r.rows[:0]
		if kept != nil {
			r.rows, kept = append(r.rows, *kept), nil
		}
		for {
			s, err, ok := next()
			if err != nil {
				return false, err
			}
			if ok && (s.Root == "" || s.Via == "") {
				return false, fmt.Errorf("line %d: no root and via: want a file of choices, as match choices writes it", s.Line)
			}
			if ok && (len(r.rows) == 0 || s.Tree == r.rows[0].Tree && s.Root == r.rows[0].Root) {
				r.rows = append(r.rows, s)
				continue
			}
			if ok {
				kept = &s
			}
			return len(r.rows) > 0, nil
		}
	}
}
