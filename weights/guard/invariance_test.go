package guard

import (
	"math"
	"slices"
	"testing"

	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/predict"
)

// The size of an engine's centipawn says nothing: an evaluation and its change, multiplied by a
// constant, are judged alike.
func TestInvariance(t *testing.T) {
	for _, c := range known {
		plain := compare(t, onSample(t), published(unchanged), published(c.change()))
		for _, factor := range []float64{0.1, 0.49, 2.05, 30} {
			larger := compare(t, onSample(t), multiplied(published(unchanged), factor), multiplied(published(c.change()), factor))
			if larger.Verdict != plain.Verdict || !slices.Equal(larger.codes(), plain.codes()) {
				t.Errorf("%s times %g: %v %v, and %v %v as it is", c.name, factor, larger.Verdict, larger.codes(), plain.Verdict, plain.codes())
			}
			if p, q := plain.Farthest(), larger.Farthest(); math.Abs(p.Expected-q.Expected) > 1e-4 || math.Abs(p.OtherSign-q.OtherSign) > 1e-3 {
				t.Errorf("%s times %g: %+v, and %+v as it is", c.name, factor, q, p)
			}
			if math.Abs(larger.K*factor/plain.K-1) > 1e-4 {
				t.Errorf("%s times %g: K %g, and %g as it is", c.name, factor, larger.K, plain.K)
			}
		}
	}
}

// Nor does the size of the new evaluation's alone: what new terms are worth is on the common scale,
// as the difference is of which they are a share.
func TestScaleOfNewTerms(t *testing.T) {
	set, before := foreign(t), file(map[string]float64{"Rook": 500, "Tempo": 20})
	after := func(factor float64) *weights.File {
		return multiplied(file(map[string]float64{"Rook": 500, "Tempo": 100, "Space.0": 5}), factor)
	}
	plain := compare(t, set, before, after(1))
	for _, factor := range []float64{0.1, 30} {
		scaled := compare(t, set, before, after(factor))
		if math.Abs(scaled.AddedRMS/plain.AddedRMS-1) > 1e-9 || !slices.Equal(scaled.codes(), plain.codes()) {
			t.Errorf("times %g: new terms are worth %g, %v; %g, %v as it is", factor, scaled.AddedRMS, scaled.codes(), plain.AddedRMS, plain.codes())
		}
	}
}

func multiplied(f *weights.File, factor float64) *weights.File {
	for i := range f.Terms {
		f.Terms[i].Value.Value *= factor
		f.Terms[i].MG.Value *= factor
		f.Terms[i].EG.Value *= factor
	}
	return f
}

// Without labels the K is that of the fits that the files come from, and without these the distance
// is not known.
func TestWithoutLabels(t *testing.T) {
	set := foreign(t, func(b *matrix.Block) {
		for i := range b.Result {
			b.Result[i] = matrix.ResultUnknown
		}
	})
	for _, tt := range []struct {
		old, new float64 // K in the files
		want     float64
		from     string
		verdict  predict.Word
	}{
		{0.8, 0.7, 0.8, KFromOld, predict.Toss},
		{0, 0.7, 1.5, KFromNew, predict.Lose},
		{0, 0, 0, "", predict.Toss},
	} {
		before, after := file(map[string]float64{"Rook": 100, "Tempo": 20}), file(map[string]float64{"Rook": 200, "Tempo": 90})
		for f, k := range map[*weights.File]float64{before: tt.old, after: tt.new} {
			if k > 0 {
				f.Provenance.K = &weights.K{Value: k}
			}
		}
		r := compare(t, set, before, after)
		if math.Abs(r.K/max(tt.want, 1e-9)-min(1, tt.want*1e9)) > 0.2 || r.KFrom != tt.from || r.Verdict != tt.verdict || r.Labels != nil {
			t.Errorf("K %g of %q, %v, want %+v", r.K, r.KFrom, r.Verdict, tt)
		}
	}
}
