package sigmazero

import (
	"encoding/binary"
	"flag"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

var networkFile = flag.String("network", "", "export the network of this `file`; none: one that has learned for a few steps")

// requireRuntime skips where node finds no runtime of ONNX.
func requireRuntime(t *testing.T) {
	t.Helper()
	if err := exec.Command("node", "-e", "require('onnxruntime-node')").Run(); err != nil {
		t.Skip("node finds no onnxruntime-node: in a folder of your own npm install --ignore-scripts onnxruntime-node, then set NODE_PATH to its node_modules")
	}
}

// TestExport: a network that is exported and asked by another runtime for 1,000 positions says what ours
// says, to 1e-4.
func TestExport(t *testing.T) {
	requireRuntime(t)
	dir := t.TempDir()
	network := *networkFile
	if network == "" {
		network = filepath.Join(dir, "run", "best.nn")
		if _, diag, err := call(t, "-dir", filepath.Dir(network), "-steps", "4", "-batch", "4", "-part", "2", "-test", "0.3", "-warm", lessons(t)); err != nil {
			t.Fatalf("%v\n%s", err, diag)
		}
	}
	model, input, output := filepath.Join(dir, "model.onnx"), filepath.Join(dir, "planes"), filepath.Join(dir, "out")
	if _, diag, err := call(t, "export", "-o", model, network); err != nil {
		t.Fatalf("%v\n%s", err, diag)
	}
	asked := encodePositions(t, input, 1000)
	if text, err := exec.Command("node", filepath.Join("testdata", "onnx.js"), model, input, output).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	logits, value := compareOutput(t, network, asked, floats(t, output))
	t.Logf("the largest difference of a logit is %.2g, of a value %.2g", logits, value)
	if !(logits < 1e-4 && value < 1e-4) {
		t.Errorf("logits differ by up to %g, values by %g", logits, value)
	}
}

// encodePositions writes the planes of n positions to a file, and returns them.
func encodePositions(t *testing.T, name string, n int) (all []float32) {
	t.Helper()
	dst := make([]float32, planes.Paper.Size())
	for p := range boardtest.RandomPositions(1, n) {
		planes.Paper.Encode(&p, 0, dst)
		all = append(all, dst...)
	}
	var raw []byte
	for _, v := range all {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	if err := os.WriteFile(name, raw, 0o666); err != nil {
		t.Fatal(err)
	}
	return all
}

// floats returns the float32 of a file.
func floats(t *testing.T, name string) (list []float32) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for ; len(raw) > 0; raw = raw[4:] {
		list = append(list, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
	}
	return list
}

// compareOutput returns the largest differences between a network's output and another's for the
// same planes: all logits, then all values.
func compareOutput(t *testing.T, network string, asked, got []float32) (logits, value float64) {
	t.Helper()
	f, err := nn.Read(network)
	if err != nil {
		t.Fatal(err)
	}
	out := f.Network.Forward(asked, false)
	positions, moves := len(out.Values), planes.MovePlanes*nn.Squares
	if len(got) != positions*(moves+1) {
		t.Fatalf("%d numbers of %d positions", len(got), positions)
	}
	for p := range positions {
		for m := range moves {
			logits = max(logits, math.Abs(float64(got[p*moves+m]-out.Logit(p, m))))
		}
		value = max(value, math.Abs(float64(got[positions*moves+p]-out.Values[p])))
	}
	return logits, value
}
