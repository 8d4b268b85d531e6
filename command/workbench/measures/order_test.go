package measures

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/features"
)

// opened returns the items of arguments.
func opened(t *testing.T, args ...string) []*items.Item {
	t.Helper()
	open, err := items.Open(args, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	return open
}

// same checks that a value has equal bytes each time that it is made.
func same(t *testing.T, value func() any) {
	t.Helper()
	var first string
	for range 20 {
		text, err := json.Marshal(value())
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(text)
		} else if first != string(text) {
			t.Fatalf("other bytes for the same question:\n%.300s\n%.300s", first, text)
		}
	}
}

// TestOrder: changes of several weights, and the weights that only an old file has, give equal bytes each time.
func TestOrder(t *testing.T) {
	var text strings.Builder
	text.WriteString("fen,score\n")
	for i, p := range features.Positions()[:200] {
		text.WriteString(p.FEN() + "," + []string{"35", "-120", "7"}[i%3] + "\n")
	}
	path := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	open := opened(t, "published:pesto", path)
	pesto, data, builtin := open[0], open[1], open[2]
	test, err := NewTests(func() []*items.Item { return open }).Of(t.Context(), pesto, data)
	if err != nil {
		t.Fatal(err)
	}
	var changes []Change
	for i, w := range pesto.File.Weights() {
		if i%3 == 0 {
			changes = append(changes, Change{Name: w.Name, Old: w.Value, Value: w.Value + 0.1*float64(i%7)})
		}
	}
	same(t, func() any {
		e, err := test.With(changes, true)
		if err != nil {
			t.Fatal(err)
		}
		return e
	})
	if n := len(TableOf(pesto, builtin).Removed); n < 10 {
		t.Errorf("%d weights are only in the old file", n)
	}
	same(t, func() any { return TableOf(pesto, builtin) })
}
