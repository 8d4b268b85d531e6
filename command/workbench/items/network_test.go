package items

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNetwork: a file of a network is recognised, by itself and in a folder, and read when it is asked for; one that is
// cut off says so then.
func TestNetwork(t *testing.T) {
	const example = "../../../examples/sigmazero.nn"
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, part := range map[string][]byte{"whole.nn": text, "cut.nn": text[:len(text)/2]} {
		if err := os.WriteFile(filepath.Join(dir, name), part, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	open, err := Open([]string{dir}, io.Discard)
	if err != nil || len(open) != 3 {
		t.Fatalf("%d items, %v", len(open), err)
	}
	cut, whole := open[0], open[1]
	if cut.Kind != Network || whole.Kind != Network || whole.Label != "whole.nn" {
		t.Fatalf("%+v, %+v", cut, whole)
	}
	first, err := whole.Network()
	if err != nil {
		t.Fatal(err)
	}
	if second, err := whole.Network(); second != first || err != nil {
		t.Errorf("it is read twice: %v", err)
	}
	if _, err := cut.Network(); err == nil || !strings.Contains(err.Error(), "cut.nn") {
		t.Errorf("half a network: %v", err)
	}
}
