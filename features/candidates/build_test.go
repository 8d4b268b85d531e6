package candidates

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/long"
)

// collected are the counts of the fixed positions, beside columns of an engine's own.
func collected(t testing.TB, at func(row int) *board.Position) *Columns {
	t.Helper()
	rows := len(features.Probes())
	d, err := ours().Collect(context.Background(), rows, at, 2)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func probeAt(row int) *board.Position { return &features.Probes()[row] }

// random returns a column with counts of all sizes.
func random(r *rand.Rand, name string, rows int) Column {
	c := Column{Name: name}
	for row := range rows {
		if r.IntN(3) == 0 {
			size := []float64{1, 127, 129, 1000, 0.5}[r.IntN(5)]
			c.add(uint32(row), float32(size*float64(r.IntN(3))), float32(-size*float64(r.IntN(3))))
		}
	}
	return c
}

// swapped returns a column with the sides exchanged.
func swapped(c Column) Column { return Column{c.Name, c.Rows, c.Black, c.White} }

// ownColumns are columns as of a trace.
func ownColumns(rows int) (list []Column) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"safety.attackers", "safety.weak", "table.1", "table.2", "table.3", "pst.pawn.e4", "pst.pawn.e5", "threat.hanging"} {
		list = append(list, random(r, name, rows))
	}
	return list
}

// TestBuildIsCount: the columns of candidates are what is counted position by position, and those of
// the mirrored positions have the sides exchanged.
func TestBuildIsCount(t *testing.T) {
	var mirrors []board.Position
	for i := range features.Probes() {
		mirrors = append(mirrors, features.Probes()[i].Mirror())
	}
	here, there := collected(t, probeAt), collected(t, func(row int) *board.Position { return &mirrors[row] })
	own := ownColumns(here.Rows())
	var turned []Column
	for _, c := range own {
		turned = append(turned, swapped(c))
	}
	net := make([]bool, len(own))
	if err := errors.Join(here.AddOwn(own, net), there.AddOwn(turned, net)); err != nil {
		t.Fatal(err)
	}
	list := here.List()
	if diff := cmp.Diff(list, there.List()); diff != "" {
		t.Fatal("the mirrored positions have another list: ", diff)
	}
	rows := rowsOf(here, own)
	step := 7
	if long.Short(t) {
		step = 41
	}
	for i := 0; i < len(list); i += step {
		x := &list[i]
		columns := here.Build(x)
		if diff := cmp.Diff(slowly(x, here, rows), columns); diff != "" {
			t.Fatalf("%s: %s", x.Name, diff)
		}
		for k, c := range there.Build(x) {
			if diff := cmp.Diff(columns[k], swapped(c)); diff != "" {
				t.Fatalf("%s, colours exchanged: %s", x.Name, diff)
			}
		}
	}
}

// rowsOf returns the entries of the fixed positions, own columns last.
func rowsOf(d *Columns, own []Column) (rows [][]Entry) {
	t := ours().NewTally()
	for row := range d.rows {
		entries, _ := t.Count(probeAt(row))
		entries = slices.Clone(entries)
		for i, c := range own {
			if k, found := slices.BinarySearch(c.Rows, uint32(row)); found {
				entries = append(entries, Entry{int32(len(ours().base) + i), c.White[k], c.Black[k]})
			}
		}
		rows = append(rows, entries)
	}
	return rows
}

// slowly builds a candidate's columns from entries position by position.
func slowly(x *Candidate, d *Columns, rows [][]Entry) (list []Column) {
	for row, entries := range rows {
		for i, e := range x.count(entries, d.Facts(row)) {
			if row == 0 {
				name := x.Name
				if len(x.Factors) == 0 {
					name = x.columnName(d.Base()[x.Columns[i]].Name)
				}
				list = append(list, Column{Name: name})
			}
			if e.White != 0 || e.Black != 0 {
				list[i].add(uint32(row), e.White, e.Black)
			}
		}
	}
	return counting(list)
}

// TestTaken: what conditions, the move and the lead leave of counts.
func TestTaken(t *testing.T) {
	for _, tt := range []struct {
		x            Candidate
		facts        Facts
		white, black float32
	}{
		{Candidate{Kind: Term}, 0, 3, 5},
		{Candidate{Kind: Where, Condition: 2}, 1 << 2, 3, 5},
		{Candidate{Kind: Where, Condition: 2}, 1<<3 | blackToMove, 0, 0},
		{Candidate{Kind: Mover}, 0, 3, 0},
		{Candidate{Kind: Mover}, blackToMove, 0, 5},
		{Candidate{Kind: Ahead}, whiteAhead | blackToMove, 3, 0},
		{Candidate{Kind: Ahead}, blackAhead, 0, 3}, // of the position
		{Candidate{Kind: Ahead}, 0, 0, 0},
	} {
		if white, black := tt.x.taken(tt.facts, 3, 5); white != tt.white || black != tt.black {
			t.Errorf("%s, %b: %g and %g, want %g and %g", tt.x.Kind, tt.facts, white, black, tt.white, tt.black)
		}
	}
}

// TestCollectThreads: the same at any number of threads; a stop is an error.
func TestCollectThreads(t *testing.T) {
	const rows = 2*blockRows + 100
	at := func(row int) *board.Position { return &features.Probes()[row*7%len(features.Probes())] }
	collect := func(threads int) *Columns {
		d, err := ours().Collect(context.Background(), rows, at, threads)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	one, three := collect(1), collect(3)
	if !slices.Equal(one.facts, three.facts) || one.Rows() != rows {
		t.Error("other facts by three threads")
	}
	for i := range one.Base() {
		a, b := one.Column(i), three.Column(i)
		if a.Name != b.Name || !slices.Equal(a.Rows, b.Rows) || !slices.Equal(a.White, b.White) || !slices.Equal(a.Black, b.Black) {
			t.Errorf("another column %s by three threads", a.Name)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ours().Collect(ctx, rows, at, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestOwnColumns: own columns come back as they were, of any size, in any block.
func TestOwnColumns(t *testing.T) {
	const rows = 2*blockRows + 17
	d, own := NewColumns(rows), ownColumns(rows)
	if err := d.AddOwn(own, make([]bool, len(own))); err != nil {
		t.Fatal(err)
	}
	for i, want := range own {
		want = want.nonzero()
		want.Name = "own:" + want.Name
		if diff := cmp.Diff(want, d.Column(i)); diff != "" {
			t.Error(diff)
		}
	}
	if err := d.AddOwn(own, make([]bool, len(own))); err == nil {
		t.Error("own columns were added twice")
	}
}

func TestAddOwnRefuses(t *testing.T) {
	one := []float32{1}
	for want, list := range map[string][]Column{
		`own column 0, "a": 1 rows, 1 counts of White, 0 of Black`:             {{Name: "a", Rows: []uint32{0}, White: one}},
		`own column 1, "b": row 9 of 9`:                                        {{Name: "a"}, {"b", []uint32{9}, one, one}},
		`own column 0, "a": row 3 after row 3: want them ascending`:            {{"a", []uint32{3, 3}, []float32{1, 1}, []float32{1, 1}}},
		`two own columns are called "a"`:                                       {{Name: "a"}, {Name: "a"}},
		"own columns are added once, and of each it is said whether it is net": nil,
	} {
		if err := NewColumns(9).AddOwn(list, make([]bool, max(1, len(list)))); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// BenchmarkCollect counts 200,000 positions; what stays in memory is reported.
func BenchmarkCollect(b *testing.B) {
	const rows = 200_000
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	ours()
	before := heap()
	var d *Columns
	for b.Loop() {
		d, _ = ours().Collect(context.Background(), rows, func(row int) *board.Position { return probeAt(row % len(features.Probes())) }, 0)
	}
	b.ReportMetric(float64(heap()-before)/1e6, "MB")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows*b.N), "ns/row")
	runtime.KeepAlive(d)
}

// BenchmarkBuild builds the candidates of each kind for 20,000 positions.
func BenchmarkBuild(b *testing.B) {
	d, err := ours().Collect(context.Background(), 20_000, func(row int) *board.Position { return probeAt(row % len(features.Probes())) }, 0)
	if err != nil {
		b.Fatal(err)
	}
	list := d.List()
	for _, kind := range Kinds() {
		b.Run(fmt.Sprint(kind), func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = 0
				for i := range list {
					if list[i].Kind == kind {
						d.Build(&list[i])
						n++
					}
				}
			}
			b.ReportMetric(float64(n), "candidates")
		})
	}
}
