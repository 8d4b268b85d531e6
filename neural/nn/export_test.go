package nn

import (
	"bytes"
	"math"
	"slices"
	"testing"
)

// TestONNX: an exported network, read back and run by the definitions of its operators, says what the
// network says.
func TestONNX(t *testing.T) {
	deep := small(ByPlane)
	deep.Stacked = 4
	for _, c := range []Config{small(ByPlane), small(ByDense), small(ByConv), deep} {
		n := newNetwork[float32](t, c)
		b := newBatch[float32](c, 6)
		trainer := NewTrainer(n)
		for range 30 { // so that the norms have means
			if _, err := trainer.Step(b, 0.01); err != nil {
				t.Fatal(err)
			}
		}
		f := &File{Encoding: "test", Network: n}
		tw := readTwin(t, f.ONNX())
		if in, want := tw.inputs[ONNXPlanes], []int{0, c.Planes, Side, Side}; !slices.Equal(in, want) {
			t.Errorf("planes %v, want %v", in, want)
		}
		if logits, value := tw.outputs[ONNXPolicy], tw.outputs[ONNXValue]; !slices.Equal(logits, []int{0, c.Moves * Squares}) || !slices.Equal(value, []int{0, 1}) {
			t.Errorf("policy %v, value %v", logits, value)
		}
		planes := array64{shape: []int{6, c.Planes, Side, Side}}
		for _, v := range b.Planes {
			planes.data = append(planes.data, float64(v))
		}
		tw.values[ONNXPlanes] = planes
		tw.run(t)
		compareTwin(t, tw, n.Forward(b.Planes, false))
		if !bytes.Equal(f.ONNX(), f.ONNX()) {
			t.Error("a second export has other bytes")
		}
	}
}

// compareTwin compares what a twin has made with a network's output.
func compareTwin(t *testing.T, tw *twin, out Output[float32]) {
	t.Helper()
	logits, values := tw.values[ONNXPolicy], tw.values[ONNXValue]
	for p, v := range out.Values {
		if math.Abs(values.data[p]-float64(v)) > 1e-4 {
			t.Errorf("position %d: value %g, by the model %g", p, v, values.data[p])
		}
		for m := range logits.shape[1] {
			if got, want := logits.data[p*logits.shape[1]+m], float64(out.Logit(p, m)); math.Abs(got-want) > 1e-4 {
				t.Fatalf("position %d, move %d: logit %g, by the model %g", p, m, want, got)
			}
		}
	}
}
