package show_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
	"example.org/centipawn/weights/show"
)

func TestShow(t *testing.T) {
	for name, f := range map[string]*weights.File{"alphaone.show": fixtures.Plain(), "pesto.show": fixtures.Tapered(), "texel.show": fixtures.Texel()} {
		var b bytes.Buffer
		if err := show.File(&b, f); err != nil {
			t.Fatal(err)
		}
		fixtures.Golden(t, name, b.Bytes())
	}
}

// Error bars may be known of one side only.
func TestShowBoardOfOneSide(t *testing.T) {
	f := &weights.File{Set: "s", Terms: fixtures.Texel().Terms[2:3]}
	for _, tt := range []struct{ mg, eg float64 }{{1, 0}, {0, 1}, {0, 0}} {
		f.Terms[0].MG.StdErr, f.Terms[0].EG.StdErr = tt.mg, tt.eg
		var b bytes.Buffer
		if err := show.File(&b, f); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "median 1.96, widest 1.96 on c1"); n != int(tt.mg+tt.eg) {
			t.Errorf("%+v: %d lines of error bars:\n%s", tt, n, b.String())
		}
	}
}

// TestFormulaShow: a person sees the formula, the weights and their sums, and that there may be other
// minima.
func TestFormulaShow(t *testing.T) {
	var b bytes.Buffer
	if err := show.File(&b, fixtures.WithBlock()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		", endgame scale endgame\n", "formula   " + weights.BlockFormula + "; the minimum found may be a local one\n",
		"sums\n", "danger.attackers  12.25  0.9800  24.5  white, black\n", "danger.e4         -3.50     low        white, black\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	blend := fixtures.WithBlock()
	blend.Provenance.Blend = []weights.Step{{Name: "new.mg", Alpha: 0.25}, {Name: "new.eg", Alpha: -1}}
	b.Reset()
	if err := show.File(&b, blend); err != nil || !strings.Contains(b.String(), "formula   "+weights.BlockFormula+"\n") ||
		!strings.Contains(b.String(), "moved     by 0.25 of new.mg, -1 of new.eg: errors are unknown\n") {
		t.Errorf("%v: not shown as a blend:\n%s", err, b.String())
	}
	imported := fixtures.WithBlock()
	imported.Provenance = weights.Provenance{Tool: "centipawn weights import"}
	b.Reset()
	if err := show.File(&b, imported); err != nil || !strings.Contains(b.String(), "formula   "+weights.BlockFormula+"\n") {
		t.Errorf("%v: no formula without a minimum in\n%s", err, b.String())
	}
}

func TestWriteDiff(t *testing.T) {
	var b bytes.Buffer
	if err := show.Diff(&b, weights.Compare(fixtures.Plain(), fixtures.Changed())); err != nil {
		t.Fatal(err)
	}
	fixtures.Golden(t, "diff", b.Bytes())
}

// TestHeldByPrior: a weight that the prior holds has an interval and no t, in a table, on a board
// and in a difference.
func TestHeldByPrior(t *testing.T) {
	held := weights.Weight{Value: -97, StdErr: 10, Bound: weights.BoundPrior}
	file := func(value weights.Weight) *weights.File {
		return &weights.File{Set: "s", Terms: []weights.Term{{Name: "mobility.3", Value: value}}}
	}
	var b bytes.Buffer
	err := errors.Join(show.File(&b, file(held)), show.Diff(&b, weights.Compare(file(weights.Weight{Value: -90, StdErr: 1}), file(held))),
		show.Board(&b, weights.Group{Board: true, Terms: []weights.Term{{Name: "pst.knight.g7", Value: held}}}, false))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"19.60  held by the prior\n", "19.70  held by the prior\n", "; 1 squares held by the prior\n"} {
		if !strings.Contains(b.String(), want) || strings.Contains(b.String(), "-9.7") {
			t.Errorf("no %q, or a t, in\n%s", want, b.String())
		}
	}
}
