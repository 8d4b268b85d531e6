package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/predict"
	"example.org/centipawn/winprob"
)

// positions are those of the sample that the module carries, with the counts of set pesto.
var positions = sync.OnceValues(func() (*matrix.Set, error) {
	set, err := features.Lookup("pesto")
	if err != nil {
		return nil, err
	}
	opt := extract.Options{Set: set, Limit: 20000, Trusted: true}.WithDefaults()
	rows, _, err := extract.Memory(context.Background(), []string{"../../datasets/sample/sample.csv.zst"}, opt)
	return rows, err
})

func onSample(t *testing.T) *matrix.Set {
	t.Helper()
	rows, err := positions()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// published returns PeSTO's weights, changed.
func published(change func(t *weights.Term)) *weights.File {
	f, _ := weights.Published("pesto")
	for i := range f.Terms {
		change(&f.Terms[i])
	}
	return f
}

func unchanged(*weights.Term) {}

func times(prefix string, mg, eg float64) func(*weights.Term) {
	return func(t *weights.Term) {
		if strings.HasPrefix(t.Name, prefix) {
			t.MG.Value *= mg
			t.EG.Value *= eg
		}
	}
}

func compare(t *testing.T, rows *matrix.Set, before, after *weights.File) *Report {
	t.Helper()
	r, err := Compare(t.Context(), rows, before, after)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *Report) codes() (codes []note.Code) {
	for _, why := range r.Reasons {
		codes = append(codes, why.Code)
	}
	return codes
}

// TestThreads: the report does not depend on the threads, few games of a weight included.
func TestThreads(t *testing.T) {
	rows := onSample(t)
	var want *Report
	for _, threads := range []int{1, 3} {
		got, err := CompareFit(t.Context(), rows, published(unchanged), published(noise(20)), nil, threads)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: %+v, want %+v", threads, got, want)
		}
	}
}

// A common scale is not a difference.
func TestScale(t *testing.T) {
	r := compare(t, onSample(t), published(unchanged), published(times("", 1.25, 1.25)))
	if math.Abs(r.Scale-1.25) > 1e-9 || r.All().RMS > 1e-6 || r.Verdict != predict.Toss || len(r.Reasons) > 0 || len(r.Pieces) != 10 {
		t.Errorf("scale %g, %+v, %v %v", r.Scale, r.All(), r.Verdict, r.Reasons)
	}
	for _, p := range r.Pieces {
		if math.Abs(p.Ratio-1) > 1e-9 || math.Abs(p.New-p.Old) > 1e-6 {
			t.Errorf("%+v", p)
		}
	}
	if len(r.Phases) != 4 || r.Phases[0].Rows+r.Phases[1].Rows+r.Phases[2].Rows != r.All().Rows {
		t.Errorf("phases %+v", r.Phases)
	}
}

// The sums of one pass are those of the definition: root mean square of new/scale − old, and so on.
func TestTwin(t *testing.T) {
	set, from := onSample(t), rand.New(rand.NewPCG(1, 2))
	before := published(unchanged)
	after := published(func(t *weights.Term) { t.MG.Value += from.NormFloat64() * 15; t.EG.Value -= from.NormFloat64() * 5 })
	r := compare(t, set, before, after)
	var old, now []float64
	for b := range set.Blocks() {
		var block matrix.Block
		if err := set.ReadBlock(b, &block); err != nil {
			t.Fatal(err)
		}
		for i := range block.Rows() {
			old, now = append(old, score(t, set, before, &block, i)), append(now, score(t, set, after, &block, i))
		}
	}
	on, oo := 0.0, 0.0
	for i := range old {
		on += old[i] * now[i]
		oo += old[i] * old[i]
	}
	squares, apart, signs, clear := 0.0, 0.0, 0, 0
	for i := range old {
		d := now[i]/(on/oo) - old[i]
		squares += d * d
		e := winprob.Expected(r.K, old[i])
		apart += math.Abs(winprob.Expected(r.K, now[i]/(on/oo)) - e)
		if math.Abs(e-0.5) >= decided {
			clear++
			if (old[i] < 0) != (now[i] < 0) {
				signs++
			}
		}
	}
	n := float64(len(old))
	want := Phase{Name: "all", Rows: len(old), RMS: math.Sqrt(squares / n), Expected: apart / n, OtherSign: float64(signs) / float64(clear)}
	got := r.All()
	if math.Abs(r.Scale-on/oo) > 1e-9 || math.Abs(got.RMS-want.RMS) > 1e-6 || math.Abs(got.Expected-want.Expected) > 1e-6 || math.Abs(got.OtherSign-want.OtherSign) > 1e-4 || got.Rows != want.Rows {
		t.Errorf("scale %g, %+v, want %g, %+v", r.Scale, got, on/oo, want)
	}
}

// scorers keep their weights between rows.
var scorers = map[*weights.File]*rows.Scorer{}

func score(t *testing.T, set *matrix.Set, f *weights.File, b *matrix.Block, i int) float64 {
	t.Helper()
	s := scorers[f]
	if s == nil {
		var err error
		if s, err = scorer(set.Schema(), f.Weights()); err != nil {
			t.Fatal(err)
		}
		scorers[f] = s
	}
	return s.Score(b, i)
}

// Each reason is provoked by a planted difference, and by it alone.
func TestReasons(t *testing.T) {
	few := func(t *weights.Term) {
		if t.Name == "pst.knight.h8" { // in 8 games of the sample
			t.MG.Value += 150
		}
	}
	noisy := rand.New(rand.NewPCG(3, 4))
	for _, tt := range []struct {
		name    string
		change  func(t *weights.Term)
		verdict predict.Word
		want    []note.Code
	}{
		{"nothing", unchanged, predict.Toss, nil},
		{"a rook worth a knight in the middlegame, and more in the endgame", func(t *weights.Term) {
			times("pst.rook", 0.55, 1.5)(t)
		}, predict.Lose, []note.Code{note.G01, note.G02, note.G05}},
		{"noise", func(t *weights.Term) { t.MG.Value += 30 * noisy.NormFloat64(); t.EG.Value += 30 * noisy.NormFloat64() }, predict.Lose, []note.Code{note.G02, note.G03, note.G05}},
		{"a square that is hardly seen", few, predict.Toss, []note.Code{note.G03}},
		{"the other view", times("", -1, -1), predict.Lose, []note.Code{note.G04}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := compare(t, onSample(t), published(unchanged), published(tt.change))
			if r.Verdict != tt.verdict || !slices.Equal(r.codes(), tt.want) {
				var text bytes.Buffer
				_ = r.Write(&text)
				t.Errorf("%v %v, want %v %v\n%s", r.Verdict, r.codes(), tt.verdict, tt.want, &text)
			}
		})
	}
}

// The rows of another engine, whose names say nothing of pieces: no values of pieces, and the rest.
func TestForeignNames(t *testing.T) {
	set := foreign(t)
	before := file(map[string]float64{"Rook": 500, "Tempo": 20})
	r := compare(t, set, before, file(map[string]float64{"Rook": 500, "Tempo": 20, "Space.0": 300, "Space.1": 200}))
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"no values of pieces: no weight is called material.* or pst.*", "new terms, worth ", ": Space\n", "how far it moved is not counted as unusual"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("not %q in\n%s", want, &text)
		}
	}
	if len(r.Pieces) > 0 || r.Pieces == nil || len(r.Phases) != 1 || slices.Contains(r.codes(), note.G02) || r.Weights != 4 {
		t.Errorf("%+v", r)
	}
	r = compare(t, set, before, file(map[string]float64{"Rook": 500, "Tempo": 100, "Space.0": 5}))
	if len(r.Added) != 1 || r.NewTerms() || !slices.Contains(r.codes(), note.G02) {
		t.Errorf("a small new term excuses a large difference: %+v", r)
	}
	r = compare(t, set, before, file(map[string]float64{"Rook": 500, "Tempo": 100}))
	if len(r.Added) > 0 || !slices.Contains(r.codes(), note.G02) {
		t.Errorf("a term that both have is judged: %+v", r)
	}
}

// What the rows have beyond their terms belongs to no new term.
func TestOffset(t *testing.T) {
	set := foreign(t, func(b *matrix.Block) {
		for i := range b.Rows() {
			b.Offset = append(b.Offset, 300+float32(i%7))
		}
	})
	before, after := file(map[string]float64{"Rook": 500, "Tempo": 0}), file(map[string]float64{"Rook": 500, "Tempo": 10})
	r := compare(t, set, before, after)
	if !slices.Equal(r.Added, []string{"Tempo"}) || math.Abs(r.AddedRMS*r.Scale-10) > 1e-9 {
		t.Errorf("%v is worth %g", r.Added, r.AddedRMS)
	}
}

// Tables in place of equal squares are new terms.
func TestFlatTables(t *testing.T) {
	r := compare(t, onSample(t), published(flat), published(unchanged))
	if len(r.Added) != 6 || !r.NewTerms() || slices.Contains(r.codes(), note.G02) {
		t.Errorf("%v, %g cp, %v", r.Added, r.AddedRMS, r.Reasons)
	}
}

func TestNothingToCompare(t *testing.T) {
	_, err := Compare(t.Context(), foreign(t), file(map[string]float64{"Rook": 0}), file(map[string]float64{"Rook": 1}))
	if err == nil || !strings.Contains(err.Error(), "pass other positions") {
		t.Error(err)
	}
	if _, err = Compare(t.Context(), foreign(t), file(map[string]float64{"Queen": 0}), file(map[string]float64{"Rook": 1})); err == nil || !strings.Contains(err.Error(), `no weight "Queen"`) {
		t.Error(err)
	}
}

// A report survives JSON, verdicts as words.
func TestJSON(t *testing.T) {
	r := compare(t, onSample(t), published(unchanged), published(times("pst.rook", 0.5, 0.5)))
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(text, &back); err != nil || back.Verdict != predict.Lose || back.Reasons[0].Code != note.G01 || !bytes.Contains(text, []byte(`"verdict":"likely to lose"`)) {
		t.Errorf("%v: %s", err, text)
	}
}

// file has plain weights of the set of [foreign].
func file(values map[string]float64) *weights.File {
	f := &weights.File{Set: "foreign"}
	for name, v := range values {
		f.Terms = append(f.Terms, weights.Term{Name: name, Value: weights.Weight{Value: v}})
	}
	slices.SortFunc(f.Terms, func(a, b weights.Term) int { return strings.Compare(a.Name, b.Name) })
	return f
}

// foreign is rows as an engine's trace has them, with results that a rook of 500 centipawns makes.
func foreign(t *testing.T, more ...func(*matrix.Block)) *matrix.Set {
	t.Helper()
	schema := matrix.Schema{Set: "foreign", SetHash: "1234", Optional: matrix.WithOffset, Columns: []matrix.Column{{Name: "Rook"}, {Name: "Tempo"}, {Name: "Space.0"}, {Name: "Space.1"}}}
	w, err := matrix.NewMemory(schema)
	if err != nil {
		t.Fatal(err)
	}
	b, from := matrix.Block{Start: []int64{0}}, rand.New(rand.NewPCG(5, 6))
	for i := range 4000 {
		rook := float32(from.IntN(3) - 1)
		result := matrix.ResultBlack
		if from.Float64() < 0.5+0.45*float64(rook) {
			result = matrix.ResultWhite
		}
		b.Columns = append(b.Columns, 0, 1, uint16(2+from.IntN(2)))
		b.Counts = append(b.Counts, rook, float32(2*from.IntN(2)-1), float32(from.IntN(5)-2))
		b.Start = append(b.Start, int64(len(b.Columns)))
		b.MG, b.EG = append(b.MG, 0), append(b.EG, 0)
		b.Score, b.Result = append(b.Score, matrix.NoScore), append(b.Result, result)
		b.Game, b.Ply, b.Material, b.Hash = append(b.Game, uint32(i/4)), append(b.Ply, 0), append(b.Material, 0), append(b.Hash, uint64(i))
	}
	for _, add := range more {
		add(&b)
	}
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(matrix.Provenance{Clusters: matrix.ByGame}); err != nil {
		t.Fatal(err)
	}
	m, err := w.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	set, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Tables about 0 say nothing of what a piece is worth: their means are no values, and the report asks
// for these. With material.* in no column and the values in the old tables they are judged.
func TestTablesWithoutValues(t *testing.T) {
	bare := func(change func(t *weights.Term)) *weights.File {
		return published(func(t *weights.Term) {
			if v, ok := pestoValues[strings.Split(t.Name, ".")[1]]; ok {
				t.MG.Value, t.EG.Value = t.MG.Value-v[0], t.EG.Value-v[1]
			}
			if strings.HasPrefix(t.Name, "pst.queen") {
				t.MG.Value, t.EG.Value = t.MG.Value-1025, t.EG.Value-936
			}
			change(t)
		})
	}
	r := compare(t, onSample(t), bare(unchanged), bare(func(t *weights.Term) { t.MG.Value += 3 }))
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	if len(r.Pieces) > 0 || slices.Contains(r.codes(), note.G01) || !strings.Contains(text.String(), "name them material.pawn to material.queen") {
		t.Errorf("%+v\n%s", r.Pieces, &text)
	}
}
