package extract

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/matrix"
)

// sharded makes the shards of an extraction with a look, merges them, and returns the name of the matrix.
func sharded(t *testing.T, files []string, opt Options, n int, look *Look) string {
	t.Helper()
	dir := t.TempDir()
	var parts []*matrix.Matrix
	for i := range n {
		part := filepath.Join(dir, fmt.Sprintf("%d.matrix", i))
		opt.Look, opt.Shard = look, matrix.Shard{Index: i, Of: n}
		if _, err := Run(t.Context(), files, Create(part, opt.Shard), opt); err != nil {
			t.Fatal(err)
		}
		m, err := matrix.Open(part)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		parts = append(parts, m)
	}
	merged := filepath.Join(dir, "merged.matrix")
	if err := matrix.Merge(merged, parts...); err != nil {
		t.Fatal(err)
	}
	return merged
}

// lookAt is LookAt as a driver of shards keeps it: as text.
func lookAt(t *testing.T, files []string, opt Options) *Look {
	t.Helper()
	look, err := LookAt(t.Context(), files, opt)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(look)
	if err != nil {
		t.Fatal(err)
	}
	look = nil
	if err := json.Unmarshal(text, &look); err != nil {
		t.Fatal(err)
	}
	return look
}

// TestLookSameBytes: shards that read their own blocks alone, by a look, make the matrix of one call and that
// of shards that read everything.
func TestLookSameBytes(t *testing.T) {
	a, b := writeCSV(t, 17_000), writeEPD(t, "b.epd", 3000, result)
	for _, test := range []struct {
		args    []string
		files   []string
		indexed bool
	}{
		{nil, []string{a}, true},
		{[]string{"-mirror"}, []string{a}, true},
		{[]string{"-source", "b.epd:weight=0.5"}, []string{a, b}, true},
		{[]string{"-limit", "9000"}, []string{a}, false},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			opt := parsed(t, append([]string{"-set", "alphaone"}, test.args...)...)
			look := lookAt(t, test.files, opt)
			if got := !slices.Contains(look.Index, nil); got != test.indexed {
				t.Fatalf("an index of each input: %v", got)
			}
			whole := sharded(t, test.files, opt, 1, nil)
			sameTree(t, "by the look", sharded(t, test.files, opt, 2, look), whole)
			if test.args == nil {
				sameTree(t, "each for itself", sharded(t, test.files, opt, 2, nil), whole)
			}
		})
	}
}

// TestLookTooOld: of a file that has changed since the look, shards read what is there now.
func TestLookTooOld(t *testing.T) {
	name := writeCSV(t, 10_000)
	files, opt := []string{name}, parsed(t, "-set", "alphaone")
	look := lookAt(t, files, opt)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := strings.Cut(string(text), "\n")
	lines := slices.Collect(strings.Lines(body))
	slices.Reverse(lines)
	if err := os.WriteFile(name, []byte(head+"\n"+strings.Join(lines[1:], "")), 0o666); err != nil {
		t.Fatal(err)
	}
	whole := sharded(t, files, opt, 1, nil)
	sameTree(t, "after a change", sharded(t, files, opt, 2, look), whole)
}
