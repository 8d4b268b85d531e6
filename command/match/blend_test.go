package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/command/weights"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/match/blending"
	weightsfile "example.org/centipawn/weights"
)

// liveHere is engineHere with an engine that reads weights files, live, and old.json under the names of its trace.
func liveHere(t *testing.T) {
	t.Helper()
	header, err := os.ReadFile("../../examples/trace/centipawn_live.h")
	if err != nil {
		t.Fatal(err)
	}
	engineHere(t)
	const names = "material.{pawn,knight,bishop,rook,queen} tapered = Material\nMobility[4][28] tapered\nTempo\n"
	if err := errors.Join(os.WriteFile("centipawn_live.h", header, 0o666), os.WriteFile("names", []byte(names), 0o666)); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.CommandContext(t.Context(), "cc", "-O1", "-DCENTIPAWN_LIVE", "engine.c", "evaluate.c", "-o", "live").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := weights.Main(t.Context(), strings.Fields("import -set carried -names names -o old.json weights.h"), discard); err != nil {
		t.Fatal(err)
	}
	f, err := weightsfile.Read("old.json")
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Terms {
		if term := &f.Terms[i]; strings.HasPrefix(term.Name, "Mobility") {
			term.MG.Value += float64(3 * (i % 9))
			term.EG.Value += float64(2 * (i % 9))
		}
	}
	if err := f.Write("fit.json"); err != nil {
		t.Fatal(err)
	}
}

// blended runs a search of 64 pairs and returns what it prints.
func blended(t *testing.T, args ...string) *blending.Result {
	t.Helper()
	var out bytes.Buffer
	args = slices.Concat(strings.Fields("tune -blend old.json -by phase -nodes 60 -games 128 -maxplies 60 -seed 3 -search-only -json"), args, []string{"fit.json"})
	err := Main(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: discard.Err})
	if !errors.Is(err, cli.ErrUndecided) && !errors.Is(err, cli.ErrRejected) {
		t.Fatal(err)
	}
	r := new(blending.Result)
	if err := json.Unmarshal(out.Bytes(), r); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	return r
}

// TestBlend: an engine that reads weights files and one that is built for each play the same games, so that a search
// finds the same.
func TestBlend(t *testing.T) {
	long.Skip(t, "takes seconds")
	liveHere(t)
	live := blended(t, "-engine", "cmd:./live", "-o", "live-run")
	built := blended(t, "-into", "weights.h", "-names", "names", "-build", "cc -O1 engine.c evaluate.c -o engine", "-engine", "engine", "-o", "built-run")
	if live.Kind != "live" || built.Kind != "built" || len(live.Directions) != 2 || live.Pairs != 64 {
		t.Fatalf("%+v and %+v", live, built)
	}
	if !slices.Equal(live.Best.Alpha, built.Best.Alpha) || live.Best.Elo != built.Best.Elo {
		t.Errorf("live %+v, built %+v", live.Best, built.Best)
	}
	found, err := weightsfile.Read(filepath.Join("live-run", "found.json"))
	if err != nil {
		t.Fatal(err)
	}
	old, _ := weightsfile.Read("old.json")
	fit, _ := weightsfile.Read("fit.json")
	for i, term := range found.Terms {
		want := old.Terms[i].MG.Value + live.Best.Alpha[0]*(fit.Terms[i].MG.Value-old.Terms[i].MG.Value)
		if d := term.MG.Value - want; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s is %v, want %v", term.Name, term.MG.Value, want)
		}
	}
}

// TestBlendRefused: what cannot be played is said before anything is.
func TestBlendRefused(t *testing.T) {
	for args, want := range map[string]string{
		"tune -blend old.json -engine builtin -o x":                           "no fit: pass one or more weights files",
		"tune -blend old.json -engine builtin fit.json":                       "-o is missing",
		"tune -blend old.json -engine builtin -o x -games 3 fit.json":         "want even numbers",
		"tune -blend old.json -engine builtin -o x -low 1 fit.json":           "want a range that has 0 in it",
		"tune -blend old.json -engine builtin -o x -parts 0 -by x fit.json":   "-parts 0: want 1 or more",
		"tune -blend builtin -engine builtin -o x builtin":                    "moves no weight of the old file",
		"tune -blend builtin -engine builtin -o x -by colour published:pesto": "colour: pass one of fit, phase, family, piece",
	} {
		var said bytes.Buffer
		err := Main(t.Context(), strings.Fields(args), cli.Streams{In: strings.NewReader(""), Out: &said, Err: &said})
		if err == nil || !strings.Contains(err.Error()+said.String(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
