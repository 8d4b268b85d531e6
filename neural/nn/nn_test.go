package nn

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// small is a network whose every derivative can be tested.
func small(policy Head) Config {
	return Config{Planes: 3, Moves: 2, Channels: 4, Blocks: 2, Policy: policy, Hidden: 5}
}

// newNetwork returns a network with a seed, and norms whose scales are not all 1.
func newNetwork[F Float](t testing.TB, c Config) *Network[F] {
	t.Helper()
	n, err := New[F](c, 1)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(2, 0))
	for _, p := range n.Parameters() {
		if !p.Decays {
			for i := range p.Value {
				p.Value[i] += F(random.NormFloat64() / 5)
			}
		}
	}
	return n
}

// newBatch returns positions of random planes, legal moves, chances and values.
func newBatch[F Float](c Config, positions int) *Batch[F] {
	random := rand.New(rand.NewPCG(3, 0))
	b := &Batch[F]{Planes: make([]F, positions*c.Planes*Squares)}
	for i := range b.Planes {
		b.Planes[i] = F(random.NormFloat64())
	}
	for range positions {
		moves := random.Perm(c.Moves * Squares)[:2+random.IntN(20)]
		legal, chance := make([]uint16, len(moves)), make([]F, len(moves))
		sum := F(0)
		for i, m := range moves {
			legal[i], chance[i] = uint16(m), F(random.Float64())
			sum += chance[i]
		}
		for i := range chance {
			chance[i] /= sum
		}
		b.Legal, b.Chance = append(b.Legal, legal), append(b.Chance, chance)
		b.Value = append(b.Value, F(2*random.Float64()-1))
	}
	return b
}

// TestGradient compares derivatives by every array, at some 40 places of it, with central differences,
// in float64 to 1e-7 of the largest of the array.
func TestGradient(t *testing.T) {
	for _, policy := range []Head{ByPlane, ByDense, ByConv} {
		for _, legality := range []float64{3, 0, 1} {
			if policy != ByPlane && legality < 3 {
				break // the loss is that of the logits, whatever makes them
			}
			c := small(policy)
			if policy == ByDense {
				c.Stacked = 3
			}
			n := newNetwork[float64](t, c)
			trainer, b := NewTrainer(n), newBatch[float64](c, 7)
			b.Legal[3], b.Chance[3] = nil, nil // mate
			trainer.Legality = legality
			compareGradient(t, trainer, b, 1e-6, 1e-7)
		}
	}
}

// TestGradientFloat32: float32 gives the derivatives of float64, to 1e-3.
func TestGradientFloat32(t *testing.T) {
	c := small(ByPlane)
	single, double := newNetwork[float32](t, c), newNetwork[float64](t, c)
	for i, p := range double.Parameters() {
		for j, v := range single.Parameters()[i].Value {
			p.Value[j] = float64(v)
		}
	}
	b32, b64 := newBatch[float32](c, 7), newBatch[float64](c, 7)
	NewTrainer(single).gradient(b32)
	NewTrainer(double).gradient(b64)
	for i, p := range double.Parameters() {
		most := largest(p.Gradient)
		for j, want := range p.Gradient {
			if got := float64(single.Parameters()[i].Gradient[j]); math.Abs(got-want) > 1e-3*most+1e-7 {
				t.Errorf("%s[%d]: %g, float64 %g", p.Name, j, got, want)
			}
		}
	}
}

// compareGradient compares gradients with differences over ±step.
func compareGradient(t *testing.T, trainer *Trainer[float64], b *Batch[float64], step, tolerance float64) {
	t.Helper()
	loss := func() float64 {
		l, _, _ := trainer.slopes(trainer.network.Forward(b.Planes, true), b)
		return l.Sum(trainer.Legality)
	}
	trainer.gradient(b)
	for _, p := range trainer.network.Parameters() {
		want := append([]float64(nil), p.Gradient...)
		most := largest(want)
		for i := 0; i < len(p.Value); i += 1 + len(p.Value)/40 {
			v := p.Value[i]
			p.Value[i] = v + step
			above := loss()
			p.Value[i] = v - step
			below := loss()
			p.Value[i] = v
			if got := (above - below) / (2 * step); math.Abs(got-want[i]) > tolerance*max(most, 0.01) {
				t.Fatalf("%v, legality %g, %s[%d]: gradient %g, difference %g", trainer.network.config.Policy, trainer.Legality, p.Name, i, want[i], got)
			}
		}
	}
}

func largest(values []float64) (most float64) {
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	return most
}

// TestLegality: with a weight of 1 the losses of policy and legality are the cross entropy among all moves,
// calculated by its definition.
func TestLegality(t *testing.T) {
	c := small(ByConv)
	n := newNetwork[float64](t, c)
	trainer, b := NewTrainer(n), newBatch[float64](c, 5)
	trainer.Legality = 1
	loss := trainer.gradient(b)
	out, want := n.Forward(b.Planes, true), 0.0
	for p := range 5 {
		sum := 0.0
		for m := range c.Moves * Squares {
			sum += math.Exp(out.Logit(p, m))
		}
		for i, m := range b.Legal[p] {
			want -= b.Chance[p][i] * math.Log(math.Exp(out.Logit(p, int(m)))/sum) / 5
		}
	}
	if got := loss.Policy + loss.Legal; math.Abs(got-want) > 1e-12 || loss.Legal <= 0 {
		t.Errorf("loss %+v, want %g together", loss, want)
	}
}

// TestConv compares the convolution with one by hand: a window that is seen only in part, at the edge.
func TestConv(t *testing.T) {
	c := newConv[float64]("c", 1, 1, 3, false)
	for i := range c.weights.Value {
		c.weights.Value[i] = float64(i + 1)
	}
	in := tensor[float64]{1, 5, make([]float64, 5*Squares)}
	in.data[4*Squares] = 1 // a1 of the last position
	out := c.Forward(in, false)
	for square := range Squares {
		want := map[int]float64{0: 5, 1: 4, 8: 2, 9: 1}[square] // the window's places of a1 as seen from there
		if got := out.data[4*Squares+square]; got != want {
			t.Errorf("square %d: %g, want %g", square, got, want)
		}
		if out.data[square] != 0 {
			t.Errorf("another position has %g", out.data[square])
		}
	}
}

// TestBatch: a position's output outside of training does not depend on the others of the batch.
func TestBatch(t *testing.T) {
	c := small(ByDense)
	n := newNetwork[float32](t, c)
	b := newBatch[float32](c, 9)
	if _, err := NewTrainer(n).Step(b, 0.01); err != nil {
		t.Fatal(err)
	}
	other := n.Share()
	all := n.Forward(b.Planes, false)
	size := c.Planes * Squares
	for p := range 9 {
		one := other.Forward(b.Planes[p*size:][:size], false)
		if math.Abs(float64(one.Values[0]-all.Values[p])) > 1e-5 {
			t.Errorf("position %d: value %g, alone %g", p, all.Values[p], one.Values[0])
		}
		for m := range c.Moves * Squares {
			if got, want := one.Logit(0, m), all.Logit(p, m); math.Abs(float64(got-want)) > 1e-4 {
				t.Fatalf("position %d, move %d: logit %g, alone %g", p, m, want, got)
			}
		}
	}
}

// TestLearns: a batch is learned by heart, whether legality counts or not, and the same seed gives the same bits.
func TestLearns(t *testing.T) {
	for _, legality := range []float64{0, 1} {
		var ends []Loss
		for range 2 {
			c := small(ByPlane)
			n := newNetwork[float32](t, c)
			trainer, b := NewTrainer(n), newBatch[float32](c, 8)
			trainer.Legality = legality
			for p := range b.Chance { // one good move each: a loss of 0 can be reached
				clear(b.Chance[p])
				b.Chance[p][0] = 1
			}
			var loss Loss
			for range 400 {
				var err error
				if loss, err = trainer.Step(b, 0.01); err != nil {
					t.Fatal(err)
				}
			}
			if loss.Policy+legality*loss.Legal > 0.1 || loss.Value > 0.02 {
				t.Errorf("legality %g: after 400 steps %+v", legality, loss)
			}
			ends = append(ends, loss)
		}
		if ends[0] != ends[1] {
			t.Errorf("the same seed: %+v and %+v", ends[0], ends[1])
		}
	}
}

// TestDecay: the penalty on squares pulls weights towards 0, and biases not.
func TestDecay(t *testing.T) {
	c := small(ByPlane)
	n := newNetwork[float64](t, c)
	trainer := NewTrainer(n)
	trainer.Decay = 0.1
	p := n.Parameters()[0]
	trainer.steps = 1
	before := append([]float64(nil), p.Value...)
	trainer.adam(p, trainer.first[0], trainer.second[0], 1e-3)
	for i, v := range p.Value {
		if (v-before[i])*before[i] >= 0 {
			t.Fatalf("%g became %g", before[i], v)
		}
	}
	last := n.Parameters()[len(n.Parameters())-1]
	bias := last.Value[0]
	trainer.adam(last, make([]float64, 1), make([]float64, 1), 1e-3)
	if last.Value[0] != bias {
		t.Errorf("bias %g became %g", bias, last.Value[0])
	}
}

// TestDiverges: a loss that is not a number ends training with a word.
func TestDiverges(t *testing.T) {
	c := small(ByPlane)
	n := newNetwork[float32](t, c)
	b := newBatch[float32](c, 2)
	before := encode(n)
	trainer := NewTrainer(n)
	planes := b.Planes[0]
	b.Planes[0] = float32(math.NaN())
	if _, err := trainer.Step(b, 0.01); err == nil || !strings.Contains(err.Error(), "smaller rate") {
		t.Errorf("error %v", err)
	}
	b.Planes[0], b.Value[0] = planes, 1e19
	if _, err := trainer.Step(b, 0.01); err == nil || !strings.Contains(err.Error(), "smaller rate") {
		t.Errorf("error %v", err)
	}
	if !bytes.Equal(encode(n), before) {
		t.Error("the network has changed")
	}
}

// TestMisfit: batches whose parts do not fit each other are refused.
func TestMisfit(t *testing.T) {
	c := small(ByPlane)
	trainer := NewTrainer(newNetwork[float32](t, c))
	for name, change := range map[string]func(b *Batch[float32]){
		"nothing":      func(b *Batch[float32]) { *b = Batch[float32]{} },
		"half a board": func(b *Batch[float32]) { b.Planes = b.Planes[:len(b.Planes)-32] },
		"a value more": func(b *Batch[float32]) { b.Value = append(b.Value, 0) },
		"a move more":  func(b *Batch[float32]) { b.Legal[1] = append(b.Legal[1], 0) },
	} {
		b := newBatch[float32](c, 3)
		change(b)
		if _, err := trainer.Step(b, 0.01); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// TestSizes: gradients of a small batch after a large one, and after a question, are those of a fresh
// network.
func TestSizes(t *testing.T) {
	c := small(ByDense)
	used, fresh := newNetwork[float64](t, c), newNetwork[float64](t, c)
	trainer, other := NewTrainer(used), NewTrainer(fresh)
	trainer.gradient(newBatch[float64](c, 9))
	b := newBatch[float64](c, 2)
	used.Forward(newBatch[float64](c, 9).Planes, false)
	if got, want := trainer.gradient(b), other.gradient(b); got != want {
		t.Errorf("loss %v, fresh %v", got, want)
	}
	for i, p := range fresh.Parameters() {
		if !slices.Equal(used.Parameters()[i].Gradient, p.Gradient) {
			t.Errorf("%s has another gradient", p.Name)
		}
	}
}

// TestConfig: numbers that no network has are refused by name.
func TestConfig(t *testing.T) {
	for want, c := range map[string]Config{
		"0 planes":      {Moves: 1, Channels: 1, Hidden: 1},
		"-1 blocks":     {Planes: 1, Moves: 1, Channels: 1, Blocks: -1, Hidden: 1},
		"5000 channels": {Planes: 1, Moves: 1, Channels: 5000, Hidden: 1},
		"policy head 7": {Planes: 1, Moves: 1, Channels: 1, Hidden: 1, Policy: 7},
		"parameters":    {Planes: 1, Moves: 1, Channels: 4096, Blocks: 4096, Hidden: 1},
	} {
		if _, err := New[float32](c, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v", c, err)
		}
	}
}

// TestSize: the size of a shape is that of its network. The paper's shape has the paper's 23.1 million.
func TestSize(t *testing.T) {
	for _, c := range []Config{small(ByPlane), small(ByDense), small(ByConv), practical} {
		size := 0
		for _, p := range newNetwork[float32](t, c).Parameters() {
			size += len(p.Value)
		}
		if c.Size() != size {
			t.Errorf("%+v: %d parameters, its network has %d", c, c.Size(), size)
		}
	}
	if got := (Config{Planes: 19, Moves: 73, Channels: 256, Blocks: 19, Policy: ByDense, Hidden: 256}).Size(); got != 23_097_415 {
		t.Errorf("the paper's network has %d parameters", got)
	}
}

// TestNoAllocation: once the buffers are there neither a batch nor a step allocates.
func TestNoAllocation(t *testing.T) {
	c := Config{Planes: 19, Moves: 73, Channels: 80, Blocks: 1, Hidden: 16}
	n := newNetwork[float32](t, c)
	trainer, b := NewTrainer(n), newBatch[float32](c, 6)
	forward := func() { n.Forward(b.Planes, false) }
	step := func() {
		if _, err := trainer.Step(b, 1e-4); err != nil {
			t.Fatal(err)
		}
	}
	step()
	if got := testing.AllocsPerRun(3, forward); got != 0 {
		t.Errorf("a batch allocates %g times", got)
	}
	if got := testing.AllocsPerRun(3, step); got != 0 {
		t.Errorf("a step allocates %g times", got)
	}
}

// two cores' network.
var practical = Config{Planes: 19, Moves: 73, Channels: 32, Blocks: 4, Hidden: 32}

// onHeads runs a benchmark with the two heads that two cores train.
func onHeads(b *testing.B, run func(b *testing.B, c Config)) {
	for _, head := range []Head{ByPlane, ByConv} {
		c := practical
		c.Policy = head
		b.Run(head.String(), func(b *testing.B) { run(b, c) })
	}
}

func BenchmarkForward(b *testing.B) {
	onHeads(b, func(b *testing.B, c Config) {
		for _, positions := range []int{1, 2, 4, 64} {
			b.Run(strconv.Itoa(positions), func(b *testing.B) {
				n, batch := newNetwork[float32](b, c), newBatch[float32](c, positions)
				for b.Loop() {
					n.Forward(batch.Planes, false)
				}
				b.ReportMetric(float64(positions*b.N)/b.Elapsed().Seconds(), "positions/s")
			})
		}
	})
}

func BenchmarkStep(b *testing.B) {
	onHeads(b, func(b *testing.B, c Config) {
		n, batch := newNetwork[float32](b, c), newBatch[float32](c, 128)
		trainer := NewTrainer(n)
		trainer.Legality = 4
		for b.Loop() {
			if _, err := trainer.Step(batch, 1e-4); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(128*b.N)/b.Elapsed().Seconds(), "positions/s")
	})
}
