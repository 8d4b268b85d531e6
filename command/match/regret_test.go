package match

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/regret"
)

// TestRegretOwn: with -own half of the positions are of the candidate's games, of a file's roots, too;
// the line is of other conditions then, and a second run finds all in the cache.
func TestRegretOwn(t *testing.T) {
	dir := t.TempDir()
	measure := func(args ...string) (*regret.Result, string) {
		var out, said bytes.Buffer
		args = append([]string{"-json", "-concurrency", "1", "-o", dir, "-nodes", "50", "-teacher", "builtin,nodes=100", "-positions", "24"}, args...)
		if err := runRegret(t.Context(), append(args, "published:pesto", "builtin"), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &said}); err != nil {
			t.Fatalf("%v\n%s", err, &said)
		}
		r := new(regret.Result)
		if err := json.Unmarshal(out.Bytes(), r); err != nil {
			t.Fatal(err)
		}
		return r, said.String()
	}
	plain, _ := measure()
	own, _ := measure("-own")
	if plain.Players[1].Own != nil || own.Players[1].Own == nil || own.Players[1].Own.Roots != 12 || own.Roots != 24 {
		t.Errorf("%+v and %+v", plain.Players[1], own.Players[1])
	}
	if !own.Warnings.Has(note.V13) {
		t.Errorf("%v", own.Warnings)
	}
	if _, said := measure("-own"); !strings.Contains(said, "searched  0 answers") {
		t.Errorf("again: %s", said)
	}
	file := filepath.Join("..", "..", "datasets", "sample", "sample.csv.zst")
	if r, _ := measure("-own", "-roots", file, "-per-game", "3"); r.Players[1].Own == nil || r.Roots != 24 {
		t.Errorf("of a file: %+v", r.Players[1])
	}
}
