package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
)

// The numbers of enumerations.
const (
	float           = 1 // TensorProto.FLOAT
	attributeFloat  = 1 // AttributeProto.FLOAT
	attributeInt    = 2
	attributeInts   = 7
	anySide         = "positions"
	defaultOperator = "" // the domain of ONNX's own operators
)

// Encode returns the bytes of the model. Equal models give equal bytes.
func (m *Model) Encode() []byte {
	var b message
	b.number(1, IRVersion)
	b.text(2, m.Producer)
	b.inner(7, m.Graph.encode())
	var set message
	set.text(1, defaultOperator)
	set.number(2, Opset)
	b.inner(8, set)
	for _, p := range m.Properties {
		var entry message
		entry.text(1, p.Key)
		entry.text(2, p.Value)
		b.inner(14, entry)
	}
	return b
}

func (g *Graph) encode() (b message) {
	for _, n := range g.Nodes {
		b.inner(1, n.encode())
	}
	b.text(2, g.Name)
	for _, t := range g.Weights {
		b.inner(5, t.encode())
	}
	for _, v := range g.Inputs {
		b.inner(11, v.encode())
	}
	for _, v := range g.Outputs {
		b.inner(12, v.encode())
	}
	return b
}

func (n *Node) encode() (b message) {
	for _, name := range n.Inputs {
		b.text(1, name)
	}
	for _, name := range n.Outputs {
		b.text(2, name)
	}
	b.text(3, n.Name)
	b.text(4, n.Operator)
	for _, a := range n.Attributes {
		b.inner(5, a.encode())
	}
	return b
}

func (a *Attribute) encode() (b message) {
	b.text(1, a.Name)
	switch v := a.Value.(type) {
	case float32:
		b.float(2, v)
		b.number(20, attributeFloat)
	case int:
		b.number(3, v)
		b.number(20, attributeInt)
	case []int:
		for _, n := range v {
			b.number(8, n)
		}
		b.number(20, attributeInts)
	default:
		panic(fmt.Sprintf("onnx: attribute %s is a %T", a.Name, a.Value))
	}
	return b
}

func (t *Tensor) encode() (b message) {
	for _, side := range t.Shape {
		b.number(1, side)
	}
	b.number(2, float)
	b.text(8, t.Name)
	raw := make(message, 0, 4*len(t.Data))
	for _, v := range t.Data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	b.inner(9, raw)
	return b
}

func (v *Value) encode() (b message) {
	var shape, tensor, kind message
	for _, side := range v.Shape {
		var dimension message
		if side == Any {
			dimension.text(2, anySide)
		} else {
			dimension.number(1, side)
		}
		shape.inner(1, dimension)
	}
	tensor.number(1, float)
	tensor.inner(2, shape)
	kind.inner(1, tensor)
	b.text(1, v.Name)
	b.inner(2, kind)
	b.text(3, v.Doc)
	return b
}

// A message is fields: a key, which is the field's number and how its value is written, and the value.
type message []byte

// How a value is written.
const (
	varint    = 0
	delimited = 2
	fixed32   = 5
)

func (b *message) key(field, wire int) { *b = binary.AppendUvarint(*b, uint64(field<<3|wire)) }

func (b *message) number(field, v int) {
	b.key(field, varint)
	*b = binary.AppendUvarint(*b, uint64(v))
}

func (b *message) float(field int, v float32) {
	b.key(field, fixed32)
	*b = binary.LittleEndian.AppendUint32(*b, math.Float32bits(v))
}

func (b *message) inner(field int, v message) {
	b.key(field, delimited)
	*b = binary.AppendUvarint(*b, uint64(len(v)))
	*b = append(*b, v...)
}

func (b *message) text(field int, v string) { b.inner(field, message(v)) }
