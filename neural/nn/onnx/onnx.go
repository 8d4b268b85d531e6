// Package onnx writes models in the format of ONNX: as much of it as a network of convolutions needs,
// in the wire format of protocol buffers by hand. It knows no layer; package nn makes the graph.
//
// Sources: onnx.proto of ONNX 1.8 (github.com/onnx/onnx), whose numbers of fields stand in encode.go;
// the operators: ONNX Operator Schemas, set 13.
package onnx

// The versions of a model: those of ONNX 1.8, which every runtime of today reads.
const (
	IRVersion = 7
	Opset     = 13
)

// A Model is a graph with what is known of it.
type Model struct {
	Producer   string // program that made it, and its version
	Properties []Property
	Graph      Graph
}

// A Property is a key and its value, both text.
type Property struct{ Key, Value string }

// A Graph is nodes in an order in which each follows those whose output it takes.
type Graph struct {
	Name            string
	Nodes           []Node
	Weights         []Tensor
	Inputs, Outputs []Value
}

// A Node makes outputs of inputs, which are values of the graph by their names.
type Node struct {
	Name, Operator  string
	Inputs, Outputs []string
	Attributes      []Attribute
}

// An Attribute is a setting of an operator: a float32, an int or an []int.
type Attribute struct {
	Name  string
	Value any
}

// A Tensor is an array of float32, rows first.
type Tensor struct {
	Name  string
	Shape []int
	Data  []float32
}

// A Value is an input or output of float32.
type Value struct {
	Name  string
	Shape []int // a side may be Any
	Doc   string
}

// Any is a side of any length, the same in all values: the number of positions.
const Any = -1
