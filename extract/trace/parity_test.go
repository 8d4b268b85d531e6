package trace

import (
	"errors"
	"math"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

var tiny = map[string]float64{"pawn.mg": 100, "pawn.eg": 200, "tempo": 15, "king:e1.mg": 10, "king:e1.eg": -10, "unused": 3}

// Rows add up, tapered columns with their factors, but for the rounding of
// integers; rows without an evaluation are passed over.
func TestParity(t *testing.T) {
	text := declared +
		"1 qid:a mg:1 eval:215 1:2 2:1\n" +
		"1 qid:a mg:0.5 eval:135 offset:-0.5 1:1 2:-1\n" + // 150 − 15 − 0.5
		"1 qid:a mg:1 1:77\n" +
		"1 qid:a mg:0.25 eg:0.375 eval:-191 1:-2 3:4\n" // −2·(25+75) + 4·(2.5−3.75) = −205
	_, _, err := Read(t.Context(), []string{write(t, "x", text)}, Options{Weights: tiny})
	var line *datasets.LineError
	if !errors.Is(err, ErrParity) || !errors.As(err, &line) || line.Line != 9 {
		t.Fatalf("%v", err)
	}
	want := "x:9: parity: the row adds up to -205.00, the engine says eval:-191: they differ by 14.00 centipawns, more than 1; offset +0, mg 0.25, eg 0.375, pawn -2 × (100, 200) = -200.00, king:e1 +4 × (10, -10) = -5.00"
	if got := err.Error(); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
	_, rep := read(t, "x", strings.Replace(text, "eval:-191", "eval:-205.75", 1), Options{Weights: tiny})
	p := rep.Parity
	if p.Given != 3 || p.Checked != 3 || math.Abs(p.Largest-0.75) > 1e-6 || p.Line != 9 || math.Abs(p.Stored-0.75) > 1e-6 {
		t.Errorf("%+v", p)
	}
	if _, rep = read(t, "x", text, Options{}); rep.Parity != (Parity{Given: 3}) {
		t.Errorf("without weights: %+v", rep.Parity)
	}
}

// An evaluation that cuts off 256ths and then centipawns is not taken for a wrong one.
func TestParityTwoRoundings(t *testing.T) {
	for eval, ok := range map[string]bool{"eval:198.996": true, "eval:198.98": false} {
		_, _, err := Read(t.Context(), []string{write(t, "x", declared+"1 mg:1 "+eval+" 1:2\n")}, Options{Weights: tiny})
		if (err == nil) != ok {
			t.Errorf("%s: %v", eval, err)
		}
	}
}

// An evaluation from the mover's view is recognised.
func TestParityView(t *testing.T) {
	_, _, err := Read(t.Context(), []string{write(t, "x", declared+"1 mg:1 eval:-215 1:2 2:1\n")}, Options{Weights: tiny})
	if err == nil || !strings.Contains(err.Error(), "with the other sign they agree: eval must be White's view") {
		t.Errorf("%v", err)
	}
}

// Of many contributions the five largest are shown.
func TestParityLargest(t *testing.T) {
	weights := map[string]float64{"w1": 1, "w2": -20, "w3": 3, "w4": 40, "w5": 5, "w6": 60, "w7": -7}
	_, _, err := Read(t.Context(), []string{write(t, "x", "1 eval:0 1:1 2:1 3:1 4:1 5:1 6:1 7:1\n")}, Options{Weights: weights})
	if err == nil || !strings.HasSuffix(err.Error(), "; offset +0, w6 +1 × 60 = +60.00, w4 +1 × 40 = +40.00, w2 +1 × -20 = -20.00, w7 +1 × -7 = -7.00, w5 +1 × 5 = +5.00, and 2 smaller") {
		t.Errorf("%v", err)
	}
}

// All weights must be given.
func TestParityWeights(t *testing.T) {
	_, _, err := Read(t.Context(), []string{write(t, "x", declared+"1 mg:1 1:1\n")}, Options{Weights: map[string]float64{"pawn.mg": 1, "pawn.eg": 2}})
	if err == nil || !strings.Contains(err.Error(), "no weight tempo is given for column 2, tempo") {
		t.Errorf("%v", err)
	}
}

// A table of 64 has squares on the one side and numbers on the other: the message says what to do.
func TestParityOfTables(t *testing.T) {
	for _, tt := range []struct{ column, given, want string }{
		{"X.0.0", "X.0.a1", "x: no weight X.0.0.mg is given for column 1, X.0.0: the weights have squares, X.0.a1: write X.0.{0..63} for X.0[64] into the file of names that they were imported with, or let the trace declare X.0.{a8..h1}"},
		{"X.a8", "X.0", "x: no weight X.a8.mg is given for column 1, X.a8: the weights have numbers, X.0: write X.{a8..h1} or {a1..h8} for them into the file of names that they were imported with"},
		{"X.0", "Y.a1", "x: no weight X.0.mg is given for column 1, X.0: pass all weights of the engine, or none"},
	} {
		_, _, err := Read(t.Context(), []string{write(t, "x", "# column 1 "+tt.column+" tapered\n1 mg:1 1:1\n")},
			Options{Weights: map[string]float64{tt.given + ".mg": 1, tt.given + ".eg": 2}})
		if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

// An engine that rounds twice is within two centipawns: the message says so, and the option takes
// it, and no more.
func TestParityTolerance(t *testing.T) {
	read := func(eval string, tolerance float64) error {
		_, _, err := Read(t.Context(), []string{write(t, "x", "# column 1 a\n1 eval:"+eval+" 1:1\n")}, Options{Weights: map[string]float64{"a": 10}, Tolerance: tolerance})
		return err
	}
	const twice = "(an engine that rounds twice, by the phase and then by another number, is within 2: pass -parity 2)"
	if err := read("12", 0); err == nil || !strings.Contains(err.Error(), "differ by 2.00 centipawns, more than 1 "+twice) {
		t.Errorf("%v", err)
	}
	if err := read("12", 2); err != nil {
		t.Error(err)
	}
	if err := read("13", 2); err == nil || strings.Contains(err.Error(), twice) || !strings.Contains(err.Error(), "more than 2;") {
		t.Errorf("%v", err)
	}
}

// Factors that had to be rounded are told apart from an engine that counts
// otherwise.
func TestParityOfRounded(t *testing.T) {
	var text strings.Builder
	text.WriteString("# column 1 a tapered\n")
	for i := range 1000 {
		mg := float64(i) / 999
		text.WriteString("1 qid:1 mg:" + format(mg) + " eval:" + format(1000*mg) + " 1:1\n")
	}
	_, rep := read(t, "x", text.String(), Options{Weights: map[string]float64{"a.mg": 1000, "a.eg": 0}})
	if p := rep.Parity; p.Largest > 0.01 || p.Stored < 1.5 || p.Stored > 2 {
		t.Errorf("%+v: want nothing, and half of 1000/255", p)
	}
}
