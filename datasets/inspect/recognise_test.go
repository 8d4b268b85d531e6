package inspect_test

import (
	"math"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/datasets/sample"
	"example.org/centipawn/internal/note"
)

// TestRecognise: view and unit of evaluations are seen by the material, and what is told wrongly is refused
// with the flag to pass.
func TestRecognise(t *testing.T) {
	var samples []datasets.Sample
	r := sample.Open()
	defer r.Close()
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if samples = append(samples, s); len(samples) == 6000 {
			break
		}
	}
	evals := func(pawns, mover, negated bool) []float32 {
		list := make([]float32, len(samples))
		for i := range samples {
			v := float64(90*datasets.Material(&samples[i].Position) + i*37%101 - 50)
			if mover && samples[i].Position.SideToMove() == board.Black {
				v = -v
			}
			if pawns {
				v /= 100
			}
			if negated {
				v = -v
			}
			list[i] = float32(v)
		}
		list[3] = float32(math.NaN())
		return list
	}
	white, mover := datasets.POVWhite, datasets.POVMover
	centipawns, pawns := datasets.UnitCentipawns, datasets.UnitPawns
	tests := []struct {
		name  string
		evals []float32
		told  inspect.Written
		want  inspect.Written
		say   string // beginning of the error; empty: none
	}{
		{"White's centipawns", evals(false, false, false), inspect.Written{}, inspect.Written{View: white, Unit: centipawns}, ""},
		{"the mover's pawns", evals(true, true, false), inspect.Written{}, inspect.Written{View: mover, Unit: pawns}, ""},
		{"White's pawns", evals(true, false, false), inspect.Written{}, inspect.Written{View: white, Unit: pawns}, ""},
		{"told", evals(false, true, false), inspect.Written{View: mover, ViewSaid: true}, inspect.Written{View: mover, Unit: centipawns}, ""},
		{"another view", evals(false, true, false), inspect.Written{View: white, ViewSaid: true}, inspect.Written{View: white, Unit: centipawns}, "evaluations are not White's view: "},
		{"another unit", evals(false, false, false), inspect.Written{Unit: pawns, UnitSaid: true}, inspect.Written{View: white, Unit: pawns}, "evaluations are not pawns: "},
		{"the wrong sign", evals(false, false, true), inspect.Written{}, inspect.Written{View: white, Unit: centipawns}, "evaluations have the wrong sign"},
	}
	for _, tt := range tests {
		in, got := inspect.Recognise("x", samples, tt.evals, tt.told)
		if got.View != tt.want.View || got.Unit != tt.want.Unit {
			t.Errorf("%s: %v and %v, want %v and %v", tt.name, got.View, got.Unit, tt.want.View, tt.want.Unit)
		}
		said := ""
		for _, f := range in.Findings {
			if f.Level == note.Error {
				said = f.Text
			}
		}
		if (said == "") != (tt.say == "") || !strings.HasPrefix(said, tt.say) {
			t.Errorf("%s: %q, want %q", tt.name, said, tt.say)
		}
		if said != "" && tt.told != (inspect.Written{}) && !strings.Contains(said, "-eval-") {
			t.Errorf("%s: %q names no flag", tt.name, said)
		}
	}
	if in, _ := inspect.Recognise("x", samples[:50], evals(false, false, false)[:50], inspect.Written{}); len(in.Findings) != 1 || in.Findings[0].Kind != inspect.TooFew {
		t.Errorf("50 rows: %v", in.Findings)
	}
}
