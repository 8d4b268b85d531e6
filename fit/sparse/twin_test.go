package sparse

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/shards"
)

// A testRow is a row of a testSource.
type testRow struct {
	Columns   []uint16
	Counts    []float32
	MG, EG    uint8
	Target    float32
	Weight    float32
	offset    float32
	Intercept uint16
	Cluster   uint32
	Group     uint64
}

// A testSource gives rows in blocks. Every third block is empty, and an entry
// that belongs to no row stands before each row, as after a selection.
type testSource struct {
	Rows                         []testRow
	perBlock                     int
	weighted, offsets, Intercept bool
	Grouped                      bool
	fail                         func(block int) error
}

// Blocks implements Source.
func (s *testSource) Blocks() int {
	full := (len(s.Rows) + s.perBlock - 1) / s.perBlock
	return full + full/2
}

// Block implements Source.
func (s *testSource) Block(b int, into *packed.Rows) error {
	if s.fail != nil {
		if err := s.fail(b); err != nil {
			return err
		}
	}
	empty(into)
	if b%3 == 2 {
		s.declare(into)
		return nil
	}
	full := b - b/3
	for _, r := range s.Rows[full*s.perBlock : min((full+1)*s.perBlock, len(s.Rows))] {
		s.add(into, &r)
	}
	return nil
}

func empty(r *packed.Rows) {
	*r = packed.Rows{
		Low: r.Low[:0], High: r.High[:0], Columns: r.Columns[:0], Counts: r.Counts[:0], MG: r.MG[:0], EG: r.EG[:0],
		Target: r.Target[:0], Weight: r.Weight[:0], Offset: r.Offset[:0], Intercept: r.Intercept[:0], Cluster: r.Cluster[:0],
		Group: r.Group[:0],
	}
}

// declare makes the arrays that rows have, and only these, not nil.
func (s *testSource) declare(into *packed.Rows) {
	if s.weighted && into.Weight == nil {
		into.Weight = []float32{}
	}
	if s.offsets && into.Offset == nil {
		into.Offset = []float32{}
	}
	if s.Intercept && into.Intercept == nil {
		into.Intercept = []uint16{}
	}
	if s.Grouped && into.Group == nil {
		into.Group = []uint64{}
	}
}

func (s *testSource) add(into *packed.Rows, r *testRow) {
	into.Columns, into.Counts = append(into.Columns, 0), append(into.Counts, 77)
	into.Low = append(into.Low, int64(len(into.Columns)))
	into.Columns, into.Counts = append(into.Columns, r.Columns...), append(into.Counts, r.Counts...)
	into.High = append(into.High, int64(len(into.Columns)))
	into.MG, into.EG = append(into.MG, r.MG), append(into.EG, r.EG)
	into.Target, into.Cluster = append(into.Target, r.Target), append(into.Cluster, r.Cluster)
	if s.weighted {
		into.Weight = append(into.Weight, r.Weight)
	}
	if s.offsets {
		into.Offset = append(into.Offset, r.offset)
	}
	if s.Intercept {
		into.Intercept = append(into.Intercept, r.Intercept)
	}
	if s.Grouped {
		into.Group = append(into.Group, r.Group)
	}
}

// A Problem is a source with what its rows mean.
type Problem struct {
	Name   string
	Spec   Spec
	Source *testSource
	counts func(*rand.Rand) float32
	Scale  float64
	tape   *formula.Tape // of twins; nil before the first
}

const TestScale = 1.4 * math.Ln10 / 400

var (
	mgTable = []float64{1, 0.625, 0.25, 0, 1.0625}
	egTable = []float64{0, 0.375, 0.75, 1, -0.0625}
)

func PlainColumn(w int32) packed.Column      { return packed.Column{Plain: w, MG: -1, EG: -1} }
func taperedColumn(m, e int32) packed.Column { return packed.Column{Plain: -1, MG: m, EG: e} }

func smallCounts(rng *rand.Rand) float32 { return float32(rng.IntN(5) - 2) } // 0 too
func wideCounts(rng *rand.Rand) float32  { return float32(rng.IntN(4001)-2000) / 1 }
func realCounts(rng *rand.Rand) float32  { return float32(rng.NormFloat64()) }

// Problems are of every kind that there is. The last column of each is of no
// weight, the one before it in no row.
func Problems(rows int) []*Problem {
	untapered := []packed.Column{PlainColumn(0), PlainColumn(1), PlainColumn(2), PlainColumn(3)}
	tapered := []packed.Column{taperedColumn(0, 1), taperedColumn(2, 3), taperedColumn(4, 5)}
	mixed := []packed.Column{PlainColumn(0), taperedColumn(1, 2), taperedColumn(3, -1), taperedColumn(-1, 4), {Plain: 5, MG: 6, EG: -1}}
	tied := []packed.Column{
		taperedColumn(0, 1), taperedColumn(0, 1), // two columns, the same weights
		taperedColumn(2, 2), // an untapered weight in a tapered set
		taperedColumn(1, 3), PlainColumn(3), taperedColumn(4, 0), PlainColumn(0), {Plain: 2, MG: 4, EG: 4},
	}
	list := []*Problem{
		{Name: "plain", Spec: Spec{Spec: packed.Spec{Columns: untapered, Weights: 5}}, counts: smallCounts},
		{Name: "tapered", Spec: Spec{Spec: packed.Spec{Columns: tapered, Weights: 7}}, counts: smallCounts},
		{Name: "mixed", Spec: Spec{Spec: packed.Spec{Columns: mixed, Weights: 8}}, counts: smallCounts},
		{Name: "tied", Spec: Spec{Spec: packed.Spec{Columns: tied, Weights: 6}}, counts: smallCounts},
		{Name: "int16", Spec: Spec{Spec: packed.Spec{Columns: mixed, Weights: 8}}, counts: wideCounts, Scale: TestScale / 500},
		{Name: "float32", Spec: Spec{Spec: packed.Spec{Columns: tied, Weights: 6}}, counts: realCounts},
		{Name: "block", Spec: withBlock(Spec{Spec: packed.Spec{Columns: tapered, Weights: 10}}, 6, -1, 7, 8), counts: smallCounts},
		{Name: "block float32", Spec: withBlock(Spec{Spec: packed.Spec{Columns: mixed, Weights: 9}}, 7, 7), counts: realCounts},
		{Name: "danger", Spec: danger.with(Spec{Spec: packed.Spec{Columns: tapered, Weights: 14}}), counts: smallCounts},
		{Name: "whole", Spec: whole.with(Spec{Spec: packed.Spec{Weights: 13}}), counts: smallCounts},
		{Name: "whole float32", Spec: whole.with(Spec{Spec: packed.Spec{Weights: 13}}), counts: realCounts},
	}
	var all []*Problem
	for i, p := range list {
		p.Spec.Columns = append(slices.Clone(p.Spec.Columns), PlainColumn(int32(p.Spec.Weights-1)), taperedColumn(-1, -1))
		p.Spec.MG, p.Spec.EG, p.Spec.Threads = mgTable, egTable, 2
		if p.Scale == 0 {
			p.Scale = TestScale
		}
		for kind := range 2 * len(Losses) {
			q := *p
			q.Spec.Loss = Losses[kind%len(Losses)]
			q.Name += " " + q.Spec.Loss.Name
			everything := kind >= len(Losses)
			if everything {
				q.Name += " everything"
			}
			q.fill(uint64(10*i+kind), rows, everything)
			all = append(all, &q)
		}
	}
	return all
}

// fill makes the rows of a problem, with or without weights, offsets and
// intercepts.
func (p *Problem) fill(seed uint64, rows int, everything bool) {
	rng := rand.New(rand.NewPCG(seed, 1))
	p.Source = &testSource{perBlock: 61, weighted: everything, offsets: everything, Intercept: everything}
	columns := len(p.Spec.Columns)
	for range rows {
		r := testRow{
			MG: uint8(rng.IntN(len(mgTable))), Target: float32(rng.IntN(3)) / 2, Cluster: uint32(rng.IntN(rows / 8)),
			Weight: 0.25 + rng.Float32(), offset: float32(rng.NormFloat64() * 100),
		}
		if r.EG = r.MG; rng.IntN(4) == 0 {
			r.EG = uint8(rng.IntN(len(egTable)))
		}
		if rng.IntN(3) == 0 {
			r.Target = rng.Float32()
		}
		for c := range columns {
			if c != columns-2 && rng.IntN(3) > 0 {
				count := p.counts(rng)
				if p.Spec.inputs(c) {
					count = 0.25 + rng.Float32()
				}
				r.Columns, r.Counts = append(r.Columns, uint16(c)), append(r.Counts, count)
			}
		}
		if everything {
			r.Intercept = uint16(columns + rng.IntN(2))
		}
		p.Source.Rows = append(p.Source.Rows, r)
	}
	if everything {
		p.Spec.Columns = append(slices.Clone(p.Spec.Columns), PlainColumn(int32(p.Spec.Weights)), PlainColumn(int32(p.Spec.Weights+1)))
		p.Spec.Weights += 2
	}
}

// Design packs the rows of a problem.
func (p *Problem) Design(t testing.TB) *Design {
	t.Helper()
	d, err := New(t.Context(), p.Source, p.Spec)
	if err != nil {
		t.Fatal(err)
	}
	if p.Scale > 0 {
		d.Scale = p.Scale
	}
	return d
}

// Weights returns some.
func (p *Problem) Weights() []float64 {
	rng := rand.New(rand.NewPCG(5, 5))
	w := make([]float64, p.Spec.Weights)
	for i := range w {
		w[i] = rng.NormFloat64() * 60
	}
	return w
}

// Segments shortens the segments for the time of a test.
func Segments(t *testing.T, blocks int) {
	before := shards.SegmentBlocks
	shards.SegmentBlocks = blocks
	t.Cleanup(func() { shards.SegmentBlocks = before })
}

// A twinRow is a row in dense form: the evaluation is offset + x·w.
type twinRow struct {
	testRow
	entries int // of columns that have a weight, and the intercept
	x       []float64
	form    *twinForm // nil without one
}

// A twin is what a design is, without any of its ideas.
type twin struct {
	rows  []twinRow // in the order of the source
	loss  slowLoss
	scale float64
}

// A slowLoss is a loss as its definition has it, of an expected score e and a target y.
type slowLoss struct {
	at          func(e, y float64) float64
	slope       func(e, y float64) float64 // derivative by the logit
	gaussNewton func(e, y float64) float64 // second derivative, without the logistic's own curvature
}

// slowLosses has an entry for each of Losses.
var slowLosses = map[*Loss]slowLoss{
	Sigmoid: {
		at:          func(e, y float64) float64 { return (e - y) * (e - y) },
		slope:       func(e, y float64) float64 { return 2 * (e - y) * e * (1 - e) },
		gaussNewton: func(e, y float64) float64 { return 2 * e * (1 - e) * e * (1 - e) },
	},
	CrossEntropy: {
		at:          slowEntropy,
		slope:       func(e, y float64) float64 { return e - y },
		gaussNewton: func(e, y float64) float64 { return e * (1 - e) },
	},
	Outcomes: {
		at:          func(e, y float64) float64 { f, _, _ := slowOutcome(e, y); return f },
		slope:       func(e, y float64) float64 { _, first, _ := slowOutcome(e, y); return first },
		gaussNewton: func(e, y float64) float64 { _, _, second := slowOutcome(e, y); return second },
	},
}

// slowOutcome has a margin of one logit.
func slowOutcome(e, y float64) (loss, first, second float64) {
	z := math.Log(e) - math.Log1p(-e)
	win, lost := 1/(1+math.Exp(1-z)), 1/(1+math.Exp(1+z))
	dw, dl := win*(1-win), lost*(1-lost)
	switch {
	case y > 0.75:
		return -math.Log(win), -(1 - win), dw
	case y < 0.25:
		return -math.Log(lost), 1 - lost, dl
	}
	return -math.Log(1 - win - lost), win - lost, dw + dl
}

func slowEntropy(e, y float64) float64 {
	switch y {
	case 1:
		return -math.Log(e)
	case 0:
		return -math.Log1p(-e)
	}
	return -y*math.Log(e) - (1-y)*math.Log1p(-e)
}

func (p *Problem) twin() *twin {
	loss := cmp.Or(p.Spec.Loss, Sigmoid) // as of New
	slow, known := slowLosses[loss]
	if !known {
		panic("no slow twin of the loss " + loss.Name + ": add it to slowLosses")
	}
	return &twin{loss: slow, scale: p.Scale, rows: p.TwinRows()}
}

// TwinRows returns the rows in dense form.
func (p *Problem) TwinRows() (list []twinRow) {
	for _, r := range p.Source.Rows {
		if !p.Source.weighted {
			r.Weight = 1
		}
		if !p.Source.offsets {
			r.offset = 0
		}
		row := twinRow{testRow: r, x: make([]float64, p.Spec.Weights), form: p.twinForm(&r)}
		for i, c := range r.Columns {
			row.count(p, c, float64(r.Counts[i]))
		}
		if p.Source.Intercept {
			row.count(p, r.Intercept, 1)
		}
		list = append(list, row)
	}
	return list
}

func (r *twinRow) count(p *Problem, column uint16, x float64) {
	c := p.Spec.Columns[column]
	if c.Plain >= 0 {
		r.x[c.Plain] += x
	}
	if c.MG >= 0 {
		r.x[c.MG] += x * p.Spec.MG[r.MG]
	}
	if c.EG >= 0 {
		r.x[c.EG] += x * p.Spec.EG[r.EG]
	}
	if c != (packed.Column{Plain: -1, MG: -1, EG: -1}) {
		r.entries++
	}
}

// packed returns those rows whose number in the packed order is rest modulo
// step, by segments of a number of rows.
func (t *twin) packed(segment, step, rest int) *twin {
	out := &twin{loss: t.loss, scale: t.scale}
	for part := range slices.Chunk(slices.Clone(t.rows), segment) {
		slices.SortStableFunc(part, func(a, b twinRow) int {
			return cmp.Or(cmp.Compare(a.MG, b.MG), cmp.Compare(a.EG, b.EG), cmp.Compare(a.entries, b.entries))
		})
		for i := rest; i < len(part); i += step {
			out.rows = append(out.rows, part[i])
		}
	}
	return out
}

func (r *twinRow) Score(w []float64) float64 {
	s := float64(r.offset)
	for j, x := range r.x {
		s += x * w[j]
	}
	if r.form != nil {
		s += r.form.value(w)
	}
	return s
}

// jacobian returns the derivatives of the score, and which weights of the form
// take part in them.
func (r *twinRow) jacobian(w []float64) (x []float64, active []bool) {
	x, active = slices.Clone(r.x), make([]bool, len(w))
	if r.form != nil {
		for j, v := range r.form.jacobian(w) {
			x[j] += v
			active[j] = v != 0
		}
	}
	return x, active
}

// weight returns the sum of the rows' weights.
func (t *twin) weight() (sum float64) {
	for i := range t.rows {
		sum += float64(t.rows[i].Weight)
	}
	return sum
}

// at returns a row's loss.
func (t *twin) at(r *twinRow, w []float64) float64 {
	z, y := t.scale*r.Score(w), float64(r.Target)
	return t.loss.at(1/(1+math.Exp(-z)), y)
}

// mean returns the mean loss.
func (t *twin) mean(w []float64) (sum float64) {
	for i := range t.rows {
		sum += float64(t.rows[i].Weight) * t.at(&t.rows[i], w)
	}
	return sum / t.weight()
}

// Differences returns the central differences of f, and the step that they were
// taken with is in centipawns.
func Differences(f func([]float64) float64, w []float64, step float64) []float64 {
	g := make([]float64, len(w))
	x := slices.Clone(w)
	for j := range w {
		x[j] = w[j] + step
		high := f(x)
		x[j] = w[j] - step
		g[j] = (high - f(x)) / (2 * step)
		x[j] = w[j]
	}
	return g
}

// gaussNewton returns JᵀCJ, J being the logits' Jacobian by differences and C the losses'
// Gauss-Newton curvature.
func (t *twin) gaussNewton(w []float64) *mat.SymDense {
	h := mat.NewSymDense(len(w), nil)
	for i := range t.rows {
		r := &t.rows[i]
		logit := func(w []float64) float64 { return t.scale * r.Score(w) }
		c := t.loss.gaussNewton(1/(1+math.Exp(-logit(w))), float64(r.Target))
		h.SymRankOne(h, c*float64(r.Weight)/t.weight(), mat.NewVecDense(len(w), Differences(logit, w, 0.001)))
	}
	return h
}

// near reports whether two numbers are the same but for a part of the largest.
func near(a, b, largest, part float64) bool { return math.Abs(a-b) <= part*largest }

// Compare reports the first difference of more than a part of the largest.
func Compare(t *testing.T, what string, got, want []float64, part float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	largest := 0.0
	for _, v := range want {
		largest = max(largest, math.Abs(v))
	}
	for i := range got {
		if !near(got[i], want[i], largest, part) {
			t.Errorf("%s: value %d is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

// Full returns all elements of a matrix.
func Full(h *mat.SymDense) []float64 {
	return slices.Clone(mat.DenseCopyOf(h).RawMatrix().Data)
}

var errBroken = errors.New("broken")
