package nn

import (
	"strconv"

	"example.org/centipawn/neural/nn/onnx"
)

// The names of an exported network's input and outputs.
const (
	ONNXPlanes = "planes" // positions × planes × 8 × 8
	ONNXPolicy = "policy" // positions × (planes of moves · 64): logits, not masked
	ONNXValue  = "value"  // positions × 1: −1 to 1
)

// ONNX returns the network as a model of ONNX, for other programs: what [Network.Forward] makes outside
// of training, to rounding.
func (f *File) ONNX() []byte {
	n, c := f.Network, f.Network.config
	var d drawing
	body := d.layers(n.body, ONNXPlanes)
	d.policy(&n.policy, body)
	d.value(&n.value, body)
	d.graph.Name = "network"
	d.graph.Inputs = []onnx.Value{{
		Name: ONNXPlanes, Shape: []int{onnx.Any, c.Planes, Side, Side},
		Doc: "as the side to move sees them: rank 1 first, and of it the a-file; encoding " + f.Encoding,
	}}
	d.graph.Outputs = []onnx.Value{
		{Name: ONNXPolicy, Shape: []int{onnx.Any, c.Moves * Squares}, Doc: "logits of moves: plane·64 + square"},
		{Name: ONNXValue, Shape: []int{onnx.Any, 1}, Doc: "−1 to 1, for the side to move"},
	}
	m := onnx.Model{
		Producer:   f.Tool,
		Properties: []onnx.Property{{Key: "encoding", Value: f.Encoding}, {Key: "steps", Value: strconv.Itoa(f.Steps)}},
		Graph:      d.graph,
	}
	for _, s := range f.Settings {
		m.Properties = append(m.Properties, onnx.Property{Key: s.Name, Value: s.Value})
	}
	return m.Encode()
}

// A drawing is a graph to which nodes are added. A node has the name of its output.
type drawing struct{ graph onnx.Graph }

// weights adds a parameter and returns its name.
func (d *drawing) weights(p *Parameter[float32]) string {
	d.graph.Weights = append(d.graph.Weights, onnx.Tensor{Name: p.Name, Shape: p.Shape, Data: p.Value})
	return p.Name
}

// node adds a node and returns its output.
func (d *drawing) node(operator, output string, inputs []string, attributes ...onnx.Attribute) string {
	d.graph.Nodes = append(d.graph.Nodes, onnx.Node{
		Name: output, Operator: operator, Inputs: inputs, Outputs: []string{output}, Attributes: attributes,
	})
	return output
}

// unnamed returns a name for the output of the next node.
func (d *drawing) unnamed() string { return "x" + strconv.Itoa(len(d.graph.Nodes)) }

// layers adds layers after an output.
func (d *drawing) layers(s stack[float32], x string) string {
	for _, l := range s {
		switch l := l.(type) {
		case *conv[float32]:
			x = d.conv(l, x)
		case *norm[float32]:
			x = d.norm(l, x)
		case *rectifier[float32]:
			x = d.rectify(x)
		case *residual[float32]:
			made := d.layers(l.layers, x)
			x = d.rectify(d.node("Add", d.unnamed(), []string{made, x}))
		}
	}
	return x
}

func (d *drawing) conv(c *conv[float32], x string) string {
	inputs := []string{x, d.weights(c.weights)}
	if c.bias != nil {
		inputs = append(inputs, d.weights(c.bias))
	}
	edge := c.window / 2
	return d.node("Conv", d.unnamed(), inputs,
		onnx.Attribute{Name: "kernel_shape", Value: []int{c.window, c.window}},
		onnx.Attribute{Name: "pads", Value: []int{edge, edge, edge, edge}})
}

func (d *drawing) norm(n *norm[float32], x string) string {
	inputs := []string{x}
	for _, p := range append(n.Parameters(), n.running()...) {
		inputs = append(inputs, d.weights(p))
	}
	return d.node("BatchNormalization", d.unnamed(), inputs, onnx.Attribute{Name: "epsilon", Value: float32(normEpsilon)})
}

func (d *drawing) rectify(x string) string { return d.node("Relu", d.unnamed(), []string{x}) }

// flat adds a node that makes a row of the channels and squares of each position.
func (d *drawing) flat(x, output string) string { return d.node("Flatten", output, []string{x}) }

// dense adds a dense layer, whose weights are rows for outputs.
func (d *drawing) dense(l *dense[float32], x, output string) string {
	return d.node("Gemm", output, []string{x, d.weights(l.weights), d.weights(l.bias)}, onnx.Attribute{Name: "transB", Value: 1})
}

func (d *drawing) policy(h *policyHead[float32], body string) {
	x := d.layers(h.layers, body)
	if h.dense == nil {
		d.flat(x, ONNXPolicy)
		return
	}
	d.dense(h.dense, d.flat(x, d.unnamed()), ONNXPolicy)
}

func (d *drawing) value(h *valueHead[float32], body string) {
	x := d.layers(h.layers, body)
	x = d.dense(h.hidden, d.flat(x, d.unnamed()), d.unnamed())
	x = d.dense(h.last, d.rectify(x), d.unnamed())
	d.node("Tanh", ONNXValue, []string{x})
}
