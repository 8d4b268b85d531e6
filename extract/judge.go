package extract

import (
	"context"
	"errors"
	"io"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/datasets/inspect"
)

// finished is the step of positions in which the game is over; those of the
// filters follow.
const finished = 0

// steps names all that drops or adds rows, in order.
func (x *run) steps() []string {
	names := []string{"finished"}
	for _, f := range x.filters {
		names = append(names, f.Name)
	}
	if x.selection != nil {
		names = append(names, x.selection.Names()...)
	}
	if x.Filter.Mirror {
		names = append(names, mirrored)
	}
	return names
}

// mirrored is the step that adds rows.
const mirrored = "mirrored copies"

// judge parses a block of lines and finds what becomes a row.
func (x *run) judge(it *item) {
	it.chunk.Parse(&it.parsed)
	it.looks, it.kept, it.err = it.looks[:0], it.kept[:0], nil
	it.changed, it.relabelled = 0, 0
	clear(it.counts)
	if x.selection != nil && it.chunk.Number+1 >= len(x.firsts) {
		it.err = filter.ErrChanged
		return
	}
	left := 0 // samples that the stream has kept
	for i := range it.parsed.Samples {
		s := &it.parsed.Samples[i]
		l := look{key: s.Position.CanonicalKey()}
		if !isChoice(s) {
			l.status = inspect.Finished(&s.Position)
		}
		it.looks = append(it.looks, l)
		r, step := x.stream(s, l)
		if step < 0 && x.selection != nil {
			if r, step = x.choose(it, r, left); it.err != nil {
				return
			}
			left++
		}
		if step < 0 {
			it.kept = append(it.kept, r)
			if r.changed {
				it.changed++
			}
			if r.relabelled {
				it.relabelled++
			}
			step = len(it.counts) - 1
		}
		x.note(&it.counts[step], s)
	}
	if x.selection != nil && left != x.firsts[it.chunk.Number+1]-x.firsts[it.chunk.Number] {
		it.err = filter.ErrChanged
	}
}

// note counts a sample, with its result and phase if anybody looks at them.
func (x *run) note(m *filter.Mix, s *datasets.Sample) {
	if x.mixed {
		m.Add(s)
		return
	}
	m.Rows++
}

// stream returns the row that a sample becomes, and the step that drops it, −1 if
// none does.
func (x *run) stream(s *datasets.Sample, l look) (r row, step int) {
	if isChoice(s) || x.whole {
		return row{sample: s, key: l.key}, -1
	}
	if l.status != board.Ongoing {
		return row{}, finished
	}
	if x.Filter.Leaf || x.Filter.Tables != nil || len(x.Filter.Own) > 0 {
		s = copyOf(s) // what was read is watched; a filter may replace it
	}
	r = row{sample: s, key: l.key}
	for i, f := range x.filters {
		switch f.Judge(s) {
		case filter.Drop:
			return row{}, 1 + i
		case filter.Replaced:
			r.key, r.changed = s.Position.CanonicalKey(), true
		case filter.Relabelled:
			r.relabelled = true
		}
	}
	return r, -1
}

// isChoice reports whether a sample is a move of a root. No filter of single positions drops one: a
// choice with a move missing is another one.
func isChoice(s *datasets.Sample) bool { return s.Fixed || s.Root != "" }

// choose is stream for what a first pass has found. i is the index of the row
// among those of its block.
func (x *run) choose(it *item, r row, i int) (row, int) {
	if x.Filter.Duplicates == filter.KeepMean {
		r.sample = copyOf(r.sample)
	}
	var by int
	if by, it.err = x.selection.Judge(x.firsts[it.chunk.Number]+i, r.sample, r.key); by < 0 {
		return r, -1
	}
	return r, 1 + len(x.filters) + by
}

func copyOf(s *datasets.Sample) *datasets.Sample {
	c := *s
	return &c
}

// survey makes the first pass: it remembers what the stream keeps, and decides
// what of it becomes a row. All shards make it over the whole input.
func (x *run) survey(ctx context.Context, files []string) error {
	r, inspections, err := x.read(files)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := x.inspect(inspections); err != nil {
		return err
	}
	x.names = x.steps()
	var survey filter.Survey
	x.firsts = []int{0}
	fill := func(it *item) (bool, error) { return more(r.next(&it.chunk)) }
	work := func(it *item) error {
		x.judge(it)
		it.digests = it.digests[:0]
		for _, k := range it.kept {
			it.digests = append(it.digests, filter.NewDigest(k.sample, k.key))
		}
		return nil
	}
	take := func(it *item) error {
		err := survey.Append(it.digests)
		x.firsts = append(x.firsts, survey.Rows())
		read, size := r.Progress()
		x.advance("first pass", read, size)
		return err
	}
	if err := x.inOrder(ctx, fill, work, take); err != nil {
		return err
	}
	x.selection, x.lines = survey.Select(x.Filter), r.lines
	x.surveyed, err = r.Sources()
	return err
}

// more turns the end of the input into no more.
func more(err error) (bool, error) {
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}
