package variants

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"example.org/centipawn/internal/long"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// TestLiveRust: an engine in Rust declares the option, and plays by the weights of the file that it gets.
func TestLiveRust(t *testing.T) {
	if _, err := exec.LookPath("rustc"); err != nil {
		t.Skip("needs rustc")
	}
	long.Skip(t, "compiles Rust")
	dir := t.TempDir()
	program := filepath.Join(dir, "engine")
	text, err := exec.CommandContext(t.Context(), "rustc", "../../extract/trace/testdata/live/carried.rs", "--cfg", `feature="centipawn_live"`, "-o", program).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for name, tempo := range map[string]string{"old.json": "10", "new.json": "31"} {
		text := `{"format": "centipawn weights", "version": 1, "set": "carried", "unit": "centipawns, White-relative", "terms": [{"name": "Tempo", "value": ` + tempo + `}]}`
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e := open(t, Config{Spec: entrants.Spec{Command: program, Limit: play.Limit{Nodes: 10}}})
	if e.Kind != Live {
		t.Errorf("%+v", e)
	}
	start := []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}
	if err := e.Check(t.Context(), filepath.Join(dir, "old.json"), filepath.Join(dir, "new.json"), start); err != nil {
		t.Error(err)
	}
}
