package extract

import (
	"reflect"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
)

// TestCount: counting gives the report that an extraction gives, mirrored copies and filters of the whole among them.
func TestCount(t *testing.T) {
	name := writeGames(t, 3000)
	for title, o := range map[string]filter.Options{
		"none":   {},
		"stream": {NoCheck: true, OneIn: 3},
		"whole":  {NoNoisy: true, Duplicates: filter.KeepFirst, PerGame: 5, Mirror: true},
	} {
		opt := Options{Filter: o}
		got, err := Count(t.Context(), []string{name}, opt)
		if err != nil {
			t.Fatal(err)
		}
		_, want, err := Memory(t.Context(), []string{name}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got.Rows == 0 || got.Rows != want.Rows || got.Counts != want.Counts || !reflect.DeepEqual(got.Funnel, want.Funnel) {
			t.Errorf("%s: %d rows by %v, an extraction has %d by %v", title, got.Rows, got.Funnel, want.Rows, want.Funnel)
		}
	}
}

// TestVisit: a visitor gets the samples that pass in their order, each with what was found of it and its game's name in
// the file; all of them, if it asks for all.
func TestVisit(t *testing.T) {
	name := writeGames(t, 3000)
	opt := Options{Threads: 3, Filter: filter.Options{OneIn: 4}}
	want, rep, err := Samples(t.Context(), []string{name}, opt)
	if err != nil {
		t.Fatal(err)
	}
	n, names := 0, map[uint32]string{}
	v := Visitor[int]{
		Judge: func(s *datasets.Sample) int { return s.Line },
		Take: func(s *datasets.Sample, line int, game func() string) {
			if n < len(want) && (s.Line != want[n].Line || line != s.Line || s.Position != want[n].Position) {
				t.Fatalf("sample %d is of line %d, judged as %d; want line %d", n, s.Line, line, want[n].Line)
			}
			id := game()
			if first, known := names[s.Game]; id == "" || known && first != id {
				t.Fatalf("line %d is of game %q, another one of the same is of %q", s.Line, id, first)
			}
			names[s.Game] = id
			n++
		},
	}
	if _, err := Visit(t.Context(), []string{name}, opt, v); err != nil || n != len(want) || n != rep.Rows {
		t.Fatalf("%d samples of %d: %v", n, len(want), err)
	}
	all := Visitor[int]{All: true, Judge: v.Judge, Take: func(*datasets.Sample, int, func() string) { n++ }}
	n = 0
	if rep, err = Visit(t.Context(), []string{name}, Options{}, all); err != nil || n != rep.Counts.Samples || n <= len(want) {
		t.Errorf("%d of %d samples: %v", n, rep.Counts.Samples, err)
	}
}
