package nn

import (
	"bytes"
	"math"
	"testing"
)

// TestReadings counts the parameters of both readings of "19 blocks of two convolutional blocks with two
// convolutions": two convolutions a block make the paper's 23.1 million, four 45.5 million. The count is one
// of arrays that were made, of a network that is smaller, and by the sum for the paper's.
func TestReadings(t *testing.T) {
	paper := Config{Planes: 19, Moves: 73, Channels: 256, Blocks: 19, Policy: ByDense, Hidden: 256}
	for convolutions, want := range map[int]int{2: 23_097_415, 4: 45_530_183} {
		c := paper
		c.Stacked = convolutions
		if got := c.Size(); got != want {
			t.Errorf("%d convolutions a block: %d parameters, want %d", convolutions, got, want)
		}
		c.Channels, c.Blocks = 6, 3
		n, err := New[float32](c, 1)
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		for _, p := range n.Parameters() {
			made += len(p.Value)
		}
		if made != c.Size() {
			t.Errorf("%d convolutions a block: arrays of %d numbers, size %d", convolutions, made, c.Size())
		}
	}
}

// TestStackedFile: the file of a network with four convolutions a block is read again, and one of two, said
// or not, has the same bytes.
func TestStackedFile(t *testing.T) {
	encoded := func(convolutions int) []byte {
		c := small(ByPlane)
		c.Stacked = convolutions
		n, err := New[float32](c, 1)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := (&File{Encoding: "test", Network: n}).Encode(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if !bytes.Equal(encoded(0), encoded(2)) {
		t.Error("two convolutions that are said have other bytes")
	}
	f, err := Decode("four", encoded(4))
	if err != nil || f.Network.Config().Stacked != 4 {
		t.Fatalf("%v, %v", f, err)
	}
	c := small(ByPlane)
	c.Stacked = 9
	if c.Validate() == nil {
		t.Error("nine convolutions a block are taken")
	}
}

// TestSigmoid shows why the policy is a softmax: with a sigmoid for each move and the loss −π·log p, as the
// paper's text has them, nothing makes any probability small. The derivative by a logit z is −π·(1 − σ(z)),
// never above 0: all other moves stay where they were, near one half each, and the taught one has next to
// nothing of the sum. The softmax, as in the paper's program, gives it nearly all.
func TestSigmoid(t *testing.T) {
	taught := func(sigmoid bool) (others, share float64) {
		c := small(ByPlane)
		n, b := newNetwork[float64](t, c), newBatch[float64](c, 8)
		for p := range b.Legal {
			b.Legal[p], b.Chance[p], b.Value[p] = []uint16{7}, []float64{1}, math.NaN() // one move for all
		}
		trainer := NewTrainer(n)
		trainer.Legality = 1
		for range 300 {
			if !sigmoid {
				if _, err := trainer.Step(b, 0.01); err != nil {
					t.Fatal(err)
				}
				continue
			}
			for _, p := range trainer.parameters {
				clear(p.Gradient)
			}
			n.backward(sigmoidSlopes(t, n.Forward(b.Planes, true), b), make([]float64, 8))
			trainer.run(8)
			trainer.steps++
			for i, p := range trainer.parameters {
				trainer.adam(p, trainer.first[i], trainer.second[i], 0.01)
			}
		}
		out := n.Forward(b.Planes, true)
		for m := range c.Moves * Squares {
			v := 1 / (1 + math.Exp(-out.Logit(0, m)))
			if !sigmoid {
				v = math.Exp(out.Logit(0, m))
			}
			if m == 7 {
				share = v
			} else {
				others += v
			}
		}
		return others / float64(c.Moves*Squares-1), share / (share + others)
	}
	others, share := taught(true)
	_, softmax := taught(false)
	t.Logf("sigmoid: moves never taught have %.3f each on average, the taught one %.4f of the sum; softmax: %.4f", others, share, softmax)
	if others < 0.3 || share > 0.05 || softmax < 0.9 {
		t.Errorf("sigmoid: others %g, share %g; softmax: share %g", others, share, softmax)
	}
}

// sigmoidSlopes returns the derivatives of −π·log σ(z) by the logits, and fails if one is above 0.
func sigmoidSlopes(t *testing.T, out Output[float64], b *Batch[float64]) matrix[float64] {
	slopes := make([]float64, len(out.logits))
	for p, legal := range b.Legal {
		for i, m := range legal {
			slope := -b.Chance[p][i] / (1 + math.Exp(out.Logit(p, int(m)))) / float64(out.positions)
			if slope > 0 {
				t.Fatalf("a derivative of %g", slope)
			}
			slopes[int(m)*out.positions+p] = slope
		}
	}
	return of(len(slopes)/out.positions, out.positions, slopes)
}
