package nn

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// A twin is a model of ONNX as it was read back, and run operator by operator in float64, by the
// definitions alone: the slow twin of [Network.Forward].
type twin struct {
	nodes   []operation
	values  map[string]array64 // weights, and what has been made
	inputs  map[string][]int   // shapes; 0 is any number of positions
	outputs map[string][]int
}

// An array64 is an array, rows first.
type array64 struct {
	shape []int
	data  []float64
}

type operation struct {
	operator   string
	inputs     []string
	output     string
	attributes map[string]float64 // the first number of each
}

// fields are those of a message by their numbers: a number, or bytes.
type fields map[int][]field

type field struct {
	number uint64
	bytes  []byte
}

func (f fields) text(number int) string { return string(f[number][0].bytes) }

// message reads fields in the wire format of protocol buffers.
func message(t *testing.T, data []byte) fields {
	t.Helper()
	list := fields{}
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		data = data[n:]
		var f field
		switch key & 7 {
		case 0:
			f.number, n = binary.Uvarint(data)
			data = data[n:]
		case 2:
			size, n := binary.Uvarint(data)
			f.bytes, data = data[n:n+int(size)], data[n+int(size):]
		case 5:
			f.number, data = uint64(binary.LittleEndian.Uint32(data)), data[4:]
		default:
			t.Fatalf("field %d is written in way %d", key>>3, key&7)
		}
		list[int(key>>3)] = append(list[int(key>>3)], f)
	}
	return list
}

// readTwin reads a model back.
func readTwin(t *testing.T, model []byte) *twin {
	t.Helper()
	m := message(t, model)
	if set := message(t, m[8][0].bytes); m[1][0].number != 7 || set[2][0].number != 13 {
		t.Fatalf("version %d, operators %d", m[1][0].number, set[2][0].number)
	}
	g := message(t, m[7][0].bytes)
	tw := &twin{values: map[string]array64{}, inputs: shapes(t, g[11]), outputs: shapes(t, g[12])}
	for _, f := range g[5] {
		w, a := message(t, f.bytes), array64{}
		for _, side := range w[1] {
			a.shape = append(a.shape, int(side.number))
		}
		for raw := w[9][0].bytes; len(raw) > 0; raw = raw[4:] {
			a.data = append(a.data, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
		}
		if len(a.data) != product64(a.shape) {
			t.Errorf("%s: %d numbers, shape %v", w.text(8), len(a.data), a.shape)
		}
		tw.values[w.text(8)] = a
	}
	for _, f := range g[1] {
		n := message(t, f.bytes)
		op := operation{operator: n.text(4), output: n.text(2), attributes: map[string]float64{}}
		for _, in := range n[1] {
			op.inputs = append(op.inputs, string(in.bytes))
		}
		for _, f := range n[5] {
			switch a := message(t, f.bytes); a[20][0].number {
			case 1:
				op.attributes[a.text(1)] = float64(math.Float32frombits(uint32(a[2][0].number)))
			case 2:
				op.attributes[a.text(1)] = float64(a[3][0].number)
			case 7:
				op.attributes[a.text(1)] = float64(a[8][0].number)
			}
		}
		tw.nodes = append(tw.nodes, op)
	}
	return tw
}

// shapes returns those of values by their names.
func shapes(t *testing.T, list []field) map[string][]int {
	all := map[string][]int{}
	for _, f := range list {
		v := message(t, f.bytes)
		tensor := message(t, message(t, v[2][0].bytes)[1][0].bytes)
		shape := []int{}
		for _, side := range message(t, tensor[2][0].bytes)[1] {
			n := 0
			if d := message(t, side.bytes); d[1] != nil {
				n = int(d[1][0].number)
			}
			shape = append(shape, n)
		}
		all[v.text(1)] = shape
	}
	return all
}

func product64(sides []int) int {
	n := 1
	for _, s := range sides {
		n *= s
	}
	return n
}

// run makes all values of those that are there.
func (tw *twin) run(t *testing.T) {
	for _, op := range tw.nodes {
		var in []array64
		for _, name := range op.inputs {
			v, ok := tw.values[name]
			if !ok {
				t.Fatalf("%s takes %s, which nothing has made", op.output, name)
			}
			in = append(in, v)
		}
		if _, ok := tw.values[op.output]; ok {
			t.Fatalf("%s is made twice", op.output)
		}
		tw.values[op.output] = op.apply(in)
	}
}

// apply returns what the operator makes, as ONNX defines it.
func (op *operation) apply(in []array64) array64 {
	x := in[0]
	switch op.operator {
	case "Conv":
		return convolved(in, int(op.attributes["pads"]))
	case "Gemm":
		return affine(in, op.attributes["transB"] == 1)
	case "BatchNormalization":
		return x.mapped(func(i int, v float64) float64 {
			c := i / Squares % x.shape[1]
			return (v-in[3].data[c])/math.Sqrt(in[4].data[c]+op.attributes["epsilon"])*in[1].data[c] + in[2].data[c]
		})
	case "Relu":
		return x.mapped(func(_ int, v float64) float64 { return math.Max(v, 0) })
	case "Tanh":
		return x.mapped(func(_ int, v float64) float64 { return math.Tanh(v) })
	case "Add":
		return x.mapped(func(i int, v float64) float64 { return v + in[1].data[i] })
	case "Flatten":
		return array64{[]int{x.shape[0], product64(x.shape[1:])}, x.data}
	}
	panic("unknown operator " + op.operator)
}

func (a array64) mapped(f func(i int, v float64) float64) array64 {
	out := array64{a.shape, make([]float64, len(a.data))}
	for i, v := range a.data {
		out.data[i] = f(i, v)
	}
	return out
}

// convolved is Conv with the same padding on all sides.
func convolved(in []array64, pad int) array64 {
	x, w := in[0], in[1]
	out := array64{shape: []int{x.shape[0], w.shape[0], Side, Side}}
	for n := range x.shape[0] {
		for o := range w.shape[0] {
			for square := range Squares {
				sum := 0.0
				if len(in) > 2 {
					sum = in[2].data[o]
				}
				for tap := range product64(w.shape[1:]) {
					c, ky, kx := tap/(w.shape[2]*w.shape[3]), tap/w.shape[3]%w.shape[2], tap%w.shape[3]
					row, file := square/Side+ky-pad, square%Side+kx-pad
					if row >= 0 && row < Side && file >= 0 && file < Side {
						sum += w.data[o*product64(w.shape[1:])+tap] * x.data[((n*x.shape[1]+c)*Side+row)*Side+file]
					}
				}
				out.data = append(out.data, sum)
			}
		}
	}
	return out
}

// affine is Gemm: a·b + c, or a·bᵀ + c.
func affine(in []array64, transposed bool) array64 {
	a, b, c := in[0], in[1], in[2]
	if !transposed {
		panic(fmt.Sprintf("Gemm of %v and %v, not transposed", a.shape, b.shape))
	}
	out := array64{shape: []int{a.shape[0], b.shape[0]}}
	for n := range a.shape[0] {
		for o := range b.shape[0] {
			sum := c.data[o]
			for i := range a.shape[1] {
				sum += a.data[n*a.shape[1]+i] * b.data[o*b.shape[1]+i]
			}
			out.data = append(out.data, sum)
		}
	}
	return out
}
