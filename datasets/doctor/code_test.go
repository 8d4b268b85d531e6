package doctor

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/shards/shardstest"
)

// surveyed surveys the chunks of a text that a shard has; the whole text is 0 of 1.
func surveyed(t *testing.T, text string, index, of int) *survey {
	t.Helper()
	r := datasets.NewReader("x.csv", strings.NewReader(text), datasets.Options{})
	s := &survey{lines: 5}
	var c datasets.Chunk
	var p datasets.Parsed
	for {
		switch err := r.Next(&c); {
		case errors.Is(err, io.EOF):
			return s
		case err != nil:
			t.Fatal(err)
		}
		if c.Number%of == index {
			c.Parse(&p)
			s.add(&c, &p, datasets.Options{})
		}
	}
}

// TestContract: surveys of parts of a file merge to that of all of it.
func TestContract(t *testing.T) {
	long.Skip(t, "merges surveys of three chunks in every order")
	f, err := input.OpenText("../sample/sample.csv.zst", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := io.ReadAll(io.LimitReader(f, 3_000_000))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(all), "\n")
	lines = lines[:len(lines)-1]
	lines[9000] = "a bad line\n"
	lines[20000] = strings.Replace(lines[20000], ",", ",x", 1)
	text := strings.Join(lines, "")
	const of = 4
	whole := surveyed(t, text, 0, 1)
	if whole.counts.Bad != 2 || whole.counts.Samples < 3*datasets.ChunkLines {
		t.Fatalf("%+v", whole.counts)
	}
	texts := make([][]byte, of)
	for i := range texts {
		if texts[i], err = surveyed(t, text, i, of).MarshalBinary(); err != nil {
			t.Fatal(err)
		}
	}
	parts := func() (list []*survey) {
		for i := range of {
			s := new(survey)
			if err := s.UnmarshalBinary(texts[i]); err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		return list
	}
	shardstest.Laws(t, func() *survey { return &survey{lines: 5} }, parts, whole)

	merged := parts()[3]
	for _, i := range []int{1, 0, 2} {
		if err := merged.Merge(parts()[i]); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := merged.watch.Warnings(merged.counts), whole.watch.Warnings(whole.counts); !reflect.DeepEqual(got, want) {
		t.Errorf("warnings %v, want %v", got, want)
	}
	if err := merged.Merge(&survey{lines: 7}); err == nil {
		t.Error("surveys with other options were merged")
	}
}
