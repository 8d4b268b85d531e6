package onnx

import (
	"bytes"
	"strings"
	"testing"
)

// TestEncode: a model of one node, byte by byte as onnx.proto and the wire format have it.
func TestEncode(t *testing.T) {
	m := Model{Producer: "p", Graph: Graph{
		Name:    "g",
		Nodes:   []Node{{Name: "n", Operator: "Op", Inputs: []string{"x"}, Outputs: []string{"y"}, Attributes: []Attribute{{"f", float32(1)}, {"i", 300}, {"s", []int{2, 0}}}}},
		Weights: []Tensor{{Name: "w", Shape: []int{1, 1}, Data: []float32{-2}}},
		Inputs:  []Value{{Name: "x", Shape: []int{Any, 3}, Doc: "d"}},
	}, Properties: []Property{{"k", "v"}}}
	want := strings.Join([]string{
		"\x08\x07", "\x12\x01p", // ir_version, producer_name
		"\x3a\x68", // graph
		"\x0a\x31", "\x0a\x01x", "\x12\x01y", "\x1a\x01n", "\x22\x02Op",
		"\x2a\x0b", "\x0a\x01f", "\x15\x00\x00\x80\x3f", "\xa0\x01\x01",
		"\x2a\x09", "\x0a\x01i", "\x18\xac\x02", "\xa0\x01\x02",
		"\x2a\x0a", "\x0a\x01s", "\x40\x02\x40\x00", "\xa0\x01\x07",
		"\x12\x01g",
		"\x2a\x0f", "\x08\x01\x08\x01", "\x10\x01", "\x42\x01w", "\x4a\x04\x00\x00\x00\xc0",
		"\x5a\x1f", "\x0a\x01x", "\x12\x17", "\x0a\x15", "\x08\x01", "\x12\x11", "\x0a\x0b", "\x12\x09positions", "\x0a\x02\x08\x03", "\x1a\x01d",
		"\x42\x04", "\x0a\x00", "\x10\x0d", // the domain, empty, and its version
		"\x72\x06", "\x0a\x01k", "\x12\x01v",
	}, "")
	if got := m.Encode(); !bytes.Equal(got, []byte(want)) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
