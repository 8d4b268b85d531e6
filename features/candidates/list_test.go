package candidates

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/long"
)

// listed returns the candidates of the project's own sets.
func listed(t testing.TB) []Candidate {
	t.Helper()
	d, err := ours().Collect(context.Background(), 0, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	return d.List()
}

// TestList: names are unique, everything is said of each, and there are not too many.
func TestList(t *testing.T) {
	list, names, kinds := listed(t), map[string]bool{}, map[Kind]int{}
	for _, x := range list {
		kinds[x.Kind]++
		switch {
		case names[x.Name]:
			t.Errorf("two candidates are called %s", x.Name)
		case x.Formula == "" || x.Unit == "" || x.Source == "" || len(x.Columns) == 0 || !slices.IsSorted(x.Columns):
			t.Errorf("something is missing: %+v", x)
		case (x.Kind == Where) != (x.Condition >= 0) || len(x.Factors) != map[Kind]int{Square: 1, Product: 2}[x.Kind] || x.Own:
			t.Errorf("something is wrong: %+v", x)
		}
		names[x.Name] = true
	}
	for _, name := range []string{
		"threats", "mobility.knight.*", "threat.hanging", "threat.hanging where kings on opposite wings",
		"pst.pawn.* where kings on opposite wings", "threat.hanging of the side to move", "complexity of the side ahead",
		"mobility.knight squared", "king.attackers × king.weak_ring", "king.zone_attacks × threat.hanging",
	} {
		if !names[name] {
			t.Errorf("%s is not listed", name)
		}
	}
	for _, name := range []string{
		"pst.pawn.e4", "threat.knight_on_queen where queens off", "threat.knight_on_queen where no pieces",
		"passed.rank.* where a passed pawn", "tempo of the side to move", "imbalance.own.pawn.knight where queens on", "danger.base of the side ahead",
	} {
		if names[name] {
			t.Errorf("%s is listed", name)
		}
	}
	if kinds[Product] > 2000 || kinds[Square] > 64 || kinds[Where] > 3000 {
		t.Errorf("too many: %v", kinds)
	}
	for _, kind := range Kinds() {
		if kinds[kind] == 0 {
			t.Errorf("none is a %s", kind)
		}
	}
	if diff := cmp.Diff(list, listed(t)); diff != "" {
		t.Error("listed once more: ", diff)
	}
}

// TestSums: every rule finds terms whose sides are known, and the bits of the facts suffice.
func TestSums(t *testing.T) {
	base := ours().base
	for i := range sums {
		s := sums[i].scalar(base, ourNames())
		if s == nil {
			t.Errorf("no term is %s", sums[i].terms)
			continue
		}
		for _, column := range s.Columns {
			if base[column].Net || base[column].Even {
				t.Errorf("%s: the sides of %s are not known", s.Name, base[column].Name)
			}
		}
		if s.Name == "" || s.Formula == "" || s.Unit == "" {
			t.Errorf("something is missing: %+v", s)
		}
	}
	if n := len(conditions); n > bits.TrailingZeros64(uint64(blackAhead)) {
		t.Errorf("%d conditions, and no bit for them", n)
	}
}

// TestSumsAreWhatTheySay counts two sums by hand.
func TestSumsAreWhatTheySay(t *testing.T) {
	c := ours()
	list := listed(t)
	tally := c.NewTally()
	x := &list[slices.IndexFunc(list, func(x Candidate) bool { return x.Name == "mobility.knight squared" })]
	y := &list[slices.IndexFunc(list, func(x Candidate) bool { return x.Name == "passed.steps squared" })]
	for i := range features.Probes() {
		p := &features.Probes()[i]
		var context features.Context
		context.Pos = p
		var reach, steps [2]int
		for color := range reach {
			side := context.Side(board.Color(color))
			for _, piece := range side.Pieces {
				if piece.Type == board.Knight {
					reach[color] += int(piece.Mobility) - 5
				}
			}
			passed := side.Passed
			if board.Color(color) == board.Black {
				passed = passed.Flip()
			}
			for passed &^= board.Rank7; passed != 0; {
				steps[color] += passed.Pop().Rank()
			}
		}
		entries, facts := tally.Count(p)
		for which, want := range map[*Candidate][2]int{x: reach, y: steps} {
			got := which.count(entries, facts)[0]
			if got.White != float32(want[0]*want[0]) || got.Black != float32(want[1]*want[1]) {
				t.Fatalf("%s: %g and %g, want the squares of %v, on %s", which.Name, got.White, got.Black, want, p.FEN())
			}
		}
	}
}

// TestListOfOwn: candidates of a trace alone, of its names and counts; with our columns come products
// of both.
func TestListOfOwn(t *testing.T) {
	rows := len(features.Probes())
	own := ownColumns(rows)
	alone := NewColumns(rows)
	if err := alone.AddOwn(own, make([]bool, len(own))); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range alone.List() {
		got = append(got, x.Name)
		if !x.Own {
			t.Errorf("%s is not the engine's own", x.Name)
		}
	}
	want := []string{
		"own:safety", "own:table", "own:pst", "own:safety.attackers", "own:safety.weak", "own:table.1", "own:table.2", "own:table.3", "own:threat.hanging",
		"own:safety.attackers squared", "own:safety.weak squared", "own:table.* squared", "own:threat.hanging squared",
		"own:safety.attackers × own:safety.weak", "own:safety.attackers × own:table.*", "own:safety.attackers × own:threat.hanging",
		"own:safety.weak × own:table.*", "own:safety.weak × own:threat.hanging", "own:table.* × own:threat.hanging",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	both := collected(t, probeAt)
	if err := both.AddOwn(own, slices.Repeat([]bool{true}, len(own))); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, x := range both.List() {
		names[x.Name] = true
	}
	for _, name := range []string{"king.weak_ring × own:safety.attackers", "own:safety.weak where queens off", "own:table.* of the side to move", "own:threat.hanging", "threat.hanging"} {
		if !names[name] {
			t.Errorf("%s is not listed", name)
		}
	}
}

// TestListOfModule: terms of a user's module are multiplied with each other and with ours.
func TestListOfModule(t *testing.T) {
	mine := set(t, "mine", features.Family{
		Name: "mine",
		Terms: []features.Definition{
			{Name: "mine.edge", Unit: "pieces", Formula: "own pieces at the edge", Source: "me"},
			{Name: "mine.net", Unit: "pieces", Formula: "own pieces", Source: "me"},
		},
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			white, black := c.Pos.ByColor(board.White), c.Pos.ByColor(board.Black)
			const edge = board.FileA | board.FileH
			t.AddDifference(first, (white & edge).Count(), (black & edge).Count())
			t.Add(first+1, white.Count()-black.Count())
		},
	})
	d, err := counterOf(append(Sets(), mine)...).Collect(context.Background(), len(features.Probes()), probeAt, 2)
	if err != nil {
		t.Fatal(err)
	}
	formulas := map[string]string{}
	for _, x := range d.List() {
		formulas[x.Name] = x.Formula
	}
	for name, formula := range map[string]string{
		"mine":                                 "the 2 terms of the family mine: mine.edge, mine.net",
		"mine.edge":                            "own pieces at the edge",
		"mine.net":                             "what a side has more than the other of: own pieces",
		"mine.edge where queens off":           "own pieces at the edge; counted only if there is no queen",
		"mine.edge of the side to move":        "own pieces at the edge; counted for the side to move alone",
		"mine.edge squared":                    "the square of a side's own count: own pieces at the edge",
		"threat.hanging × mine.edge":           formulas["threat.hanging × mine.edge"],
		"mine.edge × mine.net":                 "the product of two counts of one side: (own pieces at the edge) × (what a side has more than the other of: own pieces)",
		"king.weak_ring × king.pawnless_flank": formulas["king.weak_ring × king.pawnless_flank"],
	} {
		if formulas[name] != formula || formula == "" {
			t.Errorf("%s: %q, want %q", name, formulas[name], formula)
		}
	}
	if _, listed := formulas["mine.net where queens off"]; listed {
		t.Error("a net term is asked under a condition")
	}
}

// TestOwnScalars: of many columns those that count in most rows are multiplied.
func TestOwnScalars(t *testing.T) {
	const rows = 100
	var own []Column
	for i := range otherScalars + 5 {
		c := Column{Name: "term." + strings.Repeat("a", i+1)}
		for row := range i + 1 {
			c.add(uint32(row), 1, 0)
		}
		own = append(own, c)
	}
	d := NewColumns(rows)
	if err := d.AddOwn(own, make([]bool, len(own))); err != nil {
		t.Fatal(err)
	}
	squares := 0
	for _, x := range d.List() {
		if x.Kind == Square {
			squares++
			if x.Name == "own:term.aaaaa squared" {
				t.Error("a column that counts in few rows is squared")
			}
		}
	}
	if squares != otherScalars {
		t.Errorf("%d squares, want %d", squares, otherScalars)
	}
}

// TestOwnSquares: tables of numbered squares are tables alone.
func TestOwnSquares(t *testing.T) {
	var own []Column
	for square := range 64 {
		own = append(own, Column{Name: fmt.Sprintf("psqt.knight.%d", square), Rows: []uint32{0}, White: []float32{1}, Black: []float32{0}})
	}
	d := NewColumns(1)
	if err := d.AddOwn(own, make([]bool, len(own))); err != nil {
		t.Fatal(err)
	}
	if list := d.List(); len(list) != 1 || list[0].Name != "own:psqt" {
		t.Errorf("%d candidates, the first %s", len(list), list[0].Name)
	}
}

// TestFactsOfOwn: own columns are asked under conditions without columns of sets.
func TestFactsOfOwn(t *testing.T) {
	rows := len(features.Probes())
	d, err := Nothing().Collect(context.Background(), rows, probeAt, 2)
	if err != nil {
		t.Fatal(err)
	}
	own := ownColumns(rows)[:1]
	if err := d.AddOwn(own, []bool{false}); err != nil {
		t.Fatal(err)
	}
	kinds := map[Kind]int{}
	list := d.List()
	for i := range list {
		kinds[list[i].Kind]++
		d.Build(&list[i])
	}
	if diff := cmp.Diff(map[Kind]int{Term: 1, Where: len(conditions), Mover: 1, Square: 1}, kinds); diff != "" {
		t.Error(diff)
	}
}

// TestExample: a candidate counts on its example what is said, and no piece can be taken away.
func TestExample(t *testing.T) {
	c, list := ours(), listed(t)
	step := 211
	if long.Short(t) {
		step = 811
	}
	tally := c.NewTally()
	for i := 0; i < len(list); i += step {
		x := &list[i]
		e, found := c.Example(x)
		if !found {
			t.Logf("%s has no example", x.Name)
			continue
		}
		entries, facts := tally.Count(&e.Position)
		counts := x.count(entries, facts)
		if !slices.ContainsFunc(counts, func(n Entry) bool { return float64(n.White)-float64(n.Black) == e.Count }) || e.Count <= 0 {
			t.Errorf("%s counts %v on %s, want %g", x.Name, counts, e.Position.FEN(), e.Count)
		}
		if x.Kind == Where && !facts.Has(x.Condition) {
			t.Errorf("%s: the condition is not true on %s", x.Name, e.Position.FEN())
		}
	}
	if _, found := c.Example(&Candidate{Kind: Term, Columns: []int{len(c.base)}}); found {
		t.Error("an own column has an example")
	}
}

// TestCost: counting a family costs something, and what the engine counts already nothing.
func TestCost(t *testing.T) {
	c := ours()
	list := listed(t)
	i := slices.IndexFunc(list, func(x Candidate) bool { return x.Name == "threats" })
	if ns := c.Cost(&list[i]); !(ns > 1 && ns < 100_000) {
		t.Errorf("threats cost %g ns", ns)
	}
	if ns := c.Cost(&Candidate{Columns: []int{len(c.base)}}); ns != 0 {
		t.Errorf("an own column costs %g ns", ns)
	}
}

// TestOwnCounts: counts of any size and sign come back from the store as they were.
func TestOwnCounts(t *testing.T) {
	counts := []float32{1, -128, 127, -129, 128, 0.5, -0.25, 1e9}
	own := Column{Name: "x"}
	for i, n := range counts {
		own.add(uint32(3*i), n, counts[len(counts)-1-i])
	}
	d := NewColumns(3 * len(counts))
	if err := d.AddOwn([]Column{own}, []bool{false}); err != nil {
		t.Fatal(err)
	}
	got := d.Column(0)
	got.Name = own.Name
	if diff := cmp.Diff(own, got); diff != "" {
		t.Error(diff)
	}
}
