package nn

import (
	"bytes"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestParts: the derivatives of a batch in parts are those of the parts, and any number of threads
// gives the same bits.
func TestParts(t *testing.T) {
	c := small(ByDense)
	var first []byte
	for _, threads := range []int{1, 2, 5} {
		n := newNetwork[float32](t, c)
		trainer, b := NewTrainer(n), newBatch[float32](c, 11)
		trainer.Part, trainer.Threads = 3, threads
		for range 5 {
			if _, err := trainer.Step(b, 0.01); err != nil {
				t.Fatal(err)
			}
		}
		got := encode(n)
		if first == nil {
			first = got
		}
		if !bytes.Equal(got, first) {
			t.Errorf("%d threads give other numbers than 1", threads)
		}
	}
}

// TestPartsAgainstWhole: equal parts have the mean of the parts' losses and derivatives.
func TestPartsAgainstWhole(t *testing.T) {
	c := small(ByPlane)
	b := newBatch[float64](c, 6)
	whole := NewTrainer(newNetwork[float64](t, c))
	whole.Part = 3
	loss := whole.gradient(b)
	sums := make([][]float64, len(whole.parameters))
	var mean Loss
	for i := range 2 {
		one := NewTrainer(newNetwork[float64](t, c))
		part := whole.part(b, i)
		l := one.gradient(&part)
		mean = mean.plus(0.5, l)
		for k, p := range one.parameters {
			if sums[k] == nil {
				sums[k] = make([]float64, len(p.Gradient))
			}
			accumulate(sums[k], 0.5, p.Gradient)
		}
	}
	if math.Abs(loss.Sum(1)-mean.Sum(1)) > 1e-12 {
		t.Errorf("loss %+v, of the parts %+v", loss, mean)
	}
	for k, p := range whole.parameters {
		for i, g := range p.Gradient {
			if math.Abs(g-sums[k][i]) > 1e-12 {
				t.Fatalf("%s[%d]: %g, of the parts %g", p.Name, i, g, sums[k][i])
			}
		}
	}
}

// TestNoValue: a position without a value has no part in the value's loss and derivatives.
func TestNoValue(t *testing.T) {
	c := small(ByPlane)
	n := newNetwork[float64](t, c)
	trainer, b := NewTrainer(n), newBatch[float64](c, 4)
	for i := range b.Value {
		b.Value[i] = math.NaN()
	}
	if loss := trainer.gradient(b); loss.Value != 0 || !(loss.Policy > 0) {
		t.Errorf("loss %+v", loss)
	}
	for _, p := range n.value.parameters() {
		for i, g := range p.Gradient {
			if g != 0 {
				t.Fatalf("%s[%d] has the derivative %g", p.Name, i, g)
			}
		}
	}
}

// TestTraining: a training that was written and read goes on with the same bits.
func TestTraining(t *testing.T) {
	c := small(ByDense)
	path := filepath.Join(t.TempDir(), "t.training")
	trainer, b := NewTrainer(newNetwork[float32](t, c)), newBatch[float32](c, 4)
	step := func(t *testing.T, tr *Trainer[float32]) {
		t.Helper()
		if _, err := tr.Step(b, 0.01); err != nil {
			t.Fatal(err)
		}
	}
	step(t, trainer)
	kept := &Training{File: &File{Encoding: "test", Network: trainer.network}, Trainer: trainer, Note: []byte(`{"a":1}`)}
	if err := kept.Write(path); err != nil {
		t.Fatal(err)
	}
	again, err := ReadTraining(path)
	if err != nil {
		t.Fatal(err)
	}
	if again.Trainer.Steps() != 1 || string(again.Note) != `{"a":1}` {
		t.Errorf("%d steps, note %s", again.Trainer.Steps(), again.Note)
	}
	step(t, trainer)
	step(t, again.Trainer)
	if !bytes.Equal(encode(trainer.network), encode(again.File.Network)) {
		t.Error("it goes on otherwise")
	}
}

// TestBadTraining: whatever is wrong with a file is an error that names it.
func TestBadTraining(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.training")
	f := trained(t)
	if err := (&Training{File: f, Trainer: NewTrainer(f.Network)}).Write(path); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(good)
	changed[len(changed)-1] ^= 1
	for want, data := range map[string][]byte{
		"no training":                encoded(t, f),
		"it ends within":             []byte(trainingLine + "{"),
		"the file is cut off":        good[:200],
		"bytes of moments":           good[:len(good)-4],
		"their SHA-256 is another":   changed,
		"second line: invalid":       []byte(trainingLine + "x\n"),
		"no network, or one of anot": bytes.Replace(good, []byte(firstLine), []byte("centipawn network 2\n"), 1),
	} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadTraining(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := ReadTraining(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
