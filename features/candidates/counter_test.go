package candidates

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/tapered"
)

// ours is the counter of the project's own sets.
var ours = sync.OnceValue(func() *Counter { return counterOf() })

func counterOf(sets ...*features.Set) *Counter {
	c, err := New(sets...)
	if err != nil {
		panic(err)
	}
	return c
}

// set returns a set of one family.
func set(t *testing.T, name string, f features.Family) *features.Set {
	t.Helper()
	s, err := features.NewSet(name, &tapered.PeSTO, f)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// names returns the names of the base columns.
func names(base []Base) (list []string) {
	for i := range base {
		list = append(list, base[i].Name)
	}
	return list
}

// TestUnion: every term of the sets is a column once, or another column counts the same.
func TestUnion(t *testing.T) {
	c := ours()
	column := map[string]bool{}
	for _, name := range names(c.base) {
		if column[name] {
			t.Errorf("two columns are called %s", name)
		}
		column[name] = true
	}
	for name, others := range map[string]string{"danger.weak_ring": "king.weak_ring", "side_to_move": "tempo", "pawn_islands": "pawn.islands"} {
		if column[name] || !column[others] {
			t.Errorf("%s is a column, or %s is not", name, others)
		}
	}
	for _, s := range Sets() {
		for _, def := range s.Terms() {
			twin := strings.Replace(def.Name, "danger.", "king.", 1)
			if !column[def.Name] && !column[twin] && def.Name != "side_to_move" && def.Name != "pawn_islands" {
				t.Errorf("%s of the set %s is no column", def.Name, s.Name())
			}
		}
	}
}

// TestUnionOfOthers: terms of a user's own, one of which has a name of ours.
func TestUnionOfOthers(t *testing.T) {
	mine := set(t, "mine", features.Family{
		Name: "pawn structure", // as one of ours
		Terms: []features.Definition{
			{Name: "pawn.isolated", Formula: "kings"},
			{Name: "queens", Unit: "pieces", Formula: "own queens"},
			{Name: "material.queen", Unit: "pieces", Formula: "number of own queens"},
		},
		Count: func(c *features.Context, t *features.Tally, first features.Term) {
			queens := c.Pos.ByType(board.Queen)
			white, black := (queens & c.Pos.ByColor(board.White)).Count(), (queens & c.Pos.ByColor(board.Black)).Count()
			t.AddFor(first, c.Pos.SideToMove(), 1)
			t.AddDifference(first+1, white, black)
			t.AddDifference(first+2, white, black)
		},
	})
	c := counterOf(append(Sets(), mine, mine)...)
	got := c.base[len(ours().base):]
	if diff := cmp.Diff([]string{"mine:pawn.isolated", "queens"}, names(got)); diff != "" || got[0].Family != "mine:pawn structure" {
		t.Errorf("the columns of the set mine: %s, of the family %s", diff, got[0].Family)
	}
	if _, err := New(set(t, "nothing", features.Family{Name: "empty"})); err == nil {
		t.Error("a set without terms was taken")
	}
}

// TestNetAndEven: which columns have no sides.
func TestNetAndEven(t *testing.T) {
	for _, b := range ours().base {
		if net := b.Family == "imbalance" && b.Name != "imbalance.bishop_pair" || b.Name == "tapered"; b.Net != net {
			t.Errorf("%s: net %v, want %v", b.Name, b.Net, net)
		}
		even := strings.HasPrefix(b.Family, "complexity") || b.Name == "danger.base" ||
			strings.HasPrefix(b.Family, "winning chances") && b.Family != "winning chances by side"
		if b.Even != even {
			t.Errorf("%s: even %v, want %v", b.Name, b.Even, even)
		}
	}
}

// TestCount: White's count less Black's is that of the sets, and exchanging the colours exchanges the
// sides and leaves the conditions.
func TestCount(t *testing.T) {
	c := ours()
	here, there := c.NewTally(), c.NewTally()
	sets := []*features.Set{standard.Set, features.AlphaOne, features.Lishex}
	for i := range features.Probes() {
		p := &features.Probes()[i]
		entries, facts := here.Count(p)
		for k := range entries[1:] {
			if entries[k].Column >= entries[k+1].Column {
				t.Fatalf("columns %d and %d do not ascend", entries[k].Column, entries[k+1].Column)
			}
		}
		for _, s := range sets {
			compareWithSet(t, c, entries, s, p)
		}
		mirror := p.Mirror()
		mirrored, others := there.Count(&mirror)
		if facts&^(blackToMove|whiteAhead|blackAhead) != others&^(blackToMove|whiteAhead|blackAhead) ||
			facts.Ahead() != -others.Ahead() || facts.BlackToMove() == others.BlackToMove() {
			t.Fatalf("%b is true, of the mirrored position %b, on %s", facts, others, p.FEN())
		}
		for k, e := range mirrored {
			if !c.base[e.Column].Even {
				mirrored[k].White, mirrored[k].Black = e.Black, e.White
			}
		}
		if diff := cmp.Diff(entries, mirrored); diff != "" {
			t.Fatalf("exchanging the colours does not exchange the sides on %s:\n%s", p.FEN(), diff)
		}
	}
}

// compareWithSet compares with the counts of a set.
func compareWithSet(t *testing.T, c *Counter, entries []Entry, s *features.Set, p *board.Position) {
	t.Helper()
	trace := s.NewTrace()
	s.Count(p, trace)
	for column, b := range c.base {
		term, ok := s.Term(b.Name)
		if !ok {
			continue
		}
		var got float64
		if at, found := find(entries, column); found {
			got = float64(entries[at].White) - float64(entries[at].Black)
		}
		if want := trace.Trace().Count(term); got != float64(float32(want)) {
			t.Fatalf("%s counts %g, want %g, on %s", b.Name, got, want, p.FEN())
		}
	}
}

// TestConditions: where each is true, and where it is not.
func TestConditions(t *testing.T) {
	examples := map[string][2]string{
		"kings on opposite wings":       {"2k5/8/8/8/8/8/8/6K1 w - - 0 1", "4k3/8/8/8/8/8/8/6K1 w - - 0 1"},
		"kings on one wing":             {"6k1/8/8/8/8/8/8/5K2 w - - 0 1", "6k1/8/8/8/8/8/8/4K3 w - - 0 1"},
		"a king in the middle":          {"6k1/8/8/8/8/8/8/4K3 w - - 0 1", "6k1/8/8/8/8/8/8/5K2 w - - 0 1"},
		"castling left":                 {"r3k3/8/8/8/8/8/8/4K3 w q - 0 1", "r3k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		"a closed centre":               {"4k3/8/4p3/3pP3/3P4/8/8/4K3 w - - 0 1", "4k3/8/4p3/1p2P3/1P6/8/8/4K3 w - - 0 1"},
		"an open centre":                {"4k3/pp4pp/8/4p3/8/8/PP4PP/4K3 w - - 0 1", "4k3/8/8/4p3/8/4P3/8/4K3 w - - 0 1"},
		"many blocked pawns":            {"4k3/8/4p2p/p2pP2P/P2P4/8/8/4K3 w - - 0 1", "4k3/8/4p3/p2pP3/P2P4/8/8/4K3 w - - 0 1"},
		"pawns on one wing":             {"4k3/5pp1/8/8/8/8/5PP1/4K3 w - - 0 1", "4k3/5pp1/8/8/8/8/3P1PP1/4K3 w - - 0 1"},
		"a passed pawn":                 {"4k3/8/8/p7/8/8/2P5/4K3 w - - 0 1", "4k3/8/8/p7/8/8/1P6/4K3 w - - 0 1"},
		"queens on":                     {"3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"},
		"queens off":                    {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"},
		"queen against pieces":          {"r3k2r/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"},
		"rook against minor pieces":     {"2bnk3/8/8/8/8/8/8/3RK3 w - - 0 1", "2qnk3/8/8/8/8/8/8/3RK3 w - - 0 1"},
		"bishop against knight":         {"2bk4/8/8/8/8/8/8/2N1K3 w - - 0 1", "2bk4/8/8/8/8/8/8/R1N1K3 w - - 0 1"},
		"bishop pair against none":      {"2bk1b2/8/8/8/8/8/8/2BNK3 w - - 0 1", "3kb1b1/8/8/8/8/8/8/2BNK3 w - - 0 1"},
		"opposite bishops alone":        {"2bk4/8/8/8/8/8/P7/2B1K3 w - - 0 1", "2bk4/8/8/8/8/8/P7/R1B1K3 w - - 0 1"},
		"opposite bishops among pieces": {"2bk4/8/8/8/8/8/P7/R1B1K3 w - - 0 1", "3k1b2/8/8/8/8/8/P7/R1B1K3 w - - 0 1"},
		"many pieces":                   {"rnbqk3/8/8/8/8/8/8/RNBQKBN1 w - - 0 1", "rnbqk3/8/8/8/8/8/8/RNBQKB2 w - - 0 1"},
		"few pieces":                    {"rn2k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "rn2k3/8/8/8/8/8/8/RNB1K3 w - - 0 1"},
		"rooks alone":                   {"r3k3/8/8/8/8/8/8/RR2K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
		"no pieces":                     {"4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "4k3/n7/8/8/8/8/8/4K3 w - - 0 1"},
		"material equal":                {"4k3/ppp5/8/8/8/8/8/3NK3 w - - 0 1", "4k3/pp6/8/8/8/8/8/3NK3 w - - 0 1"},
		"a side ahead by pawns":         {"4k3/p7/8/8/8/8/8/3NK3 w - - 0 1", "4k3/ppp5/8/8/8/8/8/3NK3 w - - 0 1"},
		"a side ahead by a piece":       {"4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "4k3/p7/8/8/8/8/8/3NK3 w - - 0 1"},
	}
	for i, c := range Conditions() {
		fens, ok := examples[c.Name]
		if !ok || c.Sentence == "" {
			t.Errorf("%s: no example, or no sentence", c.Name)
			continue
		}
		for k, fen := range fens {
			p := boardtest.Parse(t, fen)
			mirror := p.Mirror()
			if want := k == 0; factsOf(&p).Has(i) != want || factsOf(&mirror).Has(i) != want {
				t.Errorf("%s is %v on %s and %v on its mirror image, want %v", c.Name, factsOf(&p).Has(i), fen, factsOf(&mirror).Has(i), want)
			}
		}
	}
}
