package blend

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
)

func file(terms ...weights.Term) *weights.File { return &weights.File{Set: "test", Terms: terms} }

func tapered(name string, mg, eg float64) weights.Term {
	return weights.Term{Name: name, Tapered: true, MG: weights.Weight{Value: mg, StdErr: 1}, EG: weights.Weight{Value: eg}}
}

func single(name string, v float64) weights.Term {
	return weights.Term{Name: name, Value: weights.Weight{Value: v}}
}

var (
	old = file(tapered("pst.knight.a1", 10, 20), tapered("mobility.knight.3", 5, 5), tapered("material.rook", 500, 510), single("tempo", 12))
	fit = file(tapered("pst.knight.a1", 14, 20), tapered("mobility.knight.3", 5, 1), tapered("material.rook", 480, 530), single("tempo", 20))
)

// TestAt: each direction moves its own weights, and 0 and 1 are the old and the fitted ones.
func TestAt(t *testing.T) {
	list, err := Split(old, "fit", fit, ByPhase, 4)
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	b, err := New(old, list)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		alpha [3]float64
		want  [7]float64
	}{
		{[3]float64{0, 0, 0}, [7]float64{10, 20, 5, 5, 500, 510, 12}},
		{[3]float64{1, 1, 1}, [7]float64{14, 20, 5, 1, 480, 530, 20}},
		{[3]float64{0.5, 0, -1}, [7]float64{12, 20, 5, 5, 490, 510, 4}},
		{[3]float64{0, 1.5, 0}, [7]float64{10, 20, 5, -1, 500, 540, 12}},
	} {
		for i, w := range b.At(tt.alpha[:]).Weights() {
			if w.Value != tt.want[i] || w.StdErr != 0 {
				t.Errorf("%v: %s is %+v, want %v", tt.alpha, w.Name, w.Weight, tt.want[i])
			}
		}
	}
	old := *old
	old.Provenance = weights.Provenance{Loss: "sigmoid", Rows: 7, Passes: 3, Train: &weights.Metrics{N: 7}, Test: &weights.Metrics{N: 7},
		Split: weights.Split{Kind: "game"}, Warnings: note.List{{Code: note.D12}, {Code: note.M05}}, Blend: []weights.Step{{Name: "before", Alpha: 1}}}
	b.Old = &old
	for _, tt := range []struct {
		alpha []float64
		want  string
	}{
		{[]float64{0, 0, 0}, "loss sigmoid, 7 rows, 3 passes, errors true true, held out true, [D12 M05]: [1 of before]"},
		{[]float64{0.25, 0, -1}, "loss sigmoid, 7 rows, 0 passes, errors false false, held out true, [D12]: [1 of before 0.25 of fit.mg -1 of fit.rest]"},
	} {
		p := b.At(tt.alpha).Provenance
		var codes []note.Code
		for _, w := range p.Warnings {
			codes = append(codes, w.Code)
		}
		if got := fmt.Sprintf("loss %s, %d rows, %d passes, errors %t %t, held out %t, %v: %v", p.Loss, p.Rows, p.Passes, p.Train != nil, p.Test != nil, p.HeldOut(), codes, p.Blend); got != tt.want {
			t.Errorf("provenance at %v: %s, want %s", tt.alpha, got, tt.want)
		}
	}
	if old.Terms[0].MG.Value != 10 || old.Terms[0].MG.StdErr != 1 {
		t.Error("the old weights have changed")
	}
	if c := b.Cosines(); c[0][1] != 0 || math.Abs(c[0][0]-1) > 1e-12 {
		t.Error(c)
	}
}

// TestSplit: families and pieces add up to the whole, the small ones together.
func TestSplit(t *testing.T) {
	for by, want := range map[By]string{ByFit: "fit", ByFamily: "fit.material fit.rest", ByPiece: "fit.rook fit.rest", ByPhase: "fit.mg fit.eg fit.rest"} {
		list, err := Split(old, "fit", fit, by, 2)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		ones := make([]float64, len(list))
		for i, d := range list {
			names, ones[i] = append(names, d.Name), 1
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", by, got, want)
		}
		b, err := New(old, list)
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range b.At(ones).Weights() {
			if full := fit.Weights()[i]; w.Value != full.Value {
				t.Errorf("%s: %s is %v, want %v", by, w.Name, w.Value, full.Value)
			}
		}
	}
	if _, err := Split(old, "fit", fit, "colour", 2); err == nil {
		t.Error("colour is taken")
	}
}

// TestRefused: what cannot be blended says why.
func TestRefused(t *testing.T) {
	for want, f := range map[string]*weights.File{
		"no term king":    file(single("king", 1)),
		"moves no weight": old,
		"has two weights": file(tapered("tempo", 1, 1)),
		"set other":       {Set: "other", Terms: fit.Terms},
	} {
		if _, err := New(old, []Direction{{Name: "x", Fit: f}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := New(old, []Direction{{Name: "x", Fit: fit}, {Name: "x", Fit: fit}}); err == nil {
		t.Error("two of one name are taken")
	}
}
