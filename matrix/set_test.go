package matrix

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
)

// writeShards writes n shards of one extraction to dir/name.i.
func writeShards(t *testing.T, dir, name string, s Schema, blocks []*Block, n int) []*Matrix {
	t.Helper()
	ms := make([]*Matrix, n)
	for i := range ms {
		ms[i] = writeDir(t, filepath.Join(dir, fmt.Sprintf("%s.%d", name, i)), s, blocks, Shard{Index: i, Of: n})
	}
	return ms
}

// checkSameFolder compares two folders byte by byte.
func checkSameFolder(t *testing.T, want, got string) {
	t.Helper()
	entries, err := os.ReadDir(want)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		a, err := os.ReadFile(filepath.Join(want, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(got, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if string(a) != string(b) {
			t.Errorf("%s differs", e.Name())
		}
	}
	wantFiles(t, got, names...)
}

// Merging the shards, in whatever order, gives the bytes of the extraction in
// one piece; so does joining them. With 5 blocks, some of 7 shards are empty.
func TestShards(t *testing.T) {
	for _, n := range []int{1, 3, 7} {
		for _, count := range []int{5, 21, 23} {
			if long.Short(t) && count == 21 {
				continue
			}
			t.Run(fmt.Sprintf("%d blocks in %d", count, n), func(t *testing.T) {
				dir := t.TempDir()
				s := testSchema(6, Int8, WithSource|WithOffset|WithExpected|WithTree|WithSide)
				blocks := randomBlocks(uint64(count), &s, count, 20)
				whole := filepath.Join(dir, "whole")
				writeDir(t, whole, s, blocks, Shard{})
				ms := writeShards(t, dir, "shard", s, blocks, n)
				slices.Reverse(ms)

				merged := filepath.Join(dir, "merged")
				if err := Merge(merged, ms...); err != nil {
					t.Fatal(err)
				}
				checkSameFolder(t, whole, merged)
				set, err := Join(ms...)
				if err != nil {
					t.Fatal(err)
				}
				checkBlocks(t, set, &s, blocks)
			})
		}
	}
}

// Writing a matrix twice gives the same bytes.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	s := testSchema(6, Float32, 0)
	blocks := randomBlocks(4, &s, 9, 30)
	writeDir(t, filepath.Join(dir, "a"), s, blocks, Shard{})
	writeDir(t, filepath.Join(dir, "b"), s, blocks, Shard{})
	checkSameFolder(t, filepath.Join(dir, "a"), filepath.Join(dir, "b"))
}

// withShard returns a copy of m that claims to be another shard.
func withShard(m *Matrix, name string, sh Shard) *Matrix {
	c := *m
	c.name, c.shard = name, sh
	return &c
}

func TestJoinRefuses(t *testing.T) {
	s := testSchema(3, Int8, 0)
	m := inMemory(t, s, randomBlocks(1, &s, 2, 5))
	part := func(i, n int) *Matrix { return withShard(m, fmt.Sprintf("part%d", i), Shard{Index: i, Of: n}) }
	change := func(name string, f func(*Matrix)) *Matrix {
		c := withShard(m, name, Shard{})
		f(c)
		return c
	}
	otherRun := part(1, 2)
	otherRun.prov = otherRun.prov.clone()
	otherRun.prov.Settings[0].Value = "mover"
	tests := []struct {
		name string
		ms   []*Matrix
		want string
	}{
		{"nothing", nil, "no matrix to join"},
		{"missing shard", []*Matrix{part(2, 3), part(0, 3)}, "part2 is shard 2/3: shard 1/3 is missing"},
		{"lone shard", []*Matrix{part(0, 2)}, "part0 is shard 0/2: shard 1/2 is missing"},
		{"doubled shard", []*Matrix{part(0, 2), part(1, 2), withShard(m, "again", Shard{Index: 0, Of: 2})}, "shard 0/2 comes twice: part0 and again"},
		{"shards of two runs", []*Matrix{part(0, 2), part(1, 2), withShard(otherRun, "mover1", Shard{Index: 1, Of: 2})},
			"mover1 is shard 1/2: shard 0/2 is missing (part0 is of another extraction: settings [{pov white}] against [{pov mover}])"},
		{"too many blocks", []*Matrix{part(0, 3), part(1, 3), change("long", func(c *Matrix) { c.shard, c.blocks = Shard{Index: 2, Of: 3}, []int{1, 2, 3, 4} })},
			"part0: shard 0/3 has 2 blocks, but of 8 blocks in all it should have 3: the shards are not of one run"},
		{"another set", []*Matrix{m, change("x", func(c *Matrix) { c.schema.Set, c.schema.SetHash = "pesto", "ba5e" })},
			"memory and x cannot be joined: set test (hash 5e7) against set pesto (hash ba5e)"},
		{"another version of the set", []*Matrix{m, change("x", func(c *Matrix) { c.schema.SetHash = "ba5e" })},
			"memory and x cannot be joined: set test (hash 5e7) against set test (hash ba5e)"},
		{"other columns", []*Matrix{m, change("x", func(c *Matrix) { c.schema.Columns = c.schema.Columns[:2] })}, "memory and x cannot be joined: their columns differ"},
		{"other counts", []*Matrix{m, change("x", func(c *Matrix) { c.schema.Counts = Float32 })}, "memory and x cannot be joined: counts are int8 against float32"},
		{"other factors", []*Matrix{m, change("x", func(c *Matrix) { c.schema.EG = nil })}, "memory and x cannot be joined: their tables of factors differ"},
		{"the same twice", []*Matrix{m, withShard(m, "copy", Shard{})}, "memory and copy are the same extraction: its rows would count twice"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Join(tt.ms...)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestShardsDiffer(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Provenance)
		want   string
	}{
		{"file", func(p *Provenance) { p.Sources[0].SHA256 = "ff" }, "source games.epd (sha256 ab12) against games.epd (sha256 ff)"},
		{"number of files", func(p *Provenance) { p.Sources = p.Sources[:1] }, "2 sources against 1"},
		{"filters", func(p *Provenance) { p.Funnel = p.Funnel[:1] }, "filters [check mate] against [check]"},
		{"clusters", func(p *Provenance) { p.Clusters = BySkeleton }, "clusters by game against skeleton"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, q := testProvenance(0, 2), testProvenance(1, 2)
			if why := p.differs(q); why != "" {
				t.Fatalf("shards differ: %s", why)
			}
			tt.change(&q)
			if got := p.differs(q); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Two extractions follow one another; sources of the second are numbered on,
// and optional arrays are there for both.
func TestJoinExtractions(t *testing.T) {
	dir := t.TempDir()
	sa, sb := testSchema(4, Int16, WithSource), testSchema(4, Int16, WithWeight|WithExpected|WithTree|WithSide)
	a, b := randomBlocks(1, &sa, 5, 20), randomBlocks(2, &sb, 4, 20)
	first := writeShards(t, dir, "a", sa, a, 2)
	second := writeDir(t, filepath.Join(dir, "b"), sb, b, Shard{})
	second.prov.Sources = []Source{{Name: "third.pgn", SHA256: "ef56"}}
	second.prov.Funnel = []Drop{{Filter: "mate", Rows: 3}, {Filter: "quiet", Rows: 4}}
	second.prov.Clusters = BySkeleton

	set, err := Join(first[1], second, first[0])
	if err != nil {
		t.Fatal(err)
	}
	want := append([]*Block{}, a...)
	for _, blk := range b {
		n := *blk
		n.Source = slices.Repeat([]uint8{2}, blk.Rows())
		want = append(want, &n)
	}
	s := testSchema(4, Int16, WithSource|WithWeight|WithExpected|WithTree|WithSide)
	checkBlocks(t, set, &s, want)
	if diff := cmp.Diff(s, set.Schema()); diff != "" {
		t.Errorf("schema (-want +got):\n%s", diff)
	}
	p := testProvenance(0, 1)
	p.Sources = append(p.Sources, second.prov.Sources[0])
	p.Funnel = []Drop{{Filter: "check", Rows: 50}, {Filter: "mate", Rows: 3}, {Filter: "quiet", Rows: 4}}
	p.Clusters = ByBoth
	if diff := cmp.Diff(p, set.Provenance()); diff != "" {
		t.Errorf("provenance (-want +got):\n%s", diff)
	}
	if err := Merge(filepath.Join(dir, "merged"), first[1], second, first[0]); err != nil {
		t.Fatal(err)
	}
	checkBlocks(t, open(t, filepath.Join(dir, "merged")), &s, want)
}

// The numbers of sources that rows have go on after those of the first extraction.
func TestJoinNumbersOn(t *testing.T) {
	s := testSchema(3, Int8, WithSource)
	blocks := randomBlocks(11, &s, 4, 20)
	m, n := inMemory(t, s, nil), inMemory(t, s, blocks)
	m.prov.Sources = make([]Source, 5)
	set, err := Join(m, n)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]*Block, len(blocks))
	for i, b := range blocks {
		c := *b
		c.Source = slices.Clone(b.Source)
		for j := range c.Source {
			c.Source[j] += 5
		}
		want[i] = &c
	}
	checkBlocks(t, set, &s, want)
	checkBlocks(t, n, &s, blocks) // which is not changed
}

// Sources of matrices that name none stay apart as well.
func TestJoinUnnamedSources(t *testing.T) {
	s := testSchema(2, Int8, 0)
	blocks := randomBlocks(7, &s, 3, 10)
	m := inMemory(t, s, blocks)
	m.prov = Provenance{}
	set, err := Join(m, m, m)
	if err != nil {
		t.Fatal(err)
	}
	var b Block
	for i := range set.Blocks() {
		if err := set.ReadBlock(i, &b); err != nil {
			t.Fatal(err)
		}
		if want := slices.Repeat([]uint8{uint8(i / 3)}, b.Rows()); !slices.Equal(b.Source, want) {
			t.Errorf("block %d has sources %v, want %v", i, b.Source, want)
		}
	}
	if n := len(set.Provenance().Sources); n != 3 {
		t.Errorf("%d sources, want 3", n)
	}
}

func TestTooManySources(t *testing.T) {
	s := testSchema(1, Int8, 0)
	m := inMemory(t, s, nil)
	m.prov = Provenance{Sources: make([]Source, 200)}
	n := inMemory(t, s, []*Block{{}})
	n.prov = Provenance{Sources: make([]Source, 57)}
	_, err := Join(m, n)
	if want := "memory: 257 sources in all: at most 256"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Other rows of a source that is there already are a reason to warn.
func TestSharedSourceWarns(t *testing.T) {
	s := testSchema(2, Int8, 0)
	a, b := inMemory(t, s, randomBlocks(1, &s, 3, 9)), inMemory(t, s, randomBlocks(2, &s, 3, 9))
	b.prov.Settings = []Setting{{Name: "pov", Value: "white"}, {Name: "quiet", Value: "static"}}
	set, err := Join(a, b)
	if err != nil {
		t.Fatal(err)
	}
	warnings := strings.Join(set.Provenance().Warnings, "\n")
	if want := string(note.S07) + ": source games.epd stands in two of the joined matrices: rows that are in both count twice"; !strings.Contains(warnings, want) {
		t.Errorf("warnings %q, want %q", warnings, want)
	}
	if len(a.prov.Warnings) != 1 || len(b.prov.Warnings) != 1 {
		t.Error("Join changed the provenance of its arguments")
	}
}
