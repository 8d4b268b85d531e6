package standard

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// reflected returns the position with the a- and the h-file, and so on, exchanged.
func reflected(t *testing.T, p *board.Position) board.Position {
	t.Helper()
	fields := strings.Fields(p.FEN())
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		turned := []byte(rank)
		for k := range turned {
			turned[k] = rank[len(rank)-1-k]
		}
		ranks[i] = string(turned)
	}
	fields[0], fields[3] = strings.Join(ranks, "/"), "-"
	q, err := board.ParseFEN(strings.Join(fields, " "))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestReflection: but for squares by name, no term tells left from right.
func TestReflection(t *testing.T) {
	set, err := features.NewFormulaSet("sideless", &tapered.PeSTO, nil, features.Formula{Text: features.QuadraticBlock}, append(Families()[1:], LishexFamily, dangerFamily)...)
	if err != nil {
		t.Fatal(err)
	}
	here, there := set.NewTrace(), set.NewTrace()
	compared := 0
	for _, fen := range append(standardTestFENs(), "4k3/8/8/4pp2/4PP2/8/8/5K2 w - - 0 1") {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if p.CastlingRooks() != 0 || p.EnPassant() != board.NoSquare {
			continue
		}
		q := reflected(t, &p)
		here.Reset()
		there.Reset()
		set.Count(&p, here)
		set.Count(&q, there)
		for term, def := range set.Terms() {
			if a, b := here.Trace().Count(features.Term(term)), there.Trace().Count(features.Term(term)); a != b {
				t.Fatalf("%s counts %g, reflected %g, on %s", def.Name, a, b, fen)
			}
		}
		compared++
	}
	if compared < 300 {
		t.Errorf("%d positions compared", compared)
	}
}

// standardTestFENs returns the fixed positions.
func standardTestFENs() (list []string) {
	for i := range features.Positions() {
		list = append(list, features.Positions()[i].FEN())
	}
	return list
}
