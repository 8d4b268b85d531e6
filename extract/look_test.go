package extract

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/matrix"
)

// silent are streams that nothing reads.
var silent = cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}

// sharded makes the shards of a call with a look, merges them, and returns the name of the matrix.
func sharded(t *testing.T, args []string, n int, look *Look) string {
	t.Helper()
	dir := t.TempDir()
	var parts []*matrix.Matrix
	for i := range n {
		part := filepath.Join(dir, fmt.Sprintf("%d.matrix", i))
		if err := Share(t.Context(), append([]string{"-shard", fmt.Sprintf("%d/%d", i, n), "-o", part}, args...), silent, look); err != nil {
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
func lookAt(t *testing.T, args []string) *Look {
	t.Helper()
	look, err := LookAt(t.Context(), append([]string{"-o", "x.matrix"}, args...), silent)
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
		indexed bool
	}{
		{[]string{"-set", "alphaone", a}, true},
		{[]string{"-set", "alphaone", "-mirror", a}, true},
		{[]string{"-set", "alphaone", "-source", "b.epd:weight=0.5", a, b}, true},
		{[]string{"-set", "alphaone", "-limit", "9000", a}, false},
	} {
		t.Run(strings.Join(test.args[2:len(test.args)-1], " "), func(t *testing.T) {
			look := lookAt(t, test.args)
			if got := !slices.Contains(look.Index, nil); got != test.indexed {
				t.Fatalf("an index of each input: %v", got)
			}
			whole := filepath.Join(t.TempDir(), "whole.matrix")
			if err := Main(t.Context(), append([]string{"-o", whole}, test.args...), silent); err != nil {
				t.Fatal(err)
			}
			sameTree(t, "by the look", sharded(t, test.args, 2, look), whole)
			if len(test.args) == 3 {
				sameTree(t, "each for itself", sharded(t, test.args, 2, nil), whole)
			}
		})
	}
}

// TestLookTooOld: of a file that has changed since the look, shards read what is there now.
func TestLookTooOld(t *testing.T) {
	name := writeCSV(t, 10_000)
	args := []string{"-set", "alphaone", name}
	look := lookAt(t, args)
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
	whole := filepath.Join(t.TempDir(), "whole.matrix")
	if err := Main(t.Context(), append([]string{"-o", whole}, args...), silent); err != nil {
		t.Fatal(err)
	}
	sameTree(t, "after a change", sharded(t, args, 2, look), whole)
}
